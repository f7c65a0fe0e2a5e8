//! Godot files as lists: sections, their headers and properties, and what values hold.

use std::cell::OnceCell;

use proscenio_godot::edit::section_spans;
use proscenio_godot::{Document, Entry, Section, SectionKind, value};
use proscenio_source::Span;
use rustc_hash::FxHashMap;

use super::facts::{hash_of, node_path, text};
use super::matching::Entities;
use super::numbered::Numbered;
use super::tree::Displaced;
use super::values::{near, same_text};
use crate::difference::ChangeKind;
use crate::hash::occurrence;
use crate::list::{Conflict, ConflictKind, Family, Forced, Item, List, Noise, Place, Rule, Side, Sides};
use crate::marks;

/// What an item of a Godot file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A section with its comments, by its index.
    Section(u32),
    /// The header of a section, with a comment on its line.
    Header(u32),
    /// A property: section and place.
    Property(u32, u32),
    /// Properties of one number: section, first and count.
    Run(u32, u32, u32),
    /// A comment on a line of its own.
    Comment,
    /// An attribute of a header: section and place.
    Attribute(u32, u32),
    /// An item of an array.
    Value,
    /// Numbers of a packed array that belong together.
    Group,
    /// An entry of a dictionary, with the length of its key's text.
    Pair(u32),
    /// An entry of the keys of an animation's track, with section and place of the property.
    Track(u32, u32, u32),
}

/// Three files, ready to be merged.
pub(super) struct Godot<'d> {
    documents: [&'d Document; 3],
    spans: [Vec<Span>; 3],
    newline: &'static str,
    pub forced: FxHashMap<u64, Forced<Part>>,
    /// Conflicts that no attribute or property shows.
    pub extra: FxHashMap<u64, Conflict>,
    /// Tracks and bones that the sides count differently.
    pub numbered: Numbered,
    /// Nodes of a comparison whose place or name is another.
    pub displaced: Displaced,
    /// The entity of each node's parent.
    holders: OnceCell<FxHashMap<u32, u32>>,
    entities: &'d Entities,
}

impl<'d> Godot<'d> {
    /// `parents` are the merged parents of nodes, where a side moved some.
    pub fn new(
        documents: [&'d Document; 3],
        entities: &'d Entities,
        parents: Option<FxHashMap<u32, u32>>,
    ) -> Self {
        let bytes = documents[Side::Ours.index()].source().bytes();
        let newline = if crate::text::is_crlf(bytes) { "\r\n" } else { "\n" };
        let spans = documents.map(|document| {
            let mut spans = section_spans(document);
            if let Some(first) = spans.first_mut()
                && document.source().bytes().starts_with(BYTE_ORDER_MARK)
            {
                *first = Span::new(first.start().max(BYTE_ORDER_MARK.len() as u32), first.end());
            }
            spans
        });
        let holders = parents.map_or_else(OnceCell::new, OnceCell::from);
        let (forced, extra) = (FxHashMap::default(), FxHashMap::default());
        let (numbered, displaced) = (Numbered::default(), Displaced::default());
        Self { documents, spans, newline, forced, extra, numbered, displaced, holders, entities }
    }

    pub(super) fn document(&self, side: Side) -> &'d Document {
        self.documents[side.index()]
    }

