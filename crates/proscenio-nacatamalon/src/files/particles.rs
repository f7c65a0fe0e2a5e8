//! `.particles`: one effect, flat or in depth.
//!
//! Flat effects measure in pixels, +y down; deep ones in the world's units, +y up, right-handed. Angles are
//! radians, times seconds.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use crate::files::atlas::FrameRef;
use crate::files::json::Members;

mod curve;
mod read;
mod write;

pub use curve::{CURVE_STEPS, ColourStop, ScaleStop, parse_colour};

/// What a flat effect says in `kind`.
pub const KIND_2D: &str = "particles2d";
/// What a deep effect says in `kind`.
pub const KIND_3D: &str = "particles3d";
/// Effects nest at most this deep, the first one counted.
pub const MAX_NESTING: usize = 3;

/// One effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Particles {
    /// What differs between flat and deep effects.
    pub space: Space,
    /// Members of `shape` that the format does not know.
    pub shape_extra: Members,
    /// The atlas, relative to the effect's file; releases up to 0.1.8 keep it and draw without it.
    pub atlas: Option<String>,
    /// The picture, relative to the effect's file; white squares when absent.
    pub texture: Option<String>,
    /// The frame of the atlas.
    pub frame: Option<FrameRef>,
    /// A run of the atlas played once over each particle's life; ignored beside `frame`.
    pub anim: Option<String>,
    /// How many particles live at once; births beyond it are dropped. At least 1, 100 by default.
    pub max: f64,
    /// Whether light adds up instead of covering; `false` by default.
    pub additive: bool,
    /// Whether born particles stay in the world; `false` lets the cloud ride with its emitter. `true` by
    /// default.
    pub world_space: bool,
    /// How many are born when.
    pub emission: Emission,
    /// Full width of the fan or cone of headings, radians; a whole turn by default.
    pub spread: f64,
    /// Seconds a particle lives; 0.6 to 1.2 by default, the low end above 0.
    pub life: Range,
    /// Speed at birth per second; 40 to 90 pixels or 1 to 2 units by default.
    pub speed: Range,
    /// Side of the square; 4 to 8 pixels or 0.1 to 0.25 units by default.
    pub size: Range,
    /// Radians per second; 0 by default.
    pub spin: Range,
    /// Share of the speed lost per second; 0 by default.
    pub damping: f64,
    /// Colour over a particle's life, by ascending time; one white stop by default. Never empty.
    pub colour_over_life: Vec<ColourStop>,
    /// Size over a particle's life, by ascending time; one stop of 1 by default. Never empty.
    pub size_over_life: Vec<ScaleStop>,
    /// The copies a particle leaves behind.
    pub trail: Option<Trail>,
    /// Where the effect stays, for people; nothing is cut off by it.
    pub bounds: Option<Bounds>,
    /// Effects fired by particles.
    pub children: Vec<Child>,
    /// What happens at the scene's particle colliders; only in the world's space.
    pub collision: Option<Collision>,
    /// Members the format does not know.
    pub extra: Members,
}

/// What differs between flat and deep effects.
#[derive(Clone, Debug, PartialEq)]
pub enum Space {
    /// In the plane.
    Flat {
        /// Where particles are born.
        shape: FlatShape,
        /// Heading, radians clockwise from +x; up (-π/2) by default.
        direction: f64,
        /// Pixels per second², x and y.
        gravity: [f64; 2],
    },
    /// In the world.
    Deep {
        /// Where particles are born.
        shape: DeepShape,
        /// Heading of length 1; up by default.
        direction: [f64; 3],
        /// Units per second².
        gravity: [f64; 3],
    },
}

/// How many particles are born when.
#[derive(Clone, Debug, PartialEq)]
pub struct Emission {
    /// Per second.
    pub rate: f64,
    /// At once at the start of each cycle.
    pub burst: f64,
    /// Seconds of a cycle; 0 lasts for ever.
    pub duration: f64,
    /// Whether the cycle starts again; `true` by default.
    pub looped: bool,
    /// Members the format does not know.
    pub extra: Members,
}

/// Where the particles of a flat effect are born: centred on the emitter, lengths in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum FlatShape {
    /// At the emitter.
    Point,
    /// In a circle, or on its rim.
    Circle {
        /// Its radius.
        radius: f64,
        /// On the rim alone.
        edge: bool,
    },
    /// In a rectangle.
    Rect {
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
    },
    /// On a line.
    Line {
        /// Its length.
        length: f64,
        /// Its heading, radians.
        angle: f64,
    },
}

/// Where the particles of a deep effect are born: centred on the emitter, lengths in units.
#[derive(Clone, Debug, PartialEq)]
pub enum DeepShape {
    /// At the emitter.
    Point,
    /// In a sphere, or on its skin.
    Sphere {
        /// Its radius.
        radius: f64,
        /// On the skin alone.
        edge: bool,
    },
    /// In a box.
    Box {
        /// Its full size.
        size: [f64; 3],
    },
    /// At the foot of a cone, which also aims them: `spread` does not count.
    Cone {
        /// Radius of the foot.
        radius: f64,
        /// From the axis to the wall, radians.
        angle: f64,
    },
}

