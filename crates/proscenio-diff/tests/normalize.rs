//! What a new version of a file looks like beside the old one when only its real edits are left.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests stand at the edge")]

use std::sync::OnceLock;

use proptest::prelude::*;
use proscenio_diff::{Change, diff, normalize};
use proscenio_godot::Document;
use proscenio_source::{Severity, Source};
use similar::{ChangeTag, TextDiff};

const OLD: &str = r#"[gd_scene load_steps=5 format=3 uid="uid://yard"]

[ext_resource type="Texture2D" uid="uid://icon" path="res://icon.png" id="1_abcde"]
[ext_resource type="Script" path="res://yard.gd" id="2_fghij"]

[sub_resource type="Gradient" id="Gradient_one"]
offsets = PackedFloat32Array(0, 0.5, 1)

[sub_resource type="GradientTexture1D" id="GradientTexture1D_two"]
gradient = SubResource("Gradient_one")

[node name="Yard" type="Node2D"]
script = ExtResource("2_fghij")

[node name="Tree" type="Sprite2D" parent="." unique_id=7]
position = Vector2(1, 2)
scale = Vector2(0.1, 0.1)
texture = ExtResource("1_abcde")

[node name="Leaf" type="Sprite2D" parent="Tree"]
texture = SubResource("GradientTexture1D_two")

[node name="Bush" type="Sprite2D" parent="."]

[connection signal="ready" from="." to="Tree" method="hide"]
[connection signal="ready" from="Tree" to="." method="hide"]
"#;

/// As an editor saves it that draws ids anew, drops counts and uids, and orders as it likes.
const NEW: &str = r#"[gd_scene format=3]

[ext_resource type="Script" path="res://yard.gd" id="1_zzzzz"]
[ext_resource type="Texture2D" path="res://icon.png" id="2_yyyyy"]

[sub_resource type="Gradient" id="Gradient_new"]
offsets = PackedFloat32Array(0.0, 0.5, 1.0)

[sub_resource type="GradientTexture1D" id="GradientTexture1D_new"]
gradient = SubResource("Gradient_new")

[node name="Yard" type="Node2D"]
script = ExtResource("1_zzzzz")

[node name="Tree" type="Sprite2D" parent="."]
texture = ExtResource("2_yyyyy")
position = Vector2(1.0, 2.0)
scale = Vector2(0.1, 0.25)

[node name="Bush" type="Sprite2D" parent="."]

[node name="Leaf" type="Sprite2D" parent="Tree"]
texture = SubResource("GradientTexture1D_new")

[connection signal="ready" from="Tree" to="." method="hide"]
[connection signal="ready" from="." to="Tree" method="hide"]
"#;

fn normal(old: &str, new: &str) -> String {
    let taken =
        normalize(&Source::new("a.tscn", old.into()), &Source::new("a.tscn", new.into()), false).unwrap();
    String::from_utf8(taken).unwrap()
}

fn changed(old: &[u8], new: &[u8]) -> usize {
    TextDiff::from_lines(old, new).iter_all_changes().filter(|it| it.tag() != ChangeTag::Equal).count()
}

#[test]
fn only_the_real_edit_is_left() {
    let taken = normal(OLD, NEW);
    assert_eq!(taken, OLD.replace("scale = Vector2(0.1, 0.1)", "scale = Vector2(0.1, 0.25)"));
    assert_eq!(normal(OLD, &taken), taken);
    assert_eq!(normal(OLD, OLD), OLD);
}

#[test]
fn order_that_means_something_stays() {
    // Siblings, and methods that one signal calls.
    let moved = OLD.replace("\n[node name=\"Bush\" type=\"Sprite2D\" parent=\".\"]\n", "").replace(
        "[node name=\"Tree\"",
        "[node name=\"Bush\" type=\"Sprite2D\" parent=\".\"]\n\n[node name=\"Tree\"",
    );
    assert_eq!(normal(OLD, &moved), moved);
    let more = "[connection signal=\"ready\" from=\".\" to=\"Bush\" method=\"hide\"]\n";
    let first = OLD.replace(
        "[connection signal=\"ready\" from=\".\"",
        &format!("{more}[connection signal=\"ready\" from=\".\""),
    );
    let last = format!("{OLD}{more}");
    assert_eq!(normal(&first, &last).matches("to=\"Bush\"").count(), 1);
    let at = |text: &str, what: &str| text.find(what).unwrap();
    let taken = normal(&first, &last);
    assert!(at(&taken, "to=\"Bush\"") > at(&taken, "to=\"Tree\""));
}

