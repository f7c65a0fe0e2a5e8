//! Many files: finds a project's root and the files that scenes name, and reads a file into the document
//! of its family.
//!
//! # Limitations
//!
//! Thin for now: no uid tables and no instancing; the files of nacatamalon scenes alone are followed.

mod document;
pub mod nacatamalon;
mod outline;
mod project;

pub use document::{Document, Family, OpenError};
pub use outline::{Fact, FactValue, Item, Outline};
pub use project::{Project, RootKind};
