//! Godot text files: `.tscn`, `.tres`, `.escn` of formats 1 to 4.

pub(crate) mod binary;
mod facts;
mod family;
mod fates;
mod header;
mod ids;
mod matching;
mod normal;
pub(crate) mod numbered;
mod tree;
mod used;
mod values;

use std::sync::Arc;

use proscenio_godot::Document;
use proscenio_source::{Edit, Finding, Severity, Source, apply};
use rustc_hash::FxHashMap;

use crate::codes;
use crate::difference::{Change, ChangeKind, Comparer};
use crate::engine::Engine;
use crate::list::{Conflict, ConflictKind, Forced, Place, Side};
use crate::options::{Options, Strategy};
use family::Godot;
pub(crate) use family::section_name;
use matching::Entities;
pub(crate) use normal::{normalize, only_restores};

/// Whether a file is sound enough to be merged by what it says; an empty one is a file without sections.
pub(crate) fn is_sound(document: &Document) -> bool {
    document.source().bytes().trim_ascii().is_empty()
        || document.findings().iter().all(|finding| finding.severity != Severity::Error)
}

/// Merges three files that are sound.
pub(crate) fn merge(originals: [&Document; 3], options: &Options) -> (Vec<u8>, Vec<Conflict>, Vec<Finding>) {
    let entities = matching::entities(originals);
    let mut edits = ids::edits(originals, &entities);
    let mut moves = tree::moves(originals, &entities, options.strategy).unwrap_or_default();
    for (edits, moved) in edits.iter_mut().zip(&mut moves.edits) {
        edits.append(moved);
    }
    // All sides speak of one scene now: the same ids, and paths that lead to the same nodes.
    let spelled = spelled(originals, &edits);
    let documents = [0, 1, 2].map(|side: usize| spelled[side].as_ref().unwrap_or(originals[side]));
    let (counted, numbered) =
        numbered::renumbered(documents, &entities, options.strategy).unwrap_or_default();
    let documents = [0, 1, 2].map(|side: usize| counted[side].as_ref().unwrap_or(documents[side]));
    let parents = (!moves.parents.is_empty()).then(|| std::mem::take(&mut moves.parents));
    let mut godot = Godot::new(documents, &entities, parents);
    godot.numbered = numbered;
    godot.extra = taken_back(originals, &entities, &moves.taken_back);
    fates::decide(&mut godot, originals, &entities, options.strategy);
    let lists = godot.sections();
    let findings = moves.renamed.iter().map(|(path, name)| renamed(originals[2], path, name)).collect();
    loop {
        let mut engine = Engine::new(&godot, options);
        let mut out = Vec::with_capacity(documents[1].source().len() as usize);
        engine.list(&lists, &mut out);
        let Engine { conflicts, dropped, .. } = engine;
        let missing = used::missing(&out, &conflicts, &dropped, documents, &entities);
        if missing.is_empty() {
            return (header::with_load_steps(out, documents, &entities), conflicts, findings);
        }
        for entity in missing {
            godot.forced.insert(u64::from(entity), Forced::Keep);
        }
    }
}

/// What differs between two files that are sound.
pub(crate) fn diff(old: &Document, new: &Document, tolerant: bool) -> Vec<Change> {
    let originals = [old, new, old];
    let entities = matching::entities_of_two(old, new);
    let mut edits = ids::edits(originals, &entities);
    let moves = tree::moves(originals, &entities, Strategy::Mark).unwrap_or_default();
    let displaced = tree::displaced(old, new, &entities);
    let renumbered = edits[0].len();
    for (edits, mut moved) in edits.iter_mut().zip(moves.edits) {
        edits.append(&mut moved);
    }
    // Only the old file is spelled anew: the names and ids of the new one are what a person looks for.
    edits[1].clear();
    edits[2].clear();
    let spelled = spelled(originals, &edits);
    let old = spelled[0].as_ref().unwrap_or(old);
    let (counted, numbered) =
        numbered::renumbered([old, new, old], &entities, Strategy::Mark).unwrap_or_default();
    let old = counted[0].as_ref().unwrap_or(old);
    let mut godot = Godot::new([old, new, old], &entities, None);
    (godot.displaced, godot.numbered) = (displaced, numbered);
    let [Some(old), Some(new), _] = godot.sections() else { return Vec::new() };
    let mut changes = Comparer::new(&godot, tolerant).lists(&old, &new, 0);
    if renumbered > 0 {
        let place = Place { what: "ids", name: format!("{renumbered} ids and references") };
        changes.push(Change::new(place, ChangeKind::Noise));
    }
    changes
}

/// The documents with their edits; nothing for one without any.
fn spelled(documents: [&Document; 3], edits: &[Vec<Edit>; 3]) -> Vec<Option<Document>> {
    let one = |(document, edits): (&&Document, &Vec<Edit>)| {
        let source = document.source();
        let bytes = if edits.is_empty() { None } else { apply(source.bytes(), edits).ok() };
        bytes.map(|bytes| Document::parse(Source::new(Arc::clone(source.path()), bytes)))
    };
    documents.iter().zip(edits).map(one).collect()
}

/// Conflicts about nodes that theirs moved where they cannot be.
fn taken_back(documents: [&Document; 3], entities: &Entities, nodes: &[u32]) -> FxHashMap<u64, Conflict> {
    let header = |side: Side, entity: u32| {
        let at = entities.of(side).iter().position(|other| *other == entity)?;
        let section = documents[side.index()].section(at)?;
        Some(documents[side.index()].slice(section.header_span()).to_vec())
    };
    let conflict = |entity: &u32| {
        let at = entities.of(Side::Ours).iter().position(|other| other == entity)?;
        let section = documents[1].section(at)?;
        let [base, ours, theirs] = Side::ALL.map(|side| header(side, *entity));
        let place = Place { what: "header", name: family::section_name(section) };
        Some((u64::from(*entity), Conflict { place, kind: ConflictKind::BothChanged, base, ours, theirs }))
    };
    nodes.iter().filter_map(conflict).collect()
}

/// Says that a node of theirs has another name, because ours has a sibling of its name.
fn renamed(document: &Document, path: &str, name: &str) -> Finding {
    let message = format!("both sides have a node `{path}`; that of theirs is `{name}` now");
    codes::RENAMED.finding(document.source().path(), message).about(path)
}
