//! Every code this crate reports, and the words that go with it.

use std::sync::Arc;

use proscenio_source::{Finding, Severity, Span};

use crate::parser::Trouble;

/// A code, how much it matters, and what it is about in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The stable name, `godot/what`.
    pub name: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it is about, in one line.
    pub summary: &'static str,
}

impl Code {
    const fn new(name: &'static str, severity: Severity, summary: &'static str) -> Self {
        Self { name, severity, summary }
    }

    /// A finding of this code at a place of the file `path`.
    pub(crate) fn finding(&self, path: &Arc<str>, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(self.name, self.severity, path, message).at(span)
    }
}

macro_rules! codes {
    ($($ident:ident = $name:literal, $severity:ident, $summary:literal;)*) => {
        $(
            #[doc = $summary]
            pub const $ident: Code = Code::new(concat!("godot/", $name), Severity::$severity, $summary);
        )*
        /// All codes, in the order of this page.
        pub const ALL: &[Code] = &[$($ident),*];
    };
}

codes! {
    // The text as a whole.
    NOT_UTF8 = "not-utf8", Error, "Bytes that are no UTF-8 text.";
    NUL_BYTE = "nul-byte", Error, "NUL bytes, where the engine stops reading.";
    BYTE_ORDER_MARK = "byte-order-mark", Warning, "A byte order mark in front of the text.";
    CARRIAGE_RETURNS = "carriage-returns", Info, "Lines that end in CR LF.";
    MERGE_MARKER = "merge-marker", Error, "Lines left behind by a merge that was not finished.";
    TOO_MANY_FINDINGS = "too-many-findings", Error, "So much is wrong that the rest is not listed.";
    // Its shape.
    UNCLOSED_STRING = "unclosed-string", Error, "A string without its closing quote.";
    UNCLOSED_BRACKET = "unclosed-bracket", Error, "A value without its closing bracket.";
    UNCLOSED_HEADER = "unclosed-header", Error, "A section header without `]`.";
    TRUNCATED = "truncated", Error, "The file ends in the middle of something.";
    UNEXPECTED_TEXT = "unexpected-text", Error, "Text that is neither a section nor a property.";
    MISSING_VALUE = "missing-value", Error, "A property name and `=` without a value.";
    BLANK_IN_NAME = "blank-in-name", Warning, "A property name with blanks inside.";
    // Its sections.
    MISSING_HEADER = "missing-header", Error, "The first section is neither `[gd_scene]` nor `[gd_resource]`.";
    UNKNOWN_SECTION = "unknown-section", Warning, "A section that the engine does not know.";
    UNKNOWN_FORMAT = "unknown-format", Error, "A `format=` number that is missing or not 1 to 4.";
    OUT_OF_ORDER = "out-of-order", Warning, "A section that stands behind one it should precede.";
    MISSING_ATTRIBUTE = "missing-attribute", Error, "A header without an attribute it needs.";
    LOOSE_PROPERTY = "loose-property", Error, "A property in front of the first section.";
    // Its values.
    BAD_VALUE = "bad-value", Error, "Text that is no value.";
    BAD_ESCAPE = "bad-escape", Warning, "A backslash in a string that starts no known escape.";
    BAD_NUMBER = "bad-number", Error, "Text that is no number.";
    NUMBER_OUT_OF_RANGE = "number-out-of-range", Warning, "A whole number too large for its type.";
    WRONG_ARITY = "wrong-arity", Error, "A constructor with too few or too many arguments.";
    WRONG_ARGUMENT = "wrong-argument", Error, "A constructor with an argument of another type.";
    UNKNOWN_CONSTRUCTOR = "unknown-constructor", Error, "A constructor that no engine version has.";
    MISMATCHED_BRACKET = "mismatched-bracket", Error, "A bracket closed by one of another kind.";
    TOO_DEEP = "too-deep", Error, "Values nested deeper than the engine reads.";
    BAD_BASE64 = "bad-base64", Error, "Packed bytes that are no base64 text.";
    // Formatting.
    COMMENT = "comment", Info, "Comments, which the engine drops when it saves.";
    NOT_FORMATTED = "not-formatted", Info, "A file that formatting leaves as it is.";
    // References and the tree.
    DUPLICATE_ID = "duplicate-id", Error, "Two resources with the same id.";
    UNKNOWN_ID = "unknown-id", Error, "A reference to a resource that the file does not have.";
    USED_BEFORE = "used-before", Error, "A sub-resource used in front of its own section.";
    SECOND_ROOT = "second-root", Error, "A second node without a parent.";
    ROOT_WITH_PARENT = "root-with-parent", Error, "The first node of a scene has a parent.";
    MISSING_PARENT = "missing-parent", Error, "A node whose parent is not in the file.";
    DUPLICATE_SIBLING = "duplicate-sibling", Error, "Two children of one node with the same name.";
    DUPLICATE_PROPERTY = "duplicate-property", Warning, "One property set twice in one section.";
    MISSING_NODE = "missing-node", Warning, "A connection or editable path to a node that is not in the file.";
}

/// Findings kept of one pass over one file; a file with more is not a scene.
pub(crate) const LIMIT: usize = 1000;

/// Cuts a list down to [`LIMIT`], and says so.
pub(crate) fn limit(findings: &mut Vec<Finding>, path: &Arc<str>) {
    if findings.len() > LIMIT {
        findings.truncate(LIMIT);
        findings.push(too_many(path));
    }
}

/// The finding that stands for all that are not listed.
pub(crate) fn too_many(path: &Arc<str>) -> Finding {
    Finding::error(
        TOO_MANY_FINDINGS.name,
        path,
        format!("more than {LIMIT} findings; the rest is not listed"),
    )
    .help("check that this is a Godot scene or resource at all")
}

/// The finding for a trouble of the parser.
pub(crate) fn of_trouble(path: &Arc<str>, trouble: Trouble, span: Span) -> Finding {
    let (code, message, help) = match trouble {
        Trouble::UnclosedString => (
            UNCLOSED_STRING,
            "this string has no closing quote",
            "write `\"` where the text ends; inside the text a quote is written `\\\"`",
        ),
        Trouble::UnclosedBracket => (
            UNCLOSED_BRACKET,
            "this bracket is never closed",
            "write the matching bracket where the value ends",
        ),
        Trouble::UnclosedHeader => (UNCLOSED_HEADER, "this header has no `]`", "write `]` at its end"),
        Trouble::Truncated => (
            TRUNCATED,
            "the file ends before this is closed",
            "the end of the file is missing: take it from a backup or from version control",
        ),
        Trouble::UnexpectedText => (
            UNEXPECTED_TEXT,
            "this text is neither a section nor a property",
            "write `[section …]`, `name = value`, or put `;` in front to make it a comment",
        ),
        Trouble::MissingValue => {
            (MISSING_VALUE, "there is no value behind this name", "write a value behind `=`, or delete both")
        }
        Trouble::NoValue => {
            (BAD_VALUE, "this text starts no value", "text stands in quotes; types are spelled `Name(…)`")
        }
        Trouble::BlankInName => (
            BLANK_IN_NAME,
            "this property name has blanks inside, and the engine reads it without them",
            "put the name in quotes to keep its blanks",
        ),
    };
    code.finding(path, span, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn codes_are_unique_and_of_this_family() {
        for (at, code) in ALL.iter().enumerate() {
            assert!(code.name.starts_with("godot/"), "{}", code.name);
            assert!(code.summary.ends_with('.'), "{}", code.name);
            assert!(ALL[..at].iter().all(|other| other.name != code.name), "{} twice", code.name);
        }
    }
}
