//! What Godot draws in the plane, as the neutral scene: own fixtures.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

mod support;

use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{AnimatedSprite, Component, Flat, FlatMesh};
use proscenio_vfs::MemoryTree;
use support::{Imported, components, fixture};

fn frames<'s>(imported: &'s Imported, path: &str) -> &'s AnimatedSprite {
    match components(imported, path) {
        [Component::AnimatedSprite(frames)] => frames,
        other => panic!("{other:?}"),
    }
}

fn meshes<'s>(imported: &'s Imported, path: &str) -> Vec<&'s FlatMesh> {
    let mesh = |component: &'s Component| match component {
        Component::FlatMesh(mesh) => mesh,
        other => panic!("{other:?}"),
    };
    components(imported, path).iter().map(mesh).collect()
}

#[test]
fn frames_have_names_times_and_parts_of_pictures() {
    let scene = fixture("frames.tscn");
    let walker = frames(&scene, "Walker");
    let names: Vec<_> =
        walker.player.animations.iter().map(|run| (run.name.as_str(), run.fps, run.looped)).collect();
    assert_eq!(names, [("default", 5.0, true), ("walk", 8.0, false)]);
    let run = &walker.player.animations[1];
    assert_eq!(run.frames.iter().map(|frame| frame.duration).collect::<Vec<_>>(), [1.0, 2.5, 1.0]);
    assert_eq!(
        run.frames.iter().map(|frame| frame.texture.is_some()).collect::<Vec<_>>(),
        [true, true, false]
    );
    // A margin makes the frame larger than what is drawn of it.
    assert_eq!(
        (run.frames[0].size, run.frames[0].filled),
        (Vec2::new(4.0, 6.0), (Vec2::X, Vec2::splat(2.0)))
    );
    let at = |time: f64| walker.player.frame_at(time).unwrap().0;
    // A quarter of the first frame is over; at twice the speed it stays 3/64 of a second.
    assert_eq!([0.0, 0.046, 0.047, 0.20, 0.21, 9.0].map(at), [0, 0, 1, 1, 2, 2]);
    let shown = walker.sprite_at(0.0).unwrap();
    assert_eq!((shown.position, shown.size), (Vec2::new(0.0, -1.0), Vec2::splat(2.0)));
    assert_eq!((shown.uv_min, shown.uv_max), (Vec2::new(0.5, 0.0), Vec2::new(0.0, 1.0)));
    assert_eq!((shown.z, shown.behind_parent), (3.0, true));
    assert!((shown.tint.to_stored()[1] - 0.5).abs() < 1e-6);
}

#[test]
fn a_polygon_turned_inside_out_leaves_a_hole() {
    let scene = fixture("inverted.tscn");
    let mesh = meshes(&scene, "Hole")[0];
    assert!(mesh.is_sound());
    let at = |index: u32| mesh.points[index as usize];
    let area: f32 =
        mesh.indices.chunks(3).map(|t| (at(t[1]) - at(t[0])).perp_dot(at(t[2]) - at(t[0])).abs() * 0.5).sum();
    assert_eq!(area, 40.0 * 30.0 - 20.0 * 10.0);
}

#[test]
fn what_does_not_play_stands_and_what_is_not_there_shows_nothing() {
    let scene = fixture("frames.tscn");
    let still = frames(&scene, "Still");
    assert_eq!([0.0, 5.0].map(|time| still.player.frame_at(time).unwrap().0), [1, 1]);
    assert_eq!(still.sprite_at(0.0).unwrap().position, Vec2::ZERO);
    assert!(frames(&scene, "Lost").sprite_at(0.0).is_none());
    let space = frames(&scene, "InSpace");
    assert!(space.flat.is_none() && space.player.frame_at(0.0).is_some());
    // In space it has the filter of the node and not that of the canvas.
    assert_eq!(space.player.animations.len(), still.player.animations.len());
}

#[test]
fn meshes_in_the_plane_show_their_picture_and_each_of_many_its_colour() {
    let scene = fixture("frames.tscn");
    let quad = &meshes(&scene, "Quad")[0];
    assert!(quad.texture.is_some() && quad.is_sound());
    assert_eq!((quad.points.len(), quad.indices.len()), (4, 6));
    assert!(quad.points.iter().all(|point| point.abs() == Vec2::new(10.0, 5.0)));
    let many = meshes(&scene, "Many");
    assert_eq!(many.iter().map(|mesh| mesh.visible).collect::<Vec<_>>(), [true, false]);
    let Flat::Matrix(first) = many[0].local else { panic!() };
    assert_eq!(first, Affine2::from_translation(Vec2::new(5.0, 6.0)));
    let Flat::Matrix(second) = many[1].local else { panic!() };
    assert_eq!(second.transform_point2(Vec2::X), Vec2::new(7.0, 9.0));
    let red = many[0].tint.to_stored();
    assert!(
        red.iter().zip([1.0, 0.0, 0.0, 1.0]).all(|(ours, wanted)| (ours - wanted).abs() < 1e-5),
        "{red:?}"
    );
    assert_eq!(many[1].tint.to_stored()[3], 1.0);
}

