//! Surfaces of `ArrayMesh` and `ImporterMesh`, as Godot 3 and 4 keep them.
//!
//! | layout | where | decoded by |
//! |---|---|---|
//! | lists of vectors | `.escn`, `surfaces/0` with `arrays` (Godot 3); `_data` of `ImporterMesh` (Godot 4) | [`decode_arrays`] |
//! | interleaved bytes | `surfaces/0` with `array_data` (Godot 3) | [`decode_3`] |
//! | interleaved, then split bytes, compressed or not | `_surfaces` (Godot 4.0–4.1; 4.2 and later) | [`decode_4`] |
//!
//! [`encode_4`] writes the layout of Godot 4.2 and later, or that of 4.0.

mod arrays;
pub mod direction;
mod encode;
mod four;
mod half;
mod three;

pub use arrays::decode_arrays;
pub use encode::{Encoding, encode_4};
pub use four::{decode_4, decode_4_into};
pub use three::decode_3;

use std::borrow::Cow;

use super::Problems;
use crate::Value;
use crate::value::Reference;

/// One surface, its attributes unpacked. Optional lists are empty or as long as [`Surface::positions`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// For people; often empty.
    pub name: String,
    /// What the indices make.
    pub primitive: Primitive,
    /// Whether the vertices lie in the plane; their third number is 0 then.
    pub flat: bool,
    /// Metres.
    pub positions: Vec<[f32; 3]>,
    /// Unit length.
    pub normals: Vec<[f32; 3]>,
    /// Unit length; the fourth number is the sign of the bitangent.
    pub tangents: Vec<[f32; 4]>,
    /// As stored; materials say whether they are sRGB.
    pub colors: Vec<[f32; 4]>,
    /// (0, 0) is the picture's top-left corner.
    pub uvs: Vec<[f32; 2]>,
    /// The second set.
    pub uvs2: Vec<[f32; 2]>,
    /// Channels for shaders, `CUSTOM0` to `CUSTOM3`.
    pub custom: [Option<Custom>; 4],
    /// Bones of each vertex: 4 or 8; 0 for a surface that is not bent.
    pub bones_per_vertex: u8,
    /// Into the skin's binds; [`Surface::bones_per_vertex`] for each vertex.
    pub bones: Vec<u16>,
    /// Beside [`Surface::bones`].
    pub weights: Vec<f32>,
    /// Into the lists; empty means one after the other. Triangles are clockwise from the front. Every one
    /// names a vertex.
    pub indices: Vec<u32>,
    /// Coarser triangles, the finest first.
    pub lods: Vec<Lod>,
    /// Other shapes of the same vertices.
    pub blend_shapes: Vec<BlendShape>,
    /// What it is drawn with.
    pub material: Option<Reference>,
    /// The box the file gives: corner and size, metres.
    pub aabb: Option<[f32; 6]>,
    /// Entries of the dictionary that are not understood, in file order.
    pub rest: Vec<(Value, Value)>,
}

/// What the indices of a [`Surface`] make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Primitive {
    /// A point each.
    Points,
    /// A line every two.
    Lines,
    /// One line through all.
    LineStrip,
    /// One line through all and back (Godot 3).
    LineLoop,
    /// A triangle every three.
    #[default]
    Triangles,
    /// A triangle with every further one.
    TriangleStrip,
    /// Triangles around the first (Godot 3).
    TriangleFan,
}

impl Primitive {
    /// By the number of Godot 4.
    #[must_use]
    pub const fn of_4(number: i64) -> Option<Self> {
        Some(match number {
            0 => Self::Points,
            1 => Self::Lines,
            2 => Self::LineStrip,
            3 => Self::Triangles,
            4 => Self::TriangleStrip,
            _ => return None,
        })
    }

    /// By the number of Godot 3.
    #[must_use]
    pub const fn of_3(number: i64) -> Option<Self> {
        Some(match number {
            0 => Self::Points,
            1 => Self::Lines,
            2 => Self::LineStrip,
            3 => Self::LineLoop,
            4 => Self::Triangles,
            5 => Self::TriangleStrip,
            6 => Self::TriangleFan,
            _ => return None,
        })
    }

    /// The number of Godot 4; nothing for what it has no more.
    #[must_use]
    pub const fn number_4(self) -> Option<i64> {
        Some(match self {
            Self::Points => 0,
            Self::Lines => 1,
            Self::LineStrip => 2,
            Self::Triangles => 3,
            Self::TriangleStrip => 4,
            Self::LineLoop | Self::TriangleFan => return None,
        })
    }
}

