//! Putting a scene together: what the engine's `PackedScene.instantiate()` does.
//!
//! The rules, as the engine has them: the first section is the root, and an `instance` on it is the scene
//! that is inherited. A section with a class or an instance makes a node; one without changes a node that
//! an instance brought along. What a section sets is laid over what the inner scenes set. Nodes that a
//! scene makes are owned by its root. `index` moves a new node among its siblings.

use std::borrow::Cow;
use std::sync::Arc;

use proscenio_godot::Node as NodeSection;
use proscenio_godot::value::Reference;
use proscenio_source::{CodeInfo, Finding, Related, Span};
use proscenio_vfs::path;
use rustc_hash::{FxHashMap, FxHashSet};

use super::builtin::{MODEL, part_of};
use super::codes::{
    MISSING_FILE, NOT_EXPANDED, SCENE_CYCLE, STALE_UID, STRAY_NODE, TOO_DEEP_INSTANCES, TOO_MANY_NODES,
    VANISHED_NODE,
};
use super::file::{HAS_INDEX, HAS_INSTANCE, HAS_OWNER, HAS_PLACEHOLDER, HAS_TYPE, PlanNode, PlanParent};
use super::project::{FileId, GodotProject, NotLoaded};
use super::tree::{Layer, NONE, NodeData, NodeId, SceneTree, State, TreeConnection};
use super::{BAD_MODEL, SceneFile};

/// How far instancing goes. What is beyond is left out with a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of a scene with all its instances.
    pub nodes: usize,
    /// Scenes inside each other.
    pub depth: usize,
    /// Findings that are kept.
    pub findings: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 1_000_000, depth: 64, findings: 1000 }
    }
}

/// Kinds of files that the engine imports as scenes in space.
const MODELS: [&str; 5] = ["glb", "gltf", "fbx", "dae", "blend"];

/// Children from which on a parent's names are kept in a table.
const MANY_CHILDREN: usize = 12;

impl GodotProject<'_> {
    /// Puts the scene of a file together. What is missing is reported and has an empty node in its place.
    ///
    /// # Errors
    /// When the file itself cannot be read.
    pub fn instantiate(&self, place: &str) -> Result<SceneTree, NotLoaded> {
        Ok(self.instantiate_file(&self.load(place)?, Limits::default()))
    }

    /// [`Self::instantiate`] for a file that is at hand.
    #[must_use]
    pub fn instantiate_file(&self, file: &Arc<SceneFile>, limits: Limits) -> SceneTree {
        let mut work = Work {
            project: self,
            limits,
            tree: SceneTree::default(),
            numbers: FxHashMap::default(),
            open: Vec::new(),
            tables: FxHashMap::default(),
            full: false,
            told: FxHashSet::default(),
        };
        work.scene(file, NONE);
        work.tree
    }
}

struct Work<'w, 'a> {
    project: &'w GodotProject<'a>,
    limits: Limits,
    tree: SceneTree,
    /// Numbers of files in the tree.
    numbers: FxHashMap<FileId, u32>,
    /// The scenes that are being put in, each with the section of the outer one that instances it.
    open: Vec<(Arc<SceneFile>, Option<Span>)>,
    /// Children by name, of nodes that have many.
    tables: FxHashMap<u32, FxHashMap<String, u32>>,
    full: bool,
    /// Findings that were told, by code, file and words.
    told: FxHashSet<(&'static str, Arc<str>, String)>,
}

/// One scene that is being put in.
struct Scope<'s> {
    file: &'s Arc<SceneFile>,
    number: u32,
    /// Nodes of the tree by their number in the plan; [`NONE`] where one is not there.
    made: Vec<u32>,
}

impl Scope<'_> {
    fn root(&self) -> u32 {
        self.made.first().copied().unwrap_or(NONE)
    }
}

