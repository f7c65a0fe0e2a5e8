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
fn files_of_a_project_are_checked_together() {
    insta::assert_snapshot!("check", shown(&["check", "game", "circle"]));
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

/// A copy of a project in a folder of its own, and the output of a command in it with the exit code in front.
fn copied(name: &str) -> tempfile::TempDir {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let (path, target) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
            if path.is_dir() { copy(&path, &target) } else { assert!(std::fs::copy(&path, &target).is_ok()) }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects").join(name), folder.path());
    folder
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&*folder.to_string_lossy(), "HERE");
    format!("exit {}\n{}{}", output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn files_move_with_everything_that_names_them() {
    let copy = copied("game");
    let proscenio = |arguments: &[&str]| run(copy.path(), env!("CARGO_BIN_EXE_proscenio"), arguments);
    let git = |arguments: &[&str]| run(copy.path(), "git", arguments);
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]);
    insta::assert_snapshot!("mv_dry_run", proscenio(&["mv", "level.tscn", "levels/level.tscn", "--dry-run"]));
    assert_eq!(git(&["status", "--short"]), "exit 0\n");
    insta::assert_snapshot!("mv", proscenio(&["mv", "level.tscn", "levels/level.tscn"]));
    let status = git(&["status", "--short"]);
    assert!(status.contains("R  level.tscn -> levels/level.tscn\n"), "{status}");
    assert!(status.contains(" M project.godot\n"), "{status}");
    let missing = proscenio(&["mv", "none", "x"]);
    assert!(
        missing.starts_with("exit 2\nproscenio: there is no HERE/none [project/cannot-move]"),
        "{missing}"
    );
    assert!(proscenio(&["mv", "levels", "all", "--format", "json"]).contains("\"done\": true"));
    proscenio(&["mv", "all/level.tscn", "level.tscn"]);
    assert_eq!(git(&["status", "--short"]), "exit 0\n");
    assert!(proscenio(&["recover"]).starts_with("exit 0\nnothing was interrupted"));
    std::fs::write(
        copy.path().join(".proscenio-journal.json"),
        "{\"version\":1,\"moves\":[[\"enemy.tscn\",\"b.tscn\"]],\"changes\":[]}",
    )
    .unwrap();
    assert!(proscenio(&["mv", "level.tscn", "x.tscn"]).starts_with("exit 2\n"));
    assert_eq!(proscenio(&["recover"]), "exit 0\ncompleted: 1 move, 0 changes\n");
}

#[test]
fn nodes_and_classes_get_other_names() {
    let copy = copied("game");
    let proscenio = |arguments: &[&str]| run(copy.path(), env!("CARGO_BIN_EXE_proscenio"), arguments);
    std::fs::write(copy.path().join("foe.gd"), "class_name Foe\nvar a = $Body\n").unwrap();
    let dry = proscenio(&["rename-node", "enemy.tscn", "Body", "Torso", "--everywhere", "--dry-run"]);
    assert!(dry.contains("-[node name=\"Body\" type=\"Sprite2D\" parent=\".\"]\n+[node name=\"Torso\" type=\"Sprite2D\" parent=\".\"]"), "{dry}");
    assert!(dry.contains("+[node name=\"Torso\" parent=\"First\" index=\"0\"]"), "{dry}");
    let done = proscenio(&["rename-node", "enemy.tscn", "Body", "Torso", "--everywhere"]);
    assert!(done.contains("changed enemy.tscn\nchanged level.tscn\n"), "{done}");
    assert_eq!(proscenio(&["rename-class", "Foe", "Enemy"]), "exit 0\nchanged foe.gd\n");
    assert!(proscenio(&["rename-class", "Foe", "Enemy"]).starts_with("exit 2\n"));
    let repaired = proscenio(&["repair"]);
    assert!(repaired.contains("changed level.tscn"), "{repaired}");
    let level = std::fs::read_to_string(copy.path().join("level.tscn")).unwrap();
    assert!(level.contains("path=\"res://enemy.tscn\"") && level.contains("Torso"), "{level}");
}

#[test]
fn what_is_inside_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let proscenio = |arguments: &[&str]| run(folder.path(), env!("CARGO_BIN_EXE_proscenio"), arguments);
    let text = "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n\n[sub_resource type=\"Gradient\" id=\"a\"]\n\n[sub_resource type=\"Gradient\" id=\"b\"]\n\n[sub_resource type=\"Curve\" id=\"c\"]\n\n[node name=\"A\" type=\"Node\"]\nscript = ExtResource(\"1\")\nx = [SubResource(\"a\"), SubResource(\"b\")]\n";
    std::fs::write(folder.path().join("a.tscn"), text).unwrap();
    let size = proscenio(&["size", "a.tscn", "--top", "2"]);
    assert!(size.contains("  sub_resource Gradient\n") && size.contains("line 11: node Node A\n"), "{size}");
    let audit = proscenio(&["audit", "--untrusted", "a.tscn"]);
    assert!(
        audit.starts_with("exit 1\n")
            && audit.contains("audit/script")
            && audit.contains("1 file: 1 finding"),
        "{audit}"
    );
    assert_eq!(proscenio(&["strip-scripts", "a.tscn"]), "exit 0\n1 script taken out\n");
    assert_eq!(proscenio(&["dedup", "a.tscn"]), "exit 0\n1 resource that was there twice\n");
    assert_eq!(proscenio(&["prune", "a.tscn"]), "exit 0\n1 resource taken out\n");
    assert!(proscenio(&["audit", "--untrusted", "a.tscn"]).starts_with("exit 0\n"));
    let left = std::fs::read_to_string(folder.path().join("a.tscn")).unwrap();
    assert_eq!(
        left,
        "[gd_scene format=3]\n\n[sub_resource type=\"Gradient\" id=\"a\"]\n\n[node name=\"A\" type=\"Node\"]\nx = [SubResource(\"a\"), SubResource(\"a\")]\n"
    );
    assert!(proscenio(&["audit", "a.tscn"]).starts_with("exit 2\n"));
}
