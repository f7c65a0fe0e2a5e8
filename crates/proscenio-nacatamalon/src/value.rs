//! Values of a document, decoded when they are asked for.

use std::borrow::Cow;

use proscenio_source::Span;

use crate::Document;
use crate::tree::ValueId;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// Digits, whether or not they are spelled as JSON wants.
    Number,
    /// Text in quotes.
    String,
    /// `[…]`.
    Array,
    /// `{…}`.
    Object,
    /// A place where a value is missing, or a word JSON does not know. Reads as absent.
    Damaged,
}

impl Kind {
    /// The kind as a person says it, with its article.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
            Self::Damaged => "nothing readable",
        }
    }
}

/// One value of a document. Copying it is free; nothing is decoded until it is asked for.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    document: &'a Document,
    id: ValueId,
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at {:?}", self.kind(), self.span())
    }
}

impl<'a> Value<'a> {
    pub(crate) const fn new(document: &'a Document, id: ValueId) -> Self {
        Self { document, id }
    }

    /// Its place in the document's table, to come back to it with [`Document::value`].
    #[must_use]
    pub const fn id(self) -> ValueId {
        self.id
    }

    /// Its bytes in the file; empty where a value is missing.
    #[must_use]
    pub fn span(self) -> Span {
        self.document.tree().span(self.id)
    }

    /// Its bytes as they stand in the file.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.span().slice(self.document.source().bytes())
    }

    /// The bytes of the whole file.
    pub(crate) fn file(self) -> &'a [u8] {
        self.document.source().bytes()
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        let bytes = self.bytes();
        match bytes.first() {
            Some(b'"' | b'\'') => Kind::String,
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => Kind::Number,
            _ => match bytes {
                b"null" => Kind::Null,
                b"true" | b"false" => Kind::Bool,
                _ => Kind::Damaged,
            },
        }
    }

    /// The number, as the nearest double; infinite when it is beyond their range.
    /// `None` for anything but a number.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        match self.bytes() {
            bytes @ [b'-' | b'+' | b'.' | b'0'..=b'9', ..] => decode_number(bytes),
            _ => None,
        }
    }

    /// The truth value. `None` for anything but `true` and `false`.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.bytes() {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        }
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.bytes() == b"null"
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.bytes().first() == Some(&b'{')
    }

    /// Whether it is an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.bytes().first() == Some(&b'[')
    }

    /// The text of a string, its escapes undone. `None` for anything but a string.
    ///
    /// Half of a surrogate pair and bytes that are no UTF-8 become U+FFFD; an unknown escape stands for the
    /// character behind its backslash.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        let bytes = self.bytes();
        matches!(bytes.first(), Some(b'"' | b'\'')).then(|| decode_string(bytes))
    }

    /// Its members, in file order, duplicates included; none unless it is an object.
    #[must_use]
    pub fn members(self) -> Members<'a> {
        let (at, end) = self.inside(b'{');
        Members { document: self.document, at, end }
    }

    /// Its elements, in order; none unless it is an array.
    #[must_use]
    pub fn elements(self) -> Elements<'a> {
        let (at, end) = self.inside(b'[');
        Elements { document: self.document, at, end }
    }

    fn inside(self, bracket: u8) -> (ValueId, ValueId) {
        let tree = self.document.tree();
        let end = tree.next(self.id);
        let at = if self.bytes().first() == Some(&bracket) { tree.first(self.id) } else { end };
        (at, end)
    }

    /// The member of that name; the last one when there are several. Linear in the number of members.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'a>> {
        self.members().filter(|member| member.is(name)).last().map(|member| member.value)
    }

    /// The value at a JSON pointer (RFC 6901) below this one, such as `/root/children/0`.
    #[must_use]
    pub fn pointer(self, pointer: &str) -> Option<Value<'a>> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, step| {
            if value.is_array() {
                return value.elements().nth(step.parse().ok()?);
            }
            value.get(&step.replace("~1", "/").replace("~0", "~"))
        })
    }
}

/// One member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    key: Value<'a>,
    /// What stands behind the key.
    pub value: Value<'a>,
}

impl<'a> Member<'a> {
    /// The name, its escapes undone; empty where it is missing.
    #[must_use]
    pub fn name(self) -> Cow<'a, str> {
        decode_string(self.key.bytes())
    }

    /// Where the key stands, quotes included; empty where it is missing.
    #[must_use]
    pub fn key_span(self) -> Span {
        self.key.span()
    }

    /// Whether the member has that name. A missing key has none.
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        match self.key.bytes() {
            // Nearly every key of nearly every file: no escape, nothing to decode.
            [b'"', inner @ .., b'"'] if !inner.contains(&b'\\') => inner == name.as_bytes(),
            [] => false,
            bytes => decode_string(bytes) == name,
        }
    }
}

/// The members of an object, in file order.
#[derive(Clone)]
pub struct Members<'a> {
    document: &'a Document,
    at: ValueId,
    end: ValueId,
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    fn next(&mut self) -> Option<Member<'a>> {
        if self.at >= self.end {
            return None;
        }
        let tree = self.document.tree();
        let key = Value::new(self.document, self.at);
        let value = Value::new(self.document, tree.next(self.at));
        self.at = tree.next(value.id);
        Some(Member { key, value })
    }
}

/// The elements of an array, in order.
#[derive(Clone)]
pub struct Elements<'a> {
    document: &'a Document,
    at: ValueId,
    end: ValueId,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        if self.at >= self.end {
            return None;
        }
        let value = Value::new(self.document, self.at);
        self.at = self.document.tree().next(self.at);
        Some(value)
    }
}

