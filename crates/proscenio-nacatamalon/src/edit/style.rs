//! How a file is laid out, and laying out a value the same way.

use memchr::{memchr, memrchr};

use crate::Document;
use crate::value::Value;

/// Values looked at to learn how a file is laid out.
const SAMPLE: usize = 2000;

/// How a file is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// The file's line end.
    pub newline: String,
    /// One level of indentation.
    pub unit: String,
    /// Between a key and its value.
    pub colon: String,
    /// Behind a comma, on one line.
    pub gap: String,
    /// Inside the brackets of an object on one line.
    pub pad: String,
}

impl Style {
    /// The layout of the engine's own text files: four spaces a level, and what a person would write on a
    /// line.
    pub(crate) fn engine() -> Self {
        Self {
            newline: "\n".to_owned(),
            unit: "    ".to_owned(),
            colon: ": ".to_owned(),
            gap: " ".to_owned(),
            pad: String::new(),
        }
    }

    /// What the first values of a file show; the engine's layout where they show nothing.
    pub(crate) fn of(document: &Document) -> Self {
        let bytes = document.source().bytes();
        let mut style = Self::engine();
        if memchr(b'\n', bytes).is_some_and(|at| at > 0 && bytes[at - 1] == b'\r') {
            style.newline = "\r\n".to_owned();
        }
        let (mut unit, mut colon, mut gap, mut pad) = (None, None, None, None);
        let mut pending: Vec<Value<'_>> = document.root().into_iter().collect();
        for _ in 0..SAMPLE {
            let Some(value) = pending.pop() else { break };
            let items = items(value);
            let Some(first) = items.first() else { continue };
            if is_inline(value) {
                gap = gap.or_else(|| blanks(bytes, items[0].end + 1, items.get(1)?.start));
                if value.is_object() {
                    pad = pad.or_else(|| blanks(bytes, value.span().start() + 1, first.start));
                }
            } else if let Some(inner) = line_indent(bytes, first.start) {
                unit = unit.or_else(|| {
                    inner.strip_prefix(&*indent_at(bytes, value.span().start())).map(str::to_owned)
                });
            }
            colon = colon.or_else(|| {
                let member = value.members().next()?;
                let gap = blanks_and_colon(bytes, member.key_span().end(), member.value.span().start());
                gap.filter(|gap| !gap.contains('\n'))
            });
            let known = pending.len();
            pending.extend(value.elements().chain(value.members().map(|member| member.value)).take(SAMPLE));
            pending[known..].reverse();
        }
        style.unit = unit.filter(|unit| !unit.is_empty()).unwrap_or(style.unit);
        style.colon = colon.unwrap_or(style.colon);
        // Where no comma tells, colons do: what is tight is tight everywhere.
        style.gap = gap.unwrap_or_else(|| style.colon.trim_start_matches(':').to_owned());
        style.pad = pad.unwrap_or(style.pad);
        style
    }
}

/// A member or an element: from its first byte to its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub start: u32,
    pub end: u32,
}

/// The members or elements of a container, in order.
pub(super) fn items(container: Value<'_>) -> Vec<Item> {
    let element = |value: Value<'_>| Item { start: value.span().start(), end: value.span().end() };
    if container.is_object() {
        let members = container.members();
        return members
            .map(|member| Item { start: member.key_span().start(), end: member.value.span().end() })
            .collect();
    }
    container.elements().map(element).collect()
}

/// Whether a value stands on one line.
pub(super) fn is_inline(value: Value<'_>) -> bool {
    memchr(b'\n', value.bytes()).is_none()
}

/// The indentation of the line on which `at` stands.
pub(super) fn indent_at(bytes: &[u8], at: u32) -> String {
    let start = memrchr(b'\n', &bytes[..at as usize]).map_or(0, |at| at + 1);
    let blanks = bytes[start..at as usize].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    String::from_utf8_lossy(&bytes[start..start + blanks]).into_owned()
}

/// The indentation in front of what starts at `at`; `None` when something else starts its line.
pub(super) fn line_indent(bytes: &[u8], at: u32) -> Option<String> {
    let start = memrchr(b'\n', &bytes[..at as usize]).map_or(0, |at| at + 1);
    let before = &bytes[start..at as usize];
    let blank = before.iter().all(|byte| matches!(byte, b' ' | b'\t'));
    blank.then(|| String::from_utf8_lossy(before).into_owned())
}

