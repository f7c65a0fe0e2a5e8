//! Lines laid over a picture: around what is selected, around everything, along doorways.

use proscenio::scene::WorldPlacements;
use proscenio::scene::glam::{Vec2, Vec3, Vec4};
use proscenio::{Component, NodeId, Scene, Sight};

use crate::bounds::{self, Bounds};
use crate::pick;

/// A line of a picture, pixels from its top left.
pub type Line = [Vec2; 2];

/// Edges of a box by the numbers of its corners.
const EDGES: [[usize; 2]; 12] =
    [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
/// Boxes beyond this many are not outlined.
const MOST: usize = 5000;

/// A line of the world as it is seen on a picture of a size; `None` when it is behind the eye.
#[must_use]
pub fn line(sight: &Sight, [from, to]: [Vec3; 2], picture: Vec2) -> Option<Line> {
    let clip = |point: Vec3| sight.clip_from_world * point.extend(1.0);
    let (mut a, mut b) = (clip(from), clip(to));
    // Only what is before the near plane, where depth is 1, is seen.
    let inside = |point: Vec4| point.w - point.z;
    let (before_a, before_b) = (inside(a), inside(b));
    if !(before_a >= 0.0 || before_b >= 0.0) {
        return None;
    }
    if before_a < 0.0 {
        a = a.lerp(b, before_a / (before_a - before_b));
    } else if before_b < 0.0 {
        b = b.lerp(a, before_b / (before_b - before_a));
    }
    let pixel = |point: Vec4| {
        let at = Vec2::new(point.x, -point.y) / point.w.max(1e-6);
        (at * 0.5 + 0.5) * picture
    };
    let (a, b) = (pixel(a), pixel(b));
    (a.is_finite() && b.is_finite()).then_some([a, b])
}

/// Outlines around a node: the boxes of its meshes and rectangles, and those below it when it has none itself. A node
/// that shows nothing gets a cross where it stands.
#[must_use]
pub fn around(scene: &Scene, all: &Bounds, sight: &Sight, id: NodeId, picture: Vec2) -> Vec<Line> {
    let world = scene.world_placements();
    let fixed = is_fixed(scene, id);
    let mut lines = own(scene, &world, all, sight, (id, fixed), picture);
    if !lines.is_empty() {
        return lines;
    }
    if let Some(bounds) = bounds::flat_of(scene, &world, id) {
        let view = if fixed { sight.screen } else { sight.plane };
        rectangle(bounds::corners2(bounds).map(|corner| view.transform_point2(corner)), &mut lines);
    } else if let Some(bounds) = all.of(scene, &world, id) {
        cuboid(sight, bounds::corners(bounds), picture, &mut lines);
    }
    lines
}

/// Outlines around everything that is shown.
#[must_use]
pub fn everything(scene: &Scene, all: &Bounds, sight: &Sight, picture: Vec2) -> Vec<Line> {
    let world = scene.world_placements();
    let shown = pick::on_screen(scene).filter(|(id, _)| world.visible(*id));
    shown.take(MOST).flat_map(|node| own(scene, &world, all, sight, node, picture)).collect()
}

/// What stands at a node without being seen: where lights and cameras are and where they point.
#[must_use]
pub fn marks(scene: &Scene, sight: &Sight, picture: Vec2) -> Vec<(NodeId, Vec2, Option<Line>)> {
    let world = scene.world_placements();
    let mut marks = Vec::new();
    for (id, node) in scene.nodes.iter().filter(|(id, _)| world.visible(*id)) {
        for component in &node.components {
            let local = match component {
                Component::Light(light) => light.local,
                Component::Camera(camera) => camera.local,
                _ => continue,
            };
            let placed = local.map_or(world.space(id), |local| world.space(id) * local);
            let at = Vec3::from(placed.translation);
            let ahead = Vec3::from(-placed.matrix3.z_axis).normalize_or_zero();
            let Some([from, _]) = line(sight, [at, at], picture) else { continue };
            marks.push((id, from, line(sight, [at, at + ahead * 0.7], picture)));
        }
    }
    marks
}

fn own(
    scene: &Scene,
    world: &WorldPlacements,
    all: &Bounds,
    sight: &Sight,
    (id, fixed): (NodeId, bool),
    picture: Vec2,
) -> Vec<Line> {
    let mut lines = Vec::new();
    for (_, placed, bounds) in all.meshes(scene, world, id) {
        let corners = bounds::corners(bounds).map(|corner| placed.transform_point3(corner));
        cuboid(sight, corners, picture, &mut lines);
    }
    for component in &scene.nodes[id].components {
        let Component::Portal(portal) = component else { continue };
        let corners = portal.corners.map(|corner| world.space(id).transform_point3(corner));
        lines.extend((0..4).filter_map(|at| line(sight, [corners[at], corners[(at + 1) % 4]], picture)));
    }
    let view = if fixed { sight.screen } else { sight.plane };
    for flat in bounds::flat(scene, world, id) {
        let place = view * flat.place;
        rectangle(bounds::corners2(flat.bounds).map(|corner| place.transform_point2(corner)), &mut lines);
    }
    lines
}

fn cuboid(sight: &Sight, corners: [Vec3; 8], picture: Vec2, lines: &mut Vec<Line>) {
    lines.extend(EDGES.iter().filter_map(|[a, b]| line(sight, [corners[*a], corners[*b]], picture)));
}

fn rectangle(corners: [Vec2; 4], lines: &mut Vec<Line>) {
    lines.extend((0..4).map(|at| [corners[at], corners[(at + 1) % 4]]));
}

/// Whether cameras leave a node alone.
fn is_fixed(scene: &Scene, id: NodeId) -> bool {
    std::iter::successors(Some(id), |at| scene.nodes[*at].parent).any(|at| scene.nodes[at].screen_space)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio::scene::glam::camera::rh::proj::directx as proj;

    fn sight() -> Sight {
        let lens = proj::perspective_infinite_reverse(std::f32::consts::FRAC_PI_2, 1.0, 0.5);
        Sight { clip_from_world: lens, parallel: false, space: true, ..Sight::default() }
    }

    #[test]
    fn lines_are_cut_at_the_near_plane() {
        let picture = Vec2::splat(100.0);
        let seen = |from: [f32; 3], to: [f32; 3]| line(&sight(), [from.into(), to.into()], picture);
        let ahead = seen([0.0, 0.0, -2.0], [2.0, 0.0, -2.0]).unwrap();
        assert!(
            ahead[0].abs_diff_eq(Vec2::splat(50.0), 1e-3)
                && ahead[1].abs_diff_eq(Vec2::new(100.0, 50.0), 1e-3)
        );
        let through = seen([1.0, 0.0, -2.0], [1.0, 0.0, 5.0]).unwrap();
        assert!(through[1].x > 100.0 && through[1].is_finite(), "{through:?}");
        assert_eq!(seen([0.0, 0.0, 1.0], [0.0, 1.0, 2.0]), None);
    }
}
