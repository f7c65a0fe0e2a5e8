//! Particles that are born one after the other within a cycle, and where they are after some seconds.
//!
//! The rules and the order of random numbers are those of Godot 4: of `CPUParticles2D` ([`CycleDice::Processor`]) and of
//! `GPUParticles2D` with a `ParticleProcessMaterial` ([`CycleDice::Device`]), so that a fixed seed gives the engine's picture
//! up to rounding. Turbulence, collisions, attractors, trails and sub-emitters are not simulated.

mod clock;
mod device;
mod processor;
mod random;
mod shade;
#[cfg(test)]
mod tests;

use glam::{Affine2, Mat2, Vec2, Vec3};

use crate::{BlendMode, Curve, Rgba, TextureRef, UvRect};

/// Particles at a node in the plane. Lengths are pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct CycleEmitter {
    /// Which rule moves them.
    pub dice: CycleDice,
    /// When they are born.
    pub timing: CycleTiming,
    /// Whether they ride with the node; else they stay where they were born.
    pub local: bool,
    /// Which is painted last.
    pub order: CycleOrder,
    /// Where they are born.
    pub shape: CycleShape,
    /// Factor on the place of birth, then added to it.
    pub shape_scale: Vec3,
    /// Added to the place of birth.
    pub shape_offset: Vec3,
    /// Where they fly to.
    pub direction: Vec3,
    /// Half the width of the fan, degrees.
    pub spread: f32,
    /// 1 keeps the fan in the plane, of particles that may leave it.
    pub flatness: f32,
    /// Whether they may leave the plane; only what remains of their way in it is seen.
    pub leaves_plane: bool,
    /// Per second².
    pub gravity: Vec3,
    /// Where radial speeds point away from, of the node.
    pub pivot: Vec3,
    /// How they move.
    pub motion: CycleMotion,
    /// Their own down points where they fly to.
    pub aligned: bool,
    /// Damping grows with the square of the speed.
    pub friction: bool,
    /// How they look.
    pub look: CycleLook,
    /// Higher is painted later.
    pub z: f32,
    /// A hidden one is kept.
    pub visible: bool,
}

/// Which rule moves particles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleDice {
    /// The processor's.
    Processor,
    /// The graphics device's.
    Device,
}

/// When particles are born.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CycleTiming {
    /// Begins with the scene.
    pub emitting: bool,
    /// How many there are in a cycle.
    pub amount: u32,
    /// Share of them that lives.
    pub amount_ratio: f32,
    /// Seconds of a cycle and of a life at most.
    pub lifetime: f64,
    /// Share of the life that may be missing.
    pub lifetime_randomness: f32,
    /// Only one cycle.
    pub one_shot: bool,
    /// Seconds that have passed at the begin.
    pub preprocess: f64,
    /// Factor on time.
    pub speed: f64,
    /// 0 births all over the cycle, 1 all at its begin.
    pub explosiveness: f64,
    /// Share of the time between births that they may be late.
    pub randomness: f64,
    /// Steps a second; 0 is one a picture.
    pub fixed_fps: u32,
    /// Whether a particle born within a step moves for the rest of it only.
    pub fractional: bool,
    /// Whether particles are shown between fixed steps.
    pub interpolate: bool,
    /// Share of the way to its end that each particle is moved on.
    pub to_end: f32,
    /// The start of its random numbers; `None` is another one each time.
    pub seed: Option<u32>,
}

/// Which particle is painted last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CycleOrder {
    /// The one with the highest number.
    #[default]
    Number,
    /// The youngest.
    Youngest,
    /// The oldest.
    Oldest,
}

/// Where particles are born, about the node.
#[derive(Clone, Debug, PartialEq)]
pub enum CycleShape {
    /// At it.
    Point,
    /// In a ball.
    Sphere(f32),
    /// On it.
    SphereSurface(f32),
    /// In a box of twice this size.
    Box(Vec3),
    /// At points with the way they face and their stored colour; either list is empty or as long as the first.
    Points {
        /// Places.
        at: Vec<Vec3>,
        /// Directions; turn the first speed.
        facing: Vec<Vec3>,
        /// Stored colours.
        colors: Vec<[f32; 4]>,
    },
    /// In a ring or cone.
    Ring {
        /// Through its middle.
        axis: Vec3,
        /// Along the axis.
        height: f32,
        /// Of its foot.
        radius: f32,
        /// Of the hole.
        inner: f32,
        /// 90 is a tube, degrees.
        cone: f32,
    },
}

/// A number that each particle draws for itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CycleRange {
    /// Least.
    pub low: f32,
    /// Most.
    pub high: f32,
    /// Factor by age.
    pub curve: Option<Curve>,
}

