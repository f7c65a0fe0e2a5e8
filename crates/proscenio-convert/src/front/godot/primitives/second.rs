//! Second texture coordinates of primitive meshes (`add_uv2`): a sheet on which no two parts of the surface lie on
//! each other, with a seam between them, for baked light.
//!
//! Sheets are laid out in metres, so that all parts have the same grain, and then drawn together to 0 to 1. The
//! vertices come in the order in which the builders put them.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use super::{BoxMesh, CapsuleMesh, CylinderMesh, PrismMesh, SphereMesh, TorusMesh, around};

/// A sheet of so many metres.
struct Sheet {
    size: [f32; 2],
    uvs: Vec<[f32; 2]>,
}

/// A part of a sheet: left, top, width and height, metres.
#[derive(Clone, Copy)]
struct Part([f32; 4]);

impl Sheet {
    fn new(width: f32, height: f32) -> Self {
        Self { size: [width, height], uvs: Vec::new() }
    }

    /// Adds a place in metres.
    fn put(&mut self, x: f32, y: f32) {
        self.uvs.push([x / self.size[0], y / self.size[1]]);
    }

    /// Rows of vertices that stand on several parts at once, one beside the other. `row_cuts` is what the rows are
    /// divided by, and `narrow` tells the share of the width that a row has.
    fn rows<const N: usize>(
        &mut self,
        parts: [Part; N],
        [columns, rows, row_cuts]: [u32; 3],
        narrow: impl Fn(f32) -> f32,
    ) {
        for j in 0..=rows {
            let down = j as f32 / row_cuts as f32;
            for i in 0..=columns {
                let across = i as f32 / columns as f32 * narrow(down);
                for Part([left, top, width, height]) in parts {
                    self.put(left + across * width, top + down * height);
                }
            }
        }
    }
}

impl BoxMesh {
    /// The second coordinates with a seam of so many metres.
    pub fn second_uvs(&self, seam: f32) -> Vec<[f32; 2]> {
        let [x, y, z] = self.size;
        let [across, up, deep] = self.subdivide.map(|cuts| cuts + 1);
        let mut sheet = Sheet::new(x + z + 2.0 * seam, 2.0 * y + x.max(z) + 3.0 * seam);
        let (right, second, third) = (x + seam, y + seam, 2.0 * (y + seam));
        // The engine divides the rows of front and back by the cuts along X.
        let sides = [Part([0.0, 0.0, x, y]), Part([0.0, second, x, y])];
        sheet.rows(sides, [across, up, across], |_| 1.0);
        let sides = [Part([right, 0.0, z, y]), Part([right, second, z, y])];
        sheet.rows(sides, [deep, up, up], |_| 1.0);
        // And it lays the bottom across.
        let sides = [Part([0.0, third, x, z]), Part([right, third, z, x])];
        sheet.rows(sides, [across, deep, deep], |_| 1.0);
        sheet.uvs
    }
}

impl PrismMesh {
    /// The second coordinates with a seam of so many metres.
    pub fn second_uvs(&self, seam: f32) -> Vec<[f32; 2]> {
        let [x, y, z] = self.size;
        let [across, up, deep] = self.subdivide.map(|cuts| cuts + 1);
        let mut sheet = Sheet::new(x + z + 2.0 * seam, 2.0 * y + z + 3.0 * seam);
        let (right, second) = (x + seam, y + seam);
        let sides = [Part([0.0, 0.0, x, y]), Part([0.0, second, x, y])];
        sheet.rows(sides, [across, up, up], |down| down);
        let sides = [Part([right, 0.0, z, y]), Part([right, second, z, y])];
        sheet.rows(sides, [deep, up, up], |_| 1.0);
        sheet.rows([Part([0.0, 2.0 * second, x, z])], [across, deep, deep], |_| 1.0);
        sheet.uvs
    }
}

