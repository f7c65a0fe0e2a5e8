//! A scene as it is at a moment of an animation.

use std::collections::BTreeMap;

use proscenio_scene::glam::{Affine2, EulerRot, Quat, Vec2, Vec3};
use proscenio_scene::{
    Animation, AnimationId, Base, Channel, Flat, FlatFields, Node, NodeId, Scene, Target, Trs,
};

use super::sample::{Sampler, Value, time_in};

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

/// Moves the nodes and bones of a scene to where they are `time` seconds after an animation started.
///
/// Values that are measured from rest are measured from where nodes are now, so each moment must be applied to the
/// scene as it was read. Gives back what is no placement. Tracks that are disabled, not sound or lead nowhere
/// move nothing.
pub fn pose(scene: &mut Scene, animation: &Animation, time: f64) -> Vec<PropertySample> {
    let time = time_in(animation.length, animation.loop_mode, time);
    let mut bones: BTreeMap<(NodeId, u32), Moved> = BTreeMap::new();
    let mut nodes: BTreeMap<NodeId, Moved> = BTreeMap::new();
    let mut properties = Vec::new();
    for (index, track) in animation.tracks.iter().enumerate().filter(|(_, track)| track.enabled) {
        let Some(sampler) = Sampler::new(animation, track) else { continue };
        let moved = match &track.target {
            Target::Bone { node, bone, channel } => {
                Some((bones.entry((*node, *bone)).or_default(), *channel))
            }
            Target::Node { node, channel } => Some((nodes.entry(*node).or_default(), *channel)),
            Target::Morph { .. } | Target::Property { .. } | Target::Nowhere { .. } => None,
        };
        match moved {
            Some((moved, channel)) => moved.part(track.base).set(channel, &sampler.at(time)),
            None if matches!(track.target, Target::Nowhere { .. }) => {}
            None => properties.push(PropertySample { track: index, value: sampler.at(time) }),
        }
    }
    for ((node, bone), moved) in bones {
        pose_bone(scene, node, bone, &moved);
    }
    for (node, moved) in nodes {
        if node.index() < scene.nodes.len() {
            pose_node(&mut scene.nodes[node], &moved);
        }
    }
    properties
}

/// What the tracks of one thing say, by what they are measured from.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    parent: Parts,
    rest: Parts,
}

/// The parts of a placement that tracks speak of.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    translation: Option<Vec3>,
    rotation: Option<Quat>,
    angle: Option<f32>,
    scale: Option<Vec3>,
}

impl Moved {
    fn part(&mut self, base: Base) -> &mut Parts {
        match base {
            Base::Parent => &mut self.parent,
            Base::Rest => &mut self.rest,
        }
    }
}

impl Parts {
    fn set(&mut self, channel: Channel, value: &Value) {
        match (channel, value) {
            (Channel::Translation, value) => self.translation = triple(value, 0.0).or(self.translation),
            (Channel::Scale, value) => self.scale = triple(value, 1.0).or(self.scale),
            (Channel::Rotation, Value::Quat(turn)) => self.rotation = Some(*turn),
            (Channel::Euler(order), Value::Vec3(angles)) => self.rotation = Some(euler(order, *angles)),
            (Channel::Angle, Value::Scalar(angle)) => self.angle = Some(*angle),
            // A kind of value that the channel does not take moves nothing.
            _ => {}
        }
    }

    fn is_empty(&self) -> bool {
        self.translation.is_none() && self.rotation.is_none() && self.angle.is_none() && self.scale.is_none()
    }

    /// The placement that has these parts and the others of `rest`.
    fn over(&self, rest: Trs) -> Trs {
        let angle = self.angle.map(Quat::from_rotation_z);
        Trs {
            translation: self.translation.unwrap_or(rest.translation),
            rotation: self.rotation.or(angle).unwrap_or(rest.rotation),
            scale: self.scale.unwrap_or(rest.scale),
        }
    }
}

fn triple(value: &Value, third: f32) -> Option<Vec3> {
    match value {
        Value::Vec2([x, y]) => Some(Vec3::new(*x, *y, third)),
        Value::Vec3(triple) => Some(Vec3::from_array(*triple)),
        _ => None,
    }
}

/// The turn of three angles about x, y and z.
fn euler(order: EulerRot, [x, y, z]: [f32; 3]) -> Quat {
    let [a, b, c] = match order {
        EulerRot::XZY | EulerRot::XZYEx => [x, z, y],
        EulerRot::YXZ | EulerRot::YXZEx => [y, x, z],
        EulerRot::YZX | EulerRot::YZXEx => [y, z, x],
        EulerRot::ZXY | EulerRot::ZXYEx => [z, x, y],
        EulerRot::ZYX | EulerRot::ZYXEx => [z, y, x],
        _ => [x, y, z],
    };
    Quat::from_euler(order, a, b, c)
}

fn pose_bone(scene: &mut Scene, node: NodeId, bone: u32, moved: &Moved) {
    let Some(skeleton) = scene.nodes.get(node).and_then(|node| node.skeleton) else { return };
    if skeleton.index() >= scene.skeletons.len() {
        return;
    }
    let Some(bone) = scene.skeletons[skeleton].bones.get_mut(bone as usize) else { return };
    if !moved.parent.is_empty() {
        bone.pose = moved.parent.over(Trs::of(bone.pose)).matrix();
    }
    if !moved.rest.is_empty() {
        bone.pose = bone.rest * moved.rest.over(Trs::IDENTITY).matrix();
    }
}

fn pose_node(node: &mut Node, moved: &Moved) {
    if let Some(flat) = node.placement.flat {
        node.placement.flat = Some(pose_flat(flat, moved));
    }
    if let Some(space) = node.placement.space {
        let mut posed = space;
        if !moved.parent.is_empty() {
            posed = moved.parent.over(Trs::of(space)).matrix();
        }
        if !moved.rest.is_empty() {
            posed *= moved.rest.over(Trs::IDENTITY).matrix();
        }
        node.placement.space = Some(posed);
    }
}

fn pose_flat(flat: Flat, moved: &Moved) -> Flat {
    let apply = |fields: FlatFields, parts: &Parts| FlatFields {
        position: parts.translation.map_or(fields.position, Vec3::truncate),
        rotation: parts.angle.unwrap_or(fields.rotation),
        scale: parts.scale.map_or(fields.scale, Vec3::truncate),
    };
    let replaced = match (moved.parent.is_empty(), flat) {
        (true, flat) => flat,
        (false, Flat::Fields(fields)) => Flat::Fields(apply(fields, &moved.parent)),
        (false, Flat::Matrix(matrix)) => Flat::Matrix(apply(fields_of(matrix), &moved.parent).matrix()),
    };
    if moved.rest.is_empty() {
        return replaced;
    }
    replaced.then(Flat::Fields(apply(FlatFields::IDENTITY, &moved.rest)))
}

fn fields_of(matrix: Affine2) -> FlatFields {
    let (scale, rotation, position): (Vec2, f32, Vec2) = matrix.to_scale_angle_translation();
    FlatFields { position, rotation, scale }
}
