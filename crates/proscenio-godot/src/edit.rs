//! Changing a file: every operation gives a list of edits that touch the bytes it must touch, and no other.
//!
//! An operation takes a [`Document`] and gives [`Edits`]: what to replace where, and what the caller
//! should know. Nothing is changed until the edits are applied; the result is read again.
//!
//! ```
//! use proscenio_godot::{Document, edit};
//! use proscenio_source::Source;
//!
//! let text = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\n\n[node name=\"B\" type=\"Node\" parent=\".\"]\nnext = NodePath(\"../B\")\n";
//! let document = Document::parse(Source::new("a.tscn", text.into()));
//! let edits = edit::rename_node(&document, "B", "Ball", &edit::Options::default()).unwrap();
//! let after = edits.apply(&document);
//! assert_eq!(after.to_bytes(), text.replace("\"B\"", "\"Ball\"").replace("../B\"", "../Ball\"").as_bytes());
//! ```
//!
//! # How nodes, properties and members are named
//!
//! See [`Target`]. Nodes are named by their path from the root, `Arm/Hand`, the root itself by `.`.
//!
//! # References
//!
//! Renaming and moving follow through everything in the file that names the node by a path: see
//! [`references()`]. Other files are not looked at.

mod advice;
mod codes;
mod compose;
mod connect;
mod draft;
mod duplicate;
mod embed;
mod extract;
mod follow;
mod get;
mod guard;
mod header;
mod ids;
mod incoming;
mod layout;
mod lists;
mod member;
mod model;
mod names;
mod node;
mod order;
mod path_text;
mod places;
mod rearrange;
mod references;
mod remove;
mod resource;
mod respell;
mod set;
mod target;
mod text;
mod unique;
mod users;

use std::sync::Arc;

pub use proscenio_source::EditRefusal;
use proscenio_source::{Edit, Finding, Source, Span, apply};

use crate::document::Document;

pub use codes::*;
pub use connect::{NewConnection, connect, disconnect};
pub use duplicate::duplicate_node;
pub use embed::{embed_resource, embed_scene};
pub use extract::{Extracted, NewFile, extract_node, extract_resource};
pub use get::{Got, get};
pub use ids::free_id;
pub use member::{Item, List, Shape, shape};
pub use node::{NewNode, add_node};
/// Among the siblings that the file has, where a number beyond the last is the end; below an instance a number is
/// also written as `index=`, because only that counts there.
pub use proscenio_source::Place;
pub use rearrange::{move_node, rename_node};
pub use references::{LeadsTo, NodeReference, Role, references};
pub use remove::remove_node;
pub use resource::{ExtChange, NewResource, ResourceChoice, Users, add_resource, change_ext_resource};
pub use resource::{remove_resource, remove_resources, set_resource};
pub use respell::{quoted_name, respell_paths};
pub use set::{set, unset};
pub use target::Target;
pub use unique::{Unique, make_unique};

/// What all operations have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Where the random part of new ids comes from: the same seed on the same file gives the same ids.
    pub seed: u64,
    /// Keeps resources that lose their last user. Otherwise they go, as they do when the engine saves.
    pub keep_unused: bool,
}

/// Where the sections of a file stand with the comments that belong to them: those right above a header and those
/// below the last property. Nothing but blanks stands between two of them.
#[must_use]
pub fn section_spans(document: &Document) -> Vec<Span> {
    layout::Layout::new(document).blocks.iter().map(|block| Span::new(block.start, block.end)).collect()
}

/// What an operation changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// The changes, for [`proscenio_source::apply`]. They do not overlap.
    pub edits: Vec<Edit>,
    /// What the caller should know: paths that lead nowhere afterwards, and the like.
    pub findings: Vec<Finding>,
    /// What the operation made: the path of a node, the id of a resource.
    pub made: Option<String>,
}

impl Edits {
    /// The document with the changes, read again.
    #[must_use]
    pub fn apply(&self, document: &Document) -> Document {
        let source = document.source();
        // Operations make edits that lie in the file and do not overlap; a test holds them to it.
        let bytes = apply(source.bytes(), &self.edits).unwrap_or_else(|_| source.bytes().to_vec());
        Document::parse(Source::new(Arc::clone(source.path()), bytes))
    }
}
