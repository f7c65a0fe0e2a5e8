//! One scene or resource of a project, read once and shared.

use std::sync::{Arc, OnceLock};

use proscenio_godot::classes::ClassTable;
use proscenio_godot::value::{Id, Reference};
use proscenio_godot::{Document, NodeTree, Parent, Section};
use rustc_hash::FxHashMap;

use super::FileId;

/// What the text of a [`SceneFile`] was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It is the file's own text.
    Text,
    /// The file is binary; the text says the same.
    Binary,
    /// The file is a glTF model; the text says what the engine's importer makes of it.
    Model,
    /// There is no file: the engine's classes bring it along.
    Engine,
}

/// A scene or resource with what is asked of it again and again.
#[derive(Debug)]
pub struct SceneFile {
    document: Document,
    made: Made,
    id: FileId,
    resource_path: Arc<str>,
    ids: OnceLock<Ids>,
    plan: OnceLock<Plan>,
    /// What `[ext_resource]`s lead to, by section.
    pub(super) targets: OnceLock<FxHashMap<u32, Option<FileId>>>,
}

#[derive(Debug, Default)]
struct Ids {
    ext: FxHashMap<Id, u32>,
    sub: FxHashMap<Id, u32>,
}

impl SceneFile {
    pub(super) fn new(id: FileId, resource_path: Arc<str>, document: Document, made: Made) -> Self {
        Self {
            document,
            made,
            id,
            resource_path,
            ids: OnceLock::new(),
            plan: OnceLock::new(),
            targets: OnceLock::new(),
        }
    }

    /// The document. Its source is named by the path in the tree of files.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What the text was made from: spans only mean something in the file itself for [`Made::Text`].
    #[must_use]
    pub fn made(&self) -> Made {
        self.made
    }

    /// Its number in the project.
    #[must_use]
    pub fn id(&self) -> FileId {
        self.id
    }

    /// `res://…`; the path in the tree of files where the file lies outside of the project.
    #[must_use]
    pub fn resource_path(&self) -> &Arc<str> {
        &self.resource_path
    }

    /// The classes of the engine that the file is for.
    #[must_use]
    pub fn classes(&self) -> &'static ClassTable {
        match self.document.format() {
            Some(1 | 2) => ClassTable::godot_3(),
            _ => ClassTable::godot_4(),
        }
    }

    fn ids(&self) -> &Ids {
        self.ids.get_or_init(|| {
            let mut ids = Ids::default();
            for resource in self.document.ext_resources() {
                ids.ext.extend(resource.id().map(|id| (id, resource.0.index() as u32)));
            }
            for resource in self.document.sub_resources() {
                ids.sub.extend(resource.id().map(|id| (id, resource.0.index() as u32)));
            }
            ids
        })
    }

    /// The section of an `[ext_resource]` by its id; the last of several.
    #[must_use]
    pub fn ext_resource(&self, id: &Id) -> Option<Section<'_>> {
        self.document.section(*self.ids().ext.get(id)? as usize)
    }

    /// The section of a `[sub_resource]` by its id; the last of several.
    #[must_use]
    pub fn sub_resource(&self, id: &Id) -> Option<Section<'_>> {
        self.document.section(*self.ids().sub.get(id)? as usize)
    }

    /// The section that a reference inside this file names; nothing for `Resource("…")`.
    #[must_use]
    pub fn section_of(&self, reference: &Reference) -> Option<Section<'_>> {
        match reference {
            Reference::Ext(id) => self.ext_resource(id),
            Reference::Sub(id) => self.sub_resource(id),
            Reference::Path { .. } => None,
        }
    }

    pub(super) fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| Plan::new(&self.document))
    }
}

/// A node of the file before any other file is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanNode {
    pub section: u32,
    pub parent: PlanParent,
    pub flags: u8,
}

/// Where a path of the file leads.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlanParent {
    None,
    /// Another node of the plan.
    Node(u32),
    /// Below a node of the plan that another scene brings along: a number in [`Plan::inside`].
    Inside(u32),
    /// Nowhere in this file; the path is walked from the root, which may be inherited.
    Missing,
}

pub(super) const HAS_TYPE: u8 = 1;
pub(super) const HAS_INSTANCE: u8 = 2;
pub(super) const HAS_PLACEHOLDER: u8 = 4;
pub(super) const HAS_INDEX: u8 = 8;
pub(super) const HAS_OWNER: u8 = 16;

/// A connection with both ends found as far as this file tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanConnection {
    pub section: u32,
    pub from: PlanParent,
    pub to: PlanParent,
}

/// What putting a scene together needs to know of a file, found out once.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub nodes: Vec<PlanNode>,
    pub inside: Vec<(u32, Box<str>)>,
    pub connections: Vec<PlanConnection>,
}

impl Plan {
    fn new(document: &Document) -> Self {
        let tree = document.node_tree();
        let mut plan = Self { nodes: Vec::with_capacity(tree.nodes().len()), ..Self::default() };
        for node in tree.nodes() {
            let section = node.node.0;
            let mut flags = 0;
            for attribute in section.attributes() {
                flags |= match &*attribute.key() {
                    "type" => HAS_TYPE,
                    "instance" => HAS_INSTANCE,
                    "instance_placeholder" => HAS_PLACEHOLDER,
                    "index" => HAS_INDEX,
                    "owner" => HAS_OWNER,
                    _ => 0,
                };
            }
            let parent = match &node.parent {
                Parent::None => PlanParent::None,
                Parent::Node(index) => PlanParent::Node(index.0),
                Parent::Inside { instance, path } => plan.below(instance.0, path),
                Parent::Missing => PlanParent::Missing,
            };
            plan.nodes.push(PlanNode { section: section.index() as u32, parent, flags });
        }
        for connection in document.connections() {
            let find = |path: Option<std::borrow::Cow<'_, str>>| plan_of(&tree, path.as_deref());
            let (from, to) = (find(connection.from()), find(connection.to()));
            let section = connection.0.index() as u32;
            plan.connections.push(PlanConnection { section, from, to });
        }
        plan.connections.shrink_to_fit();
        plan.inside.shrink_to_fit();
        plan
    }

    fn below(&mut self, node: u32, path: &str) -> PlanParent {
        self.inside.push((node, path.into()));
        PlanParent::Inside(self.inside.len() as u32 - 1)
    }
}

fn plan_of(tree: &NodeTree<'_>, path: Option<&str>) -> PlanParent {
    let found = path.and_then(|path| tree.find(path));
    found.map_or(PlanParent::Missing, |index| PlanParent::Node(index.0))
}
