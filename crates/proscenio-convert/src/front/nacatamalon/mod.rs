//! nacatamalon documents into the neutral scene.
//!
//! A box becomes a node with its own `id` as identity. Its place is given twice: in the plane, where fields
//! add up one by one, and in space, where matrices multiply; a box without a transform passes its parent's
//! place on. Sprites, texts, shapes, models, cameras and lights become components; a model with a place of
//! its own stands in a node of its own, the first among its box's children. Colours of the files are stored
//! values and are converted to linear light; materials say that they are shaded on stored values.
//!
//! Whatever the scene model has no field for is kept: components of other kinds as
//! [`proscenio_scene::Component::Other`], further members of a box and of its components in the node's extras,
//! those of a material in the material's. One finding per kind of thing says how many are kept but not drawn.
//!
//! The findings of reading the document itself, those of `parse_scene_doc` included, are not repeated.
//!
//! # Limitations
//!
//! * GLSL without WGSL is kept but not run.
//! * Bodies, sounds, songs, scripts and stores are described, not run. Motions are animations; those of a shape
//!   that is not understood are kept.
//! * A model that is not seen through is drawn solid; the engine still blends the see-through texels of its
//!   picture.
//! * Models with a skeleton stand as their file's vertices are, without their pose.

mod acting;
mod arcade;
mod assets;
mod atlas;
mod codes;
mod deep;
mod effects;
mod extras;
mod flat;
mod fonts;
mod gltf_piece;
mod motions;
mod place;
mod raw;
mod recipes;
mod regions;
mod settings;
mod shaders;
mod sheets;
#[cfg(test)]
mod tests;
mod view;

use std::collections::{HashMap, HashSet};

use proscenio_nacatamalon::model::{
    Component as DocComponent, ComponentData, ComponentKind, Node as DocNode, NodeId as DocId, SceneDoc,
};
use proscenio_nacatamalon::{Document, Value, ValueId, parse_scene_doc};
use proscenio_project::Project;
use proscenio_scene::{
    Background, Component, Extra, Extras, Identity, ImageId, Node, NodeId, Origin, Other, Scene, ShaderId,
};
use proscenio_source::{Finding, Source, Span};

pub use codes::CODES;

use super::Imported;
use crate::Images;
use extras::{json, members_except};
use settings::Settings;

/// Makes a neutral scene of a nacatamalon document. Pictures, atlases and model files are looked up in the
/// project; what is missing is marked so and told.
#[must_use]
pub fn import(document: &Document, project: &Project<'_>) -> Imported {
    let (doc, _) = parse_scene_doc(document);
    let mut findings = Vec::new();
    let settings = settings::read(project, &mut findings);
    let mut importer = Importer::new(&doc, project, settings, findings);
    importer.nodes();
    importer.find_mask_shapes();
    importer.link_motions();
    importer.post();
    importer.finish()
}

struct Importer<'a> {
    doc: &'a SceneDoc,
    project: &'a Project<'a>,
    settings: Settings,
    scene: Scene,
    images: Images<'a>,
    findings: Vec<Finding>,
    /// What has been said once, so that a thousand boxes with one missing picture say it once.
    said: HashSet<(&'static str, String)>,
    kept: Vec<Kept>,
    assets: assets::Assets<'a>,
    /// The nodes of the boxes read so far, by position in the document.
    nodes: Vec<NodeId>,
    heres: Vec<Here>,
    lights: usize,
    /// Cameras of each view: its box, and whether they are flat.
    cameras: HashMap<(usize, bool), (NodeId, usize)>,
    /// Layers of maps, which come after all else of their box.
    after: Vec<(Component, Option<ShaderId>)>,
    /// Masks whose shape is to be found: node, component, id of the box.
    masks: Vec<(NodeId, usize, String, Span)>,
    /// Motions whose boxes are still to be found.
    waiting_motions: Vec<motions::Waiting>,
    /// Pictures inside model files, by file and number.
    model_images: HashMap<(String, usize), ImageId>,
}

