//! Any bytes as a `.scene`: they are written back as they were read, and the typed view never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_nacatamalon::{Document, parse_scene_doc};
use proscenio_source::{Source, Style, render};

fuzz_target!(|bytes: &[u8]| {
    let document = Document::parse(Source::new("fuzz.scene", bytes.to_vec()));
    assert_eq!(document.write(), bytes);
    let (scene, findings) = parse_scene_doc(&document);
    assert!(!scene.nodes.is_empty());
    assert!(!scene.normalized().is_empty());
    for finding in document.findings().iter().chain(&findings) {
        assert!(finding.span.is_none_or(|span| span.end() <= document.source().len().max(1)));
        assert!(!render(finding, Some(document.source()), Style::Plain).is_empty());
    }
});
