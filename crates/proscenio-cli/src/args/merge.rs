//! Flags of the commands that compare and merge.

use clap::{Args, ValueEnum};

use super::Format;

/// What to merge, and how.
#[derive(Args)]
pub struct MergeArgs {
    /// What both sides started from; an empty file when both added it
    #[arg(required_unless_present = "resolve")]
    pub base: Option<String>,
    /// Our side, which stays where both changed one thing
    #[arg(required_unless_present = "resolve")]
    pub ours: Option<String>,
    /// Their side
    #[arg(required_unless_present = "resolve")]
    pub theirs: Option<String>,
    /// List the conflicts that a merge left in a file, or settle them with --take
    #[arg(long, value_name = "FILE", conflicts_with_all = ["base", "ours", "theirs", "output"])]
    pub resolve: Option<String>,
    /// With --resolve: the side to take
    #[arg(long, value_enum, requires = "resolve", value_name = "SIDE")]
    pub take: Option<Side>,
    /// With --take: only the conflict of this number
    #[arg(long, requires = "take", value_name = "NUMBER")]
    pub conflict: Option<usize>,
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

/// What to settle.
#[derive(Args)]
pub struct MergetoolArgs {
    /// A file with conflicts, or BASE OURS THEIRS MERGED as git gives them
    #[arg(required = true, num_args = 1..=4, value_name = "FILE")]
    pub files: Vec<String>,
    /// Ask nothing and take this side everywhere
    #[arg(long, value_enum, value_name = "SIDE")]
    pub take: Option<Side>,
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// What stands in the file
    Ours,
    /// What the other side has
    Theirs,
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
