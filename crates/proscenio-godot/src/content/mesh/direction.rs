//! Normals and tangents as the engine packs them: folded onto an octahedron, or as an axis and an angle.
//!
//! Packed numbers are shares of 65535. What a program reads back from a mesh, and what the engine draws with,
//! are the unpacked ones and not the exact ones.

use std::f32::consts::PI;

const STEPS: f32 = 65535.0;

/// A normal after it was packed.
#[must_use]
pub fn stored_normal(exact: [f32; 3]) -> [f32; 3] {
    normal(pack_normal(exact))
}

/// A tangent after it was packed.
#[must_use]
pub fn stored_tangent(exact: [f32; 4]) -> [f32; 4] {
    tangent(pack_tangent(exact))
}

/// A normal of two packed numbers.
#[inline]
#[must_use]
pub fn normal([u, v]: [u16; 2]) -> [f32; 3] {
    unfold([share(u), share(v)])
}

/// A tangent of two packed numbers; the sign of the bitangent lives in the second.
#[inline]
#[must_use]
pub fn tangent([u, v]: [u16; 2]) -> [f32; 4] {
    let v = share(v) * 2.0 - 1.0;
    let sign = if v >= 0.0 { 1.0 } else { -1.0 };
    let [x, y, z] = unfold([share(u), v.abs()]);
    [x, y, z, sign]
}

/// Two numbers for a normal, cut as the engine cuts them.
#[must_use]
pub fn pack_normal(exact: [f32; 3]) -> [u16; 2] {
    fold(exact).map(cut)
}

/// Two numbers for a tangent.
#[must_use]
pub fn pack_tangent([x, y, z, sign]: [f32; 4]) -> [u16; 2] {
    let [u, v] = fold([x, y, z]);
    // The fold's second number is moved into the upper half, and the sign mirrors it.
    let v = v.max(1.0 / 32767.0) * 0.5 + 0.5;
    let v = if sign >= 0.0 { v } else { 1.0 - v };
    [u, v].map(cut)
}

/// Normal and tangent of a compressed vertex: an axis, packed as a normal is, and the turn about it. The
/// turn's lower half is for mirrored bitangents.
#[inline]
#[must_use]
pub fn frame(axis: [u16; 2], turn: u16) -> ([f32; 3], [f32; 4]) {
    let [x, y, z] = normal(axis);
    let turn = share(turn);
    let sign = if turn > 0.5 { 1.0 } else { -1.0 };
    let (sine, cosine) = ((turn * 2.0 - 1.0).abs() * PI).sin_cos();
    let rest = 1.0 - cosine;
    // The first and third row of the turn's matrix.
    let along = [cosine + x * x * rest, x * y * rest - z * sine, z * x * rest + y * sine, sign];
    let out = [z * x * rest - y * sine, y * z * rest + x * sine, cosine + z * z * rest];
    (out, along)
}

/// Axis and turn for a normal and a tangent, the reverse of [`frame`].
#[must_use]
pub fn pack_frame(normal: [f32; 3], [tx, ty, tz, sign]: [f32; 4]) -> ([u16; 2], u16) {
    let out = normalized(normal);
    let along = normalized([tx, ty, tz]);
    let side = normalized(cross(out, along));
    let (axis, angle) = axis_angle([along, side, out]);
    let turn = angle / PI;
    let turn = if sign < 0.0 {
        ((1.0 - turn) * 0.5).clamp(0.0, 0.49999)
    } else {
        (turn * 0.5 + 0.5).clamp(0.500_008, 1.0)
    };
    (pack_normal(axis), cut(turn))
}

