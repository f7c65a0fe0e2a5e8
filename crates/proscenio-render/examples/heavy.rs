//! Draws scenes that are too much, and says how long it took: triangles in one mesh, then as copies of a small one, then a
//! texture of 16,384 texels to a side.
//!
//! cargo run --release -p proscenio-render --example heavy [MILLIONS]
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "examples stand at the edge")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use proscenio_render::{CameraChoice, RenderError, Renderer, View};
use proscenio_scene::glam::Affine3A;
use proscenio_scene::{
    Component, Image, Material, MeshInstance, Node, Pixels, Placement, Scene, ShadingRule, TextureRef,
};
use support::{add_mesh, grid, moved, node, square};

fn main() -> Result<(), RenderError> {
    let millions = std::env::args().nth(1).and_then(|count| count.parse::<f64>().ok()).unwrap_or(10.0);
    let renderer = Renderer::headless()?;
    println!("{}", renderer.adapter());
    let plain = Material { shading: ShadingRule::StoredUnlit, ..Material::default() };

    let mut one = Scene::new("one", Node::new("root"));
    let root = one.root;
    let side = (millions * 5e5).sqrt() as u32;
    add_mesh(&mut one, root, Affine3A::IDENTITY, grid(side), Some(plain.clone()));
    told("one mesh", &renderer, &one);

    let mut many = Scene::new("many", Node::new("root"));
    let (mesh, material) = (many.meshes.add(grid(10)), many.materials.add(plain.clone()));
    for copy in 0..(millions * 5e3) as u32 {
        let at = moved((copy % 224) as f32, 0.0, (copy / 224) as f32);
        let instance = MeshInstance { materials: vec![Some(material)], ..MeshInstance::new(mesh) };
        many.add_child(many.root, node(Placement::space(at), Component::Mesh(instance)));
    }
    told("copies", &renderer, &many);

    let mut wide = Scene::new("wide", Node::new("root"));
    let pixels = Pixels::Rgba8([200, 100, 50, 255].repeat(1 << 28).into());
    let image = Image { name: "wide.png".into(), path: None, size: Some([1 << 14; 2]), pixels };
    let image = wide.images.add(image);
    let root = wide.root;
    let material = Material { base_texture: Some(TextureRef::new(image)), ..plain };
    add_mesh(&mut wide, root, Affine3A::IDENTITY, square(1.0), Some(material));
    told("texture", &renderer, &wide);
    Ok(())
}

fn told(what: &str, renderer: &Renderer, scene: &Scene) {
    let view = View { camera: CameraChoice::Frame, ..View::new([640, 360]) };
    for round in ["first", "again"] {
        let start = Instant::now();
        let drawn = renderer.draw(scene, &view);
        let took = start.elapsed().as_secs_f64();
        match drawn {
            Ok(picture) => {
                println!("{what}, {round}: {took:.2} s, {:?}", picture.stats);
                picture.notes.iter().for_each(|note| println!("  {note}"));
            }
            Err(error) => println!("{what}, {round}: {took:.2} s, {error}"),
        }
    }
}
