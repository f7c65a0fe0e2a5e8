//! Every Espresso3D file of the corpus: read, written back, counted, judged.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and say what they skip"
)]

use std::path::{Path, PathBuf};

use proscenio_espresso3d::format::{Options, format};
use proscenio_espresso3d::model::{File, TextureSet};
use proscenio_espresso3d::{Dialect, Document, FileKind, Spelling, check};
use proscenio_source::{Severity, Source};
use serde_json::Value;

/// The corpus, or `None` after saying that it is not there.
fn corpus() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let root = PathBuf::from(std::env::var("PROSCENIO_CORPUS").unwrap_or_else(|_| default.to_owned()));
    if root.join("e3d").is_dir() {
        return Some(root);
    }
    let required = std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains("corpus"));
    assert!(!required, "no corpus at {}", root.display());
    println!("skipped: no corpus at {}", root.display());
    None
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(path);
        }
    }
}

fn documents(root: &Path) -> Vec<(String, Document)> {
    let mut paths = Vec::new();
    files(&root.join("e3d"), &mut paths);
    paths.sort();
    let mut out = Vec::new();
    for path in paths {
        let name = path.strip_prefix(root.join("e3d")).unwrap().to_string_lossy().replace('\\', "/");
        if name.contains("license") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        if let Some(kind) = FileKind::detect(&name, &bytes) {
            out.push((name.clone(), Document::parse(Source::new(name.as_str(), bytes), kind)));
        }
    }
    out
}

#[test]
fn every_file_is_written_back_as_it_was_read() {
    let Some(root) = corpus() else { return };
    let documents = documents(&root);
    assert!(documents.len() >= 35, "only {} files", documents.len());
    for (name, document) in &documents {
        let bytes = std::fs::read(root.join("e3d").join(name)).unwrap();
        assert_eq!(document.write(), bytes, "{name}");
    }
}

#[test]
fn no_file_has_an_error_of_reading() {
    let Some(root) = corpus() else { return };
    let mut errors = Vec::new();
    for (name, document) in documents(&root) {
        for finding in document.findings().iter().filter(|finding| finding.severity == Severity::Error) {
            errors.push(format!("{name}: {} {:?}", finding.code, finding.span));
        }
    }
    assert_eq!(errors, Vec::<String>::new());
}

fn again(name: &str, text: &[u8], kind: FileKind) -> Document {
    Document::parse(Source::new(name, text.to_vec()), kind)
}

/// Laid out anew, every file keeps its values, and is then laid out.
#[test]
fn laying_out_keeps_every_value() {
    let Some(root) = corpus() else { return };
    let mut laid_out = 0;
    for (name, document) in documents(&root) {
        let done = format(&document, &Options::default());
        assert!(!done.refused, "{name}");
        let second = again(&name, &done.text, document.kind());
        assert!(!format(&second, &Options::default()).changed, "{name}");
        if document.kind() == FileKind::TextureSet {
            let slashes = |set: &TextureSet| -> Vec<String> {
                set.entries().map(|entry| entry.path.text().replace('\\', "/")).collect()
            };
            let (before, after) = (TextureSet::of(&document).value, TextureSet::of(&second).value);
            assert_eq!(slashes(&before), slashes(&after), "{name}");
        } else {
            let (mut before, after) = (File::of(&document).value, File::of(&second).value);
            slashes(&mut before);
            assert!(before == after, "{name}");
            let codes: Vec<&str> = second.findings().iter().map(|finding| finding.code).collect();
            assert!(codes.iter().all(|code| *code == "espresso3d/line-dialect"), "{name}: {codes:?}");
        }
        laid_out += 1;
    }
    assert!(laid_out >= 38, "only {laid_out} files");
}

fn slashes(file: &mut File) {
    for item in &mut file.items {
        if let proscenio_espresso3d::model::FileItem::TextureSet(set) = item {
            set.path = set.path.text().replace('\\', "/").into();
        }
    }
}

/// Block, line, block: every file that the line dialect can hold comes back as it was.
#[test]
fn every_file_that_the_line_dialect_can_hold_survives_it() {
    let Some(root) = corpus() else { return };
    let to = |spelling| Options { spelling: Some(spelling), ..Options::default() };
    let mut held = Vec::new();
    for (name, document) in documents(&root) {
        if document.kind() == FileKind::TextureSet {
            continue;
        }
        let block = format(&document, &to(Spelling::Block));
        assert!(!block.refused, "{name}");
        let line = format(&again(&name, &block.text, document.kind()), &to(Spelling::Line));
        if line.refused {
            assert!(line.findings.iter().all(|finding| finding.code == "espresso3d/cannot-hold"), "{name}");
            continue;
        }
        let line = again(&name, &line.text, document.kind());
        assert_eq!(line.dialect(), Dialect::Line, "{name}");
        let back = format(&line, &to(Spelling::Block));
        assert!(back.text == block.text, "{name}");
        held.push(name);
    }
    insta::assert_snapshot!(held.join("\n"));
}

