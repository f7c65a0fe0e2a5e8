//! Values: every Variant that the text notation of Godot 1 to 4 can spell.
//!
//! A value is decoded when it is asked for. Old and new spellings of one type (`PoolRealArray` and
//! `PackedFloat32Array`, `Quat` and `Quaternion`) give the same value; which one a file uses is a matter
//! of its format number, and the file itself keeps its text.
//!
//! Numbers are held as the engine holds them: a number on its own is `i64` or `f64`; members of vectors,
//! matrices and colours are `f32`, rounded from the `f64` that the text spells, as the engine does.

pub(crate) mod base64;
mod construct;
mod decode;
mod number;
mod packed;
mod plain;
mod text;
pub(crate) mod wide;

use std::sync::Arc;

use proscenio_source::{Finding, Span};

pub use decode::{Decoded, MAX_DEPTH, decode, decode_wide};
pub(crate) use text::{key_text, string_text};

use crate::findings::Code;

/// A decoded value.
///
/// Matrices are listed as the text lists them; each variant says how. Distances have the unit of the
/// scene: metres in 3D, pixels in 2D. Angles do not occur.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a point or an exponent, `inf`, `-inf` (`inf_neg`) or `nan`.
    Float(f64),
    /// `"…"`
    String(String),
    /// `&"…"` or `@"…"`
    StringName(String),
    /// `NodePath("…")` or `^"…"`
    NodePath(String),
    /// `Vector2(x, y)`
    Vector2([f32; 2]),
    /// `Vector2i(x, y)`
    Vector2i([i32; 2]),
    /// `Rect2(x, y, width, height)`
    Rect2([f32; 4]),
    /// `Rect2i(x, y, width, height)`
    Rect2i([i32; 4]),
    /// `Vector3(x, y, z)`
    Vector3([f32; 3]),
    /// `Vector3i(x, y, z)`
    Vector3i([i32; 3]),
    /// `Vector4(x, y, z, w)`
    Vector4([f32; 4]),
    /// `Vector4i(x, y, z, w)`
    Vector4i([i32; 4]),
    /// `Transform2D(…)`, once `Matrix32`: x axis, y axis, origin.
    Transform2D([f32; 6]),
    /// `Plane(x, y, z, d)`: normal and distance from the origin along it.
    Plane([f32; 4]),
    /// `Quaternion(x, y, z, w)`, once `Quat`.
    Quaternion([f32; 4]),
    /// `AABB(x, y, z, width, height, depth)`, once `Rect3`: corner and size.
    Aabb([f32; 6]),
    /// `Basis(…)`, once `Matrix3`: the matrix row by row (xx yx zx, xy yy zy, xz yz zz).
    Basis(Box<[f32; 9]>),
    /// `Transform3D(…)`, once `Transform`: the basis row by row, then the origin.
    Transform3D(Box<[f32; 12]>),
    /// `Projection(…)`: four columns.
    Projection(Box<[f32; 16]>),
    /// `Color(r, g, b, a)` or `#rrggbbaa`: as stored (nonlinear sRGB), not limited to 0..=1.
    Color([f32; 4]),
    /// `RID()` or `RID(id)`: a handle of a running engine, empty in any sane file.
    Rid(u64),
    /// `Callable()`; the notation cannot say more.
    Callable,
    /// `Signal()`; the notation cannot say more.
    Signal,
    /// `Object(Class, "property": value, …)`
    Object(Box<Object>),
    /// `Resource("…")`, `SubResource("…")`, `ExtResource("…")`
    Reference(Box<Reference>),
    /// `{key: value, …}`, in file order.
    Dictionary(Vec<(Value, Value)>),
    /// `Dictionary[Key, Value]({…})`
    TypedDictionary(Box<TypedDictionary>),
    /// `[…]`
    Array(Vec<Value>),
    /// `Array[Type]([…])`
    TypedArray(Box<TypedArray>),
    /// `PackedByteArray(…)`, once `PoolByteArray` and `ByteArray`; numbers or base64.
    PackedByteArray(Vec<u8>),
    /// `PackedInt32Array(…)`, once `PoolIntArray` and `IntArray`.
    PackedInt32Array(Vec<i32>),
    /// `PackedInt64Array(…)`
    PackedInt64Array(Vec<i64>),
    /// `PackedFloat32Array(…)`, once `PoolRealArray` and `FloatArray`.
    PackedFloat32Array(Vec<f32>),
    /// `PackedFloat64Array(…)`
    PackedFloat64Array(Vec<f64>),
    /// `PackedStringArray(…)`, once `PoolStringArray` and `StringArray`.
    PackedStringArray(Vec<String>),
    /// `PackedVector2Array(x, y, x, y, …)`, once `PoolVector2Array` and `Vector2Array`.
    PackedVector2Array(Vec<[f32; 2]>),
    /// `PackedVector3Array(…)`, once `PoolVector3Array` and `Vector3Array`.
    PackedVector3Array(Vec<[f32; 3]>),
    /// `PackedColorArray(…)`, once `PoolColorArray` and `ColorArray`.
    PackedColorArray(Vec<[f32; 4]>),
    /// `PackedVector4Array(…)`
    PackedVector4Array(Vec<[f32; 4]>),
    /// Any other constructor: `InputEvent(…)` and `Image(…)` of Godot 1 and 2, and names no version has.
    Other(Box<Constructor>),
    /// A bare word that is no value of its own, as the arguments of `InputEvent(…)` are.
    Word(String),
}

