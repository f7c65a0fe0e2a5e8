//! Sound: how it was asked for, never what is sounding.

use crate::model::fields::{Fields, finite};
use crate::model::json::Json;
use crate::model::out::Out;
use crate::model::physics::ParticleShape;

/// A sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    /// Key of an audio asset; never empty.
    pub audio: String,
    /// 1 when absent.
    pub volume: Option<f64>,
    /// Starts over; not when absent. `loop` in the file.
    pub looped: Option<bool>,
    /// How fast, and so how high, it plays; 1 when absent.
    pub rate: Option<f64>,
    /// −1 left to 1 right; 0 when absent.
    pub pan: Option<f64>,
    /// The group it is turned up and down with; `sfx` when absent.
    pub channel: Option<String>,
    /// Starts with the scene; not when absent.
    pub autoplay: Option<bool>,
    /// Stands in the world; not when absent.
    pub spatial: Option<bool>,
    /// Where it is as loud as it is: 100 pixels, or 1 unit under a perspective camera, when absent.
    pub ref_distance: Option<f64>,
    /// Where it is no longer heard: 2000 pixels, or 20 units under a perspective camera, when absent.
    pub max_distance: Option<f64>,
    /// Louder in front than behind.
    pub cone: Option<Cone>,
    /// Fills a zone; wins over `spatial`.
    pub zone: Option<Zone>,
    /// Seconds; what lies before sounds once.
    pub loop_start: Option<f64>,
    /// Seconds.
    pub loop_end: Option<f64>,
    /// Another channel turned down meanwhile.
    pub duck: Option<Duck>,
}

/// Louder in front than behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Full width of the loud part, degrees; 360 by default.
    pub inner: f64,
    /// Full width beyond which it is quiet, degrees; 360 by default.
    pub outer: f64,
    /// How loud it is there, 0 to 1; 0 by default.
    pub outer_volume: f64,
}

/// A zone filled with sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// Its shape.
    pub shape: ParticleShape,
    /// How far it is heard outside, pixels or units, not negative; 0 by default.
    pub fade: f64,
}

/// Another channel turned down while this sounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Duck {
    /// The channel; never empty.
    pub channel: String,
    /// How loud it is then; 0 by default.
    pub to: f64,
    /// Seconds to go down.
    pub fade: Option<f64>,
    /// Seconds to come back.
    pub release: Option<f64>,
}

impl Sound {
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        Some(Self {
            audio: fields.some_str("audio")?,
            volume: fields.opt_num("volume"),
            looped: fields.opt_bool("loop"),
            rate: fields.opt_num("rate"),
            pan: fields.opt_num("pan"),
            channel: fields.opt_str("channel"),
            autoplay: fields.opt_bool("autoplay"),
            spatial: fields.opt_bool("spatial"),
            ref_distance: fields.opt_num("refDistance"),
            max_distance: fields.opt_num("maxDistance"),
            cone: fields.rec("cone").map(|own| Cone {
                inner: own.num("inner", 360.0),
                outer: own.num("outer", 360.0),
                outer_volume: own.num("outerVolume", 0.0).clamp(0.0, 1.0),
            }),
            zone: fields.rec("zone").and_then(|own| {
                Some(Zone { shape: ParticleShape::read_any(&own)?, fade: own.num("fade", 0.0).max(0.0) })
            }),
            loop_start: fields.opt_num("loopStart"),
            loop_end: fields.opt_num("loopEnd"),
            duck: fields.rec("duck").and_then(|own| Duck::read(&own)),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("audio", self.audio.as_str());
        out.unless("volume", self.volume, 1.0);
        out.unless("loop", self.looped, false);
        out.unless("rate", self.rate, 1.0);
        out.unless("pan", self.pan, 0.0);
        out.unless("channel", self.channel.as_deref(), "sfx");
        out.unless("autoplay", self.autoplay, false);
        out.unless("spatial", self.spatial, false);
        if !out.saved() || self.spatial == Some(true) {
            out.opt("refDistance", self.ref_distance);
            out.opt("maxDistance", self.max_distance);
        }
        if let Some(cone) = self.cone {
            out.record("cone", |out| {
                out.put("inner", cone.inner);
                out.put("outer", cone.outer);
                out.put("outerVolume", cone.outer_volume);
            });
        }
        if let Some(zone) = self.zone {
            out.record("zone", |out| {
                zone.shape.write(out);
                out.put("fade", zone.fade);
            });
        }
        out.opt("loopStart", self.loop_start);
        out.opt("loopEnd", self.loop_end);
        if let Some(duck) = &self.duck {
            out.record("duck", |out| duck.write(out));
        }
    }
}

impl Duck {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        Some(Self {
            channel: fields.some_str("channel")?,
            to: fields.num("to", 0.0),
            fade: fields.opt_num("fade"),
            release: fields.opt_num("release"),
        })
    }

    fn write(&self, out: &mut Out) {
        out.put("channel", self.channel.as_str());
        out.put("to", self.to);
        out.opt("fade", self.fade);
        out.opt("release", self.release);
    }
}

