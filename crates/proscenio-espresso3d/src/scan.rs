//! The common case, eight bytes at a time: runs of blanks, and plain decimal numbers between separators.
//!
//! Whatever is not plain is left to the lexer and to [`crate::value`], which say the same of what is.

use crate::value::POWERS;

/// `0` in every byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Eight bytes as a number whose lowest byte is the first; `None` at the end of the file.
#[inline]
fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// How many of eight bytes, from the first on, are digits.
#[inline]
fn digits(word: u64) -> usize {
    // The high half of a digit is 3, and still is when 6 is added. A carry only reaches bytes behind one that is none.
    let high = 0xF0F0_F0F0_F0F0_F0F0;
    let other = ((word & high) ^ ZEROS) | ((word.wrapping_add(0x0606_0606_0606_0606) & high) ^ ZEROS);
    (other.trailing_zeros() / 8) as usize
}

/// How many of the bytes from `at` on are blanks, of those that can be looked at together.
#[inline]
pub(crate) fn blanks(bytes: &[u8], at: usize) -> usize {
    eight(bytes, at).map_or(0, |word| ((word ^ 0x2020_2020_2020_2020).trailing_zeros() / 8) as usize)
}

/// Digits before and behind the point of a plain number, and where it ends.
struct Plain {
    negative: bool,
    whole: (u64, usize),
    part: (u64, usize),
    end: usize,
}

/// A plain number: a sign or none, at most seven digits on each side of a point or none, and a separator or line end
/// behind it.
#[inline]
fn plain(bytes: &[u8], at: usize) -> Option<Plain> {
    let negative = *bytes.get(at)? == b'-';
    let start = at + usize::from(negative);
    let word = eight(bytes, start)?;
    let whole = digits(word);
    let mut end = start + whole;
    let mut part = (0, 0);
    if *bytes.get(end)? == b'.' {
        let word = eight(bytes, end + 1)?;
        part = (word, digits(word));
        end += 1 + part.1;
    }
    let ends = matches!(bytes.get(end)?, b' ' | b',' | b';' | b'\n' | b'\r' | b'\t');
    (ends && whole < 8 && part.1 < 8 && whole + part.1 > 0).then_some(Plain {
        negative,
        whole: (word, whole),
        part,
        end,
    })
}

/// Where the plain number at a place ends.
#[inline]
pub(crate) fn plain_end(bytes: &[u8], at: usize) -> Option<usize> {
    plain(bytes, at).map(|plain| plain.end)
}

/// The plain number at a place, and where it ends. The same double that [`crate::number`] gives.
#[inline]
pub(crate) fn plain_number(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let Plain { negative, whole, part, end } = plain(bytes, at)?;
    // At most 14 digits: both numbers are exact, so the division rounds once.
    let mantissa = value(whole) as f64 * POWERS[part.1] + value(part) as f64;
    let number = mantissa / POWERS[part.1];
    Some((if negative { -number } else { number }, end))
}

/// The value of the first `count` digits of eight bytes, `count` being at most 7.
#[inline]
fn value((word, count): (u64, usize)) -> u64 {
    if count == 0 {
        return 0;
    }
    // The digits move to the end, zeros before them; then neighbours are joined: by two, by four, by eight.
    let digits = (word & 0x0F0F_0F0F_0F0F_0F0F) << (64 - 8 * count);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xFFFF_FFFF
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{blanks, plain_end, plain_number};
    use crate::value::number;

    #[test]
    fn only_plain_numbers_are_taken() {
        for text in
            ["", "-", ".", "-.", "+1", "1e5", "1.2.3", "1f", "12345678", "0.12345678", "a", "1}", "1#", "--1"]
        {
            assert_eq!(plain_number(format!("{text} then much more").as_bytes(), 0), None, "{text}");
        }
        assert_eq!(plain_number(b"1", 0), None, "the end of the file is left to others");
    }

    #[test]
    fn runs_of_blanks() {
        assert_eq!([blanks(b"   a    ", 0), blanks(b"a       ", 0), blanks(b"         ", 0)], [3, 0, 8]);
        assert_eq!(blanks(b"   ", 0), 0);
    }

    proptest! {
        #[test]
        fn plain_numbers_are_what_the_decoder_says(
            word in "-?[0-9]{0,9}(\\.[0-9]{0,9})?",
            end in "[ ,;\n\r\t]",
            rest in "[ 0-9a-z,.]{16}",
        ) {
            let text = format!("x{word}{end}{rest}");
            if let Some((value, at)) = plain_number(text.as_bytes(), 1) {
                prop_assert_eq!(at, 1 + word.len());
                prop_assert_eq!(Some(value.to_bits()), number(word.as_bytes()).map(f64::to_bits));
            } else {
                let (whole, part) = word.trim_start_matches('-').split_once('.').unwrap_or((word.trim_start_matches('-'), ""));
                prop_assert!(whole.len() > 7 || part.len() > 7 || whole.len() + part.len() == 0, "{}", word);
            }
        }

        #[test]
        fn any_bytes_do(bytes in prop::collection::vec(any::<u8>(), 0..24), at in 0usize..26) {
            if let Some(end) = plain_end(&bytes, at) {
                prop_assert!(number(&bytes[at..end]).is_some());
            }
            prop_assert!(at + blanks(&bytes, at) <= bytes.len().max(at));
        }
    }
}