/// The bytes between two places where they are blanks and nothing else.
pub(super) fn blanks(bytes: &[u8], from: u32, to: u32) -> Option<String> {
    let between = bytes.get(from as usize..to as usize)?;
    let blank = between.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    blank.then(|| String::from_utf8_lossy(between).into_owned())
}

fn blanks_and_colon(bytes: &[u8], from: u32, to: u32) -> Option<String> {
    let between = bytes.get(from as usize..to as usize)?;
    let plain = between.iter().filter(|byte| **byte == b':').count() == 1
        && between.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b':'));
    plain.then(|| String::from_utf8_lossy(between).into_owned())
}

/// Lays a value out anew; keys and scalars keep their spelling, members their places, the value its
/// duplicates.
///
/// `base` is the indentation of the line on which the value starts; `None` puts all of it on one line.
pub(crate) fn lay_out(out: &mut Vec<u8>, value: Value<'_>, style: &Style, base: Option<&str>) {
    let mut indent = base.unwrap_or_default().to_owned();
    write(out, value, style, base.is_some().then_some(&mut indent));
}

fn write(out: &mut Vec<u8>, value: Value<'_>, style: &Style, mut indent: Option<&mut String>) {
    let object = value.is_object();
    if !object && !value.is_array() {
        out.extend_from_slice(value.bytes());
        return;
    }
    let (open, close) = if object { (b'{', b'}') } else { (b'[', b']') };
    out.push(open);
    if let Some(indent) = &mut indent {
        indent.push_str(&style.unit);
    }
    let mut count = 0;
    let mut start = |out: &mut Vec<u8>, indent: Option<&str>| {
        if count > 0 {
            out.push(b',');
        }
        match indent {
            Some(indent) => {
                out.extend_from_slice(style.newline.as_bytes());
                out.extend_from_slice(indent.as_bytes());
            }
            None if count > 0 => out.extend_from_slice(style.gap.as_bytes()),
            None if object => out.extend_from_slice(style.pad.as_bytes()),
            None => {}
        }
        count += 1;
    };
    for member in value.members() {
        start(out, indent.as_ref().map(|indent| indent.as_str()));
        out.extend_from_slice(member.key_span().slice(value.file()));
        out.extend_from_slice(style.colon.as_bytes());
        write(out, member.value, style, indent.as_deref_mut());
    }
    for element in value.elements() {
        start(out, indent.as_ref().map(|indent| indent.as_str()));
        write(out, element, style, indent.as_deref_mut());
    }
    if let Some(indent) = &mut indent {
        indent.truncate(indent.len() - style.unit.len());
    }
    if count > 0 {
        match &indent {
            Some(indent) => {
                out.extend_from_slice(style.newline.as_bytes());
                out.extend_from_slice(indent.as_bytes());
            }
            None if object => out.extend_from_slice(style.pad.as_bytes()),
            None => {}
        }
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::{Style, lay_out};
    use crate::Document;

    fn document(text: &str) -> Document {
        Document::parse(Source::new("a.scene", text.into()))
    }

    #[test]
    fn a_files_layout_is_learnt_from_its_first_values() {
        let style = Style::of(&document("{\r\n\t\"a\" : [1,2],\r\n\t\"b\": { \"c\": 1 }\r\n}"));
        assert_eq!((&*style.newline, &*style.unit, &*style.colon), ("\r\n", "\t", " : "));
        assert_eq!((&*style.gap, &*style.pad), ("", " "));
        assert_eq!(Style::of(&document("{}")), Style::engine());
        assert_eq!(Style::of(&document("[\n  1\n]")).unit, "  ");
    }

    #[test]
    fn values_are_laid_out_in_lines_or_on_one() {
        let document = document(r#"{"a":[1.50,{}],"b":{"c":"A","c":[]}}"#);
        let lay = |base: Option<&str>| {
            let mut out = Vec::new();
            lay_out(&mut out, document.root().unwrap(), &Style::engine(), base);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(lay(None), r#"{"a": [1.50, {}], "b": {"c": "A", "c": []}}"#);
        assert_eq!(
            lay(Some(" ")),
            "{\n     \"a\": [\n         1.50,\n         {}\n     ],\n     \"b\": {\n         \"c\": \"A\",\n         \"c\": []\n     }\n }"
        );
    }
}
