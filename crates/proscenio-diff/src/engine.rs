//! The three-way merge of keyed lists, for every family.
//!
//! What one side left as it was, the other side gives, byte for byte. What both changed is taken apart into the
//! list it holds, and so on down to single values. What both changed and nobody can take apart is a conflict.

use proscenio_source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::list::{Conflict, ConflictKind, Family, Forced, Item, List, Noise, Place, Rule, Side, Sides};
use crate::options::{Markers, Options, Strategy};
use crate::weave::{NONE, Slot, weave};

/// Values are taken apart so deep; what lies deeper is merged whole.
const MAX_DEPTH: usize = 64;

/// A merge at work.
pub(crate) struct Engine<'f, F: Family> {
    family: &'f F,
    options: &'f Options,
    /// Which side wins inside the item that is being written.
    prefer: Side,
    depth: usize,
    /// Disagreements inside the item that is being written.
    open: usize,
    pub conflicts: Vec<Conflict>,
    /// Keys of the outermost list that the result does not have and one side does.
    pub dropped: FxHashSet<u64>,
}

/// A list of each side that has one.
type Lists<P> = [Option<List<P>>; 3];

impl<'f, F: Family> Engine<'f, F> {
    pub fn new(family: &'f F, options: &'f Options) -> Self {
        let prefer = if options.strategy == Strategy::Theirs { Side::Theirs } else { Side::Ours };
        Self {
            family,
            options,
            prefer,
            depth: 0,
            open: 0,
            conflicts: Vec::new(),
            dropped: FxHashSet::default(),
        }
    }

