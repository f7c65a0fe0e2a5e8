//! glTF models as the scenes that the engine's importer makes of them: nodes, names, skeletons and
//! animations by name.
//!
//! The result is the text of a scene, so that what instances it needs to know nothing of glTF. Meshes,
//! skins and animations are in it by class and name, without their data.
//!
//! The importer's rules, as Godot 4.6 has them: the root is a `Node3D`; names lose the characters that no
//! node name may have and are made unique within the file by a number; joints become bones of a
//! `Skeleton3D` that stands where their highest joint hangs; skinned meshes hang from it; what hangs from
//! a joint and is none gets a `BoneAttachment3D`; the root gets an `AnimationPlayer`.

mod json;
mod nodes;
mod scene;
mod sets;
mod skeleton;

use super::config::Config;
use json::Model;

/// The scene text for the bytes of a `.gltf` or `.glb` file.
///
/// # Errors
/// What is wrong, in words, when the file cannot be read as glTF 2.
pub(super) fn scene_of(place: &str, bytes: &[u8], import: Option<&Config>) -> Result<String, String> {
    let model = Model::read(bytes)?;
    Ok(scene::write(&model, place, &scene::Settings::read(import)))
}

#[cfg(test)]
mod tests;
