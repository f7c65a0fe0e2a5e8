//! Bones of scene properties, skins, and nodes that follow bones.

use std::collections::BTreeMap;

use glam::{Affine2, Affine3A, Quat, Vec3};
use proscenio_godot::Value;
use proscenio_godot::node_path::NodePath;
use proscenio_scene::{
    Bone, BoneAttachment, Component, Extras, FlatBone, Joint, JointTarget, NodeId, Skeleton, Skin, SkinSpace,
};

use super::super::files::{Generation, Place, Target};
use super::super::props::Props;
use super::super::{Importer, place};
use super::Linked;

/// A node whose mesh may be bent.
#[derive(Debug)]
pub(in super::super) struct SkinOf {
    node: NodeId,
    skeleton: String,
    skin: Option<Place>,
}

/// A node that follows a bone.
#[derive(Debug)]
pub(in super::super) struct Attached {
    node: NodeId,
    bone_name: String,
    bone: i64,
    drives: bool,
    /// The path of a skeleton that is not the parent.
    external: Option<String>,
}

impl Importer<'_> {
    /// The bones of a `Skeleton3D` (`Skeleton`), `bones/N/…`.
    pub(in super::super) fn skeleton(&mut self, props: &Props, id: NodeId) {
        let mut written: BTreeMap<u32, BTreeMap<String, Value>> = BTreeMap::new();
        for (name, value) in props.numbered("bones") {
            written.entry(name.0).or_default().insert(name.1, value);
        }
        let mut bones: Vec<Bone> = Vec::new();
        // The engine takes bones in order only.
        for (at, (number, said)) in written.iter().enumerate() {
            if *number as usize != at {
                break;
            }
            bones.push(bone(said, props.generation()));
        }
        let mut extras = Extras::new();
        for name in ["show_rest_only", "modifier_callback_mode_process", "animate_physical_bones"] {
            if let Some((value, _)) = props.set(name) {
                extras.set(name, super::values::extra(&value));
            }
        }
        let motion_scale = props.set("motion_scale").and_then(|(value, _)| value.as_f64());
        let motion_scale = motion_scale.map(|scale| scale as f32).filter(|scale| *scale != 1.0);
        let name = self.scene.nodes[id].name.clone();
        let skeleton = self.scene.skeletons.add(Skeleton { name, bones, motion_scale, extras });
        self.scene.nodes[id].skeleton = Some(skeleton);
    }

    /// Notes what a mesh says of its skin.
    pub(in super::super) fn note_skin(&mut self, props: &Props, node: NodeId) {
        if let Some((value, at)) = props.set("mesh") {
            let at = at.clone();
            if let Some(Target::Resource(mesh)) = self.files.follow(&at.file, &value).ok().flatten() {
                self.later.meshes.insert(node, mesh);
            }
        }
        let skin = props.set("skin").map(|(value, at)| (value, at.clone()));
        let skin = skin.and_then(|(value, at)| match self.follow(&at.file, &value, None)? {
            Target::Resource(skin) => Some(skin),
            Target::Path { .. } => None,
        });
        self.later.skins.push(SkinOf { node, skeleton: props.text("skeleton"), skin });
    }

    /// Makes the skin of a mesh whose skeleton is there.
    pub(super) fn link_skin(&mut self, linked: &Linked<'_>, of: &SkinOf) {
        if of.skeleton.is_empty() {
            return;
        }
        let Some(holder) = linked.find(of.node, &NodePath::parse(&of.skeleton)) else { return };
        let Some(skeleton) = self.scene.nodes[holder].skeleton.map(|id| &self.scene.skeletons[id]) else {
            return;
        };
        let joints = match &of.skin {
            Some(place) => {
                let props = Props::of(place);
                let joints = joints(&props, skeleton);
                props.consume(&["resource_name"]);
                let rest = self.rest_of(&props);
                self.note_kept(&props, place, &rest);
                joints
            }
            // Without one the engine makes a skin from the rests.
            None => rest_joints(skeleton),
        };
        self.scene.nodes[of.node].skin = Some(Skin { skeleton: holder, joints, space: SkinSpace::Mesh });
    }

    /// Notes which bone a `BoneAttachment3D` (`BoneAttachment`) follows.
    pub(in super::super) fn note_attachment(&mut self, props: &Props, node: NodeId) {
        let external = props.flag("use_external_skeleton").then(|| props.text("external_skeleton"));
        props.consume(&["external_skeleton", "use_external_skeleton"]);
        self.later.attachments.push(Attached {
            node,
            bone_name: props.text("bone_name"),
            bone: if props.has("bone_idx") { props.int("bone_idx") } else { -1 },
            drives: props.flag("override_pose"),
            external,
        });
    }

    pub(super) fn link_attachment(&mut self, linked: &Linked<'_>, of: &Attached) {
        let path = of.external.as_deref().unwrap_or("..");
        let Some(holder) = linked.find(of.node, &NodePath::parse(path)) else { return };
        let Some(skeleton) = self.scene.nodes[holder].skeleton.map(|id| &self.scene.skeletons[id]) else {
            return;
        };
        let numbered = u32::try_from(of.bone).ok().filter(|bone| (*bone as usize) < skeleton.bones.len());
        let Some(bone) = skeleton.find(&of.bone_name).or(numbered) else { return };
        self.scene.nodes[of.node].components.push(Component::BoneAttachment(BoneAttachment {
            skeleton: holder,
            bone,
            drives: of.drives,
            external: of.external.is_some(),
        }));
    }

    /// The rest of a `Bone2D`.
    pub(in super::super) fn flat_bone(props: &Props) -> Component {
        let rest = match props.set("rest") {
            Some((Value::Transform2D(numbers), _)) => Affine2::from_cols_array(&numbers),
            _ => Affine2::ZERO,
        };
        let own = |name: &str| {
            let automatic = !props.has("auto_calculate_length_and_angle")
                || props.flag("auto_calculate_length_and_angle");
            let number = props.number(name);
            (!automatic).then_some(number)
        };
        // Older files have one length and no angle.
        let length =
            own("length").or_else(|| props.has("default_length").then(|| props.number("default_length")));
        Component::FlatBone(FlatBone { rest, length, angle: own("bone_angle").map(f32::to_radians) })
    }
}

