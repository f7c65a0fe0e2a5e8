//! Every scene file of the corpus: written back byte for byte, and no damage reported where there is none.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use proscenio::{DiskTree, Document, Severity, Vfs};

/// The corpus holds this many `.tscn .tres .escn .scn .res .scene .e3m .e3a` files.
const FILES: usize = 1470;

/// Files of the corpus that are damaged: this one is empty.
const DAMAGED: &[&str] = &["godot/demos-4/3d/material_testers/models/godot_ball.res"];

#[test]
fn every_file_is_written_back_byte_for_byte() {
    let Some(corpus) = proscenio_corpus::corpus() else { return };
    let files = support::scene_files(&corpus);
    let differing: Vec<&String> = files
        .iter()
        .filter(|file| {
            let document = Document::open(&DiskTree, file).unwrap();
            *document.to_bytes() != *DiskTree.read(file).unwrap()
        })
        .collect();
    println!("{} files, {} identical", files.len(), files.len() - differing.len());
    assert_eq!(differing, Vec::<&String>::new());
    assert_eq!(files.len(), FILES);
}

#[test]
fn only_damaged_files_have_errors_of_reading() {
    let Some(corpus) = proscenio_corpus::corpus() else { return };
    let mut unexpected = Vec::new();
    for file in support::scene_files(&corpus) {
        let document = Document::open(&DiskTree, &file).unwrap();
        let error = document.findings().iter().find(|finding| finding.severity == Severity::Error);
        let name = file.strip_prefix(&*corpus.to_string_lossy()).unwrap().trim_start_matches('/');
        if let Some(error) = error.filter(|_| !DAMAGED.contains(&name)) {
            let place = error.span.map(|span| document.source().line_col(span.start()));
            unexpected.push(format!("{name} {place:?} {}: {}", error.code, error.message));
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}
