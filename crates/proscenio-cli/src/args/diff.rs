//! Flags of `proscenio diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::render::Backend;

/// What to compare, and how to print it.
#[derive(Args)]
pub struct DiffArgs {
    /// The old file or folder; a git revision; REVISION:PATH; - for standard input
    pub old: String,
    /// The new one; the working tree where the old one is a revision and this is missing
    pub new: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = DiffFormat::Text, value_name = "FORMAT")]
    pub format: DiffFormat,
    /// Show what means nothing too: ids, order without meaning, spelling, counts
    #[arg(long)]
    pub all: bool,
    /// Numbers that are one number to 32 bits are the same
    #[arg(long)]
    pub tolerance: bool,
    /// Print long values in full
    #[arg(long)]
    pub full: bool,
    /// Draw both files with one framing, and where they differ, side by side into the picture of --output
    #[arg(long, requires = "output", conflicts_with_all = ["all", "tolerance", "full", "no_pictures"])]
    pub pictures: bool,
    /// The picture that --pictures writes
    #[arg(short, long, value_name = "FILE.png", requires = "pictures")]
    pub output: Option<PathBuf>,
    /// Width and height of each of its pictures in pixels; default: what the project says, else 1280x720
    #[arg(long, value_parser = super::parse_size, value_name = "WxH", requires = "pictures")]
    pub size: Option<[u32; 2]>,
    /// Which kind of graphics driver draws
    #[arg(long, value_enum, default_value_t = Backend::Any, value_name = "DRIVER")]
    pub backend: Backend,
    /// Leave the pictures of both sides out of the page of --format html
    #[arg(long)]
    pub no_pictures: bool,
}

/// How to print differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// A tree, for people
    Text,
    /// For machines
    Json,
    /// For pull requests
    Markdown,
    /// A page for a browser, with pictures of both sides of changed scenes
    Html,
}
