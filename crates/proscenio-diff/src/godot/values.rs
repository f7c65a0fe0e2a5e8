//! Lists inside values: arrays, dictionaries, packed arrays, and what their items are known by.
//!
//! Keys of animations are known by their time in all the lists of a track, cells of tile maps by their place, items of
//! other packed arrays by their number. An array that somebody made longer or shorter without such keys is
//! merged whole: other arrays may go with it, item by item.

use proscenio_godot::edit::{List as ValueList, Shape, shape};
use proscenio_godot::spell::Spelling;
use proscenio_godot::{Value, value};
use proscenio_source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::hash_of;
use super::family::{Godot, Part};
use crate::hash::occurrence;
use crate::list::{Family, Item, List, Rule, Side, Sides};
use crate::sequence;

/// What a value holds, on one side.
struct Raw<'d> {
    /// Where the value starts in the file.
    start: u32,
    text: &'d [u8],
    list: ValueList,
}

/// The kind of a list; only those of one kind are merged item by item.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Dictionary,
    Array,
    Strings,
    /// With its name.
    Packed(String),
}

/// What items of a list are known by.
enum Known {
    /// What they say, and the order in which they stand.
    Order,
    /// The text of the key, or of the item in a set.
    Name,
    /// Something of their own on each side: for each group of so many numbers a key and a rank.
    Keys(usize, [Vec<(u64, u32)>; 3]),
}

type Raws<'d> = [Option<Raw<'d>>; 3];

impl<'d> Godot<'d> {
    /// Where the value of an item starts and ends.
    pub(super) fn value_span(&self, side: Side, item: &Item<Part>) -> Option<Span> {
        Some(match item.part {
            Part::Property(..) | Part::Attribute(..) => self.entry(side, item.part)?.value_span(),
            Part::Value => item.span,
            Part::Pair(key) | Part::Track(key, ..) => {
                let raw = self.document(side).slice(item.span);
                let rest = raw.get(key as usize..)?;
                let colon = memchr::memchr(b':', rest)? + 1;
                let blanks = rest[colon..].len() - rest[colon..].trim_ascii_start().len();
                Span::new(item.span.start() + key + (colon + blanks) as u32, item.span.end())
            }
            _ => return None,
        })
    }

    /// The lists that the values of items hold, on each side; all sides hold a list of the same kind.
    pub(super) fn open_values(&self, items: Sides<'_, Part>) -> Option<[Option<List<Part>>; 3]> {
        let is_set = items.iter().flatten().any(|item| matches!(item.part, Part::Attribute(..)));
        let (kind, raws) = self.raws(items)?;
        let is_dictionary = kind == Kind::Dictionary;
        let known = match &kind {
            _ if is_dictionary || is_set => Known::Name,
            _ if items.iter().flatten().any(|item| matches!(item.part, Part::Track(..))) => {
                self.by_times(items, &raws)?
            }
            Kind::Packed(name) => self.packed(name, items, &raws)?,
            _ => Known::Order,
        };
        let is_track = self.is_track(items);
        let mut lists = Side::ALL.map(|side| {
            let (item, raw) = (items[side.index()]?, raws[side.index()].as_ref()?);
            let items = match &known {
                Known::Keys(stride, keys) => grouped(raw, *stride, &keys[side.index()]),
                _ => listed(item, raw, matches!(known, Known::Name), is_track),
            };
            let rule = if matches!(known, Known::Order) { Rule::Sequence } else { Rule::Named };
            Some(List { span: item.span, items, rule })
        });
        if matches!(known, Known::Order) {
            sequence::align(&mut lists, |side, item| item.span.slice(self.bytes(side)));
        }
        Some(lists)
    }

    fn raws(&self, items: Sides<'_, Part>) -> Option<(Kind, Raws<'d>)> {
        let mut raws: Raws<'d> = Default::default();
        let mut kind = None;
        for side in Side::ALL {
            let Some(item) = items[side.index()] else { continue };
            let span = self.value_span(side, item)?;
            let text = self.document(side).slice(span);
            let (this, list) = match shape(text)? {
                Shape::Dictionary(list) => (Kind::Dictionary, list),
                Shape::Array(list) => (Kind::Array, list),
                Shape::Call(name, list) if name.ends_with("StringArray") => (Kind::Strings, list),
                Shape::Call(name, list) if name.ends_with("Array") => (Kind::Packed(name), list),
                Shape::Call(..) | Shape::Plain => return None,
            };
            if *kind.get_or_insert_with(|| this.clone()) != this || has_comment(text, &list) {
                return None;
            }
            raws[side.index()] = Some(Raw { start: span.start(), text, list });
        }
        Some((kind?, raws))
    }

