//! The tables of fields and the readers agree, for every field of every object.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails and says what it did"
)]

use proscenio_nacatamalon::model::Json;
use proscenio_nacatamalon::schema::{ASSETS, COMPONENTS, Default, Field, NODE, Object, Shape, Written};
use proscenio_nacatamalon::{Document, Mode, parse_scene_doc_as, serialize};
use proscenio_source::Source;

/// Where an object stands: how a scene is made of it, and where it is in that scene.
struct Place<'a> {
    scene: &'a dyn Fn(Json) -> Json,
    path: String,
}

#[derive(Default)]
struct Score {
    objects: usize,
    fields: usize,
    values: usize,
    faults: Vec<String>,
}

fn object(members: Vec<(&str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn scene(assets: Vec<Json>, root: Json) -> Json {
    object(vec![
        ("format", "nacatamalon-scene".into()),
        ("version", Json::Number(1.0)),
        ("name", "Fields".into()),
        ("assets", Json::Array(assets)),
        ("root", root),
    ])
}

/// What the engine writes of a scene, as text and as a value.
fn written(scene: &Json) -> (String, Json) {
    let text = |text: String| Document::parse(Source::new("fields.scene", text.into_bytes()));
    let (read, _) = parse_scene_doc_as(&text(scene.to_string()), Mode::Engine);
    let first = serialize(&read, Mode::Engine);
    let document = text(first.clone());
    let (again, _) = parse_scene_doc_as(&document, Mode::Engine);
    assert_eq!(serialize(&again, Mode::Engine), first, "written again after {scene}");
    (first, document.root().unwrap().into())
}

fn pointer<'j>(value: &'j Json, path: &str) -> Option<&'j Json> {
    path.split('/').skip(1).try_fold(value, |value, step| match value {
        Json::Array(elements) => elements.get(step.parse::<usize>().ok()?),
        value => value.get(step),
    })
}

fn set(item: &Json, name: &str, value: Json) -> Json {
    let mut members: Vec<_> = item.members().iter().filter(|(own, _)| own != name).cloned().collect();
    members.push((name.to_owned(), value));
    Json::Object(members)
}

fn without(item: &Json, name: &str) -> Json {
    Json::Object(item.members().iter().filter(|(own, _)| own != name).cloned().collect())
}

/// Whether everything that was said stands in what was found.
fn holds(found: &Json, said: &Json) -> bool {
    match (found, said) {
        (Json::Object(_), Json::Object(members)) => {
            members.iter().all(|(name, value)| found.get(name).is_some_and(|found| holds(found, value)))
        }
        (Json::Array(found), Json::Array(said)) => {
            found.len() == said.len() && found.iter().zip(said).all(|(found, said)| holds(found, said))
        }
        // One number for all four borders is written as the four.
        (Json::Object(members), Json::Number(_)) => members.iter().all(|(_, value)| value == said),
        _ => found == said,
    }
}

fn parse(text: &str) -> Json {
    Document::parse(Source::new("value", text.as_bytes().to_vec())).root().unwrap().into()
}

fn check_object(table: &'static Object, place: &Place<'_>, score: &mut Score) {
    score.objects += 1;
    for field in table.fields {
        let mut base = table.example_without(field.name);
        for (name, values) in field.needs.iter().filter(|(_, values)| !values[0].is_empty()) {
            base = set(&base, name, parse(values[0]));
        }
        if table.name == "tilemap.layer" && field.name != "visible" {
            // An entry that changes nothing is not written.
            base = set(&base, "visible", Json::Bool(false));
        }
        check_field(table, field, &base, place, score);
        let inside = |value: Json| (place.scene)(set(&base, field.name, value));
        if !["components", "children"].contains(&field.name) {
            check_inside(&field.shape, &inside, &format!("{}/{}", place.path, field.name), score);
        }
    }
}

