//! Particles: what they do, and where they are after some seconds.
//!
//! The rules and the order of random numbers are those of nacatamalon, so that a seed gives the engine's picture.
//! Arithmetic is double, what is kept of a particle is single precision.

mod birth;
mod collide;
mod curve;
mod random;
#[cfg(test)]
mod reference;
mod simulate;

use glam::{Affine3A, DVec3, Vec2, Vec3};

use crate::{BlendMode, EffectId, Filter, Flat, FlatFields, Rgba, TextureRef, UvRect};

pub use random::Mulberry32;
pub use simulate::simulate;

/// What particles do. Lengths are pixels in the plane (+Y down) and metres in space (+Y up).
#[derive(Clone, Debug, PartialEq)]
pub struct ParticleEffect {
    /// For people.
    pub name: String,
    /// Whether it is in the plane.
    pub flat: bool,
    /// What each particle shows; white without one.
    pub texture: Option<TextureRef>,
    /// The parts of the picture shown over a particle's life; empty is all of it.
    pub frames: Vec<UvRect>,
    /// How many live at once.
    pub max: u32,
    /// How they join what is behind them.
    pub blend: BlendMode,
    /// Whether a particle stays where it was born; else the cloud rides with its emitter.
    pub world_space: bool,
    /// When they are born.
    pub emission: Emission,
    /// Where they are born.
    pub shape: ParticleShape,
    /// In the plane: where they fly to, radians, clockwise from +X.
    pub heading: f64,
    /// In space: where they fly to, unit length.
    pub direction: DVec3,
    /// Full width of the fan or cone, radians.
    pub spread: f64,
    /// Seconds, least and most.
    pub life: [f64; 2],
    /// Per second, least and most.
    pub speed: [f64; 2],
    /// Side of the square, least and most.
    pub size: [f64; 2],
    /// Radians per second, least and most.
    pub spin: [f64; 2],
    /// Per second².
    pub gravity: DVec3,
    /// Share of the speed lost per second.
    pub damping: f64,
    /// By age; never empty, ascending.
    pub colors: Vec<ColorStop>,
    /// By age; never empty, ascending.
    pub sizes: Vec<SizeStop>,
    /// What happens at something solid.
    pub collision: Option<ParticleCollision>,
    /// Copies that follow a particle.
    pub trail: Option<ParticleTrail>,
    /// Effects its particles set off.
    pub children: Vec<ChildEffect>,
}

/// When particles are born.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Emission {
    /// Per second.
    pub rate: f64,
    /// At the start of each cycle.
    pub burst: u32,
    /// Seconds of a cycle; 0 is for ever.
    pub duration: f64,
    /// Whether cycles follow each other.
    pub looped: bool,
}

/// Where particles are born, about the emitter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParticleShape {
    /// At it.
    Point,
    /// In the plane.
    Circle {
        /// Its radius.
        radius: f64,
        /// On the rim only.
        edge: bool,
    },
    /// In the plane.
    Rect {
        /// Width and height.
        size: [f64; 2],
    },
    /// In the plane.
    Line {
        /// From end to end.
        length: f64,
        /// Radians.
        angle: f64,
    },
    /// In space.
    Sphere {
        /// Its radius.
        radius: f64,
        /// On the surface only.
        edge: bool,
    },
    /// In space.
    Box {
        /// Width, height and depth.
        size: DVec3,
    },
    /// In space: a disk at its foot; aims the particles itself.
    Cone {
        /// Of the foot.
        radius: f64,
        /// From the axis to the wall, radians.
        angle: f64,
    },
}

/// A colour at an age.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorStop {
    /// Share of the life, 0 to 1.
    pub t: f64,
    /// Stored colour and alpha.
    pub color: [f32; 4],
}

/// A size at an age.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeStop {
    /// Share of the life, 0 to 1.
    pub t: f64,
    /// Factor on the size.
    pub scale: f32,
}

