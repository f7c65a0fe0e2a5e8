//! Bones become nodes, and skins name them.

use std::collections::HashMap;

use glam::{Affine3A, DAffine3};
use proscenio_scene::{
    Component, JointTarget, MeshId, MeshInstance, NodeId, SkinSpace, Surface, Trs as Parts,
};

use super::json;
use super::transform::{self, Placed, Trs};
use super::writer::Writer;

/// Most joints of a vertex that are written.
const MOST: usize = 16;
const JOINTS: [&str; MOST / 4] = ["JOINTS_0", "JOINTS_1", "JOINTS_2", "JOINTS_3"];
const WEIGHTS: [&str; MOST / 4] = ["WEIGHTS_0", "WEIGHTS_1", "WEIGHTS_2", "WEIGHTS_3"];

/// The bones written so far.
#[derive(Default)]
pub(super) struct Bones {
    /// By the skeleton's node and the node that they hang under, which is another one where a mesh is bent
    /// elsewhere.
    sets: HashMap<(NodeId, NodeId), Vec<Option<Standing>>>,
    /// The joints and weights of surfaces, by how many joints the skin has.
    weights: HashMap<(MeshId, usize, usize), Attributes>,
}

/// Attributes with their accessors.
type Attributes = Vec<(&'static str, usize)>;

/// A glTF node of a bone, and where it is read back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub index: usize,
    stands: DAffine3,
}

impl Bones {
    /// The glTF nodes of a bone: more than one where meshes are bent elsewhere.
    pub fn of(&self, skeleton: NodeId, bone: u32) -> Vec<usize> {
        let mut sets: Vec<_> = self.sets.iter().filter(|((holder, _), _)| *holder == skeleton).collect();
        sets.sort_by_key(|((_, under), _)| *under);
        let nodes = sets.iter().filter_map(|(_, set)| set.get(bone as usize).copied().flatten());
        nodes.map(|standing| standing.index).collect()
    }
}

