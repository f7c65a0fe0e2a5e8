//! Skins and animations, played from the file by a small player of our own and held against the scene's.

use std::collections::HashMap;
use std::path::Path;

use glam::{Affine3A, EulerRot, Mat4, Quat, Vec3, Vec4};
use gltf::animation::{Interpolation as How, Property};
use proscenio_corpus::corpus;
use proscenio_run::{bend, joint_matrices, pose_scene, time_in};
use proscenio_scene::{
    Animation, AnimationId, Base, Bone, BoneAttachment, Channel, Component, Handles, Interpolation, Joint,
    JointTarget, LoopMode, Mesh, MeshInstance, Morph, NodeId, Scene, Skeleton, Skin, SkinSpace, Surface,
    Target, Track, Values, Weights,
};

use crate::read::{Read, apart, at, read, scene};
use crate::validator::validate;

/// Translation, rotation and scale of every node at a moment.
fn posed(read: &Read, animation: usize, time: f32) -> Vec<Mat4> {
    let mut parts: Vec<_> = read.document.nodes().map(|node| node.transform().decomposed()).collect();
    for channel in read.document.animations().nth(animation).unwrap().channels() {
        let reader = channel.reader(|_| Some(&read.bin));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        let how = channel.sampler().interpolation();
        let node = channel.target().node().index();
        let outputs = reader.read_outputs().unwrap();
        use gltf::animation::util::ReadOutputs;
        match (channel.target().property(), outputs) {
            (Property::Translation, ReadOutputs::Translations(list)) => {
                parts[node].0 = sample(&times, &list.map(|v| v.to_vec()).collect::<Vec<_>>(), how, time)[..]
                    .try_into()
                    .unwrap();
            }
            (Property::Scale, ReadOutputs::Scales(list)) => {
                parts[node].2 = sample(&times, &list.map(|v| v.to_vec()).collect::<Vec<_>>(), how, time)[..]
                    .try_into()
                    .unwrap();
            }
            (Property::Rotation, ReadOutputs::Rotations(list)) => {
                let list: Vec<Vec<f32>> = list.into_f32().map(|v| v.to_vec()).collect();
                parts[node].1 = turn(&times, &list, how, time);
            }
            _ => {}
        }
    }
    let mut worlds = vec![Mat4::IDENTITY; parts.len()];
    let scene = read.document.default_scene().unwrap();
    let mut waiting: Vec<_> = scene.nodes().map(|node| (node, Mat4::IDENTITY)).collect();
    while let Some((node, above)) = waiting.pop() {
        let (place, turn, size) = parts[node.index()];
        let local = Mat4::from_scale_rotation_translation(size.into(), Quat::from_array(turn), place.into());
        worlds[node.index()] = above * local;
        waiting.extend(node.children().map(|child| (child, above * local)));
    }
    worlds
}

fn span(times: &[f32], time: f32) -> (usize, usize, f32) {
    let behind = times.partition_point(|key| *key <= time);
    if behind == 0 || behind == times.len() {
        let key = behind.saturating_sub(1);
        return (key, key, 0.0);
    }
    (behind - 1, behind, (time - times[behind - 1]) / (times[behind] - times[behind - 1]))
}

fn sample(times: &[f32], values: &[Vec<f32>], how: How, time: f32) -> Vec<f32> {
    let (from, to, share) = span(times, time);
    match how {
        How::Step => values[from].clone(),
        How::Linear => values[from].iter().zip(&values[to]).map(|(a, b)| a + (b - a) * share).collect(),
        How::CubicSpline => {
            let seconds = times[to] - times[from];
            let (s2, s3) = (share * share, share * share * share);
            let of = |key: usize, part: usize, i: usize| values[key * 3 + part][i];
            (0..values[0].len())
                .map(|i| {
                    (2.0 * s3 - 3.0 * s2 + 1.0) * of(from, 1, i)
                        + seconds * (s3 - 2.0 * s2 + share) * of(from, 2, i)
                        + (3.0 * s2 - 2.0 * s3) * of(to, 1, i)
                        + seconds * (s3 - s2) * of(to, 0, i)
                })
                .collect()
        }
    }
}

fn turn(times: &[f32], values: &[Vec<f32>], how: How, time: f32) -> [f32; 4] {
    if how != How::Linear {
        return Vec4::from_slice(&sample(times, values, how, time)).normalize().to_array();
    }
    let (from, to, share) = span(times, time);
    let [a, b] = [from, to].map(|key| Quat::from_slice(&values[key]));
    a.slerp(b, share).to_array()
}

