//! Particles in time, in steps of a sixtieth of a second.

use std::collections::VecDeque;

use glam::{DVec2, DVec3, Vec3};

use super::birth::{Nest, born, doubled, unit_columns};
use super::collide::collide;
use super::curve::Curves;
use super::{
    ChildTrigger, EmitterScales, Mulberry32, ParticleEffect, ParticleEmitter, ParticlePlace, ParticleQuad,
    ParticleSolid,
};
use crate::{EffectId, FlatFields, Table};

/// Seconds of a step.
const STEP: f64 = 1.0 / 60.0;
/// Effects that set each other off are followed this deep.
const DEPTH: u32 = 3;
/// More particles than this are not kept in one cloud, whatever the file says.
const MOST: usize = 100_000;
/// So many moves of a particle, over all steps, are worked out for one emitter.
const BUDGET: u64 = 40_000_000;

/// One particle.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Particle {
    pub position: Vec3,
    pub velocity: Vec3,
    pub age: f32,
    pub life: f32,
    pub size: f32,
    pub rotation: f32,
    pub spin: f32,
    /// Newest first.
    pub trail: VecDeque<Vec3>,
}

/// The particles of an emitter some seconds after the start: for each effect its squares in drawing order, its own
/// before those of effects it set off. The emitter stands still. `seed` is used by emitters without one of their own.
///
/// The `bool` is `true` when the work was too much and stopped before the time.
#[must_use]
pub fn simulate(
    effects: &Table<ParticleEffect>,
    emitter: &ParticleEmitter,
    place: ParticlePlace,
    solids: &[ParticleSolid],
    time: f64,
    seed: u32,
) -> (Vec<(EffectId, Vec<ParticleQuad>)>, bool) {
    let Some(id) = emitter.effect.filter(|id| effects.get(*id).is_some()) else { return (Vec::new(), false) };
    let steps = if time.is_finite() { (time / STEP + 1e-6).floor().max(0.0) } else { 0.0 };
    let seed = emitter.seed.unwrap_or(seed);
    let world = World { effects, solids };
    let mut cloud = Cloud::new(&world, id, seed, DEPTH);
    let mut budget = BUDGET;
    let mut step = 0.0;
    while step < steps && budget > 0 {
        cloud.step(&world, place, emitter.scales, emitter.autoplay, &mut budget);
        budget = budget.saturating_sub(1);
        step += 1.0;
    }
    let mut drawn = Vec::new();
    let tint = emitter.tint.to_stored();
    cloud.draw(&world, place, tint, emitter.alpha, &mut drawn);
    (drawn, step < steps)
}

struct World<'w> {
    effects: &'w Table<ParticleEffect>,
    solids: &'w [ParticleSolid],
}

/// The living particles of one effect of an emitter.
struct Cloud {
    effect: EffectId,
    random: Mulberry32,
    particles: Vec<Particle>,
    carry: f64,
    cycle: f64,
    trail_clock: f64,
    /// In the order of the effect's children; made at the first step.
    children: Option<Vec<Cloud>>,
    depth: u32,
    /// Whether particles were set off by another effect's, which places them in the world.
    in_world: bool,
}

impl Cloud {
    fn new(world: &World<'_>, effect: EffectId, seed: u32, depth: u32) -> Self {
        Self {
            effect,
            random: Mulberry32::new(seed),
            particles: Vec::new(),
            carry: 0.0,
            cycle: 0.0,
            trail_clock: 0.0,
            children: None,
            depth,
            in_world: world.effects[effect].world_space,
        }
    }

    fn step(
        &mut self,
        world: &World<'_>,
        place: ParticlePlace,
        scales: EmitterScales,
        emitting: bool,
        budget: &mut u64,
    ) {
        let effect = &world.effects[self.effect];
        self.step_children(world, effect, budget);
        *budget = budget.saturating_sub(self.particles.len() as u64);
        let turn = turn_of(place);
        self.grow_old(world, effect, place, turn);
        self.fly(world, effect);
        if emitting {
            let nest = Nest { place, scales, world_space: self.in_world };
            self.emit(world, effect, &nest, place, turn);
        }
        self.cycle += STEP;
        let duration = effect.emission.duration;
        if duration > 0.0 && self.cycle >= duration {
            self.cycle = if effect.emission.looped { 0.0 } else { duration };
        }
    }

