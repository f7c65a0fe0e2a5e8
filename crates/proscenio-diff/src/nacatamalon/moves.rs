//! Boxes that a side hung elsewhere: before anything is merged, every side is spelled with each box below the parent
//! that it has in the merged scene, so that what the other side did inside it meets it there.

use std::sync::Arc;

use proscenio_nacatamalon::{Document, Value, ValueId};
use proscenio_source::{Edit, Source, Span, apply};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{id_of, insertion, is_sound, items, pointer, with_comma};
use crate::list::{Conflict, ConflictKind, Place, Side};

/// Boxes in boxes that moved are hung one after the other, in so many rounds.
const MAX_ROUNDS: usize = 16;

/// Where a box stands on one side.
struct Standing {
    value: ValueId,
    /// The list that it is an item of.
    list: ValueId,
    parent: String,
}

/// The boxes of a file by id, those whose id another one has left out, and their order.
#[derive(Default)]
struct Boxes {
    by_id: FxHashMap<String, Standing>,
    /// All ids of boxes, with the root's.
    values: FxHashMap<String, ValueId>,
    order: Vec<String>,
}

fn boxes(document: &Document) -> Boxes {
    let mut found = Boxes::default();
    let mut twice = FxHashSet::default();
    let root = document.root().and_then(|root| root.get("root"));
    let mut work: Vec<Value<'_>> = root.into_iter().collect();
    while let Some(parent) = work.pop() {
        let Some(parent_id) = id_of(parent) else { continue };
        if found.values.insert(parent_id.clone(), parent.id()).is_some() {
            twice.insert(parent_id.clone());
        }
        let Some(list) = parent.get("children").filter(|list| list.is_array()) else { continue };
        for value in list.elements() {
            let Some(id) = id_of(value) else { continue };
            let standing = Standing { value: value.id(), list: list.id(), parent: parent_id.clone() };
            found.order.push(id.clone());
            found.by_id.insert(id, standing);
            work.push(value);
        }
    }
    found.order.retain(|id| !twice.contains(id));
    for id in twice {
        found.by_id.remove(&id);
        found.values.remove(&id);
    }
    found
}

/// Boxes that hang from another box in the new file of a comparison.
#[derive(Default)]
pub(super) struct Moved {
    /// Each in the old file and in the new one, in the order of the new one.
    pub pairs: Vec<[ValueId; 2]>,
    values: [FxHashSet<ValueId>; 2],
}

impl Moved {
    /// Whether a value of the old file, the base, or the new one is one of them.
    pub fn has(&self, side: Side, value: ValueId) -> bool {
        self.values.get(side.index()).is_some_and(|values| values.contains(&value))
    }
}

/// The boxes that hang from another box in the new file.
pub(super) fn moved(old: &Document, new: &Document) -> Moved {
    let (before, after) = (boxes(old), boxes(new));
    let mut moved = Moved::default();
    for id in &after.order {
        if let (Some(old), Some(new)) = (before.by_id.get(id), after.by_id.get(id))
            && old.parent != new.parent
        {
            moved.pairs.push([old.value, new.value]);
            moved.values[0].insert(old.value);
            moved.values[1].insert(new.value);
        }
    }
    moved
}

/// A box that one side has to hang elsewhere.
struct Wanted {
    id: String,
    parent: String,
    /// The side that has it there.
    like: Side,
}

/// The files with their boxes where the merged scene has them, where that differs from what they were; and what both
/// sides did to a box's place.
pub(super) fn hung(originals: [&Document; 3]) -> ([Option<Document>; 3], Vec<Conflict>) {
    let mut spelled: [Option<Document>; 3] = Default::default();
    let mut conflicts = Vec::new();
    for round in 0..MAX_ROUNDS {
        let documents = [0, 1, 2].map(|side: usize| spelled[side].as_ref().unwrap_or(originals[side]));
        let all = documents.map(boxes);
        let mut wanted: [Vec<Wanted>; 3] = Default::default();
        for id in &all[0].order {
            let [base, ours, theirs] = all.each_ref().map(|boxes| boxes.by_id.get(id));
            let Some(base) = base else { continue };
            let has_moved = |side: &Standing| side.parent != base.parent;
            let (like, both) = match (ours, theirs) {
                (Some(ours), Some(theirs)) => match (has_moved(ours), has_moved(theirs)) {
                    (false, false) => continue,
                    (false, true) => (Side::Theirs, false),
                    (true, false) => (Side::Ours, false),
                    (true, true) => (Side::Ours, ours.parent != theirs.parent),
                },
                (Some(one), None) | (None, Some(one)) if has_moved(one) && round == 0 => {
                    conflicts.extend(conflict(documents, &all, id));
                    continue;
                }
                _ => continue,
            };
            if both && round == 0 {
                conflicts.extend(conflict(documents, &all, id));
            }
            let Some(to) = all[like.index()].by_id.get(id) else { continue };
            // Where a side has deleted the new parent, or hung it below this box, the lists themselves disagree.
            if !Side::ALL.iter().all(|side| fits(documents[side.index()], &all[side.index()], id, &to.parent))
            {
                continue;
            }
            for side in Side::ALL {
                if all[side.index()].by_id.get(id).is_some_and(|standing| standing.parent != to.parent) {
                    wanted[side.index()].push(Wanted { id: id.clone(), parent: to.parent.clone(), like });
                }
            }
        }
        let next = [0, 1, 2].map(|side: usize| rehung(documents, &all, side, &wanted[side]));
        if next.iter().all(Option::is_none) {
            break;
        }
        for (spelled, next) in spelled.iter_mut().zip(next) {
            *spelled = next.or_else(|| spelled.take());
        }
    }
    (spelled, conflicts)
}

