//! One scene with everything the neutral scene knows.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::{Affine2, Affine3A, Mat3, Quat, Vec2, Vec3};
use proscenio_convert::back::gltf::{Container, export};
use proscenio_scene::{
    AlphaMode, Ambient, BlendMode, Camera, Camera2d, Component, Cull, Environment, Extra, Extras, Filter,
    Flat, FlatFields, FovAxis, Image, ImageId, Light, LightFalloff, LightKind, Material, MaterialId, Mesh,
    MeshId, MeshInstance, Node, NodeId, NormalMap, Other, Pixels, Placement, Portal, PortalKind, Projection,
    Rgba, Scene, Sector, ShadingRule, Shape, ShapeKind, Shapes, Sprite, Stroke, Surface, TextBox, TextureRef,
    Topology, UvTransform, Wrap,
};

use crate::read::{assert_same_tree, at, options, read};

/// A scene with at least one of everything.
pub fn rich() -> Scene {
    let mut scene = Scene::new("rich", Node::new("root"));
    scene.view_size = Some([640, 360]);
    scene.environment =
        Environment { ambient: Ambient::plain(Rgba::linear(0.1, 0.1, 0.2, 1.0)), ..Environment::default() };
    scene.extras.set("load_steps", 4);
    let pictures = pictures(&mut scene);
    let materials = materials(&mut scene, pictures);
    let mesh = mesh(&mut scene, &materials);
    space(&mut scene, mesh, &materials);
    eyes_and_lights(&mut scene);
    plane(&mut scene, pictures[0]);
    rooms(&mut scene);
    scene
}

fn pictures(scene: &mut Scene) -> [ImageId; 2] {
    let texels: Vec<u8> = (0..4 * 16).map(|i| (i * 3) as u8).collect();
    let raw = Image {
        name: "raw".into(),
        path: Some("res://raw.png".into()),
        size: Some([4, 4]),
        pixels: Pixels::Rgba8(texels.clone().into()),
    };
    let mut bytes = Vec::new();
    let webp = image::RgbaImage::from_raw(4, 4, texels).unwrap();
    webp.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::WebP).unwrap();
    let webp = Image {
        name: "web.webp".into(),
        path: None,
        size: Some([4, 4]),
        pixels: Pixels::Encoded(bytes.into()),
    };
    scene.images.add(Image::missing("gone.png", None));
    [scene.images.add(raw), scene.images.add(webp)]
}

fn materials(scene: &mut Scene, [color, numbers]: [ImageId; 2]) -> Vec<MaterialId> {
    let texture = TextureRef::new(color);
    let moved = UvTransform { scale: [2.0, 3.0], offset: [0.5, 0.0] };
    let mut extras = Extras::new();
    extras.set("render_priority", 3);
    let all = [
        Material {
            name: "full".into(),
            base_color: Rgba::linear(0.8, 0.7, 0.6, 0.5),
            base_texture: Some(TextureRef { transform: moved, wrap_u: Wrap::Mirror, ..texture }),
            vertex_colors: true,
            metallic: 0.3,
            roughness: 0.4,
            specular: 0.25,
            metallic_roughness_texture: Some(TextureRef { uv_set: 1, ..TextureRef::new(numbers) }),
            normal_map: Some(NormalMap { texture: TextureRef::new(numbers), scale: 0.5 }),
            emission: Rgba::linear(2.0, 1.0, 0.0, 1.0),
            emission_texture: Some(TextureRef { filter: Filter::Anisotropic, ..texture }),
            emission_adds: false,
            alpha: AlphaMode::Blend,
            cull: Cull::None,
            extras,
            ..Material::default()
        },
        Material { name: "inside".into(), cull: Cull::Front, specular: 0.75, ..Material::default() },
        Material {
            name: "cut".into(),
            alpha: AlphaMode::Cutoff(0.5),
            base_texture: Some(texture),
            ..Material::default()
        },
        Material { name: "bare".into(), shading: ShadingRule::LinearUnlit, ..Material::default() },
        Material {
            name: "stored".into(),
            shading: ShadingRule::StoredLit { specular: 0.5, shininess: 32.0 },
            ..Material::default()
        },
        Material {
            name: "glowing".into(),
            shading: ShadingRule::StoredUnlit,
            blend: BlendMode::Add,
            ..Material::default()
        },
    ];
    all.into_iter().map(|material| scene.materials.add(material)).collect()
}

