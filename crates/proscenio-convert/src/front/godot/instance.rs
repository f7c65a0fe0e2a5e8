//! From files to one tree: instanced and inherited scenes are put in, their properties laid in layers.

use std::collections::HashMap;
use std::rc::Rc;

use proscenio_godot::value::Value;
use proscenio_godot::{Document, Node};
use proscenio_scene::Extras;
use proscenio_source::{Finding, Span};
use proscenio_vfs::path;

use super::codes::{MISSING_FILE, NOT_EXPANDED, SCENE_CYCLE, TOO_DEEP_INSTANCES, TOO_MANY_NODES};
use super::files::{File, Files, NotOpened, Place, Target};

/// Nodes of a scene with all its instances.
const MAX_NODES: usize = 100_000;
/// Scenes inside scenes.
const MAX_DEPTH: usize = 64;

/// Kinds of files that the engine imports as scenes in space.
const MODELS: [&str; 7] = ["glb", "gltf", "fbx", "dae", "blend", "obj", "3ds"];

/// A node with everything files say about it.
#[derive(Debug)]
pub(super) struct Built {
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
    pub nodes: Vec<Built>,
    by_name: HashMap<(usize, String), usize>,
}

/// Puts the scene of a file together.
pub(super) fn build(files: &mut Files<'_>, file: &Rc<File>, findings: &mut Vec<Finding>) -> BuiltTree {
    let mut builder = Builder { files, findings, tree: BuiltTree::default(), open: Vec::new(), full: false };
    builder.scene(file, None);
    builder.tree
}

struct Builder<'b, 'a> {
    files: &'b mut Files<'a>,
    findings: &'b mut Vec<Finding>,
    tree: BuiltTree,
    /// Scenes that are being put in, to see when one contains itself.
    open: Vec<Rc<File>>,
    /// Whether the limit of nodes was told.
    full: bool,
}

impl Builder<'_, '_> {
    /// Adds the nodes of a scene below `parent` and gives its root.
    fn scene(&mut self, file: &Rc<File>, parent: Option<usize>) -> Option<usize> {
        self.open.push(Rc::clone(file));
        let mut root = None;
        for node in file.document.nodes() {
            let place = Place { file: Rc::clone(file), section: node.0.index() };
            match root {
                None => {
                    root = self.new_node(node, &place, parent);
                    if root.is_none() {
                        break;
                    }
                }
                Some(root) => self.node(node, &place, root),
            }
        }
        self.open.pop();
        root
    }

    /// A node below the root: a new one, or one of an instance that the file changes.
    fn node(&mut self, node: Node<'_>, place: &Place, root: usize) {
        let path = node.parent();
        // The document's own check tells about parents that do not exist; their children go to the root.
        let parent = path.as_deref().and_then(|path| self.tree.walk(root, path)).unwrap_or(root);
        let name = node.name().unwrap_or_default();
        let known = self.tree.by_name.get(&(parent, name.into_owned())).copied();
        if let Some(index) = known.filter(|_| node.node_type().is_none() && !node.is_instance()) {
            self.tree.nodes[index].layers.insert(0, place.clone());
            self.describe(node, index);
            return;
        }
        if let Some(index) = self.new_node(node, place, Some(parent))
            && let Some(wanted) = node.index().and_then(|wanted| usize::try_from(wanted).ok())
        {
            self.tree.move_child(parent, index, wanted);
        }
    }

    /// Adds a node, with what its instance brings along.
    fn new_node(&mut self, node: Node<'_>, place: &Place, parent: Option<usize>) -> Option<usize> {
        if self.tree.nodes.len() >= MAX_NODES {
            if !std::mem::replace(&mut self.full, true) {
                let message = format!("more than {MAX_NODES} nodes; the rest is left out");
                self.tell(&TOO_MANY_NODES, place, Some(node.0.header_span()), message);
            }
            return None;
        }
        let brought = self.instance(node, place, parent);
        let index = brought.unwrap_or_else(|| self.tree.add(parent));
        let name = node.name().unwrap_or_default().into_owned();
        self.tree.rename(index, parent, name);
        let built = &mut self.tree.nodes[index];
        built.layers.insert(0, place.clone());
        if let Some(class) = node.node_type() {
            built.class = class.into_owned();
        }
        self.describe(node, index);
        Some(index)
    }

