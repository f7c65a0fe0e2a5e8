//! Scenes of the corpus, what the engine said of them, and tallies.

use std::path::Path;

use proscenio_convert::Imported;
use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{Node, NodeId, Scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;
use serde_json::Value as Json;

/// The scene of a file of the corpus, alone.
pub fn load(path: &Path) -> Imported {
    let bytes = std::fs::read(path).unwrap();
    read(&path.file_name().unwrap().to_string_lossy(), bytes)
}

/// The scene of bytes.
pub fn read(name: &str, bytes: Vec<u8>) -> Imported {
    let files = MemoryTree::from_files(vec![(name.to_owned(), bytes.clone())]);
    let document = Document::read(Source::new(name, bytes));
    import(&document, &Project::around(&files, name))
}

/// What the engine said about a probe.
pub fn facts(corpus: &Path, name: &str) -> Vec<Json> {
    let bytes = std::fs::read(corpus.join(format!("probes/facts/{name}.json"))).unwrap();
    let facts: Json = serde_json::from_slice(&bytes).unwrap();
    facts["nodes"].as_array().unwrap().clone()
}

pub fn find<'s>(scene: &'s Scene, path: &str) -> Option<(NodeId, &'s Node)> {
    scene.nodes.iter().find(|(_, node)| node.identity.key == path)
}

/// How many of a kind of thing are equal, with the first that are not.
#[derive(Default)]
pub struct Tally {
    equal: usize,
    all: usize,
    examples: Vec<String>,
}

impl Tally {
    pub fn count(&mut self, equal: bool, example: impl FnOnce() -> String) {
        self.all += 1;
        self.equal += usize::from(equal);
        if !equal && self.examples.len() < 12 {
            self.examples.push(example());
        }
    }

    /// Prints a line of the table, and fails when less than all are equal.
    pub fn finish(self, what: &str, at_least: usize) {
        println!("{what:<60} {:>6} of {:>6}", self.equal, self.all);
        for example in &self.examples {
            println!("        {example}");
        }
        assert!(self.all >= at_least, "{what}: only {} were there to be compared", self.all);
        assert_eq!(self.equal, self.all, "{what}");
    }
}

/// Numbers of a list of the engine.
pub fn numbers(json: &Json) -> Vec<f64> {
    json.as_array().map(|list| list.iter().filter_map(Json::as_f64).collect()).unwrap_or_default()
}

pub fn close(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance)
}

/// A placement as the engine's recorder wrote it: basis rows, then the origin.
pub fn rows(place: proscenio_scene::glam::Affine3A) -> Vec<f64> {
    let rows = place.matrix3.transpose().to_cols_array();
    let origin = place.translation.to_array();
    rows.into_iter().chain(origin).map(f64::from).collect()
}
