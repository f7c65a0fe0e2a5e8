//! Capsules: standing ones of Godot 4, lying ones of Godot 3.

use std::f64::consts::FRAC_PI_2;

use super::{Raw, around, normalized, sin_cos};

const THIRD: f32 = 1.0 / 3.0;

/// `CapsuleMesh` of Godot 4: along Y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleMesh {
    /// Metres.
    pub radius: f32,
    /// From pole to pole, metres.
    pub height: f32,
    /// Around.
    pub radial_segments: u32,
    /// Of each half sphere and of the middle.
    pub rings: u32,
}

impl Default for CapsuleMesh {
    fn default() -> Self {
        Self { radius: 0.5, height: 2.0, radial_segments: 64, rings: 8 }
    }
}

impl CapsuleMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        // Along the axis, out from it, and along U, as the engine spells them.
        let place = |x: f32, z: f32, along: f32| [x, along, -z];
        let tangent = |x: f32, z: f32| [-z, 0.0, -x, 1.0];
        let middle = self.height - 2.0 * self.radius;
        build(
            self.radius,
            middle,
            self.radial_segments,
            self.rings,
            |sine, cosine| (-sine, cosine),
            place,
            tangent,
        )
    }
}

/// `CapsuleMesh` of Godot 3: along Z, and the length of its middle is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LyingCapsuleMesh {
    /// Metres.
    pub radius: f32,
    /// Length of the cylinder between the half spheres, metres.
    pub mid_height: f32,
    /// Around.
    pub radial_segments: u32,
    /// Of each half sphere and of the middle.
    pub rings: u32,
}

impl Default for LyingCapsuleMesh {
    fn default() -> Self {
        Self { radius: 1.0, mid_height: 1.0, radial_segments: 64, rings: 8 }
    }
}

impl LyingCapsuleMesh {
    /// The mesh.
    #[must_use]
    pub fn build(&self) -> Raw {
        let place = |x: f32, y: f32, along: f32| [x, y, along];
        let tangent = |x: f32, y: f32| [-y, x, 0.0, 1.0];
        build(
            self.radius,
            self.mid_height,
            self.radial_segments,
            self.rings,
            |sine, cosine| (sine, -cosine),
            place,
            tangent,
        )
    }
}

/// Half sphere, cylinder, half sphere: a third of the picture each. `circle` gives the point for an
/// angle's sine and cosine, `place` puts it beside the axis.
fn build(
    radius: f32,
    middle: f32,
    segments: u32,
    rings: u32,
    circle: impl Fn(f32, f32) -> (f32, f32),
    place: impl Fn(f32, f32, f32) -> [f32; 3],
    tangent: impl Fn(f32, f32) -> [f32; 4],
) -> Raw {
    let mut raw = Raw::default();
    for part in 0..3_u32 {
        let (mut above, mut row) = (raw.count(), raw.count());
        for j in 0..=rings + 1 {
            let v = j as f32 / (rings + 1) as f32;
            // Out from the axis and along it, on the part's own half sphere or wall.
            let (out, along, shift) = match part {
                0 => {
                    let (sine, cosine) = sin_cos(v, FRAC_PI_2);
                    (sine, radius * cosine, 0.5 * middle)
                }
                1 => (1.0, 0.0, 0.5 * middle - middle * v),
                // The pole is exactly a point.
                _ if j == rings + 1 => (0.0, -radius, -0.5 * middle),
                _ => {
                    let (sine, cosine) = sin_cos(v + 1.0, FRAC_PI_2);
                    (sine, radius * cosine, -0.5 * middle)
                }
            };
            for i in 0..=segments {
                let u = i as f32 / segments as f32;
                let (sine, cosine) = around(i, segments);
                let (x, z) = circle(sine, cosine);
                let position = place(x * radius * out, z * radius * out, along + shift);
                let normal = normalized(place(x * radius * out, z * radius * out, along));
                let v = THIRD * part as f32 + v * THIRD;
                raw.vertex(position, normal, tangent(x, z), [u, v]);
                if i > 0 && j > 0 {
                    raw.square(above, row, i, 1);
                }
            }
            (above, row) = (row, raw.count());
        }
    }
    raw
}
