//! Curves in space and in the plane, walked at even distances.
//!
//! The rules are Godot's (`Curve3D`, `Curve2D`): each piece is a cubic Bézier curve, halved until its parts are
//! no longer than the bake interval or have been halved ten times; what is asked for is mixed from the points in
//! between. A curve in the plane has 0 as its third number.

use glam::{Affine3A, EulerRot, Mat3, Quat, Vec2, Vec3};

/// One point of a [`PathCurve`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathPoint {
    /// Where it is.
    pub at: Vec3,
    /// Where the handle before it is, measured from it.
    pub before: Vec3,
    /// Where the handle behind it is, measured from it.
    pub behind: Vec3,
    /// Turn about the direction of the path, radians.
    pub tilt: f32,
}

/// A curve that things can move along.
#[derive(Clone, Debug, PartialEq)]
pub struct PathCurve {
    /// In order.
    pub points: Vec<PathPoint>,
    /// Whether it goes on from the last point to the first.
    pub closed: bool,
    /// Distance of the baked points at most, metres, in the plane pixels.
    pub interval: f32,
    /// Whether an upward direction is carried along.
    pub upright: bool,
    /// Whether it lies in the plane.
    pub flat: bool,
}

/// Which turns of the path a follower takes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathTurn {
    /// None.
    None,
    /// About Y.
    Y,
    /// About X and Y.
    Xy,
    /// All.
    #[default]
    Xyz,
    /// All, with Y up.
    Oriented,
}

/// How something stands on a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follower {
    /// Distance from the start, metres, in the plane pixels.
    pub progress: f32,
    /// To the side and up, in the frame of the path.
    pub offset: Vec2,
    /// Which turns it takes on.
    pub turn: PathTurn,
    /// Whether places between baked points lie on a curve instead of a line.
    pub cubic: bool,
    /// Whether it begins again at the end.
    pub looped: bool,
    /// Whether the tilt counts.
    pub tilt: bool,
    /// Whether it looks along +Z instead of −Z.
    pub model_front: bool,
}

/// Halvings of a piece at most.
const MOST_HALVINGS: u32 = 10;
/// Points of a baked path; a piece alone may have a thousand.
const MOST_POINTS: usize = 1 << 20;

impl PathCurve {
    /// The points in between.
    #[must_use]
    pub fn bake(&self) -> BakedPath {
        let mut path = BakedPath { flat: self.flat, upright: self.upright, ..BakedPath::default() };
        let Some(first) = self.points.first() else { return path };
        let again = self.closed.then_some(first);
        let ends = self.points.iter().skip(1).chain(again);
        for (start, end) in self.points.iter().zip(ends).filter(|_| self.points.len() > 1) {
            let piece = Piece::new(start, end);
            if path.points.is_empty() {
                path.push(first.at, piece.direction(0.0), first.tilt);
            }
            let mut middle = Vec::new();
            piece.halve(&mut middle, 0.0, 1.0, self.interval, 0);
            if path.points.len() + middle.len() >= MOST_POINTS {
                break;
            }
            for share in middle {
                let tilt = start.tilt + (end.tilt - start.tilt) * share;
                path.push(piece.at(share), piece.direction(share), tilt);
            }
            path.push(end.at, piece.direction(1.0), end.tilt);
        }
        if path.points.is_empty() {
            path.push(first.at, Vec3::Z, first.tilt);
        }
        path.measure();
        path.carry_up();
        path
    }
}

/// A Bézier curve from a point to the next.
struct Piece {
    corners: [Vec3; 4],
}

impl Piece {
    fn new(start: &PathPoint, end: &PathPoint) -> Self {
        Self { corners: [start.at, start.at + start.behind, end.at + end.before, end.at] }
    }

    fn at(&self, share: f32) -> Vec3 {
        let ([a, b, c, d], rest) = (self.corners, 1.0 - share);
        let (rest2, share2) = (rest * rest, share * share);
        a * (rest2 * rest) + b * rest2 * share * 3.0 + c * rest * share2 * 3.0 + d * (share2 * share)
    }

