//! Keeping off what is damaged: bytes whose meaning is not certain are not edited.

use proscenio_source::{Finding, Severity, Span};

use super::{DAMAGED, EditRefusal};
use crate::document::Document;

/// Refuses to rearrange a file whose shape is damaged anywhere.
pub(super) fn whole(document: &Document) -> Result<(), EditRefusal> {
    match damage(document).next() {
        Some(finding) => Err(EditRefusal::damaged(DAMAGED, finding)),
        None => Ok(()),
    }
}

/// Refuses to change a piece of the file in which something is damaged.
pub(super) fn within(document: &Document, span: Span) -> Result<(), EditRefusal> {
    let touches = |finding: &&Finding| {
        finding.span.is_some_and(|damage| damage.start() <= span.end() && span.start() <= damage.end())
    };
    match damage(document).find(touches) {
        Some(finding) => Err(EditRefusal::damaged(DAMAGED, finding)),
        None => Ok(()),
    }
}

fn damage(document: &Document) -> impl Iterator<Item = &Finding> {
    document.findings().iter().filter(|finding| finding.severity == Severity::Error)
}
