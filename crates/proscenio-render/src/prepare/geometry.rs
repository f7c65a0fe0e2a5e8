//! Normals and tangents of meshes that come without.

use proscenio_scene::glam::{Vec2, Vec3};

use super::meshes::Vertex;

/// The mean of the normals of the triangles around each vertex, larger triangles counting more.
pub(crate) fn normals(positions: &[[f32; 3]], indices: &[u32]) -> Vec<[f32; 3]> {
    let mut sums = vec![Vec3::ZERO; positions.len()];
    for corner in indices.chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|i| Vec3::from_array(positions[corner[i] as usize]));
        let normal = (b - a).cross(c - a);
        for index in corner {
            sums[*index as usize] += normal;
        }
    }
    sums.into_iter().map(|sum| sum.try_normalize().unwrap_or(Vec3::Z).to_array()).collect()
}

/// Fills in the direction in which the first texture coordinate grows, from the triangles around each
/// vertex; the sign says on which side the second grows upwards in the picture.
pub(crate) fn add_tangents(vertices: &mut [Vertex], indices: &[u32]) {
    let mut sums = vec![(Vec3::ZERO, Vec3::ZERO); vertices.len()];
    for corner in indices.chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|i| &vertices[corner[i] as usize]);
        let edge = |to: &Vertex| Vec3::from_array(to.position) - Vec3::from_array(a.position);
        let way = |to: &Vertex| Vec2::new(to.uv[0] - a.uv[0], to.uv[1] - a.uv[1]);
        let ((e1, e2), (w1, w2)) = ((edge(b), edge(c)), (way(b), way(c)));
        let area = w1.perp_dot(w2);
        if area.abs() < 1e-20 || !area.is_finite() {
            continue;
        }
        let along_u = (e1 * w2.y - e2 * w1.y) / area;
        let along_v = (e2 * w1.x - e1 * w2.x) / area;
        for index in corner {
            let (u, v) = &mut sums[*index as usize];
            (*u, *v) = (*u + along_u, *v + along_v);
        }
    }
    for (vertex, (along_u, along_v)) in vertices.iter_mut().zip(sums) {
        let normal = Vec3::from_array(vertex.normal);
        let straight = along_u - normal * normal.dot(along_u);
        let tangent = straight.try_normalize().unwrap_or_else(|| normal.any_orthogonal_vector());
        // Texture coordinates grow downwards, normal maps are painted with +Y up.
        let up = -along_v;
        let sign = if normal.cross(tangent).dot(up) < 0.0 { -1.0 } else { 1.0 };
        vertex.tangent = tangent.extend(sign).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quad(mirrored: bool) -> Vec<Vertex> {
        let corner = |x: f32, y: f32| Vertex {
            position: [x, y, 0.0],
            normal: [0.0, 0.0, 1.0],
            uv: [if mirrored { 1.0 - x } else { x }, 1.0 - y, 0.0, 0.0],
            ..Vertex::default()
        };
        vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)]
    }

    #[test]
    fn tangents_follow_the_picture() {
        for (mirrored, tangent) in [(false, [1.0, 0.0, 0.0, 1.0]), (true, [-1.0, 0.0, 0.0, -1.0])] {
            let mut vertices = quad(mirrored);
            add_tangents(&mut vertices, &[0, 1, 2, 0, 2, 3]);
            assert!(vertices.iter().all(|vertex| vertex.tangent == tangent), "{vertices:?}");
        }
    }

    #[test]
    fn without_texture_coordinates_any_tangent_will_do() {
        let mut vertices = quad(false);
        vertices.iter_mut().for_each(|vertex| vertex.uv = [0.0; 4]);
        add_tangents(&mut vertices, &[0, 1, 2]);
        assert!(vertices.iter().all(|v| Vec3::from_slice(&v.tangent[..3]).is_normalized()));
    }

    #[test]
    fn normals_point_out_of_the_front() {
        let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [9.0, 9.0, 9.0]];
        assert_eq!(normals(&positions, &[0, 1, 2])[..3], [[0.0, 0.0, 1.0]; 3]);
    }
}