    fn step_children(&mut self, world: &World<'_>, effect: &ParticleEffect, budget: &mut u64) {
        let (random, depth) = (&mut self.random, self.depth);
        let children = self.children.get_or_insert_with(|| {
            if depth <= 1 {
                return Vec::new();
            }
            let known = effect.children.iter().filter(|child| world.effects.get(child.effect).is_some());
            let make = |child: &super::ChildEffect| {
                let seed = (random.draw() * f64::from(0x7FFF_FFFF)).floor() as u32;
                Self { in_world: true, ..Self::new(world, child.effect, seed, depth - 1) }
            };
            known.map(make).collect()
        });
        for child in children {
            let nowhere = if effect.flat {
                ParticlePlace::Flat(FlatFields::IDENTITY)
            } else {
                ParticlePlace::Space(glam::Affine3A::IDENTITY)
            };
            child.step(world, nowhere, EmitterScales::ONE, false, budget);
        }
    }

    /// Ages, and takes out those whose life ends: the last takes the place of one that goes.
    fn grow_old(&mut self, world: &World<'_>, effect: &ParticleEffect, place: ParticlePlace, turn: Turn) {
        for at in (0..self.particles.len()).rev() {
            let particle = &mut self.particles[at];
            particle.age = (f64::from(particle.age) + STEP) as f32;
            if particle.age >= particle.life {
                let position = particle.position;
                self.set_off(world, effect, ChildTrigger::Death, position, place, turn);
                self.particles.swap_remove(at);
            }
        }
    }

    fn fly(&mut self, world: &World<'_>, effect: &ParticleEffect) {
        let drag = (1.0 - effect.damping * STEP).max(0.0);
        for particle in &mut self.particles {
            let velocity = (particle.velocity.as_dvec3() + effect.gravity * STEP) * drag;
            particle.velocity = velocity.as_vec3();
            let moved = particle.velocity.as_dvec3() * STEP;
            particle.position = (particle.position.as_dvec3() + moved).as_vec3();
            particle.rotation = (f64::from(particle.rotation) + f64::from(particle.spin) * STEP) as f32;
        }
        if let Some(rule) = effect.collision.filter(|_| self.in_world) {
            for at in (0..self.particles.len()).rev() {
                let particle = &mut self.particles[at];
                let ends = world.solids.iter().any(|solid| collide(particle, solid, &rule));
                if ends {
                    self.particles.swap_remove(at);
                }
            }
        }
        let Some(trail) = effect.trail else { return };
        self.trail_clock += STEP;
        if self.trail_clock >= STEP {
            self.trail_clock %= STEP;
            for particle in &mut self.particles {
                particle.trail.push_front(particle.position);
                particle.trail.truncate(trail.length.min(MOST_TRAIL) as usize);
            }
        }
    }

    fn emit(
        &mut self,
        world: &World<'_>,
        effect: &ParticleEffect,
        nest: &Nest,
        place: ParticlePlace,
        turn: Turn,
    ) {
        let emission = &effect.emission;
        if self.cycle == 0.0 {
            self.bear(world, effect, nest, f64::from(emission.burst), place, turn);
        }
        let left = if emission.duration > 0.0 { emission.duration - self.cycle } else { STEP };
        if left > 0.0 {
            self.carry += emission.rate * nest.scales.rate * STEP.min(left);
            let whole = self.carry.floor().max(0.0);
            self.carry -= whole;
            self.bear(world, effect, nest, whole, place, turn);
        }
    }