    pub(super) fn section(&self, side: Side, index: u32) -> Option<Section<'d>> {
        self.document(side).section(index as usize)
    }

    pub(super) fn entry(&self, side: Side, part: Part) -> Option<Entry<'d>> {
        match part {
            Part::Property(section, at) => self.section(side, section)?.properties().nth(at as usize),
            Part::Attribute(section, at) => self.section(side, section)?.attributes().nth(at as usize),
            _ => None,
        }
    }

    /// The outermost lists: the sections of each file.
    pub fn sections(&self) -> [Option<List<Part>>; 3] {
        Side::ALL.map(|side| {
            let document = self.document(side);
            let sections = document.sections().zip(&self.spans[side.index()]).zip(self.entities.of(side));
            let items =
                sections.map(|((section, span), entity)| self.item(section, *span, *entity)).collect();
            Some(List { span: Span::new(0, document.source().len()), items, rule: Rule::Kept })
        })
    }

    /// For each node that of its parent, by the paths of all sides.
    fn parents(&self) -> FxHashMap<u32, u32> {
        let mut parents = FxHashMap::default();
        for side in [Side::Ours, Side::Theirs] {
            let entities = self.entities.of(side);
            for (node, parent) in super::facts::parents(self.document(side)) {
                parents.entry(entities[node as usize]).or_insert(entities[parent as usize]);
            }
        }
        parents
    }

    /// The item of one section.
    pub fn section_item(&self, side: Side, index: u32, entity: u32) -> Option<Item<Part>> {
        let span = *self.spans[side.index()].get(index as usize)?;
        Some(self.item(self.section(side, index)?, span, entity))
    }

    fn item(&self, section: Section<'_>, span: Span, entity: u32) -> Item<Part> {
        let class: u32 = match section.kind() {
            SectionKind::Scene | SectionKind::ResourceFile => 0,
            SectionKind::ExtResource => 1,
            SectionKind::SubResource => 2,
            SectionKind::Resource | SectionKind::Node => 3,
            SectionKind::Connection => 4,
            SectionKind::Editable => 5,
            SectionKind::Unknown => 6,
        };
        // Children stand in front of what follows their parent.
        let depth = if class == 3 { depth(section) } else { 0 };
        let rank = class << 20 | (0xF_FFFF - depth.min(0xF_FFFF));
        Item { key: u64::from(entity), span, rank, part: Part::Section(section.index() as u32) }
    }

    // ---- a section ----

    /// Header, properties and comments of a section.
    pub(super) fn open_section(&self, side: Side, item: &Item<Part>, index: u32) -> Option<List<Part>> {
        let section = self.section(side, index)?;
        let mut lines = Lines::new(self.document(side).source().bytes());
        let header = section.header_span();
        lines.comments(item.span.start(), header.start());
        lines.push(0, header, 0, Part::Header(index));
        let mut done = header.end();
        let mut properties = section.properties().enumerate();
        while let Some((at, entry)) = properties.next() {
            lines.comments(done, entry.span().start());
            let mut span = entry.span();
            if let Some((key, count)) = self.numbered.run(side, index, at as u32) {
                let last = properties.by_ref().take(count.saturating_sub(1) as usize).last();
                span = last.map_or(span, |(_, last)| span.cover(last.span()));
                lines.push(key, span, 1, Part::Run(index, at as u32, count));
            } else {
                let key = hash_of(&[b"property", entry.key().as_bytes()]);
                lines.push(key, span, 1, Part::Property(index, at as u32));
            }
            done = span.end();
        }
        lines.comments(done, item.span.end());
        Some(List { span: item.span, items: lines.items, rule: Rule::Named })
    }

    /// The attributes of a header.
    fn open_header(&self, side: Side, item: &Item<Part>, index: u32) -> Option<List<Part>> {
        let section = self.section(side, index)?;
        let mut seen = FxHashMap::default();
        let items = section.attributes().enumerate().map(|(at, entry)| {
            let key = hash_of(&[entry.key().as_bytes()]);
            let key = occurrence(&mut seen, key);
            Item { key, span: entry.span(), rank: 0, part: Part::Attribute(index, at as u32) }
        });
        Some(List { span: item.span, items: items.collect(), rule: Rule::Named })
    }

    fn same_header(&self, a: Section<'_>, b: Section<'_>) -> bool {
        a.kind() == b.kind()
            && a.attributes().len() == b.attributes().len()
            && a.attributes().all(|entry| {
                b.attribute(&entry.key()).is_some_and(|other| same_text(entry.raw(), other.raw()))
            })
    }

    fn same_section(&self, a: (Side, &Item<Part>), b: (Side, &Item<Part>)) -> Option<bool> {
        let (Part::Section(first), Part::Section(second)) = (a.1.part, b.1.part) else { return None };
        let (sections, lists) = (
            (self.section(a.0, first)?, self.section(b.0, second)?),
            (self.open_section(a.0, a.1, first)?, self.open_section(b.0, b.1, second)?),
        );
        let comments = |side: Side, list: &List<Part>| -> Vec<&[u8]> {
            let comments = list.items.iter().filter(|item| item.part == Part::Comment);
            comments.map(|item| self.document(side).slice(item.span)).collect()
        };
        let (one, two) = sections;
        let properties = one.properties().len() == two.properties().len()
            && one.properties().all(|entry| {
                two.property(&entry.key()).is_some_and(|other| same_text(entry.raw(), other.raw()))
            });
        Some(
            properties
                && self.same_header(one, two)
                && comments(a.0, &lists.0) == comments(b.0, &lists.1)
                && !self.has_line_comment(a, &lists.0)
                && !self.has_line_comment(b, &lists.1),
        )
    }

    /// Whether a comment stands behind something on its line.
    fn has_line_comment(&self, of: (Side, &Item<Part>), list: &List<Part>) -> bool {
        list.items.iter().any(|item| self.line_comment(of.0, item).is_some())
    }

    /// The comment behind a header or property, on its line.
    fn line_comment(&self, side: Side, item: &Item<Part>) -> Option<&'d [u8]> {
        let end = match item.part {
            Part::Header(index) => self.section(side, index)?.header_span().end(),
            Part::Property(..) => self.entry(side, item.part)?.span().end(),
            _ => return None,
        };
        (end < item.span.end()).then(|| self.document(side).slice(Span::new(end, item.span.end())))
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How far below the root a node is, by its header.
fn depth(section: Section<'_>) -> u32 {
    match text(section, "parent").as_deref() {
        None => 0,
        Some(".") => 1,
        Some(path) => 2 + memchr::memchr_iter(b'/', path.as_bytes()).count() as u32,
    }
}

