//! Any file of the family that is no scene: which kind it is, and the typed document of that kind.

use proscenio_source::Finding;

use crate::Document;
use crate::files::atlas::{self, Atlas};
use crate::files::cube::Cube;
use crate::files::font::{self, BitmapFont};
use crate::files::graph::{self, Graph};
use crate::files::motion::{self, Motion};
use crate::files::pack::{self, BoxFile, Pack};
use crate::files::palette::{self, Palette};
use crate::files::particles::{self, Particles};
use crate::files::project::{self, ProjectFile};
use crate::files::reader::Read;
use crate::files::shader::ShaderText;
use crate::files::song::Song;
use crate::files::store::{self, Store};
use crate::files::tilemap::{self, Tilemap};
use crate::model::base::words;

words! {
    /// The kinds of files that a scene names, or that stand beside it.
    SidecarKind {
        /// `.atlas`.
        Atlas = "atlas",
        /// `.tilemap`.
        Tilemap = "tilemap",
        /// `.particles`.
        Particles = "particles",
        /// `.motion`.
        Motion = "motion",
        /// `.song`.
        Song = "song",
        /// `.shader`.
        Graph = "shader graph",
        /// `.wgsl`.
        Wgsl = "shader",
        /// The measures of a bitmap font, a `.json` of any name.
        Font = "bitmap font",
        /// `.palette`.
        Palette = "palette",
        /// `.cube`.
        Cube = "colour table",
        /// `.store`.
        Store = "store",
        /// `project.json`.
        Project = "project",
        /// `pack.json`.
        Pack = "pack",
        /// `.box`.
        Box = "box",
        /// A scene in the wrapper that packs put around it.
        PackedScene = "packed scene",
    }
}

/// A file of the family that is no scene.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one of it per file that is read")]
pub enum Sidecar {
    /// A sheet of frames.
    Atlas(Atlas),
    /// A tile map.
    Tilemap(Tilemap),
    /// A particle effect.
    Particles(Particles),
    /// A motion.
    Motion(Motion),
    /// A song.
    Song(Song),
    /// A shader as a graph.
    Graph(Graph),
    /// A shader as text.
    Wgsl(ShaderText),
    /// A bitmap font.
    Font(BitmapFont),
    /// A list of colours.
    Palette(Palette),
    /// A table of colours.
    Cube(Cube),
    /// The start of a game's state.
    Store(Store),
    /// What is true of a whole game.
    Project(ProjectFile),
    /// The contents of a pack.
    Pack(Pack),
    /// A reusable box, or a scene of a pack.
    Box(BoxFile),
}

impl SidecarKind {
    /// The kind a file's name promises; `None` for scenes and for names of other things. A bitmap font has no
    /// name of its own.
    #[must_use]
    pub fn of_name(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if name.eq_ignore_ascii_case("project.json") {
            return Some(Self::Project);
        }
        if name.eq_ignore_ascii_case("pack.json") {
            return Some(Self::Pack);
        }
        Some(match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "atlas" => Self::Atlas,
            "tilemap" => Self::Tilemap,
            "particles" => Self::Particles,
            "motion" => Self::Motion,
            "song" => Self::Song,
            "shader" => Self::Graph,
            "wgsl" => Self::Wgsl,
            "palette" => Self::Palette,
            "cube" => Self::Cube,
            "store" => Self::Store,
            "box" => Self::Box,
            _ => return None,
        })
    }

    /// The kind of a document, by its name, else by what it says it is. `None` for scenes and for JSON of
    /// other things.
    #[must_use]
    pub fn of(document: &Document) -> Option<Self> {
        Self::of_name(document.source().path()).or_else(|| Self::of_content(document))
    }

    fn of_content(document: &Document) -> Option<Self> {
        let root = document.root()?;
        let word = |name: &str| root.get(name).and_then(|value| value.as_str());
        let by_kind = match word("kind").as_deref() {
            Some(atlas::KIND) => Some(Self::Atlas),
            Some(tilemap::KIND) => Some(Self::Tilemap),
            Some(particles::KIND_2D | particles::KIND_3D) => Some(Self::Particles),
            Some(motion::KIND) => Some(Self::Motion),
            Some(graph::KIND) => Some(Self::Graph),
            Some(palette::KIND) => Some(Self::Palette),
            _ => None,
        };
        by_kind.or_else(|| match word("format").as_deref() {
            Some(store::FORMAT) => Some(Self::Store),
            Some(project::FORMAT | project::OLD_FORMAT) => Some(Self::Project),
            Some(pack::FORMAT) => Some(Self::Pack),
            Some(pack::BOX_FORMAT) => Some(Self::Box),
            Some(_) => None,
            None if font::looks_like(document) => Some(Self::Font),
            None => root.get("scene").filter(|scene| scene.is_object()).map(|_| Self::PackedScene),
        })
    }

    /// Whether files of the kind are no JSON.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Wgsl | Self::Cube)
    }
}

