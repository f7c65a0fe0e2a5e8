//! Decoding of every spelling of every type.

use proscenio_source::Span;

use super::{MAX_DEPTH, decode};
use crate::value::{Constructor, ElementType, Id, Object, Reference, TypedArray, TypedDictionary, Value};

fn good(text: &str) -> Value {
    let decoded = decode(text.as_bytes());
    assert_eq!(decoded.problems, [], "{text}");
    decoded.value
}

/// The value and the codes of what is wrong with it.
fn bad(text: &str) -> (Value, Vec<&'static str>) {
    let decoded = decode(text.as_bytes());
    (decoded.value, decoded.problems.into_iter().map(|problem| problem.code.name).collect())
}

fn string(text: &str) -> Value {
    Value::String(text.into())
}

#[test]
fn scalars() {
    assert_eq!(good("null"), Value::Null);
    assert_eq!(good("nil"), Value::Null);
    assert_eq!(good("true"), Value::Bool(true));
    assert_eq!(good("false"), Value::Bool(false));
    assert_eq!(good("-12"), Value::Int(-12));
    assert_eq!(good("9223372036854775807"), Value::Int(i64::MAX));
    assert_eq!(good("1.0"), Value::Float(1.0));
    assert_eq!(good("-2.5e-07"), Value::Float(-2.5e-7));
    assert_eq!(good("inf"), Value::Float(f64::INFINITY));
    assert_eq!(good("inf_neg"), Value::Float(f64::NEG_INFINITY));
    assert_eq!(good("-inf"), Value::Float(f64::NEG_INFINITY));
    assert!(matches!(good("nan"), Value::Float(number) if number.is_nan()));
}

