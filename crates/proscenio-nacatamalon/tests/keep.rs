//! In `Mode::Keep` nothing of a file is lost, whatever it holds.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use proscenio_nacatamalon::model::Json;
use proscenio_nacatamalon::schema::{ASSETS, COMPONENTS, NODE, Object, Shape};
use proscenio_nacatamalon::{Document, Mode, parse_scene_doc, serialize};
use proscenio_source::Source;

fn document(text: String) -> Document {
    Document::parse(Source::new("keep.scene", text.into_bytes()))
}

/// What is written of a scene that is read and written; once more, and it is the same.
fn rewritten(scene: &Json) -> Json {
    let (read, _) = parse_scene_doc(&document(scene.to_string()));
    let first = serialize(&read, Mode::Keep);
    let written = document(first.clone());
    let (again, _) = parse_scene_doc(&written);
    assert_eq!(serialize(&again, Mode::Keep), first, "written again after {scene}");
    written.root().unwrap().into()
}

fn object(members: Vec<(&str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn scene(assets: Vec<Json>, components: Vec<Json>, child: Json) -> Json {
    let root = object(vec![
        ("id", "r".into()),
        ("components", Json::Array(components)),
        ("children", Json::Array(vec![child])),
    ]);
    object(vec![
        ("format", "nacatamalon-scene".into()),
        ("version", Json::Number(3.0)),
        ("name", "Keep".into()),
        ("assets", Json::Array(assets)),
        ("root", root),
        ("author", "Ana".into()),
    ])
}

/// Whether a value says no more than nothing does.
fn says_nothing(shape: &Shape, default: Option<&Json>, value: &Json) -> bool {
    let table = shape.object().filter(|table| shape.takes(value) && table.one_of.is_empty());
    Some(value) == default
        || table.is_some_and(|table| {
            value.members().iter().all(|(name, value)| {
                let field = table.field(name);
                field.is_some_and(|field| says_nothing(&field.shape, field.default_json().as_ref(), value))
            })
        })
}

/// Members of what was said that stand nowhere in what was found.
fn lost(table: Option<&'static Object>, said: &Json, found: &Json, path: &str, into: &mut Vec<String>) {
    for (name, value) in said.members() {
        let field = table.and_then(|table| table.field(name));
        let old =
            table.and_then(|table| table.fields.iter().find(|field| field.old_names.contains(&&**name)));
        let at = format!("{path}/{name}");
        match found.get(name).or_else(|| found.get(old?.name)) {
            Some(found) => lost_inside(field.map(|field| &field.shape), value, found, &at, into),
            None if field.is_some_and(|field| {
                // Voices at full loudness are the voices' default.
                let full =
                    name == "voices" && value.members().iter().all(|(_, one)| *one == Json::Number(1.0));
                full || says_nothing(&field.shape, field.default_json().as_ref(), value)
            }) => {}
            None => into.push(format!("{at}: {value}")),
        }
    }
}

fn lost_inside(shape: Option<&'static Shape>, said: &Json, found: &Json, path: &str, into: &mut Vec<String>) {
    match (shape, said) {
        (Some(Shape::Map(shape) | Shape::Maps(shape)), Json::Object(members))
            if path.ends_with("/voices") =>
        {
            let quiet = |(_, value): &&(String, Json)| *value != Json::Number(1.0);
            let rest = Json::Object(members.iter().filter(quiet).cloned().collect());
            lost(shape.object(), &rest, found, path, into);
        }
        (Some(Shape::Map(shape) | Shape::Maps(shape)), _) => {
            for (name, value) in said.members() {
                match found.get(name) {
                    Some(found) => lost_inside(Some(shape), value, found, &format!("{path}/{name}"), into),
                    None => into.push(format!("{path}/{name}: {value}")),
                }
            }
        }
        (Some(Shape::List(shape) | Shape::ListOf(_, shape)), Json::Array(elements)) => {
            // Entries of a map's layers that change nothing may go.
            let mut elements: Vec<&Json> = elements.iter().collect();
            if path.ends_with("/layers") && found.elements().len() != elements.len() {
                elements.retain(|layer| changes(shape, layer));
            }
            if found.elements().len() != elements.len() {
                into.push(format!("{path}: {} elements, not {}", found.elements().len(), elements.len()));
            }
            for (index, (said, found)) in elements.into_iter().zip(found.elements()).enumerate() {
                lost_inside(Some(shape), said, found, &format!("{path}/{index}"), into);
            }
        }
        (Some(Shape::Tagged(tables)), _) => {
            let table = tables.iter().copied().find(|table| {
                table.tag.is_some_and(|(tag, word)| said.get(tag).and_then(Json::as_str) == Some(word))
            });
            lost(table, said, found, path, into);
        }
        (Some(shape), Json::Object(_)) => lost(shape.object(), said, found, path, into),
        _ => {}
    }
}

/// Whether an entry says more than a name and defaults.
fn changes(shape: &Shape, entry: &Json) -> bool {
    let Some(table) = shape.object().filter(|_| shape.takes(entry)) else { return true };
    entry.members().iter().filter(|(name, _)| name != "name").any(|(name, value)| {
        !table
            .field(name)
            .is_some_and(|field| says_nothing(&field.shape, field.default_json().as_ref(), value))
    })
}

static ASSET_LIST: Shape = Shape::List(&Shape::Tagged(ASSETS));
static COMPONENT_LIST: Shape = Shape::List(&Shape::Tagged(COMPONENTS));

/// A value for a member: one that counts, one that does not, one with a member nobody knows.
fn any_value(shape: &'static Shape) -> impl Strategy<Value = Json> {
    let with_more = |value: Json| match value {
        Json::Object(mut members) => {
            members.push(("hue".to_owned(), Json::Number(9.0)));
            Json::Object(members)
        }
        Json::Array(mut elements) => {
            elements.push(Json::Object(vec![("odd".to_owned(), Json::Bool(true))]));
            Json::Array(elements)
        }
        other => other,
    };
    let examples = shape.examples();
    let more: Vec<Json> = examples.iter().cloned().map(with_more).collect();
    let values: Vec<Json> = examples.into_iter().chain(shape.wrong()).chain(more).collect();
    prop::sample::select(values)
}

/// An object of a table with some of its members, whatever they hold, and one that nobody knows.
fn any_object(table: &'static Object) -> impl Strategy<Value = Json> {
    let members: Vec<_> = table
        .fields
        .iter()
        .filter(|field| !["id", "components", "children", "extra"].contains(&field.name))
        .map(|field| {
            prop::option::weighted(0.5, any_value(&field.shape)).prop_map(|value| (field.name, value))
        })
        .collect();
    (members, any::<bool>(), any::<bool>()).prop_map(move |(members, odd, least)| {
        let mut object: Vec<(String, Json)> = Vec::new();
        object.extend(table.tag.map(|(tag, word)| (tag.to_owned(), word.into())));
        object.push(("id".to_owned(), "own".into()));
        object.push(("key".to_owned(), "own".into()));
        if least {
            object.extend(table.example().members().iter().cloned());
        }
        object.extend(members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        if odd {
            object.push(("shake".to_owned(), Json::Array(vec![Json::Number(3.0)])));
        }
        // The last of a name counts; readers of JSON see each name once.
        let mut unique: Vec<(String, Json)> = Vec::new();
        for (name, value) in object {
            unique.retain(|(own, _)| *own != name);
            unique.push((name, value));
        }
        Json::Object(unique)
    })
}

fn any_of(tables: &'static [&'static Object]) -> impl Strategy<Value = Json> {
    let each: Vec<BoxedStrategy<Json>> = tables.iter().map(|table| any_object(table).boxed()).collect();
    prop::strategy::Union::new(each)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn no_member_of_a_scene_is_lost(
        assets in prop::collection::vec(any_of(ASSETS), 0..3),
        components in prop::collection::vec(any_of(COMPONENTS), 0..3),
        child in any_object(&NODE),
    ) {
        let said = scene(assets.clone(), components.clone(), child.clone());
        let found = rewritten(&said);
        let mut gone = Vec::new();
        prop_assert_eq!(found.get("author"), Some(&Json::from("Ana")));
        prop_assert_eq!(found.get("version"), Some(&Json::Number(3.0)));
        lost_inside(Some(&ASSET_LIST), &Json::Array(assets), found.get("assets").unwrap(), "", &mut gone);
        let root = found.get("root").unwrap();
        lost_inside(Some(&COMPONENT_LIST), &Json::Array(components), root.get("components").unwrap(), "", &mut gone);
        // What the format does not know of a box moves into its `extra`.
        let (known, odd): (Vec<_>, Vec<_>) =
            child.members().iter().cloned().partition(|(name, _)| NODE.field(name).is_some());
        let found = &root.get("children").unwrap().elements()[0];
        lost(Some(&NODE), &Json::Object(known), found, "child", &mut gone);
        for (name, value) in odd {
            prop_assert_eq!(found.get("extra").and_then(|extra| extra.get(&name)), Some(&value));
        }
        prop_assert!(gone.is_empty(), "{:?}\nof {}\nin {}", gone, said, root);
    }
}

#[test]
fn what_is_not_understood_stands_where_it_stood() {
    let text = r#"{"format": "nacatamalon-scene", "version": 1, "name": "N", "assets": [
        {"type": "hologram", "key": "h"}, {"type": "texture", "key": "t", "licence": "CC0"}],
        "root": {"id": "r", "name": "R", "transform": {"x": 1, "quaternion": [0, 0, 0, 1]}, "components": [
            {"type": "hologram", "id": "h1"},
            {"type": "camera-2d", "id": "c", "shake": 3, "zoom": "2"},
            {"type": "tilemap", "id": "m", "map": "yard", "layers": [7, {"name": "tops", "visible": false, "fog": 1}]},
            {"type": "sprite", "id": "s", "tint": {"r": 1, "hue": 9}, "material": {"uniforms": {"word": "x"}}},
            5], "extra": {"unsupportedComponents": [{"type": "old"}], "seed": 5}, "prefab": "Car"}}"#;
    let written = rewritten(&document(text.to_owned()).root().unwrap().into());
    let root = written.get("root").unwrap();
    let list = root.get("components").unwrap().elements();
    assert_eq!(written.get("assets").unwrap().elements()[0].to_string(), r#"{"type":"hologram","key":"h"}"#);
    assert_eq!(
        written.get("assets").unwrap().elements()[1].to_string(),
        r#"{"type":"texture","key":"t","src":"t","licence":"CC0"}"#
    );
    assert_eq!(root.get("transform").unwrap().get("quaternion").unwrap().to_string(), "[0,0,0,1]");
    assert_eq!(list[0].to_string(), r#"{"type":"hologram","id":"h1"}"#);
    assert_eq!(
        list[1].to_string(),
        r#"{"type":"camera-2d","id":"c","transform":{"x":0,"y":0,"rotation":0},"zoom":"2","shake":3}"#
    );
    assert_eq!(list[2].get("layers").unwrap().to_string(), r#"[7,{"name":"tops","visible":false,"fog":1}]"#);
    assert_eq!(list[3].get("tint").unwrap().to_string(), r#"{"r":1,"g":1,"b":1,"a":1,"hue":9}"#);
    assert_eq!(list[3].get("material").unwrap().get("uniforms").unwrap().to_string(), r#"{"word":"x"}"#);
    assert_eq!((list[4].to_string(), list[5].to_string()), ("5".to_owned(), r#"{"type":"old"}"#.to_owned()));
    assert_eq!(root.get("extra").unwrap().to_string(), r#"{"seed":5,"prefab":"Car"}"#);
}

#[test]
fn a_value_that_was_set_since_counts() {
    let text = r#"{"format": "nacatamalon-scene", "name": "N", "root": {"id": "r", "components": [
        {"type": "camera-2d", "id": "c", "zoom": "2"}]}}"#;
    let (mut scene, _) = parse_scene_doc(&document(text.to_owned()));
    let proscenio_nacatamalon::model::ComponentData::Camera2d(camera) =
        &mut scene.nodes[0].components[0].data
    else {
        panic!("no camera")
    };
    camera.zoom = 3.0;
    let written: Json = document(serialize(&scene, Mode::Keep)).root().unwrap().into();
    let camera = &written.get("root").unwrap().get("components").unwrap().elements()[0];
    assert_eq!(camera.get("zoom"), Some(&Json::Number(3.0)));
}