impl Work<'_, '_> {
    /// Adds the nodes of a scene below `parent` and gives its root.
    fn scene(&mut self, file: &Arc<SceneFile>, parent: u32) -> u32 {
        let number = self.number(file);
        if self.open.is_empty() {
            self.open.push((Arc::clone(file), None));
        }
        let plan = file.plan();
        let mut scope = Scope { file, number, made: Vec::with_capacity(plan.nodes.len()) };
        for (index, node) in plan.nodes.iter().enumerate() {
            if self.full {
                break;
            }
            let made = if index == 0 { self.root(&scope, *node, parent) } else { self.node(&scope, *node) };
            scope.made.push(made);
        }
        scope.made.resize(plan.nodes.len(), NONE);
        self.connections(&scope);
        if self.open.len() == 1 {
            for editable in file.document().editable_paths() {
                let path = editable.path().unwrap_or_default();
                let found = self.walk(scope.root(), &path);
                self.tree.editable.extend(found.map(NodeId));
            }
        }
        let root = scope.root();
        if let Some(data) = self.tree.nodes.get_mut(root as usize) {
            data.scene = number;
        }
        root
    }

    fn number(&mut self, file: &Arc<SceneFile>) -> u32 {
        let files = &mut self.tree.files;
        *self.numbers.entry(file.id()).or_insert_with(|| {
            files.push(Arc::clone(file));
            files.len() as u32 - 1
        })
    }

    fn root(&mut self, scope: &Scope<'_>, node: PlanNode, parent: u32) -> u32 {
        let layer = Layer { file: scope.number, section: node.section, under: NONE };
        if node.flags & (HAS_INSTANCE | HAS_PLACEHOLDER) == 0 {
            let Some(section) = self.section(scope, node.section) else { return NONE };
            return self.add_of_class(layer, parent, NONE, section);
        }
        self.instance(scope, node, layer, parent, NONE)
    }

    /// A section below the root: a new node, or one of an instance that the file changes.
    fn node(&mut self, scope: &Scope<'_>, node: PlanNode) -> u32 {
        let layer = Layer { file: scope.number, section: node.section, under: NONE };
        let Some(section) = self.section(scope, node.section) else { return NONE };
        let parent = self.parent_of(scope, node.parent, section);
        if node.flags & (HAS_TYPE | HAS_INSTANCE | HAS_PLACEHOLDER) == 0 {
            return self.change(scope, section, layer, parent);
        }
        if parent == NONE {
            let way = section.parent().unwrap_or_default();
            let message = format!("there is no node `{way}` for `{}` to hang from", title(section));
            self.tell(&STRAY_NODE, scope.file, Some(section.0.header_span()), message);
        }
        // What has lost its parent hangs from the root, so that nothing is left out.
        let parent = if parent == NONE { scope.root() } else { parent };
        let mut owner = scope.root();
        if node.flags & HAS_OWNER != 0 {
            let path = section.owner().unwrap_or_default();
            owner = self.walk(scope.root(), &path).unwrap_or(owner);
        }
        let made = if node.flags & (HAS_INSTANCE | HAS_PLACEHOLDER) == 0 {
            self.add_of_class(layer, parent, owner, section)
        } else {
            self.instance(scope, node, layer, parent, owner)
        };
        if node.flags & HAS_INDEX != 0 && made != NONE {
            self.move_child(parent, made, section.index());
        }
        made
    }

