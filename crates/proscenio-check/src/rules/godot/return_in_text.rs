//! Line ends of Windows inside of texts.

use proscenio_godot::Value;
use proscenio_source::Finding;

use crate::{RETURN_IN_TEXT, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &RETURN_IN_TEXT, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    for entry in view.document().sections().flat_map(|section| section.properties()) {
        // Written as an escape it is meant.
        if entry.raw().contains(&b'\r') && has_return(&entry.value()) {
            let message = format!("the text of `{}` has line ends of Windows", entry.key());
            out.push(RETURN_IN_TEXT.finding(subject.path(), message).at(entry.value_span()));
        }
    }
}

fn has_return(value: &Value) -> bool {
    match value {
        Value::String(text) | Value::StringName(text) => text.contains("\r\n"),
        value => {
            let entries = value.as_dictionary().unwrap_or_default();
            value.as_array().unwrap_or_default().iter().any(has_return)
                || entries.iter().any(|(key, value)| has_return(key) || has_return(value))
        }
    }
}
