//! Lights: `KHR_lights_punctual`.
//!
//! A surface that faces a light of energy 1 has its own colour; under glTF's rule a matt surface sends back
//! 1/π of what it gets. So a sun of energy `e` is `π · e` lux, and a lamp gets the candela that light the
//! middle of its range as brightly as its family does.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

use proscenio_scene::{Light, LightFalloff, LightKind, NodeId};

use super::json::{self, LightRef, Spot};
use super::nodes::Slot;
use super::writer::Writer;

/// The least difference of a cone's two angles, radians: equal ones are not allowed.
const CONE_STEP: f32 = 1e-4;

impl Writer<'_> {
    /// A light and the node it stands on.
    pub fn write_light(&mut self, id: NodeId, light: &Light) {
        let Some((kind, range)) = self.light_kind(id, light) else { return };
        let Some(host) = self.host(id, self.space_of(id, light.local), Slot::Light, "light") else { return };
        self.report_light(id, light);
        let candela = range.map_or(1.0, |(range, falloff)| strength(range, falloff));
        let (color, intensity) = self.brightness(id, light, candela);
        let spot = match light.kind {
            LightKind::Spot { angle, rim, falloff, .. } => Some(self.cone(id, angle, rim, falloff)),
            _ => None,
        };
        self.root.extensions_used.insert("KHR_lights_punctual");
        let lights = &mut self.root.extensions.lights.get_or_insert_default().lights;
        let name = self.scene.nodes[id].name.clone();
        lights.push(json::Light { name, kind, color, intensity, range: range.map(|(range, _)| range), spot });
        self.root.nodes[host].extensions.light = Some(LightRef { light: lights.len() - 1 });
    }

    /// glTF's word for the kind, and the range with its falloff where it has one; `None` when there is
    /// nothing like it.
    fn light_kind(
        &mut self,
        id: NodeId,
        light: &Light,
    ) -> Option<(&'static str, Option<(f32, LightFalloff)>)> {
        let (kind, range, falloff) = match light.kind {
            LightKind::Directional => return Some(("directional", None)),
            LightKind::Point { range, falloff } => ("point", range, falloff),
            LightKind::Spot { range, falloff, .. } => ("spot", range, falloff),
            LightKind::Rect { .. } | LightKind::Ambient => {
                let what = if light.kind == LightKind::Ambient {
                    "an ambient light"
                } else {
                    "a rectangle of light"
                };
                self.lose_on("gltf/light", id, format!("glTF has no place for {what}; kept in extras"));
                return None;
            }
        };
        if range > 0.0 && range.is_finite() {
            return Some((kind, Some((range, falloff))));
        }
        self.lose_on(
            "gltf/light",
            id,
            "a lamp without a range lights nothing and is left out; kept in extras",
        );
        None
    }

    fn report_light(&mut self, id: NodeId, light: &Light) {
        if let LightKind::Point { falloff, .. } | LightKind::Spot { falloff, .. } = light.kind
            && falloff != (LightFalloff::Power { exponent: 2.0 })
        {
            self.lose_on(
                "gltf/light-falloff",
                id,
                "glTF lamps always fade with the square of the distance; it is right at half its range only",
            );
        }
        if light.ambient > 0.0 {
            self.lose_on("gltf/light", id, "its share for unlit surfaces is left out; kept in extras");
        }
        if light.specular != 1.0 {
            self.lose_on("gltf/light", id, "its own strength of highlights is left out; kept in extras");
        }
        if light.cast_shadow {
            self.lose_on(
                "gltf/light-shadow",
                id,
                "glTF does not say which lights throw shadows; kept in extras",
            );
        }
    }

    /// The colour with 1 as its brightest channel at most, and what is left as intensity.
    fn brightness(&mut self, id: NodeId, light: &Light, candela: f32) -> ([f32; 3], f32) {
        let rgb = light.color.rgb.map(|channel| if channel > 0.0 { channel.min(f32::MAX) } else { 0.0 });
        let most = rgb.iter().fold(1.0_f32, |most, channel| most.max(*channel));
        let intensity = PI * light.energy * candela * most;
        if intensity >= 0.0 && intensity.is_finite() {
            return (rgb.map(|channel| channel / most), intensity);
        }
        self.lose_on(
            "gltf/light",
            id,
            "light cannot be taken away nor be endless; written dark, kept in extras",
        );
        (rgb.map(|channel| channel / most), 0.0)
    }

    fn cone(&mut self, id: NodeId, angle: f32, rim: f32, falloff: LightFalloff) -> Spot {
        let outer = if angle.is_finite() { angle.clamp(CONE_STEP * 2.0, FRAC_PI_2) } else { FRAC_PI_2 };
        if outer != angle {
            self.lose_on(
                "gltf/light",
                id,
                "its cone is wider or narrower than glTF allows; cut to the limit",
            );
        }
        let inner = inner_angle(outer, rim, falloff).clamp(0.0, outer - CONE_STEP);
        Spot { inner_cone_angle: inner, outer_cone_angle: outer }
    }
}

