//! Differences of files where things moved or got other names.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests end at a surprise")]

use proscenio_diff::{Change, ChangeKind, diff};
use proscenio_source::Source;

/// What differs, a line each: what happened, to what, what it was called, and what it says.
fn told(name: &str, old: &str, new: &str) -> Vec<String> {
    fn tell(changes: &[Change], lines: &mut Vec<String>) {
        for change in changes {
            let from = change.from.as_ref().map(|from| format!(" < {from}")).unwrap_or_default();
            if change.parts.is_empty() || change.from.is_some() {
                let place = &change.place;
                lines.push(format!("{:?} {} {}{from}", change.kind, place.what, place.name));
            }
            tell(&change.parts, lines);
        }
    }
    let source = |text: &str| Source::new(name, text.into());
    let mut lines = Vec::new();
    tell(&diff(&source(old), &source(new), false).unwrap().without_noise().changes, &mut lines);
    lines
}

const TREE: &str = "[gd_scene format=3]

[node name=\"Root\" type=\"Node2D\" unique_id=1]

[node name=\"Wall\" type=\"Node2D\" parent=\".\" unique_id=2]

[node name=\"Body\" type=\"StaticBody2D\" parent=\"Wall\" unique_id=3]
position = Vector2(1, 2)

[node name=\"Shape\" type=\"CollisionShape2D\" parent=\"Wall/Body\" unique_id=4]
to = NodePath(\"..\")

[node name=\"Gate\" type=\"Node2D\" parent=\".\" unique_id=5]
eye = NodePath(\"../Wall/Body\")

[connection signal=\"ready\" from=\"Wall/Body\" to=\".\" method=\"_on\"]
";

/// `Body` below `Gate`, behind it, and all that names it following.
fn moved() -> String {
    let (head, rest) = TREE.split_once("[node name=\"Body\"").unwrap();
    let (body, rest) = rest.split_once("[node name=\"Gate\"").unwrap();
    let (gate, tail) = rest.split_once("[connection").unwrap();
    let text = format!("{head}[node name=\"Gate\"{gate}[node name=\"Body\"{body}[connection{tail}");
    let text = text.replace("parent=\"Wall\"", "parent=\"Gate\"").replace("\"Wall/Body\"", "\"Gate/Body\"");
    text.replace("../Wall/Body", "Body")
}

fn renamed() -> String {
    TREE.replace("\"Wall", "\"Fence").replace("../Wall", "../Fence")
}

#[test]
fn a_moved_node_is_told_once_and_nothing_of_what_names_it() {
    for ids in [true, false] {
        let file = |text: &str| {
            let without = |text: &str| {
                (1..6).fold(text.to_owned(), |text, id| text.replace(&format!(" unique_id={id}"), ""))
            };
            if ids { text.to_owned() } else { without(text) }
        };
        let (old, new) = (file(TREE), file(&moved()));
        assert_eq!(told("a.tscn", &old, &new), ["Moved node Gate/Body < Wall/Body"], "with ids: {ids}");
        // One that moved and says something else is known by its id.
        let changed = new.replace("Vector2(1, 2)", "Vector2(3, 2)");
        let lines = ["Moved node Gate/Body < Wall/Body", "Changed property Gate/Body:position"];
        assert!(!ids || told("a.tscn", &old, &changed) == lines);
    }
}

#[test]
fn a_renamed_node_is_told_once_and_one_may_be_both() {
    assert_eq!(told("a.tscn", TREE, &renamed()), ["Renamed node Fence < Wall"]);
    let both = moved().replace("name=\"Body\"", "name=\"Trunk\"");
    let both = both.replace("Gate/Body", "Gate/Trunk").replace("(\"Body\")", "(\"Trunk\")");
    assert_eq!(told("a.tscn", TREE, &both), ["Moved node Gate/Trunk < Wall/Body"]);
    let root = TREE.replace("name=\"Root\"", "name=\"World\"");
    assert_eq!(told("a.tscn", TREE, &root), ["Renamed node World < Root"]);
}

#[test]
fn order_is_told_of_siblings_and_not_of_what_a_move_carries_along() {
    let (head, rest) = TREE.split_once("[node name=\"Wall\"").unwrap();
    let (wall, rest) = rest.split_once("[node name=\"Gate\"").unwrap();
    let (gate, tail) = rest.split_once("[connection").unwrap();
    let turned = format!("{head}[node name=\"Gate\"{gate}[node name=\"Wall\"{wall}[connection{tail}");
    let source = |text: &str| Source::new("a.tscn", text.into());
    let found = diff(&source(TREE), &source(&turned), false).unwrap().without_noise().changes;
    let [order] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((order.place.what, order.place.name.as_str()), ("order", "."));
    assert_eq!(order.old.as_deref(), Some(&b"Wall\nGate"[..]));
    assert_eq!(order.new.as_deref(), Some(&b"Gate\nWall"[..]));
}

const BOXES: &str = r#"{
  "format": "nacatamalon-scene", "version": 1, "name": "Level",
  "root": {"id": "r", "name": "Root", "children": [
    {"id": "a", "name": "A"},
    {"id": "b", "name": "B", "children": [
      {"id": "c", "name": "C", "transform": {"x": 1}},
      {"id": "d", "name": "D"}
    ]}
  ]}
}
"#;

#[test]
fn a_moved_box_is_told_with_both_its_places() {
    let new = BOXES.replace("      {\"id\": \"c\", \"name\": \"C\", \"transform\": {\"x\": 1}},\n", "").replace(
        "{\"id\": \"a\", \"name\": \"A\"}",
        "{\"id\": \"a\", \"name\": \"A\", \"children\": [\n  {\"id\": \"c\", \"name\": \"C\", \"transform\": {\"x\": 1}}\n  ]}",
    );
    let line = "Moved element /root/children/@a/children/@c < /root/children/@b/children/@c";
    assert_eq!(told("a.scene", BOXES, &new), [line]);
    // What the move left empty is no other difference, and neither is what changed inside.
    let changed = new.replace("\"x\": 1", "\"x\": 2");
    let inside = "Changed member /root/children/@a/children/@c/transform/x";
    assert_eq!(told("a.scene", BOXES, &changed), [line, inside]);
    let back = "Moved element /root/children/@b/children/@c < /root/children/@a/children/@c";
    assert_eq!(told("a.scene", &new, BOXES), [back]);
}

#[test]
fn a_box_moves_below_a_new_one_and_others_move_inside_it() {
    let list = "\"children\": [\n      {\"id\": \"c\", \"name\": \"C\", \"transform\": {\"x\": 1}},\n      {\"id\": \"d\", \"name\": \"D\"}\n    ]";
    let new = BOXES.replace(
        list,
        "\"children\": [{\"id\": \"n\", \"name\": \"N\", \"children\": [{\"id\": \"d\", \"name\": \"D\", \"children\": [{\"id\": \"c\", \"name\": \"C\", \"transform\": {\"x\": 1}}]}]}]",
    );
    let mut lines = told("a.scene", BOXES, &new);
    lines.sort();
    assert_eq!(
        lines,
        [
            "Added element /root/children/@b/children/@n",
            "Moved element /root/children/@b/children/@n/children/@d < /root/children/@b/children/@d",
            "Moved element /root/children/@b/children/@n/children/@d/children/@c < /root/children/@b/children/@c",
        ]
    );
}

#[test]
fn items_of_espresso3d_are_told_with_their_new_names() {
    let map = "TEXTURESET media/set.txt NOJAR\n\nSECTOR hall\n{\n  TRIANGLE\n  {\n    VERTICES\n      0 0 0, 1 0 0, 0 1 0;\n    TEXTURE\n      0 0, 1 0, 0 1, WALL;\n  }\n  TRIANGLE\n  {\n    VERTICES\n      0 0 1, 1 0 1, 0 1 1;\n    TEXTURE\n      0 0, 1 0, 0 1, WALL;\n  }\n}\n";
    let new = map.replace("SECTOR hall", "SECTOR lobby");
    assert_eq!(told("a.e3m", map, &new), ["Renamed sector lobby < hall"]);
    let both = new.replace("0 0 1, 1 0 1", "0 0 1, 2 0 1");
    let lines = told("a.e3m", map, &both);
    assert_eq!(lines[0], "Renamed sector lobby < hall");
    assert!(lines.len() == 2 && lines[1].starts_with("Changed vertices"), "{lines:?}");
    let kinds = diff(
        &Source::new("a.e3m", map.into()),
        &Source::new("a.e3m", map.replace("1 0 0", "2 0 0").into()),
        false,
    );
    assert_eq!(kinds.unwrap().changes[0].kind, ChangeKind::Changed);
}
