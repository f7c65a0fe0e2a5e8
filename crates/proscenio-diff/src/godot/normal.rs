//! A Godot file with its edits, spelled as an older version of it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use proscenio_godot::value::Reference;
use proscenio_godot::{Document, Section, SectionKind};
use proscenio_source::{Edit, Source, Span, apply};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{node_hash, path_hash, text};
use super::family::{Godot, Part};
use super::header::{is_resource, steps};
use super::ids;
use super::matching::{Entities, entities_of_two};
use crate::difference::{Change, ChangeKind};
use crate::list::{Family as _, List, Side};
use crate::normalize::{Restorer, Take};

/// The new file as the old one spells it; see [`crate::normalize()`].
pub(crate) fn normalize(old: &Document, new: &Document, take: Take) -> Vec<u8> {
    let entities = entities_of_two(old, new);
    let lost = lost(old, new, &entities);
    let mut edits = ids::edits([old, old, new], &entities.clone().of_theirs());
    edits[2].extend(lost);
    let bytes = apply(new.source().bytes(), &edits[2]).unwrap_or_else(|_| new.source().bytes().to_vec());
    // Sections stand where they stood, so the entities hold for this text too.
    let new = Document::parse(Source::new(Arc::clone(new.source().path()), bytes));
    let godot = Godot::new([old, &new, old], &entities, None);
    let [Some(before), Some(after), _] = godot.sections() else { return new.to_bytes() };
    let order = take.order.then(|| order(&new, &entities, &after)).flatten();
    let order = order.unwrap_or_else(|| (0..after.items.len()).collect());
    let mut out = Vec::with_capacity(godot.bytes(Side::Ours).len());
    Restorer { family: &godot, take }.list(&before, &after, Some(order), &mut out, 0);
    out
}

/// Whether a change is nothing but the old order, and attributes that an editor lost and that came back.
pub(crate) fn only_restores(change: &Change) -> bool {
    // Sections stand in another order only where it means nothing.
    if change.place.what == "order" {
        return true;
    }
    if change.place.what == "attribute" {
        let known = matches!(change.place.name.as_str(), "uid" | "load_steps" | "unique_id");
        return known && change.kind == ChangeKind::Added;
    }
    // The count is no attribute that means anything, so it may go too.
    change.kind == ChangeKind::Changed
        && !change.parts.is_empty()
        && change
            .parts
            .iter()
            .all(|part| only_restores(part) || part.is_noise() || part.place.name.starts_with("load_steps"))
}

// ---- attributes that editors lose ----

/// The edits that give the headers of the new file what they lost.
fn lost(old: &Document, new: &Document, entities: &Entities) -> Vec<Edit> {
    let mut before: FxHashMap<u32, Section<'_>> = FxHashMap::default();
    before.extend(old.sections().map(|section| (entities.of(Side::Base)[section.index()], section)));
    let mut numbers: FxHashSet<Vec<u8>> =
        new.nodes().filter_map(|node| Some(node.0.attribute("unique_id")?.raw().to_vec())).collect();
    let mut edits = Vec::new();
    for section in new.sections() {
        let entity = entities.of(Side::Ours)[section.index()];
        let Some(other) = before.get(&entity) else { continue };
        let mut back = Vec::new();
        let mut give = |name: &str| {
            let entry = other.attribute(name).filter(|_| section.attribute(name).is_none());
            back.extend(entry.map(|entry| (name.to_owned(), entry.raw().to_vec())));
        };
        match section.kind() {
            SectionKind::Scene | SectionKind::ResourceFile => {
                give("uid");
                let (count, edit) = counted(*other, section);
                back.extend(count.map(|count| ("load_steps".to_owned(), count)));
                edits.extend(edit);
            }
            SectionKind::ExtResource if text(*other, "path") == text(section, "path") => give("uid"),
            SectionKind::Node => {
                let number = other.attribute("unique_id").map(|entry| entry.raw().to_vec());
                if number.is_some_and(|number| numbers.insert(number)) {
                    give("unique_id");
                }
            }
            _ => {}
        }
        edits.extend(appended(section, &back));
    }
    edits
}

/// Attributes behind those that a header has; the order comes later.
fn appended(section: Section<'_>, attributes: &[(String, Vec<u8>)]) -> Option<Edit> {
    let last = section.attributes().last().map_or(section.tag_span().end(), |entry| entry.span().end());
    let text: Vec<u8> =
        attributes.iter().flat_map(|(name, value)| [b" ", name.as_bytes(), b"=", value].concat()).collect();
    (!text.is_empty()).then(|| Edit::insert(last, text))
}

