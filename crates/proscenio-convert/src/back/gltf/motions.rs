//! Animations: curves glTF has go over key for key, the others are sampled.

use std::collections::{BTreeMap, BTreeSet};

use glam::{Affine3A, DAffine3};
use proscenio_run::{Mover, Sampler, Value};
use proscenio_scene::{
    Animation, Base, Channel, Extra, Handles, Interpolation, Keys, LoopMode, NodeId, Target, Track, Values,
};

use super::components::own;
use super::extra::{number, numbers};
use super::json;
use super::nodes::present;
use super::transform::{self, Placed, Trs};
use super::writer::{Writer, named};

/// How often curves that glTF lacks are sampled, times a second.
const RATE: f64 = 60.0;
/// Samples of one thing; longer animations are sampled less often.
const MOST_SAMPLES: f64 = 100_000.0;
/// Paths that a loss lists.
const LISTED: usize = 5;
/// How long before a jump its sample stands.
const JUMP: f64 = 1e-3;

/// What a glTF animation moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aim {
    Node(NodeId),
    Bone(NodeId, u32),
    Morph(NodeId),
}

/// A curve as glTF writes it.
#[derive(Clone, Debug, PartialEq)]
struct Curve {
    path: &'static str,
    interpolation: &'static str,
    times: Vec<f32>,
    /// Of a spline three values a key.
    values: Vec<f32>,
}

/// The curves of one thing.
struct Made {
    /// The glTF nodes that they move.
    nodes: Vec<usize>,
    curves: Vec<Curve>,
    /// Whether they have the keys of the tracks; else they are sampled.
    exact: bool,
}

/// What became of an animation so far.
#[derive(Default)]
struct Progress {
    channels: Vec<json::Channel>,
    samplers: Vec<json::Sampling>,
    /// Tracks that are not in the file as they were.
    kept: BTreeSet<usize>,
    /// How many of them were sampled.
    baked: usize,
    /// The least often that something was sampled, times a second.
    rate: f64,
    leaning: bool,
}

