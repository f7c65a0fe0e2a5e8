//! Bones, and how they bend meshes.

use glam::{Affine2, Affine3A, Quat, Vec3};

use crate::{Extras, NodeId};

/// Bones that stand at a node ([`Node::skeleton`](crate::Node::skeleton)).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// For people.
    pub name: String,
    /// In the order of the family; parents need not come first.
    pub bones: Vec<Bone>,
    /// Factor on the places that animations give to bones (Godot's `motion_scale`); `None` is 1.
    pub motion_scale: Option<f32>,
    /// What the family says beyond this.
    pub extras: Extras,
}

/// A node that stands where a bone is, or takes the bone along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoneAttachment {
    /// The node whose [`Node::skeleton`](crate::Node::skeleton) has the bone.
    pub skeleton: NodeId,
    /// Into [`Skeleton::bones`].
    pub bone: u32,
    /// Whether the bone goes where the node is (Godot's `override_pose`).
    pub drives: bool,
    /// Whether the node need not be a child of the skeleton's: both are compared in the world.
    pub external: bool,
}

/// A bone of a drawing in the plane; its node is the bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatBone {
    /// Where it is when nothing moves it, in its parent.
    pub rest: Affine2,
    /// Pixels from the joint to the tip; `None` up to the first child.
    pub length: Option<f32>,
    /// The direction of the tip seen from the bone's x axis, radians, clockwise; `None` towards the first child.
    pub angle: Option<f32>,
}

/// One bone.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// The name by which animations and skins find it.
    pub name: String,
    /// The bone it hangs on, into [`Skeleton::bones`]; `None` for one that stands in the skeleton's node.
    pub parent: Option<u32>,
    /// Where it is when nothing moves it, measured in its parent.
    pub rest: Affine3A,
    /// Where it is now, measured in its parent.
    pub pose: Affine3A,
    /// What the family says beyond this.
    pub extras: Extras,
}

impl Bone {
    /// A bone in its rest pose.
    #[must_use]
    pub fn new(name: impl Into<String>, parent: Option<u32>, rest: Affine3A) -> Self {
        Self { name: name.into(), parent, rest, pose: rest, extras: Extras::new() }
    }
}

impl Skeleton {
    /// The first bone of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        self.bones.iter().position(|bone| bone.name == name).map(|index| index as u32)
    }

    /// Where one bone is now, measured in the skeleton's node; `None` when it is not there. Takes as long as the
    /// bone has bones above it.
    #[must_use]
    pub fn global_pose(&self, bone: u32) -> Option<Affine3A> {
        let mut pose = self.bones.get(bone as usize)?.pose;
        let mut at = bone;
        for _ in 0..self.bones.len() {
            let parent = self.bones[at as usize].parent.filter(|parent| *parent != at);
            let Some((next, above)) = parent.and_then(|next| Some((next, self.bones.get(next as usize)?)))
            else {
                return Some(pose);
            };
            pose = above.pose * pose;
            at = next;
        }
        // A circle of bones: cut as for all of them.
        self.global_poses().get(bone as usize).copied()
    }

    /// Where every bone is now, measured in the skeleton's node.
    ///
    /// A parent that is not there, or that hangs on the bone itself, counts as none.
    #[must_use]
    pub fn global_poses(&self) -> Vec<Affine3A> {
        self.globals(|bone| bone.pose)
    }

    /// As [`Skeleton::global_poses`], with every bone at rest.
    #[must_use]
    pub fn global_rests(&self) -> Vec<Affine3A> {
        self.globals(|bone| bone.rest)
    }

    /// Bone numbers with parents before their children. A cycle is cut where it is entered.
    #[must_use]
    pub fn parents_first(&self) -> Vec<(u32, Option<u32>)> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            OnTheWay,
            Done,
        }
        let mut states = vec![State::New; self.bones.len()];
        let mut order = Vec::with_capacity(self.bones.len());
        let mut way: Vec<u32> = Vec::new();
        for start in 0..self.bones.len() as u32 {
            let mut next = Some(start);
            while let Some(bone) = next {
                if states[bone as usize] != State::New {
                    break;
                }
                states[bone as usize] = State::OnTheWay;
                way.push(bone);
                next = self.bones[bone as usize].parent.filter(|parent| (*parent as usize) < states.len());
            }
            while let Some(bone) = way.pop() {
                let parent = self.bones[bone as usize].parent;
                let parent = parent.filter(|p| states.get(*p as usize) == Some(&State::Done));
                states[bone as usize] = State::Done;
                order.push((bone, parent));
            }
        }
        order
    }

    fn globals(&self, local: impl Fn(&Bone) -> Affine3A) -> Vec<Affine3A> {
        let mut globals = vec![Affine3A::IDENTITY; self.bones.len()];
        for (bone, parent) in self.parents_first() {
            let above = parent.map_or(Affine3A::IDENTITY, |parent| globals[parent as usize]);
            globals[bone as usize] = above * local(&self.bones[bone as usize]);
        }
        globals
    }
}

