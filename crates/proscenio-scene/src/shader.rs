//! Shader code that a scene brings along.

use crate::{Id, TextureRef};

/// Handle of a [`Shader`].
pub type ShaderId = Id<Shader>;

/// WGSL functions that take the place of a rule, with their numbers and pictures; the contract is nacatamalon's
/// (`effect` for each pixel, `vertex` for each corner of a mesh, `mu` with the numbers, `sampleTexture`,
/// `sampleMap_NAME`). What uses one is either a material, by [`Look::shader`](crate::Look::shader), or a flat drawing, by
/// [`Scene::flat_shaders`](crate::Scene::flat_shaders).
#[derive(Clone, Debug, PartialEq)]
pub struct Shader {
    /// For people: the file.
    pub name: String,
    /// The function `effect` with its helpers; `None` leaves the rule's own.
    pub effect: Option<String>,
    /// The function `vertex` with its helpers; meshes only.
    pub vertex: Option<String>,
    /// The numbers behind `mu.`, in order, after the time and the size of the picture.
    pub numbers: Vec<ShaderNumber>,
    /// Pictures by the name behind `sampleMap_`, at most four. Without one it reads white.
    pub maps: Vec<(String, Option<TextureRef>)>,
}

/// A number of a [`Shader`], or two to four.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaderNumber {
    /// Its name behind `mu.`.
    pub name: String,
    /// One to four numbers.
    pub value: Vec<f32>,
}
