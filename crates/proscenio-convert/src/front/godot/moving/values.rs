//! Values of tracks: from the file's to the scene's.

use proscenio_godot::Value;
use proscenio_godot::value::Reference;
use proscenio_scene::{Extra, Extras, Values};

use super::super::place;

/// From here on single precision is too coarse for what scripts may mean.
const LARGE: f64 = 65536.0;

/// The values of keys, and the type that the engine has for them.
pub(super) fn values(list: &[Value]) -> (Values, &'static str) {
    let Some(first) = list.first() else { return (Values::Any(Vec::new()), "") };
    let kind = first.type_name().unwrap_or("Variant");
    let all =
        |wanted: &[&str]| list.iter().all(|value| wanted.contains(&value.type_name().unwrap_or("Variant")));
    if all(&["float", "int"]) && !all(&["int"]) {
        let numbers: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
        if numbers.iter().all(|number| number.abs() < LARGE) {
            return (Values::Scalar(numbers.into_iter().map(|number| number as f32).collect()), "float");
        }
        return (Values::Any(numbers.into_iter().map(Extra::Float).collect()), "float");
    }
    if !all(&[kind]) {
        return (Values::Any(list.iter().map(extra).collect()), "");
    }
    let values = match first {
        Value::Vector2(_) => Values::Vec2(list.iter().filter_map(Value::as_vector2).collect()),
        Value::Vector3(_) => Values::Vec3(list.iter().filter_map(Value::as_vector3).collect()),
        Value::Vector4(_) | Value::Rect2(_) | Value::Plane(_) | Value::Color(_) => {
            Values::Vec4(list.iter().filter_map(quadruple).collect())
        }
        Value::Quaternion(_) => Values::Quat(list.iter().filter_map(quadruple).collect()),
        Value::Aabb(_) => {
            let boxes = list.iter().filter_map(|value| match value {
                Value::Aabb(numbers) => Some(*numbers),
                _ => None,
            });
            Values::Lists { width: 6, values: boxes.flatten().collect() }
        }
        // The engine blends a basis number by number.
        Value::Basis(_) => {
            let rows = list.iter().filter_map(|value| match value {
                Value::Basis(rows) => Some(**rows),
                _ => None,
            });
            Values::Lists { width: 9, values: rows.flatten().collect() }
        }
        Value::Transform2D(_) => Values::Flat(list.iter().filter_map(flat).collect()),
        Value::Transform3D(_) => Values::Affine(list.iter().filter_map(affine).collect()),
        Value::Projection(_) | Value::NodePath(_) | Value::Reference(_) | Value::Object(_) => {
            Values::Discrete(list.iter().map(extra).collect())
        }
        _ => Values::Any(list.iter().map(extra).collect()),
    };
    (values, kind)
}

fn quadruple(value: &Value) -> Option<[f32; 4]> {
    match value {
        Value::Vector4(numbers)
        | Value::Rect2(numbers)
        | Value::Plane(numbers)
        | Value::Color(numbers)
        | Value::Quaternion(numbers) => Some(*numbers),
        _ => None,
    }
}

fn flat(value: &Value) -> Option<[f32; 6]> {
    match value {
        Value::Transform2D(numbers) => Some(*numbers),
        _ => None,
    }
}

fn affine(value: &Value) -> Option<[f32; 12]> {
    let Value::Transform3D(numbers) = value else { return None };
    let (basis, origin) = place::transform3d(numbers);
    let columns = basis.to_cols_array();
    let origin = origin.to_array();
    Some(std::array::from_fn(|at| if at < 9 { columns[at] } else { origin[at - 9] }))
}

