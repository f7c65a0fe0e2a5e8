//! Files of Godot 3 beside what becomes of them.

use super::upgrade;
use crate::document::Document;
use proscenio_source::{Severity, Source};

fn upgraded(text: &str) -> (String, Vec<String>) {
    let done = upgrade(&Document::parse(Source::new("a.tscn", text.into())));
    let warnings = done.findings.iter().filter(|finding| finding.severity > Severity::Info);
    let warnings = warnings.map(|finding| finding.message.clone()).collect();
    (String::from_utf8(done.text).unwrap(), warnings)
}

#[test]
fn texts_names_and_paths_stay() {
    let text = "[gd_scene load_steps=3 format=2]\n\n[ext_resource path=\"res://Spatial/rect_size.gd\" type=\"Script\" id=1]\n\n\
                [sub_resource type=\"BoxShape\" id=1]\nextents = Vector3( 1, 2, 3 )\n\n\
                [node name=\"Spatial\" type=\"Spatial\" groups=[\"Spatial\"]]\nscript = ExtResource( 1 )\nrect_size = PoolRealArray( 1 )\n\n\
                [node name=\"KinematicBody\" type=\"KinematicBody\" parent=\".\"]\n\
                collision/safe_margin = 0.5\neditor_description = \"Spatial rect_size\"\n";
    let (new, warnings) = upgraded(text);
    let expected = "[gd_scene load_steps=3 format=3]\n\n[ext_resource type=\"Script\" path=\"res://Spatial/rect_size.gd\" id=\"1\"]\n\n\
                    [sub_resource type=\"BoxShape3D\" id=\"1\"]\nsize = Vector3(2, 4, 6)\n\n\
                    [node name=\"Spatial\" type=\"Node3D\" groups=[\"Spatial\"]]\nscript = ExtResource(\"1\")\nrect_size = PackedFloat32Array(1)\n\n\
                    [node name=\"KinematicBody\" type=\"CharacterBody3D\" parent=\".\"]\n\
                    safe_margin = 0.5\neditor_description = \"Spatial rect_size\"\n";
    assert_eq!(new, expected);
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn particles_have_ranges() {
    let text = "[gd_scene format=2]\n\n[node name=\"A\" type=\"CPUParticles2D\"]\namount = 4\ninitial_velocity = 10.0\n\
                initial_velocity_random = 0.25\n";
    let (new, warnings) = upgraded(text);
    let expected = "[gd_scene format=3]\n\n[node name=\"A\" type=\"CPUParticles2D\"]\ngravity = Vector2(0, 98)\nlocal_coords = true\namount = 4\n\
                    initial_velocity_min = 7.5\n\
                    initial_velocity_max = 10.0\n";
    assert_eq!((new.as_str(), warnings.len()), (expected, 0));
}

#[test]
fn what_has_no_place_is_kept_and_told() {
    let text = "[gd_scene format=2]\n\n[node name=\"A\" type=\"AnimatedSprite\"]\nplaying = true\nunknown = 1\n\n\
                [node name=\"B\" type=\"ProximityGroup\" parent=\".\"]\n\n[node name=\"C\" type=\"YSort\" parent=\".\"]\n\n\
                [node name=\"D\" parent=\"A/B\"]\nmargin_left = 1.0\n";
    let (new, warnings) = upgraded(text);
    assert!(new.contains("type=\"AnimatedSprite2D\"]\nautoplay = \"default\"\nunknown = 1\n"), "{new}");
    assert!(new.contains("type=\"Node2D\" parent=\".\"]\ny_sort_enabled = true\n"), "{new}");
    assert_eq!(warnings.len(), 2, "{warnings:#?}");
}

#[test]
fn other_files_stay() {
    for text in
        ["[gd_scene format=3]\n[node name=\"A\" type=\"Spatial\"]", "[gd_scene format=2]\n[node name=\"A", ""]
    {
        assert_eq!(upgraded(text).0, text);
    }
}

/// What stands behind the first line of a file.
fn body(text: &str) -> (String, Vec<String>) {
    let (new, warnings) = upgraded(&format!("[gd_scene format=2]\n\n{text}"));
    (new.split_once("\n\n").unwrap().1.to_owned(), warnings)
}

#[test]
fn capsules_are_measured_whole_and_stand() {
    let (new, warnings) = body(
        "[sub_resource type=\"CapsuleShape\" id=1]\nradius = 0.5\n\n\
         [sub_resource type=\"CapsuleShape2D\" id=2]\n\n\
         [node name=\"A\" type=\"Area\"]\n\n\
         [node name=\"B\" type=\"CollisionShape\" parent=\".\"]\n\
         transform = Transform( 1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 2, 0 )\nshape = SubResource( 1 )\n\n\
         [node name=\"C\" type=\"CollisionShape\" parent=\".\"]\nshape = SubResource( 1 )\n\n\
         [node name=\"D\" type=\"Spatial\" parent=\"C\"]\n",
    );
    let expected = "[sub_resource type=\"CapsuleShape3D\" id=\"1\"]\nradius = 0.5\nheight = 2.0\n\n\
                    [sub_resource type=\"CapsuleShape2D\" id=\"2\"]\nradius = 10.0\nheight = 40.0\n\n\
                    [node name=\"A\" type=\"Area3D\"]\n\n\
                    [node name=\"B\" type=\"CollisionShape3D\" parent=\".\"]\n\
                    transform = Transform3D(1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 2, 0)\nshape = SubResource(\"1\")\n\n\
                    [node name=\"C\" type=\"CollisionShape3D\" parent=\".\"]\nshape = SubResource(\"1\")\n\n\
                    [node name=\"D\" type=\"Node3D\" parent=\"C\"]\n";
    assert_eq!(new, expected);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
}

#[test]
fn one_property_is_several_and_several_are_one() {
    let (new, warnings) = body(
        "[node name=\"A\" type=\"RigidBody2D\"]\nmode = 3\nlinear_damp = 2.0\nangular_damp = -1.0\n\n\
         [node name=\"B\" type=\"CSGBox\" parent=\".\"]\nheight = 3.0\nwidth = 1.0\n\n\
         [node name=\"C\" type=\"RichTextLabel\" parent=\".\"]\nbbcode_enabled = true\n\
         bbcode_text = \"[b]a[/b]\"\ntext = \"a\"\n\n\
         [node name=\"D\" type=\"Camera2D\" parent=\".\"]\ncurrent = true\n",
    );
    let expected = "[node name=\"A\" type=\"RigidBody2D\"]\nfreeze = true\nfreeze_mode = 1\nlinear_damp = 2.0\n\
                    linear_damp_mode = 1\n\n\
                    [node name=\"B\" type=\"CSGBox3D\" parent=\".\"]\nsize = Vector3(1, 3, 2)\n\n\
                    [node name=\"C\" type=\"RichTextLabel\" parent=\".\"]\nbbcode_enabled = true\n\
                    text = \"[b]a[/b]\"\n\n\
                    [node name=\"D\" type=\"Camera2D\" parent=\".\"]\n";
    assert_eq!(new, expected);
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn what_a_class_did_unasked_is_written() {
    let (new, warnings) = body(
        "[sub_resource type=\"CubeMesh\" id=1]\n\n\
         [sub_resource type=\"Environment\" id=2]\nglow_enabled = true\nglow_levels/2 = true\n\n\
         [node name=\"A\" type=\"Camera\"]\nfov = 60.0\n\n\
         [node name=\"S\" type=\"Skeleton\" parent=\".\"]\n\n\
         [node name=\"M\" type=\"MeshInstance\" parent=\"S\"]\n",
    );
    let expected = "[sub_resource type=\"BoxMesh\" id=\"1\"]\nsize = Vector3(2, 2, 2)\n\n\
                    [sub_resource type=\"Environment\" id=\"2\"]\nglow_levels/1 = 0.0\nglow_levels/3 = 1.0\n\
                    glow_levels/4 = 0.0\nglow_levels/5 = 1.0\nglow_levels/6 = 0.0\nglow_levels/7 = 0.0\n\
                    glow_intensity = 0.8\nglow_blend_mode = 2\nglow_enabled = true\nglow_levels/2 = 1.0\n\n\
                    [node name=\"A\" type=\"Camera3D\"]\nfar = 100.0\nfov = 60.0\n\n\
                    [node name=\"S\" type=\"Skeleton3D\" parent=\".\"]\n\n\
                    [node name=\"M\" type=\"MeshInstance3D\" parent=\"S\"]\nskeleton = NodePath(\"..\")\n";
    assert_eq!(new, expected);
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn signals_follow_their_class() {
    let (new, warnings) = body(
        "[node name=\"A\" type=\"Control\"]\n\n[node name=\"B\" type=\"LineEdit\" parent=\".\"]\n\n\
         [connection signal=\"text_entered\" from=\"B\" to=\".\" method=\"text_entered\"]\n\
         [connection signal=\"text_entered\" from=\".\" to=\".\" method=\"x\"]\n\
         [connection signal=\"modal_closed\" from=\"B\" to=\".\" method=\"x\"]\n",
    );
    assert!(
        new.contains("[connection signal=\"text_submitted\" from=\"B\" to=\".\" method=\"text_entered\"]"),
        "{new}"
    );
    assert!(new.contains("[connection signal=\"text_entered\" from=\".\""), "{new}");
    assert_eq!(warnings, ["`LineEdit` of Godot 4 has no signal `modal_closed`"]);
}

#[test]
fn skies_hold_a_material() {
    let (new, warnings) = body(
        "[ext_resource path=\"res://a.hdr\" type=\"Texture\" id=1]\n\n\
         [sub_resource type=\"PanoramaSky\" id=2]\npanorama = ExtResource( 1 )\n\n\
         [sub_resource type=\"Environment\" id=3]\nbackground_sky = SubResource( 2 )\n\n[node name=\"A\" type=\"Node\"]\n",
    );
    let expected = "[ext_resource type=\"Texture2D\" path=\"res://a.hdr\" id=\"1\"]\n\n\
                    [sub_resource type=\"PanoramaSkyMaterial\" id=\"2_material\"]\npanorama = ExtResource(\"1\")\n\n\
                    [sub_resource type=\"Sky\" id=\"2\"]\nsky_material = SubResource(\"2_material\")\n\n\
                    [sub_resource type=\"Environment\" id=\"3\"]\nsky = SubResource(\"2\")\n\n[node name=\"A\" type=\"Node\"]\n";
    assert_eq!(new, expected);
    assert_eq!(warnings, Vec::<String>::new());
    let (new, _) = upgraded("[gd_resource type=\"PanoramaSky\" format=2]\n\n[resource]\npanorama = null\n");
    let expected = "[gd_resource type=\"Sky\" format=3]\n\n\
                    [sub_resource type=\"PanoramaSkyMaterial\" id=\"sky_material\"]\npanorama = null\n\n\
                    [resource]\nsky_material = SubResource(\"sky_material\")\n";
    assert_eq!(new, expected);
}

#[test]
fn tracks_follow_properties_and_bones() {
    let (new, warnings) = body(
        "[sub_resource type=\"Animation\" id=1]\n\
         tracks/0/type = \"transform\"\ntracks/0/path = NodePath(\"S:hand\")\ntracks/0/interp = 1\n\
         tracks/0/keys = PoolRealArray( 0, 1, 1, 0, 0, 0, 0, 0, 1, 2, 2, 2 )\n\
         tracks/1/type = \"value\"\ntracks/1/path = NodePath(\"L:rect_rotation\")\n\
         tracks/1/keys = {\n\"times\": PoolRealArray( 0 ),\n\"values\": [ 180.0 ]\n}\n\n\
         [node name=\"R\" type=\"Node\"]\n\n\
         [node name=\"L\" type=\"Label\" parent=\".\"]\n\n\
         [node name=\"S\" type=\"Skeleton\" parent=\".\"]\nbones/0/name = \"hand\"\n\
         bones/0/rest = Transform( 0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5 )\n\n\
         [node name=\"P\" type=\"AnimationPlayer\" parent=\".\"]\nanims/a = SubResource( 1 )\n",
    );
    let tracks = "tracks/0/type = \"position_3d\"\ntracks/0/path = NodePath(\"S:hand\")\ntracks/0/interp = 1\n\
                  tracks/0/keys = PackedFloat32Array(0, 1, 0, 1, 5)\n\
                  tracks/1/type = \"rotation_3d\"\ntracks/1/path = NodePath(\"S:hand\")\ntracks/1/interp = 1\n\
                  tracks/1/keys = PackedFloat32Array(0, 1, 0, 0, 0.70710677, 0.70710677)\n\
                  tracks/2/type = \"scale_3d\"\ntracks/2/path = NodePath(\"S:hand\")\ntracks/2/interp = 1\n\
                  tracks/2/keys = PackedFloat32Array(0, 1, 2, 2, 2)\n\
                  tracks/3/type = \"value\"\ntracks/3/path = NodePath(\"L:rotation\")\n\
                  tracks/3/keys = {\n\"times\": PackedFloat32Array(0),\n\"values\": [3.141592653589793]\n}\n";
    assert!(new.contains(tracks), "{new}");
    assert_eq!(warnings, Vec::<String>::new());
}
