//! Surfaces as lists of vectors, one list for each attribute.

use super::super::{Fields, Problems};
use super::{BlendShape, Custom, CustomFormat, Lod, Primitive, Surface};
use crate::Value;

/// A surface of an `ImporterMesh`: `primitive`, `arrays`, `blend_shapes`, `lods`, `material`, `name`, `flags`.
#[must_use]
pub fn decode_arrays(surface: Value) -> (Surface, Problems) {
    let mut problems = Problems::new();
    let Some(mut fields) = Fields::of(surface) else {
        problems.push("a surface is no dictionary".to_owned());
        return (Surface::default(), problems);
    };
    let flags = fields.take("flags").and_then(|flags| flags.as_i64()).unwrap_or_default() as u64;
    let lists = fields.take("arrays").map(items).unwrap_or_default();
    let mut surface = lists_of_4(lists, flags, &mut problems);
    for shape in fields.take("blend_shapes").map(items).unwrap_or_default() {
        surface.blend_shapes.push(shape_of(items(shape), &mut problems));
    }
    let lods = fields.take("lods");
    for (length, indices) in lods.as_ref().and_then(Value::as_dictionary).unwrap_or_default() {
        let edge_length = length.as_f64().unwrap_or_default();
        let indices = wholes("indices of a level of detail", indices.clone(), &mut problems);
        surface.lods.push(Lod { edge_length, indices });
    }
    let number = fields.take("primitive").and_then(|number| number.as_i64()).unwrap_or(3);
    surface.primitive = Primitive::of_4(number).unwrap_or_default();
    surface.name = fields.take("name").and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
    surface.material = fields.take("material").and_then(|value| value.as_reference().cloned());
    surface.rest = fields.rest();
    surface.make_sound(&mut problems);
    (surface, problems)
}

/// Positions, normals, tangents, colours, two texture coordinates, four custom channels, bones, weights,
/// indices.
fn lists_of_4(lists: Vec<Value>, flags: u64, problems: &mut Problems) -> Surface {
    let mut lists = lists.into_iter();
    let mut next = || lists.next().unwrap_or(Value::Null);
    let mut surface = Surface::default();
    basics(&mut surface, &mut next, problems);
    for channel in 0..4 {
        let format = CustomFormat::of_bits(flags >> (super::four::bits::CUSTOM_SHIFT + 3 * channel as u32));
        let values = match next() {
            Value::PackedFloat32Array(values) => values,
            Value::PackedByteArray(bytes) if format == CustomFormat::Rgba8Unorm => {
                bytes.into_iter().map(|byte| f32::from(byte) / 255.0).collect()
            }
            Value::PackedByteArray(bytes) if format == CustomFormat::Rgba8Snorm => {
                bytes.into_iter().map(|byte| (f32::from(byte as i8) / 127.0).max(-1.0)).collect()
            }
            Value::PackedByteArray(bytes) => bytes
                .as_chunks::<2>()
                .0
                .iter()
                .map(|pair| super::half::to_f32(u16::from_le_bytes(*pair)))
                .collect(),
            _ => continue,
        };
        surface.custom[channel] = Some(Custom { format, values });
    }
    skin(&mut surface, next(), next(), problems);
    surface.indices = wholes("indices", next(), problems);
    surface
}

/// Lists of Godot 3, and the shapes beside them: as above without custom channels.
pub(super) fn old(lists: Value, shapes: Option<Value>, problems: &mut Problems) -> Surface {
    let mut lists = items(lists).into_iter();
    let mut next = || lists.next().unwrap_or(Value::Null);
    let mut surface = Surface::default();
    basics(&mut surface, &mut next, problems);
    skin(&mut surface, next(), next(), problems);
    surface.indices = wholes("indices", next(), problems);
    for shape in shapes.map(items).unwrap_or_default() {
        surface.blend_shapes.push(shape_of(items(shape), problems));
    }
    surface
}

fn items(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        Value::TypedArray(typed) => typed.items,
        _ => Vec::new(),
    }
}

