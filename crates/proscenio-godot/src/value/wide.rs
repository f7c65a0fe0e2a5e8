//! Reals of 64 bits, as builds of the engine for large worlds have them (`precision=double`).
//!
//! Text does not say which build wrote it. A [`Value`] holds what an ordinary build holds; where a value
//! is wanted with all its digits, one that 32 bits do not hold is kept as a [`Constructor`] of the same
//! name whose arguments are [`Value::Float`].

use super::{Constructor, Value};
use crate::spell::shortest;

/// More significant digits than any number of single precision needs.
const SINGLE_DIGITS: usize = 9;
/// Whole numbers below this are written with all their digits in both precisions.
const EXACT_WHOLE: f64 = 1_000_000.0;
/// How far, of the number itself, rounding to single precision may lead.
const SINGLE_ERROR: f64 = 1e-7;

/// The constructors whose members are as wide as the engine's reals, and how many one item has. Colours
/// are not among them: they have 32 bits in every build.
const REALS: [(&str, usize); 14] = [
    ("Vector2", 2),
    ("Rect2", 4),
    ("Vector3", 3),
    ("Vector4", 4),
    ("Plane", 4),
    ("Quaternion", 4),
    ("AABB", 6),
    ("Basis", 9),
    ("Transform2D", 6),
    ("Transform3D", 12),
    ("Projection", 16),
    ("PackedVector2Array", 2),
    ("PackedVector3Array", 3),
    ("PackedVector4Array", 4),
];

/// The constructor and the members of a value of reals; nothing for other values.
fn members(value: &Value) -> Option<(&'static str, &[f32])> {
    Some(match value {
        Value::Vector2(members) => ("Vector2", members),
        Value::Rect2(members) => ("Rect2", members),
        Value::Vector3(members) => ("Vector3", members),
        Value::Vector4(members) => ("Vector4", members),
        Value::Plane(members) => ("Plane", members),
        Value::Quaternion(members) => ("Quaternion", members),
        Value::Aabb(members) => ("AABB", members),
        Value::Basis(members) => ("Basis", &**members),
        Value::Transform2D(members) => ("Transform2D", members),
        Value::Transform3D(members) => ("Transform3D", &**members),
        Value::Projection(members) => ("Projection", &**members),
        Value::PackedVector2Array(vectors) => ("PackedVector2Array", vectors.as_flattened()),
        Value::PackedVector3Array(vectors) => ("PackedVector3Array", vectors.as_flattened()),
        Value::PackedVector4Array(vectors) => ("PackedVector4Array", vectors.as_flattened()),
        _ => return None,
    })
}

/// Whether a value consists of the engine's reals.
pub(super) fn is_real(value: &Value) -> bool {
    members(value).is_some()
}

/// The value with these members where 32 bits do not hold them, else as it was read in 32 bits.
pub(super) fn widened(value: Value, mut reals: Vec<f64>) -> Value {
    let Some((name, narrow)) = members(&value) else { return value };
    // What is missing is zero, and what is too much is left out, as in 32 bits.
    reals.resize(narrow.len(), 0.0);
    let same = |real: &f64| f64::from(*real as f32) == *real || real.is_nan();
    if reals.iter().all(same) { value } else { constructor(name, &reals) }
}

/// A constructor of reals in all their digits.
pub(crate) fn constructor(name: &str, reals: &[f64]) -> Value {
    let arguments = reals.iter().map(|real| Value::Float(*real)).collect();
    Value::Other(Box::new(Constructor { name: name.to_owned(), arguments }))
}

/// Whether a number that 32 bits hold is told whole by the digits that these need, so that a reader in
/// 64 bits finds the same number.
pub(crate) fn is_told_by_single(real: f64) -> bool {
    let single = real as f32;
    let is_small_whole = || real.fract() == 0.0 && real.abs() < EXACT_WHOLE;
    real.is_nan() || (f64::from(single) == real && (is_small_whole() || shortest(single) == real))
}

impl Constructor {
    /// The reals of a vector, matrix or packed array that 32 bits do not hold, and how many one item has;
    /// nothing for other constructors.
    #[must_use]
    pub fn wide(&self) -> Option<(Vec<f64>, usize)> {
        let (_, width) = REALS.iter().find(|(name, _)| *name == self.name)?;
        let reals: Option<Vec<f64>> = self
            .arguments
            .iter()
            .map(|argument| match argument {
                Value::Float(real) => Some(*real),
                _ => None,
            })
            .collect();
        reals.filter(|reals| reals.len() % width == 0).map(|reals| (reals, *width))
    }
}

