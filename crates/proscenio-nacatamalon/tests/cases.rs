//! The conformance cases of the format: what is parsed, said and written.
//!
//! A case rests on the engine, on the format's document, or on this project's own policy of losing nothing. The
//! last are read and written in `Mode::Keep`, the others in `Mode::Engine`. What cases tell of building and
//! drawing a scene belongs to other tests.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;

use proscenio_corpus::nacatamalon_cases;
use proscenio_nacatamalon::{Document, Mode, parse_scene_doc_as, serialize};
use proscenio_source::{Finding, Severity, Source};
use serde_json::Value as Json;

/// Expectations by kind: how many hold, and which do not.
#[derive(Default)]
struct Score {
    passed: BTreeMap<String, usize>,
    failed: BTreeMap<String, usize>,
    others: BTreeMap<String, usize>,
    why: Vec<String>,
}

impl Score {
    fn note(&mut self, kind: &str, id: &str, outcome: Result<(), String>) {
        let list = if outcome.is_ok() { &mut self.passed } else { &mut self.failed };
        *list.entry(kind.to_owned()).or_default() += 1;
        self.why.extend(outcome.err().map(|why| format!("{id} {kind}: {why}")));
    }
}

#[test]
fn every_case_is_read_and_written_as_expected() {
    let Some(text) = nacatamalon_cases() else { return };
    let cases: Vec<Json> = serde_json::from_slice(&text).unwrap();
    // The inputs are taken as they are spelled: the order of members matters.
    let spelled = Document::parse(Source::new("cases.json", text));
    let mut score = Score::default();
    for (case, spelled) in cases.iter().zip(spelled.root().unwrap().elements()) {
        let text = match case["input_text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => spelled.get("input").unwrap().bytes().to_vec(),
        };
        check(case, text, &mut score);
    }
    let kinds: Vec<&String> = score.passed.keys().chain(score.failed.keys()).collect();
    println!("{} cases", cases.len());
    for kind in std::collections::BTreeSet::from_iter(kinds) {
        let count = |list: &BTreeMap<String, usize>| list.get(kind).copied().unwrap_or(0);
        println!("  {kind}: {} passed, {} failed", count(&score.passed), count(&score.failed));
    }
    println!("  of building and drawing, tested elsewhere: {:?}", score.others);
    assert!(score.why.is_empty(), "{}", score.why.join("\n"));
    assert_eq!(score.passed.get("warnings"), Some(&cases.len()));
}

fn check(case: &Json, text: Vec<u8>, score: &mut Score) {
    let id = case["id"].as_str().unwrap();
    let mode = if case["basis"] == "policy" { Mode::Keep } else { Mode::Engine };
    let document = Document::parse(Source::new(format!("cases/{id}.scene"), text));
    assert!(document.findings().is_empty(), "{id}: {:?}", document.findings());
    let (scene, findings) = parse_scene_doc_as(&document, mode);
    let parsed: Json = serde_json::from_str(&scene.normalized(mode)).unwrap();
    let written = serialize(&scene, mode);
    let rewritten: Json = serde_json::from_str(&written).unwrap();
    for (kind, expected) in case["expect"].as_object().unwrap() {
        let found = if kind.starts_with("parsed") { &parsed } else { &rewritten };
        let each = |check: &dyn Fn(&str, &Json) -> Result<(), String>| {
            expected.as_object().unwrap().iter().try_for_each(|(pointer, wanted)| check(pointer, wanted))
        };
        let outcome = match kind.as_str() {
            "warnings" => warnings(&findings, expected.as_array().unwrap()),
            "parsed" | "rewritten" => equal(Some(found), expected),
            "parsed_at" | "rewritten_at" => each(&|pointer, wanted| {
                equal(found.pointer(pointer), wanted).map_err(|why| format!("{pointer} {why}"))
            }),
            "parsed_missing" | "rewritten_missing" => {
                expected.as_array().unwrap().iter().try_for_each(|pointer| {
                    let found = found.pointer(pointer.as_str().unwrap());
                    found.map_or(Ok(()), |found| Err(format!("{pointer} is {found}")))
                })
            }
            "rewritten_keys" => each(&|pointer, wanted| {
                let document = Document::parse(Source::new("written", written.clone().into_bytes()));
                let value = document.root().unwrap().pointer(pointer).ok_or(format!("no {pointer}"))?;
                let names: Vec<String> = value.members().map(|member| member.name().into_owned()).collect();
                equal(Some(&Json::from(names)), wanted)
            }),
            "text" => equal(Some(&Json::from(written.clone())), expected),
            _ => {
                *score.others.entry(kind.clone()).or_default() += 1;
                continue;
            }
        };
        score.note(kind, id, outcome);
    }
    // Writing twice gives the same text.
    let again = Document::parse(Source::new("again.scene", written.clone().into_bytes()));
    let (again, _) = parse_scene_doc_as(&again, mode);
    score.note("written again", id, equal(Some(&Json::from(serialize(&again, mode))), &Json::from(written)));
}

/// Notes of our own are no warnings of the format.
fn warnings(findings: &[Finding], expected: &[Json]) -> Result<(), String> {
    let found: Vec<&Finding> = findings.iter().filter(|finding| finding.severity != Severity::Info).collect();
    let codes: Vec<&str> = found.iter().map(|finding| finding.code).collect();
    let wanted: Vec<String> =
        expected.iter().map(|warning| format!("nacatamalon/{}", warning["code"].as_str().unwrap())).collect();
    if codes != wanted {
        return Err(format!("{codes:?}, not {wanted:?}"));
    }
    for (finding, warning) in found.iter().zip(expected) {
        let said = format!("{}: {}", finding.path, finding.message);
        for mention in warning["mentions"].as_array().unwrap() {
            let mention = mention.as_str().unwrap();
            said.contains(mention).then_some(()).ok_or_else(|| format!("{said:?} lacks {mention}"))?;
        }
    }
    Ok(())
}

fn equal(found: Option<&Json>, expected: &Json) -> Result<(), String> {
    match found {
        Some(found) if same(found, expected) => Ok(()),
        found => Err(format!("is {found:?}, not {expected}")),
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