/// Which of the cameras wait for a step of physics.
fn waiting(project: &str) -> Vec<String> {
    let text = "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node\"]\n\n\
        [node name=\"Own\" type=\"Camera2D\" parent=\".\"]\n\n\
        [node name=\"Off\" type=\"Node2D\" parent=\".\"]\nphysics_interpolation_mode = 2\n\n\
        [node name=\"Handed\" type=\"Camera2D\" parent=\"Off\"]\n\n\
        [node name=\"On\" type=\"Camera2D\" parent=\"Off\"]\nphysics_interpolation_mode = 1\n";
    let files = MemoryTree::from_files([("project.godot", project), ("a.tscn", text)]);
    let scene = support::load(&files, "a.tscn").scene;
    let waits = |part: &Component| matches!(part, Component::Camera2d(camera) if camera.waits);
    let nodes = scene.nodes.iter().filter(|(_, node)| node.components.iter().any(waits));
    nodes.map(|(_, node)| node.name.clone()).collect()
}

#[test]
fn interpolated_cameras_wait_for_a_step_of_physics() {
    let on = "config_version=5\n\n[physics]\n\ncommon/physics_interpolation=true\n";
    assert_eq!(waiting(on), ["Own", "On"]);
    assert!(waiting("config_version=5\n").is_empty());
}

#[test]
fn what_is_put_together_is_told_by_its_node() {
    use proscenio_scene::{FlatGroup, FlatGroupKind};
    let scene = fixture("canvas.tscn");
    let clip = support::node(&scene, "Clip");
    assert_eq!(clip.group, Some(FlatGroup { kind: FlatGroupKind::Clip { draw: true }, z: 3.0 }));
    assert!(support::node(&scene, "Clip/Behind").behind_parent);
    let Some(FlatGroup { kind: FlatGroupKind::Whole { margin, tint }, z }) =
        support::node(&scene, "Whole").group
    else {
        panic!("no whole")
    };
    assert_eq!((margin, z, tint.alpha), (4.0, 0.0, 0.5));
    assert_eq!(support::node(&scene, "Layer").view_scale, 1.5);
}

#[test]
fn pictures_bring_bumps_and_highlights() {
    let scene = fixture("canvas.tscn");
    let [Component::Sprite(sprite)] = components(&scene, "Clip") else { panic!("no sprite") };
    let texture = sprite.texture.unwrap();
    assert_eq!(texture.filter, proscenio_scene::Filter::Nearest);
    let relief = scene.scene.reliefs[texture.relief.unwrap()];
    assert_eq!((relief.specular, relief.shininess), (Some(texture.image), 0.25));
    assert_ne!(relief.normal, texture.image);
    assert!((relief.color.to_stored()[1] - 0.5).abs() < 1e-6);
    let [Component::FlatLight(light)] = components(&scene, "Lamp") else { panic!("no light") };
    assert_eq!(light.height, 0.75);
}

#[test]
fn cameras_begin_ahead_and_between_limits_that_are_too_close() {
    let scene = fixture("canvas.tscn");
    let [Component::Camera2d(camera)] = components(&scene, "Camera") else { panic!("no camera") };
    assert!(camera.ahead.abs_diff_eq(Vec2::new(0.1, -0.15), 1e-6), "{}", camera.ahead);
    let kept = camera.kept(Affine2::IDENTITY, Vec2::new(200.0, 100.0));
    // The middle of the limits; from top to bottom there is room.
    assert_eq!(kept.translation, Vec2::new(50.0, -15.0));
}

#[test]
fn particles_in_cycles_know_their_numbers() {
    use proscenio_scene::{BlendMode, CycleDice, CycleEmitter, CycleOrder, CycleShape};
    let scene = fixture("canvas.tscn");
    let emitter = |path: &str| -> CycleEmitter {
        match components(&scene, path) {
            [Component::Cycles(emitter)] => (**emitter).clone(),
            other => panic!("{other:?}"),
        }
    };
    let rain = emitter("Rain");
    assert_eq!((rain.dice, rain.timing.amount, rain.timing.seed), (CycleDice::Processor, 12, Some(5)));
    assert_eq!((rain.timing.lifetime, rain.timing.fixed_fps), (3.0, 0));
    assert_eq!(rain.shape, CycleShape::Box(proscenio_scene::glam::Vec3::new(8.0, 2.0, 0.0)));
    assert_eq!((rain.look.scale.low, rain.look.scale.high), (2.0, 4.0));
    assert_eq!((rain.look.sheet, rain.look.looped, rain.look.blend), (Some([2, 1]), true, BlendMode::Add));
    assert_eq!((rain.look.ramp[0], rain.look.ramp[255]), ([1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]));
    let sparks = emitter("Sparks");
    assert_eq!((sparks.dice, sparks.order), (CycleDice::Device, CycleOrder::Oldest));
    assert_eq!((sparks.timing.amount, sparks.timing.fixed_fps, sparks.timing.seed), (30, 30, None));
    let CycleShape::Points { at, facing, colors } = &sparks.shape else { panic!("no points") };
    assert_eq!(at.iter().map(|at| at.to_array()).collect::<Vec<_>>(), [[1.0, 2.0, 0.0], [0.0, -1.0, 0.0]]);
    assert!(facing.is_empty() && colors.is_empty());
    assert_eq!((sparks.motion.speed.low, sparks.motion.speed.high), (10.0, 20.0));
    assert!(sparks.look.scale_curves[0].is_some() && !sparks.leaves_plane);
}