fn bone(said: &BTreeMap<String, Value>, generation: Generation) -> Bone {
    let matrix = |name: &str| match said.get(name) {
        Some(Value::Transform3D(numbers)) => {
            let (basis, origin) = place::transform3d(numbers);
            Affine3A::from_mat3_translation(basis, origin)
        }
        _ => Affine3A::IDENTITY,
    };
    let vector = |name: &str, default: Vec3| {
        said.get(name).and_then(Value::as_vector3).map_or(default, Vec3::from_array)
    };
    let name = said.get("name").and_then(Value::as_str).unwrap_or_default();
    let parent = said.get("parent").and_then(Value::as_i64).and_then(|parent| u32::try_from(parent).ok());
    let mut bone = Bone::new(name, parent, matrix("rest"));
    bone.pose = match generation {
        // Poses of Godot 3 are measured from rest.
        Generation::Three => bone.rest * matrix("pose"),
        Generation::Four => {
            let turn = match said.get("rotation") {
                Some(Value::Quaternion(parts)) => Quat::from_array(*parts),
                _ => Quat::IDENTITY,
            };
            let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { Quat::IDENTITY };
            Affine3A::from_scale_rotation_translation(
                vector("scale", Vec3::ONE),
                turn,
                vector("position", Vec3::ZERO),
            )
        }
    };
    for (name, value) in said {
        let is_said = matches!(
            (name.as_str(), generation),
            ("name" | "parent" | "rest", _)
                | ("pose", Generation::Three)
                | ("position" | "rotation" | "scale", Generation::Four)
        );
        let usual = name == "enabled" && *value == Value::Bool(true);
        if !is_said && !usual {
            bone.extras.set(name.as_str(), super::values::extra(value));
        }
    }
    bone
}

/// The binds of a `Skin`: by name, else by number. As in the engine, what is not there is the first bone.
fn joints(props: &Props, skeleton: &Skeleton) -> Vec<Joint> {
    let mut written: BTreeMap<u32, (String, i64, Affine3A)> = BTreeMap::new();
    for ((number, name), value) in props.numbered("bind") {
        let bind = written.entry(number).or_insert((String::new(), -1, Affine3A::IDENTITY));
        match (name.as_str(), &value) {
            ("name", value) => bind.0 = value.as_str().unwrap_or_default().to_owned(),
            ("bone", value) => bind.1 = value.as_i64().unwrap_or(-1),
            ("pose", Value::Transform3D(numbers)) => {
                let (basis, origin) = place::transform3d(numbers);
                bind.2 = Affine3A::from_mat3_translation(basis, origin);
            }
            _ => {}
        }
    }
    // The count is not trusted: there are no more binds than are written.
    let count = props.count("bind_count") as usize;
    let names: BTreeMap<&str, u32> =
        skeleton.bones.iter().enumerate().rev().map(|(at, bone)| (bone.name.as_str(), at as u32)).collect();
    let joint = |(name, bone, pose): &(String, i64, Affine3A)| {
        let by_number = || u32::try_from(*bone).ok().filter(|bone| (*bone as usize) < skeleton.bones.len());
        let found = if name.is_empty() { by_number() } else { names.get(name.as_str()).copied() };
        Joint { target: JointTarget::Bone(found.unwrap_or(0)), inverse_bind: *pose }
    };
    let in_order = written.iter().enumerate().take_while(|(at, (number, _))| *at == **number as usize);
    in_order.take(count).map(|(_, (_, bind))| joint(bind)).collect()
}

fn rest_joints(skeleton: &Skeleton) -> Vec<Joint> {
    let joint = |(at, rest): (usize, &Affine3A)| Joint {
        target: JointTarget::Bone(at as u32),
        inverse_bind: rest.inverse(),
    };
    skeleton.global_rests().iter().enumerate().map(joint).collect()
}
