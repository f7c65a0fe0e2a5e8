//! `.motion`: values moved in time by keys.
//!
//! The engine's own shape of the file was never published. What is read here is the shape that Proscenio
//! writes; a file of another shape is kept as it stands and moves nothing.

use crate::Document;
use crate::files::codes;
use crate::files::ease::Ease;
use crate::files::json::{Members, Out};
use crate::files::reader::{Object, Read, Reader, found};
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

/// What a motion says in `kind`.
pub const KIND: &str = "motion";

/// A motion.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// One that can be played.
    Known(Timeline),
    /// One of a shape that is not understood.
    Unknown(Json),
}

/// Values moved in time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// How long it takes, seconds; up to the last key when absent.
    pub duration: Option<f64>,
    /// Whether it starts again at its end; `false` by default.
    pub looped: bool,
    /// What is moved.
    pub tracks: Vec<Track>,
    /// Entries of `tracks` that could not be read; written back behind the others.
    pub unread: Vec<Json>,
    /// Members the format does not know.
    pub extra: Members,
}

/// One property of one box, moved in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The box: empty for the one that plays the motion, names joined by `/` for one below it, or `#id`.
    pub target: String,
    /// The property, for instance `transform.x` or `tint.a`.
    pub property: String,
    /// The keys by ascending time.
    pub keys: Vec<Key>,
    /// Members the format does not know.
    pub extra: Members,
}

/// A value at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Seconds from the start.
    pub t: f64,
    /// The value.
    pub value: KeyValue,
    /// The way to the next key; straight when absent or unknown.
    pub ease: Option<String>,
    /// Members the format does not know.
    pub extra: Members,
}

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyValue {
    /// A number.
    Number(f64),
    /// Several numbers moved together.
    Numbers(Vec<f64>),
    /// A truth; it jumps.
    Bool(bool),
    /// A text; it jumps.
    Text(String),
}

const FIELDS: &[&str] = &["format", "kind", "duration", "loop", "tracks"];
const TRACK_FIELDS: &[&str] = &["target", "property", "keys"];
const KEY_FIELDS: &[&str] = &["t", "value", "ease"];

impl Motion {
    /// Reads a motion; never fails.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let Some(mut object) = reader.root(document) else {
            return reader.finish(Self::Unknown(document.root().map_or(Json::Null, Json::from)));
        };
        let is_known = object.get("kind").and_then(Value::as_str).as_deref() == Some(KIND)
            && object.get("format").is_none_or(|format| format.as_f64().is_some_and(|number| number <= 1.0));
        if !is_known {
            reader.warn(
                &codes::MOTION_NOT_PLAYED,
                object.start(),
                "the motion is of a shape that is not understood; it moves nothing",
            );
            return reader.finish(Self::Unknown(document.root().map_or(Json::Null, Json::from)));
        }
        let timeline = Timeline::read(&mut reader, &mut object);
        reader.finish(Self::Known(timeline))
    }

    /// The file as text, four blanks per level; a file that was not understood as it stood, laid out anew.
    #[must_use]
    pub fn serialize(&self) -> String {
        match self {
            Self::Known(timeline) => timeline.json().pretty(),
            Self::Unknown(value) => value.pretty(),
        }
    }
}

impl Timeline {
    fn read(reader: &mut Reader, object: &mut Object<'_>) -> Self {
        let positive = |value| finite(value).filter(|number| *number >= 0.0);
        let mut timeline = Self {
            duration: reader.checked(object, "duration", "a number of seconds", positive),
            looped: reader.bool(object, "loop").unwrap_or(false),
            ..Self::default()
        };
        for value in reader.list(object, "tracks").unwrap_or_default() {
            match Object::of(value).and_then(|track| read_track(reader, track)) {
                Some(track) => timeline.tracks.push(track),
                None => {
                    reader.dropped(value, "a track is { target, property, keys }");
                    timeline.unread.push(Json::from(value));
                }
            }
        }
        timeline.extra = reader.rest(object, FIELDS);
        timeline
    }

    /// How long one run takes, seconds: what the file says, else the time of the last key.
    #[must_use]
    pub fn length(&self) -> f64 {
        let last =
            self.tracks.iter().filter_map(|track| track.keys.last()).map(|key| key.t).fold(0.0, f64::max);
        self.duration.unwrap_or(last)
    }

    /// The place on the timeline `seconds` after the start, from 0 to [`Self::length`]. `looped` is what the
    /// player asks for; `None` leaves it to the file.
    #[must_use]
    pub fn position(&self, seconds: f64, looped: Option<bool>) -> f64 {
        let length = self.length();
        if !seconds.is_finite() || seconds <= 0.0 || length <= 0.0 {
            return 0.0;
        }
        if looped.unwrap_or(self.looped) { seconds % length } else { seconds.min(length) }
    }

