//! The flat table of a file's elements.
//!
//! Three lists in file order, of spans and small numbers: sections, header attributes, properties. A
//! section owns the attributes and properties from its first up to the next section's first. No text is
//! copied; what stands between the elements is found in the source by their spans.

use proscenio_source::Span;

use crate::findings;
use crate::parser::{Events, Trouble};

/// What a section is, by the name in its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SectionKind {
    /// `[gd_scene …]`, the first section of a scene file.
    Scene,
    /// `[gd_resource …]`, the first section of a resource file.
    ResourceFile,
    /// `[ext_resource …]`, a resource in another file.
    ExtResource,
    /// `[sub_resource …]`, a resource inside this file.
    SubResource,
    /// `[resource]`, the resource that a resource file is about.
    Resource,
    /// `[node …]`.
    Node,
    /// `[connection …]`, a signal connected to a method.
    Connection,
    /// `[editable …]`, an instance whose children may be changed.
    Editable,
    /// Any other name; kept, and ignored by the engine.
    Unknown,
}

impl SectionKind {
    /// The kind that a name stands for.
    #[must_use]
    pub fn of(tag: &[u8]) -> Self {
        match tag {
            b"node" => Self::Node,
            b"sub_resource" => Self::SubResource,
            b"ext_resource" => Self::ExtResource,
            b"connection" => Self::Connection,
            b"gd_scene" => Self::Scene,
            b"gd_resource" => Self::ResourceFile,
            b"resource" => Self::Resource,
            b"editable" => Self::Editable,
            _ => Self::Unknown,
        }
    }
}

/// A key and a value, as they stand in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub key: Span,
    pub value: Span,
}

/// One section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SectionEntry {
    /// From `[` to behind `]`.
    pub header: Span,
    /// The name behind `[`.
    pub tag: Span,
    pub first_attribute: u32,
    pub first_property: u32,
    pub kind: SectionKind,
}

/// All elements of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub sections: Vec<SectionEntry>,
    pub attributes: Vec<Entry>,
    pub properties: Vec<Entry>,
}

impl Tree {
    /// A tree with room for what a file of `len` bytes usually holds. A file of few long values holds
    /// fewer, hence the ceiling; lists grow by doubling beyond it.
    pub(crate) fn with_estimate(len: usize) -> Self {
        let share = |bytes_each: usize, most: usize| (len / bytes_each + 4).min(most);
        Self {
            sections: Vec::with_capacity(share(256, 1 << 12)),
            attributes: Vec::with_capacity(share(64, 1 << 14)),
            properties: Vec::with_capacity(share(64, 1 << 14)),
        }
    }

    /// The attributes of the section at `index`.
    pub(crate) fn attributes_of(&self, index: usize) -> &[Entry] {
        let start = self.sections[index].first_attribute as usize;
        let end = self.sections.get(index + 1).map_or(self.attributes.len(), |s| s.first_attribute as usize);
        &self.attributes[start..end]
    }

    /// The properties of the section at `index`.
    pub(crate) fn properties_of(&self, index: usize) -> &[Entry] {
        let start = self.sections[index].first_property as usize;
        let end = self.sections.get(index + 1).map_or(self.properties.len(), |s| s.first_property as usize);
        &self.properties[start..end]
    }

    /// Properties in front of the first section.
    pub(crate) fn loose_properties(&self) -> &[Entry] {
        let end = self.sections.first().map_or(self.properties.len(), |s| s.first_property as usize);
        &self.properties[..end]
    }
}

/// Fills a tree from the parser's events.
pub(crate) struct Builder<'b> {
    pub bytes: &'b [u8],
    pub tree: Tree,
    pub troubles: Vec<(Trouble, Span)>,
}

impl Events for Builder<'_> {
    #[inline(always)]
    fn section(&mut self, start: u32, tag: Span) {
        self.tree.sections.push(SectionEntry {
            header: Span::new(start, tag.end()),
            tag,
            first_attribute: self.tree.attributes.len() as u32,
            first_property: self.tree.properties.len() as u32,
            kind: SectionKind::of(tag.slice(self.bytes)),
        });
    }

    #[inline(always)]
    fn attribute(&mut self, key: Span, value: Span) {
        self.tree.attributes.push(Entry { key, value });
    }

    #[inline(always)]
    fn header_end(&mut self, end: u32) {
        if let Some(section) = self.tree.sections.last_mut() {
            section.header = Span::new(section.header.start(), end);
        }
    }

    fn forget_attributes(&mut self, to: u32) {
        let first = self.tree.sections.last().map_or(0, |section| section.first_attribute as usize);
        let kept = self.tree.attributes[first..].iter().take_while(|entry| entry.value.end() <= to).count();
        self.tree.attributes.truncate(first + kept);
    }

    #[inline(always)]
    fn property(&mut self, key: Span, value: Span) {
        self.tree.properties.push(Entry { key, value });
    }

    fn trouble(&mut self, kind: Trouble, span: Span) {
        if self.troubles.len() <= findings::LIMIT {
            self.troubles.push((kind, span));
        }
    }
}
