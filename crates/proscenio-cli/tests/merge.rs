//! `proscenio merge` as its users meet it.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests stand at the edge and end at a surprise"
)]

use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_proscenio")).args(arguments).current_dir(folder).output().unwrap()
}

fn scene(x: &str, y: &str) -> String {
    format!("[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nx = {x}\ny = {y}\n")
}

#[test]
fn a_merge_is_written_and_its_exit_code_tells_of_conflicts() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("base.tscn", &scene("1", "1"));
    write("ours.tscn", &scene("2", "1"));
    write("theirs.tscn", &scene("1", "3"));
    write("other.tscn", &scene("4", "1"));
    let done = run(folder.path(), &["merge", "base.tscn", "ours.tscn", "theirs.tscn"]);
    assert_eq!((done.status.code(), done.stdout), (Some(0), scene("2", "3").into_bytes()));
    let done = run(folder.path(), &["merge", "base.tscn", "ours.tscn", "other.tscn", "-o", "out.tscn"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "conflict: property A:x: both sides changed it\n");
    let check = run(folder.path(), &["check", "out.tscn"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&check.stdout).contains("godot/open-conflict"));
    let arguments =
        ["merge", "base.tscn", "ours.tscn", "other.tscn", "--format", "json", "--strategy", "mark"];
    let json = String::from_utf8(run(folder.path(), &arguments).stderr).unwrap();
    assert!(json.contains("\"kind\": \"both-changed\"") && json.contains("\"theirs\": \"x = 4\""), "{json}");
    assert_eq!(run(folder.path(), &["merge", "base.tscn", "ours.tscn", "none.tscn"]).status.code(), Some(2));
}

#[test]
fn folders_and_near_numbers_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("old/same.tscn", &scene("1", "1"));
    write("new/same.tscn", &scene("1", "1"));
    write("old/deep/near.tscn", &scene("0.1", "1"));
    write("new/deep/near.tscn", &scene("0.10000000149", "1"));
    write("old/gone.tscn", &scene("1", "1"));
    write("new/come.tscn", &scene("1", "1"));
    let done = run(folder.path(), &["diff", "old", "new"]);
    assert_eq!(
        String::from_utf8_lossy(&done.stdout),
        "+ come.tscn (added)\n~ deep/near.tscn\n  ~ node A\n    ~ A:x: 0.1 -> 0.10000000149\n- gone.tscn (removed)\n"
    );
    assert_eq!(done.status.code(), Some(1));
    let done = run(folder.path(), &["diff", "--tolerance", "old/deep/near.tscn", "new/deep/near.tscn"]);
    assert_eq!((done.status.code(), done.stdout.len()), (Some(0), 0));
}

#[test]
fn moved_and_renamed_nodes_are_told_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, body: &str| {
        let text = format!("[gd_scene format=3]\n\n[node name=\"R\" type=\"Node\"]\n\n{body}");
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    let node = |name: &str, parent: &str, id: u8| {
        format!("[node name=\"{name}\" type=\"Node\" parent=\"{parent}\" unique_id={id}]\n\n")
    };
    write("old.tscn", &(node("A", ".", 1) + &node("B", "A", 2) + &node("C", ".", 3)));
    write("new.tscn", &(node("A", ".", 1) + &node("D", ".", 3) + &node("B", "D", 2)));
    let told = |format: &str| {
        let done = run(folder.path(), &["diff", "old.tscn", "new.tscn", "--format", format]);
        assert_eq!(done.status.code(), Some(1));
        String::from_utf8(done.stdout).unwrap()
    };
    let lines = ["> node D (renamed from C)", "> node D/B (moved from A/B)"];
    assert_eq!(told("text"), format!("~ new.tscn\n  {}\n  {}\n", lines[0], lines[1]));
    assert!(told("markdown").contains("! node D/B (moved from A/B)\n"));
    let page = told("html");
    assert!(page.contains("class=\"changed\"") && page.contains("node D/B (moved from A/B)"), "{page}");
    let json: serde_json::Value = serde_json::from_str(&told("json")).unwrap();
    let changes = json[0]["changes"].as_array().unwrap();
    let facts = |at: usize| {
        [&changes[at]["change"], &changes[at]["from"], &changes[at]["name"]]
            .map(|v| v.as_str().unwrap().to_owned())
    };
    assert_eq!(facts(0), ["renamed", "C", "D"]);
    assert_eq!(facts(1), ["moved", "A/B", "D/B"]);
}

#[test]
fn a_page_shows_both_sides_of_changed_scenes() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, x: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = format!(
            "[gd_scene format=3]\n\n[node name=\"A\" type=\"Polygon2D\"]\n\
             polygon = PackedVector2Array({x}, 10, 900, 10, 900, 600)\ncolor = Color(1, 0, 0, 1)\n"
        );
        std::fs::write(path, text).unwrap();
    };
    for (side, x) in [("old", "10"), ("new", "400")] {
        write(&format!("{side}/far.tscn"), x);
        write(&format!("{side}/same.tscn"), "10");
        std::fs::write(folder.path().join(side).join("none.tscn"), scene(x, "1")).unwrap();
    }
    write("new/come.tscn", "10");
    let page = |flags: &[&str]| {
        let done = run(folder.path(), &[&["diff", "old", "new", "--format", "html"][..], flags].concat());
        assert_eq!(done.status.code(), Some(1));
        String::from_utf8(done.stdout).unwrap()
    };
    let plain = page(&["--no-pictures"]);
    assert!(
        !plain.contains("<img") && !plain.contains("ithout pictures") && plain.contains("<h2>far.tscn</h2>")
    );
    let shown = page(&[]);
    if shown.contains("<p>Without pictures: no graphics driver found")
        && !std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains("gpu"))
    {
        assert!(!shown.contains("<img"));
        return;
    }
    let sources: Vec<&str> = shown
        .split("<img src=\"data:image/png;base64,")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(sources.len(), 2, "neither the added nor the empty scene has pictures");
    assert!(sources[0].starts_with("iVBORw0KGgo") && sources[0] != sources[1]);
    assert!(shown.contains("alt=\"far.tscn before\" width=\"") && shown.contains("alt=\"far.tscn after\""));
    assert_eq!(shown.matches("no picture, nothing to see").count(), 2);
}
