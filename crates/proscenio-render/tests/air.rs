//! What is done to whole pictures: samples of pixels, spilled light, planes in linear light, fog that fills space.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{Driver, Note, Picture, Renderer, View};
use proscenio_scene::glam::{Affine3A, Quat, Vec2, Vec3};
use proscenio_scene::{
    Background, Component, FogShape, FogVolume, Glow, GlowBlend, LightKind, Material, Node, Placement, Rgba,
    Scene, ShadingRule, Sprite, VolumetricFog,
};
use support::{add_mesh, camera, flat, light, moved, node, plain, rgb, square};

const SIZE: [u32; 2] = [96, 96];

/// A background of one light before an eye at the origin.
fn stage(level: f32) -> Scene {
    let mut scene = Scene::new("air", Node::new("root"));
    scene.environment = plain(Rgba::linear(level, level, level, 1.0));
    let root = scene.root;
    scene.add_child(root, node(Placement::space(Affine3A::IDENTITY), Component::Camera(camera())));
    scene
}

/// A square that shows its own light, some metres ahead.
fn shining(scene: &mut Scene, at: Affine3A, level: f32) {
    let root = scene.root;
    let material = Material {
        shading: ShadingRule::LinearUnlit,
        base_color: Rgba::linear(level, level, level, 1.0),
        ..Material::default()
    };
    add_mesh(scene, root, at, square(0.7), Some(material));
}

fn sprite(scene: &mut Scene, at: Vec2, size: f32, tint: Rgba, z: f32) {
    let root = scene.root;
    let sprite = Sprite { tint, z, ..Sprite::new(None, Vec2::splat(size)) };
    scene.add_child(root, node(flat(at, 0.0, Vec2::ONE, 0.0), Component::Sprite(sprite)));
}

const GLOW: Glow = Glow {
    levels: [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    intensity: 1.0,
    strength: 1.0,
    mix: 0.25,
    bloom: 0.0,
    blend: GlowBlend::Replace,
    threshold: 1.0,
    scale: 2.0,
    cap: 12.0,
};

fn draw(renderer: &Renderer, scene: &Scene) -> Picture {
    renderer.draw(scene, &View::new(SIZE)).unwrap()
}

fn middle(renderer: &Renderer, scene: &Scene) -> f32 {
    light_of(draw(renderer, scene).pixel(48, 48).unwrap()[0])
}

/// A stored value as light.
fn light_of(byte: u8) -> f32 {
    let stored = f32::from(byte) / 255.0;
    if stored <= 0.040_45 { stored / 12.92 } else { ((stored + 0.055) / 1.055).powf(2.4) }
}

fn near(got: f32, want: f32) {
    assert!((got - want).abs() < 0.012, "{got} is not {want}");
}

/// How many values a picture has between its darkest and its brightest.
fn between(picture: &Picture) -> usize {
    let reds = || picture.rgba.chunks_exact(4).map(|pixel| pixel[0]);
    let (low, high) = (reds().min().unwrap(), reds().max().unwrap());
    reds().filter(|red| *red > low.saturating_add(8) && *red < high.saturating_sub(8)).count()
}

#[test]
fn edges_have_as_many_samples_as_the_project_says() {
    let Some(renderer) = support::renderer() else { return };
    let turned = Affine3A::from_rotation_translation(Quat::from_rotation_z(0.3), Vec3::new(0.0, 0.0, -2.0));
    let mut space = stage(0.0);
    shining(&mut space, turned, 1.0);
    assert_eq!(between(&draw(&renderer, &space)), 0);
    space.rendering.plane_samples = 4;
    assert_eq!(between(&draw(&renderer, &space)), 0);
    space.rendering.space_samples = 4;
    assert!(between(&draw(&renderer, &space)) > 60);
    space.rendering.space_samples = 1;
    space.rendering.smooth_edges = true;
    assert!(between(&draw(&renderer, &space)) > 60);

    let mut plane = Scene::new("plane", Node::new("root"));
    let root = plane.root;
    let square = Component::Sprite(Sprite::new(None, Vec2::splat(50.0)));
    plane.add_child(root, node(flat(Vec2::splat(48.0), 0.3, Vec2::ONE, 0.0), square));
    plane.rendering.space_samples = 4;
    assert_eq!(between(&draw(&renderer, &plane)), 0);
    plane.rendering.plane_samples = 8;
    let picture = draw(&renderer, &plane);
    assert!(between(&picture) > 60);
    assert_eq!(picture.notes, [Note::OtherSamples { asked: 8, taken: 4 }]);
}

#[test]
fn light_spills_above_the_threshold_and_joins_in_five_ways() {
    let Some(renderer) = support::renderer() else { return };
    let shown = |level: f32, glow: Glow| {
        let mut scene = stage(level);
        scene.environment.glow = Some(glow);
        middle(&renderer, &scene)
    };
    // What is the same everywhere is the same when it is blurred.
    near(shown(0.4, Glow { bloom: 1.0, ..GLOW }), 0.4);
    near(shown(0.4, Glow { bloom: 0.5, intensity: 2.0, strength: 0.5, ..GLOW }), 0.1);
    near(shown(0.9, GLOW), 0.0);
    // Half of the light in the middle between threshold and all.
    near(shown(2.0, Glow { intensity: 0.5, ..GLOW }), 0.5);
    near(shown(5.0, Glow { cap: 1.5, intensity: 0.5, ..GLOW }), 0.75);
    let all = Glow { bloom: 1.0, ..GLOW };
    near(shown(0.4, Glow { blend: GlowBlend::Add, ..all }), 0.8);
    near(shown(0.4, Glow { blend: GlowBlend::Screen, ..all }), 0.64);
    near(shown(0.4, Glow { blend: GlowBlend::Soft, ..all }), 0.4 + 0.4 * (0.4_f32.sqrt() - 0.4));
    near(shown(0.4, Glow { blend: GlowBlend::Mix, bloom: 0.5, ..all }), 0.4 * 0.75 + 0.2 * 0.25);
}

#[test]
fn glow_reaches_beyond_what_shines() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = stage(0.0);
    shining(&mut scene, moved(0.0, 0.0, -4.0), 4.0);
    let beside = |scene: &Scene| draw(&renderer, scene).pixel(48, 30).unwrap()[0];
    assert_eq!(beside(&scene), 0);
    for (levels, smooth) in [([0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0], true), ([1.0; 7], false)] {
        scene.environment.glow = Some(Glow { levels, blend: GlowBlend::Add, ..GLOW });
        scene.rendering.smooth_glow = smooth;
        assert!(beside(&scene) > 40, "{}", beside(&scene));
        let picture = draw(&renderer, &scene);
        let [left, right] = [30, 65].map(|x| picture.pixel(x, 47).unwrap()[0]);
        assert!(left.abs_diff(right) <= 2, "{left} {right}");
    }
}

