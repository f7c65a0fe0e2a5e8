//! What tracks say of one thing at a moment.

use proscenio_scene::glam::Affine3A;
use proscenio_scene::{Animation, Base, Channel, Flat, FlatFields, Target, Track};

use super::parts::{FlatParts, Parts};
use super::sample::{Sampler, Value};

/// What the tracks of one thing say, in their order, by what they are measured from.
#[derive(Clone, Debug, Default)]
pub(super) struct Moved {
    parent: Vec<(Channel, Value)>,
    rest: Vec<(Channel, Value)>,
}

impl Moved {
    pub fn add(&mut self, base: Base, channel: Channel, value: Value) {
        match base {
            Base::Parent => self.parent.push((channel, value)),
            Base::Rest => self.rest.push((channel, value)),
        }
    }

    /// What is measured from the parent.
    pub fn parent(&self) -> &[(Channel, Value)] {
        &self.parent
    }

    /// The placement of a node or, with a rest, of a bone; `far` is a factor on places.
    pub fn space(&self, place: Affine3A, rest: Option<Affine3A>, far: f32) -> Affine3A {
        let place = if places(&self.parent) { Parts::new(place).with(&self.parent, far) } else { place };
        if !places(&self.rest) {
            return place;
        }
        rest.unwrap_or(place) * Parts::default().with(&self.rest, far)
    }

    /// The placement of a node in the plane.
    pub fn flat(&self, flat: Flat) -> Flat {
        let flat = if places(&self.parent) { moved_flat(flat, &self.parent) } else { flat };
        if !places(&self.rest) {
            return flat;
        }
        flat.then(moved_flat(Flat::Fields(FlatFields::IDENTITY), &self.rest))
    }
}

fn places(list: &[(Channel, Value)]) -> bool {
    list.iter().any(|(channel, _)| !matches!(channel, Channel::Visible | Channel::Tint))
}

fn moved_flat(flat: Flat, moved: &[(Channel, Value)]) -> Flat {
    let parts = match flat {
        Flat::Fields(fields) => FlatParts::of_fields(fields),
        Flat::Matrix(matrix) => FlatParts::of_matrix(matrix),
    };
    let parts = parts.with(moved);
    match flat {
        Flat::Fields(_) if parts.lean == 0.0 => Flat::Fields(parts.fields()),
        _ => Flat::Matrix(parts.matrix()),
    }
}

/// A track ready to be asked, unless it says nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub sampler: Sampler<'a>,
    /// The first moment at which it says something.
    from: f64,
}

impl<'a> Asked<'a> {
    pub fn new(animation: &Animation, track: &'a Track) -> Option<Self> {
        if !track.enabled || matches!(track.target, Target::Nowhere | Target::Event { .. }) {
            return None;
        }
        let sampler = Sampler::new(animation, track)?;
        let first = track.keys.times.first().copied().filter(|_| track.waits);
        Some(Self { sampler, from: first.unwrap_or(f64::NEG_INFINITY) })
    }

    pub fn at(&self, time: f64) -> Option<Value> {
        (time >= self.from).then(|| self.sampler.at(time))
    }
}

/// The tracks of one node or bone, ready to move it.
#[derive(Clone, Debug)]
pub struct Mover<'a> {
    tracks: Vec<(Base, Channel, Asked<'a>)>,
    far: f32,
}

impl<'a> Mover<'a> {
    /// The mover of some tracks of an animation that all move one thing; what is no part of a placement is passed
    /// over. `motion_scale` is a [skeleton's](proscenio_scene::Skeleton::motion_scale), 1 for nodes.
    #[must_use]
    pub fn new(
        animation: &Animation,
        tracks: impl IntoIterator<Item = &'a Track>,
        motion_scale: f32,
    ) -> Self {
        let tracks = tracks.into_iter().filter_map(|track| match track.target {
            Target::Node { channel, .. } | Target::Bone { channel, .. } => {
                Some((track.base, channel, Asked::new(animation, track)?))
            }
            _ => None,
        });
        Self { tracks: tracks.collect(), far: motion_scale }
    }

    fn moved(&self, time: f64) -> Moved {
        let mut moved = Moved::default();
        for (base, channel, asked) in &self.tracks {
            if let Some(value) = asked.at(time) {
                moved.add(*base, *channel, value);
            }
        }
        moved
    }

    /// Where a node is at a moment of the animation's own time, seconds, or with a rest a bone; `place` is where it
    /// is when nothing moves it.
    #[must_use]
    pub fn space(&self, place: Affine3A, rest: Option<Affine3A>, time: f64) -> Affine3A {
        self.moved(time).space(place, rest, self.far)
    }

    /// Where a node in the plane is at a moment of the animation's own time, seconds.
    #[must_use]
    pub fn flat(&self, flat: Flat, time: f64) -> Flat {
        self.moved(time).flat(flat)
    }
}
