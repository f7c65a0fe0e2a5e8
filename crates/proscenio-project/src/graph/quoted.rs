//! Paths between quotes, in texts of any kind.

use memchr::memmem;
use proscenio_source::Span;

/// A path of the project between quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quoted {
    /// The path: `res://…` or `uid://…`, without a `*` in front.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// All `"res://…"` and `"uid://…"` of a text in file order, also those between quotes with a backslash in front,
/// as scripts inside of scenes have, and those behind a `*`, as autoloads have.
pub(super) fn quoted(bytes: &[u8]) -> Vec<Quoted> {
    let mut found: Vec<Quoted> = Vec::new();
    for scheme in [b"res://", b"uid://"] {
        for at in memmem::find_iter(bytes, scheme) {
            found.extend(one(bytes, at));
        }
    }
    found.sort_by_key(|quoted| quoted.span.start());
    found
}

fn one(bytes: &[u8], at: usize) -> Option<Quoted> {
    let mut before = at;
    if before > 0 && bytes[before - 1] == b'*' {
        before -= 1;
    }
    let quote = *bytes.get(before.checked_sub(1)?)?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let length = bytes[at..].iter().position(|byte| matches!(*byte, b'\n' | b'\\') || *byte == quote)?;
    let end = at + length;
    (bytes[end] != b'\n').then_some(())?;
    let text = String::from_utf8_lossy(&bytes[at..end]).into_owned();
    Some(Quoted { text, span: Span::new(at as u32, end as u32) })
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotes_of_every_kind() {
        let text = "a=\"*res://a.gd\" b='res://b' \"say \\\"res://c\\\"\" res://d \"uid://e\" \"res://open\n\"res://f";
        let found = quoted(text.as_bytes());
        let texts: Vec<&str> = found.iter().map(|quoted| quoted.text.as_str()).collect();
        assert_eq!(texts, ["res://a.gd", "res://b", "res://c", "uid://e"]);
        for quoted in &found {
            assert_eq!(quoted.span.slice(text.as_bytes()), quoted.text.as_bytes());
        }
    }
}
