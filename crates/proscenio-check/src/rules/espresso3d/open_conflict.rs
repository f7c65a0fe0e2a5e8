//! Conflicts that a merge left in comments.

use proscenio_source::Finding;
use proscenio_source::conflict::find_blocks;

use crate::codes::espresso3d::OPEN_CONFLICT;
use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &OPEN_CONFLICT, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(document) = subject.espresso3d() else { return };
    for block in find_blocks(document.source().bytes(), "#") {
        let message = format!("{} {}: {}", block.what, block.name, block.about);
        out.push(OPEN_CONFLICT.finding(subject.path(), message).at(block.span).about(block.name.as_str()));
    }
}
