//! Script classes that no script of the project declares.

use proscenio_source::Finding;

use crate::godot::suggest;
use crate::nearest::did_you_mean;
use crate::{Rule, Subject, UNKNOWN_SCRIPT_CLASS};

pub(super) const RULE: Rule = Rule { code: &UNKNOWN_SCRIPT_CLASS, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(around) = view.around() else { return };
    let entry = view.document().header().and_then(|header| header.attribute("script_class"));
    let Some((entry, name)) = entry.and_then(|entry| Some((entry, entry.text()?))) else { return };
    let names = around.godot().names();
    if names.foreign || names.classes.contains_key(&*name) {
        return;
    }
    let message = format!("no script of the project has `class_name {name}`");
    let near = did_you_mean(&name, names.classes.keys().map(String::as_str));
    let finding = UNKNOWN_SCRIPT_CLASS.finding(subject.path(), message).at(entry.value_span());
    out.push(suggest(finding, near));
}
