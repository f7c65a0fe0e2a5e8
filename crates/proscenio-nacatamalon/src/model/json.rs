//! JSON values that stand on their own: what the format does not know, and what is written.

use std::fmt;

use crate::value::{Kind, Value};
use crate::write;

/// A JSON value of its own, free of any file.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number. One that is not finite is written as `null`, as JavaScript does.
    Number(f64),
    /// A number of more digits than a double holds, as it is spelled.
    Exact(Box<str>),
    /// Text.
    String(String),
    /// `[…]`.
    Array(Vec<Json>),
    /// `{…}`, in order. Names are meant to differ; of several of one name readers take the last.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The member of that name; `None` for anything but an object that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().rev().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// The members of an object; none for anything else.
    #[must_use]
    pub fn members(&self) -> &[(String, Self)] {
        if let Self::Object(members) = self { members } else { &[] }
    }

    /// The elements of an array; none for anything else.
    #[must_use]
    pub fn elements(&self) -> &[Self] {
        if let Self::Array(elements) = self { elements } else { &[] }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The number, the nearest double where it is spelled more exactly.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Exact(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The truth value.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// Whether it is `null`.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value as text, four blanks for each level and a line end behind it.
    #[must_use]
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        write::value(&mut text, self, 0);
        text.push('\n');
        text
    }
}

/// On one line, without blanks.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write::compact(&mut text, self);
        f.write_str(&text)
    }
}

/// A value of a file. Of members with one name the last stands in the place of the first, as in JavaScript;
/// what is not readable becomes `null`. Recursion is bounded by how deep brackets are read.
impl From<Value<'_>> for Json {
    fn from(value: Value<'_>) -> Self {
        match value.kind() {
            Kind::Null | Kind::Damaged => Self::Null,
            Kind::Bool => Self::Bool(value.as_bool() == Some(true)),
            Kind::Number => number(value),
            Kind::String => Self::String(value.as_str().unwrap_or_default().into_owned()),
            Kind::Array => Self::Array(value.elements().map(Self::from).collect()),
            Kind::Object => {
                let fields = crate::model::fields::Fields::of(value);
                let members = fields.iter().flat_map(|fields| fields.unique());
                Self::Object(members.map(|(name, value)| (name.to_owned(), Self::from(value))).collect())
            }
        }
    }
}

/// Digits a double may need; a number of more is not what a double would print.
const MAX_DIGITS: usize = 17;

fn number(value: Value<'_>) -> Json {
    let number = value.as_f64().unwrap_or(f64::NAN);
    let bytes = value.bytes();
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    let whole = bytes.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    let exact = !number.is_finite()
        || (digits > MAX_DIGITS && !whole)
        || (whole && digits > 15 && write::spell_number(number).as_bytes() != bytes);
    match std::str::from_utf8(bytes) {
        // Only what JSON itself allows is copied; a damaged spelling becomes the number it means.
        Ok(text) if exact && is_json_number(text) => Json::Exact(text.into()),
        _ => Json::Number(number),
    }
}

fn is_json_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}

macro_rules! from {
    ($($from:ty => $value:ident, $json:expr;)+) => {
        $(impl From<$from> for Json {
            fn from($value: $from) -> Self {
                $json
            }
        })+
    };
}
from! {
    bool => truth, Self::Bool(truth);
    f64 => number, Self::Number(number);
    &str => text, Self::String(text.to_owned());
    String => text, Self::String(text);
    Vec<Json> => elements, Self::Array(elements);
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::Json;
    use crate::Document;

    fn read(text: &str) -> Json {
        Document::parse(Source::new("a", text.as_bytes().to_vec())).root().unwrap().into()
    }

    #[test]
    fn numbers_keep_what_a_double_cannot_hold() {
        for (text, written) in [
            ("1.0", "1"),
            ("1e999", "1e999"),
            ("12345678901234567890", "12345678901234567890"),
            ("1234567890123456", "1234567890123456"),
            ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
            ("100000000000000000000", "100000000000000000000"),
            ("01", "1"),
        ] {
            assert_eq!(read(text).to_string(), written);
        }
        assert_eq!(Json::Number(f64::NAN).to_string(), "null");
    }

    #[test]
    fn objects_keep_their_order_and_the_last_of_a_name() {
        let value = read(r#"{"b": 1, "a": [true, null, "ñ\n"], "b": {"c": 2}}"#);
        assert_eq!(value.to_string(), r#"{"b":{"c":2},"a":[true,null,"ñ\n"]}"#);
        assert_eq!(value.get("b").and_then(|b| b.get("c")).and_then(Json::as_f64), Some(2.0));
        assert_eq!(
            value.pretty(),
            "{\n    \"b\": {\n        \"c\": 2\n    },\n    \"a\": [\n        true,\n        null,\n        \"ñ\\n\"\n    ]\n}\n"
        );
    }
}
