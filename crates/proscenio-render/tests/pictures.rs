//! Pictures beside those the real engine drew of the same scenes.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

mod support;

use proscenio_render::{Picture, View, compare};
use support::probes::Probes;

/// Least structural similarity and greatest mean difference per scene: somewhat worse than measured, far
/// better than asked.
const PROBES: [(&str, f64, f64); 13] = [
    ("p01_primitives", 0.995, 0.5),
    ("p02_pbr_grid", 0.995, 0.5),
    ("p03_material_kinds", 0.995, 0.5),
    ("p04_omni_spot", 0.995, 0.5),
    ("p07_camera_keep_width", 0.995, 0.5),
    ("p07_camera_ortho", 0.995, 0.5),
    ("p08_transforms", 0.995, 0.5),
    ("q01_sprites", 0.995, 0.5),
    ("p06_tonemap_0", 0.995, 0.5),
    ("p06_tonemap_1", 0.995, 0.5),
    ("p06_tonemap_2", 0.995, 0.5),
    ("p06_tonemap_3", 0.995, 0.5),
    ("p06_tonemap_4", 0.995, 0.5),
];

#[test]
fn pictures_are_like_the_engines() {
    let (Some(corpus), Some(renderer)) = (support::corpus(), support::renderer()) else { return };
    println!("drawn by {}", renderer.adapter());
    let probes = Probes::load(&corpus);
    let mut unlike = Vec::new();
    for (name, least, most) in PROBES {
        let started = std::time::Instant::now();
        let picture = renderer.draw(&probes.scene(name), &View::new([640, 360])).unwrap();
        let took = started.elapsed();
        support::keep(name, &picture);
        let engine = Picture::from_encoded(&probes.shot(name)).unwrap();
        let like = compare::compare(&picture, &engine).unwrap();
        println!(
            "content SSIM {:.4}  content MAD {:6.2}  all MAD {:6.2}  {took:?}  {name}  {:?}",
            like.ssim, like.content_mad, like.all_mad, picture.notes
        );
        if like.ssim < least || like.content_mad > most {
            unlike.push(name);
        }
    }
    assert!(unlike.is_empty(), "unlike the engine's: {unlike:?}");
}
