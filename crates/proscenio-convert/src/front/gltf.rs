//! glTF models, read as Godot imports them.
//!
//! The model is what a Godot scene becomes that instances it and adds nothing, so materials, skins, animations, cameras
//! and lights mean what they mean there, and a `.import` file beside the model counts.
//!
//! # Limitations
//!
//! Those of models in Godot scenes: see [`super::godot`].

use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_source::Source;
use proscenio_vfs::path;

use super::{Imported, godot};

/// Whether a file name is that of a glTF model.
#[must_use]
pub fn is_model(name: &str) -> bool {
    matches!(path::extension(name).as_str(), "glb" | "gltf")
}

/// Makes a neutral scene of a model. A file that is missing or damaged is told.
#[must_use]
pub fn import(file: &str, project: &Project<'_>) -> Imported {
    let place = project.place_of(file);
    let document = instancing(&place);
    let mut imported = godot::import(&document, project);
    path::stem(file).clone_into(&mut imported.scene.name);
    // Nobody has seen the scene that was made up.
    for finding in imported.findings.iter_mut().filter(|finding| finding.path == *document.source().path()) {
        finding.path = place.as_str().into();
        finding.span = None;
    }
    imported
}

/// A scene beside a model that is an instance of it. It has a name of its own, or it would be an instance of itself.
fn instancing(model: &str) -> Document {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let name = model.rsplit('/').next().unwrap_or(model);
    let text = format!(
        "[gd_scene load_steps=2 format=3]\n\n[ext_resource type=\"PackedScene\" path=\"{}\" id=\"1\"]\n\n\
         [node name=\"{}\" instance=ExtResource(\"1\")]\n",
        quoted(name),
        quoted(path::stem(model)),
    );
    Document::parse(Source::new(format!("{model}.tscn"), text.into_bytes()))
}

#[cfg(test)]
mod tests {
    use proscenio_project::Project;
    use proscenio_scene::Component;
    use proscenio_vfs::MemoryTree;

    use super::{import, is_model};

    /// A triangle a metre up, and a lamp.
    const MODEL: &str = r#"{
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "extensionsUsed": ["KHR_lights_punctual"],
        "extensions": {"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": 40}]}},
        "nodes": [{"name": "Sail", "mesh": 0, "translation": [0, 1, 0]},
                  {"name": "Lamp", "extensions": {"KHR_lights_punctual": {"light": 0}}}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                       "min": [0, 0, 0], "max": [1, 1, 0]}]}"#;

    #[test]
    fn models_stand_alone_or_in_a_project() {
        assert!(is_model("a/ship.GLB") && is_model("ship.gltf") && !is_model("ship.obj"));
        for folder in ["", "game/", "it's \"odd\"/"] {
            let file = format!("{folder}ship.gltf");
            let files = MemoryTree::from_files([(file.as_str(), MODEL), ("game/project.godot", "")]);
            let imported = import(&file, &Project::around(&files, &file));
            assert!(imported.findings.is_empty(), "{folder}: {:?}", imported.findings);
            let scene = &imported.scene;
            assert_eq!(scene.name, "ship");
            let (low, high) = scene.bounds(&scene.world_placements()).unwrap();
            assert_eq!((low.y, high.y), (1.0, 2.0));
            let lamps = scene.nodes.iter().flat_map(|(_, node)| &node.components);
            assert_eq!(lamps.filter(|part| matches!(part, Component::Light(_))).count(), 1);
        }
    }

    #[test]
    fn damaged_and_missing_models_are_told() {
        let files = MemoryTree::from_files([("bad.glb", "glTF but not really")]);
        for file in ["bad.glb", "none.glb"] {
            let imported = import(file, &Project::around(&files, file));
            assert!(!imported.findings.is_empty(), "{file}");
        }
    }
}
