//! Damaged files: what is found, and what is still there. One file, one snapshot; adding a test is adding
//! a file to `fixtures/damaged`.
// Tests stand at the edge: they read fixtures, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::PathBuf;

use proscenio_godot::Document;
use proscenio_source::{Source, Style, render};

fn fixtures() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/damaged");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 30);
    files
}

/// Findings of every pass, then what is left of the document.
fn describe(document: &Document) -> String {
    let mut text = String::new();
    let findings = document.findings().iter().cloned();
    let findings = findings.chain(document.check()).chain(document.check_values());
    for finding in findings {
        text.push_str(&render(&finding, Some(document.source()), Style::Plain));
        text.push('\n');
    }
    text.push_str("---- still there ----\n");
    for entry in document.loose_properties() {
        let _ = writeln!(text, "{} = {:?}", entry.key(), entry.value());
    }
    for section in document.sections() {
        let _ = write!(text, "[{}", section.tag());
        for entry in section.attributes() {
            let _ = write!(text, " {}={}", entry.key(), String::from_utf8_lossy(entry.raw()));
        }
        text.push_str("]\n");
        for entry in section.properties() {
            let _ = writeln!(text, "{} = {:?}", entry.key(), entry.value());
        }
    }
    text.replace('\0', "\\0").replace('\r', "\\r")
}

#[test]
fn damaged_files_are_explained_and_stay_usable() {
    for path in fixtures() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let document = Document::parse(Source::new(name.as_str(), std::fs::read(&path).unwrap()));
        assert!(document.to_bytes() == document.source().bytes(), "{name} differs");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name.clone(), describe(&document));
        });
    }
}

#[test]
fn strict_reading_refuses_damaged_files_only() {
    let read = |text: &str| Document::parse(Source::new("a.tscn", text.as_bytes().to_vec()));
    assert!(read("[gd_scene format=3]\n").strict().is_ok());
    assert!(read("[gd_scene format=3]\r\n").strict().is_ok());
    let findings = read("[gd_scene format=3]\n\nx = \"").strict().unwrap_err();
    assert_eq!(findings[0].code, "godot/truncated");
}

#[test]
fn the_number_of_findings_is_limited() {
    let text = "[gd_scene format=3]\n".to_owned() + &"x = (\ny = 1\n".repeat(20_000);
    let document = Document::parse(Source::new("a.tscn", text.into_bytes()));
    assert_eq!(document.findings().len(), 1001);
    assert_eq!(document.findings()[1000].code, "godot/too-many-findings");
    assert_eq!(document.section(0).unwrap().properties().len(), 40_000);
    assert_eq!(document.check().len(), 1001);
}
