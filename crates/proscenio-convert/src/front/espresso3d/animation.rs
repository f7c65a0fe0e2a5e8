//! Animations with the meaning their authors saw in their modelling program.
//!
//! Commands are increments: each turns or moves its bone a little more, evenly over its own span, which goes on across
//! later frames. Together they are sums of ramps, so the exact movement is a straight way between the moments at
//! which a ramp begins or ends.

use std::collections::BTreeMap;

use proscenio_espresso3d::{Animation, CommandKind};
use proscenio_scene::glam::{DVec3, EulerRot};
use proscenio_scene::{Base, Channel, Extras, LoopMode, NodeId, Target, Track, Values};

use super::bones::Rig;
use super::text_of;

/// Frames per second when a file's own make no time.
const FALLBACK_FPS: f64 = 20.0;

/// A command as the moments between which it works.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ramp {
    /// Seconds.
    pub start: f64,
    /// Seconds; positive.
    pub span: f64,
    /// Radians about x, y, z, or the way along them.
    pub amount: DVec3,
}

/// The commands of an animation, by bone and kind.
#[derive(Debug, Default)]
pub(super) struct Commands {
    /// Seconds.
    pub length: f64,
    pub fps: f64,
    pub frames: usize,
    /// By bone number.
    pub rotate: BTreeMap<usize, Vec<Ramp>>,
    pub translate: BTreeMap<usize, Vec<Ramp>>,
    /// Ids of bones that are not there.
    pub unknown: Vec<String>,
}

/// How long the span of `TRANSLATE` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TranslateSpan {
    /// Frames, as every exporter wrote.
    Frames,
    /// Seconds, as the 0.5 engine reads it.
    Seconds,
}

impl Commands {
    pub fn read(animation: Animation<'_>, rig: &Rig, spans: TranslateSpan) -> Self {
        let fps = Some(animation.fps()).filter(|fps| *fps > 0.0 && fps.is_finite()).unwrap_or(FALLBACK_FPS);
        let mut commands = Self { fps, ..Self::default() };
        for frame in animation.frames() {
            let start = commands.frames as f64 / fps;
            commands.frames += 1;
            for bone in frame.bones() {
                let number =
                    bone.id().and_then(|id| rig.by_id.get(id.bytes())).map(|bone| usize::from(*bone));
                let Some(number) = number else {
                    let id = text_of(bone.id());
                    if !commands.unknown.contains(&id) && commands.unknown.len() < 100 {
                        commands.unknown.push(id);
                    }
                    continue;
                };
                for command in bone.commands() {
                    let (Some(frames), Some(amount)) = (command.frames(), command.amount()) else { continue };
                    let amount = DVec3::from_array(amount);
                    let seconds = command.kind() == CommandKind::Translate && spans == TranslateSpan::Seconds;
                    let span = if seconds { frames } else { frames / fps };
                    if !(span > 0.0 && span.is_finite() && amount.as_vec3().is_finite()) {
                        continue;
                    }
                    let list = match command.kind() {
                        CommandKind::Rotate => &mut commands.rotate,
                        CommandKind::Translate => &mut commands.translate,
                    };
                    list.entry(number).or_default().push(Ramp { start, span, amount });
                }
            }
        }
        commands.length = commands.frames as f64 / fps;
        commands
    }

    /// As tracks of the bones that stand at a node.
    pub fn tracks(&self, node: NodeId) -> Vec<Track> {
        let target = |bone: usize, channel| Target::Bone { node, bone: bone as u32, channel };
        let turns = self.rotate.iter().map(|(bone, ramps)| {
            // R = Rz · Ry · Rx: x is applied first.
            (target(*bone, Channel::Euler(EulerRot::ZYX)), ramps)
        });
        let ways = self.translate.iter().map(|(bone, ramps)| (target(*bone, Channel::Translation), ramps));
        let lost = self.unknown.iter().map(|id| Track {
            enabled: false,
            path: id.clone(),
            ..Track::new(Target::Nowhere, Vec::new(), Values::Vec3(Vec::new()))
        });
        let moving = turns.chain(ways).map(|(target, ramps)| {
            let (times, values) = sum(ramps, self.length);
            Track { base: Base::Rest, ..Track::new(target, times, Values::Vec3(values)) }
        });
        moving.chain(lost).collect()
    }

    /// As an animation of the scene.
    pub fn animation(&self, name: String, tracks: Vec<Track>) -> proscenio_scene::Animation {
        let mut extras = Extras::new();
        extras.set("fps", self.fps);
        extras.set("frames", self.frames as i64);
        proscenio_scene::Animation {
            name,
            length: self.length,
            // After the last frame everything is undone, and the next loop begins.
            loop_mode: LoopMode::Loop,
            tracks,
            extras,
            ..proscenio_scene::Animation::default()
        }
    }
}

/// The sum of ramps as keys at every moment where its slope changes, from 0 to the length.
fn sum(ramps: &[Ramp], length: f64) -> (Vec<f64>, Vec<[f32; 3]>) {
    let mut turns: Vec<(f64, DVec3)> = Vec::with_capacity(ramps.len() * 2);
    for ramp in ramps {
        let slope = ramp.amount / ramp.span;
        turns.push((ramp.start, slope));
        turns.push((ramp.start + ramp.span, -slope));
    }
    turns.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut times, mut values) = (vec![0.0], vec![[0.0; 3]]);
    let (mut time, mut value, mut slope) = (0.0, DVec3::ZERO, DVec3::ZERO);
    let mut key = |time: f64, value: DVec3| {
        if times.last().is_some_and(|last| time > *last) {
            times.push(time);
            values.push(value.as_vec3().to_array());
        }
    };
    for (at, change) in turns {
        // What runs on behind the end is cut off there.
        let at = at.min(length);
        value += slope * (at - time);
        time = at;
        key(time, value);
        slope += change;
    }
    key(length, value + slope * (length - time));
    (times, values)
}

#[cfg(test)]
mod tests {
    use super::{Ramp, sum};
    use proscenio_scene::glam::DVec3;

    #[test]
    fn ramps_add_up_and_are_cut_at_the_end() {
        let ramp = |start, span, x| Ramp { start, span, amount: DVec3::X * x };
        let (times, values) = sum(&[ramp(0.0, 2.0, 4.0), ramp(1.0, 2.0, 2.0), ramp(3.0, 4.0, 4.0)], 4.0);
        assert_eq!(times, [0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(values.iter().map(|value| value[0]).collect::<Vec<_>>(), [0.0, 2.0, 5.0, 6.0, 7.0]);
        let (times, values) = sum(&[ramp(1.0, 1.0, 3.0)], 4.0);
        assert_eq!((times, values[3][0]), (vec![0.0, 1.0, 2.0, 4.0], 3.0));
    }
}
