//! Resources of a Godot file that are there twice.

use proscenio_godot::value::{Id, Reference};
use proscenio_godot::{Document, Section, edit};
use proscenio_source::{Edit, EditRefusal, Span};
use rustc_hash::FxHashMap;

/// The document with one of each set of equal `[sub_resource]`s, and how many went. Equal are those of one class with
/// the same properties, letter for letter, once what they name is one; those that are local to each instance stay.
///
/// What uses them shares one resource afterwards, so that a script which changes one changes all.
///
/// # Errors
/// When the file is damaged.
pub fn dedup(document: &Document) -> Result<(Document, usize), EditRefusal> {
    let mut now = document.clone();
    let mut gone = 0;
    // Resources that name equal ones become equal themselves.
    loop {
        let twins = twins(&now);
        if twins.is_empty() {
            return Ok((now, gone));
        }
        let mut edits = Vec::new();
        for section in now.sections() {
            for entry in section.attributes().chain(section.properties()) {
                for (span, reference) in now.references_in(entry) {
                    let Reference::Sub(id) = reference else { continue };
                    if let Some(first) = twins.get(&id) {
                        edits.extend(respelled(&now, span, &id, first));
                    }
                }
            }
        }
        let bytes = proscenio_source::apply(now.source().bytes(), &edits)
            .unwrap_or_else(|_| now.source().bytes().to_vec());
        now =
            Document::parse(proscenio_source::Source::new(std::sync::Arc::clone(now.source().path()), bytes));
        let ids: Vec<String> = twins.keys().map(|id| format!("sub:{}", id.0)).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let options = edit::Options { keep_unused: true, ..edit::Options::default() };
        let next = edit::remove_resources(&now, &ids, edit::Users::Refuse, &options)?.apply(&now);
        gone += now.sub_resources().count() - next.sub_resources().count();
        now = next;
    }
}

/// Ids of resources with the id of an equal one in front of them.
fn twins(document: &Document) -> FxHashMap<Id, Id> {
    let mut first: FxHashMap<(Vec<u8>, Vec<u8>), Id> = FxHashMap::default();
    let mut twins = FxHashMap::default();
    for resource in document.sub_resources() {
        let (Some(id), Some(class)) = (resource.id(), resource.resource_type()) else { continue };
        let local = resource.0.property("resource_local_to_scene").and_then(|entry| entry.value().as_bool());
        if local == Some(true) {
            continue;
        }
        let key = (class.as_bytes().to_vec(), properties(document, resource.0));
        if let Some(other) = first.get(&key) {
            twins.insert(id, other.clone());
        } else {
            first.insert(key, id);
        }
    }
    twins
}

fn properties(document: &Document, section: Section<'_>) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in section.properties() {
        all.extend_from_slice(document.slice(entry.key_span()));
        all.push(b'=');
        all.extend_from_slice(document.slice(entry.value_span()));
        all.push(b'\n');
    }
    all
}

/// `SubResource("b")` with another id, its other bytes as they are.
fn respelled(document: &Document, span: Span, old: &Id, new: &Id) -> Option<Edit> {
    let text = String::from_utf8_lossy(document.slice(span)).into_owned();
    let at = text.rfind(&*old.0)?;
    let start = span.start() + at as u32;
    Some(Edit::replace(Span::new(start, start + old.0.len() as u32), new.0.to_string()))
}

#[cfg(test)]
mod tests {
    use proscenio_godot::Document;
    use proscenio_source::Source;

    use super::dedup;

    #[test]
    fn equal_resources_become_one() {
        let text = "[gd_scene format=3]\n\n[sub_resource type=\"Gradient\" id=\"a\"]\noffsets = PackedFloat32Array(0, 1)\n\n[sub_resource type=\"Gradient\" id=\"b\"]\noffsets = PackedFloat32Array(0, 1)\n\n[sub_resource type=\"GradientTexture1D\" id=\"c\"]\ngradient = SubResource(\"a\")\n\n[sub_resource type=\"GradientTexture1D\" id=\"d\"]\ngradient = SubResource(\"b\")\n\n[sub_resource type=\"Gradient\" id=\"e\"]\nresource_local_to_scene = true\n\n[sub_resource type=\"Gradient\" id=\"f\"]\nresource_local_to_scene = true\n\n[node name=\"A\" type=\"Node\"]\none = SubResource(\"c\")\ntwo = [SubResource(\"d\"), SubResource(\"e\"), SubResource(\"f\")]\n";
        let document = Document::parse(Source::new("a.tscn", text.into()));
        let (after, gone) = dedup(&document).unwrap();
        let after = String::from_utf8(after.to_bytes()).unwrap();
        assert_eq!(gone, 2);
        assert!(
            after.contains("two = [SubResource(\"c\"), SubResource(\"e\"), SubResource(\"f\")]"),
            "{after}"
        );
        assert!(!after.contains("id=\"b\"") && !after.contains("id=\"d\""));
        let again = Document::parse(Source::new("a.tscn", after.clone().into_bytes()));
        let (same, none) = dedup(&again).unwrap();
        assert_eq!((same.to_bytes(), none), (after.into_bytes(), 0));
    }
}
