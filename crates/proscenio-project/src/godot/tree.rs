//! The tree of a scene with all its instances put in.

use std::borrow::Cow;
use std::sync::Arc;

use proscenio_godot::classes::{Class, ClassTable};
use proscenio_godot::{Entry, Node as NodeSection, Section};
use proscenio_source::Finding;
use rustc_hash::FxHashMap;

use super::file::SceneFile;
use super::project::FileId;

/// No node, no layer, no file.
pub(super) const NONE: u32 = u32::MAX;

/// A node of a [`SceneTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A section that says something about a node: the scene that made it, or one that changes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    /// A number in [`SceneTree::files`].
    pub file: u32,
    pub section: u32,
    /// The next weaker layer.
    pub under: u32,
}

/// A node, as small as it can be: a scene may have hundreds of thousands.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    pub parent: u32,
    pub first_child: u32,
    pub last_child: u32,
    pub next_sibling: u32,
    pub owner: u32,
    pub top: Layer,
    /// The file whose root it is, the outermost of an inheritance.
    pub scene: u32,
    pub state: State,
}

/// What stands in a node's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The node itself.
    Whole,
    /// An `InstancePlaceholder`: the game loads the scene when it asks for it.
    Placeholder,
    /// Nothing of the instanced scene could be had; the finding says why.
    Missing,
}

/// A connection between two nodes of a [`SceneTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeConnection {
    /// The node that emits the signal.
    pub from: NodeId,
    /// The node that is called.
    pub to: NodeId,
    /// A number in [`SceneTree::files`].
    pub file: u32,
    /// The `[connection]` in that file.
    pub section: u32,
}

/// A scene with everything that its instances and the scene it inherits bring along.
///
/// Nodes are spans of shared documents: a tree costs about 50 bytes per node, whatever it holds.
#[derive(Clone, Debug, Default)]
pub struct SceneTree {
    pub(super) files: Vec<Arc<SceneFile>>,
    pub(super) nodes: Vec<NodeData>,
    pub(super) layers: Vec<Layer>,
    /// Children of nodes where a scene says a place among siblings.
    pub(super) moved: FxHashMap<u32, Vec<u32>>,
    pub(super) connections: Vec<TreeConnection>,
    pub(super) editable: Vec<NodeId>,
    pub(super) findings: Vec<Finding>,
}

/// A property of a node as a file sets it.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'t> {
    /// The file.
    pub file: &'t Arc<SceneFile>,
    /// Its section for the node.
    pub section: Section<'t>,
    /// The line.
    pub entry: Entry<'t>,
}

impl SceneTree {
    /// The root; nothing when the file has no nodes.
    #[must_use]
    pub fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(NodeId(0))
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the file has no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The files that nodes come from; the scene itself first.
    #[must_use]
    pub fn files(&self) -> &[Arc<SceneFile>] {
        &self.files
    }

    /// What putting it together found, in the order of the work.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The connections: those of inner scenes first, as the engine makes them.
    #[must_use]
    pub fn connections(&self) -> &[TreeConnection] {
        &self.connections
    }

    /// The instances whose children the scene itself may change, `[editable]`.
    #[must_use]
    pub fn editable(&self) -> &[NodeId] {
        &self.editable
    }

    fn data(&self, node: NodeId) -> Option<&NodeData> {
        self.nodes.get(node.0 as usize)
    }

