//! Placements as glTF can say them: translation, rotation and scale apart.

use glam::{Affine2, Affine3A, DAffine3, DMat3, DQuat, DVec3};

/// Metres of a pixel.
pub(super) const PIXEL: f64 = 0.01;
/// How exactly a placement comes back.
const EXACT: f64 = 2e-6;
/// How exactly it must come back at least.
const ENOUGH: f64 = 6e-6;
/// The same for placements that need not be computed: kept even when the way down has lost some digits.
const DIRECT_ENOUGH: f64 = 1e-3;
/// The largest number of a parent that errors are measured with.
const PARENT_MOST: f64 = 1e4;
/// What a product of single numbers may be off, as a share of its largest part.
const SINGLE: f64 = 1.5e-7;

/// A placement in single numbers; parts that change nothing are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Trs {
    pub translation: Option<[f32; 3]>,
    /// Unit quaternion, x y z w.
    pub rotation: Option<[f32; 4]>,
    pub scale: Option<[f32; 3]>,
}

/// A placement as one or two nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Placed {
    /// One node says it.
    One(Trs),
    /// It shears, which no node may: a turn (the inner node) inside a scaling (the outer one) does the same.
    Two { outer: Trs, inner: Trs },
}

impl Placed {
    /// The placement a reader makes of the parts.
    pub fn affine(self) -> DAffine3 {
        match self {
            Self::One(trs) => trs_affine(trs),
            Self::Two { outer, inner } => trs_affine(outer) * trs_affine(inner),
        }
    }
}

/// An affine in double precision.
pub(super) fn wide(affine: Affine3A) -> DAffine3 {
    DAffine3 { matrix3: affine.matrix3.as_dmat3(), translation: affine.translation.as_dvec3() }
}

/// A placement in the plane (pixels, +Y down) as one in space (metres, +Y up, z = 0).
pub(super) fn flat_to_space(flat: Affine2) -> DAffine3 {
    let (x, y, t) = (flat.matrix2.x_axis, flat.matrix2.y_axis, flat.translation);
    DAffine3 {
        matrix3: DMat3::from_cols(
            DVec3::new(f64::from(x.x), -f64::from(x.y), 0.0),
            DVec3::new(-f64::from(y.x), f64::from(y.y), 0.0),
            DVec3::Z,
        ),
        translation: DVec3::new(f64::from(t.x) * PIXEL, -f64::from(t.y) * PIXEL, 0.0),
    }
}

/// How far two placements are apart: the turned and scaled part as a share of its largest number, the
/// translation as a share of its largest number or of one metre.
pub(super) fn difference(left: DAffine3, right: DAffine3) -> f64 {
    let apart = |left: &[f64], right: &[f64], least: f64| {
        let size = right.iter().fold(least, |most, value| most.max(value.abs()));
        let most = left.iter().zip(right).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        if most == 0.0 { 0.0 } else { most / size }
    };
    let (left, right) = (left.to_cols_array(), right.to_cols_array());
    apart(&left[..9], &right[..9], 0.0).max(apart(&left[9..], &right[9..], 1.0))
}

