//! Items of arrays and keys of dictionaries: putting them in and taking them out.

use proscenio_source::Span;

use super::draft::Draft;
use super::get::Located;
use super::member::{Gap, Item, List, Shape, shape};
use super::text;
use super::{EditRefusal, NO_SUCH_MEMBER};
use crate::document::Document;
use crate::section::Entry;

/// Adds an entry to a dictionary or an item to an array.
pub(super) fn insert_item(draft: &mut Draft<'_>, gap: &Gap, name: &str, text: &str) {
    let newline = draft.layout.newline;
    let list = &gap.list;
    let item =
        if gap.dictionary { format!("{}: {text}", key_text(draft.doc, gap, name)) } else { text.into() };
    let Some(last) = list.items.last() else {
        let inside = if gap.dictionary { format!("{newline}{item}{newline}") } else { item };
        draft.replace(Span::new(list.open, list.close), inside);
        return;
    };
    let first_line = list.items.first().map_or(list.open, |item| item.span().start());
    let by_line = draft.doc.slice(Span::new(list.open, first_line)).contains(&b'\n');
    let comma = if by_line { format!(",{newline}") } else { ", ".to_owned() };
    draft.insert(last.span().end(), format!("{comma}{item}"));
}

/// A new key, spelled as those that are there.
fn key_text(document: &Document, gap: &Gap, name: &str) -> String {
    let first = gap.list.items.first().and_then(|item| item.key).map(|key| document.slice(key));
    let is_number = |raw: &[u8]| raw.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    match first {
        Some(raw) if is_number(raw) && name.parse::<i64>().is_ok() => name.to_owned(),
        Some([b'&', ..]) => format!("&{}", text::quoted(name, text::Escapes::Least)),
        _ => text::quoted(name, text::Escapes::Least),
    }
}

/// What to delete so that a key of a dictionary is gone whose whole value stands at `span`; nothing when the
/// value at `span` is something else.
pub(super) fn dictionary_item(document: &Document, entry: Entry<'_>, span: Span) -> Option<Span> {
    let mut outer = entry.value_span();
    loop {
        let (is_dictionary, list) = match shape(document.slice(outer))? {
            Shape::Plain => return None,
            Shape::Dictionary(list) => (true, list),
            Shape::Array(list) | Shape::Call(_, list) => (false, list),
        };
        let start = outer.start();
        let at = list.items.iter().position(|item| item.value.shifted(start).contains(span))?;
        let item = list.items[at].value.shifted(start);
        if item == span {
            return is_dictionary.then(|| without_item(&list, at).shifted(start));
        }
        outer = item;
    }
}

/// What to delete so that the item whose value stands at `span` is gone from its list.
pub(super) fn item_span(document: &Document, located: &Located<'_>, span: Span) -> Result<Span, EditRefusal> {
    let refuse = || {
        let message = "only keys of dictionaries and items of arrays can be taken out of a value";
        EditRefusal::new(NO_SUCH_MEMBER, message).at(span)
    };
    let entry = located.section.property(&located.key).ok_or_else(refuse)?;
    let mut outer = entry.value_span();
    loop {
        let raw = document.slice(outer);
        let shape = shape(raw).ok_or_else(refuse)?;
        let (list, removable) = match shape {
            Shape::Plain => return Err(refuse()),
            Shape::Array(list) | Shape::Dictionary(list) => (list, true),
            Shape::Call(name, list) => (list, name.ends_with("Array")),
        };
        let start = outer.start();
        let holds = |item: &Item| item.value.shifted(start).contains(span);
        let at = list.items.iter().position(holds).ok_or_else(refuse)?;
        let item = list.items[at].value.shifted(start);
        if item == span {
            return if removable { Ok(without_item(&list, at).shifted(start)) } else { Err(refuse()) };
        }
        outer = item;
    }
}

/// What to delete so that a list is without one item.
pub(super) fn without_item(list: &List, at: usize) -> Span {
    let own = list.items[at].span();
    match (at.checked_sub(1).map(|before| list.items[before]), list.items.get(at + 1)) {
        (_, Some(next)) => Span::new(own.start(), next.span().start()),
        (Some(previous), None) => Span::new(previous.span().end(), own.end()),
        (None, None) => Span::new(list.open, list.close),
    }
}
