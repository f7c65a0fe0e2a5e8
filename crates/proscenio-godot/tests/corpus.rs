//! Real files: every byte comes back, and no sound file is called damaged.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use std::path::PathBuf;

use proscenio_godot::{Document, Kind};
use proscenio_source::{Finding, Severity, Source, Style, render};

/// Every text scene and resource, read.
fn documents() -> Vec<Document> {
    let Some(corpus) = support::corpus() else { return Vec::new() };
    let mut files = Vec::new();
    support::collect(&corpus, &["tscn", "tres", "escn"], &mut files);
    files.sort();
    assert!(files.len() > 600, "only {} files", files.len());
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&corpus).unwrap().to_string_lossy().into_owned();
        Document::parse(Source::new(name, std::fs::read(path).unwrap()))
    };
    files.iter().map(read).collect()
}

fn explain(document: &Document, findings: &[Finding]) -> String {
    findings.iter().map(|finding| render(finding, Some(document.source()), Style::Plain)).collect()
}

#[test]
fn every_file_is_written_back_byte_for_byte() {
    for document in documents() {
        let name = document.source().path();
        assert!(document.to_bytes() == document.source().bytes(), "{name} differs");
        let pieces = document.pieces();
        let joined: Vec<u8> = pieces.iter().flat_map(|piece| document.slice(piece.span())).copied().collect();
        assert!(joined == document.source().bytes(), "the pieces of {name} differ");
    }
}

#[test]
fn no_file_has_a_finding_of_its_text() {
    for document in documents() {
        let findings = document.findings();
        assert!(findings.is_empty(), "{}", explain(&document, findings));
        assert_ne!(document.kind(), Kind::Unknown, "{}", document.source().path());
    }
}

#[test]
fn every_value_is_one() {
    let mut values = 0;
    for document in documents() {
        let findings = document.check_values();
        assert!(findings.is_empty(), "{}", explain(&document, &findings));
        values += document.sections().map(|section| section.properties().len()).sum::<usize>();
    }
    println!("{values} property values decoded");
}

/// Files of the corpus that are wrong in meaning, and what is wrong with them.
const KNOWN: [(&str, &str); 0] = [];

#[test]
fn only_known_files_are_wrong_in_meaning() {
    for document in documents() {
        let name = document.source().path();
        let wrong: Vec<Finding> = document
            .check()
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error)
            .filter(|finding| !KNOWN.contains(&(name, finding.code)))
            .collect();
        assert!(wrong.is_empty(), "{}", explain(&document, &wrong));
    }
}

#[test]
fn scenes_have_one_tree() {
    for document in documents().iter().filter(|document| document.kind() == Kind::Scene) {
        let name = document.source().path();
        let tree = document.node_tree();
        assert_eq!(tree.nodes().len(), document.nodes().count(), "{name}");
        for (at, node) in tree.nodes().iter().enumerate().skip(1) {
            let expected = node.node.parent().unwrap();
            let path = tree.path(proscenio_godot::NodeIndex(at as u32));
            let own =
                if expected == "." { node.name.to_string() } else { format!("{expected}/{}", node.name) };
            assert_eq!(path, own, "{name}");
        }
    }
}
