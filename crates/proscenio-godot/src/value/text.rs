//! Strings from text: quotes and escapes.

use std::borrow::Cow;

use memchr::memchr;

/// The text of a property key: bare, or a string in quotes.
pub(crate) fn key_text(raw: &[u8]) -> Cow<'_, str> {
    match inside_quotes(raw) {
        Some(inside) => unescape(inside, &mut |_, _| ()),
        None => String::from_utf8_lossy(raw),
    }
}

/// The text of a string of any spelling (`"…"`, `&"…"`, `@"…"`, `^"…"`).
pub(crate) fn string_text(raw: &[u8]) -> Option<Cow<'_, str>> {
    let quoted = match raw.first()? {
        b'&' | b'@' | b'^' => &raw[1..],
        _ => raw,
    };
    Some(unescape(inside_quotes(quoted)?, &mut |_, _| ()))
}

fn inside_quotes(raw: &[u8]) -> Option<&[u8]> {
    raw.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

/// What is wrong with an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadEscape {
    /// No escape starts with this character; the engine keeps the character.
    Unknown,
    /// Four (`\u`) or six (`\U`) hexadecimal digits of a character were expected.
    Digits,
}

/// Resolves the escapes of a string's inside. `bad` is told offset and kind of each that is wrong.
///
/// Bytes that are no UTF-8 come out as U+FFFD; a scene file should have none.
pub(super) fn unescape<'t>(inside: &'t [u8], bad: &mut impl FnMut(usize, BadEscape)) -> Cow<'t, str> {
    let Some(first) = memchr(b'\\', inside) else { return String::from_utf8_lossy(inside) };
    let mut out = Vec::with_capacity(inside.len());
    out.extend_from_slice(&inside[..first]);
    let mut at = first;
    while at < inside.len() {
        if inside[at] != b'\\' {
            let end = memchr(b'\\', &inside[at..]).map_or(inside.len(), |found| at + found);
            out.extend_from_slice(&inside[at..end]);
            at = end;
            continue;
        }
        let escape = at;
        at += 2;
        match inside.get(escape + 1) {
            Some(b'b') => out.push(8),
            Some(b't') => out.push(b'\t'),
            Some(b'n') => out.push(b'\n'),
            Some(b'f') => out.push(12),
            Some(b'r') => out.push(b'\r'),
            Some(b'a') => out.push(7),
            Some(b'v') => out.push(11),
            Some(mark @ (b'u' | b'U')) => match character(inside, escape, *mark) {
                Some((character, end)) => {
                    let mut utf8 = [0; 4];
                    out.extend_from_slice(character.encode_utf8(&mut utf8).as_bytes());
                    at = end;
                }
                None => {
                    bad(escape, BadEscape::Digits);
                    out.push(*mark);
                }
            },
            Some(other) => {
                if !matches!(other, b'"' | b'\\' | b'\'' | b'/' | b'?') {
                    bad(escape, BadEscape::Unknown);
                }
                out.push(*other);
            }
            None => bad(escape, BadEscape::Unknown),
        }
    }
    Cow::Owned(match String::from_utf8(out) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

/// The character that `\uXXXX` or `\UXXXXXX` at `at` spells; two `\u` may spell one together.
fn character(inside: &[u8], at: usize, mark: u8) -> Option<(char, usize)> {
    let len = if mark == b'U' { 6 } else { 4 };
    let (code, end) = hexadecimal(inside, at + 2, len)?;
    if (0xD800..0xDC00).contains(&code) {
        let second = inside.get(end..end + 2).filter(|escape| *escape == b"\\u").map(|_| end + 2)?;
        let (low, end) = hexadecimal(inside, second, 4)?;
        let low = low.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
        return char::from_u32(0x10000 + ((code - 0xD800) << 10) + low).map(|character| (character, end));
    }
    char::from_u32(code).map(|character| (character, end))
}

fn hexadecimal(text: &[u8], at: usize, len: usize) -> Option<(u32, usize)> {
    let digits = text.get(at..at + len)?;
    let number =
        digits.iter().try_fold(0, |number, byte| Some(number << 4 | char::from(*byte).to_digit(16)?));
    number.map(|number| (number, at + len))
}

#[cfg(test)]
mod tests {
    use super::{BadEscape, key_text, string_text, unescape};

    fn text(inside: &str) -> (String, Vec<(usize, BadEscape)>) {
        let mut bad = Vec::new();
        let text = unescape(inside.as_bytes(), &mut |at, kind| bad.push((at, kind))).into_owned();
        (text, bad)
    }

    #[test]
    fn every_escape_is_resolved() {
        let (plain, bad) = text(r#"a\"b\\c\n\t\r\b\f\a\v\u00f1\U01F600\uD83D\uDE00"#);
        assert_eq!(plain, "a\"b\\c\n\t\r\u{8}\u{c}\u{7}\u{b}ñ😀😀");
        assert_eq!(bad, []);
    }

    #[test]
    fn a_wrong_escape_keeps_its_character_and_is_told() {
        assert_eq!(text(r"a\qb"), ("aqb".into(), vec![(1, BadEscape::Unknown)]));
        assert_eq!(text(r"\u12"), ("u12".into(), vec![(0, BadEscape::Digits)]));
        assert_eq!(text(r"\uD83Dx"), ("uD83Dx".into(), vec![(0, BadEscape::Digits)]));
        assert_eq!(text(r"\UFFFFFF"), ("UFFFFFF".into(), vec![(0, BadEscape::Digits)]));
        assert_eq!(text("x\\"), ("x".into(), vec![(1, BadEscape::Unknown)]));
    }

    #[test]
    fn strings_of_every_spelling_have_a_text() {
        assert_eq!(string_text(b"\"a\"").unwrap(), "a");
        assert_eq!(string_text(b"&\"a\"").unwrap(), "a");
        assert_eq!(string_text(b"^\"a/b\"").unwrap(), "a/b");
        assert_eq!(string_text(b"@\"a\"").unwrap(), "a");
        assert_eq!(string_text(b"1"), None);
        assert_eq!(string_text(b"\""), None);
        assert_eq!(key_text(b"\"a b\""), "a b");
        assert_eq!(key_text(b"shader_param/x"), "shader_param/x");
    }
}
