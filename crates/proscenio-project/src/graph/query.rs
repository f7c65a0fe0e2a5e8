//! Questions to a graph.

use std::collections::VecDeque;

use proscenio_vfs::path;

use super::{Graph, How, Target};

/// A step of a chain that leads from a root of the project to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The file.
    pub file: usize,
    /// The reference of the step before that leads here: its place in [`super::File::references`]. `None` for the
    /// root itself, and where a file belongs to the one before without being named: an import's source.
    pub by: Option<usize>,
}

/// One file that a file names, or that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The file that names.
    pub from: usize,
    /// The place in its references.
    pub reference: usize,
}

/// How sure it is that nothing needs a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Something may need it that is not known here.
    Low,
    /// Only files that nothing needs name it.
    Medium,
    /// Nothing names it.
    High,
}

impl Confidence {
    /// A word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A file that no root of the project leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// The file.
    pub file: usize,
    /// How sure that is.
    pub confidence: Confidence,
    /// Why it is thought to be unused, and why that may be wrong.
    pub reasons: Vec<String>,
}

/// Endings and names of files that are for people, not for the program.
const FOR_PEOPLE: &[&str] = &[
    "md", "txt", "rst", "license", "html", "pdf", "yml", "yaml", "toml", "lock", "py", "sh", "sln", "csproj",
];

impl Graph {
    /// The files that a program starts from: `project.godot`, export presets, extensions and the audio buses of Godot;
    /// `project.json` and scenes of nacatamalon; maps of Espresso3D.
    #[must_use]
    pub fn roots(&self) -> Vec<usize> {
        let is_root = |at: &usize| {
            let name = self.name(*at);
            let files = [
                "project.godot",
                "export_presets.cfg",
                "override.cfg",
                "default_bus_layout.tres",
                "openxr_action_map.tres",
                "project.json",
            ];
            files.contains(&name) || matches!(path::extension(name).as_str(), "gdextension" | "scene" | "e3m")
        };
        (0..self.files.len()).filter(is_root).collect()
    }

    /// The file that a `.import` or `.uid` file belongs to; `None` for other files.
    #[must_use]
    pub fn owner(&self, file: usize) -> Option<usize> {
        let path = &self.files.get(file)?.path;
        let owner = path.strip_suffix(".import").or_else(|| path.strip_suffix(".uid"))?;
        self.find(owner)
    }

    /// Every file that a root leads to, with the step that leads there; `None` for the others. Nearest first.
    fn reached(&self) -> Vec<Option<(Option<usize>, Option<usize>)>> {
        let mut reached = vec![None; self.files.len()];
        let mut waiting: VecDeque<usize> = VecDeque::new();
        for root in self.roots() {
            reached[root] = Some((None, None));
            waiting.push_back(root);
        }
        let (beside, made) = (self.beside(), self.made());
        while let Some(from) = waiting.pop_front() {
            let named =
                self.files[from].references.iter().enumerate().filter_map(|(at, reference)| match reference
                    .target
                {
                    Target::File(to) => Some((to, Some(at))),
                    Target::Missing => made.get(reference.named.text.as_str()).map(|to| (*to, Some(at))),
                    _ => None,
                });
            let beside = beside.get(&from).into_iter().flatten().map(|to| (*to, None));
            for (to, by) in named.chain(beside) {
                if reached[to].is_none() {
                    reached[to] = Some((Some(from), by));
                    waiting.push_back(to);
                }
            }
        }
        reached
    }

    /// Files that are needed because another is: what lies beside it, and what an importer made it from.
    fn beside(&self) -> rustc_hash::FxHashMap<usize, Vec<usize>> {
        let mut beside: rustc_hash::FxHashMap<usize, Vec<usize>> = rustc_hash::FxHashMap::default();
        for file in 0..self.files.len() {
            let Some(owner) = self.owner(file) else { continue };
            beside.entry(owner).or_default().push(file);
            for reference in &self.files[file].references {
                if let (How::Setting, Target::File(made)) = (reference.named.how, &reference.target) {
                    beside.entry(*made).or_default().push(owner);
                }
            }
        }
        beside
    }

    /// Files that importers make beside their sources, which may not be there yet, with the source: translations.
    fn made(&self) -> rustc_hash::FxHashMap<&str, usize> {
        let imports = self.files.iter().enumerate().filter_map(|(at, file)| Some((self.owner(at)?, file)));
        let missing = imports.flat_map(|(owner, file)| {
            let missing = file.references.iter().filter(|reference| reference.target == Target::Missing);
            missing.map(move |reference| (reference.named.text.as_str(), owner))
        });
        missing.collect()
    }

