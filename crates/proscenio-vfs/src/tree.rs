//! The file-access trait.

use std::fmt;

use crate::path;

/// The longest file that is read, bytes.
pub const MAX_READ: u64 = u32::MAX as u64 - 1;

/// A tree of files. Libraries see nothing else of the outside world.
pub trait Vfs: Send + Sync {
    /// All bytes of a file.
    ///
    /// # Errors
    /// When there is no such file, it cannot be read, or it is longer than [`MAX_READ`].
    fn read(&self, path: &str) -> Result<Vec<u8>, VfsError>;

    /// What stands at a path; `None` when nothing does.
    fn kind(&self, path: &str) -> Option<EntryKind>;

    /// What a folder holds, sorted by name.
    ///
    /// # Errors
    /// When there is no such folder or it cannot be read.
    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError>;

    /// Writes a file whole or not at all; folders on the way are made.
    ///
    /// # Errors
    /// When the tree is read-only or the file cannot be written; then what was there is still there.
    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), VfsError>;

    /// Gives a file or folder another path; folders on the way are made.
    ///
    /// # Errors
    /// When the tree is read-only, nothing stands at `from` or something stands at `to`; then nothing is changed.
    fn rename(&self, from: &str, to: &str) -> Result<(), VfsError> {
        let _ = (from, to);
        Err(VfsError::ReadOnly)
    }

    /// Takes a file away.
    ///
    /// # Errors
    /// When the tree is read-only or there is no such file.
    fn remove(&self, path: &str) -> Result<(), VfsError> {
        let _ = path;
        Err(VfsError::ReadOnly)
    }
}

/// A file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// One name of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name alone.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
}

/// Why a file could not be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VfsError {
    /// Nothing stands there.
    NotFound(String),
    /// Something stands there and cannot be used.
    Failed {
        /// The path.
        path: String,
        /// What the tree says.
        why: String,
    },
    /// This tree is not written to.
    ReadOnly,
}

impl fmt::Display for VfsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(path) => write!(f, "there is no {path}"),
            Self::Failed { path, why } => write!(f, "{path}: {why}"),
            Self::ReadOnly => f.write_str("this tree of files is read-only"),
        }
    }
}

impl std::error::Error for VfsError {}

/// The file that a path means when upper and lower case do not matter, spelled as it stands in the tree.
/// An exact match wins; among several others the first by name.
#[must_use]
pub fn find_ignoring_case(tree: &dyn Vfs, wanted: &str) -> Option<String> {
    let wanted = path::clean(wanted);
    if tree.kind(&wanted) == Some(EntryKind::File) {
        return Some(wanted);
    }
    let (mut found, rest) = match wanted.strip_prefix('/') {
        Some(rest) => ("/".to_owned(), rest),
        None => (String::new(), wanted.as_str()),
    };
    for name in rest.split('/') {
        let exact = path::join(&found, name);
        if name == ".." || tree.kind(&exact).is_some() {
            found = exact;
            continue;
        }
        let entries = tree.list(&found).ok()?;
        let entry = entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))?;
        found = path::join(&found, &entry.name);
    }
    (tree.kind(&found) == Some(EntryKind::File)).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::find_ignoring_case;
    use crate::MemoryTree;

    #[test]
    fn case_matters_only_when_both_spellings_stand_there() {
        let tree = MemoryTree::from_files([("Media/Tex/Wall.BMP", b"1".as_slice()), ("media/x", b"2")]);
        assert_eq!(find_ignoring_case(&tree, "Media/tex/wall.bmp").as_deref(), Some("Media/Tex/Wall.BMP"));
        assert_eq!(find_ignoring_case(&tree, "media/x").as_deref(), Some("media/x"));
        assert_eq!(
            find_ignoring_case(&tree, "Media/./TEX/../tex/WALL.bmp").as_deref(),
            Some("Media/Tex/Wall.BMP")
        );
        assert_eq!(find_ignoring_case(&tree, "Media/tex"), None);
        assert_eq!(find_ignoring_case(&tree, "nowhere"), None);
    }
}
