//! Nodes, connections and editable instances of a text scene as the lists of a packed scene, in the order
//! in which the engine's reader of text fills them.

use rustc_hash::FxHashMap;

use super::scene::{INSTANTIATED, IS_NODE_PATH, IS_PATH, IS_PLACEHOLDER, NAME_BITS, PERSIST};
use crate::document::Document;
use crate::section::{Entry, Section};
use crate::tree::SectionKind;
use crate::value::Value;
use crate::view::{Connection, Editable, Node};

/// The most names that a node's own name can be told from.
const MOST_NAMES: usize = 1 << NAME_BITS;
/// Places among siblings from here on are not kept.
const MOST_INDEX: i64 = (1 << (32 - NAME_BITS)) - 1;

/// What a packed scene consists of.
#[derive(Default)]
struct Lists {
    names: Vec<String>,
    /// Only where there are more names than fit: each is then listed once.
    places: Option<FxHashMap<String, i64>>,
    variants: Vec<Value>,
    nodes: Vec<i32>,
    node_count: i64,
    ids: Vec<i32>,
    connections: Vec<i32>,
    connection_count: i64,
    paths: Vec<Value>,
    id_paths: Vec<Value>,
    editable: Vec<Value>,
    base_scene: Option<i64>,
}

/// A packed scene, and what it cannot hold.
pub(super) struct Bundle {
    pub value: Value,
    pub losses: Vec<String>,
}

/// What a node or a connection says somewhere.
pub(super) enum Said<'d> {
    Entry(Entry<'d>),
    Bind(Value),
}

/// Packs the nodes of a scene. `value` decodes what an entry says and gives it as a binary file holds it.
pub(super) fn pack<'d>(
    document: &'d Document,
    godot_3: bool,
    mut value: impl FnMut(Section<'d>, &str, Said<'d>) -> Value,
) -> Bundle {
    let mut packer = Packer { document, lists: Lists::default(), losses: Vec::new() };
    if packer.count_names() >= MOST_NAMES {
        packer.lists.places = Some(FxHashMap::default());
    }
    for section in document.sections() {
        match section.kind() {
            SectionKind::Node => packer.node(section, &mut value),
            SectionKind::Connection => packer.connection(section, godot_3, &mut value),
            SectionKind::Editable => {
                let path = Editable(section).path().unwrap_or_default();
                packer.lists.editable.push(Value::NodePath(simple(&path)));
            }
            _ => {}
        }
    }
    if packer.lists.names.len() >= MOST_NAMES {
        packer.losses.push(format!("a binary scene holds {MOST_NAMES} names and no more"));
    }
    Bundle { value: packer.lists.bundle(godot_3), losses: packer.losses }
}

struct Packer<'d> {
    document: &'d Document,
    lists: Lists,
    losses: Vec<String>,
}

impl<'d> Packer<'d> {
    fn count_names(&self) -> usize {
        let names = |section: Section<'_>| 4 + section.properties().len();
        self.document.sections().map(names).sum()
    }

    fn node(&mut self, section: Section<'d>, value: &mut impl FnMut(Section<'d>, &str, Said<'d>) -> Value) {
        let node = Node(section);
        let lists = &mut self.lists;
        let name = lists.name(&node.name().unwrap_or_default());
        let parent = match node.parent() {
            None => -1,
            Some(path) => lists.path(prefixed(&path), node.parent_id_path_numbers("parent_id_path")),
        };
        let class = match node.node_type() {
            Some(class) => lists.name(&class),
            None => INSTANTIATED,
        };
        let mut instance = -1;
        if let Some(entry) = section.attribute("instance") {
            instance = lists.variant(value(section, "instance", Said::Entry(entry)));
            if lists.node_count == 0 && parent == -1 {
                lists.base_scene = Some(instance);
                instance = -1;
            }
        }
        if let Some(path) = section.attribute("instance_placeholder").and_then(|entry| entry.text()) {
            instance = lists.variant(Value::String(path.into_owned())) | IS_PLACEHOLDER;
        }
        let owner = match section.attribute("owner").and_then(|entry| entry.text()) {
            Some(path) => lists.path(path.into_owned(), node.parent_id_path_numbers("owner_uid_path")),
            None if parent != -1 && !(class == INSTANTIATED && instance == -1) => 0,
            None => -1,
        };
        let named = self.sibling_index(section, name);
        let lists = &mut self.lists;
        lists.nodes.extend([parent as i32, owner as i32, class as i32, named, instance as i32]);
        let groups: Vec<i64> = strings(section, "groups").iter().map(|group| lists.name(group)).collect();
        let node_paths = strings(section, "node_paths");
        lists.nodes.push(section.properties().len() as i32);
        for property in section.properties() {
            let key = property.key();
            let mut name = lists.name(&key);
            if node_paths.iter().any(|path| *path == key) {
                name |= IS_NODE_PATH;
            }
            let index = lists.variant(value(section, &key, Said::Entry(property)));
            lists.nodes.extend([name as i32, index as i32]);
        }
        lists.nodes.push(groups.len() as i32);
        lists.nodes.extend(groups.into_iter().map(|group| group as i32));
        lists.ids.push(node.unique_id().unwrap_or(0) as i32);
        lists.node_count += 1;
    }

