//! Text as the engine writes it: quotes, escapes, property names, line ends.

use std::borrow::Cow;

use memchr::memchr;

use crate::document::Document;
use crate::lexer::{self, StringEnd};
use crate::spell::{Spelling, escaped, key};

/// How a name or path is written between quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// Headers and node paths, which stay on one line.
    Full(Spelling),
    /// Strings, and connections of Godot 3: only what must be.
    Least,
}

impl Escapes {
    /// The escapes of headers and node paths in a document.
    pub(super) fn of(document: &Document) -> Self {
        Self::Full(spelling(document))
    }

    /// The escapes of a connection's paths in a document.
    pub(super) fn of_connections(document: &Document) -> Self {
        if is_old(document) { Self::Least } else { Self::of(document) }
    }
}

/// The spelling of a document; files older than Godot 3 are written like those of Godot 3.
fn spelling(document: &Document) -> Spelling {
    let older = if is_old(document) { Spelling::Godot3 } else { Spelling::GODOT_4 };
    Spelling::of(document).unwrap_or(older)
}

/// Whether the file is of Godot 3 or older.
pub(super) fn is_old(document: &Document) -> bool {
    document.format().is_some_and(|format| format <= 2)
}

/// A name or path in quotes.
pub(super) fn quoted(text: &str, escapes: Escapes) -> String {
    match escapes {
        Escapes::Full(spelling) => {
            let mut out = String::with_capacity(text.len() + 2);
            escaped(&mut out, text, spelling);
            out
        }
        Escapes::Least => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// A property's name as it stands in front of `=`: in quotes where it has unusual characters.
pub(super) fn property_key<'n>(document: &Document, name: &'n str) -> Cow<'n, str> {
    key(name, spelling(document))
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
    use super::{Escapes, quoted, with_newlines};
    use crate::spell::Spelling;

    #[test]
    fn names_are_escaped_as_each_engine_does() {
        let name = "It's a \\ ? é";
        assert_eq!(quoted(name, Escapes::Full(Spelling::GODOT_4)), r#""It\'s a \\ ? é""#);
        assert_eq!(quoted(name, Escapes::Full(Spelling::Godot3)), r#""It\'s a \\ \? é""#);
        assert_eq!(quoted(name, Escapes::Least), r#""It's a \\ ? é""#);
    }

    #[test]
    fn line_ends_change_outside_strings_only() {
        assert_eq!(with_newlines("{\n\"a\nb\": 1\r\n}", "\r\n"), "{\r\n\"a\nb\": 1\r\n}");
        assert_eq!(with_newlines("{\r\n}", "\n"), "{\n}");
    }
}
