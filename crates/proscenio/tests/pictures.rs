//! Our pictures beside the engine's own, measured where something is drawn.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use proscenio::compare::compare;
use proscenio::{Picture, Renderer, View};

/// Scenes of the probes with a picture of their own.
const PROBES: &[&str] = &[
    "p01_primitives",
    "p02_pbr_grid",
    "p03_material_kinds",
    "p04_omni_spot",
    "p07_camera_keep_width",
    "p07_camera_ortho",
    "p08_transforms",
    "q01_sprites",
];

/// Content SSIM and content MAD that every picture must reach.
const LEAST_SSIM: f64 = 0.90;
const MOST_MAD: f64 = 8.0;

#[test]
fn probes_look_as_the_engine_draws_them() {
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let out = concat!(env!("CARGO_MANIFEST_DIR"), "/../../out/pictures");
    std::fs::create_dir_all(out).unwrap();
    println!("{:24} {:>12} {:>12} {:>8}", "scene", "content SSIM", "content MAD", "all MAD");
    let mut worse = Vec::new();
    for name in PROBES {
        let scene = support::scene(&format!("{}/probes/{name}.tscn", corpus.display()));
        let picture = draw(&renderer, &scene);
        std::fs::write(format!("{out}/{name}.png"), picture.to_png().unwrap()).unwrap();
        let engine = std::fs::read(corpus.join(format!("probes/shots/{name}.png"))).unwrap();
        let likeness = compare(&picture, &Picture::from_encoded(&engine).unwrap()).unwrap();
        println!("{name:24} {:12.4} {:12.2} {:8.2}", likeness.ssim, likeness.content_mad, likeness.all_mad);
        if likeness.ssim < LEAST_SSIM || likeness.content_mad > MOST_MAD {
            worse.push(*name);
        }
    }
    assert!(worse.is_empty(), "too far from the engine's pictures: {worse:?}");
}

fn draw(renderer: &Renderer, scene: &proscenio::Scene) -> Picture {
    renderer.draw(scene, &View::new([640, 360])).unwrap()
}
