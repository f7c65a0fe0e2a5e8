//! Cameras that look as if the tree moved them, which it never does.

use proscenio_nacatamalon::model::{BodyKind, ComponentData, ComponentKind, Node};
use proscenio_source::Finding;

use crate::{MOVING_CAMERA, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MOVING_CAMERA, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    // The nearest box upwards that moves, for every box; parents come before their children.
    let mut moved_by: Vec<Option<&Node>> = Vec::with_capacity(scene.nodes.len());
    for node in &scene.nodes {
        let above = node.parent.and_then(|id| moved_by.get(id.index()).copied().flatten());
        moved_by.push(if moves(node) { Some(node) } else { above });
        let Some(mover) = moved_by.last().copied().flatten() else { continue };
        let cameras = node
            .components
            .iter()
            .filter(|own| matches!(own.kind, ComponentKind::Camera2d | ComponentKind::Camera3d));
        for camera in cameras {
            let message =
                format!("the camera of `{}` does not move with the box `{}`", node.name, mover.name);
            let finding = MOVING_CAMERA.finding(subject.path(), message).at(camera.site.span);
            out.push(finding.about(node.name.as_str()).related(mover.site.span, "the box that moves"));
        }
    }
}

/// Whether something moves a box. A motion on the root may move anything in the scene, so it says nothing
/// about the root itself.
fn moves(node: &Node) -> bool {
    let pushed = |kind: BodyKind| matches!(kind, BodyKind::Dynamic | BodyKind::Kinematic);
    node.components.iter().any(|component| match &component.data {
        ComponentData::Motion(_) => node.parent.is_some(),
        ComponentData::PhysicsBody2d(own) => pushed(own.body.kind),
        ComponentData::PhysicsBody3d(own) => pushed(own.body.kind),
        _ => false,
    })
}