impl Writer<'_> {
    /// Writes all animations.
    pub fn write_animations(&mut self) {
        let scene = self.scene;
        for (id, animation) in scene.animations.iter() {
            let subject = named(&animation.name, "animation", id.index());
            let mut progress = Progress { rate: RATE, ..Progress::default() };
            for (aim, tracks) in grouped(animation, &mut progress) {
                self.write_aim(animation, aim, &tracks, &mut progress);
            }
            self.finish_animation(animation, &subject, progress);
        }
    }

    fn finish_animation(&mut self, animation: &Animation, subject: &str, progress: Progress) {
        let Progress { channels, samplers, kept, baked, rate, leaning } = progress;
        if baked > 0 {
            self.lose(
                "gltf/animation-sampled",
                subject,
                format!(
                    "{baked} of {} tracks are curves that glTF lacks: sampled {} times a second and at their \
                     keys; as they were in extras.proscenio.tracks",
                    animation.tracks.len(),
                    (rate * 100.0).round() / 100.0
                ),
            );
        }
        if leaning {
            self.lose(
                "gltf/animation-shear",
                subject,
                "what leans on its way stands upright: glTF cannot shear",
            );
        }
        let silent = kept.len() - baked.min(kept.len());
        if silent > 0 {
            let paths =
                kept.iter().map(|at| animation.tracks[*at].path.as_str()).filter(|path| !path.is_empty());
            let paths: Vec<&str> = paths.take(LISTED).collect();
            self.lose(
                "gltf/animation-track",
                subject,
                format!(
                    "{silent} tracks move what glTF cannot, such as {}; kept in extras.proscenio.tracks",
                    paths.join(", ")
                ),
            );
        }
        let kept: Vec<Extra> = kept.iter().map(|at| kept_track(&animation.tracks[*at])).collect();
        let player = animation.player.and_then(|player| self.node_of.get(player.index()).copied().flatten());
        let entries = present([
            ("length", Some(number(animation.length as f32))),
            (
                "loop",
                match animation.loop_mode {
                    LoopMode::Once => None,
                    LoopMode::Loop => Some(Extra::from("loop")),
                    LoopMode::PingPong => Some(Extra::from("ping-pong")),
                },
            ),
            ("player", player.map(|player| Extra::Int(player as i64))),
            ("tracks", (!kept.is_empty()).then_some(Extra::List(kept))),
            ("extras", own(&animation.extras)),
        ]);
        if channels.is_empty() {
            // glTF has no animations that move nothing.
            let mut entries = entries;
            entries.set("name", animation.name.as_str());
            self.still_animations.push(Extra::Map(entries));
            return;
        }
        let extras = self.extras(entries, |_| subject.to_owned());
        self.root.animations.push(json::Animation {
            name: animation.name.clone(),
            channels,
            samplers,
            extras,
        });
    }

    fn write_aim(&mut self, animation: &Animation, aim: Aim, tracks: &[usize], progress: &mut Progress) {
        let list: Vec<&Track> = tracks.iter().map(|at| &animation.tracks[*at]).collect();
        let made = match aim {
            Aim::Node(id) => self.node_curves(animation, id, &list, progress),
            Aim::Bone(id, bone) => self.bone_curves(animation, id, bone, &list, progress),
            Aim::Morph(id) => self.morph_curve(animation, id, &list, progress),
        };
        let Some(made) = made.filter(|made| !made.nodes.is_empty()) else {
            progress.kept.extend(tracks);
            return;
        };
        if !made.exact {
            progress.kept.extend(tracks);
            progress.baked += tracks.len();
        }
        for curve in made.curves {
            let sampler = progress.samplers.len();
            let input = self.binary.times(&curve.times);
            let kind = match curve.path {
                "rotation" => "VEC4",
                "weights" => "SCALAR",
                _ => "VEC3",
            };
            let output = self.binary.curve(&curve.values, kind);
            progress.samplers.push(json::Sampling { input, output, interpolation: curve.interpolation });
            for node in &made.nodes {
                let target = json::ChannelTarget { node: *node, path: curve.path };
                progress.channels.push(json::Channel { sampler, target });
            }
        }
    }

    /// The curves of a node; nothing where it cannot be moved on its own.
    fn node_curves(
        &self,
        animation: &Animation,
        id: NodeId,
        tracks: &[&Track],
        progress: &mut Progress,
    ) -> Option<Made> {
        let index = self.node_of.get(id.index()).copied().flatten()?;
        let above = *self.movable.get(&id)?;
        let node = &self.scene.nodes[id];
        let mover = Mover::new(animation, tracks.iter().copied(), 1.0);
        if let Some(space) = node.placement.space {
            if above.is_none()
                && let Some(curves) = direct_all(animation, tracks, 1.0)
            {
                return Some(Made { nodes: vec![index], curves, exact: true });
            }
            let place = |time: f64| transform::wide(mover.space(space, None, time));
            let curves = self.baked(animation, tracks, index, progress, above, place);
            return Some(Made { nodes: vec![index], curves, exact: false });
        }
        let flat = node.placement.flat?;
        let place = |time: f64| transform::flat_to_space(mover.flat(flat, time).matrix());
        let curves = self.baked(animation, tracks, index, progress, above, place);
        Some(Made { nodes: vec![index], curves, exact: false })
    }

    fn bone_curves(
        &self,
        animation: &Animation,
        id: NodeId,
        bone: u32,
        tracks: &[&Track],
        progress: &mut Progress,
    ) -> Option<Made> {
        let skeleton = self.scene.skeletons.get(self.scene.nodes.get(id)?.skeleton?)?;
        let own = skeleton.bones.get(bone as usize)?;
        let nodes = self.bones.of(id, bone);
        let index = *nodes.first()?;
        let far = skeleton.motion_scale.unwrap_or(1.0);
        if let Some(curves) = direct_all(animation, tracks, far) {
            return Some(Made { nodes, curves, exact: true });
        }
        let mover = Mover::new(animation, tracks.iter().copied(), far);
        let place = |time: f64| transform::wide(mover.space(own.pose, Some(own.rest), time));
        let curves = self.baked(animation, tracks, index, progress, None, place);
        Some(Made { nodes, curves, exact: false })
    }

    /// Place, turn and size at many times; those that never change are left out.
    fn baked(
        &self,
        animation: &Animation,
        tracks: &[&Track],
        index: usize,
        progress: &mut Progress,
        above: Option<DAffine3>,
        place: impl Fn(f64) -> DAffine3,
    ) -> Vec<Curve> {
        let (times, rate) = sample_times(animation, tracks);
        progress.rate = progress.rate.min(rate);
        let mut parts =
            [("translation", 3, Vec::new()), ("rotation", 4, Vec::new()), ("scale", 3, Vec::new())];
        for time in &times {
            let local = place(*time);
            let local = above.map_or(local, |above| above * local);
            let (trs, leans) = upright(local);
            progress.leaning |= leans;
            parts[0].2.extend(trs.translation.unwrap_or_default());
            let mut turn = trs.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
            // The same turn on the side of the one before, so that readers go the short way.
            let before: Vec<f32> = parts[1].2.iter().rev().take(4).rev().copied().collect();
            if before.iter().zip(&turn).map(|(a, b)| a * b).sum::<f32>() < 0.0 {
                turn = turn.map(|number| -number);
            }
            parts[1].2.extend(turn);
            parts[2].2.extend(trs.scale.unwrap_or([1.0; 3]));
        }
        let node = &self.root.nodes[index];
        let still: [Vec<f32>; 3] = [
            node.translation.unwrap_or_default().to_vec(),
            node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]).to_vec(),
            node.scale.unwrap_or([1.0; 3]).to_vec(),
        ];
        let times: Vec<f32> = rising(&times);
        let moving = parts.into_iter().zip(still).filter(|((_, width, values), still)| {
            let near = |value: &[f32]| value.iter().zip(still).all(|(a, b)| (a - b).abs() < 1e-6);
            !values.chunks_exact(*width).all(near)
        });
        let curves = moving.map(|((path, _, values), _)| Curve {
            path,
            interpolation: "LINEAR",
            times: times.clone(),
            values,
        });
        curves.collect()
    }

    /// The weights of a node's morph targets, which glTF moves together.
    fn morph_curve(
        &self,
        animation: &Animation,
        id: NodeId,
        tracks: &[&Track],
        progress: &mut Progress,
    ) -> Option<Made> {
        let (host, still) = self.morph_hosts.get(&id)?;
        let width = still.len();
        if let [track] = tracks
            && matches!(track.target, Target::Morph { target: None, .. })
            && let Values::Lists { width: own, values } = &track.keys.values
            && *own as usize == width
            && let Some(curve) = direct(animation, track, "weights", width, values)
        {
            return Some(Made { nodes: vec![*host], curves: vec![curve], exact: true });
        }
        let (times, rate) = sample_times(animation, tracks);
        progress.rate = progress.rate.min(rate);
        let samplers: Vec<_> = tracks
            .iter()
            .filter_map(|track| {
                let Target::Morph { target, .. } = track.target else { return None };
                Some((target, Sampler::new(animation, track)?))
            })
            .collect();
        let mut values = Vec::with_capacity(times.len() * width);
        for time in &times {
            let mut weights = still.clone();
            for (target, sampler) in &samplers {
                match (target, sampler.at(*time)) {
                    (Some(target), Value::Scalar(weight)) => {
                        weights.iter_mut().skip(*target as usize).take(1).for_each(|one| *one = weight);
                    }
                    (None, Value::List(list)) => {
                        weights.iter_mut().zip(list).for_each(|(one, weight)| *one = weight);
                    }
                    _ => {}
                }
            }
            values.extend(weights);
        }
        let curve = Curve { path: "weights", interpolation: "LINEAR", times: rising(&times), values };
        Some(Made { nodes: vec![*host], curves: vec![curve], exact: false })
    }
}