/// Coarser triangles of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lod {
    /// Used where an edge of this length, metres, is smaller than the screen's threshold.
    pub edge_length: f64,
    /// As [`Surface::indices`].
    pub indices: Vec<u32>,
}

/// Another shape of a surface's vertices. Lists are empty or as long as those of the surface.
///
/// Whether they are differences or the vertices themselves is a matter of the mesh (`blend_shape_mode`:
/// 0 normalised, the vertices themselves; 1 relative, differences).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlendShape {
    /// Metres.
    pub positions: Vec<[f32; 3]>,
    /// As the packed form holds them: of unit length even where they are differences.
    pub normals: Vec<[f32; 3]>,
    /// As [`BlendShape::normals`].
    pub tangents: Vec<[f32; 4]>,
}

/// A channel for shaders.
#[derive(Clone, Debug, PartialEq)]
pub struct Custom {
    /// How it is stored.
    pub format: CustomFormat,
    /// [`CustomFormat::components`] for each vertex.
    pub values: Vec<f32>,
}

/// How a [`Custom`] channel is stored. The order is that of the engine's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomFormat {
    /// Four bytes, 0 to 1.
    Rgba8Unorm,
    /// Four bytes, −1 to 1.
    Rgba8Snorm,
    /// Two halves.
    RgHalf,
    /// Four halves.
    RgbaHalf,
    /// A float.
    RFloat,
    /// Two floats.
    RgFloat,
    /// Three floats.
    RgbFloat,
    /// Four floats.
    RgbaFloat,
}

impl CustomFormat {
    const ALL: [Self; 8] = [
        Self::Rgba8Unorm,
        Self::Rgba8Snorm,
        Self::RgHalf,
        Self::RgbaHalf,
        Self::RFloat,
        Self::RgFloat,
        Self::RgbFloat,
        Self::RgbaFloat,
    ];

    /// By the three bits of the surface's format.
    #[must_use]
    pub const fn of_bits(bits: u64) -> Self {
        Self::ALL[(bits & 7) as usize]
    }

    /// The engine's number.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self as u64
    }

    /// Numbers of each vertex.
    #[must_use]
    pub const fn components(self) -> usize {
        match self {
            Self::RFloat => 1,
            Self::RgHalf | Self::RgFloat => 2,
            Self::RgbFloat => 3,
            Self::Rgba8Unorm | Self::Rgba8Snorm | Self::RgbaHalf | Self::RgbaFloat => 4,
        }
    }

    /// Bytes of each vertex.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Rgba8Unorm | Self::Rgba8Snorm | Self::RgHalf | Self::RFloat => 4,
            Self::RgbaHalf | Self::RgFloat => 8,
            Self::RgbFloat => 12,
            Self::RgbaFloat => 16,
        }
    }
}

/// Vertices of a surface without any data of its own, which only shaders move.
const MOST_EMPTY: usize = 1 << 20;

impl Surface {
    /// Lower corner and size of the box around all positions, as the engine keeps a box; `None` without a
    /// finite position.
    #[must_use]
    pub fn bounds(&self) -> Option<[f32; 6]> {
        let finite = self.positions.iter().filter(|point| point.iter().all(|part| part.is_finite()));
        let corners = finite.fold(None, |all: Option<([f32; 3], [f32; 3])>, point| {
            let (low, high) = all.unwrap_or((*point, *point));
            let pick = |choose: fn(f32, f32) -> f32, corner: [f32; 3]| {
                std::array::from_fn(|axis| choose(corner[axis], point[axis]))
            };
            Some((pick(f32::min, low), pick(f32::max, high)))
        });
        corners.map(|(low, high)| {
            let size: [f32; 3] = std::array::from_fn(|axis| high[axis] - low[axis]);
            [low[0], low[1], low[2], size[0], size[1], size[2]]
        })
    }

