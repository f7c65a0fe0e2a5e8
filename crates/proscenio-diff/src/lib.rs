//! Differences between scene files, and three-way merges that lose no edit.
//!
//! ```
//! use proscenio_diff::{Options, merge};
//! use proscenio_source::Source;
//!
//! let scene = |x: &str, y: &str| {
//!     let text = format!("[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nx = {x}\ny = {y}\n");
//!     Source::new("a.tscn", text.into())
//! };
//! let merged = merge(&scene("1", "1"), &scene("2", "1"), &scene("1", "3"), &Options::default());
//! assert_eq!(merged.bytes, scene("2", "3").bytes());
//! assert!(merged.conflicts.is_empty());
//! ```
//!
//! A document is seen as lists of keyed items: sections, their headers and properties, entries of
//! dictionaries. What one side left alone comes from the other side byte for byte; what both changed is taken apart
//! further; what is left is a [`Conflict`]. Values are compared decoded and exact: `1` is not `1.0`, and a whole
//! number of 64 bits keeps all of them.
//!
//! # Limitations
//!
//! * Packed arrays that a side made longer or shorter are merged whole, but for keys of animations and cells of tile
//!   maps.
//! * A binary file cannot hold marks: ours stays in it, and [`Merged::text`] has them.
//! * A file that is damaged, or of no known family, is merged line by line, and the result says so.

mod codes;
mod difference;
mod engine;
mod espresso3d;
mod godot;
mod hash;
mod lines;
mod list;
mod marks;
mod merge;
mod nacatamalon;
mod normalize;
mod options;
mod resolve;
mod sequence;
mod text;
mod weave;

pub use codes::CODES;
pub use difference::{Change, ChangeKind, Difference};
pub use godot::binary::as_binary;
pub use lines::lines;
pub use list::{Conflict, ConflictKind, Place, Side};
pub use merge::{diff, merge};
pub use normalize::normalize;
pub use options::{How, Markers, Merged, Options, Strategy};
pub use proscenio_nacatamalon::CONFLICTS;
pub use resolve::{OpenConflict, Take, open_conflicts, resolve};
