//! What the file's content asks of its header.

use memchr::memmem;
use rustc_hash::FxHashSet;

use super::sound_value;
use crate::document::Document;
use crate::section::{Entry, Section};
use crate::spell::Spelling;
use crate::tree::SectionKind;
use crate::value::{Id, Reference, Value, decode};
use crate::view::SubResource;

/// The longest byte array that Godot 4.6 writes as numbers in a file of format 3.
const MOST_PLAIN_BYTES: usize = 64;

/// How many resources a file has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    resources: usize,
}

impl Counts {
    pub(super) fn of(document: &Document) -> Self {
        let resource = |section: &Section<'_>| {
            matches!(section.kind(), SectionKind::ExtResource | SectionKind::SubResource)
        };
        Self { resources: document.sections().filter(resource).count() }
    }

    /// The number for `load_steps=`: all resources and the file's own. Godot 4.6 writes none, so a file
    /// without it stays so; Godot 3 leaves it out only where it is 1.
    pub(super) fn load_steps(self, header: Section<'_>, spelling: Spelling) -> Option<usize> {
        let written = spelling == Spelling::Godot3 || header.attribute("load_steps").is_some();
        (written && self.resources > 0).then_some(self.resources + 1)
    }
}

/// Whether Godot 4.6 would give the file the format number 4.
pub(super) fn needs_format_4(document: &Document) -> bool {
    let mut unseen = None;
    document.sections().any(|section| {
        entries_of(section).any(entry_needs_format_4)
            // Rare enough to be looked up last.
            && !is_unseen(section, unseen.get_or_insert_with(|| unseen_images(document)))
    })
}

fn entry_needs_format_4(entry: Entry<'_>) -> bool {
    let raw = entry.raw();
    // Only values that may hold such an array are decoded.
    let may = [b"ByteArray".as_slice(), b"RawArray", b"Vector4Array"];
    may.iter().any(|name| memmem::find(raw, name).is_some()) && value_needs_format_4(&decode(raw).value)
}

fn is_unseen(section: Section<'_>, unseen: &FxHashSet<Id>) -> bool {
    section.kind() == SectionKind::SubResource
        && SubResource(section).id().is_some_and(|id| unseen.contains(&id))
}

/// Images of which only an `ImageTexture` knows. The engine does not look into these when it chooses
/// the format number, because that property is made up while saving.
fn unseen_images(document: &Document) -> FxHashSet<Id> {
    let mut by_texture = FxHashSet::default();
    let mut by_others = FxHashSet::default();
    for section in document.sections() {
        let kind = SubResource(section).resource_type();
        let texture = section.kind() != SectionKind::Node && kind.is_some_and(|kind| kind == "ImageTexture");
        // The resource that the file itself is has its class in the header.
        let main = section.kind() == SectionKind::Resource
            && document.resource_type().is_some_and(|kind| kind == "ImageTexture");
        for entry in entries_of(section) {
            let ids = if (texture || main) && entry.is("image") { &mut by_texture } else { &mut by_others };
            let references = document.references_in(entry).into_iter();
            ids.extend(references.filter_map(|(_, reference)| match reference {
                Reference::Sub(id) => Some(id),
                _ => None,
            }));
        }
    }
    by_texture.retain(|id| !by_others.contains(id));
    by_texture
}

pub(crate) fn value_needs_format_4(value: &Value) -> bool {
    match value {
        Value::PackedByteArray(bytes) => bytes.len() > MOST_PLAIN_BYTES,
        Value::PackedVector4Array(_) => true,
        _ => {
            let items = value.as_array().unwrap_or_default();
            let pairs = value.as_dictionary().unwrap_or_default();
            items.iter().any(value_needs_format_4)
                || pairs.iter().any(|(key, value)| value_needs_format_4(key) || value_needs_format_4(value))
        }
    }
}

/// Whether some value will keep its text.
pub(super) fn has_kept_value(document: &Document) -> bool {
    document.sections().flat_map(entries_of).any(|entry| sound_value(entry).is_err())
}

/// What the engine writes with the spelling of values: properties, and arguments of connections.
fn entries_of(section: Section<'_>) -> impl Iterator<Item = Entry<'_>> {
    section.properties().chain(section.attributes().filter(|entry| entry.is("binds")))
}
