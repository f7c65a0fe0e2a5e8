//! Sections and their entries as they stand in the file.

use std::borrow::Cow;
use std::fmt;

use proscenio_source::{Finding, Span};

use crate::document::Document;
use crate::tree::{self, SectionKind};
use crate::value::{self, Value};

/// One section: its header and the properties below it.
#[derive(Clone, Copy)]
pub struct Section<'d> {
    document: &'d Document,
    index: usize,
}

impl<'d> Section<'d> {
    pub(crate) fn new(document: &'d Document, index: usize) -> Self {
        Self { document, index }
    }

    fn entry(self) -> &'d tree::SectionEntry {
        &self.document.tree.sections[self.index]
    }

    /// The document it stands in.
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// Its place in [`Document::sections`].
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// What it is, by its name.
    #[must_use]
    pub fn kind(self) -> SectionKind {
        self.entry().kind
    }

    /// Its name, such as `node`.
    #[must_use]
    pub fn tag(self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.document.slice(self.entry().tag))
    }

    /// Where its name stands.
    #[must_use]
    pub fn tag_span(self) -> Span {
        self.entry().tag
    }

    /// From `[` to behind `]`.
    #[must_use]
    pub fn header_span(self) -> Span {
        self.entry().header
    }

    /// From `[` to behind the last property.
    #[must_use]
    pub fn span(self) -> Span {
        let header = self.entry().header;
        self.entries().last().map_or(header, |last| header.cover(last.value))
    }

    fn entries(self) -> &'d [tree::Entry] {
        self.document.tree.properties_of(self.index)
    }

    /// The `key=value` pairs of its header.
    pub fn attributes(self) -> impl ExactSizeIterator<Item = Entry<'d>> + DoubleEndedIterator + Clone {
        let document = self.document;
        document.tree.attributes_of(self.index).iter().map(move |entry| Entry::new(document, *entry))
    }

    /// The attribute with a name; of several the last, which is the one the engine keeps.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<Entry<'d>> {
        let entries = self.document.tree.attributes_of(self.index);
        let found = entries.iter().rev().find(|entry| self.document.slice(entry.key) == name.as_bytes())?;
        Some(Entry::new(self.document, *found))
    }

    /// Its properties in file order.
    pub fn properties(self) -> impl ExactSizeIterator<Item = Entry<'d>> + DoubleEndedIterator + Clone {
        let document = self.document;
        self.entries().iter().map(move |entry| Entry::new(document, *entry))
    }

    /// The property with a name; of several the last, which is the one the engine keeps.
    #[must_use]
    pub fn property(self, name: &str) -> Option<Entry<'d>> {
        let document = self.document;
        self.entries().iter().rev().map(|entry| Entry::new(document, *entry)).find(|entry| entry.is(name))
    }
}

impl fmt::Debug for Section<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Section({:?} at {:?})", self.kind(), self.header_span())
    }
}

/// A key and its value: a header attribute or a property.
#[derive(Clone, Copy)]
pub struct Entry<'d> {
    document: &'d Document,
    entry: tree::Entry,
}

impl<'d> Entry<'d> {
    pub(crate) fn new(document: &'d Document, entry: tree::Entry) -> Self {
        Self { document, entry }
    }

    /// The key, without the quotes and escapes it may be written with.
    #[must_use]
    pub fn key(self) -> Cow<'d, str> {
        value::key_text(self.document.slice(self.entry.key))
    }

    /// Whether the key is `name`.
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        let raw = self.document.slice(self.entry.key);
        raw == name.as_bytes() || (raw.first() == Some(&b'"') && self.key() == name)
    }

    /// Where the key stands, its quotes included.
    #[must_use]
    pub fn key_span(self) -> Span {
        self.entry.key
    }

    /// Where the value stands; empty when it is missing.
    #[must_use]
    pub fn value_span(self) -> Span {
        self.entry.value
    }

    /// From the key to behind the value.
    #[must_use]
    pub fn span(self) -> Span {
        self.entry.key.cover(self.entry.value)
    }

    /// The value as it is written.
    #[must_use]
    pub fn raw(self) -> &'d [u8] {
        self.document.slice(self.entry.value)
    }

    /// The value, decoded; what is wrong with it is left out. Damaged text gives [`Value::Null`].
    #[must_use]
    pub fn value(self) -> Value {
        value::decode(self.raw()).value
    }

    /// The value, decoded, and what is wrong with it.
    #[must_use]
    pub fn decode(self) -> (Value, Vec<Finding>) {
        self.findings(value::decode(self.raw()))
    }

    /// The value as [`value::decode_wide`] gives it, and what is wrong with it.
    #[must_use]
    pub fn decode_wide(self) -> (Value, Vec<Finding>) {
        self.findings(value::decode_wide(self.raw()))
    }

    fn findings(self, decoded: value::Decoded) -> (Value, Vec<Finding>) {
        let path = self.document.source().path();
        let start = self.entry.value.start();
        let finding = |problem: value::Problem| problem.finding(path, start).about(self.key());
        (decoded.value, decoded.problems.into_iter().map(finding).collect())
    }

    /// The value as text: a string of any spelling, without a copy when it has no escape.
    #[must_use]
    pub fn text(self) -> Option<Cow<'d, str>> {
        value::string_text(self.raw())
    }

    /// The value as a whole number.
    #[must_use]
    pub fn integer(self) -> Option<i64> {
        std::str::from_utf8(self.raw()).ok()?.parse().ok()
    }
}

impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({} at {:?})", self.key(), self.entry.value)
    }
}
