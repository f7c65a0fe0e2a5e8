//! One id for one resource on all sides.
//!
//! Ids of external and of internal resources are two namespaces: equal ids of different kinds do not meet. Ours
//! keeps its ids; a resource that only theirs has keeps its own unless ours gave that id to something else.

use std::borrow::Cow;

use proscenio_godot::value::Reference;
use proscenio_godot::{Document, SectionKind, edit};
use proscenio_source::{Edit, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::text;
use super::matching::Entities;
use crate::list::Side;

/// The two kinds of resources with ids.
const KINDS: [SectionKind; 2] = [SectionKind::ExtResource, SectionKind::SubResource];

/// For each side the edits that give its resources the ids of the merged file.
pub(super) fn edits(documents: [&Document; 3], entities: &Entities) -> [Vec<Edit>; 3] {
    let mut edits: [Vec<Edit>; 3] = Default::default();
    let renamed = KINDS.map(|kind| renamed(documents, entities, kind));
    for side in Side::ALL {
        let at = side.index();
        if renamed.iter().all(|kind| kind[at].is_empty()) {
            continue;
        }
        edits[at] = rewrite(documents[at], [&renamed[0][at], &renamed[1][at]]);
    }
    edits
}

/// Old ids and new ones of one side.
type Renamed = FxHashMap<String, String>;

/// The ids of one kind that change, for each side.
fn renamed(documents: [&Document; 3], entities: &Entities, kind: SectionKind) -> [Renamed; 3] {
    let mut final_ids: FxHashMap<u32, String> = FxHashMap::default();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut all: Option<FxHashSet<String>> = None;
    let mut renamed: [Renamed; 3] = Default::default();
    for side in [Side::Ours, Side::Theirs, Side::Base] {
        let document = documents[side.index()];
        let sections = document.sections().filter(|section| section.kind() == kind);
        for section in sections {
            let Some(id) = text(section, "id").map(Cow::into_owned) else { continue };
            let entity = entities.of(side)[section.index()];
            let wanted = final_ids.entry(entity).or_insert_with(|| {
                if taken.insert(id.clone()) {
                    return id.clone();
                }
                let all = all.get_or_insert_with(|| ids_of(documents, kind));
                let free = fresh(&id, all);
                all.insert(free.clone());
                free
            });
            if *wanted != id {
                renamed[side.index()].insert(id, wanted.clone());
            }
        }
    }
    renamed
}

/// The ids of one kind on all sides.
fn ids_of(documents: [&Document; 3], kind: SectionKind) -> FxHashSet<String> {
    let sections = documents.into_iter().flat_map(Document::sections);
    let of_kind = sections.filter(|section| section.kind() == kind);
    of_kind.filter_map(|section| text(section, "id").map(Cow::into_owned)).collect()
}

/// A free id that looks like `id`.
fn fresh(id: &str, taken: &FxHashSet<String>) -> String {
    if let Ok(number) = id.parse::<u64>() {
        let highest = taken.iter().filter_map(|id| id.parse::<u64>().ok()).max();
        return highest.unwrap_or(number).saturating_add(1).to_string();
    }
    let stem = id.rsplit_once('_').map_or(id, |(stem, _)| stem);
    edit::free_id(stem, &|id| taken.contains(id))
}

/// The edits that rename ids where they are given and where they are used.
fn rewrite(document: &Document, renamed: [&Renamed; 2]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for section in document.sections() {
        let given = KINDS.iter().position(|kind| section.kind() == *kind);
        if let Some(kind) = given
            && let Some(entry) = section.attribute("id")
            && let Some(id) = text(section, "id")
            && let Some(new) = renamed[kind].get(&*id)
        {
            edits.push(Edit::replace(entry.value_span(), spelled(new, entry.raw())));
        }
        for entry in section.attributes().chain(section.properties()) {
            for (span, reference) in document.references_in(entry) {
                let (kind, id) = match &reference {
                    Reference::Ext(id) => (0, id),
                    Reference::Sub(id) => (1, id),
                    Reference::Path { .. } => continue,
                };
                let Some(new) = renamed[kind].get(&id.0) else { continue };
                let inside = argument(document, span);
                edits.push(Edit::replace(inside, spelled(new, document.slice(inside))));
            }
        }
    }
    edits
}

/// An id in quotes where the old one had some.
fn spelled(id: &str, old: &[u8]) -> String {
    if old.first() == Some(&b'"') || id.parse::<u64>().is_err() { format!("\"{id}\"") } else { id.to_owned() }
}

/// What stands between the brackets of a reference, blanks left out.
fn argument(document: &Document, span: Span) -> Span {
    let raw = document.slice(span);
    let open = memchr::memchr(b'(', raw).map_or(0, |at| at + 1);
    let inside = &raw[open..raw.len().saturating_sub(1).max(open)];
    let start = open + (inside.len() - inside.trim_ascii_start().len());
    let length = inside.trim_ascii().len();
    Span::new(start as u32, (start + length) as u32).shifted(span.start())
}
