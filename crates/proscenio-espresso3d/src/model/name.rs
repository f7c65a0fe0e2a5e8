//! Names: ids, aliases, paths, and the text of comments.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::sync::Arc;

use crate::value;

/// A word of a file: an id, a registered name, an alias or a path. Cheap to copy.
///
/// It holds bytes, because no file says which letters its bytes mean; names are compared as bytes, letter case
/// included. What a word of a file cannot hold (blanks, `,`, `;`, line ends, braces, a leading `#`) is not
/// refused here but reported when it is written; [`Name::fitting`] makes a name that can always be written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<[u8]>);

impl Name {
    /// A name of these bytes.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    /// The name nearest to a text that a file can hold: `_` for each separator, line end and brace, for a
    /// leading `#`, and for nothing at all.
    #[must_use]
    pub fn fitting(text: &str) -> Self {
        Self::new(&fitted(text.as_bytes(), Letters::Word))
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its text: UTF-8, or Latin-1 where it is no UTF-8.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        value::text(&self.0)
    }

    /// Whether a file can hold it as an id or alias.
    #[must_use]
    pub fn is_fitting(&self) -> bool {
        fits(&self.0, Letters::Word)
    }
}

/// Which letters a word may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letters {
    /// No braces, and no `#` in front.
    Word,
    /// No `#` in front: paths of texture sets, aliases inside a set.
    Path,
    /// Anything that does not separate: paths inside a set.
    Any,
}

/// A byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Whether bytes are one word.
pub(crate) fn fits(bytes: &[u8], letters: Letters) -> bool {
    let hash = bytes.first().is_none_or(|first| *first == b'#' && letters != Letters::Any);
    // In front of a file it would be taken for the mark of the file.
    !hash && !bytes.starts_with(MARK) && !bytes.iter().any(|&byte| breaks_word(byte, letters))
}

/// The nearest bytes that are one word.
pub(crate) fn fitted(bytes: &[u8], letters: Letters) -> Vec<u8> {
    let fit = |&byte: &u8| if breaks_word(byte, letters) { b'_' } else { byte };
    let mut out: Vec<u8> = match bytes.strip_prefix(MARK) {
        Some(rest) => std::iter::once(b'_').chain(rest.iter().map(fit)).collect(),
        None => bytes.iter().map(fit).collect(),
    };
    match out.first_mut() {
        Some(first) if *first == b'#' => *first = b'_',
        Some(_) => {}
        None => out.push(b'_'),
    }
    out
}

fn breaks_word(byte: u8, letters: Letters) -> bool {
    match byte {
        b' ' | b'\t' | b',' | b';' | b'\n' | b'\r' => true,
        b'{' | b'}' => letters == Letters::Word,
        _ => false,
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self::new(text.as_bytes())
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(text.into_bytes().into())
    }
}

impl Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.text(), f)
    }
}

/// The text of a comment: what stands behind `#`, one line, without blanks at its end.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Comment(Box<[u8]>);

impl Comment {
    /// A comment. A `#` in front is taken for the sign of a comment; line ends become blanks. A text that does
    /// not begin with a blank gets one, because the engine reads `#text` as a word.
    #[must_use]
    pub fn new(text: impl AsRef<[u8]>) -> Self {
        let text = text.as_ref();
        let text = text.strip_prefix(b"#").unwrap_or(text);
        let end = text.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |at| at + 1);
        let mut out = Vec::with_capacity(end + 1);
        if end > 0 && !b" \t,;".contains(&text[0]) {
            out.push(b' ');
        }
        out.extend(text[..end].iter().map(|&byte| if byte == b'\n' || byte == b'\r' { b' ' } else { byte }));
        Self(out.into())
    }

    /// One comment for each line of a text that is not empty.
    pub fn lines(text: &[u8]) -> impl Iterator<Item = Self> + '_ {
        text.split(|byte| matches!(byte, b'\n' | b'\r'))
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty())
            .map(Self::new)
    }

    /// What stands behind `#`; it begins with a blank unless it is empty.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its text: UTF-8, or Latin-1 where it is no UTF-8; without blanks around it.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        value::text(self.0.trim_ascii())
    }
}

impl fmt::Debug for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", value::text(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{Comment, Name};

    #[test]
    fn a_fitting_name_can_be_written() {
        for (text, name) in [
            ("a b", "a_b"),
            ("\u{feff}\u{feff}a", "_\u{feff}a"),
            ("#x", "_x"),
            ("", "_"),
            ("{a;b}\n", "_a_b__"),
            ("c#d", "c#d"),
        ] {
            assert!(Name::fitting(text).is_fitting());
            assert_eq!(Name::fitting(text), Name::from(name));
        }
        assert!(!Name::from("a\tb").is_fitting() && !Name::from("").is_fitting());
    }

    #[test]
    fn comments_begin_with_a_blank_and_stay_on_their_line() {
        for (text, comment) in [
            ("#note", " note"),
            ("# note  ", " note"),
            ("##", " #"),
            ("#", ""),
            ("a\r\nb", " a  b"),
            ("", ""),
        ] {
            let made = Comment::new(text);
            assert_eq!(made.bytes(), comment.as_bytes());
            assert_eq!(Comment::new([b"#", made.bytes()].concat()), made);
        }
        let lines: Vec<Comment> = Comment::lines(b"  LIGHT a\r\n{\n\n # x\n}").collect();
        assert_eq!(lines, ["LIGHT a", "{", "# x", "}"].map(Comment::new));
    }
}
