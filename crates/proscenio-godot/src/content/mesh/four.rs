//! Surfaces of Godot 4 as bytes.

use super::super::{Fields, Problems, fill_rows, rows};
use super::{BlendShape, Custom, CustomFormat, Lod, MOST_EMPTY, Primitive, Surface, direction, half};
use crate::Value;

/// Bits of a surface's format.
pub(super) mod bits {
    pub const VERTEX: u64 = 1;
    pub const NORMAL: u64 = 1 << 1;
    pub const TANGENT: u64 = 1 << 2;
    pub const COLOR: u64 = 1 << 3;
    pub const UV: u64 = 1 << 4;
    pub const UV2: u64 = 1 << 5;
    /// The first of four.
    pub const CUSTOM: u64 = 1 << 6;
    pub const BONES: u64 = 1 << 10;
    pub const WEIGHTS: u64 = 1 << 11;
    pub const INDEX: u64 = 1 << 12;
    /// Three bits for each custom channel.
    pub const CUSTOM_SHIFT: u32 = 13;
    pub const FLAT: u64 = 1 << 25;
    pub const EIGHT_BONES: u64 = 1 << 27;
    pub const EMPTY: u64 = 1 << 28;
    pub const COMPRESSED: u64 = 1 << 29;
    pub const VERSION_SHIFT: u32 = 35;
}

/// Where attributes stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub format: u64,
    /// Whether normals and tangents stand behind all positions (4.2 and later) or beside them.
    pub split: bool,
}

impl Layout {
    pub fn new(format: u64) -> Self {
        Self { format, split: format >> bits::VERSION_SHIFT & 0xFF != 0 }
    }

    pub fn has(self, bit: u64) -> bool {
        self.format & bit != 0
    }

    pub fn compressed(self) -> bool {
        self.split && self.has(bits::COMPRESSED)
    }

    /// Bytes of a position.
    pub fn position_size(self) -> usize {
        match (self.has(bits::VERTEX), self.has(bits::FLAT), self.compressed()) {
            (false, ..) => 0,
            (_, true, _) | (_, _, true) => 8,
            _ => 12,
        }
    }

    /// Bytes of normal and tangent together. A compressed tangent stands in the position's fourth number.
    pub fn direction_size(self) -> usize {
        let tangent = self.has(bits::TANGENT) && !self.compressed();
        4 * (usize::from(self.has(bits::NORMAL)) + usize::from(tangent))
    }

    /// Bytes of all that stands in the vertex data.
    pub fn vertex_size(self) -> usize {
        self.position_size() + self.direction_size()
    }

    /// Start and stride of the normals and tangents of `count` vertices.
    pub fn directions(self, count: usize) -> (usize, usize) {
        if self.split {
            (self.position_size() * count, self.direction_size())
        } else {
            (self.position_size(), self.vertex_size())
        }
    }

    /// Start and stride of the positions.
    pub fn positions(self) -> (usize, usize) {
        (0, if self.split { self.position_size() } else { self.vertex_size() })
    }

    pub fn uv_size(self) -> usize {
        if self.compressed() { 4 } else { 8 }
    }

    pub fn custom_format(self, channel: usize) -> Option<CustomFormat> {
        let there = self.has(bits::CUSTOM << channel);
        let number = self.format >> (bits::CUSTOM_SHIFT + 3 * channel as u32);
        there.then(|| CustomFormat::of_bits(number))
    }

    /// Bytes of all that stands in the attribute data.
    pub fn attribute_size(self) -> usize {
        let color = if self.has(bits::COLOR) { 4 } else { 0 };
        let sets = usize::from(self.has(bits::UV)) + usize::from(self.has(bits::UV2));
        let custom: usize =
            (0..4).filter_map(|channel| self.custom_format(channel)).map(CustomFormat::bytes).sum();
        color + sets * self.uv_size() + custom
    }

    pub fn bones(self) -> u8 {
        if self.has(bits::EIGHT_BONES) { 8 } else { 4 }
    }

    pub fn skin_size(self) -> usize {
        let lists = usize::from(self.has(bits::BONES)) + usize::from(self.has(bits::WEIGHTS));
        lists * 2 * usize::from(self.bones())
    }
}

/// A surface of `_surfaces`.
#[must_use]
pub fn decode_4(surface: Value) -> (Surface, Problems) {
    let mut made = Surface::default();
    let problems = decode_4_into(surface, &mut made);
    (made, problems)
}

