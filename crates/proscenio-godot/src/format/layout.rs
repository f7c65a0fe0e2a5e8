//! What stands between the elements of a file: line ends, blank lines, comments.

use memchr::{memchr, memchr2};

use crate::document::Document;
use crate::format::is_file_header;
use crate::lexer::{self, StringEnd, is_blank};
use crate::spell::Spelling;
use crate::tree::SectionKind;

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// As the engine writes.
    Lf,
    /// As some editors and version control on Windows write; kept where it is the habit of the file.
    CrLf,
}

impl LineEnd {
    /// The habit of a file: that of the line end behind its first section header.
    pub(super) fn of(document: &Document) -> Self {
        let from = document.sections().next().map_or(0, |section| section.header_span().end()) as usize;
        let bytes = document.source().bytes();
        match memchr(b'\n', &bytes[from..]).map(|at| from + at) {
            Some(at) if at > 0 && bytes[at - 1] == b'\r' => Self::CrLf,
            _ => Self::Lf,
        }
    }

    fn text(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
        }
    }

    /// Appends a spelled value; its line ends outside of strings become those of the file.
    pub(super) fn write(self, out: &mut Vec<u8>, text: &str) {
        if self == Self::Lf || !text.contains('\n') {
            return out.extend_from_slice(text.as_bytes());
        }
        let mut inside = false;
        let mut escaped = false;
        for byte in text.bytes() {
            match byte {
                b'"' if !escaped => inside = !inside,
                b'\n' if !inside => out.push(b'\r'),
                _ => {}
            }
            escaped = inside && byte == b'\\' && !escaped;
            out.push(byte);
        }
    }
}

/// What belongs between two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing: the file starts.
    Start,
    /// A line end.
    Line,
    /// A line end and an empty line.
    Blank,
    /// A line end, and an empty line where there is one: releases of Godot 3 differ.
    Either,
}

impl Gap {
    /// Between two sections: lists of one-line sections stand close together.
    pub(super) fn between(before: SectionKind, after: SectionKind, spelling: Spelling) -> Self {
        let ends_scene = matches!(after, SectionKind::Connection | SectionKind::Editable);
        if spelling == Spelling::Godot3 && ends_scene {
            return if after == SectionKind::Connection && before == after {
                Self::Line
            } else {
                Self::Either
            };
        }
        let list =
            matches!(before, SectionKind::ExtResource | SectionKind::Connection | SectionKind::Editable);
        if list && before == after { Self::Line } else { Self::Blank }
    }

    /// Behind the last section. The engine ends all but these with an empty line, even at the end.
    pub(super) fn behind(last: SectionKind) -> Self {
        let blank =
            is_file_header(last) || matches!(last, SectionKind::ExtResource | SectionKind::SubResource);
        if blank { Self::Blank } else { Self::Line }
    }
}

/// The text of a gap as it should be; nothing when there is more in it than blanks and comments.
pub(super) fn tidy(text: &[u8], wanted: Gap, line_end: LineEnd) -> Option<Vec<u8>> {
    let end = line_end.text();
    if text.iter().all(|byte| is_blank(*byte)) {
        return Some(match wanted {
            Gap::Start => Vec::new(),
            Gap::Line => end.to_vec(),
            Gap::Either if text.iter().filter(|byte| **byte == b'\n').count() < 2 => end.to_vec(),
            Gap::Blank | Gap::Either => end.repeat(2),
        });
    }
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').map(trim).collect();
    if lines.iter().any(|line| !line.is_empty() && line[0] != b';') {
        return None;
    }
    // Behind the last line end the next element starts; a comment at the end of the file may lack one.
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut lines = lines.into_iter();
    let mut out = Vec::with_capacity(text.len() + 2);
    if wanted != Gap::Start {
        // The rest of the line of the element in front.
        let rest = lines.next().unwrap_or_default();
        if !rest.is_empty() {
            out.push(b' ');
            out.extend_from_slice(rest);
        }
        out.extend_from_slice(end);
    }
    let lines: Vec<&[u8]> = lines.collect();
    let mut blank = wanted == Gap::Start;
    if wanted == Gap::Blank && !lines.iter().any(|line| line.is_empty()) {
        out.extend_from_slice(end);
    }
    for line in lines {
        // Of several empty lines one stays, and none at the start of the file.
        if !(line.is_empty() && blank) {
            out.extend_from_slice(line);
            out.extend_from_slice(end);
        }
        blank = line.is_empty();
    }
    Some(out)
}

