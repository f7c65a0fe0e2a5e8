//! A Godot project: its files by path and by uid, each read once.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use proscenio_godot::Document;
use proscenio_godot::binary::is_binary;
use proscenio_godot::gdscript::Script;
use proscenio_godot::value::Reference;
use proscenio_source::Source;
use proscenio_vfs::path;
use rustc_hash::FxHashMap;

use super::config::Config;
use super::file::{Made, SceneFile};
use super::gltf;
use super::scripts::Names;
use super::uid::{Uid, read_cache};
use crate::Project;
use crate::project::walk;

/// A file of a [`GodotProject`]: its number, counted in the order in which files were first asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// The files of one Godot project, or of one folder without a project.
///
/// Files are read when they are first asked for, and once. It may be asked from many threads at the same
/// time: to read a whole project in parallel, call [`Self::load`] for each of [`Self::scene_paths`].
pub struct GodotProject<'a> {
    project: &'a Project<'a>,
    table: RwLock<Table>,
    models: gltf::Part,
    settings: OnceLock<Config>,
    uids: OnceLock<FxHashMap<Uid, String>>,
    own_uids: Mutex<FxHashMap<String, Option<Uid>>>,
    imports: Mutex<FxHashMap<String, Option<Arc<Config>>>>,
    pub(super) scripts: Mutex<FxHashMap<String, Option<Arc<Script>>>>,
    pub(super) names: OnceLock<Names>,
}

#[derive(Default)]
struct Table {
    by_path: FxHashMap<String, FileId>,
    slots: Vec<Arc<Slot>>,
}

/// A file that is read when it is first asked for.
struct Slot {
    path: String,
    file: OnceLock<Result<Arc<SceneFile>, NotLoaded>>,
}

/// Why a file could not be used as a scene or resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLoaded {
    /// It cannot be read; the tree of files says why.
    Unreadable(String),
    /// It is of a kind that is not read: the ending of its name.
    OtherKind(String),
    /// It is a damaged glTF or binary file; what is wrong.
    Damaged(String),
}

/// What a reference leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The path in the tree of files.
    pub path: String,
    /// Whether the uid beside the path is that of another file, or of none.
    pub stale_uid: bool,
}

/// An autoload of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autoload {
    /// The name under which scripts find it, `/root/Name`.
    pub name: String,
    /// Its scene or script: `res://…` or `uid://…`.
    pub path: String,
    /// Whether it is a global variable of scripts: the `*` in front of its path.
    pub singleton: bool,
}

/// Endings of files that hold scenes and resources as text or binary.
const SCENES: [&str; 5] = ["tscn", "escn", "scn", "tres", "res"];

impl<'a> GodotProject<'a> {
    /// The Godot side of a project. Nothing is read yet.
    #[must_use]
    pub fn new(project: &'a Project<'a>) -> Self {
        Self {
            project,
            table: RwLock::default(),
            models: gltf::Part::Whole,
            settings: OnceLock::new(),
            uids: OnceLock::new(),
            own_uids: Mutex::default(),
            imports: Mutex::default(),
            scripts: Mutex::default(),
            names: OnceLock::new(),
        }
    }

    /// The same with models by their nodes and names alone, for those who ask what there is and not how it looks: meshes
    /// of `.glb` and `.gltf` files have no surfaces then, and animations no keys.
    #[must_use]
    pub fn with_outlined_models(mut self) -> Self {
        self.models = gltf::Part::Outline;
        self
    }

    /// Where the files are.
    #[must_use]
    pub fn project(&self) -> &'a Project<'a> {
        self.project
    }

    /// The root folder in the tree of files, where `project.godot` is; nothing for files that stand alone.
    #[must_use]
    pub fn root(&self) -> Option<&str> {
        self.project.root().map(|(folder, _)| folder)
    }

    /// `project.godot`; empty where there is none.
    #[must_use]
    pub fn settings(&self) -> &Config {
        self.settings.get_or_init(|| {
            let bytes = self.project.read_at_root("project.godot").unwrap_or_default();
            Config::parse("project.godot", bytes)
        })
    }

    /// The scene that the game starts with, as a path in the tree of files.
    #[must_use]
    pub fn main_scene(&self) -> Option<String> {
        let named = self.settings().text("application", "run/main_scene")?;
        Some(self.locate(self.root()?, &named)?.path)
    }

