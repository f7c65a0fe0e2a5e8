//! Sprites and shapes.

use std::f32::consts::TAU;

use glam::{Affine2, Affine3A, Vec2, Vec3};
use proscenio_scene::{
    BlendMode, Component, Extras, Filter, Flat, FlatFields, Image, Node, NodeId, Pixels, Placement, Rgba,
    Scene, Shape, ShapeKind, Shapes, Sprite, Stroke, TextureRef,
};
use serde_json::json;

use crate::read::{Read, add, read, scene};

fn picture(scene: &mut Scene) -> TextureRef {
    let pixels = Pixels::Rgba8(vec![255; 4 * 8].into());
    let image = Image { name: "p.png".into(), path: None, size: Some([4, 2]), pixels };
    TextureRef { filter: Filter::Nearest, ..TextureRef::new(scene.images.add(image)) }
}

/// Points of the only mesh of a node, in the world, pixels with +Y down; and their depth.
fn drawn(read: &Read, name: &str) -> (Vec<Vec2>, f32) {
    let world = read.world(name);
    let primitive = read.node(name).mesh().unwrap().primitives().next().unwrap();
    let points: Vec<Vec3> =
        read.positions(&primitive).into_iter().map(|p| world.transform_point3(Vec3::from_array(p))).collect();
    (points.iter().map(|p| Vec2::new(p.x, -p.y) * 100.0).collect(), points[0].z)
}

fn assert_near(found: &[Vec2], expected: &[[f32; 2]]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.abs_diff_eq(Vec2::from_array(*expected), 1e-2), "{found} {expected:?}");
    }
}

