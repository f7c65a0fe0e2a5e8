//! Formatting, feature by feature.

use proptest::prelude::*;
use proscenio_source::Source;

use super::{Formatted, Options, format};
use crate::document::Document;

fn read(text: &str) -> Document {
    Document::parse(Source::new("a.tscn", text.as_bytes().to_vec()))
}

fn formatted(text: &str) -> Formatted {
    format(&read(text), &Options::default())
}

#[track_caller]
fn becomes(text: &str, expected: &str) {
    let once = formatted(text);
    assert_eq!(String::from_utf8_lossy(&once.text), expected);
    assert_eq!(once.changed, text != expected);
    assert_eq!(String::from_utf8_lossy(&formatted(expected).text), expected, "twice");
}

#[track_caller]
fn stays(text: &str) {
    becomes(text, text);
}

fn codes(text: &str) -> Vec<&'static str> {
    formatted(text).findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn files_of_the_engine_stay() {
    // As Godot 4.6.3 saves.
    stays(
        "[gd_scene format=3 uid=\"uid://a\"]\n\n[ext_resource type=\"Script\" uid=\"uid://b\" path=\"res://a.gd\" id=\"1_a\"]\n\
         [ext_resource type=\"Texture2D\" path=\"res://a.png\" id=\"2\"]\n\n[sub_resource type=\"BoxMesh\" id=\"B\"]\n\n\
         [sub_resource type=\"Environment\" id=\"E\"]\nbackground_mode = 1\n\n[node name=\"A\" type=\"Node3D\" unique_id=7]\n\n\
         [node name=\"it\\'s\" parent=\".\" unique_id=8 groups=[\"a\", \"b\"] instance=ExtResource(\"1_a\")]\nx = {\n\"a\": 1\n}\n\n\
         [connection signal=\"s\" from=\".\" to=\".\" method=\"m\" flags=3 binds= [1]]\n\
         [connection signal=\"t\" from=\".\" to=\".\" method=\"m\"]\n\n[editable path=\"A\"]\n[editable path=\"B\"]\n",
    );
    stays("[gd_resource type=\"BoxMesh\" format=3]\n\n[resource]\nsize = Vector3(1, 2, 3)\n");
    stays("[gd_scene format=3]\n\n");
    // As Godot 3.2.3 saves.
    stays(
        "[gd_scene load_steps=2 format=2]\n\n[ext_resource path=\"res://a.gd\" type=\"Script\" id=1]\n\n\
         [node name=\"A\" type=\"Node\" groups=[\n\"a\",\n\"b\",\n]]\nscript = ExtResource( 1 )\n",
    );
    // The line end of an object is its own.
    stays("[gd_resource type=\"X\" format=3]\n\n[resource]\na = Object(Node,\"b\":1)\n\nc = 1\n");
}

#[test]
fn layout_and_values_are_put_right() {
    becomes(
        "\n[ gd_scene  format = 3 load_steps=9 ]\n[sub_resource id=1 type=\"A\"]\n\n\na   =  .5\n b = Vector2( 1.0,2 ) c=1\n[node type=\"Node\" index=1 name=\"A\" groups=[ \"b\",\"a\" ] ]",
        "[gd_scene load_steps=2 format=3]\n\n[sub_resource type=\"A\" id=\"1\"]\na = 0.5\nb = Vector2(1, 2)\nc = 1\n\n[node name=\"A\" type=\"Node\" index=\"1\" groups=[\"a\", \"b\"]]\n",
    );
    becomes(
        "[gd_scene format=2]\n[sub_resource id=\"1\" type=\"A\"]\na=SubResource(1)\n[node name=\"A\"]\n",
        "[gd_scene load_steps=2 format=2]\n\n[sub_resource type=\"A\" id=1]\na = SubResource( 1 )\n\n[node name=\"A\"]\n",
    );
    becomes(
        "[gd_scene format=3]\n[node name=\"A\" future=1 type=\"N\"]\n\"plain\" = 1\na[0] = 2\n",
        "[gd_scene format=3]\n\n[node name=\"A\" type=\"N\" future=1]\nplain = 1\n\"a[0]\" = 2\n",
    );
}