/// As [`decode_4`], into a surface whose lists keep their memory: what reads surfaces one after the other and keeps
/// none is not held up by the system handing out new pages. Nothing of what was there before is left.
pub fn decode_4_into(packed: Value, surface: &mut Surface) -> Problems {
    surface.clear();
    let mut problems = Problems::new();
    let Some(mut fields) = Fields::of(packed) else {
        problems.push("a surface is no dictionary".to_owned());
        return problems;
    };
    let format = fields.take("format").and_then(|format| format.as_i64()).unwrap_or_default() as u64;
    let layout = Layout::new(format);
    if format >> bits::VERSION_SHIFT & 0xFF > 1 {
        problems.push("a newer layout than that of Godot 4.6; read as that".to_owned());
    }
    let mut read = Reader { layout, fields: &mut fields, problems: &mut problems };
    read.vertices(surface);
    read.attributes(surface);
    read.skin(surface);
    read.indices(surface);
    read.blend_shapes(surface);
    surface.primitive = read.primitive();
    surface.name = fields.take("name").and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
    surface.material = fields.take("material").and_then(|value| value.as_reference().cloned());
    fields.take("2d");
    surface.rest = fields.rest();
    surface.make_sound(&mut problems);
    problems
}

struct Reader<'r> {
    layout: Layout,
    fields: &'r mut Fields,
    problems: &'r mut Problems,
}

