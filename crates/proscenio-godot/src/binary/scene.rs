//! The nodes of a scene, out of the lists of numbers that a packed scene is.
//!
//! A packed scene keeps its names and its values in two lists, and describes nodes and connections in two
//! rows of numbers that point into them.

use std::collections::BTreeSet;

use crate::value::Value;

/// A node's parent, owner or path that stands in the list of paths and not among the nodes.
pub(super) const IS_PATH: i64 = 1 << 30;
/// An instance that is only a path to load later.
pub(super) const IS_PLACEHOLDER: i64 = 1 << 30;
/// A property that holds the path of a node and becomes that node.
pub(super) const IS_NODE_PATH: i64 = 1 << 30;
/// The type of a node that another scene brings.
pub(super) const INSTANTIATED: i64 = 0x7FFF_FFFF;
/// The bits of an index beside those above.
pub(super) const INDEX_MASK: i64 = (1 << 24) - 1;
/// A name's index takes this many bits; above stands the place among its siblings, and one.
pub(super) const NAME_BITS: u32 = 18;
/// Kept when saved: what a connection has unless it says more.
pub(super) const PERSIST: i64 = 2;
/// Nodes below nodes: more is damage.
const MOST_DEPTH: usize = 4096;

/// A node as the text says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SceneNode {
    pub name: String,
    pub class: Option<String>,
    pub parent: Option<String>,
    pub parent_ids: Vec<i32>,
    pub owner: Option<String>,
    pub owner_ids: Vec<i32>,
    pub index: Option<i64>,
    pub unique_id: Option<i64>,
    pub node_paths: Vec<String>,
    pub groups: Vec<String>,
    pub instance: Option<Value>,
    pub placeholder: Option<String>,
    /// Names, and places in the list of values.
    pub properties: Vec<(String, usize)>,
}

/// A connection as the text says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SceneConnection {
    pub signal: String,
    pub from: String,
    pub from_ids: Vec<i32>,
    pub to: String,
    pub to_ids: Vec<i32>,
    pub method: String,
    pub flags: i64,
    pub unbinds: i64,
    pub binds: Vec<Value>,
}

/// A scene as the text says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scene {
    pub nodes: Vec<SceneNode>,
    pub connections: Vec<SceneConnection>,
    pub editable: Vec<String>,
    pub troubles: BTreeSet<String>,
}

/// Takes a packed scene apart; nothing in it is trusted.
pub(super) fn unpack(bundled: &[(Value, Value)], variants: &[Value], budget: usize) -> Scene {
    let mut packed = Packed {
        names: strings(get(bundled, "names")),
        variants,
        paths: paths(get(bundled, "node_paths")),
        id_paths: id_paths(get(bundled, "id_paths")),
        node_ids: integers(get(bundled, "node_ids")),
        nodes: Vec::new(),
        full: Vec::new(),
        budget,
        scene: Scene::default(),
    };
    let version = get(bundled, "version").and_then(Value::as_i64).unwrap_or(1);
    let nodes = integers(get(bundled, "nodes"));
    packed.nodes(&nodes, count(bundled, "node_count"));
    packed.base_scene(get(bundled, "base_scene").and_then(Value::as_i64));
    let connections = integers(get(bundled, "conns"));
    packed.connections(&connections, count(bundled, "conn_count"), version);
    packed.scene.editable = paths(get(bundled, "editable_instances"));
    packed.scene
}

pub(super) fn get<'v>(entries: &'v [(Value, Value)], name: &str) -> Option<&'v Value> {
    entries.iter().rev().find(|(key, _)| key.as_str() == Some(name)).map(|(_, value)| value)
}

fn count(entries: &[(Value, Value)], name: &str) -> usize {
    get(entries, name).and_then(Value::as_i64).and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
}

fn strings(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::to_strings).unwrap_or_default()
}

fn integers(value: Option<&Value>) -> Vec<i32> {
    match value {
        Some(Value::PackedInt32Array(numbers)) => numbers.clone(),
        Some(other) => {
            let items = other.as_array().unwrap_or_default();
            items.iter().filter_map(|item| item.as_i64().map(|number| number as i32)).collect()
        }
        None => Vec::new(),
    }
}