    /// The name of the property that items are, on the first side that has it.
    fn property_name(&self, items: Sides<'_, Part>) -> Option<(Side, String)> {
        Side::ALL.into_iter().find_map(|side| {
            let part = items[side.index()]?.part;
            let entry = self.entry(side, part).filter(|_| matches!(part, Part::Property(..)))?;
            Some((side, entry.key().into_owned()))
        })
    }

    /// Whether a property holds the keys of an animation's track.
    pub(super) fn is_track(&self, items: Sides<'_, Part>) -> bool {
        self.property_name(items).is_some_and(|(_, name)| is_track_keys(&name))
    }

    /// Whether items are lists of one track, whose items stand in one order.
    pub(super) fn is_list_of_track(&self, items: Sides<'_, Part>) -> bool {
        Side::ALL.into_iter().any(|side| {
            let Some(item) = items[side.index()].filter(|item| matches!(item.part, Part::Track(..))) else {
                return false;
            };
            let text = self.value_span(side, item).map(|span| self.document(side).slice(span));
            text.is_some_and(|text| text.ends_with(b"]") || text.ends_with(b")"))
        })
    }

    /// The items of a list of a track by the times at which their keys stand.
    fn by_times(&self, items: Sides<'_, Part>, raws: &Raws<'_>) -> Option<Known> {
        let mut times: [Vec<Time>; 3] = Default::default();
        let mut stride = None;
        for side in Side::ALL {
            let (Some(item), Some(raw)) = (items[side.index()], &raws[side.index()]) else { continue };
            let found = self.times(side, item)?;
            let this = if found.is_empty() { None } else { Some(raw.list.items.len() / found.len()) };
            if this.is_some_and(|this| *stride.get_or_insert(this) != this || this == 0)
                || raw.list.items.len() != this.unwrap_or_default() * found.len()
            {
                return None;
            }
            times[side.index()] = found;
        }
        ranked(stride.unwrap_or(1), times)
    }

    /// The times of the track whose list an item is.
    fn times(&self, side: Side, item: &Item<Part>) -> Option<Vec<Time>> {
        let Part::Track(_, section, at) = item.part else { return None };
        let raw = self.entry(side, Part::Property(section, at))?.raw();
        let Shape::Dictionary(list) = shape(raw)? else { return None };
        let is_times = |key: Span| key.slice(raw).trim_ascii() == b"\"times\"";
        let pair = list.items.iter().find(|item| item.key.is_some_and(is_times))?;
        let text = pair.value.slice(raw);
        let (Shape::Call(_, list) | Shape::Array(list)) = shape(text)? else { return None };
        list.items.iter().map(|item| time(item.value.slice(text))).collect()
    }

    /// What the items of a packed array are known by; nothing when they are merged whole.
    fn packed(&self, name: &str, items: Sides<'_, Part>, raws: &Raws<'_>) -> Option<Known> {
        let name_of = self.property_name(items);
        match name_of.as_ref().map(|(side, name)| (*side, name.as_str())) {
            // Time, transition, and the value or its components.
            Some((side, key)) if is_track_keys(key) => {
                let stride = self.track_stride(side, items[side.index()]?.part)?;
                return groups(raws, stride, 1, 0, true);
            }
            Some((_, key)) if key.ends_with("tile_data") => return groups(raws, 3, 1, 0, false),
            Some((_, "tile_map_data")) => return groups(raws, 12, 4, 2, false),
            _ => {}
        }
        let stride = match name {
            name if name.ends_with("Vector2Array") => 2,
            name if name.ends_with("Vector3Array") => 3,
            name if name.ends_with("ColorArray") || name.ends_with("Vector4Array") => 4,
            _ => 1,
        };
        let mut lengths = raws.iter().flatten().map(|raw| raw.list.items.len());
        let length = lengths.next().filter(|length| length % stride == 0)?;
        if lengths.any(|other| other != length) {
            return None;
        }
        let keys: Vec<(u64, u32)> = (0..length / stride).map(|at| (at as u64, 0)).collect();
        Some(Known::Keys(stride, [keys.clone(), keys.clone(), keys]))
    }

