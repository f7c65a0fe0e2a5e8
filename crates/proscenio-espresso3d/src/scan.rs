//! The common case, eight bytes at a time: runs of blanks, and plain decimal numbers between separators.
//!
//! Whatever is not plain is left to the lexer and to [`crate::value`], which say the same of what is.

use crate::value::POWERS;

/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A byte eight times.
const fn each(byte: u8) -> u64 {
    0x0101_0101_0101_0101 * byte as u64
}

/// Eight bytes as a number whose lowest byte is the first; `None` at the end of the file.
#[inline]
fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Of eight bytes, the highest bit of those that are points, and of those that are neither points nor digits.
///
/// Right up to the first of the latter: a byte beyond ASCII may carry into the ones behind it.
#[inline]
fn marks(word: u64) -> (u64, u64) {
    // 0 to 9 with 0x76 added stay below 0x80, as does 0 with 0x7F; everything else rises above it.
    let no_digit = (word ^ each(b'0')).wrapping_add(each(0x76)) | word;
    let no_point = (word ^ each(b'.')).wrapping_add(each(0x7F)) | word;
    (!no_point & HIGH, no_digit & no_point & HIGH)
}

/// How many of the bytes from `at` on are blanks, of those that can be looked at together.
#[inline]
pub(crate) fn blanks(bytes: &[u8], at: usize) -> usize {
    eight(bytes, at).map_or(0, |word| ((word ^ 0x2020_2020_2020_2020).trailing_zeros() / 8) as usize)
}

/// Where the parts of a plain number are.
struct Plain {
    negative: bool,
    /// Digits before the point.
    whole: usize,
    /// Digits behind it.
    part: usize,
    /// Where it ends.
    end: usize,
}

/// A plain number: a minus or none, at most seven digits on each side of a point or none, and a separator or line end
/// behind it, all in 16 bytes.
///
/// One look at all bytes finds the end, so that the next number need not wait for this one to be taken apart.
#[inline]
fn plain(bytes: &[u8], at: usize) -> Option<Plain> {
    let window: &[u8; 16] = bytes.get(at..)?.first_chunk()?;
    let first = u64::from_le_bytes(*window.first_chunk()?);
    let second = u64::from_le_bytes(*window.last_chunk()?);
    let ((first_points, mut first_stops), (second_points, second_stops)) = (marks(first), marks(second));
    let negative = window[0] == b'-';
    first_stops &= !(u64::from(negative) << 7);
    let (points, length) = if first_stops != 0 {
        // What stands behind the end does not count.
        let before = (first_stops & first_stops.wrapping_neg()) - 1;
        (u128::from(first_points & before), first_stops.trailing_zeros() as usize / 8)
    } else if second_stops != 0 {
        let before = (second_stops & second_stops.wrapping_neg()) - 1;
        let points = u128::from(second_points & before) << 64 | u128::from(first_points);
        (points, 8 + second_stops.trailing_zeros() as usize / 8)
    } else {
        return None;
    };
    let digits = length - usize::from(negative) - usize::from(points != 0);
    let whole =
        if points == 0 { digits } else { points.trailing_zeros() as usize / 8 - usize::from(negative) };
    let part = digits.wrapping_sub(whole);
    let ends = matches!(window.get(length)?, b' ' | b',' | b';' | b'\n' | b'\r' | b'\t');
    let one_point = points & points.wrapping_sub(1) == 0;
    (ends && one_point && digits > 0 && whole < 8 && part < 8).then_some(Plain {
        negative,
        whole,
        part,
        end: at + length,
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
    let start = at + usize::from(negative);
    // At most 14 digits: both numbers are exact, so the division rounds once.
    let before = value(eight(bytes, start)?, whole) as f64;
    let behind = if part > 0 { value(eight(bytes, start + whole + 1)?, part) as f64 } else { 0.0 };
    let number = (before * POWERS[part] + behind) / POWERS[part];
    Some((if negative { -number } else { number }, end))
}

/// The next byte that is no separator and no line end.
#[inline]
pub(crate) fn skip_separators(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b' ' | b',' | b';' | b'\t' | b'\r' => at += 1,
            // Lines are indented.
            b'\n' => at += 1 + blanks(bytes, at + 1),
            _ => break,
        }
    }
    at
}

/// The value of the first `count` digits of eight bytes, `count` being at most 7.
#[inline]
fn value(word: u64, count: usize) -> u64 {
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

    use super::{blanks, plain_end, plain_number, skip_separators};
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
        assert_eq!(
            [skip_separators(b" ,;\r\n  \t1", 0), skip_separators(b"1", 0), skip_separators(b" ", 0)],
            [8, 0, 1]
        );
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
