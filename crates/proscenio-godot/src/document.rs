//! The document: a file, its elements, and what reading it found.

use std::borrow::Cow;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memmem};
use proscenio_source::{Finding, Severity, Source, Span};

use crate::binary::Binary;
use crate::findings;
use crate::lexer::line_end;
use crate::parser;
use crate::section::{Entry, Section};
use crate::tree::{Builder, SectionKind, Tree};

/// What a file is about, by its first section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A scene: `[gd_scene …]`.
    Scene,
    /// A resource: `[gd_resource …]`.
    Resource,
    /// Neither; the file is kept all the same.
    Unknown,
}

/// One `.tscn`, `.tres` or `.escn` file, with every byte of it.
///
/// Values are spans of the file until asked for. Documents are immutable; a change is a list of
/// [`proscenio_source::Edit`]s on the source, read again.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    pub(crate) tree: Tree,
    findings: Vec<Finding>,
    binary: Option<Arc<Binary>>,
}

impl Document {
    /// Reads a file. This never fails: what is damaged is told by [`Self::findings`], and the rest of the
    /// file is there. Costs a scan of the bytes and 16 bytes per property; no value is decoded.
    #[must_use]
    pub fn parse(source: Source) -> Self {
        let bytes = source.bytes();
        let mut builder = Builder { bytes, tree: Tree::with_estimate(bytes.len()), troubles: Vec::new() };
        parser::parse(bytes, &mut builder);
        let Builder { tree, troubles, .. } = builder;
        let mut document = Self { source, tree, findings: Vec::new(), binary: None };
        document.find_in_text();
        document.find_in_sections();
        let path = document.source.path();
        let told = troubles.iter().map(|(trouble, span)| findings::of_trouble(path, *trouble, *span));
        document.findings.extend(told);
        document.findings.sort_by_key(|finding| finding.span.map_or(u32::MAX, Span::start));
        findings::limit(&mut document.findings, document.source.path());
        document
    }

    /// The document, or the findings when one of them is an error.
    ///
    /// # Errors
    /// All findings, when at least one has [`Severity::Error`].
    pub fn strict(self) -> Result<Self, Vec<Finding>> {
        if self.findings.iter().any(|finding| finding.severity == Severity::Error) {
            return Err(self.findings);
        }
        Ok(self)
    }

    /// The document as that of a binary file, whose text it has, with what was found on the way.
    pub(crate) fn of_binary(mut self, binary: Arc<Binary>, losses: Vec<Finding>) -> Self {
        self.findings = binary.findings().iter().cloned().chain(losses).chain(self.findings).collect();
        findings::limit(&mut self.findings, self.source.path());
        self.binary = Some(binary);
        self
    }

    /// The binary file that the document was read from; nothing for text.
    #[must_use]
    pub fn binary(&self) -> Option<&Binary> {
        self.binary.as_deref()
    }

