//! Parts of real scenes become files and come back: the scene put together says the same each time.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "tests read files, end at a surprise, and print what they counted"
)]

use proscenio_corpus::corpus;
use proscenio_godot::value::Reference;
use proscenio_godot::{Document, Node};
use proscenio_project::Project;
use proscenio_project::godot::{GodotProject, Limits, ListedNode};
use proscenio_project::refactor::{self, Overlay, Plan};
use proscenio_source::{Severity, Source};
use proscenio_vfs::{DiskTree, MemoryTree, Vfs};

const LIMITS: Limits = Limits { nodes: 100_000, depth: 64, findings: 100 };

/// What the scene says, put together. Who owns a node and which scene it is the root of is what extracting changes.
fn said(files: &dyn Vfs, scene: &str, whole: bool) -> Vec<ListedNode> {
    let project = Project::with_root(files, "");
    let godot = GodotProject::new(&project);
    let file = godot.load(scene).unwrap();
    let mut nodes = godot.list(&godot.instantiate_file(&file, LIMITS));
    for node in &mut nodes {
        if !whole {
            (node.owner, node.scene) = (None, None);
        }
        node.groups.sort();
        node.signals.sort();
        // Properties stand where the nearest file has them.
        node.properties.sort();
        node.properties.retain(|(name, _)| name != "unique_name_in_owner");
    }
    nodes
}

fn sound(plan: &Plan) {
    let texts = plan.created.iter().map(|(path, bytes)| (path, bytes));
    for (path, bytes) in texts.chain(plan.changes.iter().map(|change| (&change.to, &change.after))) {
        let document = Document::parse(Source::new(path.as_str(), bytes.clone()));
        let errors = document.findings().iter().cloned().chain(document.check());
        let errors: Vec<_> = errors.filter(|finding| finding.severity == Severity::Error).collect();
        assert_eq!(errors, [], "{}", String::from_utf8_lossy(bytes));
        let mut ids: Vec<_> = document.sub_resources().filter_map(|it| it.id()).collect();
        ids.extend(document.ext_resources().filter_map(|it| it.id()));
        let used: Vec<Reference> = document
            .sections()
            .flat_map(|section| section.attributes().chain(section.properties()))
            .flat_map(|entry| document.references_in(entry))
            .map(|(_, reference)| reference)
            .collect();
        let names = |id| used.contains(&Reference::Sub(id));
        for id in document.sub_resources().filter_map(|it| it.id()) {
            assert!(names(id.clone()), "{id:?} is not used in {path}");
        }
    }
}

/// The files after a plan.
fn done(files: &MemoryTree, plan: &Plan) -> MemoryTree {
    let overlay = Overlay::new(files, &plan.moves, plan.written());
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    let project = Project::with_root(&overlay, "");
    for path in proscenio_project::graph::list(&project) {
        all.push((path.clone(), overlay.read(&path).unwrap()));
    }
    MemoryTree::from_files(all)
}

fn paths(document: &Document) -> Vec<String> {
    let path = |node: Node<'_>| match node.parent().as_deref() {
        Some(".") => node.name().unwrap_or_default().into_owned(),
        parent => format!("{}/{}", parent.unwrap_or_default(), node.name().unwrap_or_default()),
    };
    document.nodes().skip(1).map(path).collect()
}

