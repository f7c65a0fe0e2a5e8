//! Godot's plane and controls: beside the engine's own pictures, and as they looked before.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use proscenio::compare::compare;
use proscenio::{Picture, View};

/// Scenes of the probes in the plane.
const PROBES: [&str; 13] = [
    "q01_sprites",
    "q02_shapes",
    "q03_camera2d",
    "q04_controls",
    "q05_tilemap",
    "q06_animated_light2d",
    "q07_tiles_shape0_axis0",
    "q07_tiles_shape1_axis0",
    "q07_tiles_shape1_axis1",
    "q07_tiles_shape2_axis0",
    "q07_tiles_shape2_axis1",
    "q07_tiles_shape3_axis0",
    "q07_tiles_shape3_axis1",
];

/// Content SSIM and content MAD that every picture must reach.
const LEAST_SSIM: f64 = 0.98;
const MOST_MAD: f64 = 1.0;

#[test]
fn probes_in_the_plane_look_as_the_engine_draws_them() {
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let mut worse = Vec::new();
    for name in PROBES {
        let scene = support::scene(&format!("{}/probes/{name}.tscn", corpus.display()));
        let picture = renderer.draw(&scene, &View::new([640, 360])).unwrap();
        let engine = std::fs::read(corpus.join(format!("probes/shots/{name}.png"))).unwrap();
        let like = compare(&picture, &Picture::from_encoded(&engine).unwrap()).unwrap();
        println!("{name:24} {:12.4} {:12.2} {:8.2}", like.ssim, like.content_mad, like.all_mad);
        if like.ssim < LEAST_SSIM || like.content_mad > MOST_MAD {
            worse.push(name);
        }
    }
    assert!(worse.is_empty(), "too far from the engine's pictures: {worse:?}");
}

/// Own scenes that the engine drew, with the content SSIM and content MAD to reach.
const OWN: [(&str, f64, f64); 4] =
    [("views", 0.98, 1.0), ("scrolled", 0.99, 0.5), ("shadows", 0.99, 0.7), ("texts", 0.84, 8.0)];

#[test]
fn own_scenes_look_as_the_engine_draws_them() {
    let Some(renderer) = support::renderer() else { return };
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../proscenio-convert/tests/fixtures/godot_ui");
    let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/goldens/engine");
    let mut worse = Vec::new();
    for (name, ssim, mad) in OWN {
        let scene = support::scene(&format!("{fixtures}/{name}.tscn"));
        let picture = renderer.draw(&scene, &View { as_engine: true, ..View::new([640, 360]) }).unwrap();
        let engine = std::fs::read(format!("{pictures}/{name}.png")).unwrap();
        let like = compare(&picture, &Picture::from_encoded(&engine).unwrap()).unwrap();
        println!("{name:24} {:12.4} {:12.2} {:8.2}", like.ssim, like.content_mad, like.all_mad);
        if like.ssim < ssim || like.content_mad > mad {
            worse.push(name);
        }
    }
    assert!(worse.is_empty(), "too far from the engine's pictures: {worse:?}");
}

#[test]
fn own_scenes_look_as_they_did() {
    let Some(renderer) = support::renderer() else { return };
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../proscenio-convert/tests/fixtures/godot_ui");
    let goldens = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/goldens/godot");
    for name in ["controls", "flat"] {
        let scene = support::scene(&format!("{fixtures}/{name}.tscn"));
        let picture = renderer.draw(&scene, &View::new([640, 360])).unwrap();
        let golden = format!("{goldens}/{name}.png");
        if std::env::var_os("PROSCENIO_UPDATE").is_some() {
            std::fs::create_dir_all(goldens).unwrap();
            std::fs::write(&golden, picture.to_png().unwrap()).unwrap();
        }
        let before = Picture::from_encoded(&std::fs::read(&golden).unwrap()).unwrap();
        let like = compare(&picture, &before).unwrap();
        // Drivers round edges differently; anything that moves is seen by this.
        assert!(like.ssim > 0.97 && like.all_mad < 1.5, "{name}: {:.4} {:.2}", like.ssim, like.all_mad);
    }
}