/// Tracks by what they move; what glTF cannot move is kept.
fn grouped(animation: &Animation, progress: &mut Progress) -> BTreeMap<Aim, Vec<usize>> {
    let mut groups: BTreeMap<Aim, Vec<usize>> = BTreeMap::new();
    for (at, track) in animation.tracks.iter().enumerate() {
        let aim = match &track.target {
            _ if !track.enabled || track.keys.times.is_empty() || !track.is_sound() => None,
            Target::Node { channel: Channel::Visible | Channel::Tint, .. } => None,
            Target::Node { node, .. } => Some(Aim::Node(*node)),
            Target::Bone { node, bone, .. } => Some(Aim::Bone(*node, *bone)),
            Target::Morph { node, .. } => Some(Aim::Morph(*node)),
            _ => None,
        };
        match aim {
            Some(aim) => groups.entry(aim).or_default().push(at),
            None => {
                progress.kept.insert(at);
            }
        }
    }
    groups
}

/// A placement in the parts of one node, and whether it leans.
fn upright(place: DAffine3) -> (Trs, bool) {
    if !place.is_finite() {
        return (Trs::default(), true);
    }
    match transform::place(place) {
        Placed::One(trs) => (trs, false),
        Placed::Two { .. } => {
            let matrix =
                Affine3A::from_mat3_translation(place.matrix3.as_mat3(), place.translation.as_vec3());
            let parts = proscenio_scene::Trs::of(matrix);
            let trs = Trs {
                translation: Some(parts.translation.to_array()),
                rotation: Some(parts.rotation.normalize().to_array()),
                scale: Some(parts.scale.to_array()),
            };
            (trs, true)
        }
    }
}

