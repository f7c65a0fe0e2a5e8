//! Classes that the engine does not have.

use proscenio_godot::SectionKind;
use proscenio_source::{Finding, Severity};

use crate::godot::suggest;
use crate::nearest::did_you_mean;
use crate::{Rule, Subject, UNKNOWN_CLASS};

pub(super) const RULE: Rule = Rule { code: &UNKNOWN_CLASS, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let classes = view.classes();
    for section in view.document().sections() {
        use SectionKind::{Node, ResourceFile, SubResource};
        if !matches!(section.kind(), Node | ResourceFile | SubResource) {
            continue;
        }
        let Some(entry) = section.attribute("type") else { continue };
        let Some(name) = entry.text().filter(|name| classes.class(name).is_none()) else { continue };
        // Extensions bring classes along.
        if view.has_foreign_classes() {
            return;
        }
        let message = format!("Godot {} has no class `{name}`", classes.version());
        let mut finding = UNKNOWN_CLASS.finding(subject.path(), message).at(entry.value_span());
        if view.is_newer() {
            finding.severity = Severity::Info;
            finding = finding.help("the project is for a newer engine, which may have it");
        }
        out.push(suggest(finding, did_you_mean(&name, classes.classes().map(|class| class.name()))));
    }
}
