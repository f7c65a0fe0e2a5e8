//! Documents into the neutral scene, one module per family. Each has one entry:
//! `import(document: &Document, project: &Project<'_>) -> Imported`.

use proscenio_project::{Document, Project};
use proscenio_scene::Scene;
use proscenio_source::Finding;

pub mod espresso3d;
pub mod godot;
pub mod nacatamalon;
pub mod obj;

/// A scene read from a document, and what the reading has to say: files that are missing, values that
/// make no sense, parts the neutral scene has no place for (those are in its extras).
#[derive(Debug)]
pub struct Imported {
    /// The scene; at least a root node, whatever the document holds.
    pub scene: Scene,
    /// In the order they were met. Findings of the document itself are not repeated.
    pub findings: Vec<Finding>,
}

/// The scene of a document of any family. Files it names are looked for through the project.
#[must_use]
pub fn import(document: &Document, project: &Project<'_>) -> Imported {
    match document {
        Document::Godot(document) => godot::import(document, project),
        Document::Nacatamalon(document) => nacatamalon::import(document, project),
        Document::Espresso3d(document) => espresso3d::import(document, project),
    }
}
