//! What turns to the eye, or keeps its size before it.

use proscenio_scene::Billboard;
use proscenio_scene::glam::{Affine3A, Mat3A, Vec3A};

use super::materials::Prepared;
use crate::camera::Eye;

/// The eye that things turn to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Onlooker {
    /// Eye to world; looks along −Z.
    world: Affine3A,
    /// Half the height of what is seen, metres, when far things are as large as near ones.
    flat: Option<f32>,
}

impl Onlooker {
    pub(crate) fn of(eye: &Eye) -> Self {
        let rise = eye.clip_from_eye.y_axis.y.abs();
        Self { world: eye.world, flat: eye.flat.then(|| if rise > 0.0 { 1.0 / rise } else { 1.0 }) }
    }

    /// Where something with a material is drawn that stands at a place.
    pub(super) fn placed(&self, placed: Affine3A, material: &Prepared) -> Affine3A {
        let turned = material.billboard.map_or(placed, |billboard| facing(placed, billboard, self.world));
        if material.fixed_size { self.as_near(turned) } else { turned }
    }

    /// Engine behaviour (Godot): made larger by how far ahead it is.
    fn as_near(&self, placed: Affine3A) -> Affine3A {
        let way = placed.translation - self.world.translation;
        let size = self.flat.unwrap_or_else(|| way.dot(-self.world.matrix3.z_axis));
        // Behind the eye nothing is seen of it; a size of nothing would have no normals.
        let size = if size.is_finite() && size > 1e-4 { size } else { 1e-4 };
        Affine3A { matrix3: placed.matrix3 * size, ..placed }
    }
}

/// A placement turned to the eye.
///
/// Engine behaviour (Godot): to where the eye looks, not to where it stands, so that all turn alike.
fn facing(placed: Affine3A, billboard: Billboard, eye: Affine3A) -> Affine3A {
    let axes = eye.matrix3;
    let turn = if billboard.upright {
        let right = Vec3A::Y.cross(axes.z_axis).normalize_or(axes.x_axis);
        Mat3A::from_cols(right, Vec3A::Y, right.cross(Vec3A::Y))
    } else {
        axes
    };
    let scale = |axis: Vec3A| if billboard.keep_scale { axis.length() } else { 1.0 };
    let own = placed.matrix3;
    let matrix3 = Mat3A::from_cols(
        turn.x_axis * scale(own.x_axis),
        turn.y_axis * scale(own.y_axis),
        turn.z_axis * scale(own.z_axis),
    );
    Affine3A { matrix3, translation: placed.translation }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_size_grows_with_the_way_ahead() {
        let eye = Onlooker { world: Affine3A::from_translation((Vec3A::Z * 4.0).into()), flat: None };
        let at = |x: f32, z: f32| {
            eye.as_near(Affine3A::from_translation(Vec3A::new(x, 0.0, z).into())).matrix3.x_axis.x
        };
        assert_eq!((at(0.0, 0.0), at(3.0, 0.0), at(0.0, -4.0)), (4.0, 4.0, 8.0));
        assert!(at(0.0, 9.0) > 0.0, "behind the eye it stays a placement");
        let flat = Onlooker { flat: Some(2.5), ..eye };
        assert_eq!(flat.as_near(Affine3A::IDENTITY).matrix3.y_axis.y, 2.5);
    }
}
