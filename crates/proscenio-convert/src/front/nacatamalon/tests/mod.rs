//! Whole documents through the front. The fixtures stand beside this folder.

mod cases;
mod properties;
mod shaders;

use std::fmt::Write as _;
use std::io::Cursor;

use base64::Engine as _;
use glam::camera::rh::proj::directx as proj;
use glam::{Mat4, Vec2, Vec3, Vec4};
use proscenio_nacatamalon::Document;
use proscenio_project::Project;
use proscenio_scene::{
    AlphaMode, BlendMode, Camera, Component, Cull, Extra, Filter, Flat, FlatFields, FontKind, LightFalloff,
    LightKind, MeshInstance, Node, NodeId, Pixels, Projection, Rgba, Scene, ShadingRule, ShapeKind, Sprite,
    TextAlign, TextBox, Tiling, VertexSnap, Wrap,
};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

use super::super::Imported;
use super::import;

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let format = image::ImageFormat::Png;
    image::RgbaImage::new(width, height).write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

/// A cart: `Frame` with a triangle, and below it two nodes named `Wheel` that share another mesh.
fn cart() -> String {
    let mut numbers: Vec<f32> = Vec::new();
    numbers.extend([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend([0, 1, 2]);
    let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let picture = base64::engine::general_purpose::STANDARD.encode(png(2, 2));
    serde_json::json!({
        "asset": {"version": "2.0"}, "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "Frame", "mesh": 0, "children": [1, 2], "translation": [1, 0, 0]},
            {"name": "Wheel", "mesh": 1, "translation": [0, 1, 0]},
            {"name": "Wheel", "mesh": 1, "translation": [0, 2, 0], "scale": [2, 2, 2]}
        ],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0}, "material": 0}, {"attributes": {"POSITION": 0}, "mode": 1}]},
            {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 1}]}
        ],
        "materials": [
            {"name": "paint", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}},
            {"pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.5, 0.5, 1], "baseColorTexture": {"index": 0}},
             "emissiveFactor": [0.25, 0, 0], "alphaMode": "BLEND", "doubleSided": true}
        ],
        "textures": [{"source": 0, "sampler": 0}], "samplers": [{"wrapS": 33071}],
        "images": [{"uri": format!("data:image/png;base64,{picture}")}],
        "buffers": [{"byteLength": bytes.len(), "uri": format!("data:application/octet-stream;base64,{data}")}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 3}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"}
        ]
    })
    .to_string()
}

const ATLAS: &str = r#"{"format": 1, "kind": "atlas", "texture": "fox.png", "grid": {"frameWidth": 16, "frameHeight": 16},
    "sequences": {"hop": {"frames": [2, 0]}}}"#;

fn files() -> MemoryTree {
    MemoryTree::from_files([
        ("game/project.json", br#"{"format": "nacatamalon-project", "width": 400, "height": 300}"#.to_vec()),
        ("game/public/assets/vendor.png", png(12, 20)),
        ("game/public/art/tile.png", png(16, 8)),
        ("game/art/fox.atlas", ATLAS.as_bytes().to_vec()),
        ("game/art/fox.png", png(40, 32)),
        ("game/models/cart.gltf", cart().into_bytes()),
    ])
}

fn import_text(text: &str) -> Imported {
    let files = files();
    let path = "game/scenes/level.scene";
    let document = Document::parse(Source::new(path, text.as_bytes().to_vec()));
    import(&document, &Project::around(&files, path))
}

fn node<'s>(scene: &'s Scene, key: &str) -> (NodeId, &'s Node) {
    scene.nodes.iter().find(|(_, node)| node.identity.key == key).unwrap()
}

fn sprite<'s>(scene: &'s Scene, key: &str) -> &'s Sprite {
    let found = node(scene, key).1.components.iter().find_map(|component| match component {
        Component::Sprite(sprite) => Some(sprite),
        _ => None,
    });
    found.unwrap()
}

fn mesh<'s>(scene: &'s Scene, key: &str, at: usize) -> &'s MeshInstance {
    let found = node(scene, key).1.components.iter().filter_map(|component| match component {
        Component::Mesh(mesh) => Some(mesh),
        _ => None,
    });
    found.into_iter().nth(at).unwrap()
}

fn codes(imported: &Imported) -> Vec<&'static str> {
    imported.findings.iter().map(|finding| finding.code).collect()
}