#[test]
fn the_format_number_follows_the_content() {
    let bytes = vec!["7"; 65].join(", ");
    let base64 =
        format!("\"{}BwcH\"", "BwcH".repeat(20) + "Bwc=").replace("Bwc=BwcH", &("BwcH".to_owned() + "Bwc="));
    becomes(
        &format!("[gd_scene format=3]\n\n[node name=\"A\"]\na = [PackedByteArray({bytes})]\n"),
        &format!("[gd_scene format=4]\n\n[node name=\"A\"]\na = [PackedByteArray({base64})]\n"),
    );
    let small = "[gd_scene format=4]\n\n[node name=\"A\"]\na = PackedByteArray(\"BwcH\")\nb = -inf\n";
    becomes(small, "[gd_scene format=3]\n\n[node name=\"A\"]\na = PackedByteArray(7, 7, 7)\nb = inf_neg\n");
    let kept = format(&read(small), &Options { keep_format: true, ..Options::default() });
    assert_eq!(kept.text, small.as_bytes());
    stays("[gd_scene format=4]\n\n[node name=\"A\"]\na = PackedVector4Array(1, 2, 3, 4)\n");
    // A value that keeps its text may need the format it is in.
    let kept = "[gd_scene format=4]\n\n[node name=\"A\"]\na = [PackedByteArray(\"BwcH\") ; why\n]\n";
    stays(kept);
}

#[test]
fn comments_are_kept_and_told() {
    becomes(
        "; licence\n[gd_scene format=3] ; a\n; b\n[node name=\"A\"]\n;c\nx=1;d\ny = [ ; e\n1]\nz = ; f\n 2\n\n\n; g",
        "; licence\n[gd_scene format=3] ; a\n\n; b\n[node name=\"A\"]\n;c\nx = 1 ;d\ny = [ ; e\n1]\nz = ; f\n 2\n\n; g\n",
    );
    stays("[gd_scene format=3]\n\n[node name=\"A\" ; why\n type=\"Node\"]\n");
    assert_eq!(codes("[gd_scene format=3]\n\n[node name=\"A\"]\nx = 1 ; a\n; b\n"), ["godot/comment"]);
    assert_eq!(codes("[gd_scene format=3]\n\n[node name=\"A\"]\nx = \"; no comment\"\n"), [""; 0]);
}

#[test]
fn what_is_damaged_stays() {
    stays("[gd_scene format=3]\n\n[node name=\"A\"]\na = Vector2( 1 )\nb = 1\n");
    assert_eq!(codes("[gd_scene format=3]\n\n[node name=\"A\"]\na = Vector2( 1 )\n"), ["godot/wrong-arity"]);
    stays("[gd_scene format=3]\n\n[node name=\"A\"\na = 1\n");
    stays("[gd_scene format=3]\n\n[node name=\"A\"]\n???\na = 1\n");
    stays("[gd_scene format=3]\n\n[node name=\"A\"]\na =\nb = 1\n");
    stays("[gd_scene format=3]\n\n[node name=\"A\"]\na b = 1\n");
    stays("[gd_scene format=3]\n\n[node name=\"A\"]\na = \"never closed\n");
    stays("[gd_scene format=3]\n\n[node name=\"A\"]\na = Frob( 1 )\nb = 99999999999999999999\n");
    stays("[gd_scene format=3]\n\n[what is=this  ]\na = 1\n");
    stays("loose = 1\n[gd_scene format=3]\n\n");
    // The rest of the file is spelled again.
    becomes(
        "[gd_scene format=3]\n\n[node name=\"A\"]\n???\na=1.0\nb = Vector2( 1 )\nc=.5\n",
        "[gd_scene format=3]\n\n[node name=\"A\"]\n???\na = 1.0\nb = Vector2( 1 )\nc = 0.5\n",
    );
    // Here a line end in the value would be taken for the end of the open header.
    stays("[gd_scene format=3]\n\n[node name=\"A\"\nc = {\"z\": 1, \"a\": [ 1.50 ]}\n");
}

