//! Changes of many files at once: moving files with everything that names them, other names for nodes and classes,
//! paths of files that were moved.
//!
//! A [`Plan`] says what would be done; [`commit`] does it, all or nothing; after a crash [`recover`] completes it.
//!
//! ```
//! use proscenio_project::{Project, graph::{Facts, Graph, list}, refactor};
//! use proscenio_vfs::{MemoryTree, Vfs};
//!
//! let files = MemoryTree::from_files([
//!     ("project.godot", "[application]\nrun/main_scene=\"res://main.tscn\"\n"),
//!     ("main.tscn", "[gd_scene format=3]\n"),
//! ]);
//! let project = Project::with_root(&files, "");
//! let graph = |project: &Project<'_>| {
//!     Graph::new(project, list(project).iter().map(|path| Facts::read(project, path)).collect())
//! };
//! let before = graph(&project);
//! let plan = refactor::move_path(&project, &before, "main.tscn", "scenes/start.tscn")?;
//! refactor::commit(&files, "", &plan)?;
//! assert_eq!(files.read("project.godot")?, b"[application]\nrun/main_scene=\"res://scenes/start.tscn\"\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limitations
//!
//! Paths that programs put together while they run are not known. What an engine remembers in hidden folders is left
//! alone; it finds out by itself.

mod classes;
mod codes;
mod journal;
mod moving;
mod nodes;
mod overlay;
mod parts;
mod repair;
mod respell;

use proscenio_source::{Edit, EditRefusal, Finding, Span};
use rustc_hash::FxHashMap;

pub use classes::rename_class;
pub use codes::*;
pub use journal::{JOURNAL, Recovered, Stopped, commit, recover};
use moving::change_of;
pub use moving::{lost, move_path};
pub use nodes::rename_node;
pub use overlay::Overlay;
pub use parts::{embed, extract};
pub use repair::repair;

/// A file that gets other bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it is before anything is done.
    pub path: String,
    /// Where it is afterwards.
    pub to: String,
    /// Its bytes before.
    pub before: Vec<u8>,
    /// What is replaced by what.
    pub edits: Vec<Edit>,
    /// Its bytes afterwards.
    pub after: Vec<u8>,
}

impl Change {
    /// A file that stays where it is and gets other bytes; the edit is what lies between what both begin and end with.
    #[must_use]
    pub fn rewritten(path: impl Into<String>, before: Vec<u8>, after: Vec<u8>) -> Self {
        let same = |(a, b): &(&u8, &u8)| a == b;
        let start = before.iter().zip(&after).take_while(same).count();
        let rest = before.len().min(after.len()) - start;
        let end = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(same).count();
        let text = after.get(start..after.len() - end).unwrap_or_default().to_vec();
        // Files are shorter than 4 GiB, as spans are everywhere.
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let edits = vec![Edit::replace(Span::new(place(start), place(before.len() - end)), text)];
        let path = path.into();
        Self { to: path.clone(), path, before, edits, after }
    }
}

/// What would be done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Files and folders with their new paths; nothing is there yet. They do not lie in each other.
    pub moves: Vec<(String, String)>,
    /// Files that are made, with their bytes; nothing is there yet.
    pub created: Vec<(String, Vec<u8>)>,
    /// Files that get other bytes, in the order of names.
    pub changes: Vec<Change>,
    /// What to know about it.
    pub findings: Vec<Finding>,
}

impl Plan {
    /// Where a path is after the moves.
    #[must_use]
    pub fn moved(&self, path: &str) -> String {
        moved(&self.moves, path)
    }

    /// The bytes of made and changed files by their new paths, for [`Overlay::new`].
    #[must_use]
    pub fn written(&self) -> FxHashMap<String, Vec<u8>> {
        let changed = self.changes.iter().map(|change| (change.to.clone(), change.after.clone()));
        self.created.iter().cloned().chain(changed).collect()
    }
}

/// Where a path is after moves of files and folders.
pub(crate) fn moved(moves: &[(String, String)], path: &str) -> String {
    let inside = moves.iter().find_map(|(from, to)| {
        let rest = path.strip_prefix(from.as_str())?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{to}{rest}"))
    });
    inside.unwrap_or_else(|| path.to_owned())
}

/// A refusal with its code.
fn refuse<T>(
    code: &'static proscenio_source::CodeInfo,
    message: impl Into<String>,
) -> Result<T, EditRefusal> {
    Err(EditRefusal::new(*code, message))
}
