//! Where sections start and end with all that belongs to them, and how far apart they stand.

use memchr::memchr;
use proscenio_source::Span;

use super::text::{self, is_blank};
use crate::document::Document;
use crate::lexer::line_end;
use crate::section::{Entry, Section};
use crate::tree::SectionKind;

/// A section with the comments that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Comments right above the header belong to the section.
    pub start: u32,
    /// Behind the last line that is not blank.
    pub end: u32,
    pub kind: SectionKind,
}

/// The blocks of a file, in order; only blanks stand between two of them.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub blocks: Vec<Block>,
    pub newline: &'static str,
    old: bool,
}

impl Layout {
    pub(super) fn new(document: &Document) -> Self {
        let bytes = document.source().bytes();
        let sections: Vec<Section<'_>> = document.sections().collect();
        let mut blocks = Vec::with_capacity(sections.len());
        let mut start = 0;
        for (at, section) in sections.iter().enumerate() {
            let next = sections.get(at + 1).map_or(bytes.len(), |next| next.header_span().start() as usize);
            let own_end = (section.span().end() as usize).min(next);
            let is_last = at + 1 == sections.len();
            let (end, next_start) = split_gap(bytes, own_end, next, is_last);
            blocks.push(Block { start: start as u32, end: end as u32, kind: section.kind() });
            start = next_start;
        }
        Self { blocks, newline: text::newline(bytes), old: text::is_old(document) }
    }

    /// The blanks between two neighbouring sections.
    pub(super) fn gap_between(&self, first: SectionKind, second: SectionKind, bytes: &[u8]) -> String {
        let pairs = self.blocks.windows(2).filter(|pair| pair[0].kind == first && pair[1].kind == second);
        for pair in pairs.take(64) {
            let gap = Span::new(pair[0].end, pair[1].start).slice(bytes);
            if let Ok(gap) = std::str::from_utf8(gap)
                && gap.contains('\n')
                && is_blank(gap.as_bytes())
            {
                return gap.to_owned();
            }
        }
        let close = match (first, second) {
            (SectionKind::ExtResource, SectionKind::ExtResource)
            | (SectionKind::Connection, SectionKind::Connection) => true,
            (SectionKind::Editable, SectionKind::Editable) => !self.old,
            (SectionKind::Node, SectionKind::Connection) => self.old,
            _ => false,
        };
        self.newline.repeat(if close { 1 } else { 2 })
    }
}

/// Splits what stands between the end of a section and the next header: gives the end of the first
/// section's block and the start of the second's.
fn split_gap(bytes: &[u8], from: usize, to: usize, is_last: bool) -> (usize, usize) {
    let first_line = line_end(bytes, from).min(to);
    let mut end = trimmed_end(bytes, from, first_line);
    if first_line >= to {
        // The next header stands on the same line.
        return (end, to);
    }
    let mut next = to;
    let mut attached = true;
    // Lines above the next header, from the last one up.
    let mut line_stop = to;
    let mut is_header_line = !is_last;
    while line_stop > first_line + 1 || is_header_line {
        let before = &bytes[first_line + 1..line_stop.max(first_line + 1)];
        let own_end = if is_header_line { before.len() } else { before.len().saturating_sub(1) };
        let line_start = first_line + 1 + memchr::memrchr(b'\n', &before[..own_end]).map_or(0, |at| at + 1);
        let line = &bytes[line_start..line_stop];
        if is_header_line {
            is_header_line = false;
            next = line_start;
        } else if is_blank(line) {
            attached = false;
        } else if attached && !is_last {
            next = line_start;
        } else {
            end = trimmed_end(bytes, line_start, line_stop);
            break;
        }
        line_stop = line_start;
    }
    (end, next)
}

/// `to` moved back over blanks, not beyond `from`.
fn trimmed_end(bytes: &[u8], from: usize, to: usize) -> usize {
    let last = bytes[from..to].iter().rposition(|byte| !crate::lexer::is_blank(*byte));
    last.map_or(from, |last| from + last + 1)
}

/// Where a new property goes to stand on the line below `entry`, or below the header.
pub(super) fn line_behind(document: &Document, section: Section<'_>, entry: Option<Entry<'_>>) -> u32 {
    let bytes = document.source().bytes();
    let end = entry.map_or(section.header_span().end(), |entry| entry.span().end()) as usize;
    let line = line_end(bytes, end);
    let rest = &bytes[end..line];
    let comment = memchr(b';', rest).filter(|at| is_blank(&rest[..*at]));
    if comment.is_some() || is_blank(rest) {
        return trimmed_end(bytes, end, line) as u32;
    }
    end as u32
}

