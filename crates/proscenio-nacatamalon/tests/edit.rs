//! Edits touch what they name and nothing else.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use proscenio_nacatamalon::edit::{self, EditRefusal, Edits, NewComponent, NewNode, Options, Place, Target};
use proscenio_nacatamalon::{Document, Kind, Value};
use proscenio_source::{Source, apply};
use serde_json::Value as Json;

/// Laid out by hand: boxes in lines, small things on one line, members out of order.
const SCENE: &str = r#"{
  "format": "nacatamalon-scene",
  "version": 1,
  "name": "Grove",
  "assets": [
    {"type": "texture", "key": "hero", "src": "hero.png"},
    {"type": "geometry", "key": "crate", "source": {"kind": "cube"}}
  ],
  "root": {
    "id": "grove", "name": "World", "transform": null,
    "components": [
      {"type": "camera-2d", "id": "cam"}
    ],
    "children": [
      {
        "id": "player", "name": "Player",
        "transform": {"x": 40, "y": 1.50},
        "components": [
          {"type": "sprite", "id": "art", "texture": "hero"},
          {"type": "mask", "id": "m", "by": "hole"}
        ],
        "children": [
          {"id": "arm", "name": "Arm", "transform": null, "components": [], "children": []}
        ]
      },
      {
        "id": "hole", "name": "Twin",
        "components": [],
        "children": []
      },
      {
        "id": "other", "name": "Twin",
        "note": "kept"
      }
    ]
  }
}
"#;

fn document(text: &str) -> Document {
    Document::parse(Source::new("grove.scene", text.into()))
}

fn target(text: &str) -> Target {
    Target::parse(text).unwrap()
}

/// What an edit of [`SCENE`] changes, line by line, and what it tells.
fn changes(done: Result<Edits, EditRefusal>) -> String {
    changes_of(SCENE, done)
}

