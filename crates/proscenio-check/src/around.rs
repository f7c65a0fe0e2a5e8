//! A project and what checks of its files share: read once, asked from many threads.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use proscenio_godot::classes::{Class, ClassTable};
use proscenio_godot::gdscript::{Extends, MemberKind, Script};
use proscenio_project::Project;
use proscenio_project::godot::GodotProject;
use proscenio_project::graph;
use proscenio_source::Source;
use proscenio_vfs::{EntryKind, path};
use rustc_hash::FxHashMap;

/// A project with everything that was read of it for checks. Make one for all files of a project.
pub struct Around<'a> {
    project: &'a Project<'a>,
    godot: GodotProject<'a>,
    scripts: Mutex<FxHashMap<String, Option<Arc<Script>>>>,
    names: OnceLock<Names>,
}

/// What a walk through the files of a Godot project tells.
#[derive(Default)]
pub(crate) struct Names {
    /// The scripts that declare a class name.
    pub classes: FxHashMap<String, String>,
    /// Whether classes may come from elsewhere too: C# or extensions.
    pub foreign: bool,
    /// All files by their last name.
    pub files: FxHashMap<String, Vec<String>>,
}

/// Scripts that extend each other; more is a circle.
const MOST_BASES: usize = 32;

impl<'a> Around<'a> {
    /// Of a project. Nothing is read yet.
    #[must_use]
    pub fn new(project: &'a Project<'a>) -> Self {
        Self { project, godot: GodotProject::new(project), scripts: Mutex::default(), names: OnceLock::new() }
    }

    /// The project.
    #[must_use]
    pub const fn project(&self) -> &'a Project<'a> {
        self.project
    }

    /// Its Godot side.
    #[must_use]
    pub const fn godot(&self) -> &GodotProject<'a> {
        &self.godot
    }

    /// The place of a `res://…` path, whether a file is there or not; nothing without a root.
    pub(crate) fn place_of(&self, named: &str) -> Option<String> {
        let inner = named.strip_prefix("res://")?;
        Some(path::join(self.godot.root()?, inner.trim_start_matches('/')))
    }

    /// Whether a file is at a place.
    pub(crate) fn is_file(&self, place: &str) -> bool {
        self.project.files().kind(place) == Some(EntryKind::File)
    }

    pub(crate) fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let mut names = Names::default();
            // In the order of their names, so that of two scripts with one name always the same counts.
            let all = graph::list(self.project);
            for place in &all {
                names.files.entry(path::file_name(place).to_owned()).or_default().push(place.clone());
            }
            for place in all.into_iter().filter(|place| path::extension(place) == "gd") {
                let script = self.script(&place);
                if let Some(name) =
                    script.and_then(|script| Some(script.class().name.as_ref()?.text.to_string()))
                {
                    names.classes.entry(name).or_insert(place);
                }
            }
            let foreign = ["cs", "gdextension", "gdns", "gdnlib", "vs"];
            names.foreign = names.files.keys().any(|name| foreign.contains(&&*path::extension(name)));
            names
        })
    }

    /// The script at a place; nothing where it cannot be read.
    pub(crate) fn script(&self, place: &str) -> Option<Arc<Script>> {
        let known = self.scripts.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned();
        if let Some(known) = known {
            return known;
        }
        let bytes = self.project.files().read(place).ok();
        // An empty file stands for one that was left out.
        let script = bytes
            .filter(|bytes| !bytes.is_empty())
            .map(|bytes| Arc::new(Script::parse(Source::new(place, bytes))));
        let mut scripts = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        scripts.insert(place.to_owned(), script.clone());
        script
    }

    /// What a script at a place, and those that it extends, declare.
    pub(crate) fn declared(&self, place: &str, script: Arc<Script>, classes: &ClassTable) -> Declared {
        let mut declared = Declared { scripts: Vec::new(), open: false };
        let (mut place, mut script) = (place.to_owned(), script);
        loop {
            let base = script.class().extends.clone();
            declared.scripts.push(script);
            let next = match base {
                None => return declared,
                Some(Extends::Class(name)) if has_class(classes, &name.text) => return declared,
                Some(Extends::Class(name)) => self.names().classes.get(&*name.text).cloned(),
                Some(Extends::File(name)) if name.text.starts_with("res://") => self.place_of(&name.text),
                Some(Extends::File(name)) => Some(path::join(path::parent(&place), &name.text)),
            };
            let found = next.and_then(|place| Some((self.script(&place)?, place)));
            match found.filter(|_| declared.scripts.len() < MOST_BASES) {
                Some((next, at)) => (script, place) = (next, at),
                None => {
                    declared.open = true;
                    return declared;
                }
            }
        }
    }
}

