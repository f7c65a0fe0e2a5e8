//! A scene as it is at a moment of an animation.

use std::collections::BTreeMap;

use proscenio_scene::{Animation, AnimationId, Channel, Extra, Node, NodeId, Rgba, Scene, Target};

use super::moved::{Asked, Moved};
use super::sample::{Value, time_in};

/// A scene in a pose, and what the pose says that the scene has no field for.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The scene; bones and placements moved.
    pub scene: Scene,
    /// Values of properties and morph targets, in the order of the tracks.
    pub properties: Vec<PropertySample>,
}

/// A value that an animation gives to something other than a placement.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertySample {
    /// Which track of the animation says so.
    pub track: usize,
    /// The value.
    pub value: Value,
}

/// A copy of a scene as it is `time` seconds after an animation started.
///
/// Several animations are applied with [`pose`], one after the other. An animation that is not in the scene moves
/// nothing.
#[must_use]
pub fn pose_scene(scene: &Scene, animation: AnimationId, time: f64) -> Posed {
    let mut posed = scene.clone();
    let properties = match scene.animations.get(animation) {
        Some(animation) => pose(&mut posed, animation, time),
        None => Vec::new(),
    };
    Posed { scene: posed, properties }
}

/// Moves the nodes and bones of a scene to where they are `time` seconds after an animation started, and with them
/// the nodes that [follow bones](Scene::follow_bones).
///
/// Values that are measured from rest are measured from where nodes are now, so each moment must be applied to the
/// scene as it was read. Gives back what is no placement. Tracks that are disabled, not sound or lead nowhere
/// move nothing, and so do events.
pub fn pose(scene: &mut Scene, animation: &Animation, time: f64) -> Vec<PropertySample> {
    let time = time_in(animation.length, animation.loop_mode, time);
    let mut bones: BTreeMap<(NodeId, u32), Moved> = BTreeMap::new();
    let mut nodes: BTreeMap<NodeId, Moved> = BTreeMap::new();
    let mut properties = Vec::new();
    for (index, track) in animation.tracks.iter().enumerate() {
        let Some(value) = Asked::new(animation, track).and_then(|asked| asked.at(time)) else { continue };
        match &track.target {
            Target::Bone { node, bone, channel } => {
                bones.entry((*node, *bone)).or_default().add(track.base, *channel, value);
            }
            Target::Node { node, channel } => {
                nodes.entry(*node).or_default().add(track.base, *channel, value);
            }
            _ => properties.push(PropertySample { track: index, value }),
        }
    }
    for ((node, bone), moved) in &bones {
        pose_bone(scene, *node, *bone, moved);
    }
    for (node, moved) in &nodes {
        if node.index() < scene.nodes.len() {
            pose_node(&mut scene.nodes[*node], moved);
        }
    }
    scene.follow_bones();
    properties
}

fn pose_bone(scene: &mut Scene, node: NodeId, bone: u32, moved: &Moved) {
    let Some(skeleton) = scene.nodes.get(node).and_then(|node| node.skeleton) else { return };
    if skeleton.index() >= scene.skeletons.len() {
        return;
    }
    let skeleton = &mut scene.skeletons[skeleton];
    let far = skeleton.motion_scale.unwrap_or(1.0);
    if let Some(bone) = skeleton.bones.get_mut(bone as usize) {
        bone.pose = moved.space(bone.pose, Some(bone.rest), far);
    }
}

fn pose_node(node: &mut Node, moved: &Moved) {
    for (channel, value) in moved.parent() {
        match (channel, value) {
            (Channel::Visible, Value::Any(Extra::Bool(shown))) => node.visible = *shown,
            (Channel::Tint, Value::Vec4(color)) => node.tint = Rgba::from_stored(*color),
            _ => {}
        }
    }
    node.placement.flat = node.placement.flat.map(|flat| moved.flat(flat));
    node.placement.space = node.placement.space.map(|space| moved.space(space, None, 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::glam::{Affine3A, EulerRot, Vec3};
    use proscenio_scene::{Interpolation, LoopMode, Placement, Track, Values};

    fn scene(tracks: Vec<Track>) -> (Scene, Animation) {
        let turned = Affine3A::from_rotation_y(0.25) * Affine3A::from_scale(Vec3::splat(2.0));
        let node = Node { placement: Placement::space(turned), ..Node::new("n") };
        let animation = Animation {
            name: "a".into(),
            length: 2.0,
            loop_mode: LoopMode::Once,
            tracks,
            ..Animation::default()
        };
        (Scene::new("s", node), animation)
    }

    fn track(channel: Channel, values: Values) -> Track {
        let node = NodeId::from_index(0);
        Track::new(Target::Node { node, channel }, vec![0.5, 1.5], values)
    }

    #[test]
    fn single_angles_leave_the_others_and_the_size() {
        let angles = Values::Scalar(vec![0.0, 1.0]);
        let track = track(Channel::EulerAxis(EulerRot::YXZ, 0), angles);
        let (mut scene, animation) = scene(vec![track]);
        pose(&mut scene, &animation, 1.0);
        let wanted = Affine3A::from_rotation_y(0.25)
            * Affine3A::from_rotation_x(0.5)
            * Affine3A::from_scale(Vec3::splat(2.0));
        let found = scene.nodes[scene.root].placement.space.unwrap();
        assert!(found.abs_diff_eq(wanted, 1e-5), "{found:?} {wanted:?}");
    }

    #[test]
    fn discrete_tracks_say_nothing_before_their_first_key() {
        let hide = Values::Any(vec![Extra::Bool(false), Extra::Bool(true)]);
        let hide =
            Track { waits: true, interpolation: Interpolation::Nearest, ..track(Channel::Visible, hide) };
        let (scene, animation) = scene(vec![hide]);
        let shown = [0.4, 0.5, 1.4, 1.5].map(|time| {
            let mut posed = scene.clone();
            pose(&mut posed, &animation, time);
            posed.nodes[posed.root].visible
        });
        assert_eq!(shown, [true, false, false, true]);
    }
}