    fn section<'s>(&self, scope: &Scope<'s>, section: u32) -> Option<NodeSection<'s>> {
        scope.file.document().section(section as usize).map(NodeSection)
    }

    fn parent_of(&mut self, scope: &Scope<'_>, parent: PlanParent, section: NodeSection<'_>) -> u32 {
        let made = |index: u32| scope.made.get(index as usize).copied().unwrap_or(NONE);
        let found = match parent {
            PlanParent::Node(index) => made(index),
            PlanParent::Inside(number) => match scope.file.plan().inside.get(number as usize) {
                Some((index, path)) => self.walk(made(*index), path).unwrap_or(NONE),
                None => NONE,
            },
            PlanParent::None | PlanParent::Missing => {
                let path = section.parent().unwrap_or_default();
                self.walk(scope.root(), &path).unwrap_or(NONE)
            }
        };
        if found != NONE {
            return found;
        }
        // Where names have changed, the numbers of the nodes on the way still lead there.
        let ids = section.parent_id_path().unwrap_or_default();
        self.walk_ids(scope.root(), &ids).unwrap_or(NONE)
    }

    /// Lays a section over a node that an instance brought along.
    fn change(&mut self, scope: &Scope<'_>, section: NodeSection<'_>, layer: Layer, parent: u32) -> u32 {
        let name = section.name().unwrap_or_default();
        let mut found = (parent != NONE).then(|| self.child(parent, &name)).flatten();
        if found.is_none() && parent != NONE {
            found = section.unique_id().and_then(|id| self.child_by_id(parent, id));
        }
        if let Some(node) = found {
            let under = self.tree.layers.len() as u32;
            let data = &mut self.tree.nodes[node as usize];
            self.tree.layers.push(data.top);
            data.top = Layer { under, ..layer };
            // The name that the number led to stays.
            return node;
        }
        let path = section.parent().unwrap_or_default();
        let message = format!("`{}` below `{path}` is changed here, and it is not there", title(section));
        self.tell(&VANISHED_NODE, scope.file, Some(section.0.header_span()), message);
        NONE
    }

    /// Adds a node, and the child that its class may bring along.
    fn add_of_class(&mut self, layer: Layer, parent: u32, owner: u32, section: NodeSection<'_>) -> u32 {
        let made = self.add(layer, parent, owner, State::Whole);
        let class = section.node_type().unwrap_or_default();
        if made != NONE
            && let Some(part) = part_of(&class)
        {
            let file = self.number(part);
            if let Some(root) = part.plan().nodes.first() {
                self.add(Layer { file, section: root.section, under: NONE }, made, NONE, State::Whole);
            }
        }
        made
    }

    fn add(&mut self, top: Layer, parent: u32, owner: u32, state: State) -> u32 {
        let index = self.tree.nodes.len() as u32;
        if self.tree.nodes.len() >= self.limits.nodes {
            if !std::mem::replace(&mut self.full, true) {
                let message = format!("more than {} nodes; the rest is left out", self.limits.nodes);
                let open = self.open.first().map(|(file, _)| Arc::clone(file));
                if let Some(file) = open {
                    self.tell(&TOO_MANY_NODES, &file, None, message);
                }
            }
            return NONE;
        }
        self.tree.nodes.push(NodeData {
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            owner,
            top,
            scene: NONE,
            state,
        });
        self.hang(parent, index);
        index
    }

    fn hang(&mut self, parent: u32, index: u32) {
        let Some(data) = self.tree.nodes.get_mut(parent as usize) else { return };
        let last = std::mem::replace(&mut data.last_child, index);
        match self.tree.nodes.get_mut(last as usize) {
            Some(last) => last.next_sibling = index,
            None => self.tree.nodes[parent as usize].first_child = index,
        }
        if let Some(moved) = self.tree.moved.get_mut(&parent) {
            moved.push(index);
        }
        if self.tables.contains_key(&parent) {
            let name = self.tree.name(NodeId(index)).into_owned();
            self.tables.get_mut(&parent).map(|table| table.entry(name).or_insert(index));
        }
    }

    /// Moves the last child of a node to a place among its siblings.
    fn move_child(&mut self, parent: u32, child: u32, wanted: Option<i64>) {
        let Some(wanted) = wanted.and_then(|wanted| usize::try_from(wanted).ok()) else { return };
        if !self.tree.moved.contains_key(&parent) {
            // Most stand there already; only the others need a list of their own.
            let before = self.tree.children(NodeId(parent)).take(wanted + 2).count();
            if before <= wanted + 1 {
                return;
            }
            let children = self.tree.children(NodeId(parent)).map(|child| child.0).collect();
            self.tree.moved.insert(parent, children);
        }
        let Some(children) = self.tree.moved.get_mut(&parent) else { return };
        if wanted + 1 < children.len() && children.last() == Some(&child) {
            children.pop();
            children.insert(wanted, child);
        }
    }

    /// Adds the scene that a section instances; an empty node where that cannot be done.
    fn instance(&mut self, scope: &Scope<'_>, node: PlanNode, layer: Layer, parent: u32, owner: u32) -> u32 {
        if node.flags & HAS_INSTANCE == 0 {
            return self.add(layer, parent, owner, State::Placeholder);
        }
        let Some(section) = self.section(scope, node.section) else { return NONE };
        let span = section.0.attribute("instance").map(|entry| entry.value_span());
        let Some(file) = self.instanced_file(scope.file, section, span) else {
            let layer = self.stand_in(scope, section, layer);
            return self.add(layer, parent, owner, State::Missing);
        };
        self.open.push((Arc::clone(&file), span));
        let root = self.scene(&file, parent);
        self.open.pop();
        if root == NONE {
            return self.add(layer, parent, owner, State::Missing);
        }
        // The node had its own name when it was hung up; paths go by the outer one.
        let old = self.tables.contains_key(&parent).then(|| self.tree.name(NodeId(root)).into_owned());
        let under = self.tree.layers.len() as u32;
        let data = &mut self.tree.nodes[root as usize];
        self.tree.layers.push(data.top);
        data.top = Layer { under, ..layer };
        data.owner = owner;
        if let Some(table) = self.tables.get_mut(&parent)
            && let Some(old) = old
        {
            if table.get(&old) == Some(&root) {
                table.remove(&old);
            }
            let name = self.tree.name(NodeId(root)).into_owned();
            table.entry(name).or_insert(root);
        }
        root
    }

    /// What is known of an instance that cannot be had: models are nodes in space.
    fn stand_in(&mut self, scope: &Scope<'_>, section: NodeSection<'_>, layer: Layer) -> Layer {
        let name = section.instance().map(|reference| named(scope.file, &reference)).unwrap_or_default();
        let Some(part) = part_of(MODEL).filter(|_| MODELS.contains(&path::extension(&name).as_str())) else {
            return layer;
        };
        let file = self.number(part);
        let under = self.tree.layers.len() as u32;
        let section = part.plan().nodes.first().map_or(0, |node| node.section);
        self.tree.layers.push(Layer { file, section, under: NONE });
        Layer { under, ..layer }
    }

    /// The file that a section instances, unless it is missing or would not end.
    fn instanced_file(
        &mut self,
        from: &Arc<SceneFile>,
        section: NodeSection<'_>,
        span: Option<Span>,
    ) -> Option<Arc<SceneFile>> {
        let reference = section.instance();
        let id = reference.as_ref().and_then(|reference| self.project.instance_target(from, reference));
        let name = || reference.as_ref().map_or_else(|| "nothing".to_owned(), |one| named(from, one));
        let Some(id) = id else {
            let message = format!("there is no `{}`", name());
            self.tell(&MISSING_FILE, from, span, message);
            return None;
        };
        if let Some(reference) = &reference
            && let Some(target) = self.project.follow(from, reference)
            && target.stale_uid
        {
            let message = format!("the uid of `{}` is not that of the file at its path", name());
            self.tell(&STALE_UID, from, span, message);
        }
        if let Some(start) = self.open.iter().position(|(file, _)| file.id() == id) {
            self.tell_cycle(start, from, span);
            return None;
        }
        if self.open.len() >= self.limits.depth {
            let message =
                format!("more than {} scenes inside each other; `{}` is left out", self.limits.depth, name());
            self.tell(&TOO_DEEP_INSTANCES, from, span, message);
            return None;
        }
        match self.project.file(id) {
            Ok(file) => Some(file),
            Err(NotLoaded::Unreadable(why)) => {
                self.tell(&MISSING_FILE, from, span, format!("`{}`: {why}", name()));
                None
            }
            Err(NotLoaded::OtherKind(_)) => {
                let message = format!("`{}` is of a kind that is not read", name());
                self.tell(&NOT_EXPANDED, from, span, message);
                None
            }
            Err(NotLoaded::Damaged(why)) => {
                self.tell(&BAD_MODEL, from, span, format!("`{}`: {why}", name()));
                None
            }
        }
    }

    fn tell_cycle(&mut self, start: usize, from: &Arc<SceneFile>, span: Option<Span>) {
        let loop_files = &self.open[start..];
        let mut names: Vec<&str> = loop_files.iter().map(|(file, _)| &**file.resource_path()).collect();
        names.extend(names.first().copied());
        let message = format!("scenes instance each other in a circle: {}", names.join(" → "));
        // Each edge stands in the file in front of the one that it leads to.
        let edges = loop_files.windows(2).filter_map(|pair| {
            let [(outer, _), (inner, Some(span))] = pair else { return None };
            Some(Related {
                path: Some(Arc::clone(outer.document().source().path())),
                span: *span,
                message: format!("{} instances {}", outer.resource_path(), inner.resource_path()),
            })
        });
        let edges: Vec<Related> = edges.collect();
        let path = from.document().source().path();
        let mut finding = SCENE_CYCLE.finding(path, message).at_maybe(span);
        finding.related = edges;
        self.push(finding);
    }

    fn connections(&mut self, scope: &Scope<'_>) {
        for connection in &scope.file.plan().connections {
            let Some(section) = scope.file.document().section(connection.section as usize) else { continue };
            let view = proscenio_godot::Connection(section);
            let from = self.end_of(scope, connection.from, view.from());
            let to = self.end_of(scope, connection.to, view.to());
            let (Some(from), Some(to)) = (from, to) else { continue };
            let (from, to) = (NodeId(from), NodeId(to));
            let (file, section) = (scope.number, connection.section);
            self.tree.connections.push(TreeConnection { from, to, file, section });
        }
    }

    fn end_of(&mut self, scope: &Scope<'_>, end: PlanParent, path: Option<Cow<'_, str>>) -> Option<u32> {
        if let PlanParent::Node(index) = end {
            return scope.made.get(index as usize).copied().filter(|node| *node != NONE);
        }
        self.walk(scope.root(), &path?)
    }

    /// The node at a path from another.
    fn walk(&mut self, from: u32, path: &str) -> Option<u32> {
        if from == NONE {
            return None;
        }
        let names = path.split('/').filter(|name| !matches!(*name, "" | "."));
        names.into_iter().try_fold(from, |at, name| match name {
            ".." => self.tree.parent(NodeId(at)).map(|parent| parent.0),
            name => self.child(at, name),
        })
    }

    /// The node whose number is the last of a way of numbers, searched step by step.
    fn walk_ids(&mut self, from: u32, ids: &[i64]) -> Option<u32> {
        if from == NONE || ids.is_empty() {
            return None;
        }
        ids.iter().try_fold(from, |at, id| self.child_by_id(at, *id))
    }

    fn child_by_id(&self, parent: u32, id: i64) -> Option<u32> {
        let has =
            |child: &NodeId| self.tree.layers(*child).any(|(_, section)| section.unique_id() == Some(id));
        self.tree.children(NodeId(parent)).find(has).map(|child| child.0)
    }

    /// The child with a name; of several the first.
    fn child(&mut self, parent: u32, name: &str) -> Option<u32> {
        if let Some(table) = self.tables.get(&parent) {
            return table.get(name).copied();
        }
        let mut tried = 0;
        for child in self.tree.children(NodeId(parent)) {
            if self.tree.name(child) == name {
                return Some(child.0);
            }
            tried += 1;
            if tried > MANY_CHILDREN {
                break;
            }
        }
        if tried <= MANY_CHILDREN {
            return None;
        }
        let mut table: FxHashMap<String, u32> = FxHashMap::default();
        for child in self.tree.children(NodeId(parent)) {
            table.entry(self.tree.name(child).into_owned()).or_insert(child.0);
        }
        let found = table.get(name).copied();
        self.tables.insert(parent, table);
        found
    }

    fn tell(&mut self, code: &CodeInfo, file: &SceneFile, span: Option<Span>, message: String) {
        self.push(code.finding(file.document().source().path(), message).at_maybe(span));
    }

    fn push(&mut self, finding: Finding) {
        // The same instance inside many instances says the same each time.
        if self.tree.findings.len() < self.limits.findings {
            let key = (finding.code, Arc::clone(&finding.path), finding.message.clone());
            if self.told.insert(key) {
                self.tree.findings.push(finding);
            }
        }
    }
}

/// How a reference spells what it names.
fn named(from: &SceneFile, reference: &Reference) -> String {
    match reference {
        Reference::Ext(id) | Reference::Sub(id) => {
            let section = from.section_of(reference);
            let text = |name: &str| section?.attribute(name)?.text().map(Cow::into_owned);
            text("path").or_else(|| text("uid")).unwrap_or_else(|| id.0.clone())
        }
        Reference::Path { path, uid } if path.is_empty() => uid.clone().unwrap_or_default(),
        Reference::Path { path, .. } => path.clone(),
    }
}

fn title(section: NodeSection<'_>) -> String {
    section.name().unwrap_or_default().into_owned()
}
