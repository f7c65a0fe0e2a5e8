//! Parts of files that become files of their own, and back: what the scene says stays.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests stand at the edge")]

use proscenio_godot::Document;
use proscenio_godot::edit::{
    self, NewFile, Options, Target, Unique, embed_resource, embed_scene, extract_node, extract_resource,
    make_unique,
};
use proscenio_source::Source;

const YARD: &str = r#"[gd_scene load_steps=6 format=3 uid="uid://yard"]

[ext_resource type="Texture2D" uid="uid://icon" path="res://icon.png" id="1_icon"]
[ext_resource type="Script" path="res://tree.gd" id="2_tree"]

[sub_resource type="Gradient" id="Gradient_a"]
offsets = PackedFloat32Array(0, 1)

[sub_resource type="GradientTexture1D" id="GradientTexture1D_b"]
gradient = SubResource("Gradient_a")

[sub_resource type="CircleShape2D" id="CircleShape2D_c"]

[node name="Yard" type="Node2D"]

[node name="Tree" type="Sprite2D" parent="." groups=["green"] node_paths=PackedStringArray("gate", "leaf")]
unique_name_in_owner = true
texture = SubResource("GradientTexture1D_b")
script = ExtResource("2_tree")
gate = NodePath("../Gate")
leaf = NodePath("Leaf")

[node name="Leaf" type="Sprite2D" parent="Tree"]
unique_name_in_owner = true
texture = ExtResource("1_icon")
next = NodePath("%Gate")

[node name="Area" type="Area2D" parent="Tree/Leaf"]

[node name="Shape" type="CollisionShape2D" parent="Tree/Leaf/Area"]
shape = SubResource("CircleShape2D_c")

[node name="Gate" type="Sprite2D" parent="."]
unique_name_in_owner = true
texture = SubResource("GradientTexture1D_b")
leaf = NodePath("%Leaf")
tree = NodePath("%Tree")

[connection signal="ready" from="Tree" to="Tree/Leaf" method="hide"]
[connection signal="body_entered" from="Tree/Leaf/Area" to="Gate" method="hide"]
"#;

fn read(text: &[u8]) -> Document {
    let document = Document::parse(Source::new("yard.tscn", text.to_vec()));
    assert!(document.findings().is_empty(), "{:?}\n{}", document.findings(), String::from_utf8_lossy(text));
    assert_eq!(document.check(), [], "{}", String::from_utf8_lossy(text));
    document
}

fn text(document: &Document) -> String {
    String::from_utf8(document.to_bytes()).unwrap()
}

fn file(path: &str) -> NewFile<'_> {
    NewFile { path, uid: Some("uid://new"), script_class: None }
}

#[test]
fn a_node_becomes_a_scene_and_comes_back() {
    let yard = read(YARD.as_bytes());
    let taken = extract_node(&yard, "Tree", &file("res://tree.tscn"), &Options::default()).unwrap();
    let (tree, left) = (read(&taken.text), taken.edits.apply(&yard));
    let left = read(&left.to_bytes());
    insta::assert_snapshot!("tree", text(&tree));
    insta::assert_snapshot!("yard_without_tree", text(&left));
    let told: Vec<&str> = taken.edits.findings.iter().map(|finding| finding.message.as_str()).collect();
    insta::assert_debug_snapshot!("told", told);
    let back = embed_scene(&left, "Tree", &tree, &Options::default()).unwrap().apply(&left);
    insta::assert_snapshot!("yard_again", text(&read(&back.to_bytes())));
}

#[test]
fn what_cannot_be_extracted() {
    let yard = read(YARD.as_bytes());
    let refused = |path: &str, new: &str| {
        extract_node(&yard, path, &file(new), &Options::default()).unwrap_err().code.name
    };
    assert_eq!(refused(".", "res://a.tscn"), "godot/edit-is-root");
    assert_eq!(refused("Bush", "res://a.tscn"), "godot/edit-no-such-node");
    assert_eq!(refused("Tree", "res://icon.png"), "godot/edit-resource-exists");
    let inherits = YARD.replacen("type=\"Node2D\"", "instance=ExtResource(\"1_icon\")", 1).replacen(
        "name=\"Leaf\" type=\"Sprite2D\"",
        "name=\"Leaf\"",
        1,
    );
    let inherits = read(inherits.as_bytes());
    let refusal = extract_node(&inherits, "Tree", &file("res://a.tscn"), &Options::default()).unwrap_err();
    assert_eq!(refusal.code.name, "godot/edit-inside-instance");
    for id in ["1_icon", "nothing"] {
        assert!(extract_resource(&yard, id, &file("res://a.tres"), &Options::default()).is_err(), "{id}");
    }
}

