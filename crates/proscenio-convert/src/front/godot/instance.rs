//! The tree of a scene with all its instances, as the project puts it together, in the shape that importing
//! reads.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use proscenio_godot::value::{Reference, Value};
use proscenio_godot::{Document, Node};
use proscenio_project::godot::{FileId, Limits, Made, NodeId, SceneFile, SceneTree};
use proscenio_scene::Extras;
use proscenio_source::Finding;

use super::files::{File, Files, Place};

/// Nodes of a scene with all its instances, scenes inside scenes, and findings about them.
const LIMITS: Limits = Limits { nodes: 100_000, depth: 64, findings: 1000 };

/// The files of a tree as ours.
type Ours = HashMap<FileId, Rc<File>>;

/// A node with everything files say about it.
#[derive(Debug)]
pub(super) struct Built {
    /// In the tree of the project.
    pub id: NodeId,
    pub name: String,
    /// Empty when no file says it.
    pub class: String,
    /// Sections that set properties, the strongest first.
    pub layers: Vec<Place>,
    pub children: Vec<usize>,
    /// Groups, instance path and such.
    pub extras: Extras,
    pub unique_id: Option<i64>,
}

/// All nodes; the root is the first.
#[derive(Debug, Default)]
pub(super) struct BuiltTree {
    /// As the project put it together.
    pub tree: SceneTree,
    pub nodes: Vec<Built>,
}

/// Puts the scene of a file together.
pub(super) fn build(files: &mut Files<'_>, file: &Rc<File>, findings: &mut Vec<Finding>) -> BuiltTree {
    let id = files.godot().insert(file.document.clone());
    let Ok(scene) = files.godot().file(id) else { return BuiltTree::default() };
    let tree = files.godot().instantiate_file(&scene, LIMITS);
    findings.extend(tree.findings().iter().cloned());
    let ours: Ours = tree.files().iter().map(|scene| (scene.id(), files.adopt(scene))).collect();
    let mut built = BuiltTree::default();
    let Some(root) = tree.root() else { return built };
    let mut waiting = vec![(root, None)];
    while let Some((node, parent)) = waiting.pop() {
        // What the engine's classes bring along themselves is no part of any file.
        let Some(one) = one(&tree, &ours, node) else { continue };
        let index = built.nodes.len();
        built.nodes.push(one);
        if let Some(parent) = parent {
            let parent: &mut Built = &mut built.nodes[parent];
            parent.children.push(index);
        }
        let children: Vec<NodeId> = tree.children(node).collect();
        waiting.extend(children.into_iter().rev().map(|child| (child, Some(index))));
    }
    built.tree = tree;
    built
}

fn one(tree: &SceneTree, ours: &Ours, node: NodeId) -> Option<Built> {
    let place = |(file, section): (&Arc<SceneFile>, Node<'_>)| {
        Some(Place { file: Rc::clone(ours.get(&file.id())?), section: section.0.index() })
    };
    let is_file = |(file, _): &(&Arc<SceneFile>, Node<'_>)| file.made() != Made::Engine;
    let layers: Vec<Place> = tree.layers(node).filter(is_file).filter_map(place).collect();
    if layers.is_empty() {
        return None;
    }
    let mut built = Built {
        id: node,
        name: tree.name(node).into_owned(),
        class: tree
            .layers(node)
            .filter_map(|(_, section)| section.node_type())
            .last()
            .unwrap_or_default()
            .into_owned(),
        layers,
        children: Vec::new(),
        extras: Extras::new(),
        unique_id: tree.layers(node).find_map(|(_, section)| section.unique_id()),
    };
    let mut sections: Vec<_> = tree.layers(node).filter(is_file).collect();
    sections.reverse();
    for (file, section) in sections {
        describe(section, &mut built.extras);
        if let Some(reference) = section.instance() {
            built.extras.set("instance", spelled(file, &reference));
        }
    }
    Some(built)
}

/// How a file spells the path of what it instances.
fn spelled(file: &SceneFile, reference: &Reference) -> String {
    let section = file.section_of(reference);
    let text = |name: &str| section.and_then(|section| section.attribute(name)?.text());
    match reference {
        Reference::Path { path, .. } => path.clone(),
        Reference::Ext(id) | Reference::Sub(id) => {
            text("path").or_else(|| text("uid")).map_or_else(|| id.0.clone(), |path| path.into_owned())
        }
    }
}

/// What the header says beyond name, type and place.
fn describe(node: Node<'_>, extras: &mut Extras) {
    for entry in node.0.attributes() {
        let key = entry.key();
        if matches!(&*key, "name" | "type" | "parent" | "index" | "unique_id" | "instance" | "parent_id_path")
        {
            continue;
        }
        let text = || String::from_utf8_lossy(entry.raw()).into_owned();
        let value = match entry.value() {
            Value::String(text) => text.into(),
            value => value.to_strings().map_or_else(
                || text().into(),
                |list| proscenio_scene::Extra::List(list.into_iter().map(Into::into).collect()),
            ),
        };
        extras.set(key.into_owned(), value);
    }
}

/// Connections and editable paths of the scene's own file, for its extras.
pub(super) fn connections(document: &Document) -> Extras {
    let mut extras = Extras::new();
    let attributes = |section: proscenio_godot::Section<'_>| {
        let mut one = Extras::new();
        for entry in section.attributes() {
            let raw = || String::from_utf8_lossy(entry.raw()).into_owned();
            one.set(entry.key().into_owned(), entry.text().map_or_else(raw, |text| text.into_owned()));
        }
        proscenio_scene::Extra::Map(one)
    };
    let all: Vec<_> = document.connections().map(|connection| attributes(connection.0)).collect();
    if !all.is_empty() {
        extras.set("connections", all);
    }
    let editable: Vec<_> = document.editable_paths().map(|editable| attributes(editable.0)).collect();
    if !editable.is_empty() {
        extras.set("editable", editable);
    }
    extras
}