/// The curves of tracks that glTF has the like of; nothing when one of them it has not.
fn direct_all(animation: &Animation, tracks: &[&Track], far: f32) -> Option<Vec<Curve>> {
    let mut curves: Vec<Curve> = Vec::new();
    for track in tracks {
        let channel = match track.target {
            Target::Node { channel, .. } | Target::Bone { channel, .. } => channel,
            _ => return None,
        };
        let scaled: Vec<f32>;
        let (path, width, values) = match (channel, &track.keys.values) {
            (Channel::Translation, Values::Vec3(list)) => {
                scaled = list.as_flattened().iter().map(|number| number * far).collect();
                ("translation", 3, scaled.as_slice())
            }
            (Channel::Scale, Values::Vec3(list)) => ("scale", 3, list.as_flattened()),
            (Channel::Rotation, Values::Quat(list)) => {
                let unit = |turn: &[f32; 4]| {
                    let length = turn.iter().map(|number| number * number).sum::<f32>().sqrt();
                    if length > 1e-6 { turn.map(|number| number / length) } else { [0.0, 0.0, 0.0, 1.0] }
                };
                scaled = list.iter().flat_map(unit).collect();
                ("rotation", 4, scaled.as_slice())
            }
            _ => return None,
        };
        if curves.iter().any(|curve| curve.path == path) || track.base != Base::Parent {
            return None;
        }
        curves.push(direct(animation, track, path, width, values)?);
    }
    Some(curves)
}

/// A track as a curve with the same keys; nothing when glTF has no such curve.
fn direct(
    animation: &Animation,
    track: &Track,
    path: &'static str,
    width: usize,
    values: &[f32],
) -> Option<Curve> {
    let Keys { times, eases, handles, .. } = &track.keys;
    let (first, last) = (*times.first()?, *times.last()?);
    let wraps = track.wraps
        && animation.loop_mode == LoopMode::Loop
        && (first > 0.0 || last < animation.length)
        && times.len() > 1;
    if !eases.is_empty() || first < 0.0 || wraps || (track.waits && first > 0.0) {
        return None;
    }
    if !values.iter().all(|number| number.is_finite()) {
        return None;
    }
    let (interpolation, values) = match (track.interpolation, handles) {
        (Interpolation::Nearest, _) => ("STEP", values.to_vec()),
        (Interpolation::Linear, _) => ("LINEAR", values.to_vec()),
        (Interpolation::Hermite, Handles::Slopes { into, out_of }) => {
            if times.len() < 2 || !into.iter().chain(out_of).all(|slope| slope.is_finite()) {
                return None;
            }
            let key = |at: usize| {
                let part = |list: &[f32]| list[at * width..(at + 1) * width].to_vec();
                [part(into), part(values), part(out_of)].concat()
            };
            ("CUBICSPLINE", (0..times.len()).flat_map(key).collect())
        }
        // With one key no curve differs from another.
        _ if times.len() == 1 && track.interpolation != Interpolation::Hermite => ("STEP", values.to_vec()),
        _ => return None,
    };
    let rising = rising(times);
    // Jumps are two keys at one time, which glTF does not allow.
    let close = rising.iter().zip(times).all(|(a, b)| (f64::from(*a) - b).abs() < 1e-5 * b.max(1.0));
    close.then_some(Curve { path, interpolation, times: rising, values })
}

