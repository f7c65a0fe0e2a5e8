//! Why an edit was not made.

use std::fmt;
use std::sync::Arc;

use crate::{CodeInfo, Finding, Severity, Span};

/// Why an operation was not done. Nothing is changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditRefusal {
    /// What kind of reason.
    pub code: CodeInfo,
    /// In one sentence.
    pub message: String,
    /// What to do instead, when that is known.
    pub help: Option<String>,
    /// The place in the file that is in the way, when there is one.
    pub span: Option<Span>,
}

impl EditRefusal {
    /// A refusal that says why.
    #[must_use]
    pub fn new(code: CodeInfo, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None, span: None }
    }

    /// Because of damage that reading the file found: bytes whose meaning is not certain are not edited.
    #[must_use]
    pub fn damaged(code: CodeInfo, finding: &Finding) -> Self {
        Self {
            code,
            message: format!("the file is damaged: {}", finding.message),
            help: Some("repair it first; `proscenio check` lists what is wrong".to_owned()),
            span: finding.span,
        }
    }

    /// Says what to do instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says what to do instead, where that is known; else leaves what was said.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The refusal as a finding about the file `path`.
    #[must_use]
    pub fn finding(&self, path: &Arc<str>) -> Finding {
        let mut finding = Finding::new(self.code.name, Severity::Error, path, self.message.clone());
        finding.help = self.help.clone();
        finding.span = self.span;
        finding
    }
}

impl fmt::Display for EditRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl std::error::Error for EditRefusal {}
