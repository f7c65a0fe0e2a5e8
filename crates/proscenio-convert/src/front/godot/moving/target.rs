//! Where paths of tracks lead: placements, bones, blend shapes, properties.

use glam::EulerRot;
use proscenio_godot::animation::{Track, TrackKind};
use proscenio_godot::classes::ClassTable;
use proscenio_godot::node_path::NodePath;
use proscenio_scene::{Channel, EventKind, NodeId, Target};

use super::super::files::{Generation, Place};
use super::super::{Importer, props::Props};
use super::{Later, Linked};

/// A target, and what its values must be multiplied by.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub target: Target,
    /// Degrees of the file are radians of the scene.
    pub factor: f32,
    /// The property, when the path names one.
    pub property: String,
}

impl Found {
    pub const NOWHERE: Self = Self { target: Target::Nowhere, factor: 1.0, property: String::new() };

    fn at(target: Target) -> Self {
        Self { target, factor: 1.0, property: String::new() }
    }

    /// The channel of a node or bone for the parts of a track that has several.
    pub fn channel(&self, channel: Channel) -> Target {
        match self.target {
            Target::Node { node, .. } => Target::Node { node, channel },
            Target::Bone { node, bone, .. } => Target::Bone { node, bone, channel },
            ref other => other.clone(),
        }
    }
}

/// What paths are measured from, and what helps to follow them.
pub(super) struct Ways<'w> {
    pub linked: &'w Linked<'w>,
    pub later: &'w Later,
    pub root: NodeId,
    pub generation: Generation,
}

impl Importer<'_> {
    /// Where the path of a track leads.
    pub(super) fn target(&self, ways: &Ways<'_>, track: &Track) -> Found {
        let path = NodePath::parse(&track.path);
        let Some(node) = ways.linked.find(ways.root, &path) else { return Found::NOWHERE };
        let property = path.property();
        let moved = |channel: Channel| {
            let bones = self.scene.nodes[node].skeleton.map(|id| &self.scene.skeletons[id]);
            if property.is_empty() {
                return Found::at(Target::Node { node, channel });
            }
            match bones.and_then(|bones| bones.find(&property)) {
                Some(bone) => Found::at(Target::Bone { node, bone, channel }),
                None => Found::NOWHERE,
            }
        };
        let event = |kind| Found::at(Target::Event { node, kind });
        match &track.kind {
            TrackKind::Position | TrackKind::Transform => moved(Channel::Translation),
            TrackKind::Rotation => moved(Channel::Rotation),
            TrackKind::Scale => moved(Channel::Scale),
            TrackKind::BlendShape => match ways.later.blend_shape(node, &property) {
                Some(target) => Found::at(Target::Morph { node, target: Some(target) }),
                None => Found::NOWHERE,
            },
            TrackKind::Method => event(EventKind::Call),
            TrackKind::Audio => event(EventKind::Sound),
            TrackKind::Animation => event(EventKind::Play),
            TrackKind::Value | TrackKind::Bezier => self.property(ways, node, &path.subnames),
            TrackKind::Unknown(_) => Found::NOWHERE,
        }
    }

    fn property(&self, ways: &Ways<'_>, node: NodeId, names: &[String]) -> Found {
        let property = names.join(":");
        let shape = property.strip_prefix("blend_shapes/");
        if let Some(target) = shape.and_then(|name| ways.later.blend_shape(node, name)) {
            return Found::at(Target::Morph { node, target: Some(target) });
        }
        let own = &self.scene.nodes[node];
        let flat = own.placement.flat.is_some() && is_flat(&own.identity.kind, ways.generation);
        let member = |at: usize| names.get(at).map(String::as_str);
        let channel = match (member(0), member(1), names.len()) {
            (Some(name), axis, ..=2) if own.placement.space.is_some() => {
                let order = ways.later.rotation_orders.get(&node).copied();
                in_space(name, axis, order_of(order.unwrap_or(2)))
            }
            (Some(name), axis, ..=2) if flat => in_plane(name, axis),
            _ => None,
        };
        let shared = match (member(0), names.len()) {
            (Some("visible"), 1) => Some((Channel::Visible, 1.0)),
            (Some("modulate"), 1) if own.placement.flat.is_some() => Some((Channel::Tint, 1.0)),
            _ => None,
        };
        match channel.or(shared) {
            Some((channel, factor)) => Found { target: Target::Node { node, channel }, factor, property },
            None => Found::at(Target::Property { node, property }),
        }
    }
}

/// Whether the class places itself as `Node2D` does; controls do not.
fn is_flat(class: &str, generation: Generation) -> bool {
    let table = generation.pick(ClassTable::godot_4(), ClassTable::godot_3());
    table.class(class).map_or(class.ends_with("2D"), |class| class.is_a("Node2D"))
}

const DEGREES: f32 = std::f32::consts::PI / 180.0;

fn axis_of(axis: &str) -> Option<u8> {
    ["x", "y", "z"].iter().position(|name| *name == axis).map(|at| at as u8)
}

fn in_space(name: &str, axis: Option<&str>, order: EulerRot) -> Option<(Channel, f32)> {
    let factor = if name == "rotation_degrees" { DEGREES } else { 1.0 };
    let channel = match (name, axis) {
        ("position" | "translation", None) => Channel::Translation,
        ("rotation" | "rotation_degrees", None) => Channel::Euler(order),
        ("quaternion", None) => Channel::Rotation,
        ("scale", None) => Channel::Scale,
        ("transform", None) => Channel::Whole,
        ("position" | "translation", Some(axis)) => Channel::TranslationAxis(axis_of(axis)?),
        ("rotation" | "rotation_degrees", Some(axis)) => Channel::EulerAxis(order, axis_of(axis)?),
        ("scale", Some(axis)) => Channel::ScaleAxis(axis_of(axis)?),
        _ => return None,
    };
    Some((channel, factor))
}

fn in_plane(name: &str, axis: Option<&str>) -> Option<(Channel, f32)> {
    let factor = if name == "rotation_degrees" { DEGREES } else { 1.0 };
    let channel = match (name, axis) {
        ("position", None) => Channel::Translation,
        ("rotation" | "rotation_degrees", None) => Channel::Angle,
        ("scale", None) => Channel::Scale,
        ("skew", None) => Channel::Skew,
        ("transform", None) => Channel::Whole,
        ("position", Some(axis @ ("x" | "y"))) => Channel::TranslationAxis(axis_of(axis)?),
        ("scale", Some(axis @ ("x" | "y"))) => Channel::ScaleAxis(axis_of(axis)?),
        _ => return None,
    };
    Some((channel, factor))
}

/// The engine's orders of rotations.
fn order_of(order: i64) -> EulerRot {
    match order {
        0 => EulerRot::XYZ,
        1 => EulerRot::XZY,
        3 => EulerRot::YZX,
        4 => EulerRot::ZXY,
        5 => EulerRot::ZYX,
        _ => EulerRot::YXZ,
    }
}

impl Later {
    /// The number of a blend shape of a node's mesh.
    pub(super) fn blend_shape(&self, node: NodeId, name: &str) -> Option<u32> {
        let names = blend_shapes(self.meshes.get(&node)?);
        names.iter().position(|known| known == name).map(|at| at as u32)
    }
}

/// The names of a mesh's blend shapes: `_blend_shape_names`, of Godot 3 `blend_shape/names`.
fn blend_shapes(mesh: &Place) -> Vec<String> {
    let props = Props::of(mesh);
    let names = ["_blend_shape_names", "blend_shape/names"].iter().find_map(|name| props.set(name));
    names.and_then(|(value, _)| value.to_strings()).unwrap_or_default()
}
