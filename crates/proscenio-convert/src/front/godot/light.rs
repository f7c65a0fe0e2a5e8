//! Lights.

use proscenio_scene::{Component, Extras, Light, LightFalloff, LightKind};

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
            specular: props.number("light_specular"),
            cast_shadow: props.flag("shadow_enabled"),
            local: None,
            extras,
        }))
    }
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