/// Where a box is.
#[derive(Clone, Copy)]
struct Here {
    world: place::World,
    /// The box that is the view it belongs to: the root, or one that is painted into a picture.
    view: usize,
    /// Whether it is on the screen.
    shown: bool,
}

/// Things of one sort that are kept but not drawn.
struct Kept {
    what: &'static str,
    count: usize,
    span: Span,
}

/// More lights than this do not shine.
const MAX_LIGHTS: usize = 8;

impl<'a> Importer<'a> {
    fn new(doc: &'a SceneDoc, project: &'a Project<'a>, settings: Settings, findings: Vec<Finding>) -> Self {
        let mut scene = Scene::new(doc.name.clone(), Node::new(""));
        scene.environment.background = Background::Color(settings.background);
        scene.view_size = Some(settings.size);
        scene.rendering.space_samples = settings.samples;
        scene.rendering.plane_samples = settings.samples;
        for member in &doc.unknown {
            scene.extras.set(member.name.as_str(), json(&member.value));
        }
        Self {
            doc,
            project,
            settings,
            scene,
            images: Images::new(project.files()),
            findings,
            said: HashSet::new(),
            kept: Vec::new(),
            assets: assets::Assets::new(doc),
            nodes: Vec::new(),
            heres: Vec::new(),
            lights: 0,
            cameras: HashMap::new(),
            after: Vec::new(),
            masks: Vec::new(),
            waiting_motions: Vec::new(),
            model_images: HashMap::new(),
        }
    }

