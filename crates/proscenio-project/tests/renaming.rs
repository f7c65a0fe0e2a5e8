//! Other names for nodes and classes, and paths of files that were moved.
#![allow(clippy::unwrap_used, reason = "tests end at a surprise")]

use proscenio_project::Project;
use proscenio_project::graph::{Facts, Graph, list};
use proscenio_project::refactor;
use proscenio_vfs::{MemoryTree, Vfs};

fn graph(project: &Project<'_>) -> Graph {
    Graph::new(project, list(project).iter().map(|path| Facts::read(project, path)).collect())
}

const ENEMY: &str = "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://enemy.gd\" id=\"1\"]\n\n[node name=\"Enemy\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n\n[node name=\"Body\" type=\"Node2D\" parent=\".\"]\nunique_name_in_owner = true\n\n[node name=\"Hand\" type=\"Node2D\" parent=\"Body\"]\n\n[connection signal=\"draw\" from=\"Body\" to=\".\" method=\"f\"]\n";
const LEVEL: &str = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://enemy.tscn\" id=\"1\"]\n\n[node name=\"Level\" type=\"Node2D\"]\nwatch = NodePath(\"First/Body/Hand\")\n\n[node name=\"First\" parent=\".\" instance=ExtResource(\"1\")]\n\n[node name=\"Body\" parent=\"First\" index=\"0\"]\nposition = Vector2(1, 2)\n\n[node name=\"Hat\" type=\"Node2D\" parent=\"First/Body\" index=\"1\"]\n\n[node name=\"Second\" parent=\".\" instance=ExtResource(\"1\")]\n\n[node name=\"Body\" type=\"Node2D\" parent=\".\"]\n\n[connection signal=\"draw\" from=\"Second/Body\" to=\".\" method=\"f\"]\n\n[editable path=\"First\"]\n";
const BOSS: &str = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://enemy.tscn\" id=\"1\"]\n\n[node name=\"Boss\" instance=ExtResource(\"1\")]\n\n[node name=\"Crown\" type=\"Node2D\" parent=\"Body\" index=\"1\"]\n";
const SCRIPT: &str = "extends \"base.gd\"\nvar a = $Body/Hand\nvar b = get_node(\"Body:position\")\nvar c = %Body\nvar d = $Other/Body\nvar e = \"Body\"\n";

fn tree() -> MemoryTree {
    MemoryTree::from_files([
        ("project.godot", "[application]\nrun/main_scene=\"res://world.tscn\"\n"),
        ("enemy.tscn", ENEMY),
        ("enemy.gd", SCRIPT),
        ("base.gd", "extends Node2D\nvar h = $Body\n"),
        ("level.tscn", LEVEL),
        ("boss.tscn", BOSS),
        (
            "world.tscn",
            "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://level.tscn\" id=\"1\"]\n\n[node name=\"World\" type=\"Node2D\"]\nlook = NodePath(\"L/First/Body\")\n\n[node name=\"L\" parent=\".\" instance=ExtResource(\"1\")]\n",
        ),
    ])
}

#[test]
fn a_node_gets_another_name_in_every_scene() {
    for scripts in [false, true] {
        let files = tree();
        let project = Project::with_root(&files, "");
        let plan = refactor::rename_node(&project, &graph(&project), "enemy.tscn", "Body", "Torso", scripts)
            .unwrap();
        refactor::commit(&files, "", &plan).unwrap();
        let text = |name: &str| String::from_utf8(files.read(name).unwrap()).unwrap();
        let enemy = ENEMY.replace("\"Body\"", "\"Torso\"");
        assert_eq!(text("enemy.tscn"), enemy);
        // Only the instances' nodes: the scene's own `Body` is another one.
        let level = LEVEL
            .replace("First/Body", "First/Torso")
            .replace("Second/Body", "Second/Torso")
            .replace("\"Body\" parent=\"First\"", "\"Torso\" parent=\"First\"");
        assert_eq!(text("level.tscn"), level);
        assert_eq!(text("boss.tscn"), BOSS.replace("parent=\"Body\"", "parent=\"Torso\""));
        assert!(text("world.tscn").contains("NodePath(\"L/First/Torso\")"));
        let changed = "extends \"base.gd\"\nvar a = $Torso/Hand\nvar b = get_node(\"Torso:position\")\nvar c = %Torso\nvar d = $Other/Body\nvar e = \"Body\"\n";
        if scripts {
            assert_eq!(
                (text("enemy.gd").as_str(), text("base.gd").as_str()),
                (changed, "extends Node2D\nvar h = $Torso\n")
            );
            assert!(plan.findings.is_empty());
        } else {
            assert_eq!(text("enemy.gd"), SCRIPT);
            assert_eq!(plan.findings.len(), 4);
            assert!(plan.findings.iter().all(|finding| finding.code == "project/node-in-script"));
        }
        // There and back again.
        let plan =
            refactor::rename_node(&project, &graph(&project), "enemy.tscn", "Torso", "Body", true).unwrap();
        refactor::commit(&files, "", &plan).unwrap();
        assert_eq!(text("level.tscn"), LEVEL);
    }
}

