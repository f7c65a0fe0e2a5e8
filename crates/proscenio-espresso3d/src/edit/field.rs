//! The fields of every kind of item, in both dialects: which values each has, and where they stand.

use proscenio_source::{Span, did_you_mean};

use super::words::Is;
use super::{EditRefusal, NO_SUCH_FIELD};
use crate::lexer::Lexer;
use crate::syntax::Kind;
use crate::view::Item;

/// One value of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The part it belongs to, such as a corner; empty for none.
    pub group: &'static str,
    /// Its name in its part.
    pub name: &'static str,
    pub is: Is,
}

/// A field of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldInfo {
    /// The tag, or the name of a header word.
    pub name: &'static str,
    /// The node it is.
    pub kind: Kind,
    pub slots: &'static [Slot],
    /// Whether an item can be without it.
    pub optional: bool,
}

impl FieldInfo {
    /// Whether it is a word of the item's header and no field with a tag.
    pub fn is_word(&self) -> bool {
        matches!(
            self.kind,
            Kind::Id
                | Kind::Name
                | Kind::PortalType
                | Kind::Parent
                | Kind::Fps
                | Kind::Path
                | Kind::Flag
                | Kind::Alias
        )
    }
}

const fn slot(group: &'static str, name: &'static str, is: Is) -> Slot {
    Slot { group, name, is }
}

const fn number(group: &'static str, name: &'static str) -> Slot {
    slot(group, name, Is::Number)
}

const CORNERS: [Slot; 12] = [
    number("A", "X"),
    number("A", "Y"),
    number("A", "Z"),
    number("B", "X"),
    number("B", "Y"),
    number("B", "Z"),
    number("C", "X"),
    number("C", "Y"),
    number("C", "Z"),
    number("D", "X"),
    number("D", "Y"),
    number("D", "Z"),
];
const LAYER: [Slot; 7] = [
    number("A", "U"),
    number("A", "V"),
    number("B", "U"),
    number("B", "V"),
    number("C", "U"),
    number("C", "V"),
    slot("ALIAS", "ALIAS", Is::Name),
];
const VECTOR: [Slot; 3] = [number("", "X"), number("", "Y"), number("", "Z")];
const ROTATE: [Slot; 4] = [slot("", "SPAN", Is::Whole), number("", "X"), number("", "Y"), number("", "Z")];
const TRANSLATE: [Slot; 4] = [number("", "SPAN"), number("", "X"), number("", "Y"), number("", "Z")];
const LINKS: [Slot; 3] = [slot("A", "A", Is::Name), slot("B", "B", Is::Name), slot("C", "C", Is::Name)];
const ATTACHMENTS: [Slot; 6] = [
    slot("A", "GROUP", Is::Name),
    slot("A", "BONE", Is::Name),
    slot("B", "GROUP", Is::Name),
    slot("B", "BONE", Is::Name),
    slot("C", "GROUP", Is::Name),
    slot("C", "BONE", Is::Name),
];
const DOOR: [Slot; 2] = [slot("", "SECTOR", Is::Name), slot("", "PORTAL", Is::Name)];
const NAME: [Slot; 1] = [slot("", "", Is::Name)];
const PATH: [Slot; 1] = [slot("", "", Is::Path)];
const FLAG: [Slot; 1] = [slot("", "", Is::Flag)];
const TYPE: [Slot; 1] = [slot("", "", Is::PortalType)];
const FPS: [Slot; 1] = [slot("", "", Is::Number)];

const fn needed(name: &'static str, kind: Kind, slots: &'static [Slot]) -> FieldInfo {
    FieldInfo { name, kind, slots, optional: false }
}

const fn optional(name: &'static str, kind: Kind, slots: &'static [Slot]) -> FieldInfo {
    FieldInfo { name, kind, slots, optional: true }
}

const ID: FieldInfo = needed("ID", Kind::Id, &NAME);
const POSITION: FieldInfo = needed("POSITION", Kind::Position, &VECTOR);
const FORWARD: FieldInfo = needed("FORWARD", Kind::Forward, &VECTOR);
const UP: FieldInfo = needed("UP", Kind::Up, &VECTOR);

