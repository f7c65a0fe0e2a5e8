//! Values in the type that a property has.

use super::Class;
use crate::value::{Value, decode};

/// Dictionaries whose keys the class keeps as string names, whatever the file says.
const NAMED_ENTRIES: [(&str, &str); 1] = [("AnimationLibrary", "_data")];

/// The types for which declaration and practice differ.
const PRACTICE: [&str; 6] = ["bool", "int", "float", "String", "StringName", "NodePath"];

impl Class {
    /// The default of a property in this class; nothing where the engine knows none.
    #[must_use]
    pub fn default_value(self, name: &str) -> Option<Value> {
        Some(decode(self.default(name)?.as_bytes()).value)
    }

    /// The value as a property of this class holds it: the engine converts a value to the type of the
    /// property when it reads a file, and writes that type when it saves. `1` becomes `1.0` in a property
    /// of type `float`, `"a"` becomes `&"a"` in one of type `StringName`.
    ///
    /// A value that would lose something, and one of a property that the class does not have, stays.
    #[must_use]
    pub fn fit(self, name: &str, value: Value) -> Value {
        // Godot 3 has no string names among its values.
        if name.ends_with("/keys") && self.is_a("Animation") && !self.table.godot_3 {
            return named_methods(value);
        }
        let Some(property) = self.property(name) else { return value };
        if NAMED_ENTRIES.iter().any(|(class, property)| *property == name && self.is_a(class)) {
            return named_entries(value);
        }
        // The type of the default is what the class really gives back; a few declare another.
        let given = self.default_value(name).and_then(|default| default.type_name());
        let given = given.filter(|given| PRACTICE.contains(given));
        match fitted(given.unwrap_or(property.value_type), &value) {
            Some(fitted) => fitted,
            None => value,
        }
    }
}

fn named_entries(value: Value) -> Value {
    let Value::Dictionary(entries) = value else { return value };
    let named = |(key, value)| match key {
        Value::String(text) => (Value::StringName(text), value),
        key => (key, value),
    };
    Value::Dictionary(entries.into_iter().map(named).collect())
}

/// The keys of a method track name the methods to call.
fn named_methods(value: Value) -> Value {
    let Value::Dictionary(mut entries) = value else { return value };
    let lists = entries.iter_mut().filter(|(key, _)| key.as_str() == Some("values"));
    for (_, list) in lists {
        let Value::Array(calls) = list else { continue };
        for call in calls {
            let Value::Dictionary(call) = call else { continue };
            for (key, method) in call {
                if let (Some("method"), Value::String(name)) = (key.as_str(), &*method) {
                    *method = Value::StringName(name.clone());
                }
            }
        }
    }
    Value::Dictionary(entries)
}

/// The value in another type; nothing where it has that type, or does not fit.
fn fitted(value_type: &str, value: &Value) -> Option<Value> {
    match (value_type, value) {
        ("float", Value::Int(number)) => Some(Value::Float(*number as f64)),
        ("int", Value::Float(number)) => {
            let whole = *number as i64;
            (whole as f64 == *number).then_some(Value::Int(whole))
        }
        ("bool", Value::Int(number @ (0 | 1))) => Some(Value::Bool(*number == 1)),
        ("int", Value::Bool(yes)) => Some(Value::Int(i64::from(*yes))),
        ("String", Value::StringName(text) | Value::NodePath(text)) => Some(Value::String(text.clone())),
        ("StringName", Value::String(text)) => Some(Value::StringName(text.clone())),
        ("NodePath", Value::String(text)) => Some(Value::NodePath(text.clone())),
        ("Vector2", Value::Vector2i(whole)) => reals(*whole).map(Value::Vector2),
        ("Vector3", Value::Vector3i(whole)) => reals(*whole).map(Value::Vector3),
        ("Vector4", Value::Vector4i(whole)) => reals(*whole).map(Value::Vector4),
        ("Rect2", Value::Rect2i(whole)) => reals(*whole).map(Value::Rect2),
        ("Vector2i", Value::Vector2(real)) => wholes(*real).map(Value::Vector2i),
        ("Vector3i", Value::Vector3(real)) => wholes(*real).map(Value::Vector3i),
        ("Vector4i", Value::Vector4(real)) => wholes(*real).map(Value::Vector4i),
        ("Rect2i", Value::Rect2(real)) => wholes(*real).map(Value::Rect2i),
        (_, Value::Array(items)) => packed(value_type, items),
        _ => None,
    }
}

