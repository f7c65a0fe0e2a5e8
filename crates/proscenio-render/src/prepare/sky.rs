//! The sky and the fog over it, as the shader wants them.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Mat3, Vec3};
use proscenio_scene::{
    Background, Component, Environment, Filter, Haze, ImageId, LightKind, NodeId, PanoramaSky, Rgba, Scene,
    Sky, SkyLook, WorldPlacements, Wrap,
};

use super::materials::{Reading, Slot};
use crate::camera::Eye;

/// Directional lights that show in a sky; the number stands in `sky.wgsl` too.
const MAX_SUNS: usize = 4;

/// Laid out as `Sun` in `sky.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
struct SunData {
    toward: [f32; 4],
    color: [f32; 4],
}

/// Laid out as `Sky` in `sky.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct SkyData {
    turn: [[f32; 4]; 3],
    ray: [[f32; 4]; 3],
    top: [f32; 4],
    horizon: [f32; 4],
    bottom: [f32; 4],
    ground_horizon: [f32; 4],
    cover: [f32; 4],
    halo: [f32; 4],
    air: [f32; 4],
    dust: [f32; 4],
    physical: [f32; 4],
    haze: [f32; 4],
    haze_sun: [f32; 4],
    kinds: [u32; 4],
    suns: [SunData; MAX_SUNS],
}

impl SkyData {
    /// What the light of the sky depends on: not where the eye looks, nor the fog before it.
    pub(crate) fn light(&self) -> Self {
        Self { ray: Default::default(), haze: [0.0; 4], haze_sun: [0.0; 4], ..*self }
    }
}

/// A sky ready to draw.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heaven {
    pub(crate) data: SkyData,
    /// The picture of a panorama or a cover.
    pub(crate) slot: Option<Slot>,
    /// Whether it is the background.
    pub(crate) shown: bool,
    /// Whether it lights anything.
    pub(crate) lights: bool,
    /// Share of the ambient light, energy.
    pub(crate) share: [f32; 2],
    pub(crate) mirrored: bool,
}

/// The sky of a scene; `None` when it is neither seen nor lights anything.
pub(crate) fn heaven(
    scene: &Scene,
    world: &WorldPlacements,
    nodes: &[NodeId],
    eye: &Eye,
    has: &mut dyn FnMut(ImageId) -> bool,
) -> Option<Heaven> {
    let environment = &scene.environment;
    let shown = environment.background == Background::Sky;
    let ambient = environment.ambient;
    let sky = environment.sky.as_ref().filter(|sky| sky.energy.is_finite() && sky.turn.is_finite());
    let lights = sky.is_some() && (ambient.sky_share > 0.0 || ambient.mirrors_sky);
    let haze = environment.haze.filter(|_| shown);
    if !lights && (!shown || (sky.is_none() && haze.is_none())) {
        return None;
    }
    let mut heaven = Heaven { shown, lights, mirrored: ambient.mirrors_sky, ..Heaven::default() };
    heaven.data.ray = rays(eye);
    if let Some(haze) = haze {
        heaven.data.haze = haze_over_sky(&haze);
        heaven.data.haze_sun = [haze.sun_scatter, haze.sky_color.clamp(0.0, 1.0), 0.0, 0.0];
    }
    suns(&mut heaven.data, scene, world, nodes);
    if let Some(sky) = sky {
        heaven.share = [ambient.sky_share.clamp(0.0, 1.0), sky.energy];
        heaven.look(sky, has);
    }
    Some(heaven)
}

/// The light behind everything, when a fog lies over a background of one colour.
///
/// Engine behaviour (Godot 4.6): the colour of such a background is decoded to linear light twice.
pub(crate) fn hazy_background(environment: &Environment, background: Rgba) -> Rgba {
    let air = environment.haze.is_some() || environment.volumetric_fog.is_some();
    if !air || environment.background == Background::Sky {
        return background;
    }
    let [r, g, b] = background.rgb;
    let twice = Rgba::from_stored([r, g, b, background.alpha]);
    let Some(haze) = environment.haze else { return twice };
    let over = haze.over_sky.clamp(0.0, 1.0);
    let mixed: [f32; 3] =
        std::array::from_fn(|at| twice.rgb[at] + (haze.color.rgb[at] - twice.rgb[at]) * over);
    Rgba { rgb: mixed, alpha: background.alpha }
}

