//! Every kind of value, as the engines write it.

use proptest::prelude::*;

use super::Spelling;
use crate::value::{Value, decode};

const FORMAT_3: Spelling = Spelling::GODOT_4;
const FORMAT_4: Spelling = Spelling::Godot4 { base64: true };
const ALL: [Spelling; 3] = [Spelling::Godot3, FORMAT_3, FORMAT_4];

#[track_caller]
fn value(text: &str) -> Value {
    let decoded = decode(text.as_bytes());
    assert_eq!(decoded.problems, [], "{text}");
    decoded.value
}

/// Texts that are written back as they are.
#[track_caller]
fn keeps(spelling: Spelling, texts: &[&str]) {
    for text in texts {
        assert_eq!(value(text).spelled(spelling), *text);
    }
}

/// As Godot 4.6.3 writes them, in both formats.
const GODOT_4: &[&str] = &[
    "null",
    "true",
    "false",
    "9223372036854775807",
    "-9223372036854775808",
    "1.0",
    "inf",
    "nan",
    "\"a\nb\\\"c\\\\\"",
    "&\"it\\'s\"",
    "NodePath(\"../A:b:c\")",
    "NodePath(\"\")",
    "Vector2(1, -0.5)",
    "Vector2i(1, -2)",
    "Rect2(0, 0, 1e+20, 1e-05)",
    "Rect2i(0, 0, 1, 1)",
    "Vector3(1, 2, 3)",
    "Vector3i(1, 2, 3)",
    "Vector4(1, 2, 3, 4)",
    "Vector4i(1, 2, 3, 4)",
    "Transform2D(1, 0, 0, 1, 0, 0)",
    "Plane(0, 1, 0, 0)",
    "Quaternion(0, 0, 0, 1)",
    "AABB(0, 0, 0, 1, 1, 1)",
    "Basis(1, 0, 0, 0, 1, 0, 0, 0, 1)",
    "Transform3D(1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12)",
    "Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)",
    "Color(0.1, 0.2, 0.3, 1)",
    "RID()",
    "RID(7)",
    "Callable()",
    "Signal()",
    "SubResource(\"Box_1\")",
    "ExtResource(\"1\")",
    "Resource(\"res://a.tres\")",
    "Resource(\"uid://c\", \"res://a.tres\")",
    "Resource(\"uid://c\")",
    "{}",
    "[]",
    "{\n1: [{\n2: 3\n}]\n}",
    "[{\n1: 2\n}, {}]",
    "Dictionary[String, Node]({})",
    "Dictionary[Variant, int]({\n1: 2\n})",
    "Dictionary[int, ExtResource(\"1_a\")]({\n1: null\n})",
    "Array[Vector2]([Vector2(1, 2)])",
    "Array[ExtResource(\"1_a\")]([])",
    "PackedByteArray()",
    "PackedInt32Array(1, -2)",
    "PackedInt64Array(9223372036854775807)",
    "PackedFloat32Array(0.1, 1)",
    "PackedFloat64Array(0.1, 0.30000000000000004)",
    "PackedStringArray(\"a\\nb\", \"\")",
    "PackedVector2Array(1, 2, 3, 4)",
    "PackedVector3Array()",
    "PackedColorArray(1, 1, 1, 1)",
    "PackedVector4Array(1, 2, 3, 4)",
    "[Object(InputEventKey,\"device\":0,\"script\":null)\n]",
];

#[test]
fn godot_4() {
    keeps(FORMAT_3, GODOT_4);
    keeps(FORMAT_4, GODOT_4);
    keeps(FORMAT_3, &["inf_neg", "Vector2(inf_neg, nan)", "PackedByteArray(0, 255)"]);
    keeps(FORMAT_4, &["-inf", "Vector2(-inf, nan)", "PackedByteArray(\"AP8=\")"]);
}

