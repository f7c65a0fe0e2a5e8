//! Surfaces of Godot 3 meshes: lists of numbers in text, packed bytes in what the engine saves.
//!
//! Importing and loading text packs the lists. Here they are packed in the same way, so that both can be
//! compared byte for byte.

use proscenio_godot::Value;

/// What a surface holds besides its vertices.
#[derive(Debug, PartialEq)]
pub struct Surface {
    pub vertices: usize,
    pub indices: Vec<u32>,
    /// The packed vertices, then those of each blend shape.
    pub data: Vec<Vec<u8>>,
    pub primitive: i64,
    pub name: String,
    pub material: Option<Value>,
}

const INDEX: usize = 8;
/// Bits of the format from here on say which lists are packed.
const PACKED: usize = INDEX + 1;
const WIDE_BONES: i64 = 1 << 19;

fn get<'v>(entries: &'v [(Value, Value)], name: &str) -> Option<&'v Value> {
    entries.iter().find(|(key, _)| key.as_str() == Some(name)).map(|(_, value)| value)
}

fn floats(value: &Value) -> Option<Vec<f32>> {
    Some(match value {
        Value::PackedFloat32Array(numbers) => numbers.clone(),
        Value::PackedVector2Array(vectors) => vectors.as_flattened().to_vec(),
        Value::PackedVector3Array(vectors) => vectors.as_flattened().to_vec(),
        Value::PackedColorArray(colors) => colors.as_flattened().to_vec(),
        Value::PackedInt32Array(numbers) => numbers.iter().map(|number| *number as f32).collect(),
        Value::Array(items) => {
            items.iter().map(|item| item.as_f64().map(|n| n as f32)).collect::<Option<_>>()?
        }
        _ => return None,
    })
}

/// A number in 16 bits, its further digits cut off.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = ((bits & 0x8000_0000) >> 16) as u16;
    let exponent = (bits & 0x7F80_0000) as i64;
    let fraction = bits & 0x007F_FFFF;
    if exponent >= 0x4780_0000 {
        sign | 0x7C00
    } else if exponent <= 0x3800_0000 {
        // Too small: the engine loses the first bit and the sign.
        let shift = ((0x3800_0000 - exponent) >> 23) + 14;
        if shift > 23 { 0 } else { (fraction >> shift) as u16 }
    } else {
        sign | ((exponent - 0x3800_0000) >> 13) as u16 | (fraction >> 13) as u16
    }
}

/// Packs the lists of one set of arrays as the format says; nothing for lists of other lengths.
fn pack(arrays: &[Value], format: i64) -> Option<(usize, Vec<u8>)> {
    let mut columns: Vec<(Vec<u8>, usize)> = Vec::new();
    let is_packed = |list: usize| format & (1 << (PACKED + list)) != 0;
    let mut vertices = 0;
    for (list, array) in arrays.iter().enumerate().take(INDEX).filter(|(list, _)| format & (1 << list) != 0) {
        let numbers = floats(array)?;
        let byte = |number: &f32| vec![(number * 127.0).clamp(-128.0, 127.0) as i8 as u8];
        let float = |number: &f32| number.to_le_bytes().to_vec();
        let short = |number: &f32| half(*number).to_le_bytes().to_vec();
        let (each, bytes): (usize, Vec<Vec<u8>>) = match (list, is_packed(list)) {
            (0, true) => {
                // A fourth number fills up.
                let filled = numbers.chunks(3).flat_map(|point| [point[0], point[1], point[2], 1.0]);
                vertices = numbers.len() / 3;
                let filled: Vec<f32> = filled.collect();
                (4, filled.iter().map(short).collect())
            }
            (1, true) => {
                let filled: Vec<f32> =
                    numbers.chunks(3).flat_map(|one| [one[0], one[1], one[2], 0.0]).collect();
                (4, filled.iter().map(byte).collect())
            }
            (0 | 1, false) => (3, numbers.iter().map(float).collect()),
            (2, true) => (4, numbers.iter().map(byte).collect()),
            (3, true) => (4, numbers.iter().map(|n| vec![(n * 255.0).clamp(0.0, 255.0) as u8]).collect()),
            (4 | 5, true) => (2, numbers.iter().map(short).collect()),
            (4 | 5, false) => (2, numbers.iter().map(float).collect()),
            (6, _) if format & WIDE_BONES != 0 => {
                (4, numbers.iter().map(|n| (*n as u16).to_le_bytes().to_vec()).collect())
            }
            (6, _) => (4, numbers.iter().map(|n| vec![*n as u8]).collect()),
            (7, true) => {
                let weight = |n: &f32| ((n * 65535.0).clamp(0.0, 65535.0) as u16).to_le_bytes().to_vec();
                (4, numbers.iter().map(weight).collect())
            }
            _ => (4, numbers.iter().map(float).collect()),
        };
        if list == 0 && vertices == 0 {
            vertices = numbers.len() / 3;
        }
        let width = bytes.first().map_or(0, Vec::len) * each;
        columns.push((bytes.concat(), width));
    }
    let mut out = Vec::new();
    for vertex in 0..vertices {
        for (bytes, width) in &columns {
            out.extend_from_slice(bytes.get(vertex * width..(vertex + 1) * width)?);
        }
    }
    Some((vertices, out))
}

