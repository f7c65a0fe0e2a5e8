//! One file per kind of damage under `fixtures/findings`; what is said about it is a snapshot beside this file.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use proscenio_espresso3d::{Code, Document, FileKind, check};
use proscenio_source::{Source, Style, render};

fn fixtures() -> Vec<(String, Document)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/findings"));
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let document = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let kind = FileKind::from_path(&name).unwrap();
        (name.clone(), Document::parse(Source::new(name, std::fs::read(&path).unwrap()), kind))
    };
    paths.into_iter().map(document).collect()
}

#[test]
fn every_fixture_is_judged_as_its_snapshot_says() {
    for (name, document) in fixtures() {
        let mut text =
            format!("{}, {} dialect, {:?}\n\n", document.kind(), document.dialect(), document.counts());
        for finding in document.findings().iter().chain(&check(&document)) {
            let _ = writeln!(text, "{}", render(finding, Some(document.source()), Style::Plain));
        }
        insta::assert_snapshot!(name.as_str(), text);
    }
}

#[test]
fn every_fixture_is_written_back_as_it_was_read() {
    for (name, document) in fixtures() {
        assert_eq!(document.write(), document.source().bytes(), "{name}");
    }
}

/// A code that no fixture shows is a code nobody has looked at.
#[test]
fn every_code_has_a_fixture() {
    let mut shown = BTreeSet::new();
    for (_, document) in fixtures() {
        shown.extend(document.findings().iter().chain(&check(&document)).map(|finding| finding.code));
    }
    let missing: Vec<&str> =
        Code::ALL.iter().map(|code| code.info().name).filter(|name| !shown.contains(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The page of the family names every code.
#[test]
fn every_code_is_on_the_page_of_the_family() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/families/espresso3d.md");
    let page = std::fs::read_to_string(page).unwrap();
    for code in Code::ALL {
        let info = code.info();
        let row = format!("| `{}` | {} | {} |", info.name, info.severity, info.summary);
        assert!(page.contains(&row), "not on the page: {row}");
    }
}
