//! Files of Godot 4 in the notation of Godot 3.

use proscenio_source::{Edit, Span};
use rustc_hash::FxHashMap;

use super::{Changes, Retargeted, again};
use crate::classes::ClassTable;
use crate::document::Document;
use crate::format::{Options, format};
use crate::section::{Entry, Section};
use crate::spell::Spelling;
use crate::tree::SectionKind;
use crate::value::{Id, Reference, Value, decode};

/// Attributes that Godot 3 does not know.
const NEW: [&str; 7] =
    ["uid", "script_class", "unique_id", "parent_id_path", "owner_uid_path", "from_uid_path", "to_uid_path"];
/// Attributes without which the scene is another.
const MISSED: [&str; 2] = ["node_paths", "unbinds"];

pub(super) fn retarget(document: &Document) -> Retargeted {
    let mut changes = Changes::of(document);
    let ids = numbers(document);
    for section in document.sections() {
        header(&mut changes, section, &ids);
        for entry in section.properties() {
            value(&mut changes, entry, &ids);
        }
    }
    let done = changes.done();
    // The edits made the values old; formatting makes the layout old.
    let formatted = format(&again(document, done.text), &Options::default());
    Retargeted { text: formatted.text, findings: done.findings }
}

/// Godot 3 counts the resources of a file.
fn numbers(document: &Document) -> FxHashMap<Id, usize> {
    let externals = document.ext_resources().filter_map(|resource| resource.id());
    let internals = document.sub_resources().filter_map(|resource| resource.id());
    let mut ids = FxHashMap::default();
    for id in externals.chain(internals) {
        let next = ids.len() + 1;
        ids.entry(id).or_insert(next);
    }
    ids
}

fn header(changes: &mut Changes<'_>, section: Section<'_>, ids: &FxHashMap<Id, usize>) {
    let classes = ClassTable::godot_3();
    for entry in section.attributes() {
        let key = entry.key();
        if NEW.contains(&&*key) {
            changes.drop_attribute(section, entry);
        } else if MISSED.contains(&&*key) {
            changes.loss(entry.span(), format!("Godot 3 has no `{key}`; it is left out"));
            changes.drop_attribute(section, entry);
        } else if key == "format" {
            changes.edits.push(Edit::replace(entry.value_span(), "2"));
        } else if key == "id" {
            let id = entry.text().and_then(|id| ids.get(&Id(id.into_owned())));
            changes.edits.extend(id.map(|id| Edit::replace(entry.value_span(), id.to_string())));
        } else if matches!(&*key, "instance" | "binds") {
            value(changes, entry, ids);
        } else if key == "type" && section.kind() != SectionKind::ExtResource {
            let class = entry.text().unwrap_or_default();
            if ClassTable::godot_4().class(&class).is_some() && classes.class(&class).is_none() {
                changes.loss(entry.span(), format!("Godot 3 has no class `{class}`"));
            }
        }
    }
}

fn value(changes: &mut Changes<'_>, entry: Entry<'_>, ids: &FxHashMap<Id, usize>) {
    let decoded = decode(entry.raw());
    if !decoded.problems.is_empty() {
        return changes.loss(entry.span(), "this value is damaged and keeps its spelling");
    }
    let text = old(changes, entry.span(), decoded.value, ids).spelled(Spelling::Godot3);
    if text.as_bytes() != entry.raw() {
        changes.edits.push(Edit::replace(entry.value_span(), text));
    }
}

/// The value in the types of Godot 3.
fn old(changes: &mut Changes<'_>, span: Span, value: Value, ids: &FxHashMap<Id, usize>) -> Value {
    let lossless = match &value {
        Value::StringName(_) | Value::TypedArray(_) => true,
        Value::PackedFloat64Array(numbers) => {
            numbers.iter().all(|number| f64::from(*number as f32) == *number)
        }
        Value::PackedInt64Array(numbers) => numbers.iter().all(|number| i32::try_from(*number).is_ok()),
        _ => false,
    };
    let name = value.spelled(Spelling::GODOT_4);
    let name = name.split(['(', '[']).next().unwrap_or_default().to_owned();
    let mut told = |what: &str| {
        if !lossless {
            changes.loss(span, format!("Godot 3 has no {name}; it is written as {what}"));
        }
    };
    let single = |wholes: &[i32]| wholes.iter().map(|whole| *whole as f32).collect::<Vec<f32>>();
    match value {
        Value::StringName(text) => Value::String(text),
        Value::Vector2i(wholes) => {
            told("Vector2");
            Value::Vector2(wholes.map(|whole| whole as f32))
        }
        Value::Vector3i(wholes) => {
            told("Vector3");
            Value::Vector3(wholes.map(|whole| whole as f32))
        }
        Value::Rect2i(wholes) => {
            told("Rect2");
            Value::Rect2(wholes.map(|whole| whole as f32))
        }
        Value::Vector4(members) => {
            told("Quat");
            Value::Quaternion(members)
        }
        Value::Vector4i(wholes) => {
            told("PoolRealArray");
            Value::PackedFloat32Array(single(&wholes))
        }
        Value::Projection(members) => {
            told("PoolRealArray");
            Value::PackedFloat32Array(members.to_vec())
        }
        Value::PackedInt64Array(numbers) if lossless => {
            Value::PackedInt32Array(numbers.into_iter().map(|number| number as i32).collect())
        }
        Value::PackedInt64Array(numbers) => {
            told("an array");
            Value::Array(numbers.into_iter().map(Value::Int).collect())
        }
        Value::PackedFloat64Array(numbers) if lossless => {
            Value::PackedFloat32Array(numbers.into_iter().map(|number| number as f32).collect())
        }
        Value::PackedFloat64Array(numbers) => {
            told("an array");
            Value::Array(numbers.into_iter().map(Value::Float).collect())
        }
        Value::PackedVector4Array(vectors) => {
            told("an array");
            Value::Array(vectors.into_iter().map(Value::Quaternion).collect())
        }
        Value::Callable | Value::Signal => {
            told("null");
            Value::Null
        }
        Value::Reference(reference) => Value::Reference(Box::new(match *reference {
            Reference::Sub(id) => Reference::Sub(number(id, ids)),
            Reference::Ext(id) => Reference::Ext(number(id, ids)),
            Reference::Path { path, .. } => Reference::Path { path, uid: None },
        })),
        other => nested(changes, span, other, ids),
    }
}

fn nested(changes: &mut Changes<'_>, span: Span, value: Value, ids: &FxHashMap<Id, usize>) -> Value {
    let mut all = |items: Vec<Value>| items.into_iter().map(|item| old(changes, span, item, ids)).collect();
    match value {
        Value::Array(items) => Value::Array(all(items)),
        Value::TypedArray(array) => Value::Array(all(array.items)),
        Value::Dictionary(entries) => {
            let entry = |(key, value)| (old(changes, span, key, ids), old(changes, span, value, ids));
            Value::Dictionary(entries.into_iter().map(entry).collect())
        }
        Value::TypedDictionary(dictionary) => {
            changes.loss(span, "Godot 3 has no typed dictionaries; the types are left out");
            nested(changes, span, Value::Dictionary(dictionary.entries), ids)
        }
        value => value,
    }
}

fn number(id: Id, ids: &FxHashMap<Id, usize>) -> Id {
    ids.get(&id).map_or(id, |number| Id(number.to_string()))
}