#[test]
fn a_resource_becomes_a_file_and_comes_back() {
    let yard = read(YARD.as_bytes());
    let taken =
        extract_resource(&yard, "GradientTexture1D_b", &file("res://b.tres"), &Options::default()).unwrap();
    let (own, left) = (read(&taken.text), taken.edits.apply(&yard));
    assert_eq!(
        text(&own),
        "[gd_resource type=\"GradientTexture1D\" load_steps=2 format=3 uid=\"uid://new\"]\n\n[sub_resource type=\"Gradient\" id=\"Gradient_a\"]\noffsets = PackedFloat32Array(0, 1)\n\n[resource]\ngradient = SubResource(\"Gradient_a\")\n"
    );
    let left = read(&left.to_bytes());
    assert_eq!((left.ext_resources().count(), left.sub_resources().count()), (3, 1));
    assert_eq!(left.load_steps(), Some(5));
    let id = left.ext_resources().last().unwrap().id().unwrap().0;
    assert_eq!(text(&left).matches(&format!("ExtResource(\"{id}\")")).count(), 2);
    let back = embed_resource(&left, &id, &own, &Options::default()).unwrap();
    let again = back.apply(&left);
    let name = back.made.unwrap();
    let expected = YARD.replace("GradientTexture1D_b", &name);
    assert_eq!(text(&read(&again.to_bytes())).len(), expected.len());
    let held = edit::get(&again, &Target::parse("Tree:texture:gradient:offsets").unwrap()).unwrap();
    assert_eq!(held.text, "PackedFloat32Array(0, 1)");
}

#[test]
fn shared_resources_are_told() {
    let yard = YARD.replace("texture = ExtResource(\"1_icon\")", "gradient = SubResource(\"Gradient_a\")");
    let yard = read(yard.as_bytes());
    let taken =
        extract_resource(&yard, "GradientTexture1D_b", &file("res://b.tres"), &Options::default()).unwrap();
    assert_eq!(taken.edits.findings[0].code, "godot/edit-resource-copied");
    let left = read(&taken.edits.apply(&yard).to_bytes());
    assert!(left.sub_resources().any(|it| it.id().unwrap().0 == "Gradient_a"));
}

#[test]
fn an_embedded_scene_keeps_what_the_instance_changes() {
    let ball = "[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://icon.png\" id=\"1_x\"]\n[ext_resource type=\"PackedScene\" path=\"res://eye.tscn\" id=\"2_eye\"]\n\n[sub_resource type=\"CircleShape2D\" id=\"CircleShape2D_c\"]\nradius = 4.0\n\n[node name=\"Ball\" type=\"Area2D\" groups=[\"round\"] unique_id=5]\ncollision_mask = 3\n\n[node name=\"Shape\" type=\"CollisionShape2D\" parent=\".\" unique_id=6]\nshape = SubResource(\"CircleShape2D_c\")\n\n[node name=\"Eye\" parent=\"Shape\" unique_id=7 instance=ExtResource(\"2_eye\")]\n\n[node name=\"Lid\" parent=\"Shape/Eye\" index=\"0\"]\nvisible = false\n\n[connection signal=\"ready\" from=\".\" to=\"Shape\" method=\"hide\"]\n\n[editable path=\"Shape/Eye\"]\n";
    let yard = "[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://icon.png\" id=\"1_icon\"]\n[ext_resource type=\"PackedScene\" path=\"res://ball.tscn\" id=\"2_ball\"]\n\n[sub_resource type=\"CircleShape2D\" id=\"CircleShape2D_c\"]\n\n[node name=\"Yard\" type=\"Node2D\" unique_id=5]\n\n[node name=\"Red\" parent=\".\" unique_id=6 groups=[\"mine\"] instance=ExtResource(\"2_ball\")]\ncollision_mask = 4\nposition = Vector2(1, 2)\n\n[node name=\"Shape\" parent=\"Red\" parent_id_path=PackedInt32Array(6) index=\"0\"]\nshape = SubResource(\"CircleShape2D_c\")\nrotation = 1.0\n\n[node name=\"Lid\" parent=\"Red/Shape/Eye\" index=\"0\"]\nmodulate = Color(1, 0, 0, 1)\n\n[node name=\"New\" type=\"Sprite2D\" parent=\"Red\"]\ntexture = ExtResource(\"1_icon\")\n\n[editable path=\"Red\"]\n[editable path=\"Red/Shape/Eye\"]\n";
    let (ball, yard) = (read(ball.as_bytes()), read(yard.as_bytes()));
    let done = embed_scene(&yard, "Red", &ball, &Options::default()).unwrap().apply(&yard);
    insta::assert_snapshot!("embedded", text(&read(&done.to_bytes())));
    assert!(embed_scene(&yard, ".", &ball, &Options::default()).is_err());
    assert!(embed_scene(&yard, "Red", &read(b"[gd_scene format=3]\n"), &Options::default()).is_err());
    let old = read(b"[gd_scene format=2]\n\n[node name=\"A\" type=\"Node\"]\n");
    assert!(embed_scene(&yard, "Red", &old, &Options::default()).is_err());
}