/// Holds the file against the scene at many moments; the worst difference of nodes and of bent vertices.
fn assert_same_movement(scene: &Scene, read: &Read, animation: AnimationId, number: usize, exact: f32) {
    let length = scene.animations[animation].length;
    let loop_mode = scene.animations[animation].loop_mode;
    for step in 0..=40 {
        let time = length * f64::from(step) / 40.0;
        // The last moment of a loop is its first in the scene and its last key in the file.
        if time_in(length, loop_mode, time) != time {
            continue;
        }
        let posed_scene = pose_scene(scene, animation, time).scene;
        let world = posed_scene.world_placements();
        let found = posed(read, number, time as f32);
        for (index, id) in scene.depth_first().enumerate() {
            if scene.nodes[id].placement.space.is_some() {
                let apart = apart(found[index], world.space(id));
                assert!(apart < exact, "{} at {time}: {apart}", scene.nodes[id].name);
            }
            assert_same_skin(&posed_scene, &world, read, &found, id, exact);
        }
    }
}

fn assert_same_skin(
    scene: &Scene,
    world: &proscenio_scene::WorldPlacements,
    read: &Read,
    found: &[Mat4],
    id: NodeId,
    exact: f32,
) {
    let Some(joints) = joint_matrices(scene, world, id) else { return };
    let node = &scene.nodes[id];
    let Some(Component::Mesh(instance)) = node.components.first() else { return };
    let own = read.node(&node.name);
    let skin = own.skin().unwrap();
    let binds: Vec<Mat4> = (skin.reader(|_| Some(&read.bin)).read_inverse_bind_matrices().unwrap())
        .map(|bind| Mat4::from_cols_array_2d(&bind))
        .collect();
    let nodes: Vec<usize> = skin.joints().map(|joint| joint.index()).collect();
    for (surface, primitive) in
        scene.meshes[instance.mesh].surfaces.iter().zip(own.mesh().unwrap().primitives())
    {
        let bent = bend(surface, &joints).unwrap_or_else(|| surface.clone());
        let reader = primitive.reader(|_| Some(&read.bin));
        let names: Vec<[u16; 4]> = reader.read_joints(0).unwrap().into_u16().collect();
        let shares: Vec<[f32; 4]> = reader.read_weights(0).unwrap().into_f32().collect();
        for (vertex, position) in reader.read_positions().unwrap().enumerate() {
            let mut place = Vec3::ZERO;
            for (name, share) in names[vertex].into_iter().zip(shares[vertex]) {
                let name = usize::from(name);
                place += (found[nodes[name]] * binds[name]).transform_point3(position.into()) * share;
            }
            let wanted = world.space(id).transform_point3(bent.positions[vertex].into());
            assert!(place.abs_diff_eq(wanted, exact * 10.0), "{} {vertex}: {place} {wanted}", node.name);
        }
    }
}

fn track(target: Target, times: &[f64], values: Values, interpolation: Interpolation) -> Track {
    Track { interpolation, path: "a path".into(), ..Track::new(target, times.to_vec(), values) }
}

fn animation(name: &str, tracks: Vec<Track>) -> Animation {
    Animation { name: name.into(), length: 2.0, tracks, ..Animation::default() }
}

/// An arm of two bones, a mesh bent by it inside of it and one elsewhere, and a node that follows its tip.
fn arm() -> (Scene, NodeId) {
    let mut scene = scene();
    let up = Affine3A::from_translation(Vec3::Y);
    let bones = vec![Bone::new("upper", None, Affine3A::IDENTITY), Bone::new("lower", Some(0), up)];
    let mut holder = at("arm", Affine3A::from_rotation_z(0.5) * Affine3A::from_translation(Vec3::X));
    let skeleton = Skeleton { name: "arm".into(), bones, ..Skeleton::default() };
    holder.skeleton = Some(scene.skeletons.add(skeleton));
    let holder = scene.add_child(scene.root, holder);
    let positions = vec![[0.0, 0.0, 0.0], [0.2, 1.0, 0.0], [0.0, 2.0, 0.1]];
    let weights = Weights {
        per_vertex: 2,
        joints: vec![0, 1, 0, 1, 0, 1],
        weights: vec![1.0, 0.0, 0.5, 0.5, 0.0, 1.0],
    };
    let bent = Surface { positions: positions.clone(), weights, ..Surface::default() };
    let stiff = Surface { positions, ..Surface::default() };
    let mesh = scene.meshes.add(Mesh { surfaces: vec![bent, stiff], ..Mesh::default() });
    for (name, parent, place) in [
        ("inside", holder, Affine3A::IDENTITY),
        ("elsewhere", scene.root, Affine3A::from_translation(Vec3::new(5.0, 0.0, 3.0))),
    ] {
        let mut node = at(name, place);
        node.components.push(Component::Mesh(MeshInstance::new(mesh)));
        let joint = |bone: u32, bind: Affine3A| Joint { target: JointTarget::Bone(bone), inverse_bind: bind };
        let joints = vec![joint(0, Affine3A::IDENTITY), joint(1, up.inverse())];
        node.skin = Some(Skin { skeleton: holder, joints, space: SkinSpace::Mesh });
        scene.add_child(parent, node);
    }
    let mut hand = at("hand", Affine3A::IDENTITY);
    let follow = BoneAttachment { skeleton: holder, bone: 1, drives: false, external: false };
    hand.components.push(Component::BoneAttachment(follow));
    scene.add_child(holder, hand);
    scene.follow_bones();
    (scene, holder)
}

