//! Writing a scene that stands back into a document.

use proscenio_source::Finding;
use rustc_hash::FxHashMap;
use thin_vec::ThinVec;

use super::uses::{Wanted, uses};
use super::{BUILT_IN_FONT, BoxId, CODE_EFFECT, LiveBox, LiveScene, Part, PartId, RAW_GEOMETRY, State};
use crate::Mode;
use crate::model::{
    Asset, AssetSource, Component, ComponentData, ComponentKind, Node, NodeId, Recipe, SceneDoc,
};

/// Makes a document of a scene. Never fails: what no document can hold is left out and told.
///
/// In [`Mode::Keep`] the document is the one the scene was built from, with what was changed. In
/// [`Mode::Engine`] it is the one the engine itself would save: named after the root box, with the assets that
/// are used and no other, the components that stand in the engine's order, cameras and fog on the box of their
/// view, stores with the ids of their making, and scripts with all their settings. Boxes born at run time are
/// written in neither.
#[must_use]
pub fn serialize_scene(scene: &LiveScene, mode: Mode) -> (SceneDoc, Vec<Finding>) {
    let mut saver =
        Saver { scene, mode, findings: Vec::new(), nodes: Vec::new(), moved: FxHashMap::default() };
    if mode == Mode::Engine {
        for (id, part) in scene.built() {
            if let Some(view) = part.view {
                saver.moved.entry(view).or_default().push(id);
            }
        }
    }
    saver.boxes();
    let mut doc = SceneDoc { nodes: saver.nodes, ..scene.base.clone() };
    if mode == Mode::Engine {
        doc.name = doc.root().name.to_string();
        doc.assets = manifest(&doc);
        doc.unknown.clear();
    }
    (doc, saver.findings)
}

struct Saver<'s> {
    scene: &'s LiveScene,
    mode: Mode,
    findings: Vec<Finding>,
    nodes: Vec<Node>,
    /// Cameras and fog by the box that the engine writes them on.
    moved: FxHashMap<BoxId, Vec<PartId>>,
}

impl Saver<'_> {
    fn boxes(&mut self) {
        let mut pending: Vec<(BoxId, Option<NodeId>)> = vec![(self.scene.root(), None)];
        while let Some((id, parent)) = pending.pop() {
            let Some(own) = self.scene.get(id).filter(|own| !own.is_spawned()) else { continue };
            let node_id = NodeId::new(self.nodes.len());
            let node = Node {
                components: self.components(id, own),
                children: ThinVec::new(),
                parent,
                ..own.node.clone()
            };
            self.nodes.push(node);
            if let Some(parent) = parent {
                self.nodes[parent.index()].children.push(node_id);
            }
            pending.extend(own.children().iter().rev().map(|child| (*child, Some(node_id))));
        }
    }

    fn components(&mut self, id: BoxId, own: &LiveBox) -> ThinVec<Component> {
        let scene = self.scene;
        let mut parts: Vec<&Part> = own.parts.iter().collect();
        if self.mode == Mode::Engine {
            parts.retain(|part| matches!(part.state, State::Built(_)) && part.view.is_none());
            let moved = self.moved.remove(&id).unwrap_or_default();
            parts.extend(moved.into_iter().filter_map(|part| scene.part(part)));
            let mut maps = 0;
            parts.retain(|part| {
                // The second map of a box is lost.
                maps += usize::from(part.component.kind == ComponentKind::Tilemap);
                part.component.kind != ComponentKind::Tilemap || maps == 1
            });
            parts.sort_by_key(|part| (slot(part.component.kind), built_at(part)));
        }
        parts.into_iter().filter_map(|part| self.component(part)).collect()
    }

    fn component(&mut self, part: &Part) -> Option<Component> {
        if let Some(name) = &part.made_by_code {
            let kind = part.component.kind;
            let code = if kind == ComponentKind::Mesh { &RAW_GEOMETRY } else { &CODE_EFFECT };
            let message = format!("`{name}`, a {} made by code, is left out", kind.as_str());
            self.findings.push(code.finding(self.scene.label(), message));
            return None;
        }
        let mut component = part.component.clone();
        if self.mode == Mode::Engine {
            component.id = part.id.as_str().into();
            component.kept.clear();
            if let ComponentData::Script(script) = &mut component.data {
                script.props.clone_from(&part.settings);
            }
        }
        Some(component)
    }
}

fn built_at(part: &Part) -> u32 {
    match part.state {
        State::Built(at) => at,
        State::Waiting | State::LeftOut(_) => u32::MAX,
    }
}