    /// As many births as there is room for; the rest is dropped.
    fn bear(
        &mut self,
        world: &World<'_>,
        effect: &ParticleEffect,
        nest: &Nest,
        count: f64,
        place: ParticlePlace,
        turn: Turn,
    ) {
        let room = (effect.max as usize).min(MOST).saturating_sub(self.particles.len());
        for _ in 0..(count as usize).min(room) {
            let particle = born(effect, nest, &mut self.random);
            let position = particle.position;
            self.particles.push(particle);
            self.set_off(world, effect, ChildTrigger::Birth, position, place, turn);
        }
    }

    fn set_off(
        &mut self,
        world: &World<'_>,
        effect: &ParticleEffect,
        on: ChildTrigger,
        position: Vec3,
        place: ParticlePlace,
        turn: Turn,
    ) {
        let at = if self.in_world { position } else { placed(place, position) };
        let Some(children) = &mut self.children else { return };
        let known = effect.children.iter().filter(|child| world.effects.get(child.effect).is_some());
        for (rule, child) in known.zip(children) {
            if rule.on != on {
                continue;
            }
            let own = &world.effects[child.effect];
            let place = turn.at(at);
            let nest = Nest { place, scales: EmitterScales::ONE, world_space: true };
            child.bear(world, own, &nest, f64::from(rule.count), place, turn);
        }
    }

    fn draw(
        &self,
        world: &World<'_>,
        place: ParticlePlace,
        tint: [f32; 4],
        alpha: f32,
        drawn: &mut Vec<(EffectId, Vec<ParticleQuad>)>,
    ) {
        let effect = &world.effects[self.effect];
        let curves = Curves::new(&effect.colors, &effect.sizes);
        let quad = |particle: &Particle, position: Vec3, grown: f64, faint: f32| {
            let share = f64::from(particle.age) / f64::from(particle.life);
            let (color, scale) = curves.at(share);
            let frame = (share * effect.frames.len() as f64).floor().max(0.0) as usize;
            let last = effect.frames.len().saturating_sub(1);
            ParticleQuad {
                position: if self.in_world { position } else { placed(place, position) },
                size: (f64::from(particle.size) * f64::from(scale) * grown) as f32,
                rotation: particle.rotation,
                color: [
                    color[0] * tint[0],
                    color[1] * tint[1],
                    color[2] * tint[2],
                    color[3] * tint[3] * alpha * faint,
                ],
                frame: effect.frames.get(frame.min(last)).copied(),
            }
        };
        let mut quads = Vec::new();
        if let Some(trail) = effect.trail {
            for particle in &self.particles {
                let count = particle.trail.len() as f64;
                for (j, position) in particle.trail.iter().enumerate() {
                    let taper = 1.0 - j as f64 / (count + 1.0);
                    let faint = if trail.fade { taper as f32 } else { 1.0 };
                    quads.push(quad(particle, *position, trail.width * taper, faint));
                }
            }
        }
        quads.extend(self.particles.iter().map(|particle| quad(particle, particle.position, 1.0, 1.0)));
        if !quads.is_empty() {
            drawn.push((self.effect, quads));
        }
        for child in self.children.iter().flatten() {
            child.draw(world, place, tint, 1.0, drawn);
        }
    }
}

/// Longer trails are not kept.
const MOST_TRAIL: u32 = 1024;

/// A place applied to a point of a cloud that rides with its emitter.
fn placed(place: ParticlePlace, point: Vec3) -> Vec3 {
    match place {
        ParticlePlace::Flat(place) => place.matrix().transform_point2(point.truncate()).extend(0.0),
        ParticlePlace::Space(place) => place.transform_point3(point),
    }
}

/// How an emitter turns what its particles set off.
#[derive(Clone, Copy)]
enum Turn {
    Flat(f32),
    Space(glam::Mat3A),
}