/// `Object(Class, "property": value, …)`
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The class to make.
    pub class: String,
    /// Its properties in file order.
    pub properties: Vec<(String, Value)>,
}

/// A reference to a resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// `Resource("res://…")`, with the `uid://…` that may stand in front of the path.
    Path {
        /// The path; empty when only the uid is given.
        path: String,
        /// The unique id.
        uid: Option<String>,
    },
    /// `SubResource("…")`: a resource inside this file.
    Sub(Id),
    /// `ExtResource("…")`: a resource that an `[ext_resource]` of this file names.
    Ext(Id),
}

/// The id of a resource: text in Godot 4, a number before. The engine compares both as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub String);

/// Types of values of Godot 4 that are no classes, as scripts and typed collections name them.
pub const PLAIN_TYPES: [&str; 37] = [
    "AABB",
    "Array",
    "Basis",
    "Callable",
    "Color",
    "Dictionary",
    "NodePath",
    "PackedByteArray",
    "PackedColorArray",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedVector4Array",
    "Plane",
    "Projection",
    "Quaternion",
    "RID",
    "Rect2",
    "Rect2i",
    "Signal",
    "String",
    "StringName",
    "Transform2D",
    "Transform3D",
    "Vector2",
    "Vector2i",
    "Vector3",
    "Vector3i",
    "Vector4",
    "Vector4i",
    "bool",
    "float",
    "int",
];

/// What the items of a typed collection are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ElementType {
    /// A Variant type or an engine class, by name.
    Named(String),
    /// The class that a script defines.
    Script(Reference),
}

/// `Array[Type]([…])`
#[derive(Clone, Debug, PartialEq)]
pub struct TypedArray {
    /// What each item is.
    pub element: ElementType,
    /// The items.
    pub items: Vec<Value>,
}

/// `Dictionary[Key, Value]({…})`
#[derive(Clone, Debug, PartialEq)]
pub struct TypedDictionary {
    /// What each key is.
    pub key: ElementType,
    /// What each value is.
    pub value: ElementType,
    /// The entries in file order.
    pub entries: Vec<(Value, Value)>,
}

/// `Name(argument, …)`
#[derive(Clone, Debug, PartialEq)]
pub struct Constructor {
    /// The name in front of the bracket.
    pub name: String,
    /// What stands inside.
    pub arguments: Vec<Value>,
}

/// Something wrong with a value's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of thing.
    pub code: Code,
    /// Where, counted from the start of the value's text.
    pub span: Span,
    /// In one sentence.
    pub message: String,
}

impl Problem {
    /// The finding for a value that starts at `start` in the file `path`.
    #[must_use]
    pub fn finding(self, path: &Arc<str>, start: u32) -> Finding {
        self.code.finding(path, self.message).at(self.span.shifted(start))
    }
}

