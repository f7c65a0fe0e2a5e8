//! From the properties of a resource to its tracks.

use std::collections::BTreeMap;

use proscenio_source::Finding;

use super::compressed::Compression;
use super::keys::{self, Curve, Keys, Pose};
use super::{
    ANIMATION_COMPRESSION, ANIMATION_ORDER, ANIMATION_TRACK, Animation, LoopMode, Track, TrackKind, Update,
};
use crate::{Entry, Section, Value};

/// Findings about one animation.
const MOST_FINDINGS: usize = 100;

/// A track while its properties are gathered, with where its keys stand.
struct Open<'d> {
    track: Track,
    keys: Option<Entry<'d>>,
}

pub(super) fn animation(section: Section<'_>) -> (Animation, Vec<Finding>) {
    let mut animation = Animation::default();
    let mut open: BTreeMap<u32, Open<'_>> = BTreeMap::new();
    let mut compression: Option<Entry<'_>> = None;
    for entry in section.properties() {
        let key = entry.key();
        if let Some((number, name)) = track_property(&key) {
            open.entry(number).or_insert_with(|| new(number)).set(name, entry);
            continue;
        }
        match &*key {
            "length" => animation.length = entry.value().as_f64().unwrap_or(1.0),
            "loop_mode" | "loop" => animation.loop_mode = loop_mode(&entry.value()),
            "_compression" => compression = Some(entry),
            "resource_name" => {}
            name => animation.others.push((name.to_owned(), entry.value())),
        }
    }
    let mut findings = Vec::new();
    let path = section.document().source().path();
    let compression = compression.map(|entry| {
        let read = Compression::read(entry.value());
        if let Err(why) = &read {
            findings.push(ANIMATION_COMPRESSION.finding(path, (*why).to_owned()).at(entry.value_span()));
        }
        (entry, read.ok())
    });
    for (number, mut one) in open {
        let result = one.finish(compression.as_ref().and_then(|(_, read)| read.as_ref()));
        if let Err(problem) = result
            && findings.len() < MOST_FINDINGS
        {
            let (code, why) = problem;
            let entry = one.keys.or(compression.as_ref().map(|(entry, _)| *entry));
            let message = format!("track {number}, `{}`: {why}", one.track.path);
            findings.push(code.finding(path, message).at_maybe(entry.map(Entry::value_span)));
        }
        animation.tracks.push(one.track);
    }
    (animation, findings)
}

/// `tracks/12/keys` taken apart.
fn track_property(key: &str) -> Option<(u32, &str)> {
    let (number, name) = key.strip_prefix("tracks/")?.split_once('/')?;
    Some((number.parse().ok()?, name))
}

fn loop_mode(value: &Value) -> LoopMode {
    match value.as_i64() {
        Some(1) => LoopMode::Linear,
        Some(2) => LoopMode::PingPong,
        _ => LoopMode::None,
    }
}

fn new<'d>(number: u32) -> Open<'d> {
    let track = Track {
        number,
        kind: TrackKind::Unknown(String::new()),
        path: String::new(),
        enabled: true,
        interpolation: 1,
        loop_wrap: true,
        update: Update::Continuous,
        keys: Keys::None,
        compressed: None,
        others: Vec::new(),
    };
    Open { track, keys: None }
}

type Trouble = (&'static crate::findings::Code, &'static str);

impl<'d> Open<'d> {
    fn set(&mut self, name: &str, entry: Entry<'d>) {
        let track = &mut self.track;
        match name {
            "keys" => self.keys = Some(entry),
            "type" => track.kind = kind(entry.value().as_str().unwrap_or_default()),
            "path" => track.path = entry.value().as_str().unwrap_or_default().to_owned(),
            "enabled" => track.enabled = entry.value().as_bool().unwrap_or(true),
            "interp" => track.interpolation = entry.value().as_i64().unwrap_or(1),
            "loop_wrap" => track.loop_wrap = entry.value().as_bool().unwrap_or(true),
            "compressed_track" => {
                track.compressed = entry.value().as_i64().and_then(|number| u32::try_from(number).ok());
            }
            other => track.others.push((other.to_owned(), entry.value())),
        }
    }

    fn finish(&mut self, compression: Option<&Compression>) -> Result<(), Trouble> {
        if let (Some(number), Some(compression)) = (self.track.compressed, compression) {
            let keys = compression.keys(number, &self.track.kind);
            self.track.keys = keys.map_err(|why| (&ANIMATION_COMPRESSION, why))?;
            self.track.interpolation = 1;
            return Ok(());
        }
        let Some(entry) = self.keys else { return Ok(()) };
        let value = entry.value();
        if self.track.kind == TrackKind::Value {
            self.track.update = update(keys::member(&value, "update"));
        }
        let shape = (&ANIMATION_TRACK, "its keys are not of the shape of its type");
        let mut keys = read_keys(&self.track.kind, &value).ok_or(shape)?;
        let sorted = match &mut keys {
            Keys::None => false,
            Keys::Vectors(curve) => curve.sort(),
            Keys::Rotations(curve) => curve.sort(),
            Keys::Weights(curve) => curve.sort(),
            Keys::Poses(curve) => curve.sort(),
            Keys::Values(curve) | Keys::Events(curve) => curve.sort(),
            Keys::Bezier(bezier) => bezier.sort(),
        };
        self.track.keys = keys;
        if sorted { Err((&ANIMATION_ORDER, "its keys are read in the order of their times")) } else { Ok(()) }
    }
}

