//! Extras as JSON.

use proscenio_scene::{Extra, Extras, Rgba};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// Lists and maps deeper than this are cut: JSON readers give up at about twice as much.
const DEPTH_MAX: usize = 48;

/// An [`Extra`] written as JSON with its keys in order. Numbers that are not finite become texts, what is
/// deeper than readers take becomes null.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Json(Extra);

/// What happened to a value on its way to JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cut {
    /// A number that is not finite became a text.
    pub number: bool,
    /// Something was too deep and became null.
    pub depth: bool,
}

impl Json {
    /// The value, and what changes on its way to JSON.
    pub fn new(value: Extra) -> (Self, Cut) {
        let mut cut = Cut::default();
        look(&value, 0, &mut cut);
        (Self(value), cut)
    }
}

fn look(value: &Extra, depth: usize, cut: &mut Cut) {
    match value {
        Extra::Float(number) => cut.number |= !number.is_finite(),
        Extra::List(_) | Extra::Map(_) if depth >= DEPTH_MAX => cut.depth = true,
        Extra::List(list) => list.iter().for_each(|value| look(value, depth + 1, cut)),
        Extra::Map(map) => map.iter().for_each(|(_, value)| look(value, depth + 1, cut)),
        _ => {}
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Borrowed(&self.0, 0).serialize(serializer)
    }
}

/// A value and how deep it lies.
struct Borrowed<'a>(&'a Extra, usize);

impl Serialize for Borrowed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let depth = self.1;
        match self.0 {
            Extra::Null => serializer.serialize_unit(),
            Extra::Bool(value) => serializer.serialize_bool(*value),
            Extra::Int(value) => serializer.serialize_i64(*value),
            Extra::Float(value) if !value.is_finite() => serializer.collect_str(value),
            Extra::Float(value) => serializer.serialize_f64(*value),
            Extra::Text(value) => serializer.serialize_str(value),
            Extra::List(_) | Extra::Map(_) if depth >= DEPTH_MAX => serializer.serialize_unit(),
            Extra::List(list) => {
                let mut seq = serializer.serialize_seq(Some(list.len()))?;
                for value in list {
                    seq.serialize_element(&Borrowed(value, depth + 1))?;
                }
                seq.end()
            }
            Extra::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (name, value) in entries.iter() {
                    map.serialize_entry(name, &Borrowed(value, depth + 1))?;
                }
                map.end()
            }
        }
    }
}

/// Named values in order.
pub(super) fn object<'a>(entries: impl IntoIterator<Item = (&'a str, Extra)>) -> Extras {
    let mut extras = Extras::new();
    for (name, value) in entries {
        extras.set(name, value);
    }
    extras
}

/// A number, spelled as shortly as its 32 bits allow.
pub(super) fn number(value: f32) -> Extra {
    // Widening 0.1 would print 0.10000000149011612; going through its text prints 0.1 and reads back equal.
    Extra::Float(format!("{value}").parse().unwrap_or_else(|_| f64::from(value)))
}

/// An order of painting: whole ones stay whole.
pub(super) fn rank(z: f32) -> Extra {
    if z.fract() == 0.0 && z.abs() < 1e9 { Extra::Int(z as i64) } else { number(z) }
}

/// Numbers in a list.
pub(super) fn numbers(values: &[f32]) -> Extra {
    Extra::List(values.iter().map(|value| number(*value)).collect())
}

/// Linear red, green, blue and alpha.
pub(super) fn color(value: Rgba) -> Extra {
    numbers(&value.to_linear())
}

#[cfg(test)]
mod tests {
    use super::{Json, number, object};
    use proscenio_scene::Extra;

    fn text(value: &Extra) -> String {
        serde_json::to_string(&Json::new(value.clone()).0).unwrap()
    }

    #[test]
    fn order_and_kinds_are_kept() {
        let value = Extra::Map(object([
            ("z", Extra::Int(i64::MAX)),
            ("a", Extra::List(vec![Extra::Null, Extra::Bool(true), number(0.1), Extra::from("ä\n")])),
        ]));
        assert_eq!(text(&value), r#"{"z":9223372036854775807,"a":[null,true,0.1,"ä\n"]}"#);
        assert_eq!(Json::new(value.clone()).1, super::Cut::default());
    }

    #[test]
    fn numbers_json_lacks_become_texts() {
        let value = Extra::List(vec![Extra::Float(f64::NAN), Extra::Float(f64::NEG_INFINITY)]);
        assert_eq!(text(&value), r#"["NaN","-inf"]"#);
        assert!(Json::new(value.clone()).1.number);
    }

    #[test]
    fn bottomless_lists_are_cut() {
        let deep = (0..300).fold(Extra::Null, |inner, _| Extra::List(vec![inner]));
        let (_, cut) = Json::new(deep.clone());
        assert!(cut.depth && !cut.number);
        assert!(serde_json::from_str::<serde_json::Value>(&text(&deep)).is_ok());
    }

    #[test]
    fn short_numbers_stay_short() {
        for value in [0.1_f32, 1.0, 1e-7, 3.402_823_5e38, -2.5] {
            let Extra::Float(wide) = number(value) else { panic!() };
            assert_eq!(wide as f32, value);
        }
    }
}
