//! What a merge is asked for, and what it gives.

use proscenio_source::Finding;

use crate::list::{Conflict, Side};

/// What becomes of a conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Ours stays and the conflict is marked.
    #[default]
    Mark,
    /// Ours stays, without a mark.
    Ours,
    /// Theirs is taken, without a mark.
    Theirs,
    /// Both are taken where both can stand: items that one side deleted and the other changed stay, new items
    /// of both sides stand behind one another. Otherwise ours stays.
    Union,
}

/// How a conflict is marked in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Markers {
    /// In a comment that the engine passes over, so that the file still loads.
    #[default]
    Comments,
    /// As git marks lines, which no engine reads.
    Git,
}

/// What a merge is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What becomes of conflicts.
    pub strategy: Strategy,
    /// How they are marked.
    pub markers: Markers,
    /// What base, ours and theirs are called in git's markers.
    pub labels: [String; 3],
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strategy: Strategy::default(),
            markers: Markers::default(),
            labels: ["base".to_owned(), "ours".to_owned(), "theirs".to_owned()],
        }
    }
}

/// How the result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is one of the inputs, byte for byte.
    Untouched(Side),
    /// The scenes were merged item by item.
    Structure,
    /// Lines were merged, as git does: an input is damaged, or no scene of a known family.
    Text,
}

/// A merged file.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The file.
    pub bytes: Vec<u8>,
    /// What a person has to decide.
    pub conflicts: Vec<Conflict>,
    /// Why the lines were merged and not the scenes, and what else is worth knowing.
    pub findings: Vec<Finding>,
    /// How the result came about.
    pub how: How,
    /// Of a binary file its text, with the conflicts marked in it.
    pub text: Option<Vec<u8>>,
}
