//! Curves as they are walked.

use proscenio_scene::PathCurve;
use serde_json::{Map, Value, json};

/// Samples along a path, both ends among them.
const SAMPLES: u8 = 21;

/// Length and points; in space also how something would stand at even distances.
pub(super) fn tell(curve: &PathCurve, out: &mut Map<String, Value>) {
    let path = curve.bake();
    out.insert("baked_length".to_owned(), json!(path.length()));
    if curve.flat {
        let points: Vec<[f32; 2]> = path.points.iter().map(|point| [point.x, point.y]).collect();
        out.insert("baked_points".to_owned(), json!(points));
        return;
    }
    let points: Vec<[f32; 3]> = path.points.iter().map(|point| point.to_array()).collect();
    out.insert("baked_points".to_owned(), json!(points));
    let samples = (0..SAMPLES).map(|at| {
        let distance = path.length() * f32::from(at) / f32::from(SAMPLES - 1);
        super::transform(path.posture(distance, false, true))
    });
    out.insert("samples_with_rotation_and_tilt".to_owned(), samples.collect());
}
