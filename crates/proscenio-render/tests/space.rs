//! Skies, shadows, fog and what turns to the eye, in small scenes whose numbers are known.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{Note, Picture, Renderer, View};
use proscenio_scene::glam::{Affine2, Affine3A, Quat, Vec2, Vec3};
use proscenio_scene::{
    Background, Billboard, Camera2d, Component, Environment, Flat, GradientSky, Haze, HazeRun, Light,
    LightFalloff, LightKind, Material, Morph, Node, Placement, Rgba, Scene, ShadingRule, Sky, SkyLook,
    Sprite,
};
use support::{add_mesh, camera, light, moved, node, plain, rgb, square};

const SIZE: [u32; 2] = [96, 96];

fn stage(eye: Affine3A, environment: Environment) -> Scene {
    let mut scene = Scene::new("space", Node::new("root"));
    scene.environment = environment;
    let root = scene.root;
    scene.add_child(root, node(Placement::space(eye), Component::Camera(camera())));
    scene
}

fn draw(renderer: &Renderer, scene: &Scene) -> Picture {
    renderer.draw(scene, &View::new(SIZE)).unwrap()
}

fn near(got: [u8; 4], want: [f32; 3], off: f32) {
    for (got, want) in got.iter().zip(want) {
        assert!((f32::from(*got) - want * 255.0).abs() <= off, "{got} is not {}", want * 255.0);
    }
}

fn gradient() -> Sky {
    let look = SkyLook::Gradient(GradientSky {
        top: rgb(0.2, 0.4, 0.8),
        horizon: rgb(0.6, 0.6, 0.6),
        curve: 0.15,
        bottom: rgb(0.1, 0.2, 0.1),
        ground_horizon: rgb(0.6, 0.6, 0.6),
        ground_curve: 0.02,
        sun_angle: 0.5,
        sun_curve: 0.15,
        cover: None,
    });
    Sky { look, energy: 1.0, turn: Quat::IDENTITY }
}

fn under_sky() -> Environment {
    let mut environment = plain(Rgba::BLACK);
    (environment.background, environment.sky) = (Background::Sky, Some(gradient()));
    (environment.ambient.sky_share, environment.ambient.mirrors_sky) = (1.0, true);
    environment
}

#[test]
fn a_sky_is_seen_and_lights_what_faces_it() {
    let Some(renderer) = support::renderer() else { return };
    let up = Affine3A::from_quat(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2));
    near(draw(&renderer, &stage(up, under_sky())).pixel(48, 48).unwrap(), [0.2, 0.4, 0.8], 1.5);
    let down = Affine3A::from_quat(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    near(draw(&renderer, &stage(down, under_sky())).pixel(48, 48).unwrap(), [0.1, 0.2, 0.1], 1.5);

    // A matt white square that faces up has more of the sky than one that faces down.
    let lit = |turn: f32, eye: Affine3A| {
        let mut scene = stage(eye, under_sky());
        let material = Material { specular: 0.0, ..Material::default() };
        let at = Affine3A::from_rotation_x(turn) * Affine3A::from_translation(Vec3::Z * 0.5);
        let root = scene.root;
        add_mesh(&mut scene, root, at, square(2.0), Some(material));
        draw(&renderer, &scene).pixel(48, 48).unwrap()
    };
    let above = Affine3A::from_translation(Vec3::Y * 3.0) * down;
    let below = Affine3A::from_translation(Vec3::NEG_Y * 3.0) * up;
    let (bright, dark) = (lit(-std::f32::consts::FRAC_PI_2, above), lit(std::f32::consts::FRAC_PI_2, below));
    assert!(bright[2] > 150 && dark[2] < 60, "{bright:?} {dark:?}");
}

#[test]
fn two_pictures_of_one_sky_are_the_same() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = stage(moved(0.0, 0.0, 3.0), under_sky());
    let mirror = Material { metallic: 1.0, roughness: 0.3, ..Material::default() };
    let root = scene.root;
    add_mesh(&mut scene, root, Affine3A::IDENTITY, square(1.0), Some(mirror));
    let first = draw(&renderer, &scene);
    assert_eq!(draw(&renderer, &scene).rgba, first.rgba, "the second is drawn with what the first kept");
}

/// A floor, a square in the air over it, and a light; the eye looks down from beside it.
fn over_floor(light: Light, at: Affine3A) -> Scene {
    let down = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let mut scene = stage(Affine3A::from_rotation_translation(down, Vec3::Y * 6.0), plain(Rgba::BLACK));
    let root = scene.root;
    let white = || Some(Material { specular: 0.0, cull: proscenio_scene::Cull::None, ..Material::default() });
    let flat = Affine3A::from_quat(down);
    add_mesh(&mut scene, root, flat, square(4.0), white());
    let aside = Affine3A::from_translation(Vec3::new(-1.5, 1.0, 0.0)) * flat;
    add_mesh(&mut scene, root, aside, square(0.5), white());
    scene.add_child(root, node(Placement::space(at), Component::Light(light)));
    scene
}

