//! Surfaces into the bytes of Godot 4.

use super::four::{Layout, bits};
use super::{Custom, CustomFormat, Surface, direction, half};
use crate::Value;
use crate::value::Reference;

/// How a surface is packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Godot 4.2 and later, as exact as the layout is.
    #[default]
    Plain,
    /// Godot 4.2 and later, at half the size: positions in 65535 steps of the box. Surfaces with blend shapes
    /// or in the plane cannot be compressed and are packed as they are.
    Compressed,
    /// Godot 4.0 and 4.1.
    Old,
}

/// The dictionary of a surface for `_surfaces`, its names in alphabetic order, as the engine writes it.
///
/// What was decoded from such bytes becomes the same bytes. Line loops and fans, which Godot 4 has no more, are
/// written as strips and triangles. Compressed normals need tangents; where there are none, any at a right
/// angle are written, as the engine does.
#[must_use]
pub fn encode_4(surface: &Surface, encoding: Encoding) -> Value {
    let compressed = encoding == Encoding::Compressed && surface.blend_shapes.is_empty() && !surface.flat;
    let made_up;
    let surface = if compressed && !surface.normals.is_empty() && surface.tangents.is_empty() {
        let tangents = surface.normals.iter().map(|normal| right_angle(*normal)).collect();
        made_up = Surface { tangents, ..surface.clone() };
        &made_up
    } else {
        surface
    };
    let layout = Layout::new(format(surface, compressed, encoding));
    let (indices, primitive) = indices(surface);
    let vertices = surface.positions.len();
    let bounds = if compressed { tight(surface) } else { surface.aabb.or_else(|| surface.bounds()) };
    let bounds = bounds.unwrap_or_default();
    let uv_scale = if compressed { uv_scale(surface) } else { [0.0; 4] };
    let mut out = Dictionary { entries: surface.rest.clone() };
    out.set("aabb", Value::Aabb(bounds));
    out.set_bytes("attribute_data", attributes(surface, layout, uv_scale));
    let shapes = surface.blend_shapes.iter().flat_map(|shape| {
        let one = Surface {
            positions: shape.positions.clone(),
            normals: shape.normals.clone(),
            tangents: shape.tangents.clone(),
            flat: surface.flat,
            ..Surface::default()
        };
        vertex_bytes(&one, layout, bounds)
    });
    out.set_bytes("blend_shapes", shapes.collect());
    out.set("format", Value::Int(layout.format as i64));
    if !indices.is_empty() {
        out.set("index_count", Value::Int(indices.len() as i64));
    }
    out.set_bytes("index_data", index_bytes(&indices, vertices));
    let lods: Vec<Value> = surface.lods.iter().flat_map(|lod| lod_values(lod, vertices)).collect();
    if !lods.is_empty() {
        out.set("lods", Value::Array(lods));
    }
    if let Some(material) = &surface.material {
        out.set("material", Value::Reference(Box::new(Reference::clone(material))));
    }
    if !surface.name.is_empty() {
        out.set("name", Value::String(surface.name.clone()));
    }
    out.set("primitive", Value::Int(primitive));
    out.set_bytes("skin_data", skin(surface, layout));
    if encoding != Encoding::Old {
        out.set("uv_scale", Value::Vector4(uv_scale));
    }
    out.set("vertex_count", Value::Int(vertices as i64));
    out.set_bytes("vertex_data", vertex_bytes(surface, layout, bounds));
    Value::Dictionary(out.entries)
}

/// Entries in alphabetic order.
struct Dictionary {
    entries: Vec<(Value, Value)>,
}

impl Dictionary {
    fn set(&mut self, name: &str, value: Value) {
        let at = self.entries.partition_point(|(key, _)| key.as_str().unwrap_or_default() < name);
        self.entries.insert(at, (Value::String(name.to_owned()), value));
    }

    fn set_bytes(&mut self, name: &str, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            self.set(name, Value::PackedByteArray(bytes));
        }
    }
}

fn format(surface: &Surface, compressed: bool, encoding: Encoding) -> u64 {
    let mut format = bits::VERTEX;
    let mut set = |there: bool, bit: u64| format |= if there { bit } else { 0 };
    set(!surface.normals.is_empty(), bits::NORMAL);
    set(!surface.tangents.is_empty(), bits::TANGENT);
    set(!surface.colors.is_empty(), bits::COLOR);
    set(!surface.uvs.is_empty(), bits::UV);
    set(!surface.uvs2.is_empty(), bits::UV2);
    set(surface.bones_per_vertex > 0, bits::BONES | bits::WEIGHTS);
    set(surface.bones_per_vertex > 4, bits::EIGHT_BONES);
    set(!surface.indices.is_empty(), bits::INDEX);
    set(surface.flat, bits::FLAT);
    set(compressed, bits::COMPRESSED);
    set(encoding != Encoding::Old, 1 << bits::VERSION_SHIFT);
    for (channel, custom) in surface.custom.iter().enumerate() {
        if let Some(custom) = custom {
            set(true, bits::CUSTOM << channel);
            set(true, custom.format.bits() << (bits::CUSTOM_SHIFT + 3 * channel as u32));
        }
    }
    format
}

