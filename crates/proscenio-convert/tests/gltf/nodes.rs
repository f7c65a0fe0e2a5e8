//! The tree and its placements.

use glam::{Affine2, Affine3A, Mat3, Quat, Vec2, Vec3};
use proscenio_scene::{Extra, Flat, FlatFields, Identity, Node, Placement, Rgba};
use serde_json::json;

use crate::read::{apart, assert_same_tree, at, read, scene};

fn moved(x: f32, y: f32, z: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::new(x, y, z))
}

#[test]
fn names_order_and_places_come_back() {
    let mut scene = scene();
    let turn = Quat::from_euler(glam::EulerRot::YXZ, 1.0, -0.4, 2.0);
    let squash = Affine3A::from_scale_rotation_translation(Vec3::new(3.0, 0.2, -1.0), turn, Vec3::ONE);
    let a = scene.add_child(scene.root, at("a", squash));
    let group = scene.add_child(a, Node::new("group"));
    scene.add_child(group, at("twisted below a squashed one", squash));
    scene.add_child(a, at("same", moved(1.0, 2.0, 3.0)));
    scene.add_child(scene.root, at("same", Affine3A::IDENTITY));
    let read = read(&scene);
    assert_same_tree(&scene, &read);
    assert!(read.exported.losses.is_empty(), "{:?}", read.exported.losses);
    let children: Vec<_> = read.node("root").children().map(|node| node.name().unwrap().to_owned()).collect();
    assert_eq!(children, ["a", "same"]);
}

#[test]
fn shear_is_exact_by_a_helper() {
    let mut scene = scene();
    let sheared = Affine3A::from_mat3_translation(
        Mat3::from_cols(Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.7, 1.0, 0.1), Vec3::new(0.0, -0.3, 2.0)),
        Vec3::new(5.0, 6.0, 7.0),
    );
    let node = scene.add_child(scene.root, at("slanted", sheared));
    scene.add_child(node, at("below", moved(1.0, 1.0, 1.0)));
    let read = read(&scene);
    assert_same_tree(&scene, &read);
    assert!(read.exported.losses.is_empty());
    assert_eq!(read.extras("slanted.shear"), &json!({"part": "shear"}));
    assert!(read.json["nodes"].as_array().unwrap().iter().all(|node| node.get("matrix").is_none()));
}

#[test]
fn top_level_nodes_stay_under_their_parent_and_where_they_are() {
    let mut scene = scene();
    let turn = Affine3A::from_rotation_y(0.5) * moved(10.0, 0.0, 0.0);
    let parent = scene.add_child(scene.root, at("parent", turn));
    scene.add_child(parent, Node { top_level: true, ..at("free", moved(0.0, 3.0, 0.0)) });
    scene.add_child(parent, Node { top_level: true, ..Node::new("nowhere") });
    let read = read(&scene);
    assert_same_tree(&scene, &read);
    assert!(apart(read.world("nowhere"), Affine3A::IDENTITY) < 1e-5);
    assert_eq!(read.node("parent").children().count(), 2);
    assert_eq!(read.extras("free")["top_level"], json!(true));
}

#[test]
fn what_cannot_stand_under_a_flattened_parent_stands_beside_the_root() {
    let mut scene = scene();
    let flattened = at("flattened", Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0)));
    let parent = scene.add_child(scene.root, Node { visible: false, ..flattened });
    scene.add_child(parent, at("below", moved(0.0, 5.0, 0.0)));
    scene.add_child(parent, Node { top_level: true, ..at("free", moved(0.0, 3.0, 0.0)) });
    let read = read(&scene);
    assert_same_tree(&scene, &read);
    assert_eq!(read.codes(), ["gltf/parent"]);
    assert_eq!(read.exported.losses[0].subject, "root/flattened/free");
    assert_eq!(read.extras("free")["parent"], json!(read.node("flattened").index()));
    let free = &read.json["nodes"][read.node("free").index()];
    assert_eq!(free["extensions"]["KHR_node_visibility"]["visible"], json!(false), "its parent hides it");
}

