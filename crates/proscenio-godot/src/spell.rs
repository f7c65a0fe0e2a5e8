//! Spelling: values as text, exactly as the engines write them.
//!
//! ```
//! use proscenio_godot::spell::Spelling;
//! use proscenio_godot::value::decode;
//!
//! let value = decode(b"{ \"b\": Vector2(1.0, .5), \"a\": [ 1e0 ] }").value;
//! assert_eq!(value.spelled(Spelling::GODOT_4), "{\n\"a\": [1.0],\n\"b\": Vector2(1, 0.5)\n}");
//! assert_eq!(value.spelled(Spelling::Godot3), "{\n\"a\": [ 1.0 ],\n\"b\": Vector2( 1, 0.5 )\n}");
//! ```
//!
//! A value decoded from what is written here is the same value.
//!
//! # Differences from the engines
//!
//! Godot 3 keeps six digits of a number; here further digits are kept, because they are the user's.
//! What an engine writes and cannot read again (in Godot 3 `-inf.0`, and names with `;`) is written in a
//! way that it can.

mod collection;
mod digits;
mod header;
mod number;
mod order;
mod text;

use crate::document::Document;
use crate::value::{Id, Reference, Value, base64};

pub(crate) use header::attribute_order;
pub(crate) use number::{shortest, significant_digits};
pub(crate) use text::escaped;
pub use text::key;

/// How an engine version spells values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// Godot 3, `format=2`: blanks inside brackets, `Pool…Array`, ids as numbers.
    Godot3,
    /// Godot 4.6.
    Godot4 {
        /// `format=4`: bytes as base64 text and `-inf`; `format=3`: bytes as numbers and `inf_neg`.
        base64: bool,
    },
}

impl Spelling {
    /// Godot 4.6, `format=3`, which every release of Godot 4 reads.
    pub const GODOT_4: Self = Self::Godot4 { base64: false };

    /// The spelling of a format number: 2, 3 or 4.
    #[must_use]
    pub fn of_format(format: i64) -> Option<Self> {
        match format {
            2 => Some(Self::Godot3),
            3 => Some(Self::Godot4 { base64: false }),
            4 => Some(Self::Godot4 { base64: true }),
            _ => None,
        }
    }

    /// The spelling of a file, by its format number; nothing for formats that are no longer written.
    #[must_use]
    pub fn of(document: &Document) -> Option<Self> {
        Self::of_format(document.format()?)
    }

    /// The format number: 2, 3 or 4.
    #[must_use]
    pub fn format(self) -> i64 {
        match self {
            Self::Godot3 => 2,
            Self::Godot4 { base64: false } => 3,
            Self::Godot4 { base64: true } => 4,
        }
    }

    /// `godot_3` or `godot_4`.
    pub(crate) fn choose<T>(self, godot_3: T, godot_4: T) -> T {
        match self {
            Self::Godot3 => godot_3,
            Self::Godot4 { .. } => godot_4,
        }
    }
}

impl Value {
    /// The value as text.
    #[must_use]
    pub fn spelled(&self, spelling: Spelling) -> String {
        let mut out = String::new();
        self.spell(spelling, &mut out);
        out
    }

    /// Appends the value as text.
    pub fn spell(&self, spelling: Spelling, out: &mut String) {
        let mut writer = Writer { out, spelling };
        writer.value(self);
    }
}