    /// The path of the document.
    fn path(&self) -> &'a std::sync::Arc<str> {
        self.doc.document.source().path()
    }

    fn value(&self, id: Option<ValueId>) -> Option<Value<'a>> {
        id.map(|id| self.doc.document.value(id))
    }

    /// Says something about a thing once, however often it is met.
    fn say_once(&mut self, thing: &str, finding: Finding) {
        if self.said.insert((finding.code, thing.to_owned())) {
            self.findings.push(finding);
        }
    }

    /// Counts something that is kept but not drawn.
    fn keep(&mut self, what: &'static str, span: Span) {
        match self.kept.iter_mut().find(|kept| kept.what == what) {
            Some(kept) => kept.count += 1,
            None => self.kept.push(Kept { what, count: 1, span }),
        }
    }

    fn nodes(&mut self) {
        for (index, own) in self.doc.nodes.iter().enumerate() {
            let parent = own.parent.map(DocId::index);
            let node = self.node(own);
            let id = match parent {
                Some(parent) => self.scene.add_child(self.nodes[parent], node),
                None => {
                    let root = self.scene.root;
                    self.scene.nodes[root] = node;
                    root
                }
            };
            self.nodes.push(id);
            let above = parent.map_or(Here { world: place::World::ORIGIN, view: 0, shown: true }, |parent| {
                self.heres[parent]
            });
            self.heres.push(Here {
                world: above.world.then(own.transform.as_ref()),
                view: if paints(own) { index } else { above.view },
                shown: above.shown && self.scene.nodes[id].visible,
            });
            let mut rest = Vec::with_capacity(own.components.len());
            self.after.clear();
            for component in &own.components {
                self.component(index, id, component, &mut rest);
            }
            for (layer, shader) in std::mem::take(&mut self.after) {
                self.add_flat(id, layer, shader);
            }
            if !rest.is_empty() {
                self.scene.nodes[id].extras.set("components", rest);
            }
        }
    }

    fn node(&mut self, own: &DocNode) -> Node {
        let span = own.site.span;
        Node {
            identity: Identity { key: own.id.to_string(), ..Identity::default() },
            origin: Some(Origin { path: self.path().clone(), bytes: (span.start(), span.end()) }),
            placement: place::placement(own.transform.as_ref()),
            visible: own.visible != Some(false),
            screen_space: own.screen_space == Some(true),
            extras: self.node_extras(own),
            // A list that grows by itself has room for four, which is most of what a scene of many boxes takes.
            components: Vec::with_capacity(own.components.len()),
            ..Node::new(own.name.clone())
        }
    }

    fn node_extras(&mut self, own: &DocNode) -> Extras {
        let mut extras = Extras::new();
        if !own.data.is_empty() {
            extras.set("data", own.data.iter().map(json).collect::<Vec<_>>());
        }
        if !own.tags.is_empty() {
            extras.set("tags", own.tags.iter().map(|tag| Extra::from(tag.as_str())).collect::<Vec<_>>());
        }
        if let Some(off) = own.world_off_screen {
            extras.set("worldOffScreen", off);
            // Only the root's word counts.
            self.scene.world_off_screen |= off && own.parent.is_none();
        }
        if !own.extra.is_empty() {
            let mut inner = Extras::new();
            for member in &own.extra {
                inner.set(member.name.as_str(), json(&member.value));
            }
            extras.set("extra", inner);
        }
        if !own.unsupported.is_empty() {
            extras.set(
                "unsupportedComponents",
                own.unsupported.iter().map(|one| json(&one.value)).collect::<Vec<_>>(),
            );
        }
        extras
    }

    /// Adds a component to its node; what the model has no field for goes into `rest`.
    fn component(&mut self, index: usize, node: NodeId, own: &'a DocComponent, rest: &mut Vec<Extra>) {
        let span = own.site.span;
        let known: &[&str] = match &own.data {
            ComponentData::Sprite(sprite) => {
                let shader = self.flat_shader(&sprite.flat, span);
                let sprite = self.sprite(sprite, span);
                self.add_flat(node, Component::Sprite(sprite), shader);
                flat::SPRITE_FIELDS
            }
            ComponentData::Text(text) => {
                let shader = self.flat_shader(&text.flat, span);
                let Some(text) = self.text(text, span) else { return self.other(node, own) };
                self.add_flat(node, Component::Text(text), shader);
                flat::TEXT_FIELDS
            }
            ComponentData::Shapes(shapes) => {
                self.add(node, Component::Shapes(Self::shapes(shapes)));
                flat::SHAPES_FIELDS
            }
            ComponentData::Mesh(mesh) => {
                self.mesh(node, mesh, own);
                deep::MESH_FIELDS
            }
            ComponentData::Camera2d(camera) => {
                self.camera_2d(index, node, camera, own);
                view::CAMERA_2D_FIELDS
            }
            ComponentData::Camera3d(camera) => {
                self.camera_3d(index, node, camera, own);
                view::CAMERA_3D_FIELDS
            }
            ComponentData::Light(light) => {
                self.light(index, node, light, own);
                view::LIGHT_FIELDS
            }
            _ => match self.raw_component(node, own) {
                Some(known) => known,
                None => {
                    self.keep(own.kind.as_str(), own.site.span);
                    return self.other(node, own);
                }
            },
        };
        let mut extras = Extras::new();
        extras.set("type", own.kind.as_str());
        extras.set("id", own.id.as_str());
        if let Some(value) = self.value(own.site.value) {
            for (name, value) in members_except(value, known).iter() {
                extras.set(name, value.clone());
            }
        }
        rest.push(Extra::Map(extras));
    }

    /// A component read from its own value; the members it says, or `None` when it has to be kept whole.
    fn raw_component(&mut self, node: NodeId, own: &DocComponent) -> Option<&'static [&'static str]> {
        let raw = raw::Raw(self.value(own.site.value)?);
        let span = own.site.span;
        let (component, known): (Component, &[&str]) = match own.kind {
            ComponentKind::NineSlice => {
                let panel = self.nine_slice(raw, span)?;
                let shader = match &own.data {
                    ComponentData::NineSlice(data) => self.flat_shader(&data.flat, span),
                    _ => None,
                };
                self.add_flat(node, Component::NineSlice(panel), shader);
                return Some(sheets::PANEL_FIELDS);
            }
            ComponentKind::Tilemap => {
                let layers = self.tilemap(raw, own)?;
                self.after.extend(layers);
                return Some(sheets::MAP_FIELDS);
            }
            ComponentKind::Particles | ComponentKind::Particles3d => {
                let flat = own.kind == ComponentKind::Particles;
                (Component::Particles(self.emitter(raw, flat, span)), effects::EMITTER_FIELDS)
            }
            ComponentKind::Mask => {
                if let Some(by) = raw.text("by").filter(|by| !by.is_empty()) {
                    let at = self.scene.nodes[node].components.len();
                    self.masks.push((node, at, by, span));
                }
                (Component::Mask(self.mask(raw)), regions::MASK_FIELDS)
            }
            ComponentKind::Filter => (Component::Filter(self.chain(raw, span)), regions::FILTER_FIELDS),
            ComponentKind::SpriteTexture => {
                (Component::Picture(self.painted(raw, span)?), regions::PICTURE_FIELDS)
            }
            ComponentKind::Fog => (Component::Fog(self.fog(raw)), regions::FOG_FIELDS),
            ComponentKind::Motion => {
                (Component::Motion(self.motion(node, raw, span)?), acting::MOTION_FIELDS)
            }
            kind => self.acting(kind, raw, span)?,
        };
        self.add(node, component);
        Some(known)
    }

    /// The effects over the finished picture, which the project names.
    fn post(&mut self) {
        let root = self.project.root().map_or("", |(root, _)| root);
        let file = proscenio_vfs::path::join(root, settings::FILE);
        let Some(bytes) = self.project.read_at_root(settings::FILE) else { return };
        let document = Document::parse(Source::new(file.clone(), bytes));
        let Some(root) = document.root().filter(|root| root.is_object()) else { return };
        let whole = Span::new(0, 0);
        self.scene.post = self.screen_effects(raw::Raw(root), "post", &file, whole);
    }

    fn add(&mut self, node: NodeId, component: Component) {
        self.scene.nodes[node].components.push(component);
    }

    /// Adds something flat and says which shader it runs.
    fn add_flat(&mut self, node: NodeId, component: Component, shader: Option<ShaderId>) {
        let place = self.scene.nodes[node].components.len();
        if let Some(shader) = shader {
            self.scene.flat_shaders.insert((node, place), shader);
        }
        self.add(node, component);
    }

    /// Keeps a component whole.
    fn other(&mut self, node: NodeId, own: &DocComponent) {
        let value = self.value(own.site.value);
        let extras = value.map(|value| members_except(value, &["type"])).unwrap_or_default();
        self.add(node, Component::Other(Other { kind: own.kind.as_str().to_owned(), extras }));
    }

    fn finish(mut self) -> Imported {
        if self.lights > MAX_LIGHTS {
            let message =
                format!("{} lights, of which the engine lights only the first {MAX_LIGHTS}", self.lights);
            let finding = codes::TOO_MANY_LIGHTS.finding(self.path(), message);
            self.findings.push(finding);
        }
        for kept in &self.kept {
            let message = format!("kept but not drawn: {} ({}×)", kept.what, kept.count);
            self.findings.push(codes::NOT_DRAWN.finding(self.path(), message).at(kept.span));
        }
        Imported { scene: self.scene, findings: self.findings }
    }
}

/// Whether a box is painted into a picture instead of the screen.
fn paints(own: &DocNode) -> bool {
    own.components.iter().any(|component| component.kind == ComponentKind::SpriteTexture)
}

/// A number of a file as the model keeps it; beyond what it can hold, the largest it can.
fn single(number: f64) -> f32 {
    (number as f32).clamp(f32::MIN, f32::MAX)
}
