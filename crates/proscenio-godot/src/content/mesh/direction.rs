//! Normals and tangents as the engine packs them: folded onto an octahedron, or as an axis and an angle.
//!
//! Packed numbers are shares of 65535. What a program reads back from a mesh, and what the engine draws with,
//! are the unpacked ones and not the exact ones.

use std::f32::consts::{FRAC_PI_2, PI};

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
    across(normal_lanes([[u], [v]]))[0]
}

/// A tangent of two packed numbers; the sign of the bitangent lives in the second.
#[inline]
#[must_use]
pub fn tangent([u, v]: [u16; 2]) -> [f32; 4] {
    across(tangent_lanes([[u], [v]]))[0]
}

/// Fills in normals of packed rows: `count` of them, `stride` bytes apart, as many as are wholly there.
pub(super) fn normals(list: &mut Vec<[f32; 3]>, bytes: &[u8], start: usize, stride: usize, count: usize) {
    many(list, bytes, start, stride, count, normal_lanes);
}

/// As [`normals`].
pub(super) fn tangents(list: &mut Vec<[f32; 4]>, bytes: &[u8], start: usize, stride: usize, count: usize) {
    many(list, bytes, start, stride, count, tangent_lanes);
}

/// So many are worked out side by side, which is several times as fast as one after the other.
const LANES: usize = 8;

fn normal_lanes<const L: usize>(packed: [[u16; L]; 2]) -> [[f32; L]; 3] {
    unfold_lanes(packed.map(|lane| lane.map(share)))
}

fn tangent_lanes<const L: usize>([u, v]: [[u16; L]; 2]) -> [[f32; L]; 4] {
    let v = v.map(|v| share(v) * 2.0 - 1.0);
    let sign = v.map(|v| if v >= 0.0 { 1.0 } else { -1.0 });
    let [x, y, z] = unfold_lanes([u.map(share), v.map(f32::abs)]);
    [x, y, z, sign]
}

/// Numbers side by side as vectors.
fn across<const L: usize, const N: usize>(lanes: [[f32; L]; N]) -> [[f32; N]; L] {
    std::array::from_fn(|at| std::array::from_fn(|part| lanes[part][at]))
}

fn many<const N: usize>(
    list: &mut Vec<[f32; N]>,
    bytes: &[u8],
    start: usize,
    stride: usize,
    count: usize,
    unpack: impl Fn([[u16; LANES]; 2]) -> [[f32; LANES]; N],
) {
    list.clear();
    let there = bytes.get(start..).unwrap_or_default();
    let stride = stride.max(1);
    list.reserve(count.min(there.len() / stride + 1));
    for chunk in there.chunks(stride * LANES) {
        let (packed, filled) = pairs(chunk, stride);
        let wanted = filled.min(count - list.len());
        list.extend_from_slice(&across(unpack(packed))[..wanted]);
        if list.len() == count {
            break;
        }
    }
}

/// The pairs of numbers at the beginning of up to eight rows, and how many rows have them.
#[inline]
fn pairs(chunk: &[u8], stride: usize) -> ([[u16; LANES]; 2], usize) {
    let mut packed = [[0; LANES]; 2];
    let mut filled = 0;
    for row in chunk.chunks(stride).take(LANES) {
        let Some([a, b, c, d]) = row.first_chunk::<4>() else { break };
        packed[0][filled] = u16::from_le_bytes([*a, *b]);
        packed[1][filled] = u16::from_le_bytes([*c, *d]);
        filled += 1;
    }
    (packed, filled)
}

/// Normal and tangent of a compressed vertex: an axis, packed as a normal is, and the turn about it. The
/// turn's lower half is for mirrored bitangents.
#[inline]
#[must_use]
pub fn frame(axis: [u16; 2], turn: u16) -> ([f32; 3], [f32; 4]) {
    let (out, along) = frame_lanes([[axis[0]], [axis[1]]], [turn]);
    (across(out)[0], across(along)[0])
}