/// Whether a box of a side can hang from a parent; one that the side does not have can.
fn fits(document: &Document, boxes: &Boxes, id: &str, parent: &str) -> bool {
    let Some(standing) = boxes.by_id.get(id) else { return true };
    let Some(parent) = boxes.values.get(parent).map(|parent| document.value(*parent)) else { return false };
    let has_list = parent.get("children").is_some_and(|list| list.is_array());
    has_list && !document.value(standing.value).span().contains(parent.span())
}

/// A file of one side with those of its boxes elsewhere that do not stand in one another.
fn rehung(documents: [&Document; 3], all: &[Boxes; 3], side: usize, wanted: &[Wanted]) -> Option<Document> {
    let (document, boxes) = (documents[side], &all[side]);
    let bytes = document.source().bytes();
    let mut edits: Vec<Edit> = Vec::new();
    let mut taken: Vec<Span> = Vec::new();
    for want in wanted {
        let (Some(standing), Some(parent)) = (boxes.by_id.get(&want.id), boxes.values.get(&want.parent))
        else {
            continue;
        };
        let (value, parent) = (document.value(standing.value), document.value(*parent));
        let span = value.span();
        let Some(list) = parent.get("children").filter(|list| list.is_array()) else { continue };
        // Nothing hangs from itself; and one that stands in another one waits for its turn.
        let apart = |other: &Span| !other.contains(span) && !span.contains(*other);
        let away = taken.iter().all(|other| apart(other) && !other.contains(list.span()));
        if span.contains(parent.span()) || !away {
            continue;
        }
        let own = items(document.value(standing.list));
        let Some(at) = own.iter().position(|(_, other)| *other == span) else { continue };
        let Some(model) = all[want.like.index()].by_id.get(&want.id) else { continue };
        let like = documents[want.like.index()];
        let there = like.value(model.value).bytes();
        let text = indented(span.slice(bytes), indentation(span.slice(bytes)), indentation(there));
        let others = items(list);
        let put = if others.is_empty() {
            // As far from the brackets as the other side has it.
            let list_there = like.value(model.list);
            let (whole, there) = (list_there.span(), like.value(model.value).span());
            let blanks = |span: Span| span.slice(like.source().bytes()).to_vec();
            let last = items(list_there).last().map_or(there, |(_, span)| *span);
            let first = items(list_there).first().map_or(there, |(_, span)| *span);
            let lead = blanks(Span::new(whole.start(), first.start()));
            let tail = blanks(Span::new(last.end(), whole.end()));
            Edit::replace(list.span(), [lead, text, tail].concat())
        } else {
            insertion(document, list, &others, &text)
        };
        let more = [Edit::delete(with_comma(&own, at)), put];
        let mut next = edits.clone();
        next.extend(more);
        let Ok(after) = apply(bytes, &next) else { continue };
        let after = Document::parse(Source::new(Arc::clone(document.source().path()), after));
        if is_sound(&after) {
            edits = next;
            taken.push(span);
        }
    }
    if edits.is_empty() {
        return None;
    }
    let after = apply(bytes, &edits).ok()?;
    Some(Document::parse(Source::new(Arc::clone(document.source().path()), after)))
}

/// The blanks in front of what closes a box.
fn indentation(text: &[u8]) -> &[u8] {
    let line = memchr::memrchr(b'\n', text).map_or(0, |at| at + 1);
    let blanks = text[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &text[line..line + blanks]
}

/// A text with other blanks at the start of its lines.
fn indented(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (number, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match line.strip_prefix(from).filter(|_| number > 0) {
            Some(rest) => {
                out.extend_from_slice(to);
                out.extend_from_slice(rest);
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}

/// Both sides did something to the place of a box: hung it elsewhere, or deleted it.
fn conflict(documents: [&Document; 3], all: &[Boxes; 3], id: &str) -> Option<Conflict> {
    let value = |side: Side| {
        let standing = all[side.index()].by_id.get(id)?;
        Some(documents[side.index()].value(standing.value))
    };
    let text = |side: Side| value(side).map(|value| value.bytes().to_vec());
    let side = if value(Side::Ours).is_some() { Side::Ours } else { Side::Theirs };
    let kind = match (value(Side::Ours), value(Side::Theirs)) {
        (None, _) => ConflictKind::DeletedByOurs,
        (_, None) => ConflictKind::DeletedByTheirs,
        _ => ConflictKind::BothChanged,
    };
    let name = pointer(documents[side.index()], value(side)?.span());
    Some(Conflict {
        place: Place { what: "box", name },
        kind,
        base: text(Side::Base),
        ours: text(Side::Ours),
        theirs: text(Side::Theirs),
    })
}
