//! Animations into those of the scene.

use proscenio_godot::animation::{self, Bezier, Curve, Keys, LoopMode, Pose, Track, Update};
use proscenio_scene::{
    Animation, Base, Channel, Extra, Extras, Handles, Interpolation, Target, Values, glam,
};

use super::super::Importer;
use super::super::build::origin;
use super::super::codes::LOST_TRACKS;
use super::super::files::{Generation, Place};
use super::target::{Found, Ways};
use super::values;

/// How close to the end a key still counts.
const END: f64 = 1e-5;

/// Paths that a finding lists.
const LISTED: usize = 5;

/// An animation, and the paths of its tracks that lead nowhere.
pub(super) struct Made {
    pub animation: Animation,
    pub lost: Vec<String>,
}

impl Importer<'_> {
    /// The animation of a player; without `ways` its tracks lead nowhere.
    pub(super) fn lower(&self, read: &animation::Animation, ways: Option<&Ways<'_>>, place: &Place) -> Made {
        let mut extras = Extras::new();
        for (name, value) in &read.others {
            extras.set(name.as_str(), values::extra(value));
        }
        let mut animation = Animation {
            length: read.length,
            loop_mode: match read.loop_mode {
                LoopMode::None => proscenio_scene::LoopMode::Once,
                LoopMode::Linear => proscenio_scene::LoopMode::Loop,
                LoopMode::PingPong => proscenio_scene::LoopMode::PingPong,
            },
            origin: origin(place),
            extras,
            ..Animation::default()
        };
        let mut lost = Vec::new();
        let generation = place.file.generation;
        for track in &read.tracks {
            let found = ways.map(|ways| self.target(ways, track));
            let found = found.unwrap_or(Found::NOWHERE);
            if found.target == Target::Nowhere {
                lost.push(track.path.clone());
            }
            animation.tracks.extend(tracks(track, &found, read.length, generation));
        }
        Made { animation, lost }
    }

    /// Tells which tracks lead nowhere.
    pub(super) fn tell_lost(&mut self, place: &Place, name: &str, lost: &[String]) {
        if lost.is_empty() {
            return;
        }
        let mut paths: Vec<String> = lost.iter().take(LISTED).map(|path| format!("`{path}`")).collect();
        if lost.len() > LISTED {
            paths.push("…".to_owned());
        }
        let message = format!("{} tracks lead nowhere: {}", lost.len(), paths.join(", "));
        let span = place.section().map(|section| section.header_span());
        let path = place.file.document.source().path();
        self.findings.push(LOST_TRACKS.finding(path, message).at_maybe(span).about(name));
    }
}

/// The tracks of the scene for one of the file: three for a `transform` of Godot 3.
fn tracks(track: &Track, found: &Found, length: f64, generation: Generation) -> Vec<proscenio_scene::Track> {
    let plain = |target: Target, times: &[f64], eases: &[f32], values: Values| {
        let mut made = proscenio_scene::Track::new(target, times.to_vec(), values);
        made.keys.eases = eases.to_vec();
        made
    };
    let curve = |target: Target, times: &[f64], eases: &[f32], values: Values| {
        vec![plain(target, times, eases, values)]
    };
    let own = || found.target.clone();
    let mut made = match &track.keys {
        Keys::None => vec![proscenio_scene::Track::new(own(), Vec::new(), Values::default())],
        Keys::Vectors(Curve { times, transitions, values }) => {
            curve(own(), times, transitions, Values::Vec3(values.clone()))
        }
        Keys::Rotations(Curve { times, transitions, values }) => {
            curve(own(), times, transitions, Values::Quat(values.clone()))
        }
        Keys::Weights(Curve { times, transitions, values }) => {
            curve(own(), times, transitions, Values::Scalar(values.clone()))
        }
        Keys::Poses(curve) => poses(curve, found),
        Keys::Values(Curve { times, transitions, values }) => {
            let (values, kind) = values::values(values);
            let (target, values) = fitting(found, values);
            let mut made = plain(target, times, transitions, values);
            if !kind.is_empty() {
                made.extras.set("type", kind);
            }
            vec![made]
        }
        Keys::Bezier(bezier) => vec![handled(bezier, found)],
        Keys::Events(Curve { times, transitions, values }) => {
            let values = values.iter().map(values::extra).collect();
            curve(own(), times, transitions, Values::Discrete(values))
        }
    };
    for one in &mut made {
        finish(one, track, length, generation);
    }
    made
}

/// What all kinds of tracks have.
fn finish(made: &mut proscenio_scene::Track, track: &Track, length: f64, generation: Generation) {
    made.path.clone_from(&track.path);
    made.enabled = track.enabled;
    made.wraps = track.loop_wrap;
    made.waits = track.update == Update::Discrete;
    // What moves bones of Godot 3 is measured from their rest.
    if generation == Generation::Three && matches!(made.target, Target::Bone { .. }) {
        made.base = Base::Rest;
    }
    let is_event = matches!(made.target, Target::Event { .. });
    if made.interpolation != Interpolation::Bezier {
        made.interpolation = match track.interpolation {
            _ if is_event || track.update == Update::Discrete => Interpolation::Nearest,
            0 => Interpolation::Nearest,
            2 => generation.pick(Interpolation::Cubic, Interpolation::CubicEven),
            3 => Interpolation::LinearAngle,
            4 => Interpolation::CubicAngle,
            _ => Interpolation::Linear,
        };
    }
    // The engine does not see keys behind the end.
    let count = made.keys.times.partition_point(|time| *time <= length + END);
    let behind = made.keys.times.len() - count;
    if behind > 0 {
        made.extras.set("keys_behind_end", behind as i64);
        cut(made, count);
    }
    match track.update {
        Update::Continuous => {}
        Update::Discrete => made.extras.set("update", "discrete"),
        Update::Capture => made.extras.set("update", generation.pick("capture", "trigger")),
        Update::OldCapture => made.extras.set("update", "capture"),
    }
    if track.compressed.is_some() {
        made.extras.set("compressed", true);
    }
    for (name, value) in &track.others {
        if name != "imported" || value.as_bool() == Some(true) {
            made.extras.set(name.as_str(), values::extra(value));
        }
    }
}