    /// Where it goes at a share; at ends without a handle towards the next corner.
    fn direction(&self, share: f32) -> Vec3 {
        let ([a, b, c, d], rest) = (self.corners, 1.0 - share);
        let same = |one: Vec3, other: Vec3| one.abs_diff_eq(other, 1e-5);
        let straight = (d - a).normalize_or_zero();
        if share <= 0.0 && same(b, a) {
            return if same(b, c) { straight } else { (c - a).normalize_or_zero() };
        }
        if share >= 1.0 && same(c, d) {
            return if same(c, b) { straight } else { (d - b).normalize_or_zero() };
        }
        if same(b, d) && same(c, a) {
            return straight;
        }
        let slope =
            (b - a) * (3.0 * rest * rest) + (c - b) * (6.0 * rest * share) + (d - c) * (3.0 * share * share);
        slope.normalize_or_zero()
    }

    /// The shares between two, in order, at which the curve is cut.
    fn halve(&self, cuts: &mut Vec<f32>, begin: f32, end: f32, interval: f32, depth: u32) {
        if depth >= MOST_HALVINGS || self.at(begin).distance(self.at(end)) <= interval {
            return;
        }
        let middle = (begin + end) * 0.5;
        self.halve(cuts, begin, middle, interval, depth + 1);
        cuts.push(middle);
        self.halve(cuts, middle, end, interval, depth + 1);
    }
}

/// A path as points at nearly even distances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakedPath {
    /// Where they are.
    pub points: Vec<Vec3>,
    /// Radians.
    pub tilts: Vec<f32>,
    /// Where the path goes, unit length.
    pub directions: Vec<Vec3>,
    /// What is up there, unit length.
    pub ups: Vec<Vec3>,
    /// Distance from the start along the points.
    pub distances: Vec<f32>,
    upright: bool,
    flat: bool,
}

impl BakedPath {
    fn push(&mut self, point: Vec3, direction: Vec3, tilt: f32) {
        self.points.push(point);
        self.directions.push(direction);
        self.tilts.push(tilt);
    }

    fn measure(&mut self) {
        let mut sum = 0.0;
        self.distances = vec![0.0];
        for pair in self.points.windows(2) {
            sum += pair[0].distance(pair[1]);
            self.distances.push(sum);
        }
    }

    /// Carries the upward direction along without twist; on a loop the twist that is left is spread evenly.
    fn carry_up(&mut self) {
        let (Some(first), true) = (self.directions.first().copied(), self.upright) else {
            self.ups = vec![Vec3::Y; self.points.len()];
            return;
        };
        if self.points.len() == 1 {
            self.ups = vec![Vec3::Y];
            return;
        }
        let level = if first.y.abs() > 0.999 { Vec3::X } else { Vec3::Y };
        let mut frame = looking(first, level);
        self.ups = vec![frame.y_axis];
        for direction in self.directions.iter().skip(1) {
            let turned = Mat3::from_quat(arc(-frame.z_axis, *direction)) * frame;
            frame = orthonormal(turned);
            self.ups.push(frame.y_axis);
        }
        self.close_up();
    }

    fn close_up(&mut self) {
        let last = self.points.len() - 1;
        let meets = self.points[0].abs_diff_eq(self.points[last], 1e-5);
        if !meets || self.directions[0].dot(self.directions[last]) < 0.999 {
            return;
        }
        let (start, end) = (self.ups[0], self.ups[last]);
        let sign = end.cross(start).dot(self.directions[0]).signum();
        let angle = end.dot(start).clamp(-1.0, 1.0).acos();
        if angle < 1e-5 {
            return;
        }
        for at in 1..=last {
            let share = self.distances[at] / self.length();
            let twist = Quat::from_axis_angle(self.directions[at] * sign, angle * share);
            self.ups[at] = twist * self.ups[at];
        }
    }

