//! How a surface answers light.

use crate::{Extras, Finish, ImageId, Rgba};

/// The surface of a mesh.
///
/// The fields are those of the metallic-roughness model; [`Material::shading`] says which engine's rule
/// turns them into a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// For people.
    pub name: String,
    /// Which rule shades it.
    pub shading: ShadingRule,
    /// Colour of the surface, multiplied with its texture.
    pub base_color: Rgba,
    /// Texture multiplied with [`Material::base_color`].
    pub base_texture: Option<TextureRef>,
    /// Whether the mesh's vertex colours multiply the base colour.
    pub vertex_colors: bool,
    /// 0 (not a metal) to 1 (metal).
    pub metallic: f32,
    /// 0 (mirror) to 1 (matt).
    pub roughness: f32,
    /// Strength of reflection of a surface that is not a metal; 0.5 reflects 4 %.
    pub specular: f32,
    /// Texture that metallic (blue) and roughness (green) are multiplied with.
    pub metallic_roughness_texture: Option<TextureRef>,
    /// One number of a texture that metallic is multiplied with.
    pub metallic_map: Option<ChannelMap>,
    /// One number of a texture that roughness is multiplied with.
    pub roughness_map: Option<ChannelMap>,
    /// Bumps.
    pub normal_map: Option<NormalMap>,
    /// Light given off, already multiplied with its energy.
    pub emission: Rgba,
    /// Texture of the light given off.
    pub emission_texture: Option<TextureRef>,
    /// Whether the emission texture is added to [`Material::emission`] (`true`) or multiplied with it.
    pub emission_adds: bool,
    /// What alpha does.
    pub alpha: AlphaMode,
    /// How a see-through surface joins what is behind it.
    pub blend: BlendMode,
    /// Which side is not drawn.
    pub cull: Cull,
    /// Whether light is spread after Lambert instead of Burley, in linear light.
    pub lambert: bool,
    /// Whether it turns to the eye.
    pub billboard: Option<Billboard>,
    /// Looks of the rules that shade stored values; plain for the others.
    pub look: Look,
    /// What linear light does with it beyond this.
    pub finish: Finish,
    /// What the family says beyond this.
    pub extras: Extras,
}

impl Default for Material {
    /// White, rough, opaque, lit by [`ShadingRule::LinearPbr`].
    fn default() -> Self {
        Self {
            name: String::new(),
            shading: ShadingRule::LinearPbr,
            base_color: Rgba::WHITE,
            base_texture: None,
            vertex_colors: false,
            metallic: 0.0,
            roughness: 1.0,
            specular: 0.5,
            metallic_roughness_texture: None,
            metallic_map: None,
            roughness_map: None,
            normal_map: None,
            emission: Rgba::BLACK,
            emission_texture: None,
            emission_adds: true,
            alpha: AlphaMode::Opaque,
            blend: BlendMode::Mix,
            cull: Cull::Back,
            lambert: false,
            billboard: None,
            look: Look::default(),
            finish: Finish::default(),
            extras: Extras::new(),
        }
    }
}

/// Which engine's arithmetic makes the colour of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShadingRule {
    /// Physically based, in linear light (Godot).
    LinearPbr,
    /// The base colour as it is, in linear light; lights do not matter (Godot, glTF).
    LinearUnlit,
    /// Lambert and Blinn-Phong on stored values, ambient light as a floor (nacatamalon).
    StoredLit {
        /// Strength of the highlight, 0 for none.
        specular: f32,
        /// Exponent of the highlight.
        shininess: f32,
    },
    /// The base colour as it is, on stored values (nacatamalon "unlit"; Espresso3D without lights).
    StoredUnlit,
}

impl ShadingRule {
    /// Whether the rule works on stored (sRGB-encoded) numbers.
    #[must_use]
    pub const fn is_stored(self) -> bool {
        matches!(self, Self::StoredLit { .. } | Self::StoredUnlit)
    }
}

/// What the rules on stored values do beyond lighting corners (nacatamalon; Espresso3D leaves it plain).
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Multiplies the highlight, so that it can have a colour.
    pub highlight: Rgba,
    /// Light in few steps instead of a smooth run, worked out for each pixel.
    pub toon: Option<Toon>,
    /// Light along the outline.
    pub rim: Option<Rim>,
    /// Dots where the surface is dark.
    pub dots: Option<Dots>,
    /// Corners are put on a grid of the screen.
    pub vertex_snap: Option<VertexSnap>,
    /// Texture coordinates run straight over the screen, without regard to depth.
    pub affine: bool,
    /// Darkens the light from everywhere.
    pub occlusion: Option<Occlusion>,
    /// Textures whose stored values multiply the base colour (Espresso3D).
    pub details: [Option<TextureRef>; 2],
    /// Code that takes the place of the rule, with the light worked out by it (nacatamalon).
    pub shader: Option<crate::ShaderId>,
}

impl Default for Look {
    /// Plain.
    fn default() -> Self {
        Self {
            highlight: Rgba::WHITE,
            toon: None,
            rim: None,
            dots: None,
            vertex_snap: None,
            affine: false,
            occlusion: None,
            details: [None; 2],
            shader: None,
        }
    }
}

