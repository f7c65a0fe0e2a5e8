//! Files in a window without a window: reading, posing, reading again, properties and findings.
#![allow(clippy::unwrap_used, reason = "tests end at a surprise")]

use proscenio::scene::glam::{Vec2, Vec3};
use proscenio::{CameraChoice, MemoryTree, NodeId, Sight};
use proscenio_view::opened::{self, Opened, Request};
use proscenio_view::session::Options;
use proscenio_view::timeline::{Choice, Timeline};
use proscenio_view::{Session, tree};

const LEVEL: &str = r#"[gd_scene load_steps=3 format=3]

[ext_resource type="PackedScene" path="res://lamp.tscn" id="1"]

[sub_resource type="BoxMesh" id="box"]

[node name="Level" type="Node3D"]

[node name="Crate" type="MeshInstance3D" parent="."]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 0, 0)
mesh = SubResource("box")

[node name="Lamp" parent="." instance=ExtResource("1")]
rotation = Vector3(0, 1.5707964, 0)

[node name="Eye" type="Camera3D" parent="."]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 8)
"#;

const LAMP: &str = r#"[gd_scene format=3]

[node name="Lamp" type="OmniLight3D"]
light_energy = 2.5
omni_range = 9.0
"#;

fn files(level: &str) -> MemoryTree {
    let project = "config_version=5\n";
    MemoryTree::from_files([("project.godot", project), ("level.tscn", level), ("lamp.tscn", LAMP)])
}

fn open(level: &str) -> Opened {
    let request = Request { file: "level.tscn".into(), ..Request::default() };
    opened::open(&files(level), &request).unwrap()
}

fn session(level: &str) -> Session {
    Session::new(open(level), Options::default(), Timeline::default())
}

fn node(session: &Session, key: &str) -> NodeId {
    let scene = &session.opened.scene;
    scene.nodes.iter().find(|(_, node)| tree::key(node) == key).unwrap().0
}

#[test]
fn everything_that_was_read_is_watched() {
    let opened = open(LEVEL);
    for file in ["level.tscn", "lamp.tscn"] {
        assert!(opened.files.iter().any(|read| read.ends_with(file)), "{file}: {:?}", opened.files);
    }
    assert_eq!((opened.family.as_str(), opened.cameras.len(), opened.triangles), ("Godot", 1, 12));
    assert!(opened.has.space && !opened.has.plane);
}

#[test]
fn properties_tell_file_line_and_unit() {
    let session = session(LEVEL);
    let sections = session.sections(&files(LEVEL), node(&session, "Lamp"));
    let row = |title: &str, name: &str| {
        let section = sections.iter().find(|section| section.title.contains(title)).unwrap();
        let row = section.rows.iter().find(|row| row.name == name).unwrap();
        (section.place.clone().map(|(file, _)| file), row.value.clone(), row.line)
    };
    let (file, value, line) = row("instance of res://lamp.tscn", "rotation");
    assert_eq!((file.as_deref(), line), (Some("res://level.tscn"), Some(14)));
    assert!(value.ends_with("(0, 90, 0°)"), "{value}");
    let (file, value, line) = row("Set in the file", "light_energy");
    assert_eq!((file.as_deref(), value.as_str(), line), (Some("res://lamp.tscn"), "2.5", Some(4)));
    assert_eq!(row("Light", "kind").1, "point, 9 m");
    let mesh = session.sections(&files(LEVEL), node(&session, "Crate"));
    let in_file = &mesh[0].rows;
    assert!(in_file.iter().any(|row| row.value == "BoxMesh (box)"), "{in_file:?}");
}

#[test]
fn a_new_reading_keeps_eye_selection_and_what_is_hidden() {
    let mut session = session(LEVEL);
    let (lamp, eye) = (node(&session, "Lamp"), node(&session, "Eye"));
    session.select(Some(node(&session, "Crate")));
    session.toggle_hidden(lamp);
    session.options.camera = CameraChoice::Node(eye);
    session.space_eye(&Sight::default()).target = Vec3::new(1.0, 2.0, 3.0);
    let before = (session.space, session.generation());
    let changed = LEVEL.replace(
        "[node name=\"Crate\"",
        "[node name=\"New\" type=\"Node3D\" parent=\".\"]\n\n[node name=\"Crate\"",
    );
    session.reload(open(&changed));
    assert_eq!(session.selected, Some(node(&session, "Crate")));
    assert_eq!(session.space, before.0);
    assert!(session.generation() > before.1);
    let (lamp, eye) = (node(&session, "Lamp"), node(&session, "Eye"));
    assert!(session.is_hidden(lamp) && !session.opened.scene.nodes[lamp].visible);
    assert_eq!(session.options.camera, CameraChoice::Node(eye));
    session.reload(open(&LEVEL.replace("\"Crate\"", "\"Box\"").replace("\"Eye\"", "\"Other\"")));
    assert_eq!((session.selected, session.options.camera), (None, CameraChoice::Auto));
}

