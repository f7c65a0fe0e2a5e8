//! One module per command.

pub mod cat;
pub mod check;
pub mod completions;
pub mod convert;
pub mod convert_godot;
pub mod convert_model;
pub mod diff;
pub mod edit;
mod engine;
pub mod explain;
pub mod eye;
pub mod files;
pub mod fmt;
pub mod frames;
pub mod git;
pub mod info;
pub mod instanced;
pub mod merge;
pub mod mergetool;
pub mod moving;
pub mod project;
pub mod render;
pub mod run;
pub mod schema;
pub mod tree;
pub mod upgrade;
pub mod verify;
