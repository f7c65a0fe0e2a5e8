//! Places in the plane, in the world's measure: pixels, +y down, angles clockwise in radians.

use super::{BoxId, LiveScene, PartId};
use crate::model::{ComponentData, FlatPlace, Transform};

/// A place inside a frame, in the measure that the frame itself is given in.
///
/// Turns add and growths multiply: nothing is ever sheared, as a matrix would.
#[must_use]
pub fn within(frame: FlatPlace, local: FlatPlace) -> FlatPlace {
    let (sin, cos) = frame.rotation.sin_cos();
    let (x, y) = (local.x * frame.scale_x, local.y * frame.scale_y);
    FlatPlace {
        x: frame.x + cos * x - sin * y,
        y: frame.y + sin * x + cos * y,
        rotation: frame.rotation + local.rotation,
        scale_x: frame.scale_x * local.scale_x,
        scale_y: frame.scale_y * local.scale_y,
    }
}

/// The flat half of a box's place: its depth and its turns about X and Y mean nothing in the plane.
#[must_use]
pub fn flat_half(place: &Transform) -> FlatPlace {
    FlatPlace {
        x: place.x,
        y: place.y,
        rotation: place.rotation,
        scale_x: place.scale_x,
        scale_y: place.scale_y,
    }
}

impl LiveScene {
    /// The place of a box in the world's plane. A box without a place passes its parent's on. The identity
    /// for a box that is gone.
    #[must_use]
    pub fn flat_place(&self, id: BoxId) -> FlatPlace {
        let mut frame = FlatPlace::IDENTITY;
        for place in self.way_down(id).filter_map(|own| self.get(own)?.node.transform.as_ref()) {
            frame = within(frame, flat_half(place));
        }
        frame
    }

    /// The place of something flat in the world's plane: its own inside its box's. What has no place of its
    /// own stands at its box's.
    #[must_use]
    pub fn flat_place_of(&self, part: PartId) -> FlatPlace {
        let frame = self.flat_place(part.owner);
        let own = self.part(part).and_then(|part| own_place(&part.component.data));
        own.map_or(frame, |own| within(frame, own))
    }
}

/// The place of something flat in its box.
pub(super) fn own_place(data: &ComponentData) -> Option<FlatPlace> {
    match data {
        ComponentData::Sprite(data) => data.flat.place.as_deref().copied(),
        ComponentData::NineSlice(data) => data.flat.place.as_deref().copied(),
        ComponentData::Text(data) => data.flat.place.as_deref().copied(),
        ComponentData::Shapes(data) => data.place,
        ComponentData::Tilemap(data) => data.place,
        ComponentData::Particles(data) => data.place,
        _ => None,
    }
}
