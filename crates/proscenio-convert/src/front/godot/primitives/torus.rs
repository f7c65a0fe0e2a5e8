//! Torus.

use super::Raw;

/// `TorusMesh`: a ring around Y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorusMesh {
    /// From the middle to the inside, metres.
    pub inner_radius: f32,
    /// From the middle to the outside, metres.
    pub outer_radius: f32,
    /// Around the middle.
    pub rings: u32,
    /// Around the tube.
    pub ring_segments: u32,
}

impl Default for TorusMesh {
    fn default() -> Self {
        Self { inner_radius: 0.5, outer_radius: 1.0, rings: 64, ring_segments: 32 }
    }
}

impl TorusMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let (least, most) =
            (self.inner_radius.min(self.outer_radius), self.inner_radius.max(self.outer_radius));
        let tube = (most - least) * 0.5;
        let mut raw = Raw::default();
        for i in 0..=self.rings {
            let row = i * (self.ring_segments + 1);
            let (sine, cosine) = turn(i, self.rings);
            let ring = [-sine, -cosine];
            for j in 0..=self.ring_segments {
                let (sine, cosine) = turn(j, self.ring_segments);
                let out = [-cosine, sine];
                let point = [out[0] * tube + least + tube, out[1] * tube];
                raw.vertex(
                    [ring[0] * point[0], point[1], ring[1] * point[0]],
                    [ring[0] * out[0], out[1], ring[1] * out[0]],
                    [ring[1], 0.0, -ring[0], 1.0],
                    [i as f32 / self.rings as f32, j as f32 / self.ring_segments as f32],
                );
                if i > 0 && j > 0 {
                    let above = row - (self.ring_segments + 1);
                    raw.indices.extend([row + j - 1, above + j, above + j - 1]);
                    raw.indices.extend([row + j - 1, row + j, above + j]);
                }
            }
        }
        raw
    }
}

/// Sine and cosine around a circle. Here the engine reckons in single precision; the end is the beginning.
fn turn(at: u32, segments: u32) -> (f32, f32) {
    if at == segments {
        return (0.0, 1.0);
    }
    let angle = f64::from(at as f32 / segments as f32) * std::f64::consts::TAU;
    (angle as f32).sin_cos()
}
