//! Surfaces of Godot 3: bytes in which all of a vertex stands together.

use super::super::{Fields, Problems, rows};
use super::four::{floats, index_list, shorts};
use super::{BlendShape, MOST_EMPTY, Primitive, Surface, arrays, half};
use crate::Value;

mod bits {
    pub const VERTEX: u64 = 1;
    pub const NORMAL: u64 = 1 << 1;
    pub const TANGENT: u64 = 1 << 2;
    pub const COLOR: u64 = 1 << 3;
    pub const UV: u64 = 1 << 4;
    pub const UV2: u64 = 1 << 5;
    pub const BONES: u64 = 1 << 6;
    pub const WEIGHTS: u64 = 1 << 7;
    /// An attribute's own bit moved by this says that it is compressed.
    pub const COMPRESSED: u32 = 9;
    pub const FLAT: u64 = 1 << 18;
    pub const WIDE_BONES: u64 = 1 << 19;
    /// Godot 3.4 and later.
    pub const OCTAHEDRAL: u64 = 1 << 21;
}

/// A surface of `surfaces/0`: bytes, or lists when there is an entry `arrays`.
#[must_use]
pub fn decode_3(surface: Value) -> (Surface, Problems) {
    let mut problems = Problems::new();
    let Some(mut fields) = Fields::of(surface) else {
        problems.push("a surface is no dictionary".to_owned());
        return (Surface::default(), problems);
    };
    let mut surface = match fields.take("arrays") {
        Some(lists) => arrays::old(lists, fields.take("morph_arrays"), &mut problems),
        None => packed(&mut fields, &mut problems),
    };
    let number = fields.take("primitive").and_then(|number| number.as_i64()).unwrap_or(4);
    surface.primitive = Primitive::of_3(number).unwrap_or_else(|| {
        problems.push(format!("a primitive of number {number}; read as triangles"));
        Primitive::Triangles
    });
    surface.name = fields.take("name").and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
    surface.material = fields.take("material").and_then(|value| value.as_reference().cloned());
    surface.aabb = fields.take("aabb").and_then(|value| match value {
        Value::Aabb(aabb) => Some(aabb),
        _ => None,
    });
    fields.take("format");
    surface.rest = fields.rest();
    surface.make_sound(&mut problems);
    (surface, problems)
}

/// Offsets of the attributes in a vertex; `size` is its length.
#[derive(Clone, Copy, Debug, Default)]
struct Layout {
    format: u64,
    normal: usize,
    tangent: usize,
    color: usize,
    uv: usize,
    uv2: usize,
    bones: usize,
    weights: usize,
    size: usize,
}

impl Layout {
    fn new(format: u64) -> Self {
        let mut layout = Self { format, ..Self::default() };
        let mut next = 0;
        let mut take = |bit: u64, size: usize| {
            let at = next;
            next += if format & bit != 0 { size } else { 0 };
            at
        };
        let of = |bit: u64, small: usize, large: usize| if layout.packed(bit) { small } else { large };
        // Packed octahedral normals and tangents share four bytes.
        let pair = layout.small_pair();
        let folded = if pair { 2 } else { 4 };
        let position = match (layout.has(bits::FLAT), layout.packed(bits::VERTEX)) {
            (true, true) => 4,
            (true, false) | (false, true) => 8,
            (false, false) => 12,
        };
        take(bits::VERTEX, position);
        let octahedral = layout.has(bits::OCTAHEDRAL);
        let normal = take(bits::NORMAL, if octahedral { folded } else { of(bits::NORMAL, 4, 12) });
        let tangent = take(bits::TANGENT, if octahedral { folded } else { of(bits::TANGENT, 4, 16) });
        let color = take(bits::COLOR, of(bits::COLOR, 4, 16));
        let uv = take(bits::UV, of(bits::UV, 4, 8));
        let uv2 = take(bits::UV2, of(bits::UV2, 4, 8));
        let bones = take(bits::BONES, if format & bits::WIDE_BONES != 0 { 8 } else { 4 });
        let weights = take(bits::WEIGHTS, of(bits::WEIGHTS, 8, 16));
        (layout.normal, layout.tangent, layout.color) = (normal, tangent, color);
        (layout.uv, layout.uv2, layout.bones, layout.weights) = (uv, uv2, bones, weights);
        layout.size = next;
        layout
    }

    fn has(self, bit: u64) -> bool {
        self.format & bit != 0
    }