/// Collects the items of a section line by line.
pub(super) struct Lines<'d> {
    bytes: &'d [u8],
    pub items: Vec<Item<Part>>,
    seen: FxHashMap<u64, u64>,
}

impl<'d> Lines<'d> {
    pub fn new(bytes: &'d [u8]) -> Self {
        Self { bytes, items: Vec::new(), seen: FxHashMap::default() }
    }

    pub fn push(&mut self, key: u64, span: Span, class: u32, part: Part) {
        let key = occurrence(&mut self.seen, key);
        self.items.push(Item { key, span, rank: class << 20, part });
    }

    /// The comments between two places: one on the line of the item in front belongs to that item.
    pub fn comments(&mut self, from: u32, to: u32) {
        let mut at = from as usize;
        let to = to as usize;
        while let Some(found) = memchr::memchr(b';', self.bytes.get(at..to).unwrap_or_default()) {
            let start = at + found;
            let line = memchr::memchr(b'\n', &self.bytes[start..to]).map_or(to, |end| start + end);
            let end = start + self.bytes[start..line].trim_ascii_end().len();
            let same_line = !self.bytes[at..start].contains(&b'\n') && at == from as usize;
            match self.items.last_mut() {
                Some(last) if same_line => last.span = Span::new(last.span.start(), end as u32),
                _ => {
                    let span = Span::new(start as u32, end as u32);
                    let key = hash_of(&[b"comment", span.slice(self.bytes)]);
                    self.push(key, span, 1, Part::Comment);
                }
            }
            at = end;
        }
    }
}

