//! Godot scene and resource files, text (`.tscn`, `.tres`, `.escn`) and binary (`.scn`, `.res`), read
//! without losing a byte.
//!
//! ```
//! use proscenio_godot::Document;
//! use proscenio_source::Source;
//!
//! let text = "[gd_scene format=3]\n\n[node name=\"Ball\" type=\"Node3D\"] ; the root\n";
//! let document = Document::parse(Source::new("ball.tscn", text.into()));
//! assert_eq!(document.to_bytes(), text.as_bytes());
//! assert!(document.findings().is_empty());
//! ```
//!
//! # Limitations
//!
//! A document is one file; what other files say
//! about it (instanced and inherited scenes) is the business of `proscenio-project`.

pub mod animation;
pub mod binary;
mod check;
pub mod classes;
pub mod content;
mod document;
pub mod edit;
pub mod findings;
pub mod format;
pub mod gdscript;
mod lexer;
pub mod node_path;
mod nodes;
mod parser;
mod scan;
mod section;
pub mod spell;
mod tree;
pub mod upgrade;
pub mod value;
pub mod versions;
mod view;
mod write;

pub use document::{Document, Kind};
pub use findings::CODES;
pub use nodes::{NodeIndex, NodeTree, Parent, TreeNode};
pub use section::{Entry, Section};
pub use tree::SectionKind;
pub use value::Value;
pub use view::{Connection, Editable, ExtResource, Node, SubResource};
pub use write::Piece;
