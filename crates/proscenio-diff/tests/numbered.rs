//! Merges of what stands under numbers: tracks of animations, bones of skeletons.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests end at a surprise")]

use proscenio_diff::{ConflictKind, Merged, Options, Strategy, Take, diff, merge, open_conflicts, resolve};
use proscenio_source::Source;

fn source(text: &str) -> Source {
    Source::new("a.tscn", text.into())
}

/// A track by its path, with a key at 0 of a value.
fn track(number: usize, path: &str, value: &str) -> String {
    format!(
        "tracks/{number}/type = \"value\"\ntracks/{number}/enabled = true\ntracks/{number}/path = NodePath(\"{path}\")\n\
         tracks/{number}/keys = {{\n\"times\": PackedFloat32Array(0),\n\"transitions\": PackedFloat32Array(1),\n\
         \"update\": 0,\n\"values\": [{value}]\n}}\n"
    )
}

/// A scene with an animation of such tracks, and a library that names it.
fn scene(tracks: &[(&str, &str)]) -> String {
    let tracks = tracks.iter().enumerate().map(|(at, (path, value))| track(at, path, value));
    format!(
        "[gd_scene format=3]\n\n[sub_resource type=\"Animation\" id=\"Animation_a\"]\nresource_name = \"go\"\n{}\n\
         [sub_resource type=\"AnimationLibrary\" id=\"AnimationLibrary_a\"]\n_data = {{\n&\"go\": SubResource(\"Animation_a\")\n}}\n\n\
         [node name=\"R\" type=\"Node2D\"]\n\n[node name=\"P\" type=\"AnimationPlayer\" parent=\".\"]\n\
         libraries = {{\n&\"\": SubResource(\"AnimationLibrary_a\")\n}}\n",
        tracks.collect::<String>()
    )
}

fn merged(base: &str, ours: &str, theirs: &str) -> (String, Merged) {
    let done = merge(&source(base), &source(ours), &source(theirs), &Options::default());
    (String::from_utf8(done.bytes.clone()).unwrap(), done)
}

#[track_caller]
fn clean(base: &str, ours: &str, theirs: &str, wanted: &str) {
    let (text, done) = merged(base, ours, theirs);
    assert!(done.conflicts.is_empty(), "{:#?}", done.conflicts);
    assert_eq!(text, wanted);
}

#[test]
fn tracks_that_both_add_stand_behind_one_another() {
    let base = [("A:x", "1"), ("A:y", "2")];
    let with = |more: &[(&'static str, &'static str)]| scene(&[&base[..], more].concat());
    clean(
        &scene(&base),
        &with(&[("B:x", "3")]),
        &with(&[("C:x", "4"), ("D:x", "5")]),
        &with(&[("B:x", "3"), ("C:x", "4"), ("D:x", "5")]),
    );
    // The same track of both is one, and what it says differently is a conflict of that property.
    let (text, done) = merged(&scene(&base), &with(&[("B:x", "3")]), &with(&[("B:x", "4"), ("C:x", "5")]));
    assert_eq!(done.conflicts.len(), 1, "{text}");
    assert_eq!(done.conflicts[0].place.name, "Animation Animation_a:tracks/2/keys");
    assert_eq!(done.conflicts[0].kind, ConflictKind::BothAdded);
    assert!(text.contains("tracks/3/path = NodePath(\"C:x\")"), "{text}");
}

#[test]
fn an_edit_of_a_key_follows_its_track_when_numbers_shift() {
    let base = scene(&[("A:x", "1"), ("A:y", "2"), ("A:z", "3")]);
    let edited = |value: &'static str| scene(&[("A:x", "1"), ("A:y", "2"), ("A:z", value)]);
    for value in ["9", "7"] {
        let without = scene(&[("A:y", "2"), ("A:z", "3")]);
        clean(&base, &without, &edited(value), &scene(&[("A:y", "2"), ("A:z", value)]));
        clean(&base, &edited(value), &without, &scene(&[("A:y", "2"), ("A:z", value)]));
    }
    let first = scene(&[("B:x", "0"), ("A:x", "1"), ("A:y", "2"), ("A:z", "3")]);
    let wanted = scene(&[("B:x", "0"), ("A:x", "1"), ("A:y", "2"), ("A:z", "9")]);
    clean(&base, &first, &edited("9"), &wanted);
    clean(&base, &edited("9"), &first, &wanted);
    // One side deletes, the other one adds.
    let added = scene(&[("A:x", "1"), ("A:y", "2"), ("A:z", "3"), ("B:x", "4")]);
    let without = scene(&[("A:y", "2"), ("A:z", "3")]);
    clean(&base, &without, &added, &scene(&[("A:y", "2"), ("A:z", "3"), ("B:x", "4")]));
    clean(&base, &added, &without, &scene(&[("A:y", "2"), ("A:z", "3"), ("B:x", "4")]));
}