impl Family for Godot<'_> {
    type Part = Part;

    fn bytes(&self, side: Side) -> &[u8] {
        self.document(side).source().bytes()
    }

    fn open(&self, items: Sides<'_, Part>) -> Option<[Option<List<Part>>; 3]> {
        let first = items.iter().flatten().next()?;
        let mut lists: [Option<List<Part>>; 3] = Default::default();
        for side in Side::ALL {
            let Some(item) = items[side.index()] else { continue };
            lists[side.index()] = Some(match item.part {
                Part::Section(index) => self.open_section(side, item, index)?,
                Part::Header(index) => self.open_header(side, item, index)?,
                Part::Property(..) if self.line_comment(side, first).is_some() => return None,
                Part::Run(..) => self.open_run(side, item)?,
                Part::Comment | Part::Group => return None,
                Part::Property(..) | Part::Attribute(..) | Part::Value | Part::Pair(_) | Part::Track(..) => {
                    return self.open_values(items);
                }
            });
        }
        Some(lists)
    }

    fn same(&self, a: (Side, &Item<Part>), b: (Side, &Item<Part>)) -> bool {
        match (a.1.part, b.1.part) {
            (Part::Section(_), Part::Section(_)) => self.same_section(a, b).unwrap_or(false),
            (Part::Header(first), Part::Header(second)) => {
                let sections = self.section(a.0, first).zip(self.section(b.0, second));
                self.line_comment(a.0, a.1) == self.line_comment(b.0, b.1)
                    && sections.is_some_and(|(first, second)| self.same_header(first, second))
            }
            (Part::Run(..), Part::Run(..)) => self.same_run(a, b),
            (Part::Comment, _) | (_, Part::Comment) => false,
            (Part::Group, Part::Group) => {
                let number = |of: (Side, &Item<Part>)| {
                    self.document(of.0).slice(of.1.span).split(|byte| *byte == b',')
                };
                number(a).count() == number(b).count()
                    && number(a).zip(number(b)).all(|(a, b)| same_text(a, b))
            }
            _ => {
                self.line_comment(a.0, a.1) == self.line_comment(b.0, b.1)
                    && self.same_value(a, b).unwrap_or(false)
            }
        }
    }

    fn noise(&self, items: Sides<'_, Part>) -> Option<Noise> {
        let [base, Some(ours), Some(theirs)] = items else { return None };
        let (ours, theirs) = (self.entry(Side::Ours, ours.part)?, self.entry(Side::Theirs, theirs.part)?);
        if !matches!(items[1]?.part, Part::Attribute(..)) {
            return None;
        }
        match &*ours.key() {
            "load_steps" => Some(Noise::Ours),
            "unique_id" if base.is_none() => Some(Noise::Ours),
            "format" => Some(if theirs.integer() > ours.integer() { Noise::Theirs } else { Noise::Ours }),
            _ => None,
        }
    }

    fn forced(&self, key: u64) -> Option<&Forced<Part>> {
        self.forced.get(&key)
    }

    fn extra(&self, key: u64) -> Option<&Conflict> {
        self.extra.get(&key)
    }

    fn holder(&self, key: u64) -> Option<u64> {
        let holders = self.holders.get_or_init(|| self.parents());
        holders.get(&(key as u32)).map(|parent| u64::from(*parent))
    }

    fn unit(&self, side: Side, item: &Item<Part>) -> Option<Place> {
        let (what, index) = match item.part {
            Part::Section(index) => (None, index),
            Part::Header(index) => (Some("header"), index),
            Part::Property(index, _) => (Some("property"), index),
            Part::Run(..) => return self.run_place(side, item),
            _ => return None,
        };
        let section = self.section(side, index)?;
        let mut name = section_name(section);
        if let Some(entry) = self.entry(side, item.part) {
            name = format!("{name}:{}", entry.key());
        }
        Some(Place { what: what.unwrap_or_else(|| kind_name(section.kind())), name })
    }

    fn part(&self, side: Side, item: &Item<Part>) -> Option<Place> {
        let text = |span: Span| String::from_utf8_lossy(self.document(side).slice(span)).into_owned();
        Some(match item.part {
            Part::Attribute(..) => {
                Place { what: "attribute", name: self.entry(side, item.part)?.key().into_owned() }
            }
            Part::Pair(key) | Part::Track(key, ..) => {
                let name = text(Span::new(item.span.start(), item.span.start() + key));
                Place { what: "entry", name }
            }
            Part::Comment => Place { what: "comment", name: text(item.span) },
            _ => Place { what: "item", name: text(item.span) },
        })
    }

    fn near(&self, a: (Side, &Item<Part>), b: (Side, &Item<Part>)) -> bool {
        let (Some(first), Some(second)) = (self.value_span(a.0, a.1), self.value_span(b.0, b.1)) else {
            return false;
        };
        let value = |side: Side, span: Span| value::decode(self.document(side).slice(span)).value;
        self.line_comment(a.0, a.1) == self.line_comment(b.0, b.1)
            && near(&value(a.0, first), &value(b.0, second))
    }

    fn is_quiet(&self, side: Side, item: &Item<Part>) -> bool {
        let key = self.entry(side, item.part).filter(|_| matches!(item.part, Part::Attribute(..)));
        key.is_some_and(|entry| matches!(&*entry.key(), "load_steps" | "unique_id" | "id"))
    }

    fn was(&self, _: &Item<Part>, new: &Item<Part>) -> Option<(ChangeKind, String)> {
        let is_section = matches!(new.part, Part::Section(_));
        is_section.then(|| self.displaced.get(&(new.key as u32)).cloned()).flatten()
    }

    fn is_told(&self, side: Side, item: &Item<Part>) -> bool {
        // A node's name and parent are told with the node.
        let Part::Attribute(section, _) = item.part else { return false };
        let is_displaced = || {
            let entity = self.entities.of(side).get(section as usize);
            entity.is_some_and(|entity| self.displaced.contains_key(entity))
        };
        let is_place = |entry: Entry<'_>| matches!(&*entry.key(), "name" | "parent");
        !self.displaced.is_empty() && is_displaced() && self.entry(side, item.part).is_some_and(is_place)
    }

    fn ordered_with(&self, side: Side, item: &Item<Part>) -> Option<(u64, String)> {
        let Part::Section(index) = item.part else { return Some((0, String::new())) };
        let section = self.section(side, index)?;
        match section.kind() {
            // Who moved stands in no order that both files have.
            SectionKind::Node if self.displaced.contains_key(&(item.key as u32)) => {
                Some((u64::MAX - item.key, String::new()))
            }
            SectionKind::Node => {
                let path = text(section, "parent")?.into_owned();
                Some((self.holder(item.key)?, path))
            }
            // One signal calls in the order of its connections.
            SectionKind::Connection => {
                let (from, signal) = (text(section, "from")?, text(section, "signal")?);
                Some((hash_of(&[from.as_bytes(), signal.as_bytes()]), format!("{from}.{signal}")))
            }
            _ => None,
        }
    }

    fn is_needed(&self, item: &Item<Part>) -> bool {
        self.is_needed_run(item)
    }

    fn is_value(&self, item: &Item<Part>) -> bool {
        matches!(item.part, Part::Property(..))
    }

    fn is_free(&self, list: &List<Part>) -> bool {
        // The order of a dictionary can be seen by scripts; a comment says something of what follows it.
        let parts = || list.items.iter().map(|item| item.part);
        matches!(parts().next(), Some(Part::Header(_) | Part::Attribute(..)))
            && !parts().any(|part| part == Part::Comment)
    }

    fn goes_with_others(&self, items: Sides<'_, Part>) -> bool {
        self.is_list_of_track(items)
    }

    fn stands_whole(&self, items: Sides<'_, Part>) -> bool {
        // A key that stands in one list of a track and not in the other would move all behind it.
        self.is_track(items)
    }

    fn rewritten(&self, items: Sides<'_, Part>) -> Option<Vec<u8>> {
        self.cells(items)
    }

    fn separator(&self, before: &Item<Part>, after: &Item<Part>, gap: &[u8]) -> Option<Vec<u8>> {
        match (before.part, after.part) {
            (Part::Section(_), _) if !gap.contains(&b'\n') => Some(self.newline.repeat(2).into()),
            (Part::Header(_) | Part::Property(..) | Part::Run(..) | Part::Comment, _)
                if !gap.contains(&b'\n') =>
            {
                Some(self.newline.into())
            }
            (Part::Attribute(..), _) if gap.is_empty() => Some(b" ".to_vec()),
            (Part::Value | Part::Group | Part::Pair(_) | Part::Track(..), _) if !gap.contains(&b',') => {
                Some(b", ".to_vec())
            }
            _ => None,
        }
    }

    fn mark(&self, conflict: &Conflict, out: &mut Vec<u8>) {
        let whole = !matches!(conflict.place.what, "property" | "header" | "track" | "bone");
        if whole && conflict.kind == ConflictKind::DeletedByOurs {
            out.extend_from_slice(self.newline.repeat(2).as_bytes());
        }
        marks::comments(conflict, ";", self.newline, out);
    }
}

