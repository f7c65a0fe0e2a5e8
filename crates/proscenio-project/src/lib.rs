//! Many files: finds a project's root and the files that scenes name, and reads a file into the document
//! of its family.
//!
//! # Limitations
//!
//! Thin for now: no uid tables, no instancing, no reference graph.

mod document;
mod project;

pub use document::Family;
pub use project::{Project, RootKind};
