//! Reading a file for a window.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use proscenio::run::PortalMap;
use proscenio::scene::glam::{Affine3A, EulerRot, Quat};
use proscenio::scene::{Extras, Light, LightKind, Rgba, Shadow};
use proscenio::{
    Component, Document, Entry, EntryKind, Family, Finding, ImportOptions, NodeId, Project, Scene, Source,
    Vfs, VfsError, gltf_model, obj,
};

use crate::bounds::Bounds;
use crate::documents::Library;
use crate::list::{self, FindingRow};

/// Which file is read, and how.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The file, `/` between the names of its path.
    pub file: String,
    /// The folder that relative paths start from.
    pub here: String,
    /// The project's root, when no project file above the scene marks it.
    pub root: Option<String>,
    /// What the families' files leave open.
    pub import: ImportOptions,
}

/// A file that was read.
#[derive(Debug)]
pub struct Opened {
    /// As it was asked for.
    pub request: Request,
    /// What it is, for people: `Godot`, `OBJ`.
    pub family: String,
    /// The scene, as it was read.
    pub scene: Scene,
    /// Rooms and doorways.
    pub map: Option<PortalMap>,
    /// What its files say.
    pub library: Library,
    /// The boxes of its nodes.
    pub bounds: Bounds,
    /// What there is to say about it.
    pub findings: Vec<FindingRow>,
    /// Nodes with cameras.
    pub cameras: Vec<NodeId>,
    /// The names of its animations, each once, in order.
    pub animations: Vec<String>,
    /// Every file that was read on the way, that one included.
    pub files: Vec<String>,
    /// How many triangles its meshes have, each counted as often as it is placed.
    pub triangles: usize,
    /// Whether something stands in space, and whether something is drawn in the plane.
    pub has: Has,
}

/// What a scene consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Has {
    /// Meshes.
    pub space: bool,
    /// Drawings in the plane.
    pub plane: bool,
}

/// Reads a file. Damage in it is told by [`Opened::findings`].
///
/// # Errors
/// When the file cannot be read or is of no family, in words for people.
pub fn open(files: &dyn Vfs, request: &Request) -> Result<Opened, String> {
    let recorder = Recorder { files, read: Mutex::default() };
    let project = match &request.root {
        Some(root) => Project::with_root_in(&recorder, &request.here, root),
        None => Project::around_in(&recorder, &request.here, &request.file),
    };
    let Read { scene, findings, source, family, library } = read(&recorder, &project, request)?;
    let world = scene.world_placements();
    let map = PortalMap::new(&scene, &world);
    let bounds = Bounds::new(&scene);
    let findings = list::findings(findings, &source, &scene, &recorder);
    let mut animations: Vec<String> = Vec::new();
    for (_, animation) in scene.animations.iter() {
        if !animations.contains(&animation.name) {
            animations.push(animation.name.clone());
        }
    }
    let cameras =
        scene.depth_first().filter(|id| scene.nodes[*id].components.iter().any(is_camera)).collect();
    let has = has(&scene);
    let triangles = triangles(&scene);
    let read = recorder.read.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Opened {
        request: request.clone(),
        family,
        scene,
        map,
        library,
        bounds,
        findings,
        cameras,
        animations,
        files: read.into_iter().collect(),
        triangles,
        has,
    })
}

/// A file as a scene.
struct Read {
    scene: Scene,
    findings: Vec<Finding>,
    source: Source,
    family: String,
    library: Library,
}