fn report(imported: &Imported) -> String {
    let mut text = String::new();
    for finding in &imported.findings {
        assert!(finding.help.is_some(), "{} says no help", finding.code);
        writeln!(text, "{} {}: {}", finding.severity, finding.code, finding.message).unwrap();
    }
    text
}

#[test]
fn the_complete_example_shows_its_sprite_through_its_camera() {
    let imported = import_text(include_str!("../fixtures/example.scene"));
    let scene = &imported.scene;
    assert_eq!(imported.findings, []);
    assert_eq!((scene.name.as_str(), scene.nodes.len()), ("Plaza", 2));
    assert_eq!(
        (scene.nodes[scene.root].identity.key.as_str(), scene.view_size),
        ("plaza-root", Some([400, 300]))
    );
    let (id, vendor) = node(scene, "vendor");
    assert_eq!((vendor.name.as_str(), vendor.parent), ("Vendor", Some(scene.root)));
    let art = sprite(scene, "vendor");
    let texture = art.texture.unwrap();
    assert_eq!(scene.images[texture.image].size, Some([12, 20]));
    assert_eq!((texture.filter, texture.wrap_u), (Filter::Nearest, Wrap::Clamp));
    // The middle of its lower edge stands at (40, 120).
    let world = scene.world_placements().flat(id).then(art.local).matrix();
    let corner = |unit: Vec2| world.transform_point2(art.position + unit * art.size);
    assert_eq!((corner(Vec2::ZERO), corner(Vec2::ONE)), (Vec2::new(34.0, 100.0), Vec2::new(46.0, 120.0)));
    let Component::Camera2d(camera) = &scene.nodes[scene.root].components[0] else { panic!() };
    assert!(camera.current && !camera.follows_node);
    let view = camera.view(glam::Affine2::IDENTITY, Vec2::new(400.0, 300.0));
    assert_eq!(view.transform_point2(Vec2::new(40.0, 120.0)), Vec2::new(40.0, 120.0));
    let origin = vendor.origin.as_ref().unwrap();
    let text = &include_str!("../fixtures/example.scene")[origin.bytes.0 as usize..origin.bytes.1 as usize];
    assert!(text.starts_with('{') && text.contains("vendor-art") && text.ends_with('}'));
}

#[test]
fn flat_drawings_arrive_with_their_numbers() {
    let imported = import_text(include_str!("../fixtures/flat.scene"));
    insta::assert_snapshot!("flat_findings", report(&imported));
    let scene = &imported.scene;
    let plain = sprite(scene, "plain");
    assert_eq!(
        (plain.texture, plain.size, plain.position),
        (None, Vec2::new(8.0, 4.0), Vec2::new(-4.0, -2.0))
    );
    assert_eq!(plain.tint, Rgba::from_stored([0.5, 1.0, 0.0, 0.5]));
    let sheet = sprite(scene, "sheet");
    assert_eq!(
        (sheet.size, sheet.uv_min, sheet.uv_max),
        (Vec2::splat(16.0), Vec2::new(0.8, 0.0), Vec2::new(0.4, 0.5))
    );
    assert_eq!(sheet.filter(), Filter::Linear);
    assert_eq!(sprite(scene, "run").uv_min, Vec2::new(0.0, 0.5));
    assert_eq!(sprite(scene, "no-frame").size, Vec2::new(40.0, 32.0));
    let window = sprite(scene, "window");
    assert_eq!(
        (window.size, window.uv_min, window.uv_max),
        (Vec2::splat(8.0), Vec2::new(0.25, 0.0), Vec2::new(0.75, 1.0))
    );
    let tiled = sprite(scene, "tiled");
    assert_eq!(
        (tiled.uv_min.x, tiled.uv_max.x, tiled.uv_guard, tiled.blend),
        (0.0, 1.0, true, BlendMode::Add)
    );
    assert_eq!(tiled.tile, Some(Tiling { copy: Vec2::new(16.0, 8.0), offset: Vec2::new(2.0, 0.0) }));
    let lost = sprite(scene, "lost");
    assert_eq!(
        (lost.size, &scene.images[lost.texture.unwrap().image].pixels),
        (Vec2::splat(32.0), &Pixels::Missing)
    );
    assert_eq!(sprite(scene, "unlisted").z, 1.5);
    assert!(!sprite(scene, "hidden").visible && plain.visible);
    let run = sprite(scene, "run").run.as_ref().unwrap();
    assert_eq!([0.0, 0.1].map(|time| run.frame(time).unwrap().min.x), [0.0, 0.0]);
    assert_eq!([0.0, 0.1].map(|time| run.frame(time).unwrap().min.y), [0.5, 0.0]);
}

