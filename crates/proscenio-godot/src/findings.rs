//! Every code this crate reports, and the words that go with it.

use std::sync::Arc;

pub use proscenio_source::CodeInfo as Code;
use proscenio_source::{Finding, Span};

use crate::parser::Trouble;

proscenio_source::codes! {
    "godot";
    // The text as a whole.
    NOT_UTF8 = "not-utf8", Error,
        "Bytes that are no UTF-8 text.",
        "save the file as UTF-8";
    NUL_BYTE = "nul-byte", Error,
        "NUL bytes, where the engine stops reading.",
        "delete it; it may be the trace of a write that was cut off";
    BYTE_ORDER_MARK = "byte-order-mark", Warning,
        "A byte order mark in front of the text.",
        "save it as plain UTF-8";
    CARRIAGE_RETURNS = "carriage-returns", Info,
        "Lines that end in CR LF.",
        "set the line ends of scenes to LF in `.gitattributes`";
    MERGE_MARKER = "merge-marker", Error,
        "Lines left behind by a merge that was not finished.",
        "keep one of the two versions and delete the marker lines";
    OPEN_CONFLICT = "open-conflict", Warning,
        "A conflict that a merge left in a comment; the file loads with what stands around it.",
        "run `proscenio mergetool` on the file, or delete the block when what stands is right";
    TOO_MANY_FINDINGS = "too-many-findings", Error,
        "So much is wrong that the rest is not listed.",
        "check that this is a Godot scene or resource at all";
    // Its shape.
    UNCLOSED_STRING = "unclosed-string", Error,
        "A string without its closing quote.",
        "write `\"` where the text ends; inside the text a quote is written `\\\"`";
    UNCLOSED_BRACKET = "unclosed-bracket", Error,
        "A value without its closing bracket.",
        "write the matching bracket where the value ends";
    UNCLOSED_HEADER = "unclosed-header", Error,
        "A section header without `]`.",
        "write `]` at its end";
    TRUNCATED = "truncated", Error,
        "The file ends in the middle of something.",
        "the end of the file is missing: take it from a backup or from version control";
    UNEXPECTED_TEXT = "unexpected-text", Error,
        "Text that is neither a section nor a property.",
        "write `[section …]`, `name = value`, or put `;` in front to make it a comment";
    MISSING_VALUE = "missing-value", Error,
        "A property name and `=` without a value.",
        "write a value behind `=`, or delete both";
    BLANK_IN_NAME = "blank-in-name", Warning,
        "A property name with blanks inside.",
        "put the name in quotes to keep its blanks";
    // Its sections.
    MISSING_HEADER = "missing-header", Error,
        "The first section is neither `[gd_scene]` nor `[gd_resource]`.",
        "write `[gd_scene format=3]` as the first line";
    UNKNOWN_SECTION = "unknown-section", Warning,
        "A section that the engine does not know.",
        "it is kept, but the engine ignores it or stops there";
    UNKNOWN_FORMAT = "unknown-format", Error,
        "A `format=` number that is missing or not 1 to 4.",
        "write format=3 (Godot 4) or format=2 (Godot 3)";
    OUT_OF_ORDER = "out-of-order", Warning,
        "A section that stands behind one it should precede.",
        "the order is: header, ext_resource, sub_resource, node, connection, editable";
    MISSING_ATTRIBUTE = "missing-attribute", Error,
        "A header without an attribute it needs.",
        "write it into the header";
    LOOSE_PROPERTY = "loose-property", Error,
        "A property in front of the first section.",
        "properties stand below the header of their section";
    // Its values.
    BAD_VALUE = "bad-value", Error,
        "Text that is no value.",
        "text stands in quotes; types are spelled `Name(…)`";
    BAD_ESCAPE = "bad-escape", Warning,
        "A backslash in a string that starts no known escape.",
        "write `\\\\` for a backslash";
    BAD_NUMBER = "bad-number", Error,
        "Text that is no number.",
        "write digits, with a point and an exponent where needed";
    NUMBER_OUT_OF_RANGE = "number-out-of-range", Warning,
        "A whole number too large for its type.",
        "write a number that fits";
    WRONG_ARITY = "wrong-arity", Error,
        "A constructor with too few or too many arguments.",
        "see the class reference for the arguments";
    WRONG_ARGUMENT = "wrong-argument", Error,
        "A constructor with an argument of another type.",
        "see the class reference for the arguments";
    UNKNOWN_CONSTRUCTOR = "unknown-constructor", Error,
        "A constructor that no engine version has.",
        "check its spelling; upper and lower case matter";
    MISMATCHED_BRACKET = "mismatched-bracket", Error,
        "A bracket closed by one of another kind.",
        "close each bracket with its own kind";
    TOO_DEEP = "too-deep", Error,
        "Values nested deeper than the engine reads.",
        "move a part of the value into a resource of its own";
    BAD_BASE64 = "bad-base64", Error,
        "Packed bytes that are no base64 text.",
        "write the bytes as numbers, or encode them again";
    // Formatting.
    COMMENT = "comment", Info,
        "Comments, which the engine drops when it saves.",
        "write what must last into the node's `editor_description` or its metadata";
    NOT_FORMATTED = "not-formatted", Info,
        "A file that formatting leaves as it is.",
        "repair what the other findings name, or save the file with the editor";
    // References and the tree.
    DUPLICATE_ID = "duplicate-id", Error,
        "Two resources with the same id.",
        "give it another id, here and where it is used";
    UNKNOWN_ID = "unknown-id", Error,
        "A reference to a resource that the file does not have.",
        "write that section, or name another id";
    USED_BEFORE = "used-before", Error,
        "A sub-resource used in front of its own section.",
        "move its section in front of the first one that uses it";
    SECOND_ROOT = "second-root", Error,
        "A second node without a parent.",
        "write parent=\".\" to make it a child of the root";
    ROOT_WITH_PARENT = "root-with-parent", Error,
        "The first node of a scene has a parent.",
        "delete the `parent` attribute, or write the root in front";
    MISSING_PARENT = "missing-parent", Error,
        "A node whose parent is not in the file.",
        "parents stand in front of their children; the path starts below the root";
    DUPLICATE_SIBLING = "duplicate-sibling", Error,
        "Two children of one node with the same name.",
        "give one of them another name; the engine renames the second when it loads the scene";
    DUPLICATE_PROPERTY = "duplicate-property", Warning,
        "One property set twice in one section.",
        "delete one of the two";
    MISSING_NODE = "missing-node", Warning,
        "A connection or editable path to a node that is not in the file.",
        "name a node by its path from the root, or delete this section";
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
    let (code, message) = match trouble {
        Trouble::UnclosedString => (UNCLOSED_STRING, "this string has no closing quote"),
        Trouble::UnclosedBracket => (UNCLOSED_BRACKET, "this bracket is never closed"),
        Trouble::UnclosedHeader => (UNCLOSED_HEADER, "this header has no `]`"),
        Trouble::Truncated => (TRUNCATED, "the file ends before this is closed"),
        Trouble::UnexpectedText => (UNEXPECTED_TEXT, "this text is neither a section nor a property"),
        Trouble::MissingValue => (MISSING_VALUE, "there is no value behind this name"),
        Trouble::NoValue => (BAD_VALUE, "this text starts no value"),
        Trouble::BlankInName => {
            (BLANK_IN_NAME, "this property name has blanks inside, and the engine reads it without them")
        }
    };
    code.finding(path, message).at(span)
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn codes_are_unique_and_of_this_family() {
        for (at, code) in CODES.iter().enumerate() {
            assert!(code.name.starts_with("godot/"), "{}", code.name);
            assert!(code.summary.ends_with('.') && !code.help.ends_with('.'), "{}", code.name);
            assert!(CODES[..at].iter().all(|other| other.name != code.name), "{} twice", code.name);
        }
    }
}