/// Times in single precision that rise strictly and are not negative.
fn rising(times: &[f64]) -> Vec<f32> {
    let mut last = -1.0_f32;
    let next = |time: &f64| {
        let time = (*time).max(0.0) as f32;
        last = if time > last { time } else { last.next_up() };
        last
    };
    times.iter().map(next).collect()
}

/// When a thing is sampled, and how often a second: evenly, at all keys, and right before jumps.
fn sample_times(animation: &Animation, tracks: &[&Track]) -> (Vec<f64>, f64) {
    let length = if animation.length.is_finite() { animation.length.clamp(0.0, 1e6) } else { 0.0 };
    let rate = RATE.min(MOST_SAMPLES / length.max(1e-9));
    let even = (0..=(length * rate).ceil() as u64).map(|at| (at as f64 / rate).min(length));
    let mut times: Vec<f64> = even.collect();
    for track in tracks {
        let jumps = track.interpolation == Interpolation::Nearest;
        for key in track.keys.times.iter().copied().filter(|key| (0.0..=length).contains(key)) {
            times.push(key);
            if jumps && key > JUMP {
                times.push(key - JUMP);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    times.dedup_by(|a, b| *a - *b < 1e-5);
    (times, rate)
}

/// A track as it was.
fn kept_track(track: &Track) -> Extra {
    let list = |values: &[f32]| (!values.is_empty()).then(|| numbers(values));
    let keys = &track.keys;
    let word = |value: &dyn std::fmt::Debug| Extra::Text(format!("{value:?}"));
    let handles = match &keys.handles {
        Handles::None => None,
        Handles::Slopes { into, out_of } => Some([numbers(into), numbers(out_of)]),
        Handles::Bezier { into, out_of } => {
            Some([numbers(into.as_flattened()), numbers(out_of.as_flattened())])
        }
    };
    Extra::Map(present([
        ("path", (!track.path.is_empty()).then(|| Extra::from(track.path.as_str()))),
        ("target", Some(word(&track.target))),
        ("interpolation", Some(word(&track.interpolation))),
        ("rest", (track.base == Base::Rest).then_some(Extra::Bool(true))),
        ("wraps", track.wraps.then_some(Extra::Bool(true))),
        ("waits", track.waits.then_some(Extra::Bool(true))),
        ("enabled", (!track.enabled).then_some(Extra::Bool(false))),
        ("times", Some(Extra::List(keys.times.iter().map(|time| number(*time as f32)).collect()))),
        ("values", Some(kept_values(&keys.values))),
        ("eases", list(&keys.eases)),
        ("handles", handles.map(|handles| Extra::List(handles.to_vec()))),
        ("extras", own(&track.extras)),
    ]))
}

fn kept_values(values: &Values) -> Extra {
    match values {
        Values::Scalar(list) => numbers(list),
        Values::Vec2(list) => numbers(list.as_flattened()),
        Values::Vec3(list) => numbers(list.as_flattened()),
        Values::Vec4(list) | Values::Quat(list) => numbers(list.as_flattened()),
        Values::Lists { values, .. } => numbers(values),
        Values::Affine(list) => numbers(list.as_flattened()),
        Values::Flat(list) => numbers(list.as_flattened()),
        Values::Any(list) | Values::Discrete(list) => Extra::List(list.clone()),
    }
}
