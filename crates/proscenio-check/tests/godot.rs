//! Every rule of Godot files with a project it speaks of and one it does not, and what repairs do.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;

use proscenio_check::{Around, CODES, check, fix};
use proscenio_corpus::corpus;
use proscenio_project::{Document, Project};
use proscenio_source::{Finding, Safety, Severity};
use proscenio_vfs::{DiskTree, MemoryTree};

type Files = BTreeMap<&'static str, String>;

const BALL: &str = r#"[gd_scene format=3 uid="uid://ball"]

[node name="Ball" type="Node2D"]

[node name="Body" type="Sprite2D" parent="."]
"#;

const MAIN: &str = r#"[gd_scene format=3 uid="uid://main"]

[ext_resource type="PackedScene" uid="uid://ball" path="res://ball.tscn" id="1_ball"]
[ext_resource type="Script" uid="uid://script" path="res://main.gd" id="2_main"]
[ext_resource type="Texture2D" path="res://icon.png" id="3_icon"]

[sub_resource type="Animation" id="Animation_a"]
tracks/0/type = "value"
tracks/0/path = NodePath("Red/Body:position:x")
tracks/0/keys = {}

[sub_resource type="AnimationLibrary" id="AnimationLibrary_b"]
_data = {
&"walk": SubResource("Animation_a")
}

[node name="Main" type="Node2D" node_paths=PackedStringArray("goal")]
script = ExtResource("2_main")
speed = 2.5
goal = NodePath("Red/Body")

[node name="Red" parent="." instance=ExtResource("1_ball")]
position = Vector2(4, 5)

[node name="Body" parent="Red" index="0"]
texture = ExtResource("3_icon")

[node name="Go" type="Button" parent="."]
offset_right = 8.0
focus_next = NodePath("../Red/Body")

[node name="Player" type="AnimationPlayer" parent="."]
libraries/ = SubResource("AnimationLibrary_b")

[connection signal="pressed" from="Go" to="." method="_on_go"]
[connection signal="hit" from="." to="Go" method="hide"]

[editable path="Red"]
"#;

const SCRIPT: &str =
    "extends \"res://base.gd\"\nsignal hit\n@export var speed = 1.0\n@export var goal: Node\n";
const BASE: &str = "class_name Base extends Node2D\nfunc _on_go():\n\tpass\n";

/// A project in which nothing is wrong.
fn whole() -> Files {
    let text = |text: &str| text.to_owned();
    BTreeMap::from([
        (
            "g/project.godot",
            text("config_version=5\n\n[application]\n\nconfig/features=PackedStringArray(\"4.6\")\n"),
        ),
        ("g/ball.tscn", text(BALL)),
        ("g/main.tscn", text(MAIN)),
        ("g/main.gd", text(SCRIPT)),
        ("g/main.gd.uid", text("uid://script\n")),
        ("g/base.gd", text(BASE)),
        ("g/icon.png", String::new()),
    ])
}

fn findings(files: &Files, file: &str) -> Vec<Finding> {
    let tree = MemoryTree::from_files(files.iter().map(|(name, text)| (*name, text.as_str())));
    let document = Document::open(&tree, file).unwrap();
    check(&document, Some(&Project::around(&tree, file)))
}

fn said(files: &Files, file: &str) -> Vec<String> {
    findings(files, file).iter().map(|it| format!("{}: {}", it.code, it.message)).collect()
}

/// What is said of the main scene after a text of a file is another.
fn after(file: &'static str, old: &str, new: &str) -> Vec<Finding> {
    let mut files = whole();
    let text = files.get_mut(file).unwrap();
    assert!(text.contains(old), "{old} is not in {file}");
    *text = text.replacen(old, new, 1);
    findings(&files, if file.ends_with("tscn") { file } else { "g/main.tscn" })
}

/// Exactly this is said of a changed main scene; a help that suggests something is shown.
#[track_caller]
fn tells(old: &str, new: &str, expected: &[&str]) {
    let found = after("g/main.tscn", old, new);
    let found: Vec<String> = found.iter().map(shown).collect();
    assert_eq!(found, expected);
}

