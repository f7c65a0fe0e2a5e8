//! Projects of any files: no scene of them panics or runs without end when it is put together, listed,
//! flattened, and when paths are followed and properties set; what is set is there when it is read again.
//!
//! A NUL byte ends a file. The files have the names of [`NAMES`], in order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_godot::Document;
use proscenio_godot::edit::Options;
use proscenio_godot::node_path::NodePath;
use proscenio_project::Project;
use proscenio_project::godot::{GodotProject, Limits};
use proscenio_source::{Source, apply};
use proscenio_vfs::MemoryTree;

const NAMES: [&str; 6] = ["a.tscn", "b.tscn", "c.tres", "m.gltf", "m.gltf.import", "project.godot"];
const LIMITS: Limits = Limits { nodes: 300, depth: 8, findings: 50 };
const PATHS: [&str; 8] =
    [":visible", "A:x", "%A:position:x", "../A", "/root/A", "A/B:mesh:material", ":a:b:c:d:e", "B:metadata/a"];

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.split(|byte| *byte == 0);
    let mut files: Vec<(&str, &[u8])> = NAMES.iter().zip(&mut parts).map(|(name, part)| (*name, part)).collect();
    if files.len() < NAMES.len() {
        files.push(("project.godot", b""));
    }
    let tree = MemoryTree::from_files(files.iter().copied());
    let project = Project::around(&tree, "a.tscn");
    let godot = GodotProject::new(&project);
    let _ = (godot.main_scene(), godot.autoloads(), godot.uids().len());
    for name in &NAMES[..4] {
        let Ok(file) = godot.load(name) else { continue };
        let scene = godot.instantiate_file(&file, LIMITS);
        assert!(scene.len() <= LIMITS.nodes && scene.walk().count() == scene.len());
        assert_eq!(godot.list(&scene).len(), scene.len());
        let flat = godot.flatten(&scene);
        let flat = Document::parse(Source::new("flat.tscn", flat.text.into_bytes()));
        let read = |finding: &&proscenio_source::Finding| finding.severity == proscenio_source::Severity::Error;
        let _ = flat.findings().iter().find(read);
        let Some(root) = scene.root() else { continue };
        for node in scene.walk().take(8) {
            let way = scene.path_between(root, node);
            let _ = scene.find(root, &way);
            for path in PATHS {
                let path = NodePath::parse(path);
                let _ = godot.reach(&scene, node, &path);
                if let Ok(change) = godot.set(&scene, node, &path, "Vector2(1, 2)", &Options::default()) {
                    let target = godot.file(change.file).expect("a file that changes was read");
                    apply(target.document().source().bytes(), &change.edits.edits).expect("edits fit the file");
                }
            }
        }
    }
});
