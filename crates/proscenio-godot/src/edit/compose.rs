//! New files put together of the sections of another.

use std::collections::BTreeSet;

use proscenio_source::{Edit, Span};

use super::draft::edited;
use super::layout::Layout;
use super::users::Use;
use crate::document::Document;
use crate::tree::SectionKind;

/// A section of a new file.
pub(super) type Part = (SectionKind, Vec<u8>);

/// A section with its comments, with edits inside it made.
pub(super) fn part(document: &Document, layout: &Layout, section: usize, edits: &mut [Edit]) -> Part {
    let Some(block) = layout.blocks.get(section) else { return (SectionKind::Unknown, Vec::new()) };
    edits.sort_by_key(|edit| (edit.span.start(), !edit.span.is_empty()));
    (block.kind, edited(document.source().bytes(), Span::new(block.start, block.end), edits))
}

/// Sections one below the other, as far apart as those of the document, with a last line end.
pub(super) fn joined(document: &Document, layout: &Layout, parts: &[Part]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut before = None;
    for (kind, part) in parts {
        if let Some(before) = before {
            let gap = layout.gap_between(before, *kind, document.source().bytes());
            text.extend_from_slice(gap.as_bytes());
        }
        text.extend_from_slice(part);
        before = Some(*kind);
    }
    text.extend_from_slice(layout.newline.as_bytes());
    text
}

/// The sections of all resources that some sections use, directly or not. `uses` are those of the whole file.
pub(super) fn used_by(uses: &[Use], sections: &BTreeSet<usize>, count: usize) -> BTreeSet<usize> {
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); count];
    for found in uses {
        if let Some(of) = of.get_mut(found.section) {
            of.push(found.resource);
        }
    }
    let mut used = BTreeSet::new();
    let mut work: Vec<usize> = sections.iter().copied().collect();
    while let Some(section) = work.pop() {
        for resource in of.get(section).into_iter().flatten() {
            if used.insert(*resource) {
                work.push(*resource);
            }
        }
    }
    used
}

/// The `load_steps` of a new file with so many resources, where the document counts its own.
pub(super) fn load_steps(document: &Document, resources: usize) -> String {
    let counts = document.header().is_some_and(|header| header.attribute("load_steps").is_some());
    if counts && resources > 0 { format!(" load_steps={}", resources + 1) } else { String::new() }
}
