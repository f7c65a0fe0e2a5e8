//! How long pictures take, uploads and reading back included.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use proscenio_render::{CameraChoice, Renderer, View};
use proscenio_scene::glam::{Affine2, Affine3A, Vec2, Vec3};
use proscenio_scene::{
    Component, Flat, Light, LightKind, Material, Mesh, MeshInstance, Node, Placement, Rgba, Scene, Sprite,
    Surface,
};

fn at(placement: Placement, component: Component) -> Node {
    Node { placement, components: vec![component], ..Node::new("node") }
}

/// A ball of rings of vertices.
fn ball(rings: u32, segments: u32) -> Mesh {
    let mut surface = Surface::default();
    for ring in 0..=rings {
        for segment in 0..=segments {
            let up = std::f32::consts::PI * ring as f32 / rings as f32;
            let around = std::f32::consts::TAU * segment as f32 / segments as f32;
            let point = Vec3::new(around.cos() * up.sin(), up.cos(), -around.sin() * up.sin());
            surface.positions.push((point * 0.5).into());
            surface.normals.push(point.into());
        }
    }
    for ring in 0..rings {
        for segment in 0..segments {
            let (a, b) = (ring * (segments + 1) + segment, (ring + 1) * (segments + 1) + segment);
            surface.indices.extend([a, b + 1, a + 1, a, b, b + 1]);
        }
    }
    Mesh { surfaces: vec![surface], ..Mesh::default() }
}

/// A cube of balls that share a mesh, each with one of ten materials.
fn balls(side: u8) -> Scene {
    let mut scene = Scene::new("balls", Node::new("root"));
    let mesh = scene.meshes.add(ball(16, 32));
    let tone = |i: u8| Rgba::from_stored([f32::from(i) / 10.0, 0.5, 0.7, 1.0]);
    let material = |i| Material { base_color: tone(i), roughness: 0.4, ..Material::default() };
    let materials: Vec<_> = (0..10).map(|i| scene.materials.add(material(i))).collect();
    let root = scene.root;
    for i in 0..u32::from(side).pow(3) {
        let side = u32::from(side);
        let place = Vec3::new((i % side) as f32, (i / side % side) as f32, (i / side / side) as f32);
        let materials = vec![Some(materials[i as usize % materials.len()])];
        let instance = MeshInstance { materials, ..MeshInstance::new(mesh) };
        let placement = Placement::space(Affine3A::from_translation(place * 1.2));
        scene.add_child(root, at(placement, Component::Mesh(instance)));
    }
    let sun = Light {
        kind: LightKind::Directional,
        color: Rgba::WHITE,
        energy: 1.0,
        ambient: 0.0,
        specular: 1.0,
        in_fog: 1.0,
        cast_shadow: false,
        shadow: proscenio_scene::Shadow::default(),
        sky_disc: None,
        local: Some(Affine3A::from_rotation_x(-0.7)),
        extras: proscenio_scene::Extras::new(),
    };
    scene.add_child(root, at(Placement::NONE, Component::Light(sun)));
    scene
}

fn sprites(count: u16) -> Scene {
    let mut scene = Scene::new("sprites", Node::new("root"));
    let root = scene.root;
    for i in 0..count {
        let place = Vec2::new(f32::from(i % 100) * 6.0, f32::from(i / 100) * 6.0);
        let placement = Placement::flat(Flat::Matrix(Affine2::from_translation(place)));
        let tint = Rgba::from_stored([f32::from(i % 7) / 7.0, 0.6, 0.4, 0.9]);
        let sprite = Sprite { tint, ..Sprite::new(None, Vec2::splat(9.0)) };
        scene.add_child(root, at(placement, Component::Sprite(sprite)));
    }
    scene
}

fn draw(c: &mut Criterion) {
    let Ok(renderer) = Renderer::headless() else { return };
    let view = View { camera: CameraChoice::Frame, ..View::new([640, 360]) };
    for (name, scene) in [
        ("1 ball", balls(1)),
        ("1000 balls", balls(10)),
        ("6000 sprites", sprites(6000)),
        ("nothing", Scene::new("nothing", Node::new("root"))),
    ] {
        c.bench_function(name, |b| b.iter(|| black_box(renderer.draw(&scene, &view)).is_ok()));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = draw
}
criterion_main!(benches);
