//! Numbers as text: the fewest digits that read back as the same double.

use std::io::Write;

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Decimals that the short way tries; real files have at most six.
const SHORT: usize = 9;

/// Writes a number. Zero has no sign; there is an exponent only below 1e-20 and from 1e21 on. False, and a zero,
/// for a number that is not finite.
#[inline]
pub(super) fn write_number(out: &mut Vec<u8>, value: f64) -> bool {
    let size = value.abs();
    // Digits and power of ten are both exact, so their quotient is what a reader gets for them.
    for (decimals, power) in POWERS.iter().enumerate().take(SHORT + 1) {
        let digits = (size * power).round();
        // Neither infinities nor what is no number get past here.
        if digits.is_nan() || digits >= 1e15 {
            break;
        }
        if digits / power == size {
            if value < 0.0 {
                out.push(b'-');
            }
            write_digits(out, digits as u64, decimals);
            return true;
        }
    }
    write_long(out, value)
}

/// Writes digits with a point in front of the last `decimals` of them.
fn write_digits(out: &mut Vec<u8>, mut digits: u64, decimals: usize) {
    // 15 digits, a point, and a zero in front of it.
    let mut text = [0u8; 20];
    let mut at = text.len();
    let mut count = 0;
    while digits > 0 || count <= decimals {
        if count == decimals && decimals > 0 {
            at -= 1;
            text[at] = b'.';
        }
        at -= 1;
        text[at] = b'0' + (digits % 10) as u8;
        digits /= 10;
        count += 1;
    }
    out.extend_from_slice(&text[at..]);
}

#[cold]
fn write_long(out: &mut Vec<u8>, value: f64) -> bool {
    if !value.is_finite() {
        out.push(b'0');
        return false;
    }
    let size = value.abs();
    // Writing to a vector does not fail.
    let _ = if (1e-20..1e21).contains(&size) { write!(out, "{value}") } else { write!(out, "{value:e}") };
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::write_number;
    use crate::value::number;

    fn text(value: f64) -> String {
        let mut out = Vec::new();
        assert!(write_number(&mut out, value));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_fewest_digits_are_written() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.1, "0.1"),
            (-0.05, "-0.05"),
            (1e6, "1000000"),
            (0.433013, "0.433013"),
            (123456.789012, "123456.789012"),
            (1.0 / 3.0, "0.3333333333333333"),
            (1e20, "100000000000000000000"),
            (1e21, "1e21"),
            (-2.5e-21, "-2.5e-21"),
            (1e-9, "0.000000001"),
            (1e-10, "0.0000000001"),
            (f64::MAX, "1.7976931348623157e308"),
            (5e-324, "5e-324"),
            (999_999_999_999_999.9, "999999999999999.9"),
        ] {
            assert_eq!(text(value), expected);
        }
    }

    #[test]
    fn what_is_no_number_becomes_zero_and_is_told() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut out = Vec::new();
            assert!(!write_number(&mut out, value));
            assert_eq!(out, b"0");
        }
    }

    proptest! {
        #[test]
        fn every_double_reads_back(value in any::<f64>().prop_filter("finite", |value| value.is_finite())) {
            prop_assert_eq!(number(text(value).as_bytes()), Some(value));
        }

        #[test]
        fn short_decimals_keep_their_spelling(digits in -999_999_999i64..999_999_999, decimals in 0usize..7) {
            let value = digits as f64 / 10f64.powi(decimals as i32);
            let written = text(value);
            prop_assert_eq!(number(written.as_bytes()), Some(value));
            prop_assert_eq!(written.trim_start_matches('-'), format!("{}", value.abs()));
        }
    }
}
