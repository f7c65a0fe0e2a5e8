//! Many files: finds a project's root and the files that scenes name, and reads a file into the document
//! of its family.
//!
//! # Limitations
//!
//! No reference graph yet.

mod document;
pub mod espresso3d;
pub mod godot;
pub mod nacatamalon;
mod outline;
mod project;

pub use document::{Document, Family, OpenError};
pub use outline::{Fact, FactValue, Item, Outline};
pub use project::{Project, RootKind};
