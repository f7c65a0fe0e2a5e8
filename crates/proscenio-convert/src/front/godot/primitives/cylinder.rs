//! Cylinder and cone.

use super::{Raw, around, normalized};

/// `CylinderMesh`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CylinderMesh {
    /// Metres.
    pub top_radius: f32,
    /// Metres.
    pub bottom_radius: f32,
    /// Metres.
    pub height: f32,
    /// Around.
    pub radial_segments: u32,
    /// Cuts along the height.
    pub rings: u32,
    /// Whether the top is closed.
    pub cap_top: bool,
    /// Whether the bottom is closed.
    pub cap_bottom: bool,
}

impl Default for CylinderMesh {
    fn default() -> Self {
        Self {
            top_radius: 0.5,
            bottom_radius: 0.5,
            height: 2.0,
            radial_segments: 64,
            rings: 4,
            cap_top: true,
            cap_bottom: true,
        }
    }
}

impl CylinderMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let mut raw = Raw::default();
        self.wall(&mut raw);
        if self.cap_top && self.top_radius > 0.0 {
            self.cap(&mut raw, true);
        }
        if self.cap_bottom && self.bottom_radius > 0.0 {
            self.cap(&mut raw, false);
        }
        raw
    }

    fn wall(&self, raw: &mut Raw) {
        let slope = (self.bottom_radius - self.top_radius) / self.height;
        let (mut above, mut row) = (0, 0);
        for j in 0..=self.rings + 1 {
            let v = j as f32 / (self.rings + 1) as f32;
            let radius = self.top_radius + (self.bottom_radius - self.top_radius) * v;
            let y = self.height * 0.5 - self.height * v;
            for i in 0..=self.radial_segments {
                let u = i as f32 / self.radial_segments as f32;
                let (x, z) = around(i, self.radial_segments);
                let normal = normalized([x, slope, z]);
                raw.vertex([x * radius, y, z * radius], normal, [z, 0.0, -x, 1.0], [u, v * 0.5]);
                if i > 0 && j > 0 {
                    raw.square(above, row, i, 1);
                }
            }
            (above, row) = (row, raw.count());
        }
    }

    /// A fan around the middle of the lower half of the picture: left for the top, right for the bottom.
    fn cap(&self, raw: &mut Raw, top: bool) {
        let (radius, y, up) = if top {
            (self.top_radius, self.height * 0.5, 1.0)
        } else {
            (self.bottom_radius, self.height * -0.5, -1.0)
        };
        let middle = if top { 0.25 } else { 0.75 };
        let tangent = [1.0, 0.0, 0.0, 1.0];
        let center = raw.vertex([0.0, y, 0.0], [0.0, up, 0.0], tangent, [middle, 0.75]);
        for i in 0..=self.radial_segments {
            let (x, z) = around(i, self.radial_segments);
            let uv = if top {
                [(x + 1.0) * 0.25, 0.5 + (z + 1.0) * 0.25]
            } else {
                [0.5 + (x + 1.0) * 0.25, 1.0 - (z + 1.0) * 0.25]
            };
            let rim = raw.vertex([x * radius, y, z * radius], [0.0, up, 0.0], tangent, uv);
            if i > 0 {
                let (first, second) = if top { (rim, rim - 1) } else { (rim - 1, rim) };
                raw.indices.extend([center, first, second]);
            }
        }
    }
}
