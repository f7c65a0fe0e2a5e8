//! Particles.

use proscenio_scene::glam::{Affine2, Mat2, Vec2, Vec3, Vec4};
use proscenio_scene::{
    Component, CycleEmitter, Flat, FlatFields, NodeId, ParticleEffect, ParticleEmitter, ParticlePlace,
    ParticleQuad, ParticleSolid, UvRect, cycle, simulate,
};

use super::flat::{Gather, Item, Painter, slot_of, times};
use crate::Note;

/// What is solid for particles, in the plane and in space.
pub(super) fn solids(from: &Gather<'_, '_>) -> [Vec<ParticleSolid>; 2] {
    let mut solids = [Vec::new(), Vec::new()];
    for id in &from.regions.nodes {
        for component in &from.scene.nodes[*id].components {
            let Component::ParticleCollider(collider) = component else { continue };
            if !collider.enabled {
                continue;
            }
            let flat = collider.shape.is_flat();
            let place = if flat {
                ParticlePlace::Flat(fields(from.world.flat(*id)))
            } else {
                ParticlePlace::Space(from.world.space(*id))
            };
            solids[usize::from(!flat)].push(ParticleSolid { shape: collider.shape, place });
        }
    }
    solids
}

/// A place in the plane as position, angle and scale.
fn fields(place: Flat) -> FlatFields {
    match place {
        Flat::Fields(fields) => fields,
        Flat::Matrix(matrix) => {
            let (scale, rotation, position) = matrix.to_scale_angle_translation();
            FlatFields { position, rotation, scale }
        }
    }
}

impl Painter<'_, '_, '_, '_> {
    pub(super) fn particles(&mut self, id: NodeId, emitter: &ParticleEmitter) {
        let scene = self.from.scene;
        let Some(effect) = emitter.effect.and_then(|id| scene.effects.get(id)) else { return };
        if !emitter.visible || (effect.flat && !self.from.plane) {
            return;
        }
        if self.from.time <= 0.0 {
            self.count.not_begun += usize::from(emitter.autoplay);
            return;
        }
        let place = if effect.flat {
            ParticlePlace::Flat(fields(self.from.world.flat(id).then(emitter.local)))
        } else {
            let node = self.from.world.space(id);
            ParticlePlace::Space(emitter.place.map_or(node, |place| node * place))
        };
        if !is_finite(place) {
            self.notes.push(Note::NotFinite { node: id, name: scene.nodes[id].name.clone() });
            return;
        }
        let solids = &self.solids[usize::from(!effect.flat)];
        let seed = self.from.seed.wrapping_add(id.index() as u32);
        let (clouds, cut) = simulate(&scene.effects, emitter, place, solids, self.from.time, seed);
        self.count.cut += usize::from(cut);
        for (effect, quads) in clouds {
            self.cloud(&scene.effects[effect], emitter.z, &quads);
        }
    }

    /// Particles that are born in cycles.
    pub(super) fn cycles(&mut self, id: NodeId, emitter: &CycleEmitter) {
        if !emitter.visible || !self.from.plane {
            return;
        }
        if self.from.time <= 0.0 {
            self.count.not_begun += usize::from(emitter.timing.emitting);
            return;
        }
        let place = self.from.world.flat(id).matrix();
        if !place.is_finite() {
            let name = self.from.scene.nodes[id].name.clone();
            self.notes.push(Note::NotFinite { node: id, name });
            return;
        }
        let seed = self.from.seed.wrapping_add(id.index() as u32);
        let (quads, cut) = cycle(emitter, place, self.from.time, seed);
        self.count.cut += usize::from(cut);
        let tint = times(emitter.look.tint.to_stored(), self.within.tint);
        let view = self.view(Vec2::ONE);
        let mut indices = Vec::with_capacity(6 * quads.len());
        for quad in &quads {
            let matrix = view * Affine2::from_mat2_translation(quad.axes, quad.position);
            let half = Vec2::splat(0.5);
            indices.extend(self.quad(matrix, [-half, half], quad.uv, times(quad.color, tint), None));
        }
        self.item(emitter.z, emitter.look.texture.as_ref().map(slot_of), emitter.look.blend, indices);
    }

    fn cloud(&mut self, effect: &ParticleEffect, z: f32, quads: &[ParticleQuad]) {
        let mut indices = Vec::with_capacity(6 * quads.len());
        let view = self.view(Vec2::ONE);
        for quad in quads.iter().filter(|quad| quad.position.is_finite() && quad.size.is_finite()) {
            let whole = UvRect { min: Vec2::ZERO, max: Vec2::ONE };
            let uv = quad.frame.unwrap_or(whole);
            let color = times(quad.color, self.within.tint);
            let turn = Mat2::from_angle(quad.rotation) * quad.size;
            let first = self.vertices.len() as u32;
            for corner in [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y] {
                let arm = turn * (corner - 0.5);
                let at = uv.min + corner * (uv.max - uv.min);
                if effect.flat {
                    let pixel = view.transform_point2(quad.position.truncate() + arm);
                    self.push(pixel, at, color, super::flat::WHOLE);
                } else {
                    let place = self.billboard(quad.position, arm);
                    self.push_deep(place.into(), at, color);
                }
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
        }
        self.items.push(Item {
            z,
            slot: effect.texture.as_ref().map(slot_of),
            blend: effect.blend,
            deep: !effect.flat,
            region: self.from.regions.at_z(self.region, z),
            shader: None,
            join: None,
            indices,
        });
    }

    /// A corner of a square that faces the eye, its own y pointing down, in clip space.
    fn billboard(&self, middle: Vec3, arm: Vec2) -> Vec4 {
        let eye = self.from.eye;
        let right = Vec3::from(eye.world.matrix3.x_axis);
        let up = Vec3::from(eye.world.matrix3.y_axis);
        let at = middle + right * arm.x - up * arm.y;
        eye.clip_from_world() * at.extend(1.0)
    }
}

fn is_finite(place: ParticlePlace) -> bool {
    match place {
        ParticlePlace::Flat(place) => {
            place.position.is_finite() && place.rotation.is_finite() && place.scale.is_finite()
        }
        ParticlePlace::Space(place) => place.is_finite(),
    }
}
