//! A tree of files as it would be after a change.

use proscenio_vfs::{Entry, EntryKind, Vfs, VfsError, path};
use rustc_hash::FxHashMap;

use super::moved;

/// The files of a tree after moves and writes that have not been made. Read-only.
pub struct Overlay<'a> {
    files: &'a dyn Vfs,
    moves: Vec<(String, String)>,
    back: Vec<(String, String)>,
    written: FxHashMap<String, Vec<u8>>,
}

impl<'a> Overlay<'a> {
    /// A tree with moves, and files with other bytes by their new paths.
    #[must_use]
    pub fn new(files: &'a dyn Vfs, moves: &[(String, String)], written: FxHashMap<String, Vec<u8>>) -> Self {
        let back = moves.iter().map(|(from, to)| (to.clone(), from.clone())).collect();
        Self { files, moves: moves.to_vec(), back, written }
    }

    /// Where the bytes of a path are now; `None` when they will have gone from there.
    fn inner(&self, wanted: &str) -> Option<String> {
        let inner = moved(&self.back, wanted);
        (inner != wanted || moved(&self.moves, wanted) == wanted).then_some(inner)
    }
}

impl Vfs for Overlay<'_> {
    fn read(&self, wanted: &str) -> Result<Vec<u8>, VfsError> {
        let wanted = path::clean(wanted);
        if let Some(bytes) = self.written.get(&wanted) {
            return Ok(bytes.clone());
        }
        match self.inner(&wanted) {
            Some(inner) => self.files.read(&inner),
            None => Err(VfsError::NotFound(wanted)),
        }
    }

    fn kind(&self, wanted: &str) -> Option<EntryKind> {
        let wanted = path::clean(wanted);
        let kind = self.inner(&wanted).and_then(|inner| self.files.kind(&inner));
        let above = || {
            let mut made =
                self.moves.iter().map(|(_, to)| to.as_str()).chain(self.written.keys().map(String::as_str));
            made.any(|to| below(to, &wanted).is_some()).then_some(EntryKind::Folder)
        };
        kind.or_else(|| self.written.contains_key(&wanted).then_some(EntryKind::File)).or_else(above)
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError> {
        let folder = path::clean(folder);
        let there = self.inner(&folder).ok_or_else(|| VfsError::NotFound(folder.clone()));
        let listed = there.and_then(|inner| self.files.list(&inner));
        let is_there = listed.is_ok();
        let mut entries = listed.unwrap_or_default();
        entries.retain(|entry| self.inner(&path::join(&folder, &entry.name)).is_some());
        let made = self.moves.iter().map(|(from, to)| (to.as_str(), self.files.kind(from)));
        let made = made.chain(self.written.keys().map(|to| (to.as_str(), Some(EntryKind::File))));
        let mut added = false;
        for (to, kind) in made {
            let Some(rest) = below(to, &folder) else { continue };
            let (name, kind) = match rest.split_once('/') {
                Some((name, _)) => (name, Some(EntryKind::Folder)),
                None => (rest, kind),
            };
            added = true;
            if let Some(kind) = kind.filter(|_| entries.iter().all(|entry| entry.name != name)) {
                entries.push(Entry { name: name.to_owned(), kind });
            }
        }
        if !is_there && !added {
            return Err(VfsError::NotFound(folder));
        }
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(entries)
    }

    fn write(&self, _: &str, _: &[u8]) -> Result<(), VfsError> {
        Err(VfsError::ReadOnly)
    }
}

/// The rest of a path below a folder.
fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    match folder {
        "" => Some(path).filter(|path| !path.starts_with('/')),
        "/" => path.strip_prefix('/'),
        folder => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}

#[cfg(test)]
mod tests {
    use super::Overlay;
    use proscenio_vfs::{EntryKind, MemoryTree, Vfs};
    use rustc_hash::FxHashMap;

    #[test]
    fn files_are_where_they_will_be() {
        let files = MemoryTree::from_files([("a/x", "1"), ("a/y", "2"), ("b", "3")]);
        let moves = [("a".to_owned(), "c/d".to_owned()), ("b".to_owned(), "a".to_owned())];
        let written = FxHashMap::from_iter([("c/d/y".to_owned(), b"new".to_vec())]);
        let tree = Overlay::new(&files, &moves, written);
        assert_eq!(tree.read("c/d/x").unwrap(), b"1");
        assert_eq!(tree.read("c/d/y").unwrap(), b"new");
        assert_eq!(tree.read("a").unwrap(), b"3");
        assert!(tree.read("a/x").is_err() && tree.read("b").is_err());
        assert_eq!(
            (tree.kind("c"), tree.kind("c/d"), tree.kind("b")),
            (Some(EntryKind::Folder), Some(EntryKind::Folder), None)
        );
        let names =
            |folder: &str| tree.list(folder).unwrap().into_iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(
            (names(""), names("c"), names("c/d")),
            (
                vec!["a".to_owned(), "c".to_owned()],
                vec!["d".to_owned()],
                vec!["x".to_owned(), "y".to_owned()]
            )
        );
    }
}