    /// The file: of a binary file the text that it says.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What reading found, in file order. [`Self::check`] finds more.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Scene or resource, by the first section.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.tree.sections.first().map(|section| section.kind) {
            Some(SectionKind::Scene) => Kind::Scene,
            Some(SectionKind::ResourceFile) => Kind::Resource,
            _ => Kind::Unknown,
        }
    }

    /// Whether the file is marked as exported by another program (`.escn`): the text is that of a scene,
    /// and the engine imports it instead of editing it.
    #[must_use]
    pub fn is_exported(&self) -> bool {
        let path = self.source.path();
        path.len() >= 5 && path.as_bytes()[path.len() - 5..].eq_ignore_ascii_case(b".escn")
    }

    /// All sections in file order.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = Section<'_>> + Clone {
        (0..self.tree.sections.len()).map(|index| Section::new(self, index))
    }

    /// The section at an index of [`Self::sections`].
    #[must_use]
    pub fn section(&self, index: usize) -> Option<Section<'_>> {
        (index < self.tree.sections.len()).then(|| Section::new(self, index))
    }

    /// Properties in front of the first section, which the engine does not read.
    pub fn loose_properties(&self) -> impl ExactSizeIterator<Item = Entry<'_>> {
        self.tree.loose_properties().iter().map(|entry| Entry::new(self, *entry))
    }

    /// The file's own header, `[gd_scene …]` or `[gd_resource …]`.
    #[must_use]
    pub fn header(&self) -> Option<Section<'_>> {
        self.section(0)
            .filter(|section| matches!(section.kind(), SectionKind::Scene | SectionKind::ResourceFile))
    }

    /// `format=` of the header: 1 for Godot 1 and 2, 2 for Godot 3, 3 and 4 for Godot 4.
    #[must_use]
    pub fn format(&self) -> Option<i64> {
        self.header()?.attribute("format")?.integer()
    }

    /// `uid=` of the header, `uid://…`; files of Godot 4 have one.
    #[must_use]
    pub fn uid(&self) -> Option<Cow<'_, str>> {
        self.header()?.attribute("uid")?.text()
    }

    /// `load_steps=` of the header: resources plus one, in files written before Godot 4.6. It carries no
    /// meaning; the engine only feeds a progress bar with it.
    #[must_use]
    pub fn load_steps(&self) -> Option<i64> {
        self.header()?.attribute("load_steps")?.integer()
    }

    /// `type=` of a resource file's header: the class of its `[resource]`.
    #[must_use]
    pub fn resource_type(&self) -> Option<Cow<'_, str>> {
        self.header()?.attribute("type")?.text()
    }

    /// The bytes of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &[u8] {
        self.source.slice(span)
    }

    /// Adds what only the text as a whole shows.
    fn find_in_text(&mut self) {
        let bytes = self.source.bytes();
        let path = self.source.path();
        let mut found = Vec::new();
        if bytes.starts_with(parser::BYTE_ORDER_MARK) {
            let at = Span::new(0, parser::BYTE_ORDER_MARK.len() as u32);
            let message = "the text starts with a byte order mark, which the engine does not expect";
            found.push(findings::BYTE_ORDER_MARK.finding(path, message).at(at));
        }
        if let Err(error) = std::str::from_utf8(bytes) {
            let start = error.valid_up_to() as u32;
            let len = error.error_len().map_or(self.source.len() - start, |len| len as u32);
            let at = Span::new(start, start + len);
            let message = "these bytes are no UTF-8 text; they are kept as they are";
            found.push(findings::NOT_UTF8.finding(path, message).at(at));
        }
        if let Some(first) = memchr(0, bytes) {
            let at = Span::new(first as u32, first as u32 + 1);
            let message = "a NUL byte, where the engine stops reading";
            found.push(findings::NUL_BYTE.finding(path, message).at(at));
        }
        if let Some(first) = memchr_iter(b'\r', bytes).find(|at| bytes.get(at + 1) == Some(&b'\n')) {
            let at = Span::new(first as u32, first as u32 + 2);
            let message = "lines end in CR LF; the engine writes LF";
            found.push(findings::CARRIAGE_RETURNS.finding(path, message).at(at));
        }
        found.extend(merge_markers(&self.source));
        self.findings.append(&mut found);
    }

    /// Adds what the list of sections shows.
    fn find_in_sections(&mut self) {
        let path = self.source.path();
        if self.kind() == Kind::Unknown {
            let at = self.tree.sections.first().map_or(Span::empty(0), |section| section.header);
            let message = "a scene starts with `[gd_scene …]` and a resource with `[gd_resource …]`";
            self.findings.push(findings::MISSING_HEADER.finding(path, message).at(at));
        }
        let unknown = self.tree.sections.iter().filter(|section| section.kind == SectionKind::Unknown);
        for section in unknown.take(findings::LIMIT) {
            let tag = String::from_utf8_lossy(self.source.slice(section.tag));
            let message = format!("no engine version knows a section `{tag}`");
            self.findings.push(findings::UNKNOWN_SECTION.finding(path, message).at(section.tag));
        }
    }
}

/// A finding for each conflict that version control left in the file, and for each that our own merges left in a
/// comment.
fn merge_markers(source: &Source) -> Vec<Finding> {
    let bytes = source.bytes();
    let starts_line = |at: usize| at == 0 || bytes[at - 1] == b'\n';
    let mut found = Vec::new();
    for at in memmem::find_iter(bytes, b"<<<<<<<") {
        let (code, start, message) = if starts_line(at) {
            (findings::MERGE_MARKER, at, "a merge left both versions in the file")
        } else if bytes[..at].ends_with(b"; ") && starts_line(at - 2) {
            (findings::OPEN_CONFLICT, at - 2, "a merge left this for a person to decide")
        } else {
            continue;
        };
        let span = Span::new(start as u32, line_end(bytes, at) as u32);
        found.push(code.finding(source.path(), message).at(span));
        if found.len() == findings::LIMIT {
            break;
        }
    }
    found
}
