//! What the repairs of findings do: each is applied once, and nothing new is found afterwards.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

use std::collections::BTreeSet;

use proscenio_espresso3d::{Document, FileKind, check};
use proscenio_source::{Finding, Safety, Source};

fn findings(document: &Document) -> Vec<Finding> {
    document.findings().iter().chain(&check(document)).cloned().collect()
}

/// Applies one repair after the other until none is left.
fn repaired(mut document: Document, safety: Safety) -> (Document, usize) {
    let mut count = 0;
    loop {
        let fix =
            check(&document).into_iter().find_map(|finding| finding.fix.filter(|fix| fix.safety <= safety));
        let Some(fix) = fix else { return (document, count) };
        let next = document.edited(&fix.edits).unwrap();
        assert_ne!(next.write(), document.write(), "{} changes nothing", fix.title);
        document = next;
        count += 1;
        assert!(count < 500, "{} does not end", fix.title);
    }
}

fn fixture(name: &str) -> Document {
    let path = format!("{}/tests/fixtures/findings/{name}", env!("CARGO_MANIFEST_DIR"));
    Document::parse(Source::new(name, std::fs::read(path).unwrap()), FileKind::from_path(name).unwrap())
}

#[test]
fn repairs_of_every_fixture_end_and_bring_nothing_new() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/findings");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        for safety in [Safety::Safe, Safety::Unsafe] {
            let before: BTreeSet<&str> =
                findings(&fixture(&name)).iter().map(|finding| finding.code).collect();
            let (after, _) = repaired(fixture(&name), safety);
            for finding in findings(&after) {
                assert!(
                    before.contains(finding.code),
                    "{name}: {} is new: {}",
                    finding.code,
                    finding.message
                );
            }
        }
    }
}

fn text(name: &str, safety: Safety) -> String {
    String::from_utf8(repaired(fixture(name), safety).0.write()).unwrap()
}

#[test]
fn safe_repairs_keep_what_the_engine_makes_of_a_file() {
    insta::assert_snapshot!("rig_safe", text("rig.e3a", Safety::Safe));
    insta::assert_snapshot!("placements_safe", text("placements.e3m", Safety::Safe));
    insta::assert_snapshot!("set_safe", text("set.txt", Safety::Safe));
}

#[test]
fn unsafe_repairs_are_made_on_request() {
    insta::assert_snapshot!("rig_unsafe", text("rig.e3a", Safety::Unsafe));
    insta::assert_snapshot!("placements_unsafe", text("placements.e3m", Safety::Unsafe));
}

/// The sound parts of a map are not spoken of.
#[test]
fn a_sound_map_has_no_findings() {
    let portal = |id: &str, link: &str| {
        format!("PORTAL FAST {id}\n{{\nVERTICES\n0 0 0, 0 2 0, 1 2 0, 1 0 0;\nPORTALLINK\n{link};\n}}\n")
    };
    let map = format!("SECTOR a\n{{\n{}}}\nSECTOR b\n{{\n{}}}\n", portal("p", "b q"), portal("q", "a p"));
    let map = Document::parse(Source::new("a.e3m", map.into_bytes()), FileKind::Map);
    assert_eq!(findings(&map), []);
}
