//! A scene with all its instances as one file.

use std::fmt::Write;
use std::sync::Arc;

use proscenio_godot::Connection;
use proscenio_godot::spell::{self, Spelling};
use proscenio_godot::value::{Id, Reference, Value};
use proscenio_source::Finding;
use proscenio_vfs::path;
use rustc_hash::{FxHashMap, FxHashSet};

use super::codes::{REPEATED_UNIQUE_NAME, RESOURCE_CIRCLE};
use super::effective::is_local;
use super::file::{Made, SceneFile};
use super::project::{FileId, GodotProject};
use super::tree::{NodeId, SceneTree, State};

/// A scene as one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flattened {
    /// The text of a scene file.
    pub text: String,
    /// What could not be kept as it was.
    pub findings: Vec<Finding>,
}

/// Resources inside resources; deeper ones are left out.
const MAX_DEPTH: usize = 200;

impl GodotProject<'_> {
    /// The scene with everything that it instances in one file. Text and binary resources are taken in;
    /// scripts, pictures and other imported files are still named. Models stay instances of their files,
    /// whose data no text holds, with what the scenes change in them.
    #[must_use]
    pub fn flatten(&self, tree: &SceneTree) -> Flattened {
        let spelling = tree.files().first().and_then(|file| Spelling::of(file.document()));
        let mut work = Work {
            project: self,
            tree,
            spelling: spelling.unwrap_or(Spelling::GODOT_4),
            externals: Vec::new(),
            by_path: FxHashMap::default(),
            resources: String::new(),
            made: FxHashMap::default(),
            open: FxHashSet::default(),
            counters: FxHashMap::default(),
            findings: Vec::new(),
        };
        let nodes = work.nodes();
        let connections = work.connections();
        let text = work.whole(&nodes, &connections);
        Flattened { text, findings: work.findings }
    }
}

/// Where a value stands that is moved into the new file.
#[derive(Clone, Copy)]
struct Within<'f> {
    file: &'f Arc<SceneFile>,
    /// The root of the instance that has resources of its own here; nothing inside resources that all
    /// instances share.
    instance: Option<NodeId>,
    depth: usize,
}

impl<'f> Within<'f> {
    fn file(file: &'f Arc<SceneFile>) -> Self {
        Self { file, instance: None, depth: 0 }
    }
}

/// A resource of the new file: the file and section that it comes from, and the instance that has its own.
type ResourceKey = (FileId, usize, Option<NodeId>);

struct Work<'w, 'a> {
    project: &'w GodotProject<'a>,
    tree: &'w SceneTree,
    spelling: Spelling,
    /// Class and path of external resources; the id is the place plus one.
    externals: Vec<(String, String)>,
    by_path: FxHashMap<String, usize>,
    /// The text of sub-resources, each behind those that it uses.
    resources: String,
    /// New ids of sub-resources; nothing for those that could not be made.
    made: FxHashMap<ResourceKey, Option<String>>,
    open: FxHashSet<ResourceKey>,
    counters: FxHashMap<String, usize>,
    findings: Vec<Finding>,
}

impl Work<'_, '_> {
    fn quoted(&self, text: &str) -> String {
        Value::String(text.to_owned()).spelled(self.spelling)
    }

    fn whole(&self, nodes: &str, connections: &str) -> String {
        let mut text = format!("[gd_scene format={}]\n", self.spelling.format());
        for (index, (class, path)) in self.externals.iter().enumerate() {
            if index == 0 {
                text.push('\n');
            }
            let (path, class) = (self.quoted(path), self.quoted(class));
            let id = self.id_text(&(index + 1).to_string());
            match self.spelling {
                Spelling::Godot3 => writeln!(text, "[ext_resource path={path} type={class} id={id}]"),
                Spelling::Godot4 { .. } => writeln!(text, "[ext_resource type={class} path={path} id={id}]"),
            }
            .unwrap_or_default();
        }
        text + &self.resources + nodes + connections
    }

    /// An id: a number in Godot 3.
    fn id_text(&self, id: &str) -> String {
        match self.spelling {
            Spelling::Godot3 => id.to_owned(),
            Spelling::Godot4 { .. } => self.quoted(id),
        }
    }

    fn nodes(&mut self) -> String {
        let mut text = String::new();
        let mut unique = FxHashSet::default();
        let mut marks = String::new();
        for node in self.tree.walk() {
            let Some((innermost, _)) = self.tree.layers(node).last() else { continue };
            match innermost.made() {
                Made::Engine if self.tree.state(node) == State::Whole => continue,
                Made::Model if !self.is_model_root(node) && self.tree.layers(node).count() == 1 => continue,
                _ => {}
            }
            if self.tree.has_unique_name(node) && !unique.insert(self.tree.name(node)) {
                let path = innermost.document().source().path();
                let message = format!("`%{}` is there more than once", self.tree.name(node));
                self.findings.push(REPEATED_UNIQUE_NAME.finding(path, message).about(self.tree.path(node)));
            }
            self.node(node, &mut text);
            if self.is_model_root(node) && self.has_changes_inside(node) {
                let _ = writeln!(marks, "\n[editable path={}]", self.quoted(&self.tree.path(node)));
            }
        }
        text + &marks
    }

