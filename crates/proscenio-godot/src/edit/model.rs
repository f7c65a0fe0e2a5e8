//! One scene, ready to be edited: the document, its tree, and where every name stands.

use super::path_text::PathText;
use super::places::{PlaceId, Places};
use super::{DAMAGED, EditRefusal, INSIDE_INSTANCE, IS_ROOT, NO_SUCH_NODE, names};
use crate::document::Document;
use crate::nodes::{NodeIndex, NodeTree};
use crate::section::Section;
use crate::view::Node;

/// One scene, ready to be edited.
pub(super) struct Model<'d> {
    pub doc: &'d Document,
    pub tree: NodeTree<'d>,
    pub places: Places<'d>,
}

/// A node of the file, found by its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'d> {
    pub index: NodeIndex,
    pub place: PlaceId,
    pub node: Node<'d>,
}

impl Found<'_> {
    /// Whether the node only changes one that another scene brings along.
    pub(super) fn is_override(self) -> bool {
        self.place != 0 && self.node.node_type().is_none() && !self.node.is_instance()
    }
}

impl<'d> Model<'d> {
    pub(super) fn new(doc: &'d Document) -> Self {
        let tree = doc.node_tree();
        let places = Places::new(&tree);
        Self { doc, tree, places }
    }

    /// A node of the tree.
    pub(super) fn node(&self, index: NodeIndex) -> Node<'d> {
        self.tree.nodes()[index.0 as usize].node
    }

    /// The section of a node.
    pub(super) fn section(&self, index: NodeIndex) -> Section<'d> {
        self.node(index).0
    }

    /// The place a path from the root leads to: a node of this file, or one inside an instance.
    pub(super) fn find_place(&self, path: &str) -> Result<PlaceId, EditRefusal> {
        let text = PathText::new(path);
        if self.tree.root().is_none() {
            return Err(EditRefusal::new(NO_SUCH_NODE, "the file has no nodes"));
        }
        let way = self.places.walk(&0.into(), &text, |_, _| {}).filter(|_| text.subnames.is_empty());
        match way {
            Some(way) if way.sound && way.spot.rest.is_empty() => Ok(way.spot.place),
            Some(way) if way.sound => {
                let message = format!("`{path}` lies inside an instance, and this file says nothing about it");
                let help = "edit the scene that brings it along, or let the editor write the node here first";
                Err(EditRefusal::new(INSIDE_INSTANCE, message).help(help))
            }
            _ => Err(self.no_such_node(path)),
        }
    }

    /// The node of this file that a path from the root leads to.
    pub(super) fn find(&self, path: &str) -> Result<Found<'d>, EditRefusal> {
        let place = self.find_place(path)?;
        match self.places.node(place) {
            Some(index) => Ok(Found { index, place, node: self.node(index) }),
            None => {
                let message = format!("`{path}` lies inside an instance, and this file does not change it");
                let help = "edit the scene that brings it along, or let the editor write the node here first";
                Err(EditRefusal::new(INSIDE_INSTANCE, message).help(help))
            }
        }
    }

    /// The same, for what cannot be done to the root or to a node that another scene brings along.
    pub(super) fn find_own(&self, path: &str, what: &str) -> Result<Found<'d>, EditRefusal> {
        let found = self.find(path)?;
        let span = found.node.0.header_span();
        if found.place == 0 {
            return Err(EditRefusal::new(IS_ROOT, format!("the root of a scene cannot be {what}")).at(span));
        }
        if self.nodes_at(found.place) > 1 {
            let message = format!("several nodes have the path `{path}`, so it names none of them");
            return Err(EditRefusal::new(DAMAGED, message).help("give them different names first").at(span));
        }
        if found.is_override() {
            let message =
                format!("`{path}` belongs to another scene; this file only changes some of its properties");
            let help = format!("it can be {what} in the scene that brings it along");
            return Err(EditRefusal::new(INSIDE_INSTANCE, message).help(help).at(span));
        }
        Ok(found)
    }

    #[cold]
    fn no_such_node(&self, path: &str) -> EditRefusal {
        let refusal = EditRefusal::new(NO_SUCH_NODE, format!("there is no node `{path}` in this scene"));
        if path.starts_with('/') {
            return refusal.help("paths start below the root of the scene, without a `/`");
        }
        let indices = (0..self.tree.nodes().len() as u32).map(NodeIndex);
        let all = || indices.clone().filter_map(|index| self.places.of_node(index));
        // The name alone is the usual slip.
        let ends = all().find(|place| *place != 0 && self.places.name(*place) == path);
        let help = match ends {
            Some(place) => Some(format!("did you mean `{}`?", self.places.path(place))),
            None => names::did_you_mean(path, all().map(|place| self.places.path(place))),
        };
        refusal.help("`proscenio tree` lists the nodes").maybe_help(help)
    }

    /// Whether a child of `parent` has the name, or may have it.
    pub(super) fn is_taken(&self, parent: PlaceId, name: &str) -> bool {
        self.places.child(parent, name).is_some()
    }

    /// How many nodes stand at a place; more than one in damaged files only.
    fn nodes_at(&self, place: PlaceId) -> usize {
        let indices = (0..self.tree.nodes().len() as u32).map(NodeIndex);
        indices.filter(|index| self.places.of_node(*index) == Some(place)).count()
    }

    /// The nodes at or below a place, in file order.
    pub(super) fn below(&self, place: PlaceId) -> Vec<NodeIndex> {
        let below = self.places.below(place);
        let indices = (0..self.tree.nodes().len() as u32).map(NodeIndex);
        let inside = |index: &NodeIndex| self.places.of_node(*index).is_some_and(|at| below[at as usize]);
        indices.filter(inside).collect()
    }
}
