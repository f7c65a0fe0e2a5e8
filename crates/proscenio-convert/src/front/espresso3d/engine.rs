//! Animations as release 0.5 of the engine plays them, for comparison.
//!
//! The engine turns and moves bones and corners step by step, 60 times a second here. What comes of it is kept update by
//! update, as places of bones that know no parents.

use std::collections::BTreeMap;

use proscenio_scene::glam::{DAffine3, DMat3, DQuat, DVec3};
use proscenio_scene::{Channel, Interpolation, NodeId, Target, Track, Values};

use super::animation::{Commands, Ramp};
use super::bones::{Rig, single};

/// Updates per second.
const RATE: f64 = 60.0;
/// Keys of one animation, all bones together; what comes later is cut off.
const MOST_KEYS: f64 = 4_000_000.0;

/// The tracks of an animation, and whether it is there to its end.
pub(super) fn tracks(commands: &Commands, rig: &Rig, node: NodeId) -> (Vec<Track>, bool) {
    let most = (MOST_KEYS / rig.bones.len().max(1) as f64).floor();
    let wanted = (commands.length * RATE).ceil();
    let updates = wanted.min(most) as usize;
    let mut player = Player::new(commands, rig);
    let mut times = vec![0.0];
    let mut places: Vec<Vec<DAffine3>> = vec![player.places()];
    for update in 1..=updates {
        player.update();
        times.push(update as f64 / RATE);
        places.push(player.places());
    }
    let track = |bone: usize, channel, values| Track {
        interpolation: Interpolation::Nearest,
        ..Track::new(Target::Bone { node, bone: bone as u32, channel }, times.clone(), values)
    };
    let mut tracks = Vec::new();
    for (bone, rest) in rig.bones.iter().enumerate() {
        let all = || places.iter().map(|places| single(places[bone] * rest.place()));
        let ways = all().map(|place| place.translation.to_array()).collect();
        let turns = all().map(|place| place.to_scale_rotation_translation().1.to_array()).collect();
        tracks.push(track(bone, Channel::Translation, Values::Vec3(ways)));
        tracks.push(track(bone, Channel::Rotation, Values::Quat(turns)));
    }
    (tracks, wanted <= most)
}

/// A bone on its way.
#[derive(Clone, Copy)]
struct Moving {
    position: DVec3,
    orientation: DMat3,
    /// What has become of the corners that hang on it.
    corners: DAffine3,
}

struct Player<'a> {
    commands: &'a Commands,
    rig: &'a Rig,
    bones: Vec<Moving>,
    /// The frame that runs; the number of frames when the animation is over.
    frame: usize,
    /// Seconds in it.
    in_frame: f64,
    /// Whether the frame's commands have not begun yet.
    fresh: bool,
    /// Commands that have begun.
    running: Vec<Running>,
    /// Commands by frame.
    by_frame: BTreeMap<usize, Vec<(usize, bool, Ramp)>>,
}

/// A command that has begun.
struct Running {
    bone: usize,
    turns: bool,
    ramp: Ramp,
    elapsed: f64,
}

impl<'a> Player<'a> {
    fn new(commands: &'a Commands, rig: &'a Rig) -> Self {
        let mut by_frame: BTreeMap<usize, Vec<(usize, bool, Ramp)>> = BTreeMap::new();
        for (list, turns) in [(&commands.rotate, true), (&commands.translate, false)] {
            for (bone, ramp) in
                list.iter().flat_map(|(bone, ramps)| ramps.iter().map(move |ramp| (*bone, *ramp)))
            {
                let frame = (ramp.start * commands.fps).round() as usize;
                by_frame.entry(frame).or_default().push((bone, turns, ramp));
            }
        }
        let moving = rig.bones.iter().map(|bone| Moving {
            position: bone.position,
            orientation: bone.turn,
            corners: DAffine3::IDENTITY,
        });
        let bones = moving.collect();
        Self { commands, rig, bones, frame: 0, in_frame: 0.0, fresh: true, running: Vec::new(), by_frame }
    }

    fn places(&self) -> Vec<DAffine3> {
        self.bones.iter().map(|bone| bone.corners).collect()
    }