/// What music and songs have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playback {
    /// 1 when absent.
    pub volume: Option<f64>,
    /// The group it is turned up and down with; `music` when absent.
    pub channel: Option<String>,
    /// Starts with the scene; not when absent.
    pub autoplay: Option<bool>,
    /// Seconds to rise from silence; 0 when absent.
    pub fade_in: Option<f64>,
    /// Seconds to sink when its box goes; 0 when absent.
    pub fade_out: Option<f64>,
}

impl Playback {
    fn read(fields: &Fields<'_>) -> Self {
        Self {
            volume: fields.opt_num("volume"),
            channel: fields.opt_str("channel"),
            autoplay: fields.opt_bool("autoplay"),
            fade_in: fields.opt_num("fadeIn"),
            fade_out: fields.opt_num("fadeOut"),
        }
    }

    fn write(&self, out: &mut Out) {
        out.unless("volume", self.volume, 1.0);
        out.unless("channel", self.channel.as_deref(), "music");
        out.unless("autoplay", self.autoplay, false);
        out.unless("fadeIn", self.fade_in, 0.0);
        out.unless("fadeOut", self.fade_out, 0.0);
    }
}

/// One tune in several files that sound together.
#[derive(Clone, Debug, PartialEq)]
pub struct Music {
    /// The files; at least one.
    pub layers: Vec<MusicLayer>,
    /// How it is played.
    pub playback: Playback,
    /// Seconds; what lies before sounds once.
    pub loop_start: Option<f64>,
    /// Seconds.
    pub loop_end: Option<f64>,
    /// Beats per minute.
    pub bpm: Option<f64>,
    /// 4 when absent.
    pub beats_per_bar: Option<f64>,
    /// Seconds; 0 when absent.
    pub first_beat: Option<f64>,
}

/// A file of a piece of music, moved by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct MusicLayer {
    /// Never empty.
    pub name: String,
    /// Key of an audio asset; never empty.
    pub audio: String,
    /// 1 when absent.
    pub volume: Option<f64>,
}

impl Music {
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        let layer = |own: Fields<'_>| {
            Some(MusicLayer {
                name: own.some_str("name")?,
                audio: own.some_str("audio")?,
                volume: own.opt_num("volume"),
            })
        };
        let entries = fields.list("layers")?.into_iter().filter_map(Fields::of);
        let layers: Vec<_> = entries.filter_map(layer).collect();
        (!layers.is_empty()).then(|| Self {
            layers,
            playback: Playback::read(fields),
            loop_start: fields.opt_num("loopStart"),
            loop_end: fields.opt_num("loopEnd"),
            bpm: fields.opt_num("bpm"),
            beats_per_bar: fields.opt_num("beatsPerBar"),
            first_beat: fields.opt_num("firstBeat"),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.records("layers", &self.layers, |out, layer| {
            out.put("name", layer.name.as_str());
            out.put("audio", layer.audio.as_str());
            out.unless("volume", layer.volume, 1.0);
        });
        self.playback.write(out);
        out.opt("loopStart", self.loop_start);
        out.opt("loopEnd", self.loop_end);
        out.opt("bpm", self.bpm);
        out.unless("beatsPerBar", self.beats_per_bar, 4.0);
        out.unless("firstBeat", self.first_beat, 0.0);
    }
}

/// A song written as notes.
#[derive(Clone, Debug, PartialEq)]
pub struct Song {
    /// Key of a song asset; never empty.
    pub song: String,
    /// How it is played.
    pub playback: Playback,
    /// How loud voices are, by name; 1 for those not listed.
    pub voices: Vec<(String, f64)>,
    /// Where voices sound, by name, −1 left to 1 right; as the file says for those not listed.
    pub pan: Vec<(String, f64)>,
    /// Beats per minute; the file's when absent.
    pub tempo: Option<f64>,
    /// Semitones; 0 when absent.
    pub transpose: Option<f64>,
}

impl Song {
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        let numbers = |name: &str| {
            let own = fields.rec(name).unwrap_or(Fields::none());
            let list = own.unique().into_iter();
            list.filter_map(|(name, value)| Some((name.to_owned(), finite(value)?))).collect()
        };
        Some(Self {
            song: fields.some_str("song")?,
            playback: Playback::read(fields),
            voices: numbers("voices"),
            pan: numbers("pan"),
            tempo: fields.opt_num("tempo"),
            transpose: fields.opt_num("transpose"),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        let saved = out.saved();
        let map = |list: &[(String, f64)], default: f64| -> Option<Json> {
            let kept = list.iter().filter(|(_, number)| !saved || *number != default);
            let members: Vec<_> = kept.map(|(name, number)| (name.clone(), Json::Number(*number))).collect();
            (!members.is_empty()).then_some(Json::Object(members))
        };
        out.put("song", self.song.as_str());
        self.playback.write(out);
        out.opt("voices", map(&self.voices, 1.0));
        // What the file says of a voice is not known here, so no place is a default.
        out.opt("pan", map(&self.pan, f64::NAN));
        out.opt("tempo", self.tempo);
        out.unless("transpose", self.transpose, 0.0);
    }
}

/// The ears of the game on this box instead of the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AudioListener {
    /// Works unless `false`.
    pub enabled: Option<bool>,
}

impl AudioListener {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        Self { enabled: fields.opt_bool("enabled") }
    }

    pub(crate) fn write(self, out: &mut Out) {
        out.unless("enabled", self.enabled, true);
    }
}
