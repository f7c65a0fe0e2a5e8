//! Where every name of the scene stands: a trie of node names, and walking along node paths in it.
//!
//! A place has a node of this file, or is known only because a node of this file hangs below it inside
//! an instance. Paths that leave the trie inside an instance keep the rest of their names.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::path_text::PathText;
use crate::nodes::{NodeIndex, NodeTree, Parent};

/// A place in [`Places`]; 0 is the root.
pub(super) type PlaceId = u32;

/// A place, and names below it that the file does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub place: PlaceId,
    pub rest: Vec<String>,
}

impl From<PlaceId> for Spot {
    fn from(place: PlaceId) -> Self {
        Self { place, rest: Vec::new() }
    }
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub spot: Spot,
    /// Whether every name on the way is in this file, or may be in one that an instance brings along.
    pub sound: bool,
}

/// A change of the tree: one node gets another name, another parent, or both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'c> {
    pub place: PlaceId,
    pub parent: PlaceId,
    pub name: &'c str,
}

#[derive(Clone, Debug)]
struct Known<'d> {
    parent: PlaceId,
    name: Cow<'d, str>,
    node: Option<NodeIndex>,
    /// Whether another file may bring children along.
    open: bool,
    /// Whether it is an instance, and so has unique names of its own.
    instance: bool,
    /// Whether an instance below the root brings it along, and so owns it.
    foreign: bool,
}

/// All places of one scene.
#[derive(Clone, Debug)]
pub(super) struct Places<'d> {
    known: Vec<Known<'d>>,
    by_name: FxHashMap<(PlaceId, Cow<'d, str>), PlaceId>,
    of_node: Vec<Option<PlaceId>>,
    unique: FxHashMap<Cow<'d, str>, PlaceId>,
}

impl<'d> Places<'d> {
    pub(super) fn new(tree: &NodeTree<'d>) -> Self {
        let mut places = Self {
            known: Vec::new(),
            by_name: FxHashMap::default(),
            of_node: Vec::with_capacity(tree.nodes().len()),
            unique: FxHashMap::default(),
        };
        for (at, node) in tree.nodes().iter().enumerate() {
            let index = NodeIndex(at as u32);
            let place = places.place_of_new(node, index);
            places.of_node.push(place);
            if let Some(place) = place
                && place != 0
                && node.node.has_unique_name()
            {
                places.unique.entry(node.name.clone()).or_insert(place);
            }
        }
        places
    }

    fn place_of_new(&mut self, node: &crate::nodes::TreeNode<'d>, index: NodeIndex) -> Option<PlaceId> {
        let parent = match &node.parent {
            Parent::None => 0,
            Parent::Node(parent) => self.of_node[parent.0 as usize]?,
            Parent::Inside { instance, path } => {
                let mut at = self.of_node[instance.0 as usize]?;
                for name in path.split('/').filter(|name| !name.is_empty()) {
                    at = self.enter(at, Cow::Owned(name.to_owned()));
                }
                at
            }
            Parent::Missing => return None,
        };
        let instance = node.node.is_instance();
        // A node with a class of its own was made in this file, and so were all its children.
        let open = instance || node.node.node_type().is_none();
        if index.0 == 0 {
            let name = Cow::Borrowed("");
            self.known.push(Known { parent: 0, name, node: Some(index), open, instance, foreign: false });
            return Some(0);
        }
        let place = self.enter(parent, node.name.clone());
        let known = &mut self.known[place as usize];
        if known.node.is_none() {
            known.node = Some(index);
            known.open = open;
            known.instance = instance;
            known.foreign &= open && !instance;
        }
        Some(place)
    }

    /// The place with a name below another; made as one inside an instance when it is new.
    fn enter(&mut self, parent: PlaceId, name: Cow<'d, str>) -> PlaceId {
        let next = self.known.len() as PlaceId;
        let place = *self.by_name.entry((parent, name.clone())).or_insert(next);
        if place == next {
            let above = &self.known[parent as usize];
            let foreign = above.foreign || (parent != 0 && above.instance);
            self.known.push(Known { parent, name, node: None, open: true, instance: false, foreign });
        }
        place
    }

    /// The place of a spot; made when the file says nothing about it yet.
    pub(super) fn settle(&mut self, spot: Spot) -> PlaceId {
        let mut at = spot.place;
        for name in spot.rest {
            at = self.enter(at, Cow::Owned(name));
        }
        at
    }

    /// The place of a node; nothing for a node whose parent is missing.
    pub(super) fn of_node(&self, node: NodeIndex) -> Option<PlaceId> {
        self.of_node.get(node.0 as usize).copied().flatten()
    }

    /// The node of this file that stands at a place.
    pub(super) fn node(&self, place: PlaceId) -> Option<NodeIndex> {
        self.known[place as usize].node
    }

    pub(super) fn parent(&self, place: PlaceId) -> PlaceId {
        self.known[place as usize].parent
    }

    pub(super) fn name(&self, place: PlaceId) -> &str {
        &self.known[place as usize].name
    }

    /// Whether another file may bring children along.
    fn is_open(&self, place: PlaceId) -> bool {
        self.known[place as usize].open
    }

