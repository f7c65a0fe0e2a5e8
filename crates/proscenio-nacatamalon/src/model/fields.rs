//! Members of one object, read with the engine's tolerance: a value counts only if it already has the right
//! type, anything else reads as the default.

use std::borrow::Cow;

use compact_str::CompactString;
use proscenio_source::Span;
use rustc_hash::FxHashMap;

use crate::model::base::{Colour, Point};
use crate::value::{Kind, Value};

/// The members of one object, gathered once and then asked for by name.
pub(crate) struct Fields<'a> {
    object: Option<Value<'a>>,
    members: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Fields<'a> {
    /// The members of an object; `None` for anything else.
    pub(crate) fn of(value: Value<'a>) -> Option<Self> {
        let members = || value.members().map(|member| (member.name(), member.value)).collect();
        value.is_object().then(|| Self { object: Some(value), members: members() })
    }

    /// Members of nothing: every question is answered by its default.
    pub(crate) const fn none() -> Self {
        Self { object: None, members: Vec::new() }
    }

    /// The last member of that name.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value)
    }

    /// Whether there is a member of that name, whatever it holds.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Where the key of that name stands, of the last member of that name.
    pub(crate) fn key_span(&self, name: &str) -> Option<Span> {
        let member = self.object?.members().filter(|member| member.is(name)).last();
        member.map(|member| member.key_span())
    }

    /// Every member in file order; of several of one name only the last, in the place of the first.
    pub(crate) fn unique(&self) -> Vec<(&str, Value<'a>)> {
        unique(self.members.iter().map(|(name, value)| (&**name, *value)))
    }

    pub(crate) fn opt_num(&self, name: &str) -> Option<f64> {
        self.get(name).and_then(finite)
    }

    pub(crate) fn num(&self, name: &str, default: f64) -> f64 {
        self.opt_num(name).unwrap_or(default)
    }

    pub(crate) fn opt_bool(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.opt_bool(name) == Some(true)
    }

    pub(crate) fn opt_str(&self, name: &str) -> Option<String> {
        self.get(name)?.as_str().map(Cow::into_owned)
    }

    /// As [`Self::opt_str`], short texts without an allocation.
    pub(crate) fn opt_short(&self, name: &str) -> Option<CompactString> {
        self.get(name)?.as_str().map(CompactString::from)
    }

    pub(crate) fn str_or(&self, name: &str, default: &str) -> String {
        self.opt_str(name).unwrap_or_else(|| default.to_owned())
    }

    /// A string that is not empty.
    pub(crate) fn some_str(&self, name: &str) -> Option<String> {
        self.opt_str(name).filter(|text| !text.is_empty())
    }

    /// A string with something in it besides blanks, which are cut off at its ends.
    pub(crate) fn filled_str(&self, name: &str) -> Option<String> {
        let text = self.opt_str(name)?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// The strings of the array behind a name; `None` when there is no array.
    pub(crate) fn strings(&self, name: &str) -> Option<Vec<String>> {
        let list = self.list(name)?;
        Some(list.into_iter().filter_map(|value| value.as_str().map(Cow::into_owned)).collect())
    }

    /// Three numbers of an array, what is missing being 0; zeros where there is no array.
    pub(crate) fn triple(&self, name: &str) -> [f64; 3] {
        let mut list = self.list(name).unwrap_or_default().into_iter();
        [(); 3].map(|()| list.next().and_then(finite).unwrap_or(0.0))
    }

    /// The object behind a name.
    pub(crate) fn rec(&self, name: &str) -> Option<Self> {
        Self::of(self.get(name)?)
    }

    /// The elements of the array behind a name; `None` when there is no array.
    pub(crate) fn list(&self, name: &str) -> Option<Vec<Value<'a>>> {
        let value = self.get(name)?;
        value.is_array().then(|| value.elements().collect())
    }

    pub(crate) fn colour(&self, name: &str, default: Colour) -> Colour {
        self.opt_colour(name, default).unwrap_or(default)
    }

    /// A colour where an object stands, its missing channels taken from `default`.
    pub(crate) fn opt_colour(&self, name: &str, default: Colour) -> Option<Colour> {
        let fields = self.rec(name)?;
        let channel = |name: &str, default: f64| {
            let number = fields.get(name).map_or(f64::NAN, js_number);
            if number.is_finite() { number.clamp(0.0, 1.0) } else { default }
        };
        Some(Colour {
            r: channel("r", default.r),
            g: channel("g", default.g),
            b: channel("b", default.b),
            a: channel("a", default.a),
        })
    }

    /// A point where an object stands, its missing coordinates being `missing`.
    pub(crate) fn point(&self, name: &str, missing: f64) -> Option<Point> {
        let fields = self.rec(name)?;
        Some(Point { x: fields.num("x", missing), y: fields.num("y", missing) })
    }
}

/// Members as a JavaScript object keeps them: of several of one name the last, in the place of the first.
pub(crate) fn unique<'n, V>(members: impl IntoIterator<Item = (&'n str, V)>) -> Vec<(&'n str, V)> {
    let mut list: Vec<(&str, V)> = Vec::new();
    // Objects of a scene are small, but a file may hold one of a million members.
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    for (name, value) in members {
        let small = list.len() < 32;
        if !small && places.is_empty() {
            places = list.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        }
        let known =
            if small { list.iter().position(|(key, _)| *key == name) } else { places.get(name).copied() };
        if let Some(at) = known {
            list[at].1 = value;
            continue;
        }
        if !small {
            places.insert(name, list.len());
        }
        list.push((name, value));
    }
    list
}

