//! A file with the edits that were made to it, and everything else as an older version spells it.

use proscenio_project::Family as FileFamily;
use proscenio_source::{Finding, Source};
use rustc_hash::FxHashMap;
use similar::{Algorithm, capture_diff_slices};

use crate::list::{Family, Item, List, Rule, Side};
use crate::merge::{diff, espresso3d_kind, not_compared, not_known};
use crate::{espresso3d, godot, nacatamalon};

/// How much of an older version's spelling is taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Take {
    /// Its order too, where the order means nothing.
    pub order: bool,
    /// Its numbers where they are the same to 32 bits only.
    pub tolerant: bool,
}

/// Rounds until nothing changes any more; one is enough but where the new order makes other sections neighbours.
const MAX_ROUNDS: usize = 4;

/// The new version of a file with only its real edits: ids, `uid`s that vanished, the order of sections, properties
/// and members, and the spelling of equal values are those of the old version.
///
/// What the file says, decoded, is what the new version says, but that with `tolerant` numbers which are one number
/// to 32 bits are the old ones. It has no more lines that differ from the old version than the new one has; a version
/// that is normalized already is given back byte for byte.
///
/// # Errors
/// A finding that says why: a binary file, damage, or no known family.
pub fn normalize(old: &Source, new: &Source, tolerant: bool) -> Result<Vec<u8>, Box<Finding>> {
    if old.bytes() == new.bytes() {
        return Ok(new.bytes().to_vec());
    }
    let changed = |bytes: &[u8]| changed_lines(old.bytes(), bytes);
    let before = changed(new.bytes());
    for order in [true, false] {
        let taken = settled(old, new, Take { order, tolerant })?;
        // What is only spelled otherwise is told apart from what says something else.
        let same = taken == new.bytes() || {
            let taken = Source::new(std::sync::Arc::clone(new.path()), taken.clone());
            says_the_same(new, &taken, tolerant)
        };
        if same && changed(&taken) <= before {
            return Ok(taken);
        }
    }
    Ok(new.bytes().to_vec())
}

/// [`once`] until nothing changes any more; the file itself where that does not come.
fn settled(old: &Source, new: &Source, take: Take) -> Result<Vec<u8>, Box<Finding>> {
    let mut now = new.clone();
    for _ in 0..MAX_ROUNDS {
        let next = once(old, &now, take)?;
        if next == now.bytes() {
            return Ok(next);
        }
        now = Source::new(std::sync::Arc::clone(new.path()), next);
    }
    Ok(new.bytes().to_vec())
}

fn once(old: &Source, new: &Source, take: Take) -> Result<Vec<u8>, Box<Finding>> {
    let family = FileFamily::of_path(new.path()).or_else(|| FileFamily::of_bytes(new.bytes()));
    let sources = [old, new];
    match family {
        Some(FileFamily::Godot) => {
            if godot::binary::any(&sources) {
                let mut finding = not_known(new);
                finding.message = "a binary file has one spelling only".to_owned();
                return Err(finding);
            }
            let documents = sources.map(|source| proscenio_godot::Document::parse(source.clone()));
            if let Some(bad) = documents.iter().find(|document| !godot::is_sound(document)) {
                return Err(not_compared(bad.source(), bad.findings()));
            }
            Ok(godot::normalize(&documents[0], &documents[1], take))
        }
        Some(FileFamily::Nacatamalon) => {
            let documents = sources.map(|source| proscenio_nacatamalon::Document::parse(source.clone()));
            if let Some(bad) = documents.iter().find(|document| !nacatamalon::is_sound(document)) {
                return Err(not_compared(bad.source(), bad.findings()));
            }
            Ok(nacatamalon::normalize(&documents[0], &documents[1], take))
        }
        Some(FileFamily::Espresso3d) => {
            let kind = espresso3d_kind(new).ok_or_else(|| not_known(new))?;
            let documents = sources.map(|source| proscenio_espresso3d::Document::parse(source.clone(), kind));
            if let Some(bad) = documents.iter().find(|document| !espresso3d::is_sound(document)) {
                return Err(not_compared(bad.source(), bad.findings()));
            }
            Ok(espresso3d::normalize(&documents[0], &documents[1], take))
        }
        None => Err(not_known(new)),
    }
}

/// Whether two versions differ in nothing that means anything; attributes that came back mean nothing here.
fn says_the_same(new: &Source, taken: &Source, tolerant: bool) -> bool {
    let Ok(difference) = diff(new, taken, tolerant) else { return false };
    difference.without_noise().changes.iter().all(godot::only_restores)
}

