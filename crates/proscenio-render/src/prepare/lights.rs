//! Lights as the shader wants them.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Affine3A, EulerRot, Quat, Vec3};
use proscenio_scene::{
    Component, Light, LightFalloff, LightKind, NodeId, Rgba, Scene, Shadow, WorldPlacements,
};

use super::shadows::Caster;
use crate::Note;
use crate::camera::Eye;

/// How many lights a picture has at most. The number stands in `mesh.wgsl` too.
pub(crate) const MAX_LIGHTS: usize = 32;

/// One light, laid out as in `mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct LightData {
    position: [f32; 4],
    shines: [f32; 4],
    linear: [f32; 4],
    stored: [f32; 4],
    cone: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    shadow: [f32; 4],
    fade: [f32; 4],
    ends: [f32; 4],
    texels: [f32; 4],
    kinds: [u32; 4],
}

impl LightData {
    /// Says which pictures of depth belong to it, and where its shadows begin to fade and end.
    pub(super) fn cast(&mut self, shadow: &Shadow, first: usize, pictures: u32, fade: [f32; 2]) {
        self.shadow = [shadow.bias, shadow.normal_bias, shadow.blur, shadow.opacity.clamp(0.0, 1.0)];
        self.fade = [fade[0], fade[1], 0.0, 0.0];
        self.kinds[2..].copy_from_slice(&[first as u32, pictures]);
    }

    /// Where each picture ends, and the sides of their texels, metres.
    pub(super) fn parts(&mut self, ends: [f32; 4], texels: [f32; 4]) {
        (self.ends, self.texels) = (ends, texels);
    }
}

/// All light of a scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lighting {
    pub(crate) lights: Vec<LightData>,
    /// Those that throw shadows.
    pub(crate) casters: Vec<Caster>,
    /// The light that throws the shadow of what is shaded on stored values, into [`Lighting::lights`].
    pub(crate) stored_caster: Option<usize>,
    /// From everywhere, in linear light.
    pub(crate) ambient_linear: [f32; 3],
    /// From everywhere, in stored values: a floor under the lights.
    pub(crate) ambient_stored: [f32; 3],
}

/// What the drawn materials need of the lights.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    /// Something is lit in linear light.
    pub(crate) linear: bool,
    /// Something is lit on stored values.
    pub(crate) stored: bool,
    /// The view was chosen by the renderer.
    pub(crate) framed: bool,
}

/// Gathers the visible lights in tree order.
pub(crate) fn gather(
    scene: &Scene,
    world: &WorldPlacements,
    nodes: &[NodeId],
    eye: Option<&Eye>,
    wanted: Wanted,
    notes: &mut Vec<Note>,
) -> Lighting {
    let mut sum = Sum::default();
    let (mut left_out, mut any) = (0, false);
    for id in nodes.iter().copied() {
        for component in &scene.nodes[id].components {
            let Component::Light(light) = component else { continue };
            let placed = light.local.map_or(world.space(id), |local| world.space(id) * local);
            if !placed.is_finite() || !light.energy.is_finite() {
                continue;
            }
            any = true;
            if !sum.add(light, placed) {
                left_out += 1;
            }
        }
    }
    if !any && wanted.stored {
        sum.add(&white(0.35), default_sun());
        notes.push(Note::DefaultSun);
    } else if let (false, true, true, Some(eye)) = (any, wanted.linear, wanted.framed, eye) {
        sum.add(&white(0.0), headlight(eye));
        notes.push(Note::Headlight);
    }
    if left_out > 0 {
        notes.push(Note::TooManyLights { drawn: MAX_LIGHTS, left_out });
    }
    sum.finish(scene)
}

/// A white light of energy 1 from infinitely far away.
fn white(ambient: f32) -> Light {
    Light {
        kind: LightKind::Directional,
        color: Rgba::WHITE,
        energy: 1.0,
        ambient,
        specular: 1.0,
        in_fog: 1.0,
        cast_shadow: false,
        shadow: proscenio_scene::Shadow::default(),
        sky_disc: None,
        local: None,
        extras: proscenio_scene::Extras::new(),
    }
}

/// Engine behaviour (nacatamalon): the sun of a view without any light.
fn default_sun() -> Affine3A {
    Affine3A::from_quat(Quat::from_euler(EulerRot::YXZ, 0.6, -0.9, 0.0))
}

/// From a little above and left of the eye, so that shapes show.
fn headlight(eye: &Eye) -> Affine3A {
    eye.world * Affine3A::from_quat(Quat::from_euler(EulerRot::YXZ, -0.3, -0.35, 0.0))
}

#[derive(Default)]
struct Sum {
    lights: Vec<LightData>,
    casters: Vec<Caster>,
    everywhere: [f32; 3],
    everywhere_stored: Option<[f32; 3]>,
    floor: [f32; 3],
}

impl Sum {
    /// Takes a light in; `false` when there is no room.
    fn add(&mut self, light: &Light, placed: Affine3A) -> bool {
        let linear = light.color.rgb.map(|channel| channel * light.energy);
        let [r, g, b, _] = light.color.to_stored();
        let stored = [r, g, b].map(|channel| channel * light.energy);
        if light.kind == LightKind::Ambient {
            self.everywhere = zip(self.everywhere, linear, |a, b| a + b);
            let before = self.everywhere_stored.unwrap_or_default();
            self.everywhere_stored = Some(zip(before, stored, |a, b| a + b));
            return true;
        }
        if self.lights.len() == MAX_LIGHTS {
            return false;
        }
        self.floor = zip(self.floor, stored, |a, b| a.max(b * light.ambient));
        if light.cast_shadow {
            let (kind, shadow) = (light.kind, light.shadow);
            self.casters.push(Caster { light: self.lights.len(), kind, shadow, placed });
        }
        self.lights.push(data(light, placed, linear, stored));
        true
    }