/// The objects that stand in a member.
fn check_inside(shape: &'static Shape, scene: &dyn Fn(Json) -> Json, path: &str, score: &mut Score) {
    match shape {
        Shape::Object(table) => check_object(table, &Place { scene, path: path.to_owned() }, score),
        Shape::Entries(table) => {
            let scene = |value: Json| scene(Json::Array(vec![value]));
            check_object(table, &Place { scene: &scene, path: format!("{path}/0") }, score);
        }
        Shape::Tagged(tables) => {
            for table in *tables {
                check_object(table, &Place { scene, path: path.to_owned() }, score);
            }
        }
        Shape::Nullable(shape) => check_inside(shape, scene, path, score),
        Shape::AnyOf(shapes) => shapes.iter().for_each(|shape| check_inside(shape, scene, path, score)),
        Shape::List(shape) => {
            let scene = |value: Json| scene(Json::Array(vec![value]));
            check_inside(shape, &scene, &format!("{path}/0"), score);
        }
        Shape::ListOf(least, shape) => {
            let scene = |value: Json| scene(Json::Array(vec![value; *least]));
            check_inside(shape, &scene, &format!("{path}/0"), score);
        }
        Shape::Map(shape) | Shape::Maps(shape) => {
            let scene = |value: Json| scene(object(vec![("some", value)]));
            check_inside(shape, &scene, &format!("{path}/some"), score);
        }
        _ => {}
    }
}

fn check_field(table: &Object, field: &Field, base: &Json, place: &Place<'_>, score: &mut Score) {
    score.fields += 1;
    let path = format!("{}/{}", place.path, field.name);
    let try_value = |value: Option<&Json>| {
        let item = match value {
            Some(value) => set(base, field.name, value.clone()),
            None => without(base, field.name),
        };
        written(&(place.scene)(item))
    };
    let mut fault = |what: String| score.faults.push(format!("{} {path}: {what}", table.name));
    let (absent, found) = try_value(None);
    let default = field.default_json();
    let shown = pointer(&found, &path);
    // Nothing of an object that is not understood is written, nor of one that says nothing.
    let there = pointer(&found, &place.path).is_some();
    match field.written {
        Written::Always if field.required || !there => {}
        Written::Always if field.default == Default::Id || matches!(field.default, Default::Same(_)) => {
            if shown.is_none() {
                fault("absent, and not written".to_owned());
            }
        }
        Written::Always if shown != default.as_ref() => {
            fault(format!("absent, written as {shown:?}, not as {default:?}"));
        }
        Written::IfSaid | Written::IfOther if shown.is_some() => fault("absent, yet written".to_owned()),
        _ => {}
    }
    if let Some(default) = default.filter(|default| field.shape.takes(default)) {
        let (_, found) = try_value(Some(&default));
        let shown = pointer(&found, &path);
        let there = pointer(&found, &place.path).is_some();
        match field.written {
            Written::IfOther if shown.is_some() => fault("the default is written".to_owned()),
            Written::IfSaid | Written::Always if there && shown != Some(&default) => {
                fault(format!("the default is written as {shown:?}"));
            }
            _ => {}
        }
        score.values += 1;
    }
    for value in field.examples() {
        let (_, found) = try_value(Some(&value));
        if !pointer(&found, &path).is_some_and(|found| holds(found, &value)) {
            fault(format!("{value} is written as {:?}", pointer(&found, &path)));
        }
        score.values += 1;
    }
    for value in field.shape.wrong() {
        let (text, _) = try_value(Some(&value));
        score.values += 1;
        // A word that is no alignment is read as the first one. Settings of looks are kept as they are. The
        // object around a member it cannot do without is not understood, and so written in another way.
        let exempt = (table.name, field.name) == ("text.style", "align") || table.name == "toon";
        if text != absent && !field.required && !exempt {
            fault(format!("{value} does not count, yet is written otherwise than nothing"));
        }
    }
}

#[test]
fn every_field_is_read_and_written_as_its_table_says() {
    let mut score = Score::default();
    for table in COMPONENTS {
        let in_root = |item: Json| {
            scene(Vec::new(), object(vec![("id", "r".into()), ("components", Json::Array(vec![item]))]))
        };
        check_object(table, &Place { scene: &in_root, path: "/root/components/0".to_owned() }, &mut score);
    }
    for table in ASSETS {
        let in_assets = |item: Json| scene(vec![item], object(vec![("id", "r".into())]));
        check_object(table, &Place { scene: &in_assets, path: "/assets/0".to_owned() }, &mut score);
    }
    let as_child = |item: Json| {
        scene(Vec::new(), object(vec![("id", "r".into()), ("children", Json::Array(vec![item]))]))
    };
    check_object(&NODE, &Place { scene: &as_child, path: "/root/children/0".to_owned() }, &mut score);
    let Score { objects, fields, values, faults } = score;
    println!("{objects} objects, {fields} fields, {values} values");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(fields > 400);
}
