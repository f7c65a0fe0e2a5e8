//! The arithmetic between keys.

use proscenio_scene::glam::{Affine2, Affine3A, Mat3A, Quat, Vec2, Vec3};

/// The keys around a moment, and how far it is between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Between {
    /// The key before, and the one before that.
    pub from: usize,
    pub pre: usize,
    /// The key behind, and the one behind that.
    pub to: usize,
    pub post: usize,
    /// 0 at `from`, 1 at `to`; eased.
    pub weight: f64,
    /// Seconds from `from` to the other three.
    pub to_time: f64,
    pub pre_time: f64,
    pub post_time: f64,
}

impl Between {
    /// At a key.
    pub fn still(key: usize) -> Self {
        Self {
            from: key,
            pre: key,
            to: key,
            post: key,
            weight: 0.0,
            to_time: 0.0,
            pre_time: 0.0,
            post_time: 0.0,
        }
    }
}

/// Godot's curve of a key's transition: 1 is straight, larger ones start slowly, those between 0 and 1 fast, negative
/// ones are slow at both ends, 0 stays.
pub(super) fn ease(x: f64, curve: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    if curve > 1.0 {
        x.powf(curve)
    } else if curve > 0.0 {
        1.0 - (1.0 - x).powf(1.0 / curve)
    } else if curve < 0.0 {
        if x < 0.5 {
            (x * 2.0).powf(-curve) * 0.5
        } else {
            (1.0 - (1.0 - (x - 0.5) * 2.0).powf(-curve)) * 0.5 + 0.5
        }
    } else {
        0.0
    }
}

/// The straight way.
pub(super) fn linear(from: f32, to: f32, weight: f64) -> f32 {
    (f64::from(from) + (f64::from(to) - f64::from(from)) * weight) as f32
}

