//! Animations of every family in one model: own small scenes.

use proscenio_convert::Imported;
use proscenio_run::{Value, pose, pose_scene};
use proscenio_scene::glam::Vec3;
use proscenio_scene::{
    AnimationPlayer, Channel, Component, EventKind, Extra, Interpolation, LoopMode, Target, Values,
};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

use crate::support::{find, read};

const SWING: &str = r##"{
    "format": 1, "kind": "motion", "loop": true,
    "tracks": [
        {"target": "arm", "property": "transform.rotation",
         "keys": [{"t": 0, "value": 0, "ease": "easeInQuad"}, {"t": 2, "value": 1}]},
        {"target": "#hat", "property": "transform.x", "keys": [{"t": 0, "value": 1, "ease": "hold"}, {"t": 2, "value": 5}]},
        {"target": "arm", "property": "tint.a", "keys": [{"t": 0, "value": 1}, {"t": 2, "value": 0}]},
        {"target": "leg", "property": "transform.x", "keys": [{"t": 0, "value": 1}]}
    ]}"##;

const DOLL: &str = r#"{
    "format": "nacatamalon-scene", "version": 1, "name": "doll",
    "assets": [{"type": "motion", "key": "swing", "src": "swing.motion"}],
    "root": {"id": "body", "name": "body", "transform": {"x": 0, "y": 0},
        "components": [{"type": "motion", "id": "m", "motion": "swing", "autoplay": true, "speed": 2}],
        "children": [
            {"id": "arm", "name": "arm", "transform": {"x": 3, "y": 4}},
            {"id": "hat", "name": "top", "transform": {"x": 0, "y": 9}}
        ]}}"#;

fn nacatamalon(scene: &str, motion: &str) -> Imported {
    let files = MemoryTree::from_files([
        ("doll.scene", scene.as_bytes().to_vec()),
        ("swing.motion", motion.as_bytes().to_vec()),
    ]);
    let document =
        proscenio_nacatamalon::Document::parse(Source::new("doll.scene", scene.as_bytes().to_vec()));
    let project = proscenio_project::Project::around(&files, "doll.scene");
    proscenio_convert::front::nacatamalon::import(&document, &project)
}

#[test]
fn motions_of_nacatamalon_move_boxes() {
    let imported = nacatamalon(DOLL, SWING);
    let codes: Vec<_> = imported.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["nacatamalon/lost-tracks"], "{:?}", imported.findings);
    let scene = &imported.scene;
    let (id, animation) = scene.animations.iter().next().unwrap();
    assert_eq!((animation.length, animation.loop_mode), (2.0, LoopMode::Loop));
    assert_eq!(animation.origin.as_ref().unwrap().path.as_ref(), "swing.motion");
    assert_eq!(animation.tracks[0].path, "arm:transform.rotation");
    let posed = pose_scene(scene, id, 1.0);
    let (_, arm) = find(&posed.scene, "arm").unwrap();
    let turned = arm.placement.space.unwrap().transform_vector3(Vec3::X);
    assert!(turned.abs_diff_eq(Vec3::new(0.25_f32.cos(), 0.25_f32.sin(), 0.0), 1e-3), "{turned}");
    let (_, flat, _) = arm.placement.flat.unwrap().matrix().to_scale_angle_translation();
    assert!((flat - 0.25).abs() < 1e-3);
    let hat = find(&posed.scene, "hat").unwrap().1.placement.flat.unwrap().matrix().translation;
    assert_eq!(hat.to_array(), [1.0, 9.0]);
    assert_eq!(
        posed.properties.iter().map(|sample| &sample.value).collect::<Vec<_>>(),
        [&Value::Scalar(0.5)]
    );
    let player = player_of(scene, "body");
    assert_eq!((player.autoplay.as_deref(), player.speed), (Some("swing"), 2.0));
}

#[test]
fn a_motion_of_another_shape_moves_nothing() {
    let imported = nacatamalon(DOLL, r#"{"kind": "dance", "steps": []}"#);
    assert!(imported.scene.animations.is_empty());
    let (_, body) = find(&imported.scene, "body").unwrap();
    let Some(Component::Motion(motion)) = body.components.first() else { panic!() };
    assert!(motion.content.is_some());
}

fn player_of<'s>(scene: &'s proscenio_scene::Scene, path: &str) -> &'s AnimationPlayer {
    let (_, node) = find(scene, path).unwrap();
    let player = node.components.iter().find_map(|component| match component {
        Component::AnimationPlayer(player) => Some(player),
        _ => None,
    });
    player.unwrap()
}

fn godot(format: u8, body: &str) -> Imported {
    read("s.tscn", format!("[gd_scene format={format}]\n\n{body}").into_bytes())
}

const OLD: &str = r#"[sub_resource type="Animation" id=1]
length = 2.0
loop = true
tracks/0/type = "transform"
tracks/0/path = NodePath("../Arm:lower")
tracks/0/interp = 2
tracks/0/keys = PoolRealArray( 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 1, 0, 4, 0, 0, 0, 0, 1, 1, 1, 1 )
tracks/1/type = "value"
tracks/1/path = NodePath("../Arm:visible")
tracks/1/keys = {
"times": PoolRealArray( 0, 3 ),
"transitions": PoolRealArray( 1, 1 ),
"update": 1,
"values": [ true, false ]
}
tracks/2/type = "method"
tracks/2/path = NodePath(".")
tracks/2/keys = {
"times": PoolRealArray( 1 ),
"transitions": PoolRealArray( 1 ),
"values": [ { "args": [ 1 ], "method": "play" } ]
}

