//! Space on stored values: the shadow of one light, models that follow the flat camera, a world off the screen.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{Picture, Renderer, View};
use proscenio_scene::glam::{Affine3A, Quat, Vec2, Vec3};
use proscenio_scene::{
    Camera, Camera2d, Component, FovAxis, Light, LightFalloff, LightKind, Material, MeshInstance, Node,
    Placement, Projection, Rgba, Scene, ShadingRule, Shadow, Sprite,
};
use support::{add_mesh, camera, light, moved, node, plain, rgb, square};

const SIZE: [u32; 2] = [96, 96];

fn draw(renderer: &Renderer, scene: &Scene) -> Picture {
    let picture = renderer.draw(scene, &View::new(SIZE)).unwrap();
    support::keep("stored", &picture);
    picture
}

/// White, without highlights.
fn lit() -> Material {
    Material { shading: ShadingRule::StoredLit { specular: 0.0, shininess: 32.0 }, ..Material::default() }
}

fn unlit(color: Rgba) -> Material {
    Material { shading: ShadingRule::StoredUnlit, base_color: color, ..Material::default() }
}

fn down() -> Quat {
    Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2)
}

/// A floor and a square a metre over it, seen from six metres above.
fn floor(over: Material, light: Light, at: Affine3A) -> Scene {
    let mut scene = Scene::new("floor", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    scene.environment.ambient.color = Rgba::BLACK;
    let root = scene.root;
    let eye = Affine3A::from_rotation_translation(down(), Vec3::Y * 6.0);
    scene.add_child(root, node(Placement::space(eye), Component::Camera(camera())));
    let flat = Affine3A::from_quat(down());
    add_mesh(&mut scene, root, flat, square(4.0), Some(lit()));
    let aside = Affine3A::from_translation(Vec3::new(-1.5, 1.0, 0.0)) * flat;
    add_mesh(&mut scene, root, aside, square(0.5), Some(over));
    scene.add_child(root, node(Placement::space(at), Component::Light(light)));
    scene
}

/// From the left, 45 degrees high: the square at x = −1.5, y = 1 darkens the floor at x = −0.5.
fn slanted() -> Affine3A {
    Affine3A::from_quat(Quat::from_rotation_arc(Vec3::NEG_Z, Vec3::new(1.0, -1.0, 0.0).normalize()))
}

/// 75 degrees over 96 pixels from 6 metres: a metre of the floor is 10.4 pixels.
fn on_floor(picture: &Picture, x: f32) -> u8 {
    picture.pixel((48.0 + x * 10.43) as u32, 48).unwrap()[0]
}

fn caster(kind: LightKind, shadow: Shadow) -> Light {
    Light { cast_shadow: true, shadow, ..light(kind) }
}

#[test]
fn the_first_sun_throws_a_shadow_down_to_the_floor_of_light() {
    let Some(renderer) = support::renderer() else { return };
    let near = |got: u8, want: f32| assert!((f32::from(got) - want * 255.0).abs() <= 1.0, "{got} {want}");
    let slope = std::f32::consts::FRAC_1_SQRT_2;
    for (strength, ambient, dark) in [(1.0, 0.0, 0.0), (0.5, 0.0, slope * 0.5), (1.0, 0.2, 0.2)] {
        let shadow = Shadow { opacity: strength, ..Shadow::STORED };
        let sun = Light { ambient, ..caster(LightKind::Directional, shadow) };
        let picture = draw(&renderer, &floor(lit(), sun, slanted()));
        assert!(picture.notes.is_empty(), "{:?}", picture.notes);
        near(on_floor(&picture, -0.5), dark);
        near(on_floor(&picture, 1.0), slope);
        // Nothing shades itself.
        near(on_floor(&picture, -1.5), slope);
    }
    // One that is no caster leaves light where it was, and a second sun throws nothing.
    let off = Light { cast_shadow: false, ..caster(LightKind::Directional, Shadow::STORED) };
    near(on_floor(&draw(&renderer, &floor(lit(), off.clone(), slanted())), -0.5), slope);
    let mut two = floor(lit(), caster(LightKind::Directional, Shadow::STORED), slanted());
    let above = Placement::space(Affine3A::from_quat(down()));
    let second = Light { energy: 0.25, ..caster(LightKind::Directional, Shadow::STORED) };
    two.add_child(two.root, node(above, Component::Light(second)));
    near(on_floor(&draw(&renderer, &two), -0.5), 0.25);
}

#[test]
fn spots_throw_shadows_and_points_do_not() {
    let Some(renderer) = support::renderer() else { return };
    let at = Affine3A::from_translation(Vec3::new(-3.5, 3.0, 0.0)) * slanted();
    let falloff = LightFalloff::Linear;
    let got = |kind| {
        let bright = Light { energy: 2.0, ..caster(kind, Shadow::STORED) };
        let picture = draw(&renderer, &floor(lit(), bright, at));
        (on_floor(&picture, -0.5), on_floor(&picture, 0.5))
    };
    let (dark, bright) = got(LightKind::Spot { range: 30.0, falloff, angle: 0.9, rim: 0.1 });
    assert!(dark < 3 && bright > 60, "{dark} {bright}");
    let (dark, bright) = got(LightKind::Point { range: 30.0, falloff });
    assert!(dark > 60 && bright > 60, "{dark} {bright}");
}

#[test]
fn see_through_models_throw_shadows_and_those_that_say_no_do_not() {
    let Some(renderer) = support::renderer() else { return };
    let sun = || caster(LightKind::Directional, Shadow::STORED);
    let glass = Material { alpha: proscenio_scene::AlphaMode::Blend, ..lit() };
    assert_eq!(on_floor(&draw(&renderer, &floor(glass, sun(), slanted())), -0.5), 0);
    let mut scene = floor(lit(), sun(), slanted());
    for id in scene.depth_first().collect::<Vec<_>>() {
        for component in &mut scene.nodes[id].components {
            if let Component::Mesh(MeshInstance { cast_shadow, .. }) = component {
                *cast_shadow = false;
            }
        }
    }
    assert!(on_floor(&draw(&renderer, &scene), -0.5) > 100);
}

#[test]
fn models_follow_the_flat_camera() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = Scene::new("plane", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    let root = scene.root;
    let eye = Camera {
        projection: Projection::Orthographic { size: 96.0, axis: FovAxis::Vertical },
        near: 0.1,
        far: 1000.0,
        follows_plane: true,
        ..camera()
    };
    scene.add_child(root, node(Placement::space(moved(0.0, 0.0, 50.0)), Component::Camera(eye)));
    let flat = Camera2d {
        position: Vec2::new(10.0, 20.0),
        rotation: 0.0,
        zoom: Vec2::splat(2.0),
        origin: Vec2::ZERO,
        current: true,
        follows_node: false,
        limits: None,
        ahead: Vec2::ZERO,
        apart: None,
        waits: false,
    };
    scene.add_child(root, node(Placement::NONE, Component::Camera2d(flat)));
    // The point (30, 40) of the plane; nearer ones hide farther ones.
    add_mesh(&mut scene, root, moved(30.0, 56.0, 0.0), square(4.0), Some(unlit(rgb(1.0, 0.0, 0.0))));
    add_mesh(&mut scene, root, moved(30.0, 56.0, -5.0), square(6.0), Some(unlit(rgb(0.0, 1.0, 0.0))));
    let picture = draw(&renderer, &scene);
    let at = |x, y| picture.pixel(x, y).unwrap();
    assert_eq!(at(40, 40), [255, 0, 0, 255]);
    assert_eq!([at(33, 40), at(46, 47)], [[255, 0, 0, 255]; 2]);
    assert_eq!([at(30, 40), at(50, 50)], [[0, 255, 0, 255]; 2]);
    assert_eq!(at(26, 40), [0, 0, 0, 255]);
}

#[test]
fn a_world_off_the_screen_shows_what_is_fixed_to_it() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = Scene::new("off", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    let root = scene.root;
    let sprite = |tint| Component::Sprite(Sprite { tint, ..Sprite::new(None, Vec2::splat(8.0)) });
    scene.add_child(root, node(Placement::NONE, sprite(rgb(1.0, 0.0, 0.0))));
    let place = Placement::flat(proscenio_scene::Flat::Matrix(
        proscenio_scene::glam::Affine2::from_translation(Vec2::splat(40.0)),
    ));
    let fixed = scene.add_child(root, Node { screen_space: true, placement: place, ..Node::new("fixed") });
    scene.add_child(fixed, node(Placement::NONE, sprite(rgb(0.0, 1.0, 0.0))));
    scene.add_child(root, node(Placement::space(moved(0.0, 0.0, 2.0)), Component::Camera(camera())));
    add_mesh(&mut scene, root, Affine3A::IDENTITY, square(4.0), Some(unlit(rgb(0.0, 0.0, 1.0))));
    let pixels = |scene: &Scene| {
        let picture = draw(&renderer, scene);
        [picture.pixel(2, 2), picture.pixel(42, 42), picture.pixel(80, 80)].map(|pixel| pixel.unwrap())
    };
    let [red, green, blue] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
    assert_eq!(pixels(&scene), [red, green, blue]);
    scene.world_off_screen = true;
    assert_eq!(pixels(&scene), [[0, 0, 0, 255], green, [0, 0, 0, 255]]);
}
