//! Properties that stand under numbers and are something under a name: tracks of animations (`tracks/2/path`) and bones
//! of skeletons (`bones/2/name`).
//!
//! Both sides give their new ones the same numbers, and numbers behind a deleted one shift. So tracks are matched by
//! what they move and how, bones by name, and where the sides count differently each file is spelled with the numbers
//! of the merged one. The engine reads them in their order and without gaps.

use proscenio_godot::value::Reference;
use proscenio_godot::{Document, Entry, Section, SectionKind};
use proscenio_source::{Edit, Span, apply};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{hash_of, parents, text};
use super::family::{Godot, Lines, Part, section_name};
use super::matching::Entities;
use super::spelled;
use crate::hash::occurrence;
use crate::list::{Family, Item, List, Place, Rule, Side};
use crate::options::Strategy;
use crate::weave::{NONE, Slot, weave};

/// What stands under numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tracks,
    Bones,
}

impl Kind {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Tracks => "tracks/",
            Self::Bones => "bones/",
        }
    }

    /// What a section may hold.
    fn of(section: Section<'_>) -> Option<Self> {
        let is_bones = |class: &str| matches!(class, "Skeleton3D" | "Skeleton");
        match section.kind() {
            SectionKind::SubResource => (text(section, "type")? == "Animation").then_some(Self::Tracks),
            SectionKind::Resource => {
                (section.document().resource_type()? == "Animation").then_some(Self::Tracks)
            }
            SectionKind::Node => is_bones(&text(section, "type")?).then_some(Self::Bones),
            _ => None,
        }
    }
}

/// The properties of one number.
#[derive(Clone, Copy, Debug)]
struct Run {
    number: u32,
    /// The first of them, and how many they are.
    first: u32,
    count: u32,
    /// Of a track what it moves and how; of a bone its name.
    identity: u64,
    /// Of a track what it moves, of a bone its name.
    name: u64,
    /// Of a track how it moves.
    class: u64,
    /// What it says beside its identity and the numbers of others.
    content: u64,
}

/// The number and the rest of a property's name.
fn numbered(key: &str, kind: Kind) -> Option<(u32, &str)> {
    let (number, rest) = key.strip_prefix(kind.prefix())?.split_once('/')?;
    Some((number.parse().ok()?, rest))
}

/// The runs of a section; nothing when they are not counted from 0 up, or one has no name.
fn runs(section: Section<'_>, kind: Kind) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, entry) in section.properties().enumerate() {
        let key = entry.key();
        let Some((number, _)) = numbered(&key, kind) else { continue };
        section.document().slice(entry.key_span()).starts_with(kind.prefix().as_bytes()).then_some(())?;
        let next = runs.len();
        match runs.last_mut() {
            Some(run) if run.number == number && run.first + run.count == at as u32 => run.count += 1,
            _ if number as usize == next => {
                runs.push(Run {
                    number,
                    first: at as u32,
                    count: 1,
                    identity: 0,
                    name: 0,
                    class: 0,
                    content: 0,
                });
            }
            _ => return None,
        }
    }
    let mut seen = FxHashMap::default();
    for run in &mut runs {
        describe(section, kind, run)?;
        run.identity = occurrence(&mut seen, run.identity);
    }
    Some(runs)
}

/// Fills in what a run is.
fn describe(section: Section<'_>, kind: Kind, run: &mut Run) -> Option<()> {
    let (mut name, mut class) = (None, None);
    let mut content = Vec::new();
    for entry in section.properties().skip(run.first as usize).take(run.count as usize) {
        let key = entry.key();
        match (kind, numbered(&key, kind)?.1) {
            (Kind::Tracks, "path") | (Kind::Bones, "name") => name = Some(entry.raw()),
            (Kind::Tracks, "type") => class = Some(entry.raw()),
            (Kind::Bones, "parent") => {}
            (_, rest) => content.push(hash_of(&[rest.as_bytes(), entry.raw()]).to_le_bytes()),
        }
    }
    let class = if kind == Kind::Tracks { class? } else { b"" };
    let parts: Vec<&[u8]> = content.iter().map(|hash| &hash[..]).collect();
    (run.identity, run.name) = (hash_of(&[name?, class]), hash_of(&[name?]));
    (run.class, run.content) = (hash_of(&[class]), hash_of(&parts));
    Some(())
}

