//! A tree as a list of nodes, each with what differs from its class: what recordings of the engine hold.

use proscenio_godot::Connection;
use proscenio_godot::spell::Spelling;
use proscenio_godot::value::Value;

use super::effective::in_class;
use super::file::SceneFile;
use super::place::Placed;
use super::project::GodotProject;
use super::tree::{NodeId, SceneTree};

/// A node of a [`GodotProject::list`].
#[derive(Clone, Debug, PartialEq)]
pub struct ListedNode {
    /// From the root; `.` for the root itself.
    pub path: String,
    /// Its name.
    pub name: String,
    /// The class that the engine makes.
    pub class: String,
    /// `res://…` of the scene whose root it is.
    pub scene: Option<String>,
    /// The path of its owner, where that is not the root.
    pub owner: Option<String>,
    /// Sorted; those of the engine's own, which begin with `_`, are left out.
    pub groups: Vec<String>,
    /// Where it is.
    pub place: Option<Placed>,
    /// Stored properties that differ from the default of the class, as text; resources as
    /// `<Class path>` or `<Class sub>`.
    pub properties: Vec<(String, String)>,
    /// Connections: signal, path of the called node, method, flags.
    pub signals: Vec<(String, String, String, i64)>,
}

/// Bit of a connection that an instanced scene makes.
const INHERITED: i64 = 32;

impl GodotProject<'_> {
    /// All nodes of a tree in the engine's order.
    #[must_use]
    pub fn list(&self, tree: &SceneTree) -> Vec<ListedNode> {
        let places = tree.places();
        let mut signals: rustc_hash::FxHashMap<NodeId, Vec<_>> = rustc_hash::FxHashMap::default();
        for connection in tree.connections() {
            let section =
                tree.files()[connection.file as usize].document().section(connection.section as usize);
            let Some(view) = section.map(Connection) else { continue };
            let text = |text: Option<std::borrow::Cow<'_, str>>| text.unwrap_or_default().into_owned();
            let flags = view.flags() | 2 | INHERITED;
            let signal = (text(view.signal()), tree.path(connection.to), text(view.method()), flags);
            signals.entry(connection.from).or_default().push(signal);
        }
        let list = tree.walk().map(|node| ListedNode {
            path: tree.path(node),
            name: tree.name(node).into_owned(),
            class: tree.class(node).map(|class| class.name().to_owned()).unwrap_or_default(),
            scene: tree.scene(node).map(|file| file.resource_path().to_string()),
            owner: tree.owner(node).filter(|owner| Some(*owner) != tree.root()).map(|owner| tree.path(owner)),
            groups: tree.groups(node).into_iter().filter(|group| !group.starts_with('_')).collect(),
            place: places.of(node).filter(|_| !tree.is_control(node)),
            properties: self.changed(tree, node),
            signals: signals.remove(&node).unwrap_or_default(),
        });
        list.collect()
    }

    /// The properties of a node that differ from the default of its class, as text.
    #[must_use]
    pub fn changed(&self, tree: &SceneTree, node: NodeId) -> Vec<(String, String)> {
        let class = tree.class(node);
        let node_paths: Vec<String> =
            tree.layers(node).flat_map(|(_, section)| section.node_paths()).collect();
        let mut changed = Vec::new();
        for (name, setting) in tree.settings(node) {
            // What holds a node is no value that a file could keep.
            if node_paths.iter().any(|path| *path == name) || !tree.is_kept(node, &name) {
                continue;
            }
            let value = setting.entry.value();
            let value = class.map_or_else(|| value.clone(), |class| in_class(class, &name, value.clone()));
            let value = tree.control_value(node, &name, value);
            let default = class.and_then(|class| class.default_value(&name));
            if value == Value::Null || default.as_ref() == Some(&value) {
                continue;
            }
            changed.extend(self.spelled(setting.file, &value).map(|text| (name.into_owned(), text)));
        }
        changed
    }

    fn spelled(&self, file: &SceneFile, value: &Value) -> Option<String> {
        let Some(reference) = value.as_reference() else { return Some(value.spelled(Spelling::GODOT_4)) };
        let held = self.held(file, reference)?;
        let path = match &held.path {
            // A resource that each instance has its own copy of has lost its path.
            _ if held.local => "",
            Some(path) => path,
            None => "sub",
        };
        Some(format!("<{} {path}>", held.class))
    }
}

impl SceneTree {
    fn is_control(&self, node: NodeId) -> bool {
        self.class(node).is_some_and(|class| class.is_a("Control"))
    }
}