fn mesh(scene: &mut Scene, materials: &[MaterialId]) -> MeshId {
    let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let full = Surface {
        normals: vec![[0.0, 0.0, 1.0]; 4],
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; 4],
        uvs: positions.iter().map(|p: &[f32; 3]| [p[0], 1.0 - p[1]]).collect(),
        uvs2: vec![[0.5, 0.5]; 4],
        colors: vec![[1.0, 0.5, 0.25, 1.0]; 4],
        indices: vec![0, 1, 2, 0, 2, 3],
        material: Some(materials[0]),
        positions: positions.clone(),
        ..Surface::default()
    };
    let bare = Surface { positions: positions.clone(), material: Some(materials[2]), ..Surface::default() };
    let inside = Surface { material: Some(materials[1]), ..full.clone() };
    let lines = Surface { topology: Topology::LineStrip, positions: positions.clone(), ..Surface::default() };
    let points =
        Surface { topology: Topology::Points, positions, material: Some(materials[3]), ..Surface::default() };
    let mut extras = Extras::new();
    extras.set("recipe", "quad");
    let surfaces = vec![full, bare, inside, lines, points];
    scene.meshes.add(Mesh { name: "all kinds".into(), surfaces, extras, ..Mesh::default() })
}

fn space(scene: &mut Scene, mesh: MeshId, materials: &[MaterialId]) {
    let turn = Quat::from_euler(glam::EulerRot::YXZ, 0.4, 1.1, -2.0);
    let placed =
        Affine3A::from_scale_rotation_translation(Vec3::new(1.0, -2.0, 0.5), turn, Vec3::new(1.0, 2.0, 3.0));
    let instance = MeshInstance::new(mesh);
    let mut node = at("mesh", placed);
    node.components.push(Component::Mesh(instance.clone()));
    node.identity.key = "Level/mesh".into();
    node.identity.kind = "MeshInstance3D".into();
    node.identity.unique_id = Some(1_234_567);
    node.extras.set("groups", vec![Extra::from("walls")]);
    let parent = scene.add_child(scene.root, node);
    let shear = Affine3A::from_mat3(Mat3::from_cols(Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::Z));
    let mut slanted = at("slanted", shear);
    let own = [Some(materials[4]), None, None, None, Some(materials[5])].to_vec();
    slanted.components.push(Component::Mesh(MeshInstance {
        materials: own,
        cast_shadow: false,
        ..instance.clone()
    }));
    scene.add_child(parent, slanted);
    let mut free =
        Node { top_level: true, visible: false, ..at("free", Affine3A::from_translation(Vec3::Z)) };
    free.components.push(Component::Mesh(MeshInstance { z: 2.0, ..instance }));
    scene.add_child(parent, free);
}

fn eyes_and_lights(scene: &mut Scene) {
    let camera = Camera {
        projection: Projection::Perspective { fov: 1.3, axis: FovAxis::Vertical },
        near: 0.05,
        far: 100.0,
        offset: Vec2::ZERO,
        zoom: 1.0,
        current: true,
        local: None,
        follows_node: true,
        follows_plane: false,
    };
    let own = Camera {
        projection: Projection::Orthographic { size: 5.0, axis: FovAxis::Vertical },
        local: Some(Affine3A::from_translation(Vec3::Y)),
        follows_node: false,
        follows_plane: false,
        ..camera.clone()
    };
    let slanted = Projection::Frustum { size: 0.1, axis: FovAxis::Horizontal, offset: Vec2::X };
    for (name, camera) in [
        ("eye", camera.clone()),
        ("free eye", own),
        ("slanted eye", Camera { projection: slanted, ..camera }),
    ] {
        add_at(scene, name, Component::Camera(camera));
    }
    let falloff = LightFalloff::Power { exponent: 1.0 };
    for (name, kind) in [
        ("sun", LightKind::Directional),
        ("bulb", LightKind::Point { range: 5.0, falloff }),
        ("torch", LightKind::Spot { range: 8.0, falloff: LightFalloff::Quadratic, angle: 0.6, rim: 0.2 }),
        ("panel", LightKind::Rect { range: 5.0, size: Vec2::ONE, falloff }),
        ("sky", LightKind::Ambient),
    ] {
        let light = Light {
            kind,
            color: Rgba::linear(1.0, 0.9, 0.8, 1.0),
            energy: 1.5,
            ambient: 0.0,
            specular: 1.0,
            in_fog: 1.0,
            cast_shadow: name == "sun",
            shadow: proscenio_scene::Shadow::default(),
            sky_disc: None,
            local: None,
            extras: Extras::new(),
        };
        add_at(scene, name, Component::Light(light));
    }
}

fn add_at(scene: &mut Scene, name: &str, component: Component) -> NodeId {
    let mut node = at(name, Affine3A::from_rotation_x(-0.5));
    node.components.push(component);
    scene.add_child(scene.root, node)
}