/// Extracts some nodes and resources of a scene and embeds them again.
fn round(files: &MemoryTree, scene: &str) -> usize {
    let document = Document::parse(Source::new(scene, files.read(scene).unwrap()));
    let before = said(files, scene, false);
    let mut parts: Vec<(String, bool)> =
        paths(&document).into_iter().step_by(3).map(|it| (it, false)).collect();
    let resources = document.sub_resources().filter_map(|it| it.id()).step_by(2);
    parts.extend(resources.map(|id| (format!("@{}", id.0), true)));
    let mut count = 0;
    for (part, is_resource) in parts.into_iter().take(12) {
        let project = Project::with_root(files, "");
        let new = if is_resource { "taken/out.tres" } else { "taken/out.tscn" };
        let Ok(plan) = refactor::extract(&project, scene, &part, new) else { continue };
        sound(&plan);
        let taken = done(files, &plan);
        assert_eq!(said(&taken, scene, false).len(), before.len(), "{scene} {part}");
        if !is_resource {
            assert_eq!(said(&taken, scene, false), before, "{scene} {part}");
        }
        let project = Project::with_root(&taken, "");
        let back = if is_resource { "res://taken/out.tres" } else { &part };
        let plan = refactor::embed(&project, scene, back).unwrap();
        sound(&plan);
        let again = done(&taken, &plan);
        assert_eq!(said(&again, scene, true), said(files, scene, true), "{scene} {part}");
        count += 1;
    }
    count
}

#[test]
fn what_is_taken_out_and_back_in_says_the_same() {
    let Some(corpus) = corpus() else { return };
    let mut count = 0;
    for folder in ["godot/demos-4/2d", "godot/demos-4/3d", "godot/demos-4/gui", "godot/demos-3.2/2d"] {
        let mut games: Vec<_> = std::fs::read_dir(corpus.join(folder))
            .into_iter()
            .flatten()
            .flatten()
            .map(|it| it.path())
            .collect();
        games.sort();
        for game in games.into_iter().step_by(4) {
            let root = game.to_str().unwrap();
            let project = Project::with_root(&DiskTree, root);
            let files = proscenio_project::graph::list(&project).into_iter();
            let files: Vec<(String, Vec<u8>)> = files
                .map(|path| (path[root.len() + 1..].to_owned(), DiskTree.read(&path).unwrap()))
                .collect();
            if files.iter().map(|file| file.1.len()).sum::<usize>() > 2_000_000 {
                continue;
            }
            let files = MemoryTree::from_files(files);
            let scenes: Vec<String> = GodotProject::new(&Project::with_root(&files, ""))
                .scene_paths()
                .into_iter()
                .filter(|path| path.ends_with(".tscn"))
                .collect();
            count += scenes.iter().take(4).map(|scene| round(&files, scene)).sum::<usize>();
        }
    }
    assert!(count > 50, "{count}");
    println!("{count} parts taken out and back in");
}

const MAIN: &str = "[gd_scene format=3 uid=\"uid://main\"]\n\n[ext_resource type=\"Texture2D\" path=\"icon.png\" id=\"1\"]\n\n[sub_resource type=\"Resource\" id=\"Resource_a\"]\nscript = ExtResource(\"2\")\n\n[node name=\"A\" type=\"Node2D\"]\n\n[node name=\"B\" type=\"Sprite2D\" parent=\".\"]\ntexture = ExtResource(\"1\")\nmetadata/a = SubResource(\"Resource_a\")\n";

fn project_files() -> MemoryTree {
    let main = MAIN.replace(
        "id=\"1\"]\n",
        "id=\"1\"]\n[ext_resource type=\"Script\" path=\"res://item.gd\" id=\"2\"]\n",
    );
    MemoryTree::from_files([
        ("project.godot".to_owned(), "config_version=5\n".to_owned()),
        ("sub/main.tscn".to_owned(), main),
        ("sub/icon.png".to_owned(), String::new()),
        ("item.gd".to_owned(), "class_name Item extends Resource\n".to_owned()),
        (
            "user.tscn".to_owned(),
            "[gd_scene format=3]\n\n[ext_resource type=\"Resource\" path=\"res://sub/main.tscn::Resource_a\" id=\"1\"]\n\n[node name=\"U\" type=\"Node\"]\nmetadata/path = \"res://sub/main.tscn::Resource_a\"\n".to_owned(),
        ),
    ])
}

