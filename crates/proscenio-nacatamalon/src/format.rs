//! Laying a JSON file out as the engine lays out its own: `fmt`.
//!
//! Every member keeps its place and every key, text and number its spelling; only blanks change. On request a
//! scene is written anew instead, defaults left out and members in the order of the format.

use proscenio_source::{Finding, Source};

use crate::edit::{Style, lay_out};
use crate::{Document, Mode, codes as document_codes, parse_scene_doc, serialize};

pub use codes::*;

mod codes {
    proscenio_source::codes! {
        "nacatamalon";
        NOT_FORMATTED = "not-formatted", Warning,
            "A file too damaged to be laid out anew.",
            "repair it first; `proscenio check` lists what is wrong";
    }
}

/// One level of indentation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indent {
    /// Four spaces, as the engine's own writers.
    #[default]
    Engine,
    /// So many spaces.
    Spaces(u8),
    /// A tab.
    Tabs,
    /// What the file has.
    Keep,
}

/// How to lay out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// One level of indentation.
    pub indent: Indent,
    /// Writes a scene anew: defaults are left out, members stand in the order of the format, old words become
    /// the current ones, numbers are spelled the short way. Nothing that is unknown is dropped.
    pub rewrite: bool,
}

/// A file laid out anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The whole file.
    pub text: Vec<u8>,
    /// Whether it differs from what was read.
    pub changed: bool,
    /// Why it was left as it is.
    pub findings: Vec<Finding>,
}

/// Lays a file out: each member and element on its own line, empty brackets closed up, one blank behind a
/// colon, line feeds, and one at the end. A byte order mark goes. A file that is damaged stays as it is, with a
/// finding: what its blanks and comments belong to is not certain.
#[must_use]
pub fn format(document: &Document, options: &Options) -> Formatted {
    let bytes = document.source().bytes();
    let unchanged = |findings| Formatted { text: bytes.to_vec(), changed: false, findings };
    let damage =
        document.findings().iter().find(|finding| finding.code != document_codes::JSON_BYTE_ORDER_MARK.name);
    if let Some(damage) = damage {
        let message = format!("left as it is: {}", damage.message);
        return unchanged(vec![
            NOT_FORMATTED.finding(document.source().path(), message).at_maybe(damage.span),
        ]);
    }
    let anew;
    let root = if options.rewrite {
        let (scene, told) = parse_scene_doc(document);
        let refused = [document_codes::NOT_A_DOCUMENT.name, document_codes::WRONG_FORMAT.name];
        if let Some(refused) = told.iter().find(|told| refused.contains(&told.code)) {
            return unchanged(vec![refused.clone()]);
        }
        let text = serialize(&scene, Mode::Keep).into_bytes();
        anew = Document::parse(Source::new(document.source().path().clone(), text));
        anew.root()
    } else {
        document.root()
    };
    let Some(root) = root else { return unchanged(Vec::new()) };
    let mut style = Style::engine();
    style.unit = match options.indent {
        Indent::Engine => style.unit,
        Indent::Spaces(count) => " ".repeat(usize::from(count)),
        Indent::Tabs => "\t".to_owned(),
        Indent::Keep => Style::of(document).unit,
    };
    let mut text = Vec::with_capacity(bytes.len() + bytes.len() / 4);
    lay_out(&mut text, root, &style, Some(""));
    text.push(b'\n');
    let changed = text != bytes;
    Formatted { text, changed, findings: Vec::new() }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::{Indent, Options, format};
    use crate::Document;

    fn formatted(text: &str, indent: Indent) -> super::Formatted {
        format(
            &Document::parse(Source::new("a.scene", text.into())),
            &Options { indent, ..Options::default() },
        )
    }

    #[test]
    fn blanks_alone_change() {
        let done = formatted(
            "\u{feff}{\"b\" :1.50,\r\n \"a\":[ ],\"b\":[1e3,{ }], \"c\":\"\\u00e9\"}",
            Indent::Engine,
        );
        let text = "{\n    \"b\": 1.50,\n    \"a\": [],\n    \"b\": [\n        1e3,\n        {}\n    ],\n    \"c\": \"\\u00e9\"\n}\n";
        assert_eq!(String::from_utf8(done.text).unwrap(), text);
        assert!(done.changed && done.findings.is_empty());
        assert!(!formatted(text, Indent::Engine).changed);
    }

    #[test]
    fn scenes_are_written_anew_on_request() {
        let rewrite = |text: &str| {
            let options = Options { indent: Indent::Tabs, rewrite: true };
            format(&Document::parse(Source::new("a.scene", text.into())), &options)
        };
        let done = rewrite(
            r#"{"mine": 1, "name": "A", "format": "nacatamalon-scene", "root": {"visible": true, "id": "r"}}"#,
        );
        let text = String::from_utf8(done.text).unwrap();
        assert!(text.starts_with("{\n\t\"format\": \"nacatamalon-scene\",\n\t\"version\": 1,"), "{text}");
        assert!(text.contains("\"mine\": 1") && !text.contains("visible"), "{text}");
        assert!(!rewrite(&text).changed);
        let other = rewrite("{\"a\":1}");
        assert_eq!((other.changed, other.findings[0].code), (false, "nacatamalon/wrong-format"));
    }

    #[test]
    fn indentation_is_chosen() {
        for (indent, text) in
            [(Indent::Spaces(2), "[\n  1\n]\n"), (Indent::Tabs, "[\n\t1\n]\n"), (Indent::Keep, "[\n 1\n]\n")]
        {
            assert_eq!(formatted("[\n 1]", indent).text, text.as_bytes());
        }
    }

    #[test]
    fn damaged_files_stay() {
        for text in ["{\"a\": 1,}", "{\"a\": 1 // why\n}", "[1", ""] {
            let done = formatted(text, Indent::Engine);
            assert_eq!((done.text, done.changed), (text.as_bytes().to_vec(), false));
            assert_eq!(done.findings[0].code, "nacatamalon/not-formatted");
        }
    }
}
