//! What a reader, a check or a conversion has to say about a file.

use std::fmt;
use std::sync::Arc;

use crate::{Edit, Span};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong with the file.
    Info,
    /// Probably not what the author meant; the engine reads it all the same.
    Warning,
    /// Damaged, or not read by the engine.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// Whether a [`Fix`] may be applied without a person looking at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safety {
    /// Keeps the meaning of the file for the engine.
    Safe,
    /// Changes what the engine sees.
    Unsafe,
    /// A suggestion to read, not to apply.
    DisplayOnly,
}

/// A way to repair what a finding reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the repair does, in the imperative.
    pub title: String,
    /// The repair itself; all of it or nothing.
    pub edits: Vec<Edit>,
    /// Whether it may be applied unseen.
    pub safety: Safety,
}

/// Another place that helps to understand a finding, such as the first of two equal ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The file, when it is not the finding's own.
    pub path: Option<Arc<str>>,
    /// The place in that file.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// One thing to say about a file: a stable code, a place, and help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Stable code, `family/what`, for instance `godot/unclosed-string`. Each has a page in the book.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is the matter, in one sentence without a full stop.
    pub message: String,
    /// The file, as [`crate::Source::path`] names it.
    pub path: Arc<str>,
    /// The place in the file; `None` when the finding is about the file as a whole.
    pub span: Option<Span>,
    /// The node, component or property concerned, in the family's own notation.
    pub subject: Option<String>,
    /// What to do next, in one sentence.
    pub help: Option<String>,
    /// Further places.
    pub related: Vec<Related>,
    /// A repair, when one is known.
    pub fix: Option<Fix>,
}

impl Finding {
    /// A finding without a place, help or fix; the `with_…` calls add them.
    #[must_use]
    pub fn new(code: &'static str, severity: Severity, path: &Arc<str>, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            path: Arc::clone(path),
            span: None,
            subject: None,
            help: None,
            related: Vec::new(),
            fix: None,
        }
    }

    /// An [`Severity::Error`].
    #[must_use]
    pub fn error(code: &'static str, path: &Arc<str>, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, path, message)
    }

    /// A [`Severity::Warning`].
    #[must_use]
    pub fn warning(code: &'static str, path: &Arc<str>, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, path, message)
    }

    /// An [`Severity::Info`].
    #[must_use]
    pub fn info(code: &'static str, path: &Arc<str>, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Info, path, message)
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Says where, when that is known.
    #[must_use]
    pub fn at_maybe(mut self, span: Option<Span>) -> Self {
        self.span = span.or(self.span);
        self
    }

    /// Says which node, component or property is concerned.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Says what to do next.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place of the same file.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { path: None, span, message: message.into() });
        self
    }

    /// Adds a repair.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, edits: Vec<Edit>, safety: Safety) -> Self {
        self.fix = Some(Fix { title: title.into(), edits, safety });
        self
    }
}