/// Indices and the engine's number of what they make.
fn indices(surface: &Surface) -> (Vec<u32>, i64) {
    if let Some(number) = surface.primitive.number_4() {
        return (surface.indices.clone(), number);
    }
    if let Some(triangles) = surface.triangles() {
        return (triangles.into_owned(), 3);
    }
    let mut around = surface.indices.clone();
    if around.is_empty() {
        around = (0..surface.positions.len() as u32).collect();
    }
    around.extend(around.first().copied());
    (around, 2)
}

/// The box that holds all positions: that of the file where it does.
fn tight(surface: &Surface) -> Option<[f32; 6]> {
    let bounds = surface.bounds()?;
    let holds = |[x, y, z, width, height, depth]: &[f32; 6]| {
        let (low, size) = ([*x, *y, *z], [*width, *height, *depth]);
        (0..3).all(|axis| {
            low[axis] <= bounds[axis] && bounds[axis] + bounds[axis + 3] <= low[axis] + size[axis] + 1e-6
        })
    };
    surface.aabb.filter(holds).or(Some(bounds))
}

/// Twice the largest number of each channel; 0 when all lie between 0 and 1.
fn uv_scale(surface: &Surface) -> [f32; 4] {
    let all = || surface.uvs.iter().chain(&surface.uvs2).flatten();
    if all().all(|part| (0.0..=1.0).contains(part)) {
        return [0.0; 4];
    }
    let largest = |list: &[[f32; 2]], axis: usize| {
        list.iter().map(|pair| pair[axis].abs()).filter(|part| part.is_finite()).fold(0.0, f32::max) * 2.0
    };
    [largest(&surface.uvs, 0), largest(&surface.uvs, 1), largest(&surface.uvs2, 0), largest(&surface.uvs2, 1)]
}

/// A tangent for a normal without one.
fn right_angle([x, y, z]: [f32; 3]) -> [f32; 4] {
    let other = [z, -x, y];
    let along = [other[1] * z - other[2] * y, other[2] * x - other[0] * z, other[0] * y - other[1] * x];
    let length = along.iter().map(|part| part * part).sum::<f32>().sqrt();
    if length < 1e-6 {
        return [1.0, 0.0, 0.0, 1.0];
    }
    let [a, b, c] = along.map(|part| part / length);
    [a, b, c, 1.0]
}

fn vertex_bytes(surface: &Surface, layout: Layout, bounds: [f32; 6]) -> Vec<u8> {
    let count = surface.positions.len();
    let mut data = vec![0; layout.vertex_size() * count];
    let (_, stride) = layout.positions();
    let (mut behind, apart) = layout.directions(count);
    if layout.compressed() {
        compressed_bytes(surface, layout, bounds, &mut data);
        return data;
    }
    for (at, [x, y, z]) in surface.positions.iter().enumerate() {
        if surface.flat {
            put(&mut data, at * stride, &[x.to_le_bytes(), y.to_le_bytes()]);
        } else {
            put(&mut data, at * stride, &[x.to_le_bytes(), y.to_le_bytes(), z.to_le_bytes()]);
        }
    }
    for (at, normal) in surface.normals.iter().enumerate() {
        let packed = closest(*normal, direction::pack_normal, direction::normal);
        put(&mut data, behind + at * apart, &packed.map(u16::to_le_bytes));
    }
    behind += if surface.normals.is_empty() { 0 } else { 4 };
    for (at, tangent) in surface.tangents.iter().enumerate() {
        let packed = closest(*tangent, direction::pack_tangent, direction::tangent);
        put(&mut data, behind + at * apart, &packed.map(u16::to_le_bytes));
    }
    data
}

fn compressed_bytes(surface: &Surface, layout: Layout, bounds: [f32; 6], data: &mut [u8]) {
    let count = surface.positions.len();
    let (behind, apart) = layout.directions(count);
    for (at, position) in surface.positions.iter().enumerate() {
        let [x, y, z] = std::array::from_fn(|axis| {
            let (low, size) = (bounds[axis], bounds[axis + 3]);
            if size > 0.0 { steps((position[axis] - low) / size) } else { 0 }
        });
        let mut turn = 0;
        if let (Some(normal), Some(tangent)) = (surface.normals.get(at), surface.tangents.get(at)) {
            let (axis, angle) = direction::pack_frame(*normal, *tangent);
            put(data, behind + at * apart, &axis.map(u16::to_le_bytes));
            turn = angle;
        }
        put(data, at * 8, &[x, y, z, turn].map(u16::to_le_bytes));
    }
}

