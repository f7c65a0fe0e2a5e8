//! Reading and setting what stands in a field.

use std::ops::Range;

use proscenio_source::{Edit, Span, did_you_mean};

use super::address::{Address, word_of};
use super::field::{self, FieldInfo, Slot, Written};
use super::find::{self, Found};
use super::layout::{Anchor, Layout};
use super::rename::{self, References};
use super::spell::{self, Data};
use super::words::{self, Is};
use super::{
    AMBIGUOUS, BAD_VALUE, DAMAGED, EditRefusal, Edits, NAMES_NOTHING, NEEDED, NO_PLACE, NO_SUCH_FIELD,
};
use crate::document::Document;
use crate::syntax::Kind;
use crate::view::{Item, Word};

/// What an address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Got {
    /// The shortest address of it.
    pub address: String,
    /// The values of a field, each as written; the bytes of an item.
    pub text: String,
    /// The values one by one. Empty for an item.
    pub values: Vec<Value>,
    /// Where it stands in the file; `None` when its values lie apart.
    pub span: Option<Span>,
}

/// One value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// As it is written.
    pub text: String,
    /// Whether the field has a number here; a name may look like one.
    pub is_number: bool,
}

/// What stands in a field, or the text of an item.
///
/// # Errors
/// When the address leads to nothing, to several items, or to a field that is not written.
pub fn get(document: &Document, address: &str) -> Result<Got, EditRefusal> {
    let address = Address::parse(address)?;
    let found = find::find(document, &address)?;
    let item = found.item();
    if address.names.is_empty() && item.kind() != Kind::Rotate && item.kind() != Kind::Translate {
        let text = document.text(item.span()).into_owned();
        return Ok(Got { address: found.address(), text, values: Vec::new(), span: Some(item.span()) });
    }
    let choice = Choice::of(&found, &address)?;
    let mut values = Vec::new();
    for (span, slot) in choice.written.slots[choice.range.clone()].iter().zip(choice.slots()) {
        // An alias that is missing leaves the coordinates.
        let Some(span) = span else { continue };
        let is_number = matches!(slot.is, Is::Number | Is::Whole);
        values.push(Value { text: document.text(*span).into_owned(), is_number });
    }
    if values.is_empty() {
        let message = format!("{} of `{}` is not written", choice.field.name, found.address());
        return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("`proscenio set` writes it"));
    }
    let text = spell::joined(choice.slots(), values.iter().map(|value| value.text.as_bytes()));
    let spans = choice.written.slots[choice.range.clone()].iter().flatten();
    let whole = spans.copied().reduce(Span::cover);
    let address = Address { steps: Vec::new(), names: address.names };
    Ok(Got {
        address: format!("{}{address}", found.address()),
        text: String::from_utf8_lossy(&text).into_owned(),
        values,
        span: whole,
    })
}

/// A field of an item, and which of its values are meant.
struct Choice<'d> {
    field: &'static FieldInfo,
    range: Range<usize>,
    written: Written<'d>,
}

impl<'d> Choice<'d> {
    fn of(found: &Found<'d>, address: &Address) -> Result<Self, EditRefusal> {
        let item = found.item();
        let own = field::fields_of(item.kind());
        let (field, names) = match (own, &address.names[..]) {
            // A command is its own field.
            ([only], names) if only.name.is_empty() => (only, names),
            (_, [name, parts @ ..]) => (field::field_named(item.kind(), name)?, parts),
            (fields, []) => {
                let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let message = format!("`{}` is an item; name a field of it", found.address());
                let refusal = EditRefusal::new(NO_SUCH_FIELD, message);
                return Err(refusal.help(format!("its fields are {}", names.join(", "))));
            }
        };
        if item.all(field.kind).count() > 1 && matches!(field.kind, Kind::Rotate | Kind::Translate) {
            let message = format!("`{}` has several commands of this kind", found.address());
            let help = format!("write `{}/{}[0]`", found.address(), word_of(field.kind));
            return Err(EditRefusal::new(AMBIGUOUS, message).help(help));
        }
        let range = field::part(field, names)?;
        Ok(Self { field, range, written: Written::of(item, field) })
    }

    fn slots(&self) -> &'static [Slot] {
        &self.field.slots[self.range.clone()]
    }

    fn is_whole(&self) -> bool {
        self.range.len() == self.field.slots.len()
    }
}

/// Sets a field, a part of it, or one value. A field that is not written is added where it belongs.
///
/// The name of an item is changed as by [`super::rename`]: what names it follows.
///
/// # Errors
/// When the address leads to nothing or to several items, the value does not fit, or the file cannot hold it.
pub fn set(document: &Document, address: &str, value: &str) -> Result<Edits, EditRefusal> {
    let address = Address::parse(address)?;
    let found = find::find(document, &address)?;
    let item = found.item();
    let mut choice = Choice::of(&found, &address)?;
    let given = words::split(value);
    // Coordinates alone leave the alias as it is.
    let is_layer = choice.field.slots.last().is_some_and(|slot| slot.name == "ALIAS");
    if is_layer && choice.is_whole() && given.len() + 1 == choice.range.len() {
        choice.range.end -= 1;
    }
    if given.len() != choice.range.len() {
        return Err(wrong_count(&choice, given.len()));
    }
    if renames(item.kind(), choice.field.kind) {
        return rename::rename_found(document, &found, given[0]);
    }
    let slots = choice.slots();
    let new: Vec<Vec<u8>> = given
        .iter()
        .zip(slots)
        .map(|(word, slot)| words::checked(document, word, slot.is))
        .collect::<Result<_, _>>()?;
    let mut edits = Edits::from(put(document, &found, &choice, &new)?);
    dangling(document, item, &choice, &given, &mut edits);
    Ok(edits)
}

