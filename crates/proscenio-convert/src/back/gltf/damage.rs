//! Placements that are no numbers, put right before anything is computed from them.

use std::borrow::Cow;

use glam::{Affine2, Affine3A};
use proscenio_scene::{Component, Flat, FlatFields, Node, NodeId, Scene};

use super::Loss;
use super::writer::node_path;

/// The scene with finite placements everywhere: one that is not becomes the identity, with a loss. The
/// scene is copied only when there is something to repair.
pub(super) fn repaired(scene: &Scene) -> (Cow<'_, Scene>, Vec<Loss>) {
    let broken: Vec<NodeId> =
        scene.nodes.iter().filter(|(_, node)| is_broken(node)).map(|(id, _)| id).collect();
    if broken.is_empty() {
        return (Cow::Borrowed(scene), Vec::new());
    }
    let mut repaired = scene.clone();
    let mut losses = Vec::new();
    for id in broken {
        repair(&mut repaired.nodes[id]);
        losses.push(Loss {
            code: "gltf/placement",
            subject: node_path(scene, id),
            message: "a placement that is not a finite number is left out".to_owned(),
        });
    }
    (Cow::Owned(repaired), losses)
}

fn is_broken(node: &Node) -> bool {
    let placement = &node.placement;
    placement.space.is_some_and(|space| !space.is_finite())
        || placement.flat.is_some_and(|flat| !flat_is_finite(flat))
        || node.components.iter().any(|component| match component {
            Component::Camera(camera) => camera.local.is_some_and(|local| !local.is_finite()),
            Component::Light(light) => light.local.is_some_and(|local| !local.is_finite()),
            Component::Mesh(mesh) => mesh.place.is_some_and(|place| !place.is_finite()),
            Component::Sprite(sprite) => !flat_is_finite(sprite.local),
            Component::Shapes(shapes) => !flat_is_finite(shapes.local),
            _ => false,
        })
}

fn repair(node: &mut Node) {
    let flat = |flat: &mut Flat| {
        if !flat_is_finite(*flat) {
            *flat = match flat {
                Flat::Matrix(_) => Flat::Matrix(Affine2::IDENTITY),
                Flat::Fields(_) => Flat::Fields(FlatFields::IDENTITY),
            };
        }
    };
    let space = |space: &mut Affine3A| {
        if !space.is_finite() {
            *space = Affine3A::IDENTITY;
        }
    };
    node.placement.space.as_mut().map(space);
    node.placement.flat.as_mut().map(flat);
    for component in &mut node.components {
        match component {
            Component::Camera(camera) => {
                camera.local.as_mut().map(space);
            }
            Component::Light(light) => {
                light.local.as_mut().map(space);
            }
            Component::Mesh(mesh) => {
                mesh.place.as_mut().map(space);
            }
            Component::Sprite(sprite) => flat(&mut sprite.local),
            Component::Shapes(shapes) => flat(&mut shapes.local),
            _ => {}
        }
    }
}

fn flat_is_finite(flat: Flat) -> bool {
    match flat {
        Flat::Matrix(matrix) => matrix.is_finite(),
        Flat::Fields(fields) => {
            fields.position.is_finite() && fields.rotation.is_finite() && fields.scale.is_finite()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::repaired;
    use glam::{Affine3A, Vec3};
    use proscenio_scene::{Node, Placement, Scene};
    use std::borrow::Cow;

    #[test]
    fn a_sound_scene_is_not_copied() {
        let scene = Scene::new("s", Node::new("root"));
        assert!(matches!(repaired(&scene), (Cow::Borrowed(_), losses) if losses.is_empty()));
    }

    #[test]
    fn one_bad_number_does_not_spoil_what_is_below() {
        let nowhere = Placement::space(Affine3A::from_translation(Vec3::new(f32::NAN, 0.0, 0.0)));
        let mut scene = Scene::new("s", Node { placement: nowhere, ..Node::new("root") });
        let child = scene.add_child(scene.root, Node::new("child"));
        let (fixed, losses) = repaired(&scene);
        assert_eq!(fixed.world_placements().space(child), Affine3A::IDENTITY);
        assert_eq!((losses.len(), losses[0].subject.as_str()), (1, "root"));
    }
}
