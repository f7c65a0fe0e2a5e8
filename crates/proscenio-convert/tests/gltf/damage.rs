//! Scenes with numbers and handles that make no sense.

use glam::{Affine3A, Vec3};
use proscenio_scene::{
    Component, Id, Material, Mesh, MeshInstance, NormalMap, Rgba, Surface, TextureRef, UvTransform,
};

use crate::read::{add, at, read, scene};

#[test]
fn handles_of_other_scenes_are_reported() {
    let mut scene = scene();
    let instance = MeshInstance::new(Id::from_index(9));
    add(&mut scene, "no mesh", Component::Mesh(instance.clone()));
    let surface = Surface {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        material: Some(Id::from_index(7)),
        ..Surface::default()
    };
    let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
    add(&mut scene, "no material", Component::Mesh(MeshInstance { mesh, ..instance }));
    let nowhere = TextureRef::new(Id::from_index(5));
    scene.materials.add(Material { base_texture: Some(nowhere), ..Material::default() });
    let read = read(&scene);
    assert_eq!(read.codes(), ["gltf/texture", "gltf/mesh"]);
    assert!(read.node("no material").mesh().is_some());
}

#[test]
fn broken_surfaces_are_left_out_and_the_rest_stays() {
    let mut scene = scene();
    let good = Surface { positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], ..Surface::default() };
    let repaired = Surface { normals: vec![[0.0; 3]; 3], colors: vec![[2.0; 4]; 3], ..good.clone() };
    let bad = Surface { positions: vec![[f32::NAN; 3]; 3], ..Surface::default() };
    let mesh = Mesh { name: "mixed".into(), surfaces: vec![bad, good, repaired], ..Mesh::default() };
    scene.meshes.add(mesh);
    scene.meshes.add(Mesh { name: "empty".into(), ..Mesh::default() });
    let read = read(&scene);
    assert_eq!(read.document.meshes().len(), 1);
    assert_eq!(read.document.meshes().next().unwrap().primitives().count(), 2);
    assert_eq!(read.codes(), ["gltf/surface", "gltf/normal", "gltf/color-range"]);
    assert_eq!(read.exported.losses[0].subject, "mixed, surface 0");
}

#[test]
fn numbers_that_are_none_do_not_spoil_the_file() {
    let mut scene = scene();
    let nan = at("nan", Affine3A::from_translation(Vec3::NAN));
    let huge = at("huge", Affine3A::from_scale(Vec3::splat(1e30)));
    let below = scene.add_child(scene.root, nan);
    scene.add_child(below, at("below", Affine3A::from_translation(Vec3::X)));
    let huge = scene.add_child(scene.root, huge);
    let huger = scene.add_child(huge, at("huger", Affine3A::from_scale(Vec3::splat(1e30))));
    scene.add_child(huger, proscenio_scene::Node { top_level: true, ..at("free", Affine3A::IDENTITY) });
    let image = scene.images.add(proscenio_scene::Image::missing("m", None));
    let transform = UvTransform { scale: [f32::NAN, 1.0], offset: [0.0; 2] };
    let texture = TextureRef { transform, ..TextureRef::new(image) };
    scene.materials.add(Material {
        base_color: Rgba::linear(f32::NAN, 9.0, -1.0, 1.0),
        metallic: f32::NAN,
        roughness: f32::INFINITY,
        specular: f32::NAN,
        emission: Rgba::linear(f32::INFINITY, f32::NAN, 0.0, 1.0),
        alpha: proscenio_scene::AlphaMode::Cutoff(f32::NAN),
        normal_map: Some(NormalMap { texture, scale: f32::NAN }),
        ..Material::default()
    });
    let read = read(&scene);
    assert!(!read.json.to_string().contains("null"));
    for code in ["gltf/placement", "gltf/texture", "gltf/color-range", "gltf/factor-range"] {
        assert!(read.codes().contains(&code), "{code}");
    }
    assert_eq!(read.world("below").w_axis.truncate(), Vec3::X);
    assert_eq!(read.world("nan"), glam::Mat4::IDENTITY);
}
