//! Sizes, colours and frames of particles.

use glam::{Mat2, Vec2};

use super::{CycleLook, CycleRange};
use crate::{Curve, UvRect};

impl CycleRange {
    /// The number that a particle has.
    pub(super) fn between(&self, share: f32) -> f32 {
        self.low + (self.high - self.low) * share
    }

    /// The curve's factor at an age.
    pub(super) fn factor(&self, age: f32) -> f32 {
        sampled(self.curve.as_ref(), age)
    }
}

/// A curve at an age; 1 without one.
pub(super) fn sampled(curve: Option<&Curve>, age: f32) -> f32 {
    curve.map_or(1.0, |curve| curve.sample(age))
}

/// A run of colours at a share; white without any.
pub(super) fn colored(run: &[[f32; 4]], share: f32) -> [f32; 4] {
    let Some(last) = run.len().checked_sub(1) else { return [1.0; 4] };
    let at = share.clamp(0.0, 1.0) * last as f32;
    let (from, to) = (run[at.floor() as usize], run[(at.floor() as usize + 1).min(last)]);
    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * at.fract())
}

pub(super) fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|channel| a[channel] * b[channel])
}

/// A colour with its hue turned, radians; the numbers are the engine's.
pub(super) fn turned_hue(color: [f32; 4], angle: f32) -> [f32; 4] {
    const GREY: [f32; 3] = [0.299, 0.587, 0.114];
    const COS: [[f32; 3]; 3] = [[0.701, -0.587, -0.114], [-0.299, 0.413, -0.114], [-0.300, -0.588, 0.886]];
    const SIN: [[f32; 3]; 3] = [[0.168, 0.330, -0.497], [-0.328, 0.035, 0.292], [1.250, -1.050, -0.203]];
    if angle == 0.0 {
        return color;
    }
    let (sin, cos) = angle.sin_cos();
    let mut turned = [0.0, 0.0, 0.0, color[3]];
    for row in 0..3 {
        for column in 0..3 {
            // The matrix counts by columns.
            let entry = GREY[column] + COS[row][column] * cos + SIN[row][column] * sin;
            turned[column] += entry * color[row];
        }
    }
    turned
}

/// The axes of a particle that is turned by an angle, radians.
pub(super) fn turned(angle: f32) -> Mat2 {
    let (sin, cos) = angle.sin_cos();
    Mat2::from_cols(Vec2::new(cos, -sin), Vec2::new(sin, cos))
}

impl CycleLook {
    /// Factors on the size at an age.
    pub(super) fn stretch(&self, age: f32) -> Vec2 {
        let one = self.scale.curve.as_ref();
        let [x, y] = [0, 1].map(|axis: usize| sampled(self.scale_curves[axis].as_ref().or(one), age));
        Vec2::new(x, y)
    }

    /// The part of the picture of a frame, a share of the sheet.
    pub(super) fn shown(&self, frame: f32) -> UvRect {
        let Some([columns, rows]) = self.sheet.map(|sheet| sheet.map(|side| side.max(1) as f32)) else {
            return self.uv;
        };
        let count = columns * rows;
        let number = (frame * count).floor();
        let number = if self.looped { number.rem_euclid(count) } else { number.clamp(0.0, count - 1.0) };
        let cell = Vec2::new(number % columns, (number / columns).floor());
        let side = (self.uv.max - self.uv.min) / Vec2::new(columns, rows);
        let min = self.uv.min + cell * side;
        UvRect { min, max: min + side }
    }
}
