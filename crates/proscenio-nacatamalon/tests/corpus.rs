//! The corpus' scene files.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use std::path::{Path, PathBuf};

use proscenio_corpus::corpus;
use proscenio_nacatamalon::Document;
use proscenio_source::{Severity, Source};

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
