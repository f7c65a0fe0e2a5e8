//! What differs between two files.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::list::{Family, Item, List, Place, Rule, Side};
use crate::weave::{NONE, weave};

/// Everything that differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// In the order of the files, what is new where the new file has it.
    pub changes: Vec<Change>,
    /// How many differences mean nothing and are left out of `changes`.
    pub hidden: usize,
}

/// What happened to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// Only the new file has it.
    Added,
    /// Only the old file has it.
    Removed,
    /// Both have it, and it says something else.
    Changed,
    /// Both have it, and it hangs from something else; it may say something else too.
    Moved,
    /// Both have it, under another name; it may say something else too.
    Renamed,
    /// Both have it, and it means the same: spelling, order, ids.
    Noise,
}

/// One item that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is, by the name it has in the new file, else in the old one.
    pub place: Place,
    /// What happened to it.
    pub kind: ChangeKind,
    /// Of what moved or has another name: its name in the old file, in the form of `place`.
    pub from: Option<String>,
    /// Its text in the old file; of an item with `parts` nothing.
    pub old: Option<Vec<u8>>,
    /// Its text in the new file; of an item with `parts` nothing.
    pub new: Option<Vec<u8>>,
    /// What of it differs: properties, attributes, entries.
    pub parts: Vec<Change>,
}

impl Change {
    /// Whether nothing of it means anything.
    #[must_use]
    pub fn is_noise(&self) -> bool {
        match self.kind {
            ChangeKind::Noise => true,
            ChangeKind::Changed => !self.parts.is_empty() && self.parts.iter().all(Self::is_noise),
            ChangeKind::Added | ChangeKind::Removed | ChangeKind::Moved | ChangeKind::Renamed => false,
        }
    }

    pub(crate) fn new(place: Place, kind: ChangeKind) -> Self {
        Self { place, kind, from: None, old: None, new: None, parts: Vec::new() }
    }
}

impl Difference {
    /// The changes without those that mean nothing, which are counted.
    #[must_use]
    pub fn without_noise(mut self) -> Self {
        let mut hidden = 0;
        quiet(&mut self.changes, &mut hidden);
        self.hidden += hidden;
        self
    }
}

fn quiet(changes: &mut Vec<Change>, hidden: &mut usize) {
    changes.retain_mut(|change| {
        if change.is_noise() {
            *hidden += change.parts.len().max(1);
            return false;
        }
        quiet(&mut change.parts, hidden);
        true
    });
}

/// Values are compared so deep; what lies deeper is compared whole.
const MAX_DEPTH: usize = 64;

/// Compares the lists of two sides, `Base` the old and `Ours` the new one.
pub(crate) struct Comparer<'f, F: Family> {
    pub family: &'f F,
    /// Whether numbers that are one number to 32 bits are the same.
    pub tolerant: bool,
    /// Whether something was passed over that is told elsewhere, in the item at hand.
    passed: Cell<bool>,
}

impl<'f, F: Family> Comparer<'f, F> {
    pub fn new(family: &'f F, tolerant: bool) -> Self {
        Self { family, tolerant, passed: Cell::new(false) }
    }
}