fn cut(made: &mut proscenio_scene::Track, count: usize) {
    let keys = &mut made.keys;
    keys.times.truncate(count);
    keys.values.truncate(count);
    keys.eases.truncate(count);
    if let Handles::Bezier { into, out_of } = &mut keys.handles {
        into.truncate(count);
        out_of.truncate(count);
    }
}

/// Values in the unit of their channel. Values of another kind than the channel's are those of a property.
fn fitting(found: &Found, mut values: Values) -> (Target, Values) {
    let Target::Node { node, channel } = found.target else { return (found.target.clone(), values) };
    if let (Channel::Translation | Channel::Scale | Channel::Euler(_), Values::Any(list)) = (channel, &values)
        && let Some(triples) = triples(list)
    {
        values = Values::Vec3(triples);
    }
    if let Values::Any(list) = &values
        && channel != Channel::Visible
        && let Some(numbers) = list.iter().map(number).collect::<Option<Vec<f32>>>()
    {
        // Whole numbers are numbers where a property of the engine is one.
        values = Values::Scalar(numbers);
    }
    let fits = matches!(
        (channel, &values),
        (Channel::Translation | Channel::Scale, Values::Vec2(_) | Values::Vec3(_))
            | (Channel::Euler(_), Values::Vec3(_))
            | (Channel::Rotation, Values::Quat(_))
            | (Channel::Whole, Values::Affine(_) | Values::Flat(_))
            | (Channel::Visible, Values::Any(_))
            | (Channel::Tint, Values::Vec4(_))
            | (
                Channel::Angle
                    | Channel::Skew
                    | Channel::TranslationAxis(_)
                    | Channel::EulerAxis(..)
                    | Channel::ScaleAxis(_),
                Values::Scalar(_)
            )
    );
    if !fits {
        return (Target::Property { node, property: found.property.clone() }, values);
    }
    scale(&mut values, found.factor);
    (found.target.clone(), values)
}

fn number(value: &Extra) -> Option<f32> {
    match value {
        Extra::Int(number) => Some(*number as f32),
        Extra::Float(number) => Some(*number as f32),
        _ => None,
    }
}

fn triples(list: &[Extra]) -> Option<Vec<[f32; 3]>> {
    let triple = |value: &Extra| match value {
        Extra::List(members) => match members.as_slice() {
            [x, y, z] => Some([number(x)?, number(y)?, number(z)?]),
            _ => None,
        },
        _ => None,
    };
    list.iter().map(triple).collect()
}

fn scale(values: &mut Values, factor: f32) {
    match values {
        _ if factor == 1.0 => {}
        Values::Scalar(list) => list.iter_mut().for_each(|number| *number *= factor),
        Values::Vec3(list) => list.as_flattened_mut().iter_mut().for_each(|number| *number *= factor),
        _ => {}
    }
}

fn poses(curve: &Curve<Pose>, found: &Found) -> Vec<proscenio_scene::Track> {
    let part = |channel: Channel, values: Values| {
        let mut track = proscenio_scene::Track::new(found.channel(channel), curve.times.clone(), values);
        track.keys.eases.clone_from(&curve.transitions);
        track
    };
    let list = &curve.values;
    let turns = list.iter().map(|pose| {
        let turn = glam::Quat::from_array(pose.rotation);
        if turn.length_squared() > 0.0 { turn.normalize().to_array() } else { [0.0, 0.0, 0.0, 1.0] }
    });
    vec![
        part(Channel::Translation, Values::Vec3(list.iter().map(|pose| pose.translation).collect())),
        part(Channel::Rotation, Values::Quat(turns.collect())),
        part(Channel::Scale, Values::Vec3(list.iter().map(|pose| pose.scale).collect())),
    ]
}

fn handled(bezier: &Bezier, found: &Found) -> proscenio_scene::Track {
    let (target, values) = fitting(found, Values::Scalar(bezier.values.clone()));
    let factor = if matches!(target, Target::Node { .. }) { found.factor } else { 1.0 };
    let handles = |list: &[[f32; 2]]| list.iter().map(|[time, value]| [*time, value * factor]).collect();
    let mut made = proscenio_scene::Track::new(target, bezier.times.clone(), values);
    made.interpolation = Interpolation::Bezier;
    made.keys.handles = Handles::Bezier { into: handles(&bezier.into), out_of: handles(&bezier.out_of) };
    if !bezier.modes.is_empty() {
        made.extras
            .set("handle_modes", Extra::List(bezier.modes.iter().map(|mode| (*mode).into()).collect()));
    }
    made
}