impl Sidecar {
    /// Reads a document as a kind; never fails.
    #[must_use]
    pub fn read(document: &Document, kind: SidecarKind) -> Read<Self> {
        match kind {
            SidecarKind::Atlas => wrap(Atlas::read(document), Self::Atlas),
            SidecarKind::Tilemap => wrap(Tilemap::read(document), Self::Tilemap),
            SidecarKind::Particles => wrap(Particles::read(document), Self::Particles),
            SidecarKind::Motion => wrap(Motion::read(document), Self::Motion),
            SidecarKind::Song => wrap(Song::read(document), Self::Song),
            SidecarKind::Graph => wrap(Graph::read(document), Self::Graph),
            SidecarKind::Wgsl => wrap(ShaderText::read(document), Self::Wgsl),
            SidecarKind::Font => wrap(BitmapFont::read(document), Self::Font),
            SidecarKind::Palette => wrap(Palette::read(document), Self::Palette),
            SidecarKind::Cube => wrap(Cube::read(document), Self::Cube),
            SidecarKind::Store => wrap(Store::read(document), Self::Store),
            SidecarKind::Project => wrap(ProjectFile::read(document), Self::Project),
            SidecarKind::Pack => wrap(Pack::read(document), Self::Pack),
            SidecarKind::Box => wrap(BoxFile::read(document), Self::Box),
            SidecarKind::PackedScene => wrap(BoxFile::read_scene(document), Self::Box),
        }
    }

    /// The findings of a document that is no scene; `None` when it is of no kind known here.
    #[must_use]
    pub fn check(document: &Document) -> Option<Vec<Finding>> {
        SidecarKind::of(document).map(|kind| Self::read(document, kind).findings)
    }

    /// The file as its kind writes it.
    ///
    /// What the engine would refuse ([`Read::refused`]) was understood in part: writing it loses the rest.
    /// Keep such a file's own bytes instead.
    #[must_use]
    pub fn serialize(&self) -> String {
        match self {
            Self::Atlas(file) => file.serialize(),
            Self::Tilemap(file) => file.serialize(),
            Self::Particles(file) => file.serialize(),
            Self::Motion(file) => file.serialize(),
            Self::Song(file) => file.serialize(),
            Self::Graph(file) => file.serialize(),
            Self::Wgsl(file) => file.serialize(),
            Self::Font(file) => file.serialize(),
            Self::Palette(file) => file.serialize(),
            Self::Cube(file) => file.serialize(),
            Self::Store(file) => file.serialize(),
            Self::Project(file) => file.serialize(),
            Self::Pack(file) => file.serialize(),
            Self::Box(file) => file.serialize(),
        }
    }
}

fn wrap<T>(read: Read<T>, variant: impl FnOnce(T) -> Sidecar) -> Read<Sidecar> {
    Read { file: variant(read.file), findings: read.findings, refused: read.refused }
}
