//! Writing JSON on one line.

use std::fmt::Write as _;

use crate::{Document, ValueId};

/// Writes JSON, putting commas where they belong.
pub(super) struct Json<'a> {
    pub(super) text: String,
    document: &'a Document,
}

impl<'a> Json<'a> {
    /// An empty text; raw values are asked from the document.
    pub(super) const fn new(document: &'a Document) -> Self {
        Self { text: String::new(), document }
    }

    fn separate(&mut self) {
        if !matches!(self.text.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.text.push(',');
        }
    }

    pub(super) fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.separate();
        self.text.push('{');
        members(self);
        self.text.push('}');
    }

    pub(super) fn key(&mut self, name: &str) {
        self.string(name);
        self.text.push(':');
    }

    pub(super) fn string(&mut self, text: &str) {
        self.separate();
        quote(&mut self.text, text);
    }

    pub(super) fn number(&mut self, number: f64) {
        self.separate();
        self.text.push_str(&spell_number(number));
    }

    pub(super) fn word(&mut self, name: &str, word: &str) {
        self.key(name);
        self.text.push_str(word);
    }

    pub(super) fn str(&mut self, name: &str, text: &str) {
        self.key(name);
        self.string(text);
    }

    pub(super) fn num(&mut self, name: &str, number: f64) {
        self.key(name);
        self.number(number);
    }

    pub(super) fn bool(&mut self, name: &str, truth: bool) {
        self.word(name, if truth { "true" } else { "false" });
    }

    pub(super) fn opt_str(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.str(name, text);
        }
    }

    pub(super) fn str_or_null(&mut self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => self.str(name, text),
            None => self.word(name, "null"),
        }
    }

    pub(super) fn opt_num(&mut self, name: &str, number: Option<f64>) {
        if let Some(number) = number {
            self.num(name, number);
        }
    }

    pub(super) fn opt_bool(&mut self, name: &str, truth: Option<bool>) {
        if let Some(truth) = truth {
            self.bool(name, truth);
        }
    }

    pub(super) fn record(&mut self, name: &str, members: impl FnOnce(&mut Self)) {
        self.key(name);
        self.object(members);
    }

    pub(super) fn list<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T),
    ) {
        self.key(name);
        self.text.push('[');
        for item in items {
            write(self, item);
        }
        self.text.push(']');
    }

    /// A value as it stands in the file; nothing readable becomes `null`.
    pub(super) fn raw(&mut self, value: ValueId) {
        self.separate();
        let bytes = self.document.value(value).bytes();
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.is_empty() => self.text.push_str(text),
            _ => self.text.push_str("null"),
        }
    }
}

/// A string as JSON spells it, with no escape that is not needed.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// A finite number as JavaScript prints it: the shortest digits that read back to it, no negative zero, an
/// exponent only for the tiny and the huge.
pub(crate) fn spell_number(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if (1e-6..1e21).contains(&size) {
        return number.to_string();
    }
    let text = format!("{number:e}");
    if size < 1.0 { text } else { text.replacen('e', "e+", 1) }
}

#[cfg(test)]
mod tests {
    use super::{quote, spell_number};

    #[test]
    fn numbers_are_spelled_the_javascript_way() {
        for (number, text) in [
            (40.0, "40"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (1.5e21, "1.5e+21"),
            (-1e21, "-1e+21"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (0.1 + 0.2, "0.30000000000000004"),
        ] {
            assert_eq!(spell_number(number), text);
        }
    }

    #[test]
    fn only_what_must_be_escaped_is() {
        let mut out = String::new();
        quote(&mut out, "ñ✓ \" \\ / \n \u{1} \u{7f}");
        assert_eq!(out, "\"ñ✓ \\\" \\\\ / \\n \\u0001 \u{7f}\"");
    }
}
