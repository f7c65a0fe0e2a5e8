//! What becomes of nodes that one side deleted while the other changed or uses them, or something below them.

use proscenio_godot::{Document, Section, SectionKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{node_hash, path_hash, text};
use super::family::{Godot, Part};
use super::matching::Entities;
use crate::list::{Family, Forced, Item, Side};
use crate::options::Strategy;

/// Decides for all nodes that exactly one side deleted, and for what hangs from them.
pub(super) fn decide(
    godot: &mut Godot<'_>,
    documents: [&Document; 3],
    entities: &Entities,
    strategy: Strategy,
) {
    for (deleting, other) in [(Side::Ours, Side::Theirs), (Side::Theirs, Side::Ours)] {
        let gone = gone(entities, deleting, other);
        if gone.is_empty() {
            continue;
        }
        let mut fates = Fates { godot: &*godot, document: documents[other.index()], entities, other, gone };
        let live = fates.live(documents[Side::Base.index()], strategy);
        let decided = fates.decided(&live, strategy);
        godot.forced.extend(decided);
    }
}

/// What the base and the other side have and one side deleted.
fn gone(entities: &Entities, deleting: Side, other: Side) -> FxHashSet<u32> {
    let left: FxHashSet<u32> = entities.of(deleting).iter().copied().collect();
    let base = entities.of(Side::Base).len() as u32;
    entities.of(other).iter().copied().filter(|entity| *entity < base && !left.contains(entity)).collect()
}

struct Fates<'g, 'd> {
    godot: &'g Godot<'d>,
    document: &'g Document,
    entities: &'g Entities,
    /// The side that did not delete.
    other: Side,
    gone: FxHashSet<u32>,
}

impl Fates<'_, '_> {
    fn entity(&self, section: Section<'_>) -> u32 {
        self.entities.of(self.other)[section.index()]
    }

    fn item(&self, section: Section<'_>) -> Option<Item<Part>> {
        self.godot.section_item(self.other, section.index() as u32, self.entity(section))
    }

    /// Sections of the nodes of the other side, by path.
    fn nodes(&self) -> FxHashMap<u64, Section<'_>> {
        let nodes = self.document.nodes().map(|node| (node_hash(node.0), node.0));
        nodes.collect()
    }

    /// The paths of nodes that a section hangs from or connects.
    fn needs(section: Section<'_>) -> Vec<u64> {
        let names: &[&str] = match section.kind() {
            SectionKind::Node => &["parent"],
            SectionKind::Connection => &["from", "to"],
            SectionKind::Editable => &["path"],
            _ => &[],
        };
        names.iter().filter_map(|name| Some(path_hash(&text(section, name)?))).collect()
    }

    /// Deleted nodes that the other side changed, uses anew, or that something alive hangs from.
    fn live(&mut self, base: &Document, strategy: Strategy) -> FxHashSet<u32> {
        // Where ours stays, what theirs moved below a deleted node was taken back when places were merged.
        let moves_stay = self.other == Side::Ours || matches!(strategy, Strategy::Theirs | Strategy::Union);
        let nodes = self.nodes();
        let in_base: FxHashMap<u32, usize> =
            self.entities.of(Side::Base).iter().enumerate().map(|(at, entity)| (*entity, at)).collect();
        let mut live = FxHashSet::default();
        let sections: Vec<Section<'_>> = self.document.sections().collect();
        // Children stand behind their parents, connections behind all nodes.
        for section in sections.into_iter().rev() {
            let entity = self.entity(section);
            let touched = match in_base.get(&entity).and_then(|at| base.section(*at)) {
                None => true,
                // A node of both sides that hangs from a deleted one was moved there.
                Some(_) if !self.gone.contains(&entity) => moves_stay && section.kind() == SectionKind::Node,
                Some(_) if live.contains(&entity) => true,
                Some(old) if section.kind() == SectionKind::Node => !self.untouched(old, section),
                Some(_) => false,
            };
            if touched && section.kind() == SectionKind::Node && self.gone.contains(&entity) {
                live.insert(entity);
            }
            if touched {
                for path in Self::needs(section) {
                    let needed = nodes.get(&path).map(|node| self.entity(*node));
                    live.extend(needed.filter(|entity| self.gone.contains(entity)));
                }
            }
        }
        live
    }

    fn untouched(&self, old: Section<'_>, new: Section<'_>) -> bool {
        let base = self.godot.section_item(Side::Base, old.index() as u32, 0);
        let Some((base, item)) = base.zip(self.item(new)) else { return false };
        let text = |side: Side, item: &Item<Part>| item.span.slice(self.godot.bytes(side));
        text(Side::Base, &base) == text(self.other, &item)
            || self.godot.same((Side::Base, &base), (self.other, &item))
    }

    /// What becomes of the live nodes and all below them.
    fn decided(&mut self, live: &FxHashSet<u32>, strategy: Strategy) -> FxHashMap<u64, Forced<Part>> {
        let nodes = self.nodes();
        let ours_kept = self.other == Side::Ours;
        let stays = match strategy {
            Strategy::Union => true,
            Strategy::Theirs => !ours_kept,
            Strategy::Ours | Strategy::Mark => ours_kept,
        };
        // For each node below a live one that was deleted: the topmost of those above it.
        let mut tops: FxHashMap<u32, u32> = FxHashMap::default();
        let mut told: FxHashMap<u32, Vec<Item<Part>>> = FxHashMap::default();
        let mut forced = FxHashMap::default();
        for section in self.document.sections() {
            let entity = self.entity(section);
            let needed = Self::needs(section).into_iter().filter_map(|path| nodes.get(&path));
            let above = needed.filter_map(|node| tops.get(&self.entity(*node)).copied()).min();
            let is_live = section.kind() == SectionKind::Node && live.contains(&entity);
            let Some(top) = above.or(is_live.then_some(entity)) else { continue };
            if section.kind() == SectionKind::Node {
                tops.insert(entity, top);
            }
            let on_both = !self.gone.contains(&entity) && entity < self.entities.of(Side::Base).len() as u32;
            if on_both {
                if self.other == Side::Ours && !stays {
                    forced.insert(u64::from(top), Forced::Keep);
                }
                continue;
            }
            let fate = if !stays {
                told.entry(top).or_default().extend(self.item(section));
                Forced::Drop
            } else if !self.gone.contains(&entity) {
                continue;
            } else if entity == top && ours_kept && strategy == Strategy::Mark {
                Forced::KeepOurs
            } else {
                Forced::Keep
            };
            forced.insert(u64::from(entity), fate);
        }
        if self.other == Side::Theirs && strategy == Strategy::Mark {
            for (top, items) in told {
                forced.insert(u64::from(top), Forced::Told(items));
            }
        }
        forced
    }
}