/// For each of the second list the one of the first that it is.
fn matched(first: &[Run], second: &[Run]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; second.len()];
    let mut taken = vec![false; first.len()];
    let keys: [fn(&Run) -> u64; 2] = [
        |run| run.identity,
        // Under another name, when all else is as it was.
        |run| hash_of(&[&run.class.to_le_bytes(), &run.content.to_le_bytes()]),
    ];
    for key in keys {
        let mut free: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (at, run) in first.iter().enumerate().filter(|(at, _)| !taken[*at]) {
            free.entry(key(run)).or_default().push(at);
        }
        let mut wanted: FxHashMap<u64, usize> = FxHashMap::default();
        for (_, run) in second.iter().enumerate().filter(|(at, _)| pairs[*at].is_none()) {
            *wanted.entry(key(run)).or_default() += 1;
        }
        for (at, run) in second.iter().enumerate() {
            // Of several that are alike none is known.
            let one = free.get(&key(run)).filter(|free| free.len() == 1 && wanted.get(&key(run)) == Some(&1));
            if let (None, Some(one)) = (pairs[at], one) {
                pairs[at] = Some(one[0]);
                taken[one[0]] = true;
            }
        }
    }
    // As many as before: what is left under its old number and name moves in another way now.
    if first.len() == second.len() {
        let is_free = |at: usize| !taken[at] && first[at].name == second[at].name;
        for (at, pair) in pairs.iter_mut().enumerate().filter(|(at, pair)| pair.is_none() && is_free(*at)) {
            *pair = Some(at);
        }
    }
    pairs
}

/// Which runs are the same thing on all sides, where the sides count differently.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    /// By side, section and first property: what it is, and the number of properties.
    runs: FxHashMap<(usize, u32, u32), (u64, u32)>,
    /// Bones that a side deleted and another one hangs something from.
    needed: FxHashSet<u64>,
}

impl Numbered {
    /// The run that a property begins.
    pub fn run(&self, side: Side, section: u32, at: u32) -> Option<(u64, u32)> {
        if self.runs.is_empty() { None } else { self.runs.get(&(side.index(), section, at)).copied() }
    }
}

/// A section that all sides have and count differently in.
struct Counted {
    kind: Kind,
    /// The section on each side, with the keys of its runs by number.
    sides: [Option<(u32, Vec<u64>)>; 3],
}

/// Spells the files with the numbers of the merged one. The files that have other numbers then, and what is what in
/// them; nothing when the sides count alike.
pub(super) fn renumbered(
    documents: [&Document; 3],
    entities: &Entities,
    strategy: Strategy,
) -> Option<([Option<Document>; 3], Numbered)> {
    let (counted, numbered) = counted(documents, entities);
    if counted.is_empty() {
        return None;
    }
    // First each run has a number of its own, so that numbers of bones can be compared; then those that stay are
    // counted.
    let mut godot = Godot::new(documents, entities, None);
    godot.numbered = numbered;
    let woven: Vec<Vec<(u64, Slot)>> =
        counted.iter().map(|section| woven(&godot, section, strategy)).collect();
    let unique: Vec<Numbers> = woven
        .iter()
        .map(|slots| slots.iter().enumerate().map(|(at, (key, _))| (*key, at as u32)).collect())
        .collect();
    let first = respelled(documents, &counted, &unique);
    let spelled = [0, 1, 2].map(|side: usize| first[side].as_ref().unwrap_or(documents[side]));
    let mut second = Godot::new(spelled, entities, None);
    second.numbered = std::mem::take(&mut godot.numbered);
    for (section, slots) in counted.iter().zip(&woven) {
        let needed = needed(spelled, section, slots);
        second.numbered.needed.extend(needed);
    }
    let mut last = Vec::with_capacity(counted.len());
    for (section, slots) in counted.iter().zip(&woven) {
        last.push(counting(&second, section, slots, strategy));
    }
    let numbered = std::mem::take(&mut second.numbered);
    Some((respelled(documents, &counted, &last), numbered))
}