    /// A shortest chain from a root to a file, both included; `None` when no root leads there.
    #[must_use]
    pub fn why(&self, file: usize) -> Option<Vec<Step>> {
        let reached = self.reached();
        let mut chain = Vec::new();
        let mut at = file;
        loop {
            let (from, by) = (*reached.get(at)?)?;
            chain.push(Step { file: at, by });
            match from {
                Some(from) => at = from,
                None => break,
            }
        }
        chain.reverse();
        Some(chain)
    }

    /// Files that a file needs, in the order in which they are met: those it names, and with `all` those that they
    /// name in turn. The same reference of a file is there once.
    #[must_use]
    pub fn deps(&self, file: usize, all: bool) -> Vec<Use> {
        let mut seen = vec![false; self.files.len()];
        let mut waiting = VecDeque::from([file]);
        let mut found = Vec::new();
        if let Some(own) = seen.get_mut(file) {
            *own = true;
        }
        while let Some(from) = waiting.pop_front() {
            let Some(known) = self.files.get(from) else { continue };
            for (at, reference) in known.references.iter().enumerate() {
                found.push(Use { from, reference: at });
                if let Target::File(to) = reference.target
                    && all
                    && !std::mem::replace(&mut seen[to], true)
                {
                    waiting.push_back(to);
                }
            }
        }
        found
    }

    /// The files that no root leads to, in the order of names, with how sure that is and why. What is meant for people
    /// (read-me files and the like) and what lies beside other files (`.import`, `.uid`) is left out.
    #[must_use]
    pub fn unused(&self) -> Vec<Unused> {
        let reached = self.reached();
        let is_godot = self.find(&path::join(&self.root, "project.godot")).is_some();
        let has_start = !is_godot
            || self
                .files
                .iter()
                .flat_map(|file| &file.references)
                .any(|reference| reference.named.how == How::MainScene);
        let folders = self.named_folders(&reached);
        let mut unused = Vec::new();
        for (file, step) in reached.iter().enumerate() {
            if step.is_some() || self.owner(file).is_some() || self.is_for_people(file) {
                continue;
            }
            unused.push(self.judged(file, &folders, has_start));
        }
        unused
    }

    /// Folders that used files name, with the file that does.
    fn named_folders(&self, reached: &[Option<(Option<usize>, Option<usize>)>]) -> Vec<(&str, usize)> {
        let used = self.files.iter().enumerate().filter(|(at, _)| reached[*at].is_some());
        let folders = used.flat_map(|(at, file)| {
            file.references.iter().filter_map(move |reference| match &reference.target {
                Target::Folder(folder) => Some((folder.as_str(), at)),
                _ => None,
            })
        });
        folders.collect()
    }

    fn is_for_people(&self, file: usize) -> bool {
        let name = path::file_name(self.name(file)).to_ascii_lowercase();
        let extension = path::extension(&name);
        // A texture set is a text too; it names images.
        let is_set = extension == "txt" && !self.files[file].references.is_empty();
        let for_people = FOR_PEOPLE.contains(&extension.as_str()) || extension.is_empty();
        !is_set && (for_people || name.starts_with("license"))
    }

    fn judged(&self, file: usize, folders: &[(&str, usize)], has_start: bool) -> Unused {
        let mut reasons = Vec::new();
        let users: Vec<usize> = self
            .users(file)
            .iter()
            .map(|(from, _)| *from)
            .filter(|from| *from != file && self.owner(*from) != Some(file))
            .collect();
        let mut confidence = match users.first() {
            None => {
                reasons.push("no file names it".to_owned());
                Confidence::High
            }
            Some(first) => {
                let more =
                    if users.len() > 1 { format!(" and {} more", users.len() - 1) } else { String::new() };
                reasons.push(format!("only unused files name it: {}{more}", self.name(*first)));
                Confidence::Medium
            }
        };
        let mut doubt = |reason: String| {
            confidence = Confidence::Low;
            reasons.push(reason);
        };
        let own = &self.files[file].path;
        if let Some((folder, from)) = folders.iter().find(|(folder, _)| is_below(own, folder)) {
            doubt(format!("{} names its folder {}", self.name(*from), self.from_root(folder)));
        }
        let extension = path::extension(own);
        if !has_start && matches!(extension.as_str(), "tscn" | "scn") {
            doubt("the project names no main scene, so any scene may be the first".to_owned());
        }
        if extension == "cs" {
            doubt("other C# code may use its classes".to_owned());
        }
        if let Some(class) = &self.files[file].class_name {
            reasons.push(format!("its class {class} is named by no used script"));
        }
        Unused { file, confidence, reasons }
    }
}

/// Whether a path lies in a folder.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/') || folder.is_empty())
}
