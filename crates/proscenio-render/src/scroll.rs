//! Placing what scrolls by where the cameras in the plane look.

use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{Camera2d, Component, Flat, FlatSight, NodeId, Scene, Scroll, WorldPlacements};

use crate::prepare::{first_flat_camera, flat_place};
use crate::views::surrounding;
use crate::{CameraChoice, View};

/// Moves all that scrolls; where no camera looks at the plane it stays.
pub(crate) fn place(scene: &Scene, world: &mut WorldPlacements, view: &View) {
    let all = scene.nodes.iter().filter_map(|(id, _)| Some((id, *scroll(scene, id)?)));
    let all: Vec<(NodeId, Scroll)> = all.collect();
    for (id, scroll) in all {
        let Some(sight) = sight(scene, world, view, surrounding(scene, id)) else { continue };
        let own = scene.nodes[id].placement.flat.map_or(Affine2::IDENTITY, Flat::matrix);
        let placed = scroll.placed(own, &sight, view.time);
        if placed.is_finite() {
            world.place_flat(scene, id, Flat::Matrix(placed));
        }
    }
}

/// How a node scrolls.
pub(crate) fn scroll(scene: &Scene, id: NodeId) -> Option<&Scroll> {
    scene.nodes[id].components.iter().find_map(|component| match component {
        Component::Scroll(scroll) => Some(scroll),
        _ => None,
    })
}

/// What is seen of the plane of a view.
fn sight(scene: &Scene, world: &WorldPlacements, view: &View, root: NodeId) -> Option<FlatSight> {
    let picture = scene.nodes[root].components.iter().find_map(|component| match component {
        Component::Picture(picture) => Some(picture.size),
        _ => None,
    });
    let (node, camera) = match (view.camera, picture) {
        (CameraChoice::Frame, None) => return None,
        (CameraChoice::Node(id), None) if flat_camera(scene, id).is_some() => (id, flat_camera(scene, id)?),
        _ => first_flat_camera(scene, root)?,
    };
    if camera.waits && view.as_engine && view.time <= 0.0 {
        return None;
    }
    let [width, height] = picture.unwrap_or(view.size);
    let picture = Vec2::new(width as f32, height as f32);
    let seen = camera.view(flat_place(world, node), picture);
    Some(FlatSight { view: seen, origin: camera.origin * picture, picture })
}

fn flat_camera(scene: &Scene, id: NodeId) -> Option<&Camera2d> {
    scene.nodes.get(id)?.components.iter().find_map(|component| match component {
        Component::Camera2d(camera) => Some(camera),
        _ => None,
    })
}