#[test]
fn defaults_are_dropped_on_request() {
    let options = Options { drop_defaults: true, ..Options::default() };
    let text = "[gd_scene format=3]\n\n[sub_resource type=\"BoxMesh\" id=\"B\"]\nsize = Vector3(1, 1, 1)\nflip_faces = true\n\n\
                [node name=\"A\" type=\"Sprite2D\"]\nvisible = true\nrotation = 0 ; why\n; lost?\ntexture = null\nframe = 1\n\
                script = null\nspeed = 0\nmodulate = Color(1, 1, 1)\n\n[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n\
                visible = true\n\n[node name=\"C\" type=\"Node2D\" parent=\".\"]\nvisible = true\nz_index = 0\n\
                metadata/_edit_pinned_properties_ = [&\"visible\"]\n";
    let dropped = format(&read(text), &options);
    let expected = "[gd_scene load_steps=2 format=3]\n\n[sub_resource type=\"BoxMesh\" id=\"B\"]\nflip_faces = true\n\n\
                    [node name=\"A\" type=\"Sprite2D\"] ; why\n; lost?\nframe = 1\n\
                    script = null\nspeed = 0\nmodulate = Color(1, 1, 1)\n\n[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n\
                    visible = true\n\n[node name=\"C\" type=\"Node2D\" parent=\".\"]\nvisible = true\n\
                    metadata/_edit_pinned_properties_ = [&\"visible\"]\n";
    assert_eq!(String::from_utf8_lossy(&dropped.text), expected.replace("load_steps=2 ", ""));
    let again = format(&Document::parse(Source::new("a.tscn", dropped.text.clone())), &options);
    assert_eq!(again.text, dropped.text);
}

#[test]
fn values_are_fitted_on_request() {
    let options = Options { fit_types: true, ..Options::default() };
    let text = "[gd_scene format=3]\n\n[node name=\"A\" type=\"AnimationPlayer\"]\nautoplay = \"walk\"\nspeed_scale = 2\nmine = 2\n";
    let fitted = format(&read(text), &options);
    let expected = text.replace("\"walk\"", "&\"walk\"").replace("speed_scale = 2", "speed_scale = 2.0");
    assert_eq!(String::from_utf8_lossy(&fitted.text), expected);
    stays(text);
}

#[test]
fn other_files_stay_and_say_so() {
    for text in [
        "",
        "hello",
        "[gd_scene format=1]\n[node  name=\"A\"]\n",
        "[gd_scene]\n[node  name=\"A\"]\n",
        "[gd_scene format=3]\n[node  name=\"A\"]\n<<<<<<< mine\na = 1\n=======\na = 2\n>>>>>>> theirs\n",
    ] {
        stays(text);
        assert_eq!(codes(text), ["godot/not-formatted"], "{text}");
    }
}

#[test]
fn line_ends_and_marks_of_windows_stay() {
    stays("\u{feff}[gd_scene format=3]\r\n\r\n[node name=\"A\"]\r\na = {\r\n\"b\": \"c\r\nd\"\r\n}\r\n");
    becomes(
        "[gd_scene format=3]\r\n[node name=\"A\"]\r\na=1",
        "[gd_scene format=3]\r\n\r\n[node name=\"A\"]\r\na = 1\r\n",
    );
}

