//! Flags of `info`.

use clap::{Args, ValueEnum};

use super::Format;

/// One file to look at, and how closely.
#[derive(Args)]
pub struct InfoArgs {
    /// The file, or - for standard input
    pub file: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print what the scene comes to in numbers: where every node is, vertices of meshes, bones, paths, cells
    #[arg(long)]
    pub vertices: bool,
    /// What that release of the engine keeps of the file (Espresso3D)
    #[arg(long, value_enum, value_name = "RELEASE")]
    pub engine: Option<Engine>,
}

/// A release of Espresso3D whose loader is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Release 0.5 of July 2008, the last
    #[value(name = "0.5")]
    V05,
}
