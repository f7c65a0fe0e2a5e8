//! A real git repository with the merge driver, the text for `git diff` and the merge tool, and without the program.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests stand at the edge and end at a surprise"
)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A repository with one scene on three branches: `main`, and two that changed it.
struct Repository {
    folder: TempDir,
    program: PathBuf,
}

fn scene(x: &str, y: &str, more: &str) -> String {
    format!(
        "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n\n[node name=\"A\" type=\"Sprite2D\" parent=\".\"]\nx = {x}\ny = {y}\n{more}"
    )
}

impl Repository {
    fn new(ours: &str, theirs: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // A copy, so that a test can take it away.
        let program = folder.path().join("bin/proscenio");
        std::fs::create_dir(folder.path().join("bin")).unwrap();
        std::fs::copy(env!("CARGO_BIN_EXE_proscenio"), &program).unwrap();
        std::fs::create_dir(folder.path().join("game")).unwrap();
        let repository = Self { folder, program };
        repository.git(&["init", "-q", "-b", "main"]);
        let installed = repository.run(&repository.program, &["git", "install"], "");
        assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
        repository.commit(&scene("1", "1", ""));
        repository.git(&["checkout", "-q", "-b", "theirs"]);
        repository.commit(theirs);
        repository.git(&["checkout", "-q", "main"]);
        repository.commit(ours);
        repository
    }

    fn game(&self) -> PathBuf {
        self.folder.path().join("game")
    }

    fn run(&self, program: &Path, arguments: &[&str], stdin: &str) -> Output {
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(self.game())
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("HOME", self.folder.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "A Person")))
            .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "person@example.org")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    #[track_caller]
    fn git(&self, arguments: &[&str]) -> String {
        let output = self.run(Path::new("git"), arguments, "");
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn commit(&self, text: &str) {
        std::fs::write(self.game().join("a.tscn"), text).unwrap();
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", "Change the scene"]);
    }

    fn merge(&self) -> Output {
        self.run(Path::new("git"), &["merge", "-q", "theirs", "-m", "Merge"], "")
    }

    fn scene(&self) -> String {
        std::fs::read_to_string(self.game().join("a.tscn")).unwrap()
    }
}

/// Edits of neighbouring lines, which git alone does not merge.
fn neighbours() -> Repository {
    Repository::new(&scene("2", "1", ""), &scene("1", "3", ""))
}

#[test]
fn git_merges_with_the_driver() {
    let repository = neighbours();
    let merged = repository.merge();
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stdout));
    assert_eq!(repository.scene(), scene("2", "3", ""));
    let attributes = std::fs::read_to_string(repository.game().join(".gitattributes")).unwrap();
    assert!(attributes.contains("*.tscn merge=proscenio diff=proscenio\n"));
    // Twice is once.
    assert!(repository.run(&repository.program, &["git", "install"], "").status.success());
    assert_eq!(std::fs::read_to_string(repository.game().join(".gitattributes")).unwrap(), attributes);
}

#[test]
fn git_diff_shows_where_a_line_stands() {
    let repository = neighbours();
    let diff = repository.git(&["diff", "HEAD~1", "HEAD"]);
    assert!(diff.contains("-A:x = 1\n+A:x = 2\n"), "{diff}");
    let own = repository.run(&repository.program, &["diff", "HEAD~1", "HEAD"], "");
    assert_eq!(own.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&own.stdout), "~ a.tscn\n  ~ node A\n    ~ A:x: 1 -> 2\n");
}

#[test]
fn a_conflict_is_left_open_and_the_merge_tool_settles_it() {
    let repository = Repository::new(&scene("2", "1", ""), &scene("4", "1", ""));
    let merged = repository.merge();
    assert_eq!(merged.status.code(), Some(1));
    let text = repository.scene();
    assert!(text.contains("x = 2\n; <<<<<<< conflict: property A:x\n"), "{text}");
    assert!(repository.git(&["status", "--short"]).contains("UU a.tscn"));
    let tool = repository.run(Path::new("git"), &["mergetool", "--tool=proscenio", "--no-prompt"], "t\n");
    assert!(
        tool.status.success(),
        "{}{}",
        String::from_utf8_lossy(&tool.stdout),
        String::from_utf8_lossy(&tool.stderr)
    );
    assert_eq!(repository.scene(), scene("4", "1", ""));
    assert!(!repository.git(&["status", "--short"]).contains("UU"));
}

