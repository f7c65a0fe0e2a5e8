//! Files that the engines saved stay as they are when they are spelled again from their values.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_godot::Document;
use proscenio_godot::format::{Options, format};
use proscenio_godot::spell::Spelling;
use proscenio_source::Source;

/// The first line that differs, old and new.
fn difference(document: &Document, text: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(document.source().bytes()), String::from_utf8_lossy(text));
    let (mut old, mut new) = (old.lines(), new.lines());
    let mut line = 1;
    loop {
        match (old.next(), new.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (a, b) => return format!("{}:{line}\n  {a:.200?}\n  {b:.200?}", document.source().path()),
        }
    }
}

fn changed(documents: &[Document], options: Options) -> Vec<String> {
    let mut changed = Vec::new();
    for document in documents {
        let formatted = format(document, &options);
        assert!(formatted.findings.is_empty(), "{:?}", formatted.findings);
        if formatted.text != document.source().bytes() {
            changed.push(difference(document, &formatted.text));
        }
    }
    changed
}

/// Spells files again: as they are, and with everything on that the engine does when it saves.
fn stay(documents: &[Document], what: &str) {
    let strict = Options { drop_defaults: true, fit_types: true, ..Options::default() };
    for (options, with) in [(Options::default(), ""), (strict, ", defaults dropped and types fitted")] {
        let changed = changed(documents, options);
        println!("{} files of {what}{with}: {} changed", documents.len(), changed.len());
        assert!(changed.is_empty(), "{}", changed.join("\n"));
    }
}

#[test]
fn files_of_godot_4_stay() {
    let Some(corpus) = support::corpus() else { return };
    let documents = support::listed(&corpus, "godot/golden-4.6/same-as-engine.txt", "godot/demos-4");
    assert_eq!(documents.len(), 299);
    stay(&documents, "Godot 4.6");
    stay(&support::documents(&corpus, "probes"), "the probes");
}

#[test]
fn files_of_godot_3_stay() {
    let Some(corpus) = support::corpus() else { return };
    let documents = support::listed(&corpus, "godot/golden-3.2/same-as-engine.txt", "godot/demos-3.2");
    assert_eq!(documents.len(), 170);
    stay(&documents, "Godot 3.2");
}

/// The others were saved by other releases of Godot, some of which left more empty lines.
#[test]
fn other_files_change_in_empty_lines_at_most() {
    let Some(corpus) = support::corpus() else { return };
    let mut documents = support::documents(&corpus, "godot/demos-4");
    documents.extend(support::documents(&corpus, "godot/demos-3.2"));
    let lines = |text: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(text).lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    let mut count = 0;
    for document in &documents {
        let formatted = format(document, &Options::default());
        count += usize::from(formatted.text != document.source().bytes());
        assert!(
            lines(&formatted.text) == lines(document.source().bytes()),
            "{}",
            difference(document, &formatted.text)
        );
    }
    println!("{} files of the demos: {count} changed in empty lines", documents.len());
}

/// Scenes that an exporter wrote: other blanks, orders and numbers, and comments inside of values.
#[test]
fn exported_scenes_keep_their_values() {
    let Some(corpus) = support::corpus() else { return };
    let documents = support::documents(&corpus, "godot/escn");
    let (mut values, mut comments) = (0, 0);
    for document in &documents {
        let name = document.source().path();
        assert!(document.is_exported(), "{name}");
        let formatted = format(document, &Options::default());
        comments += formatted.findings.len();
        assert!(formatted.findings.iter().all(|finding| finding.code == "godot/comment"), "{name}");
        let again = Document::parse(Source::new(name.clone(), formatted.text));
        assert_eq!(again.sections().len(), document.sections().len(), "{name}");
        for (old, new) in document.sections().zip(again.sections()) {
            assert_eq!((old.tag(), old.properties().len()), (new.tag(), new.properties().len()), "{name}");
            for (old, new) in old.properties().zip(new.properties()) {
                let same = old.value().spelled(Spelling::Godot3) == new.value().spelled(Spelling::Godot3);
                assert!(same && old.key() == new.key(), "{name}: {}", old.key());
                values += 1;
            }
        }
        assert_eq!(format(&again, &Options::default()).text, again.to_bytes(), "{name}");
    }
    println!("{} exported scenes: {values} values kept, comments kept in {comments} files", documents.len());
}
