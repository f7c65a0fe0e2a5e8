//! Conflicts that a merge leaves in a file as comments, so that the file still loads: how they are written, and
//! how they are found again.
//!
//! ```text
//! ; <<<<<<< conflict: property Player:position
//! ; both changed it; ours stands above
//! ; ||||||| base
//! ; position = Vector2(0, 0)
//! ; ======= theirs
//! ; position = Vector2(3, 4)
//! ; >>>>>>> conflict
//! ```

use memchr::memmem;

use crate::Span;

const START: &str = "<<<<<<< conflict: ";
const BASE: &str = "||||||| base";
const THEIRS: &str = "======= theirs";
const DELETED: &str = "======= theirs deleted it";
const END: &str = ">>>>>>> conflict";

/// A conflict to write.
#[derive(Clone, Copy, Debug)]
pub struct Block<'b> {
    /// What kind of thing it is about, one word: `property`, `node`, `sector`.
    pub what: &'b str,
    /// The name of that thing, for people.
    pub name: &'b str,
    /// What happened, in one line.
    pub about: &'b str,
    /// The text that both sides started from.
    pub base: Option<&'b [u8]>,
    /// The text of the other side; nothing when that side deleted it.
    pub theirs: Option<&'b [u8]>,
}

/// A conflict found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The lines of the block, the last line end not included.
    pub span: Span,
    /// What kind of thing it is about.
    pub what: String,
    /// The name of that thing.
    pub name: String,
    /// What happened, in one line.
    pub about: String,
    /// The text that both sides started from.
    pub base: Option<Vec<u8>>,
    /// The text of the other side; nothing when that side deleted it.
    pub theirs: Option<Vec<u8>>,
}

/// Writes a conflict as lines behind `comment`, without the last line end. The caller has started a line.
pub fn write_block(block: &Block<'_>, comment: &str, newline: &str, out: &mut Vec<u8>) {
    let mut line = |text: &[u8], end: &str| {
        out.extend_from_slice(comment.as_bytes());
        out.push(b' ');
        out.extend_from_slice(text);
        out.extend_from_slice(end.as_bytes());
    };
    let name: String =
        block.name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    line(format!("{START}{} {name}", block.what).as_bytes(), newline);
    line(block.about.as_bytes(), newline);
    let mut lines = |text: &[u8]| {
        for part in text.split(|byte| *byte == b'\n') {
            let part = if newline == "\r\n" { part.strip_suffix(b"\r").unwrap_or(part) } else { part };
            line(part, newline);
        }
    };
    if let Some(base) = block.base {
        lines(BASE.as_bytes());
        lines(base);
    }
    match block.theirs {
        Some(theirs) => {
            lines(THEIRS.as_bytes());
            lines(theirs);
        }
        None => lines(DELETED.as_bytes()),
    }
    line(END.as_bytes(), "");
}

/// The conflicts in a file whose comments start with `comment`, in file order. A block without its end is none.
#[must_use]
pub fn find_blocks(bytes: &[u8], comment: &str) -> Vec<Found> {
    let start = format!("{comment} {START}");
    memmem::find_iter(bytes, start.as_bytes())
        .filter(|at| *at == 0 || bytes[*at - 1] == b'\n')
        .filter_map(|at| block_at(bytes, at, comment))
        .collect()
}

fn block_at(bytes: &[u8], start: usize, comment: &str) -> Option<Found> {
    let mut lines = Lines { bytes, at: start, comment };
    let first = lines.next()?;
    let head = String::from_utf8_lossy(first.strip_prefix(START.as_bytes())?).into_owned();
    let (what, name) = head.split_once(' ')?;
    let mut found = Found {
        span: Span::empty(start as u32),
        what: what.to_owned(),
        name: name.to_owned(),
        about: String::new(),
        base: None,
        theirs: None,
    };
    found.about = String::from_utf8_lossy(lines.next()?).into_owned();
    let mut mark = lines.next()?;
    if mark == BASE.as_bytes() {
        let (base, next) = lines.text()?;
        found.base = Some(base);
        mark = next;
    }
    let end = if mark == THEIRS.as_bytes() {
        let (theirs, end) = lines.text()?;
        found.theirs = Some(theirs);
        end
    } else {
        lines.next()?
    };
    if end != END.as_bytes() {
        return None;
    }
    let stop = bytes[..lines.at].trim_ascii_end().len();
    found.span = Span::new(start as u32, stop as u32);
    Some(found)
}

/// The lines of a block, without comment mark and line end.
struct Lines<'b> {
    bytes: &'b [u8],
    at: usize,
    comment: &'b str,
}

impl<'b> Lines<'b> {
    fn next(&mut self) -> Option<&'b [u8]> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.at += (end + 1).min(rest.len());
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        line.strip_prefix(self.comment.as_bytes())?.strip_prefix(b" ")
    }

    /// Lines up to the next mark, and that mark.
    fn text(&mut self) -> Option<(Vec<u8>, &'b [u8])> {
        let mut text: Vec<u8> = Vec::new();
        let mut first = true;
        loop {
            let at = self.at;
            let line = self.next()?;
            if [THEIRS, DELETED, END].iter().any(|mark| line == mark.as_bytes()) {
                return Some((text, line));
            }
            if !first {
                let crlf = self.bytes[..at].ends_with(b"\r\n");
                text.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
            }
            first = false;
            text.extend_from_slice(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, find_blocks, write_block};

    #[test]
    fn what_is_written_is_found() {
        for newline in ["\n", "\r\n"] {
            let theirs = format!("a = {{{newline}\"b\": 1{newline}}}");
            let block = Block {
                what: "property",
                name: "Player:a b",
                about: "both changed it",
                base: Some(b"a = 1"),
                theirs: Some(theirs.as_bytes()),
            };
            let mut text = format!("x{newline}").into_bytes();
            write_block(&block, ";", newline, &mut text);
            let end = text.len();
            text.extend_from_slice(format!("{newline}y{newline}").as_bytes());
            let found = find_blocks(&text, ";");
            assert_eq!(found.len(), 1);
            assert_eq!((found[0].what.as_str(), found[0].name.as_str()), ("property", "Player:a b"));
            assert_eq!(found[0].base.as_deref(), Some(&b"a = 1"[..]));
            assert_eq!(found[0].theirs.as_deref(), Some(theirs.as_bytes()));
            assert_eq!(found[0].span.end() as usize, end);
        }
    }

    #[test]
    fn a_deletion_is_told_and_a_cut_block_is_none() {
        let block = Block { what: "node", name: "A", about: "x", base: None, theirs: None };
        let mut text = Vec::new();
        write_block(&block, "#", "\n", &mut text);
        assert_eq!(find_blocks(&text, "#")[0].theirs, None);
        assert_eq!(find_blocks(&text, ";").len(), 0);
        assert_eq!(find_blocks(&text[..text.len() - 9], "#").len(), 0);
    }
}
