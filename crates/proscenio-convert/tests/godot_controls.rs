//! Rectangles of Godot's controls beside those the engine has.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and print a table"
)]

mod support;

use proscenio_convert::facts::{Detail, facts};
use proscenio_scene::Component;
use serde_json::Value;
use support::{Imported, components, fixture, load, node, tree};

/// Pixels that a rectangle may be off.
const OFF: f64 = 1.0;

/// How many rectangles there are, and those that differ: path, engine's, ours.
fn compared(imported: &Imported, recorded: &[Value], key: &str) -> (usize, Vec<String>) {
    let ours = facts(&imported.scene, Detail::default());
    let ours = ours["nodes"].as_array().unwrap();
    let (mut count, mut unlike) = (0, Vec::new());
    for control in recorded.iter().filter(|one| one.get(key).is_some()) {
        count += 1;
        let path = &control["path"];
        let own =
            ours.iter().find(|one| one["path"] == *path).map_or(&Value::Null, |one| &one["global_rect"]);
        let numbers = |value: &Value| -> Vec<f64> {
            value.as_array().map(|list| list.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
        };
        let (theirs, mine) = (numbers(&control[key]), numbers(own));
        let close = mine.len() == 4 && theirs.iter().zip(&mine).all(|(a, b)| (a - b).abs() <= OFF);
        if !close {
            unlike.push(format!("{path}: the engine has {theirs:?}, we {mine:?}"));
        }
    }
    (count, unlike)
}

#[test]
fn rectangles_of_own_controls_are_the_engines() {
    // Recorded from Godot 4.6.3 in a window of 640 by 360.
    let recorded = include_str!("fixtures/godot_ui/controls.json");
    let recorded: Vec<Value> = serde_json::from_str(recorded).unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot_ui");
    let imported = load(&tree(std::path::Path::new(folder)), "controls.tscn");
    let (count, unlike) = compared(&imported, &recorded, "rect");
    assert!(count >= 45, "{count}");
    assert!(unlike.is_empty(), "{} of {count}:\n{}", unlike.len(), unlike.join("\n"));
}

#[test]
fn rectangles_of_the_probe_are_the_engines() {
    let Some(corpus) = proscenio_corpus::corpus() else { return };
    let imported = load(&tree(&corpus.join("probes")), "q04_controls.tscn");
    let bytes = std::fs::read(corpus.join("probes/facts/q04_controls.json")).unwrap();
    let recorded: Value = serde_json::from_slice(&bytes).unwrap();
    let (count, unlike) = compared(&imported, recorded["nodes"].as_array().unwrap(), "global_rect");
    println!(
        "{:<24} {:>5} of {count} control rectangles within {OFF} pixel",
        "q04_controls",
        count - unlike.len()
    );
    assert!(count >= 15 && unlike.is_empty(), "{}", unlike.join("\n"));
}

#[test]
fn controls_draw_their_styles_texts_and_pictures() {
    let scene = fixture("controls.tscn");
    let text = |path: &str| -> Vec<String> {
        let texts = components(&scene, path).iter().filter_map(|component| match component {
            Component::Text(text) => Some(text.text.clone()),
            _ => None,
        });
        texts.collect()
    };
    assert_eq!(text("Wrapped"), ["Some words", "that break"]);
    assert_eq!(text("Marked"), ["bold", " and plain"]);
    // A button has its background, then its text.
    let kinds: Vec<bool> =
        components(&scene, "Button").iter().map(|one| matches!(one, Component::FlatMesh(_))).collect();
    assert_eq!(kinds, [true, false]);
    assert!(components(&scene, "Clip").iter().any(|one| matches!(one, Component::Mask(_))));
    // What a window shows is not in the picture.
    assert!(!node(&scene, "Popup").visible);
    let Some(Component::Text(themed)) = components(&scene, "Themed/Inner").first() else { panic!() };
    assert_eq!(themed.font_size, 24.0);
    assert!(scene.findings.iter().all(|finding| finding.help.is_some()));
}
