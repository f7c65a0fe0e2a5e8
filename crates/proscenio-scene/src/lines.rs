//! Meshes as lines: their edges, their normals, the boxes around them.

use glam::{Affine3A, Vec3};

use crate::scene::corners;
use crate::{
    Component, Cull, Material, MaterialId, Mesh, MeshId, MeshInstance, Morph, Node, NodeId, Placement, Rgba,
    Scene, ShadingRule, Surface, Topology, Weights,
};

/// What is shown of meshes by lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshLines {
    /// The edges of all triangles, each once, instead of their faces.
    pub wireframe: bool,
    /// A line along each normal, a thirtieth of the mesh's diagonal long, coloured by where it points: red, green and
    /// blue rise with X, Y and Z, grey stands for 0. Of surfaces with normals of their own.
    pub normals: bool,
    /// A box around each visible mesh, its sides along the world's axes. Bones and other shapes do not count.
    pub bounds: bool,
}

/// How long the line along a normal is, as a share of the mesh's diagonal.
const NORMAL_LENGTH: f32 = 1.0 / 30.0;
/// Stored colours.
const EDGE: [f32; 4] = [0.85, 0.85, 0.85, 1.0];
const BOX: [f32; 4] = [1.0, 0.8, 0.1, 1.0];

impl Scene {
    /// Shows meshes by lines. Skins and other shapes bend edges and normals as they bend the surfaces; boxes are added
    /// below the root. Takes time in proportion to the triangles, n log n for edges.
    pub fn show_lines(&mut self, lines: MeshLines) {
        let boxes = lines.bounds.then(|| self.boxes());
        let meshes: Vec<MeshId> = self.meshes.iter().map(|(id, _)| id).collect();
        if lines.normals {
            let material = self.materials.add(line_material("normals", Rgba::WHITE, true));
            meshes.iter().for_each(|id| add_normals(&mut self.meshes[*id], material));
        }
        if lines.wireframe {
            let material = self.materials.add(line_material("wireframe", Rgba::from_stored(EDGE), false));
            for id in meshes {
                self.meshes[id].surfaces.iter_mut().for_each(|surface| edges(surface, material));
            }
            let nodes: Vec<NodeId> = self.nodes.iter().map(|(id, _)| id).collect();
            for id in nodes {
                for component in &mut self.nodes[id].components {
                    if let Component::Mesh(instance) = component {
                        instance.materials.clear();
                    }
                }
            }
        }
        if let Some(surface) = boxes.filter(|surface| !surface.positions.is_empty()) {
            let material = self.materials.add(line_material("bounds", Rgba::from_stored(BOX), false));
            let surface = Surface { material: Some(material), ..surface };
            let mesh = Mesh { name: "bounds".to_owned(), surfaces: vec![surface], ..Mesh::default() };
            let instance = MeshInstance { cast_shadow: false, ..MeshInstance::new(self.meshes.add(mesh)) };
            let node = Node {
                placement: Placement::space(Affine3A::IDENTITY),
                top_level: true,
                components: vec![Component::Mesh(instance)],
                ..Node::new("bounds")
            };
            self.add_child(self.root, node);
        }
    }

    /// The edges of the boxes around all visible meshes, in the world.
    fn boxes(&self) -> Surface {
        let world = self.world_placements();
        let mut surface = Surface { topology: Topology::Lines, ..Surface::default() };
        for (id, node) in self.nodes.iter().filter(|(id, _)| world.visible(*id)) {
            for component in &node.components {
                let Component::Mesh(instance) = component else { continue };
                let Some(mesh) = self.meshes.get(instance.mesh).filter(|_| instance.visible) else {
                    continue;
                };
                let placed = instance.placed(world.space(id));
                let points = mesh
                    .surfaces
                    .iter()
                    .filter_map(Surface::bounds)
                    .flat_map(|(low, high)| corners(low, high))
                    .map(|corner| placed.transform_point3(corner))
                    .filter(|point| point.is_finite());
                let around = points
                    .map(|point| (point, point))
                    .reduce(|(low, high), (point, _)| (low.min(point), high.max(point)));
                if let Some((low, high)) = around {
                    add_box(&mut surface, low, high);
                }
            }
        }
        surface
    }
}

/// What lines are drawn with: its colour as it is, whatever light there is.
fn line_material(name: &str, color: Rgba, by_vertex: bool) -> Material {
    Material {
        name: name.to_owned(),
        shading: ShadingRule::StoredUnlit,
        base_color: color,
        vertex_colors: by_vertex,
        cull: Cull::None,
        ..Material::default()
    }
}

/// Makes triangles the lines around them.
fn edges(surface: &mut Surface, material: MaterialId) {
    if surface.topology != Topology::Triangles {
        return;
    }
    let triangles = surface.indices_or_implied();
    let mut edges: Vec<(u32, u32)> = triangles
        .chunks_exact(3)
        .flat_map(|corners| [(corners[0], corners[1]), (corners[1], corners[2]), (corners[2], corners[0])])
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    surface.indices = edges.into_iter().flat_map(|(a, b)| [a, b]).collect();
    if surface.indices.is_empty() {
        // Without indices the corners themselves would be lines.
        *surface = Surface::default();
    }
    (surface.topology, surface.material) = (Topology::Lines, Some(material));
    surface.lods.clear();
}

