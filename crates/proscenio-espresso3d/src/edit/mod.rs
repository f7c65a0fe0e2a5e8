//! Changing a file: every operation gives a list of edits that touch the bytes they must touch, and no other.
//!
//! An operation takes a [`Document`] and gives [`Edits`]: what to replace where, and what the caller should
//! know. Nothing is changed until the edits are applied.
//!
//! ```
//! use proscenio_espresso3d::{Document, FileKind, edit};
//! use proscenio_source::Source;
//!
//! let text = "SECTOR hall\n{\n  PORTAL FAST door\n  {\n    VERTICES\n      0 0 0, 0 2 0, 1 2 0, 1 0 0;\n    PORTALLINK\n      hall door;\n  }\n}\n";
//! let map = Document::parse(Source::new("a.e3m", text.into()), FileKind::Map);
//! let edits = edit::set(&map, "hall/door:VERTICES:B:Y", "2.5")?;
//! assert_eq!(edits.bytes(&map), text.replace("0 2 0, 1", "0 2.5 0, 1").as_bytes());
//! let edits = edit::rename(&map, "hall", "yard")?;
//! assert_eq!(edits.bytes(&map), text.replace("hall", "yard").as_bytes());
//! # Ok::<(), proscenio_source::EditRefusal>(())
//! ```
//!
//! # How things are named
//!
//! See [`Address`]. What is new stands as its neighbours stand: in the dialect of the file, with its indentation and
//! its line ends. Numbers are written as they are given.
//!
//! # References
//!
//! Sectors and portals are named by `PORTALLINK`; bones by the parents, triangles and frames of the file; an alias
//! by triangles. A new name follows in all of them. Names that other files or programs use (registered actors and
//! particle systems, the aliases of a texture set) cannot be followed, which is told.
//!
//! # Limitations
//!
//! Bones of a `BONEGROUP` (the transitional spelling) can be read, moved in space, renamed and removed; new ones are
//! written as `BONE`. `LIGHT` and `TERRAIN` have no fields.

mod address;
mod arrange;
mod codes;
mod field;
mod find;
mod item;
mod layout;
mod rename;
mod spell;
mod value;
mod words;

use std::sync::Arc;

pub use proscenio_source::EditRefusal;
use proscenio_source::{Edit, Finding, Source, apply};

use crate::Document;

pub use address::{Address, Step, Which};
pub use arrange::{duplicate, move_item};
pub use codes::*;
pub use item::{NewItem, add, remove};
/// Among items of one kind; a sibling is named by a step as in an [`Address`].
pub use proscenio_source::Place;
pub use rename::rename;
pub use value::{Got, Value, get, set, unset};

/// Where the values of a field of an item stand; `None` when one is missing.
pub(crate) fn values(item: crate::Item<'_>, field: &str) -> Option<Vec<proscenio_source::Span>> {
    let field = field::field_named(item.kind(), field).ok()?;
    field::Written::of(item, field).slots.into_iter().collect()
}

/// The tag of an item or field.
pub(crate) fn tag(item: crate::Item<'_>) -> proscenio_source::Span {
    field::tag(item)
}

/// Takes something out with its lines.
pub(crate) fn removal(document: &Document, span: proscenio_source::Span) -> Edit {
    layout::Layout::of(document).remove(span)
}

/// What an operation changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// The changes, for [`proscenio_source::apply`]. They do not overlap.
    pub edits: Vec<Edit>,
    /// What the caller should know: links that lead nowhere now, and the like.
    pub findings: Vec<Finding>,
    /// The address of what the operation made.
    pub made: Option<String>,
}

impl Edits {
    /// The file with the changes, in one pass over its bytes.
    #[must_use]
    pub fn bytes(&self, document: &Document) -> Vec<u8> {
        let bytes = document.source().bytes();
        // Operations make edits that lie in the file and do not overlap; tests hold them to it.
        apply(bytes, &self.edits).unwrap_or_else(|_| bytes.to_vec())
    }

    /// The document with the changes, read again.
    #[must_use]
    pub fn apply(&self, document: &Document) -> Document {
        let source = Source::new(Arc::clone(document.source().path()), self.bytes(document));
        Document::parse(source, document.kind())
    }

    /// The edits that turn the changed file back into `document`, byte for byte.
    #[must_use]
    pub fn undo(&self, document: &Document) -> Vec<Edit> {
        proscenio_source::undo(document.source().bytes(), &self.edits)
    }
}

impl From<Vec<Edit>> for Edits {
    fn from(edits: Vec<Edit>) -> Self {
        Self { edits, ..Self::default() }
    }
}
