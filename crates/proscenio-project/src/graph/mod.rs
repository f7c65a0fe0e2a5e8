//! Who names whom: all files of a project and the references between them, of every family.
//!
//! A file is read once, by [`Facts::read`]; that may be done for many files at the same time. [`Graph::new`] then
//! finds out what each reference leads to.
//!
//! ```
//! use proscenio_project::{Project, graph::{Facts, Graph, list}};
//! use proscenio_vfs::MemoryTree;
//!
//! let files = MemoryTree::from_files([
//!     ("project.godot", "[application]\nrun/main_scene=\"res://main.tscn\"\n"),
//!     ("main.tscn", "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n"),
//!     ("main.gd", "var enemy = preload(\"enemy.tscn\")\n"),
//!     ("enemy.tscn", "[gd_scene format=3]\n"),
//!     ("old.tscn", "[gd_scene format=3]\n"),
//! ]);
//! let project = Project::around(&files, "main.tscn");
//! let facts = list(&project).iter().map(|path| Facts::read(&project, path)).collect();
//! let graph = Graph::new(&project, facts);
//! let enemy = graph.find("enemy.tscn").unwrap();
//! let chain: Vec<&str> = graph.why(enemy).unwrap().iter().map(|step| graph.name(step.file)).collect();
//! assert_eq!(chain, ["project.godot", "main.tscn", "main.gd", "enemy.tscn"]);
//! let unused: Vec<&str> = graph.unused().iter().map(|unused| graph.name(unused.file)).collect();
//! assert_eq!(unused, ["old.tscn"]);
//! ```
//!
//! # Limitations
//!
//! Paths that a program puts together while it runs are not known; where a script names a folder, or a path with
//! gaps, the files that may be meant are said to be doubtful. C# is read for quoted paths, the class that a file is
//! about and words that name one; what spaces of names and usings say is not followed.

mod csharp;
mod facts;
mod godot;
mod others;
mod query;
mod quoted;
mod show;
mod wavefront;

use proscenio_vfs::path;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Project;
use crate::godot::Uid;
use crate::project::walk;

pub use facts::{Facts, How, Named, Word};
pub use query::{Confidence, Step, Unused, Use};

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a file of the project: its place in [`Graph::files`].
    File(usize),
    /// To a folder, whose files a program may look through; or to a path with gaps that begins with it.
    Folder(String),
    /// To nothing that is there.
    Missing,
    /// Out of the project: caches of the engine, data of the user, addresses of the web.
    Elsewhere,
}

/// A reference and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// How it is written, and where.
    pub named: Named,
    /// Where it leads.
    pub target: Target,
    /// Whether a uid led there, and not the path beside it.
    pub by_uid: bool,
}

/// A file and what it names.
#[derive(Clone, Debug)]
pub struct File {
    /// The path in the tree of files.
    pub path: String,
    /// The uid that stands in it: a scene's or resource's own; in `.uid` and `.import` that of the file beside.
    pub uid: Option<Uid>,
    /// Length in bytes.
    pub len: u64,
    /// Whether it is a binary scene or resource: places of references are those of the text that it says.
    pub binary: bool,
    /// `class_name` of a script.
    pub class_name: Option<String>,
    /// What it names, in file order.
    pub references: Vec<Reference>,
}

/// All files of a project and what they name.
#[derive(Debug)]
pub struct Graph {
    root: String,
    files: Vec<File>,
    by_path: FxHashMap<String, usize>,
    folders: FxHashSet<String>,
    by_uid: FxHashMap<Uid, usize>,
    /// For each file, who names it: a file and the place in its references.
    users: Vec<Vec<(usize, usize)>>,
}

/// All files below the root of a project in the order of their names, hidden ones and those of folders that the
/// engine is told to leave alone left out. Empty where the project has no root.
#[must_use]
pub fn list(project: &Project<'_>) -> Vec<String> {
    let mut found = Vec::new();
    walk(project, &mut |name| found.push(name.to_owned()));
    found.sort();
    found
}

impl Graph {
    /// Puts files together.
    #[must_use]
    pub fn new(project: &Project<'_>, mut facts: Vec<Facts>) -> Self {
        facts.sort_by(|one, other| one.path.cmp(&other.path));
        let root = project.root().map(|(root, _)| root.to_owned()).unwrap_or_default();
        let by_path: FxHashMap<String, usize> =
            facts.iter().enumerate().map(|(at, facts)| (facts.path.clone(), at)).collect();
        let mut folders = FxHashSet::default();
        for facts in &facts {
            for folder in path::ancestors(&facts.path) {
                if !folders.insert(folder.to_owned()) {
                    break;
                }
            }
        }
        let mut graph = Self {
            root,
            files: Vec::new(),
            by_path,
            folders,
            by_uid: FxHashMap::default(),
            users: Vec::new(),
        };
        graph.find_uids(&facts);
        let names = graph.names(&facts);
        graph.files = facts.into_iter().map(|facts| graph.resolved(facts, &names)).collect();
        graph.users = vec![Vec::new(); graph.files.len()];
        for (from, file) in graph.files.iter().enumerate() {
            for (at, reference) in file.references.iter().enumerate() {
                if let Target::File(to) = reference.target {
                    graph.users[to].push((from, at));
                }
            }
        }
        graph
    }

