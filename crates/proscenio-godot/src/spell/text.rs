//! Strings and names as the engines write them.

use std::borrow::Cow;

use super::Spelling;

/// Appends a string in quotes. Only the quote and the backslash are escaped: line ends stay line ends.
pub(super) fn string(out: &mut String, text: &str) {
    quoted(out, text, |character| match character {
        '"' => Some("\\\""),
        '\\' => Some("\\\\"),
        _ => None,
    });
}

/// Appends a string in quotes, with every escape: the way of string names, node paths, packed strings
/// and headers, which stay on one line.
pub(crate) fn escaped(out: &mut String, text: &str, spelling: Spelling) {
    quoted(out, text, |character| match character {
        '\\' => Some("\\\\"),
        '\u{7}' => Some("\\a"),
        '\u{8}' => Some("\\b"),
        '\u{c}' => Some("\\f"),
        '\n' => Some("\\n"),
        '\r' => Some("\\r"),
        '\t' => Some("\\t"),
        '\u{b}' => Some("\\v"),
        '\'' => Some("\\'"),
        '?' if spelling == Spelling::Godot3 => Some("\\?"),
        '"' => Some("\\\""),
        _ => None,
    });
}

fn quoted(out: &mut String, text: &str, escape: impl Fn(char) -> Option<&'static str>) {
    out.push('"');
    let mut done = 0;
    for (at, character) in text.char_indices() {
        if let Some(escape) = escape(character) {
            out.push_str(&text[done..at]);
            out.push_str(escape);
            done = at + character.len_utf8();
        }
    }
    out.push_str(&text[done..]);
    out.push('"');
}

/// The name of a property in front of its `=`: bare, or in quotes where it has characters that mean
/// something else there.
#[must_use]
pub fn key(name: &str, spelling: Spelling) -> Cow<'_, str> {
    let odd = |byte: u8| match byte {
        b'=' | b'"' => true,
        b';' | b'[' | b']' => spelling != Spelling::Godot3 || name.starts_with('[') || byte == b';',
        _ => !(33..=126).contains(&byte),
    };
    // Without a byte there would be no name at all.
    if !name.is_empty() && !name.bytes().any(odd) {
        return Cow::Borrowed(name);
    }
    let mut out = String::with_capacity(name.len() + 2);
    string(&mut out, name);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{escaped, key, string};
    use crate::spell::Spelling;

    const GODOT_4: Spelling = Spelling::Godot4 { base64: false };

    #[test]
    fn strings_keep_their_lines() {
        let mut out = String::new();
        string(&mut out, "a'b\"c\\d\ne\tf?é");
        assert_eq!(out, "\"a'b\\\"c\\\\d\ne\tf?é\"");
    }

    /// As Godot 4.6.3 and Godot 3.2.3 write packed strings.
    #[test]
    fn names_stay_on_one_line() {
        let mut out = String::new();
        escaped(&mut out, "a'b\"c\\d\ne\tf?\u{7}\u{8}\u{c}\u{b}\rñ", GODOT_4);
        assert_eq!(out, r#""a\'b\"c\\d\ne\tf?\a\b\f\v\rñ""#);
        out.clear();
        escaped(&mut out, "a'?", Spelling::Godot3);
        assert_eq!(out, r#""a\'\?""#);
    }

    /// As Godot 4.6.3 and Godot 3.2.3 save properties of these names.
    #[test]
    fn odd_keys_stand_in_quotes() {
        for plain in ["a", "shader_parameter/x", "a'b", "tracks/0/keys", "a:b,c(d){e}"] {
            assert_eq!(key(plain, GODOT_4), plain);
            assert_eq!(key(plain, Spelling::Godot3), plain);
        }
        assert_eq!(key("a bé\tc\nd\\e'f", GODOT_4), "\"a bé\tc\nd\\\\e'f\"");
        for odd in ["p\"y", "p;y", "p=y", "p[y", "p]y", "", "é", "\u{7f}"] {
            assert!(key(odd, GODOT_4).starts_with('"'), "{odd}");
        }
        assert_eq!(key("p[y]", Spelling::Godot3), "p[y]");
        // Godot 3 leaves these bare and cannot read them again.
        assert_eq!(key("p;y", Spelling::Godot3), "\"p;y\"");
        assert_eq!(key("[y", Spelling::Godot3), "\"[y\"");
    }
}
