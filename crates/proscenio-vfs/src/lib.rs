//! How Proscenio reaches files: the [`Vfs`] trait with an in-memory, a zip and (feature `os`) a real tree,
//! and the rules of paths.
//!
//! A path is a text with `/` between names, whatever the machine says; see [`path`].
//!
//! # Limitations
//!
//! Zip trees are read-only, and no file beyond [`MAX_READ`] bytes is read.

#[cfg(feature = "os")]
mod disk;
mod memory;
pub mod path;
mod tree;
mod zip;

#[cfg(feature = "os")]
pub use disk::DiskTree;
pub use memory::MemoryTree;
pub use tree::{Entry, EntryKind, MAX_READ, Vfs, VfsError, find_ignoring_case};
pub use zip::ZipTree;
