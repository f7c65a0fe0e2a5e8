//! The order of three lists in one.

use rustc_hash::FxHashMap;

use crate::list::{Item, Rule, Side};

/// The index of an item that a side does not have.
pub(crate) const NONE: u32 = u32::MAX;

/// One key and where each side has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub at: [u32; 3],
    /// Both sides put something here, and the order of the list means everything.
    pub clash: bool,
}

impl Slot {
    pub fn has(&self, side: Side) -> bool {
        self.at[side.index()] != NONE
    }
}

/// All keys of three lists in the order of the merged list, deleted ones included.
#[derive(Clone, Debug)]
pub(crate) struct Woven {
    pub slots: Vec<Slot>,
    /// Both sides ordered the items that all three have, differently.
    pub disordered: bool,
}

/// Weaves three lists. The side that reordered what the base has gives the order; where both did, `prefer`.
/// New items stand behind the one they follow on their own side; where both sides added some, those of
/// ours come first, unless their rank says otherwise. Takes time in proportion to the lists.
pub(crate) fn weave<P>(lists: [&[Item<P>]; 3], rule: Rule, prefer: Side) -> Woven {
    let mut slots: Vec<Slot> = Vec::with_capacity(lists[1].len().max(lists[2].len()));
    let mut by_key: FxHashMap<u64, u32> = FxHashMap::default();
    by_key.reserve(slots.capacity());
    let mut orders: [Vec<u32>; 3] = Default::default();
    for (side, list) in lists.iter().enumerate() {
        orders[side].reserve(list.len());
        for (index, item) in list.iter().enumerate() {
            let slot = *by_key.entry(item.key).or_insert_with(|| {
                slots.push(Slot { at: [NONE; 3], clash: false });
                slots.len() as u32 - 1
            });
            // Families make keys unique; a second one would make the chain below a circle.
            if slots[slot as usize].at[side] == NONE {
                slots[slot as usize].at[side] = index as u32;
                orders[side].push(slot);
            }
        }
    }
    let in_base = |slot: &&u32| slots[**slot as usize].at[0] != NONE;
    // Slots of the base are numbered in its order.
    let reordered = |side: usize| !orders[side].iter().filter(in_base).is_sorted();
    let (ours, theirs) = (reordered(1), reordered(2));
    let disordered = ours && theirs && {
        let common =
            |side: usize| orders[side].iter().filter(|slot| !slots[**slot as usize].at.contains(&NONE));
        !common(1).eq(common(2))
    };
    let first = match (ours, theirs) {
        (false, true) => 2,
        (true, true) => prefer.index().max(1),
        _ => 1,
    };
    let ranks: Vec<u32> = slots.iter().map(|slot| rank(slot, &lists)).collect();
    let mut chain = Chain::new(slots.len(), &orders[first]);
    chain.fill_in(&orders[0]);
    let clashes = chain.insert(&orders[3 - first], &slots, &ranks, 3 - first);
    if rule == Rule::Sequence {
        for slot in clashes {
            slots[slot as usize].clash = true;
        }
    }
    Woven { slots: chain.order().map(|slot| slots[slot as usize]).collect(), disordered }
}

fn rank<P>(slot: &Slot, lists: &[&[Item<P>]; 3]) -> u32 {
    let side = (0..3).find(|side| slot.at[*side] != NONE).unwrap_or(0);
    lists[side].get(slot.at[side] as usize).map_or(0, |item| item.rank)
}

/// A list that takes insertions anywhere.
struct Chain {
    next: Vec<u32>,
    head: u32,
    linked: Vec<bool>,
}

impl Chain {
    fn new(len: usize, order: &[u32]) -> Self {
        let mut chain = Self { next: vec![NONE; len], head: NONE, linked: vec![false; len] };
        let mut last = NONE;
        for slot in order {
            chain.link_behind(last, *slot);
            last = *slot;
        }
        chain
    }

    fn link_behind(&mut self, anchor: u32, slot: u32) {
        let place = match anchor {
            NONE => &mut self.head,
            anchor => &mut self.next[anchor as usize],
        };
        let behind = std::mem::replace(place, slot);
        self.next[slot as usize] = behind;
        self.linked[slot as usize] = true;
    }

