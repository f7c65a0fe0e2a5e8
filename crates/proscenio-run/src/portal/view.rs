//! What an eye can see, as a set of half-spaces, and how a doorway narrows it.

use proscenio_scene::glam::{Affine3A, DVec3, DVec4, Vec2};
use proscenio_scene::{Camera, FovAxis, Projection};

/// A half-space: all points `p` with `normal · p + offset >= 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub normal: DVec3,
    pub offset: f64,
}

impl Plane {
    fn through(point: DVec3, normal: DVec3) -> Self {
        Self { normal, offset: -normal.dot(point) }
    }

    pub(super) fn distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.offset
    }
}

/// Where sight comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Apex {
    /// An eye.
    Point(DVec3),
    /// Everywhere on a plane, in one direction.
    Direction(DVec3),
}

/// The part of the world that an eye sees.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewVolume {
    apex: Apex,
    /// The sides of the window.
    pub(super) sides: Vec<Plane>,
    /// What lies behind is out of sight whatever the window: the far plane, and of eyes without perspective the near one.
    pub(super) depths: Vec<Plane>,
    /// A doorway nearer than this is one the eye stands in.
    near: f64,
}

impl ViewVolume {
    /// A perspective through a window at distance 1.
    ///
    /// `eye` takes eye space to the world: unit axes, looking along −Z. `low` and `high` are the window's corners,
    /// metres; `near` and `far` the distances between which things are drawn. A far distance that is no number is none.
    #[must_use]
    pub fn perspective(eye: Affine3A, low: Vec2, high: Vec2, near: f32, far: f32) -> Self {
        let [right, up, back] = axes(eye);
        let at = eye.translation.as_dvec3();
        let (low, high) = (low.as_dvec2(), high.as_dvec2());
        let sides = [right + back * low.x, -right - back * high.x, up + back * low.y, -up - back * high.y];
        let sides = sides.map(|normal| Plane::through(at, normal.normalize_or_zero())).to_vec();
        let depths = far.is_finite().then(|| Plane::through(at - back * f64::from(far), back));
        let near = f64::from(near).max(0.0);
        Self { apex: Apex::Point(at), sides, depths: depths.into_iter().collect(), near }
    }

    /// All around a point, without limits: what can be seen from there at all. A doorway nearer than `near`, metres, is
    /// one the eye stands in.
    #[must_use]
    pub fn around(eye: DVec3, near: f64) -> Self {
        // A plane that nothing lies behind: every view has sides.
        let all = Plane { normal: DVec3::ZERO, offset: 1.0 };
        Self { apex: Apex::Point(eye), sides: vec![all], depths: Vec::new(), near: near.max(0.0) }
    }

    /// Without perspective, through a window in metres; otherwise as [`ViewVolume::perspective`].
    #[must_use]
    pub fn orthographic(eye: Affine3A, low: Vec2, high: Vec2, near: f32, far: f32) -> Self {
        let [right, up, back] = axes(eye);
        let at = eye.translation.as_dvec3();
        let (low, high) = (low.as_dvec2(), high.as_dvec2());
        let sides = vec![
            Plane::through(at + right * low.x, right),
            Plane::through(at + right * high.x, -right),
            Plane::through(at + up * low.y, up),
            Plane::through(at + up * high.y, -up),
        ];
        let mut depths = vec![Plane::through(at - back * f64::from(near), -back)];
        if far.is_finite() {
            depths.push(Plane::through(at - back * f64::from(far), back));
        }
        Self { apex: Apex::Direction(-back), sides, depths, near: 0.0 }
    }

    /// What a camera sees whose node is at `node`, for a picture of a width to height ratio.
    #[must_use]
    pub fn of_camera(camera: &Camera, node: Affine3A, aspect: f32) -> Self {
        let base = if camera.follows_node { node } else { Affine3A::IDENTITY };
        let mut eye = camera.local.map_or(base, |local| base * local);
        for axis in [&mut eye.matrix3.x_axis, &mut eye.matrix3.y_axis, &mut eye.matrix3.z_axis] {
            *axis = axis.normalize_or_zero();
        }
        eye.translation += eye.matrix3 * camera.offset.extend(0.0).to_vec3a();
        let half = |length: f32, axis: FovAxis| match axis {
            FovAxis::Vertical => Vec2::new(length * aspect, length),
            FovAxis::Horizontal => Vec2::new(length, length / aspect),
        };
        let zoom = if camera.zoom > 0.0 { camera.zoom } else { 1.0 };
        match camera.projection {
            Projection::Perspective { fov, axis } => {
                let window = half((fov * 0.5).tan() / zoom, axis);
                Self::perspective(eye, -window, window, camera.near, camera.far)
            }
            Projection::Orthographic { size, axis } => {
                let window = half(size * 0.5 / zoom, axis);
                Self::orthographic(eye, -window, window, camera.near, camera.far)
            }
            Projection::Frustum { size, axis, offset } => {
                let window = half(size * 0.5 / zoom, axis);
                let (low, high) = ((offset - window) / camera.near, (offset + window) / camera.near);
                Self::perspective(eye, low, high, camera.near, camera.far)
            }
        }
    }