/// The place of a kind in the order in which the engine writes the components of a box.
const fn slot(kind: ComponentKind) -> u8 {
    use ComponentKind as Kind;
    match kind {
        Kind::SpriteTexture => 1,
        Kind::Camera2d => 2,
        Kind::Camera3d => 3,
        Kind::Fog => 4,
        Kind::Light => 5,
        Kind::PhysicsWorld2d | Kind::PhysicsWorld3d => 6,
        Kind::ParticleCollider2d | Kind::ParticleCollider3d => 7,
        Kind::Mask => 8,
        Kind::Filter => 9,
        Kind::Tilemap => 10,
        Kind::Sprite
        | Kind::NineSlice
        | Kind::Text
        | Kind::Shapes
        | Kind::Mesh
        | Kind::Particles
        | Kind::Particles3d => 11,
        Kind::PhysicsBody2d | Kind::PhysicsBody3d => 12,
        Kind::Sound | Kind::Music | Kind::Song | Kind::Motion => 13,
        Kind::AudioListener => 14,
        Kind::Store => 15,
        Kind::Script => 16,
    }
}

/// The assets that components use, in the order of first use, gathered by key alone: of two kinds with one key
/// the later takes the earlier's place, as in the engine.
fn manifest(doc: &SceneDoc) -> Vec<Asset> {
    let listed = Listed::of(doc);
    let mut assets: Vec<Asset> = Vec::new();
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    for component in doc.nodes.iter().flat_map(|node| &node.components) {
        for wanted in uses(&component.data) {
            let Some(asset) = listed.saved(wanted.kind, wanted.key) else { continue };
            match places.get(wanted.key) {
                Some(at) => assets[*at] = asset,
                None => {
                    places.insert(wanted.key, assets.len());
                    assets.push(asset);
                }
            }
        }
    }
    assets
}

/// The entries that keys mean: the first of a kind, but of shapes from model files the last.
struct Listed<'d> {
    entries: FxHashMap<(Wanted, &'d str), &'d Asset>,
}

impl<'d> Listed<'d> {
    fn of(doc: &'d SceneDoc) -> Self {
        let mut entries: FxHashMap<(Wanted, &str), &Asset> = FxHashMap::default();
        for asset in &doc.assets {
            let Some(kind) = Wanted::of(&asset.source) else { continue };
            let known = entries.entry((kind, &asset.key)).or_insert(asset);
            let is_vector = |asset: &Asset| matches!(asset.source, AssetSource::Font { .. });
            let counts = match &asset.source {
                AssetSource::Geometry(recipe) => matches!(recipe, Recipe::Gltf { .. }),
                // Vector fonts are looked up first.
                AssetSource::Font { .. } => !is_vector(known),
                _ => false,
            };
            if counts {
                *known = asset;
            }
        }
        Self { entries }
    }

    /// The entry of a key as the engine saves it; `None` for what it brings along itself or does not list.
    fn saved(&self, kind: Wanted, key: &str) -> Option<Asset> {
        if kind == Wanted::Font && key == BUILT_IN_FONT {
            return None;
        }
        let mut asset = (*self.entries.get(&(kind, key))?).clone();
        if let AssetSource::Geometry(recipe) = &mut asset.source {
            complete(recipe);
        }
        asset.kept.clear();
        Some(asset)
    }
}

/// Fills in what the engine builds with where a recipe is silent.
fn complete(recipe: &mut Recipe) {
    fn fill<const N: usize>(pairs: [(&mut Option<f64>, f64); N]) {
        for (own, default) in pairs {
            own.get_or_insert(default);
        }
    }
    match recipe {
        Recipe::Cube { width, height, depth } => fill([(width, 1.0), (height, 1.0), (depth, 1.0)]),
        Recipe::Plane { width, depth, width_segments, depth_segments } => {
            fill([(width, 1.0), (depth, 1.0), (width_segments, 1.0), (depth_segments, 1.0)]);
        }
        Recipe::Circle { radius, segments } => fill([(radius, 0.5), (segments, 32.0)]),
        Recipe::UvSphere { radius, segments, rings } => {
            fill([(radius, 0.5), (segments, 32.0), (rings, 16.0)])
        }
        Recipe::IcoSphere { radius, subdivisions } => fill([(radius, 0.5), (subdivisions, 2.0)]),
        Recipe::Cylinder { radius, height, segments } | Recipe::Cone { radius, height, segments } => {
            fill([(radius, 0.5), (height, 1.0), (segments, 32.0)]);
        }
        Recipe::Torus { radius, tube, radial_segments, tubular_segments } => {
            fill([(radius, 0.5), (tube, 0.2), (radial_segments, 32.0), (tubular_segments, 16.0)]);
        }
        Recipe::Lathe { segments, .. } => fill([(segments, 32.0)]),
        Recipe::Gltf { .. } => {}
    }
}
