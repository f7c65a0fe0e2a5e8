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
fn rectangles_of_graphs_folds_and_tabs_are_the_engines() {
    // Recorded from Godot 4.6.3 in a window of 640 by 360.
    let recorded: Vec<Value> = serde_json::from_str(include_str!("fixtures/godot_ui/more.json")).unwrap();
    let imported = more();
    let (count, unlike) = compared(&imported, &recorded, "rect");
    assert_eq!(count, 18);
    assert!(unlike.is_empty(), "{} of {count}:\n{}", unlike.len(), unlike.join("\n"));
}

fn more() -> Imported {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot_ui");
    load(&tree(std::path::Path::new(folder)), "more.tscn")
}

/// The texts that a node draws, each with the place of its first letter and its stored colour.
fn texts(scene: &Imported, path: &str) -> Vec<(String, glam::Vec2, [f32; 4])> {
    let texts = components(scene, path).iter().filter_map(|component| match component {
        Component::Text(text) => {
            let place = text.local.matrix().translation;
            let first = text.letters.first().map_or(glam::Vec2::ZERO, |letter| letter.at);
            let color = text.tint.to_stored().map(|channel| (channel * 1000.0).round() / 1000.0);
            Some((text.text.clone(), place + first, color))
        }
        _ => None,
    });
    texts.collect()
}

#[test]
fn editors_have_gutters_colours_and_tabs() {
    let scene = more();
    let all = texts(&scene, "Code");
    let of =
        |said: &str| all.iter().find(|(text, ..)| text == said).unwrap_or_else(|| panic!("{said}: {all:?}"));
    // Engine: behind 4 of the style, 36 for numbers, 22 for arrows and 2 the text begins.
    assert!((of("func").1.x - 64.0).abs() < 0.01, "{all:?}");
    assert_eq!(of("func").2, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(of("go").2, [0.0, 1.0, 0.0, 1.0]);
    assert!((of("call").1.x - 64.0 - 16.64).abs() < 0.1, "{all:?}");
    // Rows are 27 pixels high.
    assert!((of("call").1.y - of("func").1.y - 27.0).abs() < 0.01);
    assert_eq!(of("  3").1.x, 4.0);
    let sprites = components(&scene, "Code").iter().filter(|one| matches!(one, Component::Sprite(_))).count();
    assert_eq!(sprites, 2, "an arrow and the sign of a tab");
}

#[test]
fn rows_of_tabs_are_cut_off_and_lists_dim_items() {
    let scene = more();
    let tabs: Vec<String> = texts(&scene, "Tabs").into_iter().map(|(text, ..)| text).collect();
    assert!(tabs.contains(&"First".to_owned()) && !tabs.contains(&"Fourth".to_owned()), "{tabs:?}");
    let arrows: Vec<f32> = components(&scene, "Tabs")
        .iter()
        .filter_map(|one| match one {
            Component::Sprite(sprite) => Some(sprite.tint.to_stored()[3]),
            _ => None,
        })
        .collect();
    assert_eq!(arrows, [0.5, 1.0]);
    let items = texts(&scene, "Items");
    assert_eq!(items[1].2[3], 0.5);
    assert!((items[1].1.y - items[0].1.y - 27.0).abs() < 0.01);
    // A title below its content is drawn there.
    let below = texts(&scene, "Folds/Below");
    assert!(below[0].1.y > 39.0, "{below:?}");
    // What lies over a graph is its last child.
    assert!(!components(&scene, "Graph (over)").is_empty());
}

#[test]
fn marked_text_has_the_engines_names_of_colours_and_cells() {
    let scene = more();
    let all = texts(&scene, "Marked");
    let of =
        |said: &str| all.iter().find(|(text, ..)| text == said).unwrap_or_else(|| panic!("{said}: {all:?}"));
    assert_eq!(of("green").2, [0.0, 1.0, 0.0, 1.0]);
    // One step of four blanks and the sign before it.
    assert!((of("item").1.x - of("bb").1.x - 26.8).abs() < 1.0, "{all:?}");
    let meshes =
        components(&scene, "Marked").iter().filter(|one| matches!(one, Component::FlatMesh(_))).count();
    assert_eq!(meshes, 9, "two borders of four lines and a background");
}

#[test]
fn filled_lines_are_as_wide_as_the_label() {
    let scene = more();
    let ends: Vec<f32> = components(&scene, "Filled")
        .iter()
        .filter_map(|one| match one {
            Component::Text(text) => {
                let last = text.letters.last()?;
                Some(text.local.matrix().translation.x + last.at.x)
            }
            _ => None,
        })
        .collect();
    let (last, rest) = ends.split_last().unwrap();
    assert!(!rest.is_empty() && rest.iter().all(|end| (145.0..160.0).contains(end)), "{ends:?}");
    assert!(*last < 145.0 || ends.len() == 1, "{ends:?}");
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
