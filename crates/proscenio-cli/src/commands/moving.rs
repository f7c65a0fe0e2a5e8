//! What moves in a scene: shared by `info`, `run` and `tree --time`.

use anyhow::{Result, bail};
use proscenio::run::{PropertySample, Value, animations_begun, animations_named, pose};
use proscenio::scene::glam::{Affine2, Affine3A};
use proscenio::scene::{Animation, AnimationId, Extra, LoopMode, Skeleton, Target};
use proscenio::{NodeId, Scene, did_you_mean};
use serde_json::{Map, Value as Json, json};

use crate::output::counted;

/// Animations that a message lists.
const LISTED: usize = 50;

/// A scene at a moment, and what was played.
pub struct Moment {
    pub scene: Scene,
    pub played: Vec<AnimationId>,
    /// What was set besides placements: the animation and its samples.
    pub properties: Vec<(AnimationId, Vec<PropertySample>)>,
}

/// Poses a scene. Without names the animations that begin with it are played, each at the speed of its player;
/// else those of the names, in their order.
///
/// # Errors
/// When there is no such animation, or none that begins with the scene and more than one to choose from.
pub fn at(mut scene: Scene, names: &[String], time: f64) -> Result<Moment> {
    let mut played = if names.is_empty() { beginning(&scene)? } else { Vec::new() };
    for name in names {
        played.extend(find_animations(&scene, name)?.into_iter().map(|id| (id, 1.0)));
    }
    let mut properties = Vec::new();
    for (id, speed) in &played {
        let animation = scene.animations[*id].clone();
        properties.push((*id, pose(&mut scene, &animation, time * speed)));
    }
    let played = played.into_iter().map(|(id, _)| id).collect();
    Ok(Moment { scene, played, properties })
}

/// The animations that begin with the scene; without such the only one that there is.
fn beginning(scene: &Scene) -> Result<Vec<(AnimationId, f64)>> {
    let mut begin = animations_begun(scene);
    if begin.is_empty() {
        match scene.animations.iter().collect::<Vec<_>>().as_slice() {
            [] => bail!("nothing moves in this scene: it has no animations"),
            [(only, _)] => begin.push((*only, 1.0)),
            _ => bail!("which animation? --animation NAME; the scene has: {}", names_of(scene)),
        }
    }
    Ok(begin)
}

/// All animations of a name: each of several actors or players may have its own.
///
/// # Errors
/// When there is none.
pub fn find_animations(scene: &Scene, name: &str) -> Result<Vec<AnimationId>> {
    let all = || scene.animations.iter();
    let found = animations_named(scene, name);
    if !found.is_empty() {
        return Ok(found);
    }
    if scene.animations.is_empty() {
        bail!("there is no animation {name}: the scene has none");
    }
    let meant = did_you_mean(name, all().map(|(_, animation)| animation.name.as_str()));
    bail!(
        "there is no animation {name}; {}the scene has: {}",
        meant.map(|meant| meant + " ").unwrap_or_default(),
        names_of(scene)
    );
}

/// The names of animations with their lengths.
fn names_of(scene: &Scene) -> String {
    let label = |animation: &Animation| format!("{} ({:.3} s)", animation.name, animation.length);
    let known: Vec<String> =
        scene.animations.iter().map(|(_, animation)| label(animation)).take(LISTED).collect();
    known.join(", ")
}

fn keys(animation: &Animation) -> usize {
    animation.tracks.iter().map(|track| track.keys.times.len()).sum()
}

fn loop_word(mode: LoopMode) -> &'static str {
    match mode {
        LoopMode::Once => "once",
        LoopMode::Loop => "loop",
        LoopMode::PingPong => "ping-pong",
    }
}

/// The path of a node, or its name where the family has none.
pub fn path(scene: &Scene, id: NodeId) -> &str {
    let node = &scene.nodes[id];
    if node.identity.key.is_empty() { &node.name } else { &node.identity.key }
}

/// A line for each animation.
pub fn animation_lines(scene: &Scene) -> Vec<String> {
    let line = |animation: &Animation| {
        let lost = animation.tracks.iter().filter(|track| track.target == Target::Nowhere).count();
        let lost = if lost > 0 { format!(", {lost} lead nowhere") } else { String::new() };
        let by = animation.player.map(|player| format!(", played by {}", path(scene, player)));
        format!(
            "{}: {} s, {}, {}{lost}, {}{}",
            animation.name,
            (animation.length * 1e4).round() / 1e4,
            loop_word(animation.loop_mode),
            counted(animation.tracks.len(), "track"),
            counted(keys(animation), "key"),
            by.unwrap_or_default()
        )
    };
    scene.animations.iter().map(|(_, animation)| line(animation)).collect()
}

