//! Hashes of pieces of text.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

/// A hash of pieces of text, each set apart from the next.
pub(crate) fn of(parts: &[&[u8]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write(part);
        hasher.write_u8(0xFF);
    }
    hasher.finish()
}

/// A key made of another and the number of times that one came before.
pub(crate) fn occurrence(seen: &mut rustc_hash::FxHashMap<u64, u64>, key: u64) -> u64 {
    let count = seen.entry(key).or_default();
    *count += 1;
    if *count == 1 { key } else { of(&[&key.to_le_bytes(), &count.to_le_bytes()]) }
}
