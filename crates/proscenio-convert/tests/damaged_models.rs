//! Models with damage, as `.glb` beside a scene that instances them: nothing panics, runs without end or takes memory
//! beyond the file's size, and every surface that comes out is sound. `PROPTEST_CASES` makes it look longer.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use proptest::prelude::*;
use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;
use serde_json::{Value, json};

const SCENE: &str = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://m.glb\" id=\"1\"]\n\n\
                     [node name=\"A\" instance=ExtResource(\"1\")]\n";

/// A bent sheet with another shape, a skin, an animation of every kind, and a picture.
fn model() -> Value {
    let view = |start: u32, length: u32| json!({"buffer": 0, "byteOffset": start, "byteLength": length});
    let list = |view: u32, component: u32, kind: &str, count: u32| json!({"bufferView": view, "componentType": component, "type": kind, "count": count});
    json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3]}],
        "extensionsUsed": ["KHR_lights_punctual"],
        "extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot", "intensity": 3.0, "range": 2.0}]}},
        "nodes": [
            {"name": "Sheet", "mesh": 0, "skin": 0, "weights": [0.5]},
            {"name": "Low", "children": [2], "rotation": [0.0, 0.0, 0.0, 1.0]},
            {"name": "High", "translation": [0.0, 1.0, 0.0]},
            {"name": "Root", "children": [1, 4], "scale": [2.0, 2.0, 2.0]},
            {"name": "Eye-col", "camera": 0, "extensions": {"KHR_lights_punctual": {"light": 0}}}
        ],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1, "zfar": 9.0}}],
        "meshes": [{"name": "sheet", "extras": {"targetNames": ["up"]}, "primitives": [{
            "attributes": {"POSITION": 0, "NORMAL": 0, "TEXCOORD_0": 1, "JOINTS_0": 2, "WEIGHTS_0": 3, "COLOR_0": 3},
            "indices": 4, "material": 0, "mode": 4, "targets": [{"POSITION": 6, "NORMAL": 0}]}]}],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": 5, "skeleton": 1}],
        "materials": [{"name": "m", "alphaMode": "MASK", "alphaCutoff": 0.3, "doubleSided": true,
            "normalTexture": {"index": 0, "scale": 2.0}, "emissiveFactor": [1.0, 0.5, 0.0],
            "pbrMetallicRoughness": {"baseColorFactor": [1.0, 0.0, 0.0, 1.0], "metallicFactor": 0.1,
                "baseColorTexture": {"index": 0}, "metallicRoughnessTexture": {"index": 0, "texCoord": 1}}}],
        "textures": [{"source": 0}], "images": [{"bufferView": 7, "mimeType": "image/png", "name": "look"}],
        "animations": [{"name": "go-loop", "channels": [
            {"sampler": 0, "target": {"node": 2, "path": "translation"}},
            {"sampler": 1, "target": {"node": 2, "path": "rotation"}},
            {"sampler": 2, "target": {"node": 0, "path": "weights"}},
            {"sampler": 0, "target": {"node": 3, "path": "scale"}}],
            "samplers": [{"input": 8, "output": 9, "interpolation": "CUBICSPLINE"},
                {"input": 8, "output": 3, "interpolation": "STEP"}, {"input": 8, "output": 8}]}],
        "accessors": [
            list(0, 5126, "VEC3", 4), list(1, 5126, "VEC2", 4), list(2, 5121, "VEC4", 4), list(3, 5126, "VEC4", 4),
            list(4, 5123, "SCALAR", 6), list(5, 5126, "MAT4", 2),
            {"componentType": 5126, "type": "VEC3", "count": 4, "sparse": {"count": 2,
                "indices": {"bufferView": 4, "componentType": 5123}, "values": {"bufferView": 0}}},
            list(6, 5126, "VEC3", 4), list(6, 5126, "SCALAR", 2), list(5, 5126, "VEC3", 6)],
        "bufferViews": [view(0, 48), view(48, 32), view(80, 16), view(96, 64), view(160, 12), view(172, 128),
            view(300, 48), view(348, 40)],
        "buffers": [{"byteLength": 388}]
    })
}

