//! Where the files are that maps, actors and texture sets name.
//!
//! The engine measured every path from the folder the program was started in, on a file system without
//! letter case. Nobody knows that folder any more, so every folder above the naming file is tried.

use std::collections::HashMap;

use proscenio_vfs::{EntryKind, Vfs, find_ignoring_case, path};

use crate::Project;

/// A file that was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it is.
    pub path: String,
    /// Whether only its name was right.
    pub by_name_only: bool,
}

/// The file that `reference`, as written, means in the file `from`.
///
/// `\` is `/`, letter case does not matter, a leading `/` (as in JARs) is dropped. Tried in order: the
/// project's root; the folder of `from` and the folders above it, up to the root; a file of the same name
/// beside `from`. Paths of a Windows drive are only looked for by name. Nothing above the root is touched.
#[must_use]
pub fn find(project: &Project<'_>, from: &str, reference: &str) -> Option<Found> {
    let reference = reference.replace('\\', "/");
    let from = project.place_of(from);
    let exactly = |path| Found { path, by_name_only: false };
    let limit = limit(project, &from);
    if !is_on_a_drive(&reference) {
        let wanted = reference.trim_start_matches('/');
        let root = project.root().map(|(root, _)| root.to_owned());
        let above = folders(&from, &limit);
        let found = root.iter().map(String::as_str).chain(above).find_map(|folder| {
            let whole = path::join(folder, wanted);
            is_inside(&whole, &limit).then(|| find_ignoring_case(project.files(), &whole)).flatten()
        });
        if let Some(path) = found {
            return Some(exactly(path));
        }
    }
    let name = path::file_name(&reference);
    let beside = (!name.is_empty()).then(|| path::join(path::parent(&from), name))?;
    let path = find_ignoring_case(project.files(), &beside)?;
    Some(Found { path, by_name_only: true })
}

