//! What a picture was seen through.

use proscenio_scene::glam::{Affine2, Affine3A, Mat4};

use crate::prepare::Prepared;

/// What a picture is seen through: for what is laid over it, and to find what is under a pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// World to clip space; depth is 1 near and 0 far.
    pub clip_from_world: Mat4,
    /// Eye to world; it looks along −Z.
    pub eye: Affine3A,
    /// Whether far things are as large as near ones.
    pub parallel: bool,
    /// Whether the scene is looked at from outside, framed by the renderer or by an eye of the viewer's own.
    pub outside: bool,
    /// Whether there is anything in space.
    pub space: bool,
    /// World to screen in the plane, pixels from the top left.
    pub plane: Affine2,
    /// As [`Sight::plane`], for what cameras leave alone.
    pub screen: Affine2,
}

impl Default for Sight {
    /// Of an empty picture.
    fn default() -> Self {
        Self {
            clip_from_world: Mat4::IDENTITY,
            eye: Affine3A::IDENTITY,
            parallel: true,
            outside: false,
            space: false,
            plane: Affine2::IDENTITY,
            screen: Affine2::IDENTITY,
        }
    }
}

impl Sight {
    pub(crate) fn of(prepared: &Prepared<'_>) -> Self {
        Self {
            clip_from_world: prepared.eye.clip_from_world(),
            eye: prepared.eye.world,
            parallel: prepared.eye.flat,
            outside: prepared.framed,
            space: !prepared.meshes.draws.is_empty(),
            plane: prepared.plane.world,
            screen: prepared.plane.screen,
        }
    }
}
