//! Properties that neither the class nor the script has.

use proscenio_godot::{Section, SectionKind};
use proscenio_source::{Finding, Severity};

use crate::around::makes_up;
use crate::godot::{GodotView, suggest};
use crate::nearest::did_you_mean;
use crate::{Rule, Subject, UNKNOWN_PROPERTY};

pub(super) const RULE: Rule = Rule { code: &UNKNOWN_PROPERTY, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    for (section, class) in view.holders() {
        for entry in section.properties() {
            let name = entry.key();
            if class.property(&name).is_some() || makes_up(class, &name) || declares(view, section, &name) {
                continue;
            }
            let message = format!("`{}` has no property `{name}`", class.name());
            let near = did_you_mean(&name, class.properties().map(|property| property.name));
            let mut finding = UNKNOWN_PROPERTY.finding(subject.path(), message).at(entry.span());
            if view.is_newer() {
                finding.severity = Severity::Info;
            }
            out.push(suggest(finding.about(name), near));
        }
    }
}

/// Whether a script of what the section is about has the variable, or may have it.
fn declares(view: &GodotView<'_>, section: Section<'_>, name: &str) -> bool {
    let declared = match section.kind() {
        SectionKind::Node => match view.node(section) {
            Some(node) if view.is_closed(node) => view.declared(node),
            _ => return true,
        },
        _ => section
            .property("script")
            .and_then(|script| view.declared_of(view.file(), &script.value()))
            .map(std::sync::Arc::new),
    };
    declared.is_some_and(|declared| declared.has_variable(name))
}
