//! Surfaces and their other shapes.

use proscenio_scene::{Mesh, MeshInstance, Surface, Topology};
use serde_json::{Map, Value, json};

use super::Detail;

/// A surface: its counts, and its lists when they are asked for.
pub(super) fn surface(surface: &Surface, detail: Detail) -> Value {
    let mut out = Map::new();
    out.insert("vertex_count".to_owned(), json!(surface.positions.len()));
    out.insert("index_count".to_owned(), json!(surface.indices.len()));
    if !detail.vertices {
        return Value::Object(out);
    }
    let mut indices = surface.indices.clone();
    if surface.topology == Topology::Triangles {
        indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
    }
    let mut set = |name: &str, there: bool, list: Value| {
        out.insert(name.to_owned(), if there { list } else { Value::Null });
    };
    set("vertices", true, json!(surface.positions));
    set("normals", !surface.normals.is_empty(), json!(surface.normals));
    set("uv", !surface.uvs.is_empty(), json!(surface.uvs));
    set("colors", !surface.colors.is_empty(), json!(surface.colors));
    set("indices", !indices.is_empty(), json!(indices));
    set("bones", !surface.weights.is_empty(), json!(surface.weights.joints));
    set("weights", !surface.weights.is_empty(), json!(surface.weights.weights));
    set("tangents", !surface.tangents.is_empty(), json!(surface.tangents.as_flattened()));
    if !surface.uvs2.is_empty() {
        set("uv2", true, json!(surface.uvs2));
    }
    for custom in &surface.custom {
        set(&custom.name.to_lowercase(), true, json!(custom.values));
    }
    Value::Object(out)
}

/// The other shapes of a mesh and how much of each is shown; differences, which the engine numbers 1.
pub(super) fn shapes(instance: &MeshInstance, mesh: &Mesh, detail: Detail, out: &mut Map<String, Value>) {
    if mesh.morphs.is_empty() {
        return;
    }
    let weight = |at: usize| instance.morph_weights.get(at).copied().unwrap_or_default();
    let named = mesh.morphs.iter().enumerate();
    let shown: Vec<Value> = named.map(|(at, name)| json!({ "name": name, "value": weight(at) })).collect();
    out.insert("blend_shapes".to_owned(), json!(shown));
    out.insert("blend_shape_mode".to_owned(), json!(1));
    let surface = mesh.surfaces.first().filter(|_| detail.vertices);
    if let Some(surface) = surface {
        let shape =
            |morph: &proscenio_scene::Morph| json!({ "vertices": morph.positions, "normals": morph.normals });
        let arrays: Vec<Value> = surface.morphs.iter().map(shape).collect();
        out.insert("blend_shape_arrays".to_owned(), json!(arrays));
    }
}
