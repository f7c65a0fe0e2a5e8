//! Where a node is, in the plane and in space.

use glam::{Affine2, Affine3A, Vec2};

/// A node's placement relative to its parent. A family may use both worlds at once: a nacatamalon box
/// places flat drawings and models.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// In the plane; `None` passes the parent's placement on.
    pub flat: Option<Flat>,
    /// In space; `None` passes the parent's placement on.
    pub space: Option<Affine3A>,
}

impl Placement {
    /// Nowhere in particular: a node that only groups.
    pub const NONE: Self = Self { flat: None, space: None };

    /// In space alone.
    #[must_use]
    pub const fn space(transform: Affine3A) -> Self {
        Self { flat: None, space: Some(transform) }
    }

    /// In the plane alone.
    #[must_use]
    pub const fn flat(flat: Flat) -> Self {
        Self { flat: Some(flat), space: None }
    }
}

/// A placement in the plane, and the rule by which placements add up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flat {
    /// Matrices multiply; scaling a turned child shears it (Godot).
    Matrix(Affine2),
    /// Positions, angles and scales add up one by one; nothing is ever sheared (nacatamalon).
    Fields(FlatFields),
}

/// Position, angle and scale apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatFields {
    /// Pixels.
    pub position: Vec2,
    /// Radians, clockwise on the screen.
    pub rotation: f32,
    /// Factor per axis.
    pub scale: Vec2,
}

impl FlatFields {
    /// At the origin, not turned, as large as it is.
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: 0.0, scale: Vec2::ONE };

    /// The placement of `local` measured in the world of `self`.
    #[must_use]
    pub fn then(self, local: Self) -> Self {
        let moved = Vec2::from_angle(self.rotation).rotate(local.position * self.scale);
        Self {
            position: self.position + moved,
            rotation: self.rotation + local.rotation,
            scale: self.scale * local.scale,
        }
    }

    /// As a matrix.
    #[must_use]
    pub fn matrix(self) -> Affine2 {
        Affine2::from_scale_angle_translation(self.scale, self.rotation, self.position)
    }
}

impl Flat {
    /// Changes nothing, by fields.
    pub const IDENTITY: Self = Self::Fields(FlatFields::IDENTITY);

    /// The placement of `local` measured in the world of `self`. Fields stay fields only among fields.
    #[must_use]
    pub fn then(self, local: Self) -> Self {
        match (self, local) {
            (Self::Fields(parent), Self::Fields(local)) => Self::Fields(parent.then(local)),
            (parent, local) => Self::Matrix(parent.matrix() * local.matrix()),
        }
    }

    /// As a matrix.
    #[must_use]
    pub fn matrix(self) -> Affine2 {
        match self {
            Self::Matrix(matrix) => matrix,
            Self::Fields(fields) => fields.matrix(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flat, FlatFields};
    use glam::{Affine2, Vec2};
    use std::f32::consts::FRAC_PI_2;

    fn fields(x: f32, y: f32, rotation: f32, sx: f32, sy: f32) -> FlatFields {
        FlatFields { position: Vec2::new(x, y), rotation, scale: Vec2::new(sx, sy) }
    }

    #[test]
    fn a_quarter_turn_takes_right_to_down() {
        let world = fields(10.0, 20.0, FRAC_PI_2, 2.0, 1.0).then(fields(3.0, 0.0, 0.0, 1.0, 1.0));
        assert!(world.position.abs_diff_eq(Vec2::new(10.0, 26.0), 1e-5), "{world:?}");
        assert_eq!(world.scale, Vec2::new(2.0, 1.0));
    }

    #[test]
    fn fields_never_shear_and_matrices_do() {
        let (parent, child) = (fields(0.0, 0.0, 0.0, 2.0, 1.0), fields(0.0, 0.0, 0.7, 1.0, 1.0));
        let axes = |m: Affine2| m.matrix2.x_axis.dot(m.matrix2.y_axis);
        assert!(axes(Flat::Fields(parent).then(Flat::Fields(child)).matrix()).abs() < 1e-6);
        assert!(axes(Flat::Matrix(parent.matrix()).then(Flat::Fields(child)).matrix()).abs() > 0.1);
    }
}
