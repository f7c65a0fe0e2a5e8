//! Nodes that are views of their own.

use proscenio_scene::{
    Component, ImageId, NodeId, Picture as ScenePicture, PictureSees, Scene, WorldPlacements,
};

use crate::prepare;

/// Pictures a scene paints beyond this many are white.
const MOST_PICTURES: usize = 64;

/// The view a node that is a view of its own stands in.
pub(crate) fn surrounding(scene: &Scene, id: NodeId) -> NodeId {
    let mut at = scene.nodes[id].parent;
    while let Some(node) = at {
        if prepare::is_view(scene, node) {
            return node;
        }
        at = scene.nodes[node].parent;
    }
    scene.root
}

/// The pictures a scene paints: inner ones before those around them, those that see the world last. One below a
/// hidden node is not painted.
pub(crate) fn painted<'s>(scene: &'s Scene, world: &WorldPlacements) -> Vec<(NodeId, &'s ScenePicture)> {
    let mut all = Vec::new();
    for id in scene.depth_first() {
        let hidden = scene.nodes[id].parent.is_some_and(|parent| !world.visible(parent));
        let mut pictures = scene.nodes[id].components.iter().filter_map(|component| match component {
            Component::Picture(picture) if !hidden => Some((id, picture)),
            _ => None,
        });
        all.extend(pictures.next_back());
    }
    all.truncate(MOST_PICTURES);
    all.reverse();
    all.sort_by_key(|(_, picture)| picture.sees != PictureSees::Below);
    let mut seen: Vec<ImageId> = Vec::new();
    all.retain(|(_, picture)| {
        let new = !seen.contains(&picture.image);
        seen.push(picture.image);
        new
    });
    all
}
