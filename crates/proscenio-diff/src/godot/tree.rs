//! Where nodes stand in the merged scene, when one side renamed or moved some.
//!
//! A node's place is its parent and its name, each merged on its own. Every path of every side is then spelled
//! for the merged scene, so that a path differs between the sides only where somebody made it lead elsewhere.
//! The names and parents in the headers of the nodes themselves stay, and are merged like any attribute.

use proscenio_godot::edit::{quoted_name, respell_paths};
use proscenio_godot::{Document, NodeIndex, Parent};
use proscenio_source::{Edit, free_name};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{node_hash, node_path};
use super::matching::Entities;
use crate::difference::ChangeKind;
use crate::list::Side;
use crate::options::Strategy;

/// The entity above the root.
const TOP: u32 = u32::MAX;

/// What a merge of places leads to.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// For each side the edits that spell its paths for the merged scene.
    pub edits: [Vec<Edit>; 3],
    /// The parent of each node.
    pub parents: FxHashMap<u32, u32>,
    /// Nodes that theirs moved below what ours deleted, or moved below them; they stay where ours has them.
    pub taken_back: Vec<u32>,
    /// Names that theirs gave and another node has: the old path and the new name.
    pub renamed: Vec<(String, String)>,
}

/// Where one node stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stand {
    parent: u32,
    /// The path from the parent to where it hangs inside an instance; else empty.
    way: String,
    name: String,
}

impl Stand {
    /// Where it hangs, without its name.
    fn place(&self) -> (u32, String) {
        (self.parent, self.way.clone())
    }
}

/// The nodes of one side.
struct Nodes {
    /// Place among the nodes, section, and stand of each.
    of: FxHashMap<u32, (NodeIndex, usize, Stand)>,
    /// In file order.
    order: Vec<u32>,
}

/// Merges the places of nodes; nothing when no side renamed or moved one, or a file has nodes that hang nowhere.
pub(super) fn moves(documents: [&Document; 3], entities: &Entities, strategy: Strategy) -> Option<Moves> {
    if !any_moved(documents, entities) {
        return None;
    }
    let mut nodes = Vec::with_capacity(3);
    for side in Side::ALL {
        nodes.push(nodes_of(documents[side.index()], entities.of(side))?);
    }
    let nodes: [Nodes; 3] = nodes.try_into().ok()?;
    let mut merge = Merge { nodes, stands: FxHashMap::default(), order: Vec::new(), moves: Moves::default() };
    merge.merge_stands();
    if matches!(strategy, Strategy::Mark | Strategy::Ours) {
        merge.leave_deleted();
    }
    merge.break_circles();
    merge.free_names(documents);
    for side in Side::ALL {
        merge.respell(documents[side.index()], side);
    }
    for entity in merge.moves.taken_back.clone() {
        let path = merge.names(entity);
        let path = path[..path.len().saturating_sub(1)].join("/");
        merge.replace(documents, entity, "parent", if path.is_empty() { "." } else { &path });
    }
    merge.moves.parents = merge.stands.iter().map(|(entity, stand)| (*entity, stand.parent)).collect();
    Some(merge.moves)
}

/// Nodes of a comparison that hang elsewhere or have another name in the new file, each with its old path.
pub(super) fn displaced(old: &Document, new: &Document, entities: &Entities) -> Displaced {
    let root = |document: &Document| document.nodes().next()?.name().map(|name| name.into_owned());
    let mut displaced = Displaced::default();
    if root(old) == root(new) && !any_moved([old, new, old], entities) {
        return displaced;
    }
    let nodes = nodes_of(old, entities.of(Side::Base)).zip(nodes_of(new, entities.of(Side::Ours)));
    let Some((before, after)) = nodes else { return displaced };
    for (entity, (_, section, stand)) in &before.of {
        let Some((_, _, now)) = after.of.get(entity).filter(|(_, _, now)| now != stand) else { continue };
        let kind = if now.place() == stand.place() { ChangeKind::Renamed } else { ChangeKind::Moved };
        let from = old.section(*section).map(node_path).unwrap_or_default();
        displaced.insert(*entity, (kind, from));
    }
    displaced
}

/// By entity what happened to a node's place, and its old path.
pub(super) type Displaced = FxHashMap<u32, (ChangeKind, String)>;

