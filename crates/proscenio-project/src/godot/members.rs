//! Members of values, by the names that node paths and `get` use.

use proscenio_godot::value::Value;

/// A component, an entry of a dictionary or an item of an array, counted from 0.
pub(super) fn member(value: &Value, name: &str) -> Option<Value> {
    let number = |list: &[f32], names: &[&str]| {
        let place = names.iter().position(|known| *known == name)?;
        Some(Value::Float(f64::from(*list.get(place)?)))
    };
    let whole = |list: &[i32], names: &[&str]| {
        let place = names.iter().position(|known| *known == name)?;
        Some(Value::Int(i64::from(*list.get(place)?)))
    };
    const XYZW: &[&str] = &["x", "y", "z", "w"];
    match value {
        Value::Vector2(list) => number(list, &XYZW[..2]),
        Value::Vector3(list) => number(list, &XYZW[..3]),
        Value::Vector4(list) | Value::Quaternion(list) => number(list, XYZW),
        Value::Vector2i(list) => whole(list, &XYZW[..2]),
        Value::Vector3i(list) => whole(list, &XYZW[..3]),
        Value::Vector4i(list) => whole(list, XYZW),
        Value::Color(list) => number(list, &["r", "g", "b", "a"]),
        Value::Plane(list) => match name {
            "normal" => Some(Value::Vector3([list[0], list[1], list[2]])),
            _ => number(list, &["x", "y", "z", "d"]),
        },
        Value::Rect2([x, y, width, height]) => match name {
            "position" => Some(Value::Vector2([*x, *y])),
            "size" => Some(Value::Vector2([*width, *height])),
            "end" => Some(Value::Vector2([x + width, y + height])),
            _ => None,
        },
        Value::Rect2i([x, y, width, height]) => match name {
            "position" => Some(Value::Vector2i([*x, *y])),
            "size" => Some(Value::Vector2i([*width, *height])),
            "end" => Some(Value::Vector2i([x.saturating_add(*width), y.saturating_add(*height)])),
            _ => None,
        },
        Value::Aabb([x, y, z, width, height, depth]) => match name {
            "position" => Some(Value::Vector3([*x, *y, *z])),
            "size" => Some(Value::Vector3([*width, *height, *depth])),
            "end" => Some(Value::Vector3([x + width, y + height, z + depth])),
            _ => None,
        },
        Value::Transform2D([xx, xy, yx, yy, x, y]) => match name {
            "x" => Some(Value::Vector2([*xx, *xy])),
            "y" => Some(Value::Vector2([*yx, *yy])),
            "origin" => Some(Value::Vector2([*x, *y])),
            _ => None,
        },
        Value::Basis(rows) => column(rows.as_slice(), name),
        Value::Transform3D(numbers) => match name {
            "basis" => Some(Value::Basis(Box::new(numbers[..9].try_into().ok()?))),
            "origin" => Some(Value::Vector3([numbers[9], numbers[10], numbers[11]])),
            _ => None,
        },
        Value::Dictionary(entries) => entry(entries, name),
        Value::TypedDictionary(dictionary) => entry(&dictionary.entries, name),
        Value::Array(items) => items.get(name.parse::<usize>().ok()?).cloned(),
        Value::TypedArray(array) => array.items.get(name.parse::<usize>().ok()?).cloned(),
        _ => None,
    }
}

/// An axis of a matrix that is listed row by row.
fn column(rows: &[f32], name: &str) -> Option<Value> {
    let place = ["x", "y", "z"].iter().position(|known| *known == name)?;
    Some(Value::Vector3([*rows.get(place)?, *rows.get(place + 3)?, *rows.get(place + 6)?]))
}

fn entry(entries: &[(Value, Value)], name: &str) -> Option<Value> {
    let is = |key: &Value| match key {
        Value::Int(number) => name.parse() == Ok(*number),
        key => key.as_str() == Some(name),
    };
    entries.iter().find(|(key, _)| is(key)).map(|(_, value)| value.clone())
}

#[cfg(test)]
mod tests {
    use super::member;
    use proscenio_godot::spell::Spelling;
    use proscenio_godot::value::decode;

    #[track_caller]
    fn gives(text: &str, way: &[&str], expected: Option<&str>) {
        let value = decode(text.as_bytes()).value;
        let found = way.iter().try_fold(value, |value, name| member(&value, name));
        assert_eq!(found.map(|value| value.spelled(Spelling::GODOT_4)).as_deref(), expected);
    }

    #[test]
    fn members_are_found_by_name() {
        gives("Vector2(1, 2)", &["y"], Some("2.0"));
        gives("Vector2(1, 2)", &["z"], None);
        gives("Vector3i(1, 2, 3)", &["z"], Some("3"));
        gives("Color(0.25, 0.5, 0.75, 1)", &["b"], Some("0.75"));
        gives("Rect2(1, 2, 3, 4)", &["end", "x"], Some("4.0"));
        gives("Rect2i(1, 2, 3, 4)", &["size"], Some("Vector2i(3, 4)"));
        gives(
            "Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
            &["basis", "y"],
            Some("Vector3(2, 5, 8)"),
        );
        gives("Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)", &["origin", "z"], Some("12.0"));
        gives("Transform2D(1, 2, 3, 4, 5, 6)", &["y"], Some("Vector2(3, 4)"));
        gives("AABB(1, 2, 3, 4, 5, 6)", &["end"], Some("Vector3(5, 7, 9)"));
        gives("Plane(1, 2, 3, 4)", &["normal", "z"], Some("3.0"));
        gives("Plane(1, 2, 3, 4)", &["d"], Some("4.0"));
        gives("{\"a\": [1, {2: 3}]}", &["a", "1", "2"], Some("3"));
        gives("Array[int]([7, 8])", &["1"], Some("8"));
        gives("\"text\"", &["x"], None);
    }
}
