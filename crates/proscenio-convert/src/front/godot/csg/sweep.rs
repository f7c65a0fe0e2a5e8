//! Outlines that are pulled, turned or led along a path: `CSGPolygon3D`.

use std::f32::consts::PI;

use glam::{Affine3A, Mat3, Vec2, Vec3};
use proscenio_scene::BakedPath;

use super::solid::{Corner, Solid, cut};

/// Steps of one sweep.
const MOST_STEPS: f32 = 100_000.0;

/// The way of an outline.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    start: Affine3A,
    steps: Vec<Step>,
    /// Whether the end meets the start, so that nothing is to be closed.
    round: bool,
    pub smooth: bool,
}

/// A step of a [`Sweep`].
#[derive(Clone, Copy, Debug)]
struct Step {
    to: Affine3A,
    /// The picture's U before and behind it.
    u: [f32; 2],
}

/// How an outline is led along a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    /// Steps every so many metres, or for every so many points of the curve.
    pub interval: f32,
    pub by_points: bool,
    pub points: usize,
    /// Steps whose directions differ less, in degrees, become one.
    pub simplify: f32,
    pub turn: Turn,
    /// Directions are those of the curve, not those from step to step.
    pub accurate: bool,
    /// U runs on from step to step; else each shows the whole picture.
    pub runs_on: bool,
    /// Metres for the whole picture; 0 for once along the path.
    pub u_distance: f32,
    pub joined: bool,
    /// Where the path stands, measured in the shape.
    pub place: Affine3A,
}

/// Which turns of the path the outline takes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    None,
    /// Its direction.
    Direction,
    /// Its direction and its upward side.
    All,
}

impl Sweep {
    /// Along −Z. Lengths too small for the engine are those it has without being told.
    pub fn straight(depth: f32, u_distance: f32) -> Self {
        let depth = if depth >= 0.001 { depth } else { 1.0 };
        let u = if u_distance > 0.0 { 1.0 / u_distance } else { 1.0 };
        let to = Affine3A::from_translation(Vec3::NEG_Z * depth);
        Self { start: Affine3A::IDENTITY, steps: vec![Step { to, u: [0.0, u] }], round: false, smooth: false }
    }

    /// Around Y.
    pub fn turned(sides: u32, degrees: f32, u_distance: f32) -> Self {
        let sides = if sides < 3 { 8 } else { sides };
        let degrees = if (0.01..=360.0).contains(&degrees) { degrees } else { 360.0 };
        let round = degrees >= 360.0;
        let step = f64::from(degrees).to_radians() / f64::from(sides);
        let u_step = if u_distance > 0.0 { 1.0 / f64::from(u_distance) } else { 1.0 } / f64::from(sides);
        let steps = (1..=sides).map(|at| {
            let angle = if round && at == sides { 0.0 } else { step * f64::from(at) };
            let u = [at - 1, at].map(|at| (f64::from(at) * u_step) as f32);
            Step { to: Affine3A::from_rotation_y(angle as f32), u }
        });
        Self { start: Affine3A::IDENTITY, steps: steps.collect(), round, smooth: false }
    }

    /// Along a path; nothing for one without length or with too many steps.
    pub fn along(path: &BakedPath, how: &Along) -> Option<Self> {
        let length = path.length();
        let count = if how.by_points {
            (how.points as f32 / how.interval).ceil()
        } else {
            (length / how.interval).ceil().max(1.0) + 1.0
        };
        if !(length > 0.0 && length.is_finite() && (2.0..MOST_STEPS).contains(&count)) {
            return None;
        }
        let count = if how.joined { count as usize } else { count as usize - 1 };
        let gaps = if how.joined { (count - 1).max(1) } else { count };
        let step = f64::from(length) / gaps as f64;
        let whole = if how.u_distance > 0.0 { f64::from(length / how.u_distance) } else { 1.0 };
        let u_step = whole / count as f64;
        let place = |at: f64| path.place(at as f32, false);
        let stands = |at: f64, direction: Vec3| {
            let accurate = || -Vec3::from(path.posture(at as f32, true, false).matrix3.z_axis);
            let (direction, up) = match how.turn {
                Turn::None => (Vec3::NEG_Z, Vec3::Y),
                _ if how.accurate => (accurate(), Vec3::Y),
                _ => (direction, Vec3::Y),
            };
            let up = match how.turn {
                Turn::All => Vec3::from(path.posture(at as f32, true, true).matrix3.y_axis),
                _ => up,
            };
            how.place * Affine3A::from_mat3_translation(facing(direction, up), place(at))
        };
        let before = if how.joined { place(f64::from(length)) } else { place(0.0) };
        let start = stands(0.0, place(step) - before);
        let mut steps: Vec<Step> = Vec::with_capacity(count);
        let (alike, mut last, mut joined) = ((how.simplify * PI / 180.0).cos(), Vec3::ZERO, 0);
        for at in 0..count {
            let [from, mut to, mut next] = [0, 1, 2].map(|more| (at + more) as f64 * step);
            if at + 1 == count {
                (to, next) = if how.joined { (0.0, step) } else { (to, to) };
            }
            let way = (place(to) - place(from)).normalize_or_zero();
            if how.simplify > 0.0 && at > 0 && last.dot(way) > alike {
                joined += 1;
                steps.pop();
            } else {
                joined = 0;
                last = way;
            }
            let u = if how.runs_on {
                [at - joined, at + 1].map(|at| (at as f64 * u_step) as f32)
            } else {
                [0.0, 1.0]
            };
            steps.push(Step { to: stands(to, place(next) - place(from)), u });
        }
        Some(Self { start, steps, round: how.joined, smooth: false })
    }

