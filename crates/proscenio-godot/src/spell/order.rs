//! The order in which the engines write the entries of a dictionary.

use std::cmp::Ordering;

use crate::value::Value;

/// The entries sorted as the engine sorts them when it saves: by the type of the key, then by the key.
/// Keys that have no order keep their places.
pub(super) fn sorted(entries: &[(Value, Value)]) -> Vec<&(Value, Value)> {
    let mut sorted: Vec<&(Value, Value)> = entries.iter().collect();
    // Strings and string names count as one kind, unless keys of a type between them make that undecidable.
    let between =
        |value: &Value| (rank(&Value::String(String::new())) + 1..STRING_NAME).contains(&rank(value));
    let names_are_strings = !entries.iter().any(|(key, _)| between(key));
    sorted.sort_by(|(a, _), (b, _)| match (a, b, names_are_strings) {
        (Value::String(a) | Value::StringName(a), Value::String(b) | Value::StringName(b), true) => a.cmp(b),
        _ => compare(a, b),
    });
    sorted
}

const STRING_NAME: u8 = 21;

/// The engine's number of a type; Godot 3 numbers fewer types in the same order.
fn rank(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Int(_) => 2,
        Value::Float(_) => 3,
        Value::String(_) => 4,
        Value::Vector2(_) => 5,
        Value::Vector2i(_) => 6,
        Value::Rect2(_) => 7,
        Value::Rect2i(_) => 8,
        Value::Vector3(_) => 9,
        Value::Vector3i(_) => 10,
        Value::Transform2D(_) => 11,
        Value::Vector4(_) => 12,
        Value::Vector4i(_) => 13,
        Value::Plane(_) => 14,
        Value::Quaternion(_) => 15,
        Value::Aabb(_) => 16,
        Value::Basis(_) => 17,
        Value::Transform3D(_) => 18,
        Value::Projection(_) => 19,
        Value::Color(_) => 20,
        Value::StringName(_) => STRING_NAME,
        Value::NodePath(_) => 22,
        Value::Rid(_) => 23,
        Value::Object(_) | Value::Reference(_) => 24,
        Value::Callable => 25,
        Value::Signal => 26,
        Value::Dictionary(_) | Value::TypedDictionary(_) => 27,
        Value::Array(_) | Value::TypedArray(_) => 28,
        Value::PackedByteArray(_) => 29,
        Value::PackedInt32Array(_) => 30,
        Value::PackedInt64Array(_) => 31,
        Value::PackedFloat32Array(_) => 32,
        Value::PackedFloat64Array(_) => 33,
        Value::PackedStringArray(_) => 34,
        Value::PackedVector2Array(_) => 35,
        Value::PackedVector3Array(_) => 36,
        Value::PackedColorArray(_) => 37,
        Value::PackedVector4Array(_) => 38,
        Value::Other(_) | Value::Word(_) => 39,
    }
}

/// A total order, so that sorting never depends on where it starts.
fn compare(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => real(*a, *b),
        (Value::String(a), Value::String(b)) | (Value::StringName(a), Value::StringName(b)) => a.cmp(b),
        (Value::Vector2(a), Value::Vector2(b)) => reals(a, b),
        (Value::Vector3(a), Value::Vector3(b)) => reals(a, b),
        (Value::Vector4(a), Value::Vector4(b)) => reals(a, b),
        (Value::Vector2i(a), Value::Vector2i(b)) => a.cmp(b),
        (Value::Vector3i(a), Value::Vector3i(b)) => a.cmp(b),
        (Value::Vector4i(a), Value::Vector4i(b)) => a.cmp(b),
        (Value::Rid(a), Value::Rid(b)) => a.cmp(b),
        _ => match (a.as_array(), b.as_array()) {
            (Some(a), Some(b)) => lists(a, b),
            _ => rank(a).cmp(&rank(b)),
        },
    }
}

fn lists(a: &[Value], b: &[Value]) -> Ordering {
    let differing = a.iter().zip(b).map(|(a, b)| compare(a, b)).find(|order| order.is_ne());
    differing.unwrap_or(a.len().cmp(&b.len()))
}

fn reals<const N: usize>(a: &[f32; N], b: &[f32; N]) -> Ordering {
    let differing = a.iter().zip(b).map(|(a, b)| real(f64::from(*a), f64::from(*b)));
    differing.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Adding zero makes both zeros one.
fn real(a: f64, b: f64) -> Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}

#[cfg(test)]
mod tests {
    use super::sorted;
    use crate::value::{Value, decode};

    fn keys(text: &str) -> Vec<Value> {
        let Value::Dictionary(entries) = decode(text.as_bytes()).value else { panic!("{text}") };
        sorted(&entries).into_iter().map(|(key, _)| key.clone()).collect()
    }

    fn list(text: &str) -> Vec<Value> {
        decode(text.as_bytes()).value.as_array().unwrap().to_vec()
    }

    /// As Godot 4.6.3 answers `var_to_str`.
    #[test]
    fn keys_are_sorted_by_type_and_value() {
        let mixed = keys(
            r#"{"a":2,3:4,2.5:1,null:2,true:0,Vector2(1,2):1,"10":1,"9":1,"B":1,Vector2(0,5):2,&"b":1,[1]:2,-1:3}"#,
        );
        assert_eq!(
            mixed,
            list(r#"[null, true, -1, 3, 2.5, "10", "9", "B", "a", Vector2(0, 5), Vector2(1, 2), &"b", [1]]"#)
        );
        assert_eq!(keys(r#"{&"b":1,"c":1,"a":1,1:1}"#), list(r#"[1, "a", &"b", "c"]"#));
    }

    #[test]
    fn keys_without_an_order_keep_their_places() {
        let colors = "{Color(1,1,1,1):1,Color(0,0,0,0):2}";
        assert_eq!(keys(colors), list("[Color(1,1,1,1), Color(0,0,0,0)]"));
        assert_eq!(keys("{nan:1,1.0:1,nan:2}").len(), 3);
        assert_eq!(keys("{[1,2]:1,[1]:2,[0,9]:3}"), list("[[0,9],[1],[1,2]]"));
    }
}
