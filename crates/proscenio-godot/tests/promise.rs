//! The promises, over texts made at random: every byte comes back, nothing panics, and what was written
//! sound is read sound.

use proptest::prelude::*;
use proscenio_godot::{Document, value};
use proscenio_source::Source;

fn read(bytes: &[u8]) -> Document {
    Document::parse(Source::new("x.tscn", bytes.to_vec()))
}

/// Reads, writes, and runs every pass.
fn keeps_every_byte(bytes: &[u8]) {
    let document = read(bytes);
    assert!(document.to_bytes() == bytes, "{:?}", String::from_utf8_lossy(bytes));
    let mut at = 0;
    for piece in document.pieces() {
        assert_eq!(piece.span().start(), at);
        at = piece.span().end();
    }
    assert_eq!(at as usize, bytes.len());
    for section in document.sections() {
        assert!(section.span().contains(section.header_span()));
        for entry in section.attributes().chain(section.properties()) {
            assert!(section.span().contains(entry.span()));
            let _ = entry.decode();
        }
    }
    let _ = document.check();
    let _ = document.check_values();
}

/// Pieces that scene files are made of, and pieces that break them.
fn fragment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "[gd_scene format=3]",
        "[node name=\"A\" type=\"Node\"]",
        "[node name=\"B\" parent=\".\"",
        "[resource]",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "\"",
        "\\",
        "\\\"",
        "=",
        ",",
        ":",
        ";",
        "\n",
        "\r\n",
        " ",
        "\t",
        "\0",
        "a",
        "visible",
        "true",
        "null",
        "1",
        "-2.5e-7",
        "inf_neg",
        "&\"x\"",
        "^\"..\"",
        "#fff",
        "é",
        "\u{FEFF}",
        "Vector2(1, 2)",
        "Array[int](",
        "Dictionary[String, int]({",
        "ExtResource(\"1\")",
        "SubResource( 2 )",
        "PackedByteArray(\"AA==\")",
        "<<<<<<< HEAD",
        "=======",
        ">>>>>>> b",
        "key = ",
        "\"quoted key\" = ",
        "; a comment",
        "text = \"two\nlines\"",
        "list = [1, {\"a\": 2}]",
        "[sub_resource type=\"Curve\" id=\"1\"]",
    ])
}

/// A sound value, as text.
fn sound_value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f32>()
            .prop_filter("spelled in words", |number| number.is_finite())
            .prop_map(|n| format!("{n:?}")),
        "[a-z ñ()\\[\\]{};=]{0,12}".prop_map(|text| format!("\"{text}\"")),
        Just("null".to_owned()),
        Just("Vector3(1, 2.5, -3)".to_owned()),
        Just("Color(1, 0, 0, 1) ; red".to_owned() + "\n"),
        Just("NodePath(\"../A:b\")".to_owned()),
        prop::collection::vec(any::<u8>(), 0..9).prop_map(|bytes| format!(
            "PackedByteArray({})",
            bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
        )),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(", "))),
            prop::collection::vec(inner, 0..5).prop_map(|items| {
                let entries: Vec<String> =
                    items.iter().enumerate().map(|(at, item)| format!("\"{at}\": {item}")).collect();
                format!("{{\n{}\n}}", entries.join(",\n"))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn random_bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        keeps_every_byte(&bytes);
    }

    #[test]
    fn random_fragments_come_back(parts in prop::collection::vec(fragment(), 0..60)) {
        keeps_every_byte(parts.concat().as_bytes());
    }

    #[test]
    fn a_cut_or_changed_scene_comes_back(
        parts in prop::collection::vec(sound_value(), 1..6),
        cut in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = scene(&parts).into_bytes();
        let at = cut.index(bytes.len());
        keeps_every_byte(&bytes[..at]);
        bytes[at] = byte;
        keeps_every_byte(&bytes);
    }

    #[test]
    fn sound_values_are_read_whole(parts in prop::collection::vec(sound_value(), 1..6)) {
        let text = scene(&parts);
        let document = read(text.as_bytes());
        prop_assert!(document.findings().is_empty(), "{:?}\n{text}", document.findings());
        prop_assert!(document.check_values().is_empty(), "{:?}\n{text}", document.check_values());
        let section = document.sections().last().unwrap();
        prop_assert_eq!(section.properties().len(), parts.len());
        for (entry, part) in section.properties().zip(&parts) {
            let alone = value::decode(part.as_bytes());
            prop_assert_eq!(entry.value(), alone.value);
        }
    }

    #[test]
    fn values_never_panic(parts in prop::collection::vec(fragment(), 0..30)) {
        let _ = value::decode(parts.concat().as_bytes());
    }
}

fn scene(values: &[String]) -> String {
    let mut text = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\n".to_owned();
    for (at, value) in values.iter().enumerate() {
        text += &format!("property_{at} = {value}\n");
    }
    text
}

/// Shapes that made a naive reader take quadratic time; each is a few megabytes and must be read at once.
#[test]
fn hostile_shapes_are_read_in_linear_time() {
    let repeated = |piece: &str| piece.repeat(2_000_000 / piece.len());
    let texts = [
        repeated("a=(\n"),
        repeated("[a b=(\n"),
        repeated("[a b=(\\\"\n") + "\"",
        repeated("[a b=\"\n"),
        repeated("x=[\"\\\n[resource]\n"),
        "a=(".to_owned() + &repeated("="),
        "[node ".to_owned() + &repeated("~ "),
        repeated("b c=1 "),
        repeated("x [node] "),
        repeated("[node name=\"a=\"b"),
        repeated("\"\\\"\n"),
        "a = ".to_owned() + &repeated("["),
        "a = ".to_owned() + &repeated("{\"a\":"),
        "a = \"".to_owned() + &repeated("\n[node name="),
        repeated("["),
        repeated("\n"),
        repeated("a="),
        repeated("a\n\n"),
        repeated("[node name=\"n\" parent=\"../..\"]\n"),
    ];
    for text in &texts {
        let document = read(text.as_bytes());
        assert!(document.to_bytes() == text.as_bytes());
        let _ = document.check();
        let _ = document.check_values();
    }
}
