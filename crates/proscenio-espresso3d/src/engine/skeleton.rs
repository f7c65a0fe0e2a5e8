//! The tree of bones as the engine builds it while it reads: orphans wait for their parent, a second root takes
//! the place of the first.

use std::collections::{HashMap, HashSet};

use proscenio_source::Span;

use crate::model::{Bone, Name};

const ROOT_REPLACED: &str = "a later bone without a parent becomes the root";
const BONE_REPLACED: &str = "a later bone of the same parent has the same id";

struct Node {
    bone: Bone,
    at: Span,
    children: Vec<usize>,
    /// Whether it hangs below the root that counts.
    hangs: bool,
}

/// The bones so far.
#[derive(Default)]
pub(super) struct Skeleton {
    nodes: Vec<Node>,
    root: Option<usize>,
    /// The first bone of each id below the root.
    by_id: HashMap<Name, usize>,
    /// The child of each id below each bone: an id is a place, and a second child of it takes the place.
    places: HashMap<(usize, Option<Name>), usize>,
    /// Bones whose parent is not there yet, by its id.
    orphans: HashMap<Name, Vec<usize>>,
}

impl Skeleton {
    /// Whether a bone of this id hangs below the root.
    pub fn has(&self, id: &Name) -> bool {
        self.by_id.contains_key(id)
    }

    /// Adds a bone. What is lost by that goes to `lost`. True when the engine would never come back: it looks
    /// for orphans of an id while it looks for orphans of that id.
    pub fn add(&mut self, bone: Bone, at: Span, lost: &mut Vec<(Span, &'static str)>) -> bool {
        let parent = bone.parent.clone();
        self.nodes.push(Node { bone, at, children: Vec::new(), hangs: false });
        let index = self.nodes.len() - 1;
        let Some(parent) = parent else {
            if let Some(root) = self.root.replace(index) {
                self.cut(root, ROOT_REPLACED, lost);
            }
            self.hang(index);
            return self.adopt(index, lost);
        };
        match self.by_id.get(&parent) {
            Some(&place) => {
                self.attach(index, place, lost);
                self.adopt(index, lost)
            }
            None => {
                self.orphans.entry(parent).or_default().push(index);
                false
            }
        }
    }

    /// Orphans do not outlive their model.
    pub fn forget_orphans(&mut self, mut lost: impl FnMut(Span)) {
        let mut left: Vec<usize> = self.orphans.drain().flat_map(|(_, bones)| bones).collect();
        left.sort_unstable();
        left.into_iter().for_each(|index| lost(self.nodes[index].at));
    }

    /// The bones below the root, parents before children.
    pub fn into_bones(self) -> impl Iterator<Item = Bone> {
        let mut order = Vec::new();
        let mut next: Vec<usize> = self.root.into_iter().collect();
        while let Some(index) = next.pop() {
            order.push(index);
            next.extend(self.nodes[index].children.iter().rev().filter(|&&child| self.nodes[child].hangs));
        }
        let mut bones: Vec<Option<Bone>> = self.nodes.into_iter().map(|node| Some(node.bone)).collect();
        order.into_iter().filter_map(move |index| bones[index].take())
    }

    fn hang(&mut self, index: usize) {
        self.nodes[index].hangs = true;
        if let Some(id) = &self.nodes[index].bone.id {
            self.by_id.entry(id.clone()).or_insert(index);
        }
    }

    fn attach(&mut self, index: usize, parent: usize, lost: &mut Vec<(Span, &'static str)>) {
        let place = (parent, self.nodes[index].bone.id.clone());
        if let Some(earlier) = self.places.insert(place, index) {
            self.cut(earlier, BONE_REPLACED, lost);
        }
        self.nodes[parent].children.push(index);
        self.hang(index);
    }

    /// Takes a bone and all below it away.
    fn cut(&mut self, from: usize, why: &'static str, lost: &mut Vec<(Span, &'static str)>) {
        let mut next = vec![from];
        while let Some(index) = next.pop() {
            let node = &mut self.nodes[index];
            if !std::mem::take(&mut node.hangs) {
                continue;
            }
            lost.push((node.at, why));
            next.append(&mut node.children);
            if let Some(id) = &node.bone.id
                && self.by_id.get(id) == Some(&index)
            {
                self.by_id.remove(id);
            }
        }
    }

    /// Hangs the orphans of a bone below it, and theirs below them.
    fn adopt(&mut self, index: usize, lost: &mut Vec<(Span, &'static str)>) -> bool {
        let mut busy = HashSet::new();
        let mut stack: Vec<(Name, Vec<usize>)> = Vec::new();
        let mut at = Some(index);
        loop {
            if let Some(parent) = at.take()
                && let Some(id) = self.nodes[parent].bone.id.clone()
            {
                if busy.contains(&id) {
                    return true;
                }
                if let Some(mut orphans) = self.orphans.remove(&id) {
                    orphans.reverse();
                    busy.insert(id.clone());
                    stack.push((id, orphans));
                }
            }
            let Some((id, orphans)) = stack.last_mut() else { return false };
            match orphans.pop() {
                None => {
                    busy.remove(id);
                    stack.pop();
                }
                Some(child) => {
                    let id = id.clone();
                    if let Some(&parent) = self.by_id.get(&id) {
                        self.attach(child, parent, lost);
                    }
                    at = Some(child);
                }
            }
        }
    }
}
