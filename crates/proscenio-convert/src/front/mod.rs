//! Documents into the neutral scene, one module per family. Each has one entry:
//! `import(document: &Document, project: &Project<'_>) -> Imported`; models of no family have their own.

use proscenio_project::{Document, Project};
use proscenio_scene::Scene;
use proscenio_source::Finding;

pub mod espresso3d;
pub mod gltf;
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

/// What the files of a family leave open, by family.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportOptions {
    /// Espresso3D maps, actors and texture sets.
    pub espresso3d: espresso3d::Options,
}

/// The scene of a document of any family. Files it names are looked for through the project.
#[must_use]
pub fn import(document: &Document, project: &Project<'_>) -> Imported {
    import_with(document, project, &ImportOptions::default())
}

/// As [`import`], with choices.
#[must_use]
pub fn import_with(document: &Document, project: &Project<'_>, options: &ImportOptions) -> Imported {
    match document {
        Document::Godot(document) => godot::import(document, project),
        Document::Nacatamalon(document) => nacatamalon::import(document, project),
        Document::Espresso3d(document) => espresso3d::import_with(document, project, &options.espresso3d),
    }
}
