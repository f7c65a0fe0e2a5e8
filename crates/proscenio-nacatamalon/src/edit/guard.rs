//! Keeping off what is damaged: bytes whose meaning is not certain are not edited.

use proscenio_source::{Finding, Severity, Span};

use super::{DAMAGED, EditRefusal};
use crate::document::Document;
use crate::value::Value;

/// Refuses to change the list of members or elements of a container in which something is damaged. Damage
/// inside one of its values is no obstacle: that value keeps its bytes.
pub(super) fn surface(document: &Document, container: Value<'_>) -> Result<(), EditRefusal> {
    let on_surface = |damage: Span| {
        let inside =
            |value: Value<'_>| value.span().start() < damage.start() && damage.end() < value.span().end();
        let mut values = container.elements().chain(container.members().map(|member| member.value));
        !values.any(inside)
    };
    check(document, container.span(), on_surface)
}

/// Refuses to change bytes in which something is damaged.
pub(super) fn within(document: &Document, span: Span) -> Result<(), EditRefusal> {
    check(document, span, |_| true)
}

fn check(document: &Document, span: Span, matters: impl Fn(Span) -> bool) -> Result<(), EditRefusal> {
    let touches = |finding: &&Finding| match finding.span {
        Some(damage) => damage.start() <= span.end() && span.start() <= damage.end() && matters(damage),
        // Damage that is not listed may be anywhere.
        None => true,
    };
    let damage = document.findings().iter().filter(|finding| finding.severity == Severity::Error);
    match { damage }.find(touches) {
        Some(finding) => Err(EditRefusal::damaged(DAMAGED, finding)),
        None => Ok(()),
    }
}
