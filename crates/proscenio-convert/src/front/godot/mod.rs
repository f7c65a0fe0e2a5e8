//! Godot documents into the neutral scene.
//!
//! Godot's space is that of the neutral scene (right-handed, +Y up, metres), and so is its plane; triangles
//! are turned round, because the engine's front is clockwise. Colours of files are stored values and become
//! linear; materials shade in linear light. Instanced and inherited scenes are put in, with the properties
//! that the outer scenes set on their nodes.
//!
//! What the neutral scene has no place for goes to the extras of the node, mesh, material or scene, as the
//! text of the file, and is summed up in one finding per class.
//!
//! # Limitations
//!
//! Drawn are meshes, bodies made of solids, standard materials, lights, cameras, skies, sprites, canvas items and
//! user interfaces at rest. Text meshes, and in the plane normal maps and particles are kept aside.
//! Animations are those of `AnimationPlayer` nodes; `AnimationTree`s, their state machines and scripts are kept and
//! not run. Picture files are taken as they are, not as the engine's import would compress them, but for the colours
//! of see-through texels. Pictures inside of instanced models (`.glb`, `.gltf`) are taken from there, unless the engine's
//! import took them out into files that are there. Pictures of lines (SVG) become texels without their letters.
//! Noise whose places are warped in space differs a little from the engine's; noise of other classes than
//! `FastNoiseLite`, and `NoiseTexture3D`, are not made.

mod array_mesh;
mod build;
mod camera;
mod classes;
mod codes;
mod control;
mod csg;
mod curves;
mod defaults;
mod environment;
mod files;
mod finish;
mod flat_mesh;
mod fog_volume;
mod follow;
mod frames;
mod gradient;
mod instance;
mod kept;
mod light;
mod light_2d;
mod line;
mod material;
mod mesh;
mod moving;
mod multimesh;
mod noise;
mod parallax;
mod particles;
mod place;
mod polygon;
pub mod primitives;
mod props;
mod pseudo;
mod settings;
mod shape;
mod sky;
mod sprite;
mod sprite3d;
mod texture;
mod tiles;
mod viewport;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use proscenio_godot::{Document, Kind, Value};
use proscenio_project::Project;
use proscenio_project::godot::MISSING_FILE;
use proscenio_scene::{
    BakedPath, Extra, Extras, Filter, FrameAnimation, ImageId, MaterialId, MeshId, Node, NodeId, Scene, Wrap,
};
use proscenio_source::{Finding, Span};
use proscenio_vfs::path;

pub use codes::CODES;

use crate::{Images, Imported};
use camera::Candidate;
use files::{File, Files, NotOpened, Place, Target};
use kept::Kept;
use settings::Settings;
use texture::Import;

/// What tells two sections apart.
type Key = (*const File, usize);

/// A `SpriteFrames` and how its pictures are shown.
type FrameKey = (Key, Filter, Wrap);

/// The scene of a scene file, or of a resource file (its material or mesh alone).
///
/// Other files (instanced scenes, resources, pictures, `project.godot`) are looked for through the project.
/// What cannot be found or used is reported, and the rest of the scene is there.
#[must_use]
pub fn import(document: &Document, project: &Project<'_>) -> Imported {
    let file = Rc::new(File::new(document.clone()));
    let name = path::stem(document.source().path()).to_owned();
    let mut importer = Importer::new(&name, project);
    importer.files.start(&file);
    match document.kind() {
        Kind::Resource => importer.resource_alone(&file),
        Kind::Scene | Kind::Unknown => importer.scene_file(&file),
    }
    importer.choose_cameras();
    importer.surroundings(&file);
    importer.paint_viewports();
    importer.keep_unvisited();
    importer.kept.tell(&mut importer.findings);
    Imported { scene: importer.scene, findings: importer.findings }
}

