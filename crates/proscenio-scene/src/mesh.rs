//! Geometry.

use glam::Vec3;

use crate::{Extras, MaterialId, Weights};

/// A mesh: surfaces that are placed together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// For people.
    pub name: String,
    /// Drawn in order.
    pub surfaces: Vec<Surface>,
    /// Names of the other shapes its vertices can take; [`Surface::morphs`] stand in the same order.
    pub morphs: Vec<String>,
    /// The box the family gives: lower corner and size, metres; `None` where the positions tell.
    pub bounds: Option<(Vec3, Vec3)>,
    /// What the family says beyond this.
    pub extras: Extras,
}

/// Vertices with one material. Optional lists are empty or as long as [`Surface::positions`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// What the indices make.
    pub topology: Topology,
    /// Metres.
    pub positions: Vec<[f32; 3]>,
    /// Unit length, out of the front.
    pub normals: Vec<[f32; 3]>,
    /// Unit length along +U. The fourth number, 1 or −1, tells where a normal map's green points, which is up in
    /// the picture: `bitangent = number · normal × tangent` (glTF's and Godot's rule).
    pub tangents: Vec<[f32; 4]>,
    /// First texture coordinates, (0, 0) top-left.
    pub uvs: Vec<[f32; 2]>,
    /// Second texture coordinates.
    pub uvs2: Vec<[f32; 2]>,
    /// Third texture coordinates.
    pub uvs3: Vec<[f32; 2]>,
    /// Linear colours, straight alpha.
    pub colors: Vec<[f32; 4]>,
    /// Which joints of the node's skin move the vertices; empty for a surface that is not bent.
    pub weights: Weights,
    /// Other shapes of the vertices; empty, or as long as [`Mesh::morphs`].
    pub morphs: Vec<Morph>,
    /// Numbers for shaders.
    pub custom: Vec<VertexNumbers>,
    /// Into the lists; empty means one after the other. Triangles are counter-clockwise from the front.
    pub indices: Vec<u32>,
    /// Coarser triangles over the same vertices, the finest first.
    pub lods: Vec<Lod>,
    /// `None` is the material of an engine without one: Godot's grey (linear 0.6, roughness 0.8, metallic
    /// 0.2, Lambert).
    /// Families with another default name it.
    pub material: Option<MaterialId>,
}

/// Another shape of a surface's vertices, as differences from it. Lists are empty or as long as
/// [`Surface::positions`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Morph {
    /// Metres.
    pub positions: Vec<[f32; 3]>,
    /// Added to the normals, which are made unit length again.
    pub normals: Vec<[f32; 3]>,
    /// Added to the first three numbers of the tangents.
    pub tangents: Vec<[f32; 3]>,
}

/// Numbers of each vertex that only shaders know the meaning of.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexNumbers {
    /// The family's name: `CUSTOM0`.
    pub name: String,
    /// Numbers per vertex, 1 to 4.
    pub components: u8,
    /// [`VertexNumbers::components`] for each vertex.
    pub values: Vec<f32>,
}

/// Coarser triangles of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lod {
    /// Drawn where an edge of this length, metres, is smaller than what the screen can show.
    pub edge_length: f32,
    /// As [`Surface::indices`].
    pub indices: Vec<u32>,
}

/// What the indices of a [`Surface`] make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topology {
    /// A point each.
    Points,
    /// A line every two.
    Lines,
    /// One line through all.
    LineStrip,
    /// A triangle every three.
    #[default]
    Triangles,
}

impl Mesh {
    /// Lower corner and size of the box around all surfaces, or the box the family gives.
    #[must_use]
    pub fn box_of_all(&self) -> Option<(Vec3, Vec3)> {
        self.bounds.or_else(|| {
            let all = self.surfaces.iter().filter_map(Surface::bounds);
            let (low, high) = all.reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))?;
            Some((low, high - low))
        })
    }
}

impl Surface {
    /// Lower and upper corner of the box around all positions; `None` without a finite position.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        self.positions.iter().map(|p| Vec3::from_array(*p)).filter(|p| p.is_finite()).fold(None, |all, p| {
            let (low, high) = all.unwrap_or((p, p));
            Some((low.min(p), high.max(p)))
        })
    }

    /// The index list, written out when it is implied.
    #[must_use]
    pub fn indices_or_implied(&self) -> Vec<u32> {
        if self.indices.is_empty() {
            (0..self.positions.len() as u32).collect()
        } else {
            self.indices.clone()
        }
    }

    /// Whether the optional lists fit the positions and every index names a vertex.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let n = self.positions.len();
        let fits = |len: usize| len == 0 || len == n;
        fits(self.normals.len())
            && fits(self.tangents.len())
            && fits(self.uvs.len())
            && fits(self.uvs2.len())
            && fits(self.uvs3.len())
            && fits(self.colors.len())
            && (self.weights.is_empty() || self.weights.fits(n))
            && self.custom.iter().all(|list| n.checked_mul(list.components.into()) == Some(list.values.len()))
            && self.morphs.iter().all(|morph| {
                fits(morph.positions.len()) && fits(morph.normals.len()) && fits(morph.tangents.len())
            })
            && self.indices.iter().all(|index| (*index as usize) < n)
            && self.lods.iter().flat_map(|lod| &lod.indices).all(|index| (*index as usize) < n)
    }
}