impl Writer<'_> {
    /// Writes the bones of a node's skeleton below it.
    pub fn write_own_bones(&mut self, id: NodeId) {
        if let Some(own) = self.node_of[id.index()] {
            self.bone_set(id, id, own, self.standing[id.index()]);
        }
    }

    /// The bones of a skeleton below a glTF node that stands at `stands`; made once for each `under`.
    fn bone_set(
        &mut self,
        holder: NodeId,
        under: NodeId,
        own: usize,
        stands: DAffine3,
    ) -> Option<Vec<Option<Standing>>> {
        if let Some(known) = self.bones.sets.get(&(holder, under)) {
            return Some(known.clone());
        }
        let scene = self.scene;
        let skeleton = scene.skeletons.get(scene.nodes.get(holder)?.skeleton?)?;
        let mut set: Vec<Option<Standing>> = vec![None; skeleton.bones.len()];
        let mut sheared = false;
        for (number, parent) in skeleton.parents_first() {
            let bone = &skeleton.bones[number as usize];
            let (trs, shears) = parts(bone.pose);
            sheared |= shears;
            let index = self.new_node(bone.name.clone(), "bone");
            self.set_parts(index, trs);
            let above = parent.and_then(|parent| set[parent as usize]);
            let above = above.unwrap_or(Standing { index: own, stands });
            self.root.nodes[above.index].children.push(index);
            let stands = above.stands * Placed::One(trs).affine();
            set[number as usize] = Some(Standing { index, stands });
        }
        if sheared {
            self.lose_on(
                "gltf/bone-shear",
                holder,
                "bones that lean stand upright: glTF joints cannot shear",
            );
        }
        self.bones.sets.insert((holder, under), set.clone());
        Some(set)
    }

    /// The bone that a node hangs on, when it follows one that has been written.
    pub fn followed_bone(&self, id: NodeId) -> Option<Standing> {
        let attachment = self.scene.nodes[id].components.iter().find_map(|component| match component {
            Component::BoneAttachment(attachment) if !attachment.drives => Some(*attachment),
            _ => None,
        })?;
        let holder = attachment.skeleton;
        self.bones.sets.get(&(holder, holder))?.get(attachment.bone as usize).copied().flatten()
    }

    /// Hangs a node on the bone it follows; where it is read back.
    pub fn hang_on_bone(&mut self, index: usize, bone: Standing, world: DAffine3) -> Option<DAffine3> {
        let (placed, back) = transform::place_under(bone.stands, world, Some(DAffine3::IDENTITY))?;
        let top = self.set_placement(index, placed);
        self.root.nodes[bone.index].children.push(top);
        Some(back)
    }

    /// How many joints bend a mesh of a node; nothing where it is not bent.
    pub fn joints_of(&self, id: NodeId, instance: &MeshInstance) -> Option<usize> {
        let skin = self.scene.nodes[id].skin.as_ref()?;
        let mesh = self.scene.meshes.get(instance.mesh)?;
        let bent = mesh.surfaces.iter().any(|surface| !surface.weights.is_empty());
        (bent && !skin.joints.is_empty()).then_some(skin.joints.len())
    }

    /// Writes the skin of a mesh that stands on a glTF node at `at`. Vertices that nothing bends follow a last
    /// joint, the mesh's own node.
    pub fn write_skin(&mut self, id: NodeId, host: usize, at: DAffine3) {
        let Some(skin) = &self.scene.nodes[id].skin else { return };
        let holder = skin.skeleton;
        let Some(frame) = self.frames.get(holder.index()).copied() else { return };
        // Bones count in the mesh's own space, so they must be found there.
        let elsewhere = skin.space == SkinSpace::Mesh && transform::difference(frame, at) > 1e-6;
        let bones = if elsewhere {
            self.bone_set(holder, id, host, at)
        } else {
            let own = self.node_of[holder.index()];
            own.and_then(|own| self.bone_set(holder, holder, own, self.standing[holder.index()]))
        };
        let bones = bones.unwrap_or_default();
        let joint = |target: JointTarget| match target {
            JointTarget::Bone(bone) => bones.get(bone as usize).copied().flatten().map(|bone| bone.index),
            JointTarget::Node(node) => self.node_of.get(node.index()).copied().flatten(),
        };
        let mut lost = false;
        let mut joints = Vec::with_capacity(skin.joints.len() + 1);
        let mut binds = Vec::with_capacity(skin.joints.len() + 1);
        for one in &skin.joints {
            let found = joint(one.target);
            let sound = one.inverse_bind.is_finite();
            lost |= found.is_none() || !sound;
            joints.push(found.unwrap_or(host));
            binds.push(if found.is_some() && sound { one.inverse_bind } else { Affine3A::IDENTITY });
        }
        joints.push(host);
        binds.push(Affine3A::IDENTITY);
        if lost {
            self.lose_on("gltf/skin", id, "a joint of its skin is not there; what follows it stays");
        }
        let matrices: Vec<[f32; 16]> =
            binds.iter().map(|bind| glam::Mat4::from(*bind).to_cols_array()).collect();
        let inverse_bind_matrices = self.binary.matrices(&matrices);
        self.root.skins.push(json::Skin { joints, inverse_bind_matrices });
        self.root.nodes[host].skin = Some(self.root.skins.len() - 1);
    }

    /// The attributes that say which joints bend a surface.
    pub fn weights(&mut self, mesh: MeshId, index: usize, surface: &Surface, joints: usize) -> Attributes {
        if let Some(known) = self.bones.weights.get(&(mesh, index, joints)) {
            return known.clone();
        }
        let (sets, changed) = sets(surface, joints);
        if changed {
            let name = super::writer::named(&self.scene.meshes[mesh].name, "mesh", mesh.index());
            self.lose(
                "gltf/weights",
                &format!("{name}, surface {index}"),
                "weights of glTF add up to 1, from 16 joints at most: they were made to",
            );
        }
        let mut attributes = Vec::new();
        for (at, (names, shares)) in sets.iter().enumerate() {
            attributes.push((JOINTS[at], self.binary.joints(names)));
            attributes.push((WEIGHTS[at], self.binary.attribute(shares)));
        }
        self.bones.weights.insert((mesh, index, joints), attributes.clone());
        attributes
    }
}

/// The parts of a bone's pose, and whether it leans.
fn parts(pose: Affine3A) -> (Trs, bool) {
    if !pose.is_finite() {
        return (Trs::default(), true);
    }
    match transform::place(transform::wide(pose)) {
        Placed::One(trs) => (trs, false),
        Placed::Two { .. } => {
            let upright = Parts::of(pose).matrix();
            match transform::place(transform::wide(upright)) {
                Placed::One(trs) | Placed::Two { outer: trs, .. } => (trs, true),
            }
        }
    }
}

type Sets = Vec<(Vec<[u16; 4]>, Vec<[f32; 4]>)>;