fn basics(surface: &mut Surface, next: &mut impl FnMut() -> Value, problems: &mut Problems) {
    (surface.positions, surface.flat) = match next() {
        Value::PackedVector3Array(list) => (list, false),
        Value::PackedVector2Array(list) => (list.into_iter().map(|[x, y]| [x, y, 0.0]).collect(), true),
        other => (empty("positions", &other, problems), false),
    };
    surface.normals = match next() {
        Value::PackedVector3Array(list) => list,
        other => empty("normals", &other, problems),
    };
    surface.tangents = match next() {
        Value::PackedFloat32Array(list) => list.as_chunks().0.to_vec(),
        Value::PackedFloat64Array(list) => {
            list.as_chunks().0.iter().map(|four: &[f64; 4]| four.map(|part| part as f32)).collect()
        }
        other => empty("tangents", &other, problems),
    };
    surface.colors = match next() {
        Value::PackedColorArray(list) => list,
        other => empty("colours", &other, problems),
    };
    for list in [&mut surface.uvs, &mut surface.uvs2] {
        *list = match next() {
            Value::PackedVector2Array(list) => list,
            other => empty("texture coordinates", &other, problems),
        };
    }
}

fn shape_of(lists: Vec<Value>, problems: &mut Problems) -> BlendShape {
    let mut lists = lists.into_iter();
    let mut one = Surface::default();
    basics(&mut one, &mut || lists.next().unwrap_or(Value::Null), problems);
    BlendShape { positions: one.positions, normals: one.normals, tangents: one.tangents }
}

fn skin(surface: &mut Surface, bones: Value, weights: Value, problems: &mut Problems) {
    surface.bones = match bones {
        Value::PackedInt32Array(list) => list.into_iter().map(|bone| bone.clamp(0, 65535) as u16).collect(),
        Value::PackedFloat32Array(list) => list.into_iter().map(|bone| bone as u16).collect(),
        other => empty("bones", &other, problems),
    };
    surface.weights = match weights {
        Value::PackedFloat32Array(list) => list,
        other => empty("weights", &other, problems),
    };
    let vertices = surface.positions.len();
    let eight = vertices > 0 && surface.bones.len() == vertices * 8;
    surface.bones_per_vertex = if eight { 8 } else { 4 };
}

fn wholes(what: &str, value: Value, problems: &mut Problems) -> Vec<u32> {
    match value {
        Value::PackedInt32Array(list) => list.into_iter().map(|index| index as u32).collect(),
        other => empty(what, &other, problems),
    }
}

/// Nothing; `null` and empty lists say so themselves.
fn empty<T>(what: &str, value: &Value, problems: &mut Problems) -> Vec<T> {
    if *value != Value::Null && value.as_array().is_none_or(|items| !items.is_empty()) {
        problems.push(format!("the {what} have the wrong type; left out"));
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::super::decode_3;
    use super::decode_arrays;
    use crate::value::decode;

    #[test]
    fn lists_of_godot_3_with_a_shape() {
        let text = "{ \"primitive\": 4, \"arrays\": [ Vector3Array(0, 0, 0, 1, 0, 0, 0, 1, 0), null,\n\
                    FloatArray(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1), null, null, null,\n\
                    IntArray(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3),\n\
                    FloatArray(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), IntArray(0, 1, 2) ],\n\
                    \"morph_arrays\": [ [ Vector3Array(0, 0, 1, 0, 0, 1, 0, 0, 1), null, null, null, null, null,\n\
                    null, null, null ] ] }";
        let (surface, problems) = decode_3(decode(text.as_bytes()).value);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!((surface.bones_per_vertex, surface.tangents[2][3]), (4, -1.0));
        assert_eq!(surface.blend_shapes[0].positions, [[0.0, 0.0, 1.0]; 3]);
    }

    #[test]
    fn an_importer_mesh_with_a_level_of_detail() {
        let text = "{ \"primitive\": 3, \"name\": \"skin\", \"flags\": 0, \"arrays\": [\n\
                    PackedVector3Array(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0), null, null,\n\
                    PackedColorArray(1, 1, 1, 1), null, null, null, null, null, null, null, null,\n\
                    PackedInt32Array(0, 1, 2, 2, 1, 3, 7, 7, 7) ],\n\
                    \"lods\": { 0.5: PackedInt32Array(0, 1, 3) } }";
        let (surface, problems) = decode_arrays(decode(text.as_bytes()).value);
        assert_eq!((surface.indices.len(), surface.lods[0].edge_length), (6, 0.5));
        assert_eq!(surface.colors.len(), 4);
        assert_eq!(problems.len(), 2, "{problems:?}");
    }
}
