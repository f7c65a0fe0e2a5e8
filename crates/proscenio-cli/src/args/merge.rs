//! Flags of the commands that compare and merge.

use clap::{Args, ValueEnum};

use super::Format;

/// What to merge, and how.
#[derive(Args)]
pub struct MergeArgs {
    /// What both sides started from; an empty file when both added it
    pub base: String,
    /// Our side, which stays where both changed one thing
    pub ours: String,
    /// Their side
    pub theirs: String,
    /// The file to write; standard output without it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// The name of the file that is merged, when the names of the arguments do not tell its family
    #[arg(long, value_name = "NAME")]
    pub path: Option<String>,
    /// What becomes of a conflict
    #[arg(long, value_enum, default_value_t = Strategy::Mark, value_name = "STRATEGY")]
    pub strategy: Strategy,
    /// How a conflict is marked
    #[arg(long, value_enum, default_value_t = Markers::Comments, value_name = "MARKERS")]
    pub markers: Markers,
    /// How to print the conflicts, on standard error
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// What becomes of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// Ours stays, and the conflict is marked
    Mark,
    /// Ours stays
    Ours,
    /// Theirs is taken
    Theirs,
    /// Both where both can stand, else ours
    Union,
}

/// How a conflict is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Markers {
    /// In a comment, so that the file still loads
    Comments,
    /// As git marks lines
    Git,
}