    fn slice(&self, side: Side, span: Span) -> &'f [u8] {
        span.slice(self.family.bytes(side))
    }

    fn marks(&self) -> bool {
        self.options.strategy == Strategy::Mark
    }

    /// Merges an item that ours and theirs have. Gives the disagreements it found by raising `open`.
    fn item(&mut self, items: Sides<'_, F::Part>, out: &mut Vec<u8>) {
        if !self.family.goes_with_others(items)
            && let Some(side) = self.settled(items)
        {
            out.extend_from_slice(self.text(side, items).unwrap_or_default());
            return;
        }
        if let Some(merged) = self.family.rewritten(items) {
            return out.extend_from_slice(&merged);
        }
        if self.depth < MAX_DEPTH
            && let Some(lists) = self.family.open(items)
            && self.same_frame(&lists)
        {
            let (start, open) = (out.len(), self.open);
            self.depth += 1;
            self.list(&lists, out);
            self.depth -= 1;
            if self.open > open && self.family.stands_whole(items) {
                out.truncate(start);
                out.extend_from_slice(self.text(self.prefer, items).unwrap_or_default());
            }
            return;
        }
        self.open += 1;
        out.extend_from_slice(self.text(self.prefer, items).unwrap_or_default());
    }

    fn text(&self, side: Side, items: Sides<'_, F::Part>) -> Option<&'f [u8]> {
        items[side.index()].map(|item| self.slice(side, item.span))
    }

    /// The side that an item of both sides comes from, when nothing has to be decided.
    fn settled(&self, [base, ours, theirs]: Sides<'_, F::Part>) -> Option<Side> {
        let (o, t) = (ours?, theirs?);
        let (ours_text, theirs_text) = (self.slice(Side::Ours, o.span), self.slice(Side::Theirs, t.span));
        if ours_text == theirs_text {
            return Some(Side::Ours);
        }
        if let Some(b) = base {
            let base_text = self.slice(Side::Base, b.span);
            if base_text == ours_text {
                return Some(Side::Theirs);
            }
            if base_text == theirs_text {
                return Some(Side::Ours);
            }
            if self.family.same((Side::Base, b), (Side::Ours, o)) {
                return Some(Side::Theirs);
            }
            if self.family.same((Side::Base, b), (Side::Theirs, t)) {
                return Some(Side::Ours);
            }
        }
        if self.family.same((Side::Ours, o), (Side::Theirs, t)) {
            return Some(Side::Ours);
        }
        match self.family.noise([base, ours, theirs])? {
            Noise::Ours => Some(Side::Ours),
            Noise::Theirs => Some(Side::Theirs),
        }
    }

    /// Whether what stands around the items is the same on all sides, blanks aside, or is at least nothing
    /// that both changed.
    fn same_frame(&self, lists: &Lists<F::Part>) -> bool {
        let solid = |side: Side, span: Span| -> Vec<u8> {
            let bytes = self.slice(side, span);
            bytes.iter().copied().filter(|byte| *byte > b' ').collect()
        };
        let frames: Vec<(Vec<u8>, Vec<u8>)> = Side::ALL
            .into_iter()
            .filter_map(|side| {
                let list = lists[side.index()].as_ref()?;
                let (mut lead, tail) = (solid(side, list.lead()), solid(side, list.tail()));
                if list.items.is_empty() {
                    // The whole list is its lead; a closing bracket is one byte in every family.
                    let close = lead.split_off(lead.len().saturating_sub(1));
                    return Some((lead, close));
                }
                Some((lead, tail))
            })
            .collect();
        frames.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Merges the lists of the sides that have one.
    pub fn list(&mut self, lists: &Lists<F::Part>, out: &mut Vec<u8>) {
        let items = |side: Side| lists[side.index()].as_ref().map_or(&[][..], |list| &list.items[..]);
        let all = [items(Side::Base), items(Side::Ours), items(Side::Theirs)];
        let rule = lists.iter().flatten().map(|list| list.rule).next().unwrap_or(Rule::Named);
        let mut woven = weave(all, rule, self.prefer);
        if self.depth == 0 {
            if woven.reordered {
                woven.slots = self.held(woven.slots, lists);
            }
            in_classes(&mut woven.slots, all);
        }
        let disordered = woven.disordered && rule != Rule::Named;
        let mut writer = Writer { lists, last: None, opened: false, disordered };
        for slot in &woven.slots {
            self.slot(*slot, &mut writer, out);
        }
        if writer.disordered {
            self.disorder(&writer, out);
        }
        writer.finish(self, out);
    }

    /// The slots with each behind the one it must stand behind.
    fn held(&self, slots: Vec<Slot>, lists: &Lists<F::Part>) -> Vec<Slot> {
        let key = |slot: &Slot| -> Option<u64> {
            let side = Side::ALL.into_iter().find(|side| slot.has(*side))?;
            let list = lists[side.index()].as_ref()?;
            Some(list.items.get(slot.at[side.index()] as usize)?.key)
        };
        let keys: Vec<u64> = slots.iter().map(|slot| key(slot).unwrap_or(u64::MAX)).collect();
        let all: FxHashSet<u64> = keys.iter().copied().collect();
        let mut done: FxHashSet<u64> = FxHashSet::default();
        let mut waiting: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let mut ordered = Vec::with_capacity(slots.len());
        for at in 0..slots.len() {
            let holder = self.family.holder(keys[at]);
            if let Some(holder) = holder.filter(|holder| all.contains(holder) && !done.contains(holder)) {
                waiting.entry(holder).or_default().push(at);
                continue;
            }
            let mut ready = vec![at];
            while let Some(at) = ready.pop() {
                done.insert(keys[at]);
                ordered.push(slots[at]);
                ready.extend(waiting.remove(&keys[at]).into_iter().flatten().rev());
            }
        }
        // What waits for itself hung nowhere before.
        let mut left: Vec<usize> = waiting.into_values().flatten().collect();
        left.sort_unstable();
        ordered.extend(left.into_iter().map(|at| slots[at]));
        ordered
    }

    /// Decides what becomes of one key, and writes it.
    fn slot(&mut self, slot: Slot, writer: &mut Writer<'_, F::Part>, out: &mut Vec<u8>) {
        let items = writer.items(slot);
        let Some(key) = items.iter().flatten().map(|item| item.key).next() else { return };
        let forced = if self.depth == 0 { self.family.forced(key) } else { None };
        if slot.clash {
            return self.clash(slot, writer, out);
        }
        match (forced, items) {
            (Some(Forced::Drop), _) => self.drop(key),
            (Some(Forced::Told(told)), _) => {
                self.drop(key);
                self.told(told, items, writer, out);
            }
            (Some(Forced::KeepOurs), [_, Some(_), _]) => {
                writer.gap(self, slot, out);
                let start = out.len();
                out.extend_from_slice(self.text(Side::Ours, items).unwrap_or_default());
                self.deleted(ConflictKind::DeletedByTheirs, items, start, out);
            }
            (_, [_, Some(_), Some(_)]) => {
                writer.gap(self, slot, out);
                let start = out.len();
                self.both(items, out);
                let extra = if self.depth == 0 { self.family.extra(key) } else { None };
                if let Some(extra) = extra.filter(|_| self.marks()) {
                    self.tell(extra.clone(), start, out);
                }
            }
            (_, [None, Some(_), None]) | (Some(Forced::Keep), [_, Some(_), None]) => {
                self.copy(Side::Ours, slot, writer, out);
            }
            (_, [None, None, Some(_)]) | (Some(Forced::Keep), [_, None, Some(_)]) => {
                self.copy(Side::Theirs, slot, writer, out);
            }
            (_, [Some(base), Some(ours), None]) => {
                let left = (Side::Base, base);
                self.one_sided(left, (Side::Ours, ours), slot, writer, out);
            }
            (_, [Some(base), None, Some(theirs)]) => {
                let left = (Side::Base, base);
                self.one_sided(left, (Side::Theirs, theirs), slot, writer, out);
            }
            (_, [_, None, None]) => {}
        }
    }

    fn drop(&mut self, key: u64) {
        if self.depth == 0 {
            self.dropped.insert(key);
        }
    }

    fn copy(&mut self, side: Side, slot: Slot, writer: &mut Writer<'_, F::Part>, out: &mut Vec<u8>) {
        writer.gap(self, slot, out);
        out.extend_from_slice(self.text(side, writer.items(slot)).unwrap_or_default());
    }

    /// An item that the base and one side have, and the other side deleted.
    fn one_sided(
        &mut self,
        base: (Side, &Item<F::Part>),
        kept: (Side, &Item<F::Part>),
        slot: Slot,
        writer: &mut Writer<'_, F::Part>,
        out: &mut Vec<u8>,
    ) {
        let untouched = self.slice(base.0, base.1.span) == self.slice(kept.0, kept.1.span)
            || self.family.same(base, kept);
        if untouched && !self.family.is_needed(kept.1) {
            return self.drop(kept.1.key);
        }
        let items = writer.items(slot);
        let keeps = self.options.strategy == Strategy::Union || self.prefer == kept.0;
        if keeps {
            writer.gap(self, slot, out);
        }
        let start = out.len();
        if keeps {
            out.extend_from_slice(self.text(kept.0, items).unwrap_or_default());
        } else {
            self.drop(kept.1.key);
        }
        match (self.family.unit(kept.0, kept.1), kept.0) {
            (Some(_), Side::Ours) => self.deleted(ConflictKind::DeletedByTheirs, items, start, out),
            (Some(_), _) if keeps => self.deleted(ConflictKind::DeletedByOurs, items, start, out),
            (Some(_), _) => self.told(&[*kept.1], items, writer, out),
            (None, _) => self.open += 1,
        }
    }

    /// New items of both sides in one place of a sequence: those of the preferred side stay.
    fn clash(&mut self, slot: Slot, writer: &mut Writer<'_, F::Part>, out: &mut Vec<u8>) {
        let side = if slot.has(Side::Ours) { Side::Ours } else { Side::Theirs };
        if self.options.strategy != Strategy::Union {
            self.open += 1;
        }
        if side == self.prefer || self.options.strategy == Strategy::Union {
            self.copy(side, slot, writer, out);
        }
    }

    /// Merges an item of both sides, and tells what is left open in it.
    fn both(&mut self, items: Sides<'_, F::Part>, out: &mut Vec<u8>) {
        let place = items[1].and_then(|ours| self.family.unit(Side::Ours, ours));
        let Some(place) = place else { return self.item(items, out) };
        let outer = std::mem::take(&mut self.open);
        let start = out.len();
        self.item(items, out);
        if std::mem::replace(&mut self.open, outer) == 0 || !self.marks() {
            return;
        }
        let ours = out[start..].to_vec();
        let kind = if items[0].is_some() { ConflictKind::BothChanged } else { ConflictKind::BothAdded };
        let base = self.text(Side::Base, items).map(<[u8]>::to_vec);
        let theirs = self.as_theirs(items);
        self.tell(Conflict { place, kind, base, ours: Some(ours), theirs: Some(theirs) }, start, out);
    }

    /// The item with theirs wherever both sides disagree.
    fn as_theirs(&mut self, items: Sides<'_, F::Part>) -> Vec<u8> {
        let mut text = Vec::new();
        let (prefer, open) = (self.prefer, self.open);
        self.prefer = Side::Theirs;
        self.item(items, &mut text);
        self.prefer = prefer;
        self.open = open;
        text
    }

    /// Tells of an item that one side deleted and the other changed; what stays of it starts at `start`.
    fn deleted(&mut self, kind: ConflictKind, items: Sides<'_, F::Part>, start: usize, out: &mut Vec<u8>) {
        let side = if kind == ConflictKind::DeletedByTheirs { Side::Ours } else { Side::Theirs };
        let place = items[side.index()].and_then(|item| self.family.unit(side, item));
        let Some(place) = place.filter(|_| self.marks()) else { return };
        let base = self.text(Side::Base, items).map(<[u8]>::to_vec);
        let ours = Some(out[start..].to_vec());
        self.tell(Conflict { place, kind, base, ours, theirs: None }, start, out);
    }

    /// Tells of items that ours deleted and theirs changed; nothing of them stays.
    fn told(
        &mut self,
        told: &[Item<F::Part>],
        items: Sides<'_, F::Part>,
        writer: &mut Writer<'_, F::Part>,
        out: &mut Vec<u8>,
    ) {
        let Some(first) = told.first().filter(|_| self.marks()) else { return };
        let Some(place) = self.family.unit(Side::Theirs, first) else { return };
        let mut theirs = Vec::new();
        for (at, item) in told.iter().enumerate() {
            if at > 0 {
                // What stands between items of this class anywhere stands between these.
                let lists = writer.lists;
                let gap = lists[2].as_ref().and_then(|list| {
                    let index = list.items.iter().position(|other| other.key == told[at - 1].key)?;
                    list.gap(index)
                });
                theirs.extend_from_slice(gap.map_or(b"\n", |gap| self.slice(Side::Theirs, gap)));
            }
            theirs.extend_from_slice(self.slice(Side::Theirs, item.span));
        }
        let base = self.text(Side::Base, items).map(<[u8]>::to_vec);
        let kind = ConflictKind::DeletedByOurs;
        writer.open(self, out);
        let start = out.len();
        self.tell(Conflict { place, kind, base, ours: None, theirs: Some(theirs) }, start, out);
    }

    /// Both sides reordered the list.
    fn disorder(&mut self, writer: &Writer<'_, F::Part>, out: &mut Vec<u8>) {
        let Some(item) = writer.lists[1].as_ref().and_then(|list| list.items.first()) else { return };
        match self.family.unit(Side::Ours, item) {
            Some(place) if self.depth == 0 => {
                if self.marks() {
                    let order = |side: Side| -> Option<Vec<u8>> {
                        let list = writer.lists[side.index()].as_ref()?;
                        let names = list.items.iter().filter_map(|item| self.family.unit(side, item));
                        let names: Vec<String> = names.map(|place| place.name).collect();
                        Some(names.join("\n").into_bytes())
                    };
                    let (base, ours, theirs) = (order(Side::Base), order(Side::Ours), order(Side::Theirs));
                    let place = Place { what: "order", name: place.name };
                    let start = out.len();
                    self.tell(Conflict { place, kind: ConflictKind::Order, base, ours, theirs }, start, out);
                }
            }
            _ => self.open += 1,
        }
    }

    /// Writes a conflict where ours of it starts at `start`.
    fn tell(&mut self, conflict: Conflict, start: usize, out: &mut Vec<u8>) {
        match self.options.markers {
            Markers::Comments => self.family.mark(&conflict, out),
            Markers::Git if conflict.kind != ConflictKind::Order => {
                let ours = out.split_off(start);
                crate::marks::git(&ours, &conflict, &self.options.labels, out);
            }
            Markers::Git => crate::marks::git_order(&conflict, &self.options.labels, out),
        }
        self.conflicts.push(conflict);
    }
}

/// Puts classes in order where every side has them so: what follows an item that the other side moved may belong
/// to a later class.
fn in_classes<P>(slots: &mut [Slot], lists: [&[Item<P>]; 3]) {
    let class = |slot: &Slot| {
        let side = (0..3).find(|side| slot.at[*side] != NONE).unwrap_or(0);
        lists[side].get(slot.at[side] as usize).map_or(0, Item::class)
    };
    if !slots.is_sorted_by_key(class) && lists.iter().all(|list| list.is_sorted_by_key(Item::class)) {
        slots.sort_by_key(class);
    }
}

/// Writes the items of a merged list with what stands between them.
struct Writer<'l, P> {
    lists: &'l Lists<P>,
    /// The item that was written last.
    last: Option<Slot>,
    /// Whether what stands in front of all items was written for a conflict that stands in front of them.
    opened: bool,
    disordered: bool,
}

