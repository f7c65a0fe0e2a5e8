//! Scenes that are damaged or too large: no crash, and what is wrong is said. Skipped without a driver.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{CameraChoice, Note, Picture, RenderError, Renderer, View};
use proscenio_scene::glam::{Affine3A, Vec3};
use proscenio_scene::{
    Component, Image, Material, Mesh, MeshInstance, Node, Pixels, Placement, Rgba, Scene, ShadingRule,
    Surface, TextureRef,
};
use support::{add_mesh, moved, node, renderer, square};

fn scene() -> Scene {
    Scene::new("robust", Node::new("root"))
}

fn draw(renderer: &Renderer, scene: &Scene) -> Picture {
    let view = View { camera: CameraChoice::Frame, ..View::new([64, 48]) };
    renderer.draw(scene, &view).unwrap()
}

fn plain() -> Material {
    Material { shading: ShadingRule::StoredUnlit, base_color: Rgba::WHITE, ..Material::default() }
}

/// A good part of the picture is white.
#[track_caller]
fn assert_white(picture: &Picture) {
    let white = picture.rgba.chunks(4).filter(|pixel| *pixel == [255; 4]).count();
    assert!(white > 64 * 48 / 6, "{white} {:?}", picture.notes);
}

/// A square whose material shows a picture.
fn pictured(pixels: Pixels, size: Option<[u32; 2]>) -> Scene {
    let mut scene = scene();
    let image = scene.images.add(Image { name: "wall.png".into(), path: None, size, pixels });
    let material = Material { base_texture: Some(TextureRef::new(image)), ..plain() };
    let root = scene.root;
    add_mesh(&mut scene, root, Affine3A::IDENTITY, square(1.0), Some(material));
    scene
}

#[test]
fn a_missing_texture_is_a_checker_and_is_said() {
    let Some(renderer) = renderer() else { return };
    let picture = draw(&renderer, &pictured(Pixels::Missing, None));
    let told = |note: &Note| matches!(note, Note::MissingImage { name, .. } if name == "wall.png");
    assert!(picture.notes.iter().any(told), "{:?}", picture.notes);
    let colors: std::collections::BTreeSet<&[u8]> = picture.rgba.chunks(4).collect();
    assert!(colors.len() > 2, "no checker to be seen");
}

#[test]
fn a_transform_that_is_no_number_hides_its_node_alone() {
    let Some(renderer) = renderer() else { return };
    let mut scene = scene();
    let root = scene.root;
    add_mesh(&mut scene, root, Affine3A::IDENTITY, square(1.0), Some(plain()));
    let whole = draw(&renderer, &scene);
    for bad in [f32::NAN, f32::INFINITY, f32::MAX] {
        let id = add_mesh(&mut scene, root, moved(bad, 0.0, bad), square(1.0), Some(plain()));
        scene.nodes[id].name = format!("bad {bad}");
        scene.add_child(
            id,
            node(
                Placement::space(moved(1.0, 0.0, 0.0)),
                Component::Mesh(MeshInstance::new(proscenio_scene::MeshId::from_index(0))),
            ),
        );
    }
    let picture = draw(&renderer, &scene);
    let hidden = |name: &str| {
        picture.notes.iter().any(|note| matches!(note, Note::NotFinite { name: told, .. } if told == name))
    };
    assert!(hidden("bad NaN") && hidden("bad inf"), "{:?}", picture.notes);
    assert_eq!(picture.rgba, whole.rgba);
}

