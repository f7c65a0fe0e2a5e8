//! What a finding code means, for the book and for `explain`.

use std::sync::Arc;

use crate::{Finding, Severity};

/// One finding code. Every crate that reports findings lists its own in a table: see [`codes!`](crate::codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// Stable name, `family/what`.
    pub name: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it means, one sentence.
    pub summary: &'static str,
    /// What to do, one sentence.
    pub help: &'static str,
}

impl CodeInfo {
    /// A finding of this code with the table's help, about a file as a whole until [`Finding::at`] says more.
    #[must_use]
    pub fn finding(&self, path: &Arc<str>, message: impl Into<String>) -> Finding {
        Finding::new(self.name, self.severity, path, message).help(self.help)
    }
}

/// Declares a table of finding codes: a constant each, and `CODES` with all of them in order.
///
/// ```
/// mod codes {
///     proscenio_source::codes! {
///         "sheet";
///         EMPTY = "empty", Error, "The file holds nothing.", "restore it from a copy";
///     }
/// }
/// assert_eq!(codes::EMPTY.name, "sheet/empty");
/// assert_eq!(codes::CODES.len(), 1);
/// ```
#[macro_export]
macro_rules! codes {
    ($family:literal; $($code:ident = $name:literal, $severity:ident, $summary:literal, $help:literal;)*) => {
        $(
            #[doc = $summary]
            pub const $code: $crate::CodeInfo = $crate::CodeInfo {
                name: concat!($family, "/", $name),
                severity: $crate::Severity::$severity,
                summary: $summary,
                help: $help,
            };
        )*
        /// Every code of this table, in order.
        pub const CODES: &[$crate::CodeInfo] = &[$($code),*];
    };
}
