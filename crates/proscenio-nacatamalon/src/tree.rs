//! The whole file as one flat table: twelve bytes per value or key, nothing decoded.
//!
//! Entries stand in file order. Behind an object's entry come its members, each a key and then its value;
//! behind an array's entry come its elements; each entry knows where the next one beside it stands. What an
//! entry is (string, number, object) is told by its first byte in the file.

use proscenio_source::Span;

use crate::parser::{Events, Problem};

/// A place in the table of a [`crate::Document`]. It means nothing for another document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub(crate) u32);

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    end: u32,
    /// The entry behind this one and all it holds.
    next: u32,
}

/// The table of one file.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    entries: Vec<Entry>,
}

impl Tree {
    /// The file's one value; `None` when the file holds none.
    pub(crate) fn root(&self) -> Option<ValueId> {
        (!self.entries.is_empty()).then_some(ValueId(0))
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The bytes of an entry, empty where a key or value is missing. Entries of another table give an
    /// empty span.
    pub(crate) fn span(&self, id: ValueId) -> Span {
        self.entries.get(id.0 as usize).map_or(Span::empty(0), |entry| Span::new(entry.start, entry.end))
    }

    /// The entry behind `id` and all it holds.
    pub(crate) fn next(&self, id: ValueId) -> ValueId {
        ValueId(self.entries.get(id.0 as usize).map_or(u32::MAX, |entry| entry.next))
    }

    /// The first entry inside `id`, which is a key or an element; equal to [`Self::next`] when there is none.
    pub(crate) fn first(&self, id: ValueId) -> ValueId {
        ValueId(id.0.saturating_add(1))
    }
}

/// More problems than this are counted, not kept: a file of nothing but commas must not fill the memory.
pub(crate) const MAX_PROBLEMS: usize = 100;

/// Below this, memory is not worth a second allocation.
const LARGE: usize = 1 << 16;

/// Builds the table from the parser's events.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    entries: Vec<Entry>,
    open: Vec<u32>,
    /// The first [`MAX_PROBLEMS`] problems.
    pub(crate) problems: Vec<Problem>,
    /// How many more there were.
    pub(crate) more_problems: usize,
}

impl Builder {
    /// A builder for a file of `len` bytes.
    pub(crate) fn new(len: usize) -> Self {
        // Indented scenes come to about one entry in sixteen bytes, small compact ones to one in eight.
        let guess = if len < LARGE { len / 8 } else { len / 16 };
        Self { entries: Vec::with_capacity(guess + 8), ..Self::default() }
    }

    /// The table; every opened bracket has been closed by then.
    pub(crate) fn finish(mut self) -> (Tree, Vec<Problem>, usize) {
        if self.entries.capacity() > LARGE.max(2 * self.entries.len()) {
            self.entries.shrink_to_fit();
        }
        (Tree { entries: self.entries }, self.problems, self.more_problems)
    }

    #[inline]
    fn push(&mut self, span: Span) {
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { start: span.start(), end: span.end(), next });
    }
}

impl Events for Builder {
    #[inline]
    fn open(&mut self, at: u32) {
        self.open.push(self.entries.len() as u32);
        self.push(Span::new(at, at + 1));
    }

    #[inline]
    fn close(&mut self, end: u32) {
        let next = self.entries.len() as u32;
        if let Some(index) = self.open.pop()
            && let Some(entry) = self.entries.get_mut(index as usize)
        {
            entry.end = end;
            entry.next = next;
        }
    }

    #[inline]
    fn scalar(&mut self, span: Span) {
        self.push(span);
    }

    #[inline]
    fn key(&mut self, span: Span) {
        self.push(span);
    }

    fn problem(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        } else {
            self.more_problems += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Span;

    use super::{Builder, ValueId};
    use crate::parser::parse;

    #[test]
    fn siblings_are_found_without_their_contents() {
        let text = br#"{"a": [1, {"b": 2}], "c": 3}"#;
        let mut builder = Builder::new(text.len());
        parse(text, &mut builder);
        let (tree, problems, _) = builder.finish();
        assert!(problems.is_empty());
        let root = tree.root().unwrap();
        let key_a = tree.first(root);
        let list = tree.next(key_a);
        let key_c = tree.next(list);
        assert_eq!(tree.span(root), Span::new(0, 28));
        assert_eq!(tree.span(key_a).slice(text), b"\"a\"");
        assert_eq!(tree.span(list).slice(text), br#"[1, {"b": 2}]"#);
        assert_eq!(tree.span(key_c).slice(text), b"\"c\"");
        assert_eq!(tree.next(root), ValueId(tree.len() as u32));
    }

    #[test]
    fn ids_of_another_table_are_harmless() {
        let (tree, ..) = Builder::new(0).finish();
        assert!(tree.root().is_none());
        assert!(tree.span(ValueId(7)).is_empty());
        assert_eq!(tree.next(ValueId(7)), ValueId(u32::MAX));
    }

    #[test]
    fn problems_without_end_are_counted() {
        let text = [b"[".to_vec(), b",".repeat(1000), b"]".to_vec()].concat();
        let mut builder = Builder::new(text.len());
        parse(&text, &mut builder);
        assert_eq!(builder.problems.len() + builder.more_problems, 1000);
        assert_eq!(builder.problems.len(), super::MAX_PROBLEMS);
    }
}
