//! Eyes of the viewer's own. Skipped without a driver.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests say why they are skipped and end at a surprise"
)]

mod support;

use proscenio_render::{CameraChoice, Note, OwnEye, Picture, Renderer, Screen, View, wgpu};
use proscenio_scene::glam::{Affine2, Affine3A, Vec2, Vec3};
use proscenio_scene::{Component, Material, Rgba, Scene, ShadingRule, Sprite};
use support::{add_mesh, camera, flat, moved, node, renderer, square};

const SIZE: [u32; 2] = [40, 24];

/// A red square before a camera, and a green sprite of 4 pixels in the corner of the screen.
fn scene() -> Scene {
    let mut scene = Scene::new("stage", proscenio_scene::Node::new("root"));
    let red = Rgba::from_stored([1.0, 0.0, 0.0, 1.0]);
    let material = Material { shading: ShadingRule::StoredUnlit, base_color: red, ..Material::default() };
    let root = scene.root;
    add_mesh(&mut scene, root, moved(0.0, 0.0, 0.0), square(0.5), Some(material));
    let tint = Rgba::from_stored([0.0, 1.0, 0.0, 1.0]);
    let sprite = Sprite { tint, ..Sprite::new(None, Vec2::splat(4.0)) };
    scene.add_child(root, node(flat(Vec2::ZERO, 0.0, Vec2::ONE, 0.0), Component::Sprite(sprite)));
    scene
}

fn draw(renderer: &Renderer, scene: &Scene, eye: OwnEye) -> Picture {
    renderer.draw(scene, &View { own_eye: Some(eye), ..View::new(SIZE) }).unwrap()
}

#[test]
fn an_own_eye_sees_what_a_camera_there_would() {
    let Some(renderer) = renderer() else { return };
    let place = Affine3A::from_rotation_translation(
        proscenio_scene::glam::Quat::from_rotation_y(0.2),
        Vec3::new(0.4, 0.1, 2.0),
    );
    let scene = scene();
    let mut with_camera = scene.clone();
    let placement = proscenio_scene::Placement::space(place);
    with_camera.add_child(with_camera.root, node(placement, Component::Camera(camera())));
    let wanted = renderer.draw(&with_camera, &View::new(SIZE)).unwrap();
    let eye = OwnEye { space: Some((camera(), place)), outside: false, plane: None };
    let got = draw(&renderer, &scene, eye.clone());
    assert_eq!(got.rgba, wanted.rgba);
    assert!(!got.notes.contains(&Note::NoCamera));
    // From outside it is the same eye in a scene without rooms and lit things.
    let outside = draw(&renderer, &scene, OwnEye { outside: true, ..eye });
    assert_eq!(outside.rgba, wanted.rgba);
}

#[test]
fn the_plane_is_put_where_it_is_wanted() {
    let Some(renderer) = renderer() else { return };
    let put = Affine2::from_scale_angle_translation(Vec2::splat(2.0), 0.0, Vec2::new(10.0, 6.0));
    let eye = OwnEye { space: None, outside: false, plane: Some((Vec2::new(20.0, 12.0), put)) };
    let picture = draw(&renderer, &scene(), eye);
    let green = |x: u32, y: u32| picture.pixel(x, y).unwrap() == [0, 255, 0, 255];
    assert!(green(10, 6) && green(17, 13) && !green(9, 6) && !green(18, 13) && !green(0, 0));
}

#[test]
fn a_drawn_picture_tells_what_it_was_seen_through() {
    let Some(renderer) = renderer() else { return };
    let put = Affine2::from_scale_angle_translation(Vec2::splat(2.0), 0.0, Vec2::new(10.0, 6.0));
    let place = Affine3A::from_translation(Vec3::new(0.0, 0.0, 2.0));
    let plane = Some((Vec2::new(20.0, 12.0), put));
    let own_eye = Some(OwnEye { space: Some((camera(), place)), outside: false, plane });
    let view = View { own_eye, camera: CameraChoice::Frame, ..View::new(SIZE) };
    let format = wgpu::TextureFormat::Rgba8Unorm;
    let texture = renderer.device().0.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let onto = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let drawn = renderer.draw_onto(&scene(), &view, None, &Screen { view: &onto, format }).unwrap();
    let sight = drawn.sight;
    assert!(sight.space && !sight.outside && !sight.parallel);
    assert_eq!((sight.plane, sight.screen), (put, put));
    // What is straight ahead is in the middle, nearer than the far plane.
    let seen = sight.clip_from_world.project_point3(Vec3::ZERO);
    assert!(seen.truncate().length() < 1e-5 && (0.0..=1.0).contains(&seen.z), "{seen}");
    assert_eq!(drawn.sectors, [0, 0]);
}
