//! Arrays and dictionaries of a type that is not there.

use memchr::memmem;
use proscenio_godot::classes::ClassTable;
use proscenio_godot::value::{ElementType, PLAIN_TYPES, Reference};
use proscenio_godot::{Entry, Value};
use proscenio_source::Finding;
use proscenio_vfs::path;

use crate::godot::{GodotView, suggest};
use crate::nearest::did_you_mean;
use crate::{Rule, Subject, UNKNOWN_ELEMENT};

pub(super) const RULE: Rule = Rule { code: &UNKNOWN_ELEMENT, check };

/// What stands for a value of any type.
const ANY: &str = "Variant";

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    if view.is_newer() {
        return;
    }
    let typed =
        |text: &[u8]| [&b"Array["[..], b"Dictionary["].iter().any(|it| memmem::find(text, it).is_some());
    // Most files have none, and this finds out at once.
    if !typed(view.document().source().bytes()) {
        return;
    }
    for entry in view.document().sections().flat_map(|section| section.properties()) {
        if memchr::memchr(b'[', entry.raw()).is_none() || !typed(entry.raw()) {
            continue;
        }
        let mut types = Vec::new();
        collect(&entry.value(), &mut types);
        for element in types {
            if let Some((message, near)) = unknown(view, &element) {
                let finding = UNKNOWN_ELEMENT.finding(subject.path(), message).at(entry.value_span());
                out.push(suggest(finding.about(entry.key()), near));
            }
        }
    }
}

/// The types of all collections in a value, each once.
fn collect(value: &Value, types: &mut Vec<ElementType>) {
    let mut note = |element: &ElementType| {
        if !types.contains(element) {
            types.push(element.clone());
        }
    };
    match value {
        Value::TypedArray(array) => note(&array.element),
        Value::TypedDictionary(dictionary) => {
            note(&dictionary.key);
            note(&dictionary.value);
        }
        _ => {}
    }
    value.as_array().unwrap_or_default().iter().for_each(|item| collect(item, types));
    for (key, value) in value.as_dictionary().unwrap_or_default() {
        collect(key, types);
        collect(value, types);
    }
}

fn unknown(view: &GodotView<'_>, element: &ElementType) -> Option<(String, Option<String>)> {
    match element {
        ElementType::Named(name) => {
            let known =
                name == ANY || PLAIN_TYPES.contains(&name.as_str()) || view.classes().class(name).is_some();
            let of_project =
                || view.around().is_none_or(|around| around.godot().names().classes.contains_key(name));
            if known || view.has_foreign_classes() || of_project() {
                return None;
            }
            let classes = ClassTable::godot_4().classes().map(|class| class.name());
            let near = did_you_mean(name, classes.chain(PLAIN_TYPES).chain([ANY]));
            Some((format!("there is no type `{name}`"), near))
        }
        ElementType::Script(reference) => {
            // That the file is not there is told where it is named.
            let Reference::Ext(_) = reference else { return None };
            let section = view.file().section_of(reference)?;
            let class = section.attribute("type").and_then(Entry::text).unwrap_or_default();
            let place = section.attribute("path").and_then(Entry::text)?;
            let script =
                class.ends_with("Script") || ["gd", "cs"].contains(&path::extension(&place).as_str());
            (!script).then(|| (format!("`{place}` is no script, so it is no type"), None))
        }
    }
}
