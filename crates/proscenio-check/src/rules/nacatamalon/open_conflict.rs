//! Conflicts that a merge left in a member of the file.

use proscenio_nacatamalon::CONFLICTS;
use proscenio_source::Finding;

use crate::{OPEN_CONFLICT, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &OPEN_CONFLICT, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    let list = scene.document.root().and_then(|root| root.get(CONFLICTS));
    for entry in list.iter().flat_map(|list| list.elements()) {
        let place = entry.get("place").and_then(|place| place.as_str()).unwrap_or_default();
        let message = format!("both sides of a merge changed `{place}`; ours stands there");
        out.push(OPEN_CONFLICT.finding(subject.path(), message).at(entry.span()).about(&*place));
    }
}