    fn json(&self) -> Json {
        let mut tracks: Vec<Json> = self.tracks.iter().map(Track::json).collect();
        tracks.extend(self.unread.iter().cloned());
        Out::new()
            .put("format", 1.0)
            .put("kind", KIND)
            .opt("duration", self.duration)
            .unless("loop", self.looped, false)
            .put("tracks", tracks)
            .with(&self.extra)
    }
}

impl Track {
    /// The value at a place on the timeline, in seconds. Before the first key and behind the last one their
    /// values hold. `None` when there is no key.
    ///
    /// Numbers go from key to key by the easing of the key they leave; angles are numbers like any other and
    /// do not take the shorter way. Truths, texts and values of differing lengths jump at the next key.
    #[must_use]
    pub fn sample(&self, seconds: f64) -> Option<KeyValue> {
        let after = self.keys.partition_point(|key| key.t <= seconds);
        let Some(from) = after.checked_sub(1).and_then(|at| self.keys.get(at)) else {
            return self.keys.first().map(|key| key.value.clone());
        };
        let Some(to) = self.keys.get(after) else { return Some(from.value.clone()) };
        let share = from.easing().at((seconds - from.t) / (to.t - from.t));
        let mix = |a: f64, b: f64| a + (b - a) * share;
        Some(match (&from.value, &to.value) {
            (KeyValue::Number(a), KeyValue::Number(b)) => KeyValue::Number(mix(*a, *b)),
            (KeyValue::Numbers(a), KeyValue::Numbers(b)) if a.len() == b.len() => {
                KeyValue::Numbers(a.iter().zip(b).map(|(a, b)| mix(*a, *b)).collect())
            }
            (value, _) => value.clone(),
        })
    }

    fn json(&self) -> Json {
        Out::new()
            .put("target", &self.target)
            .put("property", &self.property)
            .put("keys", self.keys.iter().map(Key::json).collect::<Vec<_>>())
            .with(&self.extra)
    }
}

impl Key {
    /// The way to the next key.
    #[must_use]
    pub fn easing(&self) -> Ease {
        self.ease.as_deref().and_then(Ease::from_name).unwrap_or_default()
    }

    fn json(&self) -> Json {
        let value = match &self.value {
            KeyValue::Number(number) => Json::from(*number),
            KeyValue::Numbers(list) => {
                list.iter().map(|number| Json::from(*number)).collect::<Vec<_>>().into()
            }
            KeyValue::Bool(truth) => Json::from(*truth),
            KeyValue::Text(text) => text.into(),
        };
        let ease = self.ease.as_ref().filter(|name| *name != "linear");
        Out::new().put("t", self.t).put("value", value).opt("ease", ease).with(&self.extra)
    }
}

fn read_track(reader: &mut Reader, mut track: Object<'_>) -> Option<Track> {
    let property = track.get("property")?.as_str()?.into_owned();
    let list = track.get("keys").filter(|value| value.is_array())?;
    // One bad key makes the track another one than was meant: it is kept, not played.
    let keys: Option<Vec<Key>> = list.elements().map(|key| read_key(reader, Object::of(key)?)).collect();
    let mut keys = keys?;
    keys.sort_by(|a, b| a.t.total_cmp(&b.t));
    let target = reader.text(&mut track, "target").unwrap_or_default();
    Some(Track { target, property, keys, extra: reader.rest(&track, TRACK_FIELDS) })
}

fn read_key(reader: &mut Reader, mut key: Object<'_>) -> Option<Key> {
    let t = key.get("t").and_then(finite)?;
    let value = key_value(key.get("value")?)?;
    let ease = reader.text(&mut key, "ease");
    if let (Some(name), Some(value)) = (&ease, key.get("ease"))
        && Ease::from_name(name).is_none()
    {
        let message = format!("there is no easing {}", found(value));
        reader.warn(&codes::MOTION_UNKNOWN_EASE, value.span(), message);
    }
    Some(Key { t, value, ease, extra: reader.rest(&key, KEY_FIELDS) })
}

fn key_value(value: Value<'_>) -> Option<KeyValue> {
    if let Some(number) = finite(value) {
        return Some(KeyValue::Number(number));
    }
    if let Some(truth) = value.as_bool() {
        return Some(KeyValue::Bool(truth));
    }
    if let Some(text) = value.as_str() {
        return Some(KeyValue::Text(text.into_owned()));
    }
    let numbers = || value.elements().map(finite).collect::<Option<Vec<f64>>>();
    value.is_array().then(numbers)?.map(KeyValue::Numbers)
}
