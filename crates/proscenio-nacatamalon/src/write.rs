//! JSON as text: the layout of scene files, numbers as JavaScript prints them.

use std::fmt::Write as _;

use crate::MAX_DEPTH;
use crate::model::Json;

/// Writes a value at a depth of so many levels, without a line end behind it.
pub(crate) fn value(out: &mut String, value: &Json, depth: usize) {
    match value {
        Json::Array(elements) if !elements.is_empty() => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                line(out, depth + 1);
                self::value(out, element, depth + 1);
            }
            line(out, depth);
            out.push(']');
        }
        Json::Object(members) if !members.is_empty() => {
            out.push('{');
            for (index, (name, member)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                line(out, depth + 1);
                quote(out, name);
                out.push_str(": ");
                self::value(out, member, depth + 1);
            }
            line(out, depth);
            out.push('}');
        }
        _ => compact(out, value),
    }
}

/// Ends a line and starts one of that depth. What is deeper than is read again stands no further to the
/// right, so that a chain of boxes does not take the square of its length.
pub(crate) fn line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth.min(MAX_DEPTH) {
        out.push_str("    ");
    }
}

/// Writes a value on one line without blanks.
pub(crate) fn compact(out: &mut String, value: &Json) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Json::Number(number) => out.push_str(&spell_number(*number)),
        Json::Exact(text) => out.push_str(text),
        Json::String(text) => quote(out, text),
        Json::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                compact(out, element);
            }
            out.push(']');
        }
        Json::Object(members) => {
            out.push('{');
            for (index, (name, member)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                quote(out, name);
                out.push(':');
                compact(out, member);
            }
            out.push('}');
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

/// A number as JavaScript prints it: the shortest digits that read back to it, no negative zero, an exponent
/// only for the tiny and the huge; `null` for one that is not finite.
pub(crate) fn spell_number(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if !size.is_finite() {
        return "null".to_owned();
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
            (f64::INFINITY, "null"),
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