/// The number of a value, unless it is beyond the doubles.
pub(crate) fn finite(value: Value<'_>) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite())
}

/// A value as JavaScript's `Number()` makes a number of it; NaN where it cannot.
fn js_number(mut value: Value<'_>) -> f64 {
    loop {
        match value.kind() {
            Kind::Null => return 0.0,
            Kind::Bool => return if value.as_bool() == Some(true) { 1.0 } else { 0.0 },
            Kind::Number => return value.as_f64().unwrap_or(f64::NAN),
            Kind::String => return value.as_str().map_or(f64::NAN, |text| js_number_of_text(&text)),
            Kind::Object | Kind::Damaged => return f64::NAN,
            // An array becomes text first, its elements joined by commas.
            Kind::Array => {
                let mut elements = value.elements();
                match (elements.next(), elements.next()) {
                    (None, _) => return 0.0,
                    (Some(only), None) if only.kind() != Kind::Bool => value = only,
                    _ => return f64::NAN,
                }
            }
        }
    }
}

fn js_number_of_text(text: &str) -> f64 {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let radix = |digits: &str, radix: u32| {
        let whole = digits.chars().try_fold(0.0, |sum: f64, digit| {
            Some(sum * f64::from(radix) + f64::from(digit.to_digit(radix)?))
        });
        whole.filter(|_| !digits.is_empty()).unwrap_or(f64::NAN)
    };
    match text.get(..2) {
        Some("0x" | "0X") => return radix(&text[2..], 16),
        Some("0o" | "0O") => return radix(&text[2..], 8),
        Some("0b" | "0B") => return radix(&text[2..], 2),
        _ => {}
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if text.is_empty() {
        return 0.0;
    }
    if unsigned == "Infinity" {
        return if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    // Rust also reads `inf` and `nan`, which JavaScript does not.
    let plain = unsigned.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    if plain { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::{Fields, js_number_of_text};
    use crate::Document;
    use crate::model::base::Colour;

    fn with_fields(text: &str, check: impl FnOnce(Fields<'_>)) {
        let document = Document::parse(Source::new("a", text.as_bytes().to_vec()));
        check(Fields::of(document.root().unwrap()).unwrap());
    }

    #[test]
    fn a_value_of_the_wrong_type_reads_as_the_default() {
        with_fields(r#"{"n": "2", "b": 1, "s": 3, "o": [], "big": 1e999}"#, |fields| {
            assert_eq!(fields.num("n", 7.0), 7.0);
            assert_eq!(fields.num("big", 7.0), 7.0);
            assert_eq!(fields.opt_bool("b"), None);
            assert_eq!(fields.str_or("s", "d"), "d");
            assert!(fields.rec("o").is_none());
            assert!(fields.list("s").is_none());
        });
    }

    #[test]
    fn colour_channels_are_converted_one_by_one() {
        with_fields(r#"{"a": {"r": [0.25], "g": [], "b": [1, 2], "a": "0x1"}, "b": 5}"#, |fields| {
            let grey = Colour { r: 0.5, g: 0.5, b: 0.5, a: 0.5 };
            assert_eq!(fields.colour("a", grey), Colour { r: 0.25, g: 0.0, b: 0.5, a: 1.0 });
            assert_eq!(fields.colour("b", grey), grey);
            assert_eq!(fields.opt_colour("b", grey), None);
        });
    }

    #[test]
    fn text_becomes_a_number_as_in_javascript() {
        for (text, number) in [("", 0.0), (" 12 ", 12.0), ("-.5e1", -5.0), ("0x1F", 31.0), ("5.", 5.0)] {
            assert_eq!(js_number_of_text(text), number, "{text}");
        }
        for text in ["red", "nan", "inf", "1px", "0x", "--1", "."] {
            assert!(js_number_of_text(text).is_nan(), "{text}");
        }
        assert_eq!(js_number_of_text("-Infinity"), f64::NEG_INFINITY);
    }

    #[test]
    fn large_objects_are_told_apart_too() {
        let names: Vec<String> = (0..100).map(|at| format!("n{}", at % 70)).collect();
        let list = super::unique(names.iter().enumerate().map(|(at, name)| (name.as_str(), at)));
        assert_eq!(list.len(), 70);
        assert_eq!((list[0], list[69]), (("n0", 70), ("n69", 69)));
        let first = super::unique(names.iter().take(5).map(|name| (name.as_str(), ())));
        assert_eq!(first.len(), 5);
    }

    #[test]
    fn of_members_with_one_name_the_last_stands_in_the_first_place() {
        with_fields(r#"{"a": 1, "b": 2, "a": 3}"#, |fields| {
            let list: Vec<(&str, Option<f64>)> =
                fields.unique().into_iter().map(|(name, value)| (name, value.as_f64())).collect();
            assert_eq!(list, [("a", Some(3.0)), ("b", Some(2.0))]);
        });
    }
}
