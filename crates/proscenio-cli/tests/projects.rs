//! Commands that look at a whole Godot project.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests end at a surprise")]

use std::path::Path;
use std::process::Command;

/// Exit code, standard output and standard error as one text, run in the folder of the projects.
fn shown(arguments: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects");
    let output =
        Command::new(env!("CARGO_BIN_EXE_proscenio")).args(arguments).current_dir(&folder).output().unwrap();
    let text = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.replace(&*folder.to_string_lossy(), "PROJECTS")
    };
    let mut shown = format!("exit {}\n{}", output.status.code().unwrap(), text(&output.stdout));
    if !output.stderr.is_empty() {
        shown += &format!("--- stderr\n{}", text(&output.stderr));
    }
    shown
}

#[test]
fn a_tree_with_its_instances() {
    insta::assert_snapshot!("expand_text", shown(&["tree", "game/level.tscn", "--expand"]));
    insta::assert_snapshot!(
        "expand_json",
        shown(&["tree", "game/level.tscn", "--expand", "--format", "json"])
    );
    insta::assert_snapshot!("expand_circle", shown(&["tree", "circle/one.tscn", "--expand"]));
    insta::assert_snapshot!("expand_broken", shown(&["tree", "game/broken.tscn", "--expand"]));
}

#[test]
fn what_a_property_really_is() {
    let get = |property: &str, flag: &str| shown(&["get", "game/level.tscn", property, flag]);
    assert_eq!(get("First/Body:hframes", "--effective"), "exit 0\n4\n");
    assert_eq!(get("First/Body:position:y", "--effective"), "exit 0\n-8.0\n");
    assert_eq!(get("First/Body:frame", "--origin"), "exit 0\ngame/level.tscn:11: 2\n");
    assert_eq!(get("First/Body:hframes", "--origin"), "exit 0\nPROJECTS/game/enemy.tscn:7: 4\n");
    assert_eq!(get("First/Body:vframes", "--origin"), "exit 0\ndefault of Sprite2D: 1\n");
    assert!(get("First/Hand:frame", "--origin").starts_with("exit 2\n"));
    assert!(get("First", "--origin").starts_with("exit 2\n"));
}

#[test]
fn a_flat_scene() {
    insta::assert_snapshot!("flatten", shown(&["cat", "game/level.tscn", "--flatten"]));
}

#[test]
fn a_whole_project() {
    insta::assert_snapshot!("project", shown(&["project", "game"]));
    assert!(shown(&["project", "game", "--timings"]).contains("\ninstancing  "));
    assert!(shown(&["project", "."]).starts_with("exit 2\n"));
}

#[test]
fn who_names_whom() {
    insta::assert_snapshot!("deps", shown(&["deps", "game/level.tscn"]));
    insta::assert_snapshot!("refs", shown(&["refs", "game/enemy.tscn"]));
    insta::assert_snapshot!("refs_json", shown(&["refs", "game/enemy.tscn", "--format", "json"]));
    insta::assert_snapshot!("unused", shown(&["unused", "game"]));
    insta::assert_snapshot!("why", shown(&["why", "game/enemy.tscn"]));
    insta::assert_snapshot!("graph", shown(&["graph", "game", "--format", "dot"]));
    assert!(shown(&["refs", "game/none.tscn"]).starts_with("exit 2\n"));
    assert!(shown(&["graph", "game", "--format", "json"]).starts_with("exit 0\n{"));
}
