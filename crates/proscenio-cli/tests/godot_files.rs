//! Converting Godot's files from the command line: text, binary, older and newer engines.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests end at a surprise")]

use std::path::Path;
use std::process::{Command, Output};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            let path = folder.path(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proscenio"));
        command.args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    /// Exit code, standard output and standard error as one text.
    fn shown(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let mut shown = format!("exit {}\n{}", output.status.code().unwrap(), text(&output.stdout));
        if !output.stderr.is_empty() {
            shown += &format!("--- stderr\n{}", text(&output.stderr));
        }
        shown
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn has(&self, name: &str) -> bool {
        Path::new(&self.path(name)).exists()
    }
}

const WIDE: &str = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node3D\"]\nposition = Vector3(149597870700.25, 0.1, 3)\n";

#[test]
fn digits_are_not_cut_in_silence() {
    let folder = Folder::new(&[("wide.tscn", WIDE)]);
    insta::assert_snapshot!("refused", folder.shown(&["convert", "wide.tscn", "wide.scn"]));
    assert!(!folder.has("wide.scn"));
    // With 64 bits every digit comes back, by way of text or of another binary file.
    assert_eq!(folder.shown(&["convert", "wide.tscn", "wide.scn", "--reals", "64"]), "exit 0\n");
    assert_eq!(folder.shown(&["cat", "wide.scn"]), format!("exit 0\n{WIDE}"));
    assert_eq!(folder.shown(&["convert", "wide.scn", "again.scn", "--compress"]), "exit 0\n");
    assert_eq!(folder.shown(&["cat", "again.scn"]), format!("exit 0\n{WIDE}"));
    // Editing such a file keeps its width.
    assert_eq!(folder.shown(&["set", "wide.scn", ":position:y", "0.25"]), "exit 0\n");
    assert_eq!(folder.shown(&["cat", "wide.scn"]), format!("exit 0\n{}", WIDE.replace("0.1", "0.25")));
    // Cutting them is a choice, and told.
    let cut = folder.shown(&["convert", "wide.tscn", "cut.scn", "--reals", "32"]);
    assert!(cut.starts_with("exit 0\n") && cut.contains("godot/binary-narrowed"), "{cut}");
    assert!(folder.shown(&["cat", "cut.scn"]).contains("Vector3(149597900000, 0.1, 3)"));
}

const NEW: &str = "[gd_scene format=4 uid=\"uid://bkjd0qu2gbrox\"]\n\n\
    [ext_resource type=\"Script\" uid=\"uid://ct6ohra8nrexp\" path=\"res://a.gd\" id=\"1_abcde\"]\n\n\
    [sub_resource type=\"ArrayMesh\" id=\"ArrayMesh_a\"]\n\n\
    [node name=\"A\" type=\"Node3D\" unique_id=17]\nscript = ExtResource(\"1_abcde\")\n\
    bytes = PackedByteArray(\"AQID\")\npoints = PackedVector4Array(1, 2, 3, 4)\n\
    map = Dictionary[String, int]({\n\"a\": 1\n})\n";

#[test]
fn files_for_older_engines() {
    let folder = Folder::new(&[("new.tscn", NEW)]);
    for target in ["4.0", "4.2", "4.3", "4.4", "4.6", "3.x"] {
        let name = format!("for-{target}.tscn");
        let told = folder.shown(&["convert", "new.tscn", &name, "--target", target]);
        let oldest = folder.shown(&["info", &name]);
        let oldest = oldest.lines().find(|line| line.contains("oldest")).unwrap_or("").to_owned();
        insta::assert_snapshot!(format!("target_{target}"), format!("{told}{oldest}\n---\n{}", folder.text(&name)));
    }
    assert!(folder.shown(&["convert", "new.tscn", "x.tscn", "--target", "5"]).starts_with("exit 2\n"));
    assert!(!folder.has("x.tscn"));
}

#[test]
fn the_report_goes_to_a_file() {
    let folder = Folder::new(&[("new.tscn", NEW)]);
    let arguments = ["convert", "new.tscn", "old.tscn", "--target", "4.2", "--report", "report.txt"];
    assert_eq!(folder.shown(&arguments), "exit 0\n");
    assert!(folder.text("report.txt").contains("[godot/version-loss]"), "{}", folder.text("report.txt"));
}

#[test]
fn folders_become_binary_and_text_again() {
    let folder = Folder::new(&[
        ("in/a.tscn", "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2(1, 2)\n"),
        ("in/deep/b.tres", "[gd_resource type=\"BoxMesh\" format=3]\n\n[resource]\nsize = Vector3(1, 2, 3)\n"),
        ("in/wide.tscn", WIDE),
        ("in/notes.txt", "not a scene"),
    ]);
    let told = folder.shown(&["convert", "in", "out", "--to", "binary"]);
    // One file is refused; the others are there.
    assert!(told.starts_with("exit 1\n") && told.contains("2 files converted"), "{told}");
    assert!(folder.has("out/a.scn") && folder.has("out/deep/b.res") && !folder.has("out/wide.scn"));
    assert!(folder.shown(&["convert", "out", "back", "--to", "text"]).starts_with("exit 0\n"));
    assert_eq!(folder.text("back/a.tscn"), folder.text("in/a.tscn"));
    assert_eq!(folder.text("back/deep/b.tres"), folder.text("in/deep/b.tres"));
}