/// Pieces that a scene, sound or not, may be made of.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "[gd_scene format=3]",
        "[gd_scene load_steps=1 format=2]",
        "[node name=\"A\" type=\"Node\"]",
        "[node  name = \"A\"",
        "[ext_resource path=\"a\" id=1]",
        "[sub_resource id=\"x\"]",
        "[connection signal=\"a\" binds=[1]]",
        "[odd thing]",
        "a = 1",
        "\"b c\" = \"d\\n;\ne\"",
        "c = {\"z\": 1, \"a\": [ 1.50 ]}",
        "d = Vector2( 1, .5 )",
        "e = PackedByteArray(1, 2)",
        "f = [ ; inside\n 1 ]",
        "; comment",
        "g =",
        "h = \"open",
        "???",
        "]",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "\t",
    ];
    prop_oneof![
        8 => proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned),
        1 => "[ -~\n]{0,6}",
    ]
}

/// A sound scene with something of everything.
const SCENE: &str = "[gd_scene load_steps=3 format=3 uid=\"uid://a\"]\n\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n\n\
     [sub_resource type=\"Animation\" id=\"A\"]\ntracks/0/keys = {\n\"times\": PackedFloat32Array(0, 0.5),\n\"values\": [Vector2(1, 2), null]\n}\n\n\
     [node name=\"A\" type=\"Node2D\" groups=[\"x\", \"y\"]]\nposition = Vector2(1, 2)\ntext = \"a ; \\\"b\\\"\nc\" ; why\n; own\n\n\
     [connection signal=\"s\" from=\".\" to=\".\" method=\"m\" binds= [1]]\n";

/// What may have happened to a byte.
fn damage() -> impl Strategy<Value = (prop::sample::Index, Option<u8>)> {
    (
        any::<prop::sample::Index>(),
        prop::option::of(prop::sample::select(b"\"[](){},;=\\ \n\rx1\xFF\0".to_vec())),
    )
}

proptest! {
    #[test]
    fn damaged_scenes_settle(damages in proptest::collection::vec(damage(), 1..4), strict: bool) {
        let mut bytes = SCENE.as_bytes().to_vec();
        for (place, byte) in damages {
            let at = place.index(bytes.len());
            match byte {
                Some(byte) => bytes[at] = byte,
                None => drop(bytes.remove(at)),
            }
        }
        let options = Options { drop_defaults: strict, fit_types: strict, ..Options::default() };
        let once = format(&Document::parse(Source::new("a.tscn", bytes)), &options);
        let twice = format(&Document::parse(Source::new("a.tscn", once.text.clone())), &options);
        prop_assert_eq!(String::from_utf8_lossy(&twice.text), String::from_utf8_lossy(&once.text));
    }

    #[test]
    fn formatting_twice_is_formatting_once(pieces in proptest::collection::vec(piece(), 0..24), sep in "[ \n]") {
        let text = format!("[gd_scene format=3]\n{}", pieces.join(&sep));
        let once = formatted(&text);
        let twice = format(&Document::parse(Source::new("a.tscn", once.text.clone())), &Options::default());
        prop_assert_eq!(String::from_utf8_lossy(&twice.text), String::from_utf8_lossy(&once.text));
    }

    #[test]
    fn formatting_keeps_every_value(pieces in proptest::collection::vec(piece(), 0..24)) {
        let document = read(&format!("[gd_scene format=3]\n{}\n", pieces.join("\n")));
        let once = format(&document, &Options { keep_format: true, ..Options::default() });
        let again = Document::parse(Source::new("a.tscn", once.text));
        prop_assert_eq!(document.sections().len(), again.sections().len());
        for (old, new) in document.sections().zip(again.sections()) {
            prop_assert_eq!(old.kind(), new.kind());
            prop_assert_eq!(old.properties().len(), new.properties().len());
            for (old, new) in old.properties().zip(new.properties()) {
                prop_assert_eq!(old.key(), new.key());
                prop_assert_eq!(old.value().spelled(crate::spell::Spelling::GODOT_4), new.value().spelled(crate::spell::Spelling::GODOT_4));
            }
        }
    }
}