#[test]
fn without_the_program_git_merges_as_it_always_did() {
    let repository = Repository::new(&scene("2", "1", ""), &scene("1", "3", ""));
    std::fs::remove_file(&repository.program).unwrap();
    let merged = repository.merge();
    assert_eq!(merged.status.code(), Some(1));
    assert!(repository.scene().contains("<<<<<<< ours\nx = 2\n"), "{}", repository.scene());
    assert!(repository.git(&["diff", "HEAD~1", "HEAD"]).contains("-x = 1\n+x = 2\n"));
    let far = Repository::new(
        &scene("2", "1", "\n[node name=\"B\" type=\"Node\" parent=\".\"]\nz = 1\n"),
        &scene("1", "1", "").replace("type=\"Node2D\"", "type=\"Node3D\""),
    );
    std::fs::remove_file(&far.program).unwrap();
    assert!(far.merge().status.success());
    assert!(far.scene().contains("Node3D") && far.scene().contains("z = 1"));
}

/// A repository with a binary scene on both branches.
fn binaries(ours: [&str; 2], theirs: [&str; 2]) -> Repository {
    let repository = neighbours();
    let write = |values: [&str; 2]| {
        let text = scene("0", "0", "")
            .replace("x = 0\ny = 0", &format!("metadata/x = {}\nmetadata/y = {}", values[0], values[1]));
        std::fs::write(repository.game().join("made.tscn"), text).unwrap();
        let made = repository.run(&repository.program, &["convert", "made.tscn", "b.scn"], "");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        std::fs::remove_file(repository.game().join("made.tscn")).unwrap();
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-qm", "Change the binary scene"]);
    };
    write(["1", "1"]);
    repository.git(&["checkout", "-q", "-b", "binary"]);
    write(theirs);
    repository.git(&["checkout", "-q", "main"]);
    write(ours);
    repository
}

fn shown(repository: &Repository) -> String {
    let shown = repository.run(&repository.program, &["git", "textconv", "b.scn"], "");
    String::from_utf8(shown.stdout).unwrap()
}

#[test]
fn binary_scenes_are_merged_by_what_they_say() {
    let repository = binaries(["2", "1"], ["1", "3"]);
    let merged = repository.run(Path::new("git"), &["merge", "-q", "binary", "-m", "Merge"], "");
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
    let text = shown(&repository);
    assert!(text.contains("A:metadata/x = 2\nA:metadata/y = 3\n"), "{text}");
    assert!(std::fs::read(repository.game().join("b.scn")).unwrap().starts_with(b"RSRC"));
}

#[test]
fn a_conflict_of_binary_scenes_keeps_ours_and_the_merge_tool_settles_it() {
    let repository = binaries(["2", "1"], ["4", "3"]);
    let merged = repository.run(Path::new("git"), &["merge", "-q", "binary", "-m", "Merge"], "");
    assert_eq!(merged.status.code(), Some(1));
    assert!(shown(&repository).contains("A:metadata/x = 2\nA:metadata/y = 3\n"), "{}", shown(&repository));
    let tool = repository.run(Path::new("git"), &["mergetool", "--tool=proscenio", "--no-prompt"], "t\n");
    assert!(tool.status.success(), "{}", String::from_utf8_lossy(&tool.stderr));
    assert!(shown(&repository).contains("A:metadata/x = 4\nA:metadata/y = 3\n"), "{}", shown(&repository));
    assert!(!repository.git(&["status", "--short"]).contains("UU"));
}

#[test]
fn without_the_program_a_binary_scene_of_ours_stays() {
    let repository = binaries(["2", "1"], ["1", "3"]);
    let ours = std::fs::read(repository.game().join("b.scn")).unwrap();
    std::fs::remove_file(&repository.program).unwrap();
    let merged = repository.run(Path::new("git"), &["merge", "-q", "binary", "-m", "Merge"], "");
    assert_eq!(merged.status.code(), Some(1), "{}", String::from_utf8_lossy(&merged.stderr));
    assert_eq!(std::fs::read(repository.game().join("b.scn")).unwrap(), ours);
    assert!(repository.git(&["status", "--short"]).contains("UU b.scn"));
}

#[test]
fn uninstalling_leaves_nothing() {
    let repository = neighbours();
    let file = repository.game().join(".gitattributes");
    std::fs::write(&file, format!("*.png binary\n{}", std::fs::read_to_string(&file).unwrap())).unwrap();
    let done = repository.run(&repository.program, &["git", "install", "--uninstall"], "");
    assert!(done.status.success());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "*.png binary\n");
    assert!(!repository.git(&["config", "--list", "--local"]).contains("proscenio"));
}
