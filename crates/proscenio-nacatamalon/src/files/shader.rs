//! Material shaders: what a `.wgsl` text and a `.shader` graph both yield.
//!
//! The shader language itself is not checked here: that needs a compiler, which belongs to what draws.

mod functions;
mod text;

pub use text::{Half, Hook, ShaderText};

use crate::model::base::words;

words! {
    /// What a shader is for.
    ShaderFamily {
        /// Sprites, nine-slices, texts and layers of maps.
        Sprite2d = "sprite2d",
        /// Models.
        Mesh3d = "mesh3d",
        /// The whole screen.
        Post = "post",
    }
}

words! {
    /// The type of a shader's parameter.
    ParameterType {
        /// One number.
        F32 = "f32",
        /// Two numbers.
        Vec2 = "vec2<f32>",
        /// Three numbers.
        Vec3 = "vec3<f32>",
        /// Four numbers.
        Vec4 = "vec4<f32>",
    }
}

impl ParameterType {
    /// How many numbers it holds.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::F32 => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 => 4,
        }
    }

    /// The type of that many numbers, 1 to 4.
    #[must_use]
    pub const fn of_lanes(lanes: usize) -> Option<Self> {
        match lanes {
            1 => Some(Self::F32),
            2 => Some(Self::Vec2),
            3 => Some(Self::Vec3),
            4 => Some(Self::Vec4),
            _ => None,
        }
    }

    /// Bytes between the starts at which it may stand.
    #[must_use]
    pub const fn align(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::Vec2 => 8,
            Self::Vec3 | Self::Vec4 => 16,
        }
    }
}

/// A parameter of a shader.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in the shader, behind `mu.`.
    pub name: String,
    /// Its type.
    pub kind: ParameterType,
    /// What it starts with: as many numbers as the type holds.
    pub value: Vec<f64>,
}

/// Where a parameter stands in the shader's block of memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Its name behind `mu.`.
    pub name: String,
    /// Its type.
    pub kind: ParameterType,
    /// Bytes from the start.
    pub offset: usize,
}

/// The block of memory of a shader's parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// What stands in it, in order: the engine's own first.
    pub slots: Vec<Slot>,
    /// Its size in bytes, a multiple of 16.
    pub size: usize,
}

/// A block of a `post` shader holds at most so many bytes.
pub const MAX_POST_BYTES: usize = 256;

impl ShaderFamily {
    /// What the engine itself puts at the start of the block.
    #[must_use]
    pub const fn own_slots(self) -> &'static [(&'static str, ParameterType)] {
        const SLOTS: &[(&str, ParameterType)] = &[
            ("time", ParameterType::F32),
            ("resolution", ParameterType::Vec2),
            ("progress", ParameterType::F32),
            ("phase", ParameterType::F32),
        ];
        match self {
            Self::Post => SLOTS,
            Self::Sprite2d | Self::Mesh3d => SLOTS.split_at(2).0,
        }
    }

    /// The block of memory for parameters in that order.
    #[must_use]
    pub fn layout(self, parameters: &[Parameter]) -> Layout {
        let own = self.own_slots().iter().map(|(name, kind)| ((*name).to_owned(), *kind));
        let declared = parameters.iter().map(|parameter| (parameter.name.clone(), parameter.kind));
        let mut layout = Layout::default();
        for (name, kind) in own.chain(declared) {
            let offset = layout.size.next_multiple_of(kind.align());
            layout.size = offset + 4 * kind.lanes();
            layout.slots.push(Slot { name, kind, offset });
        }
        layout.size = layout.size.next_multiple_of(16);
        layout
    }
}

/// The picture maps that a shader's text samples, in the order of their first use: the names behind
/// `sampleMap_`. At most four count.
#[must_use]
pub fn maps_used(source: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (at, prefix) in source.match_indices("sampleMap_") {
        let rest = &source[at + prefix.len()..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let name = &rest[..end];
        if name.starts_with(|c: char| c.is_ascii_lowercase()) && !names.contains(&name) {
            names.push(name);
        }
        if names.len() == 4 {
            break;
        }
    }
    names
}
