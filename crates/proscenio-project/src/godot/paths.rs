//! Node paths followed through a tree: to nodes, to properties, and on into resources.

use std::sync::Arc;

use proscenio_godot::Section;
use proscenio_godot::node_path::NodePath;
use proscenio_godot::value::{Reference, Value};

use super::effective::{Origin, in_class};
use super::file::{Made, SceneFile};
use super::members::member;
use super::project::GodotProject;
use super::tree::{NodeId, SceneTree};

/// Why a path leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// There is no node of this name on the way, below the node at `below`.
    Node {
        /// The name that is not there.
        name: String,
        /// The path of the last node that is there.
        below: String,
    },
    /// Neither a file nor the class knows the property.
    Property(String),
    /// A value has no such member.
    Member(String),
    /// A resource on the way cannot be read.
    Resource(String),
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Node { name, below } => write!(f, "there is no node `{name}` below `{below}`"),
            Self::Property(name) => write!(f, "there is no property `{name}`"),
            Self::Member(name) => write!(f, "the value has no `{name}`"),
            Self::Resource(name) => write!(f, "the resource `{name}` cannot be read"),
        }
    }
}

impl std::error::Error for Lost {}

/// Whose property a path leads to.
#[derive(Clone, Debug)]
pub enum Holder {
    /// The node itself.
    Node(NodeId),
    /// A resource that the node, or one of its resources, holds.
    Resource {
        /// The file with its section.
        file: Arc<SceneFile>,
        /// The `[sub_resource]` or `[resource]` in that file.
        section: usize,
    },
}

/// What a path with a property leads to.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The node in front of the first colon.
    pub node: NodeId,
    /// Whose property it is in the end.
    pub holder: Holder,
    /// The property.
    pub property: String,
    /// The members of its value behind it.
    pub members: Vec<String>,
    /// The value at the end.
    pub value: Value,
    /// Where the value comes from.
    pub origin: Origin,
}

/// Most names that are tried together as one property name: names may hold colons (`0:0/0` of a tile set).
const MOST_JOINED: usize = 4;

impl SceneTree {
    /// The node that a path leads to from another.
    ///
    /// Names are children, `..` the parent, `.` the node itself, and `%Name` the node with that unique name
    /// among those that the node, or else its owner, owns. A path from `/` starts above the root, as if the
    /// scene were the running one: `/root/Main/…`.
    ///
    /// # Errors
    /// The first name that is not there.
    pub fn find(&self, from: NodeId, path: &NodePath) -> Result<NodeId, Lost> {
        let mut names = path.names.as_slice();
        let mut at = from;
        if path.absolute {
            let root = self.root().ok_or_else(|| self.lost("root", from))?;
            let name = self.name(root);
            names = match names {
                [first, second, rest @ ..] if first == "root" && *second == name => rest,
                [first] if first == "root" => return Err(self.lost("root", root)),
                [_, other, ..] => return Err(self.lost(other, root)),
                _ => return Err(self.lost(&path.to_string(), root)),
            };
            at = root;
        }
        for name in names {
            at = match name.as_str() {
                "." => at,
                ".." => self.parent(at).ok_or_else(|| self.lost("..", at))?,
                name => self.child_or_unique(at, name).ok_or_else(|| self.lost(name, at))?,
            };
        }
        Ok(at)
    }

    fn lost(&self, name: &str, below: NodeId) -> Lost {
        Lost::Node { name: name.to_owned(), below: self.path(below) }
    }

    fn child_or_unique(&self, at: NodeId, name: &str) -> Option<NodeId> {
        let Some(unique) = name.strip_prefix('%') else { return self.child(at, name) };
        self.unique(at, unique).or_else(|| self.unique(self.owner(at)?, unique))
    }

    /// The node with a unique name among those that `owner` owns.
    #[must_use]
    pub fn unique(&self, owner: NodeId, name: &str) -> Option<NodeId> {
        // The root of an instance has an owner of its own and owns its scene's nodes all the same.
        let owned = |node: &NodeId| self.owner(*node) == Some(owner);
        self.walk().filter(owned).find(|node| self.name(*node) == name && self.has_unique_name(*node))
    }

    /// The path from one node to another, `../Arm/Hand`.
    #[must_use]
    pub fn path_between(&self, from: NodeId, to: NodeId) -> NodePath {
        let (from, to) = (self.names(from), self.names(to));
        let from: Vec<&str> = from.iter().map(|name| &**name).collect();
        let to: Vec<&str> = to.iter().map(|name| &**name).collect();
        NodePath::between(&from, &to)
    }
}

