//! Godot text files: `.tscn`, `.tres`, `.escn` of formats 1 to 4.

mod facts;
mod family;
mod fates;
mod header;
mod ids;
mod matching;
mod used;

use std::sync::Arc;

use proscenio_godot::Document;
use proscenio_source::{Severity, Source, apply};

use crate::engine::Engine;
use crate::list::{Conflict, Forced};
use crate::options::Options;
use family::Godot;

/// Whether a file is sound enough to be merged by what it says; an empty one is a file without sections.
pub(crate) fn is_sound(document: &Document) -> bool {
    document.source().bytes().trim_ascii().is_empty()
        || document.findings().iter().all(|finding| finding.severity != Severity::Error)
}

/// Merges three files that are sound.
pub(crate) fn merge(documents: [&Document; 3], options: &Options) -> (Vec<u8>, Vec<Conflict>) {
    let entities = matching::entities(documents);
    let edits = ids::edits(documents, &entities);
    let renamed: Vec<Option<Document>> = documents
        .iter()
        .zip(edits)
        .map(|(document, edits)| {
            let source = document.source();
            let bytes = if edits.is_empty() { None } else { apply(source.bytes(), &edits).ok() };
            bytes.map(|bytes| Document::parse(Source::new(Arc::clone(source.path()), bytes)))
        })
        .collect();
    let mut at = 0;
    let documents = documents.map(|document| {
        at += 1;
        renamed[at - 1].as_ref().unwrap_or(document)
    });
    let mut godot = Godot::new(documents);
    fates::decide(&mut godot, documents, &entities, options.strategy);
    let lists = godot.sections(&entities);
    loop {
        let mut engine = Engine::new(&godot, options);
        let mut out = Vec::with_capacity(documents.map(|document| document.source().len() as usize)[1]);
        engine.list(&lists, &mut out);
        let Engine { conflicts, dropped, .. } = engine;
        let missing = used::missing(&out, &conflicts, &dropped, documents, &entities);
        if missing.is_empty() {
            let out = header::with_load_steps(out, documents);
            return (out, conflicts);
        }
        for entity in missing {
            godot.forced.insert(u64::from(entity), Forced::Keep);
        }
    }
}
