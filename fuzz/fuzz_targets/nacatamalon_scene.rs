//! Any bytes as a `.scene`: they are written back as they were read, and the typed view never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_nacatamalon::{Document, Mode, parse_scene_doc, parse_scene_doc_as, serialize};
use proscenio_source::{Source, Style, render};

fuzz_target!(|bytes: &[u8]| {
    let document = Document::parse(Source::new("fuzz.scene", bytes.to_vec()));
    assert_eq!(document.write(), bytes);
    let (scene, findings) = parse_scene_doc(&document);
    assert!(!scene.nodes.is_empty());
    for mode in [Mode::Keep, Mode::Engine] {
        let scene = parse_scene_doc_as(&document, mode).0;
        assert!(!scene.normalized(mode).is_empty());
        let written = serialize(&scene, mode);
        let again = Document::parse(Source::new("again.scene", written.clone().into_bytes()));
        assert!(again.findings().is_empty());
        assert_eq!(serialize(&parse_scene_doc_as(&again, mode).0, mode), written);
    }
    for finding in document.findings().iter().chain(&findings) {
        assert!(finding.span.is_none_or(|span| span.end() <= document.source().len().max(1)));
        assert!(!render(finding, Some(document.source()), Style::Plain).is_empty());
    }
});
