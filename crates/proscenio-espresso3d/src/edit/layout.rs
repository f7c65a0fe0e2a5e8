//! Where new lines go and how they stand, and taking lines out.

use proscenio_source::{Edit, Span};

use super::{DAMAGED, EditRefusal};
use crate::document::Document;
use crate::lexer::{Lexer, Shape};
use crate::syntax::Kind;
use crate::view::Item;

/// What stands behind something on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// Nothing but separators; the line ends here.
    End(u32),
    /// A comment, which begins and ends here.
    Comment(u32, u32),
    /// Something else: the end of the separators up to the last comma or semicolon, and where it begins.
    Word(u32, u32),
}

/// What something new stands behind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    /// An item, a field, a `{`: its last byte.
    Behind(u32),
    /// Nothing: it becomes the first of the file.
    FileStart,
}

/// How a file is laid out.
pub(super) struct Layout<'d> {
    document: &'d Document,
    /// The line end of the file.
    pub newline: &'static str,
    /// What one level of depth adds to the indentation.
    pub unit: String,
}

impl<'d> Layout<'d> {
    pub fn of(document: &'d Document) -> Self {
        let bytes = document.source().bytes();
        let newline = match memchr::memchr2(b'\n', b'\r', bytes) {
            Some(at) if bytes[at..].starts_with(b"\r\n") => "\r\n",
            Some(at) if bytes[at] == b'\r' => "\r",
            _ => "\n",
        };
        let mut layout = Self { document, newline, unit: String::new() };
        layout.unit = layout.unit().unwrap_or_else(|| "  ".to_owned());
        layout
    }