/// The fields of an item of a kind, in the order in which they are written.
pub(super) fn fields_of(kind: Kind) -> &'static [FieldInfo] {
    const TRIANGLE: &[FieldInfo] = &[
        needed("VERTICES", Kind::Vertices, CORNERS.split_at(9).0),
        needed("TEXTURE", Kind::Texture, &LAYER),
        optional("TEXTUREDETAIL0", Kind::Detail0, &LAYER),
        optional("TEXTUREDETAIL1", Kind::Detail1, &LAYER),
        optional("BONELINK", Kind::BoneLink, &LINKS),
        optional("BONEATTACHMENT", Kind::BoneAttachment, &ATTACHMENTS),
    ];
    const PORTAL: &[FieldInfo] = &[
        needed("TYPE", Kind::PortalType, &TYPE),
        ID,
        needed("VERTICES", Kind::Vertices, &CORNERS),
        needed("PORTALLINK", Kind::PortalLink, &DOOR),
    ];
    match kind {
        Kind::TextureSet => {
            const { &[needed("PATH", Kind::Path, &PATH), optional("FLAG", Kind::Flag, &FLAG)] }
        }
        Kind::Sector | Kind::BoneGroup | Kind::Frame => const { &[ID] },
        Kind::Model => const { &[optional("NAME", Kind::Name, &NAME)] },
        Kind::Triangle => TRIANGLE,
        Kind::Portal => PORTAL,
        Kind::Actor => const { &[needed("NAME", Kind::Name, &NAME), ID, POSITION, FORWARD, UP] },
        Kind::ParticleSystem => const { &[needed("NAME", Kind::Name, &NAME), POSITION, FORWARD, UP] },
        Kind::Bone => const { &[ID, optional("PARENT", Kind::Parent, &NAME), POSITION, FORWARD, UP] },
        Kind::GroupBone => const { &[ID, POSITION] },
        Kind::Animation => const { &[ID, needed("FPS", Kind::Fps, &FPS)] },
        Kind::FrameBone => {
            const {
                &[
                    ID,
                    optional("ROTATE", Kind::Rotate, &ROTATE),
                    optional("TRANSLATE", Kind::Translate, &TRANSLATE),
                ]
            }
        }
        // A command alone is one field, which has no name of its own.
        Kind::Rotate => const { &[needed("", Kind::Rotate, &ROTATE)] },
        Kind::Translate => const { &[needed("", Kind::Translate, &TRANSLATE)] },
        Kind::Entry => const { &[needed("ALIAS", Kind::Alias, &NAME), needed("PATH", Kind::Path, &PATH)] },
        _ => &[],
    }
}

/// The field of a name; letter case does not matter.
pub(super) fn field_named(kind: Kind, name: &str) -> Result<&'static FieldInfo, EditRefusal> {
    let fields = fields_of(kind);
    let found = fields.iter().find(|field| !field.name.is_empty() && field.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let what = super::address::word_of(kind);
        let names: Vec<&str> =
            fields.iter().map(|field| field.name).filter(|name| !name.is_empty()).collect();
        let help = match names.is_empty() {
            true => format!("{what} has no fields"),
            false => format!("its fields are {}", names.join(", ")),
        };
        let refusal = EditRefusal::new(NO_SUCH_FIELD, format!("{what} has no field `{name}`"));
        refusal.help(help).maybe_help(did_you_mean(&name.to_ascii_uppercase(), names))
    })
}

/// The values that the names behind a field mean: all of them, a corner, or one.
pub(super) fn part(field: &FieldInfo, names: &[String]) -> Result<std::ops::Range<usize>, EditRefusal> {
    let slots = field.slots;
    let mut range = 0..slots.len();
    for name in names {
        let inside = || range.clone().map(|at| (at, &slots[at]));
        let is = |own: &str| !own.is_empty() && own.eq_ignore_ascii_case(name);
        let group = || {
            let first = inside().find(|(_, slot)| is(slot.group))?.0;
            let count = inside().filter(|(_, slot)| is(slot.group)).count();
            Some(first..first + count)
        };
        let one = || {
            let mut found = inside().filter(|(_, slot)| is(slot.name));
            let first = found.next()?.0;
            found.next().is_none().then_some(first..first + 1)
        };
        let place = || {
            let at = range.start + name.parse::<usize>().ok()?;
            range.contains(&at).then_some(at..at + 1)
        };
        let narrowed = group().or_else(one).or_else(place);
        range = narrowed.ok_or_else(|| no_part(field, &slots[range.clone()], name))?;
    }
    Ok(range)
}

