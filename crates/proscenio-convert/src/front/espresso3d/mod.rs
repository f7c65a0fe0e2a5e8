//! Espresso3D documents into the neutral scene.
//!
//! Both worlds are right-handed with +Y up and counter-clockwise fronts, so corners are taken as they are; V is
//! turned over, since the scene counts it from the top. A map becomes a root with one node per sector; below a
//! sector stand its portals, actors and particle systems. An actor that is opened on its own is one node.
//!
//! Materials show the texture in full brightness on stored values, from both sides: lights and culling are matters
//! of the program that uses a map, and without its lights everything would be black.
//!
//! # Limitations
//!
//! A placed actor's name stands for `NAME.e3a` near the map; what a
//! program registers under it cannot be known. Particle systems have a picture when [`StandIns`] give them one.
//! All copies of an actor share their bones, so they move alike; light falls on them as they stand at rest.

mod actor;
mod animation;
mod bones;
mod codes;
mod engine;
mod geometry;
mod light;
mod map;
mod particles;
mod placement;
mod textures;

use std::collections::HashMap;
use std::sync::Arc;

use proscenio_espresso3d::{CodeInfo, Document, FileKind, Word};
use proscenio_project::Project;
use proscenio_project::espresso3d::{self as files, ActorFiles};
use proscenio_scene::{
    EffectId, Identity, ImageId, MaterialId, MeshId, MeshInstance, Node, NodeId, Origin, Placement, Scene,
};
use proscenio_source::{Finding, Span};
use proscenio_vfs::path;

pub use codes::CODES;
pub use light::Light;

use crate::{Images, Imported};
use actor::LoadedActor;
use geometry::Gathered;
use textures::{Aliases, Layers};

/// Findings of one code that are listed one by one.
const LISTED_PER_CODE: u32 = 100;

/// What a file alone does not say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Folders of actor files that are looked through in this order, before those near the map, by the names of the
    /// files.
    pub actors: Vec<String>,
    /// What animations mean.
    pub meaning: Meaning,
    /// Where bones stand.
    pub bones: Bones,
    /// What shines. Without a light everything is shown in full brightness.
    pub lights: Vec<Light>,
    /// What stands for things that only a program knows.
    pub stand_ins: StandIns,
}

/// What stands for things that only a program knows: actors without a file, and particle systems, of which a map has
/// the names alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StandIns {
    /// Nothing: they are kept as nodes.
    #[default]
    Nothing,
    /// The particle system `FIRE`, as in the engine's own example.
    Known,
    /// `FIRE`, and a cross for all others.
    Marked,
}

/// What the commands of an animation mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// What their authors saw: increments about the bone's own axes, handed down from bone to bone, all spans in frames.
    #[default]
    Authored,
    /// What the 0.5 engine does with them at 60 updates a second: other axes, other signs, and the spans of `TRANSLATE`
    /// in seconds. For comparison.
    Engine,
}

/// Where bones stand at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bones {
    /// Repaired when that brings them less than half as far from their corners, else as written.
    #[default]
    Judged,
    /// Where the file says.
    AsWritten,
    /// Where they are when every written position is the sum of the bone's own offset and its parent's own, a defect of
    /// an exporter.
    Repaired,
}

/// The scene of a map, an actor or a texture set (its images alone).
///
/// Texture sets, images and actor files are looked for through the project. What cannot be found or used is
/// reported, and the rest of the scene is there.
#[must_use]
pub fn import(document: &Document, project: &Project<'_>) -> Imported {
    import_with(document, project, &Options::default())
}

/// As [`import`], with choices.
#[must_use]
pub fn import_with(document: &Document, project: &Project<'_>, options: &Options) -> Imported {
    let name = path::stem(document.source().path()).to_owned();
    let mut importer = Importer::new(&name, document, project, options);
    match document.kind() {
        FileKind::Map => importer.map(document),
        FileKind::Actor => importer.actor_alone(document, &name),
        FileKind::TextureSet => importer.all_images(document),
    }
    importer.report_sums(document.source().path());
    Imported { scene: importer.scene, findings: importer.findings }
}

/// The image file that each alias of a document, and of the actors it places, leads to. Those that lead nowhere are
/// not listed.
pub(crate) fn image_files(
    document: &Document,
    project: &Project<'_>,
    options: &Options,
) -> HashMap<String, String> {
    let mut importer = Importer::new("", document, project, options);
    importer.read_sets(document);
    importer.open_actors(document);
    importer.aliases.files(project)
}

/// A scene in the making.
struct Importer<'a> {
    project: &'a Project<'a>,
    options: &'a Options,
    scene: Scene,
    findings: Vec<Finding>,
    images: Images<'a>,
    /// One material for equal layers on the same image.
    materials: HashMap<(Layers, Option<ImageId>), MaterialId>,
    /// What all texture sets define.
    aliases: Aliases,
    /// Looked for when the first actor is placed.
    actor_files: Option<ActorFiles>,
    /// Actor documents that are not placed yet, by file.
    opened: HashMap<String, Option<Document>>,
    /// By file, or by registered name when there is no file.
    actors: HashMap<String, Option<LoadedActor>>,
    /// The lights of the sector that is being read.
    shining: Vec<Light>,
    /// What every particle system of a name does.
    systems: HashMap<String, Option<EffectId>>,
    /// Particle systems without a picture.
    undrawn: u32,
    /// The cross that stands for what has no picture.
    marker: Option<MeshId>,
    /// Images by texture set and path as written.
    loaded: HashMap<(Arc<str>, String), ImageId>,
    /// Findings per code; a flood becomes a sum.
    counts: HashMap<&'static str, u32>,
}

