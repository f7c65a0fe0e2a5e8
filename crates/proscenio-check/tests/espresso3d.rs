//! Every rule about the files that Espresso3D documents name, with a project it speaks of and one it does not.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;

use proscenio_check::{check, fix};
use proscenio_corpus::corpus;
use proscenio_project::{Document, Project};
use proscenio_source::Safety;
use proscenio_vfs::{DiskTree, MemoryTree, Vfs};

const MAP: &str = "TEXTURESET media\\textures\\SET.txt NOJAR
SECTOR hall
{
  TRIANGLE
  {
    VERTICES
      0 0 0, 1 0 0, 0 1 0;
    TEXTURE
      0 0, 1 0, 0 1, WALL;
  }
  ACTOR BALL ball1
  {
    POSITION
      0 0 0;
    FORWARD
      0 0 1;
    UP
      0 1 0;
  }
}
";
const BALL: &str = "TEXTURESET media/textures/ball.txt NOJAR\nMODEL\n{\n}\n";

/// A project in which nothing is missing.
fn whole() -> BTreeMap<&'static str, String> {
    BTreeMap::from([
        ("g/maps/a.e3m", MAP.to_owned()),
        ("g/maps/ball.e3a", BALL.to_owned()),
        ("g/media/textures/set.txt", "WALL media\\textures\\wall.png".to_owned()),
        ("g/media/textures/ball.txt", "BALL media/textures/wall.png".to_owned()),
        ("g/media/textures/wall.png", String::new()),
    ])
}

/// What is said of a file of a project, each code with its message.
fn said(files: &BTreeMap<&'static str, String>, file: &str) -> Vec<String> {
    let tree = MemoryTree::from_files(files.iter().map(|(name, text)| (*name, text.as_str())));
    let document = Document::open(&tree, file).unwrap();
    let findings = check(&document, Some(&Project::around(&tree, file)));
    let line = |finding: &proscenio_source::Finding| {
        let help = finding.help.as_deref().filter(|help| help.starts_with("did you mean"));
        format!(
            "{}: {}{}",
            finding.code,
            finding.message,
            help.map_or(String::new(), |help| format!("; {help}"))
        )
    };
    // Reading has its own say on how paths are spelled.
    findings.iter().filter(|finding| finding.code != "espresso3d/backslash-path").map(line).collect()
}

