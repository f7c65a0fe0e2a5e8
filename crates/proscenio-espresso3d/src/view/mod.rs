//! The typed view: what the items of a file mean, decoded when asked for.
//!
//! Every view is a reference to its document and a place in it; copying one costs nothing. A value that is
//! missing or damaged reads as `None`; the findings of the document say why.

mod actor;
mod map;
mod texture_set;
mod triangle;

use std::borrow::Cow;
use std::fmt;

use proscenio_source::Span;

pub use actor::{Animation, Bone, Command, CommandKind, Frame, FrameBone, Model};
pub use map::{Actor, ParticleSystem, Portal, PortalType, Pose, Sector};
pub use texture_set::{Entry, TextureSetRef};
pub use triangle::{Layer, Triangle};

pub(crate) use actor::group as bone_group;
pub(crate) use triangle::{pairs, triples};

use crate::document::Document;
use crate::lexer::Lexer;
use crate::scan;
use crate::syntax::{Keyword, Kind};
use crate::tree::{Node, NodeIndex};
use crate::value;

/// A word of a file: an id, a name, an alias or a path.
#[derive(Clone, Copy)]
pub struct Word<'a> {
    document: &'a Document,
    span: Span,
}

impl<'a> Word<'a> {
    /// Where it stands.
    #[must_use]
    pub fn span(self) -> Span {
        self.span
    }

    /// Its bytes; ids and aliases are compared as bytes, letter case included.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.document.source().slice(self.span)
    }

    /// Its text: UTF-8, or Latin-1 where it is no UTF-8.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        value::text(self.bytes())
    }
}

impl fmt::Debug for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?}", self.text(), self.span)
    }
}

/// A node of a document's tree: what every view stands on.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    pub(crate) document: &'a Document,
    pub(crate) index: NodeIndex,
    pub(crate) node: Node,
}

impl<'a> Item<'a> {
    /// Where it stands, from its first word to its last.
    #[must_use]
    pub fn span(self) -> Span {
        self.node.span()
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node.kind()
    }

    /// Its place in the tree.
    #[must_use]
    pub fn index(self) -> NodeIndex {
        self.index
    }

    /// The nodes directly in it.
    pub fn children(self) -> impl Iterator<Item = Item<'a>> {
        self.document.tree().children(self.index).map(move |(index, node)| Item {
            document: self.document,
            index,
            node,
        })
    }

    pub(crate) fn all(self, kind: Kind) -> impl Iterator<Item = Item<'a>> {
        self.children().filter(move |child| child.kind() == kind)
    }

    /// The last child of a kind: a repeated field overwrites.
    pub(crate) fn field(self, kind: Kind) -> Option<Item<'a>> {
        self.all(kind).last()
    }

    pub(crate) fn word(self, kind: Kind) -> Option<Word<'a>> {
        self.all(kind).next().map(Item::as_word)
    }

    pub(crate) fn as_word(self) -> Word<'a> {
        Word { document: self.document, span: self.span() }
    }

    /// The numbers that stand in a field or list, each with its place. `None` for one that is damaged.
    pub fn numbers(self) -> impl Iterator<Item = (Span, Option<f64>)> + 'a {
        let bytes = self.document.source().bytes();
        let end = self.node.span().end();
        let mut lexer = Lexer::new(bytes, self.node.span().start());
        // A list begins with its first number, a field with its tag.
        if self.kind() != Kind::List {
            lexer.next_significant();
        }
        // A bone of a group has its id in front.
        if self.kind() == Kind::GroupBone {
            lexer.next_significant();
        }
        (0..self.node.number_count()).map_while(move |_| {
            let token = lexer.next_significant();
            (token.end <= end).then(|| (token.span(), value::number(token.span().slice(bytes))))
        })
    }

    /// Exactly `N` numbers, or `None` when there are fewer or one is damaged.
    pub(crate) fn values<const N: usize>(self) -> Option<[f64; N]> {
        if usize::from(self.node.number_count()) < N {
            return None;
        }
        if let Some(plain) = self.plain_values() {
            return Some(plain);
        }
        let mut out = [0.0; N];
        let mut numbers = self.numbers();
        for slot in &mut out {
            *slot = numbers.next()?.1?;
        }
        Some(out)
    }
}

impl Item<'_> {
    /// As [`Item::values`] where all numbers are plain and nothing but separators stands between them; the node must
    /// have so many.
    #[inline]
    fn plain_values<const N: usize>(self) -> Option<[f64; N]> {
        let bytes = self.document.source().bytes();
        // A tag is as long as its keyword, in whatever case it is written.
        let tag = match self.kind() {
            Kind::List => 0,
            Kind::Vertices => Keyword::Vertices.text().len(),
            Kind::Texture => Keyword::Texture.text().len(),
            Kind::Detail0 | Kind::Detail1 => Keyword::Detail0.text().len(),
            _ => return None,
        };
        let mut at = self.node.span().start() as usize + tag;
        let mut out = [0.0; N];
        for slot in &mut out {
            (*slot, at) = scan::plain_number(bytes, scan::skip_separators(bytes, at))?;
        }
        Some(out)
    }
}

impl fmt::Debug for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.span())
    }
}

/// A view that stands on one node.
macro_rules! view {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a> {
            item: $crate::view::Item<'a>,
        }

        impl<'a> $name<'a> {
            pub(crate) fn new(item: $crate::view::Item<'a>) -> Self {
                Self { item }
            }

            /// Where it stands, from its first word to its last.
            #[must_use]
            pub fn span(self) -> proscenio_source::Span {
                self.item.span()
            }

            /// The node under the view.
            #[must_use]
            pub fn item(self) -> $crate::view::Item<'a> {
                self.item
            }
        }
    };
}
pub(crate) use view;
