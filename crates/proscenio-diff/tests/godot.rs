//! Merges of Godot text files.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests end at a surprise")]

use proscenio_diff::{ConflictKind, How, Markers, Merged, Options, Strategy, merge};
use proscenio_source::Source;

const BASE: &str = "\
[gd_scene load_steps=4 format=3 uid=\"uid://b1\"]

[ext_resource type=\"Script\" uid=\"uid://s1\" path=\"res://a.gd\" id=\"1_aaaaa\"]
[ext_resource type=\"Texture2D\" uid=\"uid://t1\" path=\"res://a.png\" id=\"2_bbbbb\"]

[sub_resource type=\"BoxShape3D\" id=\"BoxShape3D_ccccc\"]
size = Vector3(1, 2, 3)

[node name=\"Root\" type=\"Node3D\"]
script = ExtResource(\"1_aaaaa\")

[node name=\"A\" type=\"Node3D\" parent=\".\" groups=[\"one\", \"two\"]]
position = Vector3(1, 1, 1)
metadata/data = {
\"x\": 1,
\"y\": [1, 2, 3]
}

[node name=\"Leaf\" type=\"Sprite2D\" parent=\"A\"]
texture = ExtResource(\"2_bbbbb\")

[node name=\"B\" type=\"CollisionShape3D\" parent=\".\"]
shape = SubResource(\"BoxShape3D_ccccc\")

[connection signal=\"ready\" from=\"A\" to=\".\" method=\"_on_ready\"]
";

fn source(text: &str) -> Source {
    Source::new("a.tscn", text.into())
}

fn merge_with(base: &str, ours: &str, theirs: &str, options: &Options) -> (String, Merged) {
    let merged = merge(&source(base), &source(ours), &source(theirs), options);
    (String::from_utf8(merged.bytes.clone()).unwrap(), merged)
}

/// A merge without conflicts, by structure, that reads clean.
#[track_caller]
fn clean(base: &str, ours: &str, theirs: &str) -> String {
    let (text, merged) = merge_with(base, ours, theirs, &Options::default());
    assert!(merged.conflicts.is_empty(), "{:#?}\n{text}", merged.conflicts);
    assert!(merged.findings.is_empty() && merged.how != How::Text, "{:?}", merged.findings);
    let document = proscenio_godot::Document::parse(source(&text));
    assert!(document.findings().is_empty() && document.check().is_empty(), "{:?}\n{text}", document.check());
    text
}

fn with(edits: &[(&str, &str)]) -> String {
    edited(BASE, edits)
}

#[track_caller]
fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

#[test]
fn an_untouched_side_gives_the_other_byte_for_byte() {
    let changed = with(&[("position = Vector3(1, 1, 1)", "position=Vector3( 1,1,1 ) ; odd")]);
    for (ours, theirs) in [(BASE, &*changed), (&*changed, BASE), (&*changed, &*changed)] {
        let (text, merged) = merge_with(BASE, ours, theirs, &Options::default());
        assert_eq!(text, changed);
        assert!(matches!(merged.how, How::Untouched(_)));
    }
}

#[test]
fn edits_of_both_sides_meet() {
    let ours = [("position = Vector3(1, 1, 1)", "position = Vector3(2, 1, 1)")];
    let theirs = [("size = Vector3(1, 2, 3)", "size = Vector3(9, 2, 3)")];
    assert_eq!(clean(BASE, &with(&ours), &with(&theirs)), with(&[ours[0], theirs[0]]));
    let theirs = [("position = Vector3(1, 1, 1)\n", "position = Vector3(1, 1, 1)\nvisible = false\n")];
    let both = [("position = Vector3(1, 1, 1)\n", "position = Vector3(2, 1, 1)\nvisible = false\n")];
    assert_eq!(clean(BASE, &with(&ours), &with(&theirs)), with(&both));
}

#[test]
fn both_sides_add_nodes_and_resources() {
    let add = |id: &str, name: &str| {
        with(&[
            ("load_steps=4", "load_steps=5"),
            (
                "size = Vector3(1, 2, 3)\n",
                &format!("size = Vector3(1, 2, 3)\n\n[sub_resource type=\"BoxMesh\" id=\"{id}\"]\n"),
            ),
            (
                "\n[connection",
                &format!(
                    "\n[node name=\"{name}\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = SubResource(\"{id}\")\n\n[connection"
                ),
            ),
        ])
    };
    let merged = clean(BASE, &add("BoxMesh_11111", "M"), &add("BoxMesh_22222", "N"));
    assert!(merged.contains("load_steps=6"), "{merged}");
    assert!(merged.contains("[node name=\"M\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = SubResource(\"BoxMesh_11111\")\n\n[node name=\"N\""));
    assert!(
        merged.contains(
            "id=\"BoxMesh_11111\"]\n\n[sub_resource type=\"BoxMesh\" id=\"BoxMesh_22222\"]\n\n[node"
        )
    );
}

#[test]
fn an_id_that_two_resources_have_is_given_anew_and_its_users_follow() {
    let add = |name: &str, size: &str| {
        with(&[
            ("load_steps=4", "load_steps=5"),
            (
                "\n[node name=\"Root\"",
                &format!(
                    "\n[sub_resource type=\"BoxMesh\" id=\"BoxMesh_new01\"]\nsize = {size}\n\n[node name=\"Root\""
                ),
            ),
            (
                "\n[connection",
                &format!(
                    "\n[node name=\"{name}\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = SubResource(\"BoxMesh_new01\")\n\n[connection"
                ),
            ),
        ])
    };
    let merged = clean(BASE, &add("M", "Vector3(1, 1, 1)"), &add("N", "Vector3(2, 2, 2)"));
    let document = proscenio_godot::Document::parse(source(&merged));
    let mesh = |name: &str| {
        let node = document.nodes().find(|node| node.name().as_deref() == Some(name)).unwrap();
        let reference = node.property("mesh").unwrap().value().as_reference().cloned().unwrap();
        let proscenio_godot::value::Reference::Sub(id) = reference else { panic!() };
        let sub = document.sub_resource(&id).unwrap();
        sub.0.property("size").unwrap().value().as_vector3().unwrap()[0]
    };
    assert_eq!((mesh("M"), mesh("N")), (1.0, 2.0));
}

#[test]
fn equal_ids_of_the_two_namespaces_stay() {
    let base = "[gd_scene load_steps=3 format=2]\n\n[ext_resource path=\"res://a.png\" type=\"Texture\" id=1]\n\n[sub_resource type=\"BoxShape\" id=1]\nextents = Vector3( 1, 1, 1 )\n\n[node name=\"R\" type=\"Spatial\"]\na = ExtResource( 1 )\nb = SubResource( 1 )\nc = 1\nd = 1\n";
    let ours = edited(base, &[("c = 1", "c = 2")]);
    let theirs = edited(base, &[("d = 1", "d = 2")]);
    assert_eq!(clean(base, &ours, &theirs), edited(&ours, &[("d = 1", "d = 2")]));
}

#[test]
fn numbers_keep_every_bit_and_their_type() {
    let base = edited(BASE, &[("position = Vector3(1, 1, 1)", "big = 9223372036854775806\none = 1")]);
    let ours = edited(&base, &[("775806", "775807")]);
    let theirs = edited(&base, &[("one = 1", "one = 1.0")]);
    assert_eq!(
        clean(&base, &ours, &theirs),
        edited(&base, &[("775806", "775807"), ("one = 1", "one = 1.0")])
    );
}

#[test]
fn values_are_merged_inside() {
    let ours = with(&[("\"x\": 1", "\"x\": 5"), ("\"two\"]", "\"two\", \"ours\"]")]);
    let theirs = with(&[
        ("[1, 2, 3]\n", "[1, 2, 3, 4],\n\"z\": 0\n"),
        ("[\"one\", \"two\"]", "[\"theirs\", \"two\"]"),
    ]);
    let merged = clean(BASE, &ours, &theirs);
    assert!(merged.contains("metadata/data = {\n\"x\": 5,\n\"y\": [1, 2, 3, 4],\n\"z\": 0\n}"), "{merged}");
    assert!(merged.contains("groups=[\"theirs\", \"two\", \"ours\"]"), "{merged}");
}

#[test]
fn one_property_changed_by_both_is_a_conflict_that_loads() {
    let ours = with(&[("Vector3(1, 1, 1)", "Vector3(2, 2, 2)")]);
    let theirs = with(&[("Vector3(1, 1, 1)", "Vector3(3, 3, 3)"), ("size = Vector3(1", "size = Vector3(7")]);
    let (text, merged) = merge_with(BASE, &ours, &theirs, &Options::default());
    assert_eq!(merged.conflicts.len(), 1);
    assert_eq!(merged.conflicts[0].place.name, "A:position");
    let block = "position = Vector3(2, 2, 2)\n; <<<<<<< conflict: property A:position\n; both changed it; ours stands above\n; ||||||| base\n; position = Vector3(1, 1, 1)\n; ======= theirs\n; position = Vector3(3, 3, 3)\n; >>>>>>> conflict\nmetadata/data";
    assert!(text.contains(block), "{text}");
    assert!(text.contains("size = Vector3(7"));
    let options = Options { markers: Markers::Git, ..Options::default() };
    let (text, _) = merge_with(BASE, &ours, &theirs, &options);
    assert!(text.contains("\n<<<<<<< ours\nposition = Vector3(2, 2, 2)\n=======\nposition = Vector3(3, 3, 3)\n>>>>>>> theirs\nmetadata/data"), "{text}");
    for (strategy, x) in [(Strategy::Ours, "2, 2"), (Strategy::Theirs, "3, 3")] {
        let options = Options { strategy, ..Options::default() };
        let (text, merged) = merge_with(BASE, &ours, &theirs, &options);
        assert!(merged.conflicts.is_empty() && text.contains(&format!("position = Vector3({x}")), "{text}");
    }
}

const LEAF: &str =
    "[node name=\"Leaf\" type=\"Sprite2D\" parent=\"A\"]\ntexture = ExtResource(\"2_bbbbb\")\n\n";

#[test]
fn a_deleted_node_that_theirs_changed_is_told() {
    let ours = with(&[(LEAF, "")]);
    let theirs = with(&[(
        "texture = ExtResource(\"2_bbbbb\")\n",
        "texture = ExtResource(\"2_bbbbb\")\nflip_h = true\n\n[node name=\"Deep\" type=\"Node\" parent=\"A/Leaf\"]\n",
    )]);
    let (text, merged) = merge_with(BASE, &ours, &theirs, &Options::default());
    assert_eq!(merged.conflicts.len(), 1);
    assert_eq!(merged.conflicts[0].kind, ConflictKind::DeletedByOurs);
    assert!(
        text.contains(
            "; flip_h = true\n; \n; [node name=\"Deep\" type=\"Node\" parent=\"A/Leaf\"]\n; >>>>>>> conflict"
        ),
        "{text}"
    );
    assert!(!text.contains("\n[node name=\"Leaf\"") && !text.contains("\n[node name=\"Deep\""), "{text}");
    let (text, merged) = merge_with(BASE, &theirs, &ours, &Options::default());
    assert_eq!(merged.conflicts[0].kind, ConflictKind::DeletedByTheirs);
    assert!(
        text.contains("flip_h = true\n; <<<<<<< conflict: node A/Leaf\n")
            && text.contains("\n[node name=\"Deep\""),
        "{text}"
    );
    for (strategy, stays) in [(Strategy::Theirs, true), (Strategy::Union, true), (Strategy::Ours, false)] {
        let options = Options { strategy, ..Options::default() };
        let (text, merged) = merge_with(BASE, &ours, &theirs, &options);
        assert!(merged.conflicts.is_empty());
        assert_eq!(text.contains("name=\"Leaf\""), stays, "{text}");
        assert_eq!(text.contains("name=\"Deep\""), stays, "{text}");
    }
}

#[test]
fn a_node_that_one_side_deleted_and_nobody_changed_goes() {
    let ours = with(&[(LEAF, "")]);
    let theirs = with(&[("shape = Sub", "disabled = true\nshape = Sub")]);
    assert_eq!(
        clean(BASE, &ours, &theirs),
        edited(&ours, &[("shape = Sub", "disabled = true\nshape = Sub")])
    );
}

#[test]
fn a_deleted_resource_that_theirs_uses_stays() {
    let ours = with(&[
        ("[ext_resource type=\"Texture2D\" uid=\"uid://t1\" path=\"res://a.png\" id=\"2_bbbbb\"]\n", ""),
        ("load_steps=4", "load_steps=3"),
        (LEAF, ""),
    ]);
    let theirs = with(&[("shape = Sub", "icon = ExtResource(\"2_bbbbb\")\nshape = Sub")]);
    let merged = clean(BASE, &ours, &theirs);
    assert!(
        merged.contains("load_steps=4") && merged.contains("res://a.png") && !merged.contains("Leaf"),
        "{merged}"
    );
}

#[test]
fn renumbered_resources_of_old_files_are_still_the_same() {
    let base = "[gd_scene load_steps=4 format=2]\n\n[sub_resource type=\"BoxShape\" id=1]\nextents = Vector3( 1, 1, 1 )\n\n[sub_resource type=\"BoxShape\" id=2]\nextents = Vector3( 2, 2, 2 )\n\n[sub_resource type=\"BoxShape\" id=3]\nextents = Vector3( 3, 3, 3 )\n\n[node name=\"R\" type=\"Spatial\"]\na = SubResource( 1 )\nb = SubResource( 2 )\nc = SubResource( 3 )\n";
    let ours = "[gd_scene load_steps=3 format=2]\n\n[sub_resource type=\"BoxShape\" id=1]\nextents = Vector3( 2, 2, 2 )\n\n[sub_resource type=\"BoxShape\" id=2]\nextents = Vector3( 3, 3, 3 )\n\n[node name=\"R\" type=\"Spatial\"]\nb = SubResource( 1 )\nc = SubResource( 2 )\n";
    let theirs = edited(base, &[("( 3, 3, 3 )", "( 3, 3, 4 )")]);
    assert_eq!(clean(base, ours, &theirs), edited(ours, &[("( 3, 3, 3 )", "( 3, 3, 4 )")]));
}

#[test]
fn line_ends_and_the_byte_order_mark_stay() {
    let crlf = |text: &str| format!("\u{FEFF}{}", text.replace('\n', "\r\n"));
    let ours = [("position = Vector3(1, 1, 1)\n", "position = Vector3(2, 1, 1)\n")];
    let theirs = [("size = Vector3(1, 2, 3)\n", "size = Vector3(1, 2, 3)\nmargin = 1.0\n")];
    let (text, merged) =
        merge_with(&crlf(BASE), &crlf(&with(&ours)), &crlf(&with(&theirs)), &Options::default());
    assert!(merged.conflicts.is_empty() && merged.how == How::Structure);
    assert_eq!(text, crlf(&with(&[ours[0], theirs[0]])));
}

#[test]
fn a_damaged_side_is_merged_by_lines_and_said() {
    let ours = with(&[("Vector3(1, 1, 1)", "Vector3(1, 1")]);
    let theirs = with(&[("size = Vector3(1", "size = Vector3(7")]);
    let (text, merged) = merge_with(BASE, &ours, &theirs, &Options::default());
    assert_eq!(text, edited(&ours, &[("size = Vector3(1", "size = Vector3(7")]));
    assert_eq!((merged.how, merged.findings[0].code), (How::Text, "merge/as-text"));
}

#[test]
fn two_orders_of_the_nodes_are_marked_both_ways() {
    let node = |name: &str| format!("\n[node name=\"{name}\" type=\"Node\" parent=\".\"]\n");
    let scene = |names: [&str; 4]| {
        format!("[gd_scene format=3]\n\n[node name=\"R\" type=\"Node\"]\n{}", names.map(node).concat())
    };
    let (base, ours, theirs) =
        (scene(["A", "B", "C", "D"]), scene(["D", "A", "B", "C"]), scene(["A", "D", "B", "C"]));
    let (text, merged) = merge_with(&base, &ours, &theirs, &Options::default());
    assert_eq!(merged.conflicts[0].kind, ConflictKind::Order, "{text}");
    assert!(text.contains("; <<<<<<< conflict: order"), "{text}");
    let options = Options { markers: Markers::Git, ..Options::default() };
    let (text, _) = merge_with(&base, &ours, &theirs, &options);
    let names = |names: [&str; 4]| names.map(|name| format!("; {name}\n")).concat();
    let wanted = [
        "<<<<<<< ours\n",
        "; gd_scene\n; R\n",
        &names(["D", "A", "B", "C"]),
        "=======\n",
        "; gd_scene\n; R\n",
        &names(["A", "D", "B", "C"]),
        ">>>>>>> theirs",
    ]
    .concat();
    assert!(text.contains(&wanted), "{text}");
}

#[test]
fn every_line_keeps_its_own_end_in_a_file_of_both_kinds() {
    let mixed = |text: &str| {
        text.replacen("metadata/data = {\n", "metadata/data = {\r\n", 1)
            .replace("[node name=\"B\"", "\r\n[node name=\"B\"")
    };
    let ours = [("position = Vector3(1, 1, 1)", "position = Vector3(2, 1, 1)")];
    let theirs = [("size = Vector3(1, 2, 3)", "size = Vector3(9, 2, 3)")];
    let (text, merged) =
        merge_with(&mixed(BASE), &mixed(&with(&ours)), &mixed(&with(&theirs)), &Options::default());
    assert!(merged.conflicts.is_empty());
    assert_eq!(text, mixed(&with(&[ours[0], theirs[0]])));
}

#[test]
fn comments_stay_with_what_they_are_about() {
    let base = edited(
        BASE,
        &[("position =", "; where it is\nposition ="), ("[node name=\"B\"", "; about B\n[node name=\"B\"")],
    );
    let ours = edited(
        &base,
        &[("; where it is", "; where it stands"), ("Vector3(1, 1, 1)", "Vector3(1, 1, 1) ; ones")],
    );
    let theirs =
        edited(&base, &[("; about B", "; about B\n; and more"), ("shape =", "disabled = true\nshape =")]);
    let both =
        edited(&ours, &[("; about B", "; about B\n; and more"), ("shape =", "disabled = true\nshape =")]);
    assert_eq!(clean(&base, &ours, &theirs), both);
}