#[test]
fn a_sprite_is_a_quad_with_its_picture() {
    let mut scene = scene();
    let texture = picture(&mut scene);
    let sprite = Sprite {
        position: Vec2::new(-2.0, -1.0),
        uv_min: Vec2::new(1.0, 0.0),
        uv_max: Vec2::new(0.5, 1.0),
        tint: Rgba::from_stored([0.5, 1.0, 1.0, 0.5]),
        ..Sprite::new(Some(texture), Vec2::new(4.0, 2.0))
    };
    let id = add(&mut scene, "s", Component::Sprite(sprite));
    let quarter = Affine2::from_angle_translation(TAU / 4.0, Vec2::new(100.0, 50.0));
    scene.nodes[id].placement = Placement::flat(Flat::Matrix(quarter));
    scene.nodes[id].tint = Rgba::from_stored([0.5, 0.5, 1.0, 1.0]);
    let read = read(&scene);
    let (points, depth) = drawn(&read, "s");
    assert_near(&points, &[[101.0, 48.0], [99.0, 48.0], [99.0, 52.0], [101.0, 52.0]]);
    assert_eq!(depth, 0.0);
    let primitive = read.node("s").mesh().unwrap().primitives().next().unwrap();
    let uvs: Vec<_> = primitive.reader(|_| Some(&read.bin)).read_tex_coords(0).unwrap().into_f32().collect();
    assert_eq!(uvs, [[1.0, 0.0], [1.0, 1.0], [0.5, 1.0], [0.5, 0.0]]);
    let material = read.material("p.png");
    assert_eq!(material["alphaMode"], json!("BLEND"));
    assert_eq!(material["extensions"], json!({"KHR_materials_unlit": {}}));
    let factor = primitive.material().pbr_metallic_roughness().base_color_factor();
    let expected = Rgba::from_stored([0.25, 0.5, 1.0, 0.5]).to_linear();
    assert!(factor.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{factor:?}");
    assert!(read.exported.losses.is_empty());
}

#[test]
fn later_drawings_stand_nearer_and_equal_ones_share_their_material() {
    let mut scene = scene();
    let texture = picture(&mut scene);
    let sprite = |z| Component::Sprite(Sprite { z, ..Sprite::new(Some(texture), Vec2::ONE) });
    for (name, z) in [("high", 1.0), ("low", -1.0), ("first", 0.0), ("second", 0.0)] {
        add(&mut scene, name, sprite(z));
    }
    let read = read(&scene);
    let depth = |name| drawn(&read, name).1;
    assert!(
        depth("low") < depth("first") && depth("first") < depth("second") && depth("second") < depth("high")
    );
    assert_eq!(read.document.materials().len(), 1);
}

#[test]
fn parts_placed_by_fields_follow_the_rule_of_fields() {
    let mut scene = scene();
    let fields = |x, rotation, scale| FlatFields { position: Vec2::new(x, 0.0), rotation, scale };
    let node = fields(100.0, 0.5, Vec2::new(3.0, 1.0));
    let local = fields(10.0, 0.7, Vec2::new(1.0, 2.0));
    let sprite = Sprite { local: Flat::Fields(local), ..Sprite::new(None, Vec2::new(20.0, 10.0)) };
    let id = add(&mut scene, "s", Component::Sprite(sprite));
    scene.nodes[id].placement = Placement::flat(Flat::Fields(node));
    let read = read(&scene);
    let world = node.then(local).matrix();
    let corners = [[0.0, 0.0], [0.0, 10.0], [20.0, 10.0], [20.0, 0.0]];
    let expected = corners.map(|corner| world.transform_point2(Vec2::from_array(corner)).to_array());
    assert_near(&drawn(&read, "s").0, &expected);
}

#[test]
fn drawings_of_a_node_in_space_stand_on_a_helper() {
    let mut scene = scene();
    let id = add(&mut scene, "both", Component::Sprite(Sprite::new(None, Vec2::new(10.0, 10.0))));
    scene.nodes[id].placement = Placement {
        flat: Some(Flat::Matrix(Affine2::from_translation(Vec2::new(50.0, 0.0)))),
        space: Some(Affine3A::from_rotation_x(1.0)),
    };
    let read = read(&scene);
    assert!(read.node("both").mesh().is_none());
    assert_near(&drawn(&read, "both.sprite").0, &[[50.0, 0.0], [50.0, 10.0], [60.0, 10.0], [60.0, 0.0]]);
}

#[test]
fn what_sprites_lose_is_reported() {
    let mut scene = scene();
    let smooth = TextureRef { filter: Filter::Linear, ..picture(&mut scene) };
    let sprite = Sprite {
        uv_guard: true,
        blend: BlendMode::Add,
        parallax: Vec2::splat(0.5),
        ..Sprite::new(Some(smooth), Vec2::ONE)
    };
    add(&mut scene, "odd", Component::Sprite(sprite));
    add(&mut scene, "endless", Component::Sprite(Sprite::new(None, Vec2::INFINITY)));
    let read = read(&scene);
    let expected = ["gltf/parallax", "gltf/uv-guard", "gltf/blend", "gltf/extras", "gltf/sprite"];
    assert_eq!(read.codes(), expected);
    assert_eq!(read.extras("odd")["components"][0]["parallax"], json!([0.5, 0.5]));
}

fn shape(kind: ShapeKind, fill: Option<Rgba>, stroke: Option<f32>) -> Shape {
    let stroke = stroke.map(|width| Stroke { width, color: Rgba::BLACK, extras: Extras::new() });
    Shape { kind, fill, stroke, visible: true }
}

fn add_shapes(scene: &mut Scene, shapes: Vec<Shape>) -> NodeId {
    let shapes = Shapes::new(shapes);
    add(scene, "shapes", Component::Shapes(shapes))
}

fn area(read: &Read, primitive: &gltf::Primitive<'_>) -> f32 {
    let points = read.positions(primitive);
    let corner = |index: u32| Vec2::new(points[index as usize][0], points[index as usize][1]) * 100.0;
    let indices = read.indices(primitive).unwrap();
    let corners = indices.chunks_exact(3).map(|t| [corner(t[0]), corner(t[1]), corner(t[2])]);
    corners.map(|[a, b, c]| (b - a).perp_dot(c - a).abs() / 2.0).sum()
}

#[test]
fn shapes_are_filled_and_stroked() {
    let mut scene = scene();
    let red = Some(Rgba::linear(1.0, 0.0, 0.0, 0.5));
    let rect =
        ShapeKind::Rect { position: Vec2::ZERO, size: Vec2::new(10.0, 5.0), radii: [0.0; 4], rotation: 0.4 };
    let circle = ShapeKind::Ellipse {
        center: Vec2::ZERO,
        radii: Vec2::splat(50.0),
        rotation: 0.0,
        arc: (0.0, TAU),
        segments: None,
    };
    let line = ShapeKind::Line { points: vec![Vec2::ZERO, Vec2::new(10.0, 0.0)], closed: false };
    let hidden = Shape { visible: false, ..shape(rect.clone(), red, None) };
    let shapes =
        vec![shape(rect, red, Some(2.0)), shape(circle, red, None), hidden, shape(line, red, Some(3.0))];
    add_shapes(&mut scene, shapes);
    let read = read(&scene);
    let primitives: Vec<_> = read.node("shapes").mesh().unwrap().primitives().collect();
    let areas: Vec<f32> = primitives.iter().map(|primitive| area(&read, primitive)).collect();
    let round = std::f32::consts::PI * 2500.0;
    for (found, expected) in areas.iter().zip([50.0, 60.0, round, 30.0]) {
        assert!((found / expected - 1.0).abs() < 0.005, "{areas:?}");
    }
    assert_eq!(areas.len(), 4);
    let kept = read.extras("shapes")["components"][0]["shapes"].as_array().unwrap();
    assert_eq!((kept.len(), &kept[2]["visible"]), (4, &json!(false)));
    assert!(read.exported.losses.is_empty());
}

#[test]
fn impossible_shapes_are_reported() {
    let mut scene = scene();
    let red = Some(Rgba::linear(1.0, 0.0, 0.0, 1.0));
    let nowhere = ShapeKind::Polygon { points: vec![Vec2::NAN, Vec2::ZERO, Vec2::ONE] };
    let endless = ShapeKind::Polygon { points: vec![Vec2::ZERO; 5000] };
    add_shapes(&mut scene, vec![shape(nowhere, red, None), shape(endless, red, None)]);
    // The numbers themselves are kept as texts.
    assert_eq!(read(&scene).codes(), ["gltf/extras", "gltf/shape", "gltf/shape"]);
}

#[test]
fn a_part_under_the_node_keeps_its_children_apart() {
    let mut scene = scene();
    let id = add(&mut scene, "two", Component::Sprite(Sprite::new(None, Vec2::ONE)));
    scene.nodes[id].components.push(Component::Sprite(Sprite::new(None, Vec2::ONE)));
    scene.add_child(id, Node::new("child"));
    let read = read(&scene);
    let below: Vec<_> = read.node("two").children().map(|node| node.name().unwrap().to_owned()).collect();
    assert_eq!(below, ["two.sprite", "child"]);
}