    /// How many numbers a key has in the one array of a track.
    fn track_stride(&self, side: Side, keys: Part) -> Option<usize> {
        let Part::Property(section, _) = keys else { return None };
        let name = self.entry(side, keys)?.key().into_owned();
        let kind = self.section(side, section)?.property(&name.replace("/keys", "/type"))?;
        Some(match kind.text().as_deref()? {
            "position_3d" | "scale_3d" => 5,
            "rotation_3d" => 6,
            "blend_shape" => 3,
            "transform" => 12,
            _ => return None,
        })
    }

    /// A tile map's cells that stand in the file as one text, merged; nothing where both sides changed one cell.
    pub(super) fn cells(&self, items: Sides<'_, Part>) -> Option<Vec<u8>> {
        self.property_name(items).filter(|(_, name)| name == "tile_map_data")?;
        let mut maps: [Cells; 3] = Default::default();
        for side in Side::ALL {
            let text = self.document(side).slice(self.value_span(side, items[side.index()]?)?);
            if !text.ends_with(b"\")") {
                return None;
            }
            let Value::PackedByteArray(bytes) = value::decode(text).value else { return None };
            maps[side.index()] = cells(&bytes)?;
        }
        let ours = items[1]?;
        let head = Span::new(ours.span.start(), self.value_span(Side::Ours, ours)?.start());
        let value = Value::PackedByteArray(merged_cells(&maps)?).spelled(Spelling::of_format(4)?);
        Some([self.document(Side::Ours).slice(head), value.as_bytes()].concat())
    }

    pub(super) fn same_value(&self, a: (Side, &Item<Part>), b: (Side, &Item<Part>)) -> Option<bool> {
        let (first, second) = (self.value_span(a.0, a.1)?, self.value_span(b.0, b.1)?);
        Some(same_text(self.document(a.0).slice(first), self.document(b.0).slice(second)))
    }
}

fn is_track_keys(name: &str) -> bool {
    name.starts_with("tracks/") && name.ends_with("/keys")
}

/// The items of a list by name or by content.
fn listed(item: &Item<Part>, raw: &Raw<'_>, is_named: bool, is_track: bool) -> Vec<Item<Part>> {
    let mut seen = FxHashMap::default();
    let track = match item.part {
        Part::Property(section, at) if is_track => Some((section, at)),
        _ => None,
    };
    let one = |entry: &proscenio_godot::edit::Item| {
        let (text, part) = match (entry.key, track) {
            (Some(key), Some((section, at))) => (key, Part::Track(key.len(), section, at)),
            (Some(key), None) => (key, Part::Pair(key.len())),
            (None, _) => (entry.value, Part::Value),
        };
        let key = hash_of(&[exact(text.slice(raw.text)).as_bytes()]);
        let key = if is_named { occurrence(&mut seen, key) } else { key };
        Item { key, span: entry.span().shifted(raw.start), rank: 0, part }
    };
    raw.list.items.iter().map(one).collect()
}

/// A time with its bits.
type Time = (u64, f64);

fn time(text: &[u8]) -> Option<Time> {
    let time: f64 = std::str::from_utf8(text).ok()?.trim().parse().ok()?;
    Some((time.to_bits(), time))
}

/// Keys and ranks of times; nothing when one side has a time twice.
fn ranked(stride: usize, times: [Vec<Time>; 3]) -> Option<Known> {
    for times in &times {
        let mut seen = FxHashSet::default();
        if !times.iter().all(|time| seen.insert(time.0)) {
            return None;
        }
    }
    let mut all: Vec<Time> = times.iter().flatten().copied().collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    all.dedup_by_key(|time| time.0);
    let ranks: FxHashMap<u64, u32> =
        all.iter().enumerate().map(|(at, time)| (time.0, (at as u32).min(0xF_FFFF))).collect();
    let keys = times.map(|times| times.iter().map(|time| (time.0, ranks[&time.0])).collect());
    Some(Known::Keys(stride, keys))
}

