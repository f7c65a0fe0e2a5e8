//! Sphere.

use std::f64::consts::PI;

use super::{Raw, around, normalized, sin_cos};

/// `SphereMesh`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereMesh {
    /// Metres.
    pub radius: f32,
    /// From pole to pole; of a hemisphere from its floor to the pole. Metres.
    pub height: f32,
    /// Around.
    pub radial_segments: u32,
    /// Between the poles.
    pub rings: u32,
    /// Only the upper half, with a floor.
    pub is_hemisphere: bool,
}

impl Default for SphereMesh {
    fn default() -> Self {
        Self { radius: 0.5, height: 1.0, radial_segments: 64, rings: 32, is_hemisphere: false }
    }
}

impl SphereMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let mut raw = Raw::default();
        let scale = self.height / self.radius * if self.is_hemisphere { 1.0 } else { 0.5 };
        let (mut above, mut row) = (0, 0);
        for j in 0..=self.rings + 1 {
            let v = j as f32 / (self.rings + 1) as f32;
            // The south pole is exactly a point.
            let (w, y) = if j == self.rings + 1 { (0.0, -1.0) } else { sin_cos(v, PI) };
            for i in 0..=self.radial_segments {
                let u = i as f32 / self.radial_segments as f32;
                let (x, z) = around(i, self.radial_segments);
                let (position, normal) = if self.is_hemisphere && y < 0.0 {
                    ([x * self.radius * w, 0.0, z * self.radius * w], [0.0, -1.0, 0.0])
                } else {
                    let position = [x * w, y * scale, z * w].map(|part| part * self.radius);
                    (position, normalized([x * w * scale, y, z * w * scale]))
                };
                raw.vertex(position, normal, [z, 0.0, -x, 1.0], [u, v]);
                if i > 0 && j > 0 {
                    raw.square(above, row, i, 1);
                }
            }
            (above, row) = (row, raw.count());
        }
        raw
    }
}
