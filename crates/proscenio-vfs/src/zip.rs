//! Files inside a zip (or JAR) file.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::{Mutex, PoisonError};

use zip::ZipArchive;

use crate::memory::{entries_of, kind_among};
use crate::{Entry, EntryKind, MAX_READ, Vfs, VfsError, path};

/// The files of a zip file. Read-only.
pub struct ZipTree {
    archive: Mutex<ZipArchive<Cursor<Vec<u8>>>>,
    /// Cleaned names to positions in the archive.
    index: BTreeMap<String, usize>,
}

impl ZipTree {
    /// Reads the archive's directory; the files themselves are unpacked when asked for.
    ///
    /// # Errors
    /// When the bytes are no zip file.
    pub fn new(bytes: Vec<u8>) -> Result<Self, VfsError> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| failed("the archive", &error))?;
        let index = (0..archive.len())
            .filter_map(|at| Some((archive.name_for_index(at)?.ok()?, at)))
            .filter(|(name, _)| !name.ends_with('/'))
            .map(|(name, at)| (path::clean(&name), at))
            .collect();
        Ok(Self { archive: Mutex::new(archive), index })
    }
}

impl Vfs for ZipTree {
    fn read(&self, wanted: &str) -> Result<Vec<u8>, VfsError> {
        let wanted = path::clean(wanted);
        let at = *self.index.get(&wanted).ok_or_else(|| VfsError::NotFound(wanted.clone()))?;
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let file = archive.by_index(at).map_err(|error| failed(&wanted, &error))?;
        // The size in the archive's directory is a claim; the bytes themselves are bounded by it.
        let claimed = file.size().min(MAX_READ);
        let mut bytes = Vec::new();
        file.take(claimed + 1).read_to_end(&mut bytes).map_err(|error| failed(&wanted, &error))?;
        if bytes.len() as u64 > claimed {
            return Err(failed(&wanted, &"the file is longer than the archive says"));
        }
        Ok(bytes)
    }

    fn kind(&self, wanted: &str) -> Option<EntryKind> {
        let wanted = path::clean(wanted);
        kind_among(self.index.keys().map(String::as_str), self.index.contains_key(&wanted), &wanted)
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError> {
        let folder = path::clean(folder);
        let entries = entries_of(self.index.keys().map(String::as_str), &folder);
        if entries.is_empty() && !folder.is_empty() { Err(VfsError::NotFound(folder)) } else { Ok(entries) }
    }

    fn write(&self, _: &str, _: &[u8]) -> Result<(), VfsError> {
        Err(VfsError::ReadOnly)
    }
}

fn failed(path: &str, why: &dyn std::fmt::Display) -> VfsError {
    VfsError::Failed { path: path.to_owned(), why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::ZipTree;
    use crate::{EntryKind, Vfs, VfsError};
    use std::io::{Cursor, Write};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn archive() -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in [("maps/a.e3m", "SECTOR"), ("tex/", ""), ("tex/w.png", "png")] {
            if name.ends_with('/') {
                writer.add_directory(name, SimpleFileOptions::default()).unwrap();
            } else {
                writer.start_file(name, SimpleFileOptions::default()).unwrap();
                writer.write_all(text.as_bytes()).unwrap();
            }
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn files_of_an_archive_are_read() {
        let tree = ZipTree::new(archive()).unwrap();
        assert_eq!(tree.read("maps/a.e3m").unwrap(), b"SECTOR");
        assert_eq!(tree.kind("tex"), Some(EntryKind::Folder));
        assert_eq!(tree.list("").unwrap().len(), 2);
        assert_eq!(tree.write("x", b""), Err(VfsError::ReadOnly));
    }

    #[test]
    fn damaged_archives_are_refused() {
        assert!(ZipTree::new(b"PK nothing".to_vec()).is_err());
        let mut bytes = archive();
        let middle = bytes.len() / 2;
        bytes.truncate(middle);
        assert!(ZipTree::new(bytes).is_err());
    }
}