    /// The name with the place among the siblings above it.
    fn sibling_index(&mut self, section: Section<'_>, name: i64) -> i32 {
        let entry = section.attribute("index");
        let index = entry.and_then(|entry| match entry.text() {
            Some(text) => text.parse().ok(),
            None => entry.integer(),
        });
        let bits = match index {
            Some(index @ 0..MOST_INDEX) => ((index + 1) as u32) << NAME_BITS,
            Some(index) if index >= MOST_INDEX => {
                let message = format!("a binary scene does not hold the place {index} among siblings");
                self.losses.push(message);
                0
            }
            _ => 0,
        };
        (name as u32 | bits) as i32
    }

    fn connection(
        &mut self,
        section: Section<'d>,
        godot_3: bool,
        value: &mut impl FnMut(Section<'d>, &str, Said<'d>) -> Value,
    ) {
        let connection = Connection(section);
        let lists = &mut self.lists;
        let binds = connection.binds().into_iter();
        let binds: Vec<i64> =
            binds.map(|bind| lists.variant(value(section, "binds", Said::Bind(bind)))).collect();
        // The engine evaluates what it adds from the last to the first.
        let method = lists.name(&connection.method().unwrap_or_default());
        let signal = lists.name(&connection.signal().unwrap_or_default());
        let ids = |name| Node(section).parent_id_path_numbers(name);
        let to = lists.path(simple(&connection.to().unwrap_or_default()), ids("to_uid_path"));
        let from = lists.path(simple(&connection.from().unwrap_or_default()), ids("from_uid_path"));
        let flags = section.attribute("flags").and_then(|entry| entry.integer()).unwrap_or(PERSIST);
        let row = [from, to, signal, method, flags, binds.len() as i64];
        lists.connections.extend(row.into_iter().chain(binds).map(|number| number as i32));
        let unbinds = connection.unbinds();
        if !godot_3 {
            lists.connections.push(unbinds as i32);
        }
        lists.connection_count += 1;
    }
}

fn strings(section: Section<'_>, name: &str) -> Vec<String> {
    section.attribute(name).and_then(|entry| entry.value().to_strings()).unwrap_or_default()
}

impl Node<'_> {
    /// The numbers of an attribute that lists ids.
    fn parent_id_path_numbers(self, name: &str) -> Vec<i32> {
        match self.0.attribute(name).map(|entry| entry.value()) {
            Some(Value::PackedInt32Array(ids)) => ids,
            _ => Vec::new(),
        }
    }
}

/// A path without steps that stay where they are.
fn simple(path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/').filter(|step| !step.is_empty() && *step != ".") {
        match step {
            ".." if steps.last().is_some_and(|last| *last != "..") => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    if steps.is_empty() { ".".to_owned() } else { steps.join("/") }
}

/// A path that starts at the root of the scene and says so, as the engine keeps the parents of nodes.
fn prefixed(path: &str) -> String {
    if path.is_empty() || path == "." || path.starts_with("./") || path.starts_with('/') {
        return path.to_owned();
    }
    format!("./{path}")
}

impl Lists {
    fn name(&mut self, name: &str) -> i64 {
        let next = self.names.len() as i64;
        if let Some(places) = &mut self.places {
            if let Some(place) = places.get(name) {
                return *place;
            }
            places.insert(name.to_owned(), next);
        }
        self.names.push(name.to_owned());
        next
    }

    fn variant(&mut self, value: Value) -> i64 {
        self.variants.push(value);
        self.variants.len() as i64 - 1
    }

    fn path(&mut self, path: String, ids: Vec<i32>) -> i64 {
        self.paths.push(Value::NodePath(path));
        self.id_paths.push(Value::PackedInt32Array(ids));
        (self.paths.len() as i64 - 1) | IS_PATH
    }

    fn bundle(self, godot_3: bool) -> Value {
        let mut entries = Vec::new();
        let mut add = |name: &str, value| entries.push((Value::String(name.to_owned()), value));
        add("names", Value::PackedStringArray(self.names));
        add("variants", Value::Array(self.variants));
        add("node_count", Value::Int(self.node_count));
        add("nodes", Value::PackedInt32Array(self.nodes));
        if !godot_3 && self.ids.iter().any(|id| *id != 0) {
            add("node_ids", Value::PackedInt32Array(self.ids));
        }
        add("conn_count", Value::Int(self.connection_count));
        add("conns", Value::PackedInt32Array(self.connections));
        add("node_paths", Value::Array(self.paths));
        if !godot_3 {
            add("id_paths", Value::Array(self.id_paths));
        }
        add("editable_instances", Value::Array(self.editable));
        if let Some(base) = self.base_scene {
            add("base_scene", Value::Int(base));
        }
        add("version", Value::Int(if godot_3 { 2 } else { 3 }));
        Value::Dictionary(entries)
    }
}
