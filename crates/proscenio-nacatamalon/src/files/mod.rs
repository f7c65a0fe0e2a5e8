//! The files a scene names and never holds: one module per kind, each with a typed document, a reader that
//! never fails, and a writer.
//!
//! The lossless layer below is [`crate::Document`] for all of them. A reader gives a [`Read`]: the file, the
//! findings, and whether the engine would refuse it. `serialize` writes a file as the engine lays it out,
//! with defaults left out and unknown members kept. A member of the format whose value cannot be used is
//! kept beside the unknown ones, and is written back until the field gets a value of its own.

pub mod atlas;
pub mod codes;
pub mod cube;
pub mod ease;
pub mod font;
pub mod graph;
mod json;
pub mod motion;
pub mod pack;
pub mod palette;
pub mod particles;
pub mod post;
pub mod project;
mod reader;
pub mod shader;
mod sheet;
mod sidecar;
pub mod song;
pub mod store;
pub mod tables;
pub mod tilemap;

pub use codes::CODES;
pub use json::Members;
pub use reader::Read;
pub use sheet::{CutError, Frame, Sheet};
pub use sidecar::{Sidecar, SidecarKind};
