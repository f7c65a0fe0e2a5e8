//! Files for another engine than that of their project.

use proscenio_godot::versions::{Engine, oldest};
use proscenio_source::Finding;

use crate::{NEW_FORMAT, OLD_FORMAT, Rule, Subject};

pub(super) const OLD: Rule = Rule { code: &OLD_FORMAT, check: old };
pub(super) const NEW: Rule = Rule { code: &NEW_FORMAT, check: new };

fn old(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    // Exported scenes are imported, whatever engine they were written for.
    if view.document().is_exported() || view.document().format().is_none_or(|format| format > 2) {
        return;
    }
    let Some(engine) = view.engine().filter(|engine| *engine >= Engine::Godot4(0)) else { return };
    let at = view.document().header().map(|header| header.header_span());
    let message = format!("the file is of Godot 3, the project of Godot {engine}");
    out.push(OLD_FORMAT.finding(subject.path(), message).at_maybe(at));
}

fn new(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(engine) = view.engine() else { return };
    let needed = oldest(view.document());
    if needed.engine <= engine {
        return;
    }
    let at = view.document().header().map(|header| header.header_span());
    let message =
        format!("the project is for Godot {engine}; {} needs Godot {}", needed.because, needed.engine);
    out.push(NEW_FORMAT.finding(subject.path(), message).at_maybe(at));
}
