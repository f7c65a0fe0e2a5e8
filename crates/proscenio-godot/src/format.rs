//! Formatting: a whole file spelled again from its values, as the engine saves it.
//!
//! ```
//! use proscenio_godot::Document;
//! use proscenio_godot::format::{Options, format};
//! use proscenio_source::Source;
//!
//! let text = "[gd_scene format=3]\n[node type=\"Node2D\" name=\"A\"]\nposition=Vector2( 1.0,2 )";
//! let formatted = format(&Document::parse(Source::new("a.tscn", text.into())), &Options::default());
//! let expected = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2(1, 2)\n";
//! assert_eq!(formatted.text, expected.as_bytes());
//! ```
//!
//! A file that the engine itself saved stays as it is, byte for byte: files of Godot 4 as Godot 4.6 saves
//! them, files of Godot 3 as Godot 3.2 does. What an editor of text may have left behind is put right:
//! blanks, blank lines, the order of header fields, numbers, quotes, the order of dictionary entries,
//! `format=` and `load_steps=`.
//!
//! # What is kept
//!
//! Comments (the engine drops them), unknown sections and attributes, the order of sections and
//! properties, line ends of Windows, a byte order mark. What is damaged is left as it stands: a value
//! with a problem, a header without its bracket, text that belongs nowhere. A value with comments inside
//! keeps its own spelling.

mod content;
mod defaults;
mod header;
mod layout;

pub use defaults::says_default;

use std::borrow::Cow;

use proscenio_source::{Finding, Severity, Source, Span};

use crate::classes::Class;
use crate::document::Document;
use crate::findings;
use crate::section::{Entry, Section};
use crate::spell::{self, Spelling};
use crate::tree::SectionKind;
use crate::value::{Value, decode};

use content::Counts;
pub(crate) use content::value_needs_format_4;
use layout::{Gap, LineEnd};

/// What formatting may change beyond the spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Keeps the format number of a Godot 4 file. Otherwise it is chosen as Godot 4.6 does: 4 when the
    /// file has byte arrays of more than 64 bytes (then written as base64) or packed `Vector4`s, which
    /// Godot before 4.3 cannot read; else 3.
    pub keep_format: bool,
    /// Leaves out values that equal the default of their class, as the editor does when it saves. Nodes
    /// of instanced and inherited scenes keep theirs: what they fall back to is in another file.
    pub drop_defaults: bool,
    /// Converts values to the type of their property, as the engine does when it reads a file that an
    /// older release wrote: see [`crate::classes::Class::fit`].
    pub fit_types: bool,
}

/// A file spelled again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The file.
    pub text: Vec<u8>,
    /// Whether it differs from what it was.
    pub changed: bool,
    /// What was kept though the engine would not, and what could not be spelled again. Places are those
    /// of the file before formatting.
    pub findings: Vec<Finding>,
}

/// Spells a document again from its values. Formatting twice is formatting once.
///
/// Files of other formats than 2, 3 and 4, and files that a merge left unfinished, come back as they are,
/// with a finding that says so.
#[must_use]
pub fn format(document: &Document, options: &Options) -> Formatted {
    let Some(spelling) = spelling(document, options) else {
        return unchanged(document, "only scenes and resources of format 2, 3 and 4 are spelled again");
    };
    if document.findings().iter().any(|finding| finding.code == findings::MERGE_MARKER.name) {
        return unchanged(document, "a file with both sides of a merge in it is not spelled again");
    }
    let formatted = print(document, spelling, options);
    // Where the text is damaged, a blank more or less may change what the rest is taken for.
    if document.findings().iter().any(is_damage) && !is_settled(document, &formatted.text, spelling, options)
    {
        return unchanged(
            document,
            "this file is too damaged to be spelled again without changing what it says",
        );
    }
    formatted
}

fn print(document: &Document, spelling: Spelling, options: &Options) -> Formatted {
    let mut printer = Printer {
        document,
        spelling,
        options: *options,
        line_end: LineEnd::of(document),
        counts: Counts::of(document),
        out: Vec::with_capacity(document.source().len() as usize),
        comments: Vec::new(),
        findings: Vec::new(),
    };
    printer.file();
    printer.tell_comments();
    findings::limit(&mut printer.findings, document.source().path());
    let changed = printer.out != document.source().bytes();
    Formatted { text: printer.out, changed, findings: printer.findings }
}

