//! The corpus' scene files, and the conformance cases they were made from.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use std::path::{Path, PathBuf};

use proscenio_nacatamalon::model::{ComponentData, SceneDoc};
use proscenio_nacatamalon::{Document, parse_scene_doc};
use proscenio_source::{Finding, Severity, Source};
use serde_json::Value as Json;

/// The corpus, or `None` with a line that says so; a panic where it is required.
fn corpus() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let root = PathBuf::from(std::env::var("PROSCENIO_CORPUS").unwrap_or_else(|_| default.to_owned()));
    if root.is_dir() {
        return Some(root);
    }
    let required = std::env::var("PROSCENIO_REQUIRE").unwrap_or_default();
    assert!(!required.contains("corpus"), "no corpus at {}", root.display());
    println!("skipped: no corpus at {}", root.display());
    None
}

fn scene_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            scene_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "scene") {
            into.push(path);
        }
    }
}

#[test]
fn every_scene_is_written_back_as_it_was_read() {
    let Some(corpus) = corpus() else { return };
    let mut paths = Vec::new();
    scene_files(&corpus, &mut paths);
    assert!(!paths.is_empty());
    let mut damaged = 0;
    for path in &paths {
        let bytes = std::fs::read(path).unwrap();
        let document = Document::parse(Source::new(path.to_str().unwrap(), bytes.clone()));
        assert_eq!(document.write(), bytes, "{}", path.display());
        // A scene is found damaged exactly when a strict reader refuses it.
        let refused = serde_json::from_slice::<serde::de::IgnoredAny>(&bytes).is_err();
        let found = document.findings().iter().any(|finding| finding.severity == Severity::Error);
        assert_eq!(found, refused, "{}: {:?}", path.display(), document.findings());
        damaged += usize::from(found);
    }
    println!("{} scenes, {} identical, {damaged} damaged", paths.len(), paths.len());
}

/// What the cases ask for, and how much of it was compared.
#[derive(Default)]
struct Score {
    compared: usize,
    /// Expectations about components that are not decoded field by field yet.
    raw: usize,
    /// Expectations about rewriting and building.
    other: usize,
}

#[test]
fn conformance_cases_are_read_as_expected() {
    let Some(corpus) = corpus() else { return };
    let path = corpus.join("../spec/nacatamalon-scene-cases.json");
    let Ok(text) = std::fs::read(&path) else {
        println!("skipped: no cases at {}", path.display());
        return;
    };
    let cases: Vec<Json> = serde_json::from_slice(&text).unwrap();
    // The inputs are taken as they are spelled: the order of members matters.
    let raw = Document::parse(Source::new("cases.json", text));
    let (mut whole, mut part, mut score) = (0, 0, Score::default());
    for (case, raw) in cases.iter().zip(raw.root().unwrap().elements()) {
        let id = case["id"].as_str().unwrap();
        let text = match case["input_text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => raw.get("input").unwrap().bytes().to_vec(),
        };
        let file = std::fs::read(corpus.join(format!("nacatamalon/cases/{id}.scene"))).unwrap();
        for bytes in [text, file] {
            let before = (score.raw, score.other);
            check_case(id, case, bytes, &mut score);
            if (score.raw, score.other) == before {
                whole += 1;
            } else {
                part += 1;
            }
        }
    }
    let Score { compared, raw, other } = score;
    println!(
        "{} cases as values and as files: {whole} readings compared whole, {part} in part; {compared} \
         expectations compared, left for later: {raw} about components that are not decoded yet, {other} about \
         rewriting and building",
        cases.len()
    );
    assert!(whole > 0 && whole + part == 2 * cases.len());
}

fn check_case(id: &str, case: &Json, bytes: Vec<u8>, score: &mut Score) {
    let document = Document::parse(Source::new(format!("cases/{id}.scene"), bytes));
    assert!(document.findings().is_empty(), "{id}: {:?}", document.findings());
    let (scene, findings) = parse_scene_doc(&document);
    let parsed: Json = serde_json::from_str(&scene.normalized()).unwrap();
    let mut at = |pointer: &str, check: &dyn Fn(Option<&Json>)| {
        if into_raw(&scene, pointer) {
            score.raw += 1;
        } else {
            check(parsed.pointer(pointer));
            score.compared += 1;
        }
    };
    for (what, expected) in case["expect"].as_object().unwrap() {
        match what.as_str() {
            "warnings" => check_warnings(id, &findings, expected.as_array().unwrap()),
            "parsed" => at("", &|found| assert!(same(found.unwrap(), expected), "{id}: {found:#?}")),
            "parsed_at" => {
                for (pointer, expected) in expected.as_object().unwrap() {
                    at(pointer, &|found| {
                        assert!(
                            found.is_some_and(|found| same(found, expected)),
                            "{id} {pointer}: {found:?}"
                        );
                    });
                }
            }
            "parsed_missing" => {
                for pointer in expected.as_array().unwrap() {
                    let pointer = pointer.as_str().unwrap();
                    at(pointer, &|found| assert_eq!(found, None, "{id} {pointer}"));
                }
            }
            _ => score.other += 1,
        }
    }
    score.compared += usize::from(case["expect"].get("warnings").is_some());
}

/// Whether a pointer leads into a component that is kept as it stands in the file.
fn into_raw(scene: &SceneDoc, pointer: &str) -> bool {
    let mut node = scene.root();
    let mut steps = pointer.split('/').skip(2);
    while let (Some(list), Some(index)) = (steps.next(), steps.next().and_then(|step| step.parse().ok())) {
        let index: usize = index;
        match list {
            "children" => node = scene.node(node.children[index]),
            "components" => {
                return node
                    .components
                    .get(index)
                    .is_some_and(|component| component.data == ComponentData::Raw);
            }
            _ => return false,
        }
    }
    false
}

/// Notes of our own are no warnings of the format.
fn check_warnings(id: &str, findings: &[Finding], expected: &[Json]) {
    let warnings: Vec<&Finding> =
        findings.iter().filter(|finding| finding.severity != Severity::Info).collect();
    let codes: Vec<&str> = warnings.iter().map(|finding| finding.code).collect();
    let wanted: Vec<String> =
        expected.iter().map(|warning| format!("nacatamalon/{}", warning["code"].as_str().unwrap())).collect();
    assert_eq!(codes, wanted, "{id}");
    for (finding, warning) in warnings.iter().zip(expected) {
        let said = format!("{}: {}", finding.path, finding.message);
        for mention in warning["mentions"].as_array().unwrap() {
            assert!(said.contains(mention.as_str().unwrap()), "{id}: {said:?} lacks {mention}");
        }
    }
}

/// Deep equality; numbers by value, `"<id>"` stands for any made-up id.
fn same(found: &Json, expected: &Json) -> bool {
    let id_char = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match (found, expected) {
        (Json::String(found), Json::String(expected)) if expected == "<id>" => {
            found.len() == 21 && found.chars().all(id_char)
        }
        (Json::Number(found), Json::Number(expected)) => found.as_f64() == expected.as_f64(),
        (Json::Array(found), Json::Array(expected)) => {
            found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| same(a, b))
        }
        (Json::Object(found), Json::Object(expected)) => {
            let member =
                |(name, value): (&String, &Json)| found.get(name).is_some_and(|own| same(own, value));
            found.len() == expected.len() && expected.iter().all(member)
        }
        _ => found == expected,
    }
}
