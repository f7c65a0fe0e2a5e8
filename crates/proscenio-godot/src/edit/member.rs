//! Inside a value: components, items, entries, by their places in the text.

use proscenio_source::Span;

use super::{EditRefusal, NO_SUCH_MEMBER};
use crate::document::Document;
use crate::lexer::{self, NestEnd, StringEnd};
use crate::value::{self, Reference};

/// An item of a list; of a dictionary with its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The key of a dictionary's entry.
    pub key: Option<Span>,
    /// The value.
    pub value: Span,
}

impl Item {
    /// Key and value.
    #[must_use]
    pub fn span(self) -> Span {
        self.key.map_or(self.value, |key| key.cover(self.value))
    }
}

/// What a value is in its outermost brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value without brackets.
    Plain,
    /// `[…]`, typed or not.
    Array(List),
    /// `{…}`, typed or not.
    Dictionary(List),
    /// `Name(…)`
    Call(String, List),
}

/// A list in brackets; spans count from the start of the text that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Behind the opening bracket.
    pub open: u32,
    /// In front of the closing one.
    pub close: u32,
    /// In the order of the text.
    pub items: Vec<Item>,
}

/// The shape of a value's text; nothing when the text is damaged.
#[must_use]
pub fn shape(raw: &[u8]) -> Option<Shape> {
    let at = lexer::skip_blank(raw, 0);
    match raw.get(at)? {
        b'[' => list(raw, at).map(Shape::Array),
        b'{' => list(raw, at).map(Shape::Dictionary),
        byte if lexer::is_word(*byte) => {
            let end = lexer::word_end(raw, at);
            let word = &raw[at..end];
            let mut open = lexer::skip_blank(raw, end);
            if raw.get(open) == Some(&b'[') && matches!(word, b"Array" | b"Dictionary") {
                let NestEnd::Closed(behind) = lexer::nest_end(raw, open) else { return None };
                open = lexer::skip_blank(raw, behind);
            }
            if raw.get(open) != Some(&b'(') {
                return Some(Shape::Plain);
            }
            let arguments = list(raw, open)?;
            if !matches!(word, b"Array" | b"Dictionary") {
                let name = String::from_utf8_lossy(word).into_owned();
                return Some(Shape::Call(name, arguments));
            }
            // The collection itself is the one argument.
            let inner = arguments.items.first()?.value;
            let start = inner.start() as usize;
            match raw.get(start)? {
                b'[' => list(raw, start).map(Shape::Array),
                b'{' => list(raw, start).map(Shape::Dictionary),
                _ => None,
            }
        }
        _ => Some(Shape::Plain),
    }
}

/// The list whose opening bracket stands at `open`.
fn list(raw: &[u8], open: usize) -> Option<List> {
    let mut items = Vec::new();
    let mut key = None;
    let mut at = open + 1;
    loop {
        at = lexer::skip_blank(raw, at);
        let start = at;
        let end = item_end(raw, start)?;
        at = lexer::skip_blank(raw, end);
        let span = Span::new(start as u32, end as u32);
        match raw.get(at)? {
            b':' => key = Some(span),
            byte => {
                if !span.is_empty() {
                    items.push(Item { key: key.take(), value: span });
                }
                if *byte != b',' {
                    return Some(List { open: open as u32 + 1, close: at as u32, items });
                }
            }
        }
        at += 1;
    }
}

/// Behind the last byte of an item that starts at `at`; nothing when it is damaged.
fn item_end(raw: &[u8], mut at: usize) -> Option<usize> {
    let mut end = at;
    while let Some(byte) = raw.get(at) {
        match byte {
            b'"' => {
                let StringEnd::Closed(behind) = lexer::string_end(raw, at) else { return None };
                at = behind;
                end = at;
            }
            b'(' | b'[' | b'{' => {
                let NestEnd::Closed(behind) = lexer::nest_end(raw, at) else { return None };
                at = behind;
                end = at;
            }
            b',' | b':' | b')' | b']' | b'}' => break,
            b';' => at = lexer::line_end(raw, at),
            byte if lexer::is_blank(*byte) => at += 1,
            _ => {
                at += 1;
                end = at;
            }
        }
    }
    Some(end)
}

/// A part of a value in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Text in one piece.
    Whole(Span),
    /// A value of a class whose components stand apart, or not in a call of their own.
    Parts(&'static str, Vec<Span>),
}