/// Whether a node has another path on one side than on another.
fn any_moved(documents: [&Document; 3], entities: &Entities) -> bool {
    let mut paths: FxHashMap<u32, u64> = FxHashMap::default();
    for side in Side::ALL {
        for node in documents[side.index()].nodes() {
            let hash = node_hash(node.0);
            let entity = entities.of(side)[node.0.index()];
            if *paths.entry(entity).or_insert(hash) != hash {
                return true;
            }
        }
    }
    // The root's path is always the same, and nobody hangs from its name.
    false
}

fn nodes_of(document: &Document, entities: &[u32]) -> Option<Nodes> {
    let tree = document.node_tree();
    let mut nodes = Nodes { of: FxHashMap::default(), order: Vec::new() };
    for (at, node) in tree.nodes().iter().enumerate() {
        let entity = entities[node.node.0.index()];
        let of = |index: NodeIndex| Some(entities[tree.get(index)?.node.0.index()]);
        let (parent, way) = match &node.parent {
            Parent::None => (TOP, String::new()),
            Parent::Node(parent) => (of(*parent)?, String::new()),
            Parent::Inside { instance, path } => (of(*instance)?, path.clone()),
            Parent::Missing => return None,
        };
        let stand = Stand { parent, way, name: node.name.clone().into_owned() };
        nodes.of.insert(entity, (NodeIndex(at as u32), node.node.0.index(), stand));
        nodes.order.push(entity);
    }
    Some(nodes)
}

struct Merge {
    nodes: [Nodes; 3],
    /// Where each node of any side stands in the merged scene.
    stands: FxHashMap<u32, Stand>,
    order: Vec<u32>,
    moves: Moves,
}

/// What one side changed; ours where both did.
fn pick<T: PartialEq>(base: Option<T>, ours: Option<T>, theirs: Option<T>) -> Option<T> {
    match (base, ours, theirs) {
        (Some(base), Some(ours), Some(theirs)) if base == ours => Some(theirs),
        (base, ours, theirs) => ours.or(theirs).or(base),
    }
}

impl Merge {
    fn stand(&self, side: Side, entity: u32) -> Option<&Stand> {
        self.nodes[side.index()].of.get(&entity).map(|(_, _, stand)| stand)
    }

    fn merge_stands(&mut self) {
        for side in [Side::Ours, Side::Theirs, Side::Base] {
            for entity in self.nodes[side.index()].order.clone() {
                if self.stands.contains_key(&entity) {
                    continue;
                }
                let stands = Side::ALL.map(|side| self.stand(side, entity));
                let places = stands.map(|stand| stand.map(Stand::place));
                let names = stands.map(|stand| stand.map(|stand| stand.name.clone()));
                let ([b, o, t], [bn, on, tn]) = (places, names);
                let (Some((parent, way)), Some(name)) = (pick(b, o, t), pick(bn, on, tn)) else { continue };
                self.stands.insert(entity, Stand { parent, way, name });
                self.order.push(entity);
            }
        }
    }

    /// What theirs moved below a node that ours deleted stays where ours has it.
    fn leave_deleted(&mut self) {
        for entity in self.order.clone() {
            let Some((ours, way)) = self.stand(Side::Ours, entity).map(Stand::place) else { continue };
            let Some(parent) = self.stands.get(&entity).map(|stand| stand.parent) else { continue };
            let deleted =
                self.stand(Side::Base, parent).is_some() && self.stand(Side::Ours, parent).is_none();
            if parent != ours && deleted {
                self.stands.entry(entity).and_modify(|stand| (stand.parent, stand.way) = (ours, way));
                self.moves.taken_back.push(entity);
            }
        }
    }

    /// Where both sides' moves make a circle, those of theirs in it are taken back.
    fn break_circles(&mut self) {
        let mut sound: FxHashSet<u32> = FxHashSet::default();
        for start in self.order.clone() {
            let mut way = Vec::new();
            let mut on_way = FxHashSet::default();
            let mut at = start;
            while at != TOP && !sound.contains(&at) {
                if !on_way.insert(at) {
                    self.take_back(&way, at);
                    // Once more, over what stands now.
                    way.clear();
                    on_way.clear();
                    at = start;
                    continue;
                }
                way.push(at);
                at = self.stands.get(&at).map_or(TOP, |stand| stand.parent);
            }
            sound.extend(way);
        }
    }

