//! Binary files of the engines: every one reads, and says what the text says that it came from.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};

use proscenio_godot::Document;
use proscenio_source::Source;

/// A binary file and the text it was written from.
struct Pair {
    name: String,
    binary: PathBuf,
    /// The text it was written from.
    text: PathBuf,
}

fn pairs(corpus: &Path) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut add = |folder: &str, texts: &str, ending: &str| {
        let mut files = Vec::new();
        support::collect(&corpus.join(folder), &["scn", "res"], &mut files);
        files.sort();
        for binary in files {
            let inside = binary.strip_prefix(corpus.join(folder)).unwrap().to_string_lossy().into_owned();
            let stem = inside.strip_suffix(".scn").or(inside.strip_suffix(".res")).unwrap();
            let text = corpus.join(texts).join(format!("{stem}{ending}"));
            pairs.push(Pair { name: format!("{folder}/{inside}"), binary, text });
        }
    };
    add("godot/golden-4.6/bin", "godot/demos-4", "");
    add("probes/bin", "probes", ".tscn");
    add("probes/bin_zip", "probes", ".tscn");
    add("godot/golden-3.2/escn", "godot/escn", ".escn");
    pairs
}

fn read(name: &str, path: &Path) -> Document {
    Document::read(Source::new(name, std::fs::read(path).unwrap()))
}

#[test]
fn every_binary_file_reads_without_a_finding() {
    let Some(corpus) = support::corpus() else { return };
    let pairs = pairs(&corpus);
    assert_eq!(pairs.len(), 403 + 40 + 40 + 63);
    for pair in &pairs {
        assert!(pair.text.is_file(), "{}", pair.text.display());
        let document = read(&pair.name, &pair.binary);
        assert!(document.findings().is_empty(), "{}: {:#?}", pair.name, document.findings());
        assert_eq!(document.to_bytes(), std::fs::read(&pair.binary).unwrap());
        let formatted = proscenio_godot::format::format(&document, &Default::default());
        let text = String::from_utf8_lossy(document.source().bytes());
        assert_eq!(String::from_utf8_lossy(&formatted.text), text, "{}", pair.name);
    }
}