/// Single precision, where it holds the numbers exactly.
fn reals<const N: usize>(whole: [i32; N]) -> Option<[f32; N]> {
    let real = whole.map(|number| number as f32);
    wholes(real).filter(|again| *again == whole).map(|_| real)
}

fn wholes<const N: usize>(real: [f32; N]) -> Option<[i32; N]> {
    let whole = real.map(|number| number as i32);
    whole.iter().zip(real).all(|(whole, real)| *whole as f32 == real).then_some(whole)
}

fn packed(value_type: &str, items: &[Value]) -> Option<Value> {
    let numbers = || items.iter().map(Value::as_f64);
    Some(match value_type {
        "PackedStringArray" | "PoolStringArray" => Value::PackedStringArray(
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<_>>()?,
        ),
        "PackedFloat32Array" | "PoolRealArray" => Value::PackedFloat32Array(
            numbers().map(|number| number.map(|number| number as f32)).collect::<Option<_>>()?,
        ),
        "PackedFloat64Array" => Value::PackedFloat64Array(numbers().collect::<Option<_>>()?),
        "PackedInt32Array" | "PoolIntArray" => Value::PackedInt32Array(
            items
                .iter()
                .map(|item| int(item).and_then(|number| i32::try_from(number).ok()))
                .collect::<Option<_>>()?,
        ),
        "PackedInt64Array" => Value::PackedInt64Array(items.iter().map(int).collect::<Option<_>>()?),
        "PackedVector2Array" | "PoolVector2Array" => {
            Value::PackedVector2Array(items.iter().map(Value::as_vector2).collect::<Option<_>>()?)
        }
        "PackedVector3Array" | "PoolVector3Array" => {
            Value::PackedVector3Array(items.iter().map(Value::as_vector3).collect::<Option<_>>()?)
        }
        "PackedColorArray" | "PoolColorArray" => {
            Value::PackedColorArray(items.iter().map(Value::as_color).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn int(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::classes::ClassTable;
    use crate::spell::Spelling;
    use crate::value::decode;

    #[track_caller]
    fn fits(class: &str, property: &str, text: &str, expected: &str) {
        let class = ClassTable::godot_4().class(class).unwrap();
        let value = class.fit(property, decode(text.as_bytes()).value);
        assert_eq!(value.spelled(Spelling::GODOT_4), expected);
    }

    #[test]
    fn values_take_the_type_of_their_property() {
        fits("OmniLight3D", "omni_range", "5", "5.0");
        fits("Sprite2D", "frame", "5.0", "5");
        fits("Sprite2D", "frame", "5.5", "5.5");
        fits("Sprite2D", "centered", "0", "false");
        fits("AnimationPlayer", "autoplay", "\"walk\"", "&\"walk\"");
        fits("AnimationPlayer", "root_node", "\"..\"", "NodePath(\"..\")");
        fits("Label", "text", "&\"a\"", "\"a\"");
        fits("Node2D", "position", "Vector2i(1, 2)", "Vector2(1, 2)");
        fits("SubViewport", "size", "Vector2(1, 2)", "Vector2i(1, 2)");
        fits("SubViewport", "size", "Vector2(1.5, 2)", "Vector2(1.5, 2)");
        fits("Polygon2D", "polygon", "[Vector2(1, 2)]", "PackedVector2Array(1, 2)");
        fits("Polygon2D", "polygon", "[Vector2(1, 2), 3]", "[Vector2(1, 2), 3]");
        fits("AnimationLibrary", "_data", "{\"a\": null}", "{\n&\"a\": null\n}");
        let keys = "{\n\"values\": [{\n\"args\": [],\n\"method\": \"queue_free\"\n}]\n}";
        fits("Animation", "tracks/0/keys", keys, &keys.replace("\"queue", "&\"queue"));
        fits("Animation", "tracks/0/keys", "PackedFloat32Array(1)", "PackedFloat32Array(1)");
        fits("Node2D", "no_such_thing", "5", "5");
        // Declared as String and as StringName, but kept the other way round.
        fits("Label", "theme_type_variation", "\"a\"", "&\"a\"");
        fits("TouchScreenButton", "action", "&\"a\"", "\"a\"");
    }
}