    /// Whether it is the root of a model.
    fn is_model_root(&self, node: NodeId) -> bool {
        let innermost = self.tree.layers(node).last();
        innermost.is_some_and(|(file, section)| file.made() == Made::Model && section.parent().is_none())
    }

    fn has_changes_inside(&self, root: NodeId) -> bool {
        let mut waiting: Vec<NodeId> = self.tree.children(root).collect();
        while let Some(node) = waiting.pop() {
            if self.tree.layers(node).next().is_some_and(|(file, _)| file.made() != Made::Model) {
                return true;
            }
            waiting.extend(self.tree.children(node));
        }
        false
    }

    fn node(&mut self, node: NodeId, text: &mut String) {
        let tree = self.tree;
        let _ = write!(text, "\n[node name={}", self.quoted(&tree.name(node)));
        let from_model = tree.layers(node).last().is_some_and(|(file, _)| file.made() == Made::Model);
        let class = tree.class_name(node);
        if tree.state(node) == State::Whole && !from_model && !class.is_empty() {
            let _ = write!(text, " type={}", self.quoted(&class));
        }
        if let Some(parent) = tree.parent(node) {
            let _ = write!(text, " parent={}", self.quoted(&tree.path(parent)));
            if from_model && !self.is_model_root(node) {
                let place = tree.children(parent).position(|child| child == node).unwrap_or(0);
                let _ = write!(text, " index=\"{place}\"");
            }
        }
        let mut node_paths: Vec<String> = tree.layers(node).flat_map(|(_, one)| one.node_paths()).collect();
        node_paths.sort();
        node_paths.dedup();
        if !node_paths.is_empty() {
            let list = Value::PackedStringArray(node_paths).spelled(self.spelling);
            let _ = write!(text, " node_paths={list}");
        }
        let groups: Vec<String> = tree.groups(node).iter().map(|group| self.quoted(group)).collect();
        if !groups.is_empty() {
            let _ = write!(text, " groups=[{}]", groups.join(", "));
        }
        self.instance(node, text);
        text.push_str("]\n");
        for (name, setting) in tree.settings(node) {
            if setting.file.made() == Made::Model {
                continue;
            }
            let instance = tree.instance_of(node, setting.file.id());
            let from = Within { instance, ..Within::file(setting.file) };
            let value = self.moved(from, setting.entry.value());
            let _ = write!(text, "{} = ", spell::key(&name, self.spelling));
            value.spell(self.spelling, text);
            text.push('\n');
        }
    }

    /// What a node is still an instance of: a model, a scene that the game loads later, a missing file.
    fn instance(&mut self, node: NodeId, text: &mut String) {
        let tree = self.tree;
        if self.is_model_root(node)
            && let Some((file, _)) = tree.layers(node).last()
        {
            let id = self.external("PackedScene", file.resource_path());
            let _ = write!(text, " instance=ExtResource({})", self.id_text(&id));
            return;
        }
        match tree.state(node) {
            State::Whole => {}
            State::Placeholder => {
                let path = tree.layers(node).find_map(|(_, section)| section.instance_placeholder());
                let _ = write!(text, " instance_placeholder={}", self.quoted(&path.unwrap_or_default()));
            }
            State::Missing => {
                let named = tree.layers(node).find_map(|(file, section)| Some((file, section.instance()?)));
                let Some((file, reference)) = named else { return };
                let value = self.moved(Within::file(file), Value::Reference(Box::new(reference)));
                let _ = write!(text, " instance={}", value.spelled(self.spelling));
            }
        }
    }

    fn external(&mut self, class: &str, named: &str) -> String {
        let place = *self.by_path.entry(named.to_owned()).or_insert_with(|| {
            self.externals.push((class.to_owned(), named.to_owned()));
            self.externals.len()
        });
        place.to_string()
    }

    /// A value of a file with its references made those of the new file.
    fn moved(&mut self, from: Within<'_>, value: Value) -> Value {
        match value {
            Value::Reference(reference) => self.moved_reference(from, &reference),
            Value::Array(items) => {
                Value::Array(items.into_iter().map(|item| self.moved(from, item)).collect())
            }
            Value::TypedArray(mut array) => {
                let items = std::mem::take(&mut array.items);
                array.items = items.into_iter().map(|item| self.moved(from, item)).collect();
                array.element = self.moved_type(from, array.element);
                Value::TypedArray(array)
            }
            Value::Dictionary(entries) => Value::Dictionary(self.moved_entries(from, entries)),
            Value::TypedDictionary(mut dictionary) => {
                let entries = std::mem::take(&mut dictionary.entries);
                dictionary.entries = self.moved_entries(from, entries);
                dictionary.key = self.moved_type(from, dictionary.key);
                dictionary.value = self.moved_type(from, dictionary.value);
                Value::TypedDictionary(dictionary)
            }
            Value::Object(mut object) => {
                let properties = std::mem::take(&mut object.properties);
                object.properties =
                    properties.into_iter().map(|(name, value)| (name, self.moved(from, value))).collect();
                Value::Object(object)
            }
            value => value,
        }
    }