#[test]
fn a_class_gets_another_name() {
    let files = MemoryTree::from_files([
        (
            "project.godot",
            "_global_script_classes=[ {\n\"base\": \"Node\",\n\"class\": \"Foe\",\n\"path\": \"res://foe.gd\"\n} ]\n",
        ),
        ("foe.gd", "class_name Foe\nextends Node\nfunc f() -> Foe:\n\treturn Foe.new() # Foe\n"),
        ("boss.gd", "extends Foe\nvar a: Array[Foe] = []\nvar b = \"Foe\"\nvar c = a.Foe\n"),
        (
            "data.tres",
            "[gd_resource type=\"Resource\" script_class=\"Foe\" format=3]\n\n[resource]\nname = \"Foe\"\n",
        ),
    ]);
    let project = Project::with_root(&files, "");
    let plan = refactor::rename_class(&project, &graph(&project), "Foe", "Enemy").unwrap();
    refactor::commit(&files, "", &plan).unwrap();
    let text = |name: &str| String::from_utf8(files.read(name).unwrap()).unwrap();
    assert_eq!(
        text("foe.gd"),
        "class_name Enemy\nextends Node\nfunc f() -> Enemy:\n\treturn Enemy.new() # Foe\n"
    );
    assert_eq!(text("boss.gd"), "extends Enemy\nvar a: Array[Enemy] = []\nvar b = \"Foe\"\nvar c = a.Foe\n");
    assert_eq!(
        text("data.tres"),
        "[gd_resource type=\"Resource\" script_class=\"Enemy\" format=3]\n\n[resource]\nname = \"Foe\"\n"
    );
    assert!(text("project.godot").contains("\"class\": \"Enemy\""));
    let graph = graph(&project);
    for (old, new) in [("Foe", "X"), ("Enemy", "Node2D"), ("Enemy", "2x"), ("Enemy", "")] {
        assert!(refactor::rename_class(&project, &graph, old, new).is_err(), "{old} {new}");
    }
}

#[test]
fn moved_files_are_found_again() {
    let files = MemoryTree::from_files([
        ("project.godot", ""),
        (
            "a.tscn",
            "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" uid=\"uid://bb\" path=\"res://old/b.tscn\" id=\"1\"]\n[ext_resource type=\"Texture2D\" path=\"res://old/c.png\" id=\"2\"]\n[ext_resource type=\"Texture2D\" path=\"res://old/d.png\" id=\"3\"]\n[ext_resource type=\"Texture2D\" path=\"res://e.png\" id=\"4\"]\n[ext_resource type=\"Texture2D\" path=\"res://none.png\" id=\"5\"]\n",
        ),
        ("x/bee.tscn", "[gd_scene format=3 uid=\"uid://bb\"]\n"),
        ("x/c.png", "c"),
        ("x/renamed.png", "d's bytes"),
        ("x/e.png", "1"),
        ("y/e.png", "2"),
    ]);
    let project = Project::with_root(&files, "");
    let old = |path: &str| (path == "old/d.png").then(|| b"d's bytes".to_vec());
    let plan = refactor::repair(&project, &graph(&project), &old).unwrap();
    refactor::commit(&files, "", &plan).unwrap();
    let text = String::from_utf8(files.read("a.tscn").unwrap()).unwrap();
    for path in ["res://x/bee.tscn", "res://x/c.png", "res://x/renamed.png", "res://e.png", "res://none.png"]
    {
        assert!(text.contains(&format!("path=\"{path}\"")), "{path}: {text}");
    }
    let told: Vec<&str> = plan.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(
        told,
        [
            "`res://e.png` is not there; it may be x/e.png or y/e.png",
            "`res://none.png` is not there, and no other file has its name"
        ]
    );
    let again = refactor::repair(&project, &graph(&project), &old).unwrap();
    assert!(again.changes.is_empty());
}
