//! One scene, ready to be edited: the document, its tree, and where every name stands.

use super::draft::Draft;
use super::path_text::PathText;
use super::places::{PlaceId, Places, Spot};
use super::{DAMAGED, EditRefusal, INSIDE_INSTANCE, IS_ROOT, NO_SUCH_NODE, UNSEEN_NODE};
use proscenio_source::{Span, did_you_mean};

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

    /// The spot a path from the root leads to, in this file or inside an instance.
    pub(super) fn find_spot(&self, path: &str) -> Result<Spot, EditRefusal> {
        let text = PathText::new(path);
        if self.tree.root().is_none() {
            return Err(EditRefusal::new(NO_SUCH_NODE, "the file has no nodes"));
        }
        let way = self.places.walk(&0.into(), &text, |_, _| {}).filter(|_| text.subnames.is_empty());
        match way {
            Some(way) if way.sound => Ok(way.spot),
            _ => Err(self.no_such_node(path)),
        }
    }

    /// The place a path from the root leads to. One inside an instance that the file says nothing about is
    /// taken as it is, and told.
    pub(super) fn find_place(&mut self, draft: &mut Draft<'_>, path: &str) -> Result<PlaceId, EditRefusal> {
        let spot = self.find_spot(path)?;
        if let Some(name) = spot.rest.iter().find(|name| name.starts_with('%')) {
            let message =
                format!("`{name}` is a unique name inside an instance, and this file does not know it");
            return Err(EditRefusal::new(INSIDE_INSTANCE, message).help("give the whole path"));
        }
        if !spot.rest.is_empty() {
            let message = format!("`{path}` lies inside an instance; whether it exists, that scene says");
            let at =
                self.places.node(spot.place).map_or(Span::empty(0), |index| self.node(index).0.header_span());
            draft.tell(UNSEEN_NODE, at, message, "");
        }
        Ok(self.places.settle(spot))
    }

    /// The node of this file that a path from the root leads to.
    pub(super) fn find(&self, path: &str) -> Result<Found<'d>, EditRefusal> {
        let spot = self.find_spot(path)?;
        let place = spot.place;
        match self.places.node(place).filter(|_| spot.rest.is_empty()) {
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
        let root = self.tree.root().and_then(|root| self.node(root).name());
        if root.is_some_and(|root| {
            path == root || path.strip_prefix(&*root).is_some_and(|rest| rest.starts_with('/'))
        }) {
            return refusal.help("paths start below the root, whose own path is `.`");
        }
        // The name alone is the usual slip.
        let ends = all().find(|place| *place != 0 && self.places.name(*place) == path);
        let help = match ends {
            Some(place) => Some(format!("did you mean `{}`?", self.places.path(place))),
            None => did_you_mean(path, all().map(|place| self.places.path(place))),
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