/// Whether a formatted text has the sections and values of the document, and stays as it is.
fn is_settled(document: &Document, text: &[u8], spelling: Spelling, options: &Options) -> bool {
    let again = Document::parse(Source::new(document.source().path().clone(), text.to_vec()));
    // What only changes the spelling must have kept every value; what the options change is theirs.
    let plain = Options { keep_format: options.keep_format, ..Options::default() };
    if *options != plain {
        return is_settled(document, &print(document, spelling, &plain).text, spelling, &plain)
            && print(&again, spelling, options).text == text;
    }
    let same_value = |(old, new): (Entry<'_>, Entry<'_>)| {
        old.key() == new.key() && old.value().spelled(spelling) == new.value().spelled(spelling)
    };
    let same = |(old, new): (Section<'_>, Section<'_>)| {
        old.kind() == new.kind()
            && old.properties().len() == new.properties().len()
            && old.properties().zip(new.properties()).all(same_value)
    };
    document.sections().len() == again.sections().len()
        && document.sections().zip(again.sections()).all(same)
        && print(&again, spelling, options).text == text
}

/// The spelling that the file gets; nothing for a format that is no longer written.
fn spelling(document: &Document, options: &Options) -> Option<Spelling> {
    let spelling = Spelling::of(document)?;
    if spelling == Spelling::Godot3 || options.keep_format {
        return Some(spelling);
    }
    let base64 = content::needs_format_4(document)
        // A value that keeps its text may be one that only this format allows.
        || (spelling == Spelling::Godot4 { base64: true } && content::has_kept_value(document));
    Some(Spelling::Godot4 { base64 })
}

fn unchanged(document: &Document, message: &str) -> Formatted {
    let span = document.header().map_or(Span::empty(0), Section::header_span);
    let finding = findings::NOT_FORMATTED.finding(document.source().path(), message).at(span);
    Formatted { text: document.to_bytes(), changed: false, findings: vec![finding] }
}

/// The value of an entry where it can be spelled again without losing anything.
fn sound_value(entry: Entry<'_>) -> Result<Value, Kept> {
    let raw = entry.raw();
    if raw.is_empty() || std::str::from_utf8(raw).is_err() {
        return Err(Kept::Damaged);
    }
    if layout::has_comment(raw) {
        return Err(Kept::Comment);
    }
    let decoded = decode(raw);
    if !decoded.problems.is_empty() {
        return Err(Kept::Damaged);
    }
    match decoded.value {
        // Nothing is known about their spelling.
        Value::Other(_) | Value::Word(_) => Err(Kept::Damaged),
        value => Ok(value),
    }
}

/// Why a value keeps its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Comment,
    Damaged,
}

struct Printer<'d> {
    document: &'d Document,
    spelling: Spelling,
    options: Options,
    line_end: LineEnd,
    counts: Counts,
    out: Vec<u8>,
    /// Comments that are kept.
    comments: Vec<Span>,
    findings: Vec<Finding>,
}

impl<'d> Printer<'d> {
    fn file(&mut self) {
        let mut before: Option<Section<'d>> = None;
        let mut done = 0;
        for section in self.document.sections() {
            let header = section.header_span();
            let gap = Span::new(done, header.start());
            match before {
                None => self.start(gap),
                Some(before) => self.gap(gap, Gap::between(before.kind(), section.kind(), self.spelling)),
            }
            self.header(section);
            done = header.end();
            done = self.properties(section, done);
            before = Some(section);
        }
        let rest = Span::new(done, self.document.source().len());
        match before {
            Some(before) => self.gap(rest, Gap::behind(before.kind())),
            None => self.verbatim(rest),
        }
    }

    /// The properties of a section, and the end of the last.
    fn properties(&mut self, section: Section<'d>, mut done: u32) -> u32 {
        let class = match self.options {
            Options { drop_defaults: false, fit_types: false, .. } => None,
            _ => defaults::class_of(self.document, section, self.spelling),
        };
        for entry in section.properties() {
            let gap = Span::new(done, entry.key_span().start());
            done = entry.value_span().end();
            let dropped = class.filter(|_| self.options.drop_defaults);
            if dropped.is_some_and(|class| defaults::is_default(class, section, entry)) {
                // The line end stays with the element in front; comments stay too.
                if self.document.slice(gap).iter().any(|byte| *byte > b' ') {
                    self.gap(gap, Gap::Line);
                    self.out.truncate(self.out.trim_ascii_end().len());
                }
                continue;
            }
            self.gap(gap, Gap::Line);
            self.property(entry, class.filter(|_| self.options.fit_types));
        }
        done
    }

