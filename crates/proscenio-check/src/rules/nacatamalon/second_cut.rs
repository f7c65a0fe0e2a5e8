//! More masks or filters on a box than the one it can have.

use proscenio_nacatamalon::model::ComponentKind;
use proscenio_source::{CodeInfo, Finding};

use crate::{Rule, SECOND_FILTER, SECOND_MASK, Subject};

pub(super) const MASK: Rule =
    Rule { code: &SECOND_MASK, check: |subject, out| check(subject, ComponentKind::Mask, &SECOND_MASK, out) };
pub(super) const FILTER: Rule = Rule {
    code: &SECOND_FILTER,
    check: |subject, out| check(subject, ComponentKind::Filter, &SECOND_FILTER, out),
};

fn check(subject: &Subject<'_>, kind: ComponentKind, code: &CodeInfo, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    for node in &scene.nodes {
        let mut own = node.components.iter().filter(|component| component.kind == kind);
        let Some(first) = own.next() else { continue };
        for second in own {
            let message = format!("`{}` has a second {}", node.name, kind.as_str());
            let finding = code.finding(subject.path(), message).at(second.site.span);
            out.push(finding.about(node.name.as_str()).related(first.site.span, "the first one"));
        }
    }
}
