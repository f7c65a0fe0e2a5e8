//! When an emitter takes its steps, and when its particles are born.

use super::random::hash;
use super::{CycleDice, CycleEmitter, CycleOrder, CycleTiming, Particle};

/// Seconds between two pictures.
const PICTURE: f64 = 1.0 / 60.0;

/// One step of all particles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub delta: f64,
    /// Seconds within the cycle before and after it, of the processor's rule; else shares of it.
    pub before: f64,
    pub after: f64,
    /// Behind the step.
    pub cycle: u32,
    pub emitting: bool,
}

/// The steps of an emitter up to a time.
pub(super) struct Clock<'e> {
    timing: &'e CycleTiming,
    dice: CycleDice,
    /// Pictures still to come.
    pictures: u64,
    /// Seconds of steps before the first picture, when there are any.
    ahead_of: Option<f64>,
    remainder: f64,
    at: f64,
    cycle: u32,
    emitting: bool,
    first: bool,
    /// Whether the current picture still has steps.
    within: bool,
}

/// More pictures are not worked out.
const MOST_PICTURES: f64 = 1e7;

impl<'e> Clock<'e> {
    pub(super) fn new(emitter: &'e CycleEmitter, time: f64) -> Self {
        let timing = &emitter.timing;
        Self {
            timing,
            dice: emitter.dice,
            // The processor takes one more, before it is drawn for the first time.
            pictures: (time / PICTURE + 1e-6).floor().clamp(1.0, MOST_PICTURES) as u64
                + u64::from(emitter.dice == CycleDice::Processor),
            ahead_of: (timing.preprocess > 0.0).then_some(timing.preprocess),
            remainder: 0.0,
            at: 0.0,
            cycle: 0,
            emitting: timing.emitting,
            first: true,
            within: false,
        }
    }

    fn frame(&self, other: f64) -> f64 {
        if self.timing.fixed_fps > 0 { 1.0 / f64::from(self.timing.fixed_fps) } else { other }
    }

    /// The next step; nothing at the end of the time.
    pub(super) fn next(&mut self) -> Option<Step> {
        if let Some(todo) = self.ahead_of {
            let frame = self.frame(1.0 / 30.0);
            let left = todo - frame;
            self.ahead_of = (left >= 0.0).then_some(left);
            return Some(self.step(frame));
        }
        let fixed = self.timing.fixed_fps > 0;
        loop {
            if !self.within {
                self.pictures = self.pictures.checked_sub(1)?;
                if !fixed {
                    return Some(self.step(PICTURE));
                }
                self.remainder += PICTURE;
                self.within = true;
            }
            let frame = self.frame(PICTURE);
            // The device takes its first step at once.
            let at_once = self.dice == CycleDice::Device && self.first;
            if self.remainder >= frame || at_once {
                self.remainder -= frame;
                return Some(self.step(frame));
            }
            self.within = false;
        }
    }

    fn step(&mut self, delta: f64) -> Step {
        let delta = delta * self.timing.speed.max(0.0);
        let before = self.at;
        match self.dice {
            CycleDice::Processor => {
                self.at += delta;
                if self.at > self.timing.lifetime {
                    self.at %= self.timing.lifetime;
                    self.cycle = self.cycle.wrapping_add(1);
                    self.emitting &= !self.timing.one_shot;
                }
            }
            CycleDice::Device => {
                self.at = (before + delta / self.timing.lifetime) % 1.0;
                if !self.first && self.at < before {
                    self.cycle = self.cycle.wrapping_add(1);
                    self.emitting &= !self.timing.one_shot;
                }
            }
        }
        self.first = false;
        Step { delta, before, after: self.at, cycle: self.cycle, emitting: self.emitting }
    }

    /// Seconds that particles are shown ahead of their last step.
    pub(super) fn ahead(&self) -> f32 {
        let shown = self.dice == CycleDice::Device && self.timing.interpolate && self.timing.fixed_fps > 0;
        if shown { self.remainder as f32 } else { 0.0 }
    }

    pub(super) fn is_cut(&self) -> bool {
        self.pictures > 0
    }

    /// The numbers of particles in painting order.
    pub(super) fn order(&self, emitter: &CycleEmitter, particles: &[Particle]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..particles.len()).collect();
        match (emitter.order, self.dice) {
            (CycleOrder::Number, _) => {}
            (_, CycleDice::Processor) => {
                order.sort_by(|one, other| particles[*other].age.total_cmp(&particles[*one].age));
                if emitter.order == CycleOrder::Oldest {
                    order.reverse();
                }
            }
            (_, CycleDice::Device) => {
                // By the place in the cycle, whatever became of the particle.
                let count = particles.len();
                let split = ((count as f64 * self.at) as usize).min(count.saturating_sub(1)) + 1;
                order.rotate_left(split.min(count));
                if emitter.order == CycleOrder::Oldest {
                    order.reverse();
                }
            }
        }
        order
    }
}

/// How long a particle moves within a step, when it is born in it.
pub(super) fn born(
    timing: &CycleTiming,
    dice: CycleDice,
    step: &Step,
    number: u32,
    amount: u32,
) -> Option<f64> {
    let whole = if dice == CycleDice::Processor { timing.lifetime } else { 1.0 };
    let share = f64::from(number) / f64::from(amount);
    let mut phase = share;
    if timing.randomness > 0.0 {
        let mut seed = step.cycle;
        if share >= step.after / whole {
            seed = seed.wrapping_sub(1);
        }
        let seed = seed.wrapping_mul(amount).wrapping_add(number);
        let late = f64::from(hash(seed) % 65_536) / 65_536.0;
        phase += timing.randomness * late / f64::from(amount);
    }
    let at = phase * (1.0 - timing.explosiveness) * whole;
    let moves = if step.after > step.before {
        (at >= step.before && at < step.after).then_some(step.after - at)
    } else if step.delta > 0.0 {
        if at >= step.before {
            Some(whole - at + step.after)
        } else {
            (at < step.after).then_some(step.after - at)
        }
    } else {
        None
    };
    let seconds = timing.lifetime / whole;
    moves.map(|moves| if timing.fractional { moves * seconds } else { step.delta })
}