    fn packed(self, bit: u64) -> bool {
        self.has(bit << bits::COMPRESSED)
    }

    /// Whether normals and tangents are folded into a byte for each number.
    fn small_pair(self) -> bool {
        [bits::NORMAL, bits::TANGENT].into_iter().all(|bit| self.has(bit) && self.packed(bit))
    }
}

fn packed(fields: &mut Fields, problems: &mut Problems) -> Surface {
    let format = fields.take("format").and_then(|format| format.as_i64()).unwrap_or_default() as u64;
    let layout = Layout::new(format);
    let data = fields.bytes("array_data", problems);
    let claimed = fields.count("vertex_count").unwrap_or_default();
    let there = data.len().checked_div(layout.size).unwrap_or(claimed.min(MOST_EMPTY));
    if there < claimed {
        problems.push(format!("{claimed} vertices are claimed, and data is there for {there}"));
    }
    let count = claimed.min(there);
    let mut surface = vertices(layout, &data, count);
    let indices = fields.bytes("array_index_data", problems);
    index_list(&mut surface.indices, &indices, fields.count("index_count"), count, problems);
    for shape in fields.take("blend_shape_data").as_ref().and_then(Value::as_array).unwrap_or_default() {
        let Value::PackedByteArray(bytes) = shape else {
            problems.push("a blend shape is not bytes; left out".to_owned());
            continue;
        };
        let one = vertices(layout, bytes, count);
        let (positions, normals, tangents) = (one.positions, one.normals, one.tangents);
        surface.blend_shapes.push(BlendShape { positions, normals, tangents });
    }
    surface
}

fn vertices(layout: Layout, data: &[u8], count: usize) -> Surface {
    let mut surface = Surface { flat: layout.has(bits::FLAT), ..Surface::default() };
    surface.positions = positions(layout, data, count);
    if layout.has(bits::NORMAL) {
        surface.normals = normals(layout, data, count);
    }
    if layout.has(bits::TANGENT) {
        surface.tangents = tangents(layout, data, count);
    }
    let stride = layout.size;
    if layout.has(bits::COLOR) {
        surface.colors = if layout.packed(bits::COLOR) {
            let read = |row: &[u8; 4]| row.map(|byte| f32::from(byte) / 255.0);
            rows(data, layout.color, stride, count, read)
        } else {
            rows(data, layout.color, stride, count, floats::<16, 4>)
        };
    }
    let coordinates = |bit: u64, at: usize| -> Vec<[f32; 2]> {
        if layout.packed(bit) {
            rows(data, at, stride, count, |row: &[u8; 4]| shorts::<4, 2>(row).map(half::to_f32))
        } else {
            rows(data, at, stride, count, floats::<8, 2>)
        }
    };
    if layout.has(bits::UV) {
        surface.uvs = coordinates(bits::UV, layout.uv);
    }
    if layout.has(bits::UV2) {
        surface.uvs2 = coordinates(bits::UV2, layout.uv2);
    }
    if layout.has(bits::BONES) {
        surface.bones_per_vertex = 4;
        surface.bones = if layout.has(bits::WIDE_BONES) {
            rows(data, layout.bones, stride, count, shorts::<8, 4>).into_flattened()
        } else {
            rows(data, layout.bones, stride, count, |row: &[u8; 4]| row.map(u16::from)).into_flattened()
        };
    }
    if layout.has(bits::WEIGHTS) {
        surface.weights = if layout.packed(bits::WEIGHTS) {
            let read = |row: &[u8; 8]| shorts::<8, 4>(row).map(|weight| f32::from(weight) / 65535.0);
            rows(data, layout.weights, stride, count, read).into_flattened()
        } else {
            rows(data, layout.weights, stride, count, floats::<16, 4>).into_flattened()
        };
    }
    surface
}

fn positions(layout: Layout, data: &[u8], count: usize) -> Vec<[f32; 3]> {
    let stride = layout.size;
    match (layout.has(bits::VERTEX), layout.has(bits::FLAT), layout.packed(bits::VERTEX)) {
        (false, ..) => vec![[0.0; 3]; count],
        (_, true, true) => rows(data, 0, stride, count, |row: &[u8; 4]| {
            let [x, y] = shorts(row).map(half::to_f32);
            [x, y, 0.0]
        }),
        (_, true, false) => rows(data, 0, stride, count, |row: &[u8; 8]| {
            let [x, y] = floats(row);
            [x, y, 0.0]
        }),
        (_, false, true) => rows(data, 0, stride, count, |row: &[u8; 8]| {
            let [x, y, z, _] = shorts(row).map(half::to_f32);
            [x, y, z]
        }),
        (_, false, false) => rows(data, 0, stride, count, floats::<12, 3>),
    }
}