/// A scene in the making.
struct Importer<'a> {
    files: Files<'a>,
    images: Images<'a>,
    settings: Settings,
    scene: Scene,
    findings: Vec<Finding>,
    kept: Kept,
    /// Made once per resource; nothing when it cannot be made.
    meshes: HashMap<Key, Option<MeshId>>,
    materials: HashMap<Key, MaterialId>,
    /// Materials whose next pass is being read.
    passes: HashSet<Key>,
    /// Textures made by numbers, or the checkers that stand for them.
    made_textures: HashMap<Key, (ImageId, bool)>,
    /// Import settings by file and use.
    imports: HashMap<(String, bool), Import>,
    /// Resources that were told about.
    told: HashSet<Key>,
    /// Resources that have no place of their own in the scene, for its extras.
    kept_resources: Vec<Extra>,
    told_kept: HashSet<Key>,
    /// Resources that something in the scene was made of.
    visited: HashSet<Key>,
    /// In tree order.
    cameras: Vec<Candidate>,
    flat_cameras: Vec<Candidate>,
    /// Cameras in the plane that turn with their node.
    turning_cameras: HashSet<NodeId>,
    /// Of cameras and of the world, in tree order.
    environments: Vec<(Option<NodeId>, Place)>,
    current_camera: Option<NodeId>,
    /// Paths by their node, for what follows them.
    paths: HashMap<NodeId, BakedPath>,
    libraries: HashMap<Key, Rc<multimesh::Library>>,
    frame_sets: HashMap<FrameKey, Arc<[FrameAnimation]>>,
    tile_sets: HashMap<Key, Rc<tiles::TileSet>>,
    /// Scenes that hold the one that is put into a cell, so that none holds itself.
    standing: Vec<String>,
    controls: control::Controls,
    viewports: viewport::Viewports,
    /// Backgrounds that scroll, by their node.
    backgrounds: HashMap<NodeId, parallax::ScrolledBackground>,
    /// What needs nodes that may come later.
    later: moving::Later,
}

impl<'a> Importer<'a> {
    fn new(name: &str, project: &'a Project<'a>) -> Self {
        Self {
            files: Files::new(project),
            images: Images::new(project.files()),
            settings: Settings::read(project),
            scene: Scene::new(name, Node::new(name)),
            findings: Vec::new(),
            kept: Kept::default(),
            meshes: HashMap::new(),
            materials: HashMap::new(),
            passes: HashSet::new(),
            made_textures: HashMap::new(),
            imports: HashMap::new(),
            told: HashSet::new(),
            kept_resources: Vec::new(),
            told_kept: HashSet::new(),
            visited: HashSet::new(),
            cameras: Vec::new(),
            flat_cameras: Vec::new(),
            turning_cameras: HashSet::new(),
            environments: Vec::new(),
            current_camera: None,
            paths: HashMap::new(),
            libraries: HashMap::new(),
            frame_sets: HashMap::new(),
            tile_sets: HashMap::new(),
            standing: Vec::new(),
            controls: control::Controls::default(),
            viewports: viewport::Viewports::default(),
            backgrounds: HashMap::new(),
            later: moving::Later::default(),
        }
    }

    /// Follows a reference, and tells when its file cannot be opened.
    fn follow(&mut self, from: &Rc<File>, value: &Value, span: Option<Span>) -> Option<Target> {
        match self.files.follow(from, value) {
            Ok(target) => {
                if let Some(Target::Resource(place)) = &target {
                    self.visited.insert(place.key());
                }
                target
            }
            Err(problem) => {
                self.tell_not_opened(from, span, &problem);
                None
            }
        }
    }

    fn tell_not_opened(&mut self, from: &File, span: Option<Span>, problem: &NotOpened) {
        let message = format!("`{}`: {}", problem.path, problem.why);
        self.findings.push(MISSING_FILE.finding(from.document.source().path(), message).at_maybe(span));
    }

    /// A resource file has no nodes: its material or mesh is put on the root.
    fn resource_alone(&mut self, file: &Rc<File>) {
        let Some(section) = file.document.resource() else { return };
        let place = Place { file: Rc::clone(file), section: section.index() };
        self.show_resource(&place);
    }

    /// Properties nobody asked for, for extras.
    fn rest_of(&mut self, props: &props::Props) -> Extras {
        self.findings.extend(props.take_findings());
        props.rest()
    }
}
