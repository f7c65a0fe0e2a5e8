//! Changing a scene file: every operation gives a list of edits that touch the bytes it must touch, and no
//! other.
//!
//! An operation takes a [`Document`] and gives [`Edits`]: what to replace where, and what the caller should
//! know. Nothing is changed until the edits are applied.
//!
//! ```
//! use proscenio_nacatamalon::{Document, edit};
//! use proscenio_source::Source;
//!
//! let text = r#"{"format": "nacatamalon-scene", "version": 1, "name": "A", "assets": [],
//!   "root": {"id": "r", "name": "A", "children": [{"id": "p", "name": "Player", "transform": {"x": 1}}]}}"#;
//! let document = Document::parse(Source::new("a.scene", text.into()));
//! let target = edit::Target::parse("Player:transform:y").unwrap();
//! let edits = edit::set(&document, &target, "40", &edit::Options::default()).unwrap();
//! assert_eq!(edits.bytes(&document), text.replace(r#"{"x": 1}"#, r#"{"x": 1, "y": 40}"#).as_bytes());
//! ```
//!
//! # How things are named
//!
//! See [`Target`]. What is new stands as its neighbours stand: their indentation, their line ends, on one line
//! where they are on one line. A value is written as it is given, also when it is the default.
//!
//! # References
//!
//! Boxes are named by their ids alone, in the `by` of masks. Giving a box another id follows there, and a copy
//! of a box with its mask has a mask of its own. Names are for people: nothing follows a name.

mod codes;
mod component;
mod copy;
mod find;
mod guard;
mod ids;
mod known;
mod layout;
mod node;
mod style;
mod target;
mod value;

use std::sync::Arc;

pub use proscenio_source::EditRefusal;
use proscenio_source::{Edit, Finding, Source, apply};

use crate::Document;

pub use codes::*;
pub use component::{NewComponent, add_component, remove_component};
pub use copy::duplicate_node;
pub(crate) use ids::made_id;
pub use node::{NewNode, add_node, move_node, remove_node, rename_node};
/// Among the boxes of a box, or the components of one; a sibling is named by its name or id.
pub use proscenio_source::Place;
pub(crate) use style::{Style, lay_out};
pub use target::{Owner, Step, Target};
pub use value::{Got, get, set, unset};

/// What all operations have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Where new ids come from: the same seed on the same file gives the same ids.
    pub seed: u64,
}

/// What an operation changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// The changes, for [`proscenio_source::apply`]. They do not overlap.
    pub edits: Vec<Edit>,
    /// What the caller should know: masks that lose their shape, and the like.
    pub findings: Vec<Finding>,
    /// What the operation made: the id of a box or a component.
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
        Document::parse(Source::new(Arc::clone(document.source().path()), self.bytes(document)))
    }

    /// The edits that turn the changed file back into `document`, byte for byte.
    #[must_use]
    pub fn undo(&self, document: &Document) -> Vec<Edit> {
        proscenio_source::undo(document.source().bytes(), &self.edits)
    }
}
