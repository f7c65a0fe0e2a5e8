//! nacatamalon's JSON files: members by name, boxes, components and assets by `id`, other arrays as sequences.
//!
//! JSON has no comments, so conflicts stand in a member `proscenio-conflicts` of the file's object, which the engine
//! passes over.

mod moves;

use proscenio_nacatamalon::{CONFLICTS, Document, Kind, Value, ValueId};
use proscenio_source::{Edit, Severity, Source, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::difference::{Change, ChangeKind, Comparer};
use crate::engine::Engine;
use crate::hash::occurrence;
use crate::list::{Conflict, Family, Forced, Item, List, Noise, Place, Rule, Side, Sides};
use crate::normalize::{Restorer, Take as Taken};
use crate::options::Options;
use crate::resolve::{OpenConflict, Take};
use crate::sequence;

/// A member, with its name, or an element.
#[derive(Clone, Copy, Debug)]
struct Part {
    is_member: bool,
    value: ValueId,
}

struct Json<'d> {
    documents: [&'d Document; 3],
    /// Boxes of a comparison that hang elsewhere in the new file.
    moved: moves::Moved,
}

/// What differs between two files.
pub(crate) fn diff(old: &Document, new: &Document, tolerant: bool) -> Vec<Change> {
    let json = Json { documents: [old, new, old], moved: moves::moved(old, new) };
    let (old, new) = (json.whole(Side::Base), json.whole(Side::Ours));
    let comparer = Comparer::new(&json, tolerant);
    let mut changes = comparer.lists(&old, &new, 0);
    // The file's own object is not worth a line.
    if let [root] = &mut changes[..]
        && !root.parts.is_empty()
    {
        changes = std::mem::take(&mut root.parts);
    }
    for [old, new] in &json.moved.pairs {
        let (old, new) = (json.element(Side::Base, *old, 0), json.element(Side::Ours, *new, 0));
        changes.extend(comparer.both(&old, &new, 0));
    }
    changes
}

/// The new file as the old one spells it; see [`crate::normalize()`].
pub(crate) fn normalize(old: &Document, new: &Document, take: Taken) -> Vec<u8> {
    let json = Json { documents: [old, new, old], moved: moves::Moved::default() };
    let (old, new) = (json.whole(Side::Base), json.whole(Side::Ours));
    let bytes = json.bytes(Side::Ours);
    let mut out = bytes.get(..new.span.start() as usize).unwrap_or_default().to_vec();
    Restorer { family: &json, take }.list(&old, &new, None, &mut out, 0);
    out.extend_from_slice(bytes.get(new.span.end() as usize..).unwrap_or_default());
    out
}

/// Whether a file is sound enough to be merged by what it says; an empty one is a file without a value.
pub(crate) fn is_sound(document: &Document) -> bool {
    let is_empty = document.source().bytes().trim_ascii().is_empty();
    let has_error = document.findings().iter().any(|finding| finding.severity == Severity::Error);
    is_empty || (document.root().is_some() && !has_error)
}

/// Merges three files that are sound.
pub(crate) fn merge(originals: [&Document; 3], options: &Options) -> (Vec<u8>, Vec<Conflict>) {
    let (hung, told) = moves::hung(originals);
    let documents = [0, 1, 2].map(|side: usize| hung[side].as_ref().unwrap_or(originals[side]));
    let json = Json { documents, moved: moves::Moved::default() };
    let lists = Side::ALL.map(|side| Some(json.whole(side)));
    let mut engine = Engine::new(&json, options);
    let mut out = Vec::with_capacity(documents[1].source().len() as usize);
    engine.list(&lists, &mut out);
    let mut conflicts = engine.conflicts;
    if options.strategy == crate::Strategy::Mark {
        conflicts.extend(told);
    }
    if conflicts.is_empty() || options.markers == crate::Markers::Git {
        return (out, conflicts);
    }
    (with_conflicts(out, &conflicts), conflicts)
}

impl Json<'_> {
    fn document(&self, side: Side) -> &Document {
        self.documents[side.index()]
    }

    /// The list of the file's one value.
    fn whole(&self, side: Side) -> List<Part> {
        let document = self.document(side);
        let items = document.root().map(|root| Item {
            key: 0,
            span: root.span(),
            rank: 0,
            part: Part { is_member: false, value: root.id() },
        });
        List { span: document.span(), items: items.into_iter().collect(), rule: Rule::Named }
    }

    fn value(&self, side: Side, item: &Item<Part>) -> Value<'_> {
        self.document(side).value(item.part.value)
    }

    fn members(&self, side: Side, item: &Item<Part>) -> List<Part> {
        let mut seen: FxHashMap<u64, u64> = FxHashMap::default();
        let members = self.value(side, item).members().map(|member| {
            let key = occurrence(&mut seen, hash(member.name().as_bytes()));
            let span = member.key_span().cover(member.value.span());
            Item { key, span, rank: 0, part: Part { is_member: true, value: member.value.id() } }
        });
        List { span: item.span, items: members.collect(), rule: Rule::Named }
    }

    fn element(&self, side: Side, value: ValueId, key: u64) -> Item<Part> {
        let span = self.document(side).value(value).span();
        Item { key, span, rank: 0, part: Part { is_member: false, value } }
    }

    fn elements(&self, side: Side, item: &Item<Part>, by_id: bool) -> List<Part> {
        let elements = self.value(side, item).elements().map(|value| {
            let key = match id_of(value).filter(|_| by_id) {
                Some(id) => hash(id.as_bytes()),
                None => hash(&canonical(value)),
            };
            self.element(side, value.id(), key)
        });
        let rule = if by_id { Rule::Kept } else { Rule::Sequence };
        List { span: item.span, items: elements.collect(), rule }
    }

    /// Whether all elements on all sides are objects with ids of their own.
    fn have_ids(&self, items: Sides<'_, Part>) -> bool {
        Side::ALL.into_iter().all(|side| {
            let Some(item) = items[side.index()] else { return true };
            let mut ids = FxHashSet::default();
            self.value(side, item).elements().all(|value| id_of(value).is_some_and(|id| ids.insert(id)))
        })
    }
}