/// The largest number of a placement.
fn largest(affine: DAffine3) -> f64 {
    affine.to_cols_array().iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// The largest difference of a placement read back from the one wanted.
fn astray(back: DAffine3, wanted: DAffine3) -> f64 {
    let pairs = back.to_cols_array().into_iter().zip(wanted.to_cols_array());
    pairs.fold(0.0_f64, |most, (a, b)| {
        // A difference that is no number is endless.
        let apart = (a - b).abs();
        if apart.is_nan() { f64::INFINITY } else { most.max(apart) }
    })
}

/// How far a reader that multiplies single numbers may be off: large numbers that cancel each other leave
/// their rounding behind.
fn rounding(parent: DAffine3, local: DAffine3) -> f64 {
    let size_of = |affine: DAffine3| DAffine3 {
        matrix3: DMat3::from_cols(
            affine.matrix3.x_axis.abs(),
            affine.matrix3.y_axis.abs(),
            affine.matrix3.z_axis.abs(),
        ),
        translation: affine.translation.abs(),
    };
    largest(size_of(parent) * size_of(local)) * SINGLE
}

/// What errors below a parent are measured with: the largest number of the world placement wanted or of
/// the parent, for nobody places things to the millimetre by a parent many metres away. At least 1.
fn measure(parent: DAffine3, world: DAffine3) -> f64 {
    largest(world).max(largest(parent).min(PARENT_MOST)).max(1.0)
}

/// What to write below a parent so that `world` is read back, and what is read back.
///
/// `parent` is what is read back of the parent. `direct` is a placement known to be right but for rounding;
/// it is taken when rounding has not grown. `None` when nothing below this parent stands there: it is
/// flattened, or so squashed or far off that single numbers do not suffice.
pub(super) fn place_under(
    parent: DAffine3,
    world: DAffine3,
    direct: Option<DAffine3>,
) -> Option<(Placed, DAffine3)> {
    let measure = measure(parent, world);
    let attempt = |local: DAffine3| {
        let single = local.to_cols_array().iter().all(|value| (*value as f32).is_finite());
        let placed = place(if single { local } else { return None });
        let back = parent * placed.affine();
        Some((astray(back, world) / measure, placed, back))
    };
    let first = direct.and_then(attempt);
    if let Some((error, placed, back)) = first
        && error <= EXACT
    {
        return Some((placed, back));
    }
    let computed = parent.inverse() * world;
    let second = attempt(computed)
        .filter(|(error, ..)| error + rounding(parent, computed) / measure <= ENOUGH)
        .or(first.filter(|(error, ..)| *error <= DIRECT_ENOUGH))?;
    Some((second.1, second.2))
}

/// A placement in the parts of one or two nodes. All numbers must be finite.
pub(super) fn place(affine: DAffine3) -> Placed {
    if let Some(trs) = whole(affine) {
        return Placed::One(trs);
    }
    let (columns, turn) = orthogonal_columns(affine.matrix3);
    let outer = trs_of(DAffine3 { matrix3: columns, translation: affine.translation });
    let inner = trs_of(DAffine3 { matrix3: turn.transpose(), translation: DVec3::ZERO });
    Placed::Two { outer, inner }
}

fn whole(affine: DAffine3) -> Option<Trs> {
    let trs = trs_of(affine);
    (difference(trs_affine(trs), affine) <= EXACT).then_some(trs)
}

fn trs_of(affine: DAffine3) -> Trs {
    let matrix = affine.matrix3;
    let basis = basis_of(matrix);
    let scale = [0, 1, 2].map(|axis| matrix.col(axis).dot(basis.col(axis))).map(single);
    let quat = DQuat::from_mat3(&basis).normalize();
    let quat = if quat.w < 0.0 { -quat } else { quat };
    let rotation = quat.to_array().map(single);
    let translation = affine.translation.to_array().map(single);
    Trs {
        translation: (translation != [0.0; 3]).then_some(translation),
        rotation: (rotation != [0.0, 0.0, 0.0, 1.0]).then_some(rotation),
        scale: (scale != [1.0; 3]).then_some(scale),
    }
}

/// A single number; zero has no sign.
fn single(value: f64) -> f32 {
    value as f32 + 0.0
}

fn trs_affine(trs: Trs) -> DAffine3 {
    let vector = |values: [f32; 3]| DVec3::from_array(values.map(f64::from));
    DAffine3::from_scale_rotation_translation(
        vector(trs.scale.unwrap_or([1.0; 3])),
        trs.rotation.map_or(DQuat::IDENTITY, |values| DQuat::from_array(values.map(f64::from))),
        vector(trs.translation.unwrap_or_default()),
    )
}

/// A right-handed orthonormal basis along the columns, also where some of them are nothing.
fn basis_of(matrix: DMat3) -> DMat3 {
    let off_axis = [matrix.x_axis.y, matrix.x_axis.z, matrix.y_axis.x, matrix.y_axis.z, matrix.z_axis.x];
    if off_axis.iter().all(|value| *value == 0.0) && matrix.z_axis.y == 0.0 {
        return DMat3::IDENTITY;
    }
    let x = matrix.x_axis.try_normalize();
    let y = matrix.y_axis.try_normalize();
    let z = matrix.z_axis.try_normalize();
    let x = x
        .or_else(|| y?.cross(z?).try_normalize())
        .or_else(|| Some(y.or(z)?.any_orthonormal_vector()))
        .unwrap_or(DVec3::X);
    let y = y
        .and_then(|y| y.reject_from_normalized(x).try_normalize())
        .or_else(|| z?.cross(x).try_normalize())
        .unwrap_or_else(|| x.any_orthonormal_vector());
    // The third follows from the two; a mirroring matrix gives it a negative scale.
    DMat3::from_cols(x, y, x.cross(y))
}

/// The placement without its scale and shear: unit axes at right angles, mirrored where it mirrors.
pub(super) fn upright(affine: DAffine3) -> DAffine3 {
    let basis = basis_of(affine.matrix3);
    let sign = |axis: usize| if affine.matrix3.col(axis).dot(basis.col(axis)) < 0.0 { -1.0 } else { 1.0 };
    let matrix3 = DMat3::from_cols(basis.x_axis * sign(0), basis.y_axis * sign(1), basis.z_axis * sign(2));
    let upright = DAffine3 { matrix3, ..affine };
    if difference(upright, affine) <= EXACT { affine } else { upright }
}

/// `matrix · turn` with orthogonal columns, and the turn: one-sided Jacobi rotations.
fn orthogonal_columns(matrix: DMat3) -> (DMat3, DMat3) {
    let mut columns = matrix.to_cols_array_2d().map(DVec3::from_array);
    let mut turn = DMat3::IDENTITY.to_cols_array_2d().map(DVec3::from_array);
    // Three columns settle within a handful of sweeps; the bound only guards against rounding.
    for _ in 0..40 {
        let mut settled = true;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (a, b, c) =
                (columns[p].length_squared(), columns[q].length_squared(), columns[p].dot(columns[q]));
            if c.abs() <= 1e-14 * (a * b).sqrt() {
                continue;
            }
            settled = false;
            let zeta = (b - a) / (2.0 * c);
            let tangent = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
            let cosine = 1.0 / tangent.hypot(1.0);
            let sine = cosine * tangent;
            for set in [&mut columns, &mut turn] {
                (set[p], set[q]) = (set[p] * cosine - set[q] * sine, set[p] * sine + set[q] * cosine);
            }
        }
        if settled {
            break;
        }
    }
    let matrix = |set: [DVec3; 3]| DMat3::from_cols(set[0], set[1], set[2]);
    (matrix(columns), matrix(turn))
}

