//! Shapes of flat faces: cube, plane, disc.

use super::{Maker, turn};

/// Across and up of each face of a cube; their cross product is the face's normal.
const FACES: [([f32; 3], [f32; 3]); 6] = [
    ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]),
    ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
    ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
    ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
    ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
    ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
];

/// Six quads, each showing the whole picture: +X, −X, +Y, −Y, +Z, −Z.
pub(super) fn cube(make: &mut Maker, size: [f32; 3]) {
    for (across, up) in FACES {
        let normal = glam::Vec3::from(across).cross(up.into());
        let corner = |s: f32, t: f32| {
            let unit = normal + s * glam::Vec3::from(across) + t * glam::Vec3::from(up);
            (unit * glam::Vec3::from(size) / 2.0).to_array()
        };
        let [a, b, c, d] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(s, t)| make.vertex(corner(s, t), normal.to_array(), [(s + 1.0) / 2.0, (1.0 - t) / 2.0]));
        make.triangle(a, b, c);
        make.triangle(a, c, d);
    }
}

/// A grid in the XZ plane, row by row from (−x, −z), facing up.
pub(super) fn plane(make: &mut Maker, [width, depth]: [f32; 2], [columns, rows]: [u32; 2]) {
    for row in 0..=rows {
        for column in 0..=columns {
            let (u, v) = (column as f32 / columns as f32, row as f32 / rows as f32);
            make.vertex([(u - 0.5) * width, 0.0, (v - 0.5) * depth], [0.0, 1.0, 0.0], [u, v]);
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let a = row * (columns + 1) + column;
            let c = a + columns + 1;
            make.triangle(a, c, a + 1);
            make.triangle(a + 1, c, c + 1);
        }
    }
}

/// Which side of a disc is its front.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Facing {
    Up,
    Down,
}

/// A disc at height `y`: its middle, then its rim.
pub(super) fn disc(make: &mut Maker, radius: f32, y: f32, slices: u32, facing: Facing) {
    let normal = [0.0, if facing == Facing::Up { 1.0 } else { -1.0 }, 0.0];
    let middle = make.vertex([0.0, y, 0.0], normal, [0.5, 0.5]);
    for j in 0..=slices {
        let (cos, sin) = turn(j, slices);
        make.vertex([cos * radius, y, -sin * radius], normal, [j as f32 / slices as f32, 0.5]);
    }
    for rim in middle + 1..=middle + slices {
        match facing {
            Facing::Up => make.triangle(middle, rim, rim + 1),
            Facing::Down => make.triangle(middle, rim + 1, rim),
        }
    }
}
