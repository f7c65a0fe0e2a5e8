//! The rule of `ParticleProcessMaterial`. The order in which random numbers are drawn is part of it.

use glam::{Affine2, Affine3A, Mat2, Mat3, Vec2, Vec3};

use super::clock::{Step, born};
use super::random::{draw, hash};
use super::shade::{colored, sampled, times, turned, turned_hue};
use super::{CycleDice, CycleEmitter, CycleShape, Particle};

/// As close as the engine has it.
#[expect(clippy::approx_constant, reason = "the engine's own number")]
const PI: f32 = 3.14159;

/// What a particle draws for itself, from its seed anew at each step.
struct Drawn {
    scale: f32,
    hue: f32,
    frame_speed: f32,
    frame_offset: f32,
    life: f32,
    color: [f32; 4],
    /// Which of the points.
    point: f32,
    angle: f32,
    spin: f32,
    speed: f32,
    radial: f32,
    orbit: f32,
    linear_accel: f32,
    radial_accel: f32,
    tangential_accel: f32,
    damping: f32,
}

impl Drawn {
    fn new(emitter: &CycleEmitter, seed: &mut u32) -> Self {
        let (motion, look) = (&emitter.motion, &emitter.look);
        let scale = look.scale.between(draw(seed));
        let scale = if scale == 0.0 { 0.0 } else { scale.signum() * scale.abs().max(0.001) };
        let hue = 2.0 * PI * look.hue.between(draw(seed));
        let frame_speed = look.frame_speed.between(draw(seed));
        let frame_offset = look.frame_offset.between(draw(seed));
        let life = 1.0 - emitter.timing.lifetime_randomness * draw(seed);
        let mut color = look.color;
        if !look.first.is_empty() {
            color = times(color, colored(&look.first, draw(seed)));
        }
        let mut point = 0.0;
        if let CycleShape::Points { at, colors, .. } = &emitter.shape {
            point = draw(seed);
            if let Some(own) = colors.get(nth(point, at.len())) {
                color = times(color, *own);
            }
        }
        let angle = motion.angle.between(draw(seed));
        let spin = motion.spin.between(draw(seed));
        let speed = motion.speed.between(draw(seed));
        // Of speeds along the axes.
        draw(seed);
        let radial = motion.radial.between(draw(seed));
        let orbit = motion.orbit.between(draw(seed));
        let linear_accel = motion.linear_accel.between(draw(seed));
        let radial_accel = motion.radial_accel.between(draw(seed));
        let tangential_accel = motion.tangential_accel.between(draw(seed));
        let damping = motion.damping.between(draw(seed));
        Self {
            scale,
            hue,
            frame_speed,
            frame_offset,
            life,
            color,
            point,
            angle,
            spin,
            speed,
            radial,
            orbit,
            linear_accel,
            radial_accel,
            tangential_accel,
            damping,
        }
    }
}

/// The number of a point by a share of all.
fn nth(share: f32, count: usize) -> usize {
    ((share * count as f32) as usize).min(count.saturating_sub(1))
}

/// Takes a step of all particles; `home` is where the emitter stands for them.
pub(super) fn step(
    emitter: &CycleEmitter,
    particles: &mut [Particle],
    home: Affine2,
    step: &Step,
    seed: u32,
) {
    let amount = particles.len() as u32;
    let axes = home.matrix2;
    let matrix = Mat3::from_cols(axes.x_axis.extend(0.0), axes.y_axis.extend(0.0), Vec3::Z);
    let place = Affine3A::from_mat3_translation(matrix, home.translation.extend(0.0));
    for (number, particle) in (0..).zip(particles) {
        let mut delta = step.delta as f32;
        if step.emitting
            && let Some(moves) = born(&emitter.timing, CycleDice::Device, step, number, amount)
        {
            delta = moves as f32;
            let own = (step.cycle << 16 >> 16).wrapping_mul(amount).wrapping_add(number);
            let own = hash(own.wrapping_add(1).wrapping_add(seed));
            *particle = birth(emitter, place, own);
        }
        if particle.active {
            fly(emitter, particle, place, delta);
        }
    }
}

