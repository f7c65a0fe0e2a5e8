//! The primitive meshes, vertex for vertex as the engine builds them.
//!
//! The builders keep the engine's order and its rule that the front of a triangle is clockwise;
//! [`Raw::into_surface`] turns the triangles round for the neutral scene. Numbers are added up in `f32` in
//! the engine's order, so positions agree to the last digits.

mod boxes;
mod capsule;
mod cylinder;
mod flat;
mod second;
mod sphere;
mod torus;
mod trail;

use proscenio_godot::content::mesh::direction;
use proscenio_scene::{Surface, Topology, Weights};

pub use boxes::{BoxMesh, PrismMesh};
pub use capsule::{CapsuleMesh, LyingCapsuleMesh};
pub use cylinder::CylinderMesh;
pub use flat::{Facing, OldQuadMesh, PlaneMesh};
pub use sphere::SphereMesh;
pub use torus::TorusMesh;
pub use trail::{PointMesh, RibbonTrailMesh, TubeTrailMesh};

/// Vertices in the engine's order. All lists but the indices are equally long, or empty where a kind of mesh has
/// no such numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    /// Metres.
    pub positions: Vec<[f32; 3]>,
    /// Unit length.
    pub normals: Vec<[f32; 3]>,
    /// Along +U; the fourth number is the sign of the bitangent.
    pub tangents: Vec<[f32; 4]>,
    /// (0, 0) is the top-left corner of the picture.
    pub uvs: Vec<[f32; 2]>,
    /// For baked light; empty unless asked for.
    pub uvs2: Vec<[f32; 2]>,
    /// Bones of trails.
    pub bones: Vec<[u16; 4]>,
    /// Beside the bones.
    pub weights: Vec<[f32; 4]>,
    /// What the indices make.
    pub topology: Topology,
    /// Three per triangle, clockwise from the front; empty when the vertices stand one after the other.
    pub indices: Vec<u32>,
}

impl Raw {
    /// Adds a vertex and gives its number.
    fn vertex(&mut self, position: [f32; 3], normal: [f32; 3], tangent: [f32; 4], uv: [f32; 2]) -> u32 {
        let number = self.positions.len() as u32;
        self.positions.push(position);
        self.normals.push(normal);
        self.tangents.push(tangent);
        self.uvs.push(uv);
        number
    }

    /// Says which bones move the vertex that was added last.
    fn bend(&mut self, bones: [u16; 4], weights: [f32; 4]) {
        self.bones.push(bones);
        self.weights.push(weights);
    }

    /// A fan around the middle of the lower half of the picture: left for the top, right for the bottom.
    /// `length` is that of the whole body.
    fn cap(&mut self, top: bool, radius: f32, length: f32, segments: u32) {
        let (y, up) = if top { (length * 0.5, 1.0) } else { (length * -0.5, -1.0) };
        let middle = if top { 0.25 } else { 0.75 };
        let tangent = [1.0, 0.0, 0.0, 1.0];
        let center = self.vertex([0.0, y, 0.0], [0.0, up, 0.0], tangent, [middle, 0.75]);
        for i in 0..=segments {
            let (x, z) = around(i, segments);
            let uv = if top {
                [(x + 1.0) * 0.25, 0.5 + (z + 1.0) * 0.25]
            } else {
                [0.5 + (x + 1.0) * 0.25, 1.0 - (z + 1.0) * 0.25]
            };
            let rim = self.vertex([x * radius, y, z * radius], [0.0, up, 0.0], tangent, uv);
            if i > 0 {
                let (first, second) = if top { (rim, rim - 1) } else { (rim - 1, rim) };
                self.indices.extend([center, first, second]);
            }
        }
    }

    /// Number of vertices so far.
    fn count(&self) -> u32 {
        self.positions.len() as u32
    }

    /// Joins vertex `at` of a row with the vertex `step` before it and the row above, as two triangles.
    fn square(&mut self, above: u32, row: u32, at: u32, step: u32) {
        let before = at - step;
        self.indices.extend([above + before, above + at, row + before]);
        self.indices.extend([above + at, row + at, row + before]);
    }

    /// Turns the inside out, as the engine's `flip_faces` does.
    pub fn flip_faces(&mut self) {
        for normal in &mut self.normals {
            *normal = normal.map(|part| -part);
        }
        for triangle in self.indices.chunks_exact_mut(3) {
            triangle.swap(0, 1);
        }
    }

    /// Makes normals, tangents and weights those that the engine's buffers can hold.
    pub fn round_as_stored(&mut self) {
        for exact in &mut self.normals {
            *exact = direction::stored_normal(*exact);
        }
        for exact in &mut self.tangents {
            *exact = direction::stored_tangent(*exact);
        }
        // Weights are cut to steps of 65535.
        for weight in self.weights.as_flattened_mut() {
            *weight = (*weight * 65535.0).trunc() / 65535.0;
        }
    }

    /// The surface of the neutral scene: the same vertices, triangles counter-clockwise.
    #[must_use]
    pub fn into_surface(self) -> Surface {
        let mut indices = self.indices;
        if self.topology == Topology::Triangles {
            if indices.is_empty() {
                indices = (0..self.positions.len() as u32).collect();
            }
            for triangle in indices.chunks_exact_mut(3) {
                triangle.swap(1, 2);
            }
        }
        Surface {
            positions: self.positions,
            normals: self.normals,
            tangents: self.tangents,
            uvs: self.uvs,
            uvs2: self.uvs2,
            weights: Weights {
                per_vertex: if self.bones.is_empty() { 0 } else { 4 },
                joints: self.bones.into_flattened(),
                weights: self.weights.into_flattened(),
            },
            topology: self.topology,
            indices,
            ..Surface::default()
        }
    }
}

/// Unit length; zero stays zero.
fn normalized([x, y, z]: [f32; 3]) -> [f32; 3] {
    let length = (x * x + y * y + z * z).sqrt();
    if length == 0.0 { [0.0; 3] } else { [x / length, y / length, z / length] }
}

/// Sine and cosine of an angle that is `share` of `whole`, reckoned in double precision as in the engine:
/// normals are stored so finely that the last digit shows.
fn sin_cos(share: f32, whole: f64) -> (f32, f32) {
    let (sine, cosine) = (f64::from(share) * whole).sin_cos();
    (sine as f32, cosine as f32)
}

/// Sine and cosine of a share of the full turn. The end is exactly the beginning, as in the engine, so
/// that seams close.
fn around(at: u32, segments: u32) -> (f32, f32) {
    if at == segments {
        return (0.0, 1.0);
    }
    sin_cos(at as f32 / segments as f32, std::f64::consts::TAU)
}

#[cfg(test)]
mod tests {
    use super::{BoxMesh, Raw};

    fn area_points_along_normals(raw: &Raw) -> bool {
        let surface = raw.clone().into_surface();
        surface.indices.chunks_exact(3).all(|triangle| {
            let at = |corner: usize| glam::Vec3::from_array(surface.positions[triangle[corner] as usize]);
            let area = (at(1) - at(0)).cross(at(2) - at(0));
            area.dot(glam::Vec3::from_array(surface.normals[triangle[0] as usize])) > 0.0
        })
    }

    #[test]
    fn triangles_face_their_normals_also_inside_out() {
        let mut raw = BoxMesh::default().build();
        assert!(area_points_along_normals(&raw));
        raw.flip_faces();
        assert!(area_points_along_normals(&raw));
    }
}
