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

/// The vertices of a surface where joints take them. Can be filled again and again without new memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bent {
    /// As [`Surface::positions`].
    pub positions: Vec<[f32; 3]>,
    /// As [`Surface::normals`].
    pub normals: Vec<[f32; 3]>,
    /// As [`Surface::tangents`].
    pub tangents: Vec<[f32; 4]>,
}

impl Bent {
    /// Takes the vertices of a surface to where the joints take them; says `false`, and is empty, when it is not
    /// bent: no weights, or lists that do not fit.
    ///
    /// Each vertex is the sum of where its joints take it, times its weights. Vertices whose weights are all 0 stay,
    /// and a joint that is not in the list or is not finite moves nothing.
    pub fn fill(&mut self, surface: &Surface, joints: &[Affine3A]) -> bool {
        self.positions.clear();
        self.normals.clear();
        self.tangents.clear();
        let (weights, count) = (&surface.weights, surface.positions.len());
        let fits = |len: usize| len == 0 || len == count;
        if weights.is_empty()
            || !weights.fits(count)
            || !fits(surface.normals.len())
            || !fits(surface.tangents.len())
        {
            return false;
        }
        // What is not there or not finite stands behind the others, so that no vertex has to ask.
        let finite = joints.iter().map(|joint| if joint.is_finite() { *joint } else { Affine3A::IDENTITY });
        let table: Vec<Affine3A> = finite.chain([Affine3A::IDENTITY]).collect();
        self.positions.resize(count, [0.0; 3]);
        self.normals.resize(surface.normals.len(), [0.0; 3]);
        self.tangents.resize(surface.tangents.len(), [0.0; 4]);
        let (names, shares) = (weights.joints.as_slice(), weights.weights.as_slice());
        // The numbers of joints that most surfaces have are known when this is compiled.
        match weights.per_vertex {
            1 => self.fill_with(surface, pairs::<1>(names, shares), &table),
            4 => self.fill_with(surface, pairs::<4>(names, shares), &table),
            8 => self.fill_with(surface, pairs::<8>(names, shares), &table),
            wide => {
                let wide = usize::from(wide);
                let all = names.chunks_exact(wide).zip(shares.chunks_exact(wide));
                self.fill_with(surface, all, &table);
            }
        }
        true
    }

    fn fill_with<'w, N, S>(
        &mut self,
        surface: &Surface,
        weights: impl Iterator<Item = (&'w N, &'w S)> + Clone,
        table: &[Affine3A],
    ) where
        N: AsRef<[u16]> + ?Sized + 'w,
        S: AsRef<[f32]> + ?Sized + 'w,
    {
        let matrix = |(names, shares): (&N, &S)| blended(names.as_ref(), shares.as_ref(), table);
        let places = surface.positions.iter().zip(&mut self.positions);
        if surface.normals.is_empty() {
            for (weights, (own, place)) in weights.clone().zip(places) {
                *place = matrix(weights).transform_point3a(Vec3A::from_array(*own)).to_array();
            }
        } else {
            // One pass for both, since the matrices are most of the work.
            let normals = surface.normals.iter().zip(&mut self.normals);
            for ((weights, (own, place)), (straight, normal)) in weights.clone().zip(places).zip(normals) {
                let matrix = matrix(weights);
                *place = matrix.transform_point3a(Vec3A::from_array(*own)).to_array();
                *normal = turned_normal(&matrix, *straight);
            }
        }
        for (weights, (own, tangent)) in weights.zip(surface.tangents.iter().zip(&mut self.tangents)) {
            let [x, y, z, side] = *own;
            let turned = matrix(weights).transform_vector3(Vec3::new(x, y, z));
            *tangent = turned.try_normalize().unwrap_or(Vec3::new(x, y, z)).extend(side).to_array();
        }
    }
}

/// Names and shares, a fixed number for each vertex.
fn pairs<'w, const N: usize>(
    names: &'w [u16],
    shares: &'w [f32],
) -> impl Iterator<Item = (&'w [u16; N], &'w [f32; N])> + Clone {
    names.as_chunks::<N>().0.iter().zip(shares.as_chunks::<N>().0)
}

/// A surface with its vertices where the joints take them, as [`Bent`] says; `None` when it is not bent or its lists
/// do not fit.
#[must_use]
pub fn bend(surface: &Surface, joints: &[Affine3A]) -> Option<Surface> {
    let mut bent = Bent::default();
    if !surface.is_sound() || !bent.fill(surface, joints) {
        return None;
    }
    let Bent { positions, normals, tangents } = bent;
    Some(Surface {
        positions,
        normals,
        tangents,
        topology: surface.topology,
        uvs: surface.uvs.clone(),
        uvs2: surface.uvs2.clone(),
        uvs3: surface.uvs3.clone(),
        colors: surface.colors.clone(),
        weights: surface.weights.clone(),
        morphs: surface.morphs.clone(),
        custom: surface.custom.clone(),
        indices: surface.indices.clone(),
        lods: surface.lods.clone(),
        material: surface.material,
    })
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

/// Joints by their weights. The last of the table is the one for names that are not in it; weights that are all 0
/// give it too.
#[inline]
fn blended(names: &[u16], shares: &[f32], table: &[Affine3A]) -> Affine3A {
    const STILL: &Affine3A = &Affine3A::IDENTITY;
    let last = table.len().saturating_sub(1);
    let of = |name: u16| table.get(usize::from(name).min(last)).unwrap_or(STILL);
    // One bone that carries all is what most vertices have.
    if let ([name], [1.0]) = (names, shares) {
        return *of(*name);
    }
    if shares.iter().all(|share| *share == 0.0) {
        return *STILL;
    }
    let mut sum = Affine3A { matrix3: Mat3A::ZERO, translation: Vec3A::ZERO };
    for (name, share) in names.iter().zip(shares) {
        let (matrix, share) = (of(*name), Vec3A::splat(*share));
        sum.matrix3.x_axis += matrix.matrix3.x_axis * share;
        sum.matrix3.y_axis += matrix.matrix3.y_axis * share;
        sum.matrix3.z_axis += matrix.matrix3.z_axis * share;
        sum.translation += matrix.translation * share;
    }
    sum
}

/// A normal stays at right angles to its surface when an axis is stretched.
#[inline]
fn turned_normal(matrix: &Affine3A, own: [f32; 3]) -> [f32; 3] {
    let Mat3A { x_axis: x, y_axis: y, z_axis: z } = matrix.matrix3;
    // The cofactors: the inverse transposed, but for a factor that only counts by its sign.
    let across = y.cross(z);
    let turned = across * own[0] + z.cross(x) * own[1] + x.cross(y) * own[2];
    let length = turned.length().copysign(x.dot(across));
    if length.abs() > 0.0 && length.is_finite() { (turned / length).to_array() } else { own }
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
