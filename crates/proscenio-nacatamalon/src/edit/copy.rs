//! Copying a box with all that is in it.

use std::borrow::Cow;

use proscenio_source::{Edit, Source, apply, free_name};
use rustc_hash::{FxHashMap, FxHashSet};

use super::find::{self, Boxes};
use super::ids::Ids;
use super::layout::{Layout, quoted};
use super::{EditRefusal, Edits, Options, node};
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
    let siblings: FxHashSet<Cow<'_, str>> = boxes
        .parent(at)
        .map(|parent| boxes.children(parent).map(|child| boxes.name(child)).collect())
        .unwrap_or_default();
    let name = name.map_or_else(|| free_name(&boxes.name(at), |name| siblings.contains(name)), str::to_owned);
    let ids = NewIds::new(document, &boxes, at, options);
    let made = ids.boxes.first().cloned().flatten();
    let layout = Layout::new(document);
    let edit =
        layout.insert_moved(list, boxes.index(at) + 1, boxes.value(at), |text| change(&text, &ids, &name))?;
    Ok(Edits { edits: vec![edit], findings: Vec::new(), made })
}

/// The ids of a copy, in the order of what is copied. Where something has no id, or keeps it, there is none.
struct NewIds {
    boxes: Vec<Option<String>>,
    components: Vec<Vec<Option<String>>>,
    /// Of the first box of each old id: what masks in the copy mean by it.
    by: FxHashMap<String, String>,
}

impl NewIds {
    fn new(document: &Document, boxes: &Boxes<'_>, at: usize, options: &Options) -> Self {
        let mut ids = Ids::new(document, boxes, options.seed);
        let copied = boxes.below(at);
        let mut new = Self { boxes: Vec::new(), components: Vec::new(), by: FxHashMap::default() };
        for at in copied.clone() {
            let id = find::id(boxes.value(at)).map(|old| (ids.copy_of(&old), old));
            new.boxes.push(id.as_ref().map(|(id, _)| id.clone()));
            if let Some((id, old)) = id {
                new.by.entry(old.into_owned()).or_insert(id);
            }
        }
        let outside: FxHashSet<Cow<'_, str>> =
            (0..copied.start).chain(copied.end..boxes.len()).flat_map(|at| joined(boxes, at)).collect();
        // Masks and filters of one id in the copy stay joined among themselves.
        let mut own: FxHashMap<Cow<'_, str>, String> = FxHashMap::default();
        for (at, id) in copied.zip(&new.boxes) {
            let part = |component: Value<'_>| {
                let old = find::id(component)?;
                if is_joined(component) {
                    let joins = !outside.contains(&old);
                    return joins.then(|| {
                        own.entry(old.clone().into_owned().into())
                            .or_insert_with(|| ids.copy_of(&old))
                            .clone()
                    });
                }
                // The engine makes the id of a store from its box's.
                let box_id = find::id(boxes.value(at));
                let rest = box_id.and_then(|box_id| old.strip_prefix(&*box_id).map(str::to_owned));
                match (rest.filter(|rest| rest.starts_with(":store:")), id) {
                    (Some(rest), Some(id)) => Some(format!("{id}{rest}")),
                    _ => Some(ids.copy_of(&old)),
                }
            };
            new.components.push(boxes.components(at).map(part).collect());
        }
        new
    }
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
    let mut swap = |value: Option<Value<'_>>, new: Option<&String>| {
        if let (Some(value), Some(new)) = (value, new) {
            edits.push(Edit::replace(value.span(), quoted(new)));
        }
    };
    for at in 0..boxes.len() {
        swap(boxes.value(at).get("id"), ids.boxes.get(at).and_then(Option::as_ref));
        for (part, component) in boxes.components(at).enumerate() {
            let new = ids.components.get(at).and_then(|list| list.get(part)?.as_ref());
            swap(component.get("id"), new);
            let by = component.get("by").filter(|_| is_joined(component));
            swap(by, by.and_then(Value::as_str).and_then(|old| ids.by.get(&*old)));
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
