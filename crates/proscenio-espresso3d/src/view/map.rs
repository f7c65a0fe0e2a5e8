//! The items of a map.

use super::{Item, Triangle, Word, triples, view};
use crate::syntax::Kind;

view! {
    /// A room: geometry, portals, placed actors and particle systems.
    Sector
}

impl<'a> Sector<'a> {
    /// The id, unique in its map. `None` when it is missing.
    #[must_use]
    pub fn id(self) -> Option<Word<'a>> {
        self.item.word(Kind::Id)
    }

    /// The triangles, in the order of the file.
    pub fn triangles(self) -> impl Iterator<Item = Triangle<'a>> {
        self.item.all(Kind::Triangle).map(Triangle::new)
    }

    /// The portals, in the order of the file.
    pub fn portals(self) -> impl Iterator<Item = Portal<'a>> {
        self.item.all(Kind::Portal).map(Portal::new)
    }

    /// The placed actors, in the order of the file.
    pub fn actors(self) -> impl Iterator<Item = Actor<'a>> {
        self.item.all(Kind::Actor).map(Actor::new)
    }

    /// The placed particle systems, in the order of the file.
    pub fn particle_systems(self) -> impl Iterator<Item = ParticleSystem<'a>> {
        self.item.all(Kind::ParticleSystem).map(ParticleSystem::new)
    }
}

/// How a portal was meant to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortalType {
    /// The whole sector behind it is drawn.
    Fast,
    /// The sector behind it was to be clipped; never built, so it is treated as fast.
    Accurate,
}

view! {
    /// One side of a doorway to another sector.
    Portal
}

impl<'a> Portal<'a> {
    /// The id, unique in its sector. `None` when it is missing.
    #[must_use]
    pub fn id(self) -> Option<Word<'a>> {
        self.item.word(Kind::Id)
    }

    /// The type as written.
    #[must_use]
    pub fn type_word(self) -> Option<Word<'a>> {
        self.item.word(Kind::PortalType)
    }

    /// The type; anything that is not `ACCURATE` is read as fast.
    #[must_use]
    pub fn portal_type(self) -> PortalType {
        match self.type_word() {
            Some(word) if word.bytes().eq_ignore_ascii_case(b"ACCURATE") => PortalType::Accurate,
            _ => PortalType::Fast,
        }
    }

    /// The id of the sector it leads to.
    #[must_use]
    pub fn link_sector(self) -> Option<Word<'a>> {
        self.links().word(Kind::LinkSector)
    }

    /// The id of the portal it leads to, in that sector.
    #[must_use]
    pub fn link_portal(self) -> Option<Word<'a>> {
        self.links().word(Kind::LinkPortal)
    }

    /// Four corners as x, y, z in world coordinates: lower left, upper left, upper right, lower right, seen
    /// from one side. `None` when one is missing or damaged.
    #[must_use]
    pub fn corners(self) -> Option<[[f64; 3]; 4]> {
        let field = self.item.field(Kind::Vertices).or_else(|| self.item.field(Kind::List))?;
        field.values().map(triples::<12, 4>)
    }

    fn links(self) -> Item<'a> {
        self.item.field(Kind::PortalLink).unwrap_or(self.item)
    }
}

/// Where something stands and how it is turned, as written: nothing is normalised.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// x, y, z; world coordinates in a map, model coordinates for a bone.
    pub position: Option<[f64; 3]>,
    /// The direction that local +Z is turned to.
    pub forward: Option<[f64; 3]>,
    /// The direction that local +Y is turned to.
    pub up: Option<[f64; 3]>,
}

impl Pose {
    pub(super) fn of(item: Item<'_>) -> Self {
        if let Some(list) = item.field(Kind::List) {
            let mut values = list.numbers().map(|(_, value)| value);
            let mut vector = || -> Option<[f64; 3]> {
                let taken = [values.next(), values.next(), values.next()];
                let [Some(Some(x)), Some(Some(y)), Some(Some(z))] = taken else { return None };
                Some([x, y, z])
            };
            return Self { position: vector(), forward: vector(), up: vector() };
        }
        let vector = |kind| item.field(kind).and_then(Item::values::<3>);
        Self { position: vector(Kind::Position), forward: vector(Kind::Forward), up: vector(Kind::Up) }
    }
}

view! {
    /// A placed actor: a copy of what the program registered under its name.
    Actor
}

impl<'a> Actor<'a> {
    /// The name under which the program registered the actor.
    #[must_use]
    pub fn name(self) -> Option<Word<'a>> {
        self.item.word(Kind::Name)
    }

    /// The id of this copy, unique in its sector.
    #[must_use]
    pub fn id(self) -> Option<Word<'a>> {
        self.item.word(Kind::Id)
    }

    /// Where it stands.
    #[must_use]
    pub fn pose(self) -> Pose {
        Pose::of(self.item)
    }
}

view! {
    /// A placed particle system: a copy of what the program registered under its name.
    ParticleSystem
}

impl<'a> ParticleSystem<'a> {
    /// The name under which the program registered the particle system.
    #[must_use]
    pub fn name(self) -> Option<Word<'a>> {
        self.item.word(Kind::Name)
    }

    /// Where it stands.
    #[must_use]
    pub fn pose(self) -> Pose {
        Pose::of(self.item)
    }
}
