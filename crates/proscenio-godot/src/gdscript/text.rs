//! What the text of a string token means.

use std::borrow::Cow;

/// What a string says, and where in the token that stands: first and last byte of what is between the quotes.
/// Text without quotes says itself.
pub(super) fn string(token: &[u8]) -> (Cow<'_, str>, std::ops::Range<usize>) {
    let mark = usize::from(token.first().is_some_and(|byte| matches!(byte, b'&' | b'^' | b'@' | b'r')));
    let quoted = token.get(mark..).unwrap_or_default();
    let Some(&quote) = quoted.first().filter(|byte| matches!(byte, b'"' | b'\'')) else {
        return (String::from_utf8_lossy(token), 0..token.len());
    };
    let long = quoted.len() >= 6 && quoted[1] == quote && quoted[2] == quote;
    let width = if long { 3 } else { 1 };
    let start = mark + width;
    let closed = token.len() >= start + width && token.ends_with(&[quote; 3][..width]);
    let end = if closed { token.len() - width } else { token.len() };
    let inside = start.min(end)..end;
    let bytes = &token[inside.clone()];
    let raw = token.first() == Some(&b'r');
    let text = if raw || !bytes.contains(&b'\\') {
        String::from_utf8_lossy(bytes)
    } else {
        Cow::Owned(unescaped(&String::from_utf8_lossy(bytes)))
    };
    (text, inside)
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(char) = rest.next() {
        if char != '\\' {
            out.push(char);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('a') => out.push('\u{7}'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('v') => out.push('\u{b}'),
            Some(kind @ ('u' | 'U')) => {
                let length = if kind == 'u' { 4 } else { 6 };
                let digits: String = rest.clone().take(length).take_while(char::is_ascii_hexdigit).collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                out.push(code.unwrap_or(char::REPLACEMENT_CHARACTER));
                rest.by_ref().take(digits.len()).for_each(drop);
            }
            // A line that is carried on.
            Some('\n') | None => {}
            Some(other) => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::string;

    #[test]
    fn quotes_and_escapes_are_undone() {
        let text = |token: &str| string(token.as_bytes()).0.into_owned();
        assert_eq!(text(r#""a\"b\u00e4\n""#), "a\"bä\n");
        assert_eq!(text("'''x'y'''"), "x'y");
        assert_eq!(text(r#"r"a\n""#), "a\\n");
        assert_eq!(text(r#"&"n""#), "n");
        assert_eq!(text("\"open"), "open");
        assert_eq!(text("\"\""), "");
        assert_eq!(text("word"), "word");
        assert_eq!(string(b"^\"ab\"").1, 2..4);
        assert_eq!(text("\""), "");
    }
}
