//! Project roots and the way from a reference to a file.

use proscenio_vfs::{EntryKind, Vfs, find_ignoring_case, path};

/// What marks the root of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootKind {
    /// `project.godot`.
    Godot,
    /// `project.json`.
    Nacatamalon,
    /// A folder with a `public` folder beside or in it, as web projects have.
    Public,
    /// Named by the caller.
    Given,
}

/// A tree of files and the root that rooted references are measured from.
pub struct Project<'a> {
    files: &'a dyn Vfs,
    root: Option<(String, RootKind)>,
    /// What relative names of documents are measured from; empty for the tree's own start.
    working_folder: String,
}

impl<'a> Project<'a> {
    /// The project a file belongs to: the nearest folder above it that holds `project.godot` or
    /// `project.json`, else the nearest with a `public` folder.
    #[must_use]
    pub fn around(files: &'a dyn Vfs, file: &str) -> Self {
        Self::around_in(files, "", file)
    }

    /// As [`Project::around`], for a tree whose relative paths are measured from a folder that is itself
    /// part of a larger tree: on a disk, the process's working folder. Without it the folders above a
    /// relative path are unknown.
    #[must_use]
    pub fn around_in(files: &'a dyn Vfs, working_folder: &str, file: &str) -> Self {
        let file = path::join(working_folder, file);
        let holds = |name: &str, kind: EntryKind| {
            path::ancestors(&file).find(|folder| files.kind(&path::join(folder, name)) == Some(kind))
        };
        let nearest = [("project.godot", RootKind::Godot), ("project.json", RootKind::Nacatamalon)]
            .into_iter()
            .filter_map(|(name, kind)| Some((holds(name, EntryKind::File)?, kind)))
            .max_by_key(|(folder, _)| folder.len())
            .or_else(|| Some((holds("public", EntryKind::Folder)?, RootKind::Public)));
        let root = nearest.map(|(folder, kind)| (folder.to_owned(), kind));
        Self { files, root, working_folder: working_folder.to_owned() }
    }

    /// A project whose root the caller knows.
    #[must_use]
    pub fn with_root(files: &'a dyn Vfs, root: &str) -> Self {
        Self { files, root: Some((path::clean(root), RootKind::Given)), working_folder: String::new() }
    }

    /// As [`Project::with_root`], both the root and documents being measured from a folder: see
    /// [`Project::around_in`].
    #[must_use]
    pub fn with_root_in(files: &'a dyn Vfs, working_folder: &str, root: &str) -> Self {
        let root = Some((path::join(working_folder, root), RootKind::Given));
        Self { files, root, working_folder: working_folder.to_owned() }
    }

    /// The path of a document under which the folders above it are known.
    #[must_use]
    pub fn place_of(&self, document: &str) -> String {
        path::join(&self.working_folder, document)
    }

    /// The files.
    #[must_use]
    pub fn files(&self) -> &'a dyn Vfs {
        self.files
    }

    /// The root folder and what marks it; `None` for a file that stands alone.
    #[must_use]
    pub fn root(&self) -> Option<(&str, RootKind)> {
        self.root.as_ref().map(|(folder, kind)| (folder.as_str(), *kind))
    }

    /// A file of the root folder, such as `project.godot`; `None` when there is no root or no such file.
    #[must_use]
    pub fn read_at_root(&self, name: &str) -> Option<Vec<u8>> {
        let (root, _) = self.root()?;
        self.files.read(&path::join(root, name)).ok()
    }

    /// The file that `reference` means inside the file `from`, or `None` when there is none.
    ///
    /// * `res://x` (Godot) and `/x` (URL-rooted): below the root, or below its `public` folder; without a
    ///   root, or when nothing is there, below the nearest folder above `from` that has it.
    /// * anything else: beside `from`, then below the root.
    /// * `uid://x` is not looked up here: see [`crate::godot::GodotProject::resolve`].
    #[must_use]
    pub fn resolve(&self, from: &str, reference: &str) -> Option<String> {
        self.look(from, reference, &|wanted| {
            let wanted = path::clean(wanted);
            (self.files.kind(&wanted) == Some(EntryKind::File)).then_some(wanted)
        })
    }

    /// As [`Project::resolve`] for engines that ran on file systems without case: `\` is `/`, and upper
    /// and lower case are one.
    #[must_use]
    pub fn resolve_ignoring_case(&self, from: &str, reference: &str) -> Option<String> {
        let reference = reference.replace('\\', "/");
        self.look(from, &reference, &|wanted| find_ignoring_case(self.files, wanted))
    }

    fn look(&self, from: &str, reference: &str, find: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        let from = self.place_of(from);
        if reference.is_empty() || reference.starts_with("uid://") {
            return None;
        }
        let rooted = reference.strip_prefix("res://").or_else(|| reference.strip_prefix('/'));
        let Some(inner) = rooted else {
            let beside = find(&path::join(path::parent(&from), reference));
            return beside.or_else(|| find(&path::join(self.root()?.0, reference)));
        };
        let inner = inner.trim_start_matches('/');
        let below = |folder: &str| {
            find(&path::join(folder, inner)).or_else(|| find(&path::join(folder, &format!("public/{inner}"))))
        };
        self.root().and_then(|(root, _)| below(root)).or_else(|| path::ancestors(&from).find_map(below))
    }
}