/// `load_steps` is there when it was, and counts as it did: its value where it is to come back, else an edit.
fn counted(old: Section<'_>, new: Section<'_>) -> (Option<Vec<u8>>, Option<Edit>) {
    let (was, is) = (old.attribute("load_steps"), new.attribute("load_steps"));
    let (before, after) = (steps(old.document()), steps(new.document()));
    match (was, is) {
        (Some(was), None) if before == after => (Some(was.raw().to_vec()), None),
        (Some(_), None) => (Some(after.to_string().into_bytes()), None),
        (Some(was), Some(is)) if before == after && was.integer() == Some(before) => {
            (None, Some(Edit::replace(is.value_span(), was.raw().to_vec())))
        }
        (None, Some(is)) => {
            let ends = new.attributes().map(|entry| entry.span().end());
            let start = ends.filter(|end| *end <= is.span().start()).max();
            let start = start.unwrap_or(new.tag_span().end());
            (None, Some(Edit::delete(Span::new(start, is.span().end()))))
        }
        _ => (None, None),
    }
}

// ---- order ----

/// The order of the old file as far as it means nothing: no section in front of one that it needs or that means
/// something in front of it. Nothing for a file whose kinds of sections are mixed.
fn order(new: &Document, entities: &Entities, list: &List<Part>) -> Option<Vec<usize>> {
    let classes: Vec<u32> = list.items.iter().map(crate::list::Item::class).collect();
    if !classes.is_sorted() {
        return None;
    }
    let old: FxHashMap<u32, i64> =
        entities.of(Side::Base).iter().enumerate().map(|(at, entity)| (*entity, at as i64)).collect();
    // New sections stand behind those that they stand behind now.
    let (mut behind, mut class) = (-1, u32::MAX);
    let mut places = Vec::with_capacity(classes.len());
    for (at, own) in classes.iter().enumerate() {
        if *own != class {
            (behind, class) = (-1, *own);
        }
        let place = old.get(&entities.of(Side::Ours)[at]).map(|place| 2 * place);
        behind = place.or((behind % 2 == 0).then_some(behind + 1)).unwrap_or(behind);
        places.push((*own, behind, at));
    }
    let mut needs = Needs { behind: vec![Vec::new(); classes.len()], open: vec![0; classes.len()] };
    needs.resources(new);
    needs.nodes(new);
    needs.connections(new);
    needs.sorted(&places)
}

/// Which sections must stand in front of which.
struct Needs {
    behind: Vec<Vec<usize>>,
    /// For each section how many must stand in front of it.
    open: Vec<usize>,
}

impl Needs {
    fn add(&mut self, first: usize, second: usize) {
        if first != second
            && let (Some(behind), Some(open)) = (self.behind.get_mut(first), self.open.get_mut(second))
        {
            behind.push(second);
            *open += 1;
        }
    }

    /// What a sub-resource uses stands in front of it.
    fn resources(&mut self, document: &Document) {
        let resources = || document.sections().filter(|section| is_resource(section.kind()));
        let mut of_id: FxHashMap<String, usize> = FxHashMap::default();
        for section in resources().filter(|section| section.kind() == SectionKind::SubResource) {
            of_id.extend(text(section, "id").map(|id| (id.into_owned(), section.index())));
        }
        for section in resources() {
            for entry in section.properties() {
                for (_, reference) in document.references_in(entry) {
                    let Reference::Sub(id) = reference else { continue };
                    if let Some(used) = of_id.get(&id.0).filter(|used| **used < section.index()) {
                        self.add(*used, section.index());
                    }
                }
            }
        }
    }

    /// Parents stand in front of their children, and siblings as they do.
    fn nodes(&mut self, document: &Document) {
        let mut of_path: FxHashMap<u64, usize> = FxHashMap::default();
        let mut last: FxHashMap<String, usize> = FxHashMap::default();
        for node in document.nodes() {
            let index = node.0.index();
            if let Some(path) = text(node.0, "parent") {
                let mut near = &*path;
                while !of_path.contains_key(&path_hash(near)) && near != "." {
                    near = near.rsplit_once('/').map_or(".", |(above, _)| above);
                }
                if let Some(above) = of_path.get(&path_hash(near)) {
                    self.add(*above, index);
                }
                if let Some(before) = last.insert(path.into_owned(), index) {
                    self.add(before, index);
                }
            }
            of_path.entry(node_hash(node.0)).or_insert(index);
        }
    }

    /// Methods that one signal calls are called in the order of their connections.
    fn connections(&mut self, document: &Document) {
        let mut last: FxHashMap<(String, String), usize> = FxHashMap::default();
        for connection in document.connections() {
            let part = |name: &str| text(connection.0, name).unwrap_or_default().into_owned();
            if let Some(before) = last.insert((part("from"), part("signal")), connection.0.index()) {
                self.add(before, connection.0.index());
            }
        }
    }

    /// The order of places as far as what is needed allows.
    fn sorted(mut self, places: &[(u32, i64, usize)]) -> Option<Vec<usize>> {
        let mut ready: BinaryHeap<Reverse<(u32, i64, usize)>> =
            places.iter().filter(|place| self.open[place.2] == 0).copied().map(Reverse).collect();
        let mut order = Vec::with_capacity(places.len());
        while let Some(Reverse((_, _, at))) = ready.pop() {
            order.push(at);
            for next in std::mem::take(&mut self.behind[at]) {
                self.open[next] -= 1;
                if self.open[next] == 0 {
                    ready.push(Reverse(places[next]));
                }
            }
        }
        (order.len() == places.len()).then_some(order)
    }
}
