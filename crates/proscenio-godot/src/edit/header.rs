//! Attributes in the headers of sections.

use proscenio_source::{Edit, Span};

use super::text::is_old;
use crate::document::{Document, Kind};
use crate::section::Section;
use crate::spell::{Spelling, attribute_order};

/// The edit that gives an attribute a value: in its place, or where the engine would write it.
pub(super) fn set_attribute(section: Section<'_>, name: &str, value: &str) -> Edit {
    if let Some(entry) = section.attribute(name) {
        return Edit::replace(entry.value_span(), value);
    }
    let spelling = Spelling::of(section.document()).unwrap_or(Spelling::GODOT_4);
    let order = attribute_order(section.kind(), spelling);
    let rank = |name: &str| order.iter().position(|other| *other == name);
    let own = rank(name).unwrap_or(order.len());
    let before = section.attributes().rfind(|entry| rank(&entry.key()).is_some_and(|rank| rank < own));
    let at = before.map_or(section.tag_span().end(), |entry| entry.span().end());
    Edit::insert(at, format!(" {name}={value}"))
}

/// The edit that takes an attribute out, with the blanks in front of it.
pub(super) fn remove_attribute(section: Section<'_>, name: &str) -> Option<Edit> {
    let entry = section.attribute(name)?;
    let bytes = section.document().source().bytes();
    let mut start = entry.span().start();
    while start > 0 && matches!(bytes[start as usize - 1], b' ' | b'\t') {
        start -= 1;
    }
    Some(Edit::delete(Span::new(start, entry.span().end())))
}

/// Keeps `load_steps` true: the number of resources and one more. Godot 4.6 writes it no longer; a file
/// that had no resource says by other marks how old it is.
pub(super) fn load_steps(document: &Document, before: usize, after: usize) -> Option<Edit> {
    let header = document.header()?;
    if header.attribute("load_steps").is_some() {
        if after == 0 {
            return remove_attribute(header, "load_steps");
        }
        return Some(set_attribute(header, "load_steps", &(after + 1).to_string()));
    }
    let has_ids = || document.nodes().any(|node| node.unique_id().is_some());
    let older = is_old(document) || (document.kind() == Kind::Scene && !has_ids());
    (before == 0 && after > 0 && older).then(|| set_attribute(header, "load_steps", &(after + 1).to_string()))
}
