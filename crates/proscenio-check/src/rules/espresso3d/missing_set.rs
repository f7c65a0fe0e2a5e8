//! Texture sets that are not there.

use proscenio_project::espresso3d::MISSING_SET;
use proscenio_source::Finding;

use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MISSING_SET, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(textures) = subject.textures() else { return };
    for set in textures.sets.iter().filter(|set| set.found.is_none()) {
        let message = format!("there is no texture set `{}`", set.reference);
        out.push(MISSING_SET.finding(subject.path(), message).at(set.span));
    }
}