fn shown(finding: &Finding) -> String {
    let help =
        finding.help.as_deref().filter(|help| help.contains("did you mean") || help.contains("has its name"));
    let code = finding.code.trim_start_matches("godot/");
    format!("{code}: {}{}", finding.message, help.map_or(String::new(), |help| format!("; {help}")))
}

/// The repairs of a changed main scene: their text, applied once and twice alike, with nothing new to say.
#[track_caller]
fn repaired(old: &str, new: &str, safety: Safety) -> String {
    let mut files = whole();
    let text = files["g/main.tscn"].replacen(old, new, 1);
    files.insert("g/main.tscn", text);
    let tree = MemoryTree::from_files(files.iter().map(|(name, text)| (*name, text.as_str())));
    let project = Project::around(&tree, "g/main.tscn");
    let document = Document::open(&tree, "g/main.tscn").unwrap();
    let before: Vec<&str> = check(&document, Some(&project)).iter().map(|finding| finding.code).collect();
    let fixed = fix(&document, Some(&project), safety);
    let again = fix(&Document::parse("g/main.tscn", fixed.bytes.clone()).unwrap(), Some(&project), safety);
    assert_eq!(again.bytes, fixed.bytes);
    assert!(again.applied.is_empty());
    for finding in &fixed.left {
        assert!(before.contains(&finding.code), "{} is new", finding.code);
    }
    String::from_utf8(fixed.bytes).unwrap()
}

#[test]
fn a_whole_project_has_no_findings() {
    assert_eq!(said(&whole(), "g/main.tscn"), [""; 0]);
    assert_eq!(said(&whole(), "g/ball.tscn"), [""; 0]);
}

#[test]
fn files_that_are_missing_or_spelled_otherwise() {
    tells(
        "res://icon.png",
        "res://art/icon.png",
        &["missing-file: `res://art/icon.png` is not there; `res://icon.png` has its name"],
    );
    tells("res://icon.png", "res://Icon.PNG", &["path-case: `res://Icon.PNG` is named `res://icon.png`"]);
    assert_eq!(repaired("res://icon.png", "res://Icon.PNG", Safety::Safe), MAIN);
    // The uid leads to the file even so; what the engine makes is nobody's to check.
    tells("res://ball.tscn", "res://old/ball.tscn", &[]);
    tells("res://icon.png", "res://.godot/imported/icon.ctex", &[]);
}

#[test]
fn uids_are_those_of_their_files() {
    tells(
        "uid=\"uid://ball\" path",
        "uid=\"uid://bell\" path",
        &["stale-uid: no file has `uid://bell`; `res://ball.tscn` has `uid://ball`"],
    );
    assert_eq!(repaired("uid=\"uid://ball\" path", "uid=\"uid://bell\" path", Safety::Safe), MAIN);
    tells(
        "uid://script",
        "uid://ball",
        &["uid-path: `uid://ball` is the uid of `res://ball.tscn`, not of `res://main.gd`"],
    );
    tells("uid=\"uid://ball\" path", "path", &["missing-uid: `res://ball.tscn` has the uid `uid://ball`"]);
    assert_eq!(repaired("uid=\"uid://ball\" path", "path", Safety::Safe), MAIN);
    let mut files = whole();
    files.insert("g/copy.tscn", BALL.to_owned());
    assert_eq!(said(&files, "g/copy.tscn"), ["godot/duplicate-uid: `res://ball.tscn` has this uid too"]);
    assert_eq!(said(&files, "g/ball.tscn"), [""; 0]);
}

