//! `ArrayMesh` and `ImporterMesh`: surfaces that were packed by the engine or written by an exporter.

use glam::Vec3;
use proscenio_godot::Value;
use proscenio_godot::content::Problems;
use proscenio_godot::content::mesh::{self, Primitive};
use proscenio_scene::{Lod, Mesh, Morph, Surface, Topology, VertexNumbers, Weights};

use super::Importer;
use super::files::Place;
use super::props::Props;

/// Surfaces of one mesh in Godot 3; the engine itself has no more than 256.
const MOST_SURFACES: usize = 4096;

impl Importer<'_> {
    /// The mesh of an `ArrayMesh` or `ImporterMesh`.
    pub(super) fn array_mesh(&mut self, props: &Props, place: &Place) -> Mesh {
        let names = ["_blend_shape_names", "blend_shape/names"];
        let morphs = names.iter().find_map(|name| props.set(name)?.0.to_strings()).unwrap_or_default();
        let mut mesh = Mesh { morphs, ..Mesh::default() };
        let mode = if props.has("blend_shape_mode") { "blend_shape_mode" } else { "blend_shape/mode" };
        // Godot 3 writes both into binary files.
        props.consume(&["blend_shape_mode", "blend_shape/mode"]);
        // 0 keeps whole shapes, 1 differences; without a word the engine takes differences.
        let whole = props.set(mode).is_some_and(|(value, _)| value.as_i64() == Some(0));
        let surfaces = if props.class() == "ImporterMesh" {
            self.importer_surfaces(props, place, &mut mesh)
        } else {
            self.packed_surfaces(props, place)
        };
        mesh.bounds =
            surfaces.iter().filter_map(|surface| surface.aabb).map(corners).reduce(around).map(size_of);
        for surface in surfaces {
            let material = surface.material.clone();
            let mut lowered = lower(surface, whole);
            if let Some(reference) = material {
                let value = Value::Reference(Box::new(reference));
                lowered.material = self.material_of(place, &value);
            }
            mesh.surfaces.push(lowered);
        }
        mesh
    }

    fn packed_surfaces(&mut self, props: &Props, place: &Place) -> Vec<mesh::Surface> {
        if let Some((Value::Array(surfaces), _)) = props.set("_surfaces") {
            return surfaces
                .into_iter()
                .map(|surface| self.told(mesh::decode_4(surface), place, "_surfaces"))
                .collect();
        }
        let mut surfaces = Vec::new();
        while surfaces.len() < MOST_SURFACES {
            let name = format!("surfaces/{}", surfaces.len());
            let Some((value, _)) = props.set(&name) else { break };
            surfaces.push(self.told(mesh::decode_3(value), place, &name));
        }
        surfaces
    }

    fn importer_surfaces(&mut self, props: &Props, place: &Place, mesh: &mut Mesh) -> Vec<mesh::Surface> {
        let Some((Value::Dictionary(data), _)) = props.set("_data") else { return Vec::new() };
        let mut surfaces = Vec::new();
        for (key, value) in data {
            match key.as_str() {
                Some("blend_shape_names") => mesh.morphs = value.to_strings().unwrap_or_default(),
                Some("surfaces") => {
                    let Value::Array(list) = value else { continue };
                    let decoded = list.into_iter().map(mesh::decode_arrays);
                    surfaces = decoded.map(|both| self.told(both, place, "_data")).collect();
                }
                _ => {}
            }
        }
        surfaces
    }

    fn told(&mut self, decoded: (mesh::Surface, Problems), place: &Place, property: &str) -> mesh::Surface {
        self.tell_problems(place, property, decoded.1);
        decoded.0
    }
}

/// Lower and upper corner of an engine's box.
fn corners([x, y, z, width, height, depth]: [f32; 6]) -> (Vec3, Vec3) {
    let low = Vec3::new(x, y, z);
    (low, low + Vec3::new(width, height, depth))
}

fn around(one: (Vec3, Vec3), other: (Vec3, Vec3)) -> (Vec3, Vec3) {
    (one.0.min(other.0), one.1.max(other.1))
}

fn size_of((low, high): (Vec3, Vec3)) -> (Vec3, Vec3) {
    (low, high - low)
}

/// The engine's surface as the neutral scene has it: triangles turned round, strips taken apart, shapes as
/// differences.
fn lower(mut surface: mesh::Surface, whole: bool) -> Surface {
    let triangles = surface.take_triangles().map(|mut corners| {
        turn_round(&mut corners);
        corners
    });
    let (topology, indices) = match (surface.primitive, triangles) {
        (_, Some(triangles)) => (Topology::Triangles, triangles),
        (Primitive::Points, _) => (Topology::Points, surface.indices),
        (Primitive::Lines, _) => (Topology::Lines, surface.indices),
        (Primitive::LineLoop, _) => {
            let mut around = surface.indices;
            if around.is_empty() {
                around = (0..surface.positions.len() as u32).collect();
            }
            around.extend(around.first().copied());
            (Topology::LineStrip, around)
        }
        _ => (Topology::LineStrip, surface.indices),
    };
    let shapes = surface.blend_shapes.into_iter().map(|shape| {
        let base = |list: &[[f32; 3]]| if whole { list.to_vec() } else { Vec::new() };
        let tangents = |list: &[[f32; 4]]| list.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect::<Vec<_>>();
        Morph {
            positions: difference(shape.positions, &base(&surface.positions)),
            normals: difference(shape.normals, &base(&surface.normals)),
            tangents: difference(tangents(&shape.tangents), &base(&tangents(&surface.tangents))),
        }
    });
    let lods = surface.lods.into_iter().map(|lod| {
        let mut indices = lod.indices;
        if topology == Topology::Triangles {
            turn_round(&mut indices);
        }
        Lod { edge_length: lod.edge_length as f32, indices }
    });
    let custom = surface.custom.into_iter().enumerate().filter_map(|(channel, custom)| {
        let custom = custom?;
        let components = custom.format.components() as u8;
        Some(VertexNumbers { name: format!("CUSTOM{channel}"), components, values: custom.values })
    });
    Surface {
        topology,
        morphs: shapes.collect(),
        lods: lods.collect(),
        custom: custom.collect(),
        weights: Weights {
            per_vertex: surface.bones_per_vertex,
            joints: surface.bones,
            weights: surface.weights,
        },
        positions: surface.positions,
        normals: surface.normals,
        tangents: surface.tangents,
        uvs: surface.uvs,
        uvs2: surface.uvs2,
        uvs3: Vec::new(),
        colors: surface.colors,
        indices,
        material: None,
    }
}

/// The engine's front is clockwise, the scene's is not.
fn turn_round(corners: &mut [u32]) {
    for triangle in corners.chunks_exact_mut(3) {
        triangle.swap(1, 2);
    }
}

fn difference(mut shape: Vec<[f32; 3]>, base: &[[f32; 3]]) -> Vec<[f32; 3]> {
    for (point, base) in shape.iter_mut().zip(base) {
        *point = std::array::from_fn(|axis| point[axis] - base[axis]);
    }
    shape
}
