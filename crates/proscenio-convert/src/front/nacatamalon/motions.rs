//! Motions into animations of the scene.
//!
//! What a motion says is put together when all boxes are there: its tracks name boxes below the one that plays it.
//! Eased ways become straight ones between so many keys that they are met within a ten-thousandth of the way.

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::ease::Ease;
use proscenio_nacatamalon::files::motion::{KeyValue, Motion, Timeline, Track};
use proscenio_nacatamalon::model::Transform;
use proscenio_scene::glam::EulerRot;
use proscenio_scene::{
    Animation, AnimationPlayer, Channel, Component, Extra, Extras, Interpolation, LoopMode, NodeId, Origin,
    Target, Values,
};
use proscenio_source::Span;
use proscenio_vfs::path;

use super::{Importer, codes, single};

/// How closely an eased way is met, as a share of it.
const NEAR: f64 = 1e-4;
/// Halvings of a way.
const DEEPEST: u32 = 10;
/// Keys that easings may add to one motion.
const MOST_KEYS: usize = 1_000_000;

/// A motion whose boxes are still to be found.
pub(super) struct Waiting {
    player: NodeId,
    timeline: Timeline,
    file: Origin,
    looped: Option<bool>,
    autoplay: bool,
    speed: f32,
    span: Span,
}

impl Importer<'_> {
    /// Notes the motion of a box.
    pub(super) fn note_motion(
        &mut self,
        player: NodeId,
        document: &Document,
        motion: &proscenio_scene::Motion,
        span: Span,
    ) {
        let read = Motion::read(document);
        self.findings.extend(read.findings);
        let Motion::Known(timeline) = read.file else { return };
        let end = document.source().bytes().len().min(u32::MAX as usize) as u32;
        self.waiting_motions.push(Waiting {
            player,
            timeline,
            file: Origin { path: document.source().path().clone(), bytes: (0, end) },
            looped: motion.looped,
            autoplay: motion.autoplay,
            speed: motion.speed,
            span,
        });
    }

    /// Makes animations of the motions.
    pub(super) fn link_motions(&mut self) {
        let mut room = MOST_KEYS;
        for waiting in std::mem::take(&mut self.waiting_motions) {
            let name = path::stem(&waiting.file.path).to_owned();
            let mut lost = Vec::new();
            let tracks = waiting.timeline.tracks.iter().map(|track| {
                let made = self.track(waiting.player, track, &mut room);
                if made.target == Target::Nowhere {
                    lost.push(made.path.clone());
                }
                made
            });
            let tracks = tracks.collect();
            if !lost.is_empty() {
                let message = format!("{} tracks of `{name}` lead nowhere: {}", lost.len(), lost.join(", "));
                let finding = codes::LOST_TRACKS.finding(self.path(), message).at(waiting.span);
                self.findings.push(finding);
            }
            let looped = waiting.looped.unwrap_or(waiting.timeline.looped);
            let animation = self.scene.animations.add(Animation {
                name: name.clone(),
                length: waiting.timeline.length(),
                loop_mode: if looped { LoopMode::Loop } else { LoopMode::Once },
                tracks,
                player: Some(waiting.player),
                origin: Some(waiting.file),
                extras: Extras::new(),
            });
            let player = AnimationPlayer {
                animations: vec![animation],
                root: Some(waiting.player),
                autoplay: waiting.autoplay.then_some(name),
                speed: waiting.speed,
                ..AnimationPlayer::default()
            };
            self.scene.nodes[waiting.player].components.push(Component::AnimationPlayer(player));
        }
    }

    fn track(&self, player: NodeId, track: &Track, room: &mut usize) -> proscenio_scene::Track {
        let (times, values, interpolation) = keys(track, room);
        let target = match self.box_of(player, &track.target) {
            Some(node) => self.property(node, &track.property, &values),
            None => Target::Nowhere,
        };
        let between = if track.target.is_empty() { "" } else { ":" };
        let mut made = proscenio_scene::Track::new(target, times, values);
        made.path = format!("{}{between}{}", track.target, track.property);
        made.interpolation = interpolation;
        let eases: Vec<Extra> =
            track.keys.iter().map(|key| key.ease.as_deref().unwrap_or("linear").into()).collect();
        if track.keys.iter().any(|key| key.easing() != Ease::Linear) {
            made.extras.set("eases", eases);
        }
        made
    }

    /// The box that a track moves: names below the player, or `#id`.
    fn box_of(&self, player: NodeId, target: &str) -> Option<NodeId> {
        if let Some(id) = target.strip_prefix('#') {
            return self.nodes.iter().copied().find(|node| self.scene.nodes[*node].identity.key == id);
        }
        let named = |at: NodeId, name: &str| {
            let mut children = self.scene.nodes[at].children.iter().copied();
            children.find(|child| self.scene.nodes[*child].name == name)
        };
        target.split('/').filter(|name| !name.is_empty()).try_fold(player, named)
    }

    fn property(&self, node: NodeId, property: &str, values: &Values) -> Target {
        let channel = match (values, property) {
            (Values::Scalar(_), _) => channel(property),
            (Values::Discrete(_), "visible") => Some(Channel::Visible),
            _ => None,
        };
        // Turning about a pivot moves the box as well, which no single part says.
        let at = self.nodes.iter().position(|known| *known == node);
        let pivoted = at.and_then(|at| self.doc.nodes[at].transform.as_ref()).is_some_and(is_pivoted);
        match channel {
            Some(Channel::Visible) => Target::Node { node, channel: Channel::Visible },
            Some(channel) if !pivoted && self.scene.nodes[node].placement.space.is_some() => {
                Target::Node { node, channel }
            }
            _ => Target::Property { node, property: property.to_owned() },
        }
    }
}