/// Where two surfaces differ, in words.
pub fn difference(ours: &Surface, theirs: &Surface) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let counts =
        |one: &Surface| (one.vertices, one.indices.len(), one.data.iter().map(Vec::len).collect::<Vec<_>>());
    let bytes = ours.data.iter().flatten().zip(theirs.data.iter().flatten()).enumerate();
    let apart: Vec<_> = bytes.filter(|(_, (one, other))| one != other).take(12).collect();
    let stride = theirs.data.first().map_or(0, |data| data.len() / theirs.vertices.max(1));
    Some(format!(
        "{:?} {:?} stride {stride} bytes {apart:?} {} {}",
        counts(ours),
        counts(theirs),
        ours.name,
        theirs.name
    ))
}

/// A surface as text lists it, packed as `format` says.
pub fn listed(surface: &Value, format: i64) -> Option<Surface> {
    let entries = surface.as_dictionary()?;
    let arrays = get(entries, "arrays")?.as_array()?;
    let (vertices, data) = pack(arrays, format)?;
    let mut data = vec![data];
    for shape in get(entries, "morph_arrays").and_then(Value::as_array).unwrap_or_default() {
        data.push(pack(shape.as_array()?, format)?.1);
    }
    let indices = match arrays.get(INDEX) {
        Some(Value::PackedInt32Array(indices)) => indices.iter().map(|index| *index as u32).collect(),
        _ => Vec::new(),
    };
    surface_of(entries, vertices, indices, data)
}

/// A surface as the engine saves it, and its format.
pub fn packed(surface: &Value) -> Option<(Surface, i64)> {
    let entries = surface.as_dictionary()?;
    let bytes = |name: &str| match get(entries, name) {
        Some(Value::PackedByteArray(bytes)) => bytes.clone(),
        _ => Vec::new(),
    };
    let number = |name: &str| get(entries, name).and_then(Value::as_i64);
    let vertices = usize::try_from(number("vertex_count")?).ok()?;
    let indices = bytes("array_index_data");
    let indices = if vertices < 1 << 16 {
        indices.chunks(2).map(|pair| u32::from(u16::from_le_bytes([pair[0], pair[1]]))).collect()
    } else {
        indices.chunks(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
    };
    let mut data = vec![bytes("array_data")];
    for shape in get(entries, "blend_shape_data").and_then(Value::as_array).unwrap_or_default() {
        let Value::PackedByteArray(bytes) = shape else { return None };
        data.push(bytes.clone());
    }
    Some((surface_of(entries, vertices, indices, data)?, number("format")?))
}

fn surface_of(
    entries: &[(Value, Value)],
    vertices: usize,
    indices: Vec<u32>,
    data: Vec<Vec<u8>>,
) -> Option<Surface> {
    let name = get(entries, "name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let material = get(entries, "material").filter(|material| **material != Value::Null).cloned();
    Some(Surface { vertices, indices, data, primitive: get(entries, "primitive")?.as_i64()?, name, material })
}
