//! `Animation` resources: tracks with their keys as numbers, of Godot 3 and 4.
//!
//! ```
//! use proscenio_godot::animation::{Animation, Keys};
//! use proscenio_godot::Document;
//! use proscenio_source::Source;
//!
//! let text = "[gd_resource type=\"Animation\" format=3]\n\n[resource]\nlength = 2.0\n\
//!     tracks/0/type = \"position_3d\"\ntracks/0/path = NodePath(\"Box\")\n\
//!     tracks/0/keys = PackedFloat32Array(0, 1, 0, 0, 0, 2, 1, 4, 0, 0)\n";
//! let document = Document::parse(Source::new("a.tres", text.into()));
//! let (animation, findings) = Animation::read(document.resource().unwrap());
//! assert!(findings.is_empty());
//! let Keys::Vectors(curve) = &animation.tracks[0].keys else { panic!() };
//! assert_eq!((curve.times.as_slice(), curve.values[1]), ([0.0, 2.0].as_slice(), [4.0, 0.0, 0.0]));
//! ```
//!
//! Compressed tracks are decoded into the keys that the engine would find in them; between two of them it goes
//! straight, as with interpolation 1.

mod compressed;
mod keys;
mod read;

use proscenio_source::Finding;

use crate::{Section, Value};

pub use keys::{Bezier, Curve, Keys, Pose};

proscenio_source::codes! {
    "godot";
    ANIMATION_TRACK = "animation-track", Warning,
        "The keys of an animation track are not of the shape that its type has.",
        "the engine plays no such track; make its lists equally long, or delete it";
    ANIMATION_ORDER = "animation-order", Warning,
        "Keys of an animation track do not stand in the order of their times.",
        "open and save the animation in the editor, or sort the keys";
    ANIMATION_COMPRESSION = "animation-compression", Warning,
        "Compressed tracks of an animation cannot be decoded.",
        "the resource is damaged, or of a newer engine: export the animation anew";
}

/// An animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Seconds; 1 by default.
    pub length: f64,
    /// What comes after the end.
    pub loop_mode: LoopMode,
    /// In the order of their numbers.
    pub tracks: Vec<Track>,
    /// Properties that are none of the above, in file order: `step`, `capture_included`, markers.
    pub others: Vec<(String, Value)>,
}

/// What comes after the end of an animation; `loop_mode`, of Godot 3 `loop`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopMode {
    /// 0: it stays at its end.
    #[default]
    None,
    /// 1: it begins again.
    Linear,
    /// 2: it runs back and forth.
    PingPong,
}

/// A track: `tracks/N/…`.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its number in the file.
    pub number: u32,
    /// What it moves.
    pub kind: TrackKind,
    /// The node path, with the property or bone behind the colon.
    pub path: String,
    /// On by default.
    pub enabled: bool,
    /// `interp`: 0 nearest, 1 linear (default), 2 cubic, 3 linear angle, 4 cubic angle; any other number as it is.
    pub interpolation: i64,
    /// Whether a looping animation runs on from the last key into the first; on by default.
    pub loop_wrap: bool,
    /// How a value track is set.
    pub update: Update,
    /// When it has which value.
    pub keys: Keys,
    /// The number of its compressed keys, when it has such.
    pub compressed: Option<u32>,
    /// Properties that are none of the above, in file order: `imported`, `use_blend`.
    pub others: Vec<(String, Value)>,
}

/// What a [`Track`] moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrackKind {
    /// `value`: a property.
    Value,
    /// `position_3d`: where a node or bone is.
    Position,
    /// `rotation_3d`: how it is turned.
    Rotation,
    /// `scale_3d`: how large it is.
    Scale,
    /// `blend_shape`: the weight of one.
    BlendShape,
    /// `method`: calls.
    Method,
    /// `bezier`: a number on a curve with handles.
    Bezier,
    /// `audio`: sounds.
    Audio,
    /// `animation`: animations of another player.
    Animation,
    /// `transform` of Godot 3: place, turn and size at once.
    Transform,
    /// Any other word.
    Unknown(String),
}

/// `update` of a value track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Update {
    /// 0: at every moment.
    #[default]
    Continuous,
    /// 1: when a key is reached.
    Discrete,
    /// 2: at every moment, the start blended from what the property was. In Godot 3 this is `trigger`.
    Capture,
    /// 3: Godot 3's capture.
    OldCapture,
}

impl Default for Animation {
    /// One second without tracks, as a new one of the engine.
    fn default() -> Self {
        Self { length: 1.0, loop_mode: LoopMode::None, tracks: Vec::new(), others: Vec::new() }
    }
}

impl Animation {
    /// Reads the properties of an `Animation` resource.
    ///
    /// Tracks whose keys make no sense have none, as in the engine, and are reported.
    #[must_use]
    pub fn read(section: Section<'_>) -> (Self, Vec<Finding>) {
        read::animation(section)
    }
}
