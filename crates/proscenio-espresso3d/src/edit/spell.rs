//! New items and fields as lines, in the dialect of the file.

use super::field::{FieldInfo, Slot};
use super::layout::Layout;
use crate::document::{Dialect, Document, FileKind};
use crate::syntax::Kind;
use crate::view::Item;

/// Values with a blank between two of one part and a comma between parts.
pub(super) fn joined<'w>(slots: &[Slot], words: impl Iterator<Item = &'w [u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut before: Option<&Slot> = None;
    for (slot, word) in slots.iter().zip(words) {
        if let Some(before) = before {
            let apart = before.group != slot.group;
            out.extend_from_slice(if apart { b", " } else { b" " });
        }
        out.extend_from_slice(word);
        before = Some(slot);
    }
    out
}

/// The two lines of a field: its tag, and its values.
pub(super) fn field_lines(field: &FieldInfo, text: &[u8], indent: &str, unit: &str) -> [Vec<u8>; 2] {
    [
        [indent.as_bytes(), field.name.as_bytes()].concat(),
        [indent.as_bytes(), unit.as_bytes(), text, b";"].concat(),
    ]
}

/// How the items of a kind stand in a file: in blocks or in lists, and where a list begins and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Data {
    /// Whether they are lists.
    pub is_line: bool,
    /// Whether a list begins on the line of its tag.
    pub on_tag_line: bool,
    /// Whether a `;` ends a list.
    pub is_ended: bool,
}

impl Data {
    /// As the first item of the kind in the file stands; else as the dialect of the file has it.
    pub fn like(document: &Document, kind: Kind) -> Self {
        let is_actor = document.kind() == FileKind::Actor;
        let is_line = document.dialect() == Dialect::Line;
        let default = Self { is_line, on_tag_line: is_actor, is_ended: is_actor };
        if kind == Kind::Sector {
            return default;
        }
        let Some(sample) = first(document, kind) else { return default };
        let Some(list) = sample.field(Kind::List) else { return Self { is_line: false, ..default } };
        let layout = Layout::of(document);
        // The words before a list stand on its line too.
        let words = sample.children().next().map_or(list.span().start(), |child| child.span().start());
        let bytes = document.source().bytes();
        let between = &bytes[sample.span().start() as usize..words as usize];
        Self {
            is_line: true,
            on_tag_line: !between.iter().any(|byte| matches!(byte, b'\n' | b'\r')),
            is_ended: layout.is_ended(sample.span().end()),
        }
    }
}

fn first(document: &Document, kind: Kind) -> Option<Item<'_>> {
    let root = super::find::root(document);
    let inner = root.children().flat_map(Item::children).filter(move |item| item.kind() == kind);
    root.children().filter(move |item| item.kind() == kind).chain(inner).next()
}

/// A new item, not yet laid out.
pub(super) struct Spelled {
    /// Its tag and header words, each written behind the tag.
    pub tag: &'static str,
    pub words: Vec<Vec<u8>>,
    /// Its fields and their values.
    pub fields: Vec<(&'static FieldInfo, Vec<u8>)>,
    /// In the line dialect: all that follows the header words, as one list.
    pub list: Vec<u8>,
    /// Whether the block dialect gives it braces.
    pub has_block: bool,
}

impl Spelled {
    /// The lines, the first of them behind `indent`.
    pub fn lines(&self, data: Data, indent: &str, unit: &str) -> Vec<Vec<u8>> {
        let line = |depth: usize, text: &[u8]| -> Vec<u8> {
            [indent.as_bytes(), unit.repeat(depth).as_bytes(), text].concat()
        };
        if data.is_line && self.tag == "SECTOR" {
            let id = self.words.first().map(Vec::as_slice).unwrap_or_default();
            return vec![line(0, b"SECTOR"), line(0, id), line(0, b"{"), line(0, b"}")];
        }
        if data.is_line && !self.list.is_empty() {
            let words: Vec<&[u8]> = self.words.iter().map(Vec::as_slice).chain([&self.list[..]]).collect();
            let mut list = words.join(&b", "[..]);
            if data.is_ended {
                list.push(b';');
            }
            if data.on_tag_line {
                return vec![line(0, &[self.tag.as_bytes(), b" ", &list].concat())];
            }
            return vec![line(0, self.tag.as_bytes()), line(1, &list)];
        }
        // A line of a texture set has no tag.
        let tag = Some(self.tag.as_bytes()).filter(|tag| !tag.is_empty());
        let header: Vec<&[u8]> = tag.into_iter().chain(self.words.iter().map(Vec::as_slice)).collect();
        let mut lines = vec![line(0, &header.join(&b" "[..]))];
        if self.has_block {
            lines.push(line(0, b"{"));
            let inner = format!("{indent}{unit}");
            for (field, text) in &self.fields {
                lines.extend(field_lines(field, text, &inner, unit));
            }
            lines.push(line(0, b"}"));
        }
        lines
    }
}