    /// Adds the scene that a node is an instance of.
    fn instance(&mut self, node: Node<'_>, place: &Place, parent: Option<usize>) -> Option<usize> {
        let entry = node.0.attribute("instance")?;
        let span = Some(entry.value_span());
        let target = match self.files.follow(&place.file, &entry.value()) {
            Ok(target) => target?,
            Err(problem) => {
                self.tell_missing(place, span, &problem);
                return None;
            }
        };
        let Target::Path { path: scene, .. } = target else { return None };
        let extension = path::extension(&scene);
        if !matches!(extension.as_str(), "tscn" | "escn") {
            let message = format!("`{scene}` is not read yet; the node stands there empty");
            self.tell(&NOT_EXPANDED, place, span, message);
            let index = self.tree.add(parent);
            let built = &mut self.tree.nodes[index];
            if MODELS.contains(&extension.as_str()) {
                built.class = "Node3D".to_owned();
            }
            built.extras.set("instance", scene);
            return Some(index);
        }
        let file = match self.files.open(&place.file, &scene) {
            Ok(file) => file?,
            Err(problem) => {
                self.tell_missing(place, span, &problem);
                return None;
            }
        };
        if self.open.iter().any(|open| Rc::ptr_eq(open, &file) || open.path() == file.path()) {
            let message = format!("`{scene}` contains itself; it is left out here");
            self.tell(&SCENE_CYCLE, place, span, message);
            return None;
        }
        if self.open.len() >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} scenes inside each other; `{scene}` is left out");
            self.tell(&TOO_DEEP_INSTANCES, place, span, message);
            return None;
        }
        let root = self.scene(&file, parent)?;
        self.tree.nodes[root].extras.set("instance", scene);
        Some(root)
    }

    /// What the header says beyond name, type and place.
    fn describe(&mut self, node: Node<'_>, index: usize) {
        let built = &mut self.tree.nodes[index];
        built.unique_id = node.unique_id().or(built.unique_id);
        for entry in node.0.attributes() {
            let key = entry.key();
            if matches!(
                &*key,
                "name" | "type" | "parent" | "index" | "unique_id" | "instance" | "parent_id_path"
            ) {
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
            built.extras.set(key.into_owned(), value);
        }
    }

    fn tell_missing(&mut self, place: &Place, span: Option<Span>, problem: &NotOpened) {
        let message = format!("`{}`: {}", problem.path, problem.why);
        self.tell(&MISSING_FILE, place, span, message);
    }

    fn tell(
        &mut self,
        code: &proscenio_source::CodeInfo,
        place: &Place,
        span: Option<Span>,
        message: String,
    ) {
        let path = place.file.document.source().path();
        self.findings.push(code.finding(path, message).at_maybe(span));
    }
}

impl BuiltTree {
    /// A node without a name, as the last child of `parent`.
    fn add(&mut self, parent: Option<usize>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Built {
            name: String::new(),
            class: String::new(),
            layers: Vec::new(),
            children: Vec::new(),
            extras: Extras::new(),
            unique_id: None,
        });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(index);
        }
        index
    }

    /// Gives a name; the first of equal siblings keeps it for paths.
    fn rename(&mut self, index: usize, parent: Option<usize>, name: String) {
        if let Some(parent) = parent {
            let before = (parent, self.nodes[index].name.clone());
            if self.by_name.get(&before) == Some(&index) {
                self.by_name.remove(&before);
            }
            self.by_name.entry((parent, name.clone())).or_insert(index);
        }
        self.nodes[index].name = name;
    }

    /// The node at a path from `root`.
    fn walk(&self, root: usize, path: &str) -> Option<usize> {
        let names = path.split('/').filter(|name| !matches!(*name, "" | "."));
        names.into_iter().try_fold(root, |at, name| self.by_name.get(&(at, name.to_owned())).copied())
    }

    /// Moves the last child to a place among its siblings.
    fn move_child(&mut self, parent: usize, index: usize, wanted: usize) {
        let children = &mut self.nodes[parent].children;
        if children.last() == Some(&index) && wanted < children.len() {
            children.pop();
            children.insert(wanted, index);
        }
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
