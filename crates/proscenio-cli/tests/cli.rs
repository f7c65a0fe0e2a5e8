//! The command line as its users meet it: output, exit codes, standard input.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests stand at the edge and end at a surprise"
)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the command in the folder of the fixtures.
fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proscenio"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    command
}

/// Exit code, standard output and standard error as one text.
fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let mut shown = format!("exit {}\n{}", output.status.code().unwrap(), text(&output.stdout));
    if !output.stderr.is_empty() {
        shown += &format!("--- stderr\n{}", text(&output.stderr));
    }
    shown
}

#[test]
fn tree() {
    insta::assert_snapshot!("tree_godot", shown(&run(&["tree", "room.tscn"])));
    insta::assert_snapshot!("tree_nacatamalon", shown(&run(&["tree", "boxes.scene"])));
    insta::assert_snapshot!("tree_espresso3d", shown(&run(&["tree", "hall.e3m"])));
    insta::assert_snapshot!("tree_json", shown(&run(&["tree", "hall.e3m", "--format", "json"])));
}

#[test]
fn info() {
    insta::assert_snapshot!("info_godot", shown(&run(&["info", "room.tscn"])));
    insta::assert_snapshot!("info_nacatamalon", shown(&run(&["info", "boxes.scene"])));
    insta::assert_snapshot!("info_espresso3d", shown(&run(&["info", "hall.e3m"])));
    insta::assert_snapshot!("info_json", shown(&run(&["info", "room.tscn", "--format", "json"])));
}

#[test]
fn check() {
    insta::assert_snapshot!("check_text", shown(&run(&["check", "damaged.tscn", "boxes.scene"])));
    insta::assert_snapshot!("check_json", shown(&run(&["check", "damaged.tscn", "--format", "json"])));
    assert_eq!(run(&["check", "boxes.scene"]).status.code(), Some(0));
}

#[test]
fn verify() {
    insta::assert_snapshot!("verify", shown(&run(&["verify", "."])));
}

#[test]
fn convert_writes_a_glb_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let output = run(&["convert", "hall.e3m", &at("hall.glb"), "--report", &at("losses.json")]);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert_eq!(&std::fs::read(at("hall.glb")).unwrap()[..4], b"glTF");
    let losses: serde_json::Value =
        serde_json::from_slice(&std::fs::read(at("losses.json")).unwrap()).unwrap();
    assert!(losses.is_array());
}

#[test]
fn convert_refuses_an_unknown_ending() {
    let output = run(&["convert", "hall.e3m", "hall.xyz"]);
    insta::assert_snapshot!("convert_unknown", shown(&output));
}

#[test]
fn standard_input_is_read_for_a_dash() {
    for name in ["room.tscn", "boxes.scene", "hall.e3m"] {
        let text =
            std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap();
        let mut child = command(&["tree", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&text).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.stdout, run(&["tree", name]).stdout, "{name}");
    }
}

#[test]
fn what_cannot_be_done_exits_with_2() {
    for arguments in [
        vec!["tree", "nowhere.tscn"],
        vec!["check", "nowhere/"],
        vec!["render", "room.tscn"],
        vec!["render", "room.tscn", "-o", "x.png", "--size", "0x0"],
        vec!["nonsense"],
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn colours_obey() {
    let coloured = |output: Output| output.stdout.contains(&0x1B);
    assert!(!coloured(run(&["check", "damaged.tscn"])));
    assert!(coloured(run(&["check", "damaged.tscn", "--color", "always"])));
    let output = command(&["check", "damaged.tscn"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!coloured(output));
}

#[test]
fn every_code_is_explained() {
    let output = run(&["explain"]);
    let listed = String::from_utf8(output.stdout).unwrap();
    assert!(listed.lines().count() > 50);
    for code in listed.lines().map(|line| line.split_whitespace().next().unwrap()) {
        assert_eq!(run(&["explain", code]).status.code(), Some(0), "{code}");
    }
    let output = run(&["explain", "godot/unclosed-strin"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("godot/unclosed-string"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child =
        command(&["tree", "room.tscn"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