/// Whether a value that was decoded with all digits loses some in 32 bits. Numbers that were rounded to
/// the nine digits that single precision needs lose none.
pub(crate) fn loses(value: &Value) -> bool {
    match value {
        Value::Other(constructor) => {
            constructor.wide().is_some_and(|(reals, _)| !reals.into_iter().all(fits_single))
        }
        Value::Object(object) => object.properties.iter().any(|(_, value)| loses(value)),
        other => {
            other.as_array().unwrap_or_default().iter().any(loses)
                || other
                    .as_dictionary()
                    .unwrap_or_default()
                    .iter()
                    .any(|(key, value)| loses(key) || loses(value))
        }
    }
}

fn fits_single(real: f64) -> bool {
    let single = f64::from(real as f32);
    let rounded = (single - real).abs() <= real.abs() * SINGLE_ERROR;
    single == real || real.is_nan() || (rounded && crate::spell::significant_digits(real) <= SINGLE_DIGITS)
}

/// Whether a text may have a number that single precision does not hold: one with many digits or with an
/// exponent.
pub(crate) fn may_lose(text: &[u8]) -> bool {
    let mut digits = 0;
    let mut before = 0_u8;
    text.iter().any(|byte| {
        let exponent = before.is_ascii_digit() && matches!(byte, b'e' | b'E');
        before = *byte;
        match byte {
            b'0' if digits == 0 => {}
            b'0'..=b'9' => digits += 1,
            b'.' => {}
            _ => digits = 0,
        }
        exponent || digits > SINGLE_DIGITS
    })
}

#[cfg(test)]
mod tests {
    use super::{is_told_by_single, loses, may_lose};
    use crate::spell::Spelling;
    use crate::value::{decode, decode_wide};

    fn wide(text: &str) -> String {
        decode_wide(text.as_bytes()).value.spelled(Spelling::GODOT_4)
    }

    #[test]
    fn all_digits_are_kept_where_they_are_wanted() {
        let text = "Vector2(0.1234567890123, 1)";
        assert_eq!(wide(text), text);
        assert_eq!(decode(text.as_bytes()).value.spelled(Spelling::GODOT_4), "Vector2(0.12345679, 1)");
        let nested = "[{\n\"a\": PackedVector3Array(0.1, 0.30000000000000004, 3)\n}]";
        assert_eq!(wide(nested), nested);
        assert_eq!(wide("Transform2D(1, 0, 0, 1, 0.5, 16777217)"), "Transform2D(1, 0, 0, 1, 0.5, 16777217)");
        // Colours have 32 bits, and damage is what it was.
        assert_eq!(wide("Color(0.1234567890123, 1, 1, 1)"), "Color(0.12345679, 1, 1, 1)");
        assert_eq!(wide("Vector3(0.1234567890123)"), "Vector3(0.1234567890123, 0, 0)");
        assert_eq!(decode_wide(b"Vector3(0.1)").problems, decode(b"Vector3(0.1)").problems);
    }

    #[test]
    fn digits_beyond_single_precision_are_found() {
        let lost = |text: &str| loses(&decode_wide(text.as_bytes()).value);
        assert!(!lost("Vector2(0.1, 0.707106769)"));
        assert!(!lost("Vector2(0.10000000149011612, 0)"));
        assert!(lost("Vector2(0.7071067811865476, 0)"));
        assert!(!lost("Vector2(1.42109e-14, 0)"));
        assert!(lost("Vector2(1e-300, 0)"));
        assert!(!lost("Vector2(1e-05, 0)"));
        assert!(lost("[1, {1: Vector3(0, 0, 123456789.25)}]"));
        assert!(!lost("3.14159265358979"));
        assert!(may_lose(b"Vector2(0.7071067811865476, 0)"));
        assert!(may_lose(b"Vector2(1e300, 0)"));
        assert!(!may_lose(b"Vector2(0.000000000000001, 123456.789)"));
    }

    #[test]
    fn singles_whose_digits_say_another_number_are_told() {
        for (real, told) in [
            (0.5, true),
            (3.0, true),
            (0.1, false),
            (f64::from(0.1_f32), false),
            (1e10, true),
            (f64::from(2.015_890_1e36_f32), false),
        ] {
            assert_eq!(is_told_by_single(real), told, "{real}");
        }
    }
}