/// The number a token spells; also those that JSON forbids but that mean one number (`+1`, `.5`, `01`).
pub(crate) fn decode_number(bytes: &[u8]) -> Option<f64> {
    let (negative, digits) = match bytes {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    // Short whole numbers are exact in a double, and are most of a scene's numbers.
    if (1..=15).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
        let whole = digits.iter().fold(0_u64, |sum, digit| sum * 10 + u64::from(digit - b'0')) as f64;
        return Some(if negative { -whole } else { whole });
    }
    let text = std::str::from_utf8(bytes).ok()?;
    // Rust would also read the words `-inf` and `+nan`.
    text.bytes().any(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The text of a string token, or of a bare word where a key should be.
pub(crate) fn decode_string(token: &[u8]) -> Cow<'_, str> {
    let inner = match token {
        [quote @ (b'"' | b'\''), rest @ ..] => {
            // The last quote closes the string unless a backslash stands before it.
            let closed =
                rest.last() == Some(quote) && trailing_backslashes(&rest[..rest.len() - 1]).is_multiple_of(2);
            &rest[..rest.len() - usize::from(closed)]
        }
        bare => bare,
    };
    if inner.contains(&b'\\') {
        Cow::Owned(undo_escapes(&String::from_utf8_lossy(inner)))
    } else {
        String::from_utf8_lossy(inner)
    }
}

fn trailing_backslashes(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|&&byte| byte == b'\\').count()
}

fn undo_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut chars = rest.chars();
        let Some(escaped) = chars.next() else { break };
        rest = chars.as_str();
        match escaped {
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'u' => rest = undo_unicode(rest, &mut out),
            other => out.push(other),
        }
    }
    out.push_str(rest);
    out
}

/// Reads the digits behind `\u`, and the second half of a surrogate pair; gives what follows them.
fn undo_unicode<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let Some(first) = hex4(rest) else {
        out.push('u');
        return rest;
    };
    let after = &rest[4..];
    if (0xD800..0xDC00).contains(&first)
        && let Some(second) = after.strip_prefix("\\u").and_then(hex4)
        && (0xDC00..0xE000).contains(&second)
    {
        let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        return &after[6..];
    }
    out.push(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
    after
}

fn hex4(text: &str) -> Option<u32> {
    let digits = text.get(..4)?;
    // `from_str_radix` alone would let a sign through.
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::{Kind, decode_number, decode_string};
    use crate::Document;
    use proscenio_source::Source;

    fn document(text: &str) -> Document {
        Document::parse(Source::new("a.scene", text.as_bytes().to_vec()))
    }

    #[test]
    fn kinds_are_told_by_the_first_byte() {
        let document = document(r#"[null, true, -1, "x", [], {}, NaN, +1]"#);
        let kinds: Vec<Kind> = document.root().unwrap().elements().map(super::Value::kind).collect();
        use Kind::{Array, Bool, Damaged, Null, Number, Object, String};
        assert_eq!(kinds, [Null, Bool, Number, String, Array, Object, Damaged, Number]);
    }

    #[test]
    fn the_last_of_two_members_wins_and_both_are_listed() {
        let document = document(r#"{"a": 1, "b": 2, "\u0061": 3}"#);
        let root = document.root().unwrap();
        assert_eq!(root.get("a").unwrap().as_f64(), Some(3.0));
        assert_eq!(
            root.members().map(|member| member.name().into_owned()).collect::<Vec<_>>(),
            ["a", "b", "a"]
        );
        assert!(root.get("c").is_none());
    }

    #[test]
    fn a_missing_key_is_no_empty_name() {
        let document = document(r#"{: 1, "": 2}"#);
        let root = document.root().unwrap();
        assert_eq!(root.get("").unwrap().as_f64(), Some(2.0));
        assert_eq!(root.members().count(), 2);
    }

    #[test]
    fn pointers_walk_objects_and_arrays() {
        let document = document(r#"{"a": [{"x/y": 5}], "~": 6}"#);
        let root = document.root().unwrap();
        assert_eq!(root.pointer("/a/0/x~1y").unwrap().as_f64(), Some(5.0));
        assert_eq!(root.pointer("/~0").unwrap().as_f64(), Some(6.0));
        assert!(root.pointer("/a/1").is_none());
        assert!(root.pointer("a").is_none());
        assert!(root.pointer("").unwrap().is_object());
    }

    #[test]
    fn escapes_are_undone() {
        for (token, text) in [
            (r#""plain""#, "plain"),
            (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r#""\u00f1 \ud83c\udf3f""#, "ñ 🌿"),
            (r#""\ud83c x \udf3f""#, "\u{fffd} x \u{fffd}"),
            (r#""\ud83cA""#, "\u{fffd}A"),
            (r#""\q\u12""#, "qu12"),
            (r#""\u+123""#, "u+123"),
            (r#""open"#, "open"),
            (r#""open\""#, "open\""),
            (r#"""#, ""),
            ("'it'", "it"),
            ("bare", "bare"),
        ] {
            assert_eq!(decode_string(token.as_bytes()), text, "{token}");
        }
        assert_eq!(decode_string(b"\"\xff\\n\""), "\u{fffd}\n");
    }

    #[test]
    fn numbers_are_decoded_to_the_nearest_double() {
        for (text, number) in [
            ("0", Some(0.0)),
            ("-12", Some(-12.0)),
            ("123456789012345680000", Some(123_456_789_012_345_680_000.0)),
            ("1e999", Some(f64::INFINITY)),
            ("+1", Some(1.0)),
            (".5", Some(0.5)),
            ("01", Some(1.0)),
            ("-inf", None),
            ("-", None),
            ("1_0", None),
            ("0x10", None),
        ] {
            assert_eq!(decode_number(text.as_bytes()), number, "{text}");
        }
        assert!(decode_number(b"-0").unwrap().is_sign_negative());
    }
}