fn id_of(value: Value<'_>) -> Option<String> {
    Some(value.get("id")?.as_str()?.into_owned())
}

fn hash(bytes: &[u8]) -> u64 {
    crate::hash::of(&[bytes])
}

/// A value as text that is the same for values that mean the same: without blanks, names and strings decoded,
/// numbers as numbers where a double holds them exactly.
fn canonical(value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    canonical_to(value, &mut out);
    out
}

fn canonical_to(value: Value<'_>, out: &mut Vec<u8>) {
    match value.kind() {
        Kind::Object => {
            out.push(b'{');
            for member in value.members() {
                out.extend_from_slice(format!("{:?}:", member.name()).as_bytes());
                canonical_to(member.value, out);
                out.push(b',');
            }
            out.push(b'}');
        }
        Kind::Array => {
            out.push(b'[');
            for element in value.elements() {
                canonical_to(element, out);
                out.push(b',');
            }
            out.push(b']');
        }
        Kind::String => out.extend_from_slice(format!("{:?}", value.as_str().unwrap_or_default()).as_bytes()),
        Kind::Number => match value.as_f64().filter(|number| number.abs() < 2_f64.powi(53)) {
            Some(number) if value.bytes().len() < 18 => {
                out.extend_from_slice(format!("{number:?}").as_bytes());
            }
            _ => out.extend_from_slice(value.bytes()),
        },
        Kind::Null | Kind::Bool | Kind::Damaged => out.extend_from_slice(value.bytes()),
    }
}

