//! Meshes of a file as the surfaces of an `ArrayMesh`.

use proscenio_godot::Value;
use proscenio_godot::content::mesh::{BlendShape, Encoding, Primitive, Surface, encode_4};
use proscenio_godot::value::Reference;
use serde_json::Value as Json;

use super::buffers::Buffers;
use super::json::{index, list};

/// A mesh: its surfaces as the engine packs them, and the names of its other shapes.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    pub surfaces: Vec<Value>,
    pub shapes: Vec<String>,
}

/// The surfaces of a mesh, its places times `scale`, with what `material` says of the numbers of materials. What cannot
/// be read is left out.
pub(super) fn pack(
    json: &Json,
    mesh: &Json,
    buffers: &mut Buffers,
    scale: f32,
    material: &dyn Fn(usize) -> Reference,
) -> Packed {
    let known = list(&json["materials"]).len();
    let primitives = list(&mesh["primitives"]);
    let count = primitives.iter().map(|one| list(&one["targets"]).len()).max().unwrap_or(0);
    let shapes: Vec<String> = shape_names(mesh, count.min(MOST_SHAPES));
    let one = |primitive: &Json| {
        let mut surface = surface(json, primitive, buffers, shapes.len(), scale)?;
        surface.material = index(&primitive["material"]).filter(|at| *at < known).map(material);
        surface.aabb = surface.bounds();
        Some(encode_4(&surface, Encoding::Plain))
    };
    Packed { surfaces: primitives.iter().filter_map(one).collect(), shapes }
}

/// Other shapes of a mesh.
const MOST_SHAPES: usize = 4096;

/// The names of a mesh's other shapes.
pub(super) fn shape_names(mesh: &Json, count: usize) -> Vec<String> {
    let names = list(&mesh["extras"]["targetNames"]);
    let name = |at: usize| {
        let own = names.get(at).and_then(Json::as_str);
        own.map_or_else(|| format!("morph_{at}"), |name| name.replace(':', "_"))
    };
    (0..count).map(name).collect()
}

fn surface(
    json: &Json,
    primitive: &Json,
    buffers: &mut Buffers,
    shapes: usize,
    scale: f32,
) -> Option<Surface> {
    let attributes = &primitive["attributes"];
    let mut read = |name: &str| buffers.numbers(json, attributes.get(name)?);
    let positions = scaled(read("POSITION")?.of::<3>()?, scale);
    let count = positions.len();
    let fits = |width: usize, numbers: &Vec<f32>| numbers.len() == width * count;
    let mut surface = Surface {
        normals: read("NORMAL").and_then(|list| list.of::<3>()).unwrap_or_default(),
        tangents: read("TANGENT").and_then(|list| list.of::<4>()).unwrap_or_default(),
        uvs: read("TEXCOORD_0").and_then(|list| list.of::<2>()).unwrap_or_default(),
        uvs2: read("TEXCOORD_1").and_then(|list| list.of::<2>()).unwrap_or_default(),
        colors: match read("COLOR_0") {
            Some(list) if list.width == 3 => {
                list.values.as_chunks::<3>().0.iter().map(|[r, g, b]| [*r, *g, *b, 1.0]).collect()
            }
            list => list.and_then(|list| list.of::<4>()).unwrap_or_default(),
        },
        positions,
        ..Surface::default()
    };
    let (bones, weights) = (read("JOINTS_0"), read("WEIGHTS_0"));
    if let (Some(bones), Some(weights)) = (bones, weights)
        && fits(4, &bones.values)
        && fits(4, &weights.values)
    {
        surface.bones_per_vertex = 4;
        surface.bones = bones.values.iter().map(|bone| *bone as u16).collect();
        surface.weights = weights.values;
    }
    for list in [surface.normals.len(), surface.tangents.len(), surface.colors.len()] {
        if list != 0 && list != count {
            return None;
        }
    }
    if [surface.uvs.len(), surface.uvs2.len()].iter().any(|list| *list != 0 && *list != count) {
        return None;
    }
    if let Some(accessor) = primitive.get("indices") {
        surface.indices = buffers.wholes(json, accessor)?;
        if surface.indices.iter().any(|index| *index as usize >= count) {
            return None;
        }
    }
    wind(&mut surface, index(&primitive["mode"]).unwrap_or(4));
    let targets = list(&primitive["targets"]);
    let numbers = 3 * count + 3 * surface.normals.len() + 4 * surface.tangents.len();
    if !buffers.spend(numbers.saturating_mul(shapes)) {
        return None;
    }
    for at in 0..shapes {
        let shape = shape(json, targets.get(at).unwrap_or(&Json::Null), buffers, &surface, scale);
        surface.blend_shapes.push(shape);
    }
    Some(surface)
}

fn scaled(mut places: Vec<[f32; 3]>, scale: f32) -> Vec<[f32; 3]> {
    if scale != 1.0 {
        places.as_flattened_mut().iter_mut().for_each(|number| *number *= scale);
    }
    places
}

/// Triangles clockwise from the front, strips and fans taken apart.
fn wind(surface: &mut Surface, mode: usize) {
    surface.primitive = match mode {
        0 => Primitive::Points,
        1 => Primitive::Lines,
        2 => Primitive::LineLoop,
        3 => Primitive::LineStrip,
        5 => Primitive::TriangleStrip,
        6 => Primitive::TriangleFan,
        _ => Primitive::Triangles,
    };
    if let Some(mut corners) = surface.take_triangles() {
        for [_, b, c] in corners.as_chunks_mut::<3>().0 {
            std::mem::swap(b, c);
        }
        (surface.indices, surface.primitive) = (corners, Primitive::Triangles);
    }
}

/// Another shape: the vertices themselves, as the engine keeps them.
fn shape(json: &Json, target: &Json, buffers: &mut Buffers, base: &Surface, scale: f32) -> BlendShape {
    let mut ways = |name: &str, count: usize| {
        let ways = target.get(name).and_then(|accessor| buffers.numbers(json, accessor)?.of::<3>());
        ways.filter(|ways| ways.len() == count)
    };
    let moved =
        |own: &[f32; 3], way: &[f32; 3], scale: f32| std::array::from_fn(|at| own[at] + way[at] * scale);
    let mut made = BlendShape {
        positions: base.positions.clone(),
        normals: base.normals.clone(),
        tangents: base.tangents.clone(),
    };
    for (place, way) in made.positions.iter_mut().zip(ways("POSITION", base.positions.len()).iter().flatten())
    {
        *place = moved(place, way, scale);
    }
    for (normal, way) in made.normals.iter_mut().zip(ways("NORMAL", base.normals.len()).iter().flatten()) {
        *normal = moved(normal, way, 1.0);
    }
    for (tangent, way) in made.tangents.iter_mut().zip(ways("TANGENT", base.tangents.len()).iter().flatten())
    {
        (0..3).for_each(|at| tangent[at] += way[at]);
    }
    made
}