/// Whether a field is the name by which other places know an item.
fn renames(item: Kind, field: Kind) -> bool {
    match item {
        Kind::Entry => field == Kind::Alias,
        Kind::FrameBone => false,
        _ => field == Kind::Id,
    }
}

fn wrong_count(choice: &Choice<'_>, given: usize) -> EditRefusal {
    let slots = choice.slots();
    let numbers = slots.iter().filter(|slot| matches!(slot.is, Is::Number | Is::Whole)).count();
    let words = slots.len() - numbers;
    let counted = |count: usize, what: &str| match count {
        0 => String::new(),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let wanted: Vec<String> = [counted(numbers, "number"), counted(words, "word")]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    let name = if choice.field.name.is_empty() { "the command" } else { choice.field.name };
    let message = format!("{name} takes {} here, {given} are given", wanted.join(" and "));
    EditRefusal::new(BAD_VALUE, message).help("blanks or commas stand between; a comma is no decimal point")
}

/// Writes values where they stand, or adds what is not there.
fn put(
    document: &Document,
    found: &Found<'_>,
    choice: &Choice<'_>,
    new: &[Vec<u8>],
) -> Result<Vec<Edit>, EditRefusal> {
    let bytes = document.source().bytes();
    let old = &choice.written.slots[choice.range.clone()];
    if old.iter().all(Option::is_some) {
        let changed = old.iter().flatten().zip(new).filter(|(span, word)| span.slice(bytes) != &word[..]);
        return Ok(changed.map(|(span, word)| Edit::replace(*span, word.clone())).collect());
    }
    let item = found.item();
    if choice.field.is_word() {
        return add_word(document, item, choice.field, &new[0]);
    }
    // The alias of coordinates that have none.
    if let (1, Some(number)) = (choice.range.len(), choice.range.start.checked_sub(1))
        && choice.slots()[0].name == "ALIAS"
        && let Some(number) = choice.written.slots[number]
    {
        return Ok(vec![Edit::insert(number.end(), [b", ", &new[0][..]].concat())]);
    }
    if !choice.is_whole() {
        let message = format!("{} of `{}` is not complete", choice.field.name, found.address());
        return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("set the whole field"));
    }
    if item.field(Kind::List).is_some() || item.kind() == Kind::GroupBone {
        if choice.written.is_missing() {
            let message = format!("the line dialect has no place for {}", choice.field.name);
            return Err(
                EditRefusal::new(NO_PLACE, message).help("`proscenio fmt --dialect block` converts the file")
            );
        }
        let message = "the list of values is not complete".to_owned();
        return Err(EditRefusal::new(DAMAGED, message)
            .at(item.span())
            .help("remove the item and add it again"));
    }
    let text = spell::joined(choice.field.slots, new.iter().map(Vec::as_slice));
    match choice.written.node {
        None => Ok(vec![add_field(document, item, choice.field, &text)?]),
        Some(node) => Ok(vec![complete(document, node, &choice.written, text)]),
    }
}

/// Puts all values of a field in the place of those that are there.
fn complete(document: &Document, node: Item<'_>, written: &Written<'_>, text: Vec<u8>) -> Edit {
    let spans = written.slots.iter().flatten().copied();
    if let Some(old) = spans.reduce(Span::cover) {
        return Edit::replace(old, text);
    }
    let layout = Layout::of(document);
    let indent = layout.indent_at(node.span().start());
    let tag = field::tag(node);
    let data = [indent.as_bytes(), layout.unit.as_bytes(), &text, b";"].concat();
    layout.insert(Anchor::Behind(tag.end()), &[data], false, &indent)
}

/// Adds a field to the block of an item, behind those that are written before it.
fn add_field(
    document: &Document,
    item: Item<'_>,
    field: &FieldInfo,
    text: &[u8],
) -> Result<Edit, EditRefusal> {
    let layout = Layout::of(document);
    if !item.node.is_block() {
        let message = format!("the {} has no block", word_of(item.kind()));
        return Err(EditRefusal::new(DAMAGED, message).at(item.span()).help(DAMAGED.help));
    }
    let known = field::fields_of(item.kind());
    let place = |kind: Kind| known.iter().position(|field| field.kind == kind);
    let before = item.children().filter(|child| place(child.kind()) < place(field.kind));
    let before = before.filter(|child| super::layout::is_field(child.kind())).last();
    let indent = layout.indent_at(item.span().start());
    let own = item.children().filter(|child| super::layout::is_field(child.kind()));
    let inner = own.filter_map(|child| layout.line_indent(child.span().start())).next();
    let inner = inner.unwrap_or_else(|| format!("{indent}{}", layout.unit));
    let lines = spell::field_lines(field, text, &inner, &layout.unit);
    let anchor = match before {
        Some(before) => before.span().end(),
        None => layout.brace(item)?,
    };
    let is_first = before.is_none() && item.children().all(|child| !super::layout::is_field(child.kind()));
    let follow = if is_first { &indent } else { &inner };
    Ok(layout.insert(Anchor::Behind(anchor), &lines, false, follow))
}

