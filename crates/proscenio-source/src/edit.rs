//! Changing a file without touching the bytes nobody named.

use std::fmt;

use crate::Span;

/// Where something stands among its siblings, for operations that add or move. Each family says what counts as a
/// sibling and how one is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place<'n> {
    /// Behind all others.
    #[default]
    Last,
    /// With so many in front of it.
    At(usize),
    /// In front of this one.
    Before(&'n str),
    /// Behind this one.
    Behind(&'n str),
}

/// Puts `text` in the place of the bytes of `span`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What stands there afterwards; empty to delete.
    pub text: Vec<u8>,
}

impl Edit {
    /// Replaces a span by a text.
    #[must_use]
    pub fn replace(span: Span, text: impl Into<Vec<u8>>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts a text in front of the byte at `at`.
    #[must_use]
    pub fn insert(at: u32, text: impl Into<Vec<u8>>) -> Self {
        Self::replace(Span::empty(at), text)
    }

    /// Deletes a span.
    #[must_use]
    pub fn delete(span: Span) -> Self {
        Self::replace(span, Vec::new())
    }
}

/// Why a list of edits cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// Two edits name the same bytes.
    Overlap(Span, Span),
    /// An edit names bytes beyond the end of the file.
    OutOfBounds(Span),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap(a, b) => write!(f, "the edits at {a:?} and {b:?} overlap"),
            Self::OutOfBounds(span) => write!(f, "the edit at {span:?} lies beyond the end of the file"),
        }
    }
}

impl std::error::Error for EditError {}

/// The file after all edits. The order of the list does not matter, except that insertions at one
/// place come out in list order.
///
/// # Errors
/// When two edits overlap or one lies outside the file; then nothing is changed.
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Result<Vec<u8>, EditError> {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
    let grown: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = Vec::with_capacity(bytes.len() + grown);
    let mut done = Span::empty(0);
    for edit in ordered {
        if edit.span.end() as usize > bytes.len() {
            return Err(EditError::OutOfBounds(edit.span));
        }
        if edit.span.start() < done.end() {
            return Err(EditError::Overlap(done, edit.span));
        }
        out.extend_from_slice(Span::new(done.end(), edit.span.start()).slice(bytes));
        out.extend_from_slice(&edit.text);
        done = edit.span;
    }
    out.extend_from_slice(&bytes[done.end() as usize..]);
    Ok(out)
}

/// The edits that turn the file after [`apply`] back into the file before, byte for byte.
#[must_use]
pub fn undo(bytes: &[u8], edits: &[Edit]) -> Vec<Edit> {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
    let mut shift = 0_i64;
    let back = |edit: &Edit| {
        let start = (i64::from(edit.span.start()) + shift) as u32;
        let old = edit.span.slice(bytes);
        shift += edit.text.len() as i64 - old.len() as i64;
        Edit::replace(Span::new(start, start + edit.text.len() as u32), old)
    };
    ordered.into_iter().map(back).collect()
}

#[cfg(test)]
mod tests {
    use super::{Edit, EditError, apply, undo};
    use crate::Span;

    #[test]
    fn edits_apply_in_any_order_and_touch_nothing_else() {
        let edits = [
            Edit::replace(Span::new(4, 5), "E"),
            Edit::insert(0, "<"),
            Edit::insert(0, "<"),
            Edit::delete(Span::new(1, 2)),
        ];
        assert_eq!(apply(b"abcdef", &edits).unwrap(), b"<<acdEf");
        assert_eq!(apply(b"<<acdEf", &undo(b"abcdef", &edits)).unwrap(), b"abcdef");
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let edits = [Edit::delete(Span::new(0, 3)), Edit::delete(Span::new(2, 4))];
        assert_eq!(apply(b"abcdef", &edits), Err(EditError::Overlap(Span::new(0, 3), Span::new(2, 4))));
    }

    #[test]
    fn edits_beyond_the_end_are_refused() {
        assert_eq!(apply(b"ab", &[Edit::insert(3, "x")]), Err(EditError::OutOfBounds(Span::empty(3))));
        assert_eq!(apply(b"ab", &[Edit::insert(2, "x")]).unwrap(), b"abx");
    }
}