    /// What stands in front of the first section.
    fn start(&mut self, gap: Span) {
        if self.document.loose_properties().len() > 0 {
            return self.verbatim(gap);
        }
        let bytes = self.document.slice(gap);
        let mark = crate::parser::BYTE_ORDER_MARK;
        let marked = if bytes.starts_with(mark) { mark.len() as u32 } else { 0 };
        self.verbatim(Span::new(gap.start(), gap.start() + marked));
        self.gap(Span::new(gap.start() + marked, gap.end()), Gap::Start);
    }

    fn gap(&mut self, gap: Span, wanted: Gap) {
        let text = self.document.slice(gap);
        match layout::tidy(text, wanted, self.line_end) {
            Some(tidy) => {
                self.out.extend_from_slice(&tidy);
                if text.contains(&b';') {
                    self.comments.push(gap);
                }
            }
            None => self.verbatim(gap),
        }
    }

    fn verbatim(&mut self, span: Span) {
        self.out.extend_from_slice(self.document.slice(span));
    }

    fn header(&mut self, section: Section<'d>) {
        if header::sound(self.document, section) {
            return header::write(self, section);
        }
        let span = section.header_span();
        if layout::has_comment(self.document.slice(span)) {
            self.comments.push(span);
        }
        section.attributes().for_each(|entry| self.findings.extend(entry.decode().1));
        self.verbatim(span);
    }

    /// A property, its value fitted to the class where one is given.
    fn property(&mut self, entry: Entry<'d>, class: Option<Class>) {
        let between = Span::new(entry.key_span().end(), entry.value_span().start());
        if !layout::is_equals(self.document.slice(between)) {
            // A comment behind the `=`, or something stranger.
            if layout::has_comment(self.document.slice(between)) {
                self.comments.push(between);
            }
            return self.verbatim(entry.span());
        }
        let key = self.key(entry);
        self.out.extend_from_slice(&key);
        self.out.extend_from_slice(b" =");
        if !entry.value_span().is_empty() {
            self.out.push(b' ');
        }
        self.value(entry, |value, spelling| match class {
            Some(class) => class.fit(&entry.key(), value.clone()).spelled(spelling),
            None => value.spelled(spelling),
        });
    }

    /// The name in front of the `=`, which keeps its spelling where the engine would read another name.
    fn key(&self, entry: Entry<'d>) -> Cow<'d, [u8]> {
        let raw = self.document.slice(entry.key_span());
        let blank = |byte: &u8| *byte <= b' ';
        if std::str::from_utf8(raw).is_err() || (raw.first() != Some(&b'"') && raw.iter().any(blank)) {
            return Cow::Borrowed(raw);
        }
        Cow::Owned(spell::key(&entry.key(), self.spelling).into_owned().into_bytes())
    }

    /// The value, or its text where it cannot be spelled again.
    fn value(&mut self, entry: Entry<'d>, spell: impl FnOnce(&Value, Spelling) -> String) {
        match sound_value(entry) {
            Ok(value) => {
                let text = spell(&value, self.spelling);
                self.line_end.write(&mut self.out, &text);
            }
            Err(kept) => {
                match kept {
                    Kept::Comment => self.comments.push(entry.value_span()),
                    Kept::Damaged => self.findings.extend(entry.decode().1),
                }
                self.verbatim(entry.value_span());
            }
        }
    }

    fn tell_comments(&mut self) {
        let Some(first) = self.comments.first() else { return };
        let text = self.document.slice(*first);
        let at = first.start() + text.iter().position(|byte| *byte == b';').unwrap_or(0) as u32;
        let message = match self.comments.len() {
            1 => "this comment is kept, but the engine drops it when it saves the file".to_owned(),
            places => format!(
                "comments in {places} places are kept, but the engine drops them when it saves the file"
            ),
        };
        self.findings.push(
            findings::COMMENT.finding(self.document.source().path(), message).at(Span::new(at, at + 1)),
        );
    }
}

/// Whether a finding tells of damage.
fn is_damage(finding: &Finding) -> bool {
    finding.severity > Severity::Info
}

/// Whether a section's kind is one of those that head a file.
fn is_file_header(kind: SectionKind) -> bool {
    matches!(kind, SectionKind::Scene | SectionKind::ResourceFile)
}

#[cfg(test)]
#[path = "format/tests.rs"]
mod tests;