#[test]
fn a_pivot_stays_where_it_is() {
    let scene = import_text(include_str!("../fixtures/flat.scene")).scene;
    let pivoted = sprite(&scene, "pivoted");
    let local = pivoted.local.matrix();
    // Half a turn about the top-right corner, which stands at (15, 0).
    assert!(local.transform_point2(Vec2::new(10.0, 0.0)).abs_diff_eq(Vec2::new(15.0, 0.0), 1e-4));
    assert!(local.transform_point2(Vec2::ZERO).abs_diff_eq(Vec2::new(25.0, 0.0), 1e-4));
    assert_eq!((pivoted.z, pivoted.parallax), (7.0, Vec2::new(0.5, 1.0)));
}

#[test]
fn texts_and_shapes_arrive_as_boxes_and_outlines() {
    let scene = import_text(include_str!("../fixtures/flat.scene")).scene;
    let (_, texts) = node(&scene, "texts");
    assert!(texts.screen_space);
    let [Component::Text(first), Component::Text(second), Component::Other(_), Component::Other(_)] =
        &texts.components[..]
    else {
        panic!("{:?}", texts.components)
    };
    assert_eq!((first.text.as_str(), first.font_size, first.anchor), ("Hola", 20.0, Vec2::new(0.5, 0.0)));
    assert_eq!((first.align, second.font_size), (TextAlign::Center, 0.0));
    let font = |text: &TextBox| &scene.fonts[text.font.unwrap()];
    assert_eq!((font(first).name.as_str(), &font(first).kind), ("serif", &FontKind::Missing));
    let FontKind::Bitmap(arcade) = &font(second).kind else { panic!() };
    assert_eq!((arcade.glyph_height, arcade.tracking, arcade.glyph('S').unwrap().width), (8.0, 1.0, 8.0));
    let Component::Shapes(shapes) = &node(&scene, "shapes").1.components[0] else { panic!() };
    let Flat::Fields(FlatFields { position, .. }) = shapes.local else { panic!() };
    assert_eq!((position, shapes.shapes.len()), (Vec2::X, 5));
    let ShapeKind::Rect { radii, rotation, .. } = shapes.shapes[0].kind else { panic!() };
    assert_eq!(
        (radii, rotation, shapes.shapes[0].fill),
        ([2.0; 4], 0.5, Some(Rgba::linear(1.0, 0.0, 0.0, 1.0)))
    );
    let ShapeKind::Ellipse { arc, segments, .. } = shapes.shapes[1].kind else { panic!() };
    assert_eq!((arc, segments, shapes.shapes[1].visible), ((0.0, 3.0), Some(8), false));
    let stroke = shapes.shapes[2].stroke.as_ref().unwrap();
    assert_eq!((stroke.width, stroke.extras.get("align")), (1.0, Some(&Extra::from("inside"))));
    assert!(matches!(&shapes.shapes[4].kind, ShapeKind::Line { points, closed: false } if points.len() == 2));
}

