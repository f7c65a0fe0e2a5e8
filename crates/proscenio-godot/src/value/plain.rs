//! Numbers of packed arrays as the engine writes them; those with a point eight characters at a time.
//!
//! How many digits a number has is hard to foresee, so a loop over them waits at nearly each one. Here
//! eight bytes are looked at in one machine word: the digits in front are counted, moved to the end so
//! that zeros stand before them, and added up in pairs, fours and eight.
//!
//! What is not plain (an exponent, a word, more digits, the last bytes of a text) is left to
//! [`super::number`].

use super::packed::Whole64;

/// Characters in a word.
const WIDTH: usize = 8;
const ZEROS: u64 = 0x3030_3030_3030_3030;
const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/// Sets the high bit of a byte that is more than 9.
const ABOVE_NINE: u64 = 0x7676_7676_7676_7676;

/// Powers of ten for as many digits as a word has.
const POWERS: [u64; WIDTH + 1] = {
    let mut powers = [1; WIDTH + 1];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

/// The digits that a word starts with: the number they make, and how many there are.
#[inline(always)]
fn digits(word: u64) -> (u64, usize) {
    let word = word ^ ZEROS;
    let others = (((word & LOW_BITS) + ABOVE_NINE) | word) & HIGH_BITS;
    let count = others.trailing_zeros() as usize / 8;
    // Shifted in two steps, because none may be as long as the word.
    let word = word << (8 * (WIDTH - count) / 2) << (8 * (WIDTH - count) / 2);
    let pairs = (word * 10).wrapping_add(word >> 8);
    let fours = (pairs & 0x0000_00FF_0000_00FF).wrapping_mul(0x000F_4240_0000_0064);
    let other_fours = ((pairs >> 16) & 0x0000_00FF_0000_00FF).wrapping_mul(0x0000_2710_0000_0001);
    (fours.wrapping_add(other_fours) >> 32, count)
}

#[inline(always)]
fn word(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..)?.first_chunk::<WIDTH>().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The word at `at` without a sign in front, and whether there is one.
#[inline(always)]
fn unsigned(text: &[u8], at: usize) -> Option<(u64, bool)> {
    let word = word(text, at)?;
    let negative = word as u8 == b'-';
    Some((word >> (8 * u32::from(negative)), negative))
}

/// A whole number of at most eighteen digits that fits its type, and the offset behind it. These are
/// short and alike, so that a loop is as good as a word.
#[inline(always)]
pub(super) fn whole<T: Whole64>(text: &[u8], at: usize) -> Option<(T, usize)> {
    // Two ways rather than one with a sign in it, so that the next step does not wait for this byte.
    let (number, end) =
        if text.get(at) == Some(&b'-') { negative(text, at + 1)? } else { positive(text, at)? };
    match T::narrowed(number) {
        (narrow, true) => Some((narrow, end)),
        _ => None,
    }
}

#[inline(never)]
fn negative(text: &[u8], at: usize) -> Option<(i64, usize)> {
    positive(text, at).map(|(number, end)| (-number, end))
}

#[inline(always)]
fn positive(text: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut number = 0_i64;
    let mut end = at;
    while let Some(digit) = text.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        number = number.wrapping_mul(10).wrapping_add(i64::from(digit));
        end += 1;
    }
    (end > at && end - at <= 18).then_some((number, end))
}

/// A number of at most seven characters in front of the point and eight digits behind it, correctly
/// rounded, and the offset behind it.
#[inline(always)]
pub(super) fn float(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let (first, negative) = unsigned(text, at)?;
    let (whole, count) = digits(first);
    let end = at + count + usize::from(negative);
    if count == 0 || end - at == WIDTH {
        return None;
    }
    let (magnitude, end) = if text.get(end) == Some(&b'.') {
        let (fraction, places) = digits(word(text, end + 1)?);
        // Fewer than sixteen digits are exact in a double, and so is the power of ten.
        let mantissa = whole * POWERS[places] + fraction;
        (mantissa as f64 / POWERS[places] as f64, end + 1 + places)
    } else {
        (whole as f64, end)
    };
    Some((if negative { -magnitude } else { magnitude }, end))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{float, whole};

    /// Something behind the number, so that whole words can be read.
    fn padded(text: &str) -> Vec<u8> {
        format!("{text}, 9999999999999999").into_bytes()
    }

    #[test]
    fn whole_numbers_of_every_length() {
        for number in [0, 7, 42, -1, 255, 1234, -99_999, 123_456, 9_999_999, -123_456_i32] {
            let text = number.to_string();
            assert_eq!(whole::<i32>(&padded(&text), 0), Some((number, text.len())));
        }
        for odd in ["", "-", "1234567890123456789", "a", "\u{b9}", "/", ":"] {
            assert_eq!(whole::<i32>(&padded(odd), 0), None, "{odd}");
        }
        assert_eq!(whole::<u8>(&padded("256"), 0), None);
        assert_eq!(whole::<u8>(&padded("255"), 0), Some((255, 3)));
        assert_eq!(whole::<i64>(b"123456789012345678", 0), Some((123_456_789_012_345_678, 18)));
    }

    #[test]
    fn floats_of_every_length() {
        for text in ["0", "1.5", "-0.1", "-0", "12.3456789", "0.00000001", "9999999.99999999", "3."] {
            let (number, end) = float(&padded(text), 0).unwrap();
            assert_eq!(
                (number.to_bits(), end),
                (text.parse::<f64>().unwrap().to_bits(), text.len()),
                "{text}"
            );
        }
        assert_eq!(float(b"1.5", 0), None, "too near to the end");
        for odd in ["", ".5", "inf", "12345678.5", "--1"] {
            assert_eq!(float(&padded(odd), 0), None, "{odd}");
        }
    }

    proptest! {
        #[test]
        fn floats_equal_the_standard_library(whole in -999_999..9_999_999_i32, places in 0..9_usize, fraction: u32) {
            let digits = format!("{fraction:08}");
            let text = format!("{whole}.{}", &digits[..places]);
            let (number, end) = float(&padded(&text), 0).unwrap();
            prop_assert_eq!(number.to_bits(), text.parse::<f64>().unwrap().to_bits());
            prop_assert_eq!(end, text.len());
        }
    }
}
