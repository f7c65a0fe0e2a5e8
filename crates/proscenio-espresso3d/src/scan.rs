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

/// Where a number of at most 15 bytes ends and where its point is, counted from its first byte; the end when it has
/// none.
///
/// A minus or none, digits with at most one point among them, and a separator or line end behind. One look at all bytes
/// finds the end, so that the next number need not wait for this one to be taken apart.
#[inline(always)]
fn extent(window: &[u8; 16]) -> Option<(usize, usize)> {
    let first = u64::from_le_bytes(*window.first_chunk()?);
    let second = u64::from_le_bytes(*window.last_chunk()?);
    let (mut near, mut stops) = marks(first);
    stops &= !(u64::from(window[0] == b'-') << 7);
    // Points behind the end do not count.
    let up_to = |stops: u64| (stops & stops.wrapping_neg()).wrapping_sub(1);
    let (mut far, length) = if stops != 0 {
        near &= up_to(stops);
        (0, stops.trailing_zeros() as usize / 8)
    } else {
        let (far, stops) = marks(second);
        (far & up_to(stops), 8 + stops.trailing_zeros() as usize / 8)
    };
    let point = match (near, far) {
        (0, 0) => length,
        (0, _) => 8 + far.trailing_zeros() as usize / 8,
        _ => near.trailing_zeros() as usize / 8,
    };
    let points = near != 0 && far != 0;
    (near, far) = (near & near.wrapping_sub(1), far & far.wrapping_sub(1));
    let ends = matches!(window.get(length)?, b' ' | b',' | b';' | b'\n' | b'\r' | b'\t');
    (ends && !points && near | far == 0).then_some((length, point))
}

/// Where the number at a place ends, when it is one that [`extent`] sees.
#[inline(always)]
pub(crate) fn plain_end(bytes: &[u8], at: usize) -> Option<usize> {
    let window = bytes.get(at..)?.first_chunk()?;
    let (length, point) = extent(window)?;
    let digits = length - usize::from(window[0] == b'-') - usize::from(point < length);
    (digits > 0).then_some(at + length)
}

/// The plain number at a place, and where it ends; `None` for one of more than seven digits on a side of the point, too.
/// The same double that [`crate::number`] gives.
#[inline(always)]
pub(crate) fn plain_number(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let window = bytes.get(at..)?.first_chunk()?;
    let (length, point) = extent(window)?;
    let negative = window[0] == b'-';
    let whole = point - usize::from(negative);
    let part = length.saturating_sub(point + 1);
    if whole > 7 || part > 7 || whole + part == 0 {
        return None;
    }
    // At most 14 digits: both numbers are exact, so the division rounds once.
    let before = value(eight(bytes, at + usize::from(negative))?, whole) as f64;
    let behind = if part > 0 { value(eight(bytes, at + point + 1)?, part) as f64 } else { 0.0 };
    let number = (before * POWERS[part] + behind) / POWERS[part];
    Some((if negative { -number } else { number }, at + length))
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
        for text in [
            "",
            "-",
            ".",
            "-.",
            "+1",
            "1e5",
            "1.2.3",
            "1f",
            "12345678",
            "0.12345678",
            "a",
            "1}",
            "1#",
            "--1",
            "1-2",
        ] {
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
                prop_assert!(word.len() > 15 || whole.len() > 7 || part.len() > 7 || whole.len() + part.len() == 0, "{}", word);
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
