//! What an edit tells the caller beside doing what was asked: doubts that are no reason to refuse.

use proscenio_source::{Span, did_you_mean};

use super::draft::Draft;
use super::model::Model;
use super::path_text::PathText;
use super::places::Spot;
use super::references::paths_in;
use super::target::Owner;
use super::{DANGLING_PATH, TYPE_CHANGED, UNIQUE_NAME_TAKEN, UNKNOWN_PROPERTY, UNKNOWN_SIGNAL};
use crate::classes::{Class, ClassTable};
use crate::document::Document;
use crate::section::Section;
use crate::spell::Spelling;
use crate::tree::SectionKind;
use crate::value::{self, Value};
use crate::view::{Node, SubResource};

/// The engine's class that a section makes an object of; nothing where another scene or a class of an
/// extension says what it is.
pub(super) fn class_of(document: &Document, section: Section<'_>) -> Option<Class> {
    let name = match section.kind() {
        SectionKind::Node => Node(section).node_type()?,
        SectionKind::SubResource => SubResource(section).resource_type()?,
        SectionKind::Resource => document.resource_type()?,
        _ => return None,
    };
    named_class(document, &name)
}

/// The engine's class with a name, in the version that the file is of.
pub(super) fn named_class(document: &Document, name: &str) -> Option<Class> {
    ClassTable::of_format(Spelling::of(document)?.format())?.class(name)
}

/// Tells of node paths in a new value that lead nowhere.
pub(super) fn tell_dangling(model: &Model<'_>, draft: &mut Draft<'_>, owner: Owner<'_>, text: &str) {
    let Some(base) = owner.node.and_then(|index| model.places.of_node(index)) else { return };
    for (_, path) in paths_in(text.as_bytes(), false) {
        let way = model.places.walk(&base.into(), &PathText::new(&path), |_, _| {});
        if !path.is_empty() && way.is_some_and(|way| !way.sound) {
            let message = format!("`{path}` leads nowhere from `{}`", model.places.path(base));
            let help = "paths count from the node that has the property: `..` is its parent";
            draft.tell(DANGLING_PATH, owner.section.header_span(), message, help);
        }
    }
}

/// Tells when a node gets a unique name that another has.
pub(super) fn tell_unique_name(
    model: &Model<'_>,
    draft: &mut Draft<'_>,
    owner: Owner<'_>,
    key: &str,
    value: &Value,
) {
    let Some(index) = owner.node.filter(|_| key == "unique_name_in_owner" && *value == Value::Bool(true))
    else {
        return;
    };
    let name = model.node(index).name().unwrap_or_default();
    let other = model.places.unique(&name).filter(|other| model.places.node(*other) != Some(index));
    if let Some(other) = other {
        let message = format!("`%{name}` is the unique name of `{}` already", model.places.path(other));
        draft.tell(UNIQUE_NAME_TAKEN, owner.section.header_span(), message, "rename one of the two");
    }
}

/// Tells when a property is none of the class, or a value is not of its type.
pub(super) fn tell_property(draft: &mut Draft<'_>, section: Section<'_>, key: &str, value: &Value) {
    let Some(class) = class_of(draft.doc, section) else { return };
    let span = section.header_span();
    let scripted = key == "script" || section.property("script").is_some();
    match class.property(key) {
        Some(property) if !has_type(value, property.value_type) => {
            let message = format!("`{key}` of a `{}` is a {}", class.name(), property.value_type);
            draft.tell(TYPE_CHANGED, span, message, "the engine ignores a value of another type");
        }
        // Names with a slash may be made up by the class, and scripts have variables.
        None if !scripted && !key.contains('/') && key != "unique_name_in_owner" => {
            let near = did_you_mean(key, class.properties().map(|property| property.name));
            // Classes make up names too, and extensions add some; so this is said only of a likely slip.
            if let Some(near) = near {
                let message = format!("a `{}` has no property `{key}`", class.name());
                draft.tell(UNKNOWN_PROPERTY, span, message, &near);
            }
        }
        _ => {}
    }
}

/// Tells when a value of another kind takes the place of one, where no class says what it should be.
pub(super) fn tell_type_change(
    draft: &mut Draft<'_>,
    section: Section<'_>,
    key: &str,
    span: Span,
    value: &Value,
) {
    if class_of(draft.doc, section).is_some_and(|class| class.property(key).is_some()) {
        return;
    }
    let old = value::decode(draft.doc.slice(span)).value;
    let kind = |value: &Value| match value {
        Value::Null => None,
        Value::Int(_) | Value::Float(_) | Value::Bool(_) => Some("a number or truth value"),
        Value::String(_) | Value::StringName(_) | Value::NodePath(_) => Some("text"),
        Value::Array(_) | Value::TypedArray(_) => Some("an array"),
        Value::Dictionary(_) | Value::TypedDictionary(_) => Some("a dictionary"),
        Value::Reference(_) | Value::Object(_) => Some("a resource"),
        _ => Some("a value of another type"),
    };
    let same = std::mem::discriminant(&old) == std::mem::discriminant(value) || kind(&old) == kind(value);
    let (Some(was), Some(is), false) = (kind(&old), kind(value), same) else { return };
    let message = format!("this was {was} and is now {is}");
    draft.tell(TYPE_CHANGED, span, message, "the engine ignores a value of the wrong type");
}

/// Whether a property of a type takes a value.
fn has_type(value: &Value, value_type: &str) -> bool {
    match value {
        Value::Null => true,
        Value::Int(_) | Value::Float(_) | Value::Bool(_) => {
            matches!(value_type, "int" | "float" | "real" | "bool" | "Nil")
        }
        Value::String(_) | Value::StringName(_) | Value::NodePath(_) => {
            matches!(value_type, "String" | "StringName" | "NodePath" | "Nil")
        }
        Value::Reference(_) | Value::Object(_) => matches!(value_type, "Object" | "Nil"),
        Value::Array(_) | Value::TypedArray(_) => value_type == "Nil" || value_type.ends_with("Array"),
        Value::Dictionary(_) | Value::TypedDictionary(_) => matches!(value_type, "Dictionary" | "Nil"),
        other => {
            // The name in front of the bracket is the type's.
            let name = |spelling| other.spelled(spelling).split('(').next().unwrap_or_default().to_owned();
            value_type == "Nil"
                || name(Spelling::GODOT_4) == value_type
                || name(Spelling::Godot3) == value_type
                || matches!(other, Value::Rid(_) | Value::Callable | Value::Signal)
        }
    }
}

/// Tells when a node has no such signal, as far as its class and no script says.
pub(super) fn tell_signal(model: &Model<'_>, draft: &mut Draft<'_>, from: &Spot, signal: &str) {
    let index = model.places.node(from.place).filter(|_| from.rest.is_empty());
    let Some(section) = index.map(|index| model.section(index)) else { return };
    if section.property("script").is_some() {
        return;
    }
    let Some(class) = class_of(model.doc, section).filter(|class| class.signal(signal).is_none()) else {
        return;
    };
    let signals = class.ancestry().flat_map(|class| class.own_signals().iter().map(|own| own.name));
    let help =
        did_you_mean(signal, signals).unwrap_or_else(|| "give it a script that has the signal".to_owned());
    let message = format!("a `{}` has no signal `{signal}`", class.name());
    draft.tell(UNKNOWN_SIGNAL, section.header_span(), message, &help);
}