    fn behind(&self, anchor: u32) -> u32 {
        if anchor == NONE { self.head } else { self.next[anchor as usize] }
    }

    /// Puts in what the first side deleted, behind what it follows in the base.
    fn fill_in(&mut self, order: &[u32]) {
        let mut last = NONE;
        for slot in order {
            if !self.linked[*slot as usize] {
                self.link_behind(last, *slot);
            }
            last = *slot;
        }
    }

    /// Puts in what the second side added. Gives the new items of both sides that meet in one place.
    fn insert(&mut self, order: &[u32], slots: &[Slot], ranks: &[u32], side: usize) -> Vec<u32> {
        let other = 3 - side;
        let added_there = |slot: u32| {
            let at = &slots[slot as usize].at;
            at[0] == NONE && at[side] == NONE && at[other] != NONE
        };
        let mut clashes = Vec::new();
        let mut last = NONE;
        let mut in_clash = false;
        let mut last_was_new = false;
        for slot in order {
            if self.linked[*slot as usize] {
                last_was_new = false;
                in_clash = false;
                last = *slot;
                continue;
            }
            if !last_was_new {
                let mut next = self.behind(last);
                while next != NONE && added_there(next) && ranks[next as usize] <= ranks[*slot as usize] {
                    clashes.push(next);
                    in_clash = true;
                    last = next;
                    next = self.behind(last);
                }
            }
            if in_clash {
                clashes.push(*slot);
            }
            self.link_behind(last, *slot);
            last_was_new = true;
            last = *slot;
        }
        clashes
    }

    fn order(&self) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.head;
        std::iter::from_fn(move || {
            let slot = (at != NONE).then_some(at)?;
            at = self.next[slot as usize];
            Some(slot)
        })
    }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Span;

    use super::{Woven, weave};
    use crate::list::{Item, Rule, Side};

    fn list(text: &str) -> Vec<Item<()>> {
        let item = |byte: u8| Item { key: u64::from(byte), span: Span::empty(0), rank: 0, part: () };
        text.bytes().map(item).collect()
    }

    fn woven(base: &str, ours: &str, theirs: &str) -> (String, Woven) {
        let lists = [list(base), list(ours), list(theirs)];
        let woven = weave([&lists[0], &lists[1], &lists[2]], Rule::Sequence, Side::Ours);
        let name = |at: &[u32; 3]| {
            let side = (0..3).find(|side| at[*side] != super::NONE).unwrap();
            char::from(lists[side][at[side] as usize].key as u8)
        };
        // What a side deleted is gone; what one side added is there.
        let stays = |at: &&super::Slot| at.has(Side::Base) <= (at.has(Side::Ours) && at.has(Side::Theirs));
        (woven.slots.iter().filter(stays).map(|slot| name(&slot.at)).collect(), woven)
    }

    #[test]
    fn additions_stand_where_their_side_has_them() {
        assert_eq!(woven("abc", "axbc", "abcy").0, "axbcy");
        assert_eq!(woven("abc", "xabc", "yabc").0, "xyabc");
        assert_eq!(woven("", "ab", "cd").0, "abcd");
        assert_eq!(woven("abc", "bc", "axbc").0, "xbc");
    }

    #[test]
    fn neighbouring_replacements_keep_their_order() {
        assert_eq!(woven("abcd", "aXcd", "abYd").0, "aXYd");
        assert_eq!(woven("abcd", "abYd", "aXcd").0, "aXYd");
    }

    #[test]
    fn a_side_that_reorders_gives_the_order() {
        assert_eq!(woven("abc", "cab", "abxc").0, "cabx");
        assert_eq!(woven("abc", "abxc", "cab").0, "cabx");
        assert!(woven("abc", "cab", "bca").1.disordered);
        assert!(!woven("abc", "cab", "cab").1.disordered);
    }

    #[test]
    fn additions_in_one_place_clash_in_a_sequence() {
        let clashes =
            |base, ours, theirs| woven(base, ours, theirs).1.slots.iter().filter(|s| s.clash).count();
        assert_eq!(clashes("abc", "axbc", "aybc"), 2);
        assert_eq!(clashes("abc", "axbc", "abyc"), 0);
        assert_eq!(clashes("abc", "axbc", "axbc"), 0);
    }
}
