//! A scene as it is at a moment of an animation.

use std::collections::BTreeMap;

use proscenio_scene::{
    Animation, AnimationId, Channel, Component, EventKind, Extra, Node, NodeId, Rgba, Scene, Target, Track,
    Values,
};

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
/// move nothing, and so do events, but for those that begin an animation of another player: what that one moves is
/// moved too, as far as it is by then, and its properties are not told.
pub fn pose(scene: &mut Scene, animation: &Animation, time: f64) -> Vec<PropertySample> {
    let properties = pose_own(scene, animation, time);
    pose_begun(scene, animation, time, 0);
    scene.follow_bones();
    properties
}

/// Moves a scene to where it is `time` seconds after it began, all players playing what begins with it
/// ([`AnimationPlayer::autoplay`](proscenio_scene::AnimationPlayer::autoplay)), each at its own speed. Tells whether
/// any does.
pub fn pose_begun_alone(scene: &mut Scene, time: f64) -> bool {
    let players = scene.nodes.iter().flat_map(|(_, node)| &node.components);
    let begun = players.filter_map(|component| {
        let Component::AnimationPlayer(player) = component else { return None };
        let name = player.autoplay.as_ref()?;
        let named = |id: &&AnimationId| scene.animations.get(**id).is_some_and(|known| known.name == *name);
        Some((*player.animations.iter().find(named)?, f64::from(player.speed)))
    });
    let begun: Vec<(AnimationId, f64)> = begun.collect();
    for (id, speed) in &begun {
        // While it is played it is not in the scene, so that none begins itself.
        let animation = std::mem::take(&mut scene.animations[*id]);
        // What an animation sets besides placements has no place in the picture.
        let _ = pose(scene, &animation, time * speed);
        scene.animations[*id] = animation;
    }
    !begun.is_empty()
}

/// Players that play players.
const MOST_BEGUN_DEEP: u32 = 8;

/// Moves what the animations move that this one has begun, each at its own time.
fn pose_begun(scene: &mut Scene, animation: &Animation, time: f64, depth: u32) {
    let time = time_in(animation.length, animation.loop_mode, time);
    let tracks = animation.tracks.iter().filter(|track| track.enabled && track.is_sound());
    for track in tracks.filter(|_| depth < MOST_BEGUN_DEEP) {
        let Some((begun, since)) = begun(scene, track, time) else { continue };
        // While it is played it is not in the scene, so that none begins itself.
        let inner = std::mem::take(&mut scene.animations[begun]);
        pose_own(scene, &inner, time - since);
        pose_begun(scene, &inner, time - since, depth + 1);
        scene.animations[begun] = inner;
    }
}

/// The animation that a track has begun, and when.
fn begun(scene: &Scene, track: &Track, time: f64) -> Option<(AnimationId, f64)> {
    let Target::Event { node, kind: EventKind::Play } = track.target else { return None };
    let key = track.keys.times.partition_point(|key| *key <= time).checked_sub(1)?;
    let Values::Discrete(names) = &track.keys.values else { return None };
    let Some(Extra::Text(name)) = names.get(key) else { return None };
    let player = scene.nodes.get(node)?.components.iter().find_map(|component| match component {
        Component::AnimationPlayer(player) => Some(player),
        _ => None,
    })?;
    let named = |id: &&AnimationId| scene.animations.get(**id).is_some_and(|known| known.name == *name);
    Some((*player.animations.iter().find(named)?, track.keys.times[key]))
}

/// What an animation moves itself.
fn pose_own(scene: &mut Scene, animation: &Animation, time: f64) -> Vec<PropertySample> {
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
            _ => {
                if let Target::Morph { node, target } = &track.target {
                    weigh(scene, *node, *target, &value);
                }
                properties.push(PropertySample { track: index, value });
            }
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
    properties
}

