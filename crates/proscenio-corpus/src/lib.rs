//! Where tests find the corpus: real files and recorded answers, which are not part of the project.
//!
//! The folder is `PROSCENIO_CORPUS`, measured from the project's root, else `../shared/corpus`. A test without
//! it says so and skips, unless `PROSCENIO_REQUIRE` names `corpus`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests stand at the edge: they read the environment and files, and say what they skip"
)]

use std::path::PathBuf;

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

fn place() -> PathBuf {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    root.join(std::env::var_os("PROSCENIO_CORPUS").unwrap_or_else(|| "../shared/corpus".into()))
}

fn missing(path: &std::path::Path) {
    assert!(!required("corpus"), "there is no {}", path.display());
    println!("skipped: there is no {}", path.display());
}