/// Two ends between which a number is drawn; the low one first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The low end.
    pub min: f64,
    /// The high end.
    pub max: f64,
}

/// What happens at a collider.
#[derive(Clone, Debug, PartialEq)]
pub struct Collision {
    /// Whether the particle dies; it bounces by default.
    pub die: bool,
    /// Share of the speed kept across the surface, 0 to 1; 0.3 by default.
    pub bounce: f64,
    /// Share of the speed lost along the surface, 0 to 1; 0.2 by default.
    pub friction: f64,
    /// Members the format does not know.
    pub extra: Members,
}

/// Copies a particle leaves behind, one each sixtieth of a second.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// How many; at least 1, 8 by default.
    pub length: f64,
    /// Their size as a share of the particle's; 1 by default.
    pub width: f64,
    /// Whether they fade towards the end; `true` by default.
    pub fade: bool,
    /// Members the format does not know.
    pub extra: Members,
}

/// A box around an effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// Its centre.
    pub center: [f64; 3],
    /// Its full size.
    pub size: [f64; 3],
    /// Members the format does not know.
    pub extra: Members,
}

/// An effect fired by particles.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    /// Whether it is fired by the death of a particle, else by its birth.
    pub on_death: bool,
    /// Its file, relative to this one.
    pub src: String,
    /// How many particles are born; at least 1, 1 by default.
    pub count: f64,
    /// Members the format does not know.
    pub extra: Members,
}

impl Range {
    /// Both ends at one number.
    #[must_use]
    pub const fn at(number: f64) -> Self {
        Self { min: number, max: number }
    }

    /// A range with its ends in order.
    #[must_use]
    pub const fn new(a: f64, b: f64) -> Self {
        Self { min: a.min(b), max: a.max(b) }
    }

    /// The number at a share of the way, 0 to 1.
    #[must_use]
    pub fn mix(self, share: f64) -> f64 {
        self.min + (self.max - self.min) * share
    }
}

impl Space {
    /// A flat effect with nothing said.
    #[must_use]
    pub const fn flat() -> Self {
        Self::Flat { shape: FlatShape::Point, direction: -FRAC_PI_2, gravity: [0.0; 2] }
    }

    /// A deep effect with nothing said.
    #[must_use]
    pub const fn deep() -> Self {
        Self::Deep { shape: DeepShape::Point, direction: [0.0, 1.0, 0.0], gravity: [0.0; 3] }
    }
}

impl Particles {
    /// An effect of which the file says nothing.
    #[must_use]
    pub fn blank(deep: bool) -> Self {
        Self {
            space: if deep { Space::deep() } else { Space::flat() },
            shape_extra: Vec::new(),
            atlas: None,
            texture: None,
            frame: None,
            anim: None,
            max: 100.0,
            additive: false,
            world_space: true,
            emission: Emission { rate: 0.0, burst: 0.0, duration: 0.0, looped: true, extra: Vec::new() },
            spread: TAU,
            life: Range::new(0.6, 1.2),
            speed: if deep { Range::new(1.0, 2.0) } else { Range::new(40.0, 90.0) },
            size: if deep { Range::new(0.1, 0.25) } else { Range::new(4.0, 8.0) },
            spin: Range::at(0.0),
            damping: 0.0,
            colour_over_life: vec![ColourStop::white(0.0, 1.0)],
            size_over_life: vec![ScaleStop::new(0.0, 1.0)],
            trail: None,
            bounds: None,
            children: Vec::new(),
            collision: None,
            extra: Vec::new(),
        }
    }

    /// The effect the engine's own tool starts with: a fading, falling fountain.
    #[must_use]
    pub fn new(deep: bool) -> Self {
        let mut effect = Self::blank(deep);
        effect.max = 128.0;
        effect.emission.rate = 40.0;
        effect.spread = FRAC_PI_4;
        effect.colour_over_life = vec![ColourStop::white(0.0, 1.0), ColourStop::white(1.0, 0.0)];
        effect.size_over_life = vec![ScaleStop::new(0.0, 1.0), ScaleStop::new(1.0, 0.2)];
        match &mut effect.space {
            Space::Flat { gravity, .. } => *gravity = [0.0, 120.0],
            Space::Deep { gravity, .. } => *gravity = [0.0, -2.0, 0.0],
        }
        effect
    }

    /// Whether the effect is one of the world, not of the plane.
    #[must_use]
    pub const fn is_deep(&self) -> bool {
        matches!(self.space, Space::Deep { .. })
    }

    /// The collision that counts: none for a cloud that rides with its emitter.
    #[must_use]
    pub fn active_collision(&self) -> Option<&Collision> {
        self.collision.as_ref().filter(|_| self.world_space)
    }
}