impl Family for Json<'_> {
    type Part = Part;

    fn bytes(&self, side: Side) -> &[u8] {
        self.document(side).source().bytes()
    }

    fn open(&self, items: Sides<'_, Part>) -> Option<[Option<List<Part>>; 3]> {
        let kinds: Vec<Kind> = Side::ALL
            .into_iter()
            .filter_map(|side| Some(self.value(side, items[side.index()]?).kind()))
            .collect();
        let kind = *kinds.first()?;
        if kinds.iter().any(|other| *other != kind) {
            return None;
        }
        let by_id = kind == Kind::Array && self.have_ids(items);
        let mut lists = Side::ALL.map(|side| {
            let item = items[side.index()]?;
            match kind {
                Kind::Object => Some(self.members(side, item)),
                Kind::Array => Some(self.elements(side, item, by_id)),
                _ => None,
            }
        });
        lists.iter().any(Option::is_some).then_some(())?;
        if kind == Kind::Array && !by_id {
            sequence::align(&mut lists, |side, item| self.document(side).source().slice(item.span));
        }
        Some(lists)
    }

    fn same(&self, a: (Side, &Item<Part>), b: (Side, &Item<Part>)) -> bool {
        canonical(self.value(a.0, a.1)) == canonical(self.value(b.0, b.1))
    }

    fn is_free(&self, _: &List<Part>) -> bool {
        true
    }

    fn noise(&self, _: Sides<'_, Part>) -> Option<Noise> {
        None
    }

    fn forced(&self, _: u64) -> Option<&Forced<Part>> {
        None
    }

    fn extra(&self, _: u64) -> Option<&Conflict> {
        None
    }

    fn holder(&self, _: u64) -> Option<u64> {
        None
    }

    fn unit(&self, side: Side, item: &Item<Part>) -> Option<Place> {
        let name = pointer(self.document(side), item.span);
        Some(Place { what: if item.part.is_member { "member" } else { "element" }, name })
    }

    fn part(&self, _: Side, _: &Item<Part>) -> Option<Place> {
        None
    }

    fn near(&self, a: (Side, &Item<Part>), b: (Side, &Item<Part>)) -> bool {
        let number = |of: (Side, &Item<Part>)| self.value(of.0, of.1).as_f64();
        number(a).zip(number(b)).is_some_and(|(a, b)| (a as f32).to_bits() == (b as f32).to_bits())
    }

    fn is_quiet(&self, _: Side, _: &Item<Part>) -> bool {
        false
    }

    fn was(&self, old: &Item<Part>, new: &Item<Part>) -> Option<(ChangeKind, String)> {
        let is_moved = !new.part.is_member && self.moved.has(Side::Ours, new.part.value);
        is_moved.then(|| (ChangeKind::Moved, pointer(self.document(Side::Base), old.span)))
    }

    fn is_told(&self, side: Side, item: &Item<Part>) -> bool {
        if self.moved.pairs.is_empty() {
            return false;
        }
        if !item.part.is_member {
            return self.moved.has(side, item.part.value);
        }
        // A list that came with the boxes that moved into it.
        let mut boxes = self.value(side, item).elements().peekable();
        boxes.peek().is_some() && boxes.all(|value| self.moved.has(side, value.id()))
    }

    fn separator(&self, _: &Item<Part>, _: &Item<Part>, gap: &[u8]) -> Option<Vec<u8>> {
        (!gap.contains(&b',')).then(|| b", ".to_vec())
    }

    fn mark(&self, _: &Conflict, _: &mut Vec<u8>) {}
}

/// The JSON pointer of what stands at a span; elements with ids by `@id`.
fn pointer(document: &Document, span: Span) -> String {
    let mut pointer = String::new();
    let mut at = document.root();
    while let Some(value) = at {
        let member =
            value.members().find(|member| member.key_span().cover(member.value.span()).contains(span));
        let element = value.elements().enumerate().find(|(_, element)| element.span().contains(span));
        at = match (member, element) {
            (Some(member), _) => {
                pointer.push('/');
                pointer.push_str(&member.name().replace('~', "~0").replace('/', "~1"));
                Some(member.value).filter(|value| value.span().contains(span))
            }
            (_, Some((index, element))) => {
                pointer.push('/');
                pointer.push_str(&id_of(element).map_or_else(|| index.to_string(), |id| format!("@{id}")));
                Some(element)
            }
            _ => None,
        };
    }
    pointer
}

/// The file with its conflicts in a member of its object.
fn with_conflicts(merged: Vec<u8>, conflicts: &[Conflict]) -> Vec<u8> {
    let document = Document::parse(Source::new("merged", merged));
    let bytes = document.source().bytes();
    let Some(root) = document.root().filter(|root| root.is_object()) else { return bytes.to_vec() };
    let newline = if crate::text::is_crlf(bytes) { "\r\n" } else { "\n" };
    let entries: Vec<String> = conflicts.iter().map(entry).collect();
    let entries = entries.join(&format!(",{newline}"));
    let (at, text) = match root.get(CONFLICTS).filter(|list| list.is_array()) {
        Some(list) => match list.elements().last() {
            Some(last) => (last.span().end(), format!(",{newline}{entries}")),
            None => (list.span().start() + 1, format!("{newline}{entries}{newline}")),
        },
        None => {
            let list = format!("\"{CONFLICTS}\": [{newline}{entries}{newline}]");
            match root.members().last() {
                Some(last) => (last.value.span().end(), format!(",{newline}{list}")),
                None => (root.span().start() + 1, list),
            }
        }
    };
    let edit = Edit::insert(at, text);
    proscenio_source::apply(bytes, &[edit]).unwrap_or_else(|_| bytes.to_vec())
}