fn normals(layout: Layout, data: &[u8], count: usize) -> Vec<[f32; 3]> {
    let (at, stride) = (layout.normal, layout.size);
    if layout.has(bits::OCTAHEDRAL) {
        return folded(layout, data, at, count).into_iter().map(unfold).collect();
    }
    if layout.packed(bits::NORMAL) {
        return rows(data, at, stride, count, |row: &[u8; 4]| {
            let [x, y, z, _] = row.map(signed);
            [x, y, z]
        });
    }
    rows(data, at, stride, count, floats::<12, 3>)
}

fn tangents(layout: Layout, data: &[u8], count: usize) -> Vec<[f32; 4]> {
    let (at, stride) = (layout.tangent, layout.size);
    if layout.has(bits::OCTAHEDRAL) {
        let read = |[u, v]: [f32; 2]| {
            let [x, y, z] = unfold([u, v.abs() * 2.0 - 1.0]);
            [x, y, z, if v < 0.0 { -1.0 } else { 1.0 }]
        };
        return folded(layout, data, at, count).into_iter().map(read).collect();
    }
    if layout.packed(bits::TANGENT) {
        return rows(data, at, stride, count, |row: &[u8; 4]| row.map(signed));
    }
    rows(data, at, stride, count, floats::<16, 4>)
}

/// Points of the octahedron, −1 to 1.
fn folded(layout: Layout, data: &[u8], at: usize, count: usize) -> Vec<[f32; 2]> {
    if layout.small_pair() {
        return rows(data, at, layout.size, count, |row: &[u8; 2]| row.map(signed));
    }
    rows(data, at, layout.size, count, |row: &[u8; 4]| {
        shorts::<4, 2>(row).map(|number| f32::from(number as i16) / 32767.0)
    })
}

fn unfold([u, v]: [f32; 2]) -> [f32; 3] {
    super::direction::unfold([u * 0.5 + 0.5, v * 0.5 + 0.5])
}

fn signed(byte: u8) -> f32 {
    f32::from(byte as i8) / 127.0
}

#[cfg(test)]
mod tests {
    use super::decode_3;
    use crate::value::decode;

    #[test]
    fn a_triangle_of_halves_and_bytes() {
        // Position as halves, normal as bytes, texture coordinates as halves.
        let vertex = |x: u16, y: u16| {
            let [[a, b], [c, d]] = [x.to_le_bytes(), y.to_le_bytes()];
            format!("{a}, {b}, {c}, {d}, 0, 0, 0, 0, 0, 0, 127, 0, {a}, {b}, {c}, {d}")
        };
        let data = [vertex(0, 0), vertex(0x3C00, 0), vertex(0, 0xC000)].join(", ");
        let text = format!(
            "{{ \"format\": {}, \"vertex_count\": 3, \"index_count\": 3, \"primitive\": 4,\n\
             \"array_data\": PoolByteArray({data}), \"array_index_data\": PoolByteArray(0, 0, 1, 0, 2, 0),\n\
             \"skeleton_aabb\": [] }}",
            0b1_0001_0011 | (0b1_0001_0011 << 9)
        );
        let (surface, problems) = decode_3(decode(text.as_bytes()).value);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(surface.positions, [[0.0; 3], [1.0, 0.0, 0.0], [0.0, -2.0, 0.0]]);
        assert_eq!(surface.normals, [[0.0, 0.0, 1.0]; 3]);
        assert_eq!(surface.uvs, [[0.0; 2], [1.0, 0.0], [0.0, -2.0]]);
        assert_eq!(surface.indices, [0, 1, 2]);
        assert_eq!(surface.rest.len(), 1);
    }

    #[test]
    fn counts_that_lie_are_told_and_not_believed() {
        let text = "{ \"format\": 1, \"vertex_count\": 4000000000, \"primitive\": 4,\n\
                    \"array_data\": PoolByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),\n\
                    \"array_index_data\": PoolByteArray(0, 0, 9, 0, 0, 0) }";
        let (surface, problems) = decode_3(decode(text.as_bytes()).value);
        assert_eq!((surface.positions.len(), surface.indices.len(), problems.len()), (1, 0, 2));
    }
}
