//! Sky, fog, glow, adjustments and shadows, which glTF has no field for.

use glam::EulerRot;
use proscenio_scene::{
    Adjustment, Environment, Extra, Extras, Glow, GlowBlend, GradientSky, Haze, HazeRun, PanoramaSky,
    PhysicalSky, Scene, Shadow, Sky, SkyLook,
};

use super::extra::{color, number, numbers, object};
use super::nodes::present;

/// What surrounds a scene beyond one colour and a curve.
pub(super) fn air(scene: &Scene, environment: &Environment) -> Extras {
    let ambient = environment.ambient;
    present([
        ("sky", environment.sky.as_ref().map(|own| Extra::Map(sky(scene, own)))),
        ("sky_share", (ambient.sky_share != 0.0).then(|| number(ambient.sky_share))),
        ("mirrors_sky", ambient.mirrors_sky.then_some(Extra::Bool(true))),
        ("haze", environment.haze.as_ref().map(|own| Extra::Map(haze(own)))),
        ("glow", environment.glow.as_ref().map(|own| Extra::Map(glow(own)))),
        ("adjustment", environment.adjustment.as_ref().map(|own| Extra::Map(adjustment(own)))),
    ])
}

/// How a light's shadow looks.
pub(super) fn shadow(own: &Shadow) -> Extra {
    Extra::Map(object([
        ("bias", number(own.bias)),
        ("normal_bias", number(own.normal_bias)),
        ("blur", number(own.blur)),
        ("opacity", number(own.opacity)),
        ("distance", number(own.distance)),
        ("area", number(own.area)),
        ("fade_start", number(own.fade_start)),
        ("splits", numbers(&own.splits)),
        ("pictures", Extra::Int(own.pictures.into())),
    ]))
}

fn sky(scene: &Scene, own: &Sky) -> Extras {
    let (kind, look) = match &own.look {
        SkyLook::Gradient(look) => ("gradient", gradient(scene, look)),
        SkyLook::Panorama(look) => ("panorama", panorama(scene, look)),
        SkyLook::Physical(look) => ("physical", physical(look)),
    };
    let (y, x, z) = own.turn.to_euler(EulerRot::YXZ);
    let mut all = object([("kind", Extra::from(kind)), ("energy", number(own.energy))]);
    if [x, y, z] != [0.0; 3] {
        all.set("turn", numbers(&[x, y, z]));
    }
    look.iter().for_each(|(name, value)| all.set(name, value.clone()));
    all
}

fn gradient(scene: &Scene, own: &GradientSky) -> Extras {
    let mut all = object([
        ("top", color(own.top)),
        ("horizon", color(own.horizon)),
        ("curve", number(own.curve)),
        ("bottom", color(own.bottom)),
        ("ground_horizon", color(own.ground_horizon)),
        ("ground_curve", number(own.ground_curve)),
        ("sun_angle", number(own.sun_angle)),
        ("sun_curve", number(own.sun_curve)),
    ]);
    if let Some((picture, factor)) = &own.cover {
        let mut cover = panorama(scene, picture);
        cover.set("factor", color(*factor));
        all.set("cover", Extra::Map(cover));
    }
    all
}

fn panorama(scene: &Scene, own: &PanoramaSky) -> Extras {
    let name = scene.images.get(own.image).map(|image| image.name.as_str()).unwrap_or_default();
    object([
        ("image", Extra::from(name)),
        ("picture_energy", number(own.energy)),
        ("smooth", Extra::Bool(own.smooth)),
    ])
}

fn physical(own: &PhysicalSky) -> Extras {
    object([
        ("rayleigh", number(own.rayleigh)),
        ("rayleigh_color", color(own.rayleigh_color)),
        ("mie", number(own.mie)),
        ("mie_eccentricity", number(own.mie_eccentricity)),
        ("mie_color", color(own.mie_color)),
        ("turbidity", number(own.turbidity)),
        ("sun_disk_scale", number(own.sun_disk_scale)),
        ("ground", color(own.ground)),
        ("air_energy", number(own.energy)),
    ])
}

fn haze(own: &Haze) -> Extras {
    let run = match own.run {
        HazeRun::Exponential { density } => {
            object([("kind", Extra::from("exponential")), ("density", number(density))])
        }
        HazeRun::Range { begin, end, curve, density } => object([
            ("kind", Extra::from("range")),
            ("begin", number(begin)),
            ("end", number(end)),
            ("curve", number(curve)),
            ("density", number(density)),
        ]),
    };
    object([
        ("color", color(own.color)),
        ("run", Extra::Map(run)),
        ("sun_scatter", number(own.sun_scatter)),
        ("sky_color", number(own.sky_color)),
        ("over_sky", number(own.over_sky)),
        ("height", number(own.height)),
        ("height_density", number(own.height_density)),
    ])
}

fn glow(own: &Glow) -> Extras {
    let blend = match own.blend {
        GlowBlend::Add => "add",
        GlowBlend::Screen => "screen",
        GlowBlend::Soft => "soft",
        GlowBlend::Replace => "replace",
        GlowBlend::Mix => "mix",
    };
    object([
        ("levels", numbers(&own.levels)),
        ("intensity", number(own.intensity)),
        ("strength", number(own.strength)),
        ("mix", number(own.mix)),
        ("bloom", number(own.bloom)),
        ("blend", Extra::from(blend)),
        ("threshold", number(own.threshold)),
        ("scale", number(own.scale)),
        ("cap", number(own.cap)),
    ])
}

fn adjustment(own: &Adjustment) -> Extras {
    object([
        ("brightness", number(own.brightness)),
        ("contrast", number(own.contrast)),
        ("saturation", number(own.saturation)),
    ])
}
