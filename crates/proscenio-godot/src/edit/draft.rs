//! Collecting what an operation changes, and making one list of edits of it.

use std::collections::BTreeSet;

use proscenio_source::{Edit, Span};

use super::header;
use super::layout::Layout;
use super::users::{self, Ids};
use super::{Edits, Options};
use crate::document::Document;
use crate::findings::Code;
use crate::tree::SectionKind;
use crate::value::Reference;

/// Sections to put into the file.
struct Insertion {
    after: Option<usize>,
    kind: SectionKind,
    text: Vec<u8>,
}

/// Sections to put elsewhere.
struct Relocation {
    sections: Vec<usize>,
    after: usize,
}

/// What an operation changes, collected.
pub(super) struct Draft<'d> {
    pub doc: &'d Document,
    pub options: Options,
    pub layout: Layout,
    pub ids: Ids,
    pub edits: Edits,
    replaced: Vec<Edit>,
    removed: BTreeSet<usize>,
    relocation: Option<Relocation>,
    insertions: Vec<Insertion>,
    gained: Vec<Reference>,
    new_resources: usize,
}

impl<'d> Draft<'d> {
    pub(super) fn new(doc: &'d Document, options: &Options) -> Self {
        Self {
            doc,
            options: *options,
            layout: Layout::new(doc),
            ids: Ids::new(doc),
            edits: Edits::default(),
            replaced: Vec::new(),
            removed: BTreeSet::new(),
            relocation: None,
            insertions: Vec::new(),
            gained: Vec::new(),
            new_resources: 0,
        }
    }

    /// Replaces a span, unless that is what stands there.
    pub(super) fn replace(&mut self, span: Span, text: impl AsRef<[u8]>) {
        if self.doc.slice(span) != text.as_ref() {
            self.replaced.push(Edit::replace(span, text.as_ref()));
        }
    }

    pub(super) fn insert(&mut self, at: u32, text: impl AsRef<[u8]>) {
        self.replaced.push(Edit::insert(at, text.as_ref()));
    }

    pub(super) fn delete(&mut self, span: Span) {
        self.replaced.push(Edit::delete(span));
    }

    /// Takes a section out of the file.
    pub(super) fn remove_section(&mut self, section: usize) {
        self.removed.insert(section);
    }

    pub(super) fn is_removed(&self, section: usize) -> bool {
        self.removed.contains(&section)
    }

    /// Puts text with one section or several of a kind behind a section (`None`: in front of all).
    pub(super) fn insert_section(&mut self, after: Option<usize>, kind: SectionKind, text: Vec<u8>) {
        if matches!(kind, SectionKind::ExtResource | SectionKind::SubResource) {
            self.new_resources += 1;
        }
        self.insertions.push(Insertion { after, kind, text });
    }

    /// [`Self::insert_section`] with several sections of a kind; with none nothing.
    pub(super) fn insert_sections(&mut self, after: Option<usize>, kind: SectionKind, sections: &[Vec<u8>]) {
        let Some(more) = sections.len().checked_sub(1) else { return };
        let gap = self.layout.gap_between(kind, kind, self.doc.source().bytes());
        self.insert_section(after, kind, sections.join(gap.as_bytes()));
        if matches!(kind, SectionKind::ExtResource | SectionKind::SubResource) {
            self.new_resources += more;
        }
    }

    /// Puts sections, all of one kind and in file order, behind another.
    pub(super) fn move_sections(&mut self, sections: Vec<usize>, after: usize) {
        let (Some(first), Some(last)) = (sections.first(), sections.last()) else { return };
        let together = last - first + 1 == sections.len();
        // They may be there already.
        if together && (after + 1 == *first || (*first..=*last).contains(&after)) {
            return;
        }
        self.relocation = Some(Relocation { sections, after });
    }

    /// Notes a use of a resource in new text.
    pub(super) fn gain(&mut self, references: impl IntoIterator<Item = Reference>) {
        self.gained.extend(references);
    }

    pub(super) fn tell(&mut self, code: Code, span: Span, message: String, help: &str) {
        let finding = code.finding(self.doc.source().path(), message).at(span);
        self.edits.findings.push(if help.is_empty() { finding } else { finding.help(help) });
    }