#[test]
fn new_files_find_what_they_name() {
    let files = project_files();
    let project = Project::with_root(&files, "");
    let text = |plan: &Plan| String::from_utf8(plan.created[0].1.clone()).unwrap();
    let plan = refactor::extract(&project, "sub/main.tscn", "B", "other/b.tscn").unwrap();
    assert!(
        text(&plan).contains("path=\"res://sub/icon.png\"") && text(&plan).contains(" uid=\"uid://"),
        "{}",
        text(&plan)
    );
    let plan = refactor::extract(&project, "sub/main.tscn", "B:metadata/a", "other/a.tres").unwrap();
    assert!(
        text(&plan).starts_with("[gd_resource type=\"Resource\" script_class=\"Item\" format=3 uid="),
        "{}",
        text(&plan)
    );
    let told: Vec<_> = plan.findings.iter().map(|finding| (finding.code, &*finding.path)).collect();
    assert_eq!(told, [("project/lost-reference", "user.tscn")]);
    // Who named it inside the file names the new file; a value only a script knows the meaning of stays, and is told.
    let user = plan.changes.iter().find(|change| change.path == "user.tscn").unwrap();
    let user = String::from_utf8(user.after.clone()).unwrap();
    assert!(
        user.contains("path=\"res://other/a.tres\" id=\"1\"") && user.ends_with("::Resource_a\"\n"),
        "{user}"
    );
    // What goes along with a node is found inside its new file.
    let plan = refactor::extract(&project, "sub/main.tscn", "B", "other/b.tscn").unwrap();
    let user = plan.changes.iter().find(|change| change.path == "user.tscn").unwrap();
    let user = String::from_utf8(user.after.clone()).unwrap();
    assert!(user.contains("path=\"res://other/b.tscn::Resource_a\" id=\"1\""), "{user}");
    let refused = |part: &str, new: &str| refactor::extract(&project, "sub/main.tscn", part, new).is_err();
    assert!(refused("B", "b.tres") && refused("B", "item.gd") && refused("B", "../b.tscn"));
    assert!(refused("B:texture", "b.tres") && refused("C", "b.tscn") && refused("@1", "b.tres"));
    for part in ["B", "C", "res://item.gd", "@9"] {
        assert!(refactor::embed(&project, "sub/main.tscn", part).is_err(), "{part}");
    }
}

/// Two resources that go along with a node, named by one file: it is changed once, for both.
#[test]
fn a_file_that_names_two_parts_follows_both() {
    let main = "[gd_scene format=3]\n\n[sub_resource type=\"Resource\" id=\"R_a\"]\n\n\
        [sub_resource type=\"Resource\" id=\"R_b\"]\n\n[node name=\"A\" type=\"Node\"]\n\n\
        [node name=\"B\" type=\"Node\" parent=\".\"]\nmetadata/a = SubResource(\"R_a\")\n\
        metadata/b = SubResource(\"R_b\")\n";
    let user = "[gd_scene format=3]\n\n\
        [ext_resource type=\"Resource\" path=\"res://main.tscn::R_a\" id=\"1\"]\n\
        [ext_resource type=\"Resource\" path=\"res://main.tscn::R_b\" id=\"2\"]\n\n\
        [node name=\"U\" type=\"Node\"]\n";
    let files = MemoryTree::from_files([
        ("project.godot".to_owned(), "config_version=5\n".to_owned()),
        ("main.tscn".to_owned(), main.to_owned()),
        ("user.tscn".to_owned(), user.to_owned()),
    ]);
    let project = Project::with_root(&files, "");
    let plan = refactor::extract(&project, "main.tscn", "B", "b.tscn").unwrap();
    let users: Vec<_> = plan.changes.iter().filter(|change| change.path == "user.tscn").collect();
    assert_eq!(users.len(), 1);
    let after = String::from_utf8(users[0].after.clone()).unwrap();
    assert_eq!(after, user.replace("main.tscn", "b.tscn"));
    assert_eq!(plan.findings, []);
}
