//! One scene is one picture: two runs on one driver, and nearly so on two drivers.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use proscenio::{Driver, Picture, Renderer, View};

/// No channel may differ by more than this between drivers ...
const MOST: u8 = 4;
/// ... on more than this share of the pixels.
const SHARE: f64 = 0.001;

const SIZE: [u32; 2] = [480, 270];

fn on(driver: Driver) -> Option<Renderer> {
    Renderer::headless_on(driver).map_err(|error| println!("skipped on {driver:?}: {error}")).ok()
}

/// Pixels of which a channel differs by more than [`MOST`], and the greatest difference.
fn differing(a: &Picture, b: &Picture) -> (usize, u8) {
    let most = |(a, b): (&[u8], &[u8])| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
    let all: Vec<u8> = a.rgba.chunks(4).zip(b.rgba.chunks(4)).map(most).collect();
    (all.iter().filter(|most| **most > MOST).count(), all.iter().copied().max().unwrap_or(0))
}

#[test]
fn probes_are_the_same_pictures_in_two_runs_and_on_two_drivers() {
    let (Some(corpus), Some(first)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    // A second device, so that nothing kept of the first run can help.
    let (Some(again), gl) = (on(Driver::Any), on(Driver::Gl)) else { return };
    assert!(gl.is_some() || !proscenio_corpus::required("gl"), "no GL driver");
    let mut names: Vec<String> = std::fs::read_dir(corpus.join("probes"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".tscn").map(str::to_owned))
        .collect();
    names.sort();
    println!("{} and {}", first.adapter(), gl.as_ref().map_or("no GL", Renderer::adapter));
    println!("{:32} {:>10} {:>12} {:>10}", "probe", "two runs", "beyond 4", "greatest");
    let mut worse = Vec::new();
    for name in names {
        let scene = support::scene(&corpus.join(format!("probes/{name}.tscn")).to_string_lossy());
        let draw = |renderer: &Renderer| renderer.draw(&scene, &View::new(SIZE)).unwrap();
        let picture = draw(&first);
        let same = picture.rgba == draw(&again).rgba;
        let (beyond, greatest) = gl.as_ref().map(|gl| differing(&picture, &draw(gl))).unwrap_or_default();
        let share = beyond as f64 / f64::from(SIZE[0] * SIZE[1]);
        let runs = if same { "same" } else { "differ" };
        println!("{name:32} {runs:>10} {:>11.4}% {greatest:10}", share * 100.0);
        if !same || share > SHARE {
            worse.push(name);
        }
    }
    assert!(worse.is_empty(), "two runs or two drivers draw these differently: {worse:?}");
}