#[test]
fn strings_of_every_kind() {
    assert_eq!(good(r#""a \"b\" \\ ñ""#), string("a \"b\" \\ ñ"));
    assert_eq!(good("\"two\nlines\""), string("two\nlines"));
    assert_eq!(good(r#"&"walk""#), Value::StringName("walk".into()));
    assert_eq!(good(r#"@"walk""#), Value::StringName("walk".into()));
    assert_eq!(good(r#"StringName("walk")"#), Value::StringName("walk".into()));
    assert_eq!(good(r#"^"../Arm:scale""#), Value::NodePath("../Arm:scale".into()));
    assert_eq!(good(r#"NodePath("../Arm")"#), Value::NodePath("../Arm".into()));
    assert_eq!(good(r#"NodePath("")"#), Value::NodePath(String::new()));
}

#[test]
fn vectors_and_rectangles() {
    assert_eq!(good("Vector2(1, 2.5)"), Value::Vector2([1.0, 2.5]));
    assert_eq!(good("Vector2i(1, -2)"), Value::Vector2i([1, -2]));
    assert_eq!(good("Vector3( 1, 2, 3 )"), Value::Vector3([1.0, 2.0, 3.0]));
    assert_eq!(good("Vector3i(1, 2, 3)"), Value::Vector3i([1, 2, 3]));
    assert_eq!(good("Vector4(1, 2, 3, 4)"), Value::Vector4([1.0, 2.0, 3.0, 4.0]));
    assert_eq!(good("Vector4i(1, 2, 3, 4)"), Value::Vector4i([1, 2, 3, 4]));
    assert_eq!(good("Rect2(1, 2, 3, 4)"), Value::Rect2([1.0, 2.0, 3.0, 4.0]));
    assert_eq!(good("Rect2i(1, 2, 3, 4)"), Value::Rect2i([1, 2, 3, 4]));
    assert_eq!(good("Plane(0, 1, 0, 2)"), Value::Plane([0.0, 1.0, 0.0, 2.0]));
    assert_eq!(good("Vector2(inf, inf_neg)"), Value::Vector2([f32::INFINITY, f32::NEG_INFINITY]));
}

#[test]
fn members_are_rounded_from_double_precision() {
    let number = 0.359_999_95_f64;
    assert_eq!(good("Vector2(0.35999995, 0.1)"), Value::Vector2([number as f32, 0.1_f64 as f32]));
}

#[test]
fn old_names_give_the_same_values() {
    let quaternion = Value::Quaternion([0.0, 0.0, 0.0, 1.0]);
    assert_eq!(good("Quaternion(0, 0, 0, 1)"), quaternion);
    assert_eq!(good("Quat( 0, 0, 0, 1 )"), quaternion);
    let aabb = Value::Aabb([0.0, 0.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(good("AABB(0, 0, 0, 1, 2, 3)"), aabb);
    assert_eq!(good("Rect3( 0, 0, 0, 1, 2, 3 )"), aabb);
    let turned = Value::Transform2D([0.0, 1.0, -1.0, 0.0, 5.0, 6.0]);
    assert_eq!(good("Transform2D(0, 1, -1, 0, 5, 6)"), turned);
    assert_eq!(good("Matrix32( 0, 1, -1, 0, 5, 6 )"), turned);
    let basis = Value::Basis(Box::new([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]));
    assert_eq!(good("Basis(1, 0, 0, 0, 1, 0, 0, 0, 1)"), basis);
    assert_eq!(good("Matrix3( 1, 0, 0, 0, 1, 0, 0, 0, 1 )"), basis);
    let placed = Value::Transform3D(Box::new([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 7.0, 8.0, 9.0]));
    assert_eq!(good("Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9)"), placed);
    assert_eq!(good("Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9 )"), placed);
    let sixteen = std::array::from_fn(|at| at as f32);
    let text = "Projection(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)";
    assert_eq!(good(text), Value::Projection(Box::new(sixteen)));
}

#[test]
fn colours() {
    assert_eq!(good("Color(1, 0.5, 0, 1)"), Value::Color([1.0, 0.5, 0.0, 1.0]));
    assert_eq!(good("#ff000080"), Value::Color([1.0, 0.0, 0.0, 128.0 / 255.0]));
    assert_eq!(good("#0f0"), Value::Color([0.0, 1.0, 0.0, 1.0]));
    assert_eq!(bad("#12345"), (Value::Null, vec!["godot/bad-value"]));
}

#[test]
fn packed_arrays_of_three_generations() {
    for name in ["PackedByteArray", "PoolByteArray", "ByteArray"] {
        assert_eq!(good(&format!("{name}(0, 127, 255)")), Value::PackedByteArray(vec![0, 127, 255]));
    }
    for name in ["PackedInt32Array", "PoolIntArray", "IntArray"] {
        assert_eq!(good(&format!("{name}( -1, 2 )")), Value::PackedInt32Array(vec![-1, 2]));
    }
    for name in ["PackedFloat32Array", "PoolRealArray", "FloatArray"] {
        assert_eq!(good(&format!("{name}(0.5, 1)")), Value::PackedFloat32Array(vec![0.5, 1.0]));
    }
    for name in ["PackedStringArray", "PoolStringArray", "StringArray"] {
        assert_eq!(
            good(&format!(r#"{name}("a", "b")"#)),
            Value::PackedStringArray(vec!["a".into(), "b".into()])
        );
    }
    for name in ["PackedVector2Array", "PoolVector2Array", "Vector2Array"] {
        let value = Value::PackedVector2Array(vec![[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(good(&format!("{name}(1, 2, 3, 4)")), value);
    }
    for name in ["PackedVector3Array", "PoolVector3Array", "Vector3Array"] {
        assert_eq!(good(&format!("{name}(1, 2, 3)")), Value::PackedVector3Array(vec![[1.0, 2.0, 3.0]]));
    }
    for name in ["PackedColorArray", "PoolColorArray", "ColorArray"] {
        assert_eq!(good(&format!("{name}(1, 0, 0, 1)")), Value::PackedColorArray(vec![[1.0, 0.0, 0.0, 1.0]]));
    }
    assert_eq!(good("PackedInt64Array(5000000000)"), Value::PackedInt64Array(vec![5_000_000_000]));
    assert_eq!(good("PackedFloat64Array(0.1)"), Value::PackedFloat64Array(vec![0.1]));
    assert_eq!(good("PackedVector4Array(1, 2, 3, 4)"), Value::PackedVector4Array(vec![[1.0, 2.0, 3.0, 4.0]]));
    assert_eq!(good(r#"PackedByteArray("AH//")"#), Value::PackedByteArray(vec![0, 127, 255]));
    assert_eq!(good("PackedByteArray()"), Value::PackedByteArray(vec![]));
    assert_eq!(good(r#"PackedByteArray("")"#), Value::PackedByteArray(vec![]));
}

#[test]
fn references_by_number_text_and_path() {
    let reference = |reference| Value::Reference(Box::new(reference));
    assert_eq!(good("SubResource( 1 )"), reference(Reference::Sub(Id("1".into()))));
    assert_eq!(good(r#"SubResource("Box_1")"#), reference(Reference::Sub(Id("Box_1".into()))));
    assert_eq!(good(r#"ExtResource("1_a")"#), reference(Reference::Ext(Id("1_a".into()))));
    let path = |path: &str, uid: Option<&str>| {
        reference(Reference::Path { path: path.into(), uid: uid.map(str::to_owned) })
    };
    assert_eq!(good(r#"Resource("res://a.tres")"#), path("res://a.tres", None));
    assert_eq!(good(r#"Resource("uid://b1", "res://a.tres")"#), path("res://a.tres", Some("uid://b1")));
    assert_eq!(good(r#"Resource("uid://b1")"#), path("", Some("uid://b1")));
    assert_eq!(bad("SubResource()").1, ["godot/wrong-arity"]);
    assert_eq!(bad("ExtResource(1, 2)").1, ["godot/wrong-arity"]);
    assert_eq!(bad("ExtResource([])").1, ["godot/wrong-argument", "godot/wrong-arity"]);
}

#[test]
fn collections_keep_their_order() {
    let text = "{\n\"b\": [1, 2.0],\n\"a\": {},\n3: null\n}";
    let array = Value::Array(vec![Value::Int(1), Value::Float(2.0)]);
    let entries =
        vec![(string("b"), array), (string("a"), Value::Dictionary(vec![])), (Value::Int(3), Value::Null)];
    assert_eq!(good(text), Value::Dictionary(entries));
    assert_eq!(good("[1, 2,]"), Value::Array(vec![Value::Int(1), Value::Int(2)]));
    assert_eq!(good("[1, ; one\n2]"), Value::Array(vec![Value::Int(1), Value::Int(2)]));
}

#[test]
fn typed_collections() {
    let named = |name: &str| ElementType::Named(name.into());
    let array = TypedArray { element: named("int"), items: vec![Value::Int(1)] };
    assert_eq!(good("Array[int]([1])"), Value::TypedArray(Box::new(array)));
    let script = ElementType::Script(Reference::Ext(Id("1_a".into())));
    let array = TypedArray { element: script, items: vec![] };
    assert_eq!(good(r#"Array[ExtResource("1_a")]([])"#), Value::TypedArray(Box::new(array)));
    let dictionary = TypedDictionary {
        key: named("String"),
        value: named("Node2D"),
        entries: vec![(string("a"), Value::Null)],
    };
    let text = r#"Dictionary[String, Node2D]({"a": null})"#;
    assert_eq!(good(text), Value::TypedDictionary(Box::new(dictionary)));
    assert_eq!(bad("Array[int]").1, ["godot/bad-value"]);
    assert_eq!(bad("Array[int, int]([])").1, ["godot/wrong-arity"]);
    assert_eq!(bad("Array[int](3)").1, ["godot/bad-value"]);
}

#[test]
fn objects_and_handles() {
    let object = Object {
        class: "InputEventKey".into(),
        properties: vec![("device".into(), Value::Int(0)), ("script".into(), Value::Null)],
    };
    let text = r#"Object(InputEventKey,"device":0,"script":null)"#;
    assert_eq!(good(text), Value::Object(Box::new(object)));
    assert_eq!(good("RID()"), Value::Rid(0));
    assert_eq!(good("RID(42)"), Value::Rid(42));
    assert_eq!(good("Callable()"), Value::Callable);
    assert_eq!(good("Signal()"), Value::Signal);
    assert_eq!(bad("Callable(1)").1, ["godot/wrong-arity"]);
    assert_eq!(bad("Object()").1, ["godot/wrong-arity"]);
}

#[test]
fn constructors_of_their_own_are_kept() {
    let event = Constructor {
        name: "InputEvent".into(),
        arguments: vec![Value::Word("KEY".into()), Value::Int(16_777_217)],
    };
    assert_eq!(good("InputEvent(KEY,16777217)"), Value::Other(Box::new(event)));
    let other = Constructor { name: "Vector5".into(), arguments: vec![Value::Int(1), string("a")] };
    let expected = (Value::Other(Box::new(other)), vec!["godot/unknown-constructor"]);
    assert_eq!(bad(r#"Vector5(1, "a")"#), expected);
}

#[test]
fn damage_is_told_and_the_rest_is_there() {
    assert_eq!(bad("Vector2(1)"), (Value::Vector2([1.0, 0.0]), vec!["godot/wrong-arity"]));
    assert_eq!(bad("Vector2(1, 2, 3)"), (Value::Vector2([1.0, 2.0]), vec!["godot/wrong-arity"]));
    assert_eq!(bad("Vector2(1, x)").0, Value::Vector2([1.0, 0.0]));
    assert_eq!(bad("99999999999999999999"), (Value::Int(i64::MAX), vec!["godot/number-out-of-range"]));
    assert_eq!(bad("Vector2i(5000000000, 1)").1, ["godot/number-out-of-range"]);
    assert_eq!(
        bad("PackedByteArray(256)"),
        (Value::PackedByteArray(vec![0]), vec!["godot/number-out-of-range"])
    );
    assert_eq!(bad("PackedVector2Array(1, 2, 3)").0, Value::PackedVector2Array(vec![[1.0, 2.0]]));
    assert_eq!(bad(r#"PackedByteArray("A")"#), (Value::PackedByteArray(vec![]), vec!["godot/bad-base64"]));
    assert_eq!(bad("[1 2]"), (Value::Array(vec![Value::Int(1), Value::Int(2)]), vec!["godot/bad-value"]));
    assert_eq!(
        bad("[1, 2)"),
        (Value::Array(vec![Value::Int(1), Value::Int(2)]), vec!["godot/mismatched-bracket"])
    );
    assert_eq!(bad("[1, 2").1, ["godot/unclosed-bracket"]);
    assert_eq!(bad("\"a").1, ["godot/unclosed-string"]);
    assert_eq!(bad("[,]").1, ["godot/bad-value"]);
    assert_eq!(bad("{1}").1, ["godot/bad-value", "godot/bad-value"]);
    assert_eq!(bad("hello"), (Value::Word("hello".into()), vec!["godot/bad-value"]));
    assert_eq!(bad(""), (Value::Null, vec!["godot/bad-value"]));
    assert_eq!(bad("1 2"), (Value::Int(1), vec!["godot/bad-value"]));
    assert_eq!(bad("%"), (Value::Null, vec!["godot/bad-value"]));
    assert_eq!(bad("1x").1, ["godot/bad-number"]);
    assert_eq!(bad(r#""\q""#), (string("q"), vec!["godot/bad-escape"]));
}

#[test]
fn problems_say_where() {
    let decoded = decode(br#"[1, Vector2(1, "x")]"#);
    let places: Vec<_> = decoded.problems.iter().map(|problem| problem.span).collect();
    assert_eq!(places, [Span::new(15, 18)]);
}

#[test]
fn depth_is_limited() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert_eq!(decode(deep(MAX_DEPTH).as_bytes()).problems, []);
    assert_eq!(bad(&deep(MAX_DEPTH + 1)).1, ["godot/too-deep"]);
    assert_eq!(bad(&deep(100_000)).1, ["godot/too-deep"]);
    let open = "{\"a\":".repeat(100_000);
    assert!(decode(open.as_bytes()).problems.len() <= 101);
}
