//! The primitive meshes, vertex for vertex as the engine builds them.
//!
//! The builders keep the engine's order and its rule that the front of a triangle is clockwise;
//! [`Raw::into_surface`] turns the triangles round for the neutral scene. Numbers are added up in `f32` in
//! the engine's order, so positions agree to the last digits.

mod boxes;
mod capsule;
mod cylinder;
mod flat;
mod sphere;
mod torus;

use proscenio_scene::Surface;

pub use boxes::{BoxMesh, PrismMesh};
pub use capsule::{CapsuleMesh, LyingCapsuleMesh};
pub use cylinder::CylinderMesh;
pub use flat::{Facing, OldQuadMesh, PlaneMesh};
pub use sphere::SphereMesh;
pub use torus::TorusMesh;

/// Vertices in the engine's order. All lists but the indices are equally long.
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

    /// The surface of the neutral scene: the same vertices, triangles counter-clockwise.
    #[must_use]
    pub fn into_surface(self) -> Surface {
        let mut indices = self.indices;
        if indices.is_empty() {
            indices = (0..self.positions.len() as u32).collect();
        }
        for triangle in indices.chunks_exact_mut(3) {
            triangle.swap(1, 2);
        }
        Surface {
            positions: self.positions,
            normals: self.normals,
            tangents: self.tangents,
            uvs: self.uvs,
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

/// Sine and cosine of a share of the full turn. The end is exactly the beginning, as in the engine, so
/// that seams close.
fn around(at: u32, segments: u32) -> (f32, f32) {
    if at == segments {
        return (0.0, 1.0);
    }
    (at as f32 / segments as f32 * std::f32::consts::TAU).sin_cos()
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
#[cfg(test)]
mod facts_tmp {
    use super::*;
    #[test]
    fn facts() {
        for (file, list) in [("p01_primitives", vec![
            ("BoxMesh", BoxMesh::default().build()),
            ("SphereMesh", SphereMesh::default().build()),
            ("CylinderMesh", CylinderMesh::default().build()),
            ("CapsuleMesh", CapsuleMesh::default().build()),
            ("PrismMesh", PrismMesh::default().build()),
            ("TorusMesh", TorusMesh::default().build()),
            ("PlaneMesh", PlaneMesh::PLANE.build()),
            ("QuadMesh", PlaneMesh::QUAD.build()),
        ]), ("p12_primitive_options", vec![
            ("BoxSub", BoxMesh{size:[2.,1.,0.5],subdivide:[2,1,3]}.build()),
            ("SphereFlat", SphereMesh{radius:0.7,radial_segments:12,rings:5,..Default::default()}.build()),
            ("Hemisphere", SphereMesh{radial_segments:10,rings:4,is_hemisphere:true,..Default::default()}.build()),
            ("Cone", CylinderMesh{top_radius:0.2,bottom_radius:0.6,height:1.5,radial_segments:9,rings:2,..Default::default()}.build()),
            ("CylinderOpen", CylinderMesh{radial_segments:8,rings:0,cap_top:false,..Default::default()}.build()),
            ("ConeTip", CylinderMesh{radial_segments:8,rings:1,top_radius:0.,..Default::default()}.build()),
            ("Capsule", CapsuleMesh{radius:0.3,height:1.4,radial_segments:10,rings:3}.build()),
            ("Prism", PrismMesh{left_to_right:0.2,size:[1.,2.,1.],subdivide:[1,2,1]}.build()),
            ("Torus", TorusMesh{inner_radius:0.3,outer_radius:0.9,rings:7,ring_segments:5}.build()),
            ("PlaneX", PlaneMesh{size:[3.,2.],subdivide:[2,1],facing:Facing::X,..PlaneMesh::PLANE}.build()),
            ("PlaneYOffset", PlaneMesh{center_offset:[0.5,0.,0.],..PlaneMesh::PLANE}.build()),
            ("Quad", PlaneMesh{size:[2.,1.],center_offset:[0.,0.5,0.],..PlaneMesh::QUAD}.build()),
        ])] {
            let v: serde_json::Value = serde_json::from_slice(&std::fs::read(format!("/work/shared/corpus/probes/facts/{file}.json")).unwrap()).unwrap();
            for (name, raw) in list {
                let n = v["nodes"].as_array().unwrap().iter().find(|n| n["path"]==name).unwrap();
                let s = &n["surfaces"][0];
                let cmp = |key: &str, ours: Vec<Vec<f32>>| {
                    let t: Vec<f64> = match &s[key] { serde_json::Value::Array(a) => a.iter().flat_map(|x| match x { serde_json::Value::Array(b) => b.iter().map(|y| y.as_f64().unwrap()).collect(), y => vec![y.as_f64().unwrap()]}).collect::<Vec<_>>(), _ => vec![] };
                    let o: Vec<f32> = ours.concat();
                    let bad = t.iter().zip(&o).enumerate().filter(|(_, (a,b))| (**a - **b as f64).abs() > 1e-5).map(|(i,(a,b))|(i,*a,*b)).take(4).collect::<Vec<_>>();
                    if t.len()!=o.len() || !bad.is_empty() { println!("{name} {key}: {} vs {} {:?}", t.len(), o.len(), bad); }
                };
                cmp("vertices", raw.positions.iter().map(|p| p.to_vec()).collect());
                cmp("normals", raw.normals.iter().map(|p| p.to_vec()).collect());
                cmp("uv", raw.uvs.iter().map(|p| p.to_vec()).collect());
                cmp("tangents", raw.tangents.iter().map(|p| p.to_vec()).collect());
                cmp("indices", vec![raw.indices.iter().map(|p| *p as f32).collect()]);
            }
        }
    }
}