/// What a particle does at something solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleCollision {
    /// It disappears instead of bouncing.
    pub dies: bool,
    /// Share of the speed against the surface it keeps.
    pub bounce: f64,
    /// Share of the speed along the surface it loses.
    pub friction: f64,
}

/// Copies of a particle at places where it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleTrail {
    /// How many; a place is taken every sixtieth of a second.
    pub length: u32,
    /// Factor on the size of the first.
    pub width: f64,
    /// Whether they get fainter.
    pub fade: bool,
}

/// An effect that particles set off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChildEffect {
    /// When.
    pub on: ChildTrigger,
    /// Which.
    pub effect: EffectId,
    /// How many particles each time.
    pub count: u32,
}

/// When a particle sets off a [`ChildEffect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildTrigger {
    /// When it is born.
    Birth,
    /// When its life ends.
    Death,
}

/// Particles at a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ParticleEmitter {
    /// For people.
    pub name: String,
    /// What they do; `None` when it is not to be had.
    pub effect: Option<EffectId>,
    /// Placement inside the node, of effects in the plane.
    pub local: Flat,
    /// Placement inside the node, of effects in space.
    pub place: Option<Affine3A>,
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// Factor on the alpha of its own particles, not of those they set off.
    pub alpha: f32,
    /// Begins with the scene.
    pub autoplay: bool,
    /// The start of its random numbers; `None` is another one each time.
    pub seed: Option<u32>,
    /// Factors on the effect's numbers.
    pub scales: EmitterScales,
    /// How texels are mixed.
    pub filter: Filter,
    /// Higher is painted later.
    pub z: f32,
    /// A hidden one is kept.
    pub visible: bool,
}

/// Factors of an emitter on its effect's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EmitterScales {
    /// On the births per second.
    pub rate: f64,
    /// On the sizes.
    pub size: f64,
    /// On the speeds.
    pub speed: f64,
    /// On the lives.
    pub life: f64,
}

impl EmitterScales {
    /// All as the effect says.
    pub const ONE: Self = Self { rate: 1.0, size: 1.0, speed: 1.0, life: 1.0 };
}

/// Where an emitter is in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParticlePlace {
    /// In the plane.
    Flat(FlatFields),
    /// In space.
    Space(Affine3A),
}

/// Something solid for particles, at its node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleCollider {
    /// Its form.
    pub shape: ColliderShape,
    /// Switched off it is not there.
    pub enabled: bool,
}

/// The form of a [`ParticleCollider`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColliderShape {
    /// In the plane, about the node.
    Rect {
        /// Width and height.
        size: Vec2,
    },
    /// In the plane, about the node.
    Circle {
        /// Its radius.
        radius: f32,
    },
    /// In the plane: all on the side of the node's +Y, which is below.
    FlatGround,
    /// In space, about the node.
    Box {
        /// Width, height and depth.
        size: Vec3,
    },
    /// In space, about the node.
    Sphere {
        /// Its radius.
        radius: f32,
    },
    /// In space: all below the node's XZ plane.
    Ground,
}

impl ColliderShape {
    /// Whether it is in the plane.
    #[must_use]
    pub const fn is_flat(&self) -> bool {
        matches!(self, Self::Rect { .. } | Self::Circle { .. } | Self::FlatGround)
    }
}

/// A [`ParticleCollider`] where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleSolid {
    /// Its form.
    pub shape: ColliderShape,
    /// Where it is in the world.
    pub place: ParticlePlace,
}

/// A square to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleQuad {
    /// Its middle in the world; z is 0 in the plane.
    pub position: Vec3,
    /// Its side.
    pub size: f32,
    /// Radians, clockwise.
    pub rotation: f32,
    /// Stored colour and alpha, the emitter's tint included.
    pub color: [f32; 4],
    /// The part of the picture it shows; `None` is all of it.
    pub frame: Option<UvRect>,
}