/// Joints and weights in sets of four, the strongest first, each vertex's adding up to 1; whether that changed
/// anything.
fn sets(surface: &Surface, joints: usize) -> (Sets, bool) {
    let vertices = surface.positions.len();
    let stay = joints.min(usize::from(u16::MAX)) as u16;
    let weights = &surface.weights;
    let mut changed = false;
    let per_vertex = usize::from(weights.per_vertex);
    let fits = weights.fits(vertices) && per_vertex > 0;
    let all: Vec<Vec<(u16, f32)>> = (0..vertices)
        .map(|vertex| {
            if !fits {
                return vec![(stay, 1.0)];
            }
            let from = vertex * per_vertex;
            let names = &weights.joints[from..from + per_vertex];
            let shares = &weights.weights[from..from + per_vertex];
            vertex_weights(names, shares, stay, &mut changed)
        })
        .collect();
    let most = all.iter().map(Vec::len).max().unwrap_or(1).div_ceil(4).max(1);
    let set = |set: usize| {
        let of = |vertex: &Vec<(u16, f32)>, at: usize| vertex.get(set * 4 + at).copied().unwrap_or((0, 0.0));
        let names = all.iter().map(|vertex| std::array::from_fn(|at| of(vertex, at).0)).collect();
        let shares = all.iter().map(|vertex| std::array::from_fn(|at| of(vertex, at).1)).collect();
        (names, shares)
    };
    ((0..most).map(set).collect(), changed)
}

fn vertex_weights(names: &[u16], shares: &[f32], stay: u16, changed: &mut bool) -> Vec<(u16, f32)> {
    let mut merged: Vec<(u16, f64)> = Vec::with_capacity(names.len());
    for (name, share) in names.iter().zip(shares).filter(|(_, share)| **share > 0.0 && share.is_finite()) {
        let name = (*name).min(stay);
        match merged.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += f64::from(*share),
            None => merged.push((name, f64::from(*share))),
        }
    }
    merged.sort_by(|a, b| b.1.total_cmp(&a.1));
    *changed |= merged.len() > MOST || shares.iter().any(|share| *share < 0.0);
    merged.truncate(MOST);
    let sum: f64 = merged.iter().map(|(_, share)| share).sum();
    if sum <= 0.0 {
        return vec![(stay, 1.0)];
    }
    *changed |= (sum - 1.0).abs() > 1e-3;
    let mut rounded: Vec<(u16, f32)> =
        merged.iter().map(|(name, share)| (*name, (share / sum) as f32)).filter(|one| one.1 > 0.0).collect();
    let rest: f64 = 1.0 - rounded.iter().skip(1).map(|(_, share)| f64::from(*share)).sum::<f64>();
    rounded[0].1 = rest as f32;
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::Weights;

    fn surface(per_vertex: u8, joints: Vec<u16>, weights: Vec<f32>) -> Surface {
        let positions = vec![[0.0; 3]; joints.len() / usize::from(per_vertex.max(1))];
        Surface { positions, weights: Weights { per_vertex, joints, weights }, ..Surface::default() }
    }

    #[test]
    fn weights_add_up_and_joints_come_once() {
        let (sets, changed) = sets(&surface(4, vec![3, 1, 3, 0], vec![0.25, 0.25, 0.5, 0.0]), 5);
        assert_eq!(sets, [(vec![[3, 1, 0, 0]], vec![[0.75, 0.25, 0.0, 0.0]])]);
        assert!(!changed);
    }

    #[test]
    fn what_nothing_bends_follows_the_last_joint() {
        let loose = sets(&surface(2, vec![1, 0, 9, 1], vec![0.0, 0.0, 1.0, 0.0]), 2).0;
        assert_eq!(loose[0].0, [[2, 0, 0, 0], [2, 0, 0, 0]]);
        let bare = Surface { positions: vec![[0.0; 3]], ..Surface::default() };
        assert_eq!(sets(&bare, 7).0, [(vec![[7, 0, 0, 0]], vec![[1.0, 0.0, 0.0, 0.0]])]);
    }

    #[test]
    fn many_joints_take_several_sets() {
        let five = sets(&surface(5, vec![0, 1, 2, 3, 4], vec![0.2; 5]), 5);
        assert_eq!(five.0.len(), 2);
        let sum: f64 = five.0.iter().flat_map(|set| set.1[0]).map(f64::from).sum();
        assert!((sum - 1.0).abs() < 1e-7 && !five.1);
        assert!(sets(&surface(1, vec![0], vec![0.5]), 1).1);
    }
}
