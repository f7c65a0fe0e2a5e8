//! `check` as pipelines meet it: settings, baselines, formats, revisions.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests end at a surprise")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const LEVEL: &str = "[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://gone <&>.png\" id=\"1\"]\n\n[node name=\"A\" type=\"Sprite2D\"]\ntexture = ExtResource(\"1\")\n";
const CODE: &str = "godot/missing-file";

/// A folder with a small project.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("project.godot"), "config_version=5\n").unwrap();
    std::fs::create_dir(folder.path().join("old")).unwrap();
    std::fs::write(folder.path().join("level.tscn"), LEVEL).unwrap();
    std::fs::write(folder.path().join("old/level.tscn"), LEVEL).unwrap();
    folder
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text.replace(&*folder.to_string_lossy(), "HERE"))
}

fn check(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let arguments = [&["check", ".", "--select", CODE], arguments].concat();
    run(folder, env!("CARGO_BIN_EXE_proscenio"), &arguments)
}

fn found(folder: &Path, arguments: &[&str]) -> usize {
    let (_, text) = check(folder, &[&["--format", "json"], arguments].concat());
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    report["findings"].as_array().unwrap().len()
}

#[test]
fn formats_for_other_programs() {
    let folder = project();
    let text = |format: &str| {
        let (code, text) = check(folder.path(), &["--format", format]);
        assert_eq!(code, 1);
        text
    };
    let github = text("github");
    assert!(github.starts_with("::error file=level.tscn,line=3,endLine=3,col="), "{github}");
    assert!(github.contains(",title=godot/missing-file::`res://gone <&>.png` is not there"), "{github}");
    assert_eq!(github.lines().count(), 2);
    let junit = text("junit");
    assert!(junit.contains("tests=\"2\" failures=\"2\""), "{junit}");
    assert!(
        junit.contains(
            "<failure type=\"godot/missing-file\" message=\"`res://gone &lt;&amp;&gt;.png` is not there"
        ),
        "{junit}"
    );
    let sarif: serde_json::Value = serde_json::from_str(&text("sarif")).unwrap();
    let run = &sarif["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], CODE);
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&CODE.into(), &"error".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&"level.tscn".into(), &3.into())
    );
    let statistics = check(folder.path(), &["--statistics"]).1;
    assert!(statistics.contains("     2  godot/missing-file (error, in 2 files"), "{statistics}");
    assert!(check(folder.path(), &["--statistics", "--format", "json"]).1.contains("\"count\": 2"));
    assert_eq!(check(folder.path(), &["--format", "junit", "--ignore", "godot"]).0, 0);
}

#[test]
fn settings_say_what_counts() {
    let folder = project();
    let with = |settings: &str| {
        std::fs::write(folder.path().join("proscenio.toml"), settings).unwrap();
        found(folder.path(), &[])
    };
    assert_eq!(with(""), 2);
    assert_eq!(with("[check]\nignore = [\"godot/missing-file\"]\n"), 0);
    assert_eq!(with("[check]\nexclude = [\"old/**\"]\n"), 1);
    assert_eq!(with("[[check.paths]]\npath = \"old\"\nignore = [\"godot\"]\n"), 1);
    with("[check.severity]\n\"godot/missing-file\" = \"info\"\n");
    assert_eq!(check(folder.path(), &[]).0, 0);
    for wrong in ["[check]\nselct = []\n", "[check]\nignore = [\"godot/mising-file\"]\n", "[check"] {
        std::fs::write(folder.path().join("proscenio.toml"), wrong).unwrap();
        let (code, text) = check(folder.path(), &[]);
        assert_eq!(code, 2, "{text}");
    }
    let (_, text) =
        run(folder.path(), env!("CARGO_BIN_EXE_proscenio"), &["check", ".", "--config", "none.toml"]);
    assert!(text.contains("there is no HERE/none.toml"), "{text}");
}

#[test]
fn a_baseline_leaves_out_what_it_holds() {
    let folder = project();
    assert_eq!(check(folder.path(), &["--write-baseline", "b.json"]).0, 0);
    assert_eq!(found(folder.path(), &["--baseline", "b.json"]), 0);
    std::fs::write(
        folder.path().join("level.tscn"),
        format!("{LEVEL}\n[ext_resource type=\"Texture2D\" path=\"res://b.png\" id=\"2\"]\n"),
    )
    .unwrap();
    assert_eq!(found(folder.path(), &["--baseline", "b.json"]), 1);
    std::fs::write(folder.path().join("proscenio.toml"), "[check]\nbaseline = \"b.json\"\n").unwrap();
    assert_eq!(found(folder.path(), &[]), 1);
}

