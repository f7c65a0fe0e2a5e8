//! Numbers from text.

use crate::lexer::scalar_end;

/// Powers of ten that a double holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// Whole numbers up to here are exact in a double.
const EXACT_WHOLE: u64 = 1 << 53;

/// Reads a decimal number at `at`: its value, correctly rounded, and the offset behind it.
#[inline]
pub(super) fn float(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let digits_at = at + usize::from(text.get(at) == Some(&b'-'));
    let (whole, mut end) = digits(text, digits_at, 0);
    let mut count = end - digits_at;
    let mut mantissa = whole;
    let mut exponent = 0;
    if text.get(end) == Some(&b'.') {
        let (all, after) = digits(text, end + 1, whole);
        exponent = (after - end - 1) as i32;
        count += after - end - 1;
        (mantissa, end) = (all, after);
    }
    // A sign, letters or too many digits: the slow and complete way.
    let ends_here = text.get(end).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'+');
    if count == 0 || count > 19 || mantissa > EXACT_WHOLE || exponent > 22 || !ends_here {
        return float_slow(text, at);
    }
    let magnitude = mantissa as f64 / EXACT_POWERS[exponent as usize];
    Some((if digits_at > at { -magnitude } else { magnitude }, end))
}

/// Adds the decimal digits at `at` to `number`. Overflow is harmless: the caller counts the digits.
#[inline]
fn digits(text: &[u8], mut at: usize, mut number: u64) -> (u64, usize) {
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (number, at)
}

/// Any number, and the words for what is none.
#[cold]
#[inline(never)]
fn float_slow(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let end = scalar_end(text, at);
    let number = match text.get(at..end)? {
        b"inf" => f64::INFINITY,
        b"-inf" | b"inf_neg" => f64::NEG_INFINITY,
        b"nan" | b"-nan" => f64::NAN,
        // Rust knows more words than the engine; a number has a digit.
        other if other.iter().any(u8::is_ascii_digit) => std::str::from_utf8(other).ok()?.parse().ok()?,
        _ => return None,
    };
    Some((number, end))
}

/// A whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    /// It fits.
    Fits(i64),
    /// It does not; this is the nearest that does.
    Beyond(i64),
}

/// Reads a whole number at `at` and the offset behind it; nothing when it has a point or an exponent.
#[inline]
pub(super) fn whole(text: &[u8], at: usize) -> Option<(Whole, usize)> {
    let negative = text.get(at) == Some(&b'-');
    let start = at + usize::from(negative);
    let (number, end) = digits(text, start, 0);
    let more = text.get(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'.');
    if end == start || more {
        return None;
    }
    if end - start <= 18 {
        let number = number as i64;
        return Some((Whole::Fits(if negative { -number } else { number }), end));
    }
    let exact = std::str::from_utf8(&text[at..end]).ok().and_then(|text| text.parse().ok());
    let nearest = if negative { i64::MIN } else { i64::MAX };
    Some((exact.map_or(Whole::Beyond(nearest), Whole::Fits), end))
}

#[cfg(test)]
mod tests {
    use super::{Whole, float, whole};

    #[test]
    fn floats_equal_the_standard_library() {
        let texts = [
            "0",
            "-0",
            "1",
            "-1.5",
            "0.1",
            "1e5",
            "1E-7",
            "1.7976931348623157e308",
            "5e-324",
            "0.35999995",
            "9007199254740993",
            "123456789012345678901234567890",
            "0.30000000000000004",
            "3.4028235e+38",
            "-2.59096e-05",
            "1.",
            "00012.500",
        ];
        for text in texts {
            let (number, end) = float(text.as_bytes(), 0).unwrap();
            assert_eq!(number.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
            assert_eq!(end, text.len(), "{text}");
        }
    }

    #[test]
    fn a_float_ends_at_punctuation() {
        assert_eq!(float(b"1.5, 2", 0), Some((1.5, 3)));
        assert_eq!(float(b"(1)", 1), Some((1.0, 2)));
        assert_eq!(float(b"-", 0), None);
        assert_eq!(float(b"", 0), None);
        assert_eq!(float(b"1x", 0), None);
        assert_eq!(float(b"infinity", 0), None);
    }

    #[test]
    fn the_words_of_the_engine_are_numbers() {
        assert_eq!(float(b"inf", 0), Some((f64::INFINITY, 3)));
        assert_eq!(float(b"inf_neg,", 0), Some((f64::NEG_INFINITY, 7)));
        assert_eq!(float(b"-inf", 0), Some((f64::NEG_INFINITY, 4)));
        assert!(float(b"nan", 0).unwrap().0.is_nan());
    }

    #[test]
    fn whole_numbers_saturate() {
        assert_eq!(whole(b"-42)", 0), Some((Whole::Fits(-42), 3)));
        assert_eq!(whole(b"9223372036854775807", 0), Some((Whole::Fits(i64::MAX), 19)));
        assert_eq!(whole(b"-9223372036854775808", 0), Some((Whole::Fits(i64::MIN), 20)));
        assert_eq!(whole(b"9223372036854775808", 0), Some((Whole::Beyond(i64::MAX), 19)));
        assert_eq!(whole(b"1.0", 0), None);
        assert_eq!(whole(b"1e3", 0), None);
        assert_eq!(whole(b"", 0), None);
    }
}