fn turns(angles: &[f32]) -> Values {
    Values::Quat(angles.iter().map(|angle| Quat::from_rotation_x(*angle).to_array()).collect())
}

#[test]
fn curves_gltf_has_go_over_key_for_key() {
    let (mut scene, holder) = arm();
    let bone = |bone, channel| Target::Bone { node: holder, bone, channel };
    let node = |channel| Target::Node { node: holder, channel };
    let mut spline = track(
        node(Channel::Translation),
        &[0.0, 2.0],
        Values::Vec3(vec![[0.0; 3], [1.0, 2.0, 3.0]]),
        Interpolation::Hermite,
    );
    spline.keys.handles = Handles::Slopes { into: vec![1.0; 6], out_of: vec![-1.0; 6] };
    let tracks = vec![
        track(bone(0, Channel::Rotation), &[0.0, 1.0, 2.0], turns(&[0.0, 1.0, -0.5]), Interpolation::Linear),
        track(bone(1, Channel::Rotation), &[0.5, 1.5], turns(&[0.3, 1.3]), Interpolation::Nearest),
        spline,
    ];
    let id = scene.animations.add(animation("direct", tracks));
    let read = read(&scene);
    assert_same_movement(&scene, &read, id, 0, 1e-5);
    let animation = read.document.animations().next().unwrap();
    // The bones stand twice: once in the arm, once for the mesh that is bent elsewhere.
    assert_eq!(animation.channels().count(), 5);
    assert_eq!(animation.samplers().map(|sampler| sampler.input().count()).collect::<Vec<_>>(), [2, 3, 2]);
    assert!(read.codes().is_empty(), "{:?}", read.exported.losses);
    validate("gltf-moving", &[("moving".to_owned(), scene)]);
}

#[test]
fn other_curves_are_sampled_and_that_is_said() {
    let (mut scene, holder) = arm();
    let bone = |bone, channel| Target::Bone { node: holder, bone, channel };
    let hand = NodeId::from_index(scene.nodes.len() - 1);
    let euler = Values::Vec3(vec![[0.0; 3], [1.0, 0.5, -0.3]]);
    let mut rest = track(
        bone(1, Channel::Translation),
        &[0.0, 2.0],
        Values::Vec3(vec![[0.0; 3], [0.0, 1.0, 0.0]]),
        Interpolation::Linear,
    );
    rest.base = Base::Rest;
    let mut eased = track(
        Target::Node { node: holder, channel: Channel::TranslationAxis(1) },
        &[0.2, 1.8],
        Values::Scalar(vec![0.0, 3.0]),
        Interpolation::Linear,
    );
    eased.keys.eases = vec![2.0, 1.0];
    eased.wraps = true;
    let property = Target::Property { node: hand, property: "light_energy".into() };
    let tracks = vec![
        track(bone(0, Channel::Euler(EulerRot::YXZ)), &[0.0, 2.0], euler, Interpolation::Cubic),
        rest,
        eased,
        track(property, &[0.0], Values::Scalar(vec![1.0]), Interpolation::Linear),
    ];
    let looping = Animation { loop_mode: LoopMode::Loop, ..animation("sampled", tracks) };
    let id = scene.animations.add(looping);
    let read = read(&scene);
    assert_same_movement(&scene, &read, id, 0, 2e-3);
    assert_eq!(read.codes(), ["gltf/animation-sampled", "gltf/animation-track"]);
    let extras = &read.json["animations"][0]["extras"]["proscenio"];
    assert_eq!((&extras["loop"], extras["tracks"].as_array().unwrap().len()), (&"loop".into(), 4));
    validate("gltf-sampled", &[("sampled".to_owned(), scene)]);
}

