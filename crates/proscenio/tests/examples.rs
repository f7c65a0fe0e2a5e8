//! The examples as they were looked at once: pictures committed beside the tests. `PROSCENIO_UPDATE=1` writes them
//! again; look at them before committing.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use proscenio::compare::compare;
use proscenio::{Family, Note, Picture, View};

/// The scenes of `examples/nacatamalon/parts`, and the second they are shown at.
const PARTS: [(&str, f64); 12] = [
    ("01-sprites", 0.0),
    ("02-nine-slice", 0.0),
    ("03-text", 0.0),
    ("04-shapes", 0.0),
    ("05-materials", 0.0),
    ("06-recipes", 0.0),
    ("07-tilemap", 0.0),
    ("08-particles", 1.2),
    ("09-particles-3d", 1.2),
    ("10-lights-and-fog", 0.0),
    ("11-masks-and-effects", 0.0),
    ("12-everything-else", 0.0),
];

#[test]
fn parts_look_as_they_did() {
    let Some(renderer) = support::renderer() else { return };
    let goldens = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/goldens");
    let mut unlike = Vec::new();
    for (name, time) in PARTS {
        let scene = support::scene(&support::example(&format!("nacatamalon/parts/scenes/{name}.scene")));
        let size = scene.view_size.unwrap();
        let picture = renderer.draw(&scene, &View { time, ..View::new(size) }).unwrap();
        let named = picture.notes.iter().all(|note| *note == Note::DefaultSun);
        assert!(named, "{name}: {:?}", picture.notes);
        let golden = format!("{goldens}/{name}.png");
        if std::env::var_os("PROSCENIO_UPDATE").is_some() {
            std::fs::create_dir_all(goldens).unwrap();
            std::fs::write(&golden, picture.to_png().unwrap()).unwrap();
        }
        let before = Picture::from_encoded(&std::fs::read(&golden).unwrap()).unwrap();
        let like = compare(&picture, &before).unwrap();
        println!("{name:24} {:.4} {:6.2}", like.ssim, like.all_mad);
        // Drivers round edges differently; anything that moves is seen by this.
        if like.ssim < 0.97 || like.all_mad > 1.5 {
            unlike.push(name);
        }
    }
    assert!(unlike.is_empty(), "unlike the committed pictures: {unlike:?}");
}

#[test]
fn parts_have_nothing_to_complain_about() {
    for (name, _) in PARTS {
        let path = support::example(&format!("nacatamalon/parts/scenes/{name}.scene"));
        assert_eq!(Family::of_path(&path), Some(Family::Nacatamalon));
        let document = proscenio::Document::open(&proscenio::DiskTree, &path).unwrap();
        let project = proscenio::Project::around(&proscenio::DiskTree, &path);
        let imported = proscenio::import(&document, &project);
        let said: Vec<&str> = imported.findings.iter().map(|finding| finding.message.as_str()).collect();
        assert!(said.is_empty() && document.findings().is_empty(), "{name}: {said:?}");
    }
}
