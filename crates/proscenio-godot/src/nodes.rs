//! The tree of nodes that one scene file describes.

use std::borrow::Cow;

use proscenio_source::Finding;
use rustc_hash::FxHashMap;

use crate::document::Document;
use crate::findings;
use crate::view::Node;

/// A node's place in [`NodeTree::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(pub u32);

/// What a node hangs from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parent {
    /// Nothing: the node is the root.
    None,
    /// Another node of the file.
    Node(NodeIndex),
    /// A node that another scene brings along, below the instance (or inheriting root) `instance`.
    Inside {
        /// The nearest node of this file on the way.
        instance: NodeIndex,
        /// The rest of the way, such as `Body/Arm`.
        path: String,
    },
    /// A node that does not exist; the path is in the file's `parent` attribute.
    Missing,
}

/// A node in its tree.
#[derive(Clone, Debug)]
pub struct TreeNode<'d> {
    /// Its section.
    pub node: Node<'d>,
    /// Its name; empty when the header has none.
    pub name: Cow<'d, str>,
    /// What it hangs from.
    pub parent: Parent,
    /// The nodes that hang from it, in file order, those inside its instance included.
    pub children: Vec<NodeIndex>,
}

/// The tree of nodes that one scene file describes. Children of instances that the file does not change
/// are not in it.
#[derive(Clone, Debug)]
pub struct NodeTree<'d> {
    nodes: Vec<TreeNode<'d>>,
    by_name: FxHashMap<(NodeIndex, Cow<'d, str>), NodeIndex>,
    findings: Vec<Finding>,
}

/// What a path leads to.
enum Way {
    Node(NodeIndex),
    Inside(NodeIndex, String),
    Nowhere,
}

impl Document {
    /// Puts the nodes into a tree. Takes time in proportion to the file, whatever its shape.
    #[must_use]
    pub fn node_tree(&self) -> NodeTree<'_> {
        let mut tree = NodeTree { nodes: Vec::new(), by_name: FxHashMap::default(), findings: Vec::new() };
        for node in self.nodes() {
            tree.add(self, node);
        }
        findings::limit(&mut tree.findings, self.source().path());
        tree
    }
}

impl<'d> NodeTree<'d> {
    /// All nodes in file order; the first is the root.
    #[must_use]
    pub fn nodes(&self) -> &[TreeNode<'d>] {
        &self.nodes
    }

    /// The root, when the file has a node at all.
    #[must_use]
    pub fn root(&self) -> Option<NodeIndex> {
        (!self.nodes.is_empty()).then_some(NodeIndex(0))
    }

