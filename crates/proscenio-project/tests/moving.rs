//! Moving files with everything that names them, and being interrupted while at it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests end at a surprise")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use proscenio_project::Project;
use proscenio_project::graph::{Facts, Graph, list};
use proscenio_project::refactor::{self, Change, JOURNAL, Overlay, Plan, Stopped};
use proscenio_vfs::{Entry, EntryKind, MemoryTree, Vfs, VfsError, path};

fn graph(project: &Project<'_>) -> Graph {
    Graph::new(project, list(project).iter().map(|path| Facts::read(project, path)).collect())
}

/// Every file of a tree with its bytes.
fn all(files: &dyn Vfs) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut waiting = vec![String::new()];
    while let Some(folder) = waiting.pop() {
        for entry in files.list(&folder).unwrap() {
            let place = path::join(&folder, &entry.name);
            match entry.kind {
                EntryKind::Folder => waiting.push(place),
                EntryKind::File => drop(all.insert(place.clone(), files.read(&place).unwrap())),
            }
        }
    }
    all
}

const FILES: &[(&str, &str)] = &[
    (
        "project.godot",
        "[application]\nrun/main_scene=\"res://main.tscn\"\n[autoload]\nState=\"*res://code/state.gd\"\n",
    ),
    (
        "main.tscn",
        "[gd_scene format=3 uid=\"uid://bmain\"]\n\n[ext_resource type=\"Script\" uid=\"uid://bhero\" path=\"res://code/hero.gd\" id=\"1\"]\n[ext_resource type=\"PackedScene\" path=\"parts/coin.tscn\" id=\"2\"]\n\n[node name=\"A\" type=\"Node\"]\ntext = \"code/hero.gd\" ; res://code/hero.gd\n",
    ),
    (
        "code/hero.gd",
        "extends \"being.gd\"\nvar a = preload(\"res://parts/coin.tscn\") # \"res://parts/coin.tscn\"\nvar b = load(\"res://parts/%s.tscn\" % a)\nvar c = load(\"../parts/coin.tscn\")\n",
    ),
    ("code/hero.gd.uid", "uid://bhero\n"),
    ("code/being.gd", "extends Node\n"),
    ("code/state.gd", "extends Node\n"),
    (
        "parts/coin.tscn",
        "[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://parts/coin.png\" id=\"1\"]\n",
    ),
    ("parts/coin.png", "png"),
    (
        "parts/coin.png.import",
        "[remap]\npath=\"res://.godot/imported/coin.png-1.ctex\"\n[deps]\nsource_file=\"res://parts/coin.png\"\n",
    ),
];

fn tree() -> MemoryTree {
    MemoryTree::from_files(FILES.iter().copied())
}

fn plan(files: &dyn Vfs, old: &str, new: &str) -> Plan {
    let project = Project::with_root(files, "");
    let before = graph(&project);
    let plan = refactor::move_path(&project, &before, old, new).unwrap();
    let overlay = Overlay::new(files, &plan.moves, plan.written());
    let after = graph(&Project::with_root(&overlay, ""));
    assert_eq!(refactor::lost(&before, &after, &plan), [], "{old} -> {new}");
    plan
}

/// Moves there, compares what changed with what should have, and moves back.
fn check(old: &str, new: &str, changed: &[(&str, &str)]) {
    let files = tree();
    let before = all(&files);
    refactor::commit(&files, "", &plan(&files, old, new)).unwrap();
    let after = all(&files);
    let shown: Vec<(String, String)> = after
        .iter()
        .filter(|(name, bytes)| before.get(*name) != Some(bytes))
        .map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    let shown: Vec<(&str, &str)> = shown.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(shown, changed);
    refactor::commit(&files, "", &plan(&files, new, old)).unwrap();
    assert_eq!(all(&files), before);
}