    /// The autoloads, in file order.
    #[must_use]
    pub fn autoloads(&self) -> Vec<Autoload> {
        let read = |entry: proscenio_godot::Entry<'_>| {
            let text = entry.text()?;
            let path = text.strip_prefix('*');
            Some(Autoload {
                name: entry.key().into_owned(),
                singleton: path.is_some(),
                path: path.unwrap_or(&text).to_owned(),
            })
        };
        self.settings().entries("autoload").filter_map(read).collect()
    }

    /// All scenes and resources below the root, sorted. Hidden folders and those with a `.gdignore` are
    /// left out, as the engine does.
    #[must_use]
    pub fn scene_paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(self.project, &mut |name| {
            if SCENES.contains(&path::extension(name).as_str()) {
                found.push(name.to_owned());
            }
        });
        found.sort();
        found
    }

    /// The path as scenes write it: `res://…`, or the path itself outside of the root.
    #[must_use]
    pub fn resource_path(&self, place: &str) -> String {
        let inner = match self.root() {
            Some("") if !place.starts_with('/') && !place.starts_with("..") => Some(place),
            Some(root) => place.strip_prefix(root).and_then(|rest| match root {
                "/" => Some(rest),
                _ => rest.strip_prefix('/'),
            }),
            None => None,
        };
        inner.map_or_else(|| place.to_owned(), |inner| format!("res://{inner}"))
    }

    /// The number of a file; it need not exist.
    #[must_use]
    pub fn id_of(&self, place: &str) -> FileId {
        let place = self.project.place_of(place);
        if let Some(id) = self.table.read().unwrap_or_else(PoisonError::into_inner).by_path.get(&place) {
            return *id;
        }
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = table.by_path.get(&place) {
            return *id;
        }
        let id = FileId(table.slots.len() as u32);
        table.by_path.insert(place.clone(), id);
        table.slots.push(Arc::new(Slot { path: place, file: OnceLock::new() }));
        id
    }

    /// Reads a file by its path in the tree of files, unless that was done.
    ///
    /// # Errors
    /// When it cannot be read or is no scene or resource. Damage inside a text file is no error: it is in
    /// the document's findings.
    pub fn load(&self, place: &str) -> Result<Arc<SceneFile>, NotLoaded> {
        self.file(self.id_of(place))
    }

    /// A document as a file of the project, without a place among its files: it may differ from what is
    /// stored under its name.
    #[must_use]
    pub fn opened(&self, document: Document) -> Arc<SceneFile> {
        let place = self.project.place_of(document.source().path());
        let (id, resource_path) = (self.id_of(&place), self.resource_path(&place).into());
        let made = if document.binary().is_some() { Made::Binary } else { Made::Text };
        Arc::new(SceneFile::new(id, resource_path, document, made))
    }

    /// Takes a document that was read already, so that edits that are not written yet count.
    pub fn insert(&self, document: Document) -> FileId {
        let id = self.id_of(document.source().path());
        if let Some(slot) = self.slot(id) {
            let resource_path = self.resource_path(&slot.path).into();
            let file = SceneFile::new(id, resource_path, document, Made::Text);
            // A file that was read before stays: others may hold it.
            let _ = slot.file.set(Ok(Arc::new(file)));
        }
        id
    }

    fn slot(&self, id: FileId) -> Option<Arc<Slot>> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        table.slots.get(id.0 as usize).cloned()
    }

    /// The path of a file in the tree of files.
    #[must_use]
    pub fn path_of(&self, id: FileId) -> String {
        self.slot(id).map(|slot| slot.path.clone()).unwrap_or_default()
    }

    /// [`Self::load`] by number.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn file(&self, id: FileId) -> Result<Arc<SceneFile>, NotLoaded> {
        let Some(slot) = self.slot(id) else { return Err(NotLoaded::Unreadable("unknown file".to_owned())) };
        slot.file.get_or_init(|| self.read(id, &slot.path)).clone()
    }

    fn read(&self, id: FileId, place: &str) -> Result<Arc<SceneFile>, NotLoaded> {
        let extension = path::extension(place);
        let is_model = matches!(extension.as_str(), "glb" | "gltf");
        if !SCENES.contains(&extension.as_str()) && !is_model {
            return Err(NotLoaded::OtherKind(extension));
        }
        let bytes = self.project.files().read(place);
        let bytes = bytes.map_err(|error| NotLoaded::Unreadable(error.to_string()))?;
        let (document, made) = if is_model {
            let import = self.import_of(place);
            let beside = |uri: &str| {
                let folder = path::parent(place);
                self.project.files().read(&path::join(folder, uri)).ok()
            };
            let resource = self.resource_path(place);
            let text = gltf::scene_of(&resource, &bytes, import.as_deref(), &beside, self.models);
            let text = text.map_err(NotLoaded::Damaged)?;
            (Document::parse(Source::new(place, text.into_bytes())), Made::Model)
        } else {
            let made = if is_binary(&bytes) { Made::Binary } else { Made::Text };
            (Document::read(Source::new(place, bytes)), made)
        };
        Ok(Arc::new(SceneFile::new(id, self.resource_path(place).into(), document, made)))
    }

    /// The `.import` file beside an imported file.
    #[must_use]
    pub fn import_of(&self, place: &str) -> Option<Arc<Config>> {
        let mut imports = self.imports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = imports.get(place) {
            return known.clone();
        }
        let name = format!("{place}.import");
        let config = self.project.files().read(&name).ok().map(|bytes| Arc::new(Config::parse(&name, bytes)));
        imports.insert(place.to_owned(), config.clone());
        config
    }

    /// The file that a path and a uid of the file `from` mean. The uid counts where it leads to a file,
    /// as for the engine; else the path. A file at the path that has the uid, or none, is taken without a
    /// search through the project.
    #[must_use]
    pub fn resolve(&self, from: &str, named: &str, uid: Option<&str>) -> Option<Resolved> {
        let (named, uid) = match uid {
            None if named.starts_with("uid://") => ("", Some(named)),
            uid => (named, uid),
        };
        let by_path = self.project.resolve(from, named);
        let Some(uid) = uid.and_then(Uid::parse) else {
            return by_path.map(|path| Resolved { path, stale_uid: false });
        };
        if let Some(path) = &by_path
            && self.uid_of(path).is_none_or(|own| own == uid)
        {
            return by_path.map(|path| Resolved { path, stale_uid: false });
        }
        match self.uids().get(&uid) {
            Some(path) => {
                Some(Resolved { stale_uid: by_path.is_some_and(|other| other != *path), path: path.clone() })
            }
            None => by_path.map(|path| Resolved { path, stale_uid: true }),
        }
    }

    /// As [`Self::resolve`] for a name that stands in no scene: `res://…`, `uid://…`, or a path.
    #[must_use]
    pub fn locate(&self, from: &str, named: &str) -> Option<Resolved> {
        self.resolve(&path::join(from, "project.godot"), named, None)
    }

    /// The file that an `[ext_resource]` or a `Resource("…")` of a file means.
    #[must_use]
    pub fn follow(&self, from: &SceneFile, reference: &Reference) -> Option<Resolved> {
        let place = from.document().source().path();
        match reference {
            Reference::Path { path, uid } => self.resolve(place, path, uid.as_deref()),
            Reference::Ext(_) => {
                let section = from.section_of(reference)?;
                let text = |name: &str| section.attribute(name).and_then(|entry| entry.text());
                self.resolve(place, &text("path").unwrap_or_default(), text("uid").as_deref())
            }
            Reference::Sub(_) => None,
        }
    }

    /// The scene file that an `instance=ExtResource(…)` leads to; remembered by the file. Nothing where
    /// the project has no such file.
    pub(super) fn instance_target(&self, from: &SceneFile, reference: &Reference) -> Option<FileId> {
        if !matches!(reference, Reference::Ext(_)) {
            return Some(self.id_of(&self.follow(from, reference)?.path));
        }
        let section = from.section_of(reference)?.index() as u32;
        let targets = from.targets.get_or_init(|| {
            let scenes = from.document().ext_resources().filter(|resource| {
                // Text and binary scenes say `PackedScene`; so does what is imported as a scene.
                resource.resource_type().as_deref() == Some("PackedScene")
            });
            let found = scenes.map(|resource| {
                let target = resource.id().and_then(|id| self.follow(from, &Reference::Ext(id)));
                (resource.0.index() as u32, target.map(|target| self.id_of(&target.path)))
            });
            found.collect()
        });
        match targets.get(&section) {
            Some(known) => *known,
            None => Some(self.id_of(&self.follow(from, reference)?.path)),
        }
    }

    /// The uid of a file: in its header, in the `.import` or in the `.uid` file beside it.
    #[must_use]
    pub fn uid_of(&self, place: &str) -> Option<Uid> {
        if matches!(path::extension(place).as_str(), "tscn" | "tres" | "scn" | "res") {
            return self.load(place).ok().and_then(|file| Uid::parse(&file.document().uid()?));
        }
        let known = self.own_uids.lock().unwrap_or_else(PoisonError::into_inner).get(place).copied();
        if let Some(known) = known {
            return known;
        }
        let imported = || Uid::parse(&self.import_of(place)?.text("remap", "uid")?);
        let beside = || {
            let bytes = self.project.files().read(&format!("{place}.uid")).ok()?;
            Uid::parse(String::from_utf8_lossy(&bytes).trim())
        };
        let uid = imported().or_else(beside);
        self.own_uids.lock().unwrap_or_else(PoisonError::into_inner).insert(place.to_owned(), uid);
        uid
    }

    /// Every uid of the project with its file's path in the tree of files. Made when it is first asked
    /// for; reads the headers of all scenes and resources, and all `.import` and `.uid` files. Of two
    /// files with one uid the first by name has it. Files that only `.godot/uid_cache.bin` knows are
    /// taken from there.
    pub fn uids(&self) -> &FxHashMap<Uid, String> {
        self.uids.get_or_init(|| {
            let mut places = Vec::new();
            walk(self.project, &mut |name| {
                let extension = path::extension(name);
                match extension.as_str() {
                    "tscn" | "tres" | "scn" | "res" => places.push(name.to_owned()),
                    "import" | "uid" => places.push(name[..name.len() - extension.len() - 1].to_owned()),
                    _ => {}
                }
            });
            places.sort();
            let mut uids = FxHashMap::default();
            for place in places {
                if let Some(uid) = self.uid_of(&place) {
                    uids.entry(uid).or_insert(place);
                }
            }
            for (uid, named) in self.cached_uids() {
                let path = self.root().and_then(|root| self.project.resolve(&path::join(root, "x"), &named));
                if let Some(path) = path {
                    uids.entry(uid).or_insert(path);
                }
            }
            uids
        })
    }

    fn cached_uids(&self) -> Vec<(Uid, String)> {
        let bytes = self.project.read_at_root(".godot/uid_cache.bin").unwrap_or_default();
        read_cache(&bytes)
    }
}
