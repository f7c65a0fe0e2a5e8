//! What moves against what stands: lines and balls against the triangles of a sector.

use proscenio_scene::glam::{DVec3, Vec3};
use proscenio_scene::{Component, Scene, Topology, WorldPlacements};

use crate::portal::PortalMap;

/// Triangles in the world that something may run into.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walls {
    triangles: Vec<[DVec3; 3]>,
}

/// Where a move is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far along the move, 0 to 1.
    pub at: f64,
    /// The point of the wall that is touched.
    pub point: DVec3,
    /// Which triangle.
    pub triangle: usize,
    /// The triangle's own normal, out of its front, of length one: not turned towards what moves. Zero for a triangle
    /// without an area.
    pub normal: DVec3,
}

impl Walls {
    /// Walls of the caller's own.
    #[must_use]
    pub fn new(triangles: Vec<[DVec3; 3]>) -> Self {
        Self { triangles }
    }

    /// The triangles that stand on the node of a sector; what is placed in it is not among them. Triangles whose corners
    /// are no numbers are left out.
    ///
    /// # Panics
    /// When there is no sector of that number.
    #[must_use]
    pub fn of_sector(scene: &Scene, world: &WorldPlacements, map: &PortalMap, sector: usize) -> Self {
        let node = map.node(sector);
        let mut walls = Self::default();
        for component in &scene.nodes[node].components {
            let Component::Mesh(instance) = component else { continue };
            let surfaces = scene.meshes.get(instance.mesh).map(|mesh| mesh.surfaces.as_slice());
            for surface in surfaces.unwrap_or_default() {
                if surface.topology != Topology::Triangles || !surface.is_sound() {
                    continue;
                }
                let corner = |index: u32| {
                    crate::portal::placed(
                        world.space(node),
                        Vec3::from_array(surface.positions[index as usize]),
                    )
                };
                let indices = surface.indices_or_implied();
                let all = indices.as_chunks::<3>().0.iter().map(|triangle| triangle.map(corner));
                walls.triangles.extend(all.filter(|triangle| triangle.iter().all(|c| c.is_finite())));
            }
        }
        walls
    }

    /// The triangles.
    #[must_use]
    pub fn triangles(&self) -> &[[DVec3; 3]] {
        &self.triangles
    }

    /// The first wall that a point meets on its way; `None` when there is none. Ending exactly on a wall is not meeting it.
    #[must_use]
    pub fn segment(&self, from: DVec3, to: DVec3) -> Option<Hit> {
        let hits = self.triangles.iter().enumerate().filter_map(|(number, triangle)| {
            let at = meets(triangle, from, to)?;
            Some(Hit { at, point: from.lerp(to, at), triangle: number, normal: normal(triangle) })
        });
        hits.min_by(|a, b| a.at.total_cmp(&b.at))
    }

    /// The first wall that a ball meets on its way, faces, edges and corners alike; `None` when there is none.
    ///
    /// A ball that touches a wall at its start is stopped there only when it moves towards the touched point, so it can
    /// always get away.
    #[must_use]
    pub fn sphere(&self, from: DVec3, to: DVec3, radius: f64) -> Option<Hit> {
        let hits = self.triangles.iter().enumerate().filter_map(|(number, triangle)| {
            let (at, point) = touches(triangle, from, to, radius)?;
            Some(Hit { at, point, triangle: number, normal: normal(triangle) })
        });
        hits.min_by(|a, b| a.at.total_cmp(&b.at))
    }
}

/// How far along a line a triangle is crossed: the ends strictly on opposite sides of its plane, the crossing inside
/// it or on its rim.
pub(crate) fn meets(triangle: &[DVec3; 3], from: DVec3, to: DVec3) -> Option<f64> {
    let [a, b, c] = *triangle;
    let across = (b - a).cross(c - a);
    let (before, behind) = (across.dot(from - a), across.dot(to - a));
    if before * behind >= 0.0 {
        return None;
    }
    let at = before / (before - behind);
    let point = from.lerp(to, at);
    let inside = |a: DVec3, b: DVec3| across.dot((b - a).cross(point - a)) >= 0.0;
    (inside(a, b) && inside(b, c) && inside(c, a)).then_some(at)
}