fn read(files: &dyn Vfs, project: &Project<'_>, request: &Request) -> Result<Read, String> {
    if obj::is_model(&request.file) {
        let bytes = files.read(&request.file).map_err(|error| error.to_string())?;
        let model = obj::Model::parse(Source::new(request.file.as_str(), bytes));
        let mut imported = obj::import(&model, project);
        light_model(&mut imported.scene);
        let mut findings = model.findings().to_vec();
        findings.append(&mut imported.findings);
        let (source, family) = (model.source().clone(), "OBJ".to_owned());
        return Ok(Read { scene: imported.scene, findings, source, family, library: Library::None });
    }
    if gltf_model::is_model(&request.file) {
        let bytes = files.read(&request.file).map_err(|error| error.to_string())?;
        let mut imported = gltf_model::import(&request.file, project);
        if !has_light(&imported.scene) {
            light_model(&mut imported.scene);
        }
        // Nothing points into a model; its bytes would be shown as text.
        let source = Source::new(request.file.as_str(), Vec::new());
        let (findings, family) =
            (imported.findings, if bytes.starts_with(b"glTF") { "glTF (binary)" } else { "glTF" });
        return Ok(Read {
            scene: imported.scene,
            findings,
            source,
            family: family.to_owned(),
            library: Library::None,
        });
    }
    let document = Document::open(files, &request.file).map_err(|error| error.to_string())?;
    let imported = proscenio::import_with(&document, project, &request.import);
    let mut findings = document.check();
    findings.extend(imported.findings);
    let family = match document.family() {
        Family::Godot => "Godot",
        Family::Nacatamalon => "nacatamalon",
        Family::Espresso3d => "Espresso3D",
    };
    let (source, family) = (document.source().clone(), family.to_owned());
    let library = Library::new(document, project);
    Ok(Read { scene: imported.scene, findings, source, family, library })
}

/// Models have no lights: one from above the viewer's left shoulder, and some from everywhere.
pub fn light_model(scene: &mut Scene) {
    let turn = Quat::from_euler(EulerRot::YXZ, -0.6, -0.7, 0.0);
    let light = Light {
        kind: LightKind::Directional,
        color: Rgba::WHITE,
        energy: 0.75,
        ambient: 0.0,
        specular: 0.5,
        in_fog: 1.0,
        cast_shadow: false,
        shadow: Shadow::default(),
        sky_disc: None,
        local: Some(Affine3A::from_quat(turn)),
        extras: Extras::new(),
    };
    scene.nodes[scene.root].components.push(Component::Light(light));
    scene.environment.ambient.color = Rgba::linear(0.3, 0.3, 0.3, 1.0);
}

/// Whether anything shines in a scene.
#[must_use]
pub fn has_light(scene: &Scene) -> bool {
    let mut components = scene.nodes.iter().flat_map(|(_, node)| &node.components);
    components.any(|component| matches!(component, Component::Light(_)))
}

fn is_camera(component: &Component) -> bool {
    matches!(component, Component::Camera(_) | Component::Camera2d(_))
}

fn has(scene: &Scene) -> Has {
    let mut has = Has::default();
    for component in scene.nodes.iter().flat_map(|(_, node)| &node.components) {
        match component {
            Component::Mesh(_) => has.space = true,
            Component::Sprite(_)
            | Component::FlatMesh(_)
            | Component::NineSlice(_)
            | Component::Tiles(_)
            | Component::Shapes(_)
            | Component::Text(_) => has.plane = true,
            Component::AnimatedSprite(sprite) => has.plane |= sprite.flat.is_some(),
            Component::Particles(emitter) => {
                let flat =
                    emitter.effect.and_then(|id| scene.effects.get(id)).is_none_or(|effect| effect.flat);
                has.plane |= flat;
            }
            _ => {}
        }
    }
    has
}

fn triangles(scene: &Scene) -> usize {
    let of = |mesh: &proscenio::scene::Mesh| -> usize {
        let corners = mesh.surfaces.iter().map(|surface| {
            if surface.indices.is_empty() { surface.positions.len() } else { surface.indices.len() }
        });
        corners.map(|count| count / 3).sum()
    };
    let counts: Vec<usize> = scene.meshes.iter().map(|(_, mesh)| of(mesh)).collect();
    let components = scene.nodes.iter().flat_map(|(_, node)| &node.components);
    let placed = components.filter_map(|component| match component {
        Component::Mesh(instance) => counts.get(instance.mesh.index()),
        _ => None,
    });
    placed.sum()
}

/// Notes which files are read.
struct Recorder<'f> {
    files: &'f dyn Vfs,
    read: Mutex<BTreeSet<String>>,
}

impl Vfs for Recorder<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, VfsError> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
        self.files.read(path)
    }

    fn kind(&self, path: &str) -> Option<EntryKind> {
        self.files.kind(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError> {
        self.files.list(folder)
    }

    fn write(&self, _: &str, _: &[u8]) -> Result<(), VfsError> {
        Err(VfsError::ReadOnly)
    }
}
