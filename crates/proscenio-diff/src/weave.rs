//! The order of three lists in one.

use rustc_hash::{FxHashMap, FxHashSet};

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
    /// Both sides gave one item another place, and not the same.
    pub disordered: bool,
    /// One side at least gave an item another place.
    pub reordered: bool,
}

/// Weaves three lists. The order is that of one side with the moves of the other: an item that only one side moved
/// stands where that side has it; one that both moved, where `prefer` has it. New items stand behind the one they
/// follow on their own side; where both sides added some, those of ours come first, unless their rank says
/// otherwise. Takes time in proportion to the lists, and n log n where both reordered them.
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
    let first = if prefer == Side::Theirs && rule != Rule::Sequence { 2 } else { 1 };
    let second = 3 - first;
    let mut moved = moved_by(&orders[second], &slots);
    let mut both = moved_by(&orders[first], &slots);
    let reordered = !moved.is_empty() || !both.is_empty();
    let mut disordered = false;
    if !moved.is_empty() {
        both.retain(|slot| moved.contains(slot));
        let common =
            |side: usize| orders[side].iter().filter(|slot| !slots[**slot as usize].at.contains(&NONE));
        disordered = !both.is_empty() && !common(first).eq(common(second));
        // Where the first side has it is as good as where the second has it.
        moved.retain(|slot| !both.contains(slot));
    }
    let ranks: Vec<u32> = slots.iter().map(|slot| rank(slot, &lists)).collect();
    let mut chain = Chain::new(slots.len(), &orders[first]);
    chain.fill_in(&orders[0], &slots);
    let clashes = chain.insert(&orders[second], &slots, &ranks, second, &moved);
    if rule == Rule::Sequence {
        for slot in clashes {
            slots[slot as usize].clash = true;
        }
    }
    let slots = chain.order().map(|slot| slots[slot as usize]).collect();
    Woven { slots, disordered, reordered }
}

fn rank<P>(slot: &Slot, lists: &[&[Item<P>]; 3]) -> u32 {
    let side = (0..3).find(|side| slot.at[*side] != NONE).unwrap_or(0);
    lists[side].get(slot.at[side] as usize).map_or(0, |item| item.rank)
}

type Slots = FxHashSet<u32>;

/// The items that a side gave another place among those it has of the base: all but a longest run of them that
/// keeps the base's order.
fn moved_by(order: &[u32], slots: &[Slot]) -> Slots {
    // Slots of the base are numbered in its order.
    let of_base: Vec<u32> =
        order.iter().copied().filter(|slot| slots[*slot as usize].at[0] != NONE).collect();
    if of_base.is_sorted() {
        return Slots::default();
    }
    // For each length the place of the smallest last item of a rising run, and for each item the one before it.
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; of_base.len()];
    for (at, slot) in of_base.iter().enumerate() {
        let length = tails.partition_point(|tail| of_base[*tail] < *slot);
        before[at] = length.checked_sub(1).map_or(usize::MAX, |shorter| tails[shorter]);
        if length == tails.len() {
            tails.push(at);
        } else {
            tails[length] = at;
        }
    }
    let mut stays = vec![false; of_base.len()];
    let mut at = tails.last().copied().unwrap_or(usize::MAX);
    while let Some(stay) = stays.get_mut(at) {
        *stay = true;
        at = before[at];
    }
    of_base.into_iter().zip(stays).filter(|(_, stays)| !stays).map(|(slot, _)| slot).collect()
}

/// A list that takes insertions and moves anywhere.
struct Chain {
    next: Vec<u32>,
    previous: Vec<u32>,
    head: u32,
    linked: Vec<bool>,
}

impl Chain {
    fn new(len: usize, order: &[u32]) -> Self {
        let mut chain =
            Self { next: vec![NONE; len], previous: vec![NONE; len], head: NONE, linked: vec![false; len] };
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
        self.previous[slot as usize] = anchor;
        if behind != NONE {
            self.previous[behind as usize] = slot;
        }
        self.linked[slot as usize] = true;
    }

    fn unlink(&mut self, slot: u32) {
        let (previous, next) = (self.previous[slot as usize], self.next[slot as usize]);
        match previous {
            NONE => self.head = next,
            previous => self.next[previous as usize] = next,
        }
        if next != NONE {
            self.previous[next as usize] = previous;
        }
    }

    fn behind(&self, anchor: u32) -> u32 {
        if anchor == NONE { self.head } else { self.next[anchor as usize] }
    }

    /// Puts in what the first side deleted, behind what it follows in the base and what that side added there.
    fn fill_in(&mut self, order: &[u32], slots: &[Slot]) {
        let mut last = NONE;
        for slot in order {
            if !self.linked[*slot as usize] {
                let mut anchor = last;
                let is_added = |slot: u32| slots.get(slot as usize).is_some_and(|slot| slot.at[0] == NONE);
                while is_added(self.behind(anchor)) {
                    anchor = self.behind(anchor);
                }
                self.link_behind(anchor, *slot);
            }
            last = *slot;
        }
    }

    /// Puts in what the second side added, and moves what it moved. Gives the new items of both sides that meet
    /// in one place.
    fn insert(
        &mut self,
        order: &[u32],
        slots: &[Slot],
        ranks: &[u32],
        side: usize,
        moved: &Slots,
    ) -> Vec<u32> {
        let other = 3 - side;
        let added_there = |slot: u32| {
            let at = &slots[slot as usize].at;
            at[0] == NONE && at[side] == NONE && at[other] != NONE
        };
        let mut clashes = Vec::new();
        let mut last = NONE;
        let mut in_clash = false;
        let mut last_was_placed = false;
        for slot in order {
            let is_moved = moved.contains(slot);
            if self.linked[*slot as usize] && !is_moved {
                last_was_placed = false;
                in_clash = false;
                last = *slot;
                continue;
            }
            if is_moved {
                self.unlink(*slot);
            }
            if !last_was_placed {
                let mut next = self.behind(last);
                // Ours comes first, whichever side that is.
                while next != NONE
                    && added_there(next)
                    && (ranks[next as usize], 2) <= (ranks[*slot as usize], side)
                {
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
            last_was_placed = true;
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
        // What stands in the place of deleted items stands in front of what the other side put behind them.
        assert_eq!(woven("ab", "X", "abY").0, "XY");
        assert_eq!(woven("ab", "abY", "X").0, "XY");
    }

    #[test]
    fn a_side_that_reorders_gives_the_order() {
        assert_eq!(woven("abc", "cab", "abxc").0, "cabx");
        assert_eq!(woven("abc", "abxc", "cab").0, "cabx");
        assert_eq!(woven("abcdef", "bcadef", "abdecf").0, "badecf");
        assert_eq!(woven("abcdef", "fabcde", "abdcef").0, "fabdce");
        assert!(!woven("abcdef", "fabcde", "abdcef").1.disordered);
        assert!(woven("abcd", "dabc", "adbc").1.disordered);
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
