//! What surrounds a scene: background, sky, light from everywhere, fog, and how light becomes a picture.

use glam::Quat;

use crate::{ImageId, Rgba, VolumetricFog};

/// What surrounds a scene.
///
/// What a Godot 4.6 scene becomes (asked of the engine; `stored` and `linear` are the two readings of a
/// `Color`):
///
/// | scene | background | [`Ambient::color`] |
/// |---|---|---|
/// | no `Environment` | the project's clear colour, stored (0.3, 0.3, 0.3) by default | linear clear colour |
/// | `background_mode` 0 | stored clear colour × `background_energy_multiplier` | source 0: linear clear colour × the same |
/// | `background_mode` 1 | stored `background_color` × `background_energy_multiplier` | source 0: linear `background_color` × the same |
/// | `background_mode` 2 | the sky, black without one | source 0: the sky |
/// | `background_mode` 3 and more | stored clear colour | source 0: black |
///
/// The product with the background's energy is taken of stored values, that with the ambient light of linear
/// ones. `ambient_light_source` 1 is black; 2 is linear `ambient_light_color` × `ambient_light_energy`, whatever
/// the background and the sky's contribution; 3 is the sky whatever the background. Without a sky nothing is
/// mirrored: [`Ambient::reflection`] is black for every `reflected_light_source`.
#[derive(Clone, Debug, PartialEq)]
pub struct Environment {
    /// What is where nothing is drawn. Goes through the tone mapping when something is shaded in linear light.
    pub background: Background,
    /// The sky, for the background, for [`Ambient::sky_share`] and for [`Ambient::mirrors_sky`].
    pub sky: Option<Sky>,
    /// Light from everywhere.
    pub ambient: Ambient,
    /// What distance does to light; Godot's fog. The fog of nacatamalon is a component ([`crate::Fog`]).
    pub haze: Option<Haze>,
    /// Fog that lights shine into.
    pub volumetric_fog: Option<VolumetricFog>,
    /// How bright light is fitted into a picture.
    pub tonemap: Tonemap,
    /// Light that bright places spill around them.
    pub glow: Option<Glow>,
    /// Changes of the finished picture.
    pub adjustment: Option<Adjustment>,
    /// Drawings in the plane up to this z are the background: they are put through all of the above (Godot: a
    /// background of `BG_CANVAS`). Those above it are drawn over the finished picture.
    pub plane_up_to: Option<f32>,
}

/// What is where nothing is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Background {
    /// One colour.
    Color(Rgba),
    /// [`Environment::sky`]; black without one.
    Sky,
}

/// A sky, which is a colour for every direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Sky {
    /// What it looks like.
    pub look: SkyLook,
    /// Factor on its picture, its light and its reflection.
    pub energy: f32,
    /// Turns a direction of the sky into one of the world.
    pub turn: Quat,
}

/// What a [`Sky`] looks like.
#[derive(Clone, Debug, PartialEq)]
pub enum SkyLook {
    /// Two colour runs that meet at the horizon, with the sun of the scene.
    Gradient(GradientSky),
    /// A picture of all directions.
    Panorama(PanoramaSky),
    /// Light scattered by air.
    Physical(PhysicalSky),
}

/// Two colour runs that meet at the horizon (Godot's `ProceduralSkyMaterial`). A directional light shows as a
/// disc of its own size with a halo.
#[derive(Clone, Debug, PartialEq)]
pub struct GradientSky {
    /// Straight up, already multiplied with the energy.
    pub top: Rgba,
    /// Just above the horizon, likewise.
    pub horizon: Rgba,
    /// How fast the upper run leaves the horizon; greater is slower.
    pub curve: f32,
    /// Straight down, likewise.
    pub bottom: Rgba,
    /// Just below the horizon, likewise.
    pub ground_horizon: Rgba,
    /// As [`GradientSky::curve`], below.
    pub ground_curve: f32,
    /// Angle from the sun's middle at which its halo ends, radians.
    pub sun_angle: f32,
    /// How fast the halo fades.
    pub sun_curve: f32,
    /// A picture of all directions that is added above the horizon, and the factor on it.
    pub cover: Option<(PanoramaSky, Rgba)>,
}

/// A picture of all directions: its left edge is −Z, a quarter further is +X, its top is +Y (equirectangular).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanoramaSky {
    /// The picture; stored colours, or light where its pixels can say that.
    pub image: ImageId,
    /// Factor on its light.
    pub energy: f32,
    /// Whether texels are mixed.
    pub smooth: bool,
}

/// Light scattered by air (Godot's `PhysicalSkyMaterial`).
#[derive(Clone, Debug, PartialEq)]
pub struct PhysicalSky {
    /// Strength of scattering by air.
    pub rayleigh: f32,
    /// Its colour.
    pub rayleigh_color: Rgba,
    /// Strength of scattering by dust.
    pub mie: f32,
    /// How much further than sidewards dust throws light ahead, −1 to 1.
    pub mie_eccentricity: f32,
    /// Its colour.
    pub mie_color: Rgba,
    /// How much dust there is in the whole air.
    pub turbidity: f32,
    /// Factor on the size of the sun's disc.
    pub sun_disk_scale: f32,
    /// Below the horizon.
    pub ground: Rgba,
    /// Factor on all of it.
    pub energy: f32,
}

