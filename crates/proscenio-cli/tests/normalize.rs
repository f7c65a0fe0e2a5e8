//! `normalize` in a real git repository.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests end at a surprise")]

use std::path::Path;
use std::process::Command;

const OLD: &str = "[gd_scene load_steps=3 format=3 uid=\"uid://yard\"]\n\n[ext_resource type=\"Texture2D\" uid=\"uid://icon\" path=\"res://icon.png\" id=\"1_abcde\"]\n[ext_resource type=\"Script\" path=\"res://yard.gd\" id=\"2_fghij\"]\n\n[node name=\"Yard\" type=\"Node2D\"]\nscript = ExtResource(\"2_fghij\")\n\n[node name=\"Tree\" type=\"Sprite2D\" parent=\".\"]\nposition = Vector2(1, 2)\ntexture = ExtResource(\"1_abcde\")\n";
const NEW: &str = "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://yard.gd\" id=\"1_zzzzz\"]\n[ext_resource type=\"Texture2D\" path=\"res://icon.png\" id=\"2_yyyyy\"]\n\n[node name=\"Yard\" type=\"Node2D\"]\nscript = ExtResource(\"1_zzzzz\")\n\n[node name=\"Tree\" type=\"Sprite2D\" parent=\".\"]\ntexture = ExtResource(\"2_yyyyy\")\nposition = Vector2(1.0, 3.0)\n";

fn run(folder: &Path, program: &str, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", folder)
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "A Person")))
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "person@example.org")))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let (code, text) = run(folder, "git", arguments);
    assert_eq!(code, 0, "{text}");
    text
}

fn normalize(folder: &Path, arguments: &[&str]) -> (i32, String) {
    run(folder, env!("CARGO_BIN_EXE_proscenio"), &[&["normalize"], arguments].concat())
}

/// A repository with a scene in a folder, which is saved anew and moved.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    git(path, &["init", "-q", "-b", "main"]);
    std::fs::write(path.join("project.godot"), "config_version=5\n").unwrap();
    std::fs::create_dir(path.join("levels")).unwrap();
    std::fs::write(path.join("levels/yard.tscn"), OLD).unwrap();
    std::fs::write(path.join("map.e3m"), "SECTOR hall\n{\n}\n").unwrap();
    git(path, &["add", "."]);
    git(path, &["commit", "-q", "-m", "first"]);
    folder
}

#[test]
fn a_commit_shows_only_the_real_edit() {
    let folder = repository();
    let path = folder.path();
    let file = path.join("levels/yard.tscn");
    assert_eq!(normalize(path, &[]), (0, "note: 0 files, 0 changed\n".to_owned()));
    std::fs::write(&file, NEW).unwrap();
    std::fs::write(path.join("levels/new.tscn"), NEW).unwrap();
    let (code, shown) = normalize(path, &["--dry-run"]);
    assert_eq!(code, 1);
    assert!(
        shown.contains("-texture = ExtResource(\"2_yyyyy\")") && shown.ends_with("1 file, 1 would change\n"),
        "{shown}"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), NEW);
    let (code, shown) = normalize(path, &["levels", "--against", "main"]);
    assert_eq!((code, shown.as_str()), (0, "changed levels/yard.tscn\nnote: 1 file, 1 changed\n"));
    let after = std::fs::read_to_string(&file).unwrap();
    assert_eq!(after, OLD.replace("(1, 2)", "(1.0, 3.0)"));
    assert_eq!(git(path, &["diff", "--numstat"]), "1\t1\tlevels/yard.tscn\n");
    assert_eq!(std::fs::read_to_string(path.join("levels/new.tscn")).unwrap(), NEW);
    assert_eq!(normalize(path, &["--format", "json"]).0, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), after);
}

#[test]
fn moved_files_are_compared_with_what_they_were() {
    let folder = repository();
    let path = folder.path();
    git(path, &["mv", "levels/yard.tscn", "yard.tscn"]);
    std::fs::write(path.join("yard.tscn"), OLD.replace("(1, 2)", "(1.0, 2.0)")).unwrap();
    assert_eq!(normalize(path, &["yard.tscn"]).0, 0);
    assert_eq!(std::fs::read_to_string(path.join("yard.tscn")).unwrap(), OLD);
}

#[test]
fn damage_and_unknown_revisions_are_told() {
    let folder = repository();
    let path = folder.path();
    std::fs::write(path.join("levels/yard.tscn"), "[gd_scene format=3\n").unwrap();
    let (code, shown) = normalize(path, &[]);
    assert_eq!(code, 0);
    assert!(shown.contains("is left as it is"), "{shown}");
    for revision in ["nowhere", "--all"] {
        assert_eq!(normalize(path, &[&format!("--against={revision}")]).0, 2);
    }
}