#[test]
fn a_file_goes_with_everything_that_names_it() {
    let coin = FILES[6].1;
    let hero = "extends \"being.gd\"\nvar a = preload(\"res://art/gold.tscn\") # \"res://parts/coin.tscn\"\nvar b = load(\"res://parts/%s.tscn\" % a)\nvar c = load(\"../art/gold.tscn\")\n";
    let main = FILES[1].1.replace("parts/coin.tscn", "art/gold.tscn");
    check(
        "parts/coin.tscn",
        "art/gold.tscn",
        &[("art/gold.tscn", coin), ("code/hero.gd", hero), ("main.tscn", &main)],
    );
}

#[test]
fn a_script_goes_with_its_uid() {
    let hero = FILES[2].1.replace("\"being.gd\"", "\"../code/being.gd\"").replace("../parts", "../../parts");
    let hero = hero.replace("\"../code", "\"../../code");
    let main = FILES[1].1.replace("path=\"res://code/hero.gd\"", "path=\"res://x/y/hero.gd\"");
    check(
        "code/hero.gd",
        "x/y/hero.gd",
        &[("main.tscn", &main), ("x/y/hero.gd", &hero), ("x/y/hero.gd.uid", "uid://bhero\n")],
    );
}

#[test]
fn a_picture_goes_with_its_import() {
    let import = FILES[8].1.replace("source_file=\"res://parts/coin.png\"", "source_file=\"res://gold.png\"");
    let coin = FILES[6].1.replace("res://parts/coin.png", "res://gold.png");
    check(
        "parts/coin.png",
        "gold.png",
        &[("gold.png", "png"), ("gold.png.import", &import), ("parts/coin.tscn", &coin)],
    );
}

#[test]
fn a_folder_goes_with_all_that_is_in_it() {
    let hero = FILES[2]
        .1
        .replace("preload(\"res://parts", "preload(\"res://all/parts")
        .replace("load(\"res://parts/%s", "load(\"res://all/parts/%s")
        .replace("\"../parts", "\"../all/parts");
    let main = FILES[1].1.replace("parts/coin", "all/parts/coin");
    let coin = FILES[6].1.replace("res://parts", "res://all/parts");
    let import = FILES[8].1.replace("res://parts", "res://all/parts");
    let changed = [
        ("all/parts/coin.png", "png"),
        ("all/parts/coin.png.import", import.as_str()),
        ("all/parts/coin.tscn", &coin),
        ("code/hero.gd", &hero),
        ("main.tscn", &main),
    ];
    check("parts", "all/parts", &changed);
}

#[test]
fn what_cannot_be_is_refused() {
    let files = tree();
    let project = Project::with_root(&files, "");
    let graph = graph(&project);
    let refused = |old: &str, new: &str| refactor::move_path(&project, &graph, old, new).unwrap_err().message;
    assert_eq!(refused("none", "x"), "there is no none");
    assert_eq!(refused("main.tscn", "parts/coin.tscn"), "there is a parts/coin.tscn already");
    assert_eq!(refused("parts", "parts/inner"), "parts/inner is inside of parts");
    assert!(refused("main.tscn", "../main.tscn").contains("must both be in the project"));
    assert!(refused("main.tscn", "a\"b.tscn").contains("quotes"));
    assert_eq!(refused("project.godot", "p"), "project.godot belongs where it is");
    assert_eq!(refused("main.tscn", "parts/coin.png/x"), "parts/coin.png is a file and no folder");
    let inside = refactor::move_path(&project, &graph, "main.tscn", "parts").unwrap();
    assert_eq!(inside.moves[0].1, "parts/main.tscn");
    let left = refactor::move_path(&project, &graph, "parts/coin.tscn", "coin.tscn").unwrap();
    assert_eq!(left.findings[0].code, "project/folder-named");
}

