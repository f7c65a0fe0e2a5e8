//! Damaged binary files: nothing panics, the bytes come back, and what can be read is there.
// Tests stand at the edge and may panic.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use proscenio_godot::binary::{Binary, Compression, WriteOptions, write};
use proscenio_godot::{Document, Kind};
use proscenio_source::Source;

const SCENE: &str = r#"[gd_scene format=4 uid="uid://ct6ohra8nrexp"]

[ext_resource type="Script" uid="uid://bkjd0qu2gbrox" path="res://a.gd" id="1_abcde"]
[ext_resource type="PackedScene" path="res://b.tscn" id="2_fghij"]

[sub_resource type="BoxMesh" id="BoxMesh_aaaaa"]
size = Vector3(1, 2, 3)

[sub_resource type="Animation" id="Animation_bbbbb"]
length = 2.5
tracks/0/type = "value"
tracks/0/path = NodePath("Mesh:position:x")
tracks/0/keys = {
"times": PackedFloat32Array(0, 1),
"transitions": PackedFloat32Array(1, 1),
"update": 0,
"values": [0.1, 9223372036854775807]
}

[node name="Root" type="Node3D" unique_id=17]
script = ExtResource("1_abcde")
target = NodePath("Mesh")
values = [null, true, -1, 5000000000, 0.5, 0.1, "text", &"name", NodePath("/root/A:b"), Vector2(1, 2), Vector2i(1, 2), Rect2(1, 2, 3, 4), Rect2i(1, 2, 3, 4), Vector3i(1, 2, 3), Vector4(1, 2, 3, 4), Vector4i(1, 2, 3, 4), Plane(1, 2, 3, 4), Quaternion(0, 0, 0, 1), AABB(1, 2, 3, 4, 5, 6), Basis(1, 2, 3, 4, 5, 6, 7, 8, 9), Transform2D(1, 2, 3, 4, 5, 6), Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), Color(1, 0.5, 0, 1), RID(), Callable(), Signal()]
packed = [PackedByteArray("AQIDBAU="), PackedInt32Array(1, -2), PackedInt64Array(1, -2), PackedFloat32Array(1, 0.5), PackedFloat64Array(1, 0.1), PackedStringArray("a", "b"), PackedVector2Array(1, 2), PackedVector3Array(1, 2, 3), PackedColorArray(1, 2, 3, 4), PackedVector4Array(1, 2, 3, 4)]

[node name="Mesh" type="MeshInstance3D" parent="." index="0" unique_id=18 node_paths=PackedStringArray("follow") groups=["a", "b"]]
mesh = SubResource("BoxMesh_aaaaa")
follow = NodePath("..")
animation = SubResource("Animation_bbbbb")

[node name="Child" parent="Mesh" instance=ExtResource("2_fghij")]

[node name="Later" parent="Mesh" instance_placeholder="res://c.tscn"]

[connection signal="ready" from="Mesh" to="." method="_on_ready" flags=3 unbinds=1 binds= [1, "x"]]

[editable path="Mesh/Child"]
"#;

fn binary(options: &WriteOptions) -> Vec<u8> {
    let written = write(&Document::parse(Source::new("a.tscn", SCENE.into())), options);
    assert_eq!(written.findings, []);
    written.bytes
}

fn read(bytes: &[u8]) -> Document {
    Document::read(Source::new("a.scn", bytes.to_vec()))
}

/// Ids of external resources are not kept.
fn ids_as_read(text: &str, document: &Document) -> String {
    let ids = document.ext_resources().filter_map(|resource| resource.id());
    ["1_abcde", "2_fghij"]
        .into_iter()
        .zip(ids)
        .fold(text.to_owned(), |text, (old, new)| text.replace(old, &new.0))
}

#[test]
fn every_kind_of_value_comes_back_in_every_way_of_writing() {
    let methods = [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip];
    for compression in methods.into_iter().map(Some).chain([None]) {
        for big_endian in [false, true] {
            let options = WriteOptions { compression, big_endian, ..WriteOptions::default() };
            let bytes = binary(&options);
            let document = read(&bytes);
            let header = document.binary().unwrap().header();
            assert_eq!((header.compression, header.big_endian), (compression, big_endian));
            assert!(document.findings().is_empty(), "{:?}", document.findings());
            let text = String::from_utf8(document.source().bytes().to_vec()).unwrap();
            // Short byte arrays are base64 where another value asks for format 4.
            assert_eq!(text, ids_as_read(SCENE, &document));
            assert_eq!(document.to_bytes(), bytes);
        }
    }
}

#[test]
fn a_file_cut_anywhere_keeps_what_is_in_front() {
    let bytes = binary(&WriteOptions::default());
    for len in 4..bytes.len() {
        let document = read(&bytes[..len]);
        assert_eq!(document.to_bytes(), &bytes[..len]);
        assert!(!document.findings().is_empty() || len >= bytes.len() - 4, "{len}");
    }
    // The tables and the first resources are whole: only the scene is lost.
    let document = read(&bytes[..bytes.len() - 40]);
    assert_eq!((document.kind(), document.sub_resources().count()), (Kind::Scene, 2));
    assert!(document.findings()[0].message.starts_with("at byte "), "{:?}", document.findings());
}

#[test]
fn counts_of_any_size_are_refused_at_once() {
    let bytes = binary(&WriteOptions::default());
    for at in (4..bytes.len() - 4).step_by(1) {
        let mut damaged = bytes.clone();
        damaged[at..at + 4].fill(0xff);
        assert_eq!(read(&damaged).to_bytes(), damaged);
    }
}

#[test]
fn other_documents_that_binary_files_cannot_hold_are_refused() {
    let refused = |text: &str| {
        let document = Document::parse(Source::new("a.tscn", text.into()));
        let findings = write(&document, &WriteOptions::default()).findings;
        findings.iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    assert_eq!(refused("nothing").first(), Some(&"godot/binary-unwritable"));
    let scene = |value: &str| {
        refused(&format!("[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\nx = {value}\n"))
    };
    assert_eq!(scene("1"), Vec::<&str>::new());
    assert_eq!(scene("SubResource(\"gone\")"), ["godot/binary-unwritable"]);
    assert_eq!(scene("Object(Node,\"a\":1)"), ["godot/binary-unwritable"]);
    assert_eq!(scene("Array[int]([1])"), ["godot/binary-loss"]);
    assert_eq!(scene("Vector2(1)").first(), Some(&"godot/wrong-arity"));
}

proptest! {
    #[test]
    fn changed_bytes_never_panic(
        changes in prop::collection::vec((4..2000_usize, any::<u8>()), 1..8),
        compressed: bool,
    ) {
        let compression = compressed.then_some(Compression::Zstd);
        let mut bytes = binary(&WriteOptions { compression, ..WriteOptions::default() });
        let len = bytes.len();
        for (at, byte) in changes {
            bytes[4 + at % (len - 4)] = byte;
        }
        let document = read(&bytes);
        prop_assert_eq!(document.to_bytes(), &bytes[..]);
        let text = Document::parse(document.source().clone());
        let options = document.binary().map(Binary::write_options).unwrap_or_default();
        let again = read(&write(&text, &options).bytes);
        prop_assert_eq!(again.binary().unwrap().findings(), &[]);
    }
}
