//! What the parts of the export share: the file so far, and the losses so far.

use std::collections::{HashMap, HashSet};

use glam::DAffine3;
use proscenio_scene::{Extra, Extras, ImageId, NodeId, Rgba, Scene, WorldPlacements};

use super::binary::Binary;
use super::extra::{Json, object};
use super::flat::FlatKey;
use super::json::Root;
use super::meshes::MeshCache;
use super::paint::PaintOrder;
use super::skins::Bones;
use super::textures::TextureCache;
use super::{Container, Exported, Loss, Options, OutputFile, container};

/// At most so many names of a path are spelled out, so that a report on a deep tree stays readable.
const PATH_NAMES_MAX: usize = 32;

/// An export on its way.
pub(super) struct Writer<'a> {
    pub scene: &'a Scene,
    pub options: &'a Options,
    pub world: WorldPlacements,
    pub root: Root,
    pub binary: Binary,
    /// Picture files beside a `.gltf`.
    pub files: Vec<OutputFile>,
    /// Their names in lower case: some file systems see no difference.
    pub file_names: HashSet<String>,
    pub losses: Vec<Loss>,
    /// By scene node: its glTF node; `None` for nodes that hang nowhere.
    pub node_of: Vec<Option<usize>>,
    /// By scene node: the world placement of its glTF node.
    pub frames: Vec<DAffine3>,
    /// By scene node: the same as it is read back, rounding included.
    pub standing: Vec<DAffine3>,
    /// By scene node: the product of all tints from the root down.
    pub tints: Vec<Rgba>,
    pub paint: PaintOrder,
    pub meshes: MeshCache,
    pub textures: TextureCache,
    pub images: HashMap<ImageId, usize>,
    pub flat_materials: HashMap<FlatKey, usize>,
    pub default_material: Option<usize>,
    pub bones: Bones,
    /// Nodes that can be moved on their own, with what leads from their glTF parent to the space that their
    /// placement is measured in, when that is not the same.
    pub movable: HashMap<NodeId, Option<DAffine3>>,
    /// The glTF node that shows a node's mesh of several shapes, with the weights of these.
    pub morph_hosts: HashMap<NodeId, (usize, Vec<f32>)>,
    /// Animations that move nothing glTF knows.
    pub still_animations: Vec<Extra>,
}

impl<'a> Writer<'a> {
    pub fn new(scene: &'a Scene, options: &'a Options, losses: Vec<Loss>) -> Self {
        Self {
            scene,
            options,
            world: scene.world_placements(),
            root: Root::default(),
            binary: Binary::default(),
            files: Vec::new(),
            file_names: HashSet::new(),
            losses,
            node_of: vec![None; scene.nodes.len()],
            frames: vec![DAffine3::IDENTITY; scene.nodes.len()],
            standing: vec![DAffine3::IDENTITY; scene.nodes.len()],
            tints: vec![Rgba::WHITE; scene.nodes.len()],
            paint: PaintOrder::of(scene),
            meshes: MeshCache::default(),
            textures: TextureCache::default(),
            images: HashMap::new(),
            flat_materials: HashMap::new(),
            default_material: None,
            bones: Bones::default(),
            movable: HashMap::new(),
            morph_hosts: HashMap::new(),
            still_animations: Vec::new(),
        }
    }

    /// Fills the file with the scene.
    pub fn write(&mut self) {
        self.write_materials();
        self.write_tree();
        self.write_animations();
        self.write_unplaced_meshes();
        self.write_unused_images();
        self.write_surroundings();
    }

    /// The files.
    pub fn finish(mut self) -> Exported {
        let Binary { bytes, views, accessors, .. } = std::mem::take(&mut self.binary);
        (self.root.buffer_views, self.root.accessors) = (views, accessors);
        let mut files = Vec::new();
        let glb = match self.options.container {
            Container::Glb => container::glb(&mut self.root, &bytes),
            Container::Gltf => None,
        };
        let name = container::file_stem(&self.options.name);
        if let Some(glb) = glb {
            files.push(OutputFile { name: format!("{name}.glb"), bytes: glb });
        } else {
            if self.options.container == Container::Glb {
                self.lose("gltf/size", &name, "a .glb ends at 4 GiB; written as .gltf and .bin instead");
            }
            files.extend(container::gltf(&mut self.root, &name, bytes));
        }
        files.append(&mut self.files);
        Exported { files, losses: self.losses }
    }

    /// Reports a loss.
    pub fn lose(&mut self, code: &'static str, subject: &str, message: impl Into<String>) {
        self.losses.push(Loss { code, subject: subject.to_owned(), message: message.into() });
    }

    /// Reports a loss on a node.
    pub fn lose_on(&mut self, code: &'static str, node: NodeId, message: impl Into<String>) {
        let subject = node_path(self.scene, node);
        self.lose(code, &subject, message);
    }

    /// `{"proscenio": entries}`, or nothing for no entries; what JSON cannot hold is reported.
    pub fn extras(&mut self, entries: Extras, subject: impl FnOnce(&Scene) -> String) -> Option<Json> {
        if entries.is_empty() {
            return None;
        }
        let (json, cut) = Json::new(Extra::Map(object([("proscenio", Extra::Map(entries))])));
        if cut.number || cut.depth {
            let subject = subject(self.scene);
            if cut.number {
                self.lose("gltf/extras", &subject, "JSON has no NaN nor infinity; written as texts");
            }
            if cut.depth {
                self.lose("gltf/extras", &subject, "lists and maps that are nested too deeply are cut off");
            }
        }
        Some(json)
    }

    /// Width through height of the picture: the project's, else 16:9.
    pub fn aspect(&self) -> f32 {
        match self.scene.view_size {
            Some([width, height]) if width > 0 && height > 0 => width as f32 / height as f32,
            _ => 16.0 / 9.0,
        }
    }
}

/// The names from the root to a node, joined with `/`; the middle of a very long path is left out.
pub(super) fn node_path(scene: &Scene, node: NodeId) -> String {
    let up = std::iter::successors(Some(node), |id| scene.nodes.get(*id)?.parent);
    let mut names: Vec<&str> =
        up.take(PATH_NAMES_MAX + 1).filter_map(|id| Some(scene.nodes.get(id)?.name.as_str())).collect();
    if names.len() > PATH_NAMES_MAX {
        names[PATH_NAMES_MAX] = "…";
    }
    names.reverse();
    names.join("/")
}

/// A name for people, or what kind of thing it is and its number.
pub(super) fn named(name: &str, kind: &str, index: usize) -> String {
    if name.is_empty() { format!("{kind} {index}") } else { name.to_owned() }
}
