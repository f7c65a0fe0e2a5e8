//! Decoding: words into text and numbers, when somebody asks.

use std::borrow::Cow;

/// Powers of ten that a double holds exactly.
pub(crate) const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The value of a number as written, or `None` when it is no finite decimal number.
///
/// A suffix `f F d D` is accepted, as Java does. The value is the double nearest to what is written.
#[must_use]
pub fn number(word: &[u8]) -> Option<f64> {
    short_decimal(word).or_else(|| any_decimal(word))
}

/// Numbers of at most 15 digits: digits and power of ten are both exact, so one division rounds once.
#[inline]
fn short_decimal(word: &[u8]) -> Option<f64> {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, word),
    };
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    let mut mantissa = 0u64;
    let mut point = None;
    for (at, &byte) in digits.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            mantissa = mantissa * 10 + u64::from(digit);
        } else if byte == b'.' && point.is_none() {
            point = Some(at);
        } else {
            return None;
        }
    }
    let decimals = match point {
        Some(at) => digits.len() - 1 - at,
        None => 0,
    };
    let count = digits.len() - usize::from(point.is_some());
    if count == 0 || count > 15 {
        return None;
    }
    let value = mantissa as f64 / POWERS[decimals];
    Some(if negative { -value } else { value })
}

#[cold]
fn any_decimal(word: &[u8]) -> Option<f64> {
    let unsuffixed = match word {
        [rest @ .., b'f' | b'F' | b'd' | b'D'] => rest,
        _ => word,
    };
    // Rust also reads `inf` and `nan`, which end in no digit or point.
    match unsuffixed.last() {
        Some(b'0'..=b'9' | b'.') => {}
        _ => return None,
    }
    let value: f64 = std::str::from_utf8(unsuffixed).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

/// Whether a word spells one of Java's numbers that are none: `NaN` and `Infinity`, with or without sign.
#[must_use]
pub(crate) fn is_not_finite(word: &[u8]) -> bool {
    let unsigned = word.strip_prefix(b"-").or_else(|| word.strip_prefix(b"+")).unwrap_or(word);
    unsigned.eq_ignore_ascii_case(b"nan")
        || unsigned.eq_ignore_ascii_case(b"inf")
        || unsigned.eq_ignore_ascii_case(b"infinity")
}

/// The text of a word: UTF-8, or Latin-1 where it is no UTF-8.
#[must_use]
pub fn text(word: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(word) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(word.iter().map(|&byte| char::from(byte)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{number, text};

    #[test]
    fn numbers_as_java_reads_them() {
        for (word, value) in [
            ("1", Some(1.0)),
            ("-0.5", Some(-0.5)),
            ("+2", Some(2.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1e3", Some(1000.0)),
            ("1.5f", Some(1.5)),
            ("1.5e1D", Some(15.0)),
            ("", None),
            (".", None),
            ("-", None),
            ("NaN", None),
            ("inf", None),
            ("-Infinity", None),
            ("1e999", None),
            ("0x10", None),
            ("1.2.3", None),
            ("1,5", None),
        ] {
            assert_eq!(number(word.as_bytes()), value, "{word}");
        }
        assert_eq!(number(b"-0").map(f64::to_bits), Some((-0.0f64).to_bits()));
    }

    #[test]
    fn text_that_is_no_utf8_is_latin_1() {
        assert_eq!(text("ñ".as_bytes()), "ñ");
        assert_eq!(text(b"\xF1"), "ñ");
    }

    proptest! {
        #[test]
        fn decimals_are_read_as_the_standard_library_reads_them(word in "-?[0-9]{0,18}(\\.[0-9]{0,18})?(e-?[0-9]{1,3})?") {
            let expected = word.parse::<f64>().ok().filter(|value| value.is_finite());
            prop_assert_eq!(number(word.as_bytes()).map(f64::to_bits), expected.map(f64::to_bits));
        }
    }
}
