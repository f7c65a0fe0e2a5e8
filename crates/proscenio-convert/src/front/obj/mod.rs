//! Wavefront OBJ models and their material libraries.
//!
//! [`Model::parse`] reads a model; whatever is damaged becomes a finding, and the rest is there. [`import`] makes
//! the neutral scene of it: a root with one node per object (or group, where there are no objects), V turned
//! over, polygons cut into triangles, flat normals where the file has none. Axes, handedness and winding are those
//! of the scene. Colours of materials are taken as stored (sRGB) values.
//!
//! # Limitations
//!
//! Points, lines, curves and surfaces are skipped with a count. Vertex colours and smoothing groups are not read. Of a
//! material, its colour, `map_Kd`, shininess and opacity are shown; other maps are not.

mod clean;
mod codes;
mod lines;
mod materials;
mod model;
mod outline;
mod report;
mod scene;
#[cfg(test)]
mod tests;

/// Whether a file name is that of an OBJ model.
#[must_use]
pub fn is_model(name: &str) -> bool {
    proscenio_vfs::path::extension(name) == "obj"
}

pub use codes::CODES;
pub(crate) use codes::{AGAINST_NORMALS, PORTAL_OBJECT};
pub(crate) use materials::{Libraries, ObjMaterial};
pub(crate) use model::Run;
pub use model::{Counts, Model};
pub use scene::import;
