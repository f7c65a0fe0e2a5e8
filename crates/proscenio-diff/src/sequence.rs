//! Which items of arrays are the same on all sides: by the longest common run of equal ones, and where as many
//! items stand in the place of others, one by one.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::list::List;

/// Keys of items that the base does not have: from here on.
const OWN: u64 = 1 << 62;

/// Gives the items of the sides the keys of the base's items they are, or keys of their own. Takes items whose
/// keys tell their content.
pub(crate) fn align<P>(lists: &mut [Option<List<P>>; 3]) {
    let contents = [0, 1, 2].map(|side: usize| -> Vec<u64> {
        lists[side].iter().flat_map(|list| list.items.iter().map(|item| item.key)).collect()
    });
    let ours = aligned(&contents[0], &contents[1], OWN);
    let mut theirs = aligned(&contents[0], &contents[2], 2 * OWN);
    // What both added alike behind the same item of the base is one item.
    let (behind_ours, behind_theirs) = (anchors(&ours), anchors(&theirs));
    for op in capture_diff_slices(Algorithm::Patience, &contents[1], &contents[2]) {
        let DiffOp::Equal { old_index, new_index, len } = op else { continue };
        for (one, two) in (old_index..old_index + len).zip(new_index..new_index + len) {
            let both_new = ours[one] >= OWN && theirs[two] >= OWN;
            if both_new && behind_ours[one] == behind_theirs[two] {
                theirs[two] = ours[one];
            }
        }
    }
    let base = (0..contents[0].len() as u64).collect();
    for (list, keys) in lists.iter_mut().zip([base, ours, theirs]) {
        for (item, key) in list.iter_mut().flat_map(|list| &mut list.items).zip(keys) {
            item.key = key;
        }
    }
}

/// For each item of a side the index of the base's item it is, or `own` and its own index.
fn aligned(base: &[u64], side: &[u64], own: u64) -> Vec<u64> {
    let mut keys: Vec<u64> = (0..side.len() as u64).map(|index| own + index).collect();
    for op in capture_diff_slices(Algorithm::Patience, base, side) {
        let (old, new, len) = match op {
            DiffOp::Equal { old_index, new_index, len } => (old_index, new_index, len),
            DiffOp::Replace { old_index, old_len, new_index, new_len } if old_len == new_len => {
                (old_index, new_index, new_len)
            }
            _ => continue,
        };
        for step in 0..len {
            keys[new + step] = (old + step) as u64;
        }
    }
    keys
}

/// For each item the last one in front of it that the base has.
fn anchors(keys: &[u64]) -> Vec<Option<u64>> {
    let mut last = None;
    let step = |key: &u64| {
        let here = last;
        if *key < OWN {
            last = Some(*key);
        }
        here
    };
    keys.iter().map(step).collect()
}
