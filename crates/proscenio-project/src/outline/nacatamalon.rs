//! Outlines of nacatamalon scenes and of the files they name.

use proscenio_nacatamalon::SceneDoc;
use proscenio_nacatamalon::files::{Sidecar, SidecarKind};
use proscenio_nacatamalon::model::{AssetSource, Node, NodeId, Recipe};
use proscenio_nacatamalon::{Document, parse_scene_doc};

use super::{Facts, Item, sidecar, tally};

pub(super) fn outline(document: &Document) -> Vec<Item> {
    let Some(kind) = SidecarKind::of(document) else { return boxes(&parse_scene_doc(document).0) };
    let read = Sidecar::read(document, kind);
    match &read.file {
        Sidecar::Box(file) => boxes(&file.scene),
        _ => sidecar::outline(&read, kind),
    }
}

fn boxes(scene: &SceneDoc) -> Vec<Item> {
    let mut items = Vec::with_capacity(scene.nodes.len());
    let mut waiting = vec![(NodeId::ROOT, 0)];
    while let Some((id, depth)) = waiting.pop() {
        let node = scene.node(id);
        items.push(item(node, depth));
        waiting.extend(node.children.iter().rev().map(|child| (*child, depth + 1)));
    }
    items
}

fn item(node: &Node, depth: u32) -> Item {
    let kinds: Vec<&str> = node.components.iter().map(|component| component.kind.as_str()).collect();
    let mut notes = Vec::new();
    if !node.unsupported.is_empty() {
        notes.push(format!("{} unknown components", node.unsupported.len()));
    }
    if node.visible == Some(false) {
        notes.push("hidden".to_owned());
    }
    if node.screen_space == Some(true) {
        notes.push("screen space".to_owned());
    }
    if !node.tags.is_empty() {
        notes.push(format!("tags {}", node.tags.join(" ")));
    }
    // A box that the file does not hold was made up and stands nowhere.
    let span = node.site.value.map(|_| node.site.span);
    Item { depth, name: node.name.to_string(), kind: kinds.join(", "), notes, span }
}

pub(super) fn facts(document: &Document, facts: &mut Facts) {
    if let Some(kind) = SidecarKind::of(document) {
        let read = Sidecar::read(document, kind);
        return sidecar::facts(document, &read, kind, facts);
    }
    let (scene, _) = parse_scene_doc(document);
    facts.text("name", scene.name.clone());
    facts.count("boxes", scene.nodes.len());
    let components = scene.nodes.iter().flat_map(|node| &node.components);
    facts.names("components", tally(components.map(|component| component.kind.as_str())));
    let unknown: usize = scene.nodes.iter().map(|node| node.unsupported.len()).sum();
    facts.some("unknown components", unknown);
    facts.names(
        "assets",
        scene.assets.iter().map(|asset| format!("{} ({})", asset.key, source(&asset.source))),
    );
}

fn source(source: &AssetSource) -> String {
    match source {
        AssetSource::File { src, .. } | AssetSource::Font { src, .. } => src.clone(),
        AssetSource::BitmapFont { json, atlas } => format!("{json} and {atlas}"),
        AssetSource::Geometry(recipe) => recipe_name(recipe).to_owned(),
        AssetSource::Unknown { type_name, .. } => {
            format!("unknown kind {}", type_name.as_deref().unwrap_or("without a name"))
        }
    }
}

fn recipe_name(recipe: &Recipe) -> &'static str {
    match recipe {
        Recipe::Cube { .. } => "cube",
        Recipe::Plane { .. } => "plane",
        Recipe::Circle { .. } => "circle",
        Recipe::UvSphere { .. } => "uvSphere",
        Recipe::IcoSphere { .. } => "icoSphere",
        Recipe::Cylinder { .. } => "cylinder",
        Recipe::Cone { .. } => "cone",
        Recipe::Torus { .. } => "torus",
        Recipe::Lathe { .. } => "lathe",
        Recipe::Gltf { .. } => "gltf",
    }
}