fn is_on_a_drive(reference: &str) -> bool {
    matches!(reference.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// The folder above which nothing is touched: the project's root, or the highest named folder of the path.
fn limit(project: &Project<'_>, from: &str) -> String {
    if let Some((root, _)) = project.root() {
        return root.to_owned();
    }
    let climbs = from.starts_with("..");
    let named =
        |folder: &&str| !matches!(path::file_name(folder), ".." | "") || !(climbs || from.starts_with('/'));
    let highest = path::ancestors(from).filter(named).last();
    highest.unwrap_or_else(|| path::parent(from)).to_owned()
}

/// The folder of a file and those above it, as far as the limit.
fn folders<'a>(from: &'a str, limit: &'a str) -> impl Iterator<Item = &'a str> {
    path::ancestors(from).filter(move |folder| is_inside(folder, limit))
}

/// Whether a cleaned path lies in the folder.
fn is_inside(whole: &str, folder: &str) -> bool {
    match folder {
        "" => whole != ".." && !whole.starts_with("../") && !whole.starts_with('/'),
        "/" => whole.starts_with('/'),
        // `../..` begins with `..` and lies above it.
        _ => whole
            .strip_prefix(folder)
            .is_some_and(|rest| rest.is_empty() || (rest.starts_with('/') && !rest.starts_with("/.."))),
    }
}

/// Actor files near a map, by the name a program would register them under.
#[derive(Clone, Debug)]
pub struct ActorFiles {
    by_name: HashMap<String, String>,
}

impl ActorFiles {
    /// Looks through the map's folder, then folders beside it, `models` and `actors` before others, then
    /// `models` and `actors` further up. The first file of a name counts.
    ///
    /// Folders that the caller names come before all of them.
    #[must_use]
    pub fn near(project: &Project<'_>, map: &str, named: &[String]) -> Self {
        let map = project.place_of(map);
        let files = project.files();
        let limit = limit(project, &map);
        let mut by_name = HashMap::new();
        for folder in named {
            collect(files, &project.place_of(folder), &mut by_name);
        }
        let above: Vec<&str> = folders(&map, &limit).take(8).collect();
        if let Some(own) = above.first() {
            collect(files, own, &mut by_name);
        }
        for (distance, folder) in above.iter().enumerate() {
            let mut inner = subfolders(files, folder);
            // Any folder beside the map's may hold its actors; further up only those that say so.
            inner.retain(|name| distance <= 1 || is_for_actors(name));
            inner.sort_by_key(|name| !is_for_actors(name));
            for name in inner {
                collect(files, &path::join(folder, &name), &mut by_name);
            }
        }
        Self { by_name }
    }

    /// The file of a registered name, letter case aside.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.by_name.get(&name.to_lowercase()).map(String::as_str)
    }
}

fn is_for_actors(folder: &str) -> bool {
    folder.eq_ignore_ascii_case("models") || folder.eq_ignore_ascii_case("actors")
}

fn subfolders(files: &dyn Vfs, folder: &str) -> Vec<String> {
    let entries = files.list(folder).unwrap_or_default();
    entries.into_iter().filter(|entry| entry.kind == EntryKind::Folder).map(|entry| entry.name).collect()
}

fn collect(files: &dyn Vfs, folder: &str, by_name: &mut HashMap<String, String>) {
    for entry in files.list(folder).unwrap_or_default() {
        if entry.kind == EntryKind::File && path::extension(&entry.name) == "e3a" {
            let name = path::stem(&entry.name).to_lowercase();
            by_name.entry(name).or_insert_with(|| path::join(folder, &entry.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ActorFiles, Found, find};
    use crate::Project;
    use proscenio_vfs::MemoryTree;

    fn tree(files: &[&str]) -> MemoryTree {
        MemoryTree::from_files(files.iter().map(|name| (*name, "x")))
    }

    fn found(files: &[&str], from: &str, reference: &str) -> Option<(String, bool)> {
        let files = tree(files);
        let project = Project::around(&files, from);
        find(&project, from, reference).map(|Found { path, by_name_only }| (path, by_name_only))
    }

    #[test]
    fn paths_are_measured_from_any_folder_above_without_case_and_with_backslashes() {
        let files =
            ["/g/e3d/media/maps/a.e3m", "/g/e3d/media/Textures/set.txt", "/g/e3d/media/Textures/wall.png"];
        let set = Some(("/g/e3d/media/Textures/set.txt".to_owned(), false));
        assert_eq!(found(&files, files[0], "e3d\\media\\textures\\SET.txt"), set);
        assert_eq!(found(&files, files[0], "/e3d/media/textures/set.txt"), set);
        assert_eq!(found(&files, files[0], "..\\textures\\set.txt"), set);
        assert_eq!(found(&files, files[0], "textures/none.txt"), None);
    }

    #[test]
    fn drive_paths_are_looked_for_by_name() {
        let files = ["a/set.txt", "a/side.bmp"];
        let by_name = Some(("a/side.bmp".to_owned(), true));
        assert_eq!(found(&files, "a/set.txt", "e:\\old\\textures\\Side.bmp"), by_name);
        assert_eq!(found(&files, "a/set.txt", "old/side.bmp"), by_name);
        assert_eq!(found(&files, "a/set.txt", "e:\\"), None);
    }

    #[test]
    fn nothing_above_the_root_is_touched() {
        let files = tree(&["/p/game/maps/a.e3m", "/p/secret.png", "/p/game/media/x.png"]);
        let project = Project::with_root(&files, "/p/game");
        let look = |reference| find(&project, "/p/game/maps/a.e3m", reference).map(|found| found.path);
        assert_eq!(look("media/x.png").as_deref(), Some("/p/game/media/x.png"));
        assert_eq!(look("../../secret.png"), None);
        assert_eq!(look("secret.png"), None);
        let relative = tree(&["a.e3m"]);
        let project = Project::around(&relative, "a.e3m");
        assert_eq!(find(&project, "a.e3m", "../../a.png"), None);
        let relative = tree(&["../game/maps/a.e3m", "../game/t/x.png", "../t/y.png", "../../t/z.png"]);
        let project = Project::around(&relative, "../game/maps/a.e3m");
        let look = |reference| find(&project, "../game/maps/a.e3m", reference).map(|found| found.path);
        assert_eq!(look("t/x.png").as_deref(), Some("../game/t/x.png"));
        assert_eq!((look("t/y.png"), look("../../t/y.png"), look("t/z.png")), (None, None, None));
        let outside = tree(&["/g/maps/a.e3m", "/etc/x.png"]);
        let project = Project::around(&outside, "/g/maps/a.e3m");
        assert_eq!(find(&project, "/g/maps/a.e3m", "../../etc/x.png"), None);
        assert_eq!(find(&project, "/g/maps/a.e3m", "/etc/x.png"), None);
    }

    #[test]
    fn actors_are_found_near_their_map() {
        let files = tree(&[
            "m/maps/a.e3m",
            "m/maps/Own.e3a",
            "m/other/ball.e3a",
            "m/models/Ball.e3a",
            "m/models/own.e3a",
            "m/other/cube.e3a",
            "models/far.e3a",
            "other/hidden.e3a",
        ]);
        let project = Project::around(&files, "m/maps/a.e3m");
        let named = ActorFiles::near(&project, "m/maps/a.e3m", &["none".to_owned(), "other".to_owned()]);
        assert_eq!(
            (named.get("hidden"), named.get("own")),
            (Some("other/hidden.e3a"), Some("m/maps/Own.e3a"))
        );
        let actors = ActorFiles::near(&project, "m/maps/a.e3m", &[]);
        assert_eq!(actors.get("own"), Some("m/maps/Own.e3a"));
        assert_eq!(actors.get("BALL"), Some("m/models/Ball.e3a"));
        assert_eq!(actors.get("cube"), Some("m/other/cube.e3a"));
        assert_eq!(actors.get("far"), Some("models/far.e3a"));
        assert_eq!(actors.get("hidden"), None);
    }
}
