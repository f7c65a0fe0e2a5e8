//! Places of boxes: in the plane by fields, in space by matrices, and the third way in which lights move.

use glam::{Affine3A, EulerRot, Quat, Vec2, Vec3};
use proscenio_nacatamalon::model::{FlatPlace, LightPlace, Transform};
use proscenio_scene::{Flat, FlatFields, Placement};

use super::single;

/// The place of a box in its parent; none for a box that is nowhere in particular.
pub(super) fn placement(transform: Option<&Transform>) -> Placement {
    Placement { flat: transform.map(|place| Flat::Fields(flat_of(place))), space: transform.map(matrix) }
}

/// The five numbers that count in the plane.
fn flat_of(place: &Transform) -> FlatFields {
    FlatFields {
        position: Vec2::new(single(place.x), single(place.y)),
        rotation: single(place.rotation),
        scale: Vec2::new(single(place.scale_x), single(place.scale_y)),
    }
}

/// A flat component's own place.
pub(super) fn flat(place: Option<FlatPlace>) -> FlatFields {
    let place = place.unwrap_or(FlatPlace::IDENTITY);
    FlatFields {
        position: Vec2::new(single(place.x), single(place.y)),
        rotation: single(place.rotation),
        scale: Vec2::new(single(place.scale_x), single(place.scale_y)),
    }
}

/// Yaw, pitch and roll, in that order from the outside.
fn turn(yaw: f64, pitch: f64, roll: f64) -> Quat {
    Quat::from_euler(EulerRot::YXZ, single(yaw), single(pitch), single(roll))
}

/// The matrix of nine numbers and a pivot: scaled and turned about the pivot, then moved.
pub(super) fn matrix(place: &Transform) -> Affine3A {
    let [x, y, z] = place.pivot.unwrap_or_default();
    let pivot = Vec3::new(single(x), single(y), single(z));
    let scale = Vec3::new(single(place.scale_x), single(place.scale_y), single(place.scale_z));
    let at = Vec3::new(single(place.x), single(place.y), single(place.z));
    let turn = turn(place.rotation_y, place.rotation_x, place.rotation);
    Affine3A::from_scale_rotation_translation(scale, turn, at + pivot) * Affine3A::from_translation(-pivot)
}

/// A camera's or a light's place without its scales.
pub(super) fn rigid(at: [f64; 3], yaw: f64, pitch: f64, roll: f64) -> Affine3A {
    Affine3A::from_rotation_translation(turn(yaw, pitch, roll), Vec3::from(at.map(single)))
}

/// Where a box is in space, and where lights inside it are measured from.
///
/// The engine moves lights by the tree but never turns them: going down, positions add up as in the plane,
/// heights add up, and the turn and scale of a frame are the box's own, not those of the boxes above.
#[derive(Clone, Copy, Debug)]
pub(super) struct World {
    pub space: Affine3A,
    frame: FlatFields,
    height: f32,
}

impl World {
    /// The world itself.
    pub(super) const ORIGIN: Self =
        Self { space: Affine3A::IDENTITY, frame: FlatFields::IDENTITY, height: 0.0 };

    /// A box inside this one.
    pub(super) fn then(self, transform: Option<&Transform>) -> Self {
        let Some(place) = transform else { return self };
        let own = flat_of(place);
        Self {
            space: self.space * matrix(place),
            frame: FlatFields { position: self.frame.then(own).position, ..own },
            height: self.height + single(place.z),
        }
    }

    /// The world place of a light: where the rule puts it, aimed as its own angles say.
    pub(super) fn light(self, place: &LightPlace) -> Affine3A {
        let own =
            FlatFields { position: Vec2::new(single(place.x), single(place.y)), ..FlatFields::IDENTITY };
        let at = self.frame.then(own).position;
        let turn = turn(place.rotation_y, place.rotation_x, 0.0);
        Affine3A::from_rotation_translation(turn, at.extend(self.height + single(place.z)))
    }
}