    fn finish(self, scene: &Scene) -> Lighting {
        let ambient = scene.environment.ambient.color;
        let [r, g, b, _] = ambient.to_stored();
        // Engine behaviour (nacatamalon): ambient lights take the place of the lights' own ambient share.
        let floor = self.everywhere_stored.unwrap_or(self.floor);
        Lighting {
            lights: self.lights,
            casters: self.casters,
            stored_caster: None,
            ambient_linear: zip(self.everywhere, ambient.rgb, |a, b| a + b),
            ambient_stored: zip(floor, [r, g, b], |a, b| a + b),
        }
    }
}

fn zip(a: [f32; 3], b: [f32; 3], by: impl Fn(f32, f32) -> f32) -> [f32; 3] {
    std::array::from_fn(|i| by(a[i], b[i]))
}

fn data(light: &Light, placed: Affine3A, linear: [f32; 3], stored: [f32; 3]) -> LightData {
    let axis = |axis: proscenio_scene::glam::Vec3A, otherwise: Vec3| {
        Vec3::from(axis).try_normalize().unwrap_or(otherwise)
    };
    let ahead = -axis(placed.matrix3.z_axis, Vec3::Z);
    let mut data = LightData {
        position: Vec3::from(placed.translation).extend(0.0).into(),
        shines: ahead.extend(0.0).into(),
        linear: [linear[0], linear[1], linear[2], light.specular],
        stored: [stored[0], stored[1], stored[2], if light.in_fog.is_finite() { light.in_fog } else { 1.0 }],
        ..LightData::default()
    };
    let mut local = |kind: u32, range: f32, falloff: LightFalloff| {
        data.position[3] = 1.0 / range.max(1e-3);
        data.kinds[0] = kind;
        data.kinds[1] = match falloff {
            LightFalloff::Power { exponent } => {
                data.shines[3] = exponent;
                0
            }
            LightFalloff::Quadratic => 1,
            LightFalloff::Linear => 2,
        };
    };
    match light.kind {
        LightKind::Directional | LightKind::Ambient => {}
        LightKind::Point { range, falloff } => local(1, range, falloff),
        LightKind::Spot { range, falloff, angle, rim } => {
            local(2, range, falloff);
            // Engine behaviour (Godot): the number of the file is turned around before it is an exponent.
            data.cone = [angle.cos(), 1.0 / rim.max(1e-3), (angle * (1.0 - rim)).cos(), 0.0];
        }
        LightKind::Rect { range, size, falloff } => {
            local(3, range, falloff);
            let right = axis(placed.matrix3.x_axis, Vec3::X) * size.x * 0.5;
            let up = axis(placed.matrix3.y_axis, Vec3::Y) * size.y * 0.5;
            (data.right, data.up) = (right.extend(0.0).into(), up.extend(0.0).into());
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::Node;

    fn lit(lights: impl IntoIterator<Item = Light>) -> Scene {
        let mut scene = Scene::new("lights", Node::new("root"));
        for light in lights {
            let mut node = Node::new("light");
            node.components.push(Component::Light(light));
            scene.add_child(scene.root, node);
        }
        scene
    }

    fn all(scene: &Scene, wanted: Wanted) -> (Lighting, Vec<Note>) {
        let mut notes = Vec::new();
        let eye = Eye::framing([Vec3::NEG_ONE, Vec3::ONE].into_iter(), 1.0);
        let nodes: Vec<NodeId> = scene.depth_first().collect();
        let lighting = gather(scene, &scene.world_placements(), &nodes, Some(&eye), wanted, &mut notes);
        (lighting, notes)
    }

    #[test]
    fn more_lights_than_fit_are_counted() {
        let scene = lit((0..MAX_LIGHTS + 3).map(|_| white(0.0)));
        let (lighting, notes) = all(&scene, Wanted::default());
        assert_eq!(lighting.lights.len(), MAX_LIGHTS);
        assert_eq!(notes, [Note::TooManyLights { drawn: MAX_LIGHTS, left_out: 3 }]);
    }

    #[test]
    fn the_floor_is_the_brightest_share_or_the_ambient_lights() {
        let grey = |value| Rgba::from_stored([value, value, value, 1.0]);
        let share = lit([Light { color: grey(0.5), ..white(0.4) }, white(0.1)]);
        let close = |a: [f32; 3], b: f32| a.iter().all(|a| (a - b).abs() < 1e-5);
        assert!(close(all(&share, Wanted::default()).0.ambient_stored, 0.2));
        let ambient = Light { kind: LightKind::Ambient, color: grey(0.3), ..white(0.0) };
        let both = lit([white(0.9), ambient.clone(), ambient]);
        assert!(close(all(&both, Wanted::default()).0.ambient_stored, 0.6));
    }

    #[test]
    fn scenes_without_light_get_one_that_is_named() {
        let dark = lit([]);
        let stored = Wanted { stored: true, ..Wanted::default() };
        let (sun, notes) = all(&dark, stored);
        assert_eq!((sun.lights.len(), notes), (1, vec![Note::DefaultSun]));
        // Forward is (−sin ry·cos rx, sin rx, −cos ry·cos rx).
        let ahead = Vec3::new(-0.350_991, -0.783_327, -0.513_036);
        assert!(Vec3::from_slice(&sun.lights[0].shines[..3]).abs_diff_eq(ahead, 1e-4));
        let linear = Wanted { linear: true, ..Wanted::default() };
        assert_eq!(all(&dark, linear).0.lights.len(), 0, "the engine draws it dark");
        let framed = Wanted { linear: true, framed: true, ..Wanted::default() };
        assert_eq!(all(&dark, framed).1, [Note::Headlight]);
    }
}