fn is_pivoted(transform: &Transform) -> bool {
    transform.pivot.is_some_and(|pivot| pivot != [0.0; 3])
}

fn channel(property: &str) -> Option<Channel> {
    Some(match property.strip_prefix("transform.")? {
        "x" => Channel::TranslationAxis(0),
        "y" => Channel::TranslationAxis(1),
        "z" => Channel::TranslationAxis(2),
        "rotationX" => Channel::EulerAxis(EulerRot::YXZ, 0),
        "rotationY" => Channel::EulerAxis(EulerRot::YXZ, 1),
        "rotation" => Channel::EulerAxis(EulerRot::YXZ, 2),
        "scaleX" => Channel::ScaleAxis(0),
        "scaleY" => Channel::ScaleAxis(1),
        "scaleZ" => Channel::ScaleAxis(2),
        _ => return None,
    })
}

/// The keys of a track with those that its easings need.
fn keys(track: &Track, room: &mut usize) -> (Vec<f64>, Values, Interpolation) {
    let numbers = |key: &KeyValue| match key {
        KeyValue::Number(number) => Some(vec![*number]),
        KeyValue::Numbers(list) => Some(list.clone()),
        KeyValue::Bool(_) | KeyValue::Text(_) => None,
    };
    let all: Option<Vec<Vec<f64>>> = track.keys.iter().map(|key| numbers(&key.value)).collect();
    let width = all.as_ref().and_then(|all| all.first()).map_or(0, Vec::len);
    let fitting = all.filter(|all| width > 0 && all.iter().all(|list| list.len() == width));
    let times: Vec<f64> = track.keys.iter().map(|key| key.t).collect();
    let Some(all) = fitting else {
        let values = track.keys.iter().map(|key| extra(&key.value)).collect();
        return (times, Values::Discrete(values), Interpolation::Nearest);
    };
    let mut eased = (Vec::with_capacity(times.len()), Vec::with_capacity(times.len() * width));
    let mut push = |time: f64, list: &mut dyn Iterator<Item = f64>| {
        eased.0.push(time);
        eased.1.extend(list.map(single));
    };
    for (at, key) in track.keys.iter().enumerate() {
        push(key.t, &mut all[at].iter().copied());
        let Some(to) = track.keys.get(at + 1).filter(|to| to.t > key.t) else { continue };
        for (share, way) in between(key.easing(), room) {
            let mixed = all[at].iter().zip(&all[at + 1]).map(|(a, b)| a + (b - a) * way);
            push(key.t + (to.t - key.t) * share, &mut { mixed });
        }
    }
    let (times, numbers) = eased;
    let is_number = track.keys.iter().all(|key| matches!(key.value, KeyValue::Number(_)));
    let values = if is_number {
        Values::Scalar(numbers)
    } else {
        Values::Lists { width: width as u32, values: numbers }
    };
    (times, values, Interpolation::Linear)
}