fn changes_of(text: &str, done: Result<Edits, EditRefusal>) -> String {
    let edits = match done {
        Ok(edits) => edits,
        Err(refusal) => return format!("refused [{}] {refusal}\n", refusal.code.name),
    };
    let before = document(text);
    let after = edits.apply(&before);
    assert!(
        after.findings().is_empty(),
        "{}\n{:?}",
        String::from_utf8_lossy(after.write()),
        after.findings()
    );
    assert_eq!(apply(after.write(), &edits.undo(&before)).unwrap(), text.as_bytes());
    let after = String::from_utf8(after.write().to_vec()).unwrap();
    let mut out = String::new();
    let (old, new): (Vec<&str>, Vec<&str>) = (text.split('\n').collect(), after.split('\n').collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    old[same..old.len() - end].iter().for_each(|line| out += &format!("- {line}\n"));
    new[same..new.len() - end].iter().for_each(|line| out += &format!("+ {line}\n"));
    edits.made.iter().for_each(|made| out += &format!("made {made}\n"));
    for told in &edits.findings {
        out +=
            &format!("told [{}] {}; {}\n", told.code, told.message, told.help.as_deref().unwrap_or_default());
    }
    out
}

fn set(name: &str, value: &str) -> String {
    changes(edit::set(&document(SCENE), &target(name), value, &Options::default()))
}

fn unset(name: &str) -> String {
    changes(edit::unset(&document(SCENE), &target(name), &Options::default()))
}

#[test]
fn values_are_read() {
    let get = |name: &str| match edit::get(&document(SCENE), &target(name)) {
        Ok(got) => got.text,
        Err(refusal) => format!("[{}] {refusal}", refusal.code.name),
    };
    let names = [
        "player:transform:y",
        "#player:name",
        "World/Player/Arm:id",
        "./Player/art:texture",
        "player/sprite:texture",
        "cam:type",
        "./camera2d:type",
        "@hero:src",
        ":assets:1:source:kind",
        ":name",
        "#other",
        "Twin:id",
        "Plaier:id",
        "Arm:id",
        "@heros:src",
        "player:transfrom",
        "player:name:x",
        "player:components:7",
    ];
    let lines: Vec<String> = names.iter().map(|name| format!("{name} = {}", get(name))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn values_are_set() {
    let lines = [
        ("player:transform:y", "2"),
        ("player:transform:rotation", "0.50"),
        ("arm:transform:x", "3"),
        ("player:visible", "false"),
        ("other:transform", "{\"x\":1, \"y\":2}"),
        ("other:tags", "[\"a\",\"b\"]"),
        ("other:tags:-", "\"a\""),
        ("other:components", "[{\"type\":\"light\",\"id\":\"l\"}]"),
        ("player/art:anchor:y", "1"),
        ("@hero:src", "\"hero2.png\""),
        (":assets:-", "{\"type\": \"audio\", \"key\": \"hop\"}"),
        ("hole:id", "\"cave\""),
        ("player:name", "7"),
        ("player:visibel", "true"),
        ("player/art:textur", "\"hero\""),
        ("player/art:anchor:z", "1"),
        ("@crate:source:widht", "2"),
        ("@crate:source:height", "2"),
        ("player:extra:mine", "2"),
        ("player:name", "Hero"),
        ("player:name:x", "1"),
        ("player", "5"),
        ("cam", "{\"type\": \"camera-2d\", \"id\": \"cam\", \"zoom\": 2}"),
    ];
    let lines: Vec<String> =
        lines.iter().map(|(name, value)| format!("set {name} {value}\n{}", set(name, value))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn values_are_taken_out() {
    let names = [
        "player:transform:x",
        "player:transform",
        "player/art",
        "cam",
        "@hero",
        "@crate",
        "player:components:1:by",
        "other:note",
        ":version",
        "player",
        ".",
        "player:visible",
        ":assets:9",
    ];
    let lines: Vec<String> = names.iter().map(|name| format!("unset {name}\n{}", unset(name))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn boxes_are_added() {
    let add = |new: NewNode<'_>| changes(edit::add_node(&document(SCENE), &new, &Options { seed: 7 }));
    let plain = NewNode { parent: ".", name: "New", ..NewNode::default() };
    let lines = [
        add(plain),
        add(NewNode {
            parent: "player",
            id: Some("leg"),
            place: Place::Before("Arm"),
            tags: &["limb"],
            components: &["sprite"],
            properties: &[("transform:x", "4"), ("visible", "false")],
            ..plain
        }),
        add(NewNode { parent: "arm", ..plain }),
        add(NewNode { parent: "other", id: Some("x"), ..plain }),
        add(NewNode { place: Place::At(1), id: Some("x"), ..plain }),
        add(NewNode { id: Some("art"), ..plain }),
        add(NewNode { place: Place::At(9), ..plain }),
        add(NewNode { place: Place::Behind("Playr"), ..plain }),
        add(NewNode { name: "", ..plain }),
        add(NewNode { parent: "art", ..plain }),
        add(NewNode { components: &["sprit"], id: Some("x"), ..plain }),
        add(NewNode { properties: &[("visibel", "false")], id: Some("x"), ..plain }),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn components_are_added_and_removed() {
    let add =
        |new: NewComponent<'_>| changes(edit::add_component(&document(SCENE), &new, &Options { seed: 7 }));
    let remove = |name: &str| changes(edit::remove_component(&document(SCENE), name, &Options::default()));
    let plain = NewComponent { node: "player", kind: "light", id: Some("l"), ..NewComponent::default() };
    let lines = [
        add(plain),
        add(NewComponent { node: "arm", id: None, ..plain }),
        add(NewComponent {
            node: "other",
            properties: &[("kind", "\"point\""), ("transform:x", "3")],
            ..plain
        }),
        add(NewComponent { place: Place::Before("sprite"), ..plain }),
        add(NewComponent { place: Place::At(5), ..plain }),
        add(NewComponent { kind: "script", ..plain }),
        add(NewComponent { kind: "script", properties: &[("ref", "\"walk\"")], ..plain }),
        remove("player/mask"),
        remove("player"),
        remove("player/light"),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn boxes_are_removed_renamed_and_moved() {
    let options = Options::default();
    let document = document(SCENE);
    let go = |node: &str, parent: Option<&str>, place: Place<'_>| {
        changes(edit::move_node(&document, node, parent, place, &options))
    };
    let lines = [
        changes(edit::remove_node(&document, "hole", &options)),
        changes(edit::remove_node(&document, "World/Player", &options)),
        changes(edit::remove_node(&document, "arm", &options)),
        changes(edit::remove_node(&document, ".", &options)),
        changes(edit::rename_node(&document, "Arm", "x", &options)),
        changes(edit::rename_node(&document, "arm", "Left \"arm\"", &options)),
        changes(edit::rename_node(&document, "World", "Grove", &options)),
        changes(edit::rename_node(&document, ":root:children:1", "Hole", &options)),
        go("arm", Some("."), Place::Last),
        go("hole", Some("player"), Place::At(0)),
        go("hole", Some("other"), Place::Last),
        go("other", None, Place::At(0)),
        go("other", None, Place::Before("Player")),
        go("player", None, Place::At(0)),
        go("player", Some("arm"), Place::Last),
        go(".", Some("arm"), Place::Last),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn boxes_are_copied() {
    let options = Options { seed: 3 };
    let copy = |text: &str, node: &str, name: Option<&str>| {
        changes_of(text, edit::duplicate_node(&document(text), node, name, &options))
    };
    let masked = r#"{"root": {"id": "r", "children": [
  {"id": "a", "name": "A1", "components": [{"type": "mask", "id": "m", "by": "b"}, {"type": "mask", "id": "shared", "by": "r"}, {"type": "store", "id": "a:store:save", "ref": "save"}], "children": [
    {"id": "b"}
  ]},
  {"id": "c", "components": [{"type": "mask", "id": "shared", "by": "r"}]}
]}}"#;
    let lines = [
        copy(SCENE, "arm", None),
        copy(SCENE, "player", Some("Rival")),
        copy(SCENE, ".", None),
        copy(masked, "a", None),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn other_layouts_are_followed() {
    let options = Options { seed: 1 };
    let add = |text: &str| {
        let new = NewNode { parent: ".", name: "N", id: Some("n"), ..NewNode::default() };
        String::from_utf8(edit::add_node(&document(text), &new, &options).unwrap().bytes(&document(text)))
            .unwrap()
    };
    let lines = [
        add(r#"{"root":{"children":[]}}"#),
        add(r#"{"root": { "id": "r", "children": [{ "id": "a" }] }}"#),
        add("{\r\n\t\"root\": {\r\n\t\t\"children\": []\r\n\t}\r\n}"),
        add("{\n    \"root\": {\n        \"children\": [{\n            \"id\": \"a\"\n        }]\n    }\n}"),
        add("{\n  \"root\": {\"name\": \"R\"}\n}"),
        add("{\n  \"root\": {\n    \"children\": null\n  }\n}"),
    ];
    insta::assert_snapshot!(lines.join("\n----\n").replace("\r\n", "␍\n"));
}

#[test]
fn damage_is_kept_off() {
    let options = Options::default();
    let text = "{\"root\": {\"id\": \"r\", // why\n \"data\": {\"x\": 1}, \"children\": [{\"id\": \"a\", \"name\": \"A\"}, {\"id\": \"b\", }]}}";
    let set = |name: &str| match edit::set(&document(text), &target(name), "2", &options) {
        Ok(edits) => String::from_utf8(edits.bytes(&document(text))).unwrap(),
        Err(refusal) => format!("[{}] {refusal}", refusal.code.name),
    };
    insta::assert_snapshot!([set("r:data:x"), set("a:x"), set("r:x"), set("b:x"), set("a:name")].join("\n"));
    for text in ["", "[", "{\"root\": {\"id\": \"a\"", "5"] {
        assert!(edit::set(&document(text), &target(":a"), "1", &options).is_err(), "{text}");
    }
}

#[test]
fn of_several_members_of_one_name_the_last_is_set_and_all_are_taken_out() {
    let text = r#"{"a": 1, "b": 2, "a": 3}"#;
    let options = Options::default();
    let bytes = |edits: Edits| String::from_utf8(edits.bytes(&document(text))).unwrap();
    assert_eq!(
        bytes(edit::set(&document(text), &target(":a"), "4", &options).unwrap()),
        r#"{"a": 1, "b": 2, "a": 4}"#
    );
    assert_eq!(bytes(edit::unset(&document(text), &target(":a"), &options).unwrap()), r#"{"b": 2}"#);
}

/// Any scene: boxes with names and ids of few letters, so that they clash now and then.
fn any_box() -> impl Strategy<Value = Json> {
    let leaf = (0..6_u8, 0..6_u8, any::<Option<i16>>()).prop_map(|(id, name, x)| {
        let transform = x.map_or(Json::Null, |x| serde_json::json!({"x": x, "y": 1.5}));
        serde_json::json!({"id": format!("i{id}"), "name": format!("N{name}"), "transform": transform,
            "components": [{"type": "sprite", "id": format!("c{id}"), "texture": null}], "children": []})
    });
    leaf.prop_recursive(4, 24, 4, |inner| {
        (inner.clone(), prop::collection::vec(inner, 0..4)).prop_map(|(mut own, children)| {
            own["children"] = Json::from(children);
            own
        })
    })
}

/// A file in one of the layouts that people and tools write.
fn any_file() -> impl Strategy<Value = String> {
    (any_box(), 0..4_u8).prop_map(|(root, layout)| {
        let scene = serde_json::json!({"format": "nacatamalon-scene", "version": 1, "name": "S", "assets": [], "root": root});
        match layout {
            0 => scene.to_string(),
            1 => serde_json::to_string_pretty(&scene).unwrap(),
            2 => serde_json::to_string_pretty(&scene).unwrap().replace('\n', "\r\n") + "\r\n",
            _ => serde_json::to_string_pretty(&scene).unwrap().replace("  ", "\t") + "\n",
        }
    })
}

fn json(bytes: &[u8]) -> Json {
    serde_json::from_slice(bytes)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes)))
}

/// Every box, by the way to it through the file.
fn ways(root: Value<'_>) -> Vec<String> {
    let mut ways = Vec::new();
    let mut pending = vec![(root, ":root".to_owned())];
    while let Some((value, way)) = pending.pop() {
        let children = value.get("children").into_iter().flat_map(Value::elements).enumerate();
        pending.extend(children.map(|(at, child)| (child, format!("{way}:children:{at}"))));
        ways.push(way);
    }
    ways
}

/// The same in a pointer of serde's.
fn pointer(way: &str) -> String {
    way.replace(':', "/")
}

/// The pointer of every value below the whole.
fn pointers(value: &Json) -> Vec<String> {
    let mut out = Vec::new();
    let mut pending = vec![(value, String::new())];
    while let Some((value, way)) = pending.pop() {
        let members =
            value.as_object().into_iter().flatten().map(|(name, value)| (value, format!("{way}/{name}")));
        let list = value
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(at, value)| (value, format!("{way}/{at}")));
        pending.extend(members.chain(list));
        if !way.is_empty() {
            out.push(way);
        }
    }
    out
}

proptest! {
    #[test]
    fn setting_and_taking_out_again_gives_the_same_bytes(
        text in any_file(), pick in any::<prop::sample::Index>(), name in "[a-z]{1,3}", value in any::<i32>(),
    ) {
        let before = document(&text);
        let all = ways(before.root().unwrap().get("root").unwrap());
        let target = target(pick.get::<String>(&all)).member("extra").member(&name);
        let options = Options::default();
        let set = edit::set(&before, &target, &value.to_string(), &options).unwrap();
        let after = set.apply(&before);
        let mut wanted = json(text.as_bytes());
        wanted.pointer_mut(&pointer(pick.get::<String>(&all))).unwrap()["extra"] = serde_json::json!({&*name: value});
        prop_assert_eq!(json(after.write()), wanted);
        prop_assert_eq!(&edit::get(&after, &target).unwrap().text, &value.to_string());
        prop_assert_eq!(apply(after.write(), &set.undo(&before)).unwrap(), text.as_bytes());
        let owner = Target { names: target.names[..target.names.len() - 1].to_vec(), ..target };
        let back = edit::unset(&after, &owner, &options).unwrap().bytes(&after);
        prop_assert_eq!(String::from_utf8(back).unwrap(), text);
    }

    #[test]
    fn nothing_else_changes_when_a_value_does(
        text in any_file(), pick in any::<prop::sample::Index>(), value in any::<Option<bool>>(), whole in any::<bool>(),
    ) {
        let before = document(&text);
        let all = pointers(&json(text.as_bytes()));
        let way = pick.get::<String>(&all);
        let target = target(&way.replace('/', ":"));
        let options = Options::default();
        let new = if whole { serde_json::json!([value, {"a": value}]) } else { Json::from(value) };
        let set = edit::set(&before, &target, &new.to_string(), &options).unwrap();
        let mut wanted = json(text.as_bytes());
        *wanted.pointer_mut(way).unwrap() = new;
        // Masks are not generated, so no other value follows.
        prop_assert_eq!(json(&set.bytes(&before)), wanted);
        let unset = edit::unset(&before, &target, &options).unwrap();
        let (parent, last) = way.rsplit_once('/').unwrap();
        let mut wanted = json(text.as_bytes());
        match wanted.pointer_mut(parent).unwrap() {
            Json::Array(list) => drop(list.remove(last.parse().unwrap())),
            Json::Object(members) => drop(members.remove(last)),
            _ => unreachable!("a value with values in it"),
        }
        let after = unset.apply(&before);
        prop_assert_eq!(json(after.write()), wanted);
        prop_assert_eq!(apply(after.write(), &unset.undo(&before)).unwrap(), text.as_bytes());
    }

    #[test]
    fn adding_and_removing_again_gives_the_same_bytes(
        text in any_file(), pick in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), seed in any::<u64>(),
    ) {
        let before = document(&text);
        let all = ways(before.root().unwrap().get("root").unwrap());
        let parent = pick.get::<String>(&all);
        let count = json(text.as_bytes()).pointer(&pointer(parent)).unwrap()["children"].as_array().unwrap().len();
        let at = place.index(count + 1);
        let new = NewNode { parent, name: "New", place: Place::At(at), ..NewNode::default() };
        let options = Options { seed };
        let added = edit::add_node(&before, &new, &options).unwrap();
        let after = added.apply(&before);
        let made = format!("#{}", added.made.clone().unwrap());
        let mut wanted = json(text.as_bytes());
        let list = wanted.pointer_mut(&pointer(parent)).unwrap()["children"].as_array_mut().unwrap();
        list.insert(at, serde_json::json!({"id": &made[1..], "name": "New", "transform": null, "components": [], "children": []}));
        prop_assert_eq!(json(after.write()), wanted);
        let back = edit::remove_node(&after, &made, &options).unwrap().bytes(&after);
        prop_assert_eq!(String::from_utf8(back).unwrap(), text);
    }

    #[test]
    fn moving_and_moving_back_gives_the_same_bytes(
        text in any_file(), pick in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(),
    ) {
        let before = document(&text);
        let all = ways(before.root().unwrap().get("root").unwrap());
        let (node, parent) = (pick.get::<String>(&all), to.get::<String>(&all));
        prop_assume!(node != ":root" && !format!("{parent}:").starts_with(&format!("{node}:")));
        // A box that is alone in its list would come back into an empty one, which any layout may follow.
        let mut wanted = json(text.as_bytes());
        let (from, index) = node.rsplit_once(":children:").unwrap();
        let index: usize = index.parse().unwrap();
        let same = from == parent;
        let count = wanted.pointer(&pointer(parent)).unwrap()["children"].as_array().unwrap().len() - usize::from(same);
        let at = place.index(count + 1);
        let options = Options::default();
        // An id of its own, so that it can be found again.
        let named = edit::set(&before, &target(node).member("id"), "\"moved\"", &options).unwrap().apply(&before);
        let moved = edit::move_node(&named, "#moved", Some(parent), Place::At(at), &options).unwrap();
        let after = moved.apply(&named);
        let mut it = wanted.pointer_mut(&pointer(from)).unwrap()["children"].as_array_mut().unwrap().remove(index);
        it["id"] = "moved".into();
        if same {
            wanted.pointer_mut(&pointer(from)).unwrap()["children"].as_array_mut().unwrap().insert(at, it);
            prop_assert_eq!(json(after.write()), wanted);
        }
        prop_assert!(after.findings().is_empty());
        prop_assert_eq!(apply(after.write(), &moved.undo(&named)).unwrap(), named.write());
        // Its old parent may have another way now: by its id where that is one of a kind.
        let owner = json(text.as_bytes()).pointer(&pointer(from)).unwrap()["id"].as_str().unwrap().to_owned();
        let twins = text.matches(&format!("\"{owner}\"")).count();
        if twins == 1 {
            let back = edit::move_node(&after, "#moved", Some(&format!("#{owner}")), Place::At(index), &options).unwrap();
            let back = String::from_utf8(back.bytes(&after)).unwrap();
            prop_assert_eq!(back, String::from_utf8(named.write().to_vec()).unwrap());
        }
    }

    #[test]
    fn a_copy_has_ids_of_its_own(text in any_file(), pick in any::<prop::sample::Index>(), seed in any::<u64>()) {
        let before = document(&text);
        let all = ways(before.root().unwrap().get("root").unwrap());
        let node = pick.get::<String>(&all);
        prop_assume!(node != ":root");
        let options = Options { seed };
        let copied = edit::duplicate_node(&before, node, None, &options).unwrap();
        let after = copied.apply(&before);
        let (from, index) = node.rsplit_once(":children:").unwrap();
        let mut now = json(after.write());
        let index: usize = index.parse().unwrap();
        let copy = now.pointer_mut(&pointer(from)).unwrap()["children"].as_array_mut().unwrap().remove(index + 1);
        prop_assert_eq!(&now, &json(text.as_bytes()));
        prop_assert_eq!(copy["id"].as_str(), copied.made.as_deref());
        let made = copied.made.clone().unwrap();
        prop_assert!(!text.contains(&*made));
        let back = edit::remove_node(&after, &format!("#{made}"), &options).unwrap().bytes(&after);
        prop_assert_eq!(String::from_utf8(back).unwrap(), text);
    }

    #[test]
    fn no_target_and_no_file_makes_an_edit_panic(text in ".{0,60}", name in ".{0,12}", value in ".{0,8}") {
        let options = Options::default();
        for text in [&*text, SCENE] {
            let document = document(text);
            let Ok(target) = Target::parse(&name) else { continue };
            let _ = edit::get(&document, &target);
            for done in [
                edit::set(&document, &target, &value, &options),
                edit::set(&document, &target, "[1]", &options),
                edit::unset(&document, &target, &options),
                edit::remove_node(&document, &name, &options),
                edit::duplicate_node(&document, &name, None, &options),
                edit::rename_node(&document, &name, &value, &options),
                edit::move_node(&document, &name, Some(&value), Place::Last, &options),
            ].into_iter().flatten() {
                prop_assert!(apply(document.write(), &done.edits).is_ok());
            }
        }
    }
}

#[test]
fn kinds_of_damaged_values_do_not_matter_to_get() {
    let document = document("{\"a\": nope}");
    assert_eq!(document.root().unwrap().get("a").unwrap().kind(), Kind::Damaged);
    assert_eq!(edit::get(&document, &target(":a")).unwrap().text, "nope");
}
