//! Points of `Curve`, `Curve2D` and `Curve3D`, as their `_data` lists them.

use super::{Fields, Problems};
use crate::Value;

/// A point of a `Curve`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Where it is, along and up.
    pub at: [f32; 2],
    /// Slope before it.
    pub left: f32,
    /// Slope after it.
    pub right: f32,
    /// 0 where the slope before it is free, 1 where it points at the point before.
    pub left_mode: i64,
    /// As [`Point::left_mode`], for the slope after it.
    pub right_mode: i64,
}

/// A point of a `Curve2D` or `Curve3D`; in the plane the third numbers are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathPoint {
    /// Where it is.
    pub at: [f32; 3],
    /// The handle before it, measured from it.
    pub before: [f32; 3],
    /// The handle behind it, measured from it.
    pub behind: [f32; 3],
    /// Radians.
    pub tilt: f32,
}

/// Points of a `Curve`: place, two slopes and two modes for each, one after the other.
#[must_use]
pub fn points(data: &Value) -> (Vec<Point>, Problems) {
    let mut problems = Problems::new();
    let items = data.as_array().unwrap_or_default();
    let mut points = Vec::with_capacity(items.len() / 5);
    for part in items.chunks(5) {
        let point = match part {
            [at, left, right, left_mode, right_mode] => (|| {
                Some(Point {
                    at: at.as_vector2()?,
                    left: left.as_f64()? as f32,
                    right: right.as_f64()? as f32,
                    left_mode: left_mode.as_i64()?,
                    right_mode: right_mode.as_i64()?,
                })
            })(),
            _ => None,
        };
        match point {
            Some(point) => points.push(point),
            None => problems.push("a point is no place with two slopes and two modes; left out".to_owned()),
        }
    }
    (points, problems)
}

/// Points of a path: `points` (handle before, handle behind, place, and so on) and `tilts`.
#[must_use]
pub fn path_points(data: &Value) -> (Vec<PathPoint>, Problems) {
    let mut problems = Problems::new();
    let Some(mut fields) = Fields::of(data.clone()) else {
        return (Vec::new(), vec!["no dictionary of points".to_owned()]);
    };
    let list = match fields.take("points") {
        Some(Value::PackedVector3Array(list)) => list,
        Some(Value::PackedVector2Array(list)) => list.into_iter().map(|[x, y]| [x, y, 0.0]).collect(),
        _ => Vec::new(),
    };
    let tilts = match fields.take("tilts") {
        Some(Value::PackedFloat32Array(tilts)) => tilts,
        _ => Vec::new(),
    };
    let whole = list.as_chunks::<3>();
    if !whole.1.is_empty() {
        problems.push(format!("{} vectors do not make a point; left out", whole.1.len()));
    }
    let tilt = |at: usize| tilts.get(at).copied().unwrap_or_default();
    let point = |(number, [before, behind, at]): (usize, &[[f32; 3]; 3])| PathPoint {
        at: *at,
        before: *before,
        behind: *behind,
        tilt: tilt(number),
    };
    (whole.0.iter().enumerate().map(point).collect(), problems)
}

#[cfg(test)]
mod tests {
    use super::{path_points, points};
    use crate::value::decode;

    #[test]
    fn damaged_points_are_left_out_and_told() {
        let data = decode(b"[Vector2(0, 1), 0.0, 2.0, 0, 1, Vector2(1, 0), 0.0]").value;
        let (found, problems) = points(&data);
        assert_eq!((found.len(), found[0].right, problems.len()), (1, 2.0, 1));
    }

    #[test]
    fn paths_of_both_worlds() {
        let data = decode(b"{\"points\": PackedVector2Array(1, 2, 3, 4, 5, 6, 7, 8)}").value;
        let (found, problems) = path_points(&data);
        assert_eq!((found[0].at, found[0].before, problems.len()), ([5.0, 6.0, 0.0], [1.0, 2.0, 0.0], 1));
        let data = decode(b"{\"points\": PackedVector3Array(0, 0, 0, 1, 0, 0, 2, 0, 0), \"tilts\": PackedFloat32Array(0.5)}");
        assert_eq!(path_points(&data.value).0[0].tilt, 0.5);
    }
}