fn attributes(surface: &Surface, layout: Layout, scale: [f32; 4]) -> Vec<u8> {
    let (stride, count) = (layout.attribute_size(), surface.positions.len());
    let mut data = vec![0; stride * count];
    let mut start = 0;
    if layout.has(bits::COLOR) {
        for (at, color) in surface.colors.iter().enumerate() {
            put(&mut data, at * stride, &color.map(|part| [(part * 255.0).round() as u8]));
        }
        start += 4;
    }
    let sets = [(&surface.uvs, [scale[0], scale[1]]), (&surface.uvs2, [scale[2], scale[3]])];
    for (list, half_scale) in sets.into_iter().filter(|(list, _)| !list.is_empty()) {
        for (at, uv) in list.iter().enumerate() {
            let place = start + at * stride;
            if layout.compressed() {
                let squeezed = std::array::from_fn::<u16, 2, _>(|axis| {
                    if scale == [0.0; 4] {
                        return steps(uv[axis]);
                    }
                    let size = half_scale[axis];
                    if size > 0.0 { steps(uv[axis] / size + 0.5) } else { 0 }
                });
                put(&mut data, place, &squeezed.map(u16::to_le_bytes));
            } else {
                put(&mut data, place, &uv.map(f32::to_le_bytes));
            }
        }
        start += layout.uv_size();
    }
    for custom in surface.custom.iter().flatten() {
        for (at, values) in custom.values.chunks(custom.format.components()).enumerate() {
            put_custom(&mut data, start + at * stride, custom, values);
        }
        start += custom.format.bytes();
    }
    data
}

fn put_custom(data: &mut [u8], place: usize, custom: &Custom, values: &[f32]) {
    for (part, value) in values.iter().enumerate() {
        match custom.format {
            CustomFormat::Rgba8Unorm => put(data, place + part, &[[(value * 255.0).round() as u8]]),
            CustomFormat::Rgba8Snorm => {
                let byte = (value * 127.0).round().clamp(-127.0, 127.0) as i8;
                put(data, place + part, &[byte.to_le_bytes()]);
            }
            CustomFormat::RgHalf | CustomFormat::RgbaHalf => {
                put(data, place + 2 * part, &[half::from_f32(*value).to_le_bytes()]);
            }
            _ => put(data, place + 4 * part, &[value.to_le_bytes()]),
        }
    }
}

fn skin(surface: &Surface, layout: Layout) -> Vec<u8> {
    let per_vertex = usize::from(surface.bones_per_vertex);
    if per_vertex == 0 {
        return Vec::new();
    }
    // The layout has room for four or eight.
    let room = usize::from(layout.bones());
    let mut data = Vec::with_capacity(surface.positions.len() * layout.skin_size());
    let both = surface.bones.chunks(per_vertex).zip(surface.weights.chunks(per_vertex));
    for (bones, weights) in both {
        let padded = (0..room).map(|at| bones.get(at).copied().unwrap_or_default());
        data.extend(padded.flat_map(u16::to_le_bytes));
        let padded = (0..room).map(|at| steps(weights.get(at).copied().unwrap_or_default()));
        data.extend(padded.flat_map(u16::to_le_bytes));
    }
    data
}

fn index_bytes(indices: &[u32], vertices: usize) -> Vec<u8> {
    if vertices <= 1 << 16 {
        indices.iter().flat_map(|index| (*index as u16).to_le_bytes()).collect()
    } else {
        indices.iter().flat_map(|index| index.to_le_bytes()).collect()
    }
}

fn lod_values(lod: &super::Lod, vertices: usize) -> [Value; 2] {
    let bytes = index_bytes(&lod.indices, vertices);
    [Value::Float(lod.edge_length), Value::PackedByteArray(bytes)]
}

/// A share of 65535, to the nearest.
fn steps(share: f32) -> u16 {
    (share * 65535.0).round() as u16
}

/// Packed numbers that unpack to just what is wanted, when a neighbour does: what was cut once must not be cut
/// a second time.
fn closest<const N: usize>(
    wanted: [f32; N],
    pack: fn([f32; N]) -> [u16; 2],
    unpack: fn([u16; 2]) -> [f32; N],
) -> [u16; 2] {
    // Packing knows one zero only; the negative one stands for the other side of a fold.
    let sided = wanted.map(|part| if part.to_bits() == SIGN { -f32::MIN_POSITIVE } else { part });
    let packed = pack(sided);
    let near = |at: usize| {
        // One less, the same, one more; at the ends of the range too.
        let moved = |code: u16, by: usize| (usize::from(code) + by).saturating_sub(1).min(65535) as u16;
        [moved(packed[0], at % 3), moved(packed[1], at / 3)]
    };
    let bits = |direction: [f32; N]| direction.map(f32::to_bits);
    let exact = |other: &[u16; 2]| bits(unpack(*other)) == bits(wanted);
    let around = || (0..9).map(near);
    if exact(&packed) {
        return packed;
    }
    around().find(exact).or_else(|| around().find(|other| unpack(*other) == wanted)).unwrap_or(packed)
}

