//! Lights.

use proscenio_scene::{Component, Extras, Light, LightFalloff, LightKind, Shadow};

use super::Importer;
use super::files::Generation;
use super::props::Props;

impl Importer<'_> {
    /// The light of a node; nothing for lights that a running game does not have.
    pub(super) fn light(&mut self, props: &Props) -> Option<Component> {
        // `sky_mode` 2 lights only the sky.
        let is_sky_light = props.class() == "DirectionalLight3D" && props.int("sky_mode") == 2;
        if props.flag("editor_only") || is_sky_light {
            self.kept.add(props, if is_sky_light { "sky_mode" } else { "editor_only" });
            return None;
        }
        let mut extras = Extras::new();
        let energy = props.number("light_energy");
        let negative = props.flag("light_negative");
        let kind = match props.class() {
            "OmniLight3D" | "OmniLight" => LightKind::Point {
                range: props.number("omni_range"),
                falloff: falloff(props, "omni_attenuation", &mut extras),
            },
            "SpotLight3D" | "SpotLight" => LightKind::Spot {
                range: props.number("spot_range"),
                falloff: falloff(props, "spot_attenuation", &mut extras),
                angle: props.number("spot_angle").to_radians(),
                rim: props.number("spot_angle_attenuation"),
            },
            _ => LightKind::Directional,
        };
        Some(Component::Light(Light {
            kind,
            color: props.color("light_color"),
            energy: if negative { -energy } else { energy },
            ambient: 0.0,
            specular: highlights(props),
            in_fog: if props.generation() == Generation::Four {
                props.number("light_volumetric_fog_energy")
            } else {
                1.0
            },
            cast_shadow: props.flag("shadow_enabled"),
            shadow: shadow(props),
            sky_disc: sky_disc(props),
            local: None,
            extras,
        }))
    }
}

/// Engine behaviour (Godot 4.6): lights that stand somewhere count twice in highlights.
fn highlights(props: &Props) -> f32 {
    let own = props.number("light_specular");
    let doubled = props.generation() == Generation::Four && props.class() != "DirectionalLight3D";
    if doubled { 2.0 * own } else { own }
}

/// How shadows look. Godot 3 counts its numbers in other ways, so they are kept and the usual ones stand for them.
fn shadow(props: &Props) -> Shadow {
    if props.generation() == Generation::Three {
        return Shadow::default();
    }
    let own = Shadow {
        bias: props.number("shadow_bias"),
        normal_bias: props.number("shadow_normal_bias"),
        blur: props.number("shadow_blur"),
        opacity: props.number("shadow_opacity"),
        ..Shadow::default()
    };
    if props.class() != "DirectionalLight3D" {
        return own;
    }
    Shadow {
        distance: props.number("directional_shadow_max_distance"),
        fade_start: props.number("directional_shadow_fade_start"),
        splits: [1, 2, 3].map(|at| props.number(&format!("directional_shadow_split_{at}"))),
        pictures: match props.int("directional_shadow_mode") {
            0 => 1,
            1 => 2,
            _ => 4,
        },
        ..own
    }
}

/// `sky_mode` 1 lights the scene alone.
fn sky_disc(props: &Props) -> Option<f32> {
    let shows = props.class() == "DirectionalLight3D" && props.int("sky_mode") != 1;
    shows.then(|| props.number("light_angular_distance").to_radians())
}

/// Godot 3 lets light fall off as `(1 − d/r)^exponent`, for which the neutral scene has only the exponent 2;
/// the exponent is kept.
fn falloff(props: &Props, name: &str, extras: &mut Extras) -> LightFalloff {
    let exponent = props.number(name);
    match props.generation() {
        Generation::Four => LightFalloff::Power { exponent },
        Generation::Three => {
            extras.set(name, f64::from(exponent));
            LightFalloff::Quadratic
        }
    }
}
