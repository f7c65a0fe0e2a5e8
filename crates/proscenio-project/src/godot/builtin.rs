//! Nodes that the engine's own classes bring along as children that everyone sees.
//!
//! Three classes do so, as asking every class of Godot 4.6.3 shows. The `Timer`s have names out of a
//! counter of the running engine (`@Timer@50`); here the number is always 1.

use std::sync::{Arc, OnceLock};

use proscenio_godot::Document;
use proscenio_source::Source;

use super::file::{Made, SceneFile};
use super::project::FileId;

/// The name under which these parts are reported.
const PLACE: &str = "engine";

/// The root of a model that cannot be read stands for it under this name.
pub(super) const MODEL: &str = "model";

const PARTS: [(&str, &str); 4] = [
    (MODEL, "[gd_scene format=3]\n\n[node name=\"Model\" type=\"Node3D\"]\n"),
    (
        "GraphEdit",
        "[gd_scene format=3]\n\n[node name=\"_connection_layer\" type=\"Control\"]\nanchors_preset = 0\nmouse_filter = 2\n",
    ),
    (
        "HTTPRequest",
        "[gd_scene format=3]\n\n[node name=\"@Timer@1\" type=\"Timer\"]\none_shot = true\nignore_time_scale = true\n",
    ),
    ("Tree", "[gd_scene format=3]\n\n[node name=\"@Timer@1\" type=\"Timer\"]\none_shot = true\n"),
];

/// The child that nodes of a class are born with.
pub(super) fn part_of(class: &str) -> Option<&'static Arc<SceneFile>> {
    static FILES: OnceLock<Vec<Arc<SceneFile>>> = OnceLock::new();
    let index = PARTS.iter().position(|(name, _)| *name == class)?;
    let files = FILES.get_or_init(|| {
        let file = |(index, (_, text)): (usize, &(&str, &str))| {
            let document = Document::parse(Source::new(PLACE, text.as_bytes().to_vec()));
            Arc::new(SceneFile::new(FileId(u32::MAX - index as u32), PLACE.into(), document, Made::Engine))
        };
        PARTS.iter().enumerate().map(file).collect()
    });
    files.get(index)
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn few_classes_have_parts() {
        let part = part_of("Tree").unwrap();
        assert_eq!(part.document().nodes().next().unwrap().name().unwrap(), "@Timer@1");
        assert!(part.document().findings().is_empty());
        assert!(part_of("Node").is_none());
    }
}
