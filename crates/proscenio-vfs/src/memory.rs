//! Files that live in memory: for tests, browsers and generated projects.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use crate::{Entry, EntryKind, Vfs, VfsError, path};

/// A tree of files in memory.
#[derive(Debug, Default)]
pub struct MemoryTree {
    files: RwLock<BTreeMap<String, Vec<u8>>>,
}

impl MemoryTree {
    /// A tree that holds these files.
    pub fn from_files<P: AsRef<str>, B: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, B)>) -> Self {
        let files =
            files.into_iter().map(|(name, bytes)| (path::clean(name.as_ref()), bytes.into())).collect();
        Self { files: RwLock::new(files) }
    }

    fn with<T>(&self, look: impl FnOnce(&BTreeMap<String, Vec<u8>>) -> T) -> T {
        look(&self.files.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Vfs for MemoryTree {
    fn read(&self, wanted: &str) -> Result<Vec<u8>, VfsError> {
        let wanted = path::clean(wanted);
        self.with(|files| files.get(&wanted).cloned()).ok_or(VfsError::NotFound(wanted))
    }

    fn kind(&self, wanted: &str) -> Option<EntryKind> {
        let wanted = path::clean(wanted);
        self.with(|files| kind_among(files.keys().map(String::as_str), files.contains_key(&wanted), &wanted))
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError> {
        let folder = path::clean(folder);
        let entries = self.with(|files| entries_of(files.keys().map(String::as_str), &folder));
        if entries.is_empty() && !folder.is_empty() { Err(VfsError::NotFound(folder)) } else { Ok(entries) }
    }

    fn write(&self, wanted: &str, bytes: &[u8]) -> Result<(), VfsError> {
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        files.insert(path::clean(wanted), bytes.to_vec());
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), VfsError> {
        let (from, to) = (path::clean(from), path::clean(to));
        if self.kind(&to).is_some() {
            return Err(VfsError::Failed { path: to, why: "something stands there".to_owned() });
        }
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let inside = |file: &String| *file == from || below(file, &from).is_some();
        let moved: Vec<String> = files.keys().filter(|file| inside(file)).cloned().collect();
        if moved.is_empty() {
            return Err(VfsError::NotFound(from));
        }
        for file in moved {
            let bytes = files.remove(&file).unwrap_or_default();
            files.insert(format!("{to}{}", &file[from.len()..]), bytes);
        }
        Ok(())
    }

    fn remove(&self, wanted: &str) -> Result<(), VfsError> {
        let wanted = path::clean(wanted);
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        files.remove(&wanted).map(drop).ok_or(VfsError::NotFound(wanted))
    }
}

/// What a cleaned path is in a tree that only lists its files.
pub(crate) fn kind_among<'a>(
    mut files: impl Iterator<Item = &'a str>,
    is_file: bool,
    wanted: &str,
) -> Option<EntryKind> {
    if is_file {
        return Some(EntryKind::File);
    }
    let is_folder = wanted.is_empty() || files.any(|file| below(file, wanted).is_some());
    is_folder.then_some(EntryKind::Folder)
}

/// What a cleaned folder holds in a tree that only lists its files.
pub(crate) fn entries_of<'a>(files: impl Iterator<Item = &'a str>, folder: &str) -> Vec<Entry> {
    let mut names: BTreeMap<&str, EntryKind> = BTreeMap::new();
    for rest in files.filter_map(|file| below(file, folder)) {
        match rest.split_once('/') {
            Some((name, _)) => names.insert(name, EntryKind::Folder),
            None => names.insert(rest, EntryKind::File),
        };
    }
    names.into_iter().map(|(name, kind)| Entry { name: name.to_owned(), kind }).collect()
}

fn below<'a>(file: &'a str, folder: &str) -> Option<&'a str> {
    match folder {
        "" => Some(file).filter(|file| !file.starts_with('/')),
        "/" => file.strip_prefix('/'),
        folder => file.strip_prefix(folder)?.strip_prefix('/'),
    }
}

#[cfg(test)]
mod tests {
    use super::MemoryTree;
    use crate::{EntryKind, Vfs, VfsError};

    #[test]
    fn files_make_their_folders() {
        let tree = MemoryTree::from_files([("a/b.txt", "1"), ("a/c/d.txt", "2"), ("e", "3")]);
        assert_eq!(tree.kind("a"), Some(EntryKind::Folder));
        assert_eq!(tree.kind("a/b.txt"), Some(EntryKind::File));
        assert_eq!(tree.kind("x"), None);
        let names = |folder: &str| tree.list(folder).unwrap().into_iter().map(|e| e.name).collect::<Vec<_>>();
        assert_eq!(names(""), ["a", "e"]);
        assert_eq!(names("a"), ["b.txt", "c"]);
        assert_eq!(tree.read("a/./c/d.txt").unwrap(), b"2");
        assert_eq!(tree.read("nope"), Err(VfsError::NotFound("nope".into())));
    }

    #[test]
    fn files_and_folders_get_other_names() {
        let tree = MemoryTree::from_files([("a/b.txt", "1"), ("a/c/d.txt", "2"), ("ab", "3")]);
        tree.rename("a", "x/y").unwrap();
        assert_eq!(
            (tree.read("x/y/c/d.txt").unwrap(), tree.read("ab").unwrap()),
            (b"2".to_vec(), b"3".to_vec())
        );
        assert!(tree.rename("ab", "x").is_err());
        assert!(tree.rename("a", "z").is_err());
        tree.remove("ab").unwrap();
        assert_eq!((tree.kind("ab"), tree.kind("a")), (None, None));
    }

    #[test]
    fn absolute_paths_are_a_tree_of_their_own() {
        let tree = MemoryTree::from_files([("/a/b", "1")]);
        assert_eq!(tree.list("/").unwrap()[0].name, "a");
        assert!(tree.list("").unwrap().is_empty());
    }
}