fn kind(word: &str) -> TrackKind {
    match word {
        "value" => TrackKind::Value,
        "position_3d" => TrackKind::Position,
        "rotation_3d" => TrackKind::Rotation,
        "scale_3d" => TrackKind::Scale,
        "blend_shape" => TrackKind::BlendShape,
        "method" => TrackKind::Method,
        "bezier" => TrackKind::Bezier,
        "audio" => TrackKind::Audio,
        "animation" => TrackKind::Animation,
        "transform" => TrackKind::Transform,
        other => TrackKind::Unknown(other.to_owned()),
    }
}

fn update(value: Option<&Value>) -> Update {
    match value.and_then(Value::as_i64) {
        Some(1) => Update::Discrete,
        Some(2) => Update::Capture,
        Some(3) => Update::OldCapture,
        _ => Update::Continuous,
    }
}

fn read_keys(kind: &TrackKind, value: &Value) -> Option<Keys> {
    Some(match kind {
        TrackKind::Position | TrackKind::Scale => Keys::Vectors(keys::flat(value)?),
        TrackKind::Rotation => Keys::Rotations(keys::flat(value)?),
        TrackKind::BlendShape => {
            let curve: Curve<[f32; 1]> = keys::flat(value)?;
            Keys::Weights(curve.map(|[weight]| weight))
        }
        TrackKind::Transform => {
            let curve: Curve<[f32; 10]> = keys::flat(value)?;
            Keys::Poses(curve.map(|key| Pose {
                translation: [key[0], key[1], key[2]],
                rotation: [key[3], key[4], key[5], key[6]],
                scale: [key[7], key[8], key[9]],
            }))
        }
        TrackKind::Value => Keys::Values(keys::dictionary(value, "values")?),
        TrackKind::Bezier => Keys::Bezier(keys::bezier(value)?),
        TrackKind::Method => Keys::Events(keys::dictionary(value, "values")?),
        TrackKind::Audio | TrackKind::Animation => Keys::Events(keys::dictionary(value, "clips")?),
        TrackKind::Unknown(_) => Keys::None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;
    use proscenio_source::Source;

    fn read(properties: &str) -> (Animation, Vec<Finding>) {
        let text = format!("[gd_resource type=\"Animation\" format=3]\n\n[resource]\n{properties}");
        let document = Document::parse(Source::new("a.tres", text.into_bytes()));
        Animation::read(document.resource().unwrap())
    }

    fn track(keys: &str) -> String {
        format!("tracks/0/type = \"value\"\ntracks/0/path = NodePath(\"A:b\")\ntracks/0/keys = {keys}\n")
    }

    #[test]
    fn what_a_file_does_not_say_is_the_engines_default() {
        let (animation, findings) = read("tracks/3/type = \"method\"\n");
        assert!(findings.is_empty());
        assert_eq!((animation.length, animation.loop_mode), (1.0, LoopMode::None));
        let track = &animation.tracks[0];
        assert_eq!((track.number, track.interpolation, track.loop_wrap, track.enabled), (3, 1, true, true));
        assert_eq!(track.keys, Keys::None);
    }

    #[test]
    fn lists_of_different_lengths_are_no_keys() {
        let (animation, findings) =
            read(&track("{\"times\": PackedFloat32Array(0, 1), \"update\": 1, \"values\": [1.0]}"));
        assert_eq!(animation.tracks[0].keys, Keys::None);
        assert_eq!(animation.tracks[0].update, Update::Discrete);
        assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), [ANIMATION_TRACK.name]);
    }

    #[test]
    fn keys_are_sorted_by_time_and_that_is_said() {
        let (animation, findings) = read(&track(
            "{\"times\": PackedFloat32Array(2, 1), \"transitions\": PackedFloat32Array(1, 0.5), \
             \"values\": [7, 8]}",
        ));
        let Keys::Values(curve) = &animation.tracks[0].keys else { panic!() };
        assert_eq!(curve.times, [1.0, 2.0]);
        assert_eq!(curve.transitions, [0.5, 1.0]);
        assert_eq!(curve.values, [Value::Int(8), Value::Int(7)]);
        assert_eq!(findings[0].code, ANIMATION_ORDER.name);
    }

    #[test]
    fn old_transform_keys_hold_twelve_numbers() {
        let (animation, findings) = read(
            "loop = true\ntracks/0/type = \"transform\"\ntracks/0/keys = \
             PoolRealArray( 0, 1, 1, 2, 3, 0, 0, 0, 1, 4, 5, 6 )\n",
        );
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(animation.loop_mode, LoopMode::Linear);
        let Keys::Poses(curve) = &animation.tracks[0].keys else { panic!() };
        assert_eq!((curve.values[0].translation, curve.values[0].scale), ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]));
    }
}