    fn bytes(&self) -> &'d [u8] {
        self.document.source().bytes()
    }

    /// The indentation that the first item in a sector or model adds.
    fn unit(&self) -> Option<String> {
        let tree = self.document.tree();
        let outer =
            tree.children(tree.root()).filter(|(_, node)| matches!(node.kind(), Kind::Sector | Kind::Model));
        for (index, node) in outer {
            let outer = self.line_indent(node.span().start())?;
            let items = tree.children(index).filter(|(_, node)| super::find::is_item(node.kind()));
            for (_, inner) in items.take(8) {
                let own = self.line_indent(inner.span().start());
                if let Some(unit) = own.and_then(|own| own.strip_prefix(&*outer).map(str::to_owned))
                    && !unit.is_empty()
                {
                    return Some(unit);
                }
            }
        }
        None
    }

    /// The blanks in front of something that begins its line; `None` when it does not.
    pub fn line_indent(&self, at: u32) -> Option<String> {
        let before = &self.bytes()[..at as usize];
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
        let blanks = before[start..].strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&before[start..]);
        let is_blank = blanks.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        is_blank.then(|| String::from_utf8_lossy(blanks).into_owned())
    }

    /// The indentation of the line of something, whether it begins the line or not.
    pub fn indent_at(&self, at: u32) -> String {
        let before = &self.bytes()[..at as usize];
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
        let line = before[start..].strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&before[start..]);
        let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).copied().collect();
        String::from_utf8(blanks).unwrap_or_default()
    }

    fn tail(&self, end: u32) -> Tail {
        let bytes = self.bytes();
        let mut at = end as usize;
        let mut last = at;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b' ' | b'\t' => at += 1,
                b',' | b';' => {
                    at += 1;
                    last = at;
                }
                b'\n' | b'\r' => break,
                b'#' => {
                    let rest = &bytes[at..];
                    let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                    return Tail::Comment(at as u32, (at + len) as u32);
                }
                _ => return Tail::Word(last as u32, at as u32),
            }
        }
        Tail::End(at as u32)
    }

    /// Whether a `;` stands behind something on its line.
    pub fn is_ended(&self, end: u32) -> bool {
        let rest = &self.bytes()[end as usize..];
        rest.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b',')) == Some(&b';')
    }

    /// The end of the last thing before a place that is no blank and no line end; `None` at the file's start.
    fn before(&self, at: u32) -> Option<u32> {
        let bytes = self.bytes();
        let start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let before = &bytes[start..at as usize];
        let last = before.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))?;
        Some((start + last + 1) as u32)
    }

    /// Puts lines behind something. `blank` puts an empty line between. Where the line goes on behind the anchor,
    /// `follow` is the indentation of what then stands on a line of its own.
    pub fn insert(&self, anchor: Anchor, lines: &[Vec<u8>], blank: bool, follow: &str) -> Edit {
        let mut text = Vec::new();
        let Anchor::Behind(end) = anchor else {
            for line in lines {
                text.extend_from_slice(line);
                text.extend_from_slice(self.newline.as_bytes());
            }
            let start = if self.bytes().starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
            return Edit::insert(start, text);
        };
        if blank {
            text.extend_from_slice(self.newline.as_bytes());
        }
        for line in lines {
            text.extend_from_slice(self.newline.as_bytes());
            text.extend_from_slice(line);
        }
        match self.tail(end) {
            Tail::End(at) | Tail::Comment(_, at) => Edit::insert(at, text),
            Tail::Word(at, word) => {
                text.extend_from_slice(self.newline.as_bytes());
                text.extend_from_slice(follow.as_bytes());
                Edit::replace(Span::new(at, word), text)
            }
        }
    }

    /// Takes out something with its line end, its lines, and the empty lines before it. Comments stay.
    pub fn remove(&self, span: Span) -> Edit {
        Edit::delete(self.removal(span))
    }

    /// The bytes that go when something is taken out.
    pub fn removal(&self, span: Span) -> Span {
        let end = match self.tail(span.end()) {
            Tail::Comment(next, _) | Tail::Word(_, next) => return Span::new(span.start(), next),
            Tail::End(end) => end,
        };
        let Some(before) = self.before(span.start()) else {
            let start = if self.bytes().starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
            return Span::new(start, self.behind_line_end(end));
        };
        let between = Span::new(before, span.start()).slice(self.bytes());
        let broken = between.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        Span::new(before + broken.unwrap_or(0) as u32, end)
    }

    fn behind_line_end(&self, at: u32) -> u32 {
        let rest = &self.bytes()[at as usize..];
        let len = match rest {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        at + len
    }

    /// Something and the separators that end it on its line.
    pub fn with_end(&self, span: Span) -> Span {
        let bytes = self.bytes();
        let mut last = span.end();
        let mut at = last as usize;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b' ' | b'\t' => {}
                b',' | b';' => last = at as u32 + 1,
                _ => break,
            }
            at += 1;
        }
        Span::new(span.start(), last)
    }

    /// The end of the word before a place.
    pub fn behind_word_before(&self, at: u32) -> u32 {
        let before = &self.bytes()[..at as usize];
        let last = before.iter().rposition(|byte| !b" \t,;\n\r".contains(byte));
        last.map_or(at, |last| last as u32 + 1)
    }

    /// Whether an empty line stands between two things with nothing else between.
    pub fn is_apart(&self, before: u32, after: u32) -> bool {
        let between = &self.bytes()[before as usize..after as usize];
        let is_blank = between.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b';'));
        let breaks = between.iter().filter(|byte| **byte == b'\n').count();
        is_blank && breaks.max(between.iter().filter(|byte| **byte == b'\r').count()) > 1
    }

    /// The end of the `{` of an item.
    pub fn brace(&self, item: Item<'_>) -> Result<u32, EditRefusal> {
        let first =
            item.children().find(|child| super::find::is_item(child.kind()) || is_field(child.kind()));
        let end = first.map_or(item.span().end(), |first| first.span().start());
        let mut lexer = Lexer::new(self.bytes(), item.span().start());
        loop {
            let token = lexer.next_significant();
            if token.shape == Shape::End || token.end > end {
                break;
            }
            if token.shape == Shape::Open {
                return Ok(token.end);
            }
        }
        let message = format!("the {} has no `{{`", super::address::word_of(item.kind()));
        Err(EditRefusal::new(DAMAGED, message).at(item.span()).help(DAMAGED.help))
    }
}

/// Whether a node is a field with a tag of its own.
pub(super) fn is_field(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Vertices
            | Kind::Texture
            | Kind::Detail0
            | Kind::Detail1
            | Kind::BoneLink
            | Kind::BoneAttachment
            | Kind::PortalLink
            | Kind::Position
            | Kind::Forward
            | Kind::Up
            | Kind::Rotate
            | Kind::Translate
    )
}