    /// From end to end, along the points.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.distances.last().copied().unwrap_or_default()
    }

    /// The point before a distance, and how far it is to the next; `None` for less than two points.
    fn interval(&self, distance: f32) -> Option<(usize, f32)> {
        let most = self.distances.len().checked_sub(2)?;
        let distance = distance.clamp(0.0, self.length());
        let before = self.distances.partition_point(|other| *other < distance).saturating_sub(1).min(most);
        let (begin, end) = (self.distances[before], self.distances[before + 1]);
        let share = if (end - begin).abs() < f32::EPSILON { 0.5 } else { (distance - begin) / (end - begin) };
        Some((before, share))
    }

    /// The place at a distance from the start; cubic or straight between the points.
    #[must_use]
    pub fn place(&self, distance: f32, cubic: bool) -> Vec3 {
        let Some((at, share)) = self.interval(distance) else {
            return self.points.first().copied().unwrap_or_default();
        };
        let (from, to) = (self.points[at], self.points[at + 1]);
        if !cubic {
            return from.lerp(to, share);
        }
        let before = if at > 0 { self.points[at - 1] } else { from };
        let behind = self.points.get(at + 2).copied().unwrap_or(to);
        let (share2, share3) = (share * share, share * share * share);
        0.5 * (from * 2.0
            + (to - before) * share
            + (before * 2.0 - from * 5.0 + to * 4.0 - behind) * share2
            + (from * 3.0 - before - to * 3.0 + behind) * share3)
    }

    /// The tilt at a distance from the start, radians.
    #[must_use]
    pub fn tilt(&self, distance: f32) -> f32 {
        let Some((at, share)) = self.interval(distance) else {
            return self.tilts.first().copied().unwrap_or_default();
        };
        self.tilts[at] + (self.tilts[at + 1] - self.tilts[at]) * share
    }

    /// Where something on the path stands and looks, along −Z, with the tilt or without. In the plane the turn is
    /// about Z, and +X goes along the path.
    #[must_use]
    pub fn posture(&self, distance: f32, cubic: bool, tilt: bool) -> Affine3A {
        let origin = self.place(distance, cubic);
        let Some((at, share)) = self.interval(distance) else { return Affine3A::from_translation(origin) };
        if self.flat {
            let (from, to) = (self.directions[at].truncate(), self.directions[at + 1].truncate());
            let angle = from.to_angle() + from.angle_to(to) * share;
            return Affine3A::from_rotation_translation(Quat::from_rotation_z(angle), origin);
        }
        let frame = |at: usize| looking(self.directions[at], self.ups[at]);
        let turned = Quat::from_mat3(&frame(at)).slerp(Quat::from_mat3(&frame(at + 1)), share);
        let mut basis = Mat3::from_quat(turned.normalize());
        if tilt {
            basis = twist(-basis.z_axis, self.tilt(distance)) * basis;
        }
        Affine3A::from_mat3_translation(basis, origin)
    }

    /// Where a follower stands; `None` on a path without length, which moves nothing.
    #[must_use]
    pub fn follow(&self, follower: &Follower) -> Option<Affine3A> {
        let length = self.length();
        if length == 0.0 || !length.is_finite() {
            return None;
        }
        let mut distance = follower.progress;
        if follower.looped {
            let wrapped = distance.rem_euclid(length);
            // A whole round ends at the end, not at the start.
            distance = if wrapped.abs() < 1e-5 && distance.abs() >= 1e-5 { length } else { wrapped };
        }
        let side = Affine3A::from_translation(follower.offset.extend(0.0));
        if follower.turn == PathTurn::None {
            return Some(Affine3A::from_translation(self.place(distance, follower.cubic)) * side);
        }
        let posture = self.posture(distance, follower.cubic, false);
        if self.flat {
            return Some(posture * side);
        }
        let along = -Vec3::from(posture.matrix3.z_axis);
        let mut basis = follower.turn.of(Mat3::from(posture.matrix3));
        if follower.model_front {
            basis *= Mat3::from_diagonal(Vec3::new(-1.0, 1.0, -1.0));
        }
        if follower.tilt {
            basis = twist(along, self.tilt(distance)) * basis;
        }
        Some(Affine3A::from_mat3_translation(basis, posture.translation.into()) * side)
    }
}

impl PathTurn {
    /// The turn of a frame that is taken on.
    fn of(self, frame: Mat3) -> Mat3 {
        let (y, x, _) = Quat::from_mat3(&frame).to_euler(EulerRot::YXZ);
        match self {
            Self::None => Mat3::IDENTITY,
            Self::Y => Mat3::from_rotation_y(y),
            Self::Xy => Mat3::from_rotation_y(y) * Mat3::from_rotation_x(x),
            Self::Xyz => frame,
            Self::Oriented => looking(-frame.z_axis, Vec3::Y),
        }
    }
}

