//! What acts on a node: bodies, sounds, motions, scripts.

use glam::{Vec2, Vec3};

use crate::{Extra, Extras, MeshId};

/// A solid body at its node.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// For people.
    pub name: String,
    /// How it moves.
    pub kind: BodyKind,
    /// Its form.
    pub collider: Collider,
    /// Where the form's middle is in the node, metres (3D only).
    pub offset: Vec3,
    /// How much speed it keeps when bumping, 0 to 1.
    pub bounce: f32,
    /// How much it sticks.
    pub friction: f32,
    /// Mass per area or volume.
    pub density: f32,
    /// Notices what touches it and lets it through.
    pub sensor: bool,
    /// Which of the layers it is on, 0 to 15.
    pub layer: u32,
    /// Bits of the layers it bumps into. Two bodies meet when each wants the other.
    pub collides_with: u32,
}

impl Body {
    /// Whether two bodies bump into each other.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let wants = |a: &Self, b: &Self| a.collides_with & 1_u32.wrapping_shl(b.layer) != 0;
        wants(self, other) && wants(other, self)
    }
}

/// How a [`Body`] moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyKind {
    /// Not at all.
    #[default]
    Static,
    /// As forces want.
    Dynamic,
    /// As its own speed says, whatever is in the way.
    Kinematic,
}

/// The form of a [`Body`], about its node.
#[derive(Clone, Debug, PartialEq)]
pub enum Collider {
    /// Pixels.
    Rect {
        /// Width and height.
        size: Vec2,
    },
    /// Pixels.
    Circle {
        /// Its radius.
        radius: f32,
    },
    /// The hull of points in the plane, pixels.
    Polygon {
        /// Its corners.
        points: Vec<Vec2>,
    },
    /// Metres.
    Box {
        /// Width, height and depth.
        size: Vec3,
    },
    /// Metres.
    Sphere {
        /// Its radius.
        radius: f32,
    },
    /// Standing on Y, metres.
    Capsule {
        /// Its radius.
        radius: f32,
        /// From end to end, the round ends included.
        height: f32,
    },
    /// The hull of a mesh; `None` when it is not to be had.
    Hull {
        /// The mesh.
        mesh: Option<MeshId>,
    },
    /// The triangles of a mesh, which cannot move; `None` when it is not to be had.
    Mesh {
        /// The mesh.
        mesh: Option<MeshId>,
    },
}

impl Collider {
    /// Whether it is in the plane.
    #[must_use]
    pub const fn is_flat(&self) -> bool {
        matches!(self, Self::Rect { .. } | Self::Circle { .. } | Self::Polygon { .. })
    }
}

/// The rules bodies move by; the root's counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PhysicsWorld {
    /// In the plane.
    Flat {
        /// Pixels per second², +Y down.
        gravity: Vec2,
    },
    /// In space.
    Space {
        /// Metres per second², +Y up.
        gravity: Vec3,
    },
}

/// A sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    /// The file, as the importing family spells its path.
    pub file: String,
    /// Factor.
    pub volume: f32,
    /// Begins again at its end.
    pub looped: bool,
    /// Factor on speed and pitch.
    pub rate: f32,
    /// −1 (left) to 1 (right).
    pub pan: f32,
    /// The channel it is mixed into.
    pub channel: String,
    /// Begins with the scene.
    pub autoplay: bool,
    /// Where it is heard from.
    pub reach: SoundReach,
    /// Where a looped one begins again and ends, seconds; `None` is the whole file.
    pub loop_part: [Option<f32>; 2],
    /// Cone, zone and ducking as the family spells them.
    pub extras: Extras,
}

/// Where a [`Sound`] is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SoundReach {
    /// Everywhere.
    #[default]
    Everywhere,
    /// Fainter with distance: full up to the first number, silent from the second. `None` is the view's default.
    Distance {
        /// Units of the view.
        full: Option<f32>,
        /// Units of the view.
        silent: Option<f32>,
    },
    /// In a zone, which the extras describe.
    Zone,
}

/// Music in layers that run in step.
#[derive(Clone, Debug, PartialEq)]
pub struct Music {
    /// Name, file and volume of each.
    pub layers: Vec<(String, String, f32)>,
    /// Factor on all.
    pub volume: f32,
    /// The channel it is mixed into.
    pub channel: String,
    /// Begins with the scene.
    pub autoplay: bool,
    /// Fades, loop and beat as the family spells them.
    pub extras: Extras,
}

/// A song written as notes.
#[derive(Clone, Debug, PartialEq)]
pub struct Song {
    /// The file, as the importing family spells its path.
    pub file: String,
    /// Factor.
    pub volume: f32,
    /// The channel it is mixed into.
    pub channel: String,
    /// Begins with the scene.
    pub autoplay: bool,
    /// Voices, places, tempo and key as the family spells them.
    pub extras: Extras,
}

/// The ears, at their node, facing −Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AudioListener {
    /// Switched off they hear nothing.
    pub enabled: bool,
}

/// Values of the node and what is below it moved in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The file, as the importing family spells its path.
    pub file: String,
    /// Begins with the scene.
    pub autoplay: bool,
    /// `None` is what the file says.
    pub looped: Option<bool>,
    /// Factor on the time.
    pub speed: f32,
    /// What the file says, when it was read.
    pub content: Option<Extra>,
}

/// A behaviour, found by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its name.
    pub name: String,
    /// Settings for this node.
    pub props: Extras,
}

/// A link to a store of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreLink {
    /// Its name.
    pub name: String,
}

#[cfg(test)]
mod tests {
    use super::{Body, BodyKind, Collider};
    use glam::Vec3;

    #[test]
    fn bodies_meet_when_both_want() {
        let body = |layer, collides_with| Body {
            name: String::new(),
            kind: BodyKind::Static,
            collider: Collider::Circle { radius: 1.0 },
            offset: Vec3::ZERO,
            bounce: 0.0,
            friction: 0.5,
            density: 1.0,
            sensor: false,
            layer,
            collides_with,
        };
        assert!(body(1, 0b100).meets(&body(2, 0b010)));
        assert!(!body(1, 0b100).meets(&body(2, 0b001)));
        assert!(!body(0, 0).meets(&body(0, 65535)));
    }
}
