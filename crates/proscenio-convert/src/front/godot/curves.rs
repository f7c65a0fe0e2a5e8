//! `Curve`, `Curve2D`, `Curve3D`: their points.

use proscenio_godot::content::curve;
use proscenio_scene::{Curve, CurvePoint, PathCurve, PathPoint};

use super::props::Props;

/// A `Curve`.
pub(super) fn curve(props: &Props) -> (Curve, Vec<String>) {
    let (points, problems) = props.set("_data").map(|(value, _)| curve::points(&value)).unwrap_or_default();
    let points = points
        .into_iter()
        .map(|point| CurvePoint { at: point.at, left: point.left, right: point.right })
        .collect();
    let mut domain = [0.0, 1.0];
    if let Some((limits, _)) = props.set("_limits") {
        // Lowest and highest value, then begin and end.
        for (at, limit) in limits.as_array().unwrap_or_default().iter().skip(2).take(2).enumerate() {
            domain[at] = limit.as_f64().unwrap_or_default() as f32;
        }
    }
    for (at, name) in ["min_domain", "max_domain"].into_iter().enumerate() {
        if props.has(name) {
            domain[at] = props.number(name);
        }
    }
    (Curve { points, domain, resolution: props.count("bake_resolution") }, problems)
}

/// A `Curve2D` or `Curve3D`.
pub(super) fn path(props: &Props) -> (PathCurve, Vec<String>) {
    let flat = props.class() == "Curve2D";
    let (points, problems) =
        props.set("_data").map(|(value, _)| curve::path_points(&value)).unwrap_or_default();
    let points = points
        .into_iter()
        .map(|point| PathPoint {
            at: point.at.into(),
            before: point.before.into(),
            behind: point.behind.into(),
            tilt: point.tilt,
        })
        .collect();
    let curve = PathCurve {
        points,
        closed: props.has("closed") && props.flag("closed"),
        interval: props.number("bake_interval"),
        upright: !flat && props.flag("up_vector_enabled"),
        flat,
    };
    (curve, problems)
}
