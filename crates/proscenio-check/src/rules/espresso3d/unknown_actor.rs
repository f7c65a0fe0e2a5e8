//! Placed actors for which there is no file near the map.

use std::collections::HashSet;

use proscenio_project::espresso3d::{ActorFiles, UNKNOWN_ACTOR};
use proscenio_source::Finding;

use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &UNKNOWN_ACTOR, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let (Some(document), Some(project)) = (subject.espresso3d(), subject.project()) else { return };
    let mut files: Option<ActorFiles> = None;
    let mut told = HashSet::new();
    for name in document.sectors().flat_map(|sector| sector.actors()).filter_map(|actor| actor.name()) {
        let files = files.get_or_insert_with(|| ActorFiles::near(project, subject.path(), &[]));
        if files.get(&name.text()).is_none() && told.insert(name.bytes()) {
            let message = format!("there is no `{}.e3a` near the map", name.text());
            out.push(UNKNOWN_ACTOR.finding(subject.path(), message).at(name.span()));
        }
    }
}