/// Numbers by what has them.
type Numbers = FxHashMap<u64, u32>;

/// The sections that the sides count differently in.
fn counted(documents: [&Document; 3], entities: &Entities) -> (Vec<Counted>, Numbered) {
    let (mut counted, mut numbered) = (Vec::new(), Numbered::default());
    let has_any = |document: &Document| {
        let has = |prefix: &str| {
            memchr::memmem::find(document.source().bytes(), format!("{prefix}0/").as_bytes()).is_some()
        };
        has(Kind::Tracks.prefix()) || has(Kind::Bones.prefix())
    };
    if !documents.into_iter().any(has_any) {
        return (counted, numbered);
    }
    let at = |side: Side| -> FxHashMap<u32, usize> {
        entities.of(side).iter().enumerate().map(|(at, entity)| (*entity, at)).collect()
    };
    let (base, theirs) = (at(Side::Base), at(Side::Theirs));
    for section in documents[1].sections() {
        let entity = entities.of(Side::Ours)[section.index()];
        let Some(kind) = Kind::of(section) else { continue };
        let Some(other) = theirs.get(&entity).and_then(|at| documents[2].section(*at)) else { continue };
        let old = base.get(&entity).and_then(|at| documents[0].section(*at));
        let sections = [old, Some(section), Some(other)];
        if let Some(keys) = keys(sections, kind, entity) {
            let mut sides: [Option<(u32, Vec<u64>)>; 3] = Default::default();
            for (side, (section, keyed)) in sections.into_iter().zip(keys).enumerate() {
                let Some((section, keyed)) = section.zip(keyed) else { continue };
                let index = section.index() as u32;
                for (run, key) in &keyed {
                    numbered.runs.insert((side, index, run.first), (*key, run.count));
                }
                sides[side] = Some((index, keyed.into_iter().map(|(_, key)| key).collect()));
            }
            counted.push(Counted { kind, sides });
        }
    }
    (counted, numbered)
}

type Keyed = Vec<(Run, u64)>;

