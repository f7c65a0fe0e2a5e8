//! Merges of Godot scenes where nodes got other names and other parents.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests end at a surprise")]

use proscenio_diff::{Merged, Options, Take, merge, open_conflicts, resolve};
use proscenio_source::Source;

const BASE: &str = include_str!("fixtures/yard.tscn");

fn source(text: &str) -> Source {
    Source::new("a.tscn", text.into())
}

fn merged(ours: &str, theirs: &str) -> (String, Merged) {
    let merged = merge(&source(BASE), &source(ours), &source(theirs), &Options::default());
    (String::from_utf8(merged.bytes.clone()).unwrap(), merged)
}

#[track_caller]
fn clean(ours: &str, theirs: &str) -> String {
    let (text, merged) = merged(ours, theirs);
    assert!(merged.conflicts.is_empty(), "{:#?}\n{text}", merged.conflicts);
    let document = proscenio_godot::Document::parse(source(&text));
    assert!(document.findings().is_empty() && document.check().is_empty(), "{:?}\n{text}", document.check());
    text
}

#[track_caller]
fn with(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(BASE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

/// `Wall` is `Fence`, and everything that names it follows.
fn renamed() -> String {
    with(&[
        ("name=\"Wall\"", "name=\"Fence\""),
        ("parent=\"Wall", "parent=\"Fence"),
        ("../Wall/Body", "../Fence/Body"),
        ("from=\"Wall/Body\"", "from=\"Fence/Body\""),
    ])
}

#[test]
fn an_edit_of_a_renamed_node_follows() {
    let theirs = with(&[
        ("texture = Ext", "flip_h = true\ntexture = Ext"),
        ("size = Vector2(20, 10)", "size = Vector2(20, 11)"),
    ]);
    let expected = renamed()
        .replace("texture = Ext", "flip_h = true\ntexture = Ext")
        .replace("size = Vector2(20, 10)", "size = Vector2(20, 11)");
    assert_eq!(clean(&renamed(), &theirs), expected);
    assert_eq!(clean(&theirs, &renamed()), expected);
}

#[test]
fn what_the_other_side_adds_below_a_renamed_node_or_calls_by_its_path_follows() {
    let theirs = with(&[
        (
            "[node name=\"Gate\"",
            "[node name=\"New\" type=\"Node\" parent=\"Wall/Body\"]\nto = NodePath(\"../Shape\")\n\n[node name=\"Gate\"",
        ),
        ("metadata/wall =", "other = NodePath(\"../Wall:modulate\")\nmetadata/wall ="),
    ]);
    let text = clean(&renamed(), &theirs);
    assert!(
        text.contains("[node name=\"New\" type=\"Node\" parent=\"Fence/Body\"]\nto = NodePath(\"../Shape\")"),
        "{text}"
    );
    assert!(text.contains("other = NodePath(\"../Fence:modulate\")"), "{text}");
    assert!(!text.contains("Wall"), "{text}");
}

#[test]
fn a_moved_node_takes_the_edits_of_the_other_side_along() {
    let moved = with(&[
        (
            "name=\"Body\" type=\"StaticBody2D\" parent=\"Wall\"",
            "name=\"Body\" type=\"StaticBody2D\" parent=\"Gate\"",
        ),
        ("parent=\"Wall/Body\"", "parent=\"Gate/Body\""),
        ("../Wall/Body", "Body"),
        ("from=\"Wall/Body\"", "from=\"Gate/Body\""),
    ]);
    // The parent stands in front of its child.
    let (head, rest) = moved.split_once("[node name=\"Body\"").unwrap();
    let (body, tail) = rest.split_once("[node name=\"Gate\"").unwrap();
    let (gate, tail) = tail.split_once("[node name=\"Light\"").unwrap();
    let ours = format!("{head}[node name=\"Gate\"{gate}[node name=\"Body\"{body}[node name=\"Light\"{tail}");
    let theirs = with(&[("shape = Sub", "disabled = true\nshape = Sub")]);
    assert_eq!(clean(&ours, &theirs), ours.replace("shape = Sub", "disabled = true\nshape = Sub"));
    assert_eq!(clean(&theirs, &ours), ours.replace("shape = Sub", "disabled = true\nshape = Sub"));
}

#[test]
fn two_new_names_for_one_node_are_a_conflict_and_every_path_follows_either() {
    let theirs = renamed().replace("Fence", "Hedge");
    let (text, done) = merged(&renamed(), &theirs);
    assert_eq!(done.conflicts.len(), 1, "{text}");
    assert!(text.contains("parent=\"Fence/Body\"") && !text.contains("\"Hedge/Body\""), "{text}");
    let open = open_conflicts(&source(&text));
    assert_eq!((open.len(), open[0].name.as_str()), (1, "Fence"));
    let settled = String::from_utf8(resolve(&source(&text), 0, &Take::Theirs).unwrap()).unwrap();
    assert_eq!(settled, theirs);
    let kept = String::from_utf8(resolve(&source(&text), 0, &Take::Ours).unwrap()).unwrap();
    assert_eq!(kept, renamed());
}

#[test]
fn a_new_name_that_the_other_side_gave_to_another_node_makes_room() {
    let theirs = with(&[(
        "[node name=\"Gate\"",
        "[node name=\"Fence\" type=\"Node\" parent=\".\"]\na = 1\n\n[node name=\"Gate\"",
    )]);
    let (text, done) = merged(&renamed(), &theirs);
    assert!(done.conflicts.is_empty());
    assert_eq!(done.findings[0].code, "merge/renamed");
    assert!(text.contains("[node name=\"Fence2\" type=\"Node\" parent=\".\"]\na = 1"), "{text}");
}

/// The scene with a node moved to another parent, everything that names it following.
fn moved(path: &str, parent: &str) -> String {
    let document = proscenio_godot::Document::parse(source(BASE));
    let (place, options) = (proscenio_godot::edit::Place::Last, proscenio_godot::edit::Options::default());
    let edits = proscenio_godot::edit::move_node(&document, path, Some(parent), place, &options).unwrap();
    String::from_utf8(edits.apply(&document).to_bytes()).unwrap()
}

#[test]
fn nodes_of_one_name_that_both_sides_move_to_one_parent_make_room() {
    let tree = |parents: [&str; 2]| {
        let node = |parent: &str, a: u8| {
            format!("[node name=\"Shape\" type=\"Node\" parent=\"{parent}\" unique_id={a}]\na = {a}\n")
        };
        let body = |name: &str| format!("[node name=\"{name}\" type=\"Node\" parent=\".\"]\n");
        let head = format!("[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node\"]\n\n{}", body("Eye"));
        let of = [body("One"), node(parents[0], 1), body("Two"), node(parents[1], 2)];
        format!("{head}\n{}", of.join("\n"))
    };
    let sides = [tree(["One", "Two"]), tree(["One", "Eye"]), tree(["Eye", "Two"])];
    let [base, ours, theirs] = sides.map(|text| source(&text));
    let done = merge(&base, &ours, &theirs, &Options::default());
    let text = String::from_utf8(done.bytes).unwrap();
    assert!(done.conflicts.is_empty(), "{text}");
    let paths = paths(&text);
    assert!(paths.contains(&"Eye/Shape".to_owned()) && paths.contains(&"Eye/Shape2".to_owned()), "{paths:?}");
}

#[test]
fn inner_nodes_of_two_instances_with_one_id_are_two_nodes() {
    let part = |name: &str| {
        format!(
            "[node name=\"{name}\" parent=\".\" unique_id=1{0} instance=ExtResource(\"1\")]\n\n[node name=\"Eye\" parent=\"{name}\" index=\"0\" unique_id=7]\nfov = {0}\n",
            name.len()
        )
    };
    let head = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n\n[node name=\"Root\" type=\"Node\"]\n\n";
    let base = format!("{head}{}\n{}", part("First"), part("Second"));
    let without = format!("{head}{}", part("Second"));
    let link = "\n[connection signal=\"ready\" from=\"Second/Eye\" to=\"Second\" method=\"_on\"]\n";
    let done =
        merge(&source(&base), &source(&format!("{base}{link}")), &source(&without), &Options::default());
    assert_eq!(String::from_utf8(done.bytes).unwrap(), format!("{without}{link}"));
    assert!(done.conflicts.is_empty() && done.findings.is_empty());
}

fn paths(text: &str) -> Vec<String> {
    let document = proscenio_godot::Document::parse(source(text));
    let tree = document.node_tree();
    (0..tree.nodes().len()).map(|at| tree.path(proscenio_godot::NodeIndex(at as u32))).collect()
}

#[test]
fn a_rename_and_a_move_out_of_an_instance_meet() {
    let base = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n\n[node name=\"R\" instance=ExtResource(\"1\")]\n\n[node name=\"B\" type=\"Button\" parent=\"In/Box\"]\ntext = \"x\"\n\n[connection signal=\"pressed\" from=\"In/Box/B\" to=\".\" method=\"_on\"]\n";
    let ours = base.replace("name=\"B\"", "name=\"C\"").replace("In/Box/B", "In/Box/C");
    let theirs = base.replace("parent=\"In/Box\"", "parent=\".\"").replace("from=\"In/Box/B\"", "from=\"B\"");
    let wanted = theirs.replace("name=\"B\"", "name=\"C\"").replace("from=\"B\"", "from=\"C\"");
    for (one, two) in [(&ours, &theirs), (&theirs, &ours)] {
        let done = merge(&source(base), &source(one), &source(two), &Options::default());
        assert!(done.conflicts.is_empty());
        assert_eq!(String::from_utf8(done.bytes).unwrap(), wanted);
    }
}

#[test]
fn nodes_of_several_instances_may_share_a_unique_id() {
    let camera = |number: u32| {
        format!("[node name=\"Camera\" parent=\"I{number}/In\" index=\"2\" unique_id=7]\ncurrent = true\n\n")
    };
    let instance =
        |number: u32| format!("[node name=\"I{number}\" parent=\".\" instance=ExtResource(\"1\")]\n\n");
    let base = format!(
        "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n\n[node name=\"R\" type=\"Node\"]\nx = 1\n\n{}{}{}{}[editable path=\"I1\"]\n[editable path=\"I2\"]\n",
        instance(1),
        camera(1),
        instance(2),
        camera(2)
    );
    let (ours, theirs) = (base.replace(&camera(1), ""), base.replace("x = 1", "x = 2"));
    for (one, two) in [(&ours, &theirs), (&theirs, &ours)] {
        let done = merge(&source(&base), &source(one), &source(two), &Options::default());
        assert!(done.conflicts.is_empty(), "{:?}", done.conflicts);
        assert_eq!(String::from_utf8(done.bytes).unwrap(), ours.replace("x = 1", "x = 2"));
    }
}

#[test]
fn moves_that_make_a_circle_are_a_conflict() {
    let (text, done) = merged(&moved("Wall", "Gate"), &moved("Gate", "Wall"));
    assert!(!done.conflicts.is_empty());
    let paths = paths(&text);
    assert!(
        paths.contains(&"Gate".to_owned()) && paths.contains(&"Gate/Wall".to_owned()),
        "{paths:?}\n{text}"
    );
}

#[test]
fn a_node_moved_below_a_deleted_one_is_a_conflict() {
    let document = proscenio_godot::Document::parse(source(BASE));
    let options = proscenio_godot::edit::Options::default();
    let without = proscenio_godot::edit::remove_node(&document, "Gate", &options).unwrap().apply(&document);
    let without = String::from_utf8(without.to_bytes()).unwrap();
    for (ours, theirs) in [(&without, &moved("Wall", "Gate")), (&moved("Wall", "Gate"), &without)] {
        let (text, done) = merged(ours, theirs);
        assert!(!done.conflicts.is_empty(), "{text}");
        let found = paths(&text);
        let wall = if *ours == without { "Wall/Body/Shape" } else { "Gate/Wall/Body/Shape" };
        assert!(found.contains(&wall.to_owned()), "{found:?}\n{text}");
    }
}

#[test]
fn every_conflict_settles_as_the_side_that_is_taken_has_it() {
    let leaf = "[node name=\"Light\" type=\"PointLight2D\" parent=\"Gate\"]\nenergy = 1.5\n\n";
    let ours = with(&[("position = Vector2(3, 4)", "position = Vector2(5, 4)"), (leaf, "")]);
    let theirs =
        with(&[("position = Vector2(3, 4)", "position = Vector2(9, 4)"), ("energy = 1.5", "energy = 2.5")]);
    for (take, expected) in [(Take::Ours, &ours), (Take::Theirs, &theirs)] {
        for (one, two) in [(&ours, &theirs), (&theirs, &ours)] {
            let (mut text, done) = merged(one, two);
            assert_eq!(done.conflicts.len(), 2);
            while !open_conflicts(&source(&text)).is_empty() {
                text = String::from_utf8(resolve(&source(&text), 0, &take).unwrap()).unwrap();
            }
            let wanted = if one == &ours {
                expected
            } else if *expected == ours {
                &theirs
            } else {
                &ours
            };
            assert_eq!(&text, wanted);
        }
    }
}
