//! What stays on the device between pictures, and what is drawn at once.
#![allow(clippy::unwrap_used)]

mod support;

use proscenio_render::{CameraChoice, Renderer, Screen, Stats, View, wgpu};
use proscenio_scene::glam::{Affine3A, Vec3};
use proscenio_scene::{
    Component, Material, Mesh, MeshInstance, Node, Placement, Rgba, Scene, ShadingRule, Surface,
};
use support::{renderer, rgb};

const SIZE: [u32; 2] = [96, 64];

/// A row of squares that share a mesh; every other one has the second of two materials.
fn row(shading: ShadingRule, count: u8) -> Scene {
    let mut scene = Scene::new("row", Node::new("root"));
    let positions = vec![[0.0, 0.0, 0.0], [0.8, 0.0, 0.0], [0.8, 0.8, 0.0], [0.0, 0.8, 0.0]];
    let surface = Surface { positions, indices: vec![0, 1, 2, 0, 2, 3], ..Surface::default() };
    let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
    let paint = |color| Material { shading, base_color: color, ..Material::default() };
    let materials = [rgb(1.0, 0.5, 0.0), rgb(0.0, 0.5, 1.0)].map(|color| scene.materials.add(paint(color)));
    for i in 0..count {
        let mut node = Node::new("square");
        node.placement = Placement::space(Affine3A::from_translation(Vec3::X * f32::from(i)));
        let materials = vec![Some(materials[usize::from(i % 2)])];
        node.components.push(Component::Mesh(MeshInstance { materials, ..MeshInstance::new(mesh) }));
        scene.add_child(scene.root, node);
    }
    scene
}

fn framed() -> View {
    View { camera: CameraChoice::Frame, background: Some(Rgba::BLACK), ..View::new(SIZE) }
}

fn costs(renderer: &Renderer, scene: &Scene, view: &View) -> (Stats, Vec<u8>) {
    let picture = renderer.draw(scene, view).unwrap();
    (picture.stats, picture.rgba)
}

#[test]
fn nothing_is_sent_again_when_nothing_changed() {
    let Some(renderer) = renderer() else { return };
    for shading in [ShadingRule::LinearPbr, ShadingRule::StoredUnlit] {
        let scene = row(shading, 6);
        let (first, pixels) = costs(&renderer, &scene, &framed());
        assert!(first.uploads > 4 && first.triangles == 12, "{first:?}");
        let (second, same) = costs(&renderer, &scene, &framed());
        assert_eq!((second.uploads, second.uploaded_bytes), (0, 0));
        assert_eq!(second.triangles, first.triangles);
        assert!(pixels == same);
        // A clone is the same scene.
        assert_eq!(costs(&renderer, &scene.clone(), &framed()).0.uploads, 0);
    }
}

#[test]
fn only_what_changed_is_sent() {
    let Some(renderer) = renderer() else { return };
    let scene = row(ShadingRule::StoredUnlit, 6);
    let before = costs(&renderer, &scene, &framed()).1;
    let mut moved = scene.clone();
    let last = moved.nodes[moved.root].children[5];
    moved.nodes[last].placement = Placement::space(Affine3A::from_translation(Vec3::new(5.0, 0.1, 0.0)));
    let (stats, after) = costs(&renderer, &moved, &framed());
    // Places, and what the eye sees.
    assert_eq!(stats.uploads, 2, "{stats:?}");
    assert!(before != after);
    let mut grown = moved.clone();
    grown.meshes[proscenio_scene::MeshId::from_index(0)].surfaces[0].positions[2] = [0.4, 0.8, 0.0];
    let (stats, other) = costs(&renderer, &grown, &framed());
    assert_eq!(stats.uploads, 2, "vertices and indices: {stats:?}");
    assert!(after != other);
    assert!(costs(&renderer, &moved, &framed()).1 == after, "back to the scene before");
}

#[test]
fn equal_surfaces_are_drawn_at_once() {
    let Some(renderer) = renderer() else { return };
    let (linear, _) = costs(&renderer, &row(ShadingRule::LinearPbr, 6), &framed());
    assert_eq!((linear.draw_calls, linear.surfaces), (2, 6));
    // On stored values the first of two at one depth stays visible, so the order of the tree is kept.
    let (stored, _) = costs(&renderer, &row(ShadingRule::StoredUnlit, 6), &framed());
    assert_eq!(stored.draw_calls, 6);
}

#[test]
fn a_picture_on_a_texture_is_the_picture_that_is_read_back() {
    let Some(renderer) = renderer() else { return };
    let scene = row(ShadingRule::LinearPbr, 3);
    let picture = renderer.draw(&scene, &framed()).unwrap();
    let (device, queue) = renderer.device();
    for format in [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8UnormSrgb] {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let drawn = renderer.draw_onto(&scene, &framed(), None, &Screen { view: &view, format }).unwrap();
        assert_eq!((drawn.stats.uploads, drawn.notes), (0, picture.notes.clone()));
        let mut shown = read(device, queue, &texture);
        if format == wgpu::TextureFormat::Bgra8Unorm {
            shown.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
        }
        assert!(shown.iter().zip(&picture.rgba).all(|(a, b)| a.abs_diff(*b) <= 1), "{format:?}");
    }
}

fn read(device: &wgpu::Device, queue: &wgpu::Queue, texture: &wgpu::Texture) -> Vec<u8> {
    let stride = (4 * SIZE[0]).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(stride * SIZE[1]),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(stride), rows_per_image: None };
    let onto = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), onto, texture.size());
    queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let view = buffer.get_mapped_range(..).unwrap();
    let rows = view.chunks_exact(stride as usize).flat_map(|row| row[..4 * SIZE[0] as usize].to_vec());
    rows.collect()
}