/// Groups of so many numbers behind a head, known by the first few of them; where that is one, it may be a time.
fn groups(raws: &Raws<'_>, stride: usize, named: usize, head: usize, timed: bool) -> Option<Known> {
    let mut keys: [Vec<(u64, u32)>; 3] = Default::default();
    let mut times: [Vec<Time>; 3] = Default::default();
    for (side, raw) in raws.iter().enumerate() {
        let Some(raw) = raw else { continue };
        let numbers = raw.list.items.get(head..).filter(|numbers| numbers.len() % stride == 0)?;
        let mut seen = FxHashSet::default();
        for group in numbers.chunks(stride) {
            let name: Vec<&[u8]> =
                group[..named].iter().map(|item| item.value.slice(raw.text).trim_ascii()).collect();
            let key = hash_of(&name);
            if !seen.insert(key) {
                return None;
            }
            keys[side].push((key, 0));
            if timed {
                times[side].push(time(name[0])?);
            }
        }
    }
    if timed {
        return ranked(stride, times);
    }
    Some(Known::Keys(stride, keys))
}

/// The items of a list in groups, with their keys and ranks. What stands in front of the first group is its lead.
fn grouped(raw: &Raw<'_>, stride: usize, keys: &[(u64, u32)]) -> Vec<Item<Part>> {
    let head = raw.list.items.len().saturating_sub(stride * keys.len());
    let groups = raw.list.items.get(head..).unwrap_or_default().chunks(stride.max(1));
    let item = |(group, (key, rank)): (&[proscenio_godot::edit::Item], &(u64, u32))| {
        let (first, last) = (group.first()?, group.last()?);
        let span = first.span().cover(last.span()).shifted(raw.start);
        Some(Item { key: *key, span, rank: *rank, part: Part::Group })
    };
    groups.zip(keys).filter_map(item).collect()
}

/// The cells of a tile map by their places, and its version.
#[derive(Default)]
struct Cells {
    version: Vec<u8>,
    of: FxHashMap<[u8; 4], [u8; 8]>,
    order: Vec<[u8; 4]>,
}

fn cells(bytes: &[u8]) -> Option<Cells> {
    let (version, rest) = bytes.split_at_checked(2)?;
    let mut cells = Cells { version: version.to_vec(), ..Cells::default() };
    let (groups, rest) = rest.as_chunks::<12>();
    for group in groups {
        let (place, says) = group.split_first_chunk::<4>()?;
        if cells.of.insert(*place, says.try_into().ok()?).is_some() {
            return None;
        }
        cells.order.push(*place);
    }
    rest.is_empty().then_some(cells)
}

/// All cells, in the order of ours, those that theirs added behind them.
fn merged_cells([base, ours, theirs]: &[Cells; 3]) -> Option<Vec<u8>> {
    if ours.version != theirs.version {
        return None;
    }
    let mut merged = ours.version.clone();
    let new = theirs.order.iter().filter(|place| !ours.of.contains_key(*place));
    for place in ours.order.iter().chain(new) {
        let [b, o, t] = [base, ours, theirs].map(|cells| cells.of.get(place));
        let says = if o == t || t == b {
            o
        } else if o == b {
            t
        } else {
            return None;
        };
        if let Some(says) = says {
            merged.extend_from_slice(place);
            merged.extend_from_slice(says);
        }
    }
    Some(merged)
}

/// A value with every bit of it as text: `1` and `1.0` differ, so do `0.0` and `-0.0`, and `nan` is itself.
pub(super) fn exact(raw: &[u8]) -> String {
    format!("{:?}", value::decode(raw).value)
}

/// Whether two values are one when numbers are taken as 32 bits hold them.
pub(super) fn near(a: &Value, b: &Value) -> bool {
    let pairs = |a: &[(Value, Value)], b: &[(Value, Value)]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(&a.0, &b.0) && near(&a.1, &b.1))
    };
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => (*a as f32).to_bits() == (*b as f32).to_bits(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(a, b)),
        (Value::Dictionary(a), Value::Dictionary(b)) => pairs(a, b),
        (Value::PackedFloat64Array(a), Value::PackedFloat64Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| *a as f32 == *b as f32)
        }
        _ => format!("{a:?}") == format!("{b:?}"),
    }
}

pub(super) fn same_text(a: &[u8], b: &[u8]) -> bool {
    a == b || exact(a) == exact(b)
}

/// Whether a comment stands between the items of a list.
fn has_comment(raw: &[u8], list: &ValueList) -> bool {
    let mut done = 0;
    let between = |from: u32, to: u32| Span::new(from, to).slice(raw).contains(&b';');
    for item in &list.items {
        let inside = item.key.is_some_and(|key| between(key.end(), item.value.start()));
        if inside || between(done, item.span().start()) {
            return true;
        }
        done = item.span().end();
    }
    between(done, raw.len() as u32)
}
