//! What linear light does with a surface beyond metal and roughness, and where it stands among others (Godot).

use glam::Vec3;

use crate::{ChannelMap, MaterialId, TextureRef};

/// What a surface in linear light has beyond the metallic-roughness model. Rules on stored values do not look at it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// Textures of the first and second coordinates are laid onto the surface from three sides instead.
    pub planes: [Option<Triplanar>; 2],
    /// Vertices are moved along their normals, metres.
    pub grow: f32,
    /// Light along the outline.
    pub rim: Option<RimLight>,
    /// A clear layer over it.
    pub coat: Option<Coat>,
    /// What folds keep of the light from everywhere.
    pub folds: Option<Folds>,
    /// A second layer of textures.
    pub detail: Option<Detail>,
    /// Light that comes through from behind.
    pub backlight: Option<Backlight>,
    /// Texture coordinates that move with the eye, as if the surface had depth.
    pub height: Option<Height>,
    /// Fades out where less than these metres are left to what is behind it.
    pub near_fade: Option<f32>,
    /// Fades with the distance from the eye.
    pub far_fade: Option<FarFade>,
    /// As large on the screen at every distance: its size in metres is that at a distance of one metre.
    pub fixed_size: bool,
    /// Whether what is nearer hides it.
    pub hidden_by_nearer: bool,
    /// When it hides what is behind it.
    pub hides: Hides,
    /// Drawn after those with lower numbers when it is see-through.
    pub priority: i32,
    /// How light that is not mirrored spreads.
    pub diffuse: Diffuse,
    /// How lights are mirrored.
    pub highlight: Highlight,
    /// Whether light is worked out at the corners and spread between them.
    pub lit_at_corners: bool,
    /// Whether the light from everywhere does not reach it.
    pub without_ambient: bool,
    /// Whether it mirrors its surroundings where little of the light from everywhere reaches it.
    pub mirrors_in_darkness: bool,
    /// Whether fog leaves it alone.
    pub without_fog: bool,
    /// The same geometry is drawn once more, with this one.
    pub next: Option<MaterialId>,
}

impl Default for Finish {
    /// Nothing beyond.
    fn default() -> Self {
        Self {
            planes: [None; 2],
            grow: 0.0,
            rim: None,
            coat: None,
            folds: None,
            detail: None,
            backlight: None,
            height: None,
            near_fade: None,
            far_fade: None,
            fixed_size: false,
            hidden_by_nearer: true,
            hides: Hides::Solid,
            priority: 0,
            diffuse: Diffuse::Plain,
            highlight: Highlight::Ggx,
            lit_at_corners: false,
            without_ambient: false,
            mirrors_in_darkness: false,
            without_fog: false,
            next: None,
        }
    }
}

/// A texture laid on from three sides, weighted by where the normal points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triplanar {
    /// By places in the world instead of in the mesh.
    pub world: bool,
    /// Exponent of the weights; greater has harder seams.
    pub sharpness: f32,
    /// Pictures per metre along each axis.
    pub scale: Vec3,
    /// Added afterwards, in pictures.
    pub offset: Vec3,
}

/// Light along the outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RimLight {
    /// 0 to 1.
    pub amount: f32,
    /// Colour: 0 that of the light, 1 that of the surface.
    pub tint: f32,
    /// Red multiplies the amount, green the tint.
    pub texture: Option<TextureRef>,
}

/// A clear layer with highlights of its own, which normal maps do not bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coat {
    /// 0 to 1.
    pub amount: f32,
    /// 0 to 1.
    pub roughness: f32,
    /// Red multiplies the amount, green the roughness.
    pub texture: Option<TextureRef>,
}

/// A picture of the light from everywhere that folds keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folds {
    /// Dark is kept away.
    pub map: ChannelMap,
    /// How much of it counts for lights too, 0 to 1.
    pub on_lights: f32,
}

/// A second layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail {
    /// Its red says where the layer is; everywhere without it.
    pub mask: Option<TextureRef>,
    /// Colours; their alpha says how much of the layer shows.
    pub colors: Option<TextureRef>,
    /// Bumps that take the place of the first layer's.
    pub bumps: Option<TextureRef>,
    /// How the colours join those of the first layer.
    pub blend: DetailBlend,
}

/// How a second layer's colours join the first's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetailBlend {
    /// Instead of them.
    Mix,
    /// Added.
    Add,
    /// Taken away.
    Subtract,
    /// Multiplied.
    Multiply,
}

/// Light that comes through from behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backlight {
    /// Share of it, linear.
    pub color: [f32; 3],
    /// Added to the colour.
    pub texture: Option<TextureRef>,
}

/// A picture of heights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    /// Its red counts.
    pub texture: TextureRef,
    /// Depth of black under white, in hundredths of the width of a picture.
    pub scale: f32,
    /// Looked for in so many steps, seen straight and aslant; taken in one step without.
    pub layers: Option<[u32; 2]>,
    /// Whether white is deep instead.
    pub deep_white: bool,
    /// Whether it is turned over along U and V.
    pub flipped: [bool; 2],
}

/// Fades with the distance from the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarFade {
    /// Metres: where it is not there, and where it is whole. The first may be farther.
    pub range: [f32; 2],
    /// How what is half there looks.
    pub by: FadeBy,
}

/// How what is half there looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FadeBy {
    /// See-through.
    Alpha,
    /// A pattern of holes, by the distance of each pixel.
    PixelHoles,
    /// A pattern of holes, by the distance of the node.
    NodeHoles,
}

/// When a surface hides what is drawn behind it afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hides {
    /// When it is not see-through.
    Solid,
    /// Always.
    Always,
    /// Never, so that it is drawn among see-through ones.
    Never,
}

/// How light that is not mirrored spreads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diffuse {
    /// As [`Material::lambert`](crate::Material::lambert) says.
    Plain,
    /// Around the edge to the dark side, farther for rougher surfaces.
    Wrapped,
    /// One bright and one dark side, their edge softer for rougher surfaces.
    Toon,
}

/// How lights are mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// As by small mirrors.
    Ggx,
    /// A spot with an edge.
    Toon,
    /// Not at all.
    None,
}
