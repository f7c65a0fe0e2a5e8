//! Lights in space, and how their shadows look.

use glam::{Affine3A, Vec2};

use crate::{Extras, Rgba};

/// A light: stands at its node and shines along −Z of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Its form.
    pub kind: LightKind,
    /// Its colour.
    pub color: Rgba,
    /// Factor on the colour, in the family's unit: a surface that faces a light of energy 1 has its own
    /// colour.
    pub energy: f32,
    /// Share that reaches every surface, lit or not, 0 to 1 (nacatamalon `ambient`); a floor under the lights,
    /// not added to them.
    pub ambient: f32,
    /// Factor on highlights; 1 as strong as the surface reflects. Godot: `light_specular` of a directional
    /// light, twice that of the others.
    pub specular: f32,
    /// Factor on its light in [`crate::VolumetricFog`] (Godot: `light_volumetric_fog_energy`).
    pub in_fog: f32,
    /// Whether it throws shadows.
    pub cast_shadow: bool,
    /// How they look; of the rules in linear light.
    pub shadow: Shadow,
    /// Half the angle of its disc in a [`Sky`](crate::Sky), radians; `None` does not show there.
    pub sky_disc: Option<f32>,
    /// Placement inside the node, for families whose lights carry their own; applied after the node's.
    pub local: Option<Affine3A>,
    /// What the family says beyond this.
    pub extras: Extras,
}

/// How shadows look; the numbers are Godot's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// Moves the surface towards the light before it is compared, hundredths of a metre. On stored values a share of the
    /// depth of the light's picture.
    pub bias: f32,
    /// Moves it along its normal, in texels of the shadow's picture.
    pub normal_bias: f32,
    /// Factor on the softness of edges.
    pub blur: f32,
    /// 0 (none) to 1 (no light).
    pub opacity: f32,
    /// Directional: the distance where shadows end, metres. On stored values how far back the light stands.
    pub distance: f32,
    /// Directional, on stored values: side of the square before the eye that has shadows, metres.
    pub area: f32,
    /// Directional: the share of the distance from which they fade.
    pub fade_start: f32,
    /// Directional: ends of all but the last picture, as shares of the distance.
    pub splits: [f32; 3],
    /// Directional: how many pictures share the distance; 1, 2 or 4.
    pub pictures: u8,
}

impl Shadow {
    /// That of lights on stored values (nacatamalon), where only the first caster of a view throws one.
    pub const STORED: Self = Self {
        bias: 0.002,
        normal_bias: 0.0,
        blur: 0.0,
        opacity: 1.0,
        distance: 20.0,
        area: 12.0,
        fade_start: 1.0,
        splits: [0.0; 3],
        pictures: 1,
    };
}

impl Default for Shadow {
    /// That of Godot's directional lights.
    fn default() -> Self {
        Self {
            bias: 0.1,
            normal_bias: 2.0,
            blur: 1.0,
            opacity: 1.0,
            distance: 100.0,
            area: 12.0,
            fade_start: 0.8,
            splits: [0.1, 0.2, 0.5],
            pictures: 4,
        }
    }
}

/// The form of a [`Light`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightKind {
    /// From infinitely far away.
    Directional,
    /// From a point to all sides.
    Point {
        /// Metres; beyond it there is no light.
        range: f32,
        /// How it gets weaker on the way.
        falloff: LightFalloff,
    },
    /// From a point into a cone.
    Spot {
        /// Metres.
        range: f32,
        /// How it gets weaker on the way.
        falloff: LightFalloff,
        /// Half the opening angle, radians.
        angle: f32,
        /// How it gets weaker towards the rim: Godot's `spot_angle_attenuation` when the falloff is
        /// [`LightFalloff::Power`], else nacatamalon's penumbra (0 to 1).
        rim: f32,
    },
    /// From a rectangle in the XY plane.
    Rect {
        /// Metres.
        range: f32,
        /// Width and height, metres.
        size: Vec2,
        /// How it gets weaker on the way.
        falloff: LightFalloff,
    },
    /// From everywhere.
    Ambient,
}

/// How light gets weaker with distance `d` within range `r`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightFalloff {
    /// Godot's: `(1 − (d/r)⁴)² · d^−exponent`.
    Power {
        /// `omni_attenuation` or `spot_attenuation`.
        exponent: f32,
    },
    /// `(1 − d/r)²`, clamped.
    Quadratic,
    /// nacatamalon's: `1 − d/r`, clamped.
    Linear,
}