/// What bends the meshes of a node ([`Node::skin`](crate::Node::skin)).
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// The node whose [`Node::skeleton`](crate::Node::skeleton) holds the bones.
    pub skeleton: NodeId,
    /// What [`Weights::joints`] count.
    pub joints: Vec<Joint>,
    /// Where the bent vertices stand.
    pub space: SkinSpace,
}

/// One entry of a [`Skin`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// What it follows.
    pub target: JointTarget,
    /// Takes vertices of the mesh to the bone: the inverse of where the bone was when the mesh was bound.
    pub inverse_bind: Affine3A,
}

/// What a [`Joint`] follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointTarget {
    /// A bone of the skeleton.
    Bone(u32),
    /// A node (glTF).
    Node(NodeId),
}

/// Where bent vertices stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkinSpace {
    /// In the mesh's own node, bones being measured in the skeleton's (Godot, Espresso3D).
    #[default]
    Mesh,
    /// In the world: where the bones are, wherever the mesh's node is (glTF, nacatamalon).
    World,
}

/// Which joints move the vertices of a surface, and how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Entries per vertex; 0 for a surface that is not bent.
    pub per_vertex: u8,
    /// Into [`Skin::joints`]; `per_vertex` for each vertex.
    pub joints: Vec<u16>,
    /// Beside [`Weights::joints`], used as they are; vertices whose weights are all 0 stay where they are.
    pub weights: Vec<f32>,
}

impl Weights {
    /// Whether nothing is bent.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.per_vertex == 0
    }

    /// Whether the lists fit a number of vertices.
    #[must_use]
    pub fn fits(&self, vertices: usize) -> bool {
        let wanted = usize::from(self.per_vertex).checked_mul(vertices);
        wanted == Some(self.joints.len()) && wanted == Some(self.weights.len())
    }
}

/// Place, turn and size apart, as animations move them; applied in the order size, turn, place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trs {
    /// Metres.
    pub translation: Vec3,
    /// Unit length.
    pub rotation: Quat,
    /// Factor per axis.
    pub scale: Vec3,
}

impl Trs {
    /// Changes nothing.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// As a matrix.
    #[must_use]
    pub fn matrix(self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// The parts of a matrix; a shear is lost. What has no turn of its own, because an axis is flat, is unturned.
    #[must_use]
    pub fn of(matrix: Affine3A) -> Self {
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        let sound = rotation.is_finite() && rotation.length_squared() > 0.5;
        Self { translation, rotation: if sound { rotation } else { Quat::IDENTITY }, scale }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bone, Skeleton};
    use glam::{Affine3A, Vec3};

    fn bones(parents: &[Option<u32>]) -> Skeleton {
        let rest = Affine3A::from_translation(Vec3::X);
        let bones = parents.iter().map(|parent| Bone::new("b", *parent, rest)).collect();
        Skeleton { bones, ..Skeleton::default() }
    }

    fn lengths(parents: &[Option<u32>]) -> Vec<f32> {
        bones(parents).global_poses().iter().map(|pose| pose.translation.x).collect()
    }

    #[test]
    fn children_may_come_before_their_parents() {
        assert_eq!(lengths(&[Some(2), None, Some(1)]), [3.0, 1.0, 2.0]);
    }

    #[test]
    fn cycles_and_parents_that_are_not_there_are_cut() {
        assert_eq!(lengths(&[Some(0)]), [1.0]);
        assert_eq!(lengths(&[Some(9), Some(0)]), [1.0, 2.0]);
        let mut circle = lengths(&[Some(1), Some(2), Some(0)]);
        circle.sort_by(f32::total_cmp);
        assert_eq!(circle, [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_long_chain_costs_no_stack() {
        let parents: Vec<Option<u32>> = (0..100_000).map(|i: u32| Some(i + 1)).collect();
        assert_eq!(lengths(&parents)[0], 100_000.0);
    }
}