#[test]
fn maps_and_scenes_of_other_families() {
    let scene = r#"{"format":"nacatamalon-scene","version":1,"name":"A","assets":[{"type":"tilemap","key":"m","src":"maps/m.tilemap"}],"root":{"id":"r","name":"R"}}"#;
    let files = MemoryTree::from_files([
        ("a.scene", scene),
        (
            "public/maps/m.tilemap",
            r#"{"format":1,"kind":"tilemap","atlas":"../art/t.atlas","width":1,"height":1,"layers":[]}"#,
        ),
        (
            "public/art/t.atlas",
            r#"{"format":1,"kind":"atlas","texture":"b.png","grid":{"columns":1,"rows":1}}"#,
        ),
        ("public/art/b.png", ""),
        (
            "maps/a.e3m",
            "TEXTURESET\n  media\\set.txt;\nSECTOR hall\n{\n  ACTOR ball\n  {\n    0 0 0;\n  }\n}\n",
        ),
        ("media/set.txt", "WALL media\\wall.png\n"),
        ("media/wall.png", ""),
        ("models/ball.e3a", "ACTOR ball\n{\n}\n"),
    ]);
    let before = all(&files);
    let there = [
        ("public/maps", "public/deep/maps"),
        ("media", "old/media"),
        ("models/ball.e3a", "models/globe.e3a"),
        ("public/art/b.png", "public/c.png"),
        ("maps/a.e3m", "b.e3m"),
    ];
    for (old, new) in there {
        refactor::commit(&files, "", &plan(&files, old, new)).unwrap();
    }
    let text = |name: &str| String::from_utf8(files.read(name).unwrap()).unwrap();
    assert!(text("a.scene").contains("\"deep/maps/m.tilemap\""));
    assert!(text("public/deep/maps/m.tilemap").contains("\"../../art/t.atlas\""));
    assert!(text("public/art/t.atlas").contains("\"../c.png\""));
    assert!(text("b.e3m").contains("old\\media\\set.txt") && text("b.e3m").contains("ACTOR globe"));
    // Any folder above may be meant, so this is still right.
    assert!(text("old/media/set.txt").contains("WALL media\\wall.png"));
    for (old, new) in there.iter().rev() {
        refactor::commit(&files, "", &plan(&files, new, old)).unwrap();
    }
    assert_eq!(all(&files), before);
}

/// A tree that fails at one of its writes: that one alone, or that and all behind it.
struct Failing<'a> {
    files: &'a MemoryTree,
    at: usize,
    for_good: bool,
    writes: AtomicUsize,
}

impl Failing<'_> {
    fn counted<T>(&self, then: impl FnOnce() -> Result<T, VfsError>) -> Result<T, VfsError> {
        let count = self.writes.fetch_add(1, Ordering::Relaxed);
        if count == self.at || self.for_good && count > self.at {
            return Err(VfsError::Failed { path: "disk".to_owned(), why: "full".to_owned() });
        }
        then()
    }
}