/// What a section is about, for people.
pub(crate) fn section_name(section: Section<'_>) -> String {
    match section.kind() {
        SectionKind::Node => node_path(section),
        SectionKind::ExtResource => {
            let path = text(section, "path").or_else(|| text(section, "uid"));
            path.unwrap_or_default().into_owned()
        }
        SectionKind::SubResource => {
            let class = text(section, "type").unwrap_or_default();
            format!("{class} {}", text(section, "id").unwrap_or_default())
        }
        SectionKind::Connection => {
            let part = |name: &str| text(section, name).unwrap_or_default();
            format!("{}.{} -> {}.{}", part("from"), part("signal"), part("to"), part("method"))
        }
        SectionKind::Editable => text(section, "path").unwrap_or_default().into_owned(),
        _ => section.tag().into_owned(),
    }
}

fn kind_name(kind: SectionKind) -> &'static str {
    match kind {
        SectionKind::Scene => "gd_scene",
        SectionKind::ResourceFile => "gd_resource",
        SectionKind::ExtResource => "ext_resource",
        SectionKind::SubResource => "sub_resource",
        SectionKind::Resource => "resource",
        SectionKind::Node => "node",
        SectionKind::Connection => "connection",
        SectionKind::Editable => "editable",
        SectionKind::Unknown => "section",
    }
}