#[test]
fn lights_throw_shadows() {
    let Some(renderer) = support::renderer() else { return };
    let falloff = LightFalloff::Power { exponent: 0.0 };
    // From the left, 45 degrees high: the square at x = -1.5, y = 1 darkens the floor at x = -0.5.
    let slanted =
        Affine3A::from_quat(Quat::from_rotation_arc(Vec3::NEG_Z, Vec3::new(1.0, -1.0, 0.0).normalize()));
    let over = Affine3A::from_translation(Vec3::new(-3.5, 3.0, 0.0));
    let kinds = [
        LightKind::Directional,
        LightKind::Point { range: 30.0, falloff },
        LightKind::Spot { range: 30.0, falloff, angle: 0.9, rim: 1.0 },
    ];
    for kind in kinds {
        let shadow = proscenio_scene::Shadow { normal_bias: 1.0, ..proscenio_scene::Shadow::default() };
        let own = Light { cast_shadow: true, shadow, energy: 2.0, ..light(kind) };
        let picture = draw(&renderer, &over_floor(own, over * slanted));
        assert!(picture.notes.is_empty(), "{:?}", picture.notes);
        // 75 degrees over 96 pixels from 6 metres: a metre of the floor is 10.4 pixels.
        let at = |x: f32| picture.pixel((48.0 + x * 10.43) as u32, 48).unwrap();
        let (dark, bright) = (at(-0.5), at(1.0));
        assert!(dark[0] < 5 && bright[0] > 60, "{kind:?}: {dark:?} {bright:?}");
        support::keep("shadow", &picture);
    }
}

#[test]
fn fog_grows_with_distance() {
    let Some(renderer) = support::renderer() else { return };
    let haze = |run| Haze {
        color: Rgba::linear(1.0, 0.5, 0.0, 1.0),
        run,
        sun_scatter: 0.0,
        sky_color: 0.0,
        over_sky: 0.0,
        height: 0.0,
        height_density: 0.0,
    };
    let runs = [
        (HazeRun::Exponential { density: 0.25 }, 1.0 - (-0.5_f32).exp()),
        // Two of three metres are 0.5 of the way from 1 to 3.
        (HazeRun::Range { begin: 1.0, end: 3.0, curve: 1.0, density: 0.8 }, 0.4),
    ];
    for (run, share) in runs {
        let mut environment = plain(Rgba::BLACK);
        environment.haze = Some(haze(run));
        let mut scene = stage(moved(0.0, 0.0, 2.0), environment);
        let black =
            Material { shading: ShadingRule::LinearUnlit, base_color: Rgba::BLACK, ..Material::default() };
        let root = scene.root;
        add_mesh(&mut scene, root, Affine3A::IDENTITY, square(1.0), Some(black));
        let [r, g, ..] = Rgba::linear(share, share * 0.5, 0.0, 1.0).to_stored();
        near(draw(&renderer, &scene).pixel(48, 48).unwrap(), [r, g, 0.0], 1.5);
    }
}

#[test]
fn billboards_face_the_eye() {
    let Some(renderer) = support::renderer() else { return };
    let aside = Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_2) * moved(0.0, 0.0, 3.0);
    let wide = |billboard| {
        let mut scene = stage(aside, plain(Rgba::BLACK));
        let material = Material { shading: ShadingRule::LinearUnlit, billboard, ..Material::default() };
        let root = scene.root;
        add_mesh(&mut scene, root, Affine3A::from_scale(Vec3::splat(0.5)), square(1.0), Some(material));
        let picture = draw(&renderer, &scene);
        (0..96).filter(|x| picture.pixel(*x, 48).unwrap()[0] > 128).count()
    };
    assert_eq!(wide(None), 0, "seen from its edge");
    let kept = wide(Billboard::numbered(1, true));
    assert!((18..=24).contains(&kept), "{kept}");
    assert!((38..=46).contains(&wide(Billboard::numbered(2, false))), "without its node's scale");
}