/// What to delete so that a property is gone: its whole line where it stands alone.
pub(super) fn property_lines(document: &Document, entry: Entry<'_>) -> Span {
    let bytes = document.source().bytes();
    let start = entry.span().start() as usize;
    let end = entry.span().end() as usize;
    let line = line_end(bytes, end);
    let line_start = memchr::memrchr(b'\n', &bytes[..start]).map_or(0, |at| at + 1);
    let alone = is_blank(&bytes[line_start..start]) && is_blank(&bytes[end..line]);
    if !alone {
        let blanks = bytes[end..line].iter().take_while(|byte| crate::lexer::is_blank(**byte)).count();
        return Span::new(start as u32, (end + blanks) as u32);
    }
    let before = line_feed_start(bytes, line_start);
    let behind = line_feed_start(bytes, (line + 1).min(bytes.len()));
    // With the line end in front of it, so that it stays within its section; unless the two differ.
    let same = line == bytes.len() || line_start - before == line + 1 - behind;
    if before < line_start && same {
        return Span::new(before as u32, behind.max(end) as u32);
    }
    Span::new(line_start as u32, (line + 1).min(bytes.len()) as u32)
}

/// Where the line end that stops at `at` starts; `at` itself when none does.
fn line_feed_start(bytes: &[u8], at: usize) -> usize {
    let ends = |end: &[u8]| bytes[..at].ends_with(end);
    at - if ends(b"\r\n") { 2 } else { usize::from(ends(b"\n")) }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::{Layout, line_behind, property_lines};
    use crate::document::Document;

    fn blocks(text: &str) -> Vec<String> {
        let document = Document::parse(Source::new("a.tscn", text.into()));
        let layout = Layout::new(&document);
        layout.blocks.iter().map(|block| text[block.start as usize..block.end as usize].to_owned()).collect()
    }

    #[test]
    fn comments_belong_to_the_header_below_or_the_section_above() {
        let text = "; top\n[gd_scene format=3]\n\n; about a\n; more\n[node name=\"a\"] ; same line\nx = 1\n; end of a\n\n[node name=\"b\"]\n\n";
        assert_eq!(
            blocks(text),
            [
                "; top\n[gd_scene format=3]",
                "; about a\n; more\n[node name=\"a\"] ; same line\nx = 1\n; end of a",
                "[node name=\"b\"]"
            ]
        );
        assert_eq!(blocks("[a]\n; b\n[b]\n[c] [d]"), ["[a]", "; b\n[b]", "[c]", "[d]"]);
        assert_eq!(blocks("[a]\r\n\r\n[b]\r\nx = 1\r\n; end"), ["[a]", "[b]\r\nx = 1\r\n; end"]);
        assert_eq!(blocks("[a]"), ["[a]"]);
        assert_eq!(blocks("[a] ; b"), ["[a] ; b"]);
    }

    #[test]
    fn a_property_goes_with_its_line() {
        let cut = |text: &str, key: &str| {
            let document = Document::parse(Source::new("a.tscn", text.into()));
            let section = document.section(0).unwrap();
            let span = property_lines(&document, section.property(key).unwrap());
            format!("{}{}", &text[..span.start() as usize], &text[span.end() as usize..])
        };
        assert_eq!(cut("[a]\nx = 1\ny = 2\n", "x"), "[a]\ny = 2\n");
        assert_eq!(cut("[a]\nx = 1\ny = 2", "y"), "[a]\nx = 1");
        assert_eq!(cut("[a]\r\nx = 1", "x"), "[a]");
        assert_eq!(cut("[a]\nx = 1 ; why\n", "x"), "[a]\n; why\n");
        assert_eq!(cut("[a] x = 1\n", "x"), "[a] \n");
        assert_eq!(cut("[a]\r\nx = 1\r\ny = 2\r\n", "x"), "[a]\r\ny = 2\r\n");
        assert_eq!(cut("[a]\nx = 1\r\ny = 2\r\n", "x"), "[a]\ny = 2\r\n");
        assert_eq!(cut("[a]\nx = {\n\"b\": 1\n}\ny = 2\n", "x"), "[a]\ny = 2\n");
    }

    #[test]
    fn a_new_line_goes_behind_comments() {
        let at = |text: &str| {
            let document = Document::parse(Source::new("a.tscn", text.into()));
            let section = document.section(0).unwrap();
            line_behind(&document, section, section.properties().last())
        };
        assert_eq!(at("[a]\nx = 1\n"), 9);
        assert_eq!(at("[a]\nx = 1 ; b\n"), 13);
        assert_eq!(at("[a] \r\n"), 3);
        assert_eq!(at("[a] [b]"), 3);
    }
}