#[test]
fn new_resources_with_an_old_id_get_another() {
    let new =
        NEW.replace("Gradient_new", "GradientTexture1D_two").replace("GradientTexture1D_new", "Gradient_one");
    let taken = normal(OLD, &new);
    assert_eq!(taken, normal(OLD, NEW));
    let added = NEW.replace(
        "[node name=\"Yard\"",
        "[sub_resource type=\"CircleShape2D\" id=\"Gradient_one\"]\n\n[node name=\"Yard\"",
    ) + "\n[node name=\"C\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource(\"Gradient_one\")\n";
    let taken = normal(OLD, &added);
    assert!(taken.contains("[sub_resource type=\"Gradient\" id=\"Gradient_one\"]"), "{taken}");
    assert_eq!(taken.matches("\"Gradient_one\"").count(), 2, "{taken}");
    assert_eq!(normal(OLD, &taken), taken);
}

#[test]
fn numbers_of_32_bits_are_restored_on_request() {
    let file = |number: &str| {
        let text =
            format!("[gd_scene format=3]\n\n[node name=\"A\" type=\"Control\"]\noffset_left = {number}\n");
        Source::new("a.tscn", text.into())
    };
    let (old, new) = (file("0.1"), file("0.100000001"));
    assert_eq!(normalize(&old, &new, false).unwrap(), new.bytes());
    assert_eq!(normalize(&old, &new, true).unwrap(), old.bytes());
    assert_eq!(normalize(&old, &file("0.2"), true).unwrap(), file("0.2").bytes());
}

#[test]
fn other_families_keep_their_spelling_too() {
    let old = "{\"format\": \"nacatamalon-scene\", \"version\": 1, \"name\": \"A\",\n  \"root\": {\"id\": \"r\", \"name\": \"R\",\n    \"children\": []}}";
    let new = "{\"version\": 1, \"format\": \"nacatamalon-scene\", \"name\": \"B\",\n  \"root\": {\"name\": \"R\", \"id\": \"r\",\n    \"children\": [ ]}}";
    let source = |text: &str| Source::new("a.scene", text.into());
    let taken = String::from_utf8(normalize(&source(old), &source(new), false).unwrap()).unwrap();
    assert_eq!(taken, old.replace("\"A\"", "\"B\""));
    let map = |gap: &str, to: &str| {
        let text = format!(
            "SECTOR hall\n{{\n  PORTAL FAST door\n  {{\n    VERTICES\n     {gap}0 0 0, 1 0 0, 1 1 0, 0 1 0;\n    PORTALLINK\n      hall {to};\n  }}\n}}\n"
        );
        Source::new("a.e3m", text.into())
    };
    let taken = normalize(&map(" ", "door"), &map("   ", "gate"), false).unwrap();
    assert_eq!(taken, map(" ", "gate").bytes());
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let source = |name: &str, text: &str| Source::new(name, text.into());
    for (name, text) in [("a.tscn", "[gd_scene format=3\n"), ("a.txt", "x"), ("a.scn", "RSRC")] {
        assert!(normalize(&source(name, text), &source(name, &format!("{text} ")), false).is_err(), "{name}");
    }
}

/// Small real scenes of all formats.
fn files() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut files = vec![OLD.as_bytes().to_vec()];
        let Some(corpus) = proscenio_corpus::corpus() else { return files };
        let mut folders: Vec<_> =
            ["demos-4", "demos-3.2", "escn"].map(|name| corpus.join("godot").join(name)).into();
        while let Some(folder) = folders.pop() {
            let mut entries: Vec<_> =
                std::fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
            entries.sort();
            for path in entries {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
                if !["tscn", "tres", "escn"].contains(&ending) {
                    continue;
                }
                let bytes = std::fs::read(&path).unwrap();
                let sound = || {
                    let document = Document::parse(Source::new("a.tscn", bytes.clone()));
                    document.findings().iter().all(|it| it.severity != Severity::Error)
                        && document.check().is_empty()
                };
                if (200..6000).contains(&bytes.len()) && sound() {
                    files.push(bytes);
                }
            }
        }
        files
    })
}

