//! The count of resources in the header.

use proscenio_godot::{Document, SectionKind};
use proscenio_source::{Edit, Source, apply};
use rustc_hash::FxHashSet;

use super::matching::Entities;
use crate::list::Side;

pub(super) fn is_resource(kind: SectionKind) -> bool {
    matches!(kind, SectionKind::ExtResource | SectionKind::SubResource)
}

/// Resources and one more, as `load_steps` counts them.
pub(super) fn steps(document: &Document) -> i64 {
    1 + document.sections().filter(|section| is_resource(section.kind())).count() as i64
}

/// The merged file with `load_steps` counted anew, where ours and theirs counted right and no longer do together.
pub(super) fn with_load_steps(merged: Vec<u8>, documents: [&Document; 3], entities: &Entities) -> Vec<u8> {
    let counts_right = |document: &Document| document.load_steps().is_none_or(|told| told == steps(document));
    if !documents[1..].iter().all(|document| counts_right(document))
        || documents[1..].iter().all(|document| document.load_steps().is_none())
    {
        return merged;
    }
    let resources = |side: Side| {
        let sections = documents[side.index()].sections().zip(entities.of(side));
        sections.filter(|(section, _)| is_resource(section.kind())).map(|(_, entity)| *entity)
    };
    let ours: FxHashSet<u32> = resources(Side::Ours).collect();
    if ours.len() == resources(Side::Theirs).count() && resources(Side::Theirs).all(|one| ours.contains(&one))
    {
        // Both have the same ones, so the merged file has them too.
        return merged;
    }
    let document = Document::parse(Source::new("merged", merged));
    let (told, counted) = (document.load_steps(), steps(&document));
    let entry = document.header().and_then(|header| header.attribute("load_steps"));
    let Some(entry) = entry.filter(|_| told != Some(counted)) else {
        return document.to_bytes();
    };
    let edit = Edit::replace(entry.value_span(), counted.to_string());
    apply(document.source().bytes(), &[edit]).unwrap_or_else(|_| document.to_bytes())
}
