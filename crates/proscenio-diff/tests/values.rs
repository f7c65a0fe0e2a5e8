//! Merges inside values of Godot files: keys of animations, cells of tile maps, packed arrays.
#![allow(clippy::unwrap_used, reason = "tests end at a surprise")]

use proscenio_diff::{Merged, Options, merge};
use proscenio_godot::{Document, Value};
use proscenio_source::Source;

fn scene(properties: &str) -> String {
    format!("[gd_resource type=\"Animation\" format=4]\n\n[resource]\n{properties}\n")
}

fn merged(base: &str, ours: &str, theirs: &str) -> (String, Merged) {
    let source = |text: &str| Source::new("a.tres", scene(text).into());
    let merged = merge(&source(base), &source(ours), &source(theirs), &Options::default());
    (String::from_utf8(merged.bytes.clone()).unwrap(), merged)
}

#[track_caller]
fn clean(base: &str, ours: &str, theirs: &str, expected: &str) {
    for (one, two) in [(ours, theirs), (theirs, ours)] {
        let (text, merged) = merged(base, one, two);
        assert!(merged.conflicts.is_empty(), "{:#?}\n{text}", merged.conflicts);
        assert_eq!(text, scene(expected));
    }
}

fn track(times: &str, transitions: &str, values: &str) -> String {
    format!(
        "tracks/0/type = \"value\"\ntracks/0/keys = {{\n\"times\": PackedFloat32Array({times}),\n\"transitions\": PackedFloat32Array({transitions}),\n\"update\": 0,\n\"values\": [{values}]\n}}"
    )
}

#[test]
fn keys_of_a_track_are_merged_by_their_time() {
    let base = track("0, 1, 2", "1, 1, 1", "10, 20, 30");
    // Both add keys between the same two, one side changes a value, the other deletes a key.
    let ours = track("0, 0.75, 1, 2", "1, 0.5, 1, 1", "10, 15, 20, 31");
    let theirs = track("0, 0.25, 2", "1, 1, 1", "10, 10, 30");
    clean(&base, &ours, &theirs, &track("0, 0.25, 0.75, 2", "1, 1, 0.5, 1", "10, 10, 15, 31"));
}

#[test]
fn a_track_that_both_changed_at_one_time_stays_whole() {
    let base = track("0, 1", "1, 1", "10, 20");
    let ours = track("0, 0.5", "1, 1", "10, 15");
    let theirs = track("0, 1, 2", "1, 1, 1", "10, 21, 30");
    let (text, done) = merged(&base, &ours, &theirs);
    assert_eq!(done.conflicts.len(), 1, "{text}");
    // Ours deleted the key that theirs changed: no list of the track is longer than another.
    assert!(text.contains("\"times\": PackedFloat32Array(0, 0.5),"), "{text}");
    assert!(text.contains("\n\"values\": [10, 15]\n}"), "{text}");
}

#[test]
fn keys_in_one_array_are_merged_by_their_time() {
    let track =
        |keys: &str| format!("tracks/0/type = \"position_3d\"\ntracks/0/keys = PackedFloat32Array({keys})");
    let base = track("0, 1, 0, 0, 0, 1, 1, 5, 5, 5");
    let ours = track("0, 1, 0, 0, 0, 0.5, 1, 2, 2, 2, 1, 1, 5, 5, 5");
    let theirs = track("0, 1, 0, 0, 0, 0.25, 1, 1, 1, 1, 1, 1, 5, 6, 5");
    clean(&base, &ours, &theirs, &track("0, 1, 0, 0, 0, 0.25, 1, 1, 1, 1, 0.5, 1, 2, 2, 2, 1, 1, 5, 6, 5"));
}

#[test]
fn cells_of_a_tile_map_are_merged_by_their_place() {
    let cells = |cells: &str| format!("layer_0/tile_data = PackedInt32Array({cells})");
    let base = cells("0, 1, 0, 1, 1, 0, 65536, 1, 0");
    let ours = cells("0, 1, 0, 1, 2, 0, 65536, 1, 0, 65537, 9, 0");
    let theirs = cells("0, 1, 0, 1, 1, 0");
    clean(&base, &ours, &theirs, &cells("0, 1, 0, 1, 2, 0, 65537, 9, 0"));
    let other = cells("0, 1, 0, 1, 3, 0, 65536, 1, 0");
    assert_eq!(merged(&base, &ours, &other).1.conflicts.len(), 1);
}

#[test]
fn cells_in_bytes_are_merged_by_their_place() {
    let bytes = |cells: &[[u8; 12]]| -> Vec<u8> { [vec![0, 0], cells.concat()].concat() };
    let cell = |x: u8, source: u8| [x, 0, 0, 0, source, 0, 0, 0, 0, 0, 0, 0];
    let numbers = |cells: &[[u8; 12]]| {
        let numbers: Vec<String> = bytes(cells).iter().map(u8::to_string).collect();
        format!("tile_map_data = PackedByteArray({})", numbers.join(", "))
    };
    let text = |cells: &[[u8; 12]]| {
        let spelling = proscenio_godot::spell::Spelling::of_format(4).unwrap();
        format!("tile_map_data = {}", Value::PackedByteArray(bytes(cells)).spelled(spelling))
    };
    let base = [cell(1, 1), cell(2, 1), cell(3, 1)];
    let ours = [cell(1, 7), cell(2, 1), cell(3, 1)];
    let theirs = [cell(1, 1), cell(3, 1), cell(4, 1)];
    let both = [cell(1, 7), cell(3, 1), cell(4, 1)];
    clean(&numbers(&base), &numbers(&ours), &numbers(&theirs), &numbers(&both));
    clean(&text(&base), &text(&ours), &text(&theirs), &text(&both));
    let other = [cell(1, 8), cell(2, 1), cell(3, 1)];
    let (result, done) = merged(&text(&base), &text(&ours), &text(&other));
    assert_eq!(done.conflicts.len(), 1);
    let document = Document::parse(Source::new("a.tres", result.into_bytes()));
    let data = document.sections().last().unwrap().property("tile_map_data").unwrap().value();
    assert_eq!(data, Value::PackedByteArray(bytes(&ours)));
}

#[test]
fn packed_arrays_of_one_length_are_merged_by_number() {
    let points = |points: &str| format!("points = PackedVector2Array({points})");
    let base = points("0, 0, 1, 0, 1, 1");
    clean(&base, &points("0, 5, 1, 0, 1, 1"), &points("0, 0, 1, 0, 1, 1.5"), &points("0, 5, 1, 0, 1, 1.5"));
    // A point is one thing, and an array made longer goes with others.
    assert_eq!(merged(&base, &points("0, 5, 1, 0, 1, 1"), &points("2, 0, 1, 0, 1, 1")).1.conflicts.len(), 1);
    assert_eq!(merged(&base, &points("0, 5, 1, 0, 1, 1"), &points("0, 0, 1, 0")).1.conflicts.len(), 1);
}
