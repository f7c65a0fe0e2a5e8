//! Pictures beside those the real engine drew of the same scenes.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

mod support;

use proscenio_render::{Note, Picture, View, compare};
use proscenio_scene::Component;
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
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
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

/// Without its camera and light, a scene is framed: all of it is inside and it fills the picture.
#[test]
fn a_framed_scene_fills_the_picture() {
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let mut scene = Probes::load(&corpus).scene("p01_primitives");
    for id in scene.depth_first().collect::<Vec<_>>() {
        scene.nodes[id].components.retain(|part| matches!(part, Component::Mesh(_)));
    }
    let picture = renderer.draw(&scene, &View::new([480, 320])).unwrap();
    support::keep("framed", &picture);
    assert_eq!(picture.notes, [Note::NoCamera, Note::Headlight]);
    let empty = picture.pixel(0, 0);
    let drawn = |x, y| picture.pixel(x, y) != empty;
    let edge =
        (0..480).any(|x| drawn(x, 0) || drawn(x, 319)) || (0..320).any(|y| drawn(0, y) || drawn(479, y));
    assert!(!edge, "something is cut off");
    let wide = (0..480).filter(|x| (0..320).any(|y| drawn(*x, y))).count();
    assert!(wide > 380, "only {wide} of 480 columns show something");
}