fn turn_of(place: ParticlePlace) -> Turn {
    match place {
        ParticlePlace::Flat(place) => Turn::Flat(place.rotation),
        ParticlePlace::Space(place) => {
            let turn = unit_columns(doubled(place));
            let [x, y, z] = [turn.x_axis, turn.y_axis, turn.z_axis].map(|axis: DVec3| axis.as_vec3a());
            Turn::Space(glam::Mat3A::from_cols(x, y, z))
        }
    }
}

impl Turn {
    fn at(self, position: Vec3) -> ParticlePlace {
        match self {
            Self::Flat(rotation) => ParticlePlace::Flat(FlatFields {
                position: position.as_dvec3().truncate().as_vec2(),
                rotation,
                scale: DVec2::ONE.as_vec2(),
            }),
            Self::Space(matrix3) => {
                ParticlePlace::Space(glam::Affine3A { matrix3, translation: position.into() })
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::*;
    use super::*;
    use crate::{Filter, Flat, Rgba};

    /// The defaults of a file, without births.
    pub(in crate::particles) fn effect(flat: bool) -> ParticleEffect {
        ParticleEffect {
            name: "effect".into(),
            flat,
            texture: None,
            frames: Vec::new(),
            max: 100,
            blend: BlendMode::Mix,
            world_space: true,
            emission: Emission { rate: 0.0, burst: 0, duration: 0.0, looped: true },
            shape: ParticleShape::Point,
            heading: -std::f64::consts::FRAC_PI_2,
            direction: DVec3::Y,
            spread: 0.0,
            life: [1.0, 1.0],
            speed: [60.0, 60.0],
            size: [4.0, 4.0],
            spin: [0.0, 0.0],
            gravity: DVec3::ZERO,
            damping: 0.0,
            colors: vec![ColorStop { t: 0.0, color: [1.0; 4] }],
            sizes: vec![SizeStop { t: 0.0, scale: 1.0 }],
            collision: None,
            trail: None,
            children: Vec::new(),
        }
    }

    fn emitter(effect: EffectId) -> ParticleEmitter {
        ParticleEmitter {
            name: String::new(),
            effect: Some(effect),
            local: Flat::IDENTITY,
            place: None,
            tint: Rgba::WHITE,
            alpha: 1.0,
            autoplay: true,
            seed: Some(1),
            scales: EmitterScales::ONE,
            filter: Filter::Nearest,
            z: 0.0,
            visible: true,
        }
    }

    const HERE: ParticlePlace = ParticlePlace::Flat(FlatFields::IDENTITY);

    fn quads(effects: Vec<ParticleEffect>, time: f64) -> Vec<(EffectId, Vec<ParticleQuad>)> {
        let mut table = Table::default();
        let ids: Vec<EffectId> = effects.into_iter().map(|effect| table.add(effect)).collect();
        simulate(&table, &emitter(ids[0]), HERE, &[], time, 0).0
    }

    fn bursting(count: u32) -> ParticleEffect {
        let base = effect(true);
        ParticleEffect { emission: Emission { burst: count, ..base.emission }, ..base }
    }

    #[test]
    fn particles_fly_from_the_step_after_their_birth() {
        let at = |time| quads(vec![bursting(1)], time);
        assert!(at(0.0).is_empty());
        assert_eq!(at(1.0 / 60.0)[0].1[0].position, Vec3::ZERO);
        let later = at(11.0 / 60.0)[0].1[0].position;
        assert!((later.y + 10.0).abs() < 1e-3, "{later}");
        assert!(at(1.1).is_empty(), "its life is a second");
    }

    #[test]
    fn rates_are_carried_and_room_is_kept() {
        let base = effect(true);
        let steady = ParticleEffect {
            emission: Emission { rate: 90.0, ..base.emission },
            life: [100.0, 100.0],
            max: 20,
            ..base
        };
        let count = |steps: f64| quads(vec![steady.clone()], steps / 60.0).first().map_or(0, |q| q.1.len());
        assert_eq!([1.0, 2.0, 4.0, 60.0].map(count), [1, 3, 6, 20]);
    }

    #[test]
    fn cycles_burst_again() {
        let mut again = bursting(2);
        again.emission.duration = 0.5;
        again.life = [100.0, 100.0];
        let count = |effect: &ParticleEffect, time| quads(vec![effect.clone()], time)[0].1.len();
        assert_eq!([0.4, 0.6, 1.1].map(|time| count(&again, time)), [2, 4, 6]);
        again.emission.looped = false;
        assert_eq!(count(&again, 1.1), 2);
    }

    #[test]
    fn gravity_damping_and_overrides_count() {
        let mut falling = bursting(1);
        falling.speed = [0.0, 0.0];
        falling.gravity = DVec3::new(0.0, 60.0, 0.0);
        let fallen = quads(vec![falling.clone()], 3.0 / 60.0)[0].1[0].position;
        assert!((fallen.y - (1.0 + 2.0) / 60.0).abs() < 1e-4, "{fallen}");
        falling.damping = 60.0;
        assert_eq!(quads(vec![falling], 3.0 / 60.0)[0].1[0].position, Vec3::ZERO);
    }

    #[test]
    fn trails_come_before_heads_and_taper() {
        let mut trailing = bursting(1);
        trailing.trail = Some(ParticleTrail { length: 2, width: 1.0, fade: true });
        let quads = &quads(vec![trailing], 4.0 / 60.0)[0].1;
        assert_eq!(quads.len(), 3);
        let sizes: Vec<f32> = quads.iter().map(|quad| quad.size).collect();
        assert!((sizes[1] - 4.0 * (1.0 - 1.0 / 3.0)).abs() < 1e-5 && sizes[2] == 4.0, "{sizes:?}");
        assert!(quads[0].position.y < quads[1].position.y, "newest first");
    }

    #[test]
    fn deaths_set_off_children_where_they_happen() {
        let mut parent = bursting(1);
        parent.life = [0.5, 0.5];
        parent.children =
            vec![ChildEffect { on: ChildTrigger::Death, effect: EffectId::from_index(1), count: 3 }];
        let child = ParticleEffect { speed: [0.0, 0.0], life: [9.0, 9.0], ..effect(true) };
        let drawn = quads(vec![parent, child], 0.6);
        assert_eq!((drawn.len(), drawn[0].0.index(), drawn[0].1.len()), (1, 1, 3));
        assert!((drawn[0].1[0].position.y + 29.0).abs() < 1.1, "{}", drawn[0].1[0].position);
    }

    #[test]
    fn effects_that_set_themselves_off_end() {
        let mut endless = bursting(1);
        endless.children =
            vec![ChildEffect { on: ChildTrigger::Birth, effect: EffectId::from_index(0), count: 2 }];
        let drawn = quads(vec![endless], 0.1);
        assert_eq!(drawn.iter().map(|(_, quads)| quads.len()).sum::<usize>(), 1 + 2 + 4);
    }

    #[test]
    fn too_much_work_is_cut_short() {
        let mut table = Table::default();
        let mut many = bursting(u32::MAX);
        (many.max, many.life) = (u32::MAX, [1e9, 1e9]);
        let id = table.add(many);
        let (drawn, cut) = simulate(&table, &emitter(id), HERE, &[], 1e6, 0);
        assert!(cut && drawn[0].1.len() == MOST);
    }

    #[test]
    fn clouds_that_ride_are_placed_when_drawn() {
        let mut riding = bursting(1);
        (riding.world_space, riding.speed) = (false, [0.0, 0.0]);
        let mut table = Table::default();
        let id = table.add(riding);
        let place = FlatFields {
            position: glam::Vec2::new(5.0, 6.0),
            scale: glam::Vec2::splat(3.0),
            ..FlatFields::IDENTITY
        };
        let (drawn, _) = simulate(&table, &emitter(id), ParticlePlace::Flat(place), &[], 0.1, 0);
        let quad = drawn[0].1[0];
        assert_eq!((quad.position, quad.size), (Vec3::new(5.0, 6.0, 0.0), 12.0));
    }
}
