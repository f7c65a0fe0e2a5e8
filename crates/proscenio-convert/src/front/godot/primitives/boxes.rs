//! Box and prism: six (five) sides, opposite sides built together.

use super::{Raw, normalized};

const THIRD: f32 = 1.0 / 3.0;
const TWO_THIRDS: f32 = 2.0 / 3.0;

/// `BoxMesh`, once `CubeMesh`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxMesh {
    /// Edge lengths, metres.
    pub size: [f32; 3],
    /// Further cuts along X, Y and Z.
    pub subdivide: [u32; 3],
}

impl Default for BoxMesh {
    fn default() -> Self {
        Self { size: [1.0; 3], subdivide: [0; 3] }
    }
}

/// Cuts of a side and where their numbers stand.
struct Cuts {
    count: u32,
    /// Length of a piece, metres.
    step: f32,
}

impl Cuts {
    fn new(subdivide: u32, length: f32) -> Self {
        let count = subdivide + 1;
        Self { count, step: length / count as f32 }
    }

    /// How far along the side, 0 to 1, divided by `parts`.
    fn share(&self, at: u32, parts: f32) -> f32 {
        at as f32 / (parts * self.count as f32)
    }
}

impl BoxMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let start = self.size.map(|length| length * -0.5);
        let [across, up, deep] = [0, 1, 2].map(|axis| Cuts::new(self.subdivide[axis], self.size[axis]));
        let mut raw = Raw::default();
        two_sides(&mut raw, &across, &up, start[0], start[1], |raw, x, y, u, v| {
            raw.vertex([x, -y, -start[2]], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [u, v]);
            raw.vertex([-x, -y, start[2]], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0, 1.0], [TWO_THIRDS + u, v]);
        });
        two_sides(&mut raw, &deep, &up, start[2], start[1], |raw, z, y, u, v| {
            raw.vertex([-start[0], -y, -z], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 1.0], [THIRD + u, v]);
            raw.vertex([start[0], -y, z], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], [u, 0.5 + v]);
        });
        two_sides(&mut raw, &across, &deep, start[0], start[2], |raw, x, z, u, v| {
            raw.vertex([-x, -start[1], -z], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 1.0], [THIRD + u, 0.5 + v]);
            raw.vertex([x, start[1], -z], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [TWO_THIRDS + u, 0.5 + v]);
        });
        raw
    }
}

/// A grid of `columns` by `rows` on two opposite sides; `put` adds the vertex of both.
fn two_sides(
    raw: &mut Raw,
    columns: &Cuts,
    rows: &Cuts,
    left: f32,
    top: f32,
    put: impl Fn(&mut Raw, f32, f32, f32, f32),
) {
    let (mut above, mut row) = (raw.count(), raw.count());
    let mut y = top;
    for j in 0..=rows.count {
        let mut x = left;
        for i in 0..=columns.count {
            put(raw, x, y, columns.share(i, 3.0), rows.share(j, 2.0));
            if i > 0 && j > 0 {
                raw.square(above, row, i * 2, 2);
                raw.square(above, row, i * 2 + 1, 2);
            }
            x += columns.step;
        }
        y += rows.step;
        (above, row) = (row, raw.count());
    }
}

/// `PrismMesh`: a box whose top is drawn together to an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrismMesh {
    /// Where the upper edge stands: 0 left, 1 right.
    pub left_to_right: f32,
    /// Edge lengths, metres.
    pub size: [f32; 3],
    /// Further cuts along X, Y and Z.
    pub subdivide: [u32; 3],
}

impl Default for PrismMesh {
    fn default() -> Self {
        Self { left_to_right: 0.5, size: [1.0; 3], subdivide: [0; 3] }
    }
}

impl PrismMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let mut raw = Raw::default();
        self.front_and_back(&mut raw);
        self.slopes(&mut raw);
        self.bottom(&mut raw);
        raw
    }

    fn cuts(&self, axis: usize) -> Cuts {
        Cuts::new(self.subdivide[axis], self.size[axis])
    }

    fn front_and_back(&self, raw: &mut Raw) {
        let [width, height, depth] = self.size;
        let (columns, rows) = (self.cuts(0), self.cuts(1));
        let lean = self.left_to_right;
        let (mut above, mut row) = (raw.count(), raw.count());
        let mut y = height * -0.5;
        for j in 0..=rows.count {
            let scale = rows.share(j, 1.0);
            let wide = width * scale;
            let left = width * -0.5 + (1.0 - scale) * width * lean;
            let offset_front = (1.0 - scale) * THIRD * lean;
            let offset_back = (1.0 - scale) * THIRD * (1.0 - lean);
            let v = rows.share(j, 2.0);
            let mut x = 0.0;
            for i in 0..=columns.count {
                let u = columns.share(i, 3.0) * scale;
                let front = [left + x, -y, depth * 0.5];
                raw.vertex(front, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [offset_front + u, v]);
                let back = [left + wide - x, -y, depth * -0.5];
                let uv = [TWO_THIRDS + offset_back + u, v];
                raw.vertex(back, [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0, 1.0], uv);
                if i > 0 && j > 0 {
                    for at in [i * 2, i * 2 + 1] {
                        if j == 1 {
                            // The row above is a single point.
                            raw.indices.extend([above + at, row + at, row + at - 2]);
                        } else {
                            raw.square(above, row, at, 2);
                        }
                    }
                }
                x += scale * width / columns.count as f32;
            }
            y += rows.step;
            (above, row) = (row, raw.count());
        }
    }

    fn slopes(&self, raw: &mut Raw) {
        let [width, height, depth] = self.size;
        let (columns, rows) = (self.cuts(2), self.cuts(1));
        let lean = self.left_to_right;
        let normal_left = normalized([-height, width * lean, 0.0]);
        let normal_right = normalized([height, width * (1.0 - lean), 0.0]);
        let (mut above, mut row) = (raw.count(), raw.count());
        let mut y = height * -0.5;
        for j in 0..=rows.count {
            let scale = rows.share(j, 1.0);
            let left = width * -0.5 + width * (1.0 - scale) * lean;
            let right = left + width * scale;
            let v = rows.share(j, 2.0);
            let mut z = depth * -0.5;
            for i in 0..=columns.count {
                let u = columns.share(i, 3.0);
                raw.vertex([right, -y, -z], normal_right, [0.0, 0.0, -1.0, 1.0], [THIRD + u, v]);
                raw.vertex([left, -y, z], normal_left, [0.0, 0.0, 1.0, 1.0], [u, 0.5 + v]);
                if i > 0 && j > 0 {
                    raw.square(above, row, i * 2, 2);
                    raw.square(above, row, i * 2 + 1, 2);
                }
                z += columns.step;
            }
            y += rows.step;
            (above, row) = (row, raw.count());
        }
    }

    fn bottom(&self, raw: &mut Raw) {
        let [width, height, depth] = self.size;
        let (columns, rows) = (self.cuts(0), self.cuts(2));
        let (mut above, mut row) = (raw.count(), raw.count());
        let mut z = depth * -0.5;
        for j in 0..=rows.count {
            let v = rows.share(j, 2.0);
            let mut x = width * -0.5;
            for i in 0..=columns.count {
                let uv = [TWO_THIRDS + columns.share(i, 3.0), 0.5 + v];
                raw.vertex([x, height * -0.5, -z], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0, 1.0], uv);
                if i > 0 && j > 0 {
                    raw.square(above, row, i, 1);
                }
                x += columns.step;
            }
            z += rows.step;
            (above, row) = (row, raw.count());
        }
    }
}