    /// Takes back moves of theirs in the circle that the way ends with.
    fn take_back(&mut self, way: &[u32], closes: u32) {
        let from = way.iter().position(|entity| *entity == closes).unwrap_or(0);
        let mut taken = false;
        for entity in &way[from..] {
            let ours = self.stand(Side::Ours, *entity).map(Stand::place);
            let Some(stand) = self.stands.get_mut(entity) else { continue };
            if let Some((ours, way)) = ours.filter(|(ours, _)| *ours != stand.parent) {
                (stand.parent, stand.way) = (ours, way);
                self.moves.taken_back.push(*entity);
                taken = true;
            }
        }
        // A circle of one file's own would have hung nowhere; this only keeps the walk finite.
        if !taken && let Some(stand) = self.stands.get_mut(&closes) {
            stand.parent = TOP;
        }
    }

    /// Gives nodes of theirs another name where ours has a sibling of that name.
    fn free_names(&mut self, documents: [&Document; 3]) {
        let mut taken: FxHashMap<Stand, u32> = FxHashMap::default();
        // What stands as ours has it keeps its name, wherever theirs moved something before it in the file.
        let as_ours = |entity: &u32| self.stand(Side::Ours, *entity) == self.stands.get(entity);
        let (settled, moved): (Vec<u32>, Vec<u32>) = self.order.iter().partition(|entity| as_ours(entity));
        for entity in settled.into_iter().chain(moved) {
            let stand = self.stands[&entity].clone();
            let gone = self.stand(Side::Ours, entity).is_none() && self.stand(Side::Theirs, entity).is_none();
            if gone || stand.parent == TOP || *taken.entry(stand.clone()).or_insert(entity) == entity {
                continue;
            }
            let from_theirs = self.stand(Side::Theirs, entity).map(|stand| &stand.name) == Some(&stand.name)
                && self.stand(Side::Ours, entity) != Some(&stand);
            if !from_theirs {
                continue;
            }
            let sibling = |name: &str| Stand { name: name.to_owned(), ..stand.clone() };
            let name = free_name(&stand.name, |name| taken.contains_key(&sibling(name)));
            self.moves.renamed.push((self.names(entity).join("/"), name.clone()));
            taken.insert(sibling(&name), entity);
            self.stands.insert(entity, sibling(&name));
            self.replace(documents, entity, "name", &name);
        }
    }

    /// Gives a header of theirs another text.
    fn replace(&mut self, documents: [&Document; 3], entity: u32, attribute: &str, text: &str) {
        let document = documents[Side::Theirs.index()];
        let section = self.nodes[Side::Theirs.index()].of.get(&entity).map(|(_, section, _)| *section);
        let section = section.and_then(|section| document.section(section));
        let Some(entry) = section.and_then(|section| section.attribute(attribute)) else { return };
        let edits = &mut self.moves.edits[Side::Theirs.index()];
        edits.retain(|edit| edit.span != entry.value_span());
        edits.push(Edit::replace(entry.value_span(), quoted_name(document, text)));
    }

    /// Names from the root down, the root's own left out.
    fn names(&self, entity: u32) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = entity;
        while let Some(stand) = self.stands.get(&at).filter(|stand| stand.parent != TOP) {
            names.push(stand.name.clone());
            names.extend(stand.way.split('/').rev().filter(|step| !step.is_empty()).map(str::to_owned));
            at = stand.parent;
        }
        names.reverse();
        names
    }

    fn respell(&mut self, document: &Document, side: Side) {
        let mut moved: FxHashMap<NodeIndex, Vec<String>> = FxHashMap::default();
        for (entity, (index, _, stand)) in &self.nodes[side.index()].of {
            if stand.parent != TOP && self.stands.get(entity).is_some_and(|merged| merged != stand) {
                moved.insert(*index, self.names(*entity));
            }
        }
        if moved.is_empty() {
            return;
        }
        let edits = respell_paths(document, &moved);
        self.moves.edits[side.index()].extend(edits);
    }
}
