//! How sidecar files are put together and laid out as text.

use crate::model::Json;
use crate::write::{compact, quote};

/// Named values in order. Files keep members that the format does not know in one of these.
pub type Members = Vec<(String, Json)>;

/// How a file's text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout<'a> {
    /// Blanks per level.
    pub(crate) indent: usize,
    /// The member of the file whose elements stand on one line each.
    pub(crate) lines: Option<&'a str>,
}

impl Layout<'_> {
    /// A file's text, with a line end behind it.
    ///
    /// Recurses as deep as the value nests; what was read is at most [`crate::MAX_DEPTH`] deep.
    pub(crate) fn text(self, value: &Json) -> String {
        let mut out = String::new();
        self.value(&mut out, value, 0);
        out.push('\n');
        out
    }

    fn value(self, out: &mut String, value: &Json, level: usize) {
        match value {
            Json::Array(items) if !items.is_empty() => {
                self.block(out, ('[', ']'), level, items, |item, out| self.value(out, item, level + 1));
            }
            Json::Object(members) if !members.is_empty() => {
                self.block(out, ('{', '}'), level, members, |(name, value), out| {
                    quote(out, name);
                    out.push_str(": ");
                    match value {
                        Json::Array(items) if level == 0 && self.lines == Some(name) && !items.is_empty() => {
                            self.block(out, ('[', ']'), 1, items, |item, out| line(out, item));
                        }
                        value => self.value(out, value, level + 1),
                    }
                });
            }
            _ => compact(out, value),
        }
    }

    fn block<T>(
        self,
        out: &mut String,
        (open, close): (char, char),
        level: usize,
        items: &[T],
        mut write: impl FnMut(&T, &mut String),
    ) {
        let start_line = |out: &mut String, level: usize| {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', self.indent * level));
        };
        out.push(open);
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            start_line(out, level + 1);
            write(item, out);
        }
        start_line(out, level);
        out.push(close);
    }
}

/// An object's members on one line, with blanks between them: `{ "a": [1,2], "b": 3 }`.
fn line(out: &mut String, value: &Json) {
    let Json::Object(members) = value else { return compact(out, value) };
    out.push('{');
    for (at, (name, value)) in members.iter().enumerate() {
        out.push_str(if at > 0 { ", " } else { " " });
        quote(out, name);
        out.push_str(": ");
        compact(out, value);
    }
    out.push_str(" }");
}

impl From<&String> for Json {
    fn from(text: &String) -> Self {
        Self::String(text.clone())
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

    use super::{Layout, js_order};
    use crate::Document;
    use crate::model::Json;

    fn json(text: &str) -> Json {
        Json::from(Document::parse(Source::new("a", text.into())).root().unwrap())
    }

    #[test]
    fn values_are_laid_out_as_the_engine_does() {
        let value = json(r#"{"a":[1,{"b":[]}],"c":{}}"#);
        assert_eq!(Layout { indent: 4, lines: None }.text(&value), value.pretty());
        let narrow = Layout { indent: 2, lines: None }.text(&value);
        assert_eq!(narrow, "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ],\n  \"c\": {}\n}\n");
        let lines =
            Layout { indent: 2, lines: Some("a") }.text(&json(r#"{"b":[1],"a":[{"b":[1,2],"c":3},4]}"#));
        assert_eq!(
            lines,
            "{\n  \"b\": [\n    1\n  ],\n  \"a\": [\n    { \"b\": [1,2], \"c\": 3 },\n    4\n  ]\n}\n"
        );
    }

    #[test]
    fn names_that_are_indices_come_first() {
        let mut names = ["b", "10", "2", "02", "a", "4294967295"].map(|name| (name.to_owned(), ())).to_vec();
        js_order(&mut names);
        let names: Vec<&str> = names.iter().map(|(name, ())| name.as_str()).collect();
        assert_eq!(names, ["2", "10", "b", "02", "a", "4294967295"]);
    }
}
