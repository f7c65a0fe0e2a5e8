//! Keys of tracks, from the shapes that files keep them in.

use crate::Value;

/// The keys of a track, by what they hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Keys {
    /// None, or such that make no sense.
    None,
    /// Places (metres) and sizes.
    Vectors(Curve<[f32; 3]>),
    /// Quaternions x, y, z, w.
    Rotations(Curve<[f32; 4]>),
    /// Weights of a blend shape.
    Weights(Curve<f32>),
    /// Godot 3's place, turn and size.
    Poses(Curve<Pose>),
    /// Values of a property.
    Values(Curve<Value>),
    /// A number with handles.
    Bezier(Bezier),
    /// Calls, sounds, animations: what happens when.
    Events(Curve<Value>),
}

/// Values at times.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve<T> {
    /// Seconds, never falling.
    pub times: Vec<f64>,
    /// The easing of the way to the next key, one per key; empty when all are straight (1).
    pub transitions: Vec<f32>,
    /// One per time.
    pub values: Vec<T>,
}

impl<T> Default for Curve<T> {
    fn default() -> Self {
        Self { times: Vec::new(), transitions: Vec::new(), values: Vec::new() }
    }
}

/// Place, turn and size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Metres.
    pub translation: [f32; 3],
    /// Quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Factors.
    pub scale: [f32; 3],
}

/// A number on a curve with handles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bezier {
    /// Seconds, never falling.
    pub times: Vec<f64>,
    /// One per time.
    pub values: Vec<f32>,
    /// Seconds (not positive) and change of value, measured from each key.
    pub into: Vec<[f32; 2]>,
    /// Seconds (not negative) and change of value, measured from each key.
    pub out_of: Vec<[f32; 2]>,
    /// How an editor moves the two handles of each key; empty when the file does not say.
    pub modes: Vec<i32>,
}

impl Keys {
    /// Number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Vectors(curve) => curve.times.len(),
            Self::Rotations(curve) => curve.times.len(),
            Self::Weights(curve) => curve.times.len(),
            Self::Poses(curve) => curve.times.len(),
            Self::Values(curve) | Self::Events(curve) => curve.times.len(),
            Self::Bezier(bezier) => bezier.times.len(),
        }
    }

    /// Whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T> Curve<T> {
    /// Brings the keys into the order of their times, equal ones as they stand; whether they were not.
    pub(super) fn sort(&mut self) -> bool {
        if self.times.is_sorted() {
            return false;
        }
        let order = order(&self.times);
        self.times = order.iter().map(|at| self.times[*at]).collect();
        if !self.transitions.is_empty() {
            self.transitions = order.iter().map(|at| self.transitions[*at]).collect();
        }
        let mut values: Vec<Option<T>> = self.values.drain(..).map(Some).collect();
        self.values = order.iter().filter_map(|at| values[*at].take()).collect();
        true
    }

    /// The same keys with values made of these.
    pub fn map<U>(self, make: impl FnMut(T) -> U) -> Curve<U> {
        Curve {
            times: self.times,
            transitions: self.transitions,
            values: self.values.into_iter().map(make).collect(),
        }
    }
}

fn order(times: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|a, b| times[*a].total_cmp(&times[*b]));
    order
}

impl Bezier {
    /// As [`Curve::sort`].
    pub(super) fn sort(&mut self) -> bool {
        if self.times.is_sorted() {
            return false;
        }
        let order = order(&self.times);
        self.times = order.iter().map(|at| self.times[*at]).collect();
        self.values = order.iter().map(|at| self.values[*at]).collect();
        self.into = order.iter().map(|at| self.into[*at]).collect();
        self.out_of = order.iter().map(|at| self.out_of[*at]).collect();
        if !self.modes.is_empty() {
            self.modes = order.iter().map(|at| self.modes[*at]).collect();
        }
        true
    }
}

/// Numbers of a packed or plain array.
pub(super) fn numbers(value: &Value) -> Option<Vec<f32>> {
    match value {
        Value::PackedFloat32Array(list) => Some(list.clone()),
        Value::PackedFloat64Array(list) => Some(list.iter().map(|number| *number as f32).collect()),
        Value::PackedInt32Array(list) => Some(list.iter().map(|number| *number as f32).collect()),
        other => other.as_array()?.iter().map(|number| Some(number.as_f64()? as f32)).collect(),
    }
}

/// Easings, or nothing when all are straight.
pub(super) fn transitions(list: Vec<f32>) -> Vec<f32> {
    if list.iter().all(|ease| *ease == 1.0) { Vec::new() } else { list }
}

/// Keys of numbers alone: time, easing, and `N` numbers each.
pub(super) fn flat<const N: usize>(value: &Value) -> Option<Curve<[f32; N]>> {
    let list = numbers(value)?;
    let keys = list.chunks_exact(N + 2);
    if !keys.remainder().is_empty() || !list.iter().all(|number| number.is_finite()) {
        return None;
    }
    let mut curve = Curve::default();
    for key in keys {
        curve.times.push(f64::from(key[0]));
        curve.transitions.push(key[1]);
        curve.values.push(std::array::from_fn(|at| key[2 + at]));
    }
    curve.transitions = transitions(curve.transitions);
    Some(curve)
}

/// Keys as a dictionary: `times`, one of `names` for the values, and perhaps `transitions`.
pub(super) fn dictionary(value: &Value, names: &str) -> Option<Curve<Value>> {
    let times = times(value)?;
    let values = match member(value, names)? {
        Value::PackedStringArray(list) => list.iter().cloned().map(Value::String).collect(),
        list => list.as_array()?.to_vec(),
    };
    let eases = member(value, "transitions").and_then(numbers).unwrap_or_default();
    let fits = values.len() == times.len() && (eases.is_empty() || eases.len() == times.len());
    fits.then(|| Curve { times, transitions: transitions(eases), values })
}

/// Keys with handles.
pub(super) fn bezier(value: &Value) -> Option<Bezier> {
    let times = times(value)?;
    let points = member(value, "points").and_then(numbers)?;
    let modes = match member(value, "handle_modes") {
        Some(Value::PackedInt32Array(list)) => list.clone(),
        _ => Vec::new(),
    };
    if points.len() != times.len().checked_mul(5)? || !points.iter().all(|number| number.is_finite()) {
        return None;
    }
    let part = |first: usize| points.chunks_exact(5).map(move |key| [key[first], key[first + 1]]).collect();
    let values = points.chunks_exact(5).map(|key| key[0]).collect();
    let modes = if modes.len() == times.len() { modes } else { Vec::new() };
    Some(Bezier { values, into: part(1), out_of: part(3), modes, times })
}

fn times(value: &Value) -> Option<Vec<f64>> {
    let times: Vec<f64> = member(value, "times").and_then(numbers)?.into_iter().map(f64::from).collect();
    times.iter().all(|time| time.is_finite()).then_some(times)
}

/// The value of a name in a dictionary.
pub(super) fn member<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    let is = |key: &Value| key.as_str() == Some(name);
    value.as_dictionary()?.iter().rev().find(|(key, _)| is(key)).map(|(_, value)| value)
}
