//! New ids, of the engine's alphabet and length.

use rustc_hash::FxHashSet;

use super::find::Boxes;
use crate::Document;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Letters of a whole id.
const LENGTH: usize = 21;
/// Letters that tell a copy from what it was copied from.
const COPY_LENGTH: usize = 8;

/// An id of the engine's form; the same seed gives the same id.
pub(crate) fn made_id(seed: u64) -> String {
    let mut state = seed;
    (0..LENGTH).map(|_| letter(&mut state)).collect()
}

/// SplitMix64: a full-period generator in three lines.
fn letter(state: &mut u64) -> char {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    char::from(ALPHABET[(bits >> 58) as usize])
}

/// A generator of ids that nothing in the file has: the same seed on the same file gives the same ids.
pub(super) struct Ids {
    state: u64,
    taken: FxHashSet<String>,
}

impl Ids {
    pub(super) fn new(document: &Document, boxes: &Boxes<'_>, seed: u64) -> Self {
        // The length of the file goes in, so that one seed serves a series of edits.
        let state = seed ^ u64::from(document.source().len()).rotate_left(32);
        Self { state, taken: boxes.ids().map(|(_, id)| id.into_owned()).collect() }
    }

    pub(super) fn is_taken(&self, id: &str) -> bool {
        self.taken.contains(id)
    }

    /// A new id.
    pub(super) fn fresh(&mut self) -> String {
        self.free(String::new(), LENGTH)
    }

    /// An id for the copy of what has `id`.
    pub(super) fn copy_of(&mut self, id: &str) -> String {
        if id.is_empty() { self.fresh() } else { self.free(format!("{id}-"), COPY_LENGTH) }
    }

    fn free(&mut self, prefix: String, length: usize) -> String {
        loop {
            let mut id = prefix.clone();
            while id.len() < prefix.len() + length {
                id.push(letter(&mut self.state));
            }
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}