#[test]
fn one_user_gets_its_own_copy() {
    let yard = read(YARD.as_bytes());
    let target = |text: &str| Target::parse(text).unwrap();
    let own =
        |unique: Unique, at: &str| make_unique(&yard, &target(at), unique, &Options::default()).unwrap();
    let done = own(Unique::default(), "Gate:texture");
    let after = read(&done.apply(&yard).to_bytes());
    let made = done.made.unwrap();
    assert_eq!(edit::get(&after, &target("Gate:texture")).unwrap().text, format!("SubResource(\"{made}\")"));
    assert_eq!(
        edit::get(&after, &target("Tree:texture")).unwrap().text,
        "SubResource(\"GradientTexture1D_b\")"
    );
    assert_eq!((after.sub_resources().count(), after.load_steps()), (4, Some(7)));
    let gradient = |document: &Document, at: &str| edit::get(document, &target(at)).unwrap().text;
    assert_eq!(gradient(&after, "Gate:texture:gradient"), gradient(&after, "Tree:texture:gradient"));
    let deep = own(Unique { deep: true, local: true }, "Gate:texture").apply(&yard);
    let deep = read(&deep.to_bytes());
    assert_ne!(gradient(&deep, "Gate:texture:gradient"), gradient(&deep, "Tree:texture:gradient"));
    assert_eq!(gradient(&deep, "Gate:texture:resource_local_to_scene"), "true");
    assert!(edit::get(&deep, &target("Tree:texture:resource_local_to_scene")).is_err());
    // What only one uses is its own already.
    let same = own(Unique::default(), "Tree/Leaf/Area/Shape:shape");
    assert_eq!((same.edits.len(), same.made.as_deref()), (0, Some("CircleShape2D_c")));
    for at in ["Tree/Leaf:texture", "Tree:gate", "Tree:nothing"] {
        assert!(make_unique(&yard, &target(at), Unique::default(), &Options::default()).is_err(), "{at}");
    }
}

#[test]
fn old_files_have_numbers_for_ids() {
    let old = "[gd_scene load_steps=3 format=2]\n\n[ext_resource path=\"res://icon.png\" type=\"Texture\" id=1]\n\n[sub_resource type=\"Curve2D\" id=1]\n\n[sub_resource type=\"Curve2D\" id=2]\nnext = SubResource( 1 )\n\n[node name=\"A\" type=\"Path2D\"]\ncurve = SubResource( 2 )\n\n[node name=\"B\" type=\"Sprite\" parent=\".\"]\ntexture = ExtResource( 1 )\ncurve = SubResource( 2 )\n";
    let old = read(old.as_bytes());
    let new = NewFile { path: "res://b.tres", uid: None, script_class: None };
    let taken = extract_resource(&old, "sub:2", &new, &Options::default()).unwrap();
    assert_eq!(
        text(&read(&taken.text)),
        "[gd_resource type=\"Curve2D\" load_steps=2 format=2]\n\n[sub_resource type=\"Curve2D\" id=1]\n\n[resource]\nnext = SubResource( 1 )\n"
    );
    let left = read(&taken.edits.apply(&old).to_bytes());
    assert!(
        text(&left).contains("[ext_resource path=\"res://b.tres\" type=\"Curve2D\" id=2]"),
        "{}",
        text(&left)
    );
    let back = embed_resource(&left, "ext:2", &read(&taken.text), &Options::default()).unwrap().apply(&left);
    let back = read(&back.to_bytes());
    assert_eq!((back.sub_resources().count(), back.ext_resources().count()), (2, 1));
    let done = make_unique(&old, &Target::parse("B:curve").unwrap(), Unique::default(), &Options::default());
    assert_eq!(read(&done.unwrap().apply(&old).to_bytes()).sub_resources().count(), 3);
    let scene =
        extract_node(&old, "B", &NewFile { path: "res://b.tscn", ..new }, &Options::default()).unwrap();
    let (b, left) = (read(&scene.text), read(&scene.edits.apply(&old).to_bytes()));
    let back = embed_scene(&left, "B", &b, &Options::default()).unwrap().apply(&left);
    assert_eq!(read(&back.to_bytes()).nodes().count(), 2);
}
