//! Meshes bent by bones, on the CPU.

use proscenio_scene::glam::{Affine3A, Mat3A, Vec3, Vec3A};
use proscenio_scene::{JointTarget, NodeId, Scene, SkinSpace, Surface, WorldPlacements};

/// Where each joint of a node's skin takes the vertices of its meshes, both measured in the node; `None` when the
/// node has no skin or the skin's skeleton is not there.
///
/// A joint that names a bone or node that is not there moves nothing.
#[must_use]
pub fn joint_matrices(scene: &Scene, world: &WorldPlacements, node: NodeId) -> Option<Vec<Affine3A>> {
    let skin = scene.nodes.get(node)?.skin.as_ref()?;
    let skeleton = scene.nodes.get(skin.skeleton)?.skeleton.and_then(|id| scene.skeletons.get(id));
    let needs_bones = skin.joints.iter().any(|joint| matches!(joint.target, JointTarget::Bone(_)));
    if skeleton.is_none() && needs_bones {
        return None;
    }
    let poses = skeleton.map(|skeleton| skeleton.global_poses()).unwrap_or_default();
    let to_node = world.space(node).inverse();
    let from_skeleton = match skin.space {
        SkinSpace::Mesh => Affine3A::IDENTITY,
        SkinSpace::World => to_node * world.space(skin.skeleton),
    };
    let matrix = |target: JointTarget| match target {
        JointTarget::Bone(bone) => Some(from_skeleton * *poses.get(bone as usize)?),
        JointTarget::Node(joint) => (joint.index() < scene.nodes.len()).then(|| to_node * world.space(joint)),
    };
    let matrices = skin.joints.iter().map(|joint| {
        let bent = matrix(joint.target).map(|matrix| matrix * joint.inverse_bind);
        bent.filter(|matrix| matrix.is_finite()).unwrap_or(Affine3A::IDENTITY)
    });
    Some(matrices.collect())
}

/// A surface with its vertices where the joints take them; `None` when it is not bent: no weights, or lists that do
/// not fit.
///
/// Each vertex is the sum of where its joints take it, times its weights. Vertices whose weights are all 0 stay, and
/// a joint that is not in the list moves nothing.
#[must_use]
pub fn bend(surface: &Surface, joints: &[Affine3A]) -> Option<Surface> {
    let weights = &surface.weights;
    if weights.is_empty() || !surface.is_sound() {
        return None;
    }
    let mut bent = surface.clone();
    let per_vertex = usize::from(weights.per_vertex);
    let entries = weights.joints.chunks_exact(per_vertex).zip(weights.weights.chunks_exact(per_vertex));
    for (vertex, (names, shares)) in entries.enumerate() {
        let Some(matrix) = blended(names, shares, joints) else { continue };
        let place = matrix.transform_point3a(Vec3A::from_array(bent.positions[vertex]));
        bent.positions[vertex] = place.to_array();
        if let Some(normal) = bent.normals.get_mut(vertex) {
            let turned = normal_matrix(matrix.matrix3) * Vec3A::from_array(*normal);
            *normal = turned.try_normalize().unwrap_or(Vec3A::from_array(*normal)).to_array();
        }
        if let Some([x, y, z, side]) = bent.tangents.get(vertex).copied() {
            let turned = matrix.transform_vector3(Vec3::new(x, y, z));
            let tangent = turned.try_normalize().unwrap_or(Vec3::new(x, y, z));
            bent.tangents[vertex] = tangent.extend(side).to_array();
        }
    }
    Some(bent)
}

/// A surface whose vertices are moved towards its other shapes, each by its weight; `None` when it has none, no
/// weight counts or the lists do not fit.
///
/// Normals and tangents get unit length again; those that vanish stay.
#[must_use]
pub fn morph(surface: &Surface, weights: &[f32]) -> Option<Surface> {
    let shapes: Vec<_> = surface
        .morphs
        .iter()
        .zip(weights)
        .filter(|(_, weight)| **weight != 0.0 && weight.is_finite())
        .collect();
    if shapes.is_empty() || !surface.is_sound() {
        return None;
    }
    let mut moved = surface.clone();
    for (shape, weight) in shapes {
        let by = |list: &mut [[f32; 3]], ways: &[[f32; 3]]| {
            for (vector, way) in list.iter_mut().zip(ways) {
                *vector = (Vec3::from_array(*vector) + Vec3::from_array(*way) * *weight).to_array();
            }
        };
        by(&mut moved.positions, &shape.positions);
        by(&mut moved.normals, &shape.normals);
        for (tangent, way) in moved.tangents.iter_mut().zip(&shape.tangents) {
            (0..3).for_each(|axis| tangent[axis] += way[axis] * *weight);
        }
    }
    for (normal, own) in moved.normals.iter_mut().zip(&surface.normals) {
        *normal = Vec3::from_array(*normal).try_normalize().map_or(*own, |unit| unit.to_array());
    }
    for (tangent, own) in moved.tangents.iter_mut().zip(&surface.tangents) {
        let [x, y, z, side] = *tangent;
        *tangent = Vec3::new(x, y, z).try_normalize().map_or(*own, |unit| unit.extend(side).to_array());
    }
    Some(moved)
}