/// Moments between two keys, as shares of the time, and how far the value is then.
fn between(ease: Ease, room: &mut usize) -> Vec<(f64, f64)> {
    match ease {
        Ease::Linear => Vec::new(),
        // The jump stands at the next key.
        Ease::Hold => vec![(1.0, 0.0)],
        Ease::Curved(..) => {
            let mut found = Vec::new();
            let mut waiting = vec![(0.0, 1.0, 0)];
            while let Some((from, to, depth)) = waiting.pop() {
                let (a, b) = (ease.at(from), ease.at(to));
                // Looked at in thirds too: a wave may cross the middle.
                let off = |share: f64| (ease.at(from + (to - from) * share) - (a + (b - a) * share)).abs();
                let near = [0.25, 0.5, 0.75].into_iter().all(|share| off(share) < NEAR);
                if depth >= 3 && near || depth >= DEEPEST || *room == 0 {
                    found.push((to, b));
                    *room = room.saturating_sub(1);
                } else {
                    let middle = (from + to) * 0.5;
                    waiting.push((middle, to, depth + 1));
                    waiting.push((from, middle, depth + 1));
                }
            }
            // The end is the next key.
            found.pop();
            found
        }
    }
}

fn extra(value: &KeyValue) -> Extra {
    match value {
        KeyValue::Number(number) => Extra::Float(*number),
        KeyValue::Numbers(list) => Extra::List(list.iter().map(|number| Extra::Float(*number)).collect()),
        KeyValue::Bool(truth) => Extra::Bool(*truth),
        KeyValue::Text(text) => Extra::from(text.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_nacatamalon::files::motion::Key;
    use proscenio_run::{Sampler, Value};

    fn key(t: f64, value: f64, ease: &str) -> Key {
        Key { t, value: KeyValue::Number(value), ease: Some(ease.to_owned()), extra: Default::default() }
    }

    #[test]
    fn every_easing_is_met() {
        for ease in Ease::all() {
            let keys = vec![key(1.0, 2.0, &ease.name()), key(3.0, 10.0, "linear"), key(4.0, 0.0, "linear")];
            let own = Track { target: String::new(), property: "x".into(), keys, extra: Default::default() };
            let (times, values, interpolation) = super::keys(&own, &mut MOST_KEYS.clone());
            let track = proscenio_scene::Track {
                interpolation,
                ..proscenio_scene::Track::new(Target::Nowhere, times, values)
            };
            let animation = Animation { length: 4.0, ..Animation::default() };
            let sampler = Sampler::new(&animation, &track).unwrap();
            for step in 0..=400 {
                // Not at a jump itself, which a key in single steps may reach a little earlier.
                let time = f64::from(step) * 0.009_99;
                let Some(KeyValue::Number(wanted)) = own.sample(time) else { panic!() };
                let Value::Scalar(found) = sampler.at(time) else { panic!() };
                let near = (f64::from(found) - wanted).abs() < 3e-3;
                assert!(near, "{} at {time}: {found} {wanted}", ease.name());
            }
        }
    }
}
