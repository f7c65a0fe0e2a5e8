//! What moves: bones, what follows them, and animations.
//!
//! Nodes name each other by paths, so what they say is noted while the tree is walked ([`Later`]) and put together
//! when all nodes are there.

mod lower;
mod player;
mod skeleton;
mod target;
mod values;

use std::collections::HashMap;
use std::rc::Rc;

use proscenio_godot::animation::Animation;
use proscenio_godot::node_path::NodePath;
use proscenio_project::godot::{NodeId as TreeId, SceneTree};
use proscenio_scene::NodeId;

use super::props::Props;
use super::{Importer, Key};

/// What waits until the tree is whole.
#[derive(Debug, Default)]
pub(super) struct Later {
    players: Vec<player::Player>,
    skins: Vec<skeleton::SkinOf>,
    attachments: Vec<skeleton::Attached>,
    /// Orders of rotations that are not the engine's own, by node.
    rotation_orders: HashMap<NodeId, i64>,
    /// Topmost solids, by their place in the tree.
    solids: Vec<(usize, NodeId)>,
    /// Animations that were read.
    read: HashMap<Key, Rc<Animation>>,
}

impl Later {
    /// Notes a topmost solid, which may follow a path that comes later.
    pub fn note_solid(&mut self, index: usize, node: NodeId) {
        self.solids.push((index, node));
    }

    pub fn take_solids(&mut self) -> Vec<(usize, NodeId)> {
        std::mem::take(&mut self.solids)
    }

    /// Notes in which order a node turns about its axes.
    pub fn note_rotation_order(&mut self, props: &Props, node: NodeId) {
        if props.has("rotation_order") {
            self.rotation_orders.insert(node, props.int("rotation_order"));
        }
    }
}

/// The tree that the project put together beside the scene that is made of it.
pub(super) struct Linked<'t> {
    tree: &'t SceneTree,
    /// The node of the scene for each node of the tree that has one.
    ids: HashMap<TreeId, NodeId>,
    /// The node of the tree for each node of the scene.
    back: HashMap<NodeId, TreeId>,
}

impl<'t> Linked<'t> {
    pub fn new(tree: &'t SceneTree) -> Self {
        Self { tree, ids: HashMap::new(), back: HashMap::new() }
    }

    pub fn add(&mut self, of_tree: TreeId, of_scene: NodeId) {
        self.ids.insert(of_tree, of_scene);
        self.back.insert(of_scene, of_tree);
    }

    /// The node of the scene for one of the tree.
    pub fn of(&self, of_tree: TreeId) -> Option<NodeId> {
        self.ids.get(&of_tree).copied()
    }

    /// The node that a path leads to.
    pub fn find(&self, from: NodeId, path: &NodePath) -> Option<NodeId> {
        let found = self.tree.find(*self.back.get(&from)?, path).ok()?;
        self.ids.get(&found).copied()
    }
}

impl Importer<'_> {
    /// Puts together what was noted.
    pub(super) fn link(&mut self, linked: &Linked<'_>) {
        let later = std::mem::take(&mut self.later);
        for skin in &later.skins {
            self.link_skin(linked, skin);
        }
        for attached in &later.attachments {
            self.link_attachment(linked, attached);
        }
        let mut later = later;
        for player in std::mem::take(&mut later.players) {
            self.link_player(linked, &mut later, player);
        }
    }
}