#[test]
fn animations_that_move_nothing_gltf_knows_are_kept() {
    let (mut scene, _) = arm();
    let nowhere = track(Target::Nowhere, &[0.0], Values::Scalar(vec![1.0]), Interpolation::Linear);
    scene.animations.add(animation("lost", vec![nowhere]));
    let read = read(&scene);
    assert_eq!(read.document.animations().count(), 0);
    assert_eq!(read.json["scenes"][0]["extras"]["proscenio"]["animations"][0]["name"], "lost");
    assert_eq!(read.codes(), ["gltf/animation-track"]);
}

#[test]
fn shapes_and_their_weights_go_over() {
    let mut scene = scene();
    let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let shape = |x: f32| Morph { positions: vec![[x, 0.0, 0.0]; 3], ..Morph::default() };
    let shaped =
        Surface { positions: positions.clone(), morphs: vec![shape(1.0), shape(2.0)], ..Surface::default() };
    let plain = Surface { positions, ..Surface::default() };
    let morphs = vec!["wide".to_owned(), "tall".to_owned()];
    let mesh = scene.meshes.add(Mesh { surfaces: vec![shaped, plain], morphs, ..Mesh::default() });
    let mut node = at("face", Affine3A::IDENTITY);
    let instance = MeshInstance { morph_weights: vec![0.25], ..MeshInstance::new(mesh) };
    node.components.push(Component::Mesh(instance));
    let node = scene.add_child(scene.root, node);
    let target = Target::Morph { node, target: Some(1) };
    let grow = track(target, &[0.0, 2.0], Values::Scalar(vec![0.0, 1.0]), Interpolation::Linear);
    scene.animations.add(animation("grow", vec![grow]));
    let read = read(&scene);
    assert_eq!(read.json["meshes"][0]["extras"]["targetNames"], serde_json::json!(["wide", "tall"]));
    let face = read.node("face");
    assert_eq!(face.weights().unwrap(), [0.25, 0.0]);
    for (primitive, far) in face.mesh().unwrap().primitives().zip([[1.0, 2.0], [0.0, 0.0]]) {
        let reader = primitive.reader(|_| Some(&read.bin));
        let found: Vec<f32> =
            reader.read_morph_targets().map(|(ways, ..)| ways.unwrap().next().unwrap()[0]).collect();
        assert_eq!(found, far);
    }
    let one = read.document.animations().next().unwrap();
    let channel = one.channels().next().unwrap();
    let reader = channel.reader(|_| Some(&read.bin));
    let times: Vec<f32> = reader.read_inputs().unwrap().collect();
    let gltf::animation::util::ReadOutputs::MorphTargetWeights(weights) = reader.read_outputs().unwrap()
    else {
        panic!("no weights");
    };
    let weights: Vec<f32> = weights.into_f32().collect();
    let keys: Vec<Vec<f32>> = weights.chunks(2).map(<[f32]>::to_vec).collect();
    let half = sample(&times, &keys, How::Linear, 1.0);
    assert!((half[0] - 0.25).abs() < 1e-6 && (half[1] - 0.5).abs() < 1e-4, "{half:?}");
    let posed = pose_scene(&scene, AnimationId::from_index(0), 1.0).scene;
    let Component::Mesh(instance) = &posed.nodes[node].components[0] else { panic!("no mesh") };
    assert_eq!(instance.morph_weights, [0.25, 0.5]);
    validate("gltf-shapes", &[("shapes".to_owned(), scene)]);
}

fn load(path: &Path) -> Scene {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let files = proscenio_vfs::MemoryTree::from_files(vec![(name.clone(), bytes.clone())]);
    let document = proscenio_godot::Document::read(proscenio_source::Source::new(name.as_str(), bytes));
    let project = proscenio_project::Project::around(&files, &name);
    proscenio_convert::front::godot::import(&document, &project).scene
}