/// Both begin alike, and the picture of the first was shown on.
#[test]
fn another_file_is_no_state_of_the_one_before() {
    let first = session(LEVEL);
    let mut second = session(LEVEL);
    assert_eq!(first.generation(), second.generation());
    second.follow(&first);
    assert!(second.generation() > first.generation());
}

#[test]
fn hiding_and_showing_gives_the_scene_back() {
    let mut session = session(LEVEL);
    let (before, node) = (session.opened.scene.clone(), node(&session, "Crate"));
    session.toggle_hidden(node);
    assert!(!session.opened.scene.nodes[node].visible);
    session.toggle_hidden(node);
    assert_eq!(session.opened.scene, before);
}

#[test]
fn damage_is_told_with_line_and_node() {
    let opened = open(&LEVEL.replace("mesh = SubResource(\"box\")", "mesh = SubResource(\"gone\")"));
    let found = opened.findings.iter().find(|row| row.message.contains("gone")).unwrap();
    assert_eq!(found.place.map(|(line, _)| line), Some(11));
    let node = found.node.map(|node| opened.scene.nodes[node].name.clone());
    assert_eq!(node.as_deref(), Some("Crate"));
    let nowhere = Request { file: "nowhere.tscn".into(), ..Request::default() };
    assert!(opened::open(&files(LEVEL), &nowhere).unwrap_err().contains("nowhere.tscn"));
}

const MOVING: &str = r#"[gd_scene load_steps=4 format=3]

[sub_resource type="Animation" id="a"]
resource_name = "slide"
length = 2.0
tracks/0/type = "value"
tracks/0/path = NodePath("Crate:position")
tracks/0/interp = 1
tracks/0/keys = {
"times": PackedFloat32Array(0, 2),
"transitions": PackedFloat32Array(1, 1),
"update": 0,
"values": [Vector2(0, 0), Vector2(100, 0)]
}

[sub_resource type="AnimationLibrary" id="l"]
_data = {
&"slide": SubResource("a")
}

[node name="Level" type="Node2D"]

[node name="Crate" type="Node2D" parent="."]

[node name="Face" type="ColorRect" parent="Crate"]
offset_right = 40.0
offset_bottom = 20.0

[node name="Player" type="AnimationPlayer" parent="."]
libraries = {
&"": SubResource("l")
}
"#;

#[test]
fn the_clock_moves_nodes_and_takes_them_back() {
    let mut session = session(MOVING);
    let still = session.opened.scene.clone();
    session.timeline.choice = Choice::Named("slide".into());
    session.timeline.time = 1.0;
    session.pose();
    let moved = node(&session, "Crate");
    let place = session.opened.scene.world_placements().flat(moved).matrix().translation;
    assert!(place.abs_diff_eq(Vec2::new(50.0, 0.0), 1e-3), "{place}");
    session.timeline.choice = Choice::Rest;
    session.pose();
    assert_eq!(session.opened.scene, still);
    assert_eq!(session.timeline.length(&session.opened.scene), 10.0);
}

#[test]
fn the_plane_is_fitted_and_then_moved() {
    let mut session = session(MOVING);
    session.options.size = Some([320, 180]);
    let wanted = session.wanted([700, 360]);
    assert_eq!((wanted.view.size, wanted.corner), ([640, 360], Vec2::new(30.0, 0.0)));
    let (size, put) = wanted.view.own_eye.unwrap().plane.unwrap();
    assert_eq!(size, Vec2::new(320.0, 180.0));
    assert!(put.transform_point2(Vec2::new(320.0, 180.0)).abs_diff_eq(Vec2::new(640.0, 360.0), 1e-3));
    let sight = Sight { plane: put, screen: put, ..Sight::default() };
    session.plane_eye(&sight, wanted.corner).pan(Vec2::new(5.0, 7.0));
    let moved = session.wanted([700, 360]);
    let (_, put) = moved.view.own_eye.unwrap().plane.unwrap();
    assert_eq!(moved.view.size, [700, 360]);
    assert!(put.translation.abs_diff_eq(Vec2::new(35.0, 7.0), 1e-3));
    session.select(Some(node(&session, "Crate")));
    session.frame(
        &Sight { plane: put, screen: put, ..Sight::default() },
        Vec2::ZERO,
        Vec2::new(700.0, 360.0),
    );
    let (_, put) = session.wanted([700, 360]).view.own_eye.unwrap().plane.unwrap();
    let middle = put.transform_point2(Vec2::new(20.0, 10.0));
    assert!(middle.abs_diff_eq(Vec2::new(350.0, 180.0), 1e-2), "{middle}");
    session.look_through(CameraChoice::Auto);
    assert_eq!(session.plane, None);
}

#[test]
fn a_picture_of_its_own_size_is_left_as_it_is() {
    let mut session = session(MOVING);
    session.options.size = Some([640, 360]);
    assert_eq!(session.wanted([640, 360]).view.own_eye, None);
}
