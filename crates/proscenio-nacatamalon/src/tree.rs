//! The whole file as one flat table: three and a half bytes per value or key, twelve more per
//! object or array, nothing decoded.
//!
//! Entries stand in file order. Behind an object's entry come its members, each a key and then its value;
//! behind an array's entry come its elements; each entry knows where the next one beside it stands. What an
//! entry is (string, number, object) is told by its first byte in the file.

use proscenio_source::Span;

use crate::parser::{Events, Problem};

/// A place in the table of a [`crate::Document`]. It means nothing for another document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub(crate) u32);

/// An entry that does not fit into three bytes: objects, arrays, and long scalars with what follows close behind.
#[derive(Clone, Copy, Debug)]
struct Wide {
    start: u32,
    end: u32,
    /// The entry behind this one and all it holds.
    next: u32,
}

/// The length that marks an entry as wide.
const WIDE: u8 = u8::MAX;

/// How many entries count from one place in the file.
const BLOCK: usize = 16;

/// What the entries of a block count from.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// Where its first entry starts in the file.
    start: u32,
    /// How many wide entries stand before it.
    wide: u32,
}

/// The table of one file.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    blocks: Vec<Block>,
    /// Where each entry starts, from the start of its block; of a wide one, its place in `wide`, from that of
    /// its block.
    offsets: Vec<u16>,
    /// How many bytes each entry has, or [`WIDE`]. As long as `offsets`.
    lengths: Vec<u8>,
    wide: Vec<Wide>,
}

/// What the table says of one entry.
enum Found<'t> {
    Narrow { start: u32, length: u8 },
    Wide(&'t Wide),
}

impl Tree {
    /// The file's one value; `None` when the file holds none.
    pub(crate) fn root(&self) -> Option<ValueId> {
        (!self.offsets.is_empty()).then_some(ValueId(0))
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    #[inline]
    fn find(&self, id: ValueId) -> Option<Found<'_>> {
        let index = id.0 as usize;
        let length = *self.lengths.get(index)?;
        let offset = u32::from(*self.offsets.get(index)?);
        let block = self.blocks.get(index / BLOCK)?;
        if length == WIDE {
            return self.wide.get((block.wide + offset) as usize).map(Found::Wide);
        }
        Some(Found::Narrow { start: block.start + offset, length })
    }

    /// The bytes of an entry, empty where a key or value is missing. Entries of another table give an
    /// empty span.
    #[inline]
    pub(crate) fn span(&self, id: ValueId) -> Span {
        match self.find(id) {
            Some(Found::Narrow { start, length }) => Span::new(start, start + u32::from(length)),
            Some(Found::Wide(wide)) => Span::new(wide.start, wide.end),
            None => Span::empty(0),
        }
    }

    /// The entry behind `id` and all it holds.
    #[inline]
    pub(crate) fn next(&self, id: ValueId) -> ValueId {
        ValueId(match self.find(id) {
            Some(Found::Narrow { .. }) => id.0 + 1,
            Some(Found::Wide(wide)) => wide.next,
            None => u32::MAX,
        })
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
    tree: Tree,
    /// The open brackets, as places in the table's wide entries.
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
        let guess = if len < LARGE { len / 8 } else { len / 16 } + 8;
        let tree = Tree {
            blocks: Vec::with_capacity(guess / BLOCK + 1),
            offsets: Vec::with_capacity(guess),
            lengths: Vec::with_capacity(guess),
            wide: Vec::with_capacity(guess / 6),
        };
        Self { tree, ..Self::default() }
    }

    /// The table; every opened bracket has been closed by then.
    pub(crate) fn finish(mut self) -> (Tree, Vec<Problem>, usize) {
        let tree = &mut self.tree;
        trim(&mut tree.blocks);
        trim(&mut tree.offsets);
        trim(&mut tree.lengths);
        trim(&mut tree.wide);
        (self.tree, self.problems, self.more_problems)
    }

    /// What the entry that is added next counts from.
    #[inline]
    fn block(&mut self, start: u32) -> Block {
        if let Some(block) = self.tree.blocks.last()
            && !self.tree.offsets.len().is_multiple_of(BLOCK)
        {
            return *block;
        }
        let block = Block { start, wide: self.tree.wide.len() as u32 };
        self.tree.blocks.push(block);
        block
    }

    #[inline]
    fn push(&mut self, span: Span) {
        let block = self.block(span.start());
        let offset = span.start().checked_sub(block.start).and_then(|offset| u16::try_from(offset).ok());
        match (offset, span.end() - span.start()) {
            (Some(offset), length) if length < u32::from(WIDE) => {
                self.tree.offsets.push(offset);
                self.tree.lengths.push(length as u8);
            }
            _ => {
                self.push_wide(block, span);
            }
        }
    }

    /// Adds a wide entry without contents so far, and tells its place.
    #[inline]
    fn push_wide(&mut self, block: Block, span: Span) -> u32 {
        let place = self.tree.wide.len() as u32;
        let next = self.tree.offsets.len() as u32 + 1;
        self.tree.wide.push(Wide { start: span.start(), end: span.end(), next });
        // Less than the number of entries in a block.
        self.tree.offsets.push((place - block.wide) as u16);
        self.tree.lengths.push(WIDE);
        place
    }
}

/// Gives back the room that a large table does not use.
fn trim<T>(list: &mut Vec<T>) {
    if list.capacity() > LARGE.max(list.len() + list.len() / 8) {
        list.shrink_to_fit();
    }
}

impl Events for Builder {
    #[inline]
    fn open(&mut self, at: u32) {
        let block = self.block(at);
        let place = self.push_wide(block, Span::new(at, at + 1));
        self.open.push(place);
    }

    #[inline]
    fn close(&mut self, end: u32) {
        let next = self.tree.offsets.len() as u32;
        if let Some(place) = self.open.pop()
            && let Some(wide) = self.tree.wide.get_mut(place as usize)
        {
            wide.end = end;
            wide.next = next;
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
    fn scalars_of_every_length_keep_their_bytes() {
        for length in [0, 1, 251, 252, 253, 254, 255, 256, 70_000] {
            let text = format!(r#"["{}", 1]"#, "x".repeat(length));
            let mut builder = Builder::new(text.len());
            parse(text.as_bytes(), &mut builder);
            let (tree, ..) = builder.finish();
            let string = tree.first(tree.root().unwrap());
            assert_eq!(tree.span(string), Span::new(1, length as u32 + 3));
            assert_eq!(tree.span(tree.next(string)).slice(text.as_bytes()), b"1");
        }
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