/// Any value in the shape of extras: vectors and matrices as lists in the order of the text, references and
/// dictionaries as maps.
pub(super) fn extra(value: &Value) -> Extra {
    let floats = |numbers: &[f32]| Extra::List(numbers.iter().map(|n| Extra::Float(f64::from(*n))).collect());
    let whole = |numbers: &[i32]| Extra::List(numbers.iter().map(|n| Extra::from(*n)).collect());
    match value {
        Value::Null | Value::Callable | Value::Signal => Extra::Null,
        Value::Bool(yes) => Extra::Bool(*yes),
        Value::Int(number) => Extra::Int(*number),
        Value::Float(number) => Extra::Float(*number),
        Value::String(text) | Value::StringName(text) | Value::NodePath(text) | Value::Word(text) => {
            Extra::from(text.as_str())
        }
        Value::Vector2(numbers) => floats(numbers),
        Value::Vector3(numbers) => floats(numbers),
        Value::Vector4(numbers)
        | Value::Rect2(numbers)
        | Value::Plane(numbers)
        | Value::Quaternion(numbers)
        | Value::Color(numbers) => floats(numbers),
        Value::Vector2i(numbers) => whole(numbers),
        Value::Vector3i(numbers) => whole(numbers),
        Value::Vector4i(numbers) | Value::Rect2i(numbers) => whole(numbers),
        Value::Transform2D(numbers) | Value::Aabb(numbers) => floats(numbers),
        Value::Basis(numbers) => floats(&**numbers),
        Value::Transform3D(numbers) => floats(&**numbers),
        Value::Projection(numbers) => floats(&**numbers),
        Value::Rid(id) => Extra::Int(*id as i64),
        Value::Reference(reference) => self::reference(reference),
        Value::PackedByteArray(bytes) => {
            Extra::List(bytes.iter().map(|byte| Extra::from(i32::from(*byte))).collect())
        }
        Value::PackedInt32Array(numbers) => whole(numbers),
        Value::PackedInt64Array(numbers) => Extra::List(numbers.iter().map(|n| Extra::Int(*n)).collect()),
        Value::PackedFloat32Array(numbers) => floats(numbers),
        Value::PackedFloat64Array(numbers) => Extra::List(numbers.iter().map(|n| Extra::Float(*n)).collect()),
        Value::PackedStringArray(texts) => Extra::List(texts.iter().map(|t| t.as_str().into()).collect()),
        Value::PackedVector2Array(list) => Extra::List(list.iter().map(|v| floats(v)).collect()),
        Value::PackedVector3Array(list) => Extra::List(list.iter().map(|v| floats(v)).collect()),
        Value::PackedColorArray(list) | Value::PackedVector4Array(list) => {
            Extra::List(list.iter().map(|v| floats(v)).collect())
        }
        other => nested(other),
    }
}

fn nested(value: &Value) -> Extra {
    if let Some(items) = value.as_array() {
        return Extra::List(items.iter().map(extra).collect());
    }
    let mut map = Extras::new();
    if let Some(entries) = value.as_dictionary() {
        for (key, value) in entries {
            let key = match key.as_str() {
                Some(text) => text.to_owned(),
                None => format!("{:?}", extra(key)),
            };
            map.set(key, extra(value));
        }
    }
    if let Value::Object(object) = value {
        map.set("class", object.class.as_str());
        for (name, value) in &object.properties {
            map.set(name.as_str(), extra(value));
        }
    }
    if let Value::Other(other) = value {
        map.set(other.name.as_str(), Extra::List(other.arguments.iter().map(extra).collect()));
    }
    Extra::Map(map)
}

fn reference(reference: &Reference) -> Extra {
    let mut map = Extras::new();
    match reference {
        Reference::Path { path, .. } => map.set("Resource", path.as_str()),
        Reference::Sub(id) => map.set("SubResource", id.0.as_str()),
        Reference::Ext(id) => map.set("ExtResource", id.0.as_str()),
    }
    Extra::Map(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_of_the_kind_that_the_engine_blends() {
        let of = |texts: &[&str]| {
            let list: Vec<Value> =
                texts.iter().map(|text| proscenio_godot::value::decode(text.as_bytes()).value).collect();
            values(&list)
        };
        assert_eq!(of(&["1", "2.5"]), (Values::Scalar(vec![1.0, 2.5]), "float"));
        assert_eq!(of(&["1", "2"]), (Values::Any(vec![Extra::Int(1), Extra::Int(2)]), "int"));
        let far = Values::Any(vec![Extra::Float(1e9), Extra::Float(0.5)]);
        assert_eq!(of(&["1e9", "0.5"]), (far, "float"));
        assert_eq!(of(&["Color(1, 0, 0, 1)"]), (Values::Vec4(vec![[1.0, 0.0, 0.0, 1.0]]), "Color"));
        let mixed = Values::Any(vec![Extra::Null, Extra::Bool(true)]);
        assert_eq!(of(&["null", "true"]), (mixed, ""));
        let (columns, _) = of(&["Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)"]);
        let wanted = [1.0, 4.0, 7.0, 2.0, 5.0, 8.0, 3.0, 6.0, 9.0, 10.0, 11.0, 12.0];
        assert_eq!(columns, Values::Affine(vec![wanted]));
    }
}