/// A conflict as an object on one line.
fn entry(conflict: &Conflict) -> String {
    let text = |text: &Option<Vec<u8>>| match text {
        Some(text) => quoted(&String::from_utf8_lossy(text)),
        None => "null".to_owned(),
    };
    format!(
        "{{\"place\": {}, \"base\": {}, \"ours\": {}, \"theirs\": {}}}",
        quoted(&conflict.place.name),
        text(&conflict.base),
        text(&conflict.ours),
        text(&conflict.theirs)
    )
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter < ' ' => out.push_str(&format!("\\u{:04x}", letter as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// The list of open conflicts of a file.
fn conflict_list(document: &Document) -> Option<Value<'_>> {
    document.root()?.get(CONFLICTS).filter(|list| list.is_array())
}

fn open_conflict(entry: Value<'_>) -> OpenConflict {
    let text = |name: &str| Some(entry.get(name)?.as_str()?.into_owned().into_bytes());
    let name = entry.get("place").and_then(|place| place.as_str()).unwrap_or_default().into_owned();
    OpenConflict {
        what: "member".to_owned(),
        name,
        base: text("base"),
        ours: text("ours"),
        theirs: text("theirs"),
    }
}

/// The conflicts in a file.
pub(crate) fn open_conflicts(source: &Source) -> Vec<OpenConflict> {
    let document = Document::parse(source.clone());
    conflict_list(&document).map(|list| list.elements().map(open_conflict).collect()).unwrap_or_default()
}

/// The file with one conflict settled.
pub(crate) fn resolve(source: &Source, number: usize, take: &Take) -> Option<Vec<u8>> {
    let document = Document::parse(source.clone());
    let list = conflict_list(&document)?;
    let entry = list.elements().nth(number)?;
    let conflict = open_conflict(entry);
    let text = match take {
        Take::Ours => None,
        Take::Theirs => conflict.theirs.clone(),
        Take::Text(text) => Some(text.clone()),
    };
    let mut edits = Vec::new();
    if *take != Take::Ours {
        let (above, last) = conflict.name.rsplit_once('/')?;
        let container = at_pointer(&document, above)?;
        let items = items(container);
        let at = items.iter().position(|(name, _)| name == last);
        match (at, text) {
            (Some(at), Some(text)) => edits.push(Edit::replace(items[at].1, text)),
            (Some(at), None) => edits.push(Edit::delete(with_comma(&items, at))),
            (None, Some(text)) => edits.push(insertion(&document, container, &items, &text)),
            (None, None) => {}
        }
    }
    // The conflict's own entry goes, and with the last one the list.
    let entries = items(list);
    if entries.len() > 1 {
        edits.push(Edit::delete(with_comma(&entries, number)));
    } else {
        let members = items(document.root()?);
        let at = members.iter().position(|(name, _)| name == CONFLICTS)?;
        edits.push(Edit::delete(with_comma(&members, at)));
    }
    proscenio_source::apply(source.bytes(), &edits).ok()
}

/// What a container holds: the step of a pointer to it, and where it stands.
fn items(container: Value<'_>) -> Vec<(String, Span)> {
    let members = container.members().map(|member| {
        let name = member.name().replace('~', "~0").replace('/', "~1");
        (name, member.key_span().cover(member.value.span()))
    });
    let elements = container.elements().enumerate().map(|(index, element)| {
        let id = id_of(element).map(|id| format!("@{id}"));
        (id.unwrap_or_else(|| index.to_string()), element.span())
    });
    members.chain(elements).collect()
}

fn at_pointer<'d>(document: &'d Document, pointer: &str) -> Option<Value<'d>> {
    let steps = pointer.split('/').skip(1);
    steps.into_iter().try_fold(document.root()?, |value, step| {
        let at = items(value).iter().position(|(name, _)| name == step)?;
        if value.is_array() {
            value.elements().nth(at)
        } else {
            value.members().nth(at).map(|member| member.value)
        }
    })
}

/// An item with the comma that goes with it.
fn with_comma(items: &[(String, Span)], at: usize) -> Span {
    match (at.checked_sub(1).map(|before| items[before].1), items.get(at + 1)) {
        (Some(before), _) => Span::new(before.end(), items[at].1.end()),
        (None, Some((_, next))) => Span::new(items[at].1.start(), next.start()),
        (None, None) => items[at].1,
    }
}

/// Puts an item behind the last of a container, as far from it as the last two are from each other.
fn insertion(document: &Document, container: Value<'_>, items: &[(String, Span)], text: &[u8]) -> Edit {
    let gap = match items {
        [.., (_, one), (_, two)] => document.source().slice(Span::new(one.end(), two.start())).to_vec(),
        [(_, one)] => {
            // As far from it as it is from the bracket, where that is a line.
            let lead = document.source().slice(Span::new(container.span().start() + 1, one.start()));
            if lead.contains(&b'\n') { [b",", lead].concat() } else { b", ".to_vec() }
        }
        [] => Vec::new(),
    };
    let at = items.last().map_or(container.span().start() + 1, |(_, last)| last.end());
    Edit::insert(at, [gap, text.to_vec()].concat())
}
