//! Places in 3D, in the world's measure: right-handed, +y up, angles in radians.

use super::{BoxId, LiveScene, PartId};
use crate::model::{ComponentData, LightKind, LightPlace, Transform};

/// An affine map of space: three rows, the fourth number of each the move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix(pub [[f64; 4]; 3]);

impl Matrix {
    /// What leaves everything where it is.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// Scaled first, then rolled about Z, pitched about X, yawed about Y, then moved; turns and growths go
    /// about the pivot where there is one.
    #[must_use]
    pub fn of(place: &Transform) -> Self {
        let [pivot_x, pivot_y, pivot_z] = place.pivot.unwrap_or_default();
        let about = Self::turned(place) * Self::moved(-pivot_x, -pivot_y, -pivot_z);
        Self::moved(place.x + pivot_x, place.y + pivot_y, place.z + pivot_z) * about
    }

    fn moved(x: f64, y: f64, z: f64) -> Self {
        Self([[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]])
    }

    fn turned(place: &Transform) -> Self {
        let ((sx, cx), (sy, cy), (sz, cz)) =
            (place.rotation_x.sin_cos(), place.rotation_y.sin_cos(), place.rotation.sin_cos());
        let (kx, ky, kz) = (place.scale_x, place.scale_y, place.scale_z);
        Self([
            [kx * (cy * cz + sy * sx * sz), ky * (sy * sx * cz - cy * sz), kz * sy * cx, 0.0],
            [kx * cx * sz, ky * cx * cz, -kz * sx, 0.0],
            [kx * (cy * sx * sz - sy * cz), ky * (sy * sz + cy * sx * cz), kz * cy * cx, 0.0],
        ])
    }

    /// Where a point goes.
    #[must_use]
    pub fn point(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        self.0.map(|[a, b, c, d]| a * x + b * y + c * z + d)
    }
}

impl std::ops::Mul for Matrix {
    type Output = Self;

    /// First the right one, then the left one.
    fn mul(self, right: Self) -> Self {
        Self(self.0.map(|row| {
            std::array::from_fn(|column| {
                let sum: f64 = (0..3).map(|at| row[at] * right.0[at][column]).sum();
                if column == 3 { sum + row[3] } else { sum }
            })
        }))
    }
}

impl LiveScene {
    /// The matrix of a box: from its own space into the world's. The identity for a box that is gone.
    #[must_use]
    pub fn deep_place(&self, id: BoxId) -> Matrix {
        let places = self.way_down(id).filter_map(|own| self.get(own)?.node.transform.as_ref());
        places.fold(Matrix::IDENTITY, |frame, place| frame * Matrix::of(place))
    }

    /// The matrix of a model or an emitter in space: its own place inside its box's.
    #[must_use]
    pub fn deep_place_of(&self, part: PartId) -> Matrix {
        let frame = self.deep_place(part.owner);
        let own = self.part(part).and_then(|part| match &part.component.data {
            ComponentData::Mesh(data) => data.place.as_ref(),
            ComponentData::Particles3d(data) => data.place.as_ref(),
            _ => None,
        });
        own.map_or(frame, |own| frame * Matrix::of(own))
    }

    /// Where a light stands in the world, with the turns that are its own.
    ///
    /// A light is moved by the tree and never turned, and the frame of a box that it is moved by carries the
    /// turn and growth of that box alone, not those of the boxes around it: so the engine does it.
    #[must_use]
    pub fn light_place_of(&self, part: PartId) -> Option<LightPlace> {
        let ComponentData::Light(light) = &self.part(part)?.component.data else { return None };
        let mut frame = Transform::IDENTITY;
        for place in self.way_down(part.owner).filter_map(|own| self.get(own)?.node.transform.as_ref()) {
            let [x, y, z] = carried(&frame, [place.x, place.y, place.z]);
            frame = Transform { x, y, z, pivot: None, ..*place };
        }
        let own = light.place.unwrap_or(unsaid(light.kind));
        let [x, y, z] = carried(&frame, [own.x, own.y, own.z]);
        Some(LightPlace { x, y, z, ..own })
    }
}

/// A point of a frame that turns in the plane alone.
fn carried(frame: &Transform, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let (sin, cos) = frame.rotation.sin_cos();
    let (x, y) = (x * frame.scale_x, y * frame.scale_y);
    [frame.x + cos * x - sin * y, frame.y + sin * x + cos * y, frame.z + z]
}

/// How a light that says no place is aimed.
fn unsaid(kind: LightKind) -> LightPlace {
    let (rotation_x, rotation_y) = match kind {
        LightKind::Directional => (-0.9, 0.6),
        LightKind::Spot => (-std::f64::consts::FRAC_PI_2, 0.0),
        _ => (0.0, 0.0),
    };
    LightPlace { x: 0.0, y: 0.0, z: 0.0, rotation_x, rotation_y }
}
