//! Scripts of a project: what they declare, with all that they extend, and which classes they name.

use std::sync::{Arc, PoisonError};

use proscenio_godot::classes::ClassTable;
use proscenio_godot::gdscript::{Extends, MemberKind, Script};
use proscenio_source::Source;
use proscenio_vfs::{EntryKind, path};
use rustc_hash::FxHashMap;

use super::project::GodotProject;
use crate::graph;

/// What a walk through the files of a project tells.
#[derive(Debug, Default)]
pub struct Names {
    /// The scripts that declare a class name, by their paths in the tree of files; of several the first.
    pub classes: FxHashMap<String, String>,
    /// Whether classes may come from elsewhere too: C# or extensions.
    pub foreign: bool,
    /// All files by their last name.
    pub files: FxHashMap<String, Vec<String>>,
}

/// What a script declares, with all that it extends.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// The script with its path in the tree of files, then what it extends.
    pub scripts: Vec<(String, Arc<Script>)>,
    /// Whether there is more that cannot be read here.
    pub open: bool,
}

/// Scripts that extend each other; more is a circle.
const MOST_BASES: usize = 32;
/// Endings of files that bring classes along which no GDScript declares.
const FOREIGN: [&str; 5] = ["cs", "gdextension", "gdns", "gdnlib", "vs"];

impl GodotProject<'_> {
    /// The place of a `res://…` path, whether a file is there or not; nothing without a root.
    #[must_use]
    pub fn place_of(&self, named: &str) -> Option<String> {
        let inner = named.strip_prefix("res://")?;
        Some(path::join(self.root()?, inner.trim_start_matches('/')))
    }

    /// Whether a file is at a place.
    #[must_use]
    pub fn is_file(&self, place: &str) -> bool {
        self.project().files().kind(place) == Some(EntryKind::File)
    }

    /// The names of files and script classes; made when it is first asked for, reads every script.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let mut names = Names::default();
            // In the order of their names, so that of two scripts with one name always the same counts.
            let all = graph::list(self.project());
            for place in &all {
                names.foreign |= FOREIGN.contains(&&*path::extension(place));
                names.files.entry(path::file_name(place).to_owned()).or_default().push(place.clone());
            }
            for place in all.into_iter().filter(|place| path::extension(place) == "gd") {
                let script = self.script(&place);
                let name = script.and_then(|script| Some(script.class().name.as_ref()?.text.to_string()));
                if let Some(name) = name {
                    names.classes.entry(name).or_insert(place);
                }
            }
            names
        })
    }

    /// The script at a place, read once; nothing where it cannot be read. An empty file stands for one that
    /// was left out.
    #[must_use]
    pub fn script(&self, place: &str) -> Option<Arc<Script>> {
        let known = self.scripts.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned();
        if let Some(known) = known {
            return known;
        }
        let bytes = self.project().files().read(place).ok().filter(|bytes| !bytes.is_empty());
        let script = bytes.map(|bytes| Arc::new(Script::parse(Source::new(place, bytes))));
        let mut scripts = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        scripts.insert(place.to_owned(), script.clone());
        script
    }

    /// What a script at a place, and those that it extends, declare. `classes` are those of the engine.
    #[must_use]
    pub fn declared(&self, place: &str, script: Arc<Script>, classes: &'static ClassTable) -> Declared {
        let mut declared = Declared::default();
        let (mut place, mut script) = (place.to_owned(), script);
        loop {
            let base = script.class().extends.clone();
            let next = match base {
                None => Some(None),
                Some(Extends::Class(name)) if classes.class(&name.text).is_some() => Some(None),
                Some(Extends::Class(name)) => self.names().classes.get(&*name.text).cloned().map(Some),
                Some(Extends::File(name)) if name.text.starts_with("res://") => {
                    self.place_of(&name.text).map(Some)
                }
                Some(Extends::File(name)) => Some(Some(path::join(path::parent(&place), &name.text))),
            };
            declared.scripts.push((place, script));
            let next = match next {
                Some(None) => return declared,
                Some(Some(next)) if declared.scripts.len() < MOST_BASES => next,
                _ => String::new(),
            };
            match self.script(&next) {
                Some(found) => (place, script) = (next, found),
                None => {
                    declared.open = true;
                    return declared;
                }
            }
        }
    }
}

impl Declared {
    /// Of which nothing can be known.
    #[must_use]
    pub fn unknown() -> Self {
        Self { scripts: Vec::new(), open: true }
    }

    fn has(&self, kind: MemberKind, name: &str) -> bool {
        self.open || self.scripts.iter().any(|(_, script)| script.class().member(kind, name).is_some())
    }

    /// Whether it has a function, as far as that can be known.
    #[must_use]
    pub fn has_function(&self, name: &str) -> bool {
        self.has(MemberKind::Func, name)
    }

    /// Whether it has a signal, as far as that can be known.
    #[must_use]
    pub fn has_signal(&self, name: &str) -> bool {
        self.has(MemberKind::Signal, name)
    }

    /// Whether it has a variable, or makes properties up.
    #[must_use]
    pub fn has_variable(&self, name: &str) -> bool {
        const MAKERS: [&str; 3] = ["_set", "_get", "_get_property_list"];
        self.has(MemberKind::Var, name) || MAKERS.iter().any(|maker| self.has_function(maker))
    }

    /// All members of a kind by name.
    pub fn named(&self, kind: MemberKind) -> impl Iterator<Item = &str> {
        let members = self.scripts.iter().flat_map(|(_, script)| &script.class().members);
        members.filter(move |member| member.kind == kind).map(|member| &*member.name.text)
    }
}