fn has_class(classes: &ClassTable, name: &str) -> bool {
    let table = if std::ptr::eq(classes, ClassTable::godot_3()) {
        ClassTable::godot_3()
    } else {
        ClassTable::godot_4()
    };
    table.class(name).is_some()
}

/// What the script of a node declares, with all that it extends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    /// The script, then what it extends.
    pub scripts: Vec<Arc<Script>>,
    /// Whether there is more that cannot be read here.
    pub open: bool,
}

impl Declared {
    fn has(&self, kind: MemberKind, name: &str) -> bool {
        self.open || self.scripts.iter().any(|script| script.class().member(kind, name).is_some())
    }

    pub(crate) fn has_function(&self, name: &str) -> bool {
        self.has(MemberKind::Func, name)
    }

    pub(crate) fn has_signal(&self, name: &str) -> bool {
        self.has(MemberKind::Signal, name)
    }

    /// Whether it has a variable, or makes properties up.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        const MAKERS: [&str; 3] = ["_set", "_get", "_get_property_list"];
        self.has(MemberKind::Var, name) || MAKERS.iter().any(|maker| self.has_function(maker))
    }

    /// Everything of a kind by name, for suggestions.
    pub(crate) fn named(&self, kind: MemberKind) -> impl Iterator<Item = &str> {
        let members = self.scripts.iter().flat_map(|script| &script.class().members);
        members.filter(move |member| member.kind == kind).map(|member| &*member.name.text)
    }
}

/// Properties without a number or a slash in their names that classes make up, in Godot 3 and 4.
const MADE_UP: [(&str, &[&str]); 13] = [
    ("AnimationNodeBlendTree", &["node_connections", "graph_offset"]),
    ("AnimationNodeStateMachine", &["states", "transitions", "graph_offset"]),
    ("ArrayMesh", &["blend_shape_names"]),
    ("AudioListener3D", &["current"]),
    ("Bone2D", &["length", "bone_angle", "auto_calculate_length_and_angle"]),
    ("FontFile", &["data", "font_name", "style_name", "font_style"]),
    ("GridMap", &["data"]),
    ("Image", &["data"]),
    ("ImageTexture", &["image", "size"]),
    ("Listener", &["current"]),
    ("PhysicalBone", &["bone_name"]),
    ("PhysicalBone3D", &["bone_name"]),
    ("TileMapPattern", &["tile_data"]),
];

/// Classes that make up any names.
const OPEN: [&str; 7] =
    ["MissingNode", "MissingResource", "ShaderMaterial", "Theme", "TileMap", "TileSet", "VisualShader"];

/// Whether a class makes up properties, whose names no table lists: `bones/3/name`, `tracks/0/keys`.
pub(crate) fn makes_up(class: Class, name: &str) -> bool {
    let starts = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
    let of = |row: &&(&str, &[&str])| row.1.contains(&name) && class.is_a(row.0);
    // Names with numbers stand for as many as a count says.
    name.contains('/')
        || starts(&["_", "metadata", "theme_override_"])
        || name == "script"
        || name.bytes().any(|byte| byte.is_ascii_digit() || byte == b':')
        || OPEN.iter().any(|maker| class.is_a(maker))
        || class.name().starts_with("VisualScript")
        || MADE_UP.iter().find(of).is_some()
}
