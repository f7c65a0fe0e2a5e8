//! Plane and quad.

use super::Raw;

/// The axis a plane looks along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// +X.
    X,
    /// +Y.
    Y,
    /// +Z.
    Z,
}

/// `PlaneMesh`, and `QuadMesh` since Godot 4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneMesh {
    /// Edge lengths, metres.
    pub size: [f32; 2],
    /// Further cuts along both.
    pub subdivide: [u32; 2],
    /// Where the middle is, metres.
    pub center_offset: [f32; 3],
    /// What it looks along.
    pub facing: Facing,
}

impl PlaneMesh {
    /// A `PlaneMesh` as it is made.
    pub const PLANE: Self =
        Self { size: [2.0; 2], subdivide: [0; 2], center_offset: [0.0; 3], facing: Facing::Y };
    /// A `QuadMesh` as it is made.
    pub const QUAD: Self = Self { size: [1.0; 2], facing: Facing::Z, ..Self::PLANE };

    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let mut raw = Raw::default();
        let [columns, rows] = self.subdivide.map(|cuts| cuts + 1);
        let [width, depth] = self.size;
        let (normal, tangent) = match self.facing {
            Facing::X => ([1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 1.0]),
            Facing::Y => ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0]),
            Facing::Z => ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]),
        };
        let (mut above, mut row) = (0, 0);
        let mut z = depth * -0.5;
        for j in 0..=rows {
            let mut x = width * -0.5;
            for i in 0..=columns {
                let point = match self.facing {
                    Facing::X => [0.0, z, x],
                    Facing::Y => [-x, 0.0, -z],
                    Facing::Z => [-x, z, 0.0],
                };
                let offset = self.center_offset;
                let position = std::array::from_fn(|axis| point[axis] + offset[axis]);
                let uv = [1.0 - i as f32 / columns as f32, 1.0 - j as f32 / rows as f32];
                raw.vertex(position, normal, tangent, uv);
                if i > 0 && j > 0 {
                    raw.square(above, row, i, 1);
                }
                x += width / columns as f32;
            }
            z += depth / rows as f32;
            (above, row) = (row, raw.count());
        }
        raw
    }
}

/// `QuadMesh` of Godot 3: two triangles without indices, looking along +Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OldQuadMesh {
    /// Width and height, metres.
    pub size: [f32; 2],
}

impl OldQuadMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let [x, y] = self.size.map(|length| length * 0.5);
        let corners =
            [([-x, -y], [0.0, 1.0]), ([-x, y], [0.0, 0.0]), ([x, y], [1.0, 0.0]), ([x, -y], [1.0, 1.0])];
        let mut raw = Raw::default();
        for corner in [0, 1, 2, 0, 2, 3] {
            let ([x, y], uv) = corners[corner];
            raw.vertex([x, y, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], uv);
        }
        raw
    }
}
