//! Text as the engine writes it: quotes, escapes, property names, line ends.

use memchr::memchr;

use crate::document::Document;
use crate::lexer::{self, StringEnd};

/// How a name or path is written between quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// Headers and node paths of Godot 4.
    Godot4,
    /// Headers and node paths of Godot 3, which escapes `?` too.
    Godot3,
    /// Connections of Godot 3: only what must be.
    Least,
}

impl Escapes {
    /// The escapes of headers and node paths in a document.
    pub(super) fn of(document: &Document) -> Self {
        if is_old(document) { Self::Godot3 } else { Self::Godot4 }
    }

    /// The escapes of a connection's paths in a document.
    pub(super) fn of_connections(document: &Document) -> Self {
        if is_old(document) { Self::Least } else { Self::Godot4 }
    }
}

/// Whether the file is of Godot 3 or older.
pub(super) fn is_old(document: &Document) -> bool {
    document.format().is_some_and(|format| format <= 2)
}

/// A name or path in quotes.
pub(super) fn quoted(text: &str, escapes: Escapes) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        let escape = match character {
            '\\' => '\\',
            '"' => '"',
            _ if escapes == Escapes::Least => ' ',
            '\'' => '\'',
            '?' if escapes == Escapes::Godot3 => '?',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\u{b}' => 'v',
            _ => ' ',
        };
        if escape == ' ' {
            out.push(character);
        } else {
            out.push('\\');
            out.push(escape);
        }
    }
    out.push('"');
    out
}

/// A property's name as it stands in front of `=`: in quotes where it has unusual characters.
pub(super) fn property_key(name: &str) -> String {
    let plain = |character: char| matches!(character, '!'..='~') && !"=\";[]".contains(character);
    if name.chars().all(plain) {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The line end that the file uses: that of its first line.
pub(super) fn newline(bytes: &[u8]) -> &'static str {
    match memchr(b'\n', bytes) {
        Some(at) if at > 0 && bytes[at - 1] == b'\r' => "\r\n",
        _ => "\n",
    }
}

/// A value's text with the file's line ends. Line ends inside strings belong to the value and stay.
pub(super) fn with_newlines(text: &str, newline: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut done = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => match lexer::string_end(bytes, at) {
                StringEnd::Closed(end) => at = end,
                StringEnd::Lost(_) | StringEnd::Cut => break,
            },
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => {
                out.push_str(&text[done..at]);
                at += 1;
                done = at;
            }
            b'\n' => {
                out.push_str(&text[done..at]);
                out.push_str(newline);
                at += 1;
                done = at;
            }
            _ => at += 1,
        }
    }
    out.push_str(&text[done..]);
    out
}

/// Whether bytes are nothing but blanks.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| lexer::is_blank(*byte))
}

#[cfg(test)]
mod tests {
    use super::{Escapes, property_key, quoted, with_newlines};

    #[test]
    fn names_are_escaped_as_each_engine_does() {
        let name = "It's a \\ ? é";
        assert_eq!(quoted(name, Escapes::Godot4), r#""It\'s a \\ ? é""#);
        assert_eq!(quoted(name, Escapes::Godot3), r#""It\'s a \\ \? é""#);
        assert_eq!(quoted(name, Escapes::Least), r#""It's a \\ ? é""#);
        assert_eq!(quoted("a\nb", Escapes::Godot4), r#""a\nb""#);
    }

    #[test]
    fn only_unusual_property_names_stand_in_quotes() {
        assert_eq!(property_key("theme_override_colors/font"), "theme_override_colors/font");
        assert_eq!(property_key("0:0/0"), "0:0/0");
        assert_eq!(property_key("a b"), "\"a b\"");
        assert_eq!(property_key("é\"[x]"), "\"é\\\"[x]\"");
    }

    #[test]
    fn line_ends_change_outside_strings_only() {
        assert_eq!(with_newlines("{\n\"a\nb\": 1\r\n}", "\r\n"), "{\r\n\"a\nb\": 1\r\n}");
        assert_eq!(with_newlines("{\r\n}", "\n"), "{\n}");
    }
}