#[test]
fn a_track_that_leads_elsewhere_is_still_that_track() {
    let base = scene(&[("A:x", "1"), ("A:y", "2")]);
    let ours = scene(&[("A:x", "1"), ("B:y", "2")]);
    let theirs = scene(&[("C:x", "0"), ("A:x", "1"), ("A:y", "5")]);
    let wanted = scene(&[("C:x", "0"), ("A:x", "1"), ("B:y", "5")]);
    clean(&base, &ours, &theirs, &wanted);
    clean(&base, &theirs, &ours, &wanted);
}

#[test]
fn a_track_deleted_and_changed_is_one_conflict_that_settles() {
    let base = scene(&[("A:x", "1"), ("A:y", "2"), ("A:z", "3")]);
    let without = scene(&[("A:x", "1"), ("A:z", "3")]);
    let changed = scene(&[("A:x", "1"), ("A:y", "8"), ("A:z", "3")]);
    for (ours, theirs) in [(&without, &changed), (&changed, &without)] {
        let (text, done) = merged(&base, ours, theirs);
        let told: Vec<_> =
            done.conflicts.iter().map(|one| (one.place.what, one.place.name.as_str())).collect();
        assert_eq!(told, [("track", "Animation Animation_a:A:y")], "{text}");
        assert_eq!(open_conflicts(&source(&text)).len(), 1, "{text}");
        for (take, wanted) in [(Take::Ours, ours), (Take::Theirs, theirs)] {
            let settled = resolve(&source(&text), 0, &take).unwrap();
            assert_eq!(&String::from_utf8(settled).unwrap(), wanted, "{take:?}\n{text}");
        }
        for (strategy, wanted) in
            [(Strategy::Ours, ours), (Strategy::Theirs, theirs), (Strategy::Union, &changed)]
        {
            let options = Options { strategy, ..Options::default() };
            let done = merge(&source(&base), &source(ours), &source(theirs), &options);
            assert_eq!(&String::from_utf8(done.bytes).unwrap(), wanted, "{strategy:?}");
        }
    }
}

#[test]
fn tracks_of_a_file_of_its_own_and_of_godot_3_are_counted_alike() {
    let file = |tracks: &[(&str, &str)]| {
        let tracks = tracks.iter().enumerate().map(|(at, (path, value))| track(at, path, value));
        let tracks = tracks.collect::<String>().replace("PackedFloat32Array(", "PoolRealArray( ");
        format!("[gd_resource type=\"Animation\" format=2]\n\n[resource]\nresource_name = \"go\"\n{tracks}")
    };
    let text = |tracks: &[(&str, &str)]| Source::new("a.tres", file(tracks).into());
    let base = text(&[("A:x", "1")]);
    let (ours, theirs) = (text(&[("A:x", "1"), ("B:x", "2")]), text(&[("A:x", "1"), ("C:x", "3")]));
    let done = merge(&base, &ours, &theirs, &Options::default());
    assert!(done.conflicts.is_empty());
    assert_eq!(String::from_utf8(done.bytes).unwrap(), file(&[("A:x", "1"), ("B:x", "2"), ("C:x", "3")]));
}

#[test]
fn both_sides_add_an_animation_and_its_entry() {
    let base = scene(&[("A:x", "1")]);
    let add = |name: &str| {
        let animation = format!(
            "[sub_resource type=\"Animation\" id=\"Animation_{name}\"]\nresource_name = \"{name}\"\n{}\n[sub_resource type=\"AnimationLibrary\"",
            track(0, "A:x", "1")
        );
        base.replace("[sub_resource type=\"AnimationLibrary\"", &animation).replace(
            "SubResource(\"Animation_a\")\n",
            &format!("SubResource(\"Animation_a\"),\n&\"{name}\": SubResource(\"Animation_{name}\")\n"),
        )
    };
    let (text, done) = merged(&base, &add("run"), &add("jump"));
    assert!(done.conflicts.is_empty(), "{:#?}", done.conflicts);
    for name in ["run", "jump"] {
        assert!(text.contains(&format!("&\"{name}\": SubResource(\"Animation_{name}\")")), "{text}");
        assert!(text.contains(&format!("resource_name = \"{name}\"\ntracks/0/type")), "{text}");
    }
}

