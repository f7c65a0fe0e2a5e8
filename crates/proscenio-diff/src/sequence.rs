//! Which items of arrays are the same on all sides: by the longest common run of equal ones, and where items stand in
//! the place of others, by what they have in common.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::list::{Item, List, Side};

/// Keys of items that the base does not have: from here on.
const OWN: u64 = 1 << 62;

/// Gives the items of the sides the keys of the base's items they are, or keys of their own. Takes items whose
/// keys tell their content; `text` gives their bytes.
pub(crate) fn align<'t, P>(lists: &mut [Option<List<P>>; 3], text: impl Fn(Side, &Item<P>) -> &'t [u8]) {
    let contents = [0, 1, 2].map(|side: usize| -> Vec<u64> {
        lists[side].iter().flat_map(|list| list.items.iter().map(|item| item.key)).collect()
    });
    let looks = |side: Side, at: usize| -> Vec<u64> {
        let item = lists[side.index()].as_ref().and_then(|list| list.items.get(at));
        item.map(|item| pieces(text(side, item))).unwrap_or_default()
    };
    let ours = aligned(&contents[0], &contents[1], OWN, |side, at| looks([Side::Base, Side::Ours][side], at));
    let mut theirs =
        aligned(&contents[0], &contents[2], 2 * OWN, |side, at| looks([Side::Base, Side::Theirs][side], at));
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

/// For each item of a side the index of the base's item it is, or `own` and its own index. `looks` tells what items are
/// made of, of the base (0) and of the side (1).
fn aligned(base: &[u64], side: &[u64], own: u64, looks: impl Fn(usize, usize) -> Vec<u64>) -> Vec<u64> {
    let mut keys: Vec<u64> = (0..side.len() as u64).map(|index| own + index).collect();
    // Both ends first: of items that say the same, the one farther away was not touched.
    let common = |pairs: &mut dyn Iterator<Item = (&u64, &u64)>| pairs.take_while(|(a, b)| a == b).count();
    let start = common(&mut base.iter().zip(side));
    let end = common(&mut base[start..].iter().rev().zip(side[start..].iter().rev()));
    (0..start).for_each(|at| keys[at] = at as u64);
    (0..end).for_each(|at| keys[side.len() - 1 - at] = (base.len() - 1 - at) as u64);
    for op in capture_diff_slices(
        Algorithm::Patience,
        &base[start..base.len() - end],
        &side[start..side.len() - end],
    ) {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                (0..len).for_each(|at| keys[start + new_index + at] = (start + old_index + at) as u64);
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let (old_index, new_index) = (start + old_index, start + new_index);
                for (old, new) in
                    replaced(old_index..old_index + old_len, new_index..new_index + new_len, &looks)
                {
                    keys[new] = old as u64;
                }
            }
            _ => {}
        }
    }
    keys
}

/// More pairs than this are not looked at one by one.
const MAX_PAIRS: usize = 10_000;

/// Which of some items stand in the place of which others: those that look alike, in order, and where as many are
/// left on both sides between two of these, one by one.
fn replaced(
    old: Range<usize>,
    new: Range<usize>,
    looks: &impl Fn(usize, usize) -> Vec<u64>,
) -> Vec<(usize, usize)> {
    let mut fixed = Vec::new();
    if old.len() + new.len() > 2 {
        fixed = alike_in(&old, &new, looks);
    }
    fixed.push((old.end, new.end));
    let (mut pairs, mut from) = (Vec::new(), (old.start, new.start));
    for (at, to) in fixed {
        if at - from.0 == to - from.1 {
            pairs.extend((from.0..at).zip(from.1..to));
        }
        if at < old.end {
            pairs.push((at, to));
        }
        from = (at + 1, to + 1);
    }
    pairs
}

/// [`alike`] of some items of two lists.
fn alike_in(
    old: &Range<usize>,
    new: &Range<usize>,
    looks: &impl Fn(usize, usize) -> Vec<u64>,
) -> Vec<(usize, usize)> {
    let olds: Vec<Vec<u64>> = old.clone().map(|at| looks(0, at)).collect();
    let news: Vec<Vec<u64>> = new.clone().map(|at| looks(1, at)).collect();
    alike(&olds, &news).into_iter().map(|(one, two)| (old.start + one, new.start + two)).collect()
}

/// The best pairs in order, by how much of their [`pieces`] is the same: half of it at least. None of too many.
pub(crate) fn alike(olds: &[Vec<u64>], news: &[Vec<u64>]) -> Vec<(usize, usize)> {
    if olds.len() * news.len() > MAX_PAIRS {
        return Vec::new();
    }
    let width = news.len() + 1;
    // The most that the items from here on can have in common.
    let mut best = vec![0_u32; (olds.len() + 1) * width];
    let mut taken = vec![0_u32; olds.len() * width];
    for one in (0..olds.len()).rev() {
        for two in (0..news.len()).rev() {
            let likeness = likeness(&olds[one], &news[two]);
            taken[one * width + two] = likeness;
            let with = if likeness > 0 { likeness + best[(one + 1) * width + two + 1] } else { 0 };
            best[one * width + two] =
                with.max(best[(one + 1) * width + two]).max(best[one * width + two + 1]);
        }
    }
    let (mut one, mut two) = (0, 0);
    let mut pairs = Vec::new();
    while one < olds.len() && two < news.len() {
        let (here, likeness) = (best[one * width + two], taken[one * width + two]);
        if likeness > 0 && here == likeness + best[(one + 1) * width + two + 1] {
            pairs.push((one, two));
            (one, two) = (one + 1, two + 1);
        } else if here == best[(one + 1) * width + two] {
            one += 1;
        } else {
            two += 1;
        }
    }
    pairs
}

/// How much of two items is the same, in thousandths; nothing when it is less than half.
fn likeness(one: &[u64], two: &[u64]) -> u32 {
    let (mut common, mut at) = (0, 0);
    for piece in one {
        while two.get(at).is_some_and(|other| other < piece) {
            at += 1;
        }
        if two.get(at) == Some(piece) {
            (common, at) = (common + 1, at + 1);
        }
    }
    let all = one.len().max(two.len());
    if common * 2 >= all && common > 1 { (common * 1000 / all) as u32 } else { 0 }
}

/// Hashes of the words of a text, sorted.
pub(crate) fn pieces(text: &[u8]) -> Vec<u64> {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;:=()[]{}".contains(byte);
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let mut pieces: Vec<u64> = words.map(|word| crate::hash::of(&[word])).collect();
    pieces.sort_unstable();
    pieces
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
