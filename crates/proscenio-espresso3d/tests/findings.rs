//! One file per kind of damage under `fixtures/findings`; what is said about it is a snapshot beside this file.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use proscenio_espresso3d::format::{Options, format};
use proscenio_espresso3d::model::{File, Sector, Triangle};
use proscenio_espresso3d::{
    Code, Document, FileKind, Spelling, WriteOptions, check, engine_view, write_file,
};
use proscenio_source::{Finding, Source, Style, render};

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

/// What laying a document out says: as it is, and on the way to the line dialect whatever is lost.
fn laid_out(document: &Document) -> Vec<Finding> {
    let to_line = Options { spelling: Some(Spelling::Line), lossy: true, ..Options::default() };
    let mut findings = format(document, &Options::default()).findings;
    findings.extend(format(document, &to_line).findings);
    findings
}

/// What no file can hold, and so no fixture.
fn unwritable() -> Vec<Finding> {
    let mut sector = Sector::new("two words");
    sector.items.push(Triangle { vertices: Some([[f64::NAN; 3]; 3]), ..Triangle::default() }.into());
    let map = File { kind: FileKind::Map, items: vec![sector.into()] };
    write_file(&map, &WriteOptions::default()).losses
}

#[test]
fn every_fixture_is_laid_out_as_its_snapshot_says() {
    for (name, document) in fixtures() {
        let mut text = String::new();
        for (title, options) in [
            ("fmt", Options::default()),
            ("fmt --lossy", Options { lossy: true, ..Options::default() }),
            ("fmt --dialect line", Options { spelling: Some(Spelling::Line), ..Options::default() }),
        ] {
            let done = format(&document, &options);
            let _ = writeln!(text, "=== {title}{}", if done.refused { ", refused" } else { "" });
            for finding in &done.findings {
                let _ = writeln!(text, "{}", render(finding, Some(document.source()), Style::Plain));
            }
            if !done.refused {
                let _ = writeln!(text, "{}", String::from_utf8_lossy(&done.text));
            }
        }
        insta::assert_snapshot!(format!("fmt_{name}"), text);
    }
}

/// A code that no fixture shows is a code nobody has looked at.
#[test]
fn every_code_has_a_fixture() {
    let mut shown = BTreeSet::new();
    for (_, document) in fixtures() {
        shown.extend(document.findings().iter().chain(&check(&document)).map(|finding| finding.code));
        shown.extend(engine_view(&document, &|_| true).findings.iter().map(|finding| finding.code));
        shown.extend(laid_out(&document).iter().map(|finding| finding.code));
    }
    shown.extend(unwritable().iter().map(|finding| finding.code));
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