impl Reader<'_> {
    fn primitive(&mut self) -> Primitive {
        let number = self.fields.take("primitive").and_then(|number| number.as_i64()).unwrap_or(3);
        Primitive::of_4(number).unwrap_or_else(|| {
            self.problems.push(format!("a primitive of number {number}; read as triangles"));
            Primitive::Triangles
        })
    }

    /// The number of vertices that the data has, however many the file claims.
    fn count(&mut self, data: &[u8]) -> usize {
        let claimed = self.fields.count("vertex_count").unwrap_or_default();
        let size = self.layout.vertex_size();
        if size == 0 || self.layout.has(bits::EMPTY) {
            let kept = claimed.min(MOST_EMPTY);
            if kept < claimed {
                self.problems.push(format!("{claimed} vertices without positions; {kept} are kept"));
            }
            return kept;
        }
        let there = data.len() / size;
        if there < claimed {
            self.problems.push(format!("{claimed} vertices are claimed, and data is there for {there}"));
        }
        claimed.min(there)
    }

    fn vertices(&mut self, surface: &mut Surface) {
        let layout = self.layout;
        let data = self.fields.bytes("vertex_data", self.problems);
        let count = self.count(&data);
        surface.flat = layout.has(bits::FLAT);
        surface.aabb = self.fields.take("aabb").and_then(|value| match value {
            Value::Aabb(aabb) => Some(aabb),
            _ => None,
        });
        if !layout.has(bits::VERTEX) || layout.has(bits::EMPTY) {
            surface.positions.resize(count, [0.0; 3]);
            return;
        }
        let ((start, stride), (behind, apart)) = (layout.positions(), layout.directions(count));
        let list = &mut surface.positions;
        if surface.flat {
            fill_rows(list, &data, start, stride, count, |row: &[u8; 8]| {
                let [x, y] = floats(row);
                [x, y, 0.0]
            });
        } else if layout.compressed() {
            let [x, y, z, width, height, depth] = surface.aabb.unwrap_or([0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
            fill_rows(list, &data, start, stride, count, |row: &[u8; 8]| {
                let [a, b, c, _] = shorts(row).map(unit);
                [a * width + x, b * height + y, c * depth + z]
            });
        } else {
            fill_rows(list, &data, start, stride, count, floats::<12, 3>);
        }
        if layout.compressed() {
            self.frames(&data, count, surface);
            return;
        }
        if layout.has(bits::NORMAL) {
            direction::normals(&mut surface.normals, &data, behind, apart, count);
        }
        if layout.has(bits::TANGENT) {
            let behind = behind + if layout.has(bits::NORMAL) { 4 } else { 0 };
            direction::tangents(&mut surface.tangents, &data, behind, apart, count);
        }
    }

    /// Normals and tangents of compressed vertices.
    fn frames(&self, data: &[u8], count: usize, surface: &mut Surface) {
        let layout = self.layout;
        if !layout.has(bits::NORMAL) {
            return;
        }
        let (behind, apart) = layout.directions(count);
        if !layout.has(bits::TANGENT) {
            direction::normals(&mut surface.normals, data, behind, apart, count);
            return;
        }
        let lists = (&mut surface.normals, &mut surface.tangents);
        direction::frames(lists, data, data.get(behind..).unwrap_or_default(), count);
    }

    fn attributes(&mut self, surface: &mut Surface) {
        let layout = self.layout;
        let data = self.fields.bytes("attribute_data", self.problems);
        let scale = match self.fields.take("uv_scale") {
            Some(Value::Vector4(scale)) => scale,
            _ => [0.0; 4],
        };
        let (stride, count) = (layout.attribute_size(), surface.positions.len());
        let mut at = 0;
        if layout.has(bits::COLOR) {
            let read = |row: &[u8; 4]| row.map(|byte| f32::from(byte) / 255.0);
            fill_rows(&mut surface.colors, &data, at, stride, count, read);
            at += 4;
        }
        for (bit, half_scale) in [(bits::UV, [scale[0], scale[1]]), (bits::UV2, [scale[2], scale[3]])] {
            if !layout.has(bit) {
                continue;
            }
            let list = if bit == bits::UV { &mut surface.uvs } else { &mut surface.uvs2 };
            if layout.compressed() {
                let read = |row: &[u8; 4]| spread(shorts(row), half_scale, scale);
                fill_rows(list, &data, at, stride, count, read);
            } else {
                fill_rows(list, &data, at, stride, count, floats::<8, 2>);
            }
            at += layout.uv_size();
        }
        for channel in 0..4 {
            let Some(format) = layout.custom_format(channel) else { continue };
            surface.custom[channel] =
                Some(Custom { format, values: custom(&data, at, stride, count, format) });
            at += format.bytes();
        }
        self.check_size("attribute_data", data.len(), stride, count);
    }

    fn check_size(&mut self, name: &str, bytes: usize, stride: usize, count: usize) {
        let wanted = stride.saturating_mul(count);
        if bytes < wanted {
            self.problems.push(format!("`{name}` has {bytes} bytes of {wanted}"));
        }
    }

    fn skin(&mut self, surface: &mut Surface) {
        let layout = self.layout;
        let data = self.fields.bytes("skin_data", self.problems);
        if layout.skin_size() == 0 {
            return;
        }
        let (stride, count) = (layout.skin_size(), surface.positions.len());
        let per_vertex = usize::from(layout.bones());
        surface.bones_per_vertex = layout.bones();
        let list = |at: usize| -> Vec<u16> {
            if per_vertex == 8 {
                rows(&data, at, stride, count, shorts::<16, 8>).into_flattened()
            } else {
                rows(&data, at, stride, count, shorts::<8, 4>).into_flattened()
            }
        };
        let weights_at = if layout.has(bits::BONES) { 2 * per_vertex } else { 0 };
        if layout.has(bits::BONES) {
            surface.bones = list(0);
        }
        if layout.has(bits::WEIGHTS) {
            surface.weights = list(weights_at).into_iter().map(unit).collect();
        }
        self.check_size("skin_data", data.len(), stride, count);
    }

    fn indices(&mut self, surface: &mut Surface) {
        let data = self.fields.bytes("index_data", self.problems);
        let claimed = self.fields.count("index_count");
        let vertices = surface.positions.len();
        index_list(&mut surface.indices, &data, claimed, vertices, self.problems);
        let Some(lods) = self.fields.take("lods") else { return };
        // Edge length, bytes, edge length, bytes, …
        for pair in lods.as_array().unwrap_or_default().chunks(2) {
            let [length, Value::PackedByteArray(bytes)] = pair else {
                self.problems.push("a level of detail is no number with bytes; left out".to_owned());
                continue;
            };
            let mut indices = Vec::new();
            index_list(&mut indices, bytes, None, vertices, self.problems);
            surface.lods.push(Lod { edge_length: length.as_f64().unwrap_or_default(), indices });
        }
    }

    fn blend_shapes(&mut self, surface: &mut Surface) {
        let data = self.fields.bytes("blend_shapes", self.problems);
        // Shapes are never compressed.
        let layout = Layout { format: self.layout.format & !bits::COMPRESSED, ..self.layout };
        let count = surface.positions.len();
        let size = layout.vertex_size().saturating_mul(count);
        if data.is_empty() || size == 0 {
            return;
        }
        for shape in data.chunks(size) {
            if shape.len() < size {
                self.problems.push(format!("a blend shape of {} bytes of {size}; left out", shape.len()));
                break;
            }
            let (start, stride) = layout.positions();
            let (mut behind, apart) = layout.directions(count);
            let mut one = BlendShape::default();
            if layout.has(bits::VERTEX) {
                one.positions = if surface.flat {
                    rows(shape, start, stride, count, |row: &[u8; 8]| {
                        let [x, y] = floats(row);
                        [x, y, 0.0]
                    })
                } else {
                    rows(shape, start, stride, count, floats::<12, 3>)
                };
            }
            if layout.has(bits::NORMAL) {
                direction::normals(&mut one.normals, shape, behind, apart, count);
                behind += 4;
            }
            if layout.has(bits::TANGENT) {
                direction::tangents(&mut one.tangents, shape, behind, apart, count);
            }
            surface.blend_shapes.push(one);
        }
    }
}

/// Indices of two or four bytes: the count tells, else the number of vertices as in the engine.
pub(super) fn index_list(
    list: &mut Vec<u32>,
    data: &[u8],
    claimed: Option<usize>,
    vertices: usize,
    problems: &mut Problems,
) {
    let small = match claimed {
        Some(count) if data.len() == count.saturating_mul(2) => true,
        Some(count) if data.len() == count.saturating_mul(4) => false,
        _ => vertices <= 1 << 16,
    };
    let size = if small { 2 } else { 4 };
    let there = data.len() / size;
    let count = claimed.unwrap_or(there);
    if count != there {
        problems.push(format!("{count} indices are claimed, and data is there for {there}"));
    }
    let count = count.min(there);
    if small {
        fill_rows(list, data, 0, 2, count, |row: &[u8; 2]| u32::from(u16::from_le_bytes(*row)));
    } else {
        fill_rows(list, data, 0, 4, count, |row: &[u8; 4]| u32::from_le_bytes(*row));
    }
}

fn custom(data: &[u8], at: usize, stride: usize, count: usize, format: CustomFormat) -> Vec<f32> {
    use CustomFormat as F;
    let halves = |row: [u16; 4]| row.map(half::to_f32);
    match format {
        F::Rgba8Unorm => {
            rows(data, at, stride, count, |row: &[u8; 4]| row.map(|byte| f32::from(byte) / 255.0))
                .into_flattened()
        }
        F::Rgba8Snorm => {
            let read = |byte: u8| (f32::from(byte as i8) / 127.0).max(-1.0);
            rows(data, at, stride, count, |row: &[u8; 4]| row.map(read)).into_flattened()
        }
        F::RgHalf => {
            let read = |row: &[u8; 4]| shorts::<4, 2>(row).map(half::to_f32);
            rows(data, at, stride, count, read).into_flattened()
        }
        F::RgbaHalf => rows(data, at, stride, count, |row: &[u8; 8]| halves(shorts(row))).into_flattened(),
        F::RFloat => rows(data, at, stride, count, floats::<4, 1>).into_flattened(),
        F::RgFloat => rows(data, at, stride, count, floats::<8, 2>).into_flattened(),
        F::RgbFloat => rows(data, at, stride, count, floats::<12, 3>).into_flattened(),
        F::RgbaFloat => rows(data, at, stride, count, floats::<16, 4>).into_flattened(),
    }
}

/// Texture coordinates of shares; a scale that is not 0 spreads them about 0.
fn spread(packed: [u16; 2], scale: [f32; 2], both: [f32; 4]) -> [f32; 2] {
    let [u, v] = packed.map(unit);
    if both.iter().all(|part| part.abs() < 1e-5) {
        return [u, v];
    }
    [(u - 0.5) * scale[0], (v - 0.5) * scale[1]]
}

fn unit(number: u16) -> f32 {
    f32::from(number) / 65535.0
}

/// `N` floats of `S` = 4 `N` bytes.
#[inline]
pub(super) fn floats<const S: usize, const N: usize>(row: &[u8; S]) -> [f32; N] {
    std::array::from_fn(|at| {
        f32::from_le_bytes([row[4 * at], row[4 * at + 1], row[4 * at + 2], row[4 * at + 3]])
    })
}

/// `N` numbers of `S` = 2 `N` bytes.
#[inline]
pub(super) fn shorts<const S: usize, const N: usize>(row: &[u8; S]) -> [u16; N] {
    std::array::from_fn(|at| u16::from_le_bytes([row[2 * at], row[2 * at + 1]]))
}