fn blended(names: &[u16], shares: &[f32], joints: &[Affine3A]) -> Option<Affine3A> {
    let of = |name: u16| joints.get(usize::from(name)).copied().unwrap_or(Affine3A::IDENTITY);
    // One bone that carries all is what most vertices have.
    if let ([name], [1.0]) = (names, shares) {
        return Some(of(*name));
    }
    let mut sum = Affine3A { matrix3: Mat3A::ZERO, translation: Vec3A::ZERO };
    let mut any = false;
    for (name, share) in names.iter().zip(shares).filter(|(_, share)| **share != 0.0) {
        let matrix = of(*name);
        sum.matrix3 += matrix.matrix3 * *share;
        sum.translation += matrix.translation * *share;
        any = true;
    }
    any.then_some(sum)
}

/// Keeps normals at right angles to their surface when an axis is stretched.
fn normal_matrix(turn: Mat3A) -> Mat3A {
    let [x, y, z] = [turn.x_axis, turn.y_axis, turn.z_axis];
    // The cofactors: the inverse transposed, but for a factor that only counts by its sign.
    let cofactors = Mat3A::from_cols(y.cross(z), z.cross(x), x.cross(y));
    if turn.determinant() < 0.0 { cofactors * -1.0 } else { cofactors }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::glam::Quat;
    use proscenio_scene::{Bone, Joint, Morph, Node, Placement, Skeleton, Skin, Weights};

    fn surface(per_vertex: u8, joints: Vec<u16>, weights: Vec<f32>) -> Surface {
        Surface {
            positions: vec![[0.0, 0.0, 0.0], [0.0, 2.0, 0.0]],
            normals: vec![[1.0, 0.0, 0.0]; 2],
            weights: Weights { per_vertex, joints, weights },
            ..Surface::default()
        }
    }

    #[test]
    fn vertices_go_with_their_bones() {
        let up = Affine3A::from_translation(Vec3::Y);
        let turn = Affine3A::from_quat(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
        let bent = bend(&surface(1, vec![0, 1], vec![1.0; 2]), &[up, turn]).unwrap();
        assert_eq!(bent.positions[0], [0.0, 1.0, 0.0]);
        assert!(Vec3::from_array(bent.positions[1]).abs_diff_eq(Vec3::new(-2.0, 0.0, 0.0), 1e-6));
        assert!(Vec3::from_array(bent.normals[1]).abs_diff_eq(Vec3::Y, 1e-6));
    }

    #[test]
    fn weights_blend_and_none_stays() {
        let by = |x| Affine3A::from_translation(Vec3::X * x);
        let half = surface(2, vec![0, 1, 0, 1], vec![0.25, 0.75, 0.0, 0.0]);
        let bent = bend(&half, &[by(4.0), by(8.0)]).unwrap();
        assert_eq!(bent.positions, [[7.0, 0.0, 0.0], [0.0, 2.0, 0.0]]);
    }

    #[test]
    fn shapes_add_up_by_their_weights() {
        let way = |x: f32| Morph {
            positions: vec![[x, 0.0, 0.0]; 2],
            normals: vec![[-1.0, x, 0.0]; 2],
            ..Morph::default()
        };
        let mut shaped = surface(0, vec![], vec![]);
        shaped.morphs = vec![way(1.0), way(10.0)];
        let moved = morph(&shaped, &[0.5, 0.25]).unwrap();
        assert_eq!(moved.positions, [[3.0, 0.0, 0.0], [3.0, 2.0, 0.0]]);
        assert!((Vec3::from_array(moved.normals[0]).length() - 1.0).abs() < 1e-6);
        assert_eq!(morph(&shaped, &[0.0, 0.0]), None);
        assert_eq!(morph(&shaped, &[]), None);
    }

    #[test]
    fn damage_bends_nothing() {
        assert_eq!(bend(&surface(0, vec![], vec![]), &[]), None);
        assert_eq!(bend(&surface(1, vec![0], vec![1.0]), &[]), None);
        let lost = surface(1, vec![7, 7], vec![1.0; 2]);
        assert_eq!(bend(&lost, &[]).unwrap().positions, lost.positions);
    }

    fn arm(space: SkinSpace) -> (Scene, NodeId) {
        let at = |x: f32| Placement::space(Affine3A::from_translation(Vec3::X * x));
        let mut scene = Scene::new("s", Node::new("root"));
        let mut bone = Bone::new("b", None, Affine3A::IDENTITY);
        bone.pose = Affine3A::from_translation(Vec3::Y);
        let bones = scene.skeletons.add(Skeleton { bones: vec![bone], ..Skeleton::default() });
        let mut holder = Node { placement: at(10.0), ..Node::new("bones") };
        holder.skeleton = Some(bones);
        let holder = scene.add_child(scene.root, holder);
        let joint = Joint { target: JointTarget::Bone(0), inverse_bind: Affine3A::IDENTITY };
        let mut node = Node { placement: at(100.0), ..Node::new("mesh") };
        node.skin = Some(Skin { skeleton: holder, joints: vec![joint], space });
        let node = scene.add_child(scene.root, node);
        (scene, node)
    }

    #[test]
    fn bent_vertices_stand_where_the_family_says() {
        for (space, x) in [(SkinSpace::Mesh, 100.0), (SkinSpace::World, 10.0)] {
            let (scene, node) = arm(space);
            let world = scene.world_placements();
            let joints = joint_matrices(&scene, &world, node).unwrap();
            let place = world.space(node) * joints[0];
            assert_eq!(place.translation, Vec3A::new(x, 1.0, 0.0), "{space:?}");
        }
    }

    #[test]
    fn a_skin_without_its_skeleton_is_none() {
        let (mut scene, node) = arm(SkinSpace::Mesh);
        scene.nodes[node].skin.as_mut().unwrap().skeleton = NodeId::from_index(77);
        assert_eq!(joint_matrices(&scene, &scene.world_placements(), node), None);
    }
}
