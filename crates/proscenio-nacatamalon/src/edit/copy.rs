//! Copying a box with all that is in it.

use std::borrow::Cow;

use proscenio_source::{Edit, Source, apply};
use rustc_hash::FxHashMap;

use super::find::{self, Boxes};
use super::ids::Ids;
use super::layout::{Layout, quoted};
use super::{EditRefusal, Edits, Options, names, node};
use crate::Document;
use crate::value::Value;

/// Copies a box with all that is in it, behind itself; [`Edits::made`] is the copy's id.
///
/// Boxes and components of the copy have ids of their own: `<id>-` and eight letters. A mask in the copy
/// whose shape is copied too has the copy of the shape; masks and filters that also stand on boxes outside keep
/// the id that joins them. Without a name the copy has the first free one.
///
/// # Errors
/// No such box, several, the root, damage in the box.
pub fn duplicate_node(
    document: &Document,
    node: &str,
    name: Option<&str>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    let boxes = Boxes::new(document);
    let at = boxes.find_box(node)?;
    let list = node::own_list(&boxes, at, "copied")?;
    node::whole(document, boxes.value(at))?;
    let siblings: Vec<Cow<'_, str>> = boxes
        .parent(at)
        .map(|parent| boxes.children(parent).map(|child| boxes.name(child)).collect())
        .unwrap_or_default();
    let name = name.map_or_else(
        || names::free_name(&boxes.name(at), |name| siblings.iter().any(|own| own == name)),
        str::to_owned,
    );
    let ids = new_ids(document, &boxes, at, options);
    let made = find::id(boxes.value(at)).and_then(|id| ids.boxes.get(&*id).cloned());
    let layout = Layout::new(document);
    let edit =
        layout.insert_moved(list, boxes.index(at) + 1, boxes.value(at), |text| change(&text, &ids, &name))?;
    Ok(Edits { edits: vec![edit], findings: Vec::new(), made })
}

/// The ids of a copy, by those of what is copied.
struct NewIds {
    boxes: FxHashMap<String, String>,
    components: FxHashMap<String, String>,
}

fn new_ids(document: &Document, boxes: &Boxes<'_>, at: usize, options: &Options) -> NewIds {
    let mut ids = Ids::new(document, boxes, options.seed);
    let mut new = NewIds { boxes: FxHashMap::default(), components: FxHashMap::default() };
    let copied = boxes.below(at);
    for at in copied.clone() {
        let Some(old) = find::id(boxes.value(at)) else { continue };
        new.boxes.entry(old.clone().into_owned()).or_insert_with(|| ids.copy_of(&old));
    }
    let outside: Vec<Cow<'_, str>> =
        (0..copied.start).chain(copied.end..boxes.len()).flat_map(|at| joined(boxes, at)).collect();
    for at in copied {
        for component in boxes.components(at) {
            let Some(old) = find::id(component) else { continue };
            if is_joined(component) && outside.contains(&old) {
                continue;
            }
            let own = find::id(boxes.value(at));
            let rest = own.as_ref().and_then(|own| old.strip_prefix(&**own));
            // The engine makes the id of a store from its box's.
            let of_box = rest
                .filter(|rest| rest.starts_with(":store:"))
                .and_then(|rest| Some(format!("{}{rest}", new.boxes.get(&**own.as_ref()?)?)));
            new.components
                .entry(old.clone().into_owned())
                .or_insert_with(|| of_box.unwrap_or_else(|| ids.copy_of(&old)));
        }
    }
    new
}

/// The ids of the masks and filters of a box, which may stand on several boxes.
fn joined<'d>(boxes: &Boxes<'d>, at: usize) -> impl Iterator<Item = Cow<'d, str>> {
    boxes.components(at).filter(|component| is_joined(*component)).filter_map(find::id)
}

fn is_joined(component: Value<'_>) -> bool {
    component.get("type").and_then(Value::as_str).is_some_and(|word| word == "mask" || word == "filter")
}

/// The text of a box with other ids and another name.
fn change(text: &[u8], ids: &NewIds, name: &str) -> Vec<u8> {
    const BEFORE: &[u8] = b"{\"root\":";
    let wrapped = [BEFORE, text, b"}"].concat();
    let document = Document::parse(Source::new("copy", wrapped));
    let boxes = Boxes::new(&document);
    let mut edits = Vec::new();
    let mut swap = |value: Option<Value<'_>>, ids: &FxHashMap<String, String>| {
        let new = value.and_then(Value::as_str).and_then(|old| ids.get(&*old));
        if let (Some(value), Some(new)) = (value, new) {
            edits.push(Edit::replace(value.span(), quoted(new)));
        }
    };
    for at in 0..boxes.len() {
        swap(boxes.value(at).get("id"), &ids.boxes);
        for component in boxes.components(at) {
            swap(component.get("id"), &ids.components);
            swap(component.get("by").filter(|_| is_joined(component)), &ids.boxes);
        }
    }
    let own = boxes.value(0);
    match own.get("name") {
        Some(old) => edits.push(Edit::replace(old.span(), quoted(name))),
        None if own.is_object() => {
            let member = Layout::new(&document).named(own, name);
            edits.extend(member);
        }
        None => {}
    }
    let bytes = document.source().bytes();
    let changed = apply(bytes, &edits).unwrap_or_else(|_| bytes.to_vec());
    changed[BEFORE.len()..changed.len() - 1].to_vec()
}