    /// Whether the file says of children of a place which numbers they have, because another scene brings
    /// the place along, and further children with it.
    pub(super) fn numbers_children(&self, place: PlaceId) -> bool {
        let known = &self.known[place as usize];
        known.open && (place == 0 || !known.instance)
    }

    /// The place with a name below another.
    pub(super) fn child(&self, parent: PlaceId, name: &str) -> Option<PlaceId> {
        self.by_name.get(&(parent, Cow::Borrowed(name))).copied()
    }

    /// The node that `%name` means in this scene.
    pub(super) fn unique(&self, name: &str) -> Option<PlaceId> {
        self.unique.get(name).copied()
    }

    /// Names from the root down to a place.
    pub(super) fn names(&self, place: PlaceId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = place;
        while at != 0 {
            names.push(self.name(at));
            at = self.parent(at);
        }
        names.reverse();
        names
    }

    /// Names from the root down to a spot.
    pub(super) fn spot_names<'s>(&'s self, spot: &'s Spot) -> Vec<&'s str> {
        let mut names = self.names(spot.place);
        names.extend(spot.rest.iter().map(String::as_str));
        names
    }

    /// The path of a place from the root: `Arm/Hand`, the root itself `.`.
    pub(super) fn path(&self, place: PlaceId) -> String {
        if place == 0 { ".".to_owned() } else { self.names(place).join("/") }
    }

    /// Which places are `top` or below it.
    pub(super) fn below(&self, top: PlaceId) -> Vec<bool> {
        let mut below = vec![false; self.known.len()];
        for place in 0..self.known.len() {
            // Parents stand in front of their children.
            below[place] = place as PlaceId == top || (place > 0 && below[self.known[place].parent as usize]);
        }
        below
    }

    /// Follows the names of a path. `visit` is told each name's number and the place it leads to, as long
    /// as that is known. Nothing when the path leads out of the scene or nobody can know where it leads.
    pub(super) fn walk(
        &self,
        base: &Spot,
        path: &PathText<'_>,
        mut visit: impl FnMut(usize, PlaceId),
    ) -> Option<Way> {
        if path.absolute || self.known.is_empty() {
            return None;
        }
        let mut at = base.clone();
        let mut sound = true;
        let mut entered = false;
        for (number, name) in path.segments.iter().enumerate() {
            match *name {
                "" | "." => continue,
                ".." => match at.rest.pop() {
                    Some(name) if name.starts_with('%') => return None,
                    Some(_) => {}
                    None if at.place == 0 => return None,
                    None => at.place = self.parent(at.place),
                },
                name => self.step(&mut at, name, entered),
            }
            entered = true;
            if at.rest.is_empty() {
                visit(number, at.place);
            } else {
                sound &= self.is_open(at.place);
            }
        }
        Some(Way { spot: at, sound })
    }

    /// The number of the name with which a path leaves the scene.
    pub(super) fn leaves_at(&self, base: &Spot, path: &PathText<'_>) -> Option<usize> {
        let mut last = None;
        if self.walk(base, path, |number, place| last = Some((number, place))).is_some() || path.absolute {
            return None;
        }
        let (first, place) = last.map_or((0, base.place), |(number, place)| (number + 1, place));
        let mut names = path.segments.iter().enumerate().skip(first);
        let next = names.find(|(_, name)| !matches!(**name, "" | "."))?;
        (place == 0 && *next.1 == "..").then_some(next.0)
    }

    fn step(&self, at: &mut Spot, name: &str, entered: bool) {
        if !at.rest.is_empty() {
            at.rest.push(name.to_owned());
            return;
        }
        let here = &self.known[at.place as usize];
        if let Some(unique) = name.strip_prefix('%') {
            // An instance asks its own scene; but a path of its own that starts with a unique name of this
            // scene was written for this scene.
            let own = here.foreign || (at.place != 0 && here.instance && entered);
            match self.unique(unique) {
                Some(place) if !own => at.place = place,
                _ => {
                    if !own && !here.instance {
                        at.place = 0;
                    }
                    at.rest.push(name.to_owned());
                }
            }
            return;
        }
        match self.child(at.place, name) {
            Some(place) => at.place = place,
            None => at.rest.push(name.to_owned()),
        }
    }

    /// The scene after a change. Places keep their numbers, so a parent may then have a higher one than
    /// its child.
    pub(super) fn changed(&self, change: Change<'_>) -> Self {
        let mut after = Self {
            known: Vec::with_capacity(self.known.len()),
            by_name: FxHashMap::default(),
            of_node: self.of_node.clone(),
            unique: FxHashMap::default(),
        };
        for (place, known) in self.known.iter().enumerate() {
            let mut known = known.clone();
            if place as PlaceId == change.place {
                known.parent = change.parent;
                known.name = Cow::Owned(change.name.to_owned());
            }
            if place > 0 {
                after.by_name.entry((known.parent, known.name.clone())).or_insert(place as PlaceId);
            }
            after.known.push(known);
        }
        for place in self.unique.values() {
            after.unique.insert(after.known[*place as usize].name.clone(), *place);
        }
        after
    }
}
