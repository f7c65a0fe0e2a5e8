//! Looking at eight bytes at once.
//!
//! Nearly all of a scene file is names, numbers and strings whose inside nobody asks about while reading;
//! what matters is where they end. A block is eight bytes in one machine word, and a question about it is
//! answered with a few whole-word operations, on every machine alike.

/// Bytes in a block.
const WIDTH: usize = 8;
const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Eight bytes of a file, the first lowest.
#[derive(Clone, Copy)]
pub(crate) struct Block(u64);

/// Where in a block the answer is yes: the high bit of each such byte is set.
///
/// The first yes is exact. Behind it there may be wrong ones, because a subtraction borrows from the next
/// byte; nobody looks there.
#[derive(Clone, Copy)]
pub(crate) struct Found(u64);

impl Block {
    /// Which bytes are `byte`.
    #[inline(always)]
    pub(crate) fn is(self, byte: u8) -> Found {
        Block(self.0 ^ LOW.wrapping_mul(u64::from(byte))).below(1)
    }

    /// Which bytes are less than `byte`, which is at most 128.
    #[inline(always)]
    pub(crate) fn below(self, byte: u8) -> Found {
        Found(self.0.wrapping_sub(LOW.wrapping_mul(u64::from(byte))) & !self.0 & HIGH)
    }

    /// Sets the bits of `mask` in every byte.
    #[inline(always)]
    pub(crate) fn set(self, mask: u8) -> Self {
        Self(self.0 | LOW.wrapping_mul(u64::from(mask)))
    }

    /// Keeps only the bits of `mask` in every byte.
    #[inline(always)]
    pub(crate) fn keep(self, mask: u8) -> Self {
        Self(self.0 & LOW.wrapping_mul(u64::from(mask)))
    }
}

impl Found {
    /// Where either answer is yes.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    fn first(self) -> usize {
        self.0.trailing_zeros() as usize / 8
    }
}

/// Offset of the first byte at or after `at` for which `wanted` answers yes, else the length.
#[inline(always)]
pub(crate) fn find(bytes: &[u8], mut at: usize, wanted: impl Fn(Block) -> Found) -> usize {
    loop {
        let Some(rest) = bytes.get(at..) else { return bytes.len() };
        let Some(chunk) = rest.first_chunk::<WIDTH>() else { return at + find_in_tail(rest, wanted) };
        let found = wanted(Block(u64::from_le_bytes(*chunk)));
        if found.0 != 0 {
            return at + found.first();
        }
        at += WIDTH;
    }
}

/// The last bytes of a file, fewer than a block.
#[inline(always)]
fn find_in_tail(rest: &[u8], wanted: impl Fn(Block) -> Found) -> usize {
    let mut chunk = [0; WIDTH];
    chunk[..rest.len()].copy_from_slice(rest);
    wanted(Block(u64::from_le_bytes(chunk))).first().min(rest.len())
}

#[cfg(test)]
mod tests {
    use super::{Block, Found, find};

    fn check(wanted_block: impl Fn(Block) -> Found, wanted: impl Fn(u8) -> bool) {
        let filler = (0..=255).find(|byte| !wanted(*byte)).unwrap();
        for byte in 0..=255_u8 {
            for at in [0, 5, 7, 8, 9, 20] {
                // What stands behind the place must not matter.
                for behind in [filler, byte, byte.wrapping_add(1), 0, 0xFF] {
                    let mut text = [filler; 21];
                    text[at..].fill(behind);
                    text[at] = byte;
                    let expected = text.iter().position(|byte| wanted(*byte)).unwrap_or(text.len());
                    assert_eq!(find(&text, 0, &wanted_block), expected, "byte {byte} at {at}");
                }
            }
        }
    }

    #[test]
    fn each_question_answers_for_every_byte() {
        check(|block| block.is(b'"'), |byte| byte == b'"');
        check(|block| block.is(0), |byte| byte == 0);
        check(|block| block.is(0xFF), |byte| byte == 0xFF);
        check(|block| block.below(0x21), |byte| byte < 0x21);
        check(|block| block.below(128), |byte| byte < 128);
        check(|block| block.set(0x20).is(b'{'), |byte| byte == b'[' || byte == b'{');
        check(|block| block.keep(0xFE).is(b'('), |byte| byte == b'(' || byte == b')');
        check(|block| block.is(b'a').or(block.is(b'b')), |byte| byte == b'a' || byte == b'b');
    }

    #[test]
    fn the_search_starts_where_it_is_told_and_stops_at_the_end() {
        let text = b"x................x";
        assert_eq!(find(text, 0, |block| block.is(b'x')), 0);
        assert_eq!(find(text, 1, |block| block.is(b'x')), 17);
        assert_eq!(find(text, 18, |block| block.is(b'x')), 18);
        assert_eq!(find(text, 99, |block| block.is(b'x')), 18);
        // The zeros that pad the last block are not part of the text.
        assert_eq!(find(b"ab", 0, |block| block.is(0)), 2);
    }
}
