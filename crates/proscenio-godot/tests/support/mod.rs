//! Finding the corpus: real files, which are not part of the project.

#![allow(dead_code)]

use std::path::{Path, PathBuf};

pub use proscenio_corpus::corpus;
use proscenio_godot::Document;
use proscenio_source::Source;

/// One file, named by its path from the corpus.
pub fn document(corpus: &Path, name: &str) -> Document {
    Document::parse(Source::new(name, std::fs::read(corpus.join(name)).unwrap()))
}

/// All text scenes and resources below a folder of the corpus.
pub fn documents(corpus: &Path, folder: &str) -> Vec<Document> {
    let mut names = Vec::new();
    collect(&corpus.join(folder), &["tscn", "tres", "escn"], &mut names);
    names.sort();
    let name = |path: &PathBuf| path.strip_prefix(corpus).unwrap().to_string_lossy().into_owned();
    names.iter().map(|path| document(corpus, &name(path))).collect()
}

/// The files that a list of the corpus names, below `folder`.
pub fn listed(corpus: &Path, list: &str, folder: &str) -> Vec<Document> {
    let list = std::fs::read_to_string(corpus.join(list)).unwrap();
    list.lines().map(|line| document(corpus, &format!("{folder}/{line}"))).collect()
}

/// All files below a folder whose names end in one of the extensions.
pub fn collect(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if path.is_dir() {
            collect(&path, extensions, files);
        } else if extensions.contains(&extension) {
            files.push(path);
        }
    }
}
