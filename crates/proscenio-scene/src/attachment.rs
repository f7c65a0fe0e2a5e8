//! Nodes and bones that follow each other.

use glam::Affine3A;

use crate::{BoneAttachment, Component, NodeId, Scene};

impl Scene {
    /// Moves bones to the nodes that drive them, then nodes to the bones they follow.
    ///
    /// To be called when bones or nodes have moved. Attachments whose skeleton or bone is not there stay where they
    /// are. One that follows a skeleton which follows another one from outside is a call late.
    pub fn follow_bones(&mut self) {
        let attachments: Vec<(NodeId, BoneAttachment)> = self
            .nodes
            .iter()
            .filter_map(|(id, node)| {
                node.components.iter().find_map(|component| match component {
                    Component::BoneAttachment(attachment) => Some((id, *attachment)),
                    _ => None,
                })
            })
            .collect();
        if attachments.is_empty() {
            return;
        }
        let mut driving = attachments.iter().filter(|(_, attachment)| attachment.drives).peekable();
        if driving.peek().is_some() {
            let world = self.world_placements();
            for (node, attachment) in driving {
                let own = self.nodes[*node].placement.space.unwrap_or(Affine3A::IDENTITY);
                let place = if attachment.external {
                    self.world_of(&world, attachment.skeleton).inverse() * world.space(*node)
                } else {
                    own
                };
                self.drive(*attachment, place);
            }
        }
        for (node, attachment) in attachments.iter().filter(|(_, one)| !one.drives && !one.external) {
            if let Some(pose) = self.bone_pose(*attachment) {
                self.nodes[*node].placement.space = Some(pose);
            }
        }
        let mut outside = attachments.iter().filter(|(_, one)| !one.drives && one.external).peekable();
        if outside.peek().is_none() {
            return;
        }
        let world = self.world_placements();
        for (id, attachment) in outside {
            let Some(pose) = self.bone_pose(*attachment) else { continue };
            let node = &self.nodes[*id];
            let above = node.parent.filter(|_| !node.top_level);
            let above = above.map_or(Affine3A::IDENTITY, |parent| world.space(parent));
            let place = above.inverse() * self.world_of(&world, attachment.skeleton) * pose;
            if place.is_finite() {
                self.nodes[*id].placement.space = Some(place);
            }
        }
    }

    fn world_of(&self, world: &crate::WorldPlacements, node: NodeId) -> Affine3A {
        if node.index() < self.nodes.len() { world.space(node) } else { Affine3A::IDENTITY }
    }

    /// Where a bone is, measured in its skeleton's node.
    fn bone_pose(&self, attachment: BoneAttachment) -> Option<Affine3A> {
        let skeleton = self.skeletons.get(self.nodes.get(attachment.skeleton)?.skeleton?)?;
        skeleton.global_pose(attachment.bone)
    }

    fn drive(&mut self, attachment: BoneAttachment, place: Affine3A) {
        let skeleton = self.nodes.get(attachment.skeleton).and_then(|node| node.skeleton);
        let Some(id) = skeleton.filter(|id| id.index() < self.skeletons.len()) else { return };
        let skeleton = &mut self.skeletons[id];
        let Some(bone) = skeleton.bones.get(attachment.bone as usize) else { return };
        let above = bone.parent.and_then(|parent| skeleton.global_pose(parent));
        let pose = above.unwrap_or(Affine3A::IDENTITY).inverse() * place;
        if pose.is_finite() {
            skeleton.bones[attachment.bone as usize].pose = pose;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bone, Node, Placement, Skeleton};
    use glam::Vec3;

    fn at(x: f32, y: f32) -> Affine3A {
        Affine3A::from_translation(Vec3::new(x, y, 0.0))
    }

    fn scene(attachment: impl Fn(NodeId) -> BoneAttachment, inside: bool) -> (Scene, NodeId, NodeId) {
        let mut scene = Scene::new("s", Node::new("root"));
        let bones = vec![Bone::new("a", None, at(0.0, 1.0)), Bone::new("b", Some(0), at(0.0, 2.0))];
        let skeleton = scene.skeletons.add(Skeleton { bones, ..Skeleton::default() });
        let holder =
            Node { placement: Placement::space(at(10.0, 0.0)), skeleton: Some(skeleton), ..Node::new("S") };
        let holder = scene.add_child(scene.root, holder);
        let mut node = Node { placement: Placement::space(at(5.0, 5.0)), ..Node::new("hand") };
        node.components.push(Component::BoneAttachment(attachment(holder)));
        let parent = if inside { holder } else { scene.root };
        let node = scene.add_child(parent, node);
        (scene, holder, node)
    }

    #[test]
    fn nodes_stand_where_their_bones_are() {
        for external in [false, true] {
            let follow = |skeleton| BoneAttachment { skeleton, bone: 1, drives: false, external };
            let (mut scene, _, node) = scene(follow, !external);
            scene.follow_bones();
            let place = scene.world_placements().space(node).translation;
            assert_eq!(place.to_array(), [10.0, 3.0, 0.0], "{external}");
        }
    }

    #[test]
    fn bones_go_where_the_nodes_that_drive_them_are() {
        let drive = |skeleton| BoneAttachment { skeleton, bone: 1, drives: true, external: true };
        let (mut scene, holder, node) = scene(drive, false);
        scene.follow_bones();
        let skeleton = &scene.skeletons[scene.nodes[holder].skeleton.unwrap()];
        assert_eq!(skeleton.global_poses()[1].translation.to_array(), [-5.0, 5.0, 0.0]);
        assert_eq!(scene.world_placements().space(node).translation.to_array(), [5.0, 5.0, 0.0]);
    }

    #[test]
    fn what_is_not_there_moves_nothing() {
        for (skeleton, bone) in [(99, 0), (1, 99)] {
            let skeleton = NodeId::from_index(skeleton);
            let follow = |_| BoneAttachment { skeleton, bone, drives: bone == 0, external: true };
            let (mut moved, ..) = scene(follow, false);
            let before = moved.clone();
            moved.follow_bones();
            assert_eq!(moved, before);
        }
    }
}
