//! Position, forward and up as a placement.

use proscenio_espresso3d::Pose;
use proscenio_scene::glam::{Affine3A, DMat3, DVec3};

/// A placement, and whether a part of it was missing or unusable and taken as unturned.
pub(super) fn placement(pose: Pose) -> (Affine3A, bool) {
    let position = pose.position.map(DVec3::from_array);
    let unit = |vector: Option<[f64; 3]>| vector.and_then(|v| DVec3::from_array(v).try_normalize());
    let (forward, up) = (unit(pose.forward), unit(pose.up));
    let complete = position.is_some() && forward.is_some() && up.is_some();
    let turn = match (forward, up) {
        (Some(forward), Some(up)) => orientation(forward, up),
        _ => DMat3::IDENTITY,
    };
    let at = position.unwrap_or_default();
    let placed = Affine3A::from_mat3_translation(turn.as_mat3(), at.as_vec3());
    if placed.is_finite() { (placed, !complete) } else { (Affine3A::IDENTITY, true) }
}

/// The turn that takes +Z to `forward` and +Y to `up`, both of length one: columns left, up, forward.
///
/// When they are not at right angles the engine's two steps decide: first +Z is turned to `forward`, then
/// what became of +Y is turned to `up`, which bends forward.
fn orientation(forward: DVec3, up: DVec3) -> DMat3 {
    if forward.dot(up).abs() < 1e-6 {
        return DMat3::from_cols(up.cross(forward), up, forward);
    }
    let first = turn_onto(DVec3::Z, forward, DVec3::Y);
    let second = turn_onto(first * DVec3::Y, up, first * DVec3::Z);
    second * first
}

/// As the turn of a placement, for bones: the engine turns +Y to `up` first, so that forward is never bent.
pub(super) fn bone_turn(forward: DVec3, up: DVec3) -> DMat3 {
    if forward.dot(up).abs() < 1e-6 {
        return DMat3::from_cols(up.cross(forward), up, forward);
    }
    let first = turn_onto(DVec3::Y, up, DVec3::Z);
    let second = turn_onto(first * DVec3::Z, forward, first * DVec3::Y);
    second * first
}

/// The shortest turn of one unit vector onto another; a half turn goes about `spare`.
fn turn_onto(from: DVec3, to: DVec3, spare: DVec3) -> DMat3 {
    let axis = from.cross(to);
    let axis = if axis.abs().max_element() <= 1e-8 { spare } else { axis.normalize() };
    DMat3::from_axis_angle(axis, from.dot(to).clamp(-1.0, 1.0).acos())
}

#[cfg(test)]
mod tests {
    use super::placement;
    use proscenio_espresso3d::Pose;
    use proscenio_scene::glam::{DMat3, DVec3, Vec3};

    fn axes(forward: [f64; 3], up: [f64; 3]) -> [Vec3; 3] {
        let pose = Pose { position: Some([1.0, 2.0, 3.0]), forward: Some(forward), up: Some(up) };
        let (placed, defaulted) = placement(pose);
        assert!(!defaulted && placed.translation.to_array() == [1.0, 2.0, 3.0]);
        [Vec3::Z, Vec3::Y, Vec3::X].map(|axis| placed.transform_vector3(axis))
    }

    /// What the 0.5 engine answered: forward, up, left for a FORWARD and an UP.
    #[test]
    fn orientations_are_the_engines() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let table = [
            ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]),
            ([0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
            ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]),
            ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]]),
            ([5.0, 0.0, 0.0], [0.0, 7.0, 0.0], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]),
            ([0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]]),
            ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [[0.0, -half, half], [0.0, half, half], [1.0, 0.0, 0.0]]),
        ];
        for (forward, up, expected) in table {
            for (found, wanted) in axes(forward, up).into_iter().zip(expected) {
                assert!(found.abs_diff_eq(Vec3::from_array(wanted), 1e-5), "{forward:?} {up:?}: {found}");
            }
        }
    }

    #[test]
    fn the_two_steps_agree_with_the_matrix_when_the_vectors_are_perpendicular() {
        for step in 0..200 {
            let turn = DMat3::from_euler(
                proscenio_scene::glam::EulerRot::XYZ,
                f64::from(step) * 0.37,
                f64::from(step) * 0.91,
                f64::from(step) * 0.53,
            );
            let (forward, up) = (turn * DVec3::Z, turn * DVec3::Y);
            let first = super::turn_onto(DVec3::Z, forward, DVec3::Y);
            let second = super::turn_onto(first * DVec3::Y, up, first * DVec3::Z);
            assert!((second * first).abs_diff_eq(super::orientation(forward, up), 1e-6), "{step}");
        }
    }

    #[test]
    fn what_is_missing_stands_unturned() {
        let pose =
            Pose { position: Some([1.0, 0.0, 0.0]), forward: Some([0.0; 3]), up: Some([0.0, 1.0, 0.0]) };
        let (placed, defaulted) = placement(pose);
        assert!(defaulted && placed.matrix3 == proscenio_scene::glam::Mat3A::IDENTITY);
        let (placed, defaulted) = placement(Pose { position: Some([1e300, 0.0, 0.0]), ..pose });
        assert!(defaulted && placed.is_finite());
    }
}