    /// The solid that an outline leaves; nothing when the outline has no area.
    pub fn solid(&self, outline: &[[f32; 2]]) -> Option<Solid> {
        let mut outline: Vec<Vec2> = outline.iter().map(|point| Vec2::from_array(*point)).collect();
        if outline.len() < 3
            || !outline.iter().all(|point| point.is_finite())
            || !super::solid::affordable(self.steps.len() as u32, outline.len() as u32)
        {
            return None;
        }
        let next = || outline.iter().cycle().skip(1);
        let area: f32 = outline.iter().zip(next()).map(|(a, b)| a.perp_dot(*b)).sum();
        // The picture goes clockwise about it.
        if area > 0.0 {
            outline.reverse();
        }
        let mut solid = Solid { smooth: self.smooth, ..Solid::default() };
        if !self.round {
            self.close(&outline, &mut solid)?;
        }
        let mut before = self.start;
        for step in &self.steps {
            side(&outline, [before, step.to], step.u, &mut solid);
            before = step.to;
        }
        Some(solid)
    }

    /// Both ends, which show the lower half of the picture: the start its left, the end its right, mirrored.
    fn close(&self, outline: &[Vec2], solid: &mut Solid) -> Option<()> {
        let low = outline.iter().copied().reduce(Vec2::min)?;
        let size = outline.iter().copied().reduce(Vec2::max)? - low;
        let end = self.steps.last().map_or(self.start, |step| step.to);
        let mut different = outline.to_vec();
        different.dedup();
        // Triangles are cut counter-clockwise.
        different.reverse();
        for triangle in cut(&different)? {
            let put = |place: &Affine3A, point: Vec2, mirrored: bool| {
                let uv = (point - low) / size;
                let u = if mirrored { 1.0 - uv.x * 0.5 } else { uv.x * 0.5 };
                Corner { at: place.transform_point3(point.extend(0.0)), uv: Vec2::new(u, 1.0 - uv.y * 0.5) }
            };
            let [a, b, c] = triangle;
            solid.triangles.push([a, b, c].map(|point| put(&self.start, point, false)));
            solid.triangles.push([a, c, b].map(|point| put(&end, point, true)));
        }
        Some(())
    }
}

/// What an outline leaves between two places; it shows the upper half of the picture.
fn side(outline: &[Vec2], [from, to]: [Affine3A; 2], [u0, u1]: [f32; 2], solid: &mut Solid) {
    let count = outline.len();
    let next = outline.iter().cycle().skip(1);
    for (at, (a, b)) in outline.iter().zip(next).enumerate() {
        let [v0, v1] = [at, at + 1].map(|at| (at as f64 / count as f64 * 0.5) as f32);
        let put = |place: &Affine3A, point: &Vec2, u: f32, v: f32| Corner {
            at: place.transform_point3(point.extend(0.0)),
            uv: Vec2::new(u, v),
        };
        solid.square([
            put(&from, a, u0, v0),
            put(&from, b, u0, v1),
            put(&to, b, u1, v1),
            put(&to, a, u1, v0),
        ]);
    }
}

/// Looking along a direction; straight ahead along none.
fn facing(direction: Vec3, up: Vec3) -> Mat3 {
    let back = -direction.normalize_or(Vec3::NEG_Z);
    // Straight up or down any side will do.
    let right = up.cross(back).try_normalize().unwrap_or_else(|| back.any_orthonormal_vector());
    Mat3::from_cols(right, back.cross(right), back)
}
