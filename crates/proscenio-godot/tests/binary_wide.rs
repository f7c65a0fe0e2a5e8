//! Binary files with reals of 64 bits: what builds with double precision write keeps every digit.
// Tests stand at the edge and may panic.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use proscenio_godot::Document;
use proscenio_godot::binary::{BINARY_NARROWED, Compression, WriteOptions, write};
use proscenio_source::{Severity, Source};

const WIDE: WriteOptions =
    WriteOptions { real64: true, compression: None, big_endian: false, path: None, without_uids: false };

const SCENE: &str = r#"[gd_scene format=3]

[sub_resource type="BoxMesh" id="BoxMesh_a"]
size = Vector3(0.1, 2, 1e-300)

[sub_resource type="Curve2D" id="Curve2D_a"]
_data = {
"points": PackedVector2Array(0.1, 0.30000000000000004, 1, 2, 16777217, 0.5)
}
point_count = 1

[node name="Root" type="Node3D"]
transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 149597870700.25, -0.1, 3)
values = [Vector2(0.1, 1), Rect2(1, 2, 3, 123456789.125), Vector4(0.1, 0, 0, 0), Plane(0, 1, 0, 0.1), Quaternion(0, 0, 0.7071067811865476, 0.7071067811865476), AABB(0, 0, 0, 1, 1, 0.3), Basis(0.1, 0, 0, 0, 1, 0, 0, 0, 1), Transform2D(1, 0, 0, 1, 0.1, 0.2), Projection(0.1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)]
packed = [PackedVector2Array(0.1, 0.2), PackedVector3Array(0.1, 0.2, 0.3), PackedVector4Array(0.1, 0.2, 0.3, 0.4), PackedVector3Array(1, 2, 3)]
others = [Color(0.1, 0.2, 0.3, 1), PackedColorArray(0.1, 0.2, 0.3, 1), PackedFloat32Array(0.1), PackedFloat64Array(0.1), 0.1, 0.5]
offset = Vector3(0.10000000149011612, 0, 0)
mesh = SubResource("BoxMesh_a")
curve = SubResource("Curve2D_a")
"#;

fn parsed(text: &str) -> Document {
    Document::parse(Source::new("a.tscn", text.into()))
}

fn text_of(document: &Document) -> String {
    String::from_utf8(document.source().bytes().to_vec()).unwrap()
}

#[test]
fn every_digit_survives_a_binary_file() {
    let written = write(&parsed(SCENE), &WIDE);
    assert_eq!(written.findings, []);
    let again = Document::read(Source::new("a.scn", written.bytes.clone()));
    assert_eq!(again.findings(), []);
    assert_eq!(text_of(&again), SCENE);
    let binary = again.binary().unwrap();
    assert!(binary.header().real64 && binary.write_options().real64);
    // The file's own options write the file again.
    assert_eq!(write(&parsed(SCENE), &binary.write_options()).bytes, written.bytes);
}

#[test]
fn other_orders_and_compression_keep_them_too() {
    let options = WriteOptions { big_endian: true, compression: Some(Compression::Zstd), ..WIDE };
    let written = write(&parsed(SCENE), &options);
    let again = Document::read(Source::new("a.scn", written.bytes));
    assert_eq!(text_of(&again), SCENE);
}

#[test]
fn digits_that_would_be_cut_are_told() {
    let written = write(&parsed(SCENE), &WriteOptions::default());
    let [finding] = written.findings.as_slice() else { panic!("{:?}", written.findings) };
    assert_eq!((finding.code, finding.severity), (BINARY_NARROWED.name, Severity::Error));
    assert!(finding.help.is_some());
    assert!(finding.message.starts_with("4 properties"), "{}", finding.message);
    // What single precision prints is no more than it holds.
    let plain = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2(0.70710677, 0.1)\nnumber = 3.14159265358979\n";
    assert_eq!(write(&parsed(plain), &WriteOptions::default()).findings, []);
}

#[test]
fn godot_3_has_no_such_files() {
    let text = "[gd_scene format=2]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2( 0.7071067811865476, 0 )\n";
    let written = write(&parsed(text), &WIDE);
    assert_eq!(written.findings.iter().map(|one| one.code).collect::<Vec<_>>(), [BINARY_NARROWED.name]);
    assert!(!Document::read(Source::new("a.scn", written.bytes)).binary().unwrap().header().real64);
}

proptest! {
    #[test]
    fn any_reals_come_back(x: f64, y: f64, z: f32) {
        prop_assume!(x.is_finite() && y.is_finite() && z.is_finite());
        // Text does not know minus zero.
        let (x, y, z) = (x + 0.0, y + 0.0, z + 0.0);
        let text = format!(
            "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node3D\"]\nposition = Vector3({x:?}, {y:?}, {:?})\n",
            f64::from(z)
        );
        let written = write(&parsed(&text), &WIDE);
        let again = Document::read(Source::new("a.scn", written.bytes.clone()));
        let once_more = write(&parsed(&text_of(&again)), &WIDE);
        prop_assert_eq!(&once_more.bytes, &written.bytes);
        // The numbers stand there bit for bit.
        for number in [x, y, f64::from(z)] {
            prop_assert!(written.bytes.windows(8).any(|bytes| bytes == number.to_le_bytes()));
        }
    }
}