fn normal([a, b, c]: &[DVec3; 3]) -> DVec3 {
    (*b - *a).cross(*c - *a).normalize_or_zero()
}

/// When and where a ball first touches a triangle.
fn touches(triangle: &[DVec3; 3], from: DVec3, to: DVec3, radius: f64) -> Option<(f64, DVec3)> {
    if radius.is_nan() || radius < 0.0 {
        return None;
    }
    let way = to - from;
    let near = closest(triangle, from);
    if near.distance_squared(from) <= radius * radius {
        return (way.dot(near - from) > 0.0).then_some((0.0, near));
    }
    let mut first: Option<(f64, DVec3)> = None;
    let mut offer = |at: f64, point: DVec3| {
        if (0.0..=1.0).contains(&at) && first.is_none_or(|(known, _)| at < known) {
            first = Some((at, point));
        }
    };
    let [a, b, c] = *triangle;
    if let Some(normal) = (b - a).cross(c - a).try_normalize() {
        let height = normal.dot(from - a);
        let sinking = -normal.dot(way) * height.signum();
        if sinking > 0.0 {
            let at = (height.abs() - radius) / sinking;
            let point = from + way * at - normal * (radius * height.signum());
            let inside = |a: DVec3, b: DVec3| normal.dot((b - a).cross(point - a)) >= 0.0;
            if inside(a, b) && inside(b, c) && inside(c, a) {
                offer(at, point);
            }
        }
    }
    for (a, b) in [(a, b), (b, c), (c, a)] {
        if let Some((at, point)) = touches_edge(a, b, from, way, radius) {
            offer(at, point);
        }
        if let Some(at) =
            entry(way.length_squared(), way.dot(from - a), from.distance_squared(a) - radius * radius)
        {
            offer(at, a);
        }
    }
    first
}

/// When a ball touches the inside of an edge.
fn touches_edge(a: DVec3, b: DVec3, from: DVec3, way: DVec3, radius: f64) -> Option<(f64, DVec3)> {
    let along = (b - a).try_normalize()?;
    // All seen along the edge: the ball is a circle, the edge a point.
    let flat = |v: DVec3| v - along * v.dot(along);
    let (start, flat_way) = (flat(from - a), flat(way));
    let at = entry(flat_way.length_squared(), flat_way.dot(start), start.length_squared() - radius * radius)?;
    let share = (from + way * at - a).dot(along);
    (0.0..=(b - a).length()).contains(&share).then_some((at, a + along * share))
}

/// The smaller root of `square · t² + 2 · half · t + rest`.
fn entry(square: f64, half: f64, rest: f64) -> Option<f64> {
    let inner = half * half - square * rest;
    (square > 0.0 && inner >= 0.0).then(|| (-half - inner.sqrt()) / square)
}