    /// The triangles' corners, strips and fans taken apart, clockwise from the front; nothing for points and
    /// lines.
    #[must_use]
    pub fn triangles(&self) -> Option<Cow<'_, [u32]>> {
        let listed = match &self.indices[..] {
            [] => Cow::Owned((0..self.positions.len() as u32).collect()),
            indices => Cow::Borrowed(indices),
        };
        match self.primitive {
            Primitive::Triangles => Some(listed),
            Primitive::TriangleStrip => Some(strip(&listed).into()),
            Primitive::TriangleFan => Some(fan(&listed).into()),
            _ => None,
        }
    }

    /// As [`Surface::triangles`], for one who is done with the indices.
    pub fn take_triangles(&mut self) -> Option<Vec<u32>> {
        if self.primitive == Primitive::Triangles && !self.indices.is_empty() {
            return Some(std::mem::take(&mut self.indices));
        }
        self.triangles().map(Cow::into_owned)
    }

    /// Empties it. The long lists keep their memory.
    fn clear(&mut self) {
        let mut kept = std::mem::take(self);
        kept.positions.clear();
        kept.normals.clear();
        kept.tangents.clear();
        kept.colors.clear();
        kept.uvs.clear();
        kept.uvs2.clear();
        kept.bones.clear();
        kept.weights.clear();
        kept.indices.clear();
        *self = Self {
            positions: kept.positions,
            normals: kept.normals,
            tangents: kept.tangents,
            colors: kept.colors,
            uvs: kept.uvs,
            uvs2: kept.uvs2,
            bones: kept.bones,
            weights: kept.weights,
            indices: kept.indices,
            ..Self::default()
        };
    }

    /// Makes every list fit the positions and every index name a vertex.
    fn make_sound(&mut self, problems: &mut Problems) {
        let count = self.positions.len();
        fit("normals", &mut self.normals, count, [0.0, 0.0, 1.0], problems);
        fit("tangents", &mut self.tangents, count, [1.0, 0.0, 0.0, 1.0], problems);
        fit("colours", &mut self.colors, count, [1.0; 4], problems);
        fit("texture coordinates", &mut self.uvs, count, [0.0; 2], problems);
        fit("second texture coordinates", &mut self.uvs2, count, [0.0; 2], problems);
        for custom in self.custom.iter_mut().flatten() {
            let wanted = count * custom.format.components();
            fit("custom numbers", &mut custom.values, wanted, 0.0, problems);
        }
        self.make_weights_sound(count, problems);
        for shape in &mut self.blend_shapes {
            fit("positions of a blend shape", &mut shape.positions, count, [0.0; 3], problems);
            fit("normals of a blend shape", &mut shape.normals, count, [0.0; 3], problems);
            fit("tangents of a blend shape", &mut shape.tangents, count, [0.0; 4], problems);
        }
        keep_named("indices", &mut self.indices, self.primitive, count, problems);
        for lod in &mut self.lods {
            keep_named("indices of a level of detail", &mut lod.indices, self.primitive, count, problems);
        }
    }

    fn make_weights_sound(&mut self, count: usize, problems: &mut Problems) {
        if self.bones.is_empty() || self.weights.is_empty() {
            if !self.bones.is_empty() || !self.weights.is_empty() {
                problems.push("bones without weights, or weights without bones; left out".to_owned());
            }
            self.bones_per_vertex = 0;
            (self.bones, self.weights) = (Vec::new(), Vec::new());
            return;
        }
        let wanted = count * usize::from(self.bones_per_vertex);
        fit("bones", &mut self.bones, wanted, 0, problems);
        fit("weights", &mut self.weights, wanted, 0.0, problems);
    }
}

/// Makes an optional list as long as it has to be.
fn fit<T: Clone>(what: &str, list: &mut Vec<T>, wanted: usize, filler: T, problems: &mut Problems) {
    if !list.is_empty() && list.len() != wanted {
        problems.push(format!("{} {what} for {wanted}", list.len()));
        list.resize(wanted, filler);
    }
}

/// Takes out indices that name no vertex; of triangles and lines the whole.
fn keep_named(
    what: &str,
    indices: &mut Vec<u32>,
    primitive: Primitive,
    count: usize,
    problems: &mut Problems,
) {
    let sound = |index: &u32| (*index as usize) < count;
    // The largest one tells, and is quickly found.
    if indices.iter().fold(0, |most, index| most.max(*index)) < count as u32 || indices.is_empty() {
        return;
    }
    let step = match primitive {
        Primitive::Triangles => 3,
        Primitive::Lines => 2,
        _ => 1,
    };
    let before = indices.len();
    *indices = indices.chunks(step).filter(|part| part.iter().all(sound)).flatten().copied().collect();
    problems.push(format!("{} {what} name no vertex of {count}; left out", before - indices.len()));
}

fn strip(indices: &[u32]) -> Vec<u32> {
    let turned = |(at, corner): (usize, &[u32])| {
        if at % 2 == 0 { [corner[0], corner[1], corner[2]] } else { [corner[1], corner[0], corner[2]] }
    };
    indices.windows(3).enumerate().flat_map(turned).collect()
}

fn fan(indices: &[u32]) -> Vec<u32> {
    let Some((first, rest)) = indices.split_first() else { return Vec::new() };
    rest.windows(2).flat_map(|pair| [*first, pair[0], pair[1]]).collect()
}
