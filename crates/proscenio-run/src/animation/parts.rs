//! Placements taken apart, so that tracks can move one part and leave the others.

use proscenio_scene::glam::{Affine2, Affine3A, EulerRot, Mat3A, Quat, Vec2, Vec3};
use proscenio_scene::{Channel, FlatFields, Trs};

use super::curve;
use super::sample::Value;

/// A placement in space in parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    trs: Trs,
    /// The turn as angles about x, y and z, once one of them was asked for.
    angles: Option<(EulerRot, Vec3)>,
    /// The placement, as long as no part was moved: a lean survives.
    whole: Option<Affine3A>,
}

impl Default for Parts {
    fn default() -> Self {
        Self { trs: Trs::IDENTITY, angles: None, whole: Some(Affine3A::IDENTITY) }
    }
}

impl Parts {
    pub fn new(place: Affine3A) -> Self {
        Self { trs: Trs::of(place), angles: None, whole: Some(place) }
    }

    /// The placement with what tracks say; `far` is a factor on places.
    pub fn with(mut self, moved: &[(Channel, Value)], far: f32) -> Affine3A {
        for (channel, value) in moved {
            self.set(*channel, value, far);
        }
        if let Some(whole) = self.whole {
            return whole;
        }
        if let Some((order, angles)) = self.angles {
            self.trs.rotation = turn(order, angles);
        }
        self.trs.matrix()
    }

    fn set(&mut self, channel: Channel, value: &Value, far: f32) {
        match (channel, value) {
            (Channel::Whole, Value::Affine(whole)) => *self = Self::new(*whole),
            (Channel::Basis, Value::Affine(basis)) => {
                let place = self.whole.map_or(self.trs.translation, |whole| whole.translation.into());
                *self = Self::new(Affine3A { translation: place.into(), ..*basis });
            }
            (Channel::Translation, value) => {
                let Some(place) = triple(value, 0.0) else { return };
                self.moved(|trs| trs.translation = place * far, true);
            }
            (Channel::TranslationAxis(axis), Value::Scalar(number)) => {
                self.moved(|trs| put(&mut trs.translation, axis, *number * far), true);
            }
            (Channel::Scale, value) => {
                let Some(size) = triple(value, 1.0) else { return };
                self.moved(|trs| trs.scale = size, false);
            }
            (Channel::ScaleAxis(axis), Value::Scalar(number)) => {
                self.moved(|trs| put(&mut trs.scale, axis, *number), false);
            }
            (Channel::Rotation, Value::Quat(turn)) => {
                self.angles = None;
                self.moved(|trs| trs.rotation = *turn, false);
            }
            (Channel::Euler(order), Value::Vec3(angles)) => {
                self.angles = Some((order, Vec3::from_array(*angles)));
                self.whole = None;
            }
            (Channel::EulerAxis(order, axis), Value::Scalar(angle)) => {
                let mut angles = self.angles_in(order);
                put(&mut angles, axis, *angle);
                self.angles = Some((order, angles));
                self.whole = None;
            }
            (Channel::Angle, Value::Scalar(angle)) => {
                self.angles = None;
                let turn = Quat::from_rotation_z(*angle);
                self.moved(|trs| trs.rotation = turn, false);
            }
            // A kind of value that the channel does not take moves nothing.
            _ => {}
        }
    }

    /// Moves a part. Places are moved in the whole as well; other parts end it.
    fn moved(&mut self, change: impl FnOnce(&mut Trs), place: bool) {
        change(&mut self.trs);
        self.whole = self.whole.filter(|_| place);
        if let Some(whole) = &mut self.whole {
            whole.translation = self.trs.translation.into();
        }
    }

    fn angles_in(&self, order: EulerRot) -> Vec3 {
        match self.angles {
            Some((known, angles)) if known == order => angles,
            Some((known, angles)) => angles_of(order, turn(known, angles)),
            None => angles_of(order, self.trs.rotation),
        }
    }
}

