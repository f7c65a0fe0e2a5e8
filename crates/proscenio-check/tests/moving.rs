//! Files and folders of real projects are moved: checks find nothing new, and moved back every byte is as it was.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests read files, end at a surprise, and print what they counted"
)]

use std::collections::BTreeMap;
use std::path::Path;

use proscenio_corpus::corpus;
use proscenio_project::graph::{Facts, Graph, list};
use proscenio_project::refactor::{self, Overlay, Plan};
use proscenio_project::{Document, Family, Project};
use proscenio_vfs::{DiskTree, MemoryTree, Vfs};

/// Numbers without end, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

fn graph(project: &Project<'_>) -> Graph {
    Graph::new(project, list(project).iter().map(|path| Facts::read(project, path)).collect())
}

/// A copy of a folder in memory.
fn copy(folder: &Path) -> MemoryTree {
    let root = folder.to_str().unwrap();
    let project = Project::with_root(&DiskTree, root);
    let files = list(&project).into_iter();
    MemoryTree::from_files(
        files.map(|path| (path[root.len() + 1..].to_owned(), DiskTree.read(&path).unwrap())),
    )
}

fn all(files: &dyn Vfs) -> BTreeMap<String, Vec<u8>> {
    list(&Project::with_root(files, ""))
        .into_iter()
        .map(|path| (path.clone(), files.read(&path).unwrap()))
        .collect()
}

/// Codes of all findings, with how many there are.
fn findings(files: &dyn Vfs) -> BTreeMap<(String, &'static str), usize> {
    let project = Project::with_root(files, "");
    let mut counts = BTreeMap::new();
    for path in list(&project).into_iter().filter(|path| Family::of_path(path).is_some()) {
        let Ok(document) = Document::open(files, &path) else { continue };
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        for finding in proscenio_check::check(&document, Some(&project)) {
            *counts.entry((name.clone(), finding.code)).or_default() += 1;
        }
    }
    counts
}

/// A plan, and who names whom behind it.
fn planned(files: &dyn Vfs, before: &Graph, old: &str, new: &str) -> (Plan, Graph) {
    let project = Project::with_root(files, "");
    let plan = refactor::move_path(&project, before, old, new).unwrap();
    let overlay = Overlay::new(files, &plan.moves, plan.written());
    let after = graph(&Project::with_root(&overlay, ""));
    let lost = refactor::lost(before, &after, &plan);
    assert_eq!(lost, [], "{old} -> {new}");
    (plan, after)
}

/// Moves files and folders one after another, then all of them back.
fn round(folder: &Path, random: &mut Random) -> usize {
    let files = copy(folder);
    let before = all(&files);
    let found = findings(&files);
    let mut done: Vec<(String, String)> = Vec::new();
    let mut now = graph(&Project::with_root(&files, ""));
    // Large projects take part with fewer moves, so that the test stays short.
    let moves = if before.values().map(Vec::len).sum::<usize>() > 3_000_000 { 5 } else { 20 };
    for number in 0..moves {
        let movable = |path: &str| {
            !path.ends_with(".import")
                && !path.ends_with(".uid")
                && path.contains('.')
                && path != "project.godot"
                && path != "export_presets.cfg"
        };
        let paths: Vec<String> =
            now.files().iter().map(|file| file.path.clone()).filter(|path| movable(path)).collect();
        if paths.is_empty() {
            break;
        }
        let chosen = &paths[random.below(paths.len())];
        // One in four is a folder.
        let old = match chosen.rsplit_once('/') {
            Some((folder, _)) if number % 4 == 3 => folder,
            _ => chosen.as_str(),
        };
        // Names stay, because counts of findings are kept by them.
        let name = old.rsplit('/').next().unwrap_or_default();
        let new = format!("moved_{number}/in here/{name}");
        let (plan, after) = planned(&files, &now, old, &new);
        refactor::commit(&files, "", &plan).unwrap();
        done.push((old.to_owned(), new));
        now = after;
    }
    assert_eq!(findings(&files), found, "{}", folder.display());
    for (old, new) in done.iter().rev() {
        let (plan, after) = planned(&files, &now, new, old);
        refactor::commit(&files, "", &plan).unwrap();
        now = after;
    }
    let after = all(&files);
    let differ: Vec<&String> = before.keys().filter(|path| before.get(*path) != after.get(*path)).collect();
    assert!(differ.is_empty(), "{}: {differ:?}", folder.display());
    assert_eq!(before.len(), after.len());
    done.len()
}

#[test]
fn moving_in_real_projects() {
    let Some(corpus) = corpus() else { return };
    let mut random = Random(10);
    let godot = [
        "demos-4/2d/platformer",
        "demos-4/2d/role_playing_game",
        "demos-4/3d/truck_town",
        "demos-4/gui/translation",
        "demos-4/viewport/gui_in_3d",
        "demos-4/3d/platformer",
        "demos-3.2/2d/platformer",
        "demos-3.2/3d/kinematic_character",
        "demos-3.2/3d/platformer",
        "demos-3.2/2d/isometric",
    ];
    let mut projects: Vec<_> = godot.iter().map(|name| corpus.join("godot").join(name)).collect();
    projects.retain(|folder| folder.is_dir());
    let mut moved = 0;
    for folder in &projects {
        moved += round(folder, &mut random);
    }
    println!("{moved} moves in {} projects", projects.len());
    assert!(projects.len() >= 8 && moved >= 120);
}