/// Light from everywhere. Colours are already multiplied with their energy; their alpha means nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ambient {
    /// Its colour: a white surface that no light reaches has it.
    pub color: Rgba,
    /// What mirrors show, the same in every direction; black when they show nothing.
    pub reflection: Rgba,
    /// How much of [`Ambient::color`] the sky's light takes the place of, 0 to 1.
    pub sky_share: f32,
    /// Whether mirrors show the sky instead of [`Ambient::reflection`].
    pub mirrors_sky: bool,
}

impl Ambient {
    /// One colour from everywhere, and nothing to mirror.
    #[must_use]
    pub const fn plain(color: Rgba) -> Self {
        Self { color, reflection: Rgba::BLACK, sky_share: 0.0, mirrors_sky: false }
    }
}

/// Fog in linear light: every surface becomes more like the fog with its distance from the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Haze {
    /// Its light, already multiplied with its energy.
    pub color: Rgba,
    /// How distance counts.
    pub run: HazeRun,
    /// How much the suns show in it, towards them.
    pub sun_scatter: f32,
    /// Share of its light that is taken from the sky behind, 0 to 1.
    pub sky_color: f32,
    /// Share of it that lies over the sky, 0 to 1.
    pub over_sky: f32,
    /// Height where fog of its own begins, metres.
    pub height: f32,
    /// How much denser it gets for every metre below; negative above.
    pub height_density: f32,
}

/// How much [`Haze`] there is at a distance `d`, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HazeRun {
    /// `1 − e^(−density · d)`.
    Exponential {
        /// Per metre.
        density: f32,
    },
    /// `density · smooth^curve`, which runs from 0 at `begin` to 1 at `end` without a corner.
    Range {
        /// Metres.
        begin: f32,
        /// Metres.
        end: f32,
        /// Exponent.
        curve: f32,
        /// The most there is.
        density: f32,
    },
}

/// How bright light is fitted into a picture; only for materials shaded in linear light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tonemap {
    /// The curve.
    pub kind: TonemapKind,
    /// Factor before the curve.
    pub exposure: f32,
    /// The light that becomes white; at least 1. Godot: `tonemap_white` (1 by default), for AgX
    /// `tonemap_agx_white` (16.29 by default). [`TonemapKind::Linear`] does without.
    pub white: f32,
    /// How steep AgX is about middle grey; 1.25 by default. The others do without.
    pub contrast: f32,
}

impl Tonemap {
    /// Light as it is.
    pub const NONE: Self = Self { kind: TonemapKind::Linear, exposure: 1.0, white: 1.0, contrast: 1.25 };
}

/// The curves of Godot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TonemapKind {
    /// Cut off at 1.
    Linear,
    /// Reinhard's.
    Reinhard,
    /// Filmic.
    Filmic,
    /// ACES.
    Aces,
    /// AgX.
    Agx,
}

/// Light that bright places spill around them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glow {
    /// Factors on copies of the picture, each half as large as the one before and so twice as blurred.
    pub levels: [f32; 7],
    /// Factor on what is spilled.
    pub intensity: f32,
    /// How much is spilled on at each level.
    pub strength: f32,
    /// For [`GlowBlend::Mix`] alone: the share of the picture that is replaced.
    pub mix: f32,
    /// Share of light that spills however dark it is.
    pub bloom: f32,
    /// How it joins the picture.
    pub blend: GlowBlend,
    /// Light above this spills.
    pub threshold: f32,
    /// How slowly light begins to spill above the threshold.
    pub scale: f32,
    /// The brightest light that spills.
    pub cap: f32,
}

/// How [`Glow`] joins the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlowBlend {
    /// Added.
    Add,
    /// Added, but never beyond white.
    Screen,
    /// Brightens without growing flat.
    Soft,
    /// In the picture's place.
    Replace,
    /// As much of it as [`Glow::mix`] says.
    Mix,
}

/// Changes of the finished picture, on stored values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjustment {
    /// Factor; 1 changes nothing.
    pub brightness: f32,
    /// Factor on the distance from middle grey.
    pub contrast: f32,
    /// Factor on the distance from grey.
    pub saturation: f32,
}

impl Default for Environment {
    /// Black, no ambient light, nothing mapped.
    fn default() -> Self {
        Self {
            background: Background::Color(Rgba::BLACK),
            sky: None,
            ambient: Ambient::plain(Rgba::BLACK),
            haze: None,
            volumetric_fog: None,
            tonemap: Tonemap::NONE,
            glow: None,
            adjustment: None,
            plane_up_to: None,
        }
    }
}