#[test]
fn other_shapes_move_what_is_drawn() {
    let Some(renderer) = support::renderer() else { return };
    let mut mesh = square(0.5);
    mesh.morphs = vec!["wide".to_owned()];
    let wider = mesh.surfaces[0].positions.iter().map(|[x, ..]| [*x, 0.0, 0.0]).collect();
    mesh.surfaces[0].morphs = vec![Morph { positions: wider, ..Morph::default() }];
    let mut scene = stage(moved(0.0, 0.0, 3.0), plain(Rgba::BLACK));
    let bright = Material { shading: ShadingRule::LinearUnlit, ..Material::default() };
    let root = scene.root;
    let id = add_mesh(&mut scene, root, Affine3A::IDENTITY, mesh, Some(bright));
    let across = |scene: &Scene| {
        let picture = draw(&renderer, scene);
        (0..96).filter(|x| picture.pixel(*x, 48).unwrap()[0] > 128).count()
    };
    let before = across(&scene);
    for component in &mut scene.nodes[id].components {
        if let Component::Mesh(instance) = component {
            instance.morph_weights = vec![1.0];
        }
    }
    let after = across(&scene);
    assert!(after.abs_diff(before * 2) <= 2, "{before} {after}");
}

#[test]
fn as_the_engine_nothing_is_chosen() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = Scene::new("blind", Node::new("root"));
    scene.environment = plain(rgb(0.2, 0.4, 0.6));
    let root = scene.root;
    add_mesh(&mut scene, root, Affine3A::IDENTITY, square(1.0), None);
    assert_eq!(draw(&renderer, &scene).notes, [Note::NoCamera, Note::Headlight]);
    let picture = renderer.draw(&scene, &View { as_engine: true, ..View::new(SIZE) }).unwrap();
    assert!(picture.notes.is_empty());
    assert!(picture.rgba.chunks_exact(4).all(|pixel| pixel == [51, 102, 153, 255]));
}

#[test]
fn a_waiting_camera_moves_the_view_from_the_first_step_on() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = Scene::new("waits", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    let white = Component::Sprite(Sprite::new(None, Vec2::splat(20.0)));
    let root = scene.root;
    scene.add_child(root, node(Placement::flat(Flat::Matrix(Affine2::IDENTITY)), white));
    let eye = Camera2d {
        position: Vec2::new(-40.0, -40.0),
        rotation: 0.0,
        zoom: Vec2::ONE,
        origin: Vec2::ZERO,
        current: true,
        follows_node: true,
        limits: None,
        ahead: Vec2::ZERO,
        apart: None,
        waits: true,
    };
    scene.add_child(root, node(Placement::default(), Component::Camera2d(eye)));
    let corner = |as_engine, time| {
        let view = View { as_engine, time, ..View::new([64, 64]) };
        let picture = renderer.draw(&scene, &view).unwrap();
        assert_ne!(picture.pixel(5, 5), picture.pixel(45, 45));
        picture.pixel(5, 5).unwrap()[0] == 255
    };
    assert!(corner(true, 0.0), "nothing has run");
    assert!(!corner(true, 0.1) && !corner(false, 0.0), "the camera is 40 pixels up and left");
}

/// Numbers that make no sense leave a picture, whatever it shows.
#[test]
fn nonsense_draws_something() {
    let Some(renderer) = support::renderer() else { return };
    let falloff = LightFalloff::Power { exponent: f32::NAN };
    for bad in [f32::NAN, f32::INFINITY, 0.0, -1e30] {
        let mut environment = under_sky();
        environment.sky = Some(Sky { energy: bad, ..gradient() });
        environment.haze = Some(Haze {
            color: Rgba::linear(bad, bad, bad, bad),
            run: HazeRun::Range { begin: bad, end: bad, curve: bad, density: bad },
            sun_scatter: bad,
            sky_color: bad,
            over_sky: bad,
            height: bad,
            height_density: bad,
        });
        environment.tonemap.contrast = bad;
        let mut scene = stage(moved(0.0, 0.0, 3.0), environment);
        let root = scene.root;
        // A mesh without area, one far too large, and one as usual.
        for scale in [0.0, 1e30, 1.0] {
            let at = Affine3A::from_scale(Vec3::splat(scale));
            add_mesh(
                &mut scene,
                root,
                at,
                square(1.0),
                Some(Material { roughness: bad, ..Material::default() }),
            );
        }
        let shadow = proscenio_scene::Shadow {
            bias: bad,
            normal_bias: bad,
            blur: bad,
            opacity: bad,
            area: 12.0,
            distance: bad,
            fade_start: bad,
            splits: [bad; 3],
            pictures: 200,
        };
        let kinds = [
            LightKind::Directional,
            LightKind::Point { range: bad, falloff },
            LightKind::Spot { range: bad, falloff, angle: bad, rim: bad },
        ];
        for kind in kinds {
            let own = Light { cast_shadow: true, shadow, sky_disc: Some(bad), ..light(kind) };
            scene.add_child(root, node(Placement::space(moved(0.0, 1.0, 1.0)), Component::Light(own)));
        }
        assert_eq!(draw(&renderer, &scene).size, SIZE, "{bad}");
    }
}