/// How particles move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CycleMotion {
    /// First speed, pixels per second. The curve takes its place, of the processor's rule.
    pub speed: CycleRange,
    /// Degrees per second.
    pub spin: CycleRange,
    /// Turns about the node per second.
    pub orbit: CycleRange,
    /// Away from the pivot, per second.
    pub radial: CycleRange,
    /// Along its own way, per second².
    pub linear_accel: CycleRange,
    /// Away from the node, per second².
    pub radial_accel: CycleRange,
    /// Around the node, per second².
    pub tangential_accel: CycleRange,
    /// Speed lost per second.
    pub damping: CycleRange,
    /// Degrees.
    pub angle: CycleRange,
    /// Greatest speed by age.
    pub limit: Option<Curve>,
}

/// How particles look.
#[derive(Clone, Debug, PartialEq)]
pub struct CycleLook {
    /// What each shows; white without one.
    pub texture: Option<TextureRef>,
    /// The part of it.
    pub uv: UvRect,
    /// Width and height of a particle of size 1, pixels.
    pub size: Vec2,
    /// Factor on the size.
    pub scale: CycleRange,
    /// By age, across and down; in place of the curve of [`CycleLook::scale`].
    pub scale_curves: [Option<Curve>; 2],
    /// Stored colour.
    pub color: [f32; 4],
    /// Stored colours by age at even distances; empty is white.
    pub ramp: Vec<[f32; 4]>,
    /// Stored colours of which each particle draws one; empty is white.
    pub first: Vec<[f32; 4]>,
    /// Factor on alpha by age.
    pub alpha: Option<Curve>,
    /// Added to 1 as factor on colours by age.
    pub emission: Option<Curve>,
    /// Full turns of the hue.
    pub hue: CycleRange,
    /// Frames over a life, in sheets.
    pub frame_speed: CycleRange,
    /// Share of the sheet that it begins with.
    pub frame_offset: CycleRange,
    /// Columns and rows of the sheet; nothing when the whole picture is shown.
    pub sheet: Option<[u32; 2]>,
    /// Whether frames begin again behind the last.
    pub looped: bool,
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// How they join what is behind them.
    pub blend: BlendMode,
}

/// A living particle to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CycleQuad {
    /// Its middle in the world.
    pub position: Vec2,
    /// From its own square, one wide and high about the middle, to the world.
    pub axes: Mat2,
    /// Stored colour without tints.
    pub color: [f32; 4],
    /// What of the picture it shows.
    pub uv: UvRect,
}

/// Where a particle is.
#[derive(Clone, Copy, Debug, Default)]
struct Particle {
    active: bool,
    seed: u32,
    /// Random numbers kept from its birth.
    kept: [f32; 4],
    first: [f32; 4],
    base: [f32; 4],
    position: Vec3,
    velocity: Vec3,
    axes: Mat2,
    /// Seconds, of the processor's rule; else the share of the cycle.
    age: f64,
    /// As [`Particle::age`].
    life: f64,
    rotation: f32,
    frame: f32,
    color: [f32; 4],
}

/// Steps times particles; more are not worked out.
const BUDGET: u64 = 20_000_000;
/// Particles of one emitter.
const MOST: u32 = 100_000;

/// The particles of an emitter that stands at `place` all the time, `time` seconds after the scene began at 60 pictures
/// a second, in painting order. `seed` counts when the emitter has none.
///
/// The `bool` is `true` when the work was too much and stopped before the time.
#[must_use]
pub fn cycle(emitter: &CycleEmitter, place: Affine2, time: f64, seed: u32) -> (Vec<CycleQuad>, bool) {
    let timing = &emitter.timing;
    let alive = timing.lifetime > 0.0 && timing.lifetime.is_finite() && time > 0.0;
    if !alive || !place.is_finite() || !timing.speed.is_finite() {
        return (Vec::new(), false);
    }
    let seed = timing.seed.unwrap_or(seed);
    let amount = timing.amount.min(MOST);
    let mut particles = vec![Particle::default(); amount as usize];
    let mut clock = clock::Clock::new(emitter, time);
    let mut budget = BUDGET;
    let home = if emitter.local { Affine2::IDENTITY } else { place };
    while let Some(step) = clock.next() {
        let Some(left) = budget.checked_sub(u64::from(amount)) else { break };
        budget = left;
        match emitter.dice {
            CycleDice::Processor => processor::step(emitter, &mut particles, home, &step, seed),
            CycleDice::Device => device::step(emitter, &mut particles, home, &step, seed),
        }
    }
    let ahead = clock.ahead();
    let shown = if emitter.local { place } else { Affine2::IDENTITY };
    let order = clock.order(emitter, &particles);
    let living = order.into_iter().map(|at| &particles[at]).filter(|particle| particle.active);
    let quads = living.map(|particle| {
        let middle = particle.position.truncate() + particle.velocity.truncate() * ahead;
        CycleQuad {
            position: shown.transform_point2(middle),
            axes: shown.matrix2 * particle.axes * Mat2::from_diagonal(emitter.look.size),
            color: particle.color,
            uv: emitter.look.shown(particle.frame),
        }
    });
    let quads = quads.filter(|quad| quad.position.is_finite() && quad.axes.is_finite()).collect();
    (quads, clock.is_cut())
}