/// Where the text goes, and how it is spelled.
struct Writer<'w> {
    out: &'w mut String,
    spelling: Spelling,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(yes) => self.out.push_str(if *yes { "true" } else { "false" }),
            Value::Int(number) => number::whole(self.out, *number),
            Value::Float(number) => number::float(self.out, *number, self.spelling),
            Value::String(text) => text::string(self.out, text),
            Value::StringName(text) => {
                self.out.push('&');
                text::escaped(self.out, text, self.spelling);
            }
            Value::NodePath(text) => {
                // Here Godot 3 writes no blank inside the brackets.
                self.out.push_str("NodePath(");
                text::escaped(self.out, text, self.spelling);
                self.out.push(')');
            }
            Value::Callable => self.out.push_str("Callable()"),
            Value::Signal => self.out.push_str("Signal()"),
            Value::Rid(0) => self.out.push_str("RID()"),
            Value::Rid(id) => self.items("RID", [*id as i64].iter(), |writer, id| writer.whole(*id)),
            Value::Reference(reference) => self.reference(reference),
            Value::Word(word) => self.out.push_str(word),
            Value::Object(_)
            | Value::Other(_)
            | Value::Dictionary(_)
            | Value::TypedDictionary(_)
            | Value::Array(_)
            | Value::TypedArray(_) => self.collection(value),
            _ => self.numbers(value),
        }
    }

    /// Values of a fixed number of numbers.
    fn numbers(&mut self, value: &Value) {
        let spelling = self.spelling;
        match value {
            Value::Vector2(members) => self.singles("Vector2", members),
            Value::Vector2i(members) => self.integers("Vector2i", members),
            Value::Rect2(members) => self.singles("Rect2", members),
            Value::Rect2i(members) => self.integers("Rect2i", members),
            Value::Vector3(members) => self.singles("Vector3", members),
            Value::Vector3i(members) => self.integers("Vector3i", members),
            Value::Vector4(members) => self.singles("Vector4", members),
            Value::Vector4i(members) => self.integers("Vector4i", members),
            Value::Transform2D(members) => self.singles("Transform2D", members),
            Value::Plane(members) => self.singles("Plane", members),
            Value::Quaternion(members) => self.singles(spelling.choose("Quat", "Quaternion"), members),
            Value::Aabb(members) => self.singles("AABB", members),
            Value::Basis(members) => self.singles("Basis", &**members),
            Value::Transform3D(members) => {
                self.singles(spelling.choose("Transform", "Transform3D"), &**members);
            }
            Value::Projection(members) => self.singles("Projection", &**members),
            Value::Color(members) => self.singles("Color", members),
            _ => self.packed(value),
        }
    }

    fn packed(&mut self, value: &Value) {
        let spelling = self.spelling;
        match value {
            Value::PackedByteArray(bytes) => self.bytes(bytes),
            Value::PackedInt32Array(numbers) => {
                self.integers(spelling.choose("PoolIntArray", "PackedInt32Array"), numbers);
            }
            Value::PackedInt64Array(numbers) => {
                self.items("PackedInt64Array", numbers.iter(), |writer, number| writer.whole(*number));
            }
            Value::PackedFloat32Array(numbers) => {
                self.singles(spelling.choose("PoolRealArray", "PackedFloat32Array"), numbers);
            }
            Value::PackedFloat64Array(numbers) => {
                let name = "PackedFloat64Array";
                self.items(name, numbers.iter(), |writer, number| {
                    number::member(writer.out, *number, spelling);
                });
            }
            Value::PackedStringArray(texts) => {
                let name = spelling.choose("PoolStringArray", "PackedStringArray");
                self.items(name, texts.iter(), |writer, text| text::escaped(writer.out, text, spelling));
            }
            Value::PackedVector2Array(vectors) => {
                self.singles(
                    spelling.choose("PoolVector2Array", "PackedVector2Array"),
                    vectors.as_flattened(),
                );
            }
            Value::PackedVector3Array(vectors) => {
                self.singles(
                    spelling.choose("PoolVector3Array", "PackedVector3Array"),
                    vectors.as_flattened(),
                );
            }
            Value::PackedColorArray(colors) => {
                self.singles(spelling.choose("PoolColorArray", "PackedColorArray"), colors.as_flattened());
            }
            Value::PackedVector4Array(vectors) => self.singles("PackedVector4Array", vectors.as_flattened()),
            // All others are written by the callers.
            _ => {}
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let name = self.spelling.choose("PoolByteArray", "PackedByteArray");
        if self.spelling == (Spelling::Godot4 { base64: true }) && !bytes.is_empty() {
            self.out.push_str(name);
            self.out.push_str("(\"");
            base64::encode(bytes, self.out);
            self.out.push_str("\")");
            return;
        }
        self.items(name, bytes.iter(), |writer, byte| writer.whole(i64::from(*byte)));
    }

    fn whole(&mut self, number: i64) {
        number::whole(self.out, number);
    }

    fn singles(&mut self, name: &str, members: &[f32]) {
        let spelling = self.spelling;
        self.items(name, members.iter(), |writer, member| number::single(writer.out, *member, spelling));
    }

    fn integers(&mut self, name: &str, members: &[i32]) {
        self.items(name, members.iter(), |writer, member| writer.whole(i64::from(*member)));
    }

    /// `Name(item, …)`, in Godot 3 with blanks inside the brackets.
    fn items<T>(&mut self, name: &str, items: impl Iterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        self.out.push_str(name);
        self.out.push_str(self.spelling.choose("( ", "("));
        for (index, element) in items.enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            item(self, element);
        }
        self.out.push_str(self.spelling.choose(" )", ")"));
    }

    fn reference(&mut self, reference: &Reference) {
        match reference {
            Reference::Sub(id) => self.items("SubResource", [id].iter(), |writer, id| writer.id(id)),
            Reference::Ext(id) => self.items("ExtResource", [id].iter(), |writer, id| writer.id(id)),
            Reference::Path { path, uid } => {
                // A uid may stand alone, but a path is written even when it is empty.
                let path = Some(path).filter(|path| !path.is_empty() || uid.is_none());
                let texts = uid.iter().chain(path);
                self.items("Resource", texts, |writer, text| text::string(writer.out, text));
            }
        }
    }

    /// Godot 3 counts its resources; other ids than numbers stand in quotes in every version.
    fn id(&mut self, Id(id): &Id) {
        let number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        if number && self.spelling == Spelling::Godot3 {
            self.out.push_str(id);
        } else {
            text::string(self.out, id);
        }
    }
}

#[cfg(test)]
#[path = "spell/tests.rs"]
mod tests;
