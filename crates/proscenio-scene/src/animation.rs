//! How things move: one model for the animations of every family.

use glam::EulerRot;

use crate::{AnimationId, Extra, Extras, NodeId, Origin};

/// A named movement of nodes, bones and properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    /// The name by which it is started.
    pub name: String,
    /// Seconds from start to end.
    pub length: f64,
    /// What comes after the end.
    pub loop_mode: LoopMode,
    /// In the order of the family; a later one overwrites what an earlier one of the same target says.
    pub tracks: Vec<Track>,
    /// The node that plays it: Godot's `AnimationPlayer`, nacatamalon's box with a `motion`; `None` where
    /// animations belong to the file (glTF) or to an actor.
    pub player: Option<NodeId>,
    /// Where it was read.
    pub origin: Option<Origin>,
    /// What the family says beyond this.
    pub extras: Extras,
}

/// What plays animations of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimationPlayer {
    /// In the order of the family; the names are those of [`Animation::name`].
    pub animations: Vec<AnimationId>,
    /// The node that paths of tracks start from; `None` when it is not there.
    pub root: Option<NodeId>,
    /// The animation that begins with the scene.
    pub autoplay: Option<String>,
    /// Factor on the time; negative plays backwards.
    pub speed: f32,
    /// Seconds over which one animation is blended into the next: from, to, seconds; empty names stand for
    /// any. Noted, not played.
    pub blends: Vec<(String, String, f32)>,
    /// Animations that follow when others end: name, next.
    pub next: Vec<(String, String)>,
}

/// What comes after the end of an [`Animation`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopMode {
    /// It stays at its end.
    #[default]
    Once,
    /// It begins again.
    Loop,
    /// It runs back and forth.
    PingPong,
}

/// One thing that an [`Animation`] moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// What is moved.
    pub target: Target,
    /// How the file spells the target: Godot's node path with the property behind its colon, nacatamalon's
    /// `target` and `property`, the node and path of glTF; empty where it has no such text.
    pub path: String,
    /// What the values are measured from.
    pub base: Base,
    /// When it has which value.
    pub keys: Keys,
    /// What it is between two keys.
    pub interpolation: Interpolation,
    /// Whether a looping animation blends the last key into the first.
    pub wraps: bool,
    /// Whether nothing is set before the first key is reached (Godot's discrete update).
    pub waits: bool,
    /// Disabled tracks are kept.
    pub enabled: bool,
    /// What the family says beyond this: update modes, compression.
    pub extras: Extras,
}

/// What a [`Track`] moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The placement of a node.
    Node {
        /// The node.
        node: NodeId,
        /// Which part of its placement.
        channel: Channel,
    },
    /// The pose of a bone.
    Bone {
        /// The node whose skeleton it belongs to.
        node: NodeId,
        /// Into [`Skeleton::bones`](crate::Skeleton::bones).
        bone: u32,
        /// Which part of its pose.
        channel: Channel,
    },
    /// The weights of a node's morph targets, all of them or one.
    Morph {
        /// The node with the mesh.
        node: NodeId,
        /// One target, or all in order.
        target: Option<u32>,
    },
    /// Something that happens when a key is reached; the keys say what. Not sampled.
    Event {
        /// The node that it happens to.
        node: NodeId,
        /// What happens.
        kind: EventKind,
    },
    /// Anything else of a node, by the family's name for it. Values are as the family stores them: colours
    /// of Godot are not linear, its `*_degrees` are degrees.
    Property {
        /// The node.
        node: NodeId,
        /// As the family spells it, such as `light_energy` or `modulate:a`.
        property: String,
    },
    /// Something that is not in the scene; [`Track::path`] says what the file asks for.
    Nowhere,
}

/// What happens at a key of an event track. Keys are [`Values::Discrete`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A method is called: maps of `method` and `args`.
    Call,
    /// A sound begins: maps of `stream`, `start_offset` and `end_offset` (seconds cut off).
    Sound,
    /// Another player begins one of its animations: texts, `[stop]` stops it.
    Play,
}