/// The angle that differs from `to` by full turns and from `from` by half a turn at most.
pub(super) fn nearest_turn(from: f64, to: f64) -> f64 {
    from + (to - from + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI
}

/// The same angle from 0 to a full turn, as Godot gives angles.
pub(super) fn full_turn(angle: f64) -> f32 {
    angle.rem_euclid(std::f64::consts::TAU) as f32
}

/// Barry's and Goldman's curve through four points at uneven times, which Godot calls cubic.
pub(super) fn cubic(values: [f64; 4], at: &Between) -> f64 {
    let [pre, from, to, post] = values;
    let lerp = |a: f64, b: f64, weight: f64| a + (b - a) * weight;
    let share = |part: f64, whole: f64, flat: f64| if whole == 0.0 { flat } else { part / whole };
    let t = at.to_time * at.weight;
    let a1 = lerp(pre, from, share(t - at.pre_time, -at.pre_time, 0.0));
    let a2 = lerp(from, to, share(t, at.to_time, 0.5));
    let a3 = lerp(to, post, share(t - at.to_time, at.post_time - at.to_time, 1.0));
    let b1 = lerp(a1, a2, share(t - at.pre_time, at.to_time - at.pre_time, 0.0));
    let b2 = lerp(a2, a3, share(t, at.post_time, 1.0));
    lerp(b1, b2, share(t, at.to_time, 0.5))
}

/// The cubic of turns: taken in the logarithms seen from both ends, then blended.
pub(super) fn cubic_turn([pre, from, to, post]: [Quat; 4], at: &Between) -> Quat {
    let facing = |a: Quat, b: Quat| if a.dot(b) < 0.0 { -b } else { b };
    let pre = facing(from, pre);
    let to = facing(from, to);
    let post = facing(to, post);
    let seen_from = |middle: Quat| {
        let way = |q: Quat| logarithm(middle.conjugate() * q);
        let ways = [way(pre), way(from), way(to), way(post)];
        let axis = |i: usize| cubic(ways.map(|way| f64::from(way[i])), at) as f32;
        middle * Quat::from_scaled_axis(Vec3::new(axis(0), axis(1), axis(2)))
    };
    seen_from(from).slerp(seen_from(to), at.weight as f32)
}

/// Godot 3's cubic of turns: the way between the neighbours bends the way between the keys.
pub(super) fn cubic_turn_even([pre, from, to, post]: [Quat; 4], weight: f32) -> Quat {
    // Without taking the shorter arc, as the engine does for two of the three.
    let direct = |a: Quat, b: Quat, weight: f32| {
        let dot = a.dot(b).clamp(-1.0, 1.0);
        if dot.abs() > 0.9999 {
            return a;
        }
        let angle = dot.acos();
        let part = |share: f32| (share * angle).sin() / angle.sin();
        a * part(1.0 - weight) + b * part(weight)
    };
    let between = from.slerp(to, weight);
    direct(between, direct(pre, post, weight), (1.0 - weight) * weight * 2.0)
}

/// Placements in space blended by place, turn and size; mirror images count as negative sizes, and a lean is
/// lost, as in Godot.
pub(super) fn affine(from: Affine3A, to: Affine3A, weight: f32) -> Affine3A {
    let (from_turn, from_size) = parts(from.matrix3);
    let (to_turn, to_size) = parts(to.matrix3);
    let turn = from_turn.slerp(to_turn, weight).normalize();
    Affine3A::from_scale_rotation_translation(
        from_size.lerp(to_size, weight),
        turn,
        Vec3::from(from.translation.lerp(to.translation, weight)),
    )
}

fn parts(matrix: Mat3A) -> (Quat, Vec3) {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let side = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    let x = columns[0].normalize_or_zero();
    let y = (columns[1] - x * x.dot(columns[1])).normalize_or_zero();
    let z = (columns[2] - x * x.dot(columns[2]) - y * y.dot(columns[2])).normalize_or_zero();
    let turn = Quat::from_mat3a(&Mat3A::from_cols(x * side, y * side, z * side));
    let sound = turn.is_finite() && turn.length_squared() > 0.5;
    let size = Vec3::from_array(columns.map(|column| column.length() * side));
    (if sound { turn.normalize() } else { Quat::IDENTITY }, size)
}

/// Placements in the plane blended by place, turn, lean and size, angles taking the shorter way.
pub(super) fn flat(from: Affine2, to: Affine2, weight: f32) -> Affine2 {
    let (from_parts, to_parts) = (leaning(from), leaning(to));
    let angle = |from: f32, to: f32| {
        let to = nearest_turn(f64::from(from), f64::from(to));
        (f64::from(from) + (to - f64::from(from)) * f64::from(weight)) as f32
    };
    let turn = angle(from_parts.0, to_parts.0);
    let lean = angle(from_parts.1, to_parts.1);
    let size = from_parts.2.lerp(to_parts.2, weight);
    Affine2::from_cols(
        Vec2::from_angle(turn) * size.x,
        Vec2::from_angle(turn + lean).perp() * size.y,
        from.translation.lerp(to.translation, weight),
    )
}

/// Turn, lean of the y axis (both radians) and size.
pub(super) fn leaning(matrix: Affine2) -> (f32, f32, Vec2) {
    let (x, y) = (matrix.matrix2.x_axis, matrix.matrix2.y_axis);
    let side = if matrix.matrix2.determinant() < 0.0 { -1.0 } else { 1.0 };
    let turn = x.to_angle();
    let across = x.normalize_or_zero().dot(y.normalize_or_zero() * side);
    let lean = across.clamp(-1.0, 1.0).acos() - std::f32::consts::FRAC_PI_2;
    (turn, lean, Vec2::new(x.length(), y.length() * side))
}

/// The axis of a turn, as long as its angle.
fn logarithm(q: Quat) -> Vec3 {
    let (axis, angle) = q.normalize().to_axis_angle();
    // The long way about an axis is the short way about its opposite.
    if angle > std::f32::consts::PI { axis * (angle - std::f32::consts::TAU) } else { axis * angle }
}

/// A curve with a slope (change per second) at both ends.
pub(super) fn hermite(from: f32, leaving: f32, to: f32, arriving: f32, at: &Between) -> f32 {
    let (w, span) = (at.weight, at.to_time);
    let (w2, w3) = (w * w, w * w * w);
    let sum = f64::from(from) * (2.0 * w3 - 3.0 * w2 + 1.0)
        + f64::from(leaving) * span * (w3 - 2.0 * w2 + w)
        + f64::from(to) * (3.0 * w2 - 2.0 * w3)
        + f64::from(arriving) * span * (w3 - w2);
    sum as f32
}

/// Godot's curve with handles in time and value: ten halvings find the place, the rest is straight.
pub(super) fn bezier(from: f32, leaving: [f32; 2], to: f32, arriving: [f32; 2], at: &Between) -> f32 {
    let pair = |[x, y]: [f32; 2]| [f64::from(x), f64::from(y)];
    let (from, to) = (f64::from(from), f64::from(to));
    let (leaving, arriving) = (pair(leaving), pair(arriving));
    let points = [
        [0.0, from],
        [leaving[0], from + leaving[1]],
        [at.to_time + arriving[0], to + arriving[1]],
        [at.to_time, to],
    ];
    let place = |t: f64| -> [f64; 2] {
        let s = 1.0 - t;
        let shares = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        std::array::from_fn(|i| points.iter().zip(shares).map(|(point, share)| point[i] * share).sum())
    };
    let wanted = at.to_time * at.weight;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..10 {
        let middle = (low + high) * 0.5;
        if place(middle)[0] < wanted { low = middle } else { high = middle }
    }
    let (before, behind) = (place(low), place(high));
    let wide = behind[0] - before[0];
    let share = if wide.abs() < 1e-12 { 0.0 } else { (wanted - before[0]) / wide };
    (before[1] + (behind[1] - before[1]) * share) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(weight: f64) -> Between {
        let times =
            Between { from: 1, pre: 0, to: 2, post: 3, weight, to_time: 1.0, pre_time: -1.0, post_time: 2.0 };
        assert!(times.pre_time < 0.0);
        times
    }

    #[test]
    fn curves_go_through_their_keys() {
        let values = [5.0, 1.0, 3.0, -2.0];
        assert_eq!(cubic(values, &at(0.0)), 1.0);
        assert!((cubic(values, &at(1.0)) - 3.0).abs() < 1e-12);
        assert_eq!(hermite(1.0, 9.0, 3.0, -4.0, &at(0.0)), 1.0);
        assert_eq!(hermite(1.0, 9.0, 3.0, -4.0, &at(1.0)), 3.0);
        assert_eq!(bezier(1.0, [0.3, 2.0], 3.0, [-0.2, 1.0], &at(0.0)), 1.0);
        assert!((bezier(1.0, [0.3, 2.0], 3.0, [-0.2, 1.0], &at(1.0)) - 3.0).abs() < 1e-6);
    }

    #[test]
    fn evenly_spaced_cubics_are_catmull_and_roms() {
        let [p0, p1, p2, p3] = [5.0, 1.0, 3.0, -2.0];
        for step in 0..=10 {
            let w = f64::from(step) / 10.0;
            let known = 0.5
                * (2.0 * p1
                    + (p2 - p0) * w
                    + (2.0 * p0 - 5.0 * p1 + 4.0 * p2 - p3) * w * w
                    + (3.0 * p1 - p0 - 3.0 * p2 + p3) * w * w * w);
            assert!((cubic([p0, p1, p2, p3], &at(w)) - known).abs() < 1e-12);
        }
    }

    #[test]
    fn eases_start_and_end_where_they_must() {
        for curve in [0.2, 1.0, 3.0, -0.5, -2.0] {
            assert!(ease(0.0, curve).abs() < 1e-12 && (ease(1.0, curve) - 1.0).abs() < 1e-12, "{curve}");
        }
        assert_eq!(ease(0.5, 2.0), 0.25);
        assert_eq!(ease(0.25, -2.0), 0.125);
        assert_eq!(ease(0.7, 0.0), 0.0);
    }

    #[test]
    fn turns_about_one_axis_are_cubic_in_the_angle() {
        let turn = |angle: f64| Quat::from_rotation_y(angle as f32);
        let angles = [0.1, 0.4, 0.9, 1.1];
        for step in 0..=10 {
            let w = f64::from(step) / 10.0;
            let found = cubic_turn(angles.map(turn), &at(w));
            assert!(found.dot(turn(cubic(angles, &at(w)))).abs() > 0.999_999, "{w}");
        }
    }

    #[test]
    fn angles_take_the_shorter_way() {
        assert!((nearest_turn(3.0, -3.0) - (std::f64::consts::TAU - 3.0)).abs() < 1e-12);
        assert_eq!(nearest_turn(1.0, 1.5), 1.5);
    }
}
