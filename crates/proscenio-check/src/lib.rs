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
//! * The rules of Godot documents need a project: what a node path or a class means, other files say. Scripts are
//!   read for what they declare, never run; of C# and extensions nothing is known, and nothing is said.
//! * Of Espresso3D documents the rules here are those about other files.
//! * A file that is damaged gets no findings of rules: its damage comes first.

mod around;
pub mod audit;
mod codes;
mod dedup;
mod fix;
mod godot;
mod nearest;
mod rules;
mod selection;
mod subject;
mod walk;

use proscenio_project::{Document, Project};
use proscenio_source::{CodeInfo, Finding};

pub use around::Around;
pub use codes::*;
pub use dedup::dedup;
pub use fix::{Fixed, fix, fix_in, fix_where};
pub use godot::GodotView;
pub use rules::rules;
pub use selection::{PathRule, Selection, fits, settle};
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
    let around = project.map(Around::new);
    check_in(document, around.as_ref())
}

/// [`check`] for one of many files of a project, which then share what is read of it.
#[must_use]
pub fn check_in(document: &Document, around: Option<&Around<'_>>) -> Vec<Finding> {
    let subject = Subject::new(document, around);
    let mut findings = subject.findings();
    for rule in rules() {
        (rule.check)(&subject, &mut findings);
    }
    // The text of a binary file is not its bytes, so that no edit of the text can be made.
    if matches!(document, Document::Godot(document) if document.binary().is_some()) {
        findings.iter_mut().for_each(|finding| finding.fix = None);
    }
    findings.sort_by_key(|finding| finding.span.map_or(0, |span| span.start()));
    findings
}