/// Light in steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toon {
    /// Number of steps; below 2 there is one.
    pub bands: f32,
    /// Share of the colour that the darkest step keeps.
    pub shadow: f32,
    /// Least cosine between normal and half vector for the highlight.
    pub spot: f32,
}

/// Light along the outline: `colour · strength · (1 − n·v)^power`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rim {
    /// Its colour.
    pub color: Rgba,
    /// Exponent; greater is thinner.
    pub power: f32,
    /// Factor.
    pub strength: f32,
}

/// Black dots on the screen where the shaded luminance is low.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dots {
    /// Side of a dot's cell, pixels.
    pub scale: f32,
    /// Luminance from which there are none, 0 to 1.
    pub threshold: f32,
}

/// A grid corners are put on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexSnap {
    /// The rows of the view.
    View,
    /// A number of rows over the picture's height.
    Rows(f32),
}

/// A picture that darkens the light from everywhere; its red counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occlusion {
    /// The picture, read as numbers.
    pub texture: TextureRef,
    /// 0 (no effect) to 1.
    pub strength: f32,
}

/// What alpha does to an opaque-looking surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AlphaMode {
    /// Nothing.
    Opaque,
    /// The surface is blended over what is behind it.
    Blend,
    /// Texels with less alpha than this are not drawn.
    Cutoff(f32),
    /// A pattern of holes, more where there is less alpha; grains of this many pixels (Godot, linear light alone).
    Holes(f32),
    /// Blended, but texels that are not see-through hide what is behind them (Godot, linear light alone).
    BlendHiding,
}

/// How a see-through colour joins what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlendMode {
    /// Weighted by alpha.
    Mix,
    /// Added.
    Add,
    /// Taken away.
    Subtract,
    /// Multiplied.
    Multiply,
    /// Weighted by an alpha the colour was already multiplied with.
    Premultiplied,
}

/// Which side of a triangle is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cull {
    /// The back.
    Back,
    /// The front.
    Front,
    /// Neither.
    None,
}

/// A texture and how it is looked up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureRef {
    /// The picture.
    pub image: ImageId,
    /// Which of the mesh's coordinate sets: 0 or 1; 2 for [`Look::details`] alone.
    pub uv_set: u8,
    /// Applied to the coordinates.
    pub transform: UvTransform,
    /// Between texels.
    pub filter: Filter,
    /// Beyond the left and right edge.
    pub wrap_u: Wrap,
    /// Beyond the top and bottom edge.
    pub wrap_v: Wrap,
    /// In the plane: bumps and highlights.
    pub relief: Option<crate::ReliefId>,
}

impl TextureRef {
    /// A picture on the first coordinate set, smooth with mipmaps, repeating.
    #[must_use]
    pub fn new(image: ImageId) -> Self {
        Self {
            image,
            uv_set: 0,
            transform: UvTransform::IDENTITY,
            filter: Filter::LinearMipmap,
            wrap_u: Wrap::Repeat,
            wrap_v: Wrap::Repeat,
            relief: None,
        }
    }
}

/// `uv · scale + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvTransform {
    /// Factor per axis.
    pub scale: [f32; 2],
    /// Added afterwards, in pictures.
    pub offset: [f32; 2],
}

impl UvTransform {
    /// Changes nothing.
    pub const IDENTITY: Self = Self { scale: [1.0, 1.0], offset: [0.0, 0.0] };
}

/// How texels are mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest texel.
    Nearest,
    /// Four texels.
    Linear,
    /// The nearest texel of the nearest size.
    NearestMipmap,
    /// Four texels of two sizes.
    LinearMipmap,
    /// As [`Filter::LinearMipmap`], sharper on slanted surfaces.
    Anisotropic,
}

/// What is beyond a picture's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The picture again.
    Repeat,
    /// Its last texel.
    Clamp,
    /// The picture mirrored.
    Mirror,
}

/// One number of a texture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChannelMap {
    /// The picture, read as numbers.
    pub texture: TextureRef,
    /// Which number: 0 red, 1 green, 2 blue, 3 alpha, 4 the mean of the first three.
    pub channel: u8,
}

/// How a surface turns to the eye: its axes become those of the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Billboard {
    /// Its +Y stays up.
    pub upright: bool,
    /// Whether the node's scale counts.
    pub keep_scale: bool,
}

impl Billboard {
    /// As Godot numbers them: 0 none, 1 to the eye, 2 to the eye but upright, 3 particles.
    #[must_use]
    pub const fn numbered(number: i64, keep_scale: bool) -> Option<Self> {
        match number {
            1 | 3 => Some(Self { upright: false, keep_scale }),
            2 => Some(Self { upright: true, keep_scale }),
            _ => None,
        }
    }
}

/// A normal map: red +X, green +Y (up), blue +Z of tangent space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalMap {
    /// The picture, read as numbers.
    pub texture: TextureRef,
    /// Strength; 1 as painted.
    pub scale: f32,
}
