//! Merges of binary scenes.
#![allow(clippy::unwrap_used, reason = "tests end at a surprise")]

use proscenio_diff::{How, Options, Take, as_binary, merge, open_conflicts, resolve};
use proscenio_godot::Document;
use proscenio_godot::binary::{Compression, WriteOptions, is_binary, write};
use proscenio_source::Source;

fn text(x: &str, y: &str) -> String {
    format!("[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nmetadata/x = {x}\nmetadata/y = {y}\n")
}

fn binary(text: &str, compression: Option<Compression>) -> Source {
    let document = Document::parse(Source::new("a.tscn", text.into()));
    let options = WriteOptions { compression, ..WriteOptions::default() };
    Source::new("a.scn", write(&document, &options).bytes)
}

/// The properties of the only node.
fn properties(source: &Source) -> Vec<String> {
    let document = Document::read(source.clone());
    let node = document.nodes().next().unwrap();
    node.0.properties().map(|entry| format!("{} = {:?}", entry.key(), entry.value())).collect()
}

#[test]
fn edits_of_both_sides_meet_in_a_file_written_as_ours() {
    for compression in [None, Some(Compression::Zstd)] {
        let base = binary(&text("1", "1"), None);
        let ours = binary(&text("9223372036854775807", "1"), compression);
        let theirs = binary(&text("1", "1.0"), None);
        let done = merge(&base, &ours, &theirs, &Options::default());
        assert!(done.conflicts.is_empty() && done.how == How::Structure, "{:?}", done.findings);
        let expected = binary(&text("9223372036854775807", "1.0"), compression);
        assert_eq!(properties(&Source::new("a.scn", done.bytes.clone())), properties(&expected));
        assert_eq!(done.bytes[..4], ours.bytes()[..4]);
    }
}

#[test]
fn a_conflict_keeps_ours_and_its_text_can_be_settled() {
    let [base, ours, theirs] = ["1", "2", "3"].map(|x| binary(&text(x, "1"), None));
    let done = merge(&base, &ours, &theirs, &Options::default());
    assert_eq!(done.conflicts.len(), 1);
    assert_eq!(done.conflicts[0].place.name, "A:metadata/x");
    assert_eq!(properties(&Source::new("a.scn", done.bytes)), properties(&ours));
    let marked = Source::new("a.scn", done.text.unwrap());
    assert_eq!(open_conflicts(&marked).len(), 1);
    let settled = Source::new("a.scn", resolve(&marked, 0, &Take::Theirs).unwrap());
    let bytes = as_binary(&settled, &ours).unwrap();
    assert!(is_binary(&bytes));
    assert_eq!(properties(&Source::new("a.scn", bytes)), properties(&theirs));
}

#[test]
fn a_damaged_binary_file_is_never_lost() {
    let [base, ours] = ["1", "2"].map(|x| binary(&text(x, "1"), None));
    let cut = Source::new("a.scn", ours.bytes()[..ours.bytes().len() - 40].to_vec());
    for (one, two) in [(&ours, &cut), (&cut, &ours)] {
        let done = merge(&base, one, two, &Options::default());
        assert_eq!((done.bytes.as_slice(), done.conflicts.len()), (one.bytes(), 1));
        assert_eq!(done.findings[0].code, "merge/binary-kept");
    }
}
