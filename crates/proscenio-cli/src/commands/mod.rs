//! One module per command.

pub mod check;
pub mod completions;
pub mod convert;
pub mod explain;
pub mod info;
pub mod render;
pub mod tree;
pub mod verify;
