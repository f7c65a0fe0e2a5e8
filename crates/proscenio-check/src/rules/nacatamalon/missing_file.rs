//! Files that the scene names and that are not there.

use proscenio_nacatamalon::files::codes::MISSING_FILE;
use proscenio_source::Finding;

use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MISSING_FILE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(files) = subject.files() else { return };
    // What the files name in turn is told when they are checked themselves.
    let own = files
        .findings
        .iter()
        .filter(|finding| finding.code == MISSING_FILE.name && *finding.path == **subject.path());
    out.extend(own.cloned());
}
