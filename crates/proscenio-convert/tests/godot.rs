//! Godot documents into the neutral scene: own fixtures, and the engine's answers where they are at hand.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and say what they skip"
)]

use std::path::{Path, PathBuf};

use proscenio_convert::Imported;
use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{Component, Node, NodeId, Scene, Surface};
use proscenio_source::Source;
use proscenio_vfs::{MemoryTree, Vfs};

/// All files below a folder.
fn tree(folder: &Path) -> MemoryTree {
    let mut files = Vec::new();
    let mut waiting = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() {
                waiting.push((path, format!("{name}/")));
            } else {
                files.push((name, std::fs::read(path).unwrap()));
            }
        }
    }
    MemoryTree::from_files(files)
}

fn load(files: &MemoryTree, path: &str) -> Imported {
    let document = Document::parse(Source::new(path, files.read(path).unwrap()));
    let imported = import(&document, &Project::around(files, path));
    for (_, mesh) in imported.scene.meshes.iter() {
        assert!(mesh.surfaces.iter().all(Surface::is_sound), "{path}: {}", mesh.name);
    }
    for finding in &imported.findings {
        assert!(finding.help.is_some(), "{finding:?}");
    }
    imported
}

fn corpus() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let folder = std::env::var("PROSCENIO_CORPUS").map_or_else(|_| PathBuf::from(default), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    let required = std::env::var("PROSCENIO_REQUIRE").is_ok_and(|names| names.contains("corpus"));
    assert!(!required, "no corpus at {}", folder.display());
    println!("skipped: no corpus at {}", folder.display());
    None
}

/// What the engine said about a probe.
fn facts(corpus: &Path, name: &str) -> Vec<serde_json::Value> {
    let bytes = std::fs::read(corpus.join(format!("probes/facts/{name}.json"))).unwrap();
    let mut facts: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    match facts["nodes"].take() {
        serde_json::Value::Array(nodes) => nodes,
        other => panic!("{other}"),
    }
}

fn find(scene: &Scene, path: &str) -> NodeId {
    let found = scene.nodes.iter().find(|(_, node)| node.identity.key == path);
    found.unwrap_or_else(|| panic!("no node {path}")).0
}

fn node<'s>(scene: &'s Scene, path: &str) -> &'s Node {
    &scene.nodes[find(scene, path)]
}

/// All numbers of a list, however deep.
fn numbers(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Array(items) => items.iter().flat_map(numbers).collect(),
        serde_json::Value::Null => Vec::new(),
        number => vec![number.as_f64().unwrap()],
    }
}

fn close(what: &str, ours: &[f32], theirs: &serde_json::Value) {
    let theirs = numbers(theirs);
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        assert!((f64::from(*ours) - theirs).abs() < 1e-5, "{what} number {at}: {ours} is not {theirs}");
    }
}

/// Compares every primitive mesh of a probe with what the engine made of it.
fn meshes_equal_the_engines(name: &str, skipped: &[&str]) {
    let Some(corpus) = corpus() else { return };
    let imported = load(&tree(&corpus.join("probes")), &format!("{name}.tscn"));
    let mut compared = 0;
    for fact in facts(&corpus, name) {
        let path = fact["path"].as_str().unwrap();
        let Some(engine) = fact["surfaces"].get(0) else { continue };
        if skipped.contains(&path) {
            continue;
        }
        let mesh = node(&imported.scene, path).components.iter().find_map(|component| match component {
            Component::Mesh(instance) => Some(&imported.scene.meshes[instance.mesh]),
            _ => None,
        });
        let surface = &mesh.unwrap_or_else(|| panic!("{path} has no mesh")).surfaces[0];
        close(&format!("{path} vertices"), surface.positions.as_flattened(), &engine["vertices"]);
        close(&format!("{path} normals"), surface.normals.as_flattened(), &engine["normals"]);
        close(&format!("{path} uv"), surface.uvs.as_flattened(), &engine["uv"]);
        close(&format!("{path} tangents"), surface.tangents.as_flattened(), &engine["tangents"]);
        // The engine's front is clockwise, the scene's is not.
        let mut indices: Vec<f64> = numbers(&engine["indices"]);
        for triangle in indices.chunks_exact_mut(3) {
            triangle.swap(1, 2);
        }
        let ours: Vec<f64> = surface.indices.iter().map(|index| f64::from(*index)).collect();
        assert_eq!(ours, indices, "{path} indices");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn primitive_meshes_equal_the_engines() {
    meshes_equal_the_engines("p01_primitives", &[]);
}

#[test]
fn primitive_meshes_with_options_equal_the_engines() {
    meshes_equal_the_engines("p12_primitive_options", &["Tube", "Ribbon", "Point"]);
}
