//! Every JSON snippet of the format's public document is read without a word and written back the same.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use std::path::PathBuf;

use proscenio_nacatamalon::{Document, Mode, parse_scene_doc_as, serialize};
use proscenio_source::Source;
use serde_json::{Value as Json, json};

/// The document's text, or `None` with a line that says so; a panic where it is required.
fn contract() -> Option<String> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = PathBuf::from(std::env::var("PROSCENIO_CORPUS").unwrap_or_else(|_| default.to_owned()));
    let path = corpus.join("../seeds/nacatamalon-scene-format.es.txt");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        let required = std::env::var("PROSCENIO_REQUIRE").unwrap_or_default();
        assert!(!required.contains("corpus"), "nothing at {}", path.display());
        println!("skipped: nothing at {}", path.display());
    }
    text
}

/// The length of an object at the start of a text, its remarks taken out; `None` when it does not close.
fn object(text: &str) -> Option<(usize, String)> {
    let (mut depth, mut quoted, mut plain) = (0_usize, false, String::new());
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let behind = &text[at..];
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '/' if behind.starts_with("/*") => {
                let length = behind.find("*/")? + 2;
                while rest.next_if(|(next, _)| *next < at + length).is_some() {}
                continue;
            }
            '/' if behind.starts_with("//") => {
                while rest.next_if(|(_, next)| *next != '\n').is_some() {}
                continue;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        plain.push(c);
        if depth == 0 {
            return Some((at + 1, plain));
        }
    }
    None
}

/// Every JSON object of a text, outermost ones only.
fn snippets(text: &str) -> Vec<Json> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(at) = text[from..].find('{').map(|at| at + from) {
        let read = object(&text[at..])
            .and_then(|(length, plain)| Some((length, serde_json::from_str(&plain).ok()?)));
        match read {
            Some((length, Json::Object(members))) if !members.is_empty() => {
                found.push(Json::Object(members));
                from = at + length;
            }
            _ => from = at + 1,
        }
    }
    found
}

/// A scene around a snippet and the place of the snippet in it; `None` for what has no place.
fn scene(snippet: &Json) -> Option<(Json, &'static str)> {
    let has = |name: &str| snippet.get(name).is_some();
    let with = |assets: Json, root: Json| json!({"format": "nacatamalon-scene", "version": 1, "name": "N", "assets": assets, "root": root});
    let component = |component: Json| with(json!([]), json!({"id": "r", "components": [component]}));
    let mesh = |material: Json| component(json!({"type": "mesh", "id": "m", "material": material}));
    let names: Vec<&String> = snippet.as_object()?.keys().collect();
    let placed = |name: &String| ["x", "y", "z", "pivot"].contains(&name.as_str());
    Some(if has("format") {
        (snippet.clone(), "")
    } else if has("type") && has("key") && !has("id") {
        (with(json!([snippet]), json!({"id": "r"})), "/assets/0")
    } else if has("type") && has("id") {
        (component(snippet.clone()), "/root/components/0")
    } else if has("children") {
        (with(json!([]), json!({"id": "r", "children": [snippet]})), "/root/children/0")
    } else if has("look") {
        (mesh(json!({"lighting": snippet})), "/root/components/0/material/lighting")
    } else if has("effect") {
        let sprite = json!({"type": "sprite", "id": "s", "material": snippet});
        (component(sprite), "/root/components/0/material")
    } else if names.into_iter().all(placed) {
        (with(json!([]), json!({"id": "r", "transform": snippet})), "/root/transform")
    } else if has("texture") {
        (mesh(json!({"maps": {"noise": snippet}})), "/root/components/0/material/maps/noise")
    } else {
        return None;
    })
}

/// Whether everything that was said stands in what was found, but for an `extra` with nothing in it.
fn holds(found: &Json, said: &Json) -> bool {
    match (found, said) {
        (Json::Object(found), Json::Object(said)) => said.iter().all(|(name, said)| {
            (name == "extra" && *said == json!({})) || found.get(name).is_some_and(|found| holds(found, said))
        }),
        (Json::Array(found), Json::Array(said)) => {
            found.len() == said.len() && found.iter().zip(said).all(|(found, said)| holds(found, said))
        }
        (Json::Number(found), Json::Number(said)) => found.as_f64() == said.as_f64(),
        _ => found == said,
    }
}

#[test]
fn every_snippet_is_read_without_a_word_and_written_back() {
    let Some(text) = contract() else { return };
    let snippets = snippets(&text);
    println!("{} snippets", snippets.len());
    let (mut homeless, mut same) = (Vec::new(), 0);
    for snippet in &snippets {
        let Some((scene, place)) = scene(snippet) else {
            homeless.push(snippet.to_string());
            continue;
        };
        for mode in [Mode::Keep, Mode::Engine] {
            let document = Document::parse(Source::new("contract.scene", scene.to_string().into_bytes()));
            let (read, findings) = parse_scene_doc_as(&document, mode);
            assert!(findings.is_empty(), "{snippet}: {findings:?}");
            let written: Json = serde_json::from_str(&serialize(&read, mode)).unwrap();
            let found = written.pointer(place).unwrap_or(&Json::Null);
            assert!(holds(found, snippet), "{mode:?}: {snippet}\nis written as {found}");
            same += usize::from(holds(snippet, found));
        }
    }
    println!("{same} of {} written with not a member more", 2 * snippets.len());
    // Objects that describe no part of a scene: there are none.
    assert!(homeless.is_empty(), "{homeless:#?}");
    assert!(snippets.len() >= 38, "{}", snippets.len());
}
