//! glTF models as the scenes that the engine's importer makes of them: nodes, names, skeletons and
//! animations by name.
//!
//! The result is the text of a scene, so that what instances it needs to know nothing of glTF: meshes, skins,
//! materials and animations are in it as the engine's own resources. Pictures inside the file are in it as they
//! are ([`PICTURE`]) unless the importer put them beside the model (`MODEL_NAME.png`), and splines are sampled 30 times a second, as the importer does.
//!
//! The importer's rules, as Godot 4.6 has them: the root is a `Node3D`; names lose the characters that no
//! node name may have and are made unique within the file by a number; joints become bones of a
//! `Skeleton3D` that stands where their highest joint hangs; skinned meshes hang from it; what hangs from
//! a joint and is none gets a `BoneAttachment3D`; the root gets an `AnimationPlayer`.
//! Normals that a mesh lacks are not made: the importer makes none either (it makes tangents, where there are normals and
//! texture coordinates; here whoever needs tangents makes them).

mod buffers;
mod json;
mod materials;
mod moving;
mod nodes;
mod scene;
mod sets;
mod skeleton;
mod surfaces;
mod uri;

use super::config::Config;
use json::Model;

/// The property of an `ImageTexture` that holds the file of a picture inside a model, as a `PackedByteArray`: PNG, JPEG or
/// whatever the model has. It is empty when the model does not have what it names.
pub const PICTURE: &str = "metadata/proscenio_picture";

/// How much of a model the scene holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    #[default]
    Whole,
    /// Nodes, names and materials: meshes have no surfaces, animations no keys.
    Outline,
}

/// The scene text for the bytes of a `.gltf` or `.glb` file that stands at `place` in the project (`res://…`). Files
/// beside it are asked of `read`, by their path from the model.
///
/// # Errors
/// What is wrong, in words, when the file cannot be read as glTF 2.
pub(super) fn scene_of(
    place: &str,
    bytes: &[u8],
    import: Option<&Config>,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
    part: Part,
) -> Result<String, String> {
    let model = Model::read(bytes)?;
    let (_, binary) = json::chunks(bytes)?;
    let buffers = match part {
        Part::Whole => buffers::Buffers::new(&model.json, binary, read),
        Part::Outline => buffers::Buffers::default(),
    };
    let there = |name: &str| read(name).is_some();
    Ok(scene::write(&model, place, &scene::Settings::read(import), buffers, &there))
}

#[cfg(test)]
mod tests;