#[test]
fn resources_are_used() {
    let unused = "texture = ExtResource(\"3_icon\")\n";
    tells(unused, "", &["unused-resource: nothing uses the `[ext_resource]` `3_icon`"]);
    let without = MAIN
        .replace(unused, "")
        .replace("[ext_resource type=\"Texture2D\" path=\"res://icon.png\" id=\"3_icon\"]\n", "");
    assert_eq!(repaired(unused, "", Safety::Safe), without);
    // What only an unused resource uses is not used either.
    let library = "libraries/ = SubResource(\"AnimationLibrary_b\")\n";
    let twice = ["Animation_a", "AnimationLibrary_b"]
        .map(|id| format!("unused-resource: nothing uses the `[sub_resource]` `{id}`"));
    let found: Vec<String> = after("g/main.tscn", library, "").iter().map(shown).collect();
    assert_eq!(found, twice);
    assert!(repaired(library, "", Safety::Safe).contains("AnimationLibrary_b"));
    let gone = repaired(library, "", Safety::Unsafe);
    assert!(
        !gone.contains("Animation_a") && gone.contains("id=\"3_icon\"]\n\n[node name=\"Main\""),
        "{gone}"
    );
}

#[test]
fn nodes_of_instances_are_there() {
    let mut files = whole();
    files.insert("g/ball.tscn", BALL.replace("Body", "Bodi"));
    let found: Vec<String> = findings(&files, "g/main.tscn").iter().map(shown).collect();
    assert!(
        found.iter().any(|it| it.starts_with("vanished-node") && it.ends_with("did you mean `Bodi`?")),
        "{found:?}"
    );
    assert!(found.iter().any(|it| it.starts_with("broken-path: `Red/Body` leads nowhere")), "{found:?}");
    let mut files = whole();
    let cycle = BALL.replace("\n[node name=\"Ball\" type=\"Node2D\"]\n", "\n[ext_resource type=\"PackedScene\" path=\"res://main.tscn\" id=\"1\"]\n\n[node name=\"Ball\" type=\"Node2D\"]\n\n[node name=\"M\" parent=\".\" instance=ExtResource(\"1\")]\n");
    files.insert("g/ball.tscn", cycle);
    assert!(said(&files, "g/ball.tscn").iter().any(|it| it.starts_with("godot/scene-cycle")));
    tells(
        "[editable path=\"Red\"]",
        "[editable path=\"Go\"]",
        &["stale-editable: `Go` is no instance of a scene"],
    );
    assert_eq!(
        repaired(
            "[editable path=\"Red\"]\n",
            "[editable path=\"Red\"]\n[editable path=\"Go\"]\n",
            Safety::Safe
        ),
        MAIN
    );
}

#[test]
fn paths_lead_somewhere() {
    tells(
        "../Red/Body",
        "../Red/Boby",
        &[
            "broken-path: `../Red/Boby` leads nowhere: there is no node `Boby` below `Red`; did you mean `Body`?",
        ],
    );
    tells(
        "NodePath(\"Red/Body\")",
        "NodePath(\"Rad\")",
        &["broken-path: `Rad` leads nowhere: there is no node `Rad` below the root; did you mean `Red`?"],
    );
    // Paths out of the scene, of the running game, and to nothing.
    for path in ["../../Other", "/root/Main/Other"] {
        tells("../Red/Body", path, &[]);
    }
    tells(
        "Red/Body:position:x",
        "Red/Head:position:x",
        &[
            "broken-path: the track of `Red/Head:position:x` moves nothing: there is no node `Head` below `Red`",
        ],
    );
    tells(
        "Red/Body:position:x",
        "Red/Body:positoin:x",
        &[
            "unknown-track-property: `Body` of the class `Sprite2D` has no `positoin`; did you mean `position`?",
        ],
    );
    tells("Red/Body:position:x", ".:speed", &[]);
    // What an instance of another file holds cannot be known without that file.
    let mut files = whole();
    files.remove("g/ball.tscn");
    let found = said(&files, "g/main.tscn");
    assert!(found.iter().all(|it| it.starts_with("godot/missing-file")) && !found.is_empty(), "{found:?}");
}

