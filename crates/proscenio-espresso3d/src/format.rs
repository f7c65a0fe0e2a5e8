//! Laying a file out anew from its values, in its own dialect or in another: `fmt`.

use proscenio_source::{Finding, Severity};

use crate::code::Code;
use crate::document::{Dialect, Document, FileKind};
use crate::model::{TextureSet, take_into};
use crate::write::{LineEnd, Spelling, WriteOptions, Writer, Written, write_texture_set};

/// How to lay out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The dialect to write; `None` keeps the file's own. Transitional and mixed files, which no release reads
    /// whole, become the block dialect. Texture sets have no dialect.
    pub spelling: Option<Spelling>,
    /// What ends a line; `None` keeps that of the file's first line.
    pub line_end: Option<LineEnd>,
    /// Goes on where the dialect cannot hold something or the file is damaged.
    pub lossy: bool,
}

/// A file laid out anew.
#[derive(Clone, Debug, PartialEq)]
pub struct Formatted {
    /// The whole file; as it was read when it was refused.
    pub text: Vec<u8>,
    /// Whether it differs from what was read.
    pub changed: bool,
    /// Whether the file was left as it is because something would be lost.
    pub refused: bool,
    /// What is or would be lost, what became a comment, and why the file was left as it is.
    pub findings: Vec<Finding>,
}

/// Lays a file out anew; the layout is that of [`crate::write_file`].
///
/// Values, names and comments stay. What means nothing to any release (unknown words and blocks, surplus
/// values, overwritten fields, `LIGHT`, `TERRAIN`) becomes a comment, with a finding. Comments inside a triangle,
/// a placement, a bone or an animation come in front of it, and `\` in paths becomes `/`.
///
/// A file whose reading found an error, or that the dialect cannot hold, is left as it is unless
/// [`Options::lossy`] is set. Takes time linear in the file and memory for the text alone.
#[must_use]
pub fn format(document: &Document, options: &Options) -> Formatted {
    let source = document.source();
    if damaged(document) && !options.lossy {
        let info = Code::NotFormatted.info();
        let message = "the file is damaged and was left as it is";
        let finding = Finding::new(info.name, info.severity, source.path(), message).help(info.help);
        return refused(document, vec![finding]);
    }
    let (written, mut findings) = write_document(document, options);
    if !written.losses.is_empty() && !options.lossy {
        return refused(document, written.losses);
    }
    findings.extend(written.losses);
    let changed = written.text != source.bytes();
    Formatted { text: written.text, changed, refused: false, findings }
}

fn damaged(document: &Document) -> bool {
    document.findings().iter().any(|finding| finding.severity == Severity::Error)
}

fn refused(document: &Document, findings: Vec<Finding>) -> Formatted {
    Formatted { text: document.source().bytes().to_vec(), changed: false, refused: true, findings }
}

fn write_document(document: &Document, options: &Options) -> (Written, Vec<Finding>) {
    let own = match document.dialect() {
        Dialect::Line => Spelling::Line,
        _ => Spelling::Block,
    };
    let source = document.source();
    let options = WriteOptions {
        spelling: options.spelling.unwrap_or(own),
        line_end: options.line_end.unwrap_or_else(|| LineEnd::of(source.bytes())),
        path: source.path().clone(),
    };
    if document.kind() == FileKind::TextureSet {
        let taken = TextureSet::of(document);
        return (write_texture_set(&taken.value, &options), taken.findings);
    }
    let mut writer = Writer::new(document.kind(), &options);
    let findings = take_into(document, &mut writer);
    (writer.finish(), findings)
}