impl<'l, P: Copy> Writer<'l, P> {
    fn items(&self, slot: Slot) -> Sides<'l, P> {
        let item = |side: usize| self.lists[side].as_ref()?.items.get(slot.at[side] as usize);
        [item(0), item(1), item(2)]
    }

    fn any(&self, slot: Slot) -> Option<&'l Item<P>> {
        let [base, ours, theirs] = self.items(slot);
        ours.or(theirs).or(base)
    }

    /// Writes what stands in front of all items, up to its last line end, before a conflict that comes first.
    fn open<F: Family<Part = P>>(&mut self, engine: &Engine<'_, F>, out: &mut Vec<u8>) {
        if self.last.is_none() && !std::mem::replace(&mut self.opened, true) {
            let lead = self.edge(engine, Side::Ours, List::lead);
            let end = memchr::memrchr(b'\n', lead).filter(|at| lead[*at..].trim_ascii().is_empty());
            out.extend_from_slice(&lead[..end.map_or(lead.len(), |at| at + 1)]);
        }
    }

    /// Writes what stands in front of an item that comes next.
    fn gap<F: Family<Part = P>>(&mut self, engine: &Engine<'_, F>, slot: Slot, out: &mut Vec<u8>) {
        match self.last.replace(slot) {
            None => {
                let side = |side: &Side| slot.has(*side);
                let first = [Side::Ours, Side::Theirs].into_iter().find(side).unwrap_or(Side::Ours);
                let lead = self.edge(engine, first, List::lead);
                if !self.opened {
                    return out.extend_from_slice(lead);
                }
                out.push(b'\n');
                let line = memchr::memrchr(b'\n', lead).map_or(0, |at| at + 1);
                let is_blank = lead[line..].trim_ascii().is_empty();
                out.extend_from_slice(if is_blank { &lead[line..] } else { b"" });
            }
            Some(last) => self.between(engine, last, slot, out),
        }
    }

    /// The lead or tail of the lists: what one side changed of it.
    fn edge<'f, F: Family<Part = P>>(
        &self,
        engine: &Engine<'f, F>,
        first: Side,
        edge: fn(&List<P>) -> Span,
    ) -> &'f [u8] {
        let of = |side: Side| {
            let list = self.lists[side.index()].as_ref().filter(|list| !list.items.is_empty())?;
            Some(engine.slice(side, edge(list)))
        };
        match (of(Side::Base), of(Side::Ours), of(Side::Theirs)) {
            (Some(base), Some(ours), Some(theirs)) if base == ours => theirs,
            (_, Some(ours), Some(theirs)) => {
                if first == Side::Theirs && self.lists[0].is_none() {
                    theirs
                } else {
                    ours
                }
            }
            (_, ours, theirs) => ours.or(theirs).unwrap_or_default(),
        }
    }

    /// Writes what stands between two items.
    fn between<F: Family<Part = P>>(
        &self,
        engine: &Engine<'_, F>,
        last: Slot,
        slot: Slot,
        out: &mut Vec<u8>,
    ) {
        let next_to = |side: Side| {
            let at = side.index();
            let near = last.has(side) && slot.has(side) && last.at[at] + 1 == slot.at[at];
            let list = self.lists[at].as_ref().filter(|_| near)?;
            Some(engine.slice(side, list.gap(last.at[at] as usize)?))
        };
        let near = match (next_to(Side::Base), next_to(Side::Ours), next_to(Side::Theirs)) {
            (Some(base), Some(ours), Some(theirs)) if base == ours => Some(theirs),
            (base, ours, theirs) => ours.or(theirs).or(base),
        };
        if let Some(gap) = near {
            if !gap.contains(&b'\n') && crate::marks::ends_with_mark(out) {
                out.push(b'\n');
            }
            return out.extend_from_slice(gap);
        }
        let (Some(before), Some(after)) = (self.any(last), self.any(slot)) else { return };
        let gap = self.likely_gap(engine, last, slot, before.class(), after.class());
        match engine.family.separator(before, after, gap) {
            Some(gap) => out.extend_from_slice(&gap),
            None => out.extend_from_slice(gap),
        }
    }

    /// What stands in front of the second item, or behind the first, where its neighbour is of the same class; else
    /// what stands behind the first, which may open a block, or in front of the second.
    fn likely_gap<'f, F: Family<Part = P>>(
        &self,
        engine: &Engine<'f, F>,
        last: Slot,
        slot: Slot,
        before: u32,
        after: u32,
    ) -> &'f [u8] {
        let behind_last = |side: Side, alike: bool| {
            let (list, at) = (self.lists[side.index()].as_ref()?, last.at[side.index()] as usize);
            let next = list.items.get(at.wrapping_add(1)).filter(|_| last.has(side))?;
            list.gap(at).filter(|_| !alike || next.class() == after).map(|gap| engine.slice(side, gap))
        };
        let before_slot = |side: Side, alike: bool| {
            let (list, at) = (self.lists[side.index()].as_ref()?, slot.at[side.index()] as usize);
            let previous = list.items.get(at.wrapping_sub(1)).filter(|_| slot.has(side))?;
            list.gap(at - 1)
                .filter(|_| !alike || previous.class() == before)
                .map(|gap| engine.slice(side, gap))
        };
        let sides = [Side::Ours, Side::Theirs, Side::Base];
        let alike =
            sides.iter().find_map(|side| before_slot(*side, true).or_else(|| behind_last(*side, true)));
        alike
            .or_else(|| sides.iter().find_map(|side| behind_last(*side, false)))
            .or_else(|| sides.iter().find_map(|side| before_slot(*side, false)))
            .unwrap_or_default()
    }

    /// Writes what stands behind the last item.
    fn finish<F: Family<Part = P>>(self, engine: &Engine<'_, F>, out: &mut Vec<u8>) {
        if let Some(last) = self.last {
            let side = if last.has(Side::Ours) { Side::Ours } else { Side::Theirs };
            let gap =
                self.lists[side.index()].as_ref().and_then(|list| list.gap(last.at[side.index()] as usize));
            let gap = gap.map(|gap| engine.slice(side, gap)).unwrap_or_default();
            // What opens a block stands behind the words in front of it, and stays when all in the block goes.
            if let Some(opens) = memchr::memchr(b'{', gap) {
                out.extend_from_slice(&gap[..=opens]);
            }
            return close(self.edge(engine, side, List::tail), out);
        }
        if self.opened {
            return close(self.edge(engine, Side::Ours, List::tail), out);
        }
        for side in [Side::Ours, Side::Theirs, Side::Base] {
            let list = self.lists[side.index()].as_ref();
            if let Some(list) = list.filter(|list| list.items.is_empty()) {
                return out.extend_from_slice(engine.slice(side, list.span));
            }
        }
        let lead = self.edge(engine, Side::Ours, List::lead);
        let tail = self.edge(engine, Side::Ours, List::tail);
        out.extend_from_slice(lead.trim_ascii_end());
        out.extend_from_slice(tail.trim_ascii_start());
    }
}

/// Writes the end of a list; behind the mark of a conflict on a line of its own.
fn close(tail: &[u8], out: &mut Vec<u8>) {
    let ends_line =
        tail.trim_ascii_start().is_empty() || tail.starts_with(b"\n") || tail.starts_with(b"\r\n");
    if crate::marks::ends_with_mark(out) && !ends_line {
        out.push(b'\n');
    }
    out.extend_from_slice(tail);
}
