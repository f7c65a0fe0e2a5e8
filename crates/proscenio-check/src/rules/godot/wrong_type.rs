//! Values that are not of the type of their property.

use proscenio_godot::Value;
use proscenio_source::Finding;

use crate::{Rule, Subject, WRONG_TYPE};

pub(super) const RULE: Rule = Rule { code: &WRONG_TYPE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    for (section, class) in view.holders() {
        for entry in section.properties() {
            // What is stored under names with `_` is the class's own business.
            let own = entry.key().starts_with('_');
            let Some(property) = class.property(&entry.key()).filter(|_| !own) else { continue };
            // Most values say at once what they are.
            if is_surely(plain(property.value_type), entry.raw()) {
                continue;
            }
            let (value, problems) = entry.decode();
            if !problems.is_empty() || fits(plain(property.value_type), &value) {
                continue;
            }
            let message = format!(
                "`{}` of `{}` is of the type {}, and this is {}",
                property.name,
                class.name(),
                property.value_type,
                value.type_name().unwrap_or("of no known type")
            );
            out.push(WRONG_TYPE.finding(subject.path(), message).at(entry.value_span()).about(property.name));
        }
    }
}

/// Whether the first bytes of a value tell that it is of a type.
fn is_surely(expected: &str, raw: &[u8]) -> bool {
    match expected {
        "bool" => matches!(raw, b"true" | b"false"),
        "int" | "float" => raw.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-'),
        "String" => raw.first() == Some(&b'"'),
        "Object" => raw.starts_with(b"SubResource(") || raw.starts_with(b"ExtResource("),
        expected => raw.strip_prefix(expected.as_bytes()).is_some_and(|rest| rest.starts_with(b"(")),
    }
}

/// The type by its name in Godot 4.
fn plain(name: &str) -> &str {
    match name {
        "real" => "float",
        "Quat" => "Quaternion",
        "Transform" => "Transform3D",
        "PoolByteArray" => "PackedByteArray",
        "PoolIntArray" => "PackedInt32Array",
        "PoolRealArray" => "PackedFloat32Array",
        "PoolStringArray" => "PackedStringArray",
        "PoolVector2Array" => "PackedVector2Array",
        "PoolVector3Array" => "PackedVector3Array",
        "PoolColorArray" => "PackedColorArray",
        name => name,
    }
}

/// Types that the engine turns into each other without losing what was meant.
const GROUPS: [&[&str]; 9] = [
    &["bool", "int", "float"],
    &["String", "StringName", "NodePath"],
    &["Vector2", "Vector2i"],
    &["Vector3", "Vector3i"],
    &["Vector4", "Vector4i"],
    &["Rect2", "Rect2i"],
    &["Transform2D", "Transform3D", "Basis", "Quaternion", "Projection"],
    &["Color", "String", "int"],
    &["Object", "RID", "null", "NodePath"],
];

/// Whether the engine takes a value for a property of a type.
fn fits(expected: &str, value: &Value) -> bool {
    let Some(given) = value.type_name() else { return true };
    let list = |name: &str| name == "Array" || (name.starts_with("Packed") && name.ends_with("Array"));
    matches!(expected, "Nil" | "Variant" | "")
        || given == expected
        || (list(given) && list(expected))
        || GROUPS.iter().any(|group| group.contains(&given) && group.contains(&expected))
}

#[cfg(test)]
mod tests {
    use super::fits;
    use proscenio_godot::Value;

    #[test]
    fn what_the_engine_converts_fits() {
        assert!(fits("float", &Value::Int(1)));
        assert!(fits("StringName", &Value::String(String::new())));
        assert!(fits("Object", &Value::Null));
        assert!(fits("PackedStringArray", &Value::Array(Vec::new())));
        assert!(!fits("Vector2", &Value::Vector3([0.0; 3])));
        assert!(!fits("bool", &Value::String("true".to_owned())));
        assert!(!fits("Vector2", &Value::Null));
    }
}
