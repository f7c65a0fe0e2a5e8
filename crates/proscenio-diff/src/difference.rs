//! What differs between two files.

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
            ChangeKind::Added | ChangeKind::Removed => false,
        }
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
            match (item(old, at), item(new, now)) {
                (Some(old), Some(new)) => changes.extend(self.both(&old, &new, depth)),
                (Some(old), None) => changes.push(self.whole(Side::Base, &old, ChangeKind::Removed)),
                (None, Some(new)) => changes.push(self.whole(Side::Ours, &new, ChangeKind::Added)),
                (None, None) => {}
            }
        }
        if woven.reordered {
            let kind = if new.rule == Rule::Named { ChangeKind::Noise } else { ChangeKind::Changed };
            changes.push(self.order(old, new, kind));
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
        let text = Some(self.text(side, item));
        let (old, new) = if side == Side::Base { (text, None) } else { (None, text) };
        Change { place: self.place(side, item), kind, old, new, parts: Vec::new() }
    }

    fn both(&self, old: &Item<F::Part>, new: &Item<F::Part>, depth: usize) -> Option<Change> {
        let (before, after) =
            (old.span.slice(self.family.bytes(Side::Base)), new.span.slice(self.family.bytes(Side::Ours)));
        if before == after {
            return None;
        }
        let mut change = Change {
            place: self.place(Side::Ours, new),
            kind: ChangeKind::Changed,
            old: None,
            new: None,
            parts: Vec::new(),
        };
        let opened = if depth < MAX_DEPTH { self.family.open([Some(old), Some(new), None]) } else { None };
        if let Some([Some(old), Some(new), _]) = &opened {
            change.parts = self.lists(old, new, depth + 1);
            if !change.parts.is_empty() {
                return Some(change);
            }
        }
        (change.old, change.new) = (Some(before.to_vec()), Some(after.to_vec()));
        let same = self.family.same((Side::Base, old), (Side::Ours, new))
            || (self.tolerant && self.family.near((Side::Base, old), (Side::Ours, new)));
        if same || self.family.is_quiet(Side::Ours, new) {
            change.kind = ChangeKind::Noise;
        }
        Some(change)
    }

    fn order(&self, old: &List<F::Part>, new: &List<F::Part>, kind: ChangeKind) -> Change {
        let names = |side: Side, list: &List<F::Part>| {
            let names: Vec<String> = list.items.iter().map(|item| self.place(side, item).name).collect();
            Some(names.join("\n").into_bytes())
        };
        let place = Place { what: "order", name: "order".to_owned() };
        let (old, new) = (names(Side::Base, old), names(Side::Ours, new));
        Change { place, kind, old, new, parts: Vec::new() }
    }
}
