//! What is under a pointer.

use proscenio::run::{bend, joint_matrices, morph};
use proscenio::scene::glam::{Affine3A, Vec2, Vec3};
use proscenio::scene::{Topology, WorldPlacements};
use proscenio::{Component, NodeId, Scene, Sight};

use crate::bounds::{self, Bounds};

/// A half-line in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins.
    pub from: Vec3,
    /// Where it goes; its length does not matter.
    pub way: Vec3,
}

impl Ray {
    /// What is behind a point of a picture, pixels from the top left. `None` when the picture has no depth.
    #[must_use]
    pub fn behind(sight: &Sight, at: Vec2, picture: Vec2) -> Option<Self> {
        let clip = Vec2::new(at.x / picture.x * 2.0 - 1.0, 1.0 - at.y / picture.y * 2.0);
        let back = sight.clip_from_world.inverse();
        // Depth is 1 at the near plane; the far plane itself may be at infinity.
        let near = back.project_point3(clip.extend(1.0));
        let far = back.project_point3(clip.extend(0.5));
        let way = far - near;
        (near.is_finite() && way.is_finite() && way != Vec3::ZERO).then_some(Self { from: near, way })
    }

    fn moved(self, by: Affine3A) -> Self {
        Self { from: by.transform_point3(self.from), way: by.transform_vector3(self.way) }
    }

    /// Whether it meets a box, and not farther than at a share of its way.
    fn meets(self, (low, high): bounds::Box3, before: f32) -> bool {
        let (mut first, mut last) = (0.0_f32, before);
        for axis in 0..3 {
            let inverse = self.way[axis].recip();
            let (a, b) = ((low[axis] - self.from[axis]) * inverse, (high[axis] - self.from[axis]) * inverse);
            // A ray inside a face's plane gives no numbers, which min and max pass over.
            (first, last) = (first.max(a.min(b)), last.min(a.max(b)));
        }
        first <= last
    }

    /// The share of its way at which it meets a triangle, from either side.
    fn crosses(self, [a, b, c]: [Vec3; 3]) -> Option<f32> {
        let (ab, ac) = (b - a, c - a);
        let across = self.way.cross(ac);
        let scale = ab.dot(across);
        if scale == 0.0 {
            return None;
        }
        let from_a = self.from - a;
        let u = from_a.dot(across) / scale;
        let q = from_a.cross(ab);
        let v = self.way.dot(q) / scale;
        let at = ac.dot(q) / scale;
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && at >= 0.0).then_some(at)
    }
}

/// The node that is seen at a point of a picture of a size, pixels from the top left: what is drawn in the plane
/// before what stands in space. Nodes for which `skip` says so are looked through.
#[must_use]
pub fn at(
    scene: &Scene,
    bounds: &Bounds,
    sight: &Sight,
    point: Vec2,
    picture: Vec2,
    skip: impl Fn(NodeId) -> bool,
) -> Option<NodeId> {
    let world = scene.world_placements();
    let flat = in_plane(scene, &world, sight, point, &skip);
    flat.or_else(|| {
        in_space(scene, &world, bounds, Ray::behind(sight, point, picture)?, &skip).map(|(id, _)| id)
    })
}

/// The nearest node whose triangles a ray meets, and the point where.
pub fn in_space(
    scene: &Scene,
    world: &WorldPlacements,
    bounds: &Bounds,
    ray: Ray,
    skip: impl Fn(NodeId) -> bool,
) -> Option<(NodeId, Vec3)> {
    let mut nearest: Option<(f32, NodeId)> = None;
    for id in scene.depth_first().filter(|id| world.visible(*id) && !skip(*id)) {
        for (instance, placed, bounds) in bounds.meshes(scene, world, id) {
            let Some(mesh) = scene.meshes.get(instance.mesh) else { continue };
            let local = ray.moved(placed.inverse());
            let before = nearest.map_or(f32::MAX, |(at, _)| at);
            if !local.from.is_finite() || !local.meets(bounds, before) {
                continue;
            }
            let joints = joint_matrices(scene, world, id);
            for surface in mesh.surfaces.iter().filter(|surface| surface.topology == Topology::Triangles) {
                let morphed = morph(surface, &instance.morph_weights);
                let moved = morphed.as_ref().unwrap_or(surface);
                let bent = joints.as_deref().and_then(|joints| bend(moved, joints));
                let hit = nearest_triangle(bent.as_ref().unwrap_or(moved), local);
                if let Some(at) = hit.filter(|at| *at < nearest.map_or(f32::MAX, |(at, _)| at)) {
                    nearest = Some((at, id));
                }
            }
        }
    }
    nearest.map(|(at, id)| (id, ray.from + ray.way * at))
}

