//! Files that the engines saved stay as they are when they are spelled again from their values.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_godot::Document;
use proscenio_godot::format::{Options, format};

/// The first line that differs, old and new.
fn difference(document: &Document, text: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(document.source().bytes()), String::from_utf8_lossy(text));
    let (mut old, mut new) = (old.lines(), new.lines());
    let mut line = 1;
    loop {
        match (old.next(), new.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (a, b) => return format!("{}:{line}\n  {a:.200?}\n  {b:.200?}", document.source().path()),
        }
    }
}

fn changed(documents: &[Document]) -> Vec<String> {
    let mut changed = Vec::new();
    for document in documents {
        let formatted = format(document, &Options::default());
        assert!(formatted.findings.is_empty(), "{:?}", formatted.findings);
        if formatted.text != document.source().bytes() {
            changed.push(difference(document, &formatted.text));
        }
    }
    changed
}

#[test]
fn files_of_godot_4_stay() {
    let Some(corpus) = support::corpus() else { return };
    let documents = support::listed(&corpus, "godot/golden-4.6/same-as-engine.txt", "godot/demos-4");
    let changed = changed(&documents);
    println!("{} files saved by Godot 4.6, {} changed", documents.len(), changed.len());
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn files_of_godot_3_stay() {
    let Some(corpus) = support::corpus() else { return };
    let documents = support::listed(&corpus, "godot/golden-3.2/same-as-engine.txt", "godot/demos-3.2");
    let changed = changed(&documents);
    println!("{} files saved by Godot 3.2, {} changed", documents.len(), changed.len());
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn other_files_of_the_corpus() {
    let Some(corpus) = support::corpus() else { return };
    for folder in ["godot/demos-4", "godot/demos-3.2", "probes"] {
        let documents = support::documents(&corpus, folder);
        let changed = changed(&documents);
        println!("{folder}: {} files, {} changed\n{}", documents.len(), changed.len(), changed.join("\n"));
    }
}