fn paths(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).unwrap_or_default();
    items.iter().map(|item| item.as_str().unwrap_or_default().to_owned()).collect()
}

fn id_paths(value: Option<&Value>) -> Vec<Vec<i32>> {
    let items = value.and_then(Value::as_array).unwrap_or_default();
    items.iter().map(|item| integers(Some(item))).collect()
}

/// A row of numbers, read one after the other.
struct Row<'n> {
    numbers: std::slice::Iter<'n, i32>,
}

impl Row<'_> {
    fn next(&mut self) -> Option<i64> {
        self.numbers.next().map(|number| i64::from(*number))
    }

    /// A count, which the rest of the row must hold.
    fn count(&mut self, each: usize) -> Option<usize> {
        let count = usize::try_from(self.next()?).ok()?;
        (count.checked_mul(each)? <= self.numbers.len()).then_some(count)
    }
}

/// Where a node hangs, by numbers.
#[derive(Clone, Copy)]
struct Place {
    parent: i64,
    owner: i64,
}

struct Packed<'v> {
    names: Vec<String>,
    variants: &'v [Value],
    paths: Vec<String>,
    id_paths: Vec<Vec<i32>>,
    node_ids: Vec<i32>,
    nodes: Vec<Place>,
    /// The path of each node from the root, the root's being `.`.
    full: Vec<(String, usize)>,
    budget: usize,
    scene: Scene,
}