/// A part of a placement, and the kind of value that moves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Channel {
    /// Three numbers: metres, or pixels where the third means nothing.
    Translation,
    /// A quaternion.
    Rotation,
    /// Three angles, radians, about x, y and z whatever the order in which they are applied.
    Euler(EulerRot),
    /// One angle in the plane, radians, clockwise on the screen.
    Angle,
    /// Three factors, or two in the plane.
    Scale,
    /// One of three numbers of a place; 0 is x.
    TranslationAxis(u8),
    /// One of three angles, radians, the others staying what they are; 0 is the turn about x.
    EulerAxis(EulerRot, u8),
    /// One of three factors; 0 is x.
    ScaleAxis(u8),
    /// In the plane the angle by which the y axis leans, radians (Godot's `skew`).
    Skew,
    /// The whole placement: [`Values::Affine`], in the plane [`Values::Flat`].
    Whole,
    /// Turn and size at once, the place staying what it is: [`Values::Affine`].
    Basis,
    /// Whether the node is shown: truths.
    Visible,
    /// The node's [tint](crate::Node::tint): quadruples as the family stores colours.
    Tint,
}

/// What the values of a [`Track`] are measured from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// The parent: they replace what was there (Godot 4, glTF).
    #[default]
    Parent,
    /// The rest pose: they are applied before it (Godot 3 bones, Espresso3D).
    Rest,
}

/// What a [`Track`] is between two keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// The earlier key's value.
    Nearest,
    /// A straight way; quaternions take the shorter arc.
    #[default]
    Linear,
    /// As linear, angles taking the shorter way round.
    LinearAngle,
    /// A curve through the keys whose slopes come from their neighbours and times (Godot 4's cubic).
    Cubic,
    /// As cubic, as if all keys stood at equal distances (Godot 3's cubic).
    CubicEven,
    /// As cubic, angles taking the shorter way round.
    CubicAngle,
    /// A curve with a slope on both sides of each key: [`Handles::Slopes`] (glTF).
    Hermite,
    /// A curve with a handle on both sides of each key: [`Handles::Bezier`] (Godot).
    Bezier,
}

/// The keys of a [`Track`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys {
    /// Seconds, never falling.
    pub times: Vec<f64>,
    /// One per time.
    pub values: Values,
    /// For each key the curve of time towards the next, Godot's `transition`; empty when all are straight (1).
    pub eases: Vec<f32>,
    /// What [`Interpolation::Hermite`] and [`Interpolation::Bezier`] need.
    pub handles: Handles,
}

/// The values of keys, by kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers.
    Scalar(Vec<f32>),
    /// Pairs.
    Vec2(Vec<[f32; 2]>),
    /// Triples.
    Vec3(Vec<[f32; 3]>),
    /// Quadruples: colours with straight alpha, rectangles, planes.
    Vec4(Vec<[f32; 4]>),
    /// Unit quaternions x, y, z, w.
    Quat(Vec<[f32; 4]>),
    /// Lists of equal length, such as the weights of all morph targets.
    Lists {
        /// Numbers per key.
        width: u32,
        /// Key after key.
        values: Vec<f32>,
    },
    /// Placements in space, as [`Flat`](Self::Flat) in the plane: the matrix column by column, then the
    /// place. Place, turn and size are blended apart.
    Affine(Vec<[f32; 12]>),
    /// Placements in the plane: x axis, y axis, place. Place, turn, lean and size are blended apart.
    Flat(Vec<[f32; 6]>),
    /// Whole numbers, numbers, texts, and lists and maps of them, blended member by member: whole numbers are
    /// rounded, texts grow letter by letter (Godot 4.6). Anything else is that of the key before.
    Any(Vec<Extra>),
    /// Anything; never blended.
    Discrete(Vec<Extra>),
}

/// Slopes or handles beside the keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Handles {
    /// None.
    #[default]
    None,
    /// Change per second on the way into and out of each key; as many numbers as the values have.
    Slopes {
        /// Before each key.
        into: Vec<f32>,
        /// After each key.
        out_of: Vec<f32>,
    },
    /// Seconds and change of value, measured from each key; for numbers alone.
    Bezier {
        /// Before each key; the seconds are not positive.
        into: Vec<[f32; 2]>,
        /// After each key; the seconds are not negative.
        out_of: Vec<[f32; 2]>,
    },
}

impl Default for Values {
    fn default() -> Self {
        Self::Scalar(Vec::new())
    }
}