/// Fills in normals and tangents of compressed vertices. `places` are the positions, eight bytes each with the turn
/// in the last two; `axes` are four bytes each.
pub(super) fn frames(
    (normals, tangents): (&mut Vec<[f32; 3]>, &mut Vec<[f32; 4]>),
    places: &[u8],
    axes: &[u8],
    count: usize,
) {
    let (places, axes) = (places.as_chunks::<8>().0, axes.as_chunks::<4>().0);
    let count = count.min(places.len()).min(axes.len());
    normals.clear();
    tangents.clear();
    normals.reserve(count);
    tangents.reserve(count);
    let (places, axes) = (&places[..count], &axes[..count]);
    let ((eights, places), (axes, last)) = (places.as_chunks::<LANES>(), axes.as_chunks::<LANES>());
    for (places, axes) in eights.iter().zip(axes) {
        let (out, along) = eight_frames(places, axes);
        normals.extend_from_slice(&out);
        tangents.extend_from_slice(&along);
    }
    let (mut padded, mut turned) = ([[0; 8]; LANES], [[0; 4]; LANES]);
    padded[..places.len()].copy_from_slice(places);
    turned[..last.len()].copy_from_slice(last);
    let (out, along) = eight_frames(&padded, &turned);
    normals.extend_from_slice(&out[..places.len()]);
    tangents.extend_from_slice(&along[..places.len()]);
}

#[inline]
fn eight_frames(
    places: &[[u8; 8]; LANES],
    axes: &[[u8; 4]; LANES],
) -> ([[f32; 3]; LANES], [[f32; 4]; LANES]) {
    let axis = |part: usize| axes.map(|axis| u16::from_le_bytes([axis[part], axis[part + 1]]));
    let turns = places.map(|place| u16::from_le_bytes([place[6], place[7]]));
    let (out, along) = frame_lanes([axis(0), axis(2)], turns);
    (across(out), across(along))
}

fn frame_lanes<const L: usize>(axis: [[u16; L]; 2], turn: [u16; L]) -> ([[f32; L]; 3], [[f32; L]; 4]) {
    let ([x, y, z], length) = unfolded(axis.map(|lane| lane.map(share)));
    let mut out = [[0.0; L]; 3];
    let mut along = [[0.0; L]; 4];
    for at in 0..L {
        // One division for three; these directions are nowhere compared to the last digit.
        let shrink = 1.0 / length[at];
        let (x, y, z) = (x[at] * shrink, y[at] * shrink, z[at] * shrink);
        let turn = share(turn[at]);
        let (sine, cosine) = sin_cos((turn * 2.0 - 1.0).abs() * PI);
        let rest = 1.0 - cosine;
        // The first and third row of the turn's matrix.
        along[0][at] = cosine + x * x * rest;
        along[1][at] = x * y * rest - z * sine;
        along[2][at] = z * x * rest + y * sine;
        along[3][at] = if turn > 0.5 { 1.0 } else { -1.0 };
        out[0][at] = z * x * rest - y * sine;
        out[1][at] = y * z * rest + x * sine;
        out[2][at] = cosine + z * z * rest;
    }
    (out, along)
}

/// Sine and cosine of an angle from 0 to half a turn, to a few parts of ten million.
#[inline]
fn sin_cos(angle: f32) -> (f32, f32) {
    let x = angle - FRAC_PI_2;
    let x2 = x * x;
    let cosine_of = |start: [f32; 6]| start.iter().rfold(0.0, |sum, factor| sum * x2 + factor);
    // The series of the cosine and of the sine, whose ends vanish over a quarter turn.
    let even = cosine_of([1.0, -1.0 / 2.0, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40_320.0, -1.0 / 3_628_800.0]);
    let odd = cosine_of([1.0, -1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362_880.0, -1.0 / 39_916_800.0]);
    (even, -x * odd)
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
    across(unfold_lanes([[u], [v]]))[0]
}

#[inline]
fn unfold_lanes<const L: usize>(square: [[f32; L]; 2]) -> [[f32; L]; 3] {
    let (lanes, length) = unfolded(square);
    lanes.map(|lane| std::array::from_fn(|at| lane[at] / length[at]))
}

/// Directions and how long they are; infinitely where they are nothing, so that zero stays zero.
#[inline]
fn unfolded<const L: usize>([u, v]: [[f32; L]; 2]) -> ([[f32; L]; 3], [f32; L]) {
    let (mut lanes, mut lengths) = ([[0.0; L]; 3], [0.0; L]);
    for at in 0..L {
        let [x, y] = [u[at] * 2.0 - 1.0, v[at] * 2.0 - 1.0];
        let z = 1.0 - x.abs() - y.abs();
        let back = (-z).clamp(0.0, 1.0);
        // A part that is folded to nothing keeps its sign, so that packing finds the side it came from.
        let x = (x.abs() - back).copysign(x);
        let y = (y.abs() - back).copysign(y);
        let length = (x * x + y * y + z * z).sqrt();
        lengths[at] = if length == 0.0 { f32::INFINITY } else { length };
        (lanes[0][at], lanes[1][at], lanes[2][at]) = (x, y, z);
    }
    (lanes, lengths)
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