/// Adds a word to the header of an item, behind the words before it.
pub(super) fn add_word(
    document: &Document,
    item: Item<'_>,
    field: &FieldInfo,
    word: &[u8],
) -> Result<Vec<Edit>, EditRefusal> {
    let layout = Layout::of(document);
    let known = field::fields_of(item.kind());
    let own = known.iter().position(|other| other.kind == field.kind).unwrap_or_default();
    let before = known[..own]
        .iter()
        .filter(|other| other.is_word())
        .filter_map(|other| item.word(other.kind))
        .next_back();
    let data = Data::like(document, item.kind());
    let in_list = item.field(Kind::List).is_some();
    let text: Vec<u8> = match before {
        Some(_) if in_list => [b", ", word].concat(),
        None if in_list || (item.kind() == Kind::Sector && data.is_line) => {
            let indent = layout.indent_at(item.span().start());
            let inner = if in_list { &*layout.unit } else { "" };
            [layout.newline.as_bytes(), indent.as_bytes(), inner.as_bytes(), word].concat()
        }
        _ => [b" ", word].concat(),
    };
    let at = before.map_or_else(|| field::tag(item).end(), |word| word.span().end());
    Ok(vec![Edit::insert(at, text)])
}

/// Tells of values that name nothing in the file.
fn dangling(document: &Document, item: Item<'_>, choice: &Choice<'_>, given: &[&str], edits: &mut Edits) {
    let names_bones = matches!(choice.field.kind, Kind::Parent | Kind::BoneLink)
        || (item.kind() == Kind::FrameBone && choice.field.kind == Kind::Id);
    let names_doors = choice.field.kind == Kind::PortalLink;
    if !names_bones && !names_doors {
        return;
    }
    let references = References::of(document);
    let source = document.source();
    let mut tell = |message: String, help: Option<String>| {
        let mut finding = NAMES_NOTHING.finding(source.path(), message).at(item.span());
        finding.help = help.or(finding.help);
        edits.findings.push(finding);
    };
    if names_bones {
        for name in given {
            if !references.has_bone(name) {
                let near = did_you_mean(name, references.bone_names());
                tell(format!("there is no bone `{name}`"), near);
            }
        }
        return;
    }
    let old = |at: usize| choice.written.slots[at].map(|span| document.text(span).into_owned());
    let word = |at: usize| {
        let given = at.checked_sub(choice.range.start).and_then(|at| given.get(at));
        given.map(|word| (*word).to_owned()).or_else(|| old(at)).unwrap_or_default()
    };
    let (sector, portal) = (word(0), word(1));
    let Some(target) = document.sectors().find(|own| own.id().is_some_and(|id| id.text() == *sector)) else {
        let names: Vec<_> = document.sectors().filter_map(|own| own.id()).map(Word::text).collect();
        return tell(format!("there is no sector `{sector}`"), did_you_mean(&sector, names));
    };
    let ids = || target.portals().filter_map(|own| own.id()).map(Word::text);
    if !ids().any(|id| id == *portal) {
        let message = format!("sector `{sector}` has no portal `{portal}`");
        tell(message, did_you_mean(&portal, ids()));
    }
}

/// Takes out a field that an item can be without.
///
/// # Errors
/// When the address leads to nothing, to several items, or to something that the item needs.
pub fn unset(document: &Document, address: &str) -> Result<Edits, EditRefusal> {
    let parsed = Address::parse(address)?;
    let found = find::find(document, &parsed)?;
    let item = found.item();
    if parsed.names.is_empty() {
        let message = format!("`{address}` is an item, not a field");
        return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("`proscenio remove-node` takes out items"));
    }
    let choice = Choice::of(&found, &parsed)?;
    if choice.written.is_missing() {
        let message = format!("{} of `{}` is not written", choice.field.name, found.address());
        return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("nothing is to be done"));
    }
    if !choice.field.optional || !choice.is_whole() {
        let what = word_of(item.kind());
        let message = format!("{what} cannot be without `{}`", parsed.names.join(":"));
        return Err(EditRefusal::new(NEEDED, message).help(NEEDED.help));
    }
    let layout = Layout::of(document);
    let edit = match (choice.written.node, choice.written.slots.first().copied().flatten()) {
        (Some(node), _) => layout.remove(node.span()),
        (None, Some(word)) => Edit::delete(Span::new(layout.behind_word_before(word.start()), word.end())),
        (None, None) => return Ok(Edits::default()),
    };
    Ok(vec![edit].into())
}