    /// A node.
    #[must_use]
    pub fn get(&self, index: NodeIndex) -> Option<&TreeNode<'d>> {
        self.nodes.get(index.0 as usize)
    }

    /// What is wrong with the tree: parents that do not exist, further roots, equal siblings.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The node at a path from the root, such as `Arm/Hand` or `.`; nothing when it is not in the file.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<NodeIndex> {
        match self.walk(path) {
            Way::Node(index) => Some(index),
            Way::Inside(..) | Way::Nowhere => None,
        }
    }

    /// Whether the node at a path may exist in a scene that an instance on the way brings along.
    #[must_use]
    pub fn is_inside_instance(&self, path: &str) -> bool {
        matches!(self.walk(path), Way::Inside(..))
    }

    /// The path of a node from the root: `.` for the root, as the file's own attributes spell it.
    #[must_use]
    pub fn path(&self, index: NodeIndex) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut at = index;
        while let Some(node) = self.get(at) {
            match &node.parent {
                Parent::None => break,
                Parent::Node(parent) => {
                    names.push(&node.name);
                    at = *parent;
                }
                Parent::Inside { instance, path } => {
                    names.push(&node.name);
                    names.push(path);
                    at = *instance;
                }
                Parent::Missing => {
                    names.push(&node.name);
                    break;
                }
            }
        }
        if names.is_empty() {
            return ".".to_owned();
        }
        names.reverse();
        names.join("/")
    }

    fn walk(&self, path: &str) -> Way {
        if self.nodes.is_empty() {
            return Way::Nowhere;
        }
        let mut at = NodeIndex(0);
        let mut brought = self.nodes[0].node.is_instance();
        let mut done = 0;
        for name in path.split('/') {
            let start = done;
            done += name.len() + 1;
            match name {
                "" | "." => continue,
                ".." => {
                    let Parent::Node(parent) = self.nodes[at.0 as usize].parent else { return Way::Nowhere };
                    at = parent;
                    continue;
                }
                _ => {}
            }
            match self.by_name.get(&(at, Cow::Borrowed(name))) {
                Some(next) => {
                    at = *next;
                    let node = &self.nodes[at.0 as usize];
                    // A node without a class of its own is one of an instance that the file changes.
                    brought |= node.node.is_instance() || matches!(node.parent, Parent::Inside { .. });
                }
                None if brought => return Way::Inside(at, path[start..].to_owned()),
                None => return Way::Nowhere,
            }
        }
        Way::Node(at)
    }

    fn add(&mut self, document: &Document, node: Node<'d>) {
        let index = NodeIndex(self.nodes.len() as u32);
        let name = node.name().unwrap_or_default();
        let path = node.parent();
        let parent = match (&path, index.0) {
            (None, 0) => Parent::None,
            (Some(_), 0) => {
                self.tell_root_with_parent(document, node);
                Parent::None
            }
            (None, _) => {
                self.tell_second_root(document, node);
                Parent::Missing
            }
            (Some(path), _) => match self.walk(path) {
                Way::Node(parent) => Parent::Node(parent),
                Way::Inside(instance, path) => Parent::Inside { instance, path },
                Way::Nowhere => {
                    self.tell_missing_parent(document, node, path);
                    Parent::Missing
                }
            },
        };
        if let Parent::Node(parent) = parent {
            self.nodes[parent.0 as usize].children.push(index);
            match self.by_name.entry((parent, name.clone())) {
                std::collections::hash_map::Entry::Vacant(free) => {
                    free.insert(index);
                }
                std::collections::hash_map::Entry::Occupied(taken) => {
                    let first = *taken.get();
                    self.tell_duplicate(document, node, &name, first);
                }
            }
        } else if let Parent::Inside { instance, .. } = parent {
            self.nodes[instance.0 as usize].children.push(index);
        }
        self.nodes.push(TreeNode { node, name, parent, children: Vec::new() });
    }

    #[cold]
    fn tell_root_with_parent(&mut self, document: &Document, node: Node<'_>) {
        let at = node.0.attribute("parent").map_or(node.0.header_span(), |entry| entry.span());
        let message = "the first node is the root of the scene, and a root has no parent";
        let finding = findings::ROOT_WITH_PARENT.finding(document.source().path(), message).at(at);
        self.push(finding);
    }

    #[cold]
    fn tell_second_root(&mut self, document: &Document, node: Node<'_>) {
        let message =
            format!("`{}` has no parent, but the scene has a root", node.name().unwrap_or_default());
        let finding =
            findings::SECOND_ROOT.finding(document.source().path(), message).at(node.0.header_span());
        let root = self.nodes[0].node.0.header_span();
        self.push(finding.related(root, "the root"));
    }

    #[cold]
    fn tell_missing_parent(&mut self, document: &Document, node: Node<'_>, path: &str) {
        let at = node.0.attribute("parent").map_or(node.0.header_span(), |entry| entry.value_span());
        let message = format!("there is no node `{path}` above this one");
        let finding = findings::MISSING_PARENT
            .finding(document.source().path(), message)
            .at(at)
            .about(node.name().unwrap_or_default());
        self.push(finding);
    }

    #[cold]
    fn tell_duplicate(&mut self, document: &Document, node: Node<'_>, name: &str, first: NodeIndex) {
        let message = format!("a sibling has the name `{name}` already");
        let finding =
            findings::DUPLICATE_SIBLING.finding(document.source().path(), message).at(node.name_span());
        let first = self.nodes[first.0 as usize].node.name_span();
        self.push(finding.related(first, "the first one"));
    }

    fn push(&mut self, finding: Finding) {
        if self.findings.len() <= findings::LIMIT {
            self.findings.push(finding);
        }
    }
}