fn nearest_triangle(surface: &proscenio::scene::Surface, ray: Ray) -> Option<f32> {
    let corner = |index: u32| surface.positions.get(index as usize).map(|at| Vec3::from_array(*at));
    let hit = |[a, b, c]: [u32; 3]| ray.crosses([corner(a)?, corner(b)?, corner(c)?]);
    let least = |a: f32, b: f32| a.min(b);
    if surface.indices.is_empty() {
        let count = surface.positions.len() as u32 / 3;
        return (0..count).filter_map(|triangle| hit([0, 1, 2].map(|at| triangle * 3 + at))).reduce(least);
    }
    surface.indices.chunks_exact(3).filter_map(|three| hit([three[0], three[1], three[2]])).reduce(least)
}

/// The node that is painted last of those whose rectangles are under a point of the picture. Of equal ones the smaller:
/// an empty container does not hide what is in it.
fn in_plane(
    scene: &Scene,
    world: &WorldPlacements,
    sight: &Sight,
    point: Vec2,
    skip: impl Fn(NodeId) -> bool,
) -> Option<NodeId> {
    let mut best: Option<(f32, bool, NodeId)> = None;
    for (id, screen) in on_screen(scene) {
        if !world.visible(id) || skip(id) {
            continue;
        }
        for flat in bounds::flat(scene, world, id) {
            let place = if screen { sight.screen } else { sight.plane } * flat.place;
            let local = place.inverse().transform_point2(point);
            let inside = local.cmpge(flat.bounds.0).all() && local.cmple(flat.bounds.1).all();
            // What shows something itself comes before what only stands there.
            let shows =
                scene.nodes[id].components.iter().any(|component| !matches!(component, Component::Script(_)));
            let order = (shows, flat.z);
            let later = best.is_none_or(|(z, shown, _)| order >= (shown, z));
            if inside && later {
                best = Some((flat.z, shows, id));
            }
        }
    }
    best.map(|(.., id)| id)
}

