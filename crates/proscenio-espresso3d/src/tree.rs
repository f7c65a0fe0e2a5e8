//! The tree of a file: one flat table, filled from the parser's events.

use proscenio_source::Span;

use crate::parser::Sink;
use crate::problem::{Problem, Problems};
use crate::syntax::Kind;

/// One item, field, word, list or comment. Sixteen bytes, whatever it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    start: u32,
    end: u32,
    /// Nodes of the subtree, this one included.
    size: u32,
    kind: Kind,
    count: u8,
    block: bool,
}

impl Node {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its bytes, from its first word to its last.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }

    /// How many numbers stand in it directly (fields and lists).
    #[must_use]
    pub fn number_count(&self) -> u8 {
        self.count
    }

    /// Whether an item is written with a block in braces.
    #[must_use]
    pub fn is_block(&self) -> bool {
        self.block
    }
}

/// The place of a node in the table of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(u32);

/// All nodes of a file in the order of the file; a node's children follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The node of the whole file.
    #[must_use]
    pub fn root(&self) -> NodeIndex {
        NodeIndex(0)
    }

    /// A node.
    #[must_use]
    pub fn node(&self, index: NodeIndex) -> Node {
        self.nodes[index.0 as usize]
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Never true: every tree has a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The children of a node in the order of the file.
    #[must_use]
    pub fn children(&self, index: NodeIndex) -> Children<'_> {
        let end = index.0 + self.node(index).size;
        Children { tree: self, at: index.0 + 1, end }
    }

    /// Every node in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes.iter().copied()
    }
}

/// The children of a node.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a Tree,
    at: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = (NodeIndex, Node);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let index = NodeIndex(self.at);
        let node = self.tree.node(index);
        self.at += node.size;
        Some((index, node))
    }
}

/// Fills the table.
pub(crate) struct Builder {
    nodes: Vec<Node>,
    open: Vec<u32>,
    pub problems: Problems,
}

impl Builder {
    /// A builder for a file of `len` bytes.
    pub fn new(len: usize) -> Self {
        // Measured: real files have one node for 40 to 60 bytes.
        let mut nodes = Vec::with_capacity(len / 48 + 16);
        nodes.push(Node { start: 0, end: len as u32, size: 1, kind: Kind::Root, count: 0, block: true });
        Self { nodes, open: Vec::new(), problems: Problems::default() }
    }

    /// The finished tree; nodes that are still open are a mistake of the parser, and end with the file.
    pub fn finish(mut self) -> (Tree, Problems) {
        let end = self.nodes[0].end;
        while !self.open.is_empty() {
            self.close(end, 0, false);
        }
        self.nodes[0].size = self.nodes.len() as u32;
        if self.nodes.capacity() > self.nodes.len() * 2 {
            self.nodes.shrink_to_fit();
        }
        (Tree { nodes: self.nodes }, self.problems)
    }
}

impl Sink for Builder {
    #[inline]
    fn open(&mut self, kind: Kind, start: u32) {
        self.open.push(self.nodes.len() as u32);
        self.nodes.push(Node { start, end: start, size: 1, kind, count: 0, block: false });
    }

    #[inline]
    fn close(&mut self, end: u32, count: u8, block: bool) {
        if let Some(index) = self.open.pop() {
            let size = self.nodes.len() as u32 - index;
            let node = &mut self.nodes[index as usize];
            (node.end, node.size, node.count, node.block) = (end, size, count, block);
        }
    }

    #[inline]
    fn leaf(&mut self, kind: Kind, span: Span) {
        let (start, end) = (span.start(), span.end());
        self.nodes.push(Node { start, end, size: 1, kind, count: 0, block: false });
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}