impl CapsuleMesh {
    /// The second coordinates with a seam of so many metres.
    pub fn second_uvs(&self, seam: f32) -> Vec<[f32; 2]> {
        let (girth, quarter) = (TAU * self.radius, FRAC_PI_2 * self.radius);
        let middle = self.height - 2.0 * self.radius;
        let mut sheet = Sheet::new(girth + seam, 2.0 * quarter + middle + seam);
        let rows = self.rings + 1;
        for (top, height) in [(0.0, quarter), (quarter, middle), (quarter + middle, quarter)] {
            sheet.rows([Part([0.0, top, girth, height])], [self.radial_segments, rows, rows], |_| 1.0);
        }
        sheet.uvs
    }
}

impl SphereMesh {
    /// The second coordinates with a seam of so many metres.
    pub fn second_uvs(&self, seam: f32) -> Vec<[f32; 2]> {
        let girth = TAU * self.radius;
        let half_round = PI * self.height * if self.is_hemisphere { 1.0 } else { 0.5 };
        let mut sheet = Sheet::new(girth + seam, half_round + seam);
        let rows = self.rings + 1;
        for j in 0..=rows {
            let down = j as f32 / rows as f32;
            // Rows are as wide as the ring is long.
            let wide = if j == rows { 0.0 } else { (PI * down).sin() * girth };
            for i in 0..=self.radial_segments {
                let across = i as f32 / self.radial_segments as f32 - 0.5;
                sheet.put(0.5 * girth + across * wide, down * half_round);
            }
        }
        sheet.uvs
    }
}

impl CylinderMesh {
    /// The second coordinates with a seam of so many metres.
    pub fn second_uvs(&self, seam: f32) -> Vec<[f32; 2]> {
        let [top, bottom] = [self.top_radius, self.bottom_radius];
        let widest = top.max(bottom);
        let wide = (2.0 * (top + bottom) + seam).max(TAU * widest);
        let mut sheet = Sheet::new(wide + seam, self.height + 2.0 * widest + 2.0 * seam);
        let rows = self.rings + 1;
        for j in 0..=rows {
            let down = j as f32 / rows as f32;
            let girth = TAU * (top + (bottom - top) * down);
            for i in 0..=self.radial_segments {
                let across = i as f32 / self.radial_segments as f32 - 0.5;
                sheet.put(0.5 * wide + across * girth, down * self.height);
            }
        }
        let y = self.height + seam + widest;
        if self.cap_top && top > 0.0 {
            sheet.disc([top, y], [top, top], self.radial_segments);
        }
        if self.cap_bottom && bottom > 0.0 {
            sheet.disc([2.0 * top + seam + bottom, y], [bottom, -bottom], self.radial_segments);
        }
        sheet.uvs
    }
}

impl Sheet {
    /// A fan: the middle, then the rim.
    fn disc(&mut self, [x, y]: [f32; 2], [across, down]: [f32; 2], segments: u32) {
        self.put(x, y);
        for i in 0..=segments {
            let (sine, cosine) = around(i, segments);
            self.put(x + sine * across, y + cosine * down);
        }
    }
}

impl TorusMesh {
    /// The second coordinates with a seam of so many metres.
    pub fn second_uvs(&self, seam: f32) -> Vec<[f32; 2]> {
        let least = self.inner_radius.min(self.outer_radius);
        let most = self.inner_radius.max(self.outer_radius);
        let tube = TAU * (most - least) * 0.5;
        let mut sheet = Sheet::new(TAU * most + seam, tube + seam);
        for i in 0..=self.rings {
            let across = i as f32 / self.rings as f32;
            for j in 0..=self.ring_segments {
                let down = j as f32 / self.ring_segments as f32;
                let outwards = if j == self.ring_segments { -1.0 } else { -(down * TAU).cos() };
                // Rows inside are shorter and stand in the middle.
                let shorter = (1.0 - outwards) * tube;
                sheet.put(0.5 * shorter + across * (TAU * most - shorter), down * tube);
            }
        }
        sheet.uvs
    }
}
