//! JSON values that belong to nobody's file: what a typed file keeps of the members it does not know, and
//! what writers print.

use crate::model::json::{quote, spell_number};
use crate::value::{Kind, Value};

/// A JSON value that stands for itself, apart from any document.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`; also what damage reads as.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number; one that is not finite prints as `null`, as JavaScript prints it.
    Number(f64),
    /// A number in the file's own spelling, where a double would print otherwise (`1.50`, twenty digits).
    Spelled(Box<str>),
    /// A text.
    String(String),
    /// `[…]`.
    List(Vec<Json>),
    /// `{…}`, in order; a writer never repeats a name.
    Object(Members),
    /// A value that [`Self::pretty`] puts on one line, as maps have their layers.
    Line(Box<Json>),
}

/// Named values in order. Files keep members that the format does not know in one of these.
pub type Members = Vec<(String, Json)>;

impl Json {
    /// A copy of a document's value. Of members with one name the last one counts, in the first one's place.
    ///
    /// Recurses as deep as the document nests, which is at most [`crate::MAX_DEPTH`].
    #[must_use]
    pub fn of(value: Value<'_>) -> Self {
        match value.kind() {
            Kind::Null | Kind::Damaged => Self::Null,
            Kind::Bool => Self::Bool(value.as_bool() == Some(true)),
            Kind::Number => number(value),
            Kind::String => Self::String(value.as_str().unwrap_or_default().into_owned()),
            Kind::Array => Self::List(value.elements().map(Self::of).collect()),
            Kind::Object => {
                let members: Vec<_> = value.members().map(|member| (member.name(), member.value)).collect();
                let unique =
                    crate::model::fields::unique(members.iter().map(|(name, value)| (&**name, *value)));
                Self::Object(
                    unique.into_iter().map(|(name, value)| (name.to_owned(), Self::of(value))).collect(),
                )
            }
        }
    }

    /// The member of that name; `None` for anything but an object that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The value as text: an element or member a line, `indent` blanks per level, a line end behind it.
    #[must_use]
    pub fn pretty(&self, indent: usize) -> String {
        let mut out = String::new();
        self.lay_out(&mut out, indent, 0);
        out.push('\n');
        out
    }

    /// The value on one line, with blanks inside braces: `{ "a": [1,2] }`.
    #[must_use]
    pub fn line(&self) -> String {
        let mut out = String::new();
        self.push_line(&mut out);
        out
    }

    fn lay_out(&self, out: &mut String, indent: usize, level: usize) {
        match self {
            Self::List(items) if !items.is_empty() => {
                block(out, '[', ']', indent, level, items, |item, out| {
                    item.lay_out(out, indent, level + 1);
                });
            }
            Self::Object(members) if !members.is_empty() => {
                block(out, '{', '}', indent, level, members, |(name, value), out| {
                    quote(out, name);
                    out.push_str(": ");
                    value.lay_out(out, indent, level + 1);
                });
            }
            _ => self.push_line(out),
        }
    }

    fn push_line(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
            Self::Number(number) if number.is_finite() => out.push_str(&spell_number(*number)),
            Self::Number(_) => out.push_str("null"),
            Self::Spelled(text) => out.push_str(text),
            Self::String(text) => quote(out, text),
            Self::Line(value) => value.push_line(out),
            Self::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.push_line(out);
                }
                out.push(']');
            }
            Self::Object(members) if members.is_empty() => out.push_str("{}"),
            Self::Object(members) => {
                for (at, (name, value)) in members.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "{ " });
                    quote(out, name);
                    out.push_str(": ");
                    value.push_line(out);
                }
                out.push_str(" }");
            }
        }
    }
}

fn block<T>(
    out: &mut String,
    open: char,
    close: char,
    indent: usize,
    level: usize,
    items: &[T],
    mut write: impl FnMut(&T, &mut String),
) {
    out.push(open);
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at > 0 { ",\n" } else { "\n" });
        out.extend(std::iter::repeat_n(' ', indent * (level + 1)));
        write(item, out);
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent * level));
    out.push(close);
}

fn number(value: Value<'_>) -> Json {
    let number = value.as_f64().unwrap_or(f64::NAN);
    let text = std::str::from_utf8(value.bytes()).unwrap_or_default();
    if (number.is_finite() && spell_number(number) == text) || !is_json_number(text) {
        return Json::Number(number);
    }
    Json::Spelled(text.into())
}

/// Whether the text is a number by JSON's own rule.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

impl From<f64> for Json {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Json {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<&String> for Json {
    fn from(text: &String) -> Self {
        Self::String(text.clone())
    }
}

impl From<Vec<Self>> for Json {
    fn from(items: Vec<Self>) -> Self {
        Self::List(items)
    }
}

/// An object being put together in the order of the format.
#[derive(Default)]
pub(crate) struct Out(Members);

impl Out {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn put(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }

    /// Only where there is a value.
    pub(crate) fn opt(self, name: &str, value: Option<impl Into<Json>>) -> Self {
        match value {
            Some(value) => self.put(name, value),
            None => self,
        }
    }

    /// Only where the value is not the default.
    pub(crate) fn unless<T: PartialEq + Into<Json>>(self, name: &str, value: T, default: T) -> Self {
        if value == default { self } else { self.put(name, value) }
    }

    /// The object, with the members kept from reading behind those of the format. A kept member whose name
    /// has been written by then is a bad value that was replaced.
    pub(crate) fn with(mut self, extra: &Members) -> Json {
        let written = self.0.len();
        for (name, value) in extra {
            if !self.0[..written].iter().any(|(known, _)| known == name) {
                self.0.push((name.clone(), value.clone()));
            }
        }
        Json::Object(self.0)
    }
}

/// Members in the order a JavaScript object keeps them: names that are array indices first, ascending.
pub(crate) fn js_order<T>(members: &mut [(String, T)]) {
    members.sort_by_key(|(name, _)| array_index(name).map_or((true, 0), |index| (false, index)));
}

fn array_index(name: &str) -> Option<u32> {
    let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = plain && (name == "0" || !name.starts_with('0'));
    canonical.then(|| name.parse().ok()).flatten().filter(|index| *index < u32::MAX)
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::{Json, js_order};
    use crate::Document;

    fn json(text: &str) -> Json {
        Json::of(Document::parse(Source::new("a", text.into())).root().unwrap())
    }

    #[test]
    fn values_are_laid_out_as_the_engine_does() {
        let value = json(r#"{"a":[1,{"b":[]}],"c":{},"d":1.50,"e":12345678901234567890}"#);
        let pretty = "{\n    \"a\": [\n        1,\n        {\n            \"b\": []\n        }\n    ],\n    \
            \"c\": {},\n    \"d\": 1.50,\n    \"e\": 12345678901234567890\n}\n";
        assert_eq!(value.pretty(4), pretty);
        assert_eq!(
            value.line(),
            r#"{ "a": [1,{ "b": [] }], "c": {}, "d": 1.50, "e": 12345678901234567890 }"#
        );
    }

    #[test]
    fn numbers_that_json_forbids_get_a_spelling_it_allows() {
        assert_eq!(json("[+1, .5, 01, 1e999]").line(), "[1,0.5,1,1e999]");
    }

    #[test]
    fn names_that_are_indices_come_first() {
        let mut names = ["b", "10", "2", "02", "a", "4294967295"].map(|name| (name.to_owned(), ())).to_vec();
        js_order(&mut names);
        let names: Vec<&str> = names.iter().map(|(name, ())| name.as_str()).collect();
        assert_eq!(names, ["2", "10", "b", "02", "a", "4294967295"]);
    }
}