/// A file as another editor saves it: ids drawn anew, properties and sections of a kind in another order where that
/// means nothing; and with some values changed.
fn saved(file: &[u8], rolls: &[(u8, u32)]) -> Vec<u8> {
    let mut now = file.to_vec();
    for (kind, pick) in rolls {
        let document = Document::parse(Source::new("a.tscn", now.clone()));
        let entries: Vec<_> = document
            .sections()
            .flat_map(|section| section.properties().zip(section.properties().skip(1)))
            .collect();
        let sections: Vec<_> = document.ext_resources().map(|it| it.0).collect();
        let mut edits = Vec::new();
        let slice = |span| document.slice(span).to_vec();
        match kind % 4 {
            0 if !entries.is_empty() => {
                let (one, two) = entries[*pick as usize % entries.len()];
                edits.push(proscenio_source::Edit::replace(one.span(), slice(two.span())));
                edits.push(proscenio_source::Edit::replace(two.span(), slice(one.span())));
            }
            1 if sections.len() > 1 => {
                let at = *pick as usize % (sections.len() - 1);
                let (one, two) = (sections[at], sections[at + 1]);
                edits.push(proscenio_source::Edit::replace(one.header_span(), slice(two.header_span())));
                edits.push(proscenio_source::Edit::replace(two.header_span(), slice(one.header_span())));
            }
            2 if !entries.is_empty() => {
                let (one, _) = entries[*pick as usize % entries.len()];
                edits.push(proscenio_source::Edit::replace(one.value_span(), pick.to_string()));
            }
            _ => {
                for section in document.sections() {
                    for entry in
                        section.attributes().filter(|entry| entry.is("load_steps") || entry.is("uid"))
                    {
                        let start = entry.span().start() - 1;
                        edits.push(proscenio_source::Edit::delete(proscenio_source::Span::new(
                            start,
                            entry.span().end(),
                        )));
                    }
                }
            }
        }
        let Ok(after) = proscenio_source::apply(&now, &edits) else { continue };
        let read = Document::parse(Source::new("a.tscn", after.clone()));
        if read.findings().iter().all(|it| it.severity != Severity::Error) && read.check().is_empty() {
            now = after;
        }
    }
    now
}

/// Whether a change is one of order, or of attributes of a header that editors lose.
fn restored(change: &Change) -> bool {
    let lost = ["uid", "load_steps", "unique_id"].contains(&change.place.name.as_str());
    change.place.what == "order"
        || (change.place.what == "attribute" && lost)
        || (!change.parts.is_empty() && change.parts.iter().all(restored))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_said_otherwise(pick in any::<u32>(), rolls in prop::collection::vec((any::<u8>(), any::<u32>()), 0..6), tries in any::<bool>()) {
        let old = &files()[pick as usize % files().len()];
        let new = saved(old, &rolls);
        let source = |bytes: &[u8]| Source::new("a.tscn", bytes.to_vec());
        let taken = normalize(&source(old), &source(&new), tries).unwrap();
        prop_assert_eq!(&normalize(&source(old), &source(&taken), tries).unwrap(), &taken);
        prop_assert!(changed(old, &taken) <= changed(old, &new));
        if rolls.iter().all(|(kind, _)| kind % 4 < 2) {
            prop_assert_eq!(String::from_utf8_lossy(&taken), String::from_utf8_lossy(old));
        }
        let difference = |a: &[u8], b: &[u8]| diff(&source(a), &source(b), tries).unwrap().without_noise().changes;
        let real: Vec<_> = difference(&new, &taken).into_iter().filter(|change| !restored(change)).collect();
        prop_assert!(real.is_empty(), "{real:?}");
    }
}