fn of_map(change: impl FnOnce(&mut BTreeMap<&'static str, String>)) -> Vec<String> {
    let mut files = whole();
    change(&mut files);
    said(&files, "g/maps/a.e3m")
}

#[test]
fn conflicts_that_a_merge_left_are_told() {
    let mut files = whole();
    let block = "# <<<<<<< conflict: sector hall\n# both changed it; ours stands above\n# ======= theirs\n# SECTOR hall\n# >>>>>>> conflict\n";
    files.insert("g/maps/a.e3m", format!("{MAP}{block}"));
    assert_eq!(
        said(&files, "g/maps/a.e3m"),
        ["espresso3d/open-conflict: sector hall: both changed it; ours stands above"]
    );
    assert!(said(&whole(), "g/maps/a.e3m").is_empty());
}

#[test]
fn a_whole_project_has_no_findings() {
    for file in ["g/maps/a.e3m", "g/maps/ball.e3a", "g/media/textures/set.txt"] {
        assert_eq!(said(&whole(), file), [""; 0], "{file}");
    }
}

#[test]
fn files_that_are_missing_are_told() {
    let set = of_map(|files| drop(files.remove("g/media/textures/set.txt")));
    assert_eq!(set, ["espresso3d/missing-texture-set: there is no texture set `media\\textures\\SET.txt`"]);
    let image = of_map(|files| drop(files.remove("g/media/textures/wall.png")));
    let told = "espresso3d/missing-image: the image of `WALL`, `media\\textures\\wall.png` of g/media/textures/set.txt, is not there";
    assert_eq!(image, [told]);
    let actor = of_map(|files| drop(files.remove("g/maps/ball.e3a")));
    assert_eq!(actor, ["espresso3d/unknown-actor: there is no `BALL.e3a` near the map"]);
    let mut files = whole();
    files.remove("g/media/textures/wall.png");
    let own = said(&files, "g/media/textures/set.txt");
    assert_eq!(own, ["espresso3d/missing-image: there is no image `media\\textures\\wall.png`"]);
}

#[test]
fn files_that_only_have_the_right_name_are_told() {
    let set = of_map(|files| {
        let set = files.remove("g/media/textures/set.txt").unwrap();
        files.insert("g/maps/set.txt", set);
    });
    let told =
        "espresso3d/found-by-name: `media\\textures\\SET.txt` is not there; `g/maps/set.txt` has its name";
    assert_eq!(set, [told]);
    let mut files = whole();
    files.insert("g/media/textures/set.txt", "WALL e:\\old\\wall.png".to_owned());
    let told = "espresso3d/found-by-name: `e:\\old\\wall.png` is not there; `g/media/textures/wall.png` has its name";
    assert_eq!(said(&files, "g/media/textures/set.txt"), [told]);
}

#[test]
fn aliases_are_defined_by_a_set_of_the_map_or_of_its_actors() {
    let wrong = of_map(|files| drop(files.insert("g/maps/a.e3m", MAP.replace("WALL", "WAL"))));
    let told =
        "espresso3d/unknown-alias: no texture set that the file names defines `WAL`; did you mean `WALL`?";
    assert_eq!(wrong, [told]);
    // Letter case counts.
    assert_eq!(of_map(|files| drop(files.insert("g/maps/a.e3m", MAP.replace("WALL", "wall")))).len(), 1);
    assert_eq!(of_map(|files| drop(files.insert("g/maps/a.e3m", MAP.replace("WALL", "BALL;")))), [""; 0]);
    // What a missing set would define nobody knows.
    let unknown = of_map(|files| {
        files.insert("g/maps/a.e3m", MAP.replace("WALL", "WAL"));
        files.remove("g/media/textures/ball.txt");
    });
    assert_eq!(unknown, [""; 0]);
}

/// What is said of all real files: each kind was looked at, and is true.
#[test]
fn the_corpus_is_judged() {
    let Some(corpus) = corpus() else { return };
    let root = corpus.join("e3d").to_string_lossy().replace('\\', "/");
    let mut names = Vec::new();
    below(&root, &mut names);
    names.sort();
    let (mut lines, mut repairs) = (Vec::new(), 0);
    for name in names.iter().filter(|name| !name.contains("/license/")) {
        let Ok(document) = Document::open(&DiskTree, name) else { continue };
        let project = Project::with_root(&DiskTree, &root);
        for finding in check(&document, Some(&project)) {
            let place = finding.span.map_or(0, |span| document.source().line_col(span.start()).line);
            let name = name.trim_start_matches(&*root);
            lines.push(format!("{name}:{place} {} {}", finding.code, finding.message.replace(&*root, "")));
        }
        for safety in [Safety::Safe, Safety::Unsafe] {
            let fixed = fix(&document, Some(&project), safety);
            let again = fix(&Document::parse(name, fixed.bytes.clone()).unwrap(), Some(&project), safety);
            assert_eq!(again.bytes, fixed.bytes, "{name}");
            repairs += fixed.applied.len();
        }
    }
    println!("{} findings, {repairs} repairs", lines.len());
    insta::assert_snapshot!(lines.join("\n"));
}

fn below(folder: &str, out: &mut Vec<String>) {
    for entry in DiskTree.list(folder).unwrap() {
        let path = format!("{folder}/{}", entry.name);
        match entry.kind {
            proscenio_vfs::EntryKind::Folder => below(&path, out),
            proscenio_vfs::EntryKind::File => out.push(path),
        }
    }
}