#[test]
fn connections_hold() {
    tells(
        "\"_on_go\"",
        "\"_on_goo\"",
        &[
            "unknown-method: neither the script of `Main` nor its class `Node2D` has `_on_goo`; did you mean `_on_go`?",
        ],
    );
    tells(
        "\"pressed\" from",
        "\"presed\" from",
        &["unknown-signal: `Button` has no signal `presed`; did you mean `pressed`?"],
    );
    tells(
        "\"hit\" from",
        "\"hut\" from",
        &["unknown-signal: `Node2D` has no signal `hut`, nor its script; did you mean `hit`?"],
    );
    tells(
        "method=\"hide\"",
        "method=\"hidden\"",
        &["unknown-method: `Go` has no script, and its class `Button` no `hidden`"],
    );
    tells(
        "from=\".\" to=\"Go\"",
        "from=\".\" to=\"Red/Boby\"",
        &["broken-path: there is no node `Boby` below `Red`; did you mean `Body`?"],
    );
    // A script that cannot be followed to its end may have anything.
    let found = after("g/base.gd", "extends Node2D", "extends Elsewhere");
    assert!(found.is_empty(), "{found:?}");
    let mut files = whole();
    files.insert("g/base.gd", BASE.replace("_on_go", "_on_no"));
    assert_eq!(said(&files, "g/main.tscn").len(), 1);
}

#[test]
fn classes_and_properties_are_known() {
    tells(
        "type=\"Button\"",
        "type=\"Buton\"",
        &["unknown-class: Godot 4.6.3 has no class `Buton`; did you mean `Button`?"],
    );
    tells(
        "offset_right = 8.0",
        "ofset_right = 8.0",
        &["unknown-property: `Button` has no property `ofset_right`; did you mean `offset_right`?"],
    );
    tells("speed = 2.5", "sped = 2.5", &["unknown-property: `Node2D` has no property `sped`"]);
    tells("offset_right = 8.0", "metadata/mine = 8.0", &[]);
    let found = after("g/main.gd", "signal hit", "signal hit\nfunc _set(name, value):\n\tpass\n");
    assert!(found.is_empty(), "{found:?}");
    tells(
        "position = Vector2(4, 5)",
        "position = \"4, 5\"",
        &["wrong-type: `position` of `Node2D` is of the type Vector2, and this is String"],
    );
    tells("position = Vector2(4, 5)", "position = Vector2i(4, 5)", &[]);
    // Extensions bring classes along, and a newer engine has more.
    let mut files = whole();
    files.insert("g/main.tscn", MAIN.replace("type=\"Button\"", "type=\"Buton\""));
    files.insert("g/more.gdextension", String::new());
    assert_eq!(said(&files, "g/main.tscn"), [""; 0]);
    files.remove("g/more.gdextension");
    files.insert("g/project.godot", whole()["g/project.godot"].replace("4.6", "4.7"));
    assert_eq!(findings(&files, "g/main.tscn")[0].severity, Severity::Info);
    let mut files = whole();
    let resource = "[gd_resource type=\"Resource\" script_class=\"Bass\" format=3]\n\n[resource]\n";
    files.insert("g/a.tres", resource.to_owned());
    assert_eq!(
        said(&files, "g/a.tres"),
        ["godot/unknown-script-class: no script of the project has `class_name Bass`"]
    );
    files.insert("g/a.tres", resource.replace("Bass", "Base"));
    assert_eq!(said(&files, "g/a.tres"), [""; 0]);
}

