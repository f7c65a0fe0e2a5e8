//! Texture sets: one alias and one path per line.

use proscenio_source::Span;

use super::Sink;
use crate::code::Code;
use crate::problem::Problem;
use crate::syntax::Kind;

/// Reads a texture set.
pub(crate) fn parse<S: Sink>(bytes: &[u8], start: u32, sink: &mut S) {
    let mut at = start as usize;
    while at < bytes.len() {
        let length = memchr::memchr2(b'\n', b'\r', &bytes[at..]).unwrap_or(bytes.len() - at);
        line(bytes, at, at + length, sink);
        at += length + 1;
    }
}

fn line<S: Sink>(bytes: &[u8], start: usize, end: usize, sink: &mut S) {
    let mut at = start;
    let Some(alias) = word(bytes, &mut at, end) else {
        // To the engine a tab is a word, and one word is too few.
        if bytes[start..end].contains(&b'\t') {
            sink.problem(Problem::new(Code::TabInSet, Span::new(start as u32, end as u32), ""));
        }
        return;
    };
    if bytes[alias.range()].starts_with(b"#") {
        let comment = Span::new(alias.start(), end as u32);
        sink.leaf(Kind::Comment, comment);
        return sink.problem(Problem::new(Code::CommentInSet, comment, ""));
    }
    sink.open(Kind::Entry, alias.start());
    sink.leaf(Kind::Alias, alias);
    let path = word(bytes, &mut at, end);
    let mut last = alias;
    if let Some(path) = path {
        sink.leaf(Kind::Path, path);
        last = path;
    } else {
        sink.problem(Problem::new(Code::MissingPath, alias, "the alias"));
    }
    let mut surplus: Option<Span> = None;
    while let Some(more) = word(bytes, &mut at, end) {
        surplus = Some(surplus.map_or(more, |span| span.cover(more)));
    }
    if let Some(span) = surplus {
        let comment = bytes[span.range()].starts_with(b"#");
        sink.leaf(if comment { Kind::Comment } else { Kind::Unknown }, span);
        sink.problem(Problem::new(if comment { Code::CommentInSet } else { Code::ExtraWords }, span, ""));
        last = span;
    }
    if bytes[start..end].contains(&b'\t') {
        sink.problem(Problem::new(Code::TabInSet, Span::new(alias.start(), last.end()), ""));
    }
    sink.close(last.end(), 0, false);
}

/// The next word of a line. A tab separates here, though not for the engine.
fn word(bytes: &[u8], at: &mut usize, end: usize) -> Option<Span> {
    let separates = |byte: u8| matches!(byte, b' ' | b',' | b';' | b'\t');
    let start = *at + bytes[*at..end].iter().position(|&byte| !separates(byte))?;
    let length = bytes[start..end].iter().position(|&byte| separates(byte)).unwrap_or(end - start);
    *at = start + length;
    Some(Span::new(start as u32, *at as u32))
}