fn plane(scene: &mut Scene, picture: ImageId) {
    let fields = FlatFields { position: Vec2::new(320.0, 180.0), rotation: 0.25, scale: Vec2::new(2.0, 1.0) };
    let flat = Node { placement: Placement::flat(Flat::Fields(fields)), ..Node::new("flat") };
    let flat = scene.add_child(scene.root, flat);
    let sprite = Sprite {
        tint: Rgba::linear(1.0, 0.5, 0.5, 0.5),
        ..Sprite::new(Some(TextureRef::new(picture)), Vec2::new(64.0, 32.0))
    };
    let local = FlatFields { rotation: 0.5, ..FlatFields::IDENTITY };
    let plain = Sprite { local: Flat::Fields(local), z: -3.0, ..Sprite::new(None, Vec2::new(10.0, 10.0)) };
    let outlined = |kind| Shape {
        kind,
        fill: Some(Rgba::linear(0.0, 1.0, 0.0, 1.0)),
        stroke: Some(Stroke { width: 2.0, color: Rgba::BLACK, extras: Extras::new() }),
        visible: true,
    };
    let arc = (0.0, FRAC_PI_2);
    let shapes = vec![
        outlined(ShapeKind::Rect {
            position: Vec2::ZERO,
            size: Vec2::splat(20.0),
            radii: [4.0; 4],
            rotation: 0.1,
        }),
        outlined(ShapeKind::Ellipse {
            center: Vec2::ZERO,
            radii: Vec2::new(8.0, 4.0),
            rotation: 0.0,
            arc: (0.0, TAU),
            segments: Some(12),
        }),
        outlined(ShapeKind::Ellipse {
            center: Vec2::ZERO,
            radii: Vec2::ONE,
            rotation: 0.0,
            arc,
            segments: None,
        }),
        outlined(ShapeKind::Polygon { points: vec![Vec2::ZERO, Vec2::new(9.0, 3.0), Vec2::new(0.0, 6.0)] }),
        outlined(ShapeKind::Line {
            points: vec![Vec2::ZERO, Vec2::new(5.0, 9.0), Vec2::new(8.0, 0.0)],
            closed: true,
        }),
    ];
    let shapes = Shapes { z: 1.0, ..Shapes::new(shapes) };
    let eye = Camera2d {
        position: Vec2::ZERO,
        rotation: 0.0,
        zoom: Vec2::ONE,
        origin: Vec2::ZERO,
        current: true,
        follows_node: false,
        limits: None,
        ahead: Vec2::ZERO,
        apart: None,
        waits: false,
    };
    let text = TextBox { font_size: 16.0, anchor: Vec2::splat(0.5), ..TextBox::new("Hello", None) };
    scene.nodes[flat].components =
        vec![Component::Sprite(sprite), Component::Sprite(plain), Component::Shapes(shapes)];
    let turned = Placement::flat(Flat::Matrix(Affine2::from_angle(0.4)));
    let child = Node { placement: turned, ..Node::new("overlay") };
    let child = scene.add_child(flat, child);
    scene.nodes[child].components = vec![Component::Camera2d(eye), Component::Text(text)];
}

fn rooms(scene: &mut Scene) {
    let sector = |name: &str| Component::Sector(Sector { name: name.into() });
    let [hall, yard] = ["hall", "yard"].map(|name| add_at(scene, name, sector(name)));
    let door = Portal {
        name: "door".into(),
        kind: PortalKind::Accurate,
        corners: [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 2.0, 0.0), Vec3::new(0.0, 2.0, 0.0)],
        sector: Some(yard),
        portal: None,
        link_names: ("yard".into(), "gate".into()),
    };
    let mut extras = Extras::new();
    extras.set("stream", "res://wind.ogg");
    let node = Node { components: vec![Component::Portal(door)], ..Node::new("door") };
    scene.add_child(hall, node);
    let other = Component::Other(Other { kind: "sound".into(), extras });
    scene.add_child(hall, Node { components: vec![other], ..Node::new("wind") });
}

#[test]
fn everything_at_once() {
    let scene = rich();
    let read = read(&scene);
    assert_same_tree(&scene, &read);
    let report: Vec<String> = read
        .exported
        .losses
        .iter()
        .map(|loss| format!("{} [{}] {}", loss.code, loss.subject, loss.message))
        .collect();
    insta::assert_snapshot!("losses", report.join("\n"));
}

#[test]
fn the_json_of_everything() {
    let exported = export(&rich(), &options(Container::Gltf));
    let json = String::from_utf8(exported.files[0].bytes.clone()).unwrap();
    // Sines differ by a bit from one platform to the next; the shape of the file does not.
    let mut value: serde_json::Value = serde_json::from_str(&json).unwrap();
    round(&mut value);
    let mut lines = Vec::new();
    for (part, value) in value.as_object().unwrap() {
        // Tested number by number elsewhere; the length of pictures is the encoder's business.
        if ["accessors", "bufferViews", "buffers"].contains(&part.as_str()) {
            continue;
        }
        match value.as_array() {
            Some(list) => {
                lines.extend(list.iter().enumerate().map(|(i, entry)| format!("{part} {i}: {entry}")))
            }
            None => lines.push(format!("{part}: {value}")),
        }
    }
    insta::assert_snapshot!("json", lines.join("\n"));
}

fn round(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|_| number.is_f64()) {
                *value = serde_json::json!((float * 1e4).round() / 1e4);
            }
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(round),
        serde_json::Value::Object(map) => map.values_mut().for_each(round),
        _ => {}
    }
}
