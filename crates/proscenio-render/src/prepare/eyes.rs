//! The eye that a view is seen with.

use proscenio_scene::WorldPlacements;
use proscenio_scene::glam::{Affine2, Vec2};

use super::{Chosen, Meshes, Seen, flat};
use crate::Note;
use crate::camera::{Eye, OwnEye};

/// The eye in space; `None` when the scene is to be framed.
pub(super) fn placed_eye(
    world: &WorldPlacements,
    chosen: &Chosen<'_>,
    seen: &Seen<'_>,
    picture: Vec2,
) -> Option<Eye> {
    if let Some(own) = seen.own_eye.filter(|own| own.space.is_some()) {
        return if own.outside { None } else { own_eye(own, picture) };
    }
    match chosen.space {
        Some((id, camera)) => {
            let eye = Eye::of(camera, world.space(id), picture.x / picture.y);
            if !camera.follows_plane {
                return Some(eye);
            }
            // As in the engine's own picture, wherever that is put.
            let paper = flat::Paper { moved: Affine2::IDENTITY, ..paper(seen, picture) };
            Some(eye.along_plane(chosen.flat_eye(world, true).view(paper, Vec2::ONE, false), paper.size))
        }
        // Engine behaviour (nacatamalon): a picture without a camera is seen in pixels.
        None => seen.painted.then(|| Eye::pixels(picture)),
    }
}

/// The picture that flat cameras fill.
pub(super) fn paper(seen: &Seen<'_>, picture: Vec2) -> flat::Paper {
    let own = seen.own_eye.and_then(|own| own.plane);
    let (size, moved) = own.unwrap_or((picture, Affine2::IDENTITY));
    flat::Paper { size, moved }
}

fn own_eye(own: &OwnEye, picture: Vec2) -> Option<Eye> {
    let (camera, place) = own.space.as_ref()?;
    Some(Eye::of(camera, *place, picture.x / picture.y))
}

/// The viewer's own eye when it looks at the scene from outside.
pub(super) fn own_outside(seen: &Seen<'_>, picture: Vec2) -> Option<Eye> {
    seen.own_eye.filter(|own| own.outside).and_then(|own| own_eye(own, picture))
}

/// Where space is looked at from, and whether that frames the scene for want of a camera. The doors of rooms are opened
/// for an eye outside.
pub(super) fn standing(
    meshes: &mut Meshes,
    [placed, outside]: [Option<Eye>; 2],
    chosen: &Chosen<'_>,
    seen: &Seen<'_>,
    notes: &mut Vec<Note>,
) -> (Eye, bool) {
    let mut framed = placed.is_none();
    if framed && outside.is_none() && seen.strict && !chosen.frame {
        (*meshes, framed) = (Meshes::default(), false);
    }
    let ratio = seen.size[0] as f32 / seen.size[1] as f32;
    let eye = placed.or(outside).unwrap_or_else(|| Eye::framing(meshes.corners(), ratio));
    if framed {
        meshes.open_rooms(eye.position());
    }
    meshes.line_up();
    if !meshes.draws.is_empty() && framed && outside.is_none() && !chosen.frame {
        notes.push(Note::NoCamera);
    }
    (eye, framed)
}
