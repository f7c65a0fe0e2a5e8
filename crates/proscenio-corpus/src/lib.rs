//! Where tests find the corpus: real files and recorded answers, which are not part of the project.
//!
//! The folder is `PROSCENIO_CORPUS`, measured from the project's root, else `../shared/corpus`. A test without
//! it says so and skips, unless `PROSCENIO_REQUIRE` names `corpus`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests stand at the edge: they read the environment and files, and say what they skip"
)]

use std::path::{Path, PathBuf};

/// Whether `PROSCENIO_REQUIRE` names a thing whose absence is a failure.
#[must_use]
pub fn required(what: &str) -> bool {
    std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains(what))
}

/// The folder of the corpus, or `None` after saying that the test skips.
///
/// # Panics
/// Where the corpus is required and not there.
#[must_use]
pub fn corpus() -> Option<PathBuf> {
    let folder = place();
    if folder.is_dir() {
        return Some(folder.canonicalize().unwrap_or(folder));
    }
    missing(&folder);
    None
}

/// The conformance cases of nacatamalon's scene format, from the specifications beside the corpus; `None` after
/// saying that the test skips.
///
/// # Panics
/// Where the corpus is required and the cases are not there.
#[must_use]
pub fn nacatamalon_cases() -> Option<Vec<u8>> {
    let path = place().join("../spec/nacatamalon-scene-cases.json");
    let read = std::fs::read(&path).ok();
    if read.is_none() {
        missing(&path);
    }
    read
}

/// All files below a folder, in the order of their ways from it, each with its bytes.
///
/// # Panics
/// Where something cannot be read.
#[must_use]
pub fn files_below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut waiting = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() {
                waiting.push((path, format!("{name}/")));
            } else {
                files.push((name, std::fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

fn place() -> PathBuf {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    root.join(std::env::var_os("PROSCENIO_CORPUS").unwrap_or_else(|| "../shared/corpus".into()))
}

fn missing(path: &std::path::Path) {
    assert!(!required("corpus"), "there is no {}", path.display());
    println!("skipped: there is no {}", path.display());
}