fn haze_over_sky(haze: &Haze) -> [f32; 4] {
    let [r, g, b] = haze.color.rgb;
    [r, g, b, haze.over_sky.clamp(0.0, 1.0)]
}

/// The direction of the picture's middle, and what to add for its right and upper edge.
fn rays(eye: &Eye) -> [[f32; 4]; 3] {
    let [x, y, z] = [0, 1, 2].map(|column| eye.clip_from_eye.col(column));
    let (middle, right, up) = if eye.flat {
        (Vec3::NEG_Z, Vec3::ZERO, Vec3::ZERO)
    } else {
        (Vec3::new(z.x / x.x, z.y / y.y, -1.0), Vec3::X / x.x, Vec3::Y / y.y)
    };
    let turn = Mat3::from(eye.world.matrix3);
    [middle, right, up].map(|way| (turn * way).extend(0.0).into())
}

fn suns(data: &mut SkyData, scene: &Scene, world: &WorldPlacements, nodes: &[NodeId]) {
    for id in nodes {
        for component in &scene.nodes[*id].components {
            let Component::Light(light) = component else { continue };
            let (LightKind::Directional, Some(size)) = (light.kind, light.sky_disc) else { continue };
            let placed = light.local.map_or(world.space(*id), |local| world.space(*id) * local);
            let toward = Vec3::from(placed.matrix3.z_axis).normalize_or_zero();
            let count = data.kinds[1] as usize;
            if count == MAX_SUNS || toward == Vec3::ZERO || !light.energy.is_finite() {
                continue;
            }
            let [r, g, b] = light.color.rgb.map(|channel| channel * light.energy);
            data.suns[count] = SunData { toward: toward.extend(size).into(), color: [r, g, b, light.energy] };
            data.kinds[1] += 1;
        }
    }
}

impl Heaven {
    fn look(&mut self, sky: &Sky, has: &mut dyn FnMut(ImageId) -> bool) {
        let turn = Mat3::from_quat(sky.turn.inverse());
        let data = &mut self.data;
        data.turn = turn.to_cols_array_2d().map(|[x, y, z]| [x, y, z, 0.0]);
        data.horizon[3] = sky.energy;
        // Suns stand in the world, the look is worked out in the sky.
        for sun in &mut data.suns {
            let toward = turn * Vec3::from_slice(&sun.toward[..3]);
            sun.toward[..3].copy_from_slice(&toward.to_array());
        }
        let four = |color: Rgba, last: f32| [color.rgb[0], color.rgb[1], color.rgb[2], last];
        match &sky.look {
            SkyLook::Gradient(look) => {
                data.kinds[0] = 1;
                // Engine behaviour (Godot 4.6): how the numbers of the file become exponents.
                data.top = four(look.top, 0.6 / look.curve.max(1e-4));
                data.horizon = four(look.horizon, sky.energy);
                data.bottom = four(look.bottom, 0.6 / look.ground_curve.max(1e-4));
                data.ground_horizon = four(look.ground_horizon, 0.0);
                data.halo = [look.sun_angle.cos(), 1.6 / look.sun_curve.max(1e-4).powf(1.4), 0.0, 0.0];
                if let Some((cover, factor)) = look.cover.filter(|(cover, _)| has(cover.image)) {
                    data.cover = four(factor, 1.0);
                    self.slot = Some(slot(cover));
                }
            }
            SkyLook::Panorama(look) => {
                data.kinds[0] = 2;
                data.ground_horizon[3] = look.energy;
                self.slot = Some(slot(*look));
            }
            SkyLook::Physical(look) => {
                data.kinds[0] = 3;
                data.bottom = four(look.ground, 0.0);
                data.air = four(look.rayleigh_color, look.rayleigh);
                data.dust = four(look.mie_color, look.mie);
                data.physical = [look.mie_eccentricity, look.turbidity, look.sun_disk_scale, look.energy];
            }
        }
    }
}

fn slot(sky: PanoramaSky) -> Slot {
    Slot {
        image: sky.image,
        reading: Reading::Colors,
        filter: if sky.smooth { Filter::Linear } else { Filter::Nearest },
        wrap_u: Wrap::Repeat,
        wrap_v: Wrap::Clamp,
        relief: None,
    }
}
