//! New ids, made as the engine makes them.

use rustc_hash::FxHashSet;

use super::text::is_old;
use super::users::Ids;
use crate::document::Document;

/// Letters of the random part of an id, as the engine takes them.
const LETTERS: &[u8; 34] = b"abcdefghijklmnopqrstuvwxy012345678";

/// Length of the random part of an id.
const LENGTH: usize = 5;

/// A generator of ids: the same seed on the same file gives the same ids.
pub(super) struct Generator {
    state: u64,
}

impl Generator {
    pub(super) fn new(document: &Document, seed: u64) -> Self {
        // The length of the file goes in, so that one seed serves a series of edits.
        Self { state: seed ^ u64::from(document.source().len()).rotate_left(32) }
    }

    /// SplitMix64: a full-period generator in three lines.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    fn letters(&mut self) -> String {
        let mut bits = self.next();
        let mut text = String::with_capacity(LENGTH);
        for _ in 0..LENGTH {
            text.push(char::from(LETTERS[(bits % LETTERS.len() as u64) as usize]));
            bits /= LETTERS.len() as u64;
        }
        text
    }

    fn free(&mut self, prefix: &str, ids: &Ids) -> String {
        let taken: FxHashSet<&str> = ids.all().collect();
        self.free_where(prefix, &|id| taken.contains(id))
    }

    fn free_where(&mut self, prefix: &str, taken: &dyn Fn(&str) -> bool) -> String {
        loop {
            let id = format!("{prefix}_{}", self.letters());
            if !taken(&id) {
                return id;
            }
        }
    }

    /// A number for a node that no other node has: 31 bits, not 0.
    pub(super) fn unique_id(&mut self, taken: &mut FxHashSet<i64>) -> i64 {
        loop {
            let id = (self.next() >> 33) as i64;
            if id != 0 && taken.insert(id) {
                return id;
            }
        }
    }
}

/// An id `prefix_…` that is not taken, made as the engine makes them; the same for the same prefix and the same
/// taken ids.
#[must_use]
pub fn free_id(prefix: &str, taken: &dyn Fn(&str) -> bool) -> String {
    let state = prefix.bytes().fold(0, |state: u64, byte| state.rotate_left(7) ^ u64::from(byte));
    Generator { state }.free_where(prefix, taken)
}

/// The numbers that the file's nodes have; nothing when it is of a version that gives none.
pub(super) fn unique_ids(document: &Document) -> Option<FxHashSet<i64>> {
    let ids: FxHashSet<i64> = document.nodes().filter_map(crate::view::Node::unique_id).collect();
    (!ids.is_empty()).then_some(ids)
}

/// The number at the start of an id.
fn number(id: &str) -> Option<u64> {
    let digits = id.len() - id.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    id[..digits].parse().ok()
}

/// An id for a new `[ext_resource]`, and how the header spells it.
pub(super) fn ext_id(document: &Document, ids: &Ids, seed: u64) -> (String, String) {
    let existing = document.ext_resources().filter_map(crate::view::ExtResource::id);
    let highest = existing.filter_map(|id| number(&id.0)).max().unwrap_or(0);
    let count = document.ext_resources().count() as u64;
    let next = highest.max(count).saturating_add(1).to_string();
    if is_old(document) {
        return (next.clone(), next);
    }
    let id = Generator::new(document, seed).free(&next, ids);
    (id.clone(), format!("\"{id}\""))
}

/// An id for a new `[sub_resource]` of a class, and how the header spells it.
pub(super) fn sub_id(document: &Document, ids: &Ids, class: &str, seed: u64) -> (String, String) {
    if is_old(document) {
        let existing = document.sub_resources().filter_map(crate::view::SubResource::id);
        let highest = existing.filter_map(|id| number(&id.0)).max().unwrap_or(0);
        let next = highest.saturating_add(1).to_string();
        return (next.clone(), next);
    }
    let id = Generator::new(document, seed).free(class, ids);
    (id.clone(), format!("\"{id}\""))
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::{Ids, ext_id, sub_id, unique_ids};
    use crate::document::Document;

    fn document(text: &str) -> Document {
        Document::parse(Source::new("a.tscn", text.into()))
    }

    #[test]
    fn ids_are_made_as_the_engine_makes_them() {
        let document = document(
            "[gd_scene format=3]\n[ext_resource type=\"A\" path=\"b\" id=\"3_abcde\"]\n[node name=\"a\" unique_id=7]\n",
        );
        let ids = Ids::new(&document);
        let (id, spelled) = ext_id(&document, &ids, 1);
        assert_eq!(spelled, format!("\"{id}\""));
        let random = id.strip_prefix("4_").unwrap();
        assert!(random.len() == 5 && random.chars().all(|c| matches!(c, 'a'..='y' | '0'..='8')), "{id}");
        assert_eq!(ext_id(&document, &ids, 1).0, id, "the same seed gives the same id");
        assert_ne!(ext_id(&document, &ids, 2).0, id);
        assert!(sub_id(&document, &ids, "BoxMesh", 1).0.starts_with("BoxMesh_"));
        assert_eq!(unique_ids(&document).unwrap().len(), 1);
    }

    #[test]
    fn ids_of_old_files_are_numbers() {
        let document = document(
            "[gd_scene format=2]\n[ext_resource path=\"b\" type=\"A\" id=3]\n[sub_resource type=\"A\" id=1]\n",
        );
        let ids = Ids::new(&document);
        assert_eq!(ext_id(&document, &ids, 0), ("4".into(), "4".into()));
        assert_eq!(sub_id(&document, &ids, "A", 0), ("2".into(), "2".into()));
        assert_eq!(unique_ids(&document), None);
    }
}
