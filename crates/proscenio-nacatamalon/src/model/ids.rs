//! Identities for boxes and components the file gives none.
//!
//! The engine draws 21 random characters. A library has no source of randomness, and two readings of one file
//! should agree, so the characters are derived from the scene's name and the item's position in the tree.
//! Inserting an item therefore changes the made-up identities of its later siblings, and only those.

use compact_str::CompactString;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Of the FNV-1a hash with 128 bits.
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

/// The position of an item, boiled down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed(u128);

impl Seed {
    /// The root box of the scene of that name.
    pub(crate) fn scene(name: &str) -> Self {
        Self(BASIS).mix(name.as_bytes())
    }

    /// A child box, counted from 0.
    pub(crate) fn child(self, index: usize) -> Self {
        self.mix(b"/").mix(&(index as u64).to_le_bytes())
    }

    /// A component, counted from 0.
    pub(crate) fn component(self, index: usize) -> Self {
        self.mix(b":").mix(&(index as u64).to_le_bytes())
    }

    fn mix(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME)))
    }

    /// 21 characters of the engine's alphabet.
    pub(crate) fn id(self) -> CompactString {
        // The last bytes have only reached the low bits; fold them over the rest.
        let mut bits = self.0 ^ (self.0 << 64) ^ (self.0 >> 43);
        let mut id = CompactString::with_capacity(21);
        for _ in 0..21 {
            id.push(char::from(ALPHABET[(bits & 63) as usize]));
            bits >>= 6;
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Seed;

    #[test]
    fn ids_differ_by_position_and_look_like_the_engines() {
        let root = Seed::scene("Level1");
        let mut seen = HashSet::new();
        for child in 0..200 {
            for component in 0..20 {
                assert!(seen.insert(root.child(child).component(component).id()));
            }
            assert!(seen.insert(root.child(child).id()));
        }
        assert!(seen.iter().all(|id| id.len() == 21));
        assert_eq!(root.child(3).id(), Seed::scene("Level1").child(3).id());
        assert_ne!(root.id(), Seed::scene("Level2").id());
    }
}
