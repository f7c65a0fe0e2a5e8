//! Bumps and highlights of pictures in the plane, as the shader takes them.

use std::f32::consts::TAU;

use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{Scene, UvRect};

use super::materials::Slot;

/// The bit of what has bumps, and of what has highlights besides.
const BUMPS: u32 = 1 << 20;
const HIGHLIGHTS: u32 = 1 << 21;

/// The bits of a drawing with a picture, and the colour and shininess of its highlights.
pub(super) fn marks(scene: &Scene, slot: Option<Slot>) -> (u32, u32) {
    let relief = slot.and_then(|slot| slot.relief).and_then(|relief| scene.reliefs.get(relief));
    let Some(relief) = relief else { return (0, 0) };
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u32;
    let [r, g, b, _] = relief.color.to_stored();
    let shine = byte(r) | byte(g) << 8 | byte(b) << 16 | byte(relief.shininess) << 24;
    (BUMPS | if relief.specular.is_some() { HIGHLIGHTS } else { 0 }, shine)
}

/// Where right and down of a picture point on the screen: shares of a full turn, 16 bits each. One that is shown from
/// right to left or from bottom to top has its bumps mirrored with it (Godot's rule).
pub(super) fn turn(matrix: Affine2, uv: UvRect) -> u32 {
    let mirrored = uv.max.cmplt(uv.min);
    let way = |axis: Vec2, back: bool| {
        let axis = if back { -axis } else { axis };
        let share = (axis.y.atan2(axis.x) / TAU).rem_euclid(1.0);
        (share * 65_536.0).round() as u32 & 0xffff
    };
    way(matrix.matrix2.x_axis, mirrored.x) | way(matrix.matrix2.y_axis, mirrored.y) << 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_shares_of_a_circle() {
        let whole = UvRect { min: Vec2::ZERO, max: Vec2::ONE };
        assert_eq!(turn(Affine2::IDENTITY, whole), 0x4000 << 16);
        let quarter = Affine2::from_angle(TAU / 4.0);
        assert_eq!(turn(quarter, whole), 0x8000 << 16 | 0x4000);
        let mirrored = UvRect { min: Vec2::X, max: Vec2::Y };
        assert_eq!(turn(Affine2::IDENTITY, mirrored), 0x4000 << 16 | 0x8000);
    }
}
