//! The scene around what is upgraded: which nodes animations move, and what capsules lie in.

use rustc_hash::FxHashMap;

use crate::classes::{Class, ClassTable};
use crate::document::Document;
use crate::node_path::NodePath;
use crate::nodes::{NodeIndex, NodeTree};
use crate::section::Section;
use crate::value::{Id, Reference, Value};

/// The nodes of a file, and who plays its animations.
pub(super) struct Scene<'d> {
    tree: NodeTree<'d>,
    players: FxHashMap<Id, NodeIndex>,
}

impl<'d> Scene<'d> {
    pub(super) fn of(document: &'d Document) -> Self {
        let tree = document.node_tree();
        let mut players = FxHashMap::default();
        for (at, node) in tree.nodes().iter().enumerate() {
            if node.node.node_type().as_deref() != Some("AnimationPlayer") {
                continue;
            }
            for entry in node.node.0.properties().filter(|entry| entry.key().starts_with("anims/")) {
                if let Some(id) = sub_resource(&entry.value()) {
                    players.entry(id).or_insert(NodeIndex(at as u32));
                }
            }
        }
        Self { tree, players }
    }

    /// The node of the file that a track of an animation moves.
    pub(super) fn moved(&self, animation: Section<'_>, path: &NodePath) -> Option<Section<'d>> {
        let id = animation.attribute("id")?;
        let id = Id(id.text().map_or_else(|| String::from_utf8_lossy(id.raw()).into_owned(), Into::into));
        let player = *self.players.get(&id)?;
        let root = self.tree.get(player)?.node.property("root_node").map(|entry| entry.value());
        let root = match root {
            Some(Value::NodePath(text)) => NodePath::parse(&text),
            _ => NodePath::parse(".."),
        };
        let from = self.tree.path(player);
        let mut names: Vec<&str> = from.split('/').filter(|name| *name != ".").collect();
        for name in root.names.iter().chain(&path.names) {
            match name.as_str() {
                "." => {}
                ".." => drop(names.pop()?),
                name => names.push(name),
            }
        }
        let found = self.tree.find(&if names.is_empty() { ".".to_owned() } else { names.join("/") })?;
        Some(self.tree.get(found)?.node.0)
    }

    /// The node with a path from the root, by its class.
    pub(super) fn class_of(&self, path: &str) -> Option<Class> {
        let node = self.tree.get(self.tree.find(path)?)?;
        ClassTable::godot_3().class(&node.node.node_type()?)
    }

    /// Whether nothing of the file hangs from a node.
    pub(super) fn is_leaf(&self, section: Section<'_>) -> bool {
        let mut nodes = self.tree.nodes().iter();
        nodes.any(|node| node.node.0.index() == section.index() && node.children.is_empty())
    }

    /// Whether a node hangs from one of a class.
    pub(super) fn hangs_from(&self, section: Section<'_>, class: &str) -> bool {
        let parent = section.attribute("parent").and_then(|parent| parent.text().map(|it| it.into_owned()));
        parent.and_then(|parent| self.class_of(&parent)).is_some_and(|parent| parent.is_a(class))
    }
}

/// The id of a resource of the same file.
pub(super) fn sub_resource(value: &Value) -> Option<Id> {
    match value.as_reference() {
        Some(Reference::Sub(id)) => Some(id.clone()),
        _ => None,
    }
}
