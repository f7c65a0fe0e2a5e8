//! Byte ranges of a file.

use std::fmt;
use std::ops::Range;

/// A half-open range of byte offsets into one file.
///
/// Spans say nothing about which file; whoever hands one out says so.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The bytes from `start` up to and without `end`. An `end` before `start` gives the empty span at `start`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// The empty span at an offset: a place between two bytes.
    #[must_use]
    pub const fn empty(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// Offset of the first byte.
    #[must_use]
    pub const fn start(self) -> u32 {
        self.start
    }

    /// Offset behind the last byte.
    #[must_use]
    pub const fn end(self) -> u32 {
        self.end
    }

    /// Number of bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether every byte of `other` lies in this span.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The span moved `by` bytes to the right, as when a piece of a file was read on its own.
    #[must_use]
    pub const fn shifted(self, by: u32) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// The span as a range of indices.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of `file` that the span names; bytes beyond the file's end are left out.
    #[must_use]
    pub fn slice(self, file: &[u8]) -> &[u8] {
        let end = (self.end as usize).min(file.len());
        file.get(self.start as usize..end).unwrap_or_default()
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn a_span_never_ends_before_it_starts() {
        assert_eq!(Span::new(5, 3), Span::empty(5));
        assert!(Span::new(5, 3).is_empty());
    }

    #[test]
    fn slices_stop_at_the_end_of_the_file() {
        assert_eq!(Span::new(1, 3).slice(b"abcd"), b"bc");
        assert_eq!(Span::new(2, 9).slice(b"abcd"), b"cd");
        assert_eq!(Span::new(8, 9).slice(b"abcd"), b"");
    }

    #[test]
    fn covering_and_containing() {
        let both = Span::new(2, 4).cover(Span::new(7, 9));
        assert_eq!(both, Span::new(2, 9));
        assert!(both.contains(Span::new(7, 9)));
        assert!(!Span::new(2, 4).contains(both));
    }
}
