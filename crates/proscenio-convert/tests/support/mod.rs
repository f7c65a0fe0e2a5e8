//! Own fixtures, imported.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::path::Path;

use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{Component, Node};
use proscenio_source::Source;
use proscenio_vfs::{MemoryTree, Vfs};

pub use proscenio_convert::Imported;

/// All files below a folder.
pub fn tree(folder: &Path) -> MemoryTree {
    MemoryTree::from_files(proscenio_corpus::files_below(folder))
}

/// A scene of a tree.
pub fn load(files: &MemoryTree, path: &str) -> Imported {
    let document = Document::parse(Source::new(path, files.read(path).unwrap()));
    import(&document, &Project::around(files, path))
}

/// A scene of the Godot fixtures.
pub fn fixture(path: &str) -> Imported {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot");
    load(&tree(Path::new(folder)), path)
}

/// A node by its path.
pub fn node<'s>(imported: &'s Imported, path: &str) -> &'s Node {
    let mut nodes = imported.scene.nodes.iter();
    nodes.find(|(_, node)| node.identity.key == path).unwrap_or_else(|| panic!("no node {path}")).1
}

/// What a node is.
pub fn components<'s>(imported: &'s Imported, path: &str) -> &'s [Component] {
    &node(imported, path).components
}