#[test]
fn a_plane_behind_space_goes_through_the_curve_up_to_its_layer() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = Scene::new("plane", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    sprite(&mut scene, Vec2::new(24.0, 48.0), 30.0, rgb(0.5, 0.5, 0.5), 0.0);
    sprite(&mut scene, Vec2::new(72.0, 48.0), 30.0, rgb(0.5, 0.5, 0.5), 10.0);
    scene.environment.tonemap.exposure = 2.0;
    let seen = |scene: &Scene| {
        let picture = draw(&renderer, scene);
        [24, 72].map(|x| light_of(picture.pixel(x, 48).unwrap()[0]))
    };
    let grey = light_of(128);
    let close = |got: [f32; 2], want: [f32; 2]| got.iter().zip(want).for_each(|(got, want)| near(*got, want));
    close(seen(&scene), [grey, grey]);
    scene.environment.plane_up_to = Some(5.0);
    close(seen(&scene), [2.0 * grey, grey]);
    scene.rendering.linear_plane = true;
    scene.rendering.plane_samples = 4;
    close(seen(&scene), [2.0 * grey, grey]);
}

#[test]
fn a_plane_of_light_mixes_light_and_may_be_brighter_than_white() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = Scene::new("plane", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    sprite(&mut scene, Vec2::splat(48.0), 60.0, Rgba::from_stored([1.0, 1.0, 1.0, 0.5]), 0.0);
    near(middle(&renderer, &scene), light_of(128));
    scene.rendering.linear_plane = true;
    near(middle(&renderer, &scene), 0.5);
    // Twice as bright, then half of it: what was cut off at white would be darker.
    sprite(&mut scene, Vec2::splat(48.0), 60.0, Rgba::linear(3.0, 3.0, 3.0, 1.0), 1.0);
    sprite(&mut scene, Vec2::splat(48.0), 60.0, Rgba::linear(0.0, 0.0, 0.0, 0.8), 2.0);
    near(middle(&renderer, &scene), 0.6);
}

const FOG: VolumetricFog = VolumetricFog {
    density: 0.05,
    albedo: Rgba::WHITE,
    emission: Rgba::BLACK,
    anisotropy: 0.0,
    length: 20.0,
    spread: 2.0,
    ambient: 0.0,
    ambient_color: Rgba::WHITE,
    sky_share: 0.0,
    over_sky: 1.0,
    settling: 0.9,
};

/// Fog before a black background; a square at the edge keeps space in the picture.
fn foggy(fog: VolumetricFog) -> Scene {
    let mut scene = stage(0.0);
    scene.environment.volumetric_fog = Some(fog);
    shining(&mut scene, moved(-3.0, 3.0, -4.0), 0.0);
    scene
}