/// Adds a surface of lines along the normals of the others.
fn add_normals(mesh: &mut Mesh, material: MaterialId) {
    let diagonal = mesh.box_of_all().map_or(0.0, |(_, size)| size.length());
    if !(diagonal.is_finite() && diagonal > 0.0) {
        return;
    }
    let with_normals = |surface: &&Surface| {
        surface.topology == Topology::Triangles && surface.is_sound() && !surface.normals.is_empty()
    };
    let made: Vec<Surface> = mesh
        .surfaces
        .iter()
        .filter(with_normals)
        .map(|surface| normals(surface, diagonal * NORMAL_LENGTH, material))
        .collect();
    mesh.surfaces.extend(made);
}

fn normals(surface: &Surface, length: f32, material: MaterialId) -> Surface {
    let ends = surface.positions.iter().zip(&surface.normals).flat_map(|(position, normal)| {
        let end = Vec3::from_array(*position) + Vec3::from_array(*normal) * length;
        [*position, end.to_array()]
    });
    let colors = surface.normals.iter().flat_map(|normal| {
        let [r, g, b] = normal.map(|axis| (axis * 0.5 + 0.5).clamp(0.0, 1.0));
        [Rgba::from_stored([r, g, b, 1.0]).to_linear(); 2]
    });
    let twice = |list: &[[f32; 3]]| list.iter().flat_map(|item| [*item; 2]).collect::<Vec<_>>();
    let per_vertex = usize::from(surface.weights.per_vertex).max(1);
    let weights = Weights {
        per_vertex: surface.weights.per_vertex,
        joints: surface.weights.joints.chunks(per_vertex).flat_map(|joints| joints.repeat(2)).collect(),
        weights: surface.weights.weights.chunks(per_vertex).flat_map(|weights| weights.repeat(2)).collect(),
    };
    let morphs =
        surface.morphs.iter().map(|morph| Morph { positions: twice(&morph.positions), ..Morph::default() });
    Surface {
        topology: Topology::Lines,
        positions: ends.collect(),
        colors: colors.collect(),
        weights,
        morphs: morphs.collect(),
        material: Some(material),
        ..Surface::default()
    }
}

/// Adds the twelve edges of a box.
fn add_box(surface: &mut Surface, low: Vec3, high: Vec3) {
    let first = surface.positions.len() as u32;
    surface.positions.extend(corners(low, high).map(|corner| corner.to_array()));
    for corner in 0..8_u32 {
        for bit in (0..3).filter(|bit| corner >> bit & 1 == 0) {
            surface.indices.extend([first + corner, first + (corner | 1 << bit)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MeshLines;
    use crate::{Component, Mesh, MeshInstance, Node, Placement, Scene, Surface, Topology, Weights};
    use glam::{Affine3A, Vec3};

    /// A square of two triangles, turned by 45° and moved.
    fn scene() -> Scene {
        let mut scene = Scene::new("s", Node::new("root"));
        let surface = Surface {
            positions: vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]],
            normals: vec![[0.0, 0.0, 1.0]; 4],
            weights: Weights { per_vertex: 1, joints: vec![0, 1, 2, 3], weights: vec![1.0; 4] },
            indices: vec![0, 1, 2, 0, 2, 3],
            ..Surface::default()
        };
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        let turned = Affine3A::from_translation(Vec3::X * 5.0)
            * Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_4);
        let node = Node {
            placement: Placement::space(turned),
            components: vec![Component::Mesh(MeshInstance::new(mesh))],
            ..Node::new("square")
        };
        scene.add_child(scene.root, node);
        scene
    }

    #[test]
    fn edges_stand_once_each() {
        let mut scene = scene();
        scene.show_lines(MeshLines { wireframe: true, ..MeshLines::default() });
        let (_, mesh) = scene.meshes.iter().next().unwrap();
        let surface = &mesh.surfaces[0];
        assert_eq!(surface.topology, Topology::Lines);
        assert_eq!(surface.indices, [0, 1, 0, 2, 0, 3, 1, 2, 2, 3]);
        assert!(surface.is_sound());
    }

    #[test]
    fn normals_are_lines_that_bend_with_their_vertices() {
        let mut scene = scene();
        scene.show_lines(MeshLines { normals: true, ..MeshLines::default() });
        let (_, mesh) = scene.meshes.iter().next().unwrap();
        let [faces, lines] = &mesh.surfaces[..] else { panic!() };
        assert_eq!((faces.topology, lines.topology), (Topology::Triangles, Topology::Lines));
        assert!(lines.is_sound());
        assert_eq!(lines.weights.joints, [0, 0, 1, 1, 2, 2, 3, 3]);
        let length = 8.0_f32.sqrt() / 30.0;
        assert_eq!(lines.positions[..2], [[-1.0, -1.0, 0.0], [-1.0, -1.0, length]]);
    }

    #[test]
    fn boxes_stand_along_the_axes_of_the_world() {
        let mut scene = scene();
        scene.show_lines(MeshLines { bounds: true, ..MeshLines::default() });
        let (_, mesh) = scene.meshes.iter().last().unwrap();
        let (low, high) = mesh.surfaces[0].bounds().unwrap();
        let half = 2.0_f32.sqrt();
        assert!(low.abs_diff_eq(Vec3::new(5.0 - half, -half, 0.0), 1e-5), "{low}");
        assert!(high.abs_diff_eq(Vec3::new(5.0 + half, half, 0.0), 1e-5), "{high}");
        assert_eq!(mesh.surfaces[0].indices.len(), 24);
        // A scene without meshes has no box.
        let mut empty = Scene::new("s", Node::new("root"));
        empty.show_lines(MeshLines { bounds: true, wireframe: true, normals: true });
        assert_eq!(empty.nodes.len(), 1);
    }
}