impl Part {
    /// Everything from the first byte to the last.
    pub(super) fn span(&self) -> Span {
        match self {
            Self::Whole(span) => *span,
            Self::Parts(_, spans) => {
                spans.iter().copied().reduce(Span::cover).unwrap_or_else(|| Span::empty(0))
            }
        }
    }
}

/// Where a name behind a value leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To a part of the value.
    Part(Part),
    /// To the sub-resource with this id, of which the name is a property.
    Resource(String),
    /// To an entry or item that is not there but could be.
    New(Gap),
}

/// Where a new entry or item would go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    /// The list, with places in the file.
    pub list: List,
    /// Whether it is a dictionary's.
    pub dictionary: bool,
}

/// Follows one name into a part of a value.
pub(super) fn step(document: &Document, part: &Part, name: &str) -> Result<Step, EditRefusal> {
    let missing = || no_such_member(document, part, name);
    let span = match part {
        Part::Parts(class, spans) => {
            return component(class, spans, name).map(Step::Part).ok_or_else(missing);
        }
        Part::Whole(span) => *span,
    };
    let raw = document.slice(span);
    let in_file = |list: List| List {
        open: list.open + span.start(),
        close: list.close + span.start(),
        items: list.items.into_iter().map(|item| shifted(item, span.start())).collect(),
    };
    match shape(raw).ok_or_else(missing)? {
        Shape::Plain => Err(missing()),
        Shape::Array(list) => {
            let list = in_file(list);
            let index: usize = name.parse().map_err(|_| missing())?;
            match list.items.get(index) {
                Some(item) => Ok(Step::Part(Part::Whole(item.value))),
                None if index == list.items.len() => Ok(Step::New(Gap { list, dictionary: false })),
                None => Err(missing()),
            }
        }
        Shape::Dictionary(list) => {
            let list = in_file(list);
            let found = list.items.iter().rev().find(|item| is_key(document, **item, name));
            match found {
                Some(item) => Ok(Step::Part(Part::Whole(item.value))),
                None => Ok(Step::New(Gap { list, dictionary: true })),
            }
        }
        Shape::Call(class, list) => {
            if class == "SubResource"
                && let Some(Reference::Sub(id)) = value::decode(raw).value.as_reference()
            {
                return Ok(Step::Resource(id.0.clone()));
            }
            let spans: Vec<Span> = in_file(list).items.into_iter().map(|item| item.value).collect();
            packed_item(document, &class, &spans, name)
                .or_else(|| component(&class, &spans, name))
                .map(Step::Part)
                .ok_or_else(missing)
        }
    }
}

fn shifted(item: Item, by: u32) -> Item {
    Item { key: item.key.map(|key| key.shifted(by)), value: item.value.shifted(by) }
}

fn is_key(document: &Document, item: Item, name: &str) -> bool {
    let Some(raw) = item.key.map(|key| document.slice(key)) else { return false };
    match value::string_text(raw) {
        Some(text) => text == name,
        None => raw == name.as_bytes(),
    }
}

#[cold]
fn no_such_member(document: &Document, part: &Part, name: &str) -> EditRefusal {
    let raw = document.slice(part.span());
    let shown = String::from_utf8_lossy(&raw[..raw.len().min(40)]).into_owned();
    let message = format!("`{name}` is no member of the value `{shown}`");
    EditRefusal::new(NO_SUCH_MEMBER, message).at(part.span())
}

/// Names of the components of a class, in the order of its arguments.
fn component_names(class: &str) -> &'static [&'static str] {
    match class {
        "Vector2" | "Vector2i" => &["x", "y"],
        "Vector3" | "Vector3i" => &["x", "y", "z"],
        "Vector4" | "Vector4i" | "Quaternion" | "Quat" => &["x", "y", "z", "w"],
        "Color" => &["r", "g", "b", "a"],
        "Plane" => &["x", "y", "z", "d"],
        _ => &[],
    }
}

