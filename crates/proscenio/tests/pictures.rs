//! Our pictures beside the engine's own, measured where something is drawn.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use std::path::Path;

use proscenio::compare::{Likeness, compare};
use proscenio::{Picture, Renderer, View};

/// Content SSIM and content MAD that every probe in space must reach.
const LEAST_SSIM: f64 = 0.97;
const MOST_MAD: f64 = 4.0;

/// Probes in the plane that must be as like.
const FLAT: &[&str] = &["q01_sprites"];

const OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../out/pictures");

#[test]
fn probes_look_as_the_engine_draws_them() {
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let mut names: Vec<String> = std::fs::read_dir(corpus.join("probes/shots"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".png").map(str::to_owned))
        .collect();
    names.sort();
    let mut table = Table::new("probe");
    let mut worse = Vec::new();
    for name in names {
        let scene = corpus.join(format!("probes/{name}.tscn"));
        let like = table.row(&renderer, &name, &scene, &corpus.join(format!("probes/shots/{name}.png")));
        let held = name.starts_with('p') || FLAT.contains(&name.as_str());
        if held && (like.ssim < LEAST_SSIM || like.content_mad > MOST_MAD) {
            worse.push(name);
        }
    }
    table.end(&[(0.97, 4.0), (0.90, 10.0)]);
    assert!(worse.is_empty(), "too far from the engine's pictures: {worse:?}");
}

/// The demos take minutes, so they are drawn when asked for: `make pictures` does.
#[test]
fn demos_beside_the_engines_pictures() {
    if std::env::var_os("PROSCENIO_DEMOS").is_none() {
        println!("skipped: PROSCENIO_DEMOS is not set");
        return;
    }
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let shots = corpus.join("godot/shots-demos");
    let list = std::fs::read_to_string(shots.join("list.tsv")).unwrap();
    let mut table = Table::new("demo");
    for line in list.lines().skip(1) {
        let [picture, project, scene] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let scene = scene.trim_start_matches("res://");
        let scene = corpus.join("godot/demos-4").join(project).join(scene);
        let name = picture.trim_end_matches(".png");
        table.row(&renderer, name, &scene, &shots.join(picture));
    }
    table.end(&[(0.90, f64::INFINITY), (0.80, f64::INFINITY)]);
    assert!(!table.rows.is_empty(), "the list names no demo");
}

struct Table {
    rows: Vec<Likeness>,
}

impl Table {
    fn new(kind: &str) -> Self {
        std::fs::create_dir_all(OUT).unwrap();
        println!("{kind:32} {:>12} {:>12} {:>8}", "content SSIM", "content MAD", "all MAD");
        Self { rows: Vec::new() }
    }

    /// Draws a scene, writes both pictures side by side, and prints how alike they are.
    fn row(&mut self, renderer: &Renderer, name: &str, scene: &Path, shot: &Path) -> Likeness {
        let engine = Picture::from_encoded(&std::fs::read(shot).unwrap()).unwrap();
        let mut scene = support::scene(&scene.to_string_lossy());
        proscenio::run::pose_begun_alone(&mut scene, 0.0);
        let view = View { as_engine: true, ..View::new(engine.size) };
        let picture = renderer.draw(&scene, &view).unwrap();
        std::fs::write(format!("{OUT}/{name}.png"), beside(&picture, &engine).to_png().unwrap()).unwrap();
        let like = compare(&picture, &engine).unwrap();
        println!("{name:32} {:12.4} {:12.2} {:8.2}", like.ssim, like.content_mad, like.all_mad);
        self.rows.push(like);
        like
    }

    /// Says how many reach each pair of bounds.
    fn end(&self, bounds: &[(f64, f64)]) {
        for (ssim, mad) in bounds {
            let reached = self.rows.iter().filter(|row| row.ssim >= *ssim && row.content_mad <= *mad).count();
            let and = if mad.is_finite() { format!(" and MAD at most {mad}") } else { String::new() };
            println!("{reached} of {} reach SSIM {ssim:.2}{and}", self.rows.len());
        }
        println!("both pictures side by side, ours left: out/pictures");
    }
}

/// Ours left, the engine's right.
fn beside(ours: &Picture, engine: &Picture) -> Picture {
    let rows = |picture: &Picture| picture.size[0] as usize * 4;
    let pairs = ours.rgba.chunks_exact(rows(ours)).zip(engine.rgba.chunks_exact(rows(engine)));
    let rgba = pairs.flat_map(|(left, right)| left.iter().chain(right)).copied().collect();
    Picture::new([ours.size[0] + engine.size[0], ours.size[1]], rgba)
}