/// The nodes with skeletons.
fn skeletons(scene: &Scene) -> impl Iterator<Item = (NodeId, &Skeleton)> {
    scene.nodes.iter().filter_map(|(id, node)| Some((id, scene.skeletons.get(node.skeleton?)?)))
}

fn bent_by(scene: &Scene, holder: NodeId) -> usize {
    let skins = scene.nodes.iter().filter_map(|(_, node)| node.skin.as_ref());
    skins.filter(|skin| skin.skeleton == holder).count()
}

/// A line for each skeleton.
pub fn skeleton_lines(scene: &Scene) -> Vec<String> {
    let line = |(id, skeleton): (NodeId, &Skeleton)| {
        format!(
            "{}: {}, bends {}",
            path(scene, id),
            counted(skeleton.bones.len(), "bone"),
            match bent_by(scene, id) {
                1 => "1 mesh".to_owned(),
                meshes => format!("{meshes} meshes"),
            }
        )
    };
    skeletons(scene).map(line).collect()
}

/// Animations for machines.
pub fn animations_json(scene: &Scene) -> Json {
    let one = |animation: &Animation| {
        let tracks = animation.tracks.iter().map(|track| {
            json!({
                "path": track.path,
                "keys": track.keys.times.len(),
                "target": target_word(&track.target),
                "node": target_node(&track.target).map(|node| path(scene, node)),
            })
        });
        json!({
            "name": animation.name,
            "length": animation.length,
            "loop": loop_word(animation.loop_mode),
            "player": animation.player.map(|player| path(scene, player)),
            "file": animation.origin.as_ref().map(|origin| &*origin.path),
            "keys": keys(animation),
            "tracks": tracks.collect::<Vec<_>>(),
        })
    };
    scene.animations.iter().map(|(_, animation)| one(animation)).collect()
}

/// Skeletons for machines.
pub fn skeletons_json(scene: &Scene) -> Json {
    let one = |(id, skeleton): (NodeId, &Skeleton)| {
        let bones = skeleton
            .bones
            .iter()
            .map(|bone| json!({ "name": bone.name, "parent": bone.parent.map_or(-1, i64::from) }));
        json!({
            "node": path(scene, id),
            "bone_count": skeleton.bones.len(),
            "meshes": bent_by(scene, id),
            "bones": bones.collect::<Vec<_>>(),
        })
    };
    skeletons(scene).map(one).collect()
}

fn target_word(target: &Target) -> &'static str {
    match target {
        Target::Node { .. } => "node",
        Target::Bone { .. } => "bone",
        Target::Morph { .. } => "morph",
        Target::Event { .. } => "event",
        Target::Property { .. } => "property",
        Target::Nowhere => "nowhere",
    }
}

fn target_node(target: &Target) -> Option<NodeId> {
    match target {
        Target::Node { node, .. }
        | Target::Bone { node, .. }
        | Target::Morph { node, .. }
        | Target::Event { node, .. }
        | Target::Property { node, .. } => Some(*node),
        Target::Nowhere => None,
    }
}

/// Nodes of a moment in the layout of the engine's recordings, with their own placements beside the global ones.
pub fn nodes_json(moment: &Moment) -> Vec<Json> {
    let scene = &moment.scene;
    let world = scene.world_placements();
    let node = |id: NodeId| {
        let node = &scene.nodes[id];
        let mut out = Map::new();
        out.insert("path".into(), json!(path(scene, id)));
        out.insert("class".into(), json!(node.identity.kind));
        if let Some(space) = node.placement.space {
            out.insert("transform".into(), json!(space_numbers(space)));
            out.insert("global_transform".into(), json!(space_numbers(world.space(id))));
        }
        if let Some(flat) = node.placement.flat {
            out.insert("transform_2d".into(), json!(flat_numbers(flat.matrix())));
            out.insert("global_transform_2d".into(), json!(flat_numbers(world.flat(id).matrix())));
        }
        out.insert("visible_in_tree".into(), json!(world.visible(id)));
        if let Some(skeleton) = node.skeleton.and_then(|id| scene.skeletons.get(id)) {
            out.insert("bones".into(), bones_json(skeleton));
        }
        Json::Object(out)
    };
    scene.depth_first().map(node).collect()
}

