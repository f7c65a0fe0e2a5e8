//! Many files: finds a project's root and the files that scenes name, reads a file into the document
//! of its family, and knows who names whom.
//!
//! # Limitations
//!
//! Those of its parts: see [`graph`] and [`godot`].

mod document;
pub mod espresso3d;
pub mod godot;
pub mod graph;
pub mod nacatamalon;
mod outline;
mod project;
pub mod refactor;

pub use document::{Document, Family, OpenError};
pub use outline::{Fact, FactValue, Item, Outline};
pub use project::{Project, RootKind};