#[test]
fn meshes_without_area_are_drawn_as_nothing() {
    let Some(renderer) = renderer() else { return };
    let of = |positions: Vec<[f32; 3]>| Surface { positions, ..Surface::default() };
    let surfaces = vec![
        of(vec![[0.0; 3]; 3]),
        of(vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]),
        of(vec![[f32::NAN; 3]; 3]),
        of(Vec::new()),
        of(vec![[0.0; 3], [1.0, 0.0, 0.0]]),
    ];
    let mut scene = scene();
    let root = scene.root;
    add_mesh(&mut scene, root, Affine3A::IDENTITY, Mesh { surfaces, ..Mesh::default() }, Some(plain()));
    add_mesh(&mut scene, root, Affine3A::from_scale(Vec3::ZERO), square(1.0), None);
    let picture = draw(&renderer, &scene);
    let first = picture.pixel(0, 0);
    assert!(picture.rgba.chunks(4).all(|pixel| Some(pixel) == first.as_ref().map(|pixel| &pixel[..])));
    // Lists that do not fit are another matter, and are said.
    let broken = Surface { indices: vec![0, 1, 9], ..square(1.0).surfaces[0].clone() };
    add_mesh(&mut scene, root, Affine3A::IDENTITY, Mesh { surfaces: vec![broken], ..Mesh::default() }, None);
    let notes = draw(&renderer, &scene).notes;
    assert!(notes.iter().any(|note| matches!(note, Note::BrokenSurface { .. })), "{notes:?}");
}

/// A million triangles, in one list and as the copies of a small mesh. Ten times as many: `examples/heavy`.
#[test]
fn a_million_triangles_are_drawn() {
    let Some(renderer) = renderer() else { return };
    let side = 708_u32;
    let mut one = scene();
    let root = one.root;
    add_mesh(&mut one, root, Affine3A::IDENTITY, support::grid(side), Some(plain()));
    let picture = draw(&renderer, &one);
    assert_eq!(picture.stats.triangles, u64::from(side * side * 2));
    assert_white(&picture);
    let mut many = scene();
    let mesh = many.meshes.add(support::grid(10));
    let material = many.materials.add(plain());
    for copy in 0..5000_u32 {
        let at = moved((copy % 71) as f32, 0.0, (copy / 71) as f32);
        let instance = MeshInstance { materials: vec![Some(material)], ..MeshInstance::new(mesh) };
        many.add_child(many.root, node(Placement::space(at), Component::Mesh(instance)));
    }
    let picture = draw(&renderer, &many);
    assert_eq!(picture.stats.triangles, 1_000_000);
    assert_white(&picture);
}

/// No driver takes one that is wider than its greatest; 16,384 texels are that on most.
#[test]
fn a_texture_that_is_too_large_is_made_smaller_and_is_said() {
    let Some(renderer) = renderer() else { return };
    let size = [renderer.max_size() + 16, 2];
    let texels = [200, 100, 50, 255].repeat(size[0] as usize * 2);
    let picture = draw(&renderer, &pictured(Pixels::Rgba8(texels.into()), Some(size)));
    let told = |note: &Note| matches!(note, Note::ShrunkImage { size: told, .. } if *told == size);
    assert!(picture.notes.iter().any(told), "{:?}", picture.notes);
    assert_eq!(picture.pixel(32, 24), Some([200, 100, 50, 255]));
}

/// The check sum of PNG's chunks.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1)))
    })
}

/// A small file may say that it is a large picture.
#[test]
fn a_picture_that_memory_does_not_hold_is_a_checker_and_is_said() {
    let Some(renderer) = renderer() else { return };
    let mut png = Picture::new([1, 1], vec![255; 4]).to_png().unwrap();
    // The first chunk: its length, name, width, height and five bytes, then the sum of all but the length.
    png[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
    let sum = crc(&png[12..29]);
    png[29..33].copy_from_slice(&sum.to_be_bytes());
    let picture = draw(&renderer, &pictured(Pixels::Encoded(png.into()), Some([60_000; 2])));
    let told = |note: &Note| matches!(note, Note::UndecodableImage { name, reason, .. } if name == "wall.png" && reason.contains("GiB"));
    assert!(picture.notes.iter().any(told), "{:?}", picture.notes);
}

#[test]
fn a_machine_without_a_driver_is_told_what_to_install() {
    let error = RenderError::NoAdapter { reasons: String::new() }.to_string();
    assert!(error.starts_with("no graphics driver found\n"), "{error}");
    assert!(error.contains("apt-get install mesa-vulkan-drivers"), "{error}");
}