    fn moved_entries(&mut self, from: Within<'_>, entries: Vec<(Value, Value)>) -> Vec<(Value, Value)> {
        let moved = |(key, value)| (self.moved(from, key), self.moved(from, value));
        entries.into_iter().map(moved).collect()
    }

    fn moved_type(
        &mut self,
        from: Within<'_>,
        element: proscenio_godot::value::ElementType,
    ) -> proscenio_godot::value::ElementType {
        use proscenio_godot::value::ElementType;
        let ElementType::Script(reference) = element else { return element };
        match self.moved_reference(from, &reference) {
            Value::Reference(moved) => ElementType::Script(*moved),
            _ => ElementType::Script(reference),
        }
    }

    fn moved_reference(&mut self, from: Within<'_>, reference: &Reference) -> Value {
        let file = from.file;
        let can_be_text = match reference {
            Reference::Sub(_) => true,
            _ => {
                let target = self.project.follow(file, reference);
                let extension = target.map(|target| path::extension(&target.path)).unwrap_or_default();
                matches!(extension.as_str(), "tres" | "res")
            }
        };
        if can_be_text && let Some((inside, section)) = self.project.open_resource(file, reference) {
            let id = self.resource(Within { file: &inside, ..from }, section);
            return id.map_or(Value::Null, |id| Value::Reference(Box::new(Reference::Sub(Id(id)))));
        }
        let Some(held) = self.project.held(file, reference) else { return Value::Null };
        // The class that the scene says is what the engine checks.
        let said = file.section_of(reference).and_then(|section| section.attribute("type")?.text());
        let class = said.map_or(held.class, |said| said.into_owned());
        let id = self.external(&class, &held.path.unwrap_or_default());
        Value::Reference(Box::new(Reference::Ext(Id(id))))
    }

    /// Takes a resource in and gives its new id.
    fn resource(&mut self, from: Within<'_>, section: usize) -> Option<String> {
        let file = from.file;
        let source = file.document().section(section)?;
        let class = source.attribute("type").and_then(|entry| entry.text());
        let class = class.or_else(|| file.document().resource_type()).unwrap_or_default().into_owned();
        // What is local to its scene every instance has for itself; what is inside a shared resource is shared.
        let instance = from.instance.filter(|_| is_local(file, source, &class));
        let key = (file.id(), section, instance);
        if let Some(made) = self.made.get(&key) {
            return made.clone();
        }
        if from.depth >= MAX_DEPTH || !self.open.insert(key) {
            let path = file.document().source().path();
            let message = "a resource uses itself, or resources are inside each other too deep";
            self.findings.push(RESOURCE_CIRCLE.finding(path, message).at(source.header_span()));
            return None;
        }
        let inner = Within { file, instance, depth: from.depth + 1 };
        let mut text = String::new();
        for entry in source.properties() {
            let value = self.moved(inner, entry.value());
            let _ = write!(text, "{} = ", spell::key(&entry.key(), self.spelling));
            value.spell(self.spelling, &mut text);
            text.push('\n');
        }
        self.open.remove(&key);
        let id = match self.spelling {
            Spelling::Godot3 => (self.made.len() + 1).to_string(),
            Spelling::Godot4 { .. } => {
                let counter = self.counters.entry(class.clone()).or_default();
                *counter += 1;
                format!("{class}_{counter}")
            }
        };
        let header = format!("\n[sub_resource type={} id={}]\n", self.quoted(&class), self.id_text(&id));
        self.resources.push_str(&header);
        self.resources.push_str(&text);
        self.made.insert(key, Some(id.clone()));
        Some(id)
    }

    fn connections(&mut self) -> String {
        let mut text = String::new();
        for connection in self.tree.connections() {
            let file = &self.tree.files()[connection.file as usize];
            // A model's own connections are part of it.
            let Some(section) = file.document().section(connection.section as usize) else { continue };
            let view = Connection(section);
            let [signal, from, to, method] = [
                view.signal().unwrap_or_default().into_owned(),
                self.tree.path(connection.from),
                self.tree.path(connection.to),
                view.method().unwrap_or_default().into_owned(),
            ]
            .map(|part| self.quoted(&part));
            let _ = write!(text, "\n[connection signal={signal} from={from} to={to} method={method}");
            for entry in section.attributes() {
                let name = entry.key();
                if !matches!(&*name, "signal" | "from" | "to" | "method" | "from_uid_path" | "to_uid_path") {
                    let value = self.moved(Within::file(file), entry.value()).spelled(self.spelling);
                    let _ = write!(text, " {name}={value}");
                }
            }
            text.push_str("]\n");
        }
        text
    }
}
