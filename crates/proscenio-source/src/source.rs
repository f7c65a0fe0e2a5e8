//! A file's bytes with its name, and the way from byte offsets to lines and columns.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::Span;

/// The longest file that is read: offsets are 32 bits wide.
pub const MAX_FILE_LEN: usize = u32::MAX as usize - 1;

/// One file: the name it is reported under, and its bytes. Cloning is cheap.
#[derive(Clone)]
pub struct Source {
    inner: Arc<Inner>,
}

struct Inner {
    path: Arc<str>,
    bytes: Vec<u8>,
    lines: OnceLock<LineIndex>,
}

impl Source {
    /// Takes the bytes as they are, without a copy.
    ///
    /// Bytes beyond [`MAX_FILE_LEN`] are cut off; callers that read files refuse longer ones before.
    #[must_use]
    pub fn new(path: impl Into<Arc<str>>, mut bytes: Vec<u8>) -> Self {
        bytes.truncate(MAX_FILE_LEN);
        Self { inner: Arc::new(Inner { path: path.into(), bytes, lines: OnceLock::new() }) }
    }

    /// The name the file is reported under; shared, so that findings carry it without a copy.
    #[must_use]
    pub fn path(&self) -> &Arc<str> {
        &self.inner.path
    }

    /// Every byte of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.inner.bytes
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.inner.bytes.len() as u32
    }

    /// Whether the file has no byte.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inner.bytes.is_empty()
    }

    /// The bytes a span names.
    #[must_use]
    pub fn slice(&self, span: Span) -> &[u8] {
        span.slice(&self.inner.bytes)
    }

    /// The line table, made when it is first asked for.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        self.inner.lines.get_or_init(|| LineIndex::new(&self.inner.bytes))
    }

    /// Line and column of an offset.
    #[must_use]
    pub fn line_col(&self, offset: u32) -> LineCol {
        self.lines().line_col(&self.inner.bytes, offset)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.inner.path, self.inner.bytes.len())
    }
}

/// A place as people and editors count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineCol {
    /// Line number, counted from 1.
    pub line: u32,
    /// Column, counted from 1 in Unicode characters (a byte that is no UTF-8 counts as one).
    pub column: u32,
}

/// Where each line of a file starts. A line ends at LF, at CR LF or at a lone CR.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Finds the line starts of `bytes`.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let inside_crlf = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
            if !inside_crlf {
                starts.push(at as u32 + 1);
            }
        }
        Self { starts }
    }

    /// Number of lines; a file that ends in a line end has an empty last line.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Never true: an empty file has one empty line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Line (from 1) that holds an offset.
    #[must_use]
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// The bytes of a line (from 1), its line end included. Lines beyond the end are empty.
    #[must_use]
    pub fn line_span(&self, bytes: &[u8], line: u32) -> Span {
        let end = bytes.len() as u32;
        let start_of = |line: u32| self.starts.get(line as usize).copied().unwrap_or(end);
        match line.checked_sub(1) {
            Some(index) => Span::new(start_of(index), start_of(line)),
            None => Span::empty(0),
        }
    }

    /// Line and column of an offset; an offset beyond the end counts as the end.
    #[must_use]
    pub fn line_col(&self, bytes: &[u8], offset: u32) -> LineCol {
        let offset = offset.min(bytes.len() as u32);
        let line = self.line(offset);
        let start = self.starts[line as usize - 1];
        let before = Span::new(start, offset).slice(bytes);
        // Continuation bytes do not start a character.
        let column = before.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32 + 1;
        LineCol { line, column }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineCol, LineIndex, Source};
    use crate::Span;

    fn at(text: &str, offset: u32) -> (u32, u32) {
        let LineCol { line, column } = Source::new("x", text.as_bytes().to_vec()).line_col(offset);
        (line, column)
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!(at("", 0), (1, 1));
        assert_eq!(at("ab\ncd", 0), (1, 1));
        assert_eq!(at("ab\ncd", 2), (1, 3));
        assert_eq!(at("ab\ncd", 3), (2, 1));
        assert_eq!(at("ab\ncd", 99), (2, 3));
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(at("a\r\nb", 3), (2, 1));
        assert_eq!(at("a\rb", 2), (2, 1));
        assert_eq!(at("a\n\nb", 3), (3, 1));
    }

    #[test]
    fn columns_are_characters() {
        assert_eq!(at("ñandú x", 7), (1, 6));
    }

    #[test]
    fn line_spans_hold_their_line_end() {
        let bytes = b"ab\r\ncd";
        let index = LineIndex::new(bytes);
        assert_eq!(index.line_span(bytes, 1), Span::new(0, 4));
        assert_eq!(index.line_span(bytes, 2), Span::new(4, 6));
        assert_eq!(index.line_span(bytes, 3), Span::empty(6));
        assert_eq!(index.line_span(bytes, 0), Span::empty(0));
    }
}
