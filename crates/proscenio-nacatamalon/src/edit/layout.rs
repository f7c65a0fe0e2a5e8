//! Putting members and elements into a file, and taking them out, the way their neighbours stand.

use proscenio_source::{Edit, Source, Span};

use super::guard;
use super::known::Known;
use super::style::{Item, Style, blanks, indent_at, is_inline, items, lay_out, line_indent};
use super::{BAD_VALUE, EditRefusal};
use crate::Document;
use crate::value::Value;

/// A JSON text that goes into a file, read.
pub(super) struct Piece {
    document: Document,
}

impl Piece {
    /// Reads one JSON value.
    pub(super) fn parse(text: &str) -> Result<Self, EditRefusal> {
        let document = Document::parse(Source::new("value", text.as_bytes().to_vec()));
        if let Some(finding) = document.findings().first() {
            let bare = !text.trim_start().starts_with(['{', '[', '"']);
            let help = bare.then(|| format!("text stands in double quotes: {}", quoted(text)));
            let message = format!("`{text}` is no JSON value: {}", finding.message);
            return Err(EditRefusal::new(BAD_VALUE, message).maybe_help(help));
        }
        Ok(Self { document })
    }

    pub(super) fn value(&self) -> Value<'_> {
        // A text without a value has a finding.
        self.document.value(crate::ValueId(0))
    }

    pub(super) fn document(&self) -> &Document {
        &self.document
    }
}

/// A text as JSON spells it.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            character if character < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            character => out.push(character),
        }
    }
    out.push('"');
    out
}

/// Puts pieces into one document.
pub(super) struct Layout<'d> {
    document: &'d Document,
    style: Style,
}

/// Where something new goes, and how it stands there.
struct Slot {
    at: u32,
    before: String,
    after: String,
    /// The indentation of its line; `None` when it shares a line.
    base: Option<String>,
}

