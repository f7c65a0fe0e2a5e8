//! A scene as it stands, without bones.

use proscenio_scene::{Component, Mesh, Scene};

use crate::{bend, joint_matrices};

/// A copy of a scene in which every mesh that bones bend is a mesh of its own, bent as it is now, and nothing is bent
/// any more. Bones stay where they are. Says too whether anything was bent.
///
/// With [`pose_scene`](crate::pose_scene) before it, a moment of an animation becomes a still model.
#[must_use]
pub fn bake(scene: &Scene) -> (Scene, bool) {
    let mut baked = scene.clone();
    let world = scene.world_placements();
    let mut any = false;
    for (id, node) in scene.nodes.iter().filter(|(_, node)| node.skin.is_some()) {
        let Some(joints) = joint_matrices(scene, &world, id) else { continue };
        for (at, component) in node.components.iter().enumerate() {
            let Component::Mesh(instance) = component else { continue };
            let Some(mesh) = scene.meshes.get(instance.mesh) else { continue };
            let surfaces = mesh.surfaces.iter().map(|surface| {
                let bent = bend(surface, &joints);
                any |= bent.is_some();
                let mut bent = bent.unwrap_or_else(|| surface.clone());
                bent.weights = Default::default();
                bent
            });
            let made = Mesh { surfaces: surfaces.collect(), ..mesh.clone() };
            let made = baked.meshes.add(made);
            if let Component::Mesh(instance) = &mut baked.nodes[id].components[at] {
                instance.mesh = made;
            }
        }
        baked.nodes[id].skin = None;
    }
    (baked, any)
}

#[cfg(test)]
mod tests {
    use super::bake;
    use proscenio_scene::glam::{Affine3A, Vec3};
    use proscenio_scene::{
        Bone, Component, Joint, JointTarget, Mesh, MeshInstance, Node, Scene, Skeleton, Skin, SkinSpace,
        Surface, Weights,
    };

    #[test]
    fn what_bones_bend_stands_still_afterwards() {
        let mut scene = Scene::new("s", Node::new("root"));
        let moved = Affine3A::from_translation(Vec3::X);
        let bone = Bone { pose: moved, ..Bone::new("b", None, Affine3A::IDENTITY) };
        let skeleton = scene.skeletons.add(Skeleton { bones: vec![bone], ..Skeleton::default() });
        let surface = Surface {
            positions: vec![[0.0; 3]; 3],
            weights: Weights { per_vertex: 1, joints: vec![0; 3], weights: vec![1.0, 1.0, 0.0] },
            ..Surface::default()
        };
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        let root = scene.root;
        let joint = Joint { target: JointTarget::Bone(0), inverse_bind: Affine3A::IDENTITY };
        let node = &mut scene.nodes[root];
        node.skeleton = Some(skeleton);
        node.skin = Some(Skin { skeleton: root, joints: vec![joint], space: SkinSpace::Mesh });
        node.components.push(Component::Mesh(MeshInstance::new(mesh)));

        let (baked, bent) = bake(&scene);
        let Component::Mesh(instance) = &baked.nodes[root].components[0] else { panic!("{baked:?}") };
        let surface = &baked.meshes[instance.mesh].surfaces[0];
        assert!(bent && baked.nodes[root].skin.is_none() && surface.weights.is_empty());
        assert_eq!(surface.positions, [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]]);
        assert_eq!(scene.meshes[mesh].surfaces[0].positions[0], [0.0; 3], "the scene itself is as it was");
    }
}
