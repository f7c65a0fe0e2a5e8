//! Which nodes become bones, and of which skeleton.

use super::json::Model;
use super::sets::Sets;

/// Skeletons of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Skeletons {
    /// The skeleton of each node that becomes a bone.
    pub of_node: Vec<Option<usize>>,
    /// The skeleton of each skin; nothing for a skin without joints.
    pub of_skin: Vec<Option<usize>>,
    /// The bones of each skeleton, parents first, with the nodes' numbers.
    pub bones: Vec<Vec<usize>>,
}

impl Skeletons {
    pub fn find(model: &Model) -> Self {
        let mut sets = Sets::new(model.nodes.len());
        let mut is_bone = vec![false; model.nodes.len()];
        for (_, joints) in &model.skins {
            let members = whole_skin(model, joints);
            for node in &members {
                is_bone[*node] = true;
                sets.join(members[0], *node);
            }
        }
        let mut first_below: Vec<Option<usize>> = vec![None; model.nodes.len()];
        for node in (0..model.nodes.len()).filter(|node| is_bone[*node]) {
            let Some(parent) = model.nodes[node].parent else { continue };
            if is_bone[parent] {
                sets.join(parent, node);
            } else if let Some(other) = first_below[parent].replace(node) {
                // Skeletons that hang from one node are one.
                sets.join(other, node);
            }
        }
        let mut skeletons = Self { of_node: vec![None; model.nodes.len()], ..Self::default() };
        let mut numbers: Vec<Option<usize>> = vec![None; model.nodes.len()];
        for node in (0..model.nodes.len()).filter(|node| is_bone[*node]) {
            let set = sets.find(node);
            let number = *numbers[set].get_or_insert_with(|| {
                skeletons.bones.push(Vec::new());
                skeletons.bones.len() - 1
            });
            skeletons.of_node[node] = Some(number);
        }
        for number in 0..skeletons.bones.len() {
            skeletons.bones[number] = skeletons.in_order(model, number);
        }
        let of_joints = |joints: &Vec<usize>| joints.first().and_then(|joint| skeletons.of_node[*joint]);
        skeletons.of_skin = model.skins.iter().map(|(_, joints)| of_joints(joints)).collect();
        skeletons
    }

    /// Depth first, children by their numbers.
    fn in_order(&self, model: &Model, skeleton: usize) -> Vec<usize> {
        let ours = |node: usize| self.of_node[node] == Some(skeleton);
        let is_top = |node: &usize| ours(*node) && !model.nodes[*node].parent.is_some_and(ours);
        let mut waiting: Vec<usize> = (0..model.nodes.len()).filter(is_top).collect();
        waiting.reverse();
        let mut bones = Vec::new();
        while let Some(node) = waiting.pop() {
            bones.push(node);
            let children = model.nodes[node].children.iter().copied();
            let mut children: Vec<usize> = children.filter(|child| ours(*child)).collect();
            children.sort_unstable();
            waiting.extend(children.into_iter().rev());
        }
        bones
    }
}

/// The joints of a skin with the nodes between them, and those above until all hang from one node.
fn whole_skin(model: &Model, joints: &[usize]) -> Vec<usize> {
    let mut inside = vec![false; model.nodes.len()];
    let mut members = joints.to_vec();
    for joint in joints {
        inside[*joint] = true;
    }
    // Nodes that are known to have no joint above them; without, deep files would take forever.
    let mut outside = vec![false; model.nodes.len()];
    for joint in joints {
        let mut way = Vec::new();
        let mut at = model.nodes[*joint].parent;
        while let Some(node) = at.filter(|node| !inside[*node] && !outside[*node]) {
            way.push(node);
            at = model.nodes[node].parent;
        }
        let found = at.is_some_and(|node| inside[node]);
        for node in &way {
            if found {
                inside[*node] = true;
            } else {
                outside[*node] = true;
            }
        }
        if found {
            members.extend(way);
        }
    }
    let mut tops: Vec<usize> = members
        .iter()
        .copied()
        .filter(|node| !model.nodes[*node].parent.is_some_and(|parent| inside[parent]))
        .collect();
    tops.sort_unstable();
    tops.dedup();
    raise(model, tops, &mut inside, &mut members);
    members
}

/// Steps of [`raise`]: tops times levels.
const MAX_RAISED: usize = 20_000_000;

/// Takes nodes above in, the deepest first, until all tops have the same parent.
fn raise(model: &Model, mut tops: Vec<usize>, inside: &mut [bool], members: &mut Vec<usize>) {
    let depth =
        |node: &usize| std::iter::successors(model.nodes[*node].parent, |at| model.nodes[*at].parent).count();
    let mut left = MAX_RAISED;
    let mut depths: Vec<usize> = Vec::new();
    for top in &tops {
        let one = depth(top);
        depths.push(one);
        left = left.saturating_sub(one);
        if left == 0 {
            return;
        }
    }
    while tops.len() > 1 {
        let first = model.nodes[tops[0]].parent;
        let deepest = depths.iter().copied().max().unwrap_or(0);
        let alike = tops.iter().all(|top| model.nodes[*top].parent == first);
        if alike || deepest == 0 || left < tops.len() {
            return;
        }
        left -= tops.len();
        let mut next: Vec<(usize, usize)> = Vec::with_capacity(tops.len());
        for (top, depth) in tops.iter().zip(&depths) {
            match model.nodes[*top].parent.filter(|_| *depth == deepest) {
                Some(parent) => next.push((parent, depth - 1)),
                None => next.push((*top, *depth)),
            }
        }
        next.sort_unstable();
        next.dedup();
        for (node, _) in &next {
            if !std::mem::replace(&mut inside[*node], true) {
                members.push(*node);
            }
        }
        (tops, depths) = next.into_iter().unzip();
    }
}
