//! Triangles into meshes: one surface for all triangles with the same texture layers.

use std::collections::HashMap;
use std::sync::Arc;

use proscenio_espresso3d::{Layer, Triangle};
use proscenio_scene::{Extra, Mesh, Surface, Weights};
use proscenio_source::Span;

use super::Importer;
use super::textures::Layers;

/// What was gathered while building the meshes of a file.
#[derive(Default)]
pub(super) struct Gathered {
    /// Triangles that have no usable corners or coordinates, and the first of them.
    pub left_out: Option<(u32, Span)>,
}

/// The triangles of one surface.
#[derive(Default)]
struct Group {
    first: Span,
    surface: Surface,
    /// Coordinates of the third layer, for formats that the scene's list of them does not reach.
    detail1: Vec<Extra>,
    /// For each vertex its bone; the list ends behind the last one that has one.
    bones: Vec<Option<u16>>,
}

impl Importer<'_> {
    /// The mesh of some triangles; `None` when none of them can be drawn.
    ///
    /// Corners and their order are kept: both worlds are right-handed with +Y up and counter-clockwise fronts.
    /// V is turned over, as the scene counts it from the top. `bones` numbers the bones by id.
    pub(super) fn mesh<'a>(
        &mut self,
        name: &str,
        triangles: impl Iterator<Item = Triangle<'a>>,
        from: &Arc<str>,
        bones: &HashMap<Vec<u8>, u16>,
        gathered: &mut Gathered,
    ) -> Option<Mesh> {
        let mut order: Vec<Layers> = Vec::new();
        let mut groups: HashMap<Layers, Group> = HashMap::new();
        for triangle in triangles {
            let Some((corners, base)) = usable(triangle) else {
                let (count, first) = gathered.left_out.unwrap_or((0, triangle.span()));
                gathered.left_out = Some((count + 1, first));
                continue;
            };
            let details = [triangle.detail(0), triangle.detail(1)];
            let layers = Layers { base: alias(base), details: details.map(detail_alias) };
            let group = match groups.get_mut(&layers) {
                Some(group) => group,
                None => {
                    order.push(layers.clone());
                    groups.entry(layers).or_insert(Group { first: triangle.span(), ..Group::default() })
                }
            };
            group.push(corners, base, details);
            if let Some(links) = triangle.bone_links().filter(|_| !bones.is_empty()) {
                group.bones.resize(group.surface.positions.len() - 3, None);
                group.bones.extend(links.map(|id| bones.get(id.bytes()).copied()));
            }
        }
        let mut mesh = Mesh { name: name.to_owned(), ..Mesh::default() };
        let mut kept = Vec::new();
        for layers in order {
            let Some(mut group) = groups.remove(&layers) else { continue };
            group.surface.material = Some(self.material(&layers, from, group.first));
            if !group.bones.is_empty() {
                group.surface.weights = weights(&mut group.bones, group.surface.positions.len());
            }
            mesh.surfaces.push(group.surface);
            kept.push(Extra::List(group.detail1));
        }
        if kept.iter().any(|list| !matches!(list, Extra::List(values) if values.is_empty())) {
            mesh.extras.set("detail1_uv", kept);
        }
        (!mesh.surfaces.is_empty()).then_some(mesh)
    }
}

impl Group {
    fn push(&mut self, corners: [[f32; 3]; 3], base: Option<Layer<'_>>, details: [Option<Layer<'_>>; 2]) {
        let flipped = |layer: Layer<'_>| layer.uv.map(|[u, v]| [u as f32, (1.0 - v) as f32]);
        self.surface.positions.extend(corners);
        self.surface.uvs.extend(base.map_or([[0.0, 1.0]; 3], flipped));
        if let Some(detail) = details[0] {
            self.surface.uvs2.extend(flipped(detail));
        }
        if let Some(detail) = details[1] {
            self.surface.uvs3.extend(flipped(detail));
            let numbers = flipped(detail).into_iter().flatten();
            self.detail1.extend(numbers.map(|number| Extra::Float(number.into())));
        }
    }
}

/// One bone for each vertex, wholly; those without one are not moved.
fn weights(bones: &mut Vec<Option<u16>>, vertices: usize) -> Weights {
    bones.resize(vertices, None);
    Weights {
        per_vertex: 1,
        joints: bones.iter().map(|bone| bone.unwrap_or(0)).collect(),
        weights: bones.iter().map(|bone| if bone.is_some() { 1.0 } else { 0.0 }).collect(),
    }
}

fn alias(layer: Option<Layer<'_>>) -> Option<Vec<u8>> {
    layer.and_then(|layer| layer.alias).map(|alias| alias.bytes().to_vec())
}

/// Layers without an alias are told from no layer, so that all triangles of a surface have the same lists.
fn detail_alias(layer: Option<Layer<'_>>) -> Option<Vec<u8>> {
    layer.map(|layer| layer.alias.map(|alias| alias.bytes().to_vec()).unwrap_or_default())
}

/// Corners and texture of a triangle that can be drawn: all numbers are there and fit 32 bits. A triangle
/// without a texture is drawn white.
fn usable(triangle: Triangle<'_>) -> Option<([[f32; 3]; 3], Option<Layer<'_>>)> {
    let corners = triangle.vertices()?.map(|corner| corner.map(|value| value as f32));
    let texture = triangle.texture();
    let fits = corners.iter().flatten().all(|value| value.is_finite())
        && texture.is_none_or(|layer| layer.uv.iter().flatten().all(|value| (*value as f32).is_finite()));
    fits.then_some((corners, texture))
}