impl GodotProject<'_> {
    /// What a path with a property leads to, as `get_node_and_resource` and animation tracks understand
    /// it: `Mesh:surface_material_override/0:albedo_color`, `Body:position:x`. Resources of other files
    /// are opened.
    ///
    /// # Errors
    /// The first name that leads nowhere.
    pub fn reach(&self, tree: &SceneTree, from: NodeId, path: &NodePath) -> Result<Reached, Lost> {
        let node = tree.find(from, path)?;
        let names = path.subnames.as_slice();
        let first = |names: &[String]| names.first().cloned().unwrap_or_default();
        let longest = (1..=names.len().min(MOST_JOINED)).rev();
        let found = longest.filter_map(|count| {
            let name = names[..count].join(":");
            Some((count, tree.effective(node, &name)?, name))
        });
        let Some((count, effective, property)) = found.into_iter().next() else {
            return Err(Lost::Property(first(names)));
        };
        let file = tree.setting(node, &property).map(|setting| Arc::clone(setting.file));
        let (value, origin) = (effective.value, effective.origin);
        let reached =
            Reached { node, holder: Holder::Node(node), property, members: Vec::new(), value, origin };
        self.follow_members(reached, file, &names[count..])
    }

    /// Goes on from a value into its members, or into the resource that it names.
    fn follow_members(
        &self,
        mut reached: Reached,
        mut file: Option<Arc<SceneFile>>,
        names: &[String],
    ) -> Result<Reached, Lost> {
        let mut names = names;
        while let Some((name, rest)) = names.split_first() {
            let Some(reference) = reached.value.as_reference().cloned() else {
                reached.value = member(&reached.value, name).ok_or_else(|| Lost::Member(name.clone()))?;
                reached.members.push(name.clone());
                names = rest;
                continue;
            };
            let unread = || Lost::Resource(format!("{reference:?}"));
            let from = file.take().ok_or_else(unread)?;
            let (inside, section) = self.open_resource(&from, &reference).ok_or_else(|| {
                Lost::Resource(self.held(&from, &reference).and_then(|held| held.path).unwrap_or_default())
            })?;
            let resource = inside.document().section(section).ok_or_else(unread)?;
            let longest = (1..=names.len().min(MOST_JOINED)).rev();
            let mut found = longest.filter_map(|count| {
                let name = names[..count].join(":");
                let (value, origin) = resource_value(&inside, resource, &name)?;
                Some((count, name, value, origin))
            });
            let Some((count, property, value, origin)) = found.next() else {
                return Err(Lost::Property(name.clone()));
            };
            drop(found);
            reached.holder = Holder::Resource { file: Arc::clone(&inside), section };
            reached.members.clear();
            (reached.property, reached.value, reached.origin) = (property, value, origin);
            file = Some(inside);
            names = &names[count..];
        }
        Ok(reached)
    }

    /// The section of a resource that a file names: in the file itself, or the one that another file is
    /// about. Nothing for files that hold no text, such as pictures.
    #[must_use]
    pub fn open_resource(
        &self,
        from: &Arc<SceneFile>,
        reference: &Reference,
    ) -> Option<(Arc<SceneFile>, usize)> {
        if let Reference::Sub(_) = reference {
            return Some((Arc::clone(from), from.section_of(reference)?.index()));
        }
        let file = self.load(&self.follow(from, reference)?.path).ok()?;
        let section = file.document().resource()?.index();
        Some((file, section))
    }
}

/// A property of a resource: its line, else the default of its class.
fn resource_value(file: &SceneFile, section: Section<'_>, name: &str) -> Option<(Value, Origin)> {
    let class = section.attribute("type").and_then(|entry| entry.text());
    let class = class.or_else(|| file.document().resource_type())?;
    let class = file.classes().class(&class);
    if let Some(entry) = section.property(name) {
        let value = entry.value();
        let source = file.document().source();
        let is_text = file.made() == Made::Text;
        let origin = Origin::File {
            path: source.path().to_string(),
            span: is_text.then(|| entry.span()),
            line: is_text.then(|| source.line_col(entry.span().start()).line),
        };
        return Some((
            class.map_or_else(|| value.clone(), |class| in_class(class, name, value.clone())),
            origin,
        ));
    }
    let class = class?;
    Some((class.default_value(name)?, Origin::Class(super::effective::declaring(class, name))))
}