#[test]
fn moving_files_of_the_corpus_become_valid_ones() {
    let Some(corpus) = corpus() else { return };
    let mut waiting = vec![corpus.join("godot/escn")];
    let mut paths: Vec<_> = ["p10_skeleton", "p13_blend_shapes", "r01_animation", "r02_animation_kinds"]
        .map(|name| corpus.join(format!("probes/{name}.tscn")))
        .into();
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().is_some_and(|ending| ending == "escn") {
                true => paths.push(path),
                false if path.is_dir() => waiting.push(path),
                false => {}
            }
        }
    }
    let mut scenes: HashMap<String, Scene> = HashMap::new();
    let mut moving = 0;
    for path in paths {
        let scene = load(&path);
        let shaped = scene.meshes.iter().any(|(_, mesh)| !mesh.morphs.is_empty());
        if scene.animations.is_empty() && scene.skeletons.is_empty() && !shaped {
            continue;
        }
        let read = read(&scene);
        let exported = read.document.animations();
        moving += exported.len();
        // Those that move nothing glTF knows are not among them; names are those of the players.
        for (number, one) in exported.enumerate() {
            let extras = &read.json["animations"][number]["extras"]["proscenio"];
            let (player, name) = (extras["player"].as_u64(), one.name().unwrap());
            let found = scene.animations.iter().find(|(_, animation)| {
                let own = animation.player.map(|player| scene.depth_first().position(|id| id == player));
                animation.name == name && own.flatten().map(|at| at as u64) == player
            });
            assert_same_movement(&scene, &read, found.unwrap().0, number, 5e-3);
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        scenes.insert(name, scene);
    }
    assert!(moving >= 30, "{moving}");
    let mut scenes: Vec<(String, Scene)> = scenes.into_iter().collect();
    scenes.sort_by(|a, b| a.0.cmp(&b.0));
    validate("gltf-godot-moving", &scenes);
}

#[test]
fn actors_and_boxes_move_in_the_file_as_in_the_scene() {
    let scene = r#"{"format": "nacatamalon-scene", "version": 1, "name": "doll",
        "assets": [{"type": "motion", "key": "swing", "src": "swing.motion"}],
        "root": {"id": "body", "name": "body", "transform": {"x": 0, "y": 0},
            "components": [{"type": "motion", "id": "m", "motion": "swing", "autoplay": true}],
            "children": [{"id": "arm", "name": "arm", "transform": {"x": 3, "y": 4, "z": 5}}]}}"#;
    let motion = r#"{"format": 1, "kind": "motion", "loop": true, "tracks": [
        {"target": "arm", "property": "transform.rotation",
         "keys": [{"t": 0, "value": 0, "ease": "easeInQuad"}, {"t": 2, "value": 1}]},
        {"target": "arm", "property": "transform.x", "keys": [{"t": 0, "value": 1}, {"t": 2, "value": 5}]}]}"#;
    let files = proscenio_vfs::MemoryTree::from_files([
        ("doll.scene", scene.as_bytes().to_vec()),
        ("swing.motion", motion.as_bytes().to_vec()),
    ]);
    let source = proscenio_source::Source::new("doll.scene", scene.as_bytes().to_vec());
    let project = proscenio_project::Project::around(&files, "doll.scene");
    let document = proscenio_nacatamalon::Document::parse(source);
    let doll = proscenio_convert::front::nacatamalon::import(&document, &project).scene;
    let read_doll = read(&doll);
    assert_eq!(read_doll.document.animations().len(), 1);
    assert_same_movement(&doll, &read_doll, AnimationId::from_index(0), 0, 5e-3);

    let Some(corpus) = corpus() else { return };
    let models = corpus.join("e3d/espresso3d/testbed/media/models");
    let mut scenes = vec![("doll".to_owned(), doll)];
    for name in ["dwarf3", "testExport3tester", "testExport4"] {
        let bytes = std::fs::read(models.join(format!("{name}.e3a"))).unwrap();
        let path = format!("/{name}.e3a");
        let files = proscenio_vfs::MemoryTree::from_files([(path.clone(), bytes.clone())]);
        let source = proscenio_source::Source::new(path.as_str(), bytes);
        let document = proscenio_espresso3d::Document::parse(source, proscenio_espresso3d::FileKind::Actor);
        let project = proscenio_project::Project::around(&files, &path);
        let scene = proscenio_convert::front::espresso3d::import(&document, &project).scene;
        let read = read(&scene);
        let exported = read.document.animations();
        assert!(exported.len() > 0, "{name} has no animations");
        for (number, one) in exported.enumerate() {
            let named =
                |(_, animation): &(AnimationId, &Animation)| Some(animation.name.as_str()) == one.name();
            let (id, _) = scene.animations.iter().find(named).unwrap();
            assert_same_movement(&scene, &read, id, number, 5e-3);
        }
        scenes.push((name.to_owned(), scene));
    }
    validate("gltf-other-families-moving", &scenes);
}