    /// All nodes, depth first, as the engine adds them to the tree.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut waiting: Vec<u32> = self.root().map(|root| root.0).into_iter().collect();
        let mut children = Vec::new();
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            children.clear();
            children.extend(self.children(NodeId(node)).map(|child| child.0));
            waiting.extend(children.iter().rev());
            Some(NodeId(node))
        })
    }

    /// The children of a node, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let moved = self.moved.get(&node.0);
        let mut next =
            if moved.is_some() { NONE } else { self.data(node).map_or(NONE, |data| data.first_child) };
        let linked = std::iter::from_fn(move || {
            let here = self.nodes.get(next as usize)?;
            let id = NodeId(next);
            next = here.next_sibling;
            Some(id)
        });
        moved.into_iter().flatten().map(|child| NodeId(*child)).chain(linked)
    }

    /// The node that a node hangs from.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        known(self.data(node)?.parent)
    }

    /// The node that owns a node: the root of the scene that it is part of. Nothing for the root.
    #[must_use]
    pub fn owner(&self, node: NodeId) -> Option<NodeId> {
        known(self.data(node)?.owner)
    }

    /// Whether it is there whole.
    #[must_use]
    pub fn state(&self, node: NodeId) -> State {
        self.data(node).map_or(State::Missing, |data| data.state)
    }

    /// The scene file whose root the node is.
    #[must_use]
    pub fn scene(&self, node: NodeId) -> Option<&Arc<SceneFile>> {
        self.files.get(self.data(node)?.scene as usize)
    }

    /// The sections that say something about a node, the strongest first.
    pub fn layers(&self, node: NodeId) -> impl Iterator<Item = (&Arc<SceneFile>, NodeSection<'_>)> + '_ {
        let mut next = self.data(node).map(|data| data.top);
        std::iter::from_fn(move || {
            let layer = next?;
            next = self.layers.get(layer.under as usize).copied();
            self.section(layer)
        })
    }

    fn section(&self, layer: Layer) -> Option<(&Arc<SceneFile>, NodeSection<'_>)> {
        let file = self.files.get(layer.file as usize)?;
        Some((file, NodeSection(file.document().section(layer.section as usize)?)))
    }

    /// The name; the outermost scene gives it.
    #[must_use]
    pub fn name(&self, node: NodeId) -> Cow<'_, str> {
        let top = self.data(node).and_then(|data| self.section(data.top));
        top.and_then(|(_, section)| section.name()).unwrap_or_default()
    }

    /// The class as a file names it; empty where none does.
    #[must_use]
    pub fn class_name(&self, node: NodeId) -> Cow<'_, str> {
        if self.state(node) == State::Placeholder {
            return Cow::Borrowed("InstancePlaceholder");
        }
        self.layers(node).filter_map(|(_, section)| section.node_type()).last().unwrap_or_default()
    }

    /// The classes of the engine that the scene is for.
    #[must_use]
    pub fn classes(&self) -> &'static ClassTable {
        self.files.first().map_or(ClassTable::godot_4(), |file| file.classes())
    }

    /// The class the engine makes: nothing that it knows becomes a plain `Node`.
    #[must_use]
    pub fn class(&self, node: NodeId) -> Option<Class> {
        let table = self.classes();
        table.class(&self.class_name(node)).or_else(|| table.class("Node"))
    }

    /// The groups a node is in: those of all layers, sorted, each once.
    #[must_use]
    pub fn groups(&self, node: NodeId) -> Vec<String> {
        let mut groups: Vec<String> = self.layers(node).flat_map(|(_, section)| section.groups()).collect();
        groups.sort();
        groups.dedup();
        groups
    }

    /// Whether scripts of the owner may call it `%Name`.
    #[must_use]
    pub fn has_unique_name(&self, node: NodeId) -> bool {
        let setting = self.setting(node, "unique_name_in_owner");
        setting.and_then(|setting| setting.entry.value().as_bool()).unwrap_or(false)
    }

    /// The strongest line that sets a property.
    #[must_use]
    pub fn setting(&self, node: NodeId, property: &str) -> Option<Setting<'_>> {
        self.layers(node).find_map(|(file, section)| {
            let entry = section.property(property)?;
            Some(Setting { file, section: section.0, entry })
        })
    }

    /// Every property that files set for a node with its strongest line, in the order in which the
    /// innermost scene sets them first.
    #[must_use]
    pub fn settings(&self, node: NodeId) -> Vec<(Cow<'_, str>, Setting<'_>)> {
        let mut layers: Vec<_> = self.layers(node).collect();
        layers.reverse();
        let mut places: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
        let mut settings: Vec<(Cow<'_, str>, Setting<'_>)> = Vec::new();
        for (file, section) in layers {
            for entry in section.0.properties() {
                let setting = Setting { file, section: section.0, entry };
                match places.get(&entry.key()) {
                    Some(place) => settings[*place].1 = setting,
                    None => {
                        places.insert(entry.key(), settings.len());
                        settings.push((entry.key(), setting));
                    }
                }
            }
        }
        settings
    }

    /// The names from the root to a node; empty for the root.
    #[must_use]
    pub fn names(&self, node: NodeId) -> Vec<Cow<'_, str>> {
        let mut names = Vec::new();
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            names.push(self.name(at));
            at = parent;
        }
        names.reverse();
        names
    }

    /// The path of a node from the root: `.` for the root itself.
    #[must_use]
    pub fn path(&self, node: NodeId) -> String {
        let names = self.names(node);
        if names.is_empty() { ".".to_owned() } else { names.join("/") }
    }

    /// The root of the instance of a file that a node is part of: the node itself or the nearest above it
    /// that the file's first section says something about.
    #[must_use]
    pub fn instance_of(&self, node: NodeId, file: FileId) -> Option<NodeId> {
        let is_root = |at: &NodeId| {
            self.layers(*at).any(|(other, section)| other.id() == file && section.parent().is_none())
        };
        std::iter::successors(Some(node), |at| self.parent(*at)).find(is_root)
    }

    /// The child with a name; of several the first.
    #[must_use]
    pub fn child(&self, node: NodeId, name: &str) -> Option<NodeId> {
        self.children(node).find(|child| self.name(*child) == name)
    }
}

fn known(index: u32) -> Option<NodeId> {
    (index != NONE).then_some(NodeId(index))
}
