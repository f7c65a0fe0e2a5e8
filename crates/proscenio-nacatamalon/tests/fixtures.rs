//! Each file under `fixtures/` with what is read from it and what is said about it. A new test is a new file.
//!
//! Tests stand at the edge: they may read files.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use proscenio_nacatamalon::model::NodeId;
use proscenio_nacatamalon::{Document, Mode, parse_scene_doc};
use proscenio_source::{Finding, Source, Style, render};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

fn open(path: &Path) -> Document {
    let name = path.file_name().unwrap().to_str().unwrap();
    Document::parse(Source::new(name, std::fs::read(path).unwrap()))
}

/// Each finding with its line and column, then as people read it.
fn report(findings: &[Finding], source: &Source) -> String {
    let mut text = String::new();
    for finding in findings {
        if let Some(span) = finding.span {
            let place = source.line_col(span.start());
            writeln!(text, "{}:{} {}", place.line, place.column, finding.code).unwrap();
        }
        text.push_str(&render(finding, Some(source), Style::Plain));
    }
    text
}

/// The scene as JSON for people; on one line where it nests too deep for the other reader.
fn pretty(normalized: String) -> String {
    let value: Result<serde_json::Value, _> = serde_json::from_str(&normalized);
    value.map_or_else(
        |_| normalized.lines().map(str::trim).collect(),
        |value| serde_json::to_string_pretty(&value).unwrap(),
    )
}

fn snapshot(folder: &str) {
    for path in files(folder) {
        let document = open(&path);
        assert_eq!(document.write(), std::fs::read(&path).unwrap(), "{}", path.display());
        let (scene, said) = parse_scene_doc(&document);
        let findings = [document.findings(), &said].concat();
        for finding in &findings {
            assert!(finding.help.is_some(), "{} says no help", finding.code);
        }
        let text =
            format!("{}\n{}", report(&findings, document.source()), pretty(scene.normalized(Mode::Keep)));
        let name = format!("{folder}__{}", path.file_stem().unwrap().to_str().unwrap());
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn damaged_files_are_told_about_and_the_rest_is_read() {
    snapshot("damaged");
}

#[test]
fn scenes_are_read_as_the_format_says() {
    snapshot("scenes");
}

#[test]
fn every_item_knows_where_it_stands() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/scenes/example.scene");
    let document = open(&path);
    let (scene, _) = parse_scene_doc(&document);
    let text = |span| String::from_utf8_lossy(document.source().slice(span)).into_owned();
    assert!(text(scene.assets[1].site.span).contains("cube:1:1:1"));
    let vendor = scene.node(scene.root().children[0]);
    assert!(text(vendor.site.span).starts_with("{\n\"id\": \"vendor\""));
    let sprite = &vendor.components[0];
    assert!(text(sprite.site.span).starts_with("{ \"type\": \"sprite\""));
    let value = document.value(sprite.site.value.unwrap());
    assert_eq!(text(value.get("texture").unwrap().span()), "\"vendor\"");
    assert_eq!(vendor.parent, Some(NodeId::ROOT));
}

#[test]
fn made_up_ids_are_the_same_at_each_reading_and_hold_only_known_characters() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/scenes/boxes.scene");
    let ids = || -> Vec<String> {
        parse_scene_doc(&open(&path)).0.nodes.into_iter().map(|node| node.id.to_string()).collect()
    };
    let first = ids();
    assert_eq!(first, ids());
    let made_up: Vec<&String> = first.iter().filter(|id| id.len() == 21).collect();
    assert_eq!(made_up.len(), 3, "{first:?}");
    let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    assert!(made_up.iter().all(|id| id.chars().all(known)));
}