/// The bits of negative zero.
const SIGN: u32 = 1 << 31;

fn put<const N: usize>(data: &mut [u8], place: usize, parts: &[[u8; N]]) {
    let bytes = parts.as_flattened();
    if let Some(room) = data.get_mut(place..place + bytes.len()) {
        room.copy_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlendShape, Custom, CustomFormat, Lod, Surface, decode_4};
    use super::{Encoding, encode_4};

    fn rich() -> Surface {
        let count = 40_u16;
        let angle = |at: u16| f32::from(at) * 0.7;
        let numbers = 0..count;
        let per_vertex = |components: u16| (0..count * components).map(|at| f32::from(at) / 512.0).collect();
        Surface {
            name: "rich".to_owned(),
            positions: numbers.clone().map(|at| [f32::from(at), angle(at).sin(), -f32::from(at)]).collect(),
            normals: numbers.clone().map(|at| [angle(at).sin(), 0.0, angle(at).cos()]).collect(),
            tangents: numbers.clone().map(|at| [angle(at).cos(), 0.0, -angle(at).sin(), 1.0]).collect(),
            colors: numbers.clone().map(|at| [f32::from(at) / 255.0, 0.0, 1.0, 1.0]).collect(),
            uvs: numbers.clone().map(|at| [f32::from(at) / 8.0, -0.5]).collect(),
            uvs2: numbers.clone().map(|at| [f32::from(at) / 40.0, 1.0]).collect(),
            custom: [
                Some(Custom { format: CustomFormat::RgbFloat, values: per_vertex(3) }),
                None,
                Some(Custom { format: CustomFormat::RgHalf, values: per_vertex(2) }),
                None,
            ],
            bones_per_vertex: 8,
            bones: (0..count * 8).collect(),
            weights: (0..count * 8).map(|at| f32::from(at % 8) / 65535.0).collect(),
            indices: (0..39).collect(),
            lods: vec![Lod { edge_length: 0.25, indices: vec![0, 5, 9] }],
            ..Surface::default()
        }
    }

    fn again(surface: &Surface, encoding: Encoding) -> Surface {
        let (decoded, problems) = decode_4(encode_4(surface, encoding));
        assert_eq!(problems, Vec::<String>::new());
        decoded
    }

    #[test]
    fn plain_surfaces_come_back_and_become_the_same_bytes() {
        let mut surface = rich();
        let shape = BlendShape {
            positions: surface.positions.clone(),
            normals: surface.normals.clone(),
            tangents: surface.tangents.clone(),
        };
        surface.blend_shapes = vec![shape.clone(), shape];
        for encoding in [Encoding::Plain, Encoding::Old] {
            let once = again(&surface, encoding);
            let exact = Surface {
                normals: once.normals.clone(),
                tangents: once.tangents.clone(),
                blend_shapes: once.blend_shapes.clone(),
                aabb: surface.bounds(),
                ..surface.clone()
            };
            assert_eq!(once, exact);
            assert_eq!(encode_4(&once, encoding), encode_4(&surface, encoding));
        }
    }

    #[test]
    fn compressed_surfaces_come_back_nearly() {
        let surface = rich();
        let once = again(&surface, Encoding::Compressed);
        let near = |one: &[f32], other: &[f32], most: f32| {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() <= most)
        };
        assert!(near(once.positions.as_flattened(), surface.positions.as_flattened(), 39.0 / 65535.0));
        assert!(near(once.normals.as_flattened(), surface.normals.as_flattened(), 4e-4));
        assert!(near(once.tangents.as_flattened(), surface.tangents.as_flattened(), 4e-4));
        assert!(near(once.uvs.as_flattened(), surface.uvs.as_flattened(), 10.0 / 65535.0));
        assert!(near(once.uvs2.as_flattened(), surface.uvs2.as_flattened(), 2.0 / 65535.0));
        assert_eq!((once.bones, once.custom, once.lods), (surface.bones, surface.custom, surface.lods));
    }

    #[test]
    fn a_line_loop_becomes_a_strip() {
        let surface = Surface {
            primitive: super::super::Primitive::LineLoop,
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]],
            ..Surface::default()
        };
        let once = again(&surface, Encoding::Plain);
        assert_eq!((once.primitive, once.indices), (super::super::Primitive::LineStrip, vec![0, 1, 2, 0]));
    }
}
