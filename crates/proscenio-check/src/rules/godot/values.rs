//! Values that the engine misreads, some of them in silence: `0x1F` is 0 for it, and the rest of the section is
//! lost.

use proscenio_godot::findings::BAD_NUMBER;
use proscenio_source::Finding;

use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &BAD_NUMBER, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    out.extend(view.document().check_values());
}