/// The runs of a section on each side with what they are; nothing when one number is one thing everywhere.
fn keys(sections: [Option<Section<'_>>; 3], kind: Kind, entity: u32) -> Option<[Option<Keyed>; 3]> {
    let mut all: [Option<Vec<Run>>; 3] = Default::default();
    for (side, section) in sections.into_iter().enumerate() {
        all[side] = section.map(|section| runs(section, kind)).map_or(Some(None), |runs| runs.map(Some))?;
    }
    let [base, Some(ours), Some(theirs)] = all else { return None };
    let identities = |runs: &[Run]| runs.iter().map(|run| run.identity).collect::<Vec<_>>();
    let alike = |runs: &Vec<Run>| identities(runs) == identities(&ours);
    if alike(&theirs) && base.as_ref().is_none_or(alike) {
        return None;
    }
    let old = base.as_deref().unwrap_or_default();
    let (to_ours, to_theirs) = (matched(old, &ours), matched(old, &theirs));
    let mut next = old.len() as u64;
    let mut fresh = || {
        next += 1;
        next - 1
    };
    let key = |at: u64| hash_of(&[b"run", &entity.to_le_bytes(), &at.to_le_bytes()]);
    let mut added: FxHashMap<u64, u64> = FxHashMap::default();
    let mut own = |run: &Run, pair: &Option<usize>| match pair {
        Some(at) => key(*at as u64),
        None => key(*added.entry(run.identity).or_insert_with(&mut fresh)),
    };
    let ours: Keyed = ours.into_iter().zip(&to_ours).map(|(run, pair)| (run, own(&run, pair))).collect();
    let theirs: Keyed =
        theirs.into_iter().zip(&to_theirs).map(|(run, pair)| (run, own(&run, pair))).collect();
    let base = base.map(|runs| runs.into_iter().enumerate().map(|(at, run)| (run, key(at as u64))).collect());
    Some([base, Some(ours), Some(theirs)])
}

fn preferred(strategy: Strategy) -> Side {
    if strategy == Strategy::Theirs { Side::Theirs } else { Side::Ours }
}

/// The runs of a section in the order in which the merge writes them.
fn woven(godot: &Godot<'_>, section: &Counted, strategy: Strategy) -> Vec<(u64, Slot)> {
    let lists = Side::ALL.map(|side| {
        let (index, _) = section.sides[side.index()].as_ref()?;
        godot.open_section(side, &godot.section_item(side, *index, 0)?, *index)
    });
    let Some(rule) = lists.iter().flatten().map(|list| list.rule).next() else { return Vec::new() };
    let items = lists.each_ref().map(|list| list.as_ref().map_or(&[][..], |list| &list.items[..]));
    let slots = weave(items, rule, preferred(strategy)).slots;
    let key = |slot: &Slot| {
        let side = (0..3).find(|side| slot.at[*side] != NONE)?;
        let item = items[side].get(slot.at[side] as usize)?;
        matches!(item.part, Part::Run(..)).then_some(item.key)
    };
    slots.into_iter().filter_map(|slot| Some((key(&slot)?, slot))).collect()
}

/// The files with other numbers: those of keys, and those that say which bone.
fn respelled(documents: [&Document; 3], counted: &[Counted], numbers: &[Numbers]) -> [Option<Document>; 3] {
    let mut edits: [Vec<Edit>; 3] = Default::default();
    for (counted, numbers) in counted.iter().zip(numbers) {
        for (side, edits) in edits.iter_mut().enumerate() {
            let Some((index, keys)) = &counted.sides[side] else { continue };
            let new = |number: u32| numbers.get(keys.get(number as usize)?).copied();
            if let Some(section) = documents[side].section(*index as usize) {
                renumber(section, counted.kind, &new, edits);
            }
        }
    }
    let mut spelled = spelled(documents, &edits).into_iter();
    [(); 3].map(|()| spelled.next().flatten())
}

/// The edits that give the runs of a section other numbers.
fn renumber(section: Section<'_>, kind: Kind, new: &dyn Fn(u32) -> Option<u32>, edits: &mut Vec<Edit>) {
    let mut moves = false;
    for entry in section.properties() {
        let key = entry.key();
        let Some((number, rest)) = numbered(&key, kind) else { continue };
        let Some(to) = new(number) else { continue };
        if to != number {
            let start = entry.key_span().start() + kind.prefix().len() as u32;
            let end = entry.key_span().end() - rest.len() as u32 - 1;
            edits.push(Edit::replace(Span::new(start, end), to.to_string()));
            moves = true;
        }
        if kind == Kind::Bones && rest == "parent" {
            edits.extend(said(entry, new));
        }
    }
    if moves && kind == Kind::Bones {
        users(section, new, edits);
    }
}

/// The edit of a property that says the number of a bone.
fn said(entry: Entry<'_>, new: &dyn Fn(u32) -> Option<u32>) -> Option<Edit> {
    let number = u32::try_from(entry.integer()?).ok()?;
    let to = new(number).filter(|to| *to != number)?;
    Some(Edit::replace(entry.value_span(), to.to_string()))
}

/// What below a skeleton says numbers of bones: attachments, and skins of its meshes.
fn users(skeleton: Section<'_>, new: &dyn Fn(u32) -> Option<u32>, edits: &mut Vec<Edit>) {
    let document = skeleton.document();
    let mut skins = FxHashSet::default();
    for (node, parent) in parents(document) {
        if parent as usize != skeleton.index() {
            continue;
        }
        let Some(node) = document.section(node as usize) else { continue };
        edits.extend(node.property("bone_idx").and_then(|entry| said(entry, new)));
        let skin = node.property("skin").map(|entry| document.references_in(entry)).unwrap_or_default();
        for (_, reference) in skin {
            let Reference::Sub(id) = reference else { continue };
            let Some(skin) = document.sub_resource(&id).filter(|skin| skins.insert(skin.0.index())) else {
                continue;
            };
            let binds = skin.0.properties().filter(|entry| {
                let key = entry.key();
                key.starts_with("bind/") && key.ends_with("/bone")
            });
            edits.extend(binds.filter_map(|entry| said(entry, new)));
        }
    }
}

/// Bones that one side deleted and that a bone of the merged skeleton hangs from. The files have a number of its own for
/// each bone.
fn needed(documents: [&Document; 3], section: &Counted, slots: &[(u64, Slot)]) -> FxHashSet<u64> {
    if section.kind != Kind::Bones {
        return FxHashSet::default();
    }
    let parents = [0, 1, 2].map(|side: usize| {
        let section = section.sides[side].as_ref().and_then(|(at, _)| documents[side].section(*at as usize));
        let parent = |entry: Entry<'_>| {
            let key = entry.key();
            let (bone, rest) = numbered(&key, Kind::Bones)?;
            (rest == "parent").then_some(())?;
            // The number below 0 of one that hangs from nothing is nobody's.
            let above = entry.integer().and_then(|above| slots.get(usize::try_from(above).ok()?));
            Some((slots.get(bone as usize)?.0, above.map(|(key, _)| *key)))
        };
        let found = section.iter().flat_map(|section| section.properties()).filter_map(parent);
        found.collect::<FxHashMap<u64, Option<u64>>>()
    });
    let stays = |slot: &Slot| {
        let [base, ours, theirs] = Side::ALL.map(|side| slot.has(side));
        if base { ours && theirs } else { ours || theirs }
    };
    let staying: FxHashSet<u64> = slots.iter().filter(|(_, slot)| stays(slot)).map(|(key, _)| *key).collect();
    let merged = staying.iter().filter_map(|bone| {
        let [base, ours, theirs] = parents.each_ref().map(|parents| parents.get(bone));
        *(if base == ours { theirs.or(ours) } else { ours.or(theirs) })?
    });
    merged.filter(|above| !staying.contains(above)).collect()
}