    /// Where the eye is; `None` for one that sees from everywhere in one direction.
    #[must_use]
    pub fn eye(&self) -> Option<DVec3> {
        match self.apex {
            Apex::Point(eye) => Some(eye),
            Apex::Direction(_) => None,
        }
    }

    /// The half-spaces that are seen through a flat convex polygon: one for each of its sides, and last the one behind
    /// it. Each is `x·a + y·b + z·c + d >= 0` as `(a, b, c, d)`, in the world, with a normal of length one; the sides
    /// touch the eye. `None` for a polygon that is seen edge-on.
    #[must_use]
    pub fn through(&self, corners: &[DVec3]) -> Option<(Vec<DVec4>, DVec4)> {
        let four = |plane: &Plane| plane.normal.extend(plane.offset);
        let behind = self.behind(corners)?;
        let mut sides = Vec::new();
        self.window(corners, &mut sides);
        (sides.len() >= 3).then(|| (sides.iter().map(four).collect(), four(&behind)))
    }

    /// Whether the eye stands in a doorway, so that what is behind it may be seen past its frame.
    pub(super) fn stands_in(&self, corners: &[DVec3]) -> bool {
        match self.apex {
            Apex::Point(eye) => distance_to(corners, eye) <= self.near,
            Apex::Direction(_) => false,
        }
    }

    /// The half-space behind a flat doorway as the eye sees it; `None` when it is seen edge-on.
    pub(super) fn behind(&self, corners: &[DVec3]) -> Option<Plane> {
        let normal = normal_of(corners)?;
        let towards = match self.apex {
            Apex::Point(eye) => normal.dot(corners[0] - eye),
            Apex::Direction(way) => normal.dot(way),
        };
        let size = corners.iter().map(|corner| corner.abs().max_element()).fold(1.0, f64::max);
        if towards.abs() <= size * 1e-12 {
            return None;
        }
        let away = if towards > 0.0 { normal } else { -normal };
        let plane = Plane::through(corners[0], away);
        // Doorways of one wall touch: rounding must not cut them away.
        Some(Plane { offset: plane.offset + size * 1e-9, ..plane })
    }

    /// The sides of a window with these corners, in order around it.
    pub(super) fn window(&self, corners: &[DVec3], sides: &mut Vec<Plane>) {
        let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
        for (i, a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let across = match self.apex {
                Apex::Point(eye) => (*a - eye).cross(b - eye),
                Apex::Direction(way) => (b - *a).cross(way),
            };
            // Two corners that are one, seen from here, are no side.
            let Some(normal) = across.try_normalize() else { continue };
            let plane = Plane::through(*a, normal);
            let inward = plane.distance(middle);
            if inward != 0.0 {
                sides.push(if inward > 0.0 {
                    plane
                } else {
                    Plane { normal: -plane.normal, offset: -plane.offset }
                });
            }
        }
    }
}

/// What is left of a flat convex polygon inside a half-space; `spare` is worked in.
pub(super) fn clip(polygon: &mut Vec<DVec3>, plane: &Plane, spare: &mut Vec<DVec3>) {
    if polygon.iter().all(|corner| plane.distance(*corner) >= 0.0) {
        return;
    }
    spare.clear();
    for (i, a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let (at_a, at_b) = (plane.distance(*a), plane.distance(b));
        if at_a >= 0.0 {
            spare.push(*a);
        }
        if (at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0) {
            spare.push(*a + (b - *a) * (at_a / (at_a - at_b)));
        }
    }
    std::mem::swap(polygon, spare);
}

/// The normal of a polygon, of length one; `None` for one without an area.
pub(super) fn normal_of(corners: &[DVec3]) -> Option<DVec3> {
    let [first, rest @ ..] = corners else { return None };
    let pairs = rest.windows(2).map(|pair| (pair[0] - *first).cross(pair[1] - *first));
    pairs.sum::<DVec3>().try_normalize()
}