/// All nodes in the order they are painted, and whether cameras leave them alone.
pub fn on_screen(scene: &Scene) -> impl Iterator<Item = (NodeId, bool)> + '_ {
    let mut fixed = vec![false; scene.nodes.len()];
    scene.depth_first().map(move |id| {
        let node = &scene.nodes[id];
        let above = node.parent.is_some_and(|parent| fixed[parent.index()]);
        fixed[id.index()] = above || node.screen_space;
        (id, fixed[id.index()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio::Node;
    use proscenio::scene::glam::Affine2;
    use proscenio::scene::glam::camera::rh::proj::directx as proj;
    use proscenio::scene::{Mesh, MeshInstance, Placement, Sprite, Surface};

    fn scene() -> (Scene, [NodeId; 2]) {
        let mut scene = Scene::new("s", Node::new("root"));
        let positions = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
        let surface = Surface { positions, ..Surface::default() };
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        let ids = [-2.0, -8.0].map(|z| {
            let placement = Placement::space(Affine3A::from_translation(Vec3::Z * z));
            let mut node = Node { placement, ..Node::new("mesh") };
            node.components.push(Component::Mesh(MeshInstance::new(mesh)));
            scene.add_child(scene.root, node)
        });
        (scene, ids)
    }

    /// An eye at the origin that looks along −Z, depth 1 near and 0 far.
    fn sight() -> Sight {
        let lens = proj::perspective_infinite_reverse(1.0, 1.0, 0.1);
        Sight { clip_from_world: lens, parallel: false, space: true, ..Sight::default() }
    }

    #[test]
    fn the_nearest_triangle_is_picked_and_hidden_ones_are_not() {
        let (mut scene, [near, far]) = scene();
        let (bounds, picture) = (Bounds::new(&scene), Vec2::splat(100.0));
        let pick = |scene: &Scene, at: Vec2| super::at(scene, &bounds, &sight(), at, picture, |_| false);
        assert_eq!(pick(&scene, Vec2::splat(50.0)), Some(near));
        assert_eq!(pick(&scene, Vec2::new(1.0, 1.0)), None);
        // Beside the triangle, inside its box.
        assert_eq!(pick(&scene, Vec2::new(20.0, 20.0)), None);
        scene.nodes[near].visible = false;
        assert_eq!(pick(&scene, Vec2::splat(50.0)), Some(far));
        scene.nodes[far].placement = Placement::space(Affine3A::from_scale(Vec3::ZERO));
        assert_eq!(pick(&scene, Vec2::splat(50.0)), None);
    }

    #[test]
    fn what_is_painted_last_is_picked_first() {
        let mut scene = Scene::new("s", Node::new("root"));
        let mut add = |z: f32, screen: bool| {
            let mut node = Node { screen_space: screen, ..Node::new("sprite") };
            node.components.push(Component::Sprite(Sprite { z, ..Sprite::new(None, Vec2::splat(10.0)) }));
            scene.add_child(scene.root, node)
        };
        let (high, low, fixed) = (add(1.0, false), add(0.0, false), add(0.0, true));
        let bounds = Bounds::new(&scene);
        let sight = Sight { plane: Affine2::from_translation(Vec2::splat(20.0)), ..Sight::default() };
        let pick = |at: f32, without: Option<NodeId>| {
            super::at(&scene, &bounds, &sight, Vec2::splat(at), Vec2::splat(100.0), |id| Some(id) == without)
        };
        assert_eq!(pick(25.0, None), Some(high));
        assert_eq!(pick(25.0, Some(high)), Some(low));
        assert_eq!(pick(5.0, None), Some(fixed));
        assert_eq!(pick(50.0, None), None);
    }

    /// One mesh on one bone, which has moved it aside.
    fn bent_aside() -> (Scene, NodeId) {
        use proscenio::scene::{Bone, Joint, JointTarget, Skeleton, Skin, SkinSpace, Weights};
        let mut scene = Scene::new("s", Node::new("root"));
        let pose = Affine3A::from_translation(Vec3::new(3.0, 0.0, -5.0));
        let bone = Bone { pose, ..Bone::new("b", None, Affine3A::IDENTITY) };
        let skeleton = scene.skeletons.add(Skeleton { bones: vec![bone], ..Skeleton::default() });
        let surface = Surface {
            positions: vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]],
            weights: Weights { per_vertex: 1, joints: vec![0; 3], weights: vec![1.0; 3] },
            ..Surface::default()
        };
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        let mut node = Node { placement: Placement::space(Affine3A::IDENTITY), ..Node::new("bent") };
        node.skeleton = Some(skeleton);
        node.components.push(Component::Mesh(MeshInstance::new(mesh)));
        let id = scene.add_child(scene.root, node);
        let joint = Joint { target: JointTarget::Bone(0), inverse_bind: Affine3A::IDENTITY };
        scene.nodes[id].skin = Some(Skin { skeleton: id, joints: vec![joint], space: SkinSpace::Mesh });
        (scene, id)
    }

    #[test]
    fn what_bones_bend_is_picked_and_framed_where_it_is() {
        let (scene, id) = bent_aside();
        let bounds = Bounds::new(&scene);
        let world = scene.world_placements();
        let ray = |x: f32| Ray { from: Vec3::X * x, way: Vec3::NEG_Z };
        let pick = |x: f32| in_space(&scene, &world, &bounds, ray(x), |_| false);
        assert_eq!(pick(0.0), None, "that is where it was at rest");
        assert_eq!(pick(3.0), Some((id, Vec3::new(3.0, 0.0, -5.0))));
        let (low, high) = bounds.of(&scene, &world, id).unwrap();
        assert_eq!((low, high), (Vec3::new(2.0, -1.0, -5.0), Vec3::new(4.0, 1.0, -5.0)));
    }

    #[test]
    fn other_shapes_are_picked_and_framed_where_they_are() {
        use proscenio::scene::Morph;
        let (mut scene, [near, _]) = scene();
        let id = scene.meshes.iter().next().unwrap().0;
        let positions = vec![[0.0, 4.0, 0.0]; 3];
        scene.meshes[id].surfaces[0].morphs = vec![Morph { positions, ..Morph::default() }];
        let Component::Mesh(instance) = &mut scene.nodes[near].components[0] else { panic!() };
        instance.morph_weights = vec![0.5];
        let (bounds, world) = (Bounds::new(&scene), scene.world_placements());
        let ray = Ray { from: Vec3::Y * 2.0, way: Vec3::NEG_Z };
        assert_eq!(in_space(&scene, &world, &bounds, ray, |_| false).map(|(id, _)| id), Some(near));
        assert_eq!(bounds.of(&scene, &world, near).unwrap().1.y, 3.0);
    }
}