/// How many lines of both versions have no partner in the other.
fn changed_lines(old: &[u8], new: &[u8]) -> usize {
    let lines = |bytes: &'_ [u8]| bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (old, new): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (lines(old), lines(new));
    let equal: usize = capture_diff_slices(Algorithm::Patience, &old, &new)
        .iter()
        .filter(|op| matches!(op, similar::DiffOp::Equal { .. }))
        .map(|op| op.new_range().len())
        .sum();
    old.len() + new.len() - 2 * equal
}

/// Values are taken apart so deep; what lies deeper is taken whole.
const MAX_DEPTH: usize = 64;

/// Writes lists of the new version (`Ours`) as the old one (`Base`) spells them.
pub(crate) struct Restorer<'f, F: Family> {
    pub family: &'f F,
    pub take: Take,
}

impl<F: Family> Restorer<'_, F> {
    /// Writes a list. `order` are its items as they are to stand, by their places in the new version.
    pub fn list(
        &self,
        old: &List<F::Part>,
        new: &List<F::Part>,
        order: Option<Vec<usize>>,
        out: &mut Vec<u8>,
        depth: usize,
    ) {
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, item) in old.items.iter().enumerate() {
            places.entry(item.key).or_insert(at);
        }
        let partner = |item: &Item<F::Part>| places.get(&item.key).copied();
        let order = order.unwrap_or_else(|| self.order(new, &partner));
        let text = |side: Side, span: proscenio_source::Span| span.slice(self.family.bytes(side));
        let ends = |old: &[u8], new: &'_ [u8]| old.trim_ascii() == new.trim_ascii();
        let edge = |old: &[u8], new: &[u8], out: &mut Vec<u8>| {
            out.extend_from_slice(if ends(old, new) { old } else { new });
        };
        let partners: Vec<Option<usize>> =
            order.iter().map(|at| new.items.get(*at).and_then(partner)).collect();
        let first_same = partners.first().is_some_and(|first| *first == Some(0));
        let (lead, tail) = (text(Side::Ours, new.lead()), text(Side::Ours, new.tail()));
        edge(if first_same { text(Side::Base, old.lead()) } else { lead }, lead, out);
        for (slot, at) in order.iter().enumerate() {
            let Some(item) = new.items.get(*at) else { continue };
            if let Some(gap) = slot.checked_sub(1).and_then(|before| new.gap(before)) {
                let gap = text(Side::Ours, gap);
                let before = partners.get(slot - 1).copied().flatten();
                let as_before = before.filter(|before| partners[slot] == Some(before + 1));
                let other = as_before.and_then(|before| old.gap(before)).map(|gap| text(Side::Base, gap));
                edge(other.unwrap_or(gap), gap, out);
            }
            match partners[slot].and_then(|at| old.items.get(at)) {
                Some(other) => self.item(other, item, out, depth),
                None => out.extend_from_slice(text(Side::Ours, item.span)),
            }
        }
        let last_same = partners.last().is_some_and(|last| last.is_some_and(|at| at + 1 == old.items.len()));
        edge(if last_same { text(Side::Base, old.tail()) } else { tail }, tail, out);
    }

    fn item(&self, old: &Item<F::Part>, new: &Item<F::Part>, out: &mut Vec<u8>, depth: usize) {
        let before = old.span.slice(self.family.bytes(Side::Base));
        let after = new.span.slice(self.family.bytes(Side::Ours));
        let (base, ours) = ((Side::Base, old), (Side::Ours, new));
        let same = || self.family.same(base, ours) || (self.take.tolerant && self.family.near(base, ours));
        if before == after || same() {
            out.extend_from_slice(before);
            return;
        }
        let opened = if depth < MAX_DEPTH { self.family.open([Some(old), Some(new), None]) } else { None };
        match opened {
            Some([Some(old), Some(new), _]) => self.list(&old, &new, None, out, depth + 1),
            _ => out.extend_from_slice(after),
        }
    }

    /// The order of the old version, new items behind those that they stand behind; the order that it has where that
    /// means something.
    fn order(&self, new: &List<F::Part>, partner: &dyn Fn(&Item<F::Part>) -> Option<usize>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..new.items.len()).collect();
        if !self.take.order || new.rule != Rule::Named || !self.family.is_free(new) {
            return order;
        }
        let mut behind = 0;
        let places: Vec<(usize, usize)> = new
            .items
            .iter()
            .map(|item| match partner(item) {
                Some(at) => {
                    behind = at + 1;
                    (at + 1, 0)
                }
                None => (behind, 1),
            })
            .collect();
        order.sort_by_key(|at| places[*at]);
        order
    }
}