/// The axis and the angle of a turn, given by the rows of its matrix. Half turns have no skew part, so their
/// axis comes from the matrix's diagonal.
fn axis_angle([a, b, c]: [[f32; 3]; 3]) -> ([f32; 3], f32) {
    let skew = [c[1] - b[2], a[2] - c[0], b[0] - a[1]];
    let length = dot(skew, skew).sqrt();
    let cosine = ((a[0] + b[1] + c[2] - 1.0) * 0.5).clamp(-1.0, 1.0);
    if length > 1e-3 {
        return (skew.map(|part| part / length), (length * 0.5).atan2(cosine));
    }
    if cosine > 0.0 {
        return ([0.0, 1.0, 0.0], 0.0);
    }
    // One plus the matrix is twice the axis times itself; the largest row is the surest.
    let rows = [[a[0] + 1.0, a[1], a[2]], [b[0], b[1] + 1.0, b[2]], [c[0], c[1], c[2] + 1.0]];
    let largest = rows.into_iter().max_by(|one, other| dot(*one, *one).total_cmp(&dot(*other, *other)));
    (normalized(largest.unwrap_or([1.0, 0.0, 0.0])), PI)
}

#[inline]
fn share(number: u16) -> f32 {
    f32::from(number) / STEPS
}

fn cut(share: f32) -> u16 {
    (share * STEPS).clamp(0.0, STEPS) as u16
}

/// A direction as a point of the unit square.
pub(super) fn fold([x, y, z]: [f32; 3]) -> [f32; 2] {
    let sum = x.abs() + y.abs() + z.abs();
    if sum == 0.0 {
        return [0.5, 0.5];
    }
    let [x, y, z] = [x / sum, y / sum, z / sum];
    let sign = |number: f32| if number >= 0.0 { 1.0 } else { -1.0 };
    let [u, v] = if z >= 0.0 { [x, y] } else { [(1.0 - y.abs()) * sign(x), (1.0 - x.abs()) * sign(y)] };
    [u * 0.5 + 0.5, v * 0.5 + 0.5]
}

/// The direction of a point of the unit square.
#[inline]
pub(super) fn unfold([u, v]: [f32; 2]) -> [f32; 3] {
    let [mut x, mut y] = [u * 2.0 - 1.0, v * 2.0 - 1.0];
    let z = 1.0 - x.abs() - y.abs();
    let back = (-z).clamp(0.0, 1.0);
    // A part that is folded to nothing keeps its sign, so that packing finds the side it came from.
    x = (x.abs() - back).copysign(x);
    y = (y.abs() - back).copysign(y);
    normalized([x, y, z])
}

/// Unit length; zero stays zero.
#[inline]
fn normalized(vector: [f32; 3]) -> [f32; 3] {
    let length = dot(vector, vector).sqrt();
    if length == 0.0 { [0.0; 3] } else { vector.map(|part| part / length) }
}

#[inline]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::{frame, pack_frame, stored_normal, stored_tangent};

    fn directions() -> impl Iterator<Item = [f32; 3]> {
        (0..200_u16).map(|step| {
            let (sine, cosine) = (f32::from(step) * 0.1).sin_cos();
            let (tilt, level) = (f32::from(step) * 0.37).sin_cos();
            [sine * level, tilt, cosine * level]
        })
    }

    fn near(a: &[f32], b: &[f32], most: f32) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < most)
    }

    #[test]
    fn stored_directions_are_nearly_the_exact_ones() {
        for exact in directions() {
            let back = stored_normal(exact);
            assert!(near(&back, &exact, 1e-4), "{exact:?} {back:?}");
        }
    }

    #[test]
    fn a_tangent_keeps_its_sign() {
        assert_eq!(stored_tangent([1.0, 0.0, 0.0, 1.0])[3], 1.0);
        assert_eq!(stored_tangent([1.0, 0.0, 0.0, -1.0])[3], -1.0);
    }

    #[test]
    fn a_frame_comes_back_with_its_sign() {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]];
        for normal in directions().chain(axes) {
            // Anything at a right angle will do.
            let helper = if normal[1].abs() < 0.9 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
            let along = super::normalized(super::cross(helper, normal));
            for sign in [1.0, -1.0] {
                let tangent = [along[0], along[1], along[2], sign];
                let (axis, turn) = pack_frame(normal, tangent);
                let (out, back) = frame(axis, turn);
                assert!(near(&out, &normal, 4e-4), "{normal:?} {out:?}");
                assert!(near(&back, &tangent, 4e-4), "{tangent:?} {back:?}");
            }
        }
    }
}
