//! FastLZ, the compression of Ariya Hidayat that files of Godot 3 may use: both levels are read, the
//! first is written.
//!
//! A block is a row of orders. An order below 32 is a run of that many bytes and one more, which follow.
//! Any other names a distance back (13 bits) and a length (3 bits, and further bytes when they are full).
//! The level stands in the three highest bits of the first byte, which is always a run.

/// The farthest distance that level 1 can name, and where level 2 starts to count farther ones.
const FAR: usize = 8191;
/// The longest match of one order at level 1.
const LONGEST: usize = 264;
/// The longest run of one order.
const RUN: usize = 32;

/// Unpacks a block to at most `most` bytes; nothing where it is damaged.
pub(super) fn unpack(block: &[u8], most: usize) -> Option<Vec<u8>> {
    let level_2 = match block.first().map(|byte| byte >> 5) {
        None => return Some(Vec::new()),
        Some(0) => false,
        Some(1) => true,
        Some(_) => return None,
    };
    let mut bytes = block.iter().copied();
    let mut out = Vec::new();
    let mut order = usize::from(bytes.next()? & 31);
    loop {
        if order < RUN {
            for _ in 0..=order {
                out.push(bytes.next()?);
            }
        } else {
            let (distance, length) = far_order(order, level_2, &mut bytes)?;
            let from = out.len().checked_sub(distance + 1)?;
            if out.len() + length > most {
                return None;
            }
            // The two may overlap, which repeats.
            for at in from..from + length {
                out.push(out[at]);
            }
        }
        if out.len() > most {
            return None;
        }
        match bytes.next() {
            Some(next) => order = usize::from(next),
            None => return Some(out),
        }
    }
}

fn far_order(order: usize, level_2: bool, bytes: &mut impl Iterator<Item = u8>) -> Option<(usize, usize)> {
    let mut next = || bytes.next().map(usize::from);
    let mut length = (order >> 5) - 1;
    if length == 6 {
        loop {
            let more = next()?;
            length += more;
            if !level_2 || more != 255 {
                break;
            }
        }
    }
    let high = order & 31;
    let low = next()?;
    let mut distance = (high << 8) + low;
    if level_2 && distance == FAR {
        distance = (next()? << 8) + next()? + FAR;
    }
    Some((distance, length + 3))
}

/// Packs a block at level 1.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() / 2 + 16);
    // Where three bytes stood last, by their hash.
    let mut seen = vec![usize::MAX; 1 << 13];
    let mut run = 0;
    let mut at = 0;
    while at < bytes.len() {
        let found = if at + 3 <= bytes.len() { last_place(bytes, at, &mut seen) } else { None };
        // The first order must be a run.
        match found.filter(|_| at > 0) {
            Some(from) => {
                let length = bytes[at..].iter().zip(&bytes[from..]).take(LONGEST).take_while(|(a, b)| a == b);
                let length = length.count();
                runs(&bytes[run..at], &mut out);
                far(at - from - 1, length - 3, &mut out);
                at += length;
                run = at;
            }
            None => at += 1,
        }
    }
    runs(&bytes[run..], &mut out);
    out
}

/// Where the three bytes at a place stood before, near enough to be named.
fn last_place(bytes: &[u8], at: usize, seen: &mut [usize]) -> Option<usize> {
    let three = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], 0]);
    let slot = (three.wrapping_mul(2_654_435_769) >> 19) as usize;
    let before = std::mem::replace(&mut seen[slot], at);
    let near = before != usize::MAX && at - before <= FAR;
    (near && bytes[before..before + 3] == bytes[at..at + 3]).then_some(before)
}

fn runs(bytes: &[u8], out: &mut Vec<u8>) {
    for run in bytes.chunks(RUN) {
        out.push(run.len() as u8 - 1);
        out.extend_from_slice(run);
    }
}

fn far(distance: usize, length: usize, out: &mut Vec<u8>) {
    let high = (distance >> 8) as u8;
    if length < 6 {
        out.push(((length as u8 + 1) << 5) | high);
    } else {
        out.push((7 << 5) | high);
        out.push((length - 6) as u8);
    }
    out.push(distance as u8);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{pack, unpack};

    #[test]
    fn orders_of_level_1() {
        // A run of 3, then 5 bytes from 3 back.
        assert_eq!(unpack(&[2, b'a', b'b', b'c', 3 << 5, 2], 8).unwrap(), b"abcabcab");
        // A length with a further byte: 9 + 4.
        assert_eq!(unpack(&[0, b'x', 7 << 5, 4, 0], 14).unwrap(), b"xxxxxxxxxxxxxx");
    }

    #[test]
    fn orders_of_level_2() {
        // A length with two further bytes: 9 + 255 + 1.
        let block = [1 << 5, b'x', 7 << 5, 255, 1, 0];
        assert_eq!(unpack(&block, 1000).unwrap(), [b'x'; 266]);
        // A distance beyond 13 bits: 8191 + 2 and one.
        let mut block = vec![1 << 5, b'a'];
        for _ in 0..9000 / 32 + 1 {
            block.push(31);
            block.extend([b'.'; 32]);
        }
        let len = 1 + (9000 / 32 + 1) * 32;
        let back = len - 1 - 8191;
        block.extend([(1 << 5) | 31, 255, (back >> 8) as u8, back as u8]);
        let out = unpack(&block, 1 << 16).unwrap();
        assert_eq!((&out[len..], out.len()), (b"a..".as_slice(), len + 3));
    }

    #[test]
    fn damage_is_refused() {
        for block in [&[5, 1][..], &[0, 1, 1 << 5, 9], &[7 << 5], &[0, 1, 7 << 5, 200, 0], &[0, 1, 255]] {
            assert_eq!(unpack(block, 100), None, "{block:?}");
        }
        assert_eq!(unpack(&[], 100).unwrap(), []);
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(bytes in prop::collection::vec(0..4_u8, 0..3000), wide in any::<[u8; 40]>()) {
            for bytes in [&bytes[..], &wide[..]] {
                prop_assert_eq!(unpack(&pack(bytes), bytes.len()).unwrap(), bytes);
            }
        }

        #[test]
        fn no_block_panics(block in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(unpack(&block, 500).is_none_or(|out| out.len() <= 500));
        }
    }
}
