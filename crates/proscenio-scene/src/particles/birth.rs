//! How a particle begins. The order in which random numbers are drawn is part of the rule.

use std::f64::consts::TAU;

use glam::{DAffine3, DMat3, DVec2, DVec3};

use super::simulate::Particle;
use super::{EmitterScales, Mulberry32, ParticleEffect, ParticlePlace, ParticleShape};

/// Where and as what a particle is born.
#[derive(Clone, Copy)]
pub(super) struct Nest {
    /// The emitter's place in the world.
    pub place: ParticlePlace,
    pub scales: EmitterScales,
    /// Whether the particle stays in the world.
    pub world_space: bool,
}

pub(super) fn born(effect: &ParticleEffect, nest: &Nest, random: &mut Mulberry32) -> Particle {
    match nest.place {
        ParticlePlace::Flat(_) => flat(effect, nest, random),
        ParticlePlace::Space(_) => space(effect, nest, random),
    }
}

fn range([low, high]: [f64; 2], random: &mut Mulberry32) -> f64 {
    low + (high - low) * random.draw()
}

fn turned(angle: f64, v: DVec2) -> DVec2 {
    let (sin, cos) = angle.sin_cos();
    DVec2::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos)
}

fn flat(effect: &ParticleEffect, nest: &Nest, random: &mut Mulberry32) -> Particle {
    let ParticlePlace::Flat(emitter) = nest.place else { return Particle::default() };
    let mean = f64::from(emitter.scale.x.abs() + emitter.scale.y.abs()) / 2.0;
    let (at, rotation, scale) = if nest.world_space {
        (emitter.position.as_dvec2(), f64::from(emitter.rotation), emitter.scale.as_dvec2())
    } else {
        (DVec2::ZERO, 0.0, DVec2::ONE)
    };
    let local = match effect.shape {
        ParticleShape::Circle { radius, edge } => {
            let angle = TAU * random.draw();
            let radius = if edge { radius } else { radius * random.draw().sqrt() };
            DVec2::new(angle.cos(), angle.sin()) * radius
        }
        ParticleShape::Rect { size: [width, height] } => {
            let x = (random.draw() - 0.5) * width;
            DVec2::new(x, (random.draw() - 0.5) * height)
        }
        ParticleShape::Line { length, angle } => {
            DVec2::new(angle.cos(), angle.sin()) * ((random.draw() - 0.5) * length)
        }
        _ => DVec2::ZERO,
    };
    let position = at + turned(rotation, local * scale);
    let heading = effect.heading + rotation + (random.draw() - 0.5) * effect.spread;
    let grown = if nest.world_space { mean } else { 1.0 };
    let speed = range(effect.speed, random) * grown * nest.scales.speed;
    let life = (range(effect.life, random) * nest.scales.life).max(1e-4);
    let size = range(effect.size, random) * mean * nest.scales.size;
    let spin = range(effect.spin, random);
    let velocity = DVec2::new(heading.cos(), heading.sin()) * speed;
    Particle {
        position: position.as_vec2().extend(0.0),
        velocity: velocity.as_vec2().extend(0.0),
        life: life as f32,
        size: size as f32,
        spin: spin as f32,
        ..Particle::default()
    }
}

/// Two directions at right angles to a unit one and to each other.
fn basis(n: DVec3) -> (DVec3, DVec3) {
    let s = if n.z >= 0.0 { 1.0 } else { -1.0 };
    let a = -1.0 / (s + n.z);
    let b = n.x * n.y * a;
    (DVec3::new(1.0 + s * n.x * n.x * a, s * b, -s * n.x), DVec3::new(b, s + n.y * n.y * a, -n.y))
}

/// How much each axis of a place is stretched, on average.
pub(super) fn mean_stretch(place: DAffine3) -> f64 {
    let DMat3 { x_axis, y_axis, z_axis } = place.matrix3;
    (x_axis.length() + y_axis.length() + z_axis.length()) / 3.0
}

/// The turn of a place: its axes made unit length.
pub(super) fn unit_columns(place: DAffine3) -> DMat3 {
    let DMat3 { x_axis, y_axis, z_axis } = place.matrix3;
    DMat3::from_cols(x_axis.normalize_or_zero(), y_axis.normalize_or_zero(), z_axis.normalize_or_zero())
}