/// The numbers of a section's runs in the merged file; those that go come behind.
fn counting(godot: &Godot<'_>, section: &Counted, slots: &[(u64, Slot)], strategy: Strategy) -> Numbers {
    let items = Side::ALL.map(|side| {
        let (index, _) = section.sides[side.index()].as_ref()?;
        let list = godot.open_section(side, &godot.section_item(side, *index, 0)?, *index)?;
        let runs = list.items.into_iter().filter(|item| matches!(item.part, Part::Run(..)));
        Some(runs.map(|item| (item.key, item)).collect::<FxHashMap<u64, Item<Part>>>())
    });
    let item = |side: Side, key: u64| items[side.index()].as_ref()?.get(&key).copied();
    // As the engine decides it, see `one_sided` there.
    let stays = |key: u64, slot: &Slot| {
        let (in_base, ours, theirs) = (slot.has(Side::Base), slot.has(Side::Ours), slot.has(Side::Theirs));
        if !in_base || ours == theirs {
            return ours || theirs;
        }
        let kept = if ours { Side::Ours } else { Side::Theirs };
        let text = |side: Side, item: &Item<Part>| item.span.slice(godot.bytes(side));
        let untouched = item(Side::Base, key).zip(item(kept, key)).is_some_and(|(old, new)| {
            let alike = || godot.same((Side::Base, &old), (kept, &new));
            !godot.is_needed(&new) && (text(Side::Base, &old) == text(kept, &new) || alike())
        });
        !untouched && (strategy == Strategy::Union || preferred(strategy) == kept)
    };
    let (stay, go): (Vec<(u64, Slot)>, Vec<_>) = slots.iter().partition(|(key, slot)| stays(*key, slot));
    stay.into_iter().chain(go).enumerate().map(|(at, (key, _))| (key, at as u32)).collect()
}