    /// The uids of files: those they hold, else those of the `.uid` and `.import` files beside them.
    fn find_uids(&mut self, facts: &[Facts]) {
        for (at, file) in facts.iter().enumerate() {
            let Some(uid) = file.uid else { continue };
            let owner = match path::extension(&file.path).as_str() {
                "uid" | "import" => file.path.rsplit_once('.').and_then(|(owner, _)| self.by_path.get(owner)),
                _ => Some(&at),
            };
            if let Some(owner) = owner {
                self.by_uid.entry(uid).or_insert(*owner);
            }
        }
    }

    /// What scripts may call files by: the names of their classes, and those of autoloads.
    fn names(&self, facts: &[Facts]) -> FxHashMap<String, (How, usize)> {
        let mut names = FxHashMap::default();
        for (at, file) in facts.iter().enumerate() {
            if let Some(name) = &file.class_name {
                names.entry(name.clone()).or_insert((How::Class, at));
            }
            for named in file.named.iter().filter(|named| named.how == How::Autoload) {
                if let (Some(name), (Target::File(target), _)) =
                    (&named.label, self.target(&file.path, named))
                {
                    names.entry(name.clone()).or_insert((How::AutoloadName, target));
                }
            }
        }
        names
    }

    fn resolved(&self, facts: Facts, names: &FxHashMap<String, (How, usize)>) -> File {
        let own = self.by_path.get(&facts.path).copied();
        let mut references = Vec::with_capacity(facts.named.len());
        for named in facts.named {
            let (target, by_uid) = match names.get(&named.text).filter(|_| named.how == How::Class) {
                Some((_, at)) => (Target::File(*at), false),
                None => self.target(&facts.path, &named),
            };
            references.push(Reference { named, target, by_uid });
        }
        for word in facts.words {
            let Some((how, target)) = names.get(&word.text) else { continue };
            if Some(*target) != own {
                let mut named = Named::new(*how, &word.text, Some(word.span));
                named.line = word.line;
                references.push(Reference { named, target: Target::File(*target), by_uid: false });
            }
        }
        references.sort_by_key(|reference| reference.named.span.map_or(0, |span| span.start()));
        File {
            path: facts.path,
            uid: facts.uid,
            len: facts.len,
            binary: facts.binary,
            class_name: facts.class_name,
            references,
        }
    }

    /// Where a reference of a file leads, and whether by its uid.
    fn target(&self, from: &str, named: &Named) -> (Target, bool) {
        if let Some(found) = &named.found {
            return (
                found
                    .as_ref()
                    .and_then(|path| self.by_path.get(path))
                    .map_or(Target::Missing, |at| Target::File(*at)),
                false,
            );
        }
        let file = named.file_part();
        let by_uid = |text: &str| Uid::parse(text).and_then(|uid| self.by_uid.get(&uid)).copied();
        if named.text.starts_with("uid://") {
            return (by_uid(&named.text).map_or(Target::Missing, Target::File), true);
        }
        let mut by_path = self.by_text(from, file);
        if by_path == Target::Missing
            && let Some((file, _)) = file.rsplit_once(':')
        {
            // `path:locale` of translated resources.
            by_path = self.by_text(from, file);
        }
        match named.uid.as_deref().and_then(by_uid) {
            Some(at) if by_path != Target::File(at) => (Target::File(at), true),
            _ => (by_path, false),
        }
    }

    fn by_text(&self, from: &str, text: &str) -> Target {
        let place = match text.strip_prefix("res://") {
            Some(inner) => path::join(&self.root, inner.trim_start_matches('/')),
            None if text.contains("://") || text.is_empty() => return Target::Elsewhere,
            None => {
                let beside = path::join(path::parent(from), text);
                if self.by_path.contains_key(&beside) {
                    beside
                } else {
                    path::join(&self.root, text.trim_start_matches('/'))
                }
            }
        };
        if let Some(at) = self.by_path.get(&place) {
            return Target::File(*at);
        }
        if self.folders.contains(&place) {
            return Target::Folder(place);
        }
        // Hidden folders hold what the engine made of other files.
        let hidden = place
            .strip_prefix(self.root.as_str())
            .unwrap_or(&place)
            .split('/')
            .any(|name| name.starts_with('.'));
        if hidden {
            return Target::Elsewhere;
        }
        let gap = text.find(['%', '{', '*']).map(|at| &text[..at]);
        let gap = gap.or_else(|| text.ends_with('/').then_some(text));
        let folder = gap.and_then(|text| text.strip_prefix("res://")).map(|text| {
            let folder = text.rsplit_once('/').map_or("", |(folder, _)| folder);
            path::join(&self.root, folder)
        });
        folder.filter(|folder| self.folders.contains(folder)).map_or(Target::Missing, Target::Folder)
    }

    /// The root folder of the project.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// All files in the order of their names.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// A file by its path in the tree of files.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// Whether a folder holds files of the project.
    #[must_use]
    pub fn is_folder(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    /// A file's name from the root.
    #[must_use]
    pub fn name(&self, file: usize) -> &str {
        self.files.get(file).map_or("", |file| self.from_root(&file.path))
    }

    /// A path from the root.
    #[must_use]
    pub fn from_root<'p>(&self, path: &'p str) -> &'p str {
        let rest = path.strip_prefix(self.root.as_str()).unwrap_or(path);
        rest.strip_prefix('/').unwrap_or(rest)
    }

    /// Who names a file: files and places in their references, in the order of names.
    #[must_use]
    pub fn users(&self, file: usize) -> &[(usize, usize)] {
        self.users.get(file).map_or(&[], Vec::as_slice)
    }

    /// The file that has a uid.
    #[must_use]
    pub fn with_uid(&self, uid: Uid) -> Option<usize> {
        self.by_uid.get(&uid).copied()
    }
}
