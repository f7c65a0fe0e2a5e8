//! Resources that the merged file uses although one side deleted them.

use proscenio_godot::value::Reference;
use proscenio_godot::{Document, SectionKind};
use proscenio_source::Source;
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::text;
use super::matching::Entities;
use crate::list::{Conflict, Side};

/// The resources among the dropped that the merged file, or what a conflict offers, still names; with all that
/// they name in turn. Looks at nothing when no resource was dropped.
pub(super) fn missing(
    merged: &[u8],
    conflicts: &[Conflict],
    dropped: &FxHashSet<u64>,
    documents: [&Document; 3],
    entities: &Entities,
) -> FxHashSet<u32> {
    let mut missing = FxHashSet::default();
    // Ids mean the same on all sides by now.
    let mut given: FxHashMap<(bool, String), (u32, Side, usize)> = FxHashMap::default();
    for side in [Side::Ours, Side::Theirs] {
        for section in documents[side.index()].sections() {
            let is_sub = section.kind() == SectionKind::SubResource;
            let entity = entities.of(side)[section.index()];
            let is_resource = is_sub || section.kind() == SectionKind::ExtResource;
            if is_resource && dropped.contains(&u64::from(entity)) {
                let id = text(section, "id").unwrap_or_default().into_owned();
                given.insert((is_sub, id), (entity, side, section.index()));
            }
        }
    }
    if given.is_empty() {
        return missing;
    }
    let mut work = references(merged);
    for conflict in conflicts {
        work.extend(references(conflict.theirs.as_deref().unwrap_or_default()));
    }
    while let Some(reference) = work.pop() {
        let key = match reference {
            Reference::Sub(id) => (true, id.0),
            Reference::Ext(id) => (false, id.0),
            Reference::Path { .. } => continue,
        };
        let Some((entity, side, section)) = given.remove(&key) else { continue };
        missing.insert(entity);
        let document = documents[side.index()];
        let section = document.section(section);
        for entry in section.iter().flat_map(|section| section.properties()) {
            work.extend(document.references_in(entry).into_iter().map(|(_, reference)| reference));
        }
    }
    missing
}

/// All references of a text of sections or of properties.
fn references(text: &[u8]) -> Vec<Reference> {
    let document = Document::parse(Source::new("merged", text.to_vec()));
    let sections = document.sections().flat_map(|section| section.attributes().chain(section.properties()));
    let entries = sections.chain(document.loose_properties());
    entries.flat_map(|entry| document.references_in(entry)).map(|(_, reference)| reference).collect()
}