/// The point of a triangle that is nearest to a point.
fn closest(triangle: &[DVec3; 3], point: DVec3) -> DVec3 {
    let [a, b, c] = *triangle;
    let across = (b - a).cross(c - a);
    if let Some(normal) = across.try_normalize() {
        let on_plane = point - normal * normal.dot(point - a);
        let inside = |a: DVec3, b: DVec3| normal.dot((b - a).cross(on_plane - a)) >= 0.0;
        if inside(a, b) && inside(b, c) && inside(c, a) {
            return on_plane;
        }
    }
    let on_edge = |(a, b): (DVec3, DVec3)| {
        let length = (b - a).length_squared();
        let share = if length > 0.0 { ((point - a).dot(b - a) / length).clamp(0.0, 1.0) } else { 0.0 };
        a + (b - a) * share
    };
    let edges = [(a, b), (b, c), (c, a)].map(on_edge);
    let distance = |p: &DVec3| p.distance_squared(point);
    edges.into_iter().min_by(|p, q| distance(p).total_cmp(&distance(q))).unwrap_or(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3::new(x, y, z)
    }

    fn floor() -> Walls {
        Walls::new(vec![[v(0.0, 0.0, 0.0), v(0.0, 0.0, 4.0), v(4.0, 0.0, 0.0)]])
    }

    #[test]
    fn a_line_is_stopped_by_the_nearest_wall_from_either_side() {
        let mut walls = floor();
        walls.triangles.push(walls.triangles[0].map(|corner| corner + DVec3::Y));
        let down = walls.segment(v(1.0, 3.0, 1.0), v(1.0, -1.0, 1.0)).unwrap();
        assert_eq!((down.triangle, down.at, down.point, down.normal), (1, 0.5, v(1.0, 1.0, 1.0), DVec3::Y));
        let up = walls.segment(v(1.0, -1.0, 1.0), v(1.0, 3.0, 1.0)).unwrap();
        assert_eq!((up.triangle, up.at), (0, 0.25));
        assert_eq!(walls.segment(v(3.0, 3.0, 3.0), v(3.0, -1.0, 3.0)), None);
    }

    /// The triangle of the engine's test map, and the engine's own normal of it.
    #[test]
    fn normals_are_the_engines() {
        let walls = Walls::new(vec![[v(-2.0, -2.0, 0.0), v(-2.0, 2.0, 0.0), v(-1.0, 2.0, 0.0)]]);
        for way in [1.0, -1.0] {
            let hit = walls.segment(v(-1.5, 1.5, -way), v(-1.5, 1.5, way)).unwrap();
            assert_eq!((hit.normal, hit.point), (v(0.0, 0.0, -1.0), v(-1.5, 1.5, 0.0)));
        }
    }

    #[test]
    fn ending_on_a_wall_is_not_meeting_it() {
        assert_eq!(floor().segment(v(1.0, 1.0, 1.0), v(1.0, 0.0, 1.0)), None);
    }

    #[test]
    fn a_ball_touches_faces_edges_and_corners() {
        let walls = floor();
        let face = walls.sphere(v(1.0, 3.0, 1.0), v(1.0, -1.0, 1.0), 1.0).unwrap();
        assert_eq!((face.at, face.point), (0.5, v(1.0, 0.0, 1.0)));
        let edge = walls.sphere(v(-3.0, 0.0, 1.0), v(1.0, 0.0, 1.0), 1.0).unwrap();
        assert_eq!((edge.at, edge.point), (0.5, v(0.0, 0.0, 1.0)));
        let corner = walls.sphere(v(8.0, 0.0, 0.0), v(4.0, 0.0, 0.0), 2.0).unwrap();
        assert_eq!((corner.at, corner.point), (0.5, v(4.0, 0.0, 0.0)));
        // Glancing by, nearer than the radius: the engine's own rule misses it.
        assert!(walls.sphere(v(-0.5, 0.0, -5.0), v(-0.5, 0.0, 9.0), 1.0).is_some());
        assert_eq!(walls.sphere(v(-1.5, 0.0, -5.0), v(-1.5, 0.0, 9.0), 1.0), None);
    }

    #[test]
    fn a_ball_that_touches_can_leave() {
        let walls = floor();
        let stuck = v(1.0, 0.5, 1.0);
        assert_eq!(walls.sphere(stuck, v(1.0, -2.0, 1.0), 1.0).unwrap().at, 0.0);
        assert_eq!(walls.sphere(stuck, v(1.0, 5.0, 1.0), 1.0), None);
        assert_eq!(walls.sphere(stuck, v(1.0, 5.0, 1.0), f64::NAN), None);
    }
}
