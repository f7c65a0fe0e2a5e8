//! Shapes that go around an axis or a point.

use glam::{Vec2, Vec3};
use proscenio_nacatamalon::model::Point;

use super::flat::{Facing, disc};
use super::{Maker, turn};

/// A sphere of rings from pole to pole.
pub(super) fn uv_sphere(make: &mut Maker, radius: f32, slices: u32, rings: u32) {
    for ring in 0..=rings {
        let angle = std::f64::consts::PI * f64::from(ring) / f64::from(rings);
        // At the south pole the sine is only nearly zero.
        let wide = if ring == rings { 0.0 } else { angle.sin() as f32 };
        let up = angle.cos() as f32;
        for j in 0..=slices {
            let (cos, sin) = turn(j, slices);
            let normal = [cos * wide, up, -sin * wide];
            let uv = [j as f32 / slices as f32, ring as f32 / rings as f32];
            make.vertex(normal.map(|n| n * radius), normal, uv);
        }
    }
    for ring in 0..rings {
        let a = ring * (slices + 1);
        make.strip(a, a + slices + 1, slices);
    }
}

/// Corners of the twenty faces of an icosahedron, counter-clockwise from outside.
const ICO_FACES: [[usize; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];

/// An icosahedron whose faces are split in four `times` times and pushed to the sphere; every triangle has
/// corners of its own.
pub(super) fn ico_sphere(make: &mut Maker, radius: f32, times: u32) {
    let g = (1.0 + 5.0_f32.sqrt()) / 2.0;
    let corners = [
        [-1.0, g, 0.0],
        [1.0, g, 0.0],
        [-1.0, -g, 0.0],
        [1.0, -g, 0.0],
        [0.0, -1.0, g],
        [0.0, 1.0, g],
        [0.0, -1.0, -g],
        [0.0, 1.0, -g],
        [g, 0.0, -1.0],
        [g, 0.0, 1.0],
        [-g, 0.0, -1.0],
        [-g, 0.0, 1.0],
    ]
    .map(|corner| Vec3::from(corner).normalize());
    let mut faces: Vec<[Vec3; 3]> = ICO_FACES.iter().map(|face| face.map(|at| corners[at])).collect();
    for _ in 0..times {
        faces = faces.into_iter().flat_map(split).collect();
    }
    for face in faces {
        let [a, b, c] = face.map(|normal| {
            let around = normal.z.atan2(normal.x) / std::f32::consts::TAU;
            let uv = [0.5 + around, 0.5 - normal.y.clamp(-1.0, 1.0).asin() / std::f32::consts::PI];
            make.vertex((normal * radius).to_array(), normal.to_array(), uv)
        });
        make.triangle(a, b, c);
    }
}

fn split([a, b, c]: [Vec3; 3]) -> [[Vec3; 3]; 4] {
    let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(from, to)| (from + to).normalize());
    [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
}

/// A tube with horizontal normals and two lids.
pub(super) fn cylinder(make: &mut Maker, radius: f32, height: f32, slices: u32) {
    for (v, y) in [(0.0, height / 2.0), (1.0, -height / 2.0)] {
        for j in 0..=slices {
            let (cos, sin) = turn(j, slices);
            make.vertex([cos * radius, y, -sin * radius], [cos, 0.0, -sin], [j as f32 / slices as f32, v]);
        }
    }
    make.strip(0, slices + 1, slices);
    disc(make, radius, height / 2.0, slices, Facing::Up);
    disc(make, radius, -height / 2.0, slices, Facing::Down);
}

/// One triangle for each slice, with a tip of its own, and a lid below.
pub(super) fn cone(make: &mut Maker, radius: f32, height: f32, slices: u32) {
    let normal = |cos: f32, sin: f32| {
        // A flat cone has no slope to speak of.
        let slope = if height == 0.0 { 0.0 } else { radius / height };
        Vec3::new(cos, slope, -sin).normalize_or(Vec3::Y).to_array()
    };
    for j in 0..slices {
        let [(cos, sin), (next_cos, next_sin)] = [turn(j, slices), turn(j + 1, slices)];
        let [u, next_u] = [j, j + 1].map(|j| j as f32 / slices as f32);
        let (low, high) = (-height / 2.0, height / 2.0);
        let tip = make.vertex([0.0, high, 0.0], normal(cos, sin), [u, 0.0]);
        let base = make.vertex([cos * radius, low, -sin * radius], normal(cos, sin), [u, 1.0]);
        let next = make.vertex(
            [next_cos * radius, low, -next_sin * radius],
            normal(next_cos, next_sin),
            [next_u, 1.0],
        );
        make.triangle(tip, base, next);
    }
    disc(make, radius, -height / 2.0, slices, Facing::Down);
}

/// A tube bent into a ring around Y.
pub(super) fn torus(make: &mut Maker, radius: f32, tube: f32, around: u32, across: u32) {
    for i in 0..=around {
        let (ring_cos, ring_sin) = turn(i, around);
        for j in 0..=across {
            let (cos, sin) = turn(j, across);
            let wide = radius + tube * cos;
            make.vertex(
                [wide * ring_cos, tube * sin, -wide * ring_sin],
                [cos * ring_cos, sin, -cos * ring_sin],
                [j as f32 / across as f32, i as f32 / around as f32],
            );
        }
    }
    for i in 0..around {
        let a = i * (across + 1);
        make.strip(a, a + across + 1, across);
    }
}

/// A profile turned around Y.
///
/// The format leaves open what follows: u goes around, v from 0 at the top to 1 at the bottom by the
/// profile's length, normals are the mean of the two neighbouring pieces, and nothing closes the ends.
pub(super) fn lathe(make: &mut Maker, profile: &[Point], slices: u32) {
    // Rings go from top to bottom, as in the other shapes.
    let points: Vec<Vec2> = profile.iter().rev().map(|p| Vec2::new(p.x as f32, p.y as f32)).collect();
    let points: Vec<Vec2> = points.into_iter().filter(|point| point.is_finite()).collect();
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut done = 0.0;
    for (at, point) in points.iter().enumerate() {
        if at > 0 {
            done += points[at - 1].distance(*point);
        }
        let out = profile_normal(&points, at);
        let v = if length > 0.0 { done / length } else { 0.0 };
        for j in 0..=slices {
            let (cos, sin) = turn(j, slices);
            make.vertex(
                [point.x * cos, point.y, -point.x * sin],
                [out.x * cos, out.y, -out.x * sin],
                [j as f32 / slices as f32, v],
            );
        }
    }
    for ring in 1..points.len() as u32 {
        let b = ring * (slices + 1);
        make.strip(b - slices - 1, b, slices);
    }
}

/// Out of a profile listed from top to bottom: the mean of the pieces that meet at a point.
fn profile_normal(points: &[Vec2], at: usize) -> Vec2 {
    let piece = |upper: Vec2, lower: Vec2| {
        let up = upper - lower;
        Vec2::new(up.y, -up.x).normalize_or_zero()
    };
    let above = at.checked_sub(1).map_or(Vec2::ZERO, |above| piece(points[above], points[at]));
    let below = points.get(at + 1).map_or(Vec2::ZERO, |below| piece(points[at], *below));
    (above + below).normalize_or(Vec2::X)
}
