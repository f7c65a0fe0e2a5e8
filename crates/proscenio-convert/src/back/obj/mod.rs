//! The neutral scene and Espresso3D files as OBJ models with a material library beside them.
//!
//! One object per node with a mesh, standing as in the world; of a map one per sector, and placed actors as
//! `SECTOR_ACTOR`. Equal places and equal texture coordinates are written once. Sectors and actors of Espresso3D keep
//! all digits of their numbers. A material is written as its image, or as its colour when it has none or one of a
//! single texel.
//!
//! # Limitations
//!
//! Normals are not written. What is neither a triangle nor a material is reported as a [`Loss`](super::Loss).

mod library;
mod text;

use proscenio_espresso3d as e3d;
use proscenio_project::Project;
use proscenio_scene::Scene;

use super::{Exported, OutputFile};
use crate::front::espresso3d;
use crate::parts::{Exact, Parts, of_scene};

/// How to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Name of the files without folder and ending. All files made begin with it.
    pub name: String,
    /// The folder they will stand in, as the project sees files; `None` copies every image.
    pub folder: Option<String>,
    /// Write each pair of portals as a quad, in an object `portal_SECTOR_ID__SECTOR_ID`, which the way back
    /// understands.
    pub portals: bool,
}

/// Writes a scene as `.obj`, `.mtl` and the images that stand nowhere else. Never fails: what has no place is
/// reported.
///
/// ```
/// use proscenio_convert::back::obj::{Options, export};
/// use proscenio_scene::{Node, Scene};
///
/// let options = Options { name: "level".to_owned(), folder: None, portals: false };
/// let exported = export(&Scene::new("level", Node::new("root")), &options);
/// assert_eq!(exported.files[0].name, "level.obj");
/// ```
#[must_use]
pub fn export(scene: &Scene, options: &Options) -> Exported {
    write(of_scene(scene, None), options)
}

/// The document that a scene was made of.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// A map or an actor.
    pub document: &'a e3d::Document,
    /// Where its files are looked for.
    pub project: &'a Project<'a>,
    /// How it was imported.
    pub import: &'a espresso3d::Options,
    /// Whether bones moved the meshes of the scene, so that only it knows where the corners of an actor are.
    pub bent: bool,
}

/// As [`export`], for the scene of a map or an actor, with all digits that the document has.
#[must_use]
pub fn export_espresso3d(source: &Source<'_>, scene: &Scene, options: &Options) -> Exported {
    write(of_scene(scene, Some(&Exact::new(source))), options)
}

fn write(mut parts: Parts, options: &Options) -> Exported {
    let portals: usize = parts.parts.iter().map(|part| part.portals.len()).sum();
    if portals > 0 && !options.portals {
        let message = format!("{portals} portals are left out; they can be written as quads");
        parts.lose("obj/portals", &options.name, message);
    }
    let (names, library, pictures) = library::write(&mut parts, options);
    let text = text::write(&parts, &names, options);
    let mut files = vec![
        OutputFile { name: format!("{}.obj", options.name), bytes: text.into_bytes() },
        OutputFile { name: format!("{}.mtl", options.name), bytes: library.into_bytes() },
    ];
    files.extend(pictures);
    Exported { files, losses: parts.losses }
}
