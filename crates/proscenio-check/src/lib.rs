//! Checks of whole documents, beyond what their readers say, and the repairs that are safe to apply.
//!
//! ```
//! use proscenio_check::{check, fix};
//! use proscenio_project::Document;
//! use proscenio_source::Safety;
//!
//! let text = r#"{"format": "nacatamalon-scene", "version": 1, "name": "A",
//!     "root": {"id": "r", "name": "R", "visible": true, "transform": null}}"#;
//! let document = Document::parse("a.scene", text.into()).unwrap();
//! assert_eq!(check(&document, None)[0].code, "nacatamalon/default-written");
//! let fixed = fix(&document, None, Safety::Safe);
//! assert!(!String::from_utf8(fixed.bytes).unwrap().contains("visible"));
//! ```
//!
//! # Limitations
//!
//! * Godot documents have the checks of their own crate alone; of Espresso3D documents the rules here are those about
//!   other files.
//! * A file that is damaged gets no findings of rules: its damage comes first.

mod codes;
mod fix;
mod nearest;
mod rules;
mod subject;
mod walk;

use proscenio_project::{Document, Project};
use proscenio_source::{CodeInfo, Finding};

pub use codes::*;
pub use fix::{Fixed, fix};
pub use rules::rules;
pub use subject::Subject;

/// One thing that is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The code of its findings.
    pub code: &'static CodeInfo,
    /// Adds what it finds.
    pub check: fn(&Subject<'_>, &mut Vec<Finding>),
}

/// Everything to say about a document: what its reader and its own crate say, and what every rule finds. In
/// file order.
///
/// Without a project the rules that look at other files say nothing.
#[must_use]
pub fn check(document: &Document, project: Option<&Project<'_>>) -> Vec<Finding> {
    let subject = Subject::new(document, project);
    let mut findings = subject.findings();
    for rule in rules() {
        (rule.check)(&subject, &mut findings);
    }
    findings.sort_by_key(|finding| finding.span.map_or(0, |span| span.start()));
    findings
}
