//! The neutral scene as glTF 2.0: `.glb`, or `.gltf` with its `.bin` and pictures beside it.
//!
//! The neutral scene has glTF's conventions in space (metres, +Y up, cameras and lights look along −Z),
//! so nodes, meshes and materials go over number for number. Everything else is converted by the rules of
//! the page "glTF" of the book, in short:
//!
//! * Every node of the scene is a node of the file, in the same order and under the same parent, with the
//!   same world placement. Where glTF cannot say a thing on the node itself, helper nodes stand beside it:
//!   they carry `extras.proscenio.part`.
//! * The plane: 100 pixels are a metre, down becomes −Y, and what is painted later stands a millimetre
//!   nearer (+Z).
//! * What glTF has no place for is kept in `extras.proscenio` and reported as a [`Loss`].
//!
//! The same scene gives the same bytes, always.
//!
//! # Limitations
//!
//! Properties other than placements and weights are not animated: their tracks are kept in extras.

mod air;
mod binary;
mod cameras;
mod components;
mod container;
mod damage;
mod extra;
mod finish;
mod flat;
pub(crate) mod images;
mod json;
pub(crate) mod kept;
mod lights;
mod materials;
mod meshes;
mod motions;
mod nodes;
mod outline;
mod paint;
mod shapes;
mod skins;
mod textures;
mod transform;
mod vertices;
mod writer;

use proscenio_scene::Scene;

pub use super::Exported;
use super::{Loss, OutputFile};

/// How the parts of a file are kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// One binary file that holds everything.
    Glb,
    /// A JSON file, its numbers in a `.bin` file and its pictures as they are.
    Gltf,
}

/// What to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// One file or several.
    pub container: Container,
    /// Name of the files without folder and ending. All files made begin with it, so they cannot take the
    /// place of somebody else's.
    pub name: String,
}

/// Writes a scene as glTF 2.0. Never fails: what cannot be written is reported.
///
/// A `.glb` cannot be larger than 4 GiB; a scene that is comes out as `.gltf` with a loss.
///
/// ```
/// use proscenio_convert::back::gltf::{Container, Options, export};
/// use proscenio_scene::{Node, Scene};
///
/// let scene = Scene::new("level", Node::new("root"));
/// let options = Options { container: Container::Glb, name: "level".to_owned() };
/// let exported = export(&scene, &options);
/// assert_eq!(exported.files[0].name, "level.glb");
/// assert!(exported.losses.is_empty());
/// ```
#[must_use]
pub fn export(scene: &Scene, options: &Options) -> Exported {
    let (scene, losses) = damage::repaired(scene);
    let mut writer = writer::Writer::new(&scene, options, losses);
    writer.write();
    writer.finish()
}