fn trim(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|byte| !is_blank(*byte)).unwrap_or(line.len());
    let end = line.iter().rposition(|byte| !is_blank(*byte)).map_or(start, |last| last + 1);
    &line[start..end]
}

/// Whether a text is one `=` with nothing but blanks around it.
pub(super) fn is_equals(text: &[u8]) -> bool {
    trim(text) == b"="
}

/// Whether a value or a header has a comment inside.
pub(super) fn has_comment(raw: &[u8]) -> bool {
    let mut at = 0;
    while let Some(found) = memchr2(b'"', b';', raw.get(at..).unwrap_or_default()) {
        at += found;
        if raw[at] == b';' {
            return true;
        }
        match lexer::string_end(raw, at) {
            StringEnd::Closed(end) => at = end,
            StringEnd::Lost(_) | StringEnd::Cut => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Gap, LineEnd, has_comment, tidy};

    fn tidied(text: &str, wanted: Gap) -> Option<String> {
        let text = tidy(text.as_bytes(), wanted, LineEnd::Lf)?;
        Some(String::from_utf8(text).unwrap())
    }

    #[test]
    fn blanks_become_what_is_wanted() {
        for text in ["", " ", "\n\n\n", "\r\n\t"] {
            assert_eq!(tidied(text, Gap::Start).unwrap(), "");
            assert_eq!(tidied(text, Gap::Line).unwrap(), "\n");
            assert_eq!(tidied(text, Gap::Blank).unwrap(), "\n\n");
        }
        assert_eq!(tidy(b"\n", Gap::Blank, LineEnd::CrLf).unwrap(), b"\r\n\r\n");
    }

    #[test]
    fn comments_stay_where_they_belong() {
        let cases = [
            (Gap::Start, "\n\n; a \n\n\n;b\n", "; a\n\n;b\n"),
            (Gap::Line, "   ; behind\n", " ; behind\n"),
            (Gap::Line, ";behind\n\n\t; own\n  ", " ;behind\n\n; own\n"),
            (Gap::Blank, "\n; next\n", "\n\n; next\n"),
            (Gap::Blank, "\n; before\n\n", "\n; before\n\n"),
            (Gap::Blank, " ; behind\n", " ; behind\n\n"),
            (Gap::Line, " ; at the end", " ; at the end\n"),
            (Gap::Line, "\r\n; windows\r\n", "\n; windows\n"),
        ];
        for (wanted, text, expected) in cases {
            assert_eq!(tidied(text, wanted).unwrap(), expected, "{text:?}");
            assert_eq!(tidied(expected, wanted).unwrap(), expected, "{text:?} twice");
        }
    }

    #[test]
    fn other_text_is_left_alone() {
        assert_eq!(tidied("\n<<<<<<< mine\n", Gap::Line), None);
        assert_eq!(tidied(" stray ; with a comment\n", Gap::Line), None);
    }

    #[test]
    fn semicolons_in_strings_are_no_comments() {
        assert!(has_comment(b"[1, ; one\n2]"));
        assert!(has_comment(b"[\"a\", ; one\n2]"));
        assert!(!has_comment(b"\"void f() { x = 1; }\""));
        assert!(!has_comment(br#"["a\";b", "c;"]"#));
        assert!(!has_comment(b"1"));
    }

    #[test]
    fn line_ends_inside_strings_are_text() {
        let mut out = Vec::new();
        LineEnd::CrLf.write(&mut out, "{\n\"a\": \"b\\\"\nc\"\n}");
        assert_eq!(out, b"{\r\n\"a\": \"b\\\"\nc\"\r\n}");
    }
}