#[test]
fn models_arrive_with_their_materials() {
    let imported = import_text(include_str!("../fixtures/deep.scene"));
    insta::assert_snapshot!("deep_findings", report(&imported));
    let scene = &imported.scene;
    let boxed = mesh(scene, "box", 0);
    assert_eq!((boxed.z, boxed.cast_shadow), (2.0, false));
    assert_eq!(scene.meshes[boxed.mesh].surfaces[0].bounds().unwrap().1, Vec3::new(1.0, 0.5, 0.5));
    let material = &scene.materials[boxed.materials[0].unwrap()];
    assert_eq!(material.shading, ShadingRule::StoredLit { specular: 1.0, shininess: 8.0 });
    assert_eq!(material.base_color, Rgba::from_stored([0.5, 0.5, 0.5, 0.25]));
    assert_eq!(
        (material.alpha, material.cull, material.emission_adds),
        (AlphaMode::Blend, Cull::None, false)
    );
    let texture = material.base_texture.unwrap();
    assert_eq!((texture.wrap_u, texture.wrap_v, texture.filter), (Wrap::Clamp, Wrap::Mirror, Filter::Linear));
    for name in ["effect", "texture", "specular", "vertexSnap", "affine", "occlusion", "steps", "lighting"] {
        assert!(material.extras.get(name).is_some(), "{name}");
    }
    // One shape, however many models show it.
    let moved = mesh(scene, "more", 0);
    assert_eq!((moved.mesh, moved.place.unwrap().translation.y), (boxed.mesh, 3.0));
    let surface = |at: usize| &scene.materials[mesh(scene, "more", at).materials[0].unwrap()];
    assert_eq!(surface(0).shading, ShadingRule::StoredUnlit);
    assert_eq!((surface(1).alpha, surface(1).cull), (AlphaMode::Blend, Cull::Front));
    assert_eq!(surface(2).alpha, AlphaMode::Opaque);
    assert_eq!(mesh(scene, "more", 3).mesh, mesh(scene, "more", 4).mesh);
    let look = &material.look;
    assert_eq!((look.toon.unwrap().bands, look.rim.unwrap().power, look.affine), (2.0, 3.0, true));
    assert_eq!(look.vertex_snap, Some(VertexSnap::Rows(120.0)));
    assert!(look.occlusion.is_some());
}

