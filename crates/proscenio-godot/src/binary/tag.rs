//! The numbers that stand for the types of values in a binary file.

macro_rules! tags {
    ($($name:ident = $number:literal),* $(,)?) => {
        $(pub const $name: u32 = $number;)*
    };
}

tags! {
    NIL = 1, BOOL = 2, INT = 3, FLOAT = 4, STRING = 5,
    VECTOR2 = 10, RECT2 = 11, VECTOR3 = 12, PLANE = 13, QUATERNION = 14, AABB = 15, BASIS = 16,
    TRANSFORM3D = 17, TRANSFORM2D = 18, COLOR = 20, NODE_PATH = 22, RID = 23, OBJECT = 24,
    DICTIONARY = 26, ARRAY = 30,
    BYTES = 31, INT32S = 32, FLOAT32S = 33, STRINGS = 34, VECTOR3S = 35, COLORS = 36, VECTOR2S = 37,
    // From here on since format 2, which brought 64 bits, and Godot 4.
    INT64 = 40, DOUBLE = 41, CALLABLE = 42, SIGNAL = 43, STRING_NAME = 44, VECTOR2I = 45, RECT2I = 46,
    VECTOR3I = 47, INT64S = 48, FLOAT64S = 49, VECTOR4 = 50, VECTOR4I = 51, PROJECTION = 52,
    VECTOR4S = 53,
    // What follows `OBJECT`.
    OBJECT_EMPTY = 0, OBJECT_EXTERNAL_PATH = 1, OBJECT_INTERNAL = 2, OBJECT_EXTERNAL = 3,
}

/// A text that stands in place and not in the table of strings has this bit in its length.
pub const IN_PLACE: u32 = 0x8000_0000;
/// The bit of a node path's second count that says it starts at the root of the tree.
pub const ABSOLUTE: u16 = 0x8000;
/// The bit that older releases set in the length of shared arrays and dictionaries.
pub const SHARED: u32 = 0x8000_0000;

/// The number of a constructor of reals.
pub fn of_reals(name: &str) -> Option<u32> {
    Some(match name {
        "Vector2" => VECTOR2,
        "Rect2" => RECT2,
        "Vector3" => VECTOR3,
        "Vector4" => VECTOR4,
        "Plane" => PLANE,
        "Quaternion" => QUATERNION,
        "AABB" => AABB,
        "Basis" => BASIS,
        "Transform2D" => TRANSFORM2D,
        "Transform3D" => TRANSFORM3D,
        "Projection" => PROJECTION,
        "PackedVector2Array" => VECTOR2S,
        "PackedVector3Array" => VECTOR3S,
        "PackedVector4Array" => VECTOR4S,
        _ => return None,
    })
}