impl<'d> Layout<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        Self { document, style: Style::of(document) }
    }

    fn bytes(&self) -> &'d [u8] {
        self.document.source().bytes()
    }

    /// Puts an element into an array, in front of the one at `index`.
    pub(super) fn insert_element(
        &self,
        array: Value<'_>,
        index: usize,
        piece: Value<'_>,
    ) -> Result<Edit, EditRefusal> {
        guard::surface(self.document, array)?;
        let slot = self.slot(array, index);
        let near = array.elements().nth(index.saturating_sub(1)).into_iter();
        let base = self.base(&slot, near);
        Ok(self.fill(&slot, |out| lay_out(out, piece, &self.style, base)))
    }

    /// Puts a member into an object, in front of the one at `index`.
    pub(super) fn insert_member(
        &self,
        object: Value<'_>,
        index: usize,
        name: &str,
        piece: Value<'_>,
    ) -> Result<Edit, EditRefusal> {
        guard::surface(self.document, object)?;
        let slot = self.slot(object, index);
        let base = self.base(&slot, object.members().map(|member| member.value));
        Ok(self.fill(&slot, |out| {
            out.extend_from_slice(quoted(name).as_bytes());
            out.extend_from_slice(self.style.colon.as_bytes());
            lay_out(out, piece, &self.style, base);
        }))
    }

    /// Puts a value in the place of another.
    pub(super) fn replace(&self, old: Value<'_>, piece: Value<'_>) -> Result<Edit, EditRefusal> {
        guard::within(self.document, old.span())?;
        let alone = items(old).is_empty();
        let indent = indent_at(self.bytes(), old.span().start());
        // On one line where the old value was one of many, or shares its line with others.
        let one_line = if alone { !self.starts_line(old.span().start()) } else { is_inline(old) };
        let mut out = Vec::new();
        lay_out(&mut out, piece, &self.style, (!one_line).then_some(&*indent));
        Ok(Edit::replace(old.span(), out))
    }

    /// Gives a box that has none a name.
    pub(super) fn named(&self, owner: Value<'_>, name: &str) -> Option<Edit> {
        let piece = Piece::parse(&quoted(name)).ok()?;
        self.insert_member(owner, Known::of_boxes().place(owner, "name"), "name", piece.value()).ok()
    }

    fn fill(&self, slot: &Slot, write: impl FnOnce(&mut Vec<u8>)) -> Edit {
        let mut out = slot.before.clone().into_bytes();
        write(&mut out);
        out.extend_from_slice(slot.after.as_bytes());
        Edit::insert(slot.at, out)
    }

    /// The indentation for what goes into a slot: none where its neighbours stand on one line each.
    fn base<'s>(&self, slot: &'s Slot, mut near: impl Iterator<Item = Value<'d>>) -> Option<&'s str>
    where
        Self: 's,
    {
        let filled = near.find(|value| !items(*value).is_empty());
        slot.base.as_deref().filter(|_| filled.is_none_or(|value| !is_inline(value)))
    }

    fn slot(&self, container: Value<'_>, index: usize) -> Slot {
        let items = items(container);
        let index = index.min(items.len());
        let Some(last) = items.last() else { return self.first_slot(container) };
        let gap = self.gap(container, &items, index);
        let base = gap.rfind('\n').map(|at| gap[at + 1..].to_owned());
        match items.get(index) {
            Some(next) if index == 0 => {
                Slot { at: next.start, before: String::new(), after: format!(",{gap}"), base }
            }
            _ => {
                let before = if index == 0 { last } else { &items[index - 1] };
                Slot { at: before.end, before: format!(",{gap}"), after: String::new(), base }
            }
        }
    }

    /// In a container that is empty.
    fn first_slot(&self, container: Value<'_>) -> Slot {
        let at = container.span().start() + 1;
        let bytes = self.bytes();
        let inner = blanks(bytes, at, container.span().end() - 1).unwrap_or_default();
        let own_line = indent_at(bytes, container.span().start());
        // The container's own line tells: what holds it is laid out in lines, or is not.
        if inner.contains('\n') || !self.starts_line(container.span().start()) {
            let pad = if container.is_object() && inner.is_empty() { &*self.style.pad } else { "" };
            return Slot { at, before: pad.to_owned(), after: pad.to_owned(), base: None };
        }
        let newline = &self.style.newline;
        let inner = format!("{own_line}{}", self.style.unit);
        Slot {
            at,
            before: format!("{newline}{inner}"),
            after: format!("{newline}{own_line}"),
            base: Some(inner),
        }
    }

    /// Whether nothing but a key stands in front of a value on its line.
    fn starts_line(&self, at: u32) -> bool {
        let bytes = self.bytes();
        if is_inline(self.document.value(crate::ValueId(0))) {
            return false;
        }
        if line_indent(bytes, at).is_some() {
            return true;
        }
        let start = memchr::memrchr(b'\n', &bytes[..at as usize]).map_or(0, |at| at + 1);
        let line = bytes[start..at as usize].trim_ascii();
        // A key of a line of its own holds no comma and no bracket outside its quotes.
        let Some(key) = line.strip_suffix(b":").map(<[u8]>::trim_ascii) else { return false };
        key.len() >= 2 && key.starts_with(b"\"") && key.ends_with(b"\"") && {
            let inner = &key[1..key.len() - 1];
            memchr::memchr(b'"', inner).is_none()
        }
    }

    /// The blanks between two items of a container.
    fn gap(&self, container: Value<'_>, items: &[Item], index: usize) -> String {
        let bytes = self.bytes();
        let between = |at: usize| {
            let (before, next) = (items.get(at.checked_sub(1)?)?, items.get(at)?);
            let comma = memchr::memchr(b',', &bytes[before.end as usize..next.start as usize])?;
            blanks(bytes, before.end + comma as u32 + 1, next.start)
        };
        let near = if index == 0 { between(1) } else { between(index).or_else(|| between(index - 1)) };
        near.or_else(|| {
            // One item alone: its own line tells.
            let lead = blanks(bytes, container.span().start() + 1, items[0].start)?;
            lead.contains('\n').then_some(lead)
        })
        .unwrap_or_else(|| self.style.gap.clone())
    }

    /// Takes items out of a container, by their places, which ascend.
    pub(super) fn remove(&self, container: Value<'_>, places: &[usize]) -> Result<Vec<Edit>, EditRefusal> {
        guard::surface(self.document, container)?;
        let items = items(container);
        if places.len() >= items.len() {
            let inner = Span::new(container.span().start() + 1, container.span().end() - 1);
            return Ok(vec![Edit::delete(inner)]);
        }
        let mut edits = Vec::new();
        let mut rest = places;
        while let Some(&first) = rest.first() {
            let run = rest.iter().enumerate().take_while(|(at, place)| **place == first + at).count();
            rest = &rest[run..];
            let last = first + run - 1;
            edits.push(Edit::delete(match items.get(last + 1) {
                Some(next) if first == 0 => Span::new(items[0].start, next.start),
                _ => Span::new(items[first - 1].end, items[last].end),
            }));
        }
        Ok(edits)
    }

    /// The text of an item as it would stand in a slot: on one line there, or with its own lines moved along.
    fn moved(&self, item: Value<'_>, base: Option<&str>) -> Vec<u8> {
        let mut out = Vec::new();
        let bytes = item.bytes();
        let Some(base) = base else {
            if is_inline(item) {
                return bytes.to_vec();
            }
            lay_out(&mut out, item, &self.style, None);
            return out;
        };
        let own = indent_at(self.bytes(), item.span().start());
        for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if at > 0 {
                out.push(b'\n');
                if let Some(line) = line.strip_prefix(own.as_bytes()) {
                    out.extend_from_slice(base.as_bytes());
                    out.extend_from_slice(line);
                    continue;
                }
            }
            out.extend_from_slice(line);
        }
        out
    }

    /// Puts the text of an element of the file, or of a changed copy of it, into an array of the same file.
    pub(super) fn insert_moved(
        &self,
        array: Value<'_>,
        index: usize,
        item: Value<'_>,
        change: impl FnOnce(Vec<u8>) -> Vec<u8>,
    ) -> Result<Edit, EditRefusal> {
        guard::surface(self.document, array)?;
        guard::within(self.document, item.span())?;
        let slot = self.slot(array, index);
        let text = change(self.moved(item, slot.base.as_deref()));
        Ok(self.fill(&slot, |out| out.extend_from_slice(&text)))
    }

    /// The text of an element of the file as the only one of an array that is not there yet.
    pub(super) fn as_list(&self, item: Value<'_>) -> Result<Vec<u8>, EditRefusal> {
        guard::within(self.document, item.span())?;
        Ok([b"[", item.bytes(), b"]"].concat())
    }
}