fn twist(axis: Vec3, angle: f32) -> Mat3 {
    let axis = axis.normalize_or_zero();
    if axis == Vec3::ZERO { Mat3::IDENTITY } else { Mat3::from_axis_angle(axis, angle) }
}

/// The frame that looks along a direction with −Z.
fn looking(direction: Vec3, up: Vec3) -> Mat3 {
    let z = -direction;
    let side = up.cross(z);
    let x = if side.length_squared() < 1e-10 { up.any_orthonormal_vector() } else { side.normalize() };
    Mat3::from_cols(x, z.cross(x), z)
}

/// The shortest turn from one direction to another.
fn arc(from: Vec3, to: Vec3) -> Quat {
    if from == Vec3::ZERO || to == Vec3::ZERO { Quat::IDENTITY } else { Quat::from_rotation_arc(from, to) }
}

fn orthonormal(frame: Mat3) -> Mat3 {
    let x = frame.x_axis.normalize_or_zero();
    let y = (frame.y_axis - x * x.dot(frame.y_axis)).normalize_or_zero();
    let z = (frame.z_axis - x * x.dot(frame.z_axis) - y * y.dot(frame.z_axis)).normalize_or_zero();
    Mat3::from_cols(x, y, z)
}

#[cfg(test)]
mod tests {
    use super::{Follower, PathCurve, PathPoint, PathTurn};
    use glam::{Vec2, Vec3};

    fn straight() -> PathCurve {
        let points = [Vec3::ZERO, Vec3::new(0.0, 0.0, -4.0)];
        PathCurve {
            points: points.into_iter().map(|at| PathPoint { at, ..PathPoint::default() }).collect(),
            closed: false,
            interval: 0.2,
            upright: true,
            flat: false,
        }
    }

    fn follower(progress: f32) -> Follower {
        Follower {
            progress,
            offset: Vec2::new(0.5, 0.0),
            turn: PathTurn::Xyz,
            cubic: false,
            looped: true,
            tilt: true,
            model_front: false,
        }
    }

    #[test]
    fn a_straight_path_is_walked_and_walked_again() {
        let path = straight().bake();
        assert!((path.length() - 4.0).abs() < 1e-5);
        for (progress, z) in [(1.0, -1.0), (4.0, -4.0), (5.0, -1.0), (-1.0, -3.0)] {
            let placed = path.follow(&follower(progress)).unwrap();
            assert!(
                placed.translation.abs_diff_eq(Vec3::new(0.5, 0.0, z).into(), 1e-4),
                "{progress} {placed:?}"
            );
        }
    }

    #[test]
    fn a_path_of_one_point_or_none_moves_nothing() {
        let mut curve = straight();
        curve.points.truncate(1);
        assert_eq!(curve.bake().follow(&follower(1.0)), None);
        assert_eq!(curve.bake().place(3.0, true), Vec3::ZERO);
        curve.points.clear();
        assert_eq!(curve.bake().follow(&follower(1.0)), None);
    }

    #[test]
    fn tilt_turns_about_the_path() {
        let mut curve = straight();
        for point in &mut curve.points {
            point.tilt = std::f32::consts::FRAC_PI_2;
        }
        let placed = curve.bake().follow(&follower(2.0)).unwrap();
        assert!(
            Vec3::from(placed.matrix3.x_axis).abs_diff_eq(Vec3::NEG_Y, 1e-4)
                || Vec3::from(placed.matrix3.x_axis).abs_diff_eq(Vec3::Y, 1e-4),
            "{placed:?}"
        );
    }

    #[test]
    fn a_closed_path_ends_where_it_begins() {
        let corners = [Vec3::ZERO, Vec3::X * 4.0, Vec3::new(4.0, 0.0, 4.0), Vec3::Z * 4.0];
        let points = corners.into_iter().map(|at| PathPoint { at, ..PathPoint::default() }).collect();
        let path = PathCurve { points, closed: true, ..straight() }.bake();
        assert!((path.length() - 16.0).abs() < 1e-4);
        assert_eq!(path.points.first(), path.points.last());
    }
}