/// Places, turns, numbers and a cut picture; times rise.
fn buffer() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..75_u16).flat_map(|at| (f32::from(at % 7) * 0.5).to_le_bytes()).collect();
    bytes[80..96].copy_from_slice(&[0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
    bytes[160..172].copy_from_slice(&[0, 0, 1, 0, 2, 0, 2, 0, 1, 0, 3, 0]);
    bytes.extend((0..12_u16).flat_map(|at| f32::from(at).to_le_bytes()));
    bytes.extend(*b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02\x08\x02\0\0\0");
    bytes.resize(388, 7);
    bytes
}

fn packed(text: &[u8], buffer: &[u8]) -> Vec<u8> {
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(((28 + text.len() + buffer.len()) as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text), (b"BIN\0", buffer)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    file
}

/// Puts something else where the `at`-th value of the tree is, counted from the root, as often as there are values.
fn replace(tree: &mut Value, at: &mut usize, new: &Value) -> bool {
    if *at == 0 {
        *tree = new.clone();
        return true;
    }
    *at -= 1;
    match tree {
        Value::Array(items) => items.iter_mut().any(|item| replace(item, at, new)),
        Value::Object(members) => members.values_mut().any(|member| replace(member, at, new)),
        _ => false,
    }
}

fn other() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0..12_u64).prop_map(Value::from),
        prop_oneof![Just(u64::MAX), Just(1 << 31), Just(1 << 20), Just(5126), Just(5125), Just(5120)]
            .prop_map(Value::from),
        prop_oneof![Just(-1.0), Just(1e30), Just(0.0), Just(f64::MIN_POSITIVE)].prop_map(Value::from),
        Just(Value::Null),
        Just(json!([])),
        Just(json!({})),
        prop_oneof![Just("VEC4"), Just("SCALAR"), Just("MAT4"), Just("weights"), Just("data:,%"), Just("..")]
            .prop_map(Value::from),
        Just(json!([0, 1, 2, 3, 4, 4, 0])),
    ]
}

fn lower(model: &[u8]) -> usize {
    let files: [(&str, &[u8]); 3] =
        [("project.godot", b"config_version=5\n"), ("a.tscn", SCENE.as_bytes()), ("m.glb", model)];
    let tree = MemoryTree::from_files(files);
    let document = Document::parse(Source::new("a.tscn", SCENE.as_bytes().to_vec()));
    let scene = import(&document, &Project::around(&tree, "a.tscn")).scene;
    for (_, mesh) in scene.meshes.iter() {
        assert!(mesh.surfaces.iter().all(proscenio_scene::Surface::is_sound));
    }
    for (_, animation) in scene.animations.iter() {
        assert!(animation.tracks.iter().all(proscenio_scene::Track::is_sound));
    }
    scene.meshes.len() + scene.animations.len()
}

#[test]
fn the_sound_one_has_a_mesh_and_an_animation() {
    let text = serde_json::to_vec(&model()).unwrap();
    assert_eq!(lower(&packed(&text, &buffer())), 2);
}

/// Few cases, unless more are asked for.
fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if asked.cases == 256 { 96 } else { asked.cases };
    ProptestConfig { failure_persistence: None, cases, ..asked }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn values_may_be_anything(damage in prop::collection::vec((0_usize..400, other()), 1..6)) {
        let mut tree = model();
        for (at, new) in damage {
            replace(&mut tree, &mut { at }, &new);
        }
        lower(&packed(&serde_json::to_vec(&tree).unwrap(), &buffer()));
    }

    #[test]
    fn bytes_may_be_anything(damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
                             end in any::<prop::sample::Index>(), cut in any::<bool>()) {
        let mut file = packed(&serde_json::to_vec(&model()).unwrap(), &buffer());
        for (at, byte) in damage {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if cut {
            file.truncate(end.index(file.len()));
        }
        lower(&file);
    }
}