fn put(vector: &mut Vec3, axis: u8, number: f32) {
    if let Some(place) = vector.as_mut().get_mut(usize::from(axis)) {
        *place = number;
    }
}

fn triple(value: &Value, third: f32) -> Option<Vec3> {
    match value {
        Value::Vec2([x, y]) => Some(Vec3::new(*x, *y, third)),
        Value::Vec3(triple) => Some(Vec3::from_array(*triple)),
        _ => None,
    }
}

/// Where the angles about x, y and z stand in the order of a turn.
fn places(order: EulerRot) -> [usize; 3] {
    match order {
        EulerRot::XZY | EulerRot::XZYEx => [0, 2, 1],
        EulerRot::YXZ | EulerRot::YXZEx => [1, 0, 2],
        EulerRot::YZX | EulerRot::YZXEx => [1, 2, 0],
        EulerRot::ZXY | EulerRot::ZXYEx => [2, 0, 1],
        EulerRot::ZYX | EulerRot::ZYXEx => [2, 1, 0],
        _ => [0, 1, 2],
    }
}

/// The turn of three angles about x, y and z.
fn turn(order: EulerRot, angles: Vec3) -> Quat {
    let [a, b, c] = places(order).map(|axis| angles[axis]);
    Quat::from_euler(order, a, b, c)
}

fn angles_of(order: EulerRot, turn: Quat) -> Vec3 {
    let (a, b, c) = Mat3A::from_quat(turn).to_euler(order);
    let mut angles = Vec3::ZERO;
    for (axis, angle) in places(order).into_iter().zip([a, b, c]) {
        angles[axis] = angle;
    }
    angles
}

/// A placement in the plane in parts; angles in radians, clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatParts {
    position: Vec2,
    angle: f32,
    /// How much the y axis leans.
    pub lean: f32,
    scale: Vec2,
}

impl FlatParts {
    pub fn of_fields(fields: FlatFields) -> Self {
        let FlatFields { position, rotation, scale } = fields;
        Self { position, angle: rotation, lean: 0.0, scale }
    }

    pub fn of_matrix(matrix: Affine2) -> Self {
        let (angle, lean, scale) = curve::leaning(matrix);
        Self { position: matrix.translation, angle, lean, scale }
    }

    pub fn fields(self) -> FlatFields {
        FlatFields { position: self.position, rotation: self.angle, scale: self.scale }
    }

    pub fn matrix(self) -> Affine2 {
        Affine2::from_cols(
            Vec2::from_angle(self.angle) * self.scale.x,
            Vec2::from_angle(self.angle + self.lean).perp() * self.scale.y,
            self.position,
        )
    }

    /// The placement with what tracks say.
    pub fn with(mut self, moved: &[(Channel, Value)]) -> Self {
        for (channel, value) in moved {
            match (channel, value) {
                (Channel::Whole, Value::Flat(whole)) => self = Self::of_matrix(*whole),
                (Channel::Translation, value) => {
                    self.position = triple(value, 0.0).map_or(self.position, Vec3::truncate);
                }
                (Channel::Scale, value) => {
                    self.scale = triple(value, 1.0).map_or(self.scale, Vec3::truncate);
                }
                (Channel::TranslationAxis(axis @ 0..=1), Value::Scalar(number)) => {
                    self.position[usize::from(*axis)] = *number;
                }
                (Channel::ScaleAxis(axis @ 0..=1), Value::Scalar(number)) => {
                    self.scale[usize::from(*axis)] = *number;
                }
                // What turns about z in space turns in the plane.
                (Channel::Angle | Channel::EulerAxis(_, 2), Value::Scalar(angle)) => self.angle = *angle,
                (Channel::Euler(_), Value::Vec3([_, _, angle])) => self.angle = *angle,
                (Channel::Skew, Value::Scalar(angle)) => self.lean = *angle,
                _ => {}
            }
        }
        self
    }
}