/// A place in double precision.
pub(super) fn doubled(place: glam::Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: DMat3::from_cols(
            place.matrix3.x_axis.as_dvec3(),
            place.matrix3.y_axis.as_dvec3(),
            place.matrix3.z_axis.as_dvec3(),
        ),
        translation: place.translation.as_dvec3(),
    }
}

fn space(effect: &ParticleEffect, nest: &Nest, random: &mut Mulberry32) -> Particle {
    let ParticlePlace::Space(emitter) = nest.place else { return Particle::default() };
    let emitter = doubled(emitter);
    let mean = mean_stretch(emitter);
    let (position, aimed) = spot(effect, random);
    let aim = aimed.unwrap_or_else(|| in_cone(effect, random)).normalize_or_zero();
    let speed = range(effect.speed, random) * nest.scales.speed;
    let life = (range(effect.life, random) * nest.scales.life).max(1e-4);
    let size = range(effect.size, random) * mean * nest.scales.size;
    let spin = range(effect.spin, random);
    let (position, velocity) = if nest.world_space {
        (emitter.transform_point3(position), unit_columns(emitter) * aim * (speed * mean))
    } else {
        (position, aim * speed)
    };
    Particle {
        position: position.as_vec3(),
        velocity: velocity.as_vec3(),
        life: life as f32,
        size: size as f32,
        spin: spin as f32,
        ..Particle::default()
    }
}

/// Where in the emitter, and for a cone which way.
fn spot(effect: &ParticleEffect, random: &mut Mulberry32) -> (DVec3, Option<DVec3>) {
    match effect.shape {
        ParticleShape::Sphere { radius, edge } => {
            let u = 2.0 * random.draw() - 1.0;
            let phi = TAU * random.draw();
            let radius = if edge { radius } else { radius * random.draw().cbrt() };
            let flat = (1.0 - u * u).max(0.0).sqrt();
            (DVec3::new(phi.cos() * flat, phi.sin() * flat, u) * radius, None)
        }
        ParticleShape::Box { size } => {
            let x = (random.draw() - 0.5) * size.x;
            let y = (random.draw() - 0.5) * size.y;
            (DVec3::new(x, y, (random.draw() - 0.5) * size.z), None)
        }
        ParticleShape::Cone { radius, angle } => {
            let around = TAU * random.draw();
            let radius = radius * random.draw().sqrt();
            let (t, w) = basis(effect.direction);
            let out = t * around.cos() + w * around.sin();
            (out * radius, Some(effect.direction + out * angle.tan()))
        }
        _ => (DVec3::ZERO, None),
    }
}

fn in_cone(effect: &ParticleEffect, random: &mut Mulberry32) -> DVec3 {
    let half = (effect.spread / 2.0).min(std::f64::consts::PI);
    let cos = 1.0 - random.draw() * (1.0 - half.cos());
    let sin = (1.0 - cos * cos).max(0.0).sqrt();
    let phi = TAU * random.draw();
    let (t, w) = basis(effect.direction);
    t * (phi.cos() * sin) + w * (phi.sin() * sin) + effect.direction * cos
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FlatFields;
    use crate::particles::simulate::tests::effect;

    #[test]
    fn a_birth_in_the_plane_draws_as_the_engine_does() {
        let effect = ParticleEffect {
            spread: std::f64::consts::FRAC_PI_2,
            speed: [40.0, 90.0],
            life: [0.6, 1.2],
            size: [4.0, 8.0],
            ..effect(true)
        };
        let nest = Nest {
            place: ParticlePlace::Flat(FlatFields::IDENTITY),
            scales: EmitterScales::ONE,
            world_space: true,
        };
        let born = born(&effect, &nest, &mut Mulberry32::new(7));
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-4, "{a} is not {b}");
        near(born.velocity.x, -29.9094);
        near(born.velocity.y, -31.02995);
        near(born.life, 1.186_145);
        near(born.size, 6.796_115);
        near(born.spin, 0.0);
    }

    #[test]
    fn bases_are_at_right_angles() {
        for n in [DVec3::Y, DVec3::NEG_Z, DVec3::Z, DVec3::new(0.6, -0.8, 0.0)] {
            let (t, w) = basis(n);
            for (a, b) in [(t, w), (t, n), (w, n)] {
                assert!(a.dot(b).abs() < 1e-12);
            }
            assert!((t.length() - 1.0).abs() < 1e-12 && (w.length() - 1.0).abs() < 1e-12);
        }
    }
}