fn birth(emitter: &CycleEmitter, place: Affine3A, own: u32) -> Particle {
    let mut seed = own;
    let drawn = Drawn::new(emitter, &mut seed);
    let active = draw(&mut seed) <= emitter.timing.amount_ratio;
    let at = spot(emitter, &drawn, &mut seed) * emitter.shape_scale + emitter.shape_offset;
    let mut velocity = heading(emitter, emitter.spread, &mut seed) * drawn.speed;
    if let CycleShape::Points { at, facing, .. } = &emitter.shape
        && let Some(facing) = facing.get(nth(drawn.point, at.len()))
    {
        velocity = if emitter.leaves_plane {
            let aside = if facing.z.abs() < 0.999 { Vec3::Z } else { Vec3::Y };
            let tangent = aside.cross(*facing).normalize_or_zero();
            let other = tangent.cross(*facing).normalize_or_zero();
            tangent * velocity.x + other * velocity.y + *facing * velocity.z
        } else {
            let out = facing.truncate();
            (out * velocity.x + Vec2::new(out.y, -out.x) * velocity.y).extend(0.0)
        };
    }
    let mut particle = Particle {
        active,
        seed: own,
        position: place.transform_point3(at),
        velocity: place.transform_vector3(velocity),
        axes: Mat2::IDENTITY,
        life: f64::from(drawn.life),
        ..Particle::default()
    };
    if !emitter.leaves_plane {
        particle.velocity.z = 0.0;
        particle.position.z = 0.0;
    }
    particle
}

/// Where a particle is born.
fn spot(emitter: &CycleEmitter, drawn: &Drawn, seed: &mut u32) -> Vec3 {
    match &emitter.shape {
        CycleShape::Point => Vec3::ZERO,
        CycleShape::Sphere(radius) => {
            let on = on_ball(*radius, seed);
            on * draw(seed)
        }
        CycleShape::SphereSurface(radius) => on_ball(*radius, seed),
        CycleShape::Box(extents) => {
            let [x, y, z] = [(); 3].map(|()| draw(seed) * 2.0 - 1.0);
            Vec3::new(x, y, z) * *extents
        }
        CycleShape::Points { at, .. } => at.get(nth(drawn.point, at.len())).copied().unwrap_or_default(),
        CycleShape::Ring { axis, height, radius, inner, cone } => {
            let foot = radius.max(0.001);
            let top = (foot - (90.0 - cone).to_radians().tan() * height).max(0.0);
            let up = draw(seed);
            let skew = (foot.min(top) / foot.max(top)).max(0.5);
            let up = if foot < top { up.powf(skew) } else { 1.0 - up.powf(skew) };
            let angle = draw(seed) * 2.0 * PI;
            let far = (draw(seed) * (foot * foot - inner * inner) + inner * inner).sqrt();
            let far = far + (far * (top / foot) - far) * up;
            let axis = axis.try_normalize().unwrap_or(Vec3::Z);
            let aside = if axis.abs() == Vec3::X { Vec3::Y } else { Vec3::X };
            let out = axis.cross(aside).normalize_or_zero();
            // Turned the other way round than it is written: the matrix counts by columns.
            let out = glam::Quat::from_axis_angle(axis, -angle) * out;
            out * far + axis * (up * height - height / 2.0)
        }
    }
}

fn on_ball(radius: f32, seed: &mut u32) -> Vec3 {
    let s = draw(seed) * 2.0 - 1.0;
    let angle = draw(seed) * 2.0 * PI;
    let flat = radius * (1.0 - s * s).sqrt();
    Vec3::new(flat * angle.cos(), flat * angle.sin(), radius * s)
}

/// A direction within the fan.
fn heading(emitter: &CycleEmitter, spread: f32, seed: &mut u32) -> Vec3 {
    let spread = spread * (PI / 180.0);
    let direction = emitter.direction;
    let first = (draw(seed) * 2.0 - 1.0) * spread;
    if !emitter.leaves_plane {
        let own = if direction.x == 0.0 {
            if direction.y == 0.0 { 0.0 } else { direction.y.signum() * (PI / 2.0) }
        } else {
            direction.y.atan2(direction.x)
        };
        return Vec2::from_angle(first + own).extend(0.0);
    }
    let second = (draw(seed) * 2.0 - 1.0) * spread * (1.0 - emitter.flatness);
    let across = Vec2::new(first.sin(), first.cos());
    let ahead = second.cos();
    let ahead = ahead / ahead.abs().sqrt().max(0.0001);
    let fan = Vec3::new(across.x * ahead, second.sin(), across.y * ahead);
    let direction = direction.try_normalize().unwrap_or(Vec3::Z);
    let aside = Vec3::Y.cross(direction);
    let aside = if aside.length() < 0.0001 { Vec3::Z } else { aside.normalize() };
    let up = aside.cross(direction);
    (aside * fan.x + up * fan.y + direction * fan.z).normalize_or_zero()
}

