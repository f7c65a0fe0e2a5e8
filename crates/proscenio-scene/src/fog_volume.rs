//! Fog that fills space: everywhere, and in volumes of its own.

use glam::Vec3;

use crate::Rgba;

/// Fog that lights shine into (Godot's volumetric fog; the numbers are those of `volumetric_fog_…`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumetricFog {
    /// How much there is everywhere, per metre.
    pub density: f32,
    /// What it scatters.
    pub albedo: Rgba,
    /// The light that it gives by itself, with its energy.
    pub emission: Rgba,
    /// −1 (light is thrown back) to 1 (it goes on).
    pub anisotropy: f32,
    /// How far from the eye there is any, metres.
    pub length: f32,
    /// Exponent of the distances that it is worked out at; greater has more of them near the eye.
    pub spread: f32,
    /// Share of the light from everywhere that shines into it, with the energy of that.
    pub ambient: f32,
    /// That light, without its energy.
    pub ambient_color: Rgba,
    /// The share of it that the sky has, 0 to 1.
    pub sky_share: f32,
    /// How much of it lies over the sky, 0 to 1.
    pub over_sky: f32,
    /// The share that each picture of the engine takes from the one before (Godot: `temporal_reprojection_amount`, 0 when
    /// that is off): its first pictures have less fog.
    pub settling: f32,
}

/// More fog, or less, within a shape around a node (Godot: `FogVolume` with a `FogMaterial`). Needs
/// [`crate::Environment::volumetric_fog`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FogVolume {
    /// Its form.
    pub shape: FogShape,
    /// Width, height and depth, metres.
    pub size: Vec3,
    /// Added to that of the environment, per metre; below 0 it takes away.
    pub density: f32,
    /// What it scatters.
    pub albedo: Rgba,
    /// The light that it gives by itself.
    pub emission: Rgba,
    /// How fast it thins upwards from the middle: halved at each metre times this.
    pub height_falloff: f32,
    /// How softly it ends at its border; 0 is hard.
    pub edge_fade: f32,
}

/// The form of a [`FogVolume`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FogShape {
    /// A ball, drawn out to the size.
    Ellipsoid,
    /// Tip up.
    Cone,
    /// Upright.
    Cylinder,
    /// A box.
    Box,
    /// Everywhere.
    World,
}
