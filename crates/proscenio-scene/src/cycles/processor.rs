//! The rule of `CPUParticles2D`. The order in which random numbers are drawn is part of it.

use std::f32::consts::TAU;

use glam::{Affine2, Vec2, Vec3};

use super::clock::{Step, born};
use super::random::{Pcg, draw};
use super::shade::{colored, sampled, times, turned, turned_hue};
use super::{CycleDice, CycleEmitter, CycleShape, Particle};

/// Takes a step of all particles; `home` is where the emitter stands for them.
pub(super) fn step(
    emitter: &CycleEmitter,
    particles: &mut [Particle],
    home: Affine2,
    step: &Step,
    seed: u32,
) {
    let timing = &emitter.timing;
    let amount = particles.len() as u32;
    for (number, particle) in (0..).zip(particles) {
        if !step.emitting && !particle.active {
            continue;
        }
        let fresh = born(timing, CycleDice::Processor, step, number, amount);
        let delta = fresh.unwrap_or(step.delta) as f32;
        let over = particle.active && particle.age * (1.0 - timing.explosiveness) > particle.life;
        let age = if fresh.is_some() || over {
            if !step.emitting {
                particle.active = false;
                continue;
            }
            // The number counts twice (the engine's slip); neighbours of the next cycle draw the same.
            let own = seed.wrapping_add(number.wrapping_mul(2)).wrapping_add(step.cycle);
            *particle = birth(emitter, home, own);
            0.0
        } else if !particle.active {
            continue;
        } else if particle.age > particle.life {
            particle.active = false;
            1.0
        } else {
            particle.age += f64::from(delta);
            let age = (particle.age / particle.life) as f32;
            fly(emitter, particle, home, delta, age);
            age
        };
        look(emitter, particle, age);
        particle.position += particle.velocity * delta;
    }
}

fn birth(emitter: &CycleEmitter, home: Affine2, seed: u32) -> Particle {
    let (motion, timing, look) = (&emitter.motion, &emitter.timing, &emitter.look);
    let mut random = Pcg::new(u64::from(seed));
    let kept = [(); 4].map(|()| random.draw());
    let first = if look.first.is_empty() { [1.0; 4] } else { colored(&look.first, random.draw()) };
    let direction = emitter.direction;
    let heading =
        direction.y.atan2(direction.x) + ((random.draw() * 2.0 - 1.0) * emitter.spread).to_radians();
    let mut velocity = Vec2::from_angle(heading) * motion.speed.between(random.draw());
    let rotation = (motion.angle.factor(0.0) * motion.angle.between(kept[0])).to_radians();
    // The curve of the angle, not that of the frame (the engine's slip).
    let frame = motion.angle.factor(0.0) * look.frame_offset.between(kept[3]);
    let life = 1.0 - random.draw() * timing.lifetime_randomness;
    let mut base = [1.0; 4];
    let place = match &emitter.shape {
        CycleShape::Point => Vec2::ZERO,
        CycleShape::Sphere(radius) => {
            let angle = TAU * random.draw();
            Vec2::from_angle(angle) * (radius * random.draw())
        }
        CycleShape::SphereSurface(radius) => {
            let s = random.draw();
            let angle = TAU * random.draw();
            Vec2::from_angle(angle) * (radius * (1.0 - s * s).sqrt())
        }
        CycleShape::Box(extents) => {
            // Down is drawn before across.
            let y = random.draw() * 2.0 - 1.0;
            Vec2::new(random.draw() * 2.0 - 1.0, y) * extents.truncate()
        }
        CycleShape::Points { at, facing, colors } => {
            let number = random.next() as usize % at.len().max(1);
            if let Some(facing) = facing.get(number) {
                let out = facing.truncate();
                velocity = out * velocity.x + Vec2::new(out.y, -out.x) * velocity.y;
            }
            base = colors.get(number).copied().unwrap_or(base);
            at.get(number).map_or(Vec2::ZERO, |at| at.truncate())
        }
        CycleShape::Ring { radius, inner, .. } => {
            let angle = TAU * random.draw();
            let (outer, inner) = (radius * radius, inner * inner);
            Vec2::from_angle(angle) * (random.draw() * (outer - inner) + inner).sqrt()
        }
    };
    let velocity = home.transform_vector2(velocity);
    Particle {
        active: true,
        seed,
        kept,
        first,
        base,
        position: home.transform_point2(place).extend(0.0),
        velocity: velocity.extend(0.0),
        axes: home.matrix2,
        age: 0.0,
        life: timing.lifetime * f64::from(life),
        rotation,
        frame,
        color: [1.0; 4],
    }
}

/// Moves a particle that was there before the step, but for its speed's own way.
fn fly(emitter: &CycleEmitter, particle: &mut Particle, home: Affine2, delta: f32, age: f32) {
    let motion = &emitter.motion;
    let mut seed = particle.seed;
    let mut number = |range: &super::CycleRange| range.factor(age) * range.between(draw(&mut seed));
    let along = |way: Vec2, strength: f32| way.normalize_or_zero() * strength;
    let mut velocity = particle.velocity.truncate();
    let mut force = emitter.gravity.truncate();
    let away = particle.position.truncate() - home.translation;
    let ways = [velocity, away, Vec2::new(-away.y, away.x)];
    let strengths = [&motion.linear_accel, &motion.radial_accel, &motion.tangential_accel];
    // Without a way no number is drawn.
    for (way, strength) in ways.into_iter().zip(strengths).filter(|(way, _)| way.length() > 0.0) {
        force += along(way, number(strength));
    }
    velocity += force * delta;
    let orbit = number(&motion.orbit);
    if orbit != 0.0 {
        let turned = Vec2::from_angle(-orbit * delta * TAU).rotate(away);
        particle.position += (turned - away).extend(0.0);
    }
    if let Some(curve) = &motion.speed.curve {
        velocity = along(velocity, sampled(Some(curve), age));
    }
    let damping = number(&motion.damping);
    if motion.damping.high > 0.0 || motion.damping.curve.is_some() {
        velocity = along(velocity, (velocity.length() - damping * delta).max(0.0));
    }
    particle.velocity = velocity.extend(0.0);
    let lived = particle.age as f32;
    let angle =
        motion.angle.factor(age) * motion.angle.between(particle.kept[0]) + lived * number(&motion.spin);
    particle.rotation = angle.to_radians();
    let look = &emitter.look;
    let offset = look.frame_offset.factor(age) * look.frame_offset.between(particle.kept[3]);
    particle.frame = offset + age * number(&look.frame_speed);
}

fn look(emitter: &CycleEmitter, particle: &mut Particle, age: f32) {
    let look = &emitter.look;
    // Without a curve the hue stays (the engine's slip).
    let hue = look.hue.curve.as_ref().map_or(0.0, |curve| curve.sample(age));
    let hue = hue * TAU * look.hue.between(particle.kept[2]);
    let color = turned_hue(times(colored(&look.ramp, age), look.color), hue);
    particle.color = times(times(color, particle.base), particle.first);
    let axes = if emitter.aligned {
        let velocity = particle.velocity.truncate();
        let down = if velocity.length() > 0.0 { velocity } else { particle.axes.y_axis }.normalize_or_zero();
        glam::Mat2::from_cols(Vec2::new(down.y, -down.x), down)
    } else {
        turned(particle.rotation)
    };
    let scale = (look.stretch(age) * look.scale.between(particle.kept[1])).max(Vec2::splat(1e-5));
    particle.axes = axes * glam::Mat2::from_diagonal(scale);
    if !particle.position.is_finite() {
        particle.position = Vec3::NAN;
    }
}