#[cfg(test)]
mod tests {
    use super::{Placed, difference, flat_to_space, place, place_under, wide};
    use glam::{Affine2, Affine3A, DAffine3, DMat3, DQuat, DVec3, Vec2, Vec3};
    use proptest::prelude::*;

    #[test]
    fn a_plain_scale_is_not_turned() {
        let Placed::One(trs) = place(DAffine3::from_scale(DVec3::new(-1.0, 2.0, 0.0))) else { panic!() };
        assert_eq!((trs.rotation, trs.scale), (None, Some([-1.0, 2.0, 0.0])));
        assert_eq!(place(DAffine3::IDENTITY), Placed::One(super::Trs::default()));
    }

    #[test]
    fn flattened_placements_are_one_node() {
        let turn = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(0.3);
        for scale in [[0.0, 2.0, 3.0], [2.0, 0.0, 3.0], [2.0, 3.0, 0.0], [0.0, 0.0, 2.0], [0.0, 2.0, 0.0]] {
            let affine = DAffine3::from_scale_rotation_translation(scale.into(), turn, DVec3::ONE);
            let placed = place(affine);
            assert!(matches!(placed, Placed::One(_)), "{scale:?}");
            assert!(difference(placed.affine(), affine) < 1e-6, "{scale:?}");
        }
    }

    #[test]
    fn shear_takes_two_nodes() {
        let sheared = DAffine3::from_mat3(DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z));
        let placed = place(sheared);
        assert!(matches!(placed, Placed::Two { .. }));
        assert!(difference(placed.affine(), sheared) < 1e-6);
    }

    #[test]
    fn pixels_down_become_metres_up() {
        let flat = Affine2::from_scale_angle_translation(Vec2::splat(2.0), 0.5, Vec2::new(300.0, 50.0));
        let space = flat_to_space(flat);
        let point = flat.transform_point2(Vec2::new(10.0, 20.0));
        let expected = DVec3::new(f64::from(point.x), -f64::from(point.y), 0.0) * 0.01;
        assert!(space.transform_point3(DVec3::new(0.1, -0.2, 0.0)).abs_diff_eq(expected, 1e-6));
        assert!(matches!(place(space), Placed::One(_)));
    }

    #[test]
    fn nothing_stands_under_a_flattened_parent_but_itself() {
        let flattened = DAffine3::from_scale(DVec3::new(1.0, 0.0, 1.0));
        let up = DAffine3::from_translation(DVec3::Y);
        assert_eq!(place_under(flattened, up, None), None);
        let itself = place_under(flattened, flattened, Some(DAffine3::IDENTITY));
        assert_eq!(itself, Some((Placed::One(super::Trs::default()), flattened)));
        assert!(place_under(flattened, flattened * up, Some(up)).is_some());
        let far = DAffine3::from_translation(DVec3::splat(1e9));
        assert_eq!(place_under(far, DAffine3::from_translation(DVec3::new(0.1, 0.2, 0.3)), None), None);
    }

    #[test]
    fn rounding_that_grows_is_made_good() {
        // The parent is read back a little off; what is wanted below it is not.
        let parent = DAffine3::from_scale(DVec3::splat(1.0 + 1e-5));
        let wanted = DAffine3::from_translation(DVec3::X);
        let (_, back) = place_under(parent, wanted, Some(wanted)).unwrap();
        assert!(difference(back, wanted) < 1e-6);
    }

    proptest! {
        #[test]
        fn any_placement_comes_back(numbers in prop::array::uniform12(-10.0_f32..10.0)) {
            let affine = wide(Affine3A::from_cols_array(&numbers));
            prop_assert!(difference(place(affine).affine(), affine) < 3e-6);
        }

        #[test]
        fn turned_and_scaled_is_one_node(
            axis in prop::array::uniform3(-1.0_f32..1.0),
            angle in -7.0_f32..7.0,
            scale in prop::array::uniform3(prop_oneof![-100.0_f32..-0.01, 0.01_f32..100.0]),
        ) {
            let axis = Vec3::from_array(axis).try_normalize().unwrap_or(Vec3::Y);
            let turn = glam::Quat::from_axis_angle(axis, angle);
            let affine = wide(Affine3A::from_scale_rotation_translation(scale.into(), turn, Vec3::ONE));
            prop_assert!(matches!(place(affine), Placed::One(_)));
        }
    }
}