/// Sets the weights of a node's morph targets.
fn weigh(scene: &mut Scene, node: NodeId, target: Option<u32>, value: &Value) {
    if node.index() >= scene.nodes.len() {
        return;
    }
    let meshes = &scene.meshes;
    for component in &mut scene.nodes[node].components {
        let Component::Mesh(instance) = component else { continue };
        let count = meshes.get(instance.mesh).map_or(0, |mesh| mesh.morphs.len());
        instance.morph_weights.resize(count, 0.0);
        match (target, value) {
            (Some(target), Value::Scalar(weight)) => {
                if let Some(own) = instance.morph_weights.get_mut(target as usize) {
                    *own = *weight;
                }
            }
            (None, Value::List(list)) => {
                instance.morph_weights.iter_mut().zip(list).for_each(|(own, weight)| *own = *weight);
            }
            _ => {}
        }
    }
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
    use proscenio_scene::{AnimationPlayer, Interpolation, LoopMode, Placement};

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

    /// A scene with a player that moves a node by a metre a second, in two seconds or round and round, and an
    /// animation that begins it after a second.
    fn playing(loop_mode: LoopMode, names: [&str; 2]) -> (Scene, Animation) {
        let mut scene = Scene::new("s", Node::new("root"));
        let place = Placement::space(Affine3A::IDENTITY);
        let node = scene.add_child(scene.root, Node { placement: place, ..Node::new("n") });
        let player = scene.add_child(scene.root, Node::new("p"));
        let target = Target::Node { node, channel: Channel::Translation };
        let values = Values::Vec3(vec![[0.0; 3], [2.0, 0.0, 0.0]]);
        let tracks = vec![Track::new(target, vec![0.0, 2.0], values)];
        let inner = Animation { name: "go".into(), length: 2.0, loop_mode, tracks, ..Animation::default() };
        let animations = vec![scene.animations.add(inner)];
        let component = AnimationPlayer { animations, speed: 1.0, ..AnimationPlayer::default() };
        scene.nodes[player].components.push(Component::AnimationPlayer(component));
        let target = Target::Event { node: player, kind: EventKind::Play };
        let values = Values::Discrete(names.map(Extra::from).to_vec());
        let tracks = vec![Track::new(target, vec![1.0, 5.0], values)];
        (scene, Animation { name: "all".into(), length: 8.0, tracks, ..Animation::default() })
    }

    #[test]
    fn what_begins_with_the_scene_plays_at_the_speed_of_its_player() {
        let (mut scene, _) = playing(LoopMode::Once, ["", ""]);
        assert!(!pose_begun_alone(&mut scene, 0.5), "nothing begins by itself");
        let all: Vec<NodeId> = scene.depth_first().collect();
        for id in all {
            for component in &mut scene.nodes[id].components {
                if let Component::AnimationPlayer(player) = component {
                    (player.autoplay, player.speed) = (Some("go".into()), 2.0);
                }
            }
        }
        assert!(pose_begun_alone(&mut scene, 0.5));
        let moved = scene.nodes.iter().find(|(_, node)| node.name == "n").unwrap().1.placement.space.unwrap();
        assert_eq!(moved.translation.x, 1.0);
    }

    #[test]
    fn players_that_are_begun_play() {
        let at = |loop_mode, names, time| {
            let (mut scene, animation) = playing(loop_mode, names);
            pose(&mut scene, &animation, time);
            assert_eq!(scene.animations.iter().next().unwrap().1.name, "go");
            scene.nodes[NodeId::from_index(1)].placement.space.unwrap().translation.x
        };
        let places = |loop_mode, names| [0.5, 1.5, 4.5, 6.0].map(|time| at(loop_mode, names, time));
        assert_eq!(places(LoopMode::Once, ["go", "go"]), [0.0, 0.5, 2.0, 1.0]);
        assert_eq!(places(LoopMode::Loop, ["go", "[stop]"]), [0.0, 0.5, 1.5, 0.0]);
    }

    #[test]
    fn a_player_that_begins_itself_ends() {
        let (mut scene, mut outer) = playing(LoopMode::Loop, ["go", "all"]);
        let Component::AnimationPlayer(player) = &mut scene.nodes[NodeId::from_index(2)].components[0] else {
            panic!("no player")
        };
        outer.tracks.extend(outer.tracks.clone());
        player.animations.push(scene.animations.add(outer.clone()));
        pose(&mut scene, &outer, 7.0);
        assert_eq!(scene.animations.len(), 2);
    }
}