fn fly(emitter: &CycleEmitter, particle: &mut Particle, place: Affine3A, delta: f32) {
    let (motion, timing) = (&emitter.motion, &emitter.timing);
    let mut seed = particle.seed;
    let drawn = Drawn::new(emitter, &mut seed);
    particle.age += f64::from(delta) / timing.lifetime;
    particle.age += (1.0 - particle.age) * f64::from(timing.to_end);
    let age = particle.age as f32 / drawn.life;
    if particle.age > particle.life {
        particle.active = false;
        return;
    }
    let home = Vec3::from(place.translation);
    let away = particle.position - home;
    let mut steered = Vec3::ZERO;
    let orbit = drawn.orbit * motion.orbit.factor(age);
    if !emitter.leaves_plane && drawn.orbit.abs() >= 0.01 && delta >= 0.001 && orbit != 0.0 {
        let flat = away.truncate();
        let moved = Vec2::from_angle(-orbit * PI * 2.0 * delta).rotate(flat) - flat;
        steered += place.transform_vector3((moved / delta).extend(0.0));
    }
    if delta >= 0.001 {
        steered += radial(emitter, particle, place, &drawn, (delta, age), &mut seed);
    }
    let mut force = emitter.gravity;
    force += particle.velocity.normalize_or_zero() * (drawn.linear_accel * motion.linear_accel.factor(age));
    force += away.normalize_or_zero() * (drawn.radial_accel * motion.radial_accel.factor(age));
    let tangential = drawn.tangential_accel * motion.tangential_accel.factor(age);
    force += if emitter.leaves_plane {
        let across = away.normalize_or_zero().cross(emitter.gravity.normalize_or_zero());
        across.normalize_or_zero() * tangential
    } else {
        Vec2::new(-away.y, away.x).normalize_or_zero().extend(0.0) * tangential
    };
    if !emitter.leaves_plane {
        force.z = 0.0;
    }
    let mut velocity = particle.velocity + force * delta;
    let damping = drawn.damping * motion.damping.factor(age);
    if damping > 0.0 {
        let speed = velocity.length();
        let lost = if !emitter.friction {
            damping * delta
        } else if speed > 0.001 {
            speed * speed * damping * 0.05 * delta
        } else {
            0.0
        };
        velocity = velocity.normalize_or_zero() * (speed - lost).max(0.0);
    }
    particle.velocity = velocity;
    let mut all = steered + velocity;
    if let Some(limit) = &motion.limit
        && all.length() > 0.001
    {
        all = all.normalize_or_zero() * all.length().min(sampled(Some(limit), age).abs());
    }
    if !emitter.leaves_plane {
        all.z = 0.0;
    }
    particle.position += all * delta;
    look(emitter, particle, &drawn, all, age);
}

/// Speed away from the pivot.
fn radial(
    emitter: &CycleEmitter,
    particle: &Particle,
    place: Affine3A,
    drawn: &Drawn,
    (delta, age): (f32, f32),
    seed: &mut u32,
) -> Vec3 {
    let speed = drawn.radial * emitter.motion.radial.factor(age);
    let away = particle.position - place.transform_point3(emitter.pivot);
    let moved = if away.length() > 0.01 {
        away.normalize_or_zero() * speed
    } else {
        heading(emitter, 360.0, seed) * drawn.radial
    };
    if speed < 0.0 { moved.normalize_or_zero() * speed.abs().min(away.length() / delta) } else { moved }
}

fn look(emitter: &CycleEmitter, particle: &mut Particle, drawn: &Drawn, moved: Vec3, age: f32) {
    let (motion, look) = (&emitter.motion, &emitter.look);
    let mut color = times(drawn.color, colored(&look.ramp, age));
    color[3] *= sampled(look.alpha.as_ref(), age);
    color = turned_hue(color, drawn.hue * look.hue.factor(age));
    if let Some(emission) = &look.emission {
        let factor = 1.0 + emission.sample(age);
        color = times(color, [factor, factor, factor, 1.0]);
    }
    particle.color = color;
    let lived = (particle.age * emitter.timing.lifetime) as f32;
    let angle = drawn.angle * motion.angle.factor(age) + lived * drawn.spin * motion.spin.factor(age);
    // What may leave the plane is not turned (the engine turns it about another axis).
    let axes = match (emitter.aligned, emitter.leaves_plane) {
        (true, _) => {
            let down = if moved.length() > 0.0 { moved.truncate() } else { particle.axes.y_axis };
            let down = down.normalize_or_zero();
            Mat2::from_cols(Vec2::new(down.y, -down.x), down)
        }
        (false, false) => turned(angle * (PI / 180.0)),
        (false, true) => Mat2::IDENTITY,
    };
    let scale = look.stretch(age) * drawn.scale;
    let scale = Vec2::new(least(scale.x), least(scale.y));
    particle.axes = axes * Mat2::from_diagonal(scale);
    let offset = drawn.frame_offset + look.frame_offset.curve.as_ref().map_or(0.0, |curve| curve.sample(age));
    particle.frame = offset + age * drawn.frame_speed * look.frame_speed.factor(age);
}

/// A factor that does not vanish.
fn least(scale: f32) -> f32 {
    if scale < 0.0 { scale.min(-0.001) } else { scale.max(0.001) }
}
