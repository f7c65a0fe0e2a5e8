//! Files that are not where their path says: the engine does not find them there.

use proscenio_espresso3d::FileKind;
use proscenio_project::espresso3d::{FOUND_BY_NAME, find};
use proscenio_source::Finding;

use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &FOUND_BY_NAME, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(textures) = subject.textures() else { return };
    let mut report = |written: &str, there: &str, span| {
        let message = format!("`{written}` is not there; `{there}` has its name");
        out.push(FOUND_BY_NAME.finding(subject.path(), message).at(span));
    };
    for set in &textures.sets {
        if let Some(found) = set.found.as_ref().filter(|found| found.by_name_only) {
            report(&set.reference, &found.path, set.span);
        }
    }
    let (Some(document), Some(project)) = (subject.espresso3d(), subject.project()) else { return };
    if document.kind() != FileKind::TextureSet {
        return;
    }
    for path in document.entries().filter_map(|entry| entry.path()) {
        let found = find(project, subject.path(), &path.text());
        if let Some(found) = found.filter(|found| found.by_name_only) {
            report(&path.text(), &found.path, path.span());
        }
    }
}