impl Godot<'_> {
    /// The properties and comments of a run.
    pub(super) fn open_run(&self, side: Side, item: &Item<Part>) -> Option<List<Part>> {
        let Part::Run(index, first, count) = item.part else { return None };
        let section = self.section(side, index)?;
        let mut lines = Lines::new(self.bytes(side));
        let mut done = item.span.start();
        for (at, entry) in section.properties().enumerate().skip(first as usize).take(count as usize) {
            lines.comments(done, entry.span().start());
            let key = hash_of(&[b"property", entry.key().as_bytes()]);
            lines.push(key, entry.span(), 1, Part::Property(index, at as u32));
            done = entry.span().end();
        }
        lines.comments(done, item.span.end());
        Some(List { span: item.span, items: lines.items, rule: Rule::Named })
    }

    /// Whether two runs say the same, in whatever order.
    pub(super) fn same_run(&self, a: (Side, &Item<Part>), b: (Side, &Item<Part>)) -> bool {
        let (Some(one), Some(two)) = (self.open_run(a.0, a.1), self.open_run(b.0, b.1)) else { return false };
        let two: FxHashMap<u64, Item<Part>> = two.items.into_iter().map(|item| (item.key, item)).collect();
        one.items.len() == two.len()
            && one.items.iter().all(|item| {
                let other = two.get(&item.key);
                other.is_some_and(|other| {
                    matches!((item.part, other.part), (Part::Comment, Part::Comment))
                        || self.same((a.0, item), (b.0, other))
                })
            })
    }

    /// What a run is, for people.
    pub(super) fn run_place(&self, side: Side, item: &Item<Part>) -> Option<Place> {
        let Part::Run(index, first, count) = item.part else { return None };
        let section = self.section(side, index)?;
        let mut entries = section.properties().skip(first as usize).take(count as usize);
        let is_track = section.properties().nth(first as usize)?.key().starts_with(Kind::Tracks.prefix());
        let (what, named) = if is_track { ("track", "/path") } else { ("bone", "/name") };
        let name = entries.find(|entry| entry.key().ends_with(named))?;
        let name = String::from_utf8_lossy(name.raw()).into_owned();
        let name = name.trim_start_matches("NodePath(").trim_end_matches(')').trim_matches('"');
        Some(Place { what, name: format!("{}:{name}", section_name(section)) })
    }

    pub(super) fn is_needed_run(&self, item: &Item<Part>) -> bool {
        matches!(item.part, Part::Run(..)) && self.numbered.needed.contains(&item.key)
    }
}

/// The last run that ends in front of a place.
pub(crate) fn run_before(document: &Document, at: u32) -> Option<Span> {
    let section = document.sections().take_while(|section| section.header_span().end() <= at).last()?;
    let kind = Kind::of(section)?;
    let mut found: Option<(u32, Span)> = None;
    for entry in section.properties().take_while(|entry| entry.span().end() <= at) {
        let key = entry.key();
        found = match (numbered(&key, kind), found) {
            (Some((number, _)), Some((last, span))) if number == last => {
                Some((number, span.cover(entry.span())))
            }
            (Some((number, _)), _) => Some((number, entry.span())),
            (None, _) => None,
        };
    }
    found.map(|(_, span)| span)
}

/// The file with the runs of each section counted from 0 in their order; nothing when they are.
pub(crate) fn in_order(document: &Document) -> Option<Vec<u8>> {
    let mut edits = Vec::new();
    for section in document.sections() {
        let Some(kind) = Kind::of(section) else { continue };
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        for entry in section.properties() {
            if let Some((number, _)) = numbered(&entry.key(), kind) {
                let next = numbers.len() as u32;
                numbers.entry(number).or_insert(next);
            }
        }
        if numbers.iter().any(|(old, new)| old != new) {
            renumber(section, kind, &|number| numbers.get(&number).copied(), &mut edits);
        }
    }
    if edits.is_empty() { None } else { apply(document.source().bytes(), &edits).ok() }
}