#[test]
fn comments_settle_findings() {
    let folder = project();
    let text = LEVEL.replace("[ext_resource", "; proscenio: ignore godot/missing-file\n[ext_resource");
    std::fs::write(folder.path().join("level.tscn"), text).unwrap();
    assert_eq!(found(folder.path(), &[]), 1);
}

#[test]
fn only_what_changed_since_a_revision() {
    let folder = project();
    let git = |arguments: &[&str]| run(folder.path(), "git", arguments);
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]);
    assert_eq!(found(folder.path(), &["--base", "HEAD"]), 0);
    std::fs::write(folder.path().join("level.tscn"), format!("{LEVEL}\n")).unwrap();
    std::fs::write(folder.path().join("new.tscn"), LEVEL).unwrap();
    assert_eq!(found(folder.path(), &["--base", "HEAD"]), 2);
    assert_eq!(check(folder.path(), &["--base", "nothing"]).0, 2);
    assert_eq!(check(folder.path(), &["--base", "--output=x"]).0, 2);
}

#[test]
fn a_cache_says_the_same_until_something_changes() {
    let folder = project();
    let with = ["--cache", "cache"];
    let cold = check(folder.path(), &with);
    assert_eq!(cold, check(folder.path(), &[]));
    let cached = std::fs::read_dir(folder.path().join("cache")).unwrap().next().unwrap().unwrap().path();
    // What is told comes from the cache.
    let text = std::fs::read_to_string(&cached).unwrap();
    assert_eq!(check(folder.path(), &with), cold);
    std::fs::write(&cached, text.replace("gone", "left")).unwrap();
    assert!(check(folder.path(), &with).1.contains("left <&>.png"));
    std::fs::write(folder.path().join("gone <&>.png"), "").unwrap();
    assert_eq!(check(folder.path(), &with).0, 0);
    std::fs::write(&cached, "damaged").unwrap();
    assert_eq!(check(folder.path(), &with).0, 0);
}

#[test]
fn watching_checks_again() {
    let folder = project();
    let mut child = Command::new(env!("CARGO_BIN_EXE_proscenio"))
        .args(["check", ".", "--select", CODE, "--watch"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |end: &str| lines.by_ref().map(Result::unwrap).find(|line| line.contains(end)).unwrap();
    assert!(until("files:").contains("2 errors"));
    until("watching");
    std::fs::write(folder.path().join("level.tscn"), "[gd_scene format=3]\n").unwrap();
    assert!(until("files:").contains("1 error,"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn many_files_are_repaired_together() {
    let folder = project();
    let text = "{\"format\": \"nacatamalon-scene\", \"version\": 1, \"name\": \"A\",\n\
        \"root\": {\"id\": \"r\", \"name\": \"R\", \"visible\": true}}\n";
    let names = ["a.scene", "old/b.scene"];
    names.iter().for_each(|name| std::fs::write(folder.path().join(name), text).unwrap());
    let read = || names.map(|name| std::fs::read_to_string(folder.path().join(name)).unwrap());
    let run = |arguments: &[&str]| run(folder.path(), env!("CARGO_BIN_EXE_proscenio"), arguments);
    // Nothing is begun before what was interrupted is completed.
    let journal = folder.path().join(".proscenio-journal.json");
    std::fs::write(&journal, "{\"version\":1,\"moves\":[],\"changes\":[]}").unwrap();
    let fix = ["check", "a.scene", "./a.scene", "old/b.scene", "--fix"];
    let (code, said) = run(&fix);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("proscenio recover"), "{said}");
    assert_eq!(read(), [text; 2]);
    assert_eq!(run(&["recover"]).0, 0);
    let (code, said) = run(&fix);
    assert_eq!(code, 0, "{said}");
    assert_eq!(read(), [text.replace(", \"visible\": true", ""), text.replace(", \"visible\": true", "")]);
    assert!(!journal.exists());
}