    /// The list of edits.
    pub(super) fn finish(mut self) -> Edits {
        if !self.options.keep_unused {
            self.remove_unused();
        }
        self.keep_load_steps();
        let bytes = self.doc.source().bytes();
        let mut out = Vec::new();
        self.put_relocation(bytes, &mut out);
        let mut gone = self.removed.clone();
        gone.extend(self.relocation.iter().flat_map(|relocation| &relocation.sections));
        let deletions = deletions(&self.layout, &gone);
        let kept = |edit: &Edit| {
            let at = deletions.partition_point(|deletion| deletion.start() <= edit.span.start());
            at == 0 || !inside(deletions[at - 1], edit.span)
        };
        out.extend(std::mem::take(&mut self.replaced).into_iter().filter(kept));
        for insertion in &self.insertions {
            out.push(self.placed(bytes, &gone, insertion.after, insertion.kind, &insertion.text));
        }
        out.extend(deletions.into_iter().map(Edit::delete));
        self.edits.edits = disjoint(out);
        self.edits
    }

    /// Removes the resources that lose their last user, and what only they used.
    fn remove_unused(&mut self) {
        let uses = users::uses(self.doc, &self.ids);
        let mut spans: Vec<Span> = self.replaced.iter().map(|edit| edit.span).collect();
        spans.sort();
        let replaced = |span: Span| {
            let at = spans.partition_point(|edit| edit.start() <= span.start());
            at > 0 && spans[at - 1].contains(span) && !spans[at - 1].is_empty()
        };
        let count = self.doc.sections().len();
        let mut used = vec![0_usize; count];
        let mut by_section: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut lost = Vec::new();
        for found in &uses {
            if self.removed.contains(&found.section) || replaced(found.span) {
                lost.push(found.resource);
            } else if found.section != found.resource {
                used[found.resource] += 1;
                by_section[found.section].push(found.resource);
            }
        }
        for resource in self.gained.iter().filter_map(|reference| self.ids.section(reference)) {
            used[resource] += 1;
        }
        while let Some(resource) = lost.pop() {
            if used[resource] == 0 && self.removed.insert(resource) {
                for other in std::mem::take(&mut by_section[resource]) {
                    used[other] -= 1;
                    lost.push(other);
                }
            }
        }
    }

    /// Keeps the header's count of resources true, where the file has one.
    fn keep_load_steps(&mut self) {
        let is_resource = |section: usize| {
            let kind = self.layout.blocks.get(section).map(|block| block.kind);
            matches!(kind, Some(SectionKind::ExtResource | SectionKind::SubResource))
        };
        let before = (0..self.layout.blocks.len()).filter(|section| is_resource(*section)).count();
        let removed = self.removed.iter().filter(|section| is_resource(**section)).count();
        if removed == 0 && self.new_resources == 0 {
            return;
        }
        let after = before - removed + self.new_resources;
        if let Some(edit) = header::load_steps(self.doc, before, after) {
            self.replaced.push(edit);
        }
    }

    /// The edit that puts text where it belongs behind a section.
    fn placed(
        &self,
        bytes: &[u8],
        gone: &BTreeSet<usize>,
        after: Option<usize>,
        kind: SectionKind,
        text: &[u8],
    ) -> Edit {
        let joined = |first: &[u8], second: &[u8]| [first, second].concat();
        let blocks = &self.layout.blocks;
        let first = after.map_or(0, |after| after + 1);
        let previous = (0..first).rev().find(|section| !gone.contains(section));
        let next = (first..blocks.len()).find(|section| !gone.contains(section));
        let next = next.map(|section| blocks[section]);
        let Some(previous) = previous.map(|section| blocks[section]) else {
            let behind = next.map_or(String::new(), |next| self.layout.gap_between(kind, next.kind, bytes));
            let at = next.map_or(bytes.len() as u32, |next| next.start);
            return Edit::insert(at, joined(text, behind.as_bytes()));
        };
        match next {
            Some(next) if next.kind == kind && previous.kind != kind => {
                let gap = self.layout.gap_between(kind, kind, bytes);
                Edit::insert(next.start, joined(text, gap.as_bytes()))
            }
            _ => {
                let gap = self.layout.gap_between(previous.kind, kind, bytes);
                Edit::insert(previous.end, joined(gap.as_bytes(), text))
            }
        }
    }

