//! Resources inside a file that would better be files of their own.

use proscenio_godot::{Entry, SectionKind};
use proscenio_source::Finding;

use crate::{LARGE_RESOURCE, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &LARGE_RESOURCE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(limit) = view.around().map(crate::Around::embedded_limit) else { return };
    // What is imported is made anew from its source as a whole.
    if view.document().is_exported() {
        return;
    }
    for section in view.document().sections().filter(|it| it.kind() == SectionKind::SubResource) {
        let length = section.span().len();
        if length <= limit {
            continue;
        }
        let class = section.attribute("type").and_then(Entry::text).unwrap_or_default();
        let message = format!("this `{class}` takes {} KiB of the file", length / 1024);
        out.push(LARGE_RESOURCE.finding(subject.path(), message).at(section.header_span()));
    }
}