impl Value {
    /// The engine's word for the type; nothing for what is no value of the engine.
    #[must_use]
    pub fn type_name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::String(_) => "String",
            Self::StringName(_) => "StringName",
            Self::NodePath(_) => "NodePath",
            Self::Vector2(_) => "Vector2",
            Self::Vector2i(_) => "Vector2i",
            Self::Rect2(_) => "Rect2",
            Self::Rect2i(_) => "Rect2i",
            Self::Vector3(_) => "Vector3",
            Self::Vector3i(_) => "Vector3i",
            Self::Vector4(_) => "Vector4",
            Self::Vector4i(_) => "Vector4i",
            Self::Transform2D(_) => "Transform2D",
            Self::Plane(_) => "Plane",
            Self::Quaternion(_) => "Quaternion",
            Self::Aabb(_) => "AABB",
            Self::Basis(_) => "Basis",
            Self::Transform3D(_) => "Transform3D",
            Self::Projection(_) => "Projection",
            Self::Color(_) => "Color",
            Self::PackedByteArray(_) => "PackedByteArray",
            Self::PackedInt32Array(_) => "PackedInt32Array",
            Self::PackedInt64Array(_) => "PackedInt64Array",
            Self::PackedFloat32Array(_) => "PackedFloat32Array",
            Self::PackedFloat64Array(_) => "PackedFloat64Array",
            Self::PackedStringArray(_) => "PackedStringArray",
            Self::PackedVector2Array(_) => "PackedVector2Array",
            Self::PackedVector3Array(_) => "PackedVector3Array",
            Self::PackedColorArray(_) => "PackedColorArray",
            Self::PackedVector4Array(_) => "PackedVector4Array",
            Self::Rid(_) => "RID",
            Self::Dictionary(_) | Self::TypedDictionary(_) => "Dictionary",
            Self::Array(_) | Self::TypedArray(_) => "Array",
            Self::Object(_) | Self::Reference(_) => "Object",
            _ => return None,
        })
    }

    /// The number, of either kind.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The whole number; a fraction is cut off, as the engine does where it expects an integer.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Float(number) => Some(*number as i64),
            Self::Bool(yes) => Some(i64::from(*yes)),
            _ => None,
        }
    }

    /// The truth value; a number is true unless it is zero.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(yes) => Some(*yes),
            Self::Int(number) => Some(*number != 0),
            Self::Float(number) => Some(*number != 0.0),
            _ => None,
        }
    }

    /// The text of a string, string name or node path.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) | Self::StringName(text) | Self::NodePath(text) => Some(text),
            _ => None,
        }
    }

    /// The reference to a resource.
    #[must_use]
    pub fn as_reference(&self) -> Option<&Reference> {
        match self {
            Self::Reference(reference) => Some(reference),
            _ => None,
        }
    }

    /// The items of an array, typed or not.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Self::Array(items) => Some(items),
            Self::TypedArray(array) => Some(&array.items),
            _ => None,
        }
    }

    /// The entries of a dictionary, typed or not.
    #[must_use]
    pub fn as_dictionary(&self) -> Option<&[(Value, Value)]> {
        match self {
            Self::Dictionary(entries) => Some(entries),
            Self::TypedDictionary(dictionary) => Some(&dictionary.entries),
            _ => None,
        }
    }

    /// The texts of a packed string array or of an array of strings.
    #[must_use]
    pub fn to_strings(&self) -> Option<Vec<String>> {
        match self {
            Self::PackedStringArray(texts) => Some(texts.clone()),
            other => other.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        }
    }

    /// Two components, of `Vector2` or `Vector2i`.
    #[must_use]
    pub fn as_vector2(&self) -> Option<[f32; 2]> {
        match self {
            Self::Vector2(vector) => Some(*vector),
            Self::Vector2i(vector) => Some(vector.map(|component| component as f32)),
            _ => None,
        }
    }

    /// Three components, of `Vector3` or `Vector3i`.
    #[must_use]
    pub fn as_vector3(&self) -> Option<[f32; 3]> {
        match self {
            Self::Vector3(vector) => Some(*vector),
            Self::Vector3i(vector) => Some(vector.map(|component| component as f32)),
            _ => None,
        }
    }

    /// Red, green, blue, alpha, as stored.
    #[must_use]
    pub fn as_color(&self) -> Option<[f32; 4]> {
        match self {
            Self::Color(color) => Some(*color),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn a_value_takes_no_more_than_four_words() {
        assert!(size_of::<Value>() <= 32, "{}", size_of::<Value>());
    }
}
