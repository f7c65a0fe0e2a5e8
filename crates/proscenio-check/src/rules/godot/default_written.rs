//! Properties with the value that they have anyway.

use proscenio_godot::format::says_default;
use proscenio_source::{Finding, Safety};

use super::remove_property;
use crate::{Rule, Subject, VALUE_DEFAULT};

pub(super) const RULE: Rule = Rule { code: &VALUE_DEFAULT, check };

/// Defaults are short.
const LONGEST: usize = 200;

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let document = view.document();
    // The table of Godot 3 was recorded without a screen, which some defaults depend on.
    let known = document.format().is_some_and(|format| format >= 3);
    let safety = if known { Safety::Safe } else { Safety::Unsafe };
    for section in document.sections() {
        for entry in section.properties().filter(|entry| entry.raw().len() < LONGEST) {
            if !says_default(document, section, entry) {
                continue;
            }
            let message = format!("`{}` has this value anyway", entry.key());
            let edit = remove_property(document, entry);
            let finding = VALUE_DEFAULT.finding(subject.path(), message).at(entry.span());
            out.push(finding.fix("remove the line", vec![edit], safety));
        }
    }
}
