//! What becomes of a value whose meaning changed.

use crate::value::Value;

/// How a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It stays.
    Same,
    /// Degrees to radians.
    Radians,
    /// Half a size to a size.
    Twice,
    /// A metre to centimetres.
    Hundredfold,
    /// Centimetres to a metre.
    Hundredth,
    /// Yes becomes 1.0.
    Weight,
    /// One divided by it, each member.
    Inverse,
    /// One less it.
    Rest,
    /// Yes becomes no.
    Not,
    /// Yes becomes 1.
    Whole,
    /// Any number but 0 becomes yes.
    Truth,
    /// `autowrap`: yes becomes 3, wrapping at words.
    Wrap,
    /// `pause_mode`: 2, going on, became 3.
    Pause,
    /// `background_mode`: the colour with a sky above is gone.
    Background,
    /// `stretch_mode` of a rectangle: the first, stretching when expanded, is gone.
    Stretch,
    /// `flags_unshaded`: yes becomes 0 of `shading_mode`.
    Unshaded,
    /// `flags_vertex_lighting`: yes becomes 2 of `shading_mode`.
    VertexShaded,
    /// `params_use_alpha_scissor`: yes becomes 2 of `transparency`.
    Scissor,
    /// `params_depth_draw_mode`: drawing alpha twice is a kind of transparency now.
    DepthDraw,
    /// `params_diffuse_mode`: Oren-Nayar is gone.
    Diffuse,
    /// `params_specular_mode`: Blinn and Phong are gone.
    Specular,
    /// Numbers of keys that are no letters moved.
    Key,
}

impl Step {
    /// Whether values stay.
    pub(super) fn is_same(self) -> bool {
        self == Self::Same
    }
}

/// The new value, and whether its meaning is not wholly the old one.
pub(super) fn stepped(step: Step, value: Value) -> Option<(Value, bool)> {
    let yes = value.as_bool();
    let number = value.as_i64();
    let choose = |on: i64, off: i64| yes.map(|yes| (Value::Int(if yes { on } else { off }), false));
    match step {
        Step::Same => Some((value, false)),
        Step::Radians => each(value, f64::to_radians),
        Step::Twice => each(value, |number| number * 2.0),
        Step::Hundredfold => each(value, |number| number * 100.0),
        Step::Hundredth => each(value, |number| number / 100.0),
        Step::Weight => yes.map(|yes| (Value::Float(if yes { 1.0 } else { 0.0 }), false)),
        Step::Inverse => each(value, |number| if number == 0.0 { 1.0 } else { 1.0 / number }),
        Step::Rest => each(value, |number| 1.0 - number),
        Step::Not => yes.map(|yes| (Value::Bool(!yes), false)),
        Step::Truth => yes.map(|yes| (Value::Bool(yes), false)),
        Step::Whole => choose(1, 0),
        Step::Wrap => choose(3, 0),
        Step::Unshaded => choose(0, 1),
        Step::VertexShaded => choose(2, 1),
        Step::Scissor => choose(2, 0),
        Step::Pause => listed(number?, &[0, 1, 3], &[]),
        Step::Background => listed(number?, &[0, 1, 2, 2, 3, 4, 5], &[3]),
        Step::Stretch => listed(number?, &[0, 0, 1, 2, 3, 4, 5, 6], &[]),
        Step::DepthDraw => listed(number?, &[0, 1, 2, 0], &[3]),
        Step::Diffuse => listed(number?, &[0, 1, 2, 0, 3], &[3]),
        Step::Specular => listed(number?, &[0, 0, 0, 1, 2], &[1, 2]),
        Step::Key => {
            const OLD: i64 = 1 << 24;
            const NEW: i64 = 1 << 22;
            let number = number?;
            Some((Value::Int(if number >= OLD { number - OLD + NEW } else { number }), false))
        }
    }
}

/// A choice by its new number; those in `odd` are only near to what they were.
fn listed(number: i64, new: &[i64], odd: &[i64]) -> Option<(Value, bool)> {
    let at = usize::try_from(number).ok()?;
    Some((Value::Int(*new.get(at)?), odd.contains(&number)))
}

fn each(value: Value, change: impl Fn(f64) -> f64) -> Option<(Value, bool)> {
    let single = |member: f32| change(f64::from(member)) as f32;
    let changed = match value {
        Value::Float(number) => Value::Float(change(number)),
        Value::Int(number) => Value::Float(change(number as f64)),
        Value::Vector2(members) => Value::Vector2(members.map(single)),
        Value::Vector3(members) => Value::Vector3(members.map(single)),
        _ => return None,
    };
    Some((changed, false))
}

#[cfg(test)]
mod tests {
    use super::{Step, stepped};
    use crate::value::Value;

    #[test]
    fn values_follow_their_meaning() {
        let of = |step, value| stepped(step, value).unwrap();
        assert_eq!(of(Step::Radians, Value::Float(180.0)).0, Value::Float(std::f64::consts::PI));
        assert_eq!(of(Step::Inverse, Value::Vector2([0.5, 2.0])).0, Value::Vector2([2.0, 0.5]));
        assert_eq!(of(Step::Twice, Value::Vector3([1.0, 2.0, 3.0])).0, Value::Vector3([2.0, 4.0, 6.0]));
        assert_eq!(of(Step::Wrap, Value::Bool(true)).0, Value::Int(3));
        assert_eq!(of(Step::Pause, Value::Int(2)).0, Value::Int(3));
        assert_eq!(of(Step::Specular, Value::Int(2)), (Value::Int(0), true));
        assert_eq!(of(Step::Key, Value::Int((1 << 24) + 5)).0, Value::Int((1 << 22) + 5));
        assert_eq!(stepped(Step::Pause, Value::Int(9)), None);
        assert_eq!(stepped(Step::Radians, Value::Null), None);
    }
}