/// How far a point is from a flat convex polygon.
fn distance_to(corners: &[DVec3], point: DVec3) -> f64 {
    let edges = || (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
    if let Some(normal) = normal_of(corners) {
        let inside = edges().all(|(a, b)| normal.dot((b - a).cross(point - a)) >= 0.0);
        if inside {
            return normal.dot(point - corners[0]).abs();
        }
    }
    let to_edge = |(a, b): (DVec3, DVec3)| {
        let along = b - a;
        let length = along.length_squared();
        let t = if length > 0.0 { ((point - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
        point.distance(a + along * t)
    };
    edges().map(to_edge).fold(f64::INFINITY, f64::min)
}

fn axes(eye: Affine3A) -> [DVec3; 3] {
    [eye.matrix3.x_axis, eye.matrix3.y_axis, eye.matrix3.z_axis].map(|axis| axis.as_dvec3())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::glam::Vec3;

    fn quad(z: f64) -> Vec<DVec3> {
        [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]].map(|[x, y]| DVec3::new(x, y, z)).to_vec()
    }

    #[test]
    fn a_perspective_sees_what_is_in_its_window_alone() {
        let view =
            ViewVolume::perspective(Affine3A::IDENTITY, Vec2::splat(-0.5), Vec2::splat(0.5), 0.1, 50.0);
        let sees = |x: f64, y: f64, z: f64| {
            view.sides.iter().chain(&view.depths).all(|plane| plane.distance(DVec3::new(x, y, z)) > 0.0)
        };
        assert!(sees(0.0, 0.0, -1.0) && sees(4.9, -4.9, -10.0));
        assert!(!sees(5.1, 0.0, -10.0) && !sees(0.0, 0.0, 1.0) && !sees(0.0, 0.0, -51.0));
    }

    #[test]
    fn polygons_are_cut_at_planes() {
        let (mut polygon, mut spare) = (quad(0.0), Vec::new());
        clip(&mut polygon, &Plane::through(DVec3::ZERO, DVec3::X), &mut spare);
        assert_eq!(polygon.len(), 4);
        assert!(polygon.iter().all(|corner| corner.x >= 0.0));
        clip(&mut polygon, &Plane::through(DVec3::X * 2.0, DVec3::X), &mut spare);
        assert!(polygon.is_empty());
    }

    #[test]
    fn a_doorway_narrows_the_window() {
        let eye = Affine3A::from_translation(Vec3::Z * 2.0);
        let view = ViewVolume::perspective(eye, -Vec2::ONE, Vec2::ONE, 0.1, f32::INFINITY);
        let mut sides = Vec::new();
        view.window(&quad(0.0), &mut sides);
        let inside = |x: f64, z: f64| sides.iter().all(|plane| plane.distance(DVec3::new(x, 0.0, z)) > 0.0);
        assert_eq!(sides.len(), 4);
        assert!(inside(1.9, -2.0) && !inside(2.1, -2.0));
        let behind = view.behind(&quad(0.0)).unwrap();
        assert!(behind.distance(DVec3::Z * -1.0) > 0.0 && behind.distance(DVec3::Z) < 0.0);
        assert!(view.behind(&quad(2.0)).is_none());
    }

    #[test]
    fn an_eye_near_a_doorway_stands_in_it() {
        for (z, x, stands) in [(0.05, 0.0, true), (0.2, 0.0, false), (0.0, 1.05, true), (0.0, 1.2, false)] {
            let eye = Affine3A::from_translation(Vec3::new(x, 0.0, z));
            let view = ViewVolume::perspective(eye, -Vec2::ONE, Vec2::ONE, 0.1, 9.0);
            assert_eq!(view.stands_in(&quad(0.0)), stands, "{x} {z}");
        }
    }

    #[test]
    fn without_perspective_sight_is_parallel() {
        let view =
            ViewVolume::orthographic(Affine3A::IDENTITY, Vec2::splat(-3.0), Vec2::splat(3.0), 0.0, 10.0);
        let mut sides = Vec::new();
        view.window(&quad(-1.0), &mut sides);
        let inside = |x: f64| sides.iter().all(|plane| plane.distance(DVec3::new(x, 0.0, -9.0)) > 0.0);
        assert!(inside(0.9) && !inside(1.1));
    }
}