/// A component that is itself of a class: that class, and which arguments it is made of.
fn compound(class: &str, name: &str) -> Option<(&'static str, &'static [usize])> {
    Some(match (class, name) {
        ("Rect2", "position") => ("Vector2", &[0, 1]),
        ("Rect2", "size") => ("Vector2", &[2, 3]),
        ("Rect2i", "position") => ("Vector2i", &[0, 1]),
        ("Rect2i", "size") => ("Vector2i", &[2, 3]),
        ("AABB" | "Rect3", "position") | ("Plane", "normal") => ("Vector3", &[0, 1, 2]),
        ("AABB" | "Rect3", "size") => ("Vector3", &[3, 4, 5]),
        ("Transform2D" | "Matrix32", "x") => ("Vector2", &[0, 1]),
        ("Transform2D" | "Matrix32", "y") => ("Vector2", &[2, 3]),
        ("Transform2D" | "Matrix32", "origin") => ("Vector2", &[4, 5]),
        // The text lists the matrix row by row; its axes are the columns.
        ("Basis" | "Matrix3", "x") => ("Vector3", &[0, 3, 6]),
        ("Basis" | "Matrix3", "y") => ("Vector3", &[1, 4, 7]),
        ("Basis" | "Matrix3", "z") => ("Vector3", &[2, 5, 8]),
        ("Transform3D" | "Transform", "basis") => ("Basis", &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("Transform3D" | "Transform", "origin") => ("Vector3", &[9, 10, 11]),
        ("Projection", "x") => ("Vector4", &[0, 1, 2, 3]),
        ("Projection", "y") => ("Vector4", &[4, 5, 6, 7]),
        ("Projection", "z") => ("Vector4", &[8, 9, 10, 11]),
        ("Projection", "w") => ("Vector4", &[12, 13, 14, 15]),
        _ => return None,
    })
}

fn component(class: &str, spans: &[Span], name: &str) -> Option<Part> {
    if let Some((class, indices)) = compound(class, name) {
        let spans: Option<Vec<Span>> = indices.iter().map(|index| spans.get(*index).copied()).collect();
        return Some(Part::Parts(class, spans?));
    }
    let index = component_names(class).iter().position(|own| *own == name)?;
    spans.get(index).map(|span| Part::Whole(*span))
}

/// An item of a packed array.
fn packed_item(document: &Document, class: &str, spans: &[Span], name: &str) -> Option<Part> {
    let index: usize = name.parse().ok()?;
    let (item, width): (&'static str, usize) = match class {
        "PackedVector2Array" | "PoolVector2Array" | "Vector2Array" => ("Vector2", 2),
        "PackedVector3Array" | "PoolVector3Array" | "Vector3Array" => ("Vector3", 3),
        "PackedVector4Array" => ("Vector4", 4),
        "PackedColorArray" | "PoolColorArray" | "ColorArray" => ("Color", 4),
        "PackedByteArray" if spans.first().is_some_and(|span| document.slice(*span).starts_with(b"\"")) => {
            return None;
        }
        other if other.ends_with("Array") => ("", 1),
        _ => return None,
    };
    let first = index.checked_mul(width)?;
    let own = spans.get(first..first.checked_add(width)?)?;
    Some(if width == 1 { Part::Whole(own[0]) } else { Part::Parts(item, own.to_vec()) })
}

#[cfg(test)]
mod tests {
    use super::{Shape, shape};

    fn items(raw: &str) -> Vec<String> {
        let list = match shape(raw.as_bytes()).unwrap() {
            Shape::Plain => return vec!["plain".into()],
            Shape::Array(list) | Shape::Dictionary(list) | Shape::Call(_, list) => list,
        };
        let text = |span: proscenio_source::Span| raw[span.range()].to_owned();
        let show = |item: &super::Item| match item.key {
            Some(key) => format!("{}={}", text(key), text(item.value)),
            None => text(item.value),
        };
        list.items.iter().map(show).collect()
    }

    #[test]
    fn items_are_found_in_values_of_every_shape() {
        assert_eq!(items("Vector3( 1, -2.5e3 , 3 )"), ["1", "-2.5e3", "3"]);
        assert_eq!(items("[1, [2, 3], \"a,b\", Vector2(4, 5)]"), ["1", "[2, 3]", "\"a,b\"", "Vector2(4, 5)"]);
        assert_eq!(items("{\n\"a\": 1,\n&\"b:c\": {2: 3}\n}"), ["\"a\"=1", "&\"b:c\"={2: 3}"]);
        assert_eq!(items("Array[ExtResource(\"1\")]([NodePath(\"a\"), ])"), ["NodePath(\"a\")"]);
        assert_eq!(items("Dictionary[int, String]({1: \"a\"})"), ["1=\"a\""]);
        assert_eq!(items("[1, ; two ]\n3]"), ["1", "3"]);
        assert_eq!(items("true"), ["plain"]);
        assert_eq!(items("[]"), [""; 0]);
        assert_eq!(shape(b"[1, "), None);
        assert_eq!(shape(b"[\"a"), None);
    }
}