fn bones_json(skeleton: &Skeleton) -> Json {
    let poses = skeleton.global_poses();
    let bones = skeleton.bones.iter().zip(poses).map(|(bone, global)| {
        json!({
            "name": bone.name,
            "parent": bone.parent.map_or(-1, i64::from),
            "rest": space_numbers(bone.rest),
            "pose": space_numbers(bone.pose),
            "global_pose": space_numbers(global),
        })
    });
    bones.collect()
}

/// What was set besides placements.
pub fn properties_json(moment: &Moment) -> Vec<Json> {
    let scene = &moment.scene;
    let all = moment.properties.iter().flat_map(|(id, samples)| {
        let animation = &scene.animations[*id];
        samples.iter().map(move |sample| {
            let track = &animation.tracks[sample.track];
            json!({
                "animation": animation.name,
                "path": track.path,
                "node": target_node(&track.target).map(|node| path(scene, node)),
                "value": value_json(&sample.value),
            })
        })
    });
    all.collect()
}

/// The basis row by row, then the origin.
fn space_numbers(place: Affine3A) -> Vec<f64> {
    let rows = place.matrix3.transpose().to_cols_array();
    // Adding zero makes minus zero plain.
    rows.into_iter().chain(place.translation.to_array()).map(|number| f64::from(number) + 0.0).collect()
}

/// x axis, y axis, origin.
fn flat_numbers(place: Affine2) -> Vec<f64> {
    place.to_cols_array().into_iter().map(|number| f64::from(number) + 0.0).collect()
}

fn value_json(value: &Value) -> Json {
    match value {
        Value::Scalar(number) => json!(number),
        Value::Vec2(numbers) => json!(numbers),
        Value::Vec3(numbers) => json!(numbers),
        Value::Vec4(numbers) => json!(numbers),
        Value::Quat(turn) => json!(turn.to_array()),
        Value::List(numbers) => json!(numbers),
        Value::Affine(place) => json!(space_numbers(*place)),
        Value::Flat(place) => json!(flat_numbers(*place)),
        Value::Any(any) => extra_json(any),
    }
}

fn extra_json(extra: &Extra) -> Json {
    match extra {
        Extra::Null => Json::Null,
        Extra::Bool(yes) => json!(yes),
        Extra::Int(number) => json!(number),
        Extra::Float(number) => json!(number),
        Extra::Text(text) => json!(text),
        Extra::List(list) => list.iter().map(extra_json).collect(),
        Extra::Map(map) => {
            Json::Object(map.iter().map(|(name, value)| (name.to_owned(), extra_json(value))).collect())
        }
    }
}

/// Where a node is, in words: `at`, `turned` (degrees about x, y, z) and `scaled`, as far as they say something.
pub fn place_words(scene: &Scene, id: NodeId) -> Vec<String> {
    use proscenio::scene::Trs;
    use proscenio::scene::glam::EulerRot;
    let node = &scene.nodes[id];
    let round = |number: f32| {
        let rounded = (f64::from(number) * 1e4).round() / 1e4 + 0.0;
        rounded.to_string()
    };
    let list = |numbers: &[f32]| numbers.iter().map(|number| round(*number)).collect::<Vec<_>>().join(" ");
    let mut words = Vec::new();
    if let Some(space) = node.placement.space {
        let parts = Trs::of(space);
        let (y, x, z) = parts.rotation.to_euler(EulerRot::YXZ);
        let angles = [x, y, z].map(f32::to_degrees);
        words.push(format!("at {}", list(&parts.translation.to_array())));
        if angles.iter().any(|angle| angle.abs() > 1e-3) {
            words.push(format!("turned {}", list(&angles)));
        }
        if parts.scale.to_array().iter().any(|factor| (factor - 1.0).abs() > 1e-5) {
            words.push(format!("scaled {}", list(&parts.scale.to_array())));
        }
    }
    if let Some(flat) = node.placement.flat {
        let (scale, angle, place) = flat.matrix().to_scale_angle_translation();
        words.push(format!("at {}", list(&place.to_array())));
        if angle.abs() > 1e-5 {
            words.push(format!("turned {}", round(angle.to_degrees())));
        }
        if scale.to_array().iter().any(|factor| (factor - 1.0).abs() > 1e-5) {
            words.push(format!("scaled {}", list(&scale.to_array())));
        }
    }
    if !node.visible {
        words.push("hidden".to_owned());
    }
    words
}