[node name="Root" type="Spatial"]

[node name="Arm" type="Skeleton" parent="."]
bones/0/name = "upper"
bones/0/parent = -1
bones/0/rest = Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0 )
bones/0/enabled = true
bones/0/bound_children = [  ]
bones/1/name = "lower"
bones/1/parent = 0
bones/1/rest = Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0 )
bones/1/pose = Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5 )
bones/1/enabled = true
bones/1/bound_children = [  ]

[node name="Hand" type="BoneAttachment" parent="Arm"]
bone_name = "lower"

[node name="Player" type="AnimationPlayer" parent="."]
root_node = NodePath("../Hub")
autoplay = "wave"
playback_speed = 0.5
anims/wave = SubResource( 1 )
next/wave = "wave"
blend_times = [ "wave", "wave", 0.25 ]

[node name="Hub" type="Spatial" parent="."]
"#;

#[test]
fn players_of_godot_3_move_bones_from_their_rest() {
    let imported = godot(2, OLD);
    let scene = &imported.scene;
    let player = player_of(scene, "Player");
    assert_eq!((player.autoplay.as_deref(), player.speed), (Some("wave"), 0.5));
    assert_eq!(player.blends, [("wave".to_owned(), "wave".to_owned(), 0.25)]);
    assert_eq!(player.next, [("wave".to_owned(), "wave".to_owned())]);
    assert_eq!(player.root, find(scene, "Hub").map(|(id, _)| id));
    let global = |scene: &proscenio_scene::Scene| {
        let world = scene.world_placements();
        world.space(find(scene, "Arm/Hand").unwrap().0).translation.to_array()
    };
    assert_eq!(global(scene), [0.0, 3.0, 5.0]);
    let animation = &scene.animations[player.animations[0]];
    assert_eq!(animation.tracks[0].interpolation, Interpolation::CubicEven);
    assert_eq!(animation.tracks[3].extras.get("keys_behind_end"), Some(&Extra::Int(1)));
    let event = &animation.tracks[4];
    assert!(matches!(event.target, Target::Event { kind: EventKind::Call, .. }), "{event:?}");
    let mut posed = scene.clone();
    pose(&mut posed, animation, 1.0);
    assert_eq!(global(&posed), [0.0, 5.0, 0.0]);
}

const INSTANCED: &str = r#"[sub_resource type="Animation" id="a"]
tracks/0/type = "value"
tracks/0/path = NodePath("%Lid:rotation_degrees")
tracks/0/keys = {
"times": PackedFloat32Array(0, 1),
"transitions": PackedFloat32Array(1, 1),
"update": 0,
"values": [Vector3(0, 0, 0), Vector3(90, 0, 0)]
}
tracks/1/type = "value"
tracks/1/path = NodePath("Board:position")
tracks/1/keys = {
"times": PackedFloat32Array(0),
"transitions": PackedFloat32Array(1),
"update": 0,
"values": [Vector2(3, 4)]
}
tracks/2/type = "value"
tracks/2/path = NodePath("Panel:position")
tracks/2/keys = {
"times": PackedFloat32Array(0),
"transitions": PackedFloat32Array(1),
"update": 0,
"values": [Vector2(3, 4)]
}
tracks/3/type = "blend_shape"
tracks/3/path = NodePath("Face:smile")
tracks/3/keys = PackedFloat32Array(0, 1, 0.5)

[sub_resource type="AnimationLibrary" id="l"]
_data = {
"open": SubResource("a")
}

[sub_resource type="ArrayMesh" id="m"]
_blend_shape_names = PackedStringArray("frown", "smile")

[node name="Root" type="Node3D"]

[node name="Box" type="Node3D" parent="."]

[node name="Lid" type="Node3D" parent="Box"]
unique_name_in_owner = true

[node name="Board" type="Sprite2D" parent="."]

[node name="Panel" type="Panel" parent="."]

[node name="Face" type="MeshInstance3D" parent="."]
mesh = SubResource("m")

[node name="Player" type="AnimationPlayer" parent="."]
libraries = {
"moves": SubResource("l")
}
"#;

#[test]
fn paths_of_godot_lead_to_parts_of_placements() {
    let imported = godot(3, INSTANCED);
    let scene = &imported.scene;
    let (_, animation) = scene.animations.iter().next().unwrap();
    assert_eq!(animation.name, "moves/open");
    let node = |path: &str| find(scene, path).unwrap().0;
    let targets: Vec<&Target> = animation.tracks.iter().map(|track| &track.target).collect();
    let lid = node("Box/Lid");
    assert!(matches!(targets[0], Target::Node { node, channel: Channel::Euler(_) } if *node == lid));
    let Values::Vec3(angles) = &animation.tracks[0].keys.values else { panic!() };
    assert!((angles[1][0] - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
    assert_eq!(*targets[1], Target::Node { node: node("Board"), channel: Channel::Translation });
    // Controls are placed by their anchors.
    assert_eq!(*targets[2], Target::Property { node: node("Panel"), property: "position".to_owned() });
    assert_eq!(*targets[3], Target::Morph { node: node("Face"), target: Some(1) });
}