#[test]
fn identity_tint_and_extras_are_kept() {
    let mut scene = scene();
    let mut node = Node { tint: Rgba::linear(0.5, 1.0, 1.0, 1.0), screen_space: true, ..Node::new("n") };
    node.identity = Identity { key: "A/B".into(), kind: "Node3D".into(), unique_id: Some(77) };
    node.extras.set("groups", vec![Extra::from("enemies"), Extra::from("\"quoted\"")]);
    node.extras.set("bad", f64::NAN);
    scene.add_child(scene.root, node);
    scene.extras.set("format", 3);
    scene.view_size = Some([640, 360]);
    let read = read(&scene);
    let expected = json!({
        "key": "A/B", "kind": "Node3D", "unique_id": 77, "screen_space": true, "tint": [0.5, 1.0, 1.0, 1.0],
        "extras": {"groups": ["enemies", "\"quoted\""], "bad": "NaN"},
    });
    assert_eq!(read.extras("n"), &expected);
    let scene_extras = json!({"proscenio": {"view_size": [640, 360], "extras": {"format": 3}}});
    assert_eq!(read.json["scenes"][0]["extras"], scene_extras);
    assert_eq!(read.codes(), ["gltf/screen-space", "gltf/extras"]);
}

#[test]
fn hidden_nodes_are_hidden() {
    let mut scene = scene();
    scene.add_child(scene.root, Node { visible: false, ..Node::new("hidden") });
    let read = read(&scene);
    let visibility = json!({"KHR_node_visibility": {"visible": false}});
    assert_eq!(read.json["nodes"][1]["extensions"], visibility);
    assert_eq!(read.json["extensionsUsed"], json!(["KHR_node_visibility"]));
}

#[test]
fn the_plane_stands_upright_in_space() {
    let mut scene = scene();
    let matrix = Affine2::from_scale_angle_translation(Vec2::new(2.0, 1.0), 0.5, Vec2::new(300.0, 200.0));
    let flat = Node { placement: Placement::flat(Flat::Matrix(matrix)), ..Node::new("flat") };
    let parent = scene.add_child(scene.root, flat);
    let turned = Affine2::from_angle_translation(1.0, Vec2::new(10.0, 0.0));
    scene
        .add_child(parent, Node { placement: Placement::flat(Flat::Matrix(turned)), ..Node::new("sheared") });
    scene.add_child(parent, at("in space", moved(1.0, 2.0, 3.0)));
    let read = read(&scene);
    assert_same_tree(&scene, &read);
    for (name, flat) in [("flat", matrix), ("sheared", matrix * turned)] {
        for corner in [Vec2::ZERO, Vec2::new(50.0, 0.0), Vec2::new(0.0, 70.0)] {
            let expected = flat.transform_point2(corner) * 0.01;
            let found = read.world(name).transform_point3(Vec3::new(corner.x, -corner.y, 0.0) * 0.01);
            assert!(found.abs_diff_eq(Vec3::new(expected.x, -expected.y, 0.0), 1e-5), "{name} {found}");
        }
    }
}

#[test]
fn fields_add_up_without_shear() {
    let mut scene = scene();
    let fields = |x, rotation, scale| {
        Flat::Fields(FlatFields { position: Vec2::new(x, 0.0), rotation, scale: Vec2::from_array(scale) })
    };
    let node = |name: &str, flat| Node { placement: Placement::flat(flat), ..Node::new(name) };
    let a = scene.add_child(scene.root, node("a", fields(100.0, 0.3, [3.0, 1.0])));
    let b = scene.add_child(a, node("b", fields(50.0, 0.9, [1.0, 2.0])));
    let read = read(&scene);
    let expected = scene.world_placements().flat(b).matrix();
    let world = read.world("b");
    let axis = |index: usize| world.col(index).truncate();
    assert!(axis(0).dot(axis(1)).abs() < 1e-5);
    let down = expected.matrix2.y_axis;
    assert!(axis(1).abs_diff_eq(Vec3::new(-down.x, down.y, 0.0), 1e-5));
    assert_eq!(
        read.extras("b")["flat"],
        json!({"position": [50.0, 0.0], "rotation": 0.9, "scale": [1.0, 2.0]})
    );
}

#[test]
fn a_deep_tree_is_no_danger() {
    let mut scene = scene();
    let mut parent = scene.root;
    for level in 0..20_000 {
        parent =
            scene.add_child(parent, at("level", moved(0.0, if level % 2 == 0 { 1.0 } else { -1.0 }, 0.0)));
    }
    scene.nodes[parent].screen_space = true;
    let read = read(&scene);
    assert_eq!(read.document.nodes().len(), 20_001);
    let subject = &read.exported.losses[0].subject;
    assert!(subject.starts_with("…/level") && subject.len() < 300, "{subject}");
}