#[test]
fn fog_gives_its_own_light_hides_what_is_behind_and_scatters_light() {
    let Some(renderer) = support::renderer() else { return };
    // Cells end half a cell before the length; depths are squared.
    let far = |length: f32| length * (63.5_f32 / 64.0).powi(2);
    let hidden = 1.0 - (-0.05 * far(20.0)).exp();
    let own = VolumetricFog { emission: Rgba::linear(0.5, 0.5, 0.5, 1.0), ..FOG };
    near(middle(&renderer, &foggy(own)), 0.5 * hidden);
    near(middle(&renderer, &foggy(VolumetricFog { over_sky: 0.5, ..own })), 0.25 * hidden);
    near(middle(&renderer, &foggy(VolumetricFog { ambient: 0.3, ..FOG })), 0.3 * hidden);

    // What is near has less of it before it.
    let mut scene = foggy(own);
    shining(&mut scene, moved(0.0, 0.0, -5.0), 1.0);
    let before = 1.0 - (-0.05 * 5.0_f32).exp();
    near(middle(&renderer, &scene), 0.5 * before + (1.0 - before));

    // A light that shines along the eye goes on, a quarter of pi of it to all sides.
    let mut scene = foggy(FOG);
    let root = scene.root;
    scene.add_child(
        root,
        node(Placement::space(Affine3A::IDENTITY), Component::Light(light(LightKind::Directional))),
    );
    near(middle(&renderer, &scene), 0.25 * hidden);
    // The engine's first pictures have less of it.
    let view = View { as_engine: true, ..View::new(SIZE) };
    let first = light_of(renderer.draw(&scene, &view).unwrap().pixel(48, 48).unwrap()[0]);
    assert!(first < 0.25 * hidden * 0.85 && first > 0.25 * hidden * 0.5, "{first}");
}

#[test]
fn fog_stays_within_its_volume() {
    let Some(renderer) = support::renderer() else { return };
    for shape in [FogShape::Ellipsoid, FogShape::Cone, FogShape::Cylinder, FogShape::Box, FogShape::World] {
        let mut scene = foggy(VolumetricFog { density: 0.0, ..FOG });
        let volume = FogVolume {
            shape,
            size: Vec3::splat(4.0),
            density: 2.0,
            albedo: Rgba::WHITE,
            emission: Rgba::linear(0.5, 0.5, 0.5, 1.0),
            height_falloff: 0.0,
            edge_fade: 0.0,
        };
        let root = scene.root;
        scene.add_child(root, node(Placement::space(moved(0.0, 0.0, -6.0)), Component::FogVolume(volume)));
        let picture = draw(&renderer, &scene);
        support::keep(&format!("fog_{shape:?}"), &picture);
        let [inside, outside] = [[48, 56], [92, 92]].map(|[x, y]| picture.pixel(x, y).unwrap()[0]);
        assert!(inside > 60, "{shape:?}: {inside}");
        assert_eq!(outside > 60, shape == FogShape::World, "{shape:?}: {outside}");
    }
}

#[test]
fn nonsense_in_the_air_is_drawn_without_harm() {
    let Some(renderer) = support::renderer() else { return };
    let bad = f32::NAN;
    let mut scene = foggy(VolumetricFog { density: bad, length: -1.0, spread: bad, anisotropy: 7.0, ..FOG });
    scene.environment.glow = Some(Glow { levels: [bad; 7], strength: bad, threshold: bad, ..GLOW });
    let nowhere = FogVolume {
        shape: FogShape::Box,
        size: Vec3::ZERO,
        density: bad,
        albedo: Rgba::linear(bad, bad, bad, bad),
        emission: Rgba::WHITE,
        height_falloff: bad,
        edge_fade: bad,
    };
    let root = scene.root;
    for _ in 0..40 {
        let volume = FogVolume { density: 0.1, size: Vec3::ONE, ..nowhere };
        scene.add_child(root, node(Placement::space(moved(0.0, 9.0, 9.0)), Component::FogVolume(volume)));
    }
    scene.add_child(root, node(Placement::space(Affine3A::IDENTITY), Component::FogVolume(nowhere)));
    (scene.rendering.space_samples, scene.rendering.plane_samples) = (0, 3);
    let notes = draw(&renderer, &scene).notes;
    assert!(notes.contains(&Note::TooManyFogs { drawn: 32, left_out: 8 }), "{notes:?}");
}

/// Two runs give the same bytes, and drivers differ by little.
#[test]
fn drivers_agree_on_glow_fog_and_samples() {
    let (Some(vulkan), Some(gl)) = (support::renderer(), support::renderer_on(Driver::Gl)) else { return };
    let mut scene = foggy(VolumetricFog { emission: Rgba::linear(0.3, 0.2, 0.1, 1.0), ..FOG });
    let turned = Affine3A::from_rotation_translation(Quat::from_rotation_z(0.3), Vec3::new(0.5, 0.0, -4.0));
    shining(&mut scene, turned, 3.0);
    scene.environment.glow = Some(Glow { blend: GlowBlend::Screen, levels: [0.5; 7], ..GLOW });
    scene.environment.background = Background::Color(rgb(0.1, 0.2, 0.3));
    scene.rendering.space_samples = 4;
    let [one, again, other] = [&vulkan, &vulkan, &gl].map(|renderer| draw(renderer, &scene));
    assert_eq!(one.rgba, again.rgba);
    let apart = one.rgba.iter().zip(&other.rgba).filter(|(a, b)| a.abs_diff(**b) > 4).count();
    assert!(apart * 1000 <= one.rgba.len(), "{apart} of {} differ", one.rgba.len());
}
