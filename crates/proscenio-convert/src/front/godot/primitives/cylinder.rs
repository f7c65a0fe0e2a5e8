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
            raw.cap(true, self.top_radius, self.height, self.radial_segments);
        }
        if self.cap_bottom && self.bottom_radius > 0.0 {
            raw.cap(false, self.bottom_radius, self.height, self.radial_segments);
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
}