/// Folders inside folders that a search goes down; deeper is a loop of links.
const MAX_FOLDERS: usize = 64;

/// Shows all files below the root of a project, in no order. Hidden ones are left out, and folders with a `.gdignore`,
/// as the engine does; so are the packages of web projects.
pub(crate) fn walk(project: &Project<'_>, visit: &mut dyn FnMut(&str)) {
    let Some((root, _)) = project.root() else { return };
    let mut waiting = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        let Ok(entries) = project.files().list(&folder) else { continue };
        if entries.iter().any(|entry| entry.name == ".gdignore") {
            continue;
        }
        for entry in entries {
            if entry.name.starts_with('.') || entry.name == "node_modules" {
                continue;
            }
            let place = path::join(&folder, &entry.name);
            match entry.kind {
                EntryKind::File => visit(&place),
                EntryKind::Folder if depth < MAX_FOLDERS => waiting.push((place, depth + 1)),
                EntryKind::Folder => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Project, RootKind};
    use proscenio_vfs::MemoryTree;

    fn tree(files: &[&str]) -> MemoryTree {
        MemoryTree::from_files(files.iter().map(|name| (*name, "")))
    }

    #[test]
    fn the_nearest_marker_is_the_root() {
        let files = tree(&["p/project.godot", "p/sub/project.json", "p/sub/a.scene", "p/b.tscn", "q/c.e3m"]);
        assert_eq!(Project::around(&files, "p/sub/a.scene").root(), Some(("p/sub", RootKind::Nacatamalon)));
        assert_eq!(Project::around(&files, "p/b.tscn").root(), Some(("p", RootKind::Godot)));
        assert_eq!(Project::around(&files, "q/c.e3m").root(), None);
    }

    #[test]
    fn rooted_references_are_measured_from_the_root() {
        let files = tree(&["p/project.godot", "p/tex/a.png", "p/levels/one.tscn", "p/levels/tex/a.png"]);
        let project = Project::around(&files, "p/levels/one.tscn");
        let found = |reference| project.resolve("p/levels/one.tscn", reference);
        assert_eq!(found("res://tex/a.png").as_deref(), Some("p/tex/a.png"));
        assert_eq!(found("tex/a.png").as_deref(), Some("p/levels/tex/a.png"));
        assert_eq!(found("levels/one.tscn").as_deref(), Some("p/levels/one.tscn"));
        assert_eq!(found("res://nope.png"), None);
        assert_eq!(found("uid://abc"), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn without_a_root_the_nearest_folder_that_has_it_counts() {
        let files = tree(&["x/tex/a.png", "x/y/one.tscn"]);
        let project = Project::around(&files, "x/y/one.tscn");
        assert_eq!(project.resolve("x/y/one.tscn", "res://tex/a.png").as_deref(), Some("x/tex/a.png"));
    }

    #[test]
    fn a_working_folder_makes_the_folders_above_known() {
        let files = tree(&["/g/project.godot", "/g/tex/a.png", "/g/levels/one.tscn"]);
        let project = Project::around_in(&files, "/g/levels", "one.tscn");
        assert_eq!(project.root(), Some(("/g", RootKind::Godot)));
        assert_eq!(project.resolve("one.tscn", "../tex/a.png").as_deref(), Some("/g/tex/a.png"));
        let given = Project::with_root_in(&files, "/g/levels", "..");
        assert_eq!(given.resolve("one.tscn", "res://tex/a.png").as_deref(), Some("/g/tex/a.png"));
    }

    #[test]
    fn url_rooted_references_look_into_public() {
        let files = tree(&["g/project.json", "g/public/assets/hero.png", "g/src/scenes/a.scene"]);
        let project = Project::around(&files, "g/src/scenes/a.scene");
        let found = project.resolve("g/src/scenes/a.scene", "/assets/hero.png");
        assert_eq!(found.as_deref(), Some("g/public/assets/hero.png"));
    }

    #[test]
    fn old_engines_do_not_see_case() {
        let files = tree(&["m/Maps/a.e3m", "m/textures/Wall.PNG"]);
        let project = Project::around(&files, "m/Maps/a.e3m");
        let found = project.resolve_ignoring_case("m/Maps/a.e3m", "..\\Textures\\wall.png");
        assert_eq!(found.as_deref(), Some("m/textures/Wall.PNG"));
    }
}
