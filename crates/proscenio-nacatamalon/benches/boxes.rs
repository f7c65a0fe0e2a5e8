//! A scene of 200,000 boxes and 50 MB: time of the typed reading beside `serde_json` to `Value` in the same
//! run, and the most memory it takes, as a multiple of the file.
//!
//! Benches stand at the edge: they look at the clock and at what the system says of the process.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use proscenio_nacatamalon::{Document, Mode, parse_scene_doc, serialize};
use proscenio_source::Source;

const BOXES: usize = 200_000;

/// Boxes with places, sprites and texts, on one line each.
fn level() -> String {
    let mut text = String::with_capacity(BOXES * 270);
    text.push_str(
        "{\"format\": \"nacatamalon-scene\", \"version\": 1, \"name\": \"Forest\", \"assets\": [\n\
         {\"type\": \"texture\", \"key\": \"tiles\", \"src\": \"/assets/tiles.png\"}],\n\
         \"root\": {\"id\": \"forest\", \"name\": \"Forest\", \"transform\": null, \"components\": [], \"children\": [\n",
    );
    for index in 0..BOXES {
        let (x, y, turn) = (index % 400 * 16, index / 400 * 16, index % 628);
        let comma = if index + 1 < BOXES { "," } else { "" };
        let drawing = if index % 2 == 0 {
            format!(
                "{{\"type\": \"sprite\", \"id\": \"art-{index}\", \"texture\": \"tiles\", \"width\": 16, \"tint\": {{\"r\": 1, \"g\": 0.5, \"b\": 0.25, \"a\": 1}}, \"zIndex\": 3}}"
            )
        } else {
            format!(
                "{{\"type\": \"text\", \"id\": \"label-{index}\", \"text\": \"Árbol n.º {index}\", \"font\": \"tiny\", \"style\": {{\"fontSize\": 8}}, \"anchor\": {{\"x\": 0.5, \"y\": 1}}}}"
            )
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{{\"id\": \"box-{index}\", \"name\": \"Tree {index}\", \"transform\": {{\"x\": {x}, \"y\": {y}, \"rotation\": {}}}, \"components\": [{drawing}], \"children\": []}}{comma}",
            f64::from(turn as u32) / 100.0
        );
    }
    text.push_str("]}}\n");
    text
}

/// The memory of the process now and at its highest so far, bytes; `None` where the system does not say.
fn memory() -> Option<(f64, f64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = |name: &str| -> Option<f64> {
        let line = status.lines().find(|line| line.starts_with(name))?;
        Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? * 1024.0)
    };
    Some((value("VmRSS:")?, value("VmHWM:")?))
}

fn best(mut work: impl FnMut()) -> Duration {
    let run = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(|_| run(&mut work)).min().unwrap_or_default()
}

fn main() {
    let bytes = level().into_bytes();
    let size = bytes.len() as f64;
    println!("{BOXES} boxes, {:.1} MB", size / 1e6);
    let source = Source::new("forest.scene", bytes);
    let before = memory();
    let (scene, findings) = parse_scene_doc(&Document::parse(source.clone()));
    assert!(findings.is_empty() && scene.nodes.len() == BOXES + 1);
    if let (Some((now, _)), Some((held, highest))) = (before, memory()) {
        // The bytes of the file were there before.
        println!(
            "typed: {:.2} × the file held, {:.2} × at most",
            (held - now) / size + 1.0,
            (highest - now) / size + 1.0
        );
    }
    let start = Instant::now();
    let written = serialize(&scene, Mode::Keep);
    println!("serialize: {:?} for {:.1} MB", start.elapsed(), written.len() as f64 / 1e6);
    drop((scene, written));
    let document = best(|| {
        black_box(Document::parse(source.clone()).len());
    });
    let typed = best(|| {
        black_box(parse_scene_doc(&Document::parse(source.clone())).0.nodes.len());
    });
    let value = best(|| {
        black_box(serde_json::from_slice::<serde_json::Value>(source.bytes()).is_ok());
    });
    println!("document: {document:?}, typed: {typed:?}, serde_json to Value: {value:?}");
    println!("typed / Value: {:.2}", typed.as_secs_f64() / value.as_secs_f64());
}