#[test]
fn pieces_of_model_files_bring_their_own_surface() {
    let scene = import_text(include_str!("../fixtures/deep.scene")).scene;
    let (cart, wheel) = (mesh(&scene, "models", 0), mesh(&scene, "models", 1));
    let (cart_surface, wheel_surface) =
        (&scene.meshes[cart.mesh].surfaces[0], &scene.meshes[wheel.mesh].surfaces[0]);
    assert_eq!(cart_surface.positions, [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    assert_eq!(wheel_surface.positions, [[1.0, 2.0, 0.0], [3.0, 2.0, 0.0], [1.0, 4.0, 0.0]]);
    assert_eq!((wheel_surface.normals[0], &wheel_surface.indices), ([0.0, 0.0, 1.0], &vec![0, 1, 2]));
    let paint = &scene.materials[cart.materials[0].unwrap()];
    assert_eq!((paint.base_color, paint.alpha), (Rgba::linear(1.0, 0.0, 0.0, 1.0), AlphaMode::Opaque));
    let rubber = &scene.materials[wheel.materials[0].unwrap()];
    let [stored, ..] = rubber.base_color.to_stored();
    assert!((stored - 0.7354).abs() < 1e-4);
    assert_eq!((rubber.cull, rubber.alpha, rubber.emission.rgb[0]), (Cull::Front, AlphaMode::Opaque, 0.25));
    let texture = rubber.base_texture.unwrap();
    assert_eq!(
        (texture.wrap_u, texture.wrap_v, scene.images[texture.image].size),
        (Wrap::Mirror, Wrap::Mirror, Some([2, 2]))
    );
}

#[test]
fn cameras_and_lights_stand_where_the_engine_puts_them() {
    let scene = import_text(include_str!("../fixtures/deep.scene")).scene;
    let root = &scene.nodes[scene.root];
    let current: Vec<bool> = root
        .components
        .iter()
        .filter_map(|component| match component {
            Component::Camera(camera) => Some(camera.current),
            Component::Camera2d(camera) => Some(camera.current),
            _ => None,
        })
        .collect();
    // Of two 3D cameras the first, of two flat ones the last.
    assert_eq!(current, [true, false, false, true]);
    let world = scene.world_placements();
    let lights: Vec<_> = scene
        .nodes
        .iter()
        .flat_map(|(id, node)| node.components.iter().map(move |c| (id, c)))
        .filter_map(|(id, component)| match component {
            Component::Light(light) => Some((light, world.space(id) * light.local.unwrap_or_default())),
            _ => None,
        })
        .collect();
    let [(sun, sun_at), (sky, _), (lamp, lamp_at), (spot, spot_at)] = &lights[..] else {
        panic!("{}", lights.len())
    };
    let forward = |place: &glam::Affine3A| -Vec3::from(place.matrix3.z_axis).normalize();
    let (rx, ry) = (-0.9_f32, 0.6_f32);
    assert!(
        forward(sun_at).abs_diff_eq(Vec3::new(-ry.sin() * rx.cos(), rx.sin(), -ry.cos() * rx.cos()), 1e-5)
    );
    assert_eq!((sun.kind, sky.kind, sky.energy), (LightKind::Directional, LightKind::Ambient, 0.5));
    assert!(Vec3::from(lamp_at.translation).abs_diff_eq(Vec3::new(100.0, 50.0, 3.0), 1e-4), "{lamp_at:?}");
    assert!(forward(lamp_at).abs_diff_eq(Vec3::new(-0.5_f32.sin(), 0.0, -0.5_f32.cos()), 1e-5));
    assert_eq!((lamp.energy, lamp.ambient, lamp.cast_shadow), (2.0, 0.25, true));
    assert_eq!(lamp.kind, LightKind::Point { range: 7.0, falloff: LightFalloff::Linear });
    assert_eq!(lamp.extras.get("shadowBias"), Some(&Extra::Float(0.1)));
    // A box of no size places its light all the same.
    assert!(matches!(spot.kind, LightKind::Spot { rim, .. } if rim == 0.5));
    assert!(Vec3::from(spot_at.translation).abs_diff_eq(Vec3::new(3.0, 0.0, 0.0), 1e-5));
    assert!(forward(spot_at).abs_diff_eq(-Vec3::Y, 1e-5));
}

#[test]
fn nothing_of_a_box_is_lost() {
    let scene = import_text(include_str!("../fixtures/deep.scene")).scene;
    assert_eq!(scene.extras.get("author"), Some(&Extra::from("Ana")));
    let (_, boxed) = node(&scene, "box");
    assert_eq!(boxed.extras.get("tags"), Some(&Extra::List(vec!["wood".into()])));
    assert_eq!(boxed.extras.get("data"), Some(&Extra::List(vec![Extra::Int(3), Extra::Null])));
    let Some(Extra::Map(extra)) = boxed.extras.get("extra") else { panic!() };
    assert_eq!(extra.get("prefab"), Some(&Extra::from("Tree.box")));
    let Some(Extra::List(components)) = boxed.extras.get("components") else { panic!() };
    let Extra::Map(rest) = &components[0] else { panic!() };
    let names: Vec<_> = rest.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["type", "id", "geometry", "boundsMargin"]);
    let (_, others) = node(&scene, "others");
    let Component::Script(script) = &others.components[1] else { panic!() };
    assert_eq!((script.name.as_str(), script.props.get("speed")), ("patrol", Some(&Extra::Int(2))));
    let Component::Mask(mask) = &others.components[2] else { panic!() };
    assert_eq!(mask.by, Some(node(&scene, "post").0));
    assert!(matches!(others.extras.get("unsupportedComponents"), Some(Extra::List(list)) if list.len() == 1));
    let Component::Picture(picture) = &node(&scene, "screen").1.components[0] else { panic!() };
    assert_eq!((picture.size, &scene.images[picture.image].pixels), ([8, 8], &Pixels::Painted));
    let shown = scene.materials[mesh(&scene, "others", 0).materials[0].unwrap()].base_texture.unwrap();
    assert_eq!(shown.image, picture.image);
}

#[test]
fn a_scene_alone_is_drawn_with_the_projects_defaults() {
    let files = MemoryTree::default();
    let document =
        Document::parse(Source::new("a.scene", include_bytes!("../fixtures/example.scene").to_vec()));
    let imported = import(&document, &Project::around(&files, "a.scene"));
    assert_eq!(imported.scene.view_size, Some([320, 224]));
    assert_eq!(codes(&imported), ["nacatamalon/file-not-read"]);
}

/// Screen point of a world point, through the model's camera, for a picture of that size.
fn on_screen(camera: &Camera, size: Vec2, world: Vec3) -> Vec2 {
    let eye = Mat4::from(camera.local.unwrap_or_default()).inverse();
    let aspect = size.x / size.y;
    let clip = match camera.projection {
        Projection::Perspective { fov, .. } => proj::perspective(fov, aspect, camera.near, camera.far),
        Projection::Orthographic { size, .. } => {
            let half = Vec2::new(size * aspect, size) / 2.0;
            let (low, high) = (camera.offset - half, camera.offset + half);
            proj::orthographic(low.x, high.x, low.y, high.y, camera.near, camera.far)
        }
        Projection::Frustum { .. } => panic!("the format has no such camera"),
    };
    let point: Vec4 = clip * eye * world.extend(1.0);
    (Vec2::new(point.x, -point.y) / point.w + Vec2::ONE) / 2.0 * size
}