#[test]
fn defaults_counts_and_names() {
    tells(
        "offset_right = 8.0",
        "offset_right = 0.0",
        &["default-written: `offset_right` has this value anyway"],
    );
    assert_eq!(
        repaired("offset_right = 8.0\n", "offset_right = 8.0\noffset_top = 0.0\n", Safety::Safe),
        MAIN
    );
    // The engine without a screen takes particles for still, the others do not.
    let mut files = whole();
    files.insert("g/project.godot", "config_version=4\n".to_owned());
    let old =
        "[gd_scene format=2]\n\n[node name=\"A\" type=\"Particles2D\"]\nemitting = false\none_shot = false\n";
    files.insert("g/old.tscn", old.to_owned());
    assert_eq!(said(&files, "g/old.tscn"), ["godot/default-written: `one_shot` has this value anyway"]);
    // So no default of Godot 3 is taken out unasked.
    let safeties: Vec<_> =
        findings(&files, "g/old.tscn").into_iter().map(|it| it.fix.unwrap().safety).collect();
    assert_eq!(safeties, [Safety::Unsafe]);
    // Over an instance it is a change.
    tells("position = Vector2(4, 5)", "position = Vector2(0, 0)", &[]);
    tells(
        "[gd_scene format",
        "[gd_scene load_steps=9 format",
        &["load-steps: the header counts 9, the file has 6"],
    );
    tells("[gd_scene format", "[gd_scene load_steps=6 format", &[]);
    let counted = MAIN.replacen("[gd_scene format", "[gd_scene load_steps=6 format", 1);
    assert_eq!(repaired("[gd_scene format", "[gd_scene load_steps=9 format", Safety::Safe), counted);
    tells(
        "position = Vector2(4, 5)",
        "position = Vector2(nan, 5)",
        &["not-finite: `position` has members that are no finite numbers"],
    );
    tells(
        "name=\"Player\"",
        "name=\"Play:er\"",
        &["bad-node-name: no path leads to `Play:er`: `:` parts the names of a path"],
    );
    assert_eq!(after("g/main.tscn", "name=\"Player\"", "name=\"Play.er\"")[0].severity, Severity::Info);
    tells(
        "offset_right = 8.0",
        "text = \"a\r\nb\"",
        &[
            "return-in-text: the text of `text` has line ends of Windows",
            "carriage-returns: lines end in CR LF; the engine writes LF",
        ],
    );
    tells("offset_right = 8.0", "text = \"a\\r\\nb\"", &[]);
}

#[test]
fn files_are_for_the_engine_of_their_project() {
    let mut files = whole();
    files.insert("g/old.tscn", "[gd_scene format=2]\n\n[node name=\"A\" type=\"Spatial\"]\n".to_owned());
    assert_eq!(
        said(&files, "g/old.tscn"),
        ["godot/old-format: the file is of Godot 3, the project of Godot 4.6"]
    );
    files.insert("g/project.godot", whole()["g/project.godot"].replace("4.6", "4.1"));
    let new = "[gd_scene format=4]\n\n[node name=\"A\" type=\"Node\"]\nmetadata/a = PackedVector4Array(1, 2, 3, 4)\n";
    files.insert("g/new.tscn", new.to_owned());
    assert_eq!(
        said(&files, "g/new.tscn"),
        ["godot/new-format: the project is for Godot 4.1; format 4 needs Godot 4.3"]
    );
    files.insert("g/project.godot", "config_version=4\n".to_owned());
    assert_eq!(said(&files, "g/old.tscn"), [""; 0]);
}

#[test]
fn places_sizes_and_counts_are_right() {
    let child = |index: &str| {
        format!("[node name=\"New\" type=\"Node\" parent=\"Red\" index=\"{index}\"]\n\n[node name=\"Go\"")
    };
    tells("[node name=\"Go\"", &child("1"), &[]);
    tells("[node name=\"Go\"", &child("7"), &["stale-index: `index` is 7, and `Red` has 2 children"]);
    assert_eq!(
        repaired("[node name=\"Go\"", &child("7"), Safety::Safe),
        MAIN.replacen("[node name=\"Go\"", &child("1"), 1)
    );
    let mut files = whole();
    let multi = |numbers: &str| {
        format!(
            "[gd_resource type=\"MultiMesh\" format=3]\n\n[resource]\ninstance_count = 1\nbuffer = PackedFloat32Array({numbers})\n"
        )
    };
    files.insert("g/a.tres", multi("1, 0, 0, 1, 0, 1, 0, 1"));
    assert_eq!(said(&files, "g/a.tres"), [""; 0]);
    files.insert("g/a.tres", multi("1, 0, 0, 1, 0, 1"));
    assert_eq!(
        said(&files, "g/a.tres"),
        ["godot/mesh-counts: 1 instances are claimed, and numbers are there for 0"]
    );
    files.insert("g/a.tres", multi("1, 0, 0, 1, 0, 1, 0, 1, 9"));
    assert_eq!(said(&files, "g/a.tres"), ["godot/mesh-counts: 1 instances are 8 numbers, and there are 9"]);
    let mesh = "[gd_resource type=\"ArrayMesh\" format=3]\n\n[resource]\n_surfaces = [{\n\"aabb\": AABB(0, 0, 0, 1, 1, 1),\n\"format\": 34359742465,\n\"primitive\": 3,\n\"vertex_count\": 3,\n\"vertex_data\": PackedByteArray(0, 0, 0, 0)\n}]\n";
    files.insert("g/a.tres", mesh.to_owned());
    let found = said(&files, "g/a.tres");
    assert!(found.len() == 1 && found[0].starts_with("godot/mesh-counts: surface 0: "), "{found:?}");
    let large = |size: usize| {
        let texture = format!("[sub_resource type=\"Curve\" id=\"c\"]\n_data = \"{}\"\n\n", "x".repeat(size));
        MAIN.replacen("[node name=\"Main\"", &format!("{texture}[node name=\"Main\""), 1).replacen(
            "speed = 2.5",
            "speed = SubResource(\"c\")",
            1,
        )
    };
    files.insert("g/main.tscn", large(1000));
    assert_eq!(said(&files, "g/main.tscn"), [""; 0]);
    files.insert("g/main.tscn", large(300 << 10));
    assert_eq!(said(&files, "g/main.tscn"), ["godot/large-resource: this `Curve` takes 300 KiB of the file"]);
}