/// As Godot 3.2.3 writes them.
#[test]
fn godot_3() {
    let texts = [
        "1.0",
        "NodePath(\"a/b:c:d\")",
        "Vector2( 1, 2 )",
        "Rect2( 1, 2, 3, 4 )",
        "Vector3( 1e+20, 2, 3 )",
        "Transform2D( 1, 0, 0, 1, 0, 0 )",
        "Plane( 1, 2, 3, 4 )",
        "Quat( 1, 2, 3, 4 )",
        "AABB( 0, 0, 0, 0, 0, 0 )",
        "Basis( 1, 0, 0, 0, 1, 0, 0, 0, 1 )",
        "Transform( 1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12 )",
        "Color( 0.1, 0.2, 0.3, 1 )",
        "SubResource( 1 )",
        "ExtResource( 12 )",
        "Resource( \"res://a.tres\" )",
        "{\n\n}",
        "[  ]",
        "{\n1: [ {\n2: 3\n} ]\n}",
        "[ {\n1: 2\n}, {\n\n} ]",
        "PoolByteArray(  )",
        "PoolByteArray( 1, 2 )",
        "PoolIntArray( 1 )",
        "PoolRealArray( 0, 1 )",
        "PoolStringArray(  )",
        "PoolStringArray( \"a\\'b\" )",
        "PoolVector2Array( 1, 2 )",
        "PoolVector3Array( 1, 2, 3 )",
        "PoolColorArray( 1, 2, 3, 1 )",
        "[ Object(InputEventAction,\"device\":0,\"script\":null)\n ]",
    ];
    keeps(Spelling::Godot3, &texts);
}

#[test]
fn old_and_odd_spellings_become_those_of_the_engine() {
    let cases = [
        ("Matrix32(1,0,0,1,0,0)", "Transform2D(1, 0, 0, 1, 0, 0)"),
        ("Quat(0,0,0,1)", "Quaternion(0, 0, 0, 1)"),
        ("@\"a\"", "&\"a\""),
        ("^\"a\"", "NodePath(\"a\")"),
        ("#ff0000", "Color(1, 0, 0, 1)"),
        ("PoolByteArray( 1 )", "PackedByteArray(1)"),
        ("PackedByteArray(\"AQ==\")", "PackedByteArray(1)"),
        ("SubResource( 1 )", "SubResource(\"1\")"),
        ("\"\\u00e9\\t\"", "\"é\t\""),
        ("{ \"b\": 1, \"a\": +2.50 }", "{\n\"a\": 2.5,\n\"b\": 1\n}"),
        ("-0.0", "0.0"),
        ("Vector2(0.30000001192092896, 1.0)", "Vector2(0.3, 1)"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text).spelled(FORMAT_3), expected);
    }
}

#[test]
fn every_text_of_one_version_reads_back_in_another() {
    for text in GODOT_4 {
        let value = value(text);
        for spelling in ALL {
            let again = decode(value.spelled(spelling).as_bytes());
            assert_eq!(again.problems, [], "{text}");
            // Not a number is not equal to itself.
            assert!(again.value == value || *text == "nan", "{text}");
        }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let finite = || any::<f32>().prop_filter("finite", |number| number.is_finite());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<f64>().prop_filter("a number", |number| !number.is_nan()).prop_map(Value::Float),
        any::<String>().prop_map(Value::String),
        any::<String>().prop_map(Value::StringName),
        any::<String>().prop_map(Value::NodePath),
        [finite(), finite()].prop_map(Value::Vector2),
        [finite(), finite(), finite(), finite()].prop_map(Value::Color),
        any::<Vec<u8>>().prop_map(Value::PackedByteArray),
        any::<Vec<i32>>().prop_map(Value::PackedInt32Array),
        any::<Vec<String>>().prop_map(Value::PackedStringArray),
        proptest::collection::vec([finite(), finite(), finite()], 0..4).prop_map(Value::PackedVector3Array),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            proptest::collection::vec((any::<i64>().prop_map(Value::Int), inner), 0..4).prop_map(
                |mut entries| {
                    entries.sort_by_key(|(key, _)| key.as_i64());
                    Value::Dictionary(entries)
                }
            ),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_what_was_meant(value in any_value()) {
        for spelling in ALL {
            let text = value.spelled(spelling);
            let decoded = decode(text.as_bytes());
            prop_assert_eq!(&decoded.problems[..], &[]);
            prop_assert_eq!(&decoded.value, &value);
            prop_assert_eq!(decoded.value.spelled(spelling), text);
        }
    }
}