/// Candela per π of energy such that glTF's `(1 − (d/r)⁴) / d²` and the family's curve meet at `d = r/2`.
fn strength(range: f32, falloff: LightFalloff) -> f32 {
    let half = range / 2.0;
    let window = 1.0 - 0.5_f32.powi(4);
    let there = match falloff {
        LightFalloff::Power { exponent } => window * window * half.powf(-exponent),
        LightFalloff::Quadratic => 0.25,
        LightFalloff::Linear => 0.5,
    };
    there * half * half / window
}

/// The inner angle whose edge has half the light where the family's has.
fn inner_angle(outer: f32, rim: f32, falloff: LightFalloff) -> f32 {
    let edge = outer.cos();
    let half_lit = match falloff {
        // 1 − ((1 − cos) / (1 − edge))^rim = 1/2
        LightFalloff::Power { .. } => 1.0 - (1.0 - edge) * 0.5_f32.powf(1.0 / rim.max(1e-3)),
        // The middle of a smooth step between both angles.
        LightFalloff::Quadratic | LightFalloff::Linear => {
            (edge + (outer * (1.0 - rim.clamp(0.0, 1.0))).cos()) / 2.0
        }
    };
    // glTF: ((cos − edge) / (inner − edge))² = 1/2
    let inner = edge + (half_lit - edge) / FRAC_1_SQRT_2;
    if inner.is_nan() {
        return 0.0;
    }
    inner.clamp(edge, 1.0).acos()
}

#[cfg(test)]
mod tests {
    use super::{inner_angle, strength};
    use proscenio_scene::LightFalloff;

    #[test]
    fn both_curves_meet_at_half_the_range() {
        let window = 1.0 - 0.5_f32.powi(4);
        for (range, falloff, ours) in [
            (10.0_f32, LightFalloff::Power { exponent: 1.0 }, window * window / 5.0),
            (4.0, LightFalloff::Quadratic, 0.25),
            (4.0, LightFalloff::Linear, 0.5),
        ] {
            let d = range / 2.0;
            assert!((strength(range, falloff) * window / (d * d) - ours).abs() < 1e-6);
        }
    }

    #[test]
    fn cones_are_half_lit_at_the_same_angle() {
        let outer = 0.8_f32;
        let edge = outer.cos();
        let inner = inner_angle(outer, 1.0, LightFalloff::Power { exponent: 1.0 }).cos();
        let half_lit = (1.0 + edge) / 2.0;
        assert!((((half_lit - edge) / (inner - edge)).powi(2) - 0.5).abs() < 1e-4);
        assert!(inner_angle(outer, 0.0, LightFalloff::Quadratic) <= outer);
        assert_eq!(inner_angle(outer, f32::NAN, LightFalloff::Linear), 0.0);
    }
}