    /// Makes an insertion of the sections that go elsewhere, with the edits inside them.
    fn put_relocation(&mut self, bytes: &[u8], out: &mut Vec<Edit>) {
        let Some(relocation) = &self.relocation else { return };
        let blocks = &self.layout.blocks;
        let Some(kind) = relocation.sections.first().map(|section| blocks[*section].kind) else { return };
        let mut text = Vec::new();
        let mut previous: Option<usize> = None;
        let mut edits = disjoint(std::mem::take(&mut self.replaced)).into_iter().peekable();
        for section in &relocation.sections {
            let block = blocks[*section];
            match previous {
                Some(previous) if previous + 1 == *section => {
                    text.extend_from_slice(Span::new(blocks[previous].end, block.start).slice(bytes));
                }
                Some(_) => text.extend_from_slice(self.layout.gap_between(kind, kind, bytes).as_bytes()),
                None => {}
            }
            while let Some(edit) = edits.next_if(|edit| edit.span.start() < block.start) {
                self.replaced.push(edit);
            }
            let own: Vec<Edit> =
                std::iter::from_fn(|| edits.next_if(|edit| edit.span.end() <= block.end)).collect();
            text.extend(edited(bytes, Span::new(block.start, block.end), &own));
            previous = Some(*section);
        }
        self.replaced.extend(edits);
        let mut gone = self.removed.clone();
        gone.extend(&relocation.sections);
        out.push(self.placed(bytes, &gone, Some(relocation.after), kind, &text));
    }
}

/// The edits in file order, without those that lie inside another: what is taken out as a whole needs no
/// change inside.
fn disjoint(mut edits: Vec<Edit>) -> Vec<Edit> {
    // Insertions come first, in front of what is taken out at the same place.
    edits.sort_by_key(|edit| (edit.span.start(), !edit.span.is_empty(), std::cmp::Reverse(edit.span.end())));
    let mut reached = 0;
    edits.retain(|edit| {
        let free = edit.span.start() >= reached;
        reached = if free { edit.span.end() } else { reached };
        free
    });
    edits
}

/// The bytes of a span with edits inside it made.
pub(super) fn edited(bytes: &[u8], span: Span, edits: &[Edit]) -> Vec<u8> {
    let moved: Vec<Edit> = edits
        .iter()
        .map(|edit| Edit {
            span: Span::new(edit.span.start() - span.start(), edit.span.end() - span.start()),
            text: edit.text.clone(),
        })
        .collect();
    let own = span.slice(bytes);
    proscenio_source::apply(own, &moved).unwrap_or_else(|_| own.to_vec())
}

/// What to delete so that sections are gone and the rest stands as far apart as before.
fn deletions(layout: &Layout, gone: &BTreeSet<usize>) -> Vec<Span> {
    let blocks = &layout.blocks;
    let mut spans = Vec::new();
    let mut sections = gone.iter().copied().peekable();
    while let Some(first) = sections.next() {
        let mut last = first;
        while sections.peek() == Some(&(last + 1)) {
            last += 1;
            sections.next();
        }
        let next = blocks.get(last + 1);
        let previous = first.checked_sub(1).map(|previous| blocks[previous]);
        spans.push(match (previous, next) {
            (_, Some(next)) if previous.is_none() || next.kind == blocks[first].kind => {
                Span::new(blocks[first].start, next.start)
            }
            (Some(previous), _) => Span::new(previous.end, blocks[last].end),
            (None, _) => Span::new(blocks[first].start, blocks[last].end),
        });
    }
    spans
}

/// Whether a deletion takes an edit along: one strictly inside, or any that replaces bytes of it.
fn inside(deletion: Span, edit: Span) -> bool {
    if edit.is_empty() {
        return deletion.start() < edit.start() && edit.start() < deletion.end();
    }
    deletion.contains(edit)
}