impl<'a> Importer<'a> {
    fn new(name: &str, document: &Document, project: &'a Project<'a>, options: &'a Options) -> Self {
        let kind = match document.kind() {
            FileKind::Map => "MAP",
            FileKind::Actor => "MODEL",
            FileKind::TextureSet => "TEXTURESET",
        };
        let source = document.source();
        let root = Node {
            identity: Identity { key: name.to_owned(), kind: kind.to_owned(), unique_id: None },
            origin: Some(Origin { path: Arc::clone(source.path()), bytes: (0, source.len()) }),
            placement: Placement::space(proscenio_scene::glam::Affine3A::IDENTITY),
            ..Node::new(name)
        };
        Self {
            project,
            options,
            scene: Scene::new(name, root),
            findings: Vec::new(),
            images: Images::new(project.files()),
            materials: HashMap::new(),
            aliases: Aliases::default(),
            actor_files: None,
            opened: HashMap::new(),
            actors: HashMap::new(),
            shining: Vec::new(),
            systems: HashMap::new(),
            undrawn: 0,
            marker: None,
            loaded: HashMap::new(),
            counts: HashMap::new(),
        }
    }

    fn actor_alone(&mut self, document: &Document, name: &str) {
        self.read_sets(document);
        self.enter(None);
        let mut actor = self.actor(document, name);
        self.place_actor(&mut actor, self.scene.root);
    }

    /// Opens the files of all actors that a map places, and reads their texture sets.
    fn open_actors(&mut self, document: &Document) {
        let from = Arc::clone(document.source().path());
        for actor in document.sectors().flat_map(|sector| sector.actors()) {
            let Some(file) = self.actor_file(&text_of(actor.name()), &from) else { continue };
            if self.opened.contains_key(&file) {
                continue;
            }
            let opened = self.open(&from, actor.span(), &file, FileKind::Actor);
            if let Some(opened) = &opened {
                self.read_sets(opened);
            }
            self.opened.insert(file, opened);
        }
    }

    fn actor_file(&mut self, name: &str, map: &Arc<str>) -> Option<String> {
        let (project, named) = (self.project, &self.options.actors);
        let files = self.actor_files.get_or_insert_with(|| ActorFiles::near(project, map, named));
        files.get(name).map(str::to_owned)
    }

    /// Makes a node a copy of the actor that a program would have registered under a name. `false` when there is none.
    /// Each file is loaded once.
    fn place_registered(&mut self, name: &str, at: NodeId, span: Span, from: &Arc<str>) -> bool {
        let file = self.actor_file(name, from);
        let key = file.clone().unwrap_or_else(|| name.to_owned());
        let known = self.actors.remove(&key);
        let mut actor = match known {
            Some(known) => known,
            None => {
                if file.is_none() {
                    let message = format!("there is no `{name}.e3a` near the map");
                    self.report(&codes::UNKNOWN_ACTOR, from, Some(span), message);
                }
                let document = self.opened.remove(&key).flatten();
                document.map(|document| self.actor(&document, name))
            }
        };
        if let Some(actor) = &mut actor {
            self.place_actor(actor, at);
        }
        let there = actor.is_some();
        self.actors.insert(key, actor);
        there
    }

    fn report(&mut self, code: &CodeInfo, path: &Arc<str>, span: Option<Span>, message: impl Into<String>) {
        let count = self.counts.entry(code.name).or_insert(0);
        *count += 1;
        if *count <= LISTED_PER_CODE {
            self.findings.push(code.finding(path, message).at_maybe(span));
        }
    }

    /// Says how many findings were not listed.
    fn report_sums(&mut self, path: &Arc<str>) {
        for code in CODES.iter().chain(files::CODES) {
            let further = self.counts.get(code.name).copied().unwrap_or(0).saturating_sub(LISTED_PER_CODE);
            if further > 0 {
                let message = format!("{further} further places: {}", code.summary);
                self.findings.push(code.finding(path, message));
            }
        }
    }

    fn report_gathered(&mut self, gathered: &Gathered, from: &Arc<str>) {
        if let Some((count, first)) = gathered.left_out {
            let message = format!("{} without usable corners or coordinates", counted(count, "triangle"));
            self.report(&codes::LEFT_OUT, from, Some(first), message);
        }
    }
}

fn instance(mesh: MeshId) -> MeshInstance {
    MeshInstance { cast_shadow: false, ..MeshInstance::new(mesh) }
}

fn text_of(word: Option<Word<'_>>) -> String {
    word.map(|word| word.text().into_owned()).unwrap_or_default()
}

fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