impl Values {
    /// Number of keys they are for.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Scalar(values) => values.len(),
            Self::Vec2(values) => values.len(),
            Self::Vec3(values) => values.len(),
            Self::Vec4(values) | Self::Quat(values) => values.len(),
            Self::Lists { width: 0, .. } => 0,
            Self::Lists { width, values } => values.len() / *width as usize,
            Self::Affine(values) => values.len(),
            Self::Flat(values) => values.len(),
            Self::Any(values) | Self::Discrete(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers per key; 0 for values that are not made of numbers.
    #[must_use]
    pub fn width(&self) -> usize {
        match self {
            Self::Scalar(_) => 1,
            Self::Vec2(_) => 2,
            Self::Vec3(_) => 3,
            Self::Vec4(_) | Self::Quat(_) => 4,
            Self::Lists { width, .. } => *width as usize,
            Self::Affine(_) => 12,
            Self::Flat(_) => 6,
            Self::Any(_) | Self::Discrete(_) => 0,
        }
    }

    /// The first of them; fewer than `count` stay as they are.
    pub fn truncate(&mut self, count: usize) {
        match self {
            Self::Scalar(values) => values.truncate(count),
            Self::Vec2(values) => values.truncate(count),
            Self::Vec3(values) => values.truncate(count),
            Self::Vec4(values) | Self::Quat(values) => values.truncate(count),
            Self::Lists { width, values } => values.truncate(count.saturating_mul(*width as usize)),
            Self::Affine(values) => values.truncate(count),
            Self::Flat(values) => values.truncate(count),
            Self::Any(values) | Self::Discrete(values) => values.truncate(count),
        }
    }
}

impl Track {
    /// A straight track that replaces its target's value.
    #[must_use]
    pub fn new(target: Target, times: Vec<f64>, values: Values) -> Self {
        Self {
            target,
            path: String::new(),
            base: Base::Parent,
            keys: Keys { times, values, ..Keys::default() },
            interpolation: Interpolation::Linear,
            wraps: false,
            waits: false,
            enabled: true,
            extras: Extras::new(),
        }
    }

    /// Whether its lists fit each other, its times are numbers that never fall, and its interpolation has the
    /// handles it needs. Tracks that are not sound are not sampled.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let keys = &self.keys;
        let count = keys.times.len();
        let numbers = keys.values.width() * count;
        let rising = keys.times.is_sorted() && keys.times.iter().all(|time| time.is_finite());
        let eased = keys.eases.is_empty() || keys.eases.len() == count;
        let handled = match (&keys.handles, self.interpolation) {
            (Handles::Slopes { into, out_of }, _) => into.len() == numbers && out_of.len() == numbers,
            (Handles::Bezier { into, out_of }, _) => {
                matches!(keys.values, Values::Scalar(_)) && into.len() == count && out_of.len() == count
            }
            (Handles::None, Interpolation::Hermite | Interpolation::Bezier) => false,
            (Handles::None, _) => true,
        };
        keys.values.len() == count && rising && eased && handled
    }
}

#[cfg(test)]
mod tests {
    use super::{Handles, Interpolation, Target, Track, Values};

    #[test]
    fn lists_must_fit_and_times_must_rise() {
        let target = || Target::Nowhere;
        let sound = Track::new(target(), vec![0.0, 1.0], Values::Vec2(vec![[0.0; 2]; 2]));
        assert!(sound.is_sound());
        let falling = Track::new(target(), vec![1.0, 0.0], Values::Vec2(vec![[0.0; 2]; 2]));
        let short = Track::new(target(), vec![0.0, 1.0], Values::Vec2(vec![[0.0; 2]]));
        let no_number = Track::new(target(), vec![f64::NAN], Values::Scalar(vec![0.0]));
        let no_slopes = Track { interpolation: Interpolation::Hermite, ..sound.clone() };
        assert!([falling, short, no_number, no_slopes].iter().all(|track| !track.is_sound()));
        let mut sloped = Track { interpolation: Interpolation::Hermite, ..sound };
        sloped.keys.handles = Handles::Slopes { into: vec![0.0; 4], out_of: vec![0.0; 4] };
        assert!(sloped.is_sound());
    }
}