/// What is said about each file, by code.
#[test]
fn findings_of_the_corpus() {
    let Some(root) = corpus() else { return };
    let mut lines = Vec::new();
    for (name, document) in documents(&root) {
        let mut codes = std::collections::BTreeMap::new();
        for finding in document.findings().iter().chain(&check(&document)) {
            *codes.entry((finding.severity, finding.code)).or_insert(0) += 1;
        }
        let listed: Vec<String> = codes.iter().map(|((_, code), count)| format!("{code} x{count}")).collect();
        lines.push(format!("{name} ({}, {}): {}", document.kind(), document.dialect(), listed.join(", ")));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

fn inventory(root: &Path) -> Option<Value> {
    let path = root.join("../spec/e3d-inventory.json");
    if !path.is_file() {
        println!("skipped: no inventory at {}", path.display());
        return None;
    }
    Some(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap())
}

/// Counts, dialects and degenerate triangles as an independent reader counted them.
#[test]
fn counts_are_those_of_the_inventory() {
    let Some(root) = corpus() else { return };
    let Some(inventory) = inventory(&root) else { return };
    let documents = documents(&root);
    let mut compared = 0;
    for expected in inventory["files"].as_array().unwrap() {
        let name = expected["path"].as_str().unwrap();
        let Some((_, document)) = documents.iter().find(|(path, _)| path == name) else { continue };
        let counts = document.counts();
        for (field, found) in [
            ("sectors", counts.sectors),
            ("triangles", counts.triangles),
            ("portals", counts.portals),
            ("actors", counts.actors),
            ("particle_systems", counts.particle_systems),
            ("models", counts.models),
            ("bones", counts.bones),
            ("bone_links", counts.bone_links),
            ("animations", counts.animations),
            ("frames", counts.frames),
            ("rotate", counts.rotate),
            ("translate", counts.translate),
        ] {
            assert_eq!(expected["counts"][field], found, "{name}: {field}");
        }
        let dialect = match expected["dialect"].as_str().unwrap() {
            text if text.contains("transitional") => Dialect::Transitional,
            text if text.starts_with("line") => Dialect::Line,
            _ => Dialect::Block,
        };
        assert_eq!(document.dialect(), dialect, "{name}");
        let degenerate =
            check(document).iter().filter(|f| f.code == "espresso3d/degenerate-triangle").count();
        assert_eq!(expected["degenerate_triangles"].as_u64(), Some(degenerate as u64), "{name}");
        geometry(name, document, expected);
        compared += 1;
    }
    assert_eq!(compared, 34, "map and actor files of the inventory");
}

/// Bounds of all corners and of all texture coordinates.
fn geometry(name: &str, document: &Document, expected: &Value) {
    let mut corners = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    let mut uvs = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    let in_models = document.models().flat_map(|model| model.triangles());
    for triangle in document.sectors().flat_map(|sector| sector.triangles()).chain(in_models) {
        for corner in triangle.vertices().unwrap() {
            grow(&mut corners, corner);
        }
        for uv in triangle.texture().unwrap().uv {
            grow(&mut uvs, uv);
        }
    }
    for (field, [min, max]) in
        [("bounds", corners.map(|v| v.to_vec())), ("uv_range", uvs.map(|v| v.to_vec()))]
    {
        for (end, found) in [("min", min), ("max", max)] {
            let wanted: Vec<f64> = expected[field][end]
                .as_array()
                .unwrap()
                .iter()
                .map(|value| value.as_f64().unwrap())
                .collect();
            assert_eq!(wanted, found, "{name}: {field} {end}");
        }
    }
}

fn grow<const N: usize>([min, max]: &mut [[f64; N]; 2], value: [f64; N]) {
    for at in 0..N {
        min[at] = min[at].min(value[at]);
        max[at] = max[at].max(value[at]);
    }
}

#[test]
fn texture_sets_hold_the_entries_of_the_inventory() {
    let Some(root) = corpus() else { return };
    let Some(inventory) = inventory(&root) else { return };
    let documents = documents(&root);
    let mut compared = 0;
    for expected in inventory["texture_sets"].as_array().unwrap() {
        let name = expected["path"].as_str().unwrap();
        let Some((_, document)) = documents.iter().find(|(path, _)| path == name) else { continue };
        assert_eq!(document.kind(), FileKind::TextureSet, "{name}");
        let found: Vec<(String, String)> = document
            .entries()
            .map(|entry| (entry.alias().text().into_owned(), entry.path().unwrap().text().into_owned()))
            .collect();
        let wanted: Vec<(String, String)> = expected["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| {
                (entry["alias"].as_str().unwrap().to_owned(), entry["path"].as_str().unwrap().to_owned())
            })
            .collect();
        assert_eq!(wanted, found, "{name}");
        compared += 1;
    }
    assert_eq!(compared, 4);
}