impl Packed<'_> {
    fn trouble(&mut self, message: impl Into<String>) {
        if self.scene.troubles.len() < 100 {
            self.scene.troubles.insert(message.into());
        }
    }

    fn name(&mut self, index: i64) -> String {
        let name = usize::try_from(index).ok().and_then(|index| self.names.get(index)).cloned();
        match name.and_then(|name| self.paid(name)) {
            Some(name) => name,
            None => {
                self.trouble(format!("the packed scene has no name {index}"));
                String::new()
            }
        }
    }

    /// The text, unless too much has been made of the file already.
    fn paid(&mut self, text: String) -> Option<String> {
        self.budget = self.budget.checked_sub(text.len())?;
        Some(text)
    }

    fn variant(&mut self, index: i64) -> Option<usize> {
        let found = usize::try_from(index).ok().filter(|index| *index < self.variants.len());
        if found.is_none() {
            self.trouble(format!("the packed scene has no value {index}"));
        }
        found
    }

    fn nodes(&mut self, numbers: &[i32], count: usize) {
        let mut row = Row { numbers: numbers.iter() };
        for at in 0..count {
            match self.node(&mut row, at) {
                Some(node) => self.scene.nodes.push(node),
                None => return self.trouble(format!("node {at} of {count} is cut off, and those behind it")),
            }
        }
    }

    fn node(&mut self, row: &mut Row<'_>, at: usize) -> Option<SceneNode> {
        let mut node = SceneNode::default();
        let place = Place { parent: row.next()?, owner: row.next()? };
        let class = row.next()?;
        let name = row.next()? as u32;
        node.name = self.name(i64::from(name & ((1 << NAME_BITS) - 1)));
        node.index = (i64::from(name >> NAME_BITS)).checked_sub(1).filter(|index| *index >= 0);
        if class != INSTANTIATED {
            node.class = Some(self.name(class));
        }
        self.instance(row.next()?, &mut node);
        let count = row.count(2)?;
        for _ in 0..count {
            let (name, value) = (row.next()?, row.next()?);
            let property = self.name(name & (IS_NODE_PATH - 1));
            if name & IS_NODE_PATH != 0 {
                node.node_paths.push(property.clone());
            }
            node.properties.extend(self.variant(value).map(|value| (property, value)));
        }
        let count = row.count(1)?;
        for _ in 0..count {
            let group = row.next()?;
            node.groups.push(self.name(group));
        }
        node.unique_id = self.node_ids.get(at).map(|id| i64::from(*id)).filter(|id| *id != 0);
        self.nodes.push(place);
        self.hang(at, place, &mut node);
        Some(node)
    }

    fn instance(&mut self, instance: i64, node: &mut SceneNode) {
        if instance < 0 {
            return;
        }
        let Some(index) = self.variant(instance & INDEX_MASK) else { return };
        let value = &self.variants[index];
        if instance & IS_PLACEHOLDER == 0 {
            node.instance = Some(value.clone());
        } else {
            node.placeholder = value.as_str().map(str::to_owned);
        }
    }

    /// The paths of a node's parent and owner.
    fn hang(&mut self, at: usize, place: Place, node: &mut SceneNode) {
        let (parent, ids) = self.target(place.parent, at);
        let depth = parent.as_ref().map_or(0, |(_, depth)| depth + 1);
        let full = match &parent {
            None => ".".to_owned(),
            Some((parent, _)) if parent == "." => node.name.clone(),
            Some((parent, _)) => format!("{parent}/{}", node.name),
        };
        let fits = depth <= MOST_DEPTH && self.paid(full.clone()).is_some();
        if !fits {
            self.trouble(format!("node {at} hangs deeper than is believed; it is put below the root"));
        }
        self.full.push(if fits { (full, depth) } else { (node.name.clone(), 1) });
        node.parent = parent.map(|(parent, _)| if fits { parent } else { ".".to_owned() });
        node.parent_ids = ids;
        let (owner, ids) = self.target(place.owner, at);
        if let Some((owner, _)) = owner.filter(|(owner, _)| owner != ".") {
            node.owner = self.paid(owner);
            node.owner_ids = ids;
        }
    }

    /// The path that a number stands for and how deep it is, with the ids beside it; nothing for no node.
    fn target(&mut self, number: i64, before: usize) -> (Option<(String, usize)>, Vec<i32>) {
        if number < 0 || number == INSTANTIATED {
            return (None, Vec::new());
        }
        let index = (number & INDEX_MASK) as usize;
        if number & IS_PATH == 0 {
            // Parents stand in front of their children.
            if index < before
                && let Some(full) = self.full.get(index)
            {
                return (Some(full.clone()), Vec::new());
            }
            self.trouble(format!("the packed scene has no node {index} in front of node {before}"));
            return (Some((".".to_owned(), 0)), Vec::new());
        }
        let ids = self.id_paths.get(index).cloned().unwrap_or_default();
        match self.paths.get(index) {
            Some(path) => (Some((simple(path), path.matches('/').count() + 1)), ids),
            None => {
                self.trouble(format!("the packed scene has no path {index}"));
                (Some((".".to_owned(), 0)), ids)
            }
        }
    }

    /// The scene that the root inherits.
    fn base_scene(&mut self, index: Option<i64>) {
        let Some(index) = index.and_then(|index| self.variant(index)) else { return };
        if let Some(root) = self.scene.nodes.first_mut() {
            root.instance = Some(self.variants[index].clone());
        }
    }

    fn connections(&mut self, numbers: &[i32], count: usize, version: i64) {
        let mut row = Row { numbers: numbers.iter() };
        for at in 0..count {
            match self.connection(&mut row, version) {
                Some(connection) => self.scene.connections.push(connection),
                None => {
                    return self
                        .trouble(format!("connection {at} of {count} is cut off, and those behind it"));
                }
            }
        }
    }

    fn connection(&mut self, row: &mut Row<'_>, version: i64) -> Option<SceneConnection> {
        let nodes = self.nodes.len();
        let (from, from_ids) = self.target(row.next()?, nodes);
        let (to, to_ids) = self.target(row.next()?, nodes);
        let (from, to) = (self.end(from), self.end(to));
        let (signal, method) = (row.next()?, row.next()?);
        let (signal, method) = (self.name(signal), self.name(method));
        let flags = row.next()?;
        let mut binds = Vec::new();
        for _ in 0..row.count(1)? {
            let value = row.next()?;
            binds.extend(self.variant(value).map(|value| self.variants[value].clone()));
        }
        let unbinds = if version >= 3 { row.next()? } else { 0 };
        Some(SceneConnection { signal, from, from_ids, to, to_ids, method, flags, unbinds, binds })
    }

    fn end(&mut self, path: Option<(String, usize)>) -> String {
        path.and_then(|(path, _)| self.paid(path)).unwrap_or_else(|| ".".to_owned())
    }
}

/// A path without steps that stay where they are.
fn simple(path: &str) -> String {
    let steps: Vec<&str> = path.split('/').filter(|step| *step != "." && !step.is_empty()).collect();
    if steps.is_empty() { ".".to_owned() } else { steps.join("/") }
}