#[test]
fn types_of_collections_are_there() {
    let list = |element: &str| format!("speed = Array[{element}]([])");
    for element in ["int", "Texture2D", "ExtResource(\"2_main\")"] {
        tells("speed = 2.5", &list(element), &[]);
    }
    tells(
        "speed = 2.5",
        &list("Textur2D"),
        &["unknown-element: there is no type `Textur2D`; did you mean `Texture2D`?"],
    );
    tells(
        "speed = 2.5",
        "speed = [Dictionary[String, ExtResource(\"3_icon\")]({})]",
        &["unknown-element: `res://icon.png` is no script, so it is no type"],
    );
}

/// Numbers that the engine misreads in silence are errors already when they are read.
#[test]
fn misread_numbers_are_told() {
    for number in ["0x1F", "1_000"] {
        let found = after(
            "g/main.tscn",
            "offset_right = 8.0",
            &format!("offset_right = {number}\noffset_left = 1.0"),
        );
        assert!(found.iter().any(|it| it.severity == Severity::Error), "{number}: {found:?}");
    }
}

/// The real projects: everything that is said there was looked at, and no error is wrong.
#[test]
fn real_projects_have_few_findings() {
    let Some(folder) = corpus().map(|folder| folder.join("godot/demos-4")) else { return };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut waiting = vec![folder.clone()];
    let mut files = 0;
    let mut roots = Vec::new();
    while let Some(folder) = waiting.pop() {
        let entries: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        if entries.iter().any(|path| path.ends_with("project.godot")) {
            roots.push(folder);
        } else {
            waiting.extend(entries.into_iter().filter(|path| path.is_dir()));
        }
    }
    let start = std::time::Instant::now();
    for root in roots {
        let project = Project::with_root(&DiskTree, &root.to_string_lossy());
        let around = Around::new(&project);
        for place in around.godot().scene_paths() {
            let Ok(document) = Document::open(&DiskTree, &place) else { continue };
            files += 1;
            for finding in proscenio_check::check_in(&document, Some(&around)) {
                if finding.severity > Severity::Info {
                    *counts.entry(finding.code).or_default() += 1;
                }
            }
        }
    }
    println!("{files} files in {:?} on one core: {counts:?}", start.elapsed());
    assert!(files >= 375);
    let expected = BTreeMap::from([
        ("godot/missing-file", 1),
        ("godot/missing-header", 1),
        ("godot/unknown-method", 3),
        ("godot/unknown-track-property", 1),
    ]);
    assert_eq!(counts, expected);
}

#[test]
fn every_code_of_a_rule_is_told_here() {
    let tests = include_str!("godot.rs");
    for code in CODES.iter().filter_map(|code| code.name.strip_prefix("godot/")) {
        assert!(tests.contains(&format!("{code}: ")), "{code} has no test");
    }
}
