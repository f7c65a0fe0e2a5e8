//! Animations of a file as tracks of the engine's.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::buffers::Buffers;
use super::json::{index, list};

/// A track that moves one thing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Track {
    /// `position_3d`, `rotation_3d`, `scale_3d`, `blend_shape`.
    pub kind: &'static str,
    /// The node of the file that is moved.
    pub node: usize,
    /// Which of its other shapes.
    pub shape: Option<usize>,
    /// Whether values jump.
    pub steps: bool,
    pub times: Vec<f32>,
    /// One value after the other.
    pub values: Vec<f32>,
}

/// How often splines, which the engine has not, are sampled, times a second.
const RATE: f32 = 30.0;
/// Samples of one spline.
const MOST_SAMPLES: f32 = 100_000.0;

/// The tracks of an animation in the engine's order: by node, then place, turn, size, shapes. Tracks whose numbers
/// are not where the file says are left out. `scale` is that of all places.
pub(super) fn tracks(json: &Json, animation: &Json, buffers: &mut Buffers, scale: f32) -> Vec<Track> {
    let samplers = list(&animation["samplers"]);
    let mut found: BTreeMap<(usize, u8, usize), Track> = BTreeMap::new();
    for channel in list(&animation["channels"]) {
        let node = index(&channel["target"]["node"]);
        let sampler = index(&channel["sampler"]).and_then(|sampler| samplers.get(sampler));
        let (Some(node), Some(sampler)) = (node, sampler) else { continue };
        let (order, kind) = match channel["target"]["path"].as_str() {
            Some("translation") => (0, "position_3d"),
            Some("rotation") => (1, "rotation_3d"),
            Some("scale") => (2, "scale_3d"),
            Some("weights") => (3, "blend_shape"),
            _ => continue,
        };
        let Some(curve) = Curve::read(json, sampler, buffers) else { continue };
        let wanted = match order {
            1 => 4,
            3 => curve.width,
            _ => 3,
        };
        if curve.width != wanted || wanted == 0 {
            continue;
        }
        if !buffers.spend(curve.samples().saturating_mul(curve.width)) {
            continue;
        }
        let mut curve = curve.without_spline(order == 1);
        if order == 0 && scale != 1.0 {
            curve.values.iter_mut().for_each(|number| *number *= scale);
        }
        let shapes = if order == 3 { curve.width } else { 1 };
        for shape in 0..shapes {
            let values = match order {
                3 => curve.values.iter().skip(shape).step_by(shapes).copied().collect(),
                _ => std::mem::take(&mut curve.values),
            };
            let times = curve.times.clone();
            let shape_of = (order == 3).then_some(shape);
            let track = Track { kind, node, shape: shape_of, steps: curve.steps, times, values };
            found.entry((node, order, shape)).or_insert(track);
        }
    }
    found.into_values().collect()
}

/// Keys as the file has them.
struct Curve {
    times: Vec<f32>,
    width: usize,
    values: Vec<f32>,
    steps: bool,
    spline: bool,
}

impl Curve {
    fn read(json: &Json, sampler: &Json, buffers: &mut Buffers) -> Option<Self> {
        let times = buffers.numbers(json, &sampler["input"])?.values;
        let values = buffers.numbers(json, &sampler["output"])?.values;
        let how = sampler["interpolation"].as_str().unwrap_or("LINEAR");
        let spline = how == "CUBICSPLINE";
        let keys = times.len() * if spline { 3 } else { 1 };
        let sound = times.is_sorted() && times.iter().all(|time| time.is_finite());
        if !sound || keys == 0 || !values.len().is_multiple_of(keys) {
            return None;
        }
        Some(Self { width: values.len() / keys, times, values, steps: how == "STEP", spline })
    }

    /// How many keys a spline becomes; 0 for what is none.
    fn samples(&self) -> usize {
        match (self.times.first(), self.times.last()) {
            (Some(first), Some(last)) if self.spline => {
                ((last - first) * RATE).ceil().clamp(0.0, MOST_SAMPLES) as usize + 1
            }
            _ => 0,
        }
    }

    /// With straight ways between many keys instead of few with slopes, as the engine imports it.
    fn without_spline(self, turns: bool) -> Self {
        let (Some(first), Some(last), true) = (self.times.first(), self.times.last(), self.spline) else {
            return self;
        };
        let mut times: Vec<f32> =
            (1..self.samples()).map(|at| at - 1).map(|at| first + at as f32 / RATE).collect();
        times.push(*last);
        let values = times.iter().flat_map(|time| self.at(*time, turns)).collect();
        Self { times, values, spline: false, ..self }
    }

    /// The spline's value at a time.
    fn at(&self, time: f32, turns: bool) -> Vec<f32> {
        let last = self.times.len() - 1;
        let key = self.times.partition_point(|key| *key <= time).saturating_sub(1).min(last);
        let next = (key + 1).min(last);
        let span = self.times[next] - self.times[key];
        let t = if span > 0.0 { ((time - self.times[key]) / span).clamp(0.0, 1.0) } else { 0.0 };
        // In front of each value its slope on the way in, behind it that on the way out.
        let part = |key: usize, part: usize, at: usize| self.values[(key * 3 + part) * self.width + at];
        let (t2, t3) = (t * t, t * t * t);
        let mut value: Vec<f32> = (0..self.width)
            .map(|at| {
                part(key, 1, at) * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + part(key, 2, at) * span * (t3 - 2.0 * t2 + t)
                    + part(next, 1, at) * (3.0 * t2 - 2.0 * t3)
                    + part(next, 0, at) * span * (t3 - t2)
            })
            .collect();
        if turns {
            let length = value.iter().map(|part| part * part).sum::<f32>().sqrt();
            if length > 0.0 {
                value.iter_mut().for_each(|part| *part /= length);
            }
        }
        value
    }
}