#[test]
fn differences_of_tracks_are_told_by_track() {
    let old = scene(&[("A:x", "1"), ("A:y", "2"), ("A:z", "3")]);
    let new = scene(&[("A:x", "1"), ("A:z", "4")]);
    let found = diff(&source(&old), &source(&new), false).unwrap().without_noise();
    let [animation] = &found.changes[..] else { panic!("{found:#?}") };
    let told: Vec<_> = animation.parts.iter().map(|part| part.place.name.as_str()).collect();
    assert_eq!(told, ["Animation Animation_a:A:y", "Animation Animation_a:A:z"]);
    assert_eq!(animation.parts[1].parts[0].place.name, "Animation Animation_a:tracks/1/keys");
}

/// A skeleton of bones by name, parent and place, with an attachment and a skin that call one by its number.
fn skeleton(bones: &[(&str, i64, u32)], used: usize) -> String {
    let bones = bones.iter().enumerate().map(|(at, (name, parent, x))| {
        format!(
            "bones/{at}/name = \"{name}\"\nbones/{at}/parent = {parent}\nbones/{at}/position = Vector3({x}, 0, 0)\n"
        )
    });
    format!(
        "[gd_scene format=3]\n\n[sub_resource type=\"Skin\" id=\"Skin_a\"]\nbind_count = 1\nbind/0/bone = {used}\n\n\
         [node name=\"R\" type=\"Node3D\"]\n\n[node name=\"S\" type=\"Skeleton3D\" parent=\".\"]\n{}\n\
         [node name=\"M\" type=\"MeshInstance3D\" parent=\"S\"]\nskin = SubResource(\"Skin_a\")\n\n\
         [node name=\"B\" type=\"BoneAttachment3D\" parent=\"S\"]\nbone_idx = {used}\n",
        bones.collect::<String>()
    )
}

#[test]
fn bones_are_known_by_name_and_what_calls_them_by_number_follows() {
    let base = skeleton(&[("hip", -1, 0), ("leg", 0, 1), ("foot", 1, 2)], 2);
    let ours = skeleton(&[("hip", -1, 0), ("tail", 0, 9), ("leg", 0, 1), ("foot", 2, 2)], 3);
    let theirs = skeleton(&[("hip", -1, 0), ("leg", 0, 5), ("foot", 1, 2), ("toe", 2, 3)], 2);
    let wanted = skeleton(&[("hip", -1, 0), ("tail", 0, 9), ("leg", 0, 5), ("foot", 2, 2), ("toe", 3, 3)], 3);
    clean(&base, &ours, &theirs, &wanted);
    clean(&base, &theirs, &ours, &wanted);
    // Both add one, and theirs hangs another one from its own.
    let ours = skeleton(&[("hip", -1, 0), ("leg", 0, 1), ("foot", 1, 2), ("tail", 0, 9)], 2);
    let theirs = skeleton(&[("hip", -1, 0), ("leg", 0, 1), ("foot", 1, 2), ("arm", 0, 3), ("hand", 3, 4)], 4);
    let wanted = skeleton(
        &[("hip", -1, 0), ("leg", 0, 1), ("foot", 1, 2), ("tail", 0, 9), ("arm", 0, 3), ("hand", 4, 4)],
        5,
    );
    clean(&base, &ours, &theirs, &wanted);
}

#[test]
fn a_deleted_bone_that_the_other_side_hangs_one_from_is_a_conflict() {
    let base = skeleton(&[("hip", -1, 0), ("leg", 0, 1), ("foot", 1, 2)], 0);
    let without = skeleton(&[("hip", -1, 0), ("leg", 0, 1)], 0);
    let used = skeleton(&[("hip", -1, 0), ("leg", 0, 1), ("foot", 1, 2), ("toe", 2, 3)], 0);
    for (ours, theirs) in [(&without, &used), (&used, &without)] {
        let (text, done) = merged(&base, ours, theirs);
        let told: Vec<_> =
            done.conflicts.iter().map(|one| (one.place.what, one.place.name.as_str())).collect();
        assert_eq!(told, [("bone", "S:foot")], "{text}");
    }
    let (text, _) = merged(&base, &without, &used);
    let settled = resolve(&source(&text), 0, &Take::Theirs).unwrap();
    assert_eq!(String::from_utf8(settled).unwrap(), used);
    // One that nothing hangs from goes, and the parents of others follow.
    let without = skeleton(&[("hip", -1, 0), ("foot", 0, 2)], 0);
    let moved = skeleton(&[("hip", -1, 0), ("leg", 0, 1), ("foot", 1, 7)], 0);
    clean(&base, &without, &moved, &skeleton(&[("hip", -1, 0), ("foot", 0, 7)], 0));
    clean(&base, &moved, &without, &skeleton(&[("hip", -1, 0), ("foot", 0, 7)], 0));
}
