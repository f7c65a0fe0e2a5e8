//! Normals and tangents as the engine stores them: folded onto an octahedron, sixteen bits each way.
//!
//! What a program reads back from a mesh, and what the engine draws with, are these and not the exact ones.

const STEPS: f32 = 65535.0;

/// A normal after it was stored.
pub(super) fn normal(exact: [f32; 3]) -> [f32; 3] {
    unfold(fold(exact).map(stored))
}

/// A tangent after it was stored; the sign of the bitangent lives in one of its numbers.
pub(super) fn tangent([x, y, z, sign]: [f32; 4]) -> [f32; 4] {
    let [u, v] = fold([x, y, z]);
    // The fold's second number is moved into the upper half, and the sign mirrors it.
    let v = v.max(1.0 / 32767.0) * 0.5 + 0.5;
    let v = if sign >= 0.0 { v } else { 1.0 - v };
    let [u, v] = [u, v].map(stored);
    let v = v * 2.0 - 1.0;
    let sign = if v >= 0.0 { 1.0 } else { -1.0 };
    let [x, y, z] = unfold([u, v.abs()]);
    [x, y, z, sign]
}

fn stored(share: f32) -> f32 {
    (share * STEPS).clamp(0.0, STEPS).trunc() / STEPS
}

/// A direction as a point of the unit square.
fn fold([x, y, z]: [f32; 3]) -> [f32; 2] {
    let sum = x.abs() + y.abs() + z.abs();
    if sum == 0.0 {
        return [0.5, 0.5];
    }
    let [x, y, z] = [x / sum, y / sum, z / sum];
    let sign = |number: f32| if number >= 0.0 { 1.0 } else { -1.0 };
    let [u, v] = if z >= 0.0 { [x, y] } else { [(1.0 - y.abs()) * sign(x), (1.0 - x.abs()) * sign(y)] };
    [u * 0.5 + 0.5, v * 0.5 + 0.5]
}

fn unfold([u, v]: [f32; 2]) -> [f32; 3] {
    let [mut x, mut y] = [u * 2.0 - 1.0, v * 2.0 - 1.0];
    let z = 1.0 - x.abs() - y.abs();
    let back = (-z).clamp(0.0, 1.0);
    x += if x >= 0.0 { -back } else { back };
    y += if y >= 0.0 { -back } else { back };
    super::normalized([x, y, z])
}

#[cfg(test)]
mod tests {
    use super::{normal, tangent};

    #[test]
    fn stored_directions_are_nearly_the_exact_ones() {
        for step in 0..200_u16 {
            let (sine, cosine) = (f32::from(step) * 0.1).sin_cos();
            let (tilt, level) = (f32::from(step) * 0.37).sin_cos();
            let exact = [sine * level, tilt, cosine * level];
            let back = normal(exact);
            assert!(back.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-4), "{exact:?} {back:?}");
        }
    }

    #[test]
    fn a_tangent_keeps_its_sign() {
        assert_eq!(tangent([1.0, 0.0, 0.0, 1.0])[3], 1.0);
        assert_eq!(tangent([1.0, 0.0, 0.0, -1.0])[3], -1.0);
    }
}
