//! The real file system.
#![allow(clippy::disallowed_methods, reason = "this module is the edge")]

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::{Entry, EntryKind, MAX_READ, Vfs, VfsError};

/// The files of this machine. Relative paths are measured from the process's working folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskTree;

impl Vfs for DiskTree {
    fn read(&self, path: &str) -> Result<Vec<u8>, VfsError> {
        let file = fs::File::open(path).map_err(|error| from_io(path, &error))?;
        let length = file.metadata().map_err(|error| from_io(path, &error))?.len();
        if length > MAX_READ {
            return Err(failed(path, format!("{length} bytes are more than the {MAX_READ} that are read")));
        }
        let mut bytes = Vec::with_capacity(length as usize);
        // A pipe says it has no length; the bound holds for it too.
        file.take(MAX_READ).read_to_end(&mut bytes).map_err(|error| from_io(path, &error))?;
        Ok(bytes)
    }

    fn kind(&self, path: &str) -> Option<EntryKind> {
        let found = fs::metadata(or_here(path)).ok()?;
        Some(if found.is_dir() { EntryKind::Folder } else { EntryKind::File })
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(or_here(folder)).map_err(|error| from_io(folder, &error))? {
            let entry = entry.map_err(|error| from_io(folder, &error))?;
            // Asking for the file behind the name costs a call each, so only links are followed.
            let is_folder = match entry.file_type() {
                Ok(kind) if !kind.is_symlink() => kind.is_dir(),
                _ => entry.path().is_dir(),
            };
            let kind = if is_folder { EntryKind::Folder } else { EntryKind::File };
            entries.push(Entry { name: entry.file_name().to_string_lossy().into_owned(), kind });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), VfsError> {
        write_whole(Path::new(path), bytes).map_err(|error| from_io(path, &error))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), VfsError> {
        // Renaming to a file that is there would take that away.
        if fs::symlink_metadata(to).is_ok() {
            return Err(failed(to, "something stands there".to_owned()));
        }
        if let Some(folder) = Path::new(to).parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| from_io(to, &error))?;
        }
        fs::rename(from, to).map_err(|error| from_io(from, &error))
    }

    fn remove(&self, path: &str) -> Result<(), VfsError> {
        fs::remove_file(path).map_err(|error| from_io(path, &error))
    }
}

/// Writes beside the target and renames, so that a reader sees the old file or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&folder)?;
    // Through a link the file it names is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut temporary =
        tempfile::Builder::new().prefix(".proscenio").tempfile_in(target.parent().unwrap_or(&folder))?;
    temporary.write_all(bytes)?;
    let permissions = fs::metadata(&target).map(|old| old.permissions());
    match permissions {
        Ok(permissions) => temporary.as_file().set_permissions(permissions)?,
        Err(_) => make_readable(temporary.as_file())?,
    }
    temporary.persist(&target)?;
    Ok(())
}

/// Temporary files are private; a written one is as readable as any new file.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &fs::File) -> io::Result<()> {
    Ok(())
}

fn or_here(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}

fn from_io(path: &str, error: &io::Error) -> VfsError {
    match error.kind() {
        io::ErrorKind::NotFound => VfsError::NotFound(path.to_owned()),
        _ => failed(path, error.to_string()),
    }
}

fn failed(path: &str, why: String) -> VfsError {
    VfsError::Failed { path: path.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::DiskTree;
    use crate::{EntryKind, Vfs, VfsError};

    #[test]
    fn a_written_file_is_there_whole_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = format!("{}/a/b.txt", folder.path().display());
        DiskTree.write(&path, b"one").unwrap();
        DiskTree.write(&path, b"two").unwrap();
        assert_eq!(DiskTree.read(&path).unwrap(), b"two");
        let entries = DiskTree.list(&format!("{}/a", folder.path().display())).unwrap();
        assert_eq!(entries.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["b.txt"]);
        assert_eq!(DiskTree.kind(&path), Some(EntryKind::File));
    }

    #[test]
    fn nothing_is_lost_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| format!("{}/{name}", folder.path().display());
        DiskTree.write(&at("a/x"), b"1").unwrap();
        DiskTree.write(&at("b"), b"2").unwrap();
        assert!(DiskTree.rename(&at("a/x"), &at("b")).is_err());
        assert!(DiskTree.rename(&at("none"), &at("c")).is_err());
        DiskTree.rename(&at("a"), &at("c/d")).unwrap();
        assert_eq!(DiskTree.read(&at("c/d/x")).unwrap(), b"1");
        DiskTree.remove(&at("b")).unwrap();
        assert_eq!((DiskTree.kind(&at("b")), DiskTree.kind(&at("a"))), (None, None));
        assert!(DiskTree.remove(&at("b")).is_err());
    }

    #[test]
    fn a_missing_file_says_so() {
        assert!(matches!(DiskTree.read("no/such/file"), Err(VfsError::NotFound(_))));
        assert_eq!(DiskTree.kind("no/such/file"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| format!("{}/{name}", folder.path().display());
        DiskTree.write(&at("real"), b"1").unwrap();
        std::os::unix::fs::symlink(at("real"), at("link")).unwrap();
        DiskTree.write(&at("link"), b"2").unwrap();
        assert_eq!(DiskTree.read(&at("real")).unwrap(), b"2");
        assert!(std::path::Path::new(&at("link")).is_symlink());
    }
}