impl<F: Family> Comparer<'_, F> {
    pub fn lists(&self, old: &List<F::Part>, new: &List<F::Part>, depth: usize) -> Vec<Change> {
        let woven = weave([&old.items, &new.items, &old.items], new.rule, Side::Ours);
        let mut changes = Vec::new();
        for slot in &woven.slots {
            let [at, now, _] = slot.at;
            let item = |list: &List<F::Part>, at: u32| {
                if at == NONE { None } else { list.items.get(at as usize).copied() }
            };
            let (old, new) = (item(old, at), item(new, now));
            let told = |side, item: Option<Item<F::Part>>| {
                item.is_none_or(|item: Item<F::Part>| self.family.is_told(side, &item))
            };
            if told(Side::Base, old) && told(Side::Ours, new) {
                self.passed.set(true);
                continue;
            }
            match (old, new) {
                (Some(old), Some(new)) => changes.extend(self.both(&old, &new, depth)),
                (Some(old), None) => changes.push(self.whole(Side::Base, &old, ChangeKind::Removed)),
                (None, Some(new)) => changes.push(self.whole(Side::Ours, &new, ChangeKind::Added)),
                (None, None) => {}
            }
        }
        if woven.reordered {
            self.orders(old, new, &mut changes);
        }
        changes
    }

    fn text(&self, side: Side, item: &Item<F::Part>) -> Vec<u8> {
        item.span.slice(self.family.bytes(side)).to_vec()
    }

    fn place(&self, side: Side, item: &Item<F::Part>) -> Place {
        self.family.unit(side, item).or_else(|| self.family.part(side, item)).unwrap_or_else(|| {
            let text = String::from_utf8_lossy(item.span.slice(self.family.bytes(side))).into_owned();
            Place { what: "item", name: text }
        })
    }

    fn whole(&self, side: Side, item: &Item<F::Part>, kind: ChangeKind) -> Change {
        let mut change = Change::new(self.place(side, item), kind);
        let text = Some(self.text(side, item));
        if side == Side::Base {
            change.old = text;
        } else {
            change.new = text;
        }
        change
    }

    /// What differs between two items that are one.
    pub fn both(&self, old: &Item<F::Part>, new: &Item<F::Part>, depth: usize) -> Option<Change> {
        let change = self.inside(old, new, depth);
        let Some((kind, from)) = self.family.was(old, new) else { return change };
        let mut change = change.unwrap_or_else(|| Change::new(self.place(Side::Ours, new), kind));
        if change.kind == ChangeKind::Noise {
            (change.old, change.new) = (None, None);
        }
        (change.kind, change.from) = (kind, Some(from));
        Some(change)
    }

    /// What differs between two items, wherever they stand.
    fn inside(&self, old: &Item<F::Part>, new: &Item<F::Part>, depth: usize) -> Option<Change> {
        let (before, after) =
            (old.span.slice(self.family.bytes(Side::Base)), new.span.slice(self.family.bytes(Side::Ours)));
        if before == after {
            return None;
        }
        let mut change = Change::new(self.place(Side::Ours, new), ChangeKind::Changed);
        let same = || {
            self.family.same((Side::Base, old), (Side::Ours, new))
                || (self.tolerant && self.family.near((Side::Base, old), (Side::Ours, new)))
        };
        if self.family.is_value(new) && same() {
            change.kind = ChangeKind::Noise;
            (change.old, change.new) = (Some(before.to_vec()), Some(after.to_vec()));
            return Some(change);
        }
        let opened = if depth < MAX_DEPTH { self.family.open([Some(old), Some(new), None]) } else { None };
        if let Some([Some(old), Some(new), _]) = &opened {
            let outside = self.passed.replace(false);
            change.parts = self.lists(old, new, depth + 1);
            let passed = self.passed.replace(outside || self.passed.get());
            if !change.parts.is_empty() {
                return Some(change);
            }
            if passed {
                return None;
            }
        }
        (change.old, change.new) = (Some(before.to_vec()), Some(after.to_vec()));
        if same() || self.family.is_quiet(Side::Ours, new) {
            change.kind = ChangeKind::Noise;
        }
        Some(change)
    }

    /// Tells where the order of items differs that both files have, among those whose order means something, and
    /// once of all others.
    fn orders(&self, old: &List<F::Part>, new: &List<F::Part>, changes: &mut Vec<Change>) {
        let mut groups: FxHashMap<Option<u64>, Group<'_, F::Part>> = FxHashMap::default();
        let mut order = Vec::new();
        for (side, list) in [(Side::Base, old), (Side::Ours, new)] {
            for item in list.items.iter().filter(|item| !self.family.is_told(side, item)) {
                let group =
                    if list.rule == Rule::Named { None } else { self.family.ordered_with(side, item) };
                let (key, name) = group.map_or((None, String::new()), |(key, name)| (Some(key), name));
                let group = groups.entry(key).or_insert_with(|| {
                    order.push(key);
                    Group::default()
                });
                group.name = name;
                group.items[side.index()].push(item);
            }
        }
        for key in order {
            let Some(group) = groups.remove(&key) else { continue };
            let keys = |side: usize| group.items[side].iter().map(|item| item.key).collect::<FxHashSet<_>>();
            let (before, after) = (keys(0), keys(1));
            let [old, new] = group.items;
            let old = old.into_iter().filter(|item| after.contains(&item.key)).collect::<Vec<_>>();
            let new = new.into_iter().filter(|item| before.contains(&item.key)).collect::<Vec<_>>();
            if old.iter().map(|item| item.key).eq(new.iter().map(|item| item.key)) {
                continue;
            }
            let kind = if key.is_none() { ChangeKind::Noise } else { ChangeKind::Changed };
            let name = if group.name.is_empty() { "order".to_owned() } else { group.name };
            let mut change = Change::new(Place { what: "order", name }, kind);
            let names = |side: Side, items: &[&Item<F::Part>]| {
                let names: Vec<String> = items.iter().map(|item| self.place(side, item).name).collect();
                Some(names.join("\n").into_bytes())
            };
            (change.old, change.new) = (names(Side::Base, &old), names(Side::Ours, &new));
            changes.push(change);
        }
    }
}

/// Items whose order is looked at together.
struct Group<'i, P> {
    name: String,
    /// Those of the old file and of the new one.
    items: [Vec<&'i Item<P>>; 2],
}

impl<P> Default for Group<'_, P> {
    fn default() -> Self {
        Self { name: String::new(), items: [Vec::new(), Vec::new()] }
    }
}
