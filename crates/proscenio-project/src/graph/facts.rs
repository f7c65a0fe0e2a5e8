//! What one file names.

use proscenio_source::{Source, Span};
use proscenio_vfs::path;

use super::{csharp, godot, others, wavefront};
use crate::Project;
use crate::godot::Uid;

/// How a file names another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum How {
    /// `[ext_resource]` of a Godot file.
    ExtResource,
    /// A path between quotes that stands somewhere else in a file.
    Text,
    /// `application/run/main_scene` of `project.godot`.
    MainScene,
    /// An autoload.
    Autoload,
    /// A plugin of the editor, and its script.
    Plugin,
    /// Another setting of the project.
    Setting,
    /// A file that a preset exports.
    Export,
    /// The file that an `.import` is about.
    Import,
    /// `extends "…"` of a script.
    Extends,
    /// `preload("…")` of a script.
    Preload,
    /// `load("…")` of a script and its kin.
    Load,
    /// The icon of a script's class.
    Icon,
    /// A class by its name.
    Class,
    /// An autoload by its name.
    AutoloadName,
    /// A buffer or picture of a model.
    ModelPart,
    /// A library of materials of an OBJ model, or a picture of one.
    ObjPart,
    /// A file of a nacatamalon scene's manifest, or of one of its files.
    Asset,
    /// A texture set of an Espresso3D map or actor.
    TextureSet,
    /// An image of a texture set.
    Image,
    /// An actor in a map, by its name.
    Actor,
}

impl How {
    /// A word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ExtResource => "resource",
            Self::Text => "text",
            Self::MainScene => "main scene",
            Self::Autoload => "autoload",
            Self::Plugin => "plugin",
            Self::Setting => "setting",
            Self::Export => "export",
            Self::Import => "import",
            Self::Extends => "extends",
            Self::Preload => "preload",
            Self::Load => "load",
            Self::Icon => "icon",
            Self::Class => "class",
            Self::AutoloadName => "autoload name",
            Self::ModelPart | Self::ObjPart => "part of a model",
            Self::Asset => "asset",
            Self::TextureSet => "texture set",
            Self::Image => "image",
            Self::Actor => "actor",
        }
    }

    /// Whether it is a name and no path.
    #[must_use]
    pub const fn is_name(self) -> bool {
        matches!(self, Self::Class | Self::AutoloadName | Self::Actor)
    }
}

/// One naming of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// In which way.
    pub how: How,
    /// The path, uid or name as it is written.
    pub text: String,
    /// Where that stands, without quotes; of a binary file in the text that it says. `None` where nothing of the
    /// kind is written.
    pub span: Option<Span>,
    /// The line of `span`, counted from 1; 0 without one.
    pub line: u32,
    /// The uid beside the path, and where it stands.
    pub uid: Option<String>,
    /// What the file calls it: the type of a resource, the name of an autoload, the key of an asset.
    pub label: Option<String>,
    /// The file, where finding it takes more than a table of paths: `Some(None)` when there is none.
    pub(super) found: Option<Option<String>>,
}

impl Named {
    pub(super) fn new(how: How, text: impl Into<String>, span: Option<Span>) -> Self {
        Self { how, text: text.into(), span, line: 0, uid: None, label: None, found: None }
    }

    /// The path without the part of a file behind it: `file.tscn::3`.
    #[must_use]
    pub fn file_part(&self) -> &str {
        self.text.split("::").next().unwrap_or_default()
    }

    /// Whether the path is measured from the root of the project, so that it stays right when its file moves.
    #[must_use]
    pub fn is_rooted(&self) -> bool {
        self.text.starts_with("res://") || self.text.starts_with("uid://") || self.text.starts_with('/')
    }
}

/// A word of a script that may be the name of a class, where it first stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub(super) text: String,
    pub(super) span: Span,
    pub(super) line: u32,
}

/// What a file says about itself and others.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub(super) path: String,
    pub(super) len: u64,
    pub(super) uid: Option<Uid>,
    pub(super) class_name: Option<String>,
    pub(super) binary: bool,
    pub(super) named: Vec<Named>,
    pub(super) words: Vec<Word>,
}

/// Endings of Godot's text and binary resources. Any resource may be saved in binary under an ending of its own.
const RESOURCES: &[&str] = &[
    "tscn",
    "tres",
    "escn",
    "scn",
    "res",
    "material",
    "mesh",
    "anim",
    "animation",
    "shape",
    "theme",
    "stylebox",
    "font",
    "curve",
    "meshlib",
    "multimesh",
    "gradient",
    "translation",
    "phymat",
    "occ",
    "lmbake",
];

impl Facts {
    /// Reads a file of a project. A file that cannot be read names nothing.
    #[must_use]
    pub fn read(project: &Project<'_>, place: &str) -> Self {
        let mut facts = Self { path: place.to_owned(), ..Self::default() };
        let extension = path::extension(place);
        let name = path::file_name(place);
        if !is_read(&extension) {
            return facts;
        }
        let Ok(bytes) = project.files().read(place) else { return facts };
        facts.len = bytes.len() as u64;
        let source = Source::new(place, bytes);
        match extension.as_str() {
            extension if RESOURCES.contains(&extension) => godot::resource(&mut facts, source),
            "gd" => godot::script(&mut facts, source),
            "uid" => facts.uid = Uid::parse(String::from_utf8_lossy(source.bytes()).trim()),
            "godot" | "cfg" | "import" | "gdextension" | "gdnlib" | "gdns" | "remap" => {
                godot::settings(&mut facts, &source, name);
            }
            "gltf" | "glb" => others::model(&mut facts, &source),
            "obj" | "mtl" => wavefront::read(&mut facts, &source),
            "cs" => {
                godot::texts(&mut facts, &source);
                csharp::read(&mut facts, &source);
            }
            "gdshader" | "gdshaderinc" | "csv" | "md" => godot::texts(&mut facts, &source),
            _ => others::document(&mut facts, project, source),
        }
        facts
    }
}

/// Whether files of an ending are looked into.
fn is_read(extension: &str) -> bool {
    const OTHERS: &[&str] = &[
        "gd",
        "uid",
        "godot",
        "cfg",
        "import",
        "gdextension",
        "gdnlib",
        "gdns",
        "remap",
        "gltf",
        "glb",
        "cs",
        "gdshader",
        "gdshaderinc",
        "shader",
        "csv",
        "json",
        "scene",
        "atlas",
        "tilemap",
        "particles",
        "box",
        "e3m",
        "e3a",
        "txt",
        "obj",
        "mtl",
    ];
    RESOURCES.contains(&extension) || OTHERS.contains(&extension)
}