    fn update(&mut self) {
        let step = 1.0 / RATE;
        if std::mem::take(&mut self.fresh) {
            let begun = self.by_frame.get(&self.frame).into_iter().flatten();
            self.running.extend(begun.map(|(bone, turns, ramp)| Running {
                bone: *bone,
                turns: *turns,
                ramp: *ramp,
                elapsed: 0.0,
            }));
        }
        let count = self.bones.len();
        let (mut turns, mut ways) = (vec![DMat3::IDENTITY; count], vec![DVec3::ZERO; count]);
        for running in &mut self.running {
            let progress = |elapsed: f64| (elapsed / running.ramp.span).clamp(0.0, 1.0);
            let (before, now) = (progress(running.elapsed), progress(running.elapsed + step));
            running.elapsed += step;
            if running.turns {
                turns[running.bone] = turn_between(running.ramp.amount, before, now) * turns[running.bone];
            } else {
                ways[running.bone] += running.ramp.amount * (now - before);
            }
        }
        self.running.retain(|running| running.elapsed < running.ramp.span);
        self.turn(&turns);
        self.shift(&ways);
        self.in_frame += step;
        // A frame ends at the first update at or after its length; what is over is dropped. Sixty sums of a sixtieth are a
        // little less than one, so that the engine, too, often takes one update more.
        if self.in_frame >= 1.0 / self.commands.fps && self.frame < self.commands.frames {
            self.frame += 1;
            self.in_frame = 0.0;
            self.fresh = true;
        }
    }

    /// Turns every bone about its parent's new place, about the model's axes.
    fn turn(&mut self, own: &[DMat3]) {
        let mut gathered = vec![DMat3::IDENTITY; self.bones.len()];
        for (bone, parent) in &self.rig.order {
            let above = parent.map_or(DMat3::IDENTITY, |parent| gathered[parent]);
            let whole = own[*bone] * above;
            gathered[*bone] = whole;
            let old = self.bones[*bone].position;
            let new = match parent {
                Some(parent) => {
                    let pivot = self.bones[*parent].position;
                    pivot + above * (old - pivot)
                }
                None => old,
            };
            let moving = &mut self.bones[*bone];
            moving.position = new;
            moving.orientation = whole * moving.orientation;
            moving.corners = DAffine3::from_mat3_translation(whole, new - whole * old) * moving.corners;
        }
    }

    /// Moves every bone by its own way and its ancestors', turned by its own orientation.
    fn shift(&mut self, own: &[DVec3]) {
        let mut handed = vec![DVec3::ZERO; self.bones.len()];
        for (bone, parent) in &self.rig.order {
            let above = parent.map_or(DVec3::ZERO, |parent| handed[parent]);
            let moving = &mut self.bones[*bone];
            let way = moving.orientation * (own[*bone] + above);
            handed[*bone] = own[*bone] + above;
            moving.position += way;
            moving.corners.translation += way;
        }
    }
}

/// The part of a command's turn between two shares of it. The engine's way from a quaternion to a matrix turns the other
/// way round, and it drops small parts of quaternions.
fn turn_between(amount: DVec3, before: f64, now: f64) -> DMat3 {
    let target = whole_turn(amount);
    let part = |share: f64| coarse(DQuat::IDENTITY.slerp(target, share));
    let step = coarse(part(now) * part(before).conjugate());
    DMat3::from_quat(step.normalize()).transpose()
}

fn whole_turn(amount: DVec3) -> DQuat {
    DQuat::from_rotation_x(amount.x) * DQuat::from_rotation_y(amount.y) * DQuat::from_rotation_z(amount.z)
}

fn coarse(turn: DQuat) -> DQuat {
    DQuat::from_array(turn.to_array().map(|part| if part.abs() < 1e-4 { 0.0 } else { part }))
}

#[cfg(test)]
mod tests {
    use super::turn_between;
    use proscenio_scene::glam::DVec3;

    /// The engine's own numbers for `ROTATE 1 0.3 0.4 0.5`, whole and half.
    #[test]
    fn turns_are_the_engines() {
        let amount = DVec3::new(0.3, 0.4, 0.5);
        let quaternion = proscenio_scene::glam::DQuat::from_xyzw(0.190_506, 0.154_097, 0.268_515, 0.931_591);
        assert!(super::whole_turn(amount).abs_diff_eq(quaternion, 1e-6));
        let whole = turn_between(amount, 0.0, 1.0);
        let near = |found: DVec3, wanted: [f64; 3]| {
            assert!(found.abs_diff_eq(DVec3::from_array(wanted), 2e-6), "{found}");
        };
        near(whole * DVec3::X, [0.808_307, -0.441_580, 0.389_418]);
        near(whole * DVec3::Y, [0.559_006, 0.783_214, -0.272_192]);
        near(whole * DVec3::Z, [-0.184_803, 0.437_702, 0.879_923]);
        near(turn_between(amount, 0.0, 0.5) * DVec3::X, [0.950_380, -0.253_317, 0.180_580]);
    }
}
