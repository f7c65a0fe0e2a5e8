//! Polygons into triangles.

use earcut::Earcut;
use proscenio_scene::glam::{DVec2, DVec3, Vec2};

/// The triangles of a polygon, as numbers of its corners, in the polygon's direction of turning.
///
/// Convex polygons become a fan from their first corner; others are cut by ear clipping in the plane they lie in
/// best. `out` is emptied first. Triangles without area may be among the result.
pub(crate) fn triangulate(corners: &[[f64; 3]], out: &mut Vec<[usize; 3]>) {
    out.clear();
    if corners.len() < 3 {
        return;
    }
    let fan = |out: &mut Vec<[usize; 3]>| out.extend((2..corners.len()).map(|at| [0, at - 1, at]));
    if corners.len() == 3 {
        return fan(out);
    }
    let normal = newell(corners);
    let Some(normal) = normal.try_normalize() else { return fan(out) };
    if is_convex(corners, normal) {
        return fan(out);
    }
    let across = normal.any_orthonormal_vector();
    let up = normal.cross(across);
    let origin = DVec3::from_array(corners[0]);
    let flat: Vec<DVec2> = corners
        .iter()
        .map(|corner| DVec3::from_array(*corner) - origin)
        .map(|corner| DVec2::new(corner.dot(across), corner.dot(up)))
        .collect();
    let mut indices: Vec<usize> = Vec::new();
    Earcut::new().earcut(flat.iter().map(|corner| corner.to_array()), &[], &mut indices);
    out.extend(indices.as_chunks::<3>().0);
    if out.is_empty() {
        return fan(out);
    }
    // The library keeps one direction of turning, whichever the polygon had.
    let area: f64 = out.iter().map(|[a, b, c]| (flat[*b] - flat[*a]).perp_dot(flat[*c] - flat[*a])).sum();
    if area < 0.0 {
        out.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
}

/// The triangles of a polygon in the plane, as numbers of its corners; corners that are no numbers give none.
pub(crate) fn triangulate_flat(corners: &[Vec2]) -> Vec<u32> {
    let mut indices: Vec<u32> = Vec::new();
    if let [a, b, c, d] = corners {
        // Engine behaviour (Godot): the first ear is the first corner, which shows in colours of corners.
        let turns = [(d, a, b), (b, c, d)].map(|(p, q, r)| (*q - *p).perp_dot(*r - *q));
        let other = [(a, b, c), (c, d, a)].map(|(p, q, r)| (*q - *p).perp_dot(*r - *q));
        let all = [turns, other].concat();
        if all.iter().all(|turn| *turn > 0.0) || all.iter().all(|turn| *turn < 0.0) {
            return vec![3, 0, 1, 1, 2, 3];
        }
    }
    if corners.iter().all(|corner| corner.is_finite()) {
        Earcut::new().earcut(corners.iter().map(|corner| corner.to_array()), &[], &mut indices);
    }
    indices
}

/// The triangles between a polygon and one inside it, as numbers of the corners of both.
pub(crate) fn triangulate_between(outer: &[Vec2], inner: &[Vec2]) -> Vec<u32> {
    let mut indices: Vec<u32> = Vec::new();
    let all: Vec<[f32; 2]> = outer.iter().chain(inner).map(|corner| corner.to_array()).collect();
    if all.as_flattened().iter().all(|number| number.is_finite()) && !inner.is_empty() {
        Earcut::new().earcut(all.iter().copied(), &[outer.len() as u32], &mut indices);
    }
    indices
}

/// Twice the area of a polygon, along its normal.
pub(crate) fn newell(corners: &[[f64; 3]]) -> DVec3 {
    let origin = DVec3::from_array(corners[0]);
    let from_first = |at: usize| DVec3::from_array(corners[at]) - origin;
    (2..corners.len()).map(|at| from_first(at - 1).cross(from_first(at))).sum()
}

/// Whether no corner turns against the polygon's direction.
fn is_convex(corners: &[[f64; 3]], normal: DVec3) -> bool {
    let count = corners.len();
    let at = |index: usize| DVec3::from_array(corners[index % count]);
    (0..count).all(|index| {
        let (before, after) = (at(index + 1) - at(index), at(index + 2) - at(index + 1));
        before.cross(after).dot(normal) >= -1e-12 * before.length() * after.length()
    })
}

#[cfg(test)]
mod tests {
    use super::{newell, triangulate};
    use proptest::prelude::*;
    use proscenio_scene::glam::DVec3;

    fn triangles(corners: &[[f64; 3]]) -> Vec<[usize; 3]> {
        let mut out = Vec::new();
        triangulate(corners, &mut out);
        out
    }

    fn areas(corners: &[[f64; 3]]) -> Vec<DVec3> {
        triangles(corners).iter().map(|triangle| newell(&triangle.map(|at| corners[at]))).collect()
    }

    #[test]
    fn convex_ones_are_fans() {
        let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        assert_eq!(triangles(&square), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles(&square[..2]), [[0; 3]; 0]);
        assert_eq!(triangles(&[[1.0; 3]; 5]).len(), 3, "without area there is nothing to choose by");
    }

    #[test]
    fn an_arrow_is_cut_inside_in_either_direction() {
        let arrow = [[0.0, 0.0, 2.0], [2.0, -1.0, 2.0], [0.0, 3.0, 2.0], [-2.0, -1.0, 2.0]];
        for corners in [arrow.to_vec(), arrow.iter().rev().copied().collect()] {
            let whole = newell(&corners);
            let parts = areas(&corners);
            assert_eq!(parts.len(), 2);
            assert!(parts.iter().all(|part| part.dot(whole) > 0.0), "{parts:?}");
        }
    }

    proptest! {
        /// Stars seen from all sides: the parts lie inside, turn like the whole and fill it.
        #[test]
        fn parts_fill_the_whole(radii in prop::collection::vec(0.2f64..3.0, 4..40), x in -1.0f64..1.0, y in -1.0f64..1.0) {
            let (across, up) = DVec3::new(x, y, 1.0).normalize().any_orthonormal_pair();
            let step = std::f64::consts::TAU / radii.len() as f64;
            let corners: Vec<[f64; 3]> = radii
                .iter()
                .enumerate()
                .map(|(at, radius)| {
                    let (sin, cos) = (at as f64 * step).sin_cos();
                    (across * (cos * radius) + up * (sin * radius)).to_array()
                })
                .collect();
            let whole = newell(&corners);
            let parts = areas(&corners);
            let direction = whole.normalize();
            prop_assert!(parts.iter().all(|part| part.dot(direction) >= -1e-9));
            let sum: DVec3 = parts.iter().sum();
            prop_assert!((sum - whole).length() < 1e-6 * whole.length(), "{sum} {whole}");
        }
    }
}