impl Vfs for Failing<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, VfsError> {
        self.files.read(path)
    }

    fn kind(&self, path: &str) -> Option<EntryKind> {
        self.files.kind(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError> {
        self.files.list(folder)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), VfsError> {
        self.counted(|| self.files.write(path, bytes))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), VfsError> {
        self.counted(|| self.files.rename(from, to))
    }

    fn remove(&self, path: &str) -> Result<(), VfsError> {
        self.counted(|| self.files.remove(path))
    }
}

#[test]
fn whatever_write_fails_nothing_is_lost() {
    for (old, new) in [("parts", "all/parts"), ("code/hero.gd", "hero.gd")] {
        whatever_write_fails(&plan(&tree(), old, new));
    }
}

#[test]
fn repairs_of_many_files_are_one_change() {
    let repaired = |number: usize, from: &str, to: &str| {
        let (path, text) = FILES[number];
        let after = text.replace(from, to);
        assert_ne!(after, text);
        Change::rewritten(path, text.into(), after.into())
    };
    let mut changes = vec![
        repaired(1, " uid=\"uid://bmain\"", ""),
        repaired(4, "extends Node\n", "extends Node2D\nclass_name Being\n"),
        repaired(6, "[gd_scene", "\n[gd_scene"),
    ];
    for change in &changes {
        assert_eq!(proscenio_source::apply(&change.before, &change.edits).unwrap(), change.after);
    }
    assert_eq!(changes[0].edits[0].text, b"");
    whatever_write_fails(&Plan { changes: changes.clone(), ..Plan::default() });
    // Files that are made stand beside them.
    let created = vec![("new/a.tres".to_owned(), b"a".to_vec()), ("b.tscn".to_owned(), Vec::new())];
    whatever_write_fails(&Plan { created, changes: changes.clone(), ..Plan::default() });
    let taken = vec![("parts/coin.png".to_owned(), Vec::new())];
    let plan = Plan { created: taken, changes: changes.clone(), ..Plan::default() };
    assert!(matches!(refactor::commit(&tree(), "", &plan), Err(Stopped::Changed(_))));
    // One alone needs no journal: there is a single write.
    changes.truncate(1);
    let plan = Plan { changes, ..Plan::default() };
    whatever_write_fails(&plan);
    let files = tree();
    let failing = Failing { files: &files, at: 1, for_good: true, writes: AtomicUsize::new(0) };
    assert_eq!(refactor::commit(&failing, "", &plan), Ok(()));
    for (before, after) in [("", "a"), ("a", ""), ("aa", "aaa"), ("aaa", "aa"), ("abcab", "ab"), ("x", "x")] {
        let change = Change::rewritten("f", before.into(), after.into());
        assert_eq!(proscenio_source::apply(&change.before, &change.edits).unwrap(), change.after, "{before}");
    }
}

/// Fails at each write of a plan in turn: once, and for good as when the program is killed.
fn whatever_write_fails(plan: &Plan) {
    let (files, before) = (tree(), all(&tree()));
    refactor::commit(&files, "", plan).unwrap();
    let after = all(&files);
    assert_ne!(before, after);
    for for_good in [false, true] {
        for at in 0.. {
            let files = tree();
            let failing = Failing { files: &files, at, for_good, writes: AtomicUsize::new(0) };
            let done = refactor::commit(&failing, "", plan);
            let now = all(&files);
            match done {
                Ok(()) => {
                    assert_eq!(now, after);
                    break;
                }
                Err(Stopped::TakenBack(_)) => assert_eq!(now, before, "write {at}"),
                Err(Stopped::Halfway(_)) => {
                    assert!(now.contains_key(JOURNAL));
                    // Nothing else is begun, and completing it is possible at any point, interrupted again or not.
                    let again = refactor::commit(&files, "", &Plan::default());
                    assert_eq!(again, Err(Stopped::Unfinished));
                    let shaky = Failing { files: &files, at: 1, for_good: true, writes: AtomicUsize::new(0) };
                    let _ = refactor::recover(&shaky, "");
                    refactor::recover(&files, "").unwrap();
                    assert_eq!(all(&files), after, "write {at}");
                }
                Err(other) => panic!("{other}"),
            }
            assert!(at < 100);
        }
    }
}

#[test]
fn recovering_looks_at_what_is_there() {
    let files = tree();
    assert_eq!(refactor::recover(&files, ""), Ok(None));
    let plan = plan(&files, "parts", "all");
    files.write("main.tscn", b"changed").unwrap();
    assert_eq!(refactor::commit(&files, "", &plan), Err(Stopped::Changed("main.tscn".to_owned())));
    for journal in [
        "",
        "{}",
        "{\"version\":1,\"moves\":[[\"a\",\"b\"]],\"changes\":[]}",
        "{\"version\":1,\"moves\":[],\"changes\":[{\"path\":\"main.tscn\",\"before\":\"0\",\"after\":\"0\",\"edits\":[[0,1,\"zz\"]]}]}",
        "{\"version\":1,\"moves\":[],\"changes\":[{\"path\":\"main.tscn\",\"before\":\"0\",\"after\":\"0\",\"edits\":[]}]}",
    ] {
        files.write(JOURNAL, journal.as_bytes()).unwrap();
        assert!(matches!(refactor::recover(&files, ""), Err(Stopped::Unknown(_))), "{journal}");
    }
}
