//! Unique ids of files: `uid://…` as text and as a number.

use std::fmt;

/// The engine's number for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uid(pub u64);

/// The letters of the text, the lowest first: those of the alphabet but `z`, then the digits but `9`.
const LETTERS: &[u8; 34] = b"abcdefghijklmnopqrstuvwxy012345678";
const START: &str = "uid://";

impl Uid {
    /// Reads `uid://…`; nothing for other texts and for `uid://<invalid>`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letters = text.strip_prefix(START)?;
        if letters.is_empty() {
            return None;
        }
        let mut number = 0_u64;
        for letter in letters.bytes() {
            let digit = LETTERS.iter().position(|known| *known == letter)?;
            number = number.wrapping_mul(LETTERS.len() as u64).wrapping_add(digit as u64);
        }
        // The engine keeps the number positive.
        Some(Self(number & 0x7FFF_FFFF_FFFF_FFFF))
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        let mut rest = self.0;
        loop {
            letters.push(LETTERS[(rest % LETTERS.len() as u64) as usize]);
            rest /= LETTERS.len() as u64;
            if rest == 0 {
                break;
            }
        }
        letters.reverse();
        f.write_str(START)?;
        f.write_str(std::str::from_utf8(&letters).unwrap_or_default())
    }
}

/// The entries of `.godot/uid_cache.bin`: a count of 32 bits, then for each a number of 64 bits, a length
/// of 32 bits and that many bytes of a path, all little-endian. Stops at the first entry that does not fit.
pub(super) fn read_cache(bytes: &[u8]) -> Vec<(Uid, String)> {
    let mut entries = Vec::new();
    let Some((count, mut rest)) = bytes.split_first_chunk::<4>() else { return entries };
    for _ in 0..u32::from_le_bytes(*count) {
        let Some((number, behind)) = rest.split_first_chunk::<8>() else { break };
        let Some((length, behind)) = behind.split_first_chunk::<4>() else { break };
        let Some((path, behind)) = behind.split_at_checked(u32::from_le_bytes(*length) as usize) else {
            break;
        };
        let path = path.strip_suffix(b"\0").unwrap_or(path);
        entries.push((Uid(u64::from_le_bytes(*number)), String::from_utf8_lossy(path).into_owned()));
        rest = behind;
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::{Uid, read_cache};

    #[test]
    fn ids_are_written_as_they_were_read() {
        for text in ["uid://cecaux1sm7mo0", "uid://b", "uid://dpgfy033dc715"] {
            assert_eq!(Uid::parse(text).unwrap().to_string(), text);
        }
        for text in ["uid://<invalid>", "uid://", "res://a", "", "uid://z"] {
            assert_eq!(Uid::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_cut_cache_gives_what_is_whole() {
        let mut bytes = 2_u32.to_le_bytes().to_vec();
        bytes.extend(7_u64.to_le_bytes());
        bytes.extend(9_u32.to_le_bytes());
        bytes.extend(b"res://a.b");
        let one = vec![(Uid(7), "res://a.b".to_owned())];
        assert_eq!(read_cache(&bytes), one);
        bytes.extend([1, 2, 3]);
        assert_eq!(read_cache(&bytes), one);
        assert_eq!(read_cache(&[255, 255, 255, 255]), []);
    }
}