#[cold]
fn no_part(field: &FieldInfo, slots: &[Slot], name: &str) -> EditRefusal {
    let mut names: Vec<&str> =
        slots.iter().map(|slot| if slot.group.is_empty() { slot.name } else { slot.group }).collect();
    if let [first, rest @ ..] = slots
        && rest.iter().all(|slot| slot.group == first.group)
    {
        names = slots.iter().map(|slot| slot.name).collect();
    }
    names.dedup();
    names.retain(|name| !name.is_empty());
    let help = match names.is_empty() {
        true => "it is one value".to_owned(),
        false => format!("its parts are {}", names.join(", ")),
    };
    EditRefusal::new(NO_SUCH_FIELD, format!("{} has no part `{name}`", field.name)).help(help)
}

/// Where the values of a field stand; `None` for one that is missing.
pub(super) struct Written<'d> {
    /// The node of the field; `None` when it is not there at all, or is a part of a list.
    pub node: Option<Item<'d>>,
    pub slots: Vec<Option<Span>>,
}

impl<'d> Written<'d> {
    /// Looks for the values of a field of an item. The last one of a repeated field counts, as for the engine.
    pub fn of(item: Item<'d>, field: &FieldInfo) -> Self {
        let word = |own: Item<'d>, kind| own.word(kind).map(crate::view::Word::span);
        if field.is_word() {
            return Self { node: None, slots: vec![word(item, field.kind)] };
        }
        if item.kind() == field.kind || item.kind() == Kind::GroupBone {
            return Self { node: Some(item), slots: padded(numbers(item), field.slots.len()) };
        }
        if let Some(list) = item.field(Kind::List) {
            return Self { node: None, slots: of_list(item, list, field) };
        }
        let Some(node) = item.field(field.kind) else {
            return Self { node: None, slots: vec![None; field.slots.len()] };
        };
        let words = |kinds: &[Kind]| -> Vec<Option<Span>> {
            let found = node.children().filter(|child| kinds.contains(&child.kind()));
            padded(found.map(Item::span).collect(), field.slots.len())
        };
        let slots = match field.kind {
            Kind::BoneLink => words(&[Kind::Id]),
            Kind::BoneAttachment => words(&[Kind::Group, Kind::Id]),
            Kind::PortalLink => vec![word(node, Kind::LinkSector), word(node, Kind::LinkPortal)],
            Kind::Texture | Kind::Detail0 | Kind::Detail1 => {
                let mut slots = padded(numbers(node), 6);
                slots.push(word(node, Kind::Alias));
                slots
            }
            _ => padded(numbers(node), field.slots.len()),
        };
        Self { node: Some(node), slots }
    }

    /// Whether nothing of the field is written.
    pub fn is_missing(&self) -> bool {
        self.node.is_none() && self.slots.iter().all(Option::is_none)
    }
}

/// The values of a field of the line dialect.
fn of_list(item: Item<'_>, list: Item<'_>, field: &FieldInfo) -> Vec<Option<Span>> {
    let all = padded(numbers(list), 15);
    let word = |kind| item.word(kind).map(crate::view::Word::span);
    match field.kind {
        Kind::Vertices => all[..field.slots.len()].to_vec(),
        Kind::Texture => {
            let mut slots = all[9..15].to_vec();
            slots.push(word(Kind::Alias));
            slots
        }
        Kind::PortalLink => vec![word(Kind::LinkSector), word(Kind::LinkPortal)],
        Kind::Position => all[0..3].to_vec(),
        Kind::Forward => all[3..6].to_vec(),
        Kind::Up => all[6..9].to_vec(),
        _ => vec![None; field.slots.len()],
    }
}

fn numbers(item: Item<'_>) -> Vec<Span> {
    item.numbers().map(|(span, _)| span).collect()
}

fn padded(found: Vec<Span>, len: usize) -> Vec<Option<Span>> {
    let mut slots: Vec<Option<Span>> = found.into_iter().map(Some).collect();
    slots.resize(len, None);
    slots
}

/// The first word of an item or field: its tag.
pub(super) fn tag(item: Item<'_>) -> Span {
    let bytes = item.document.source().bytes();
    Lexer::new(bytes, item.span().start()).next_significant().span()
}
