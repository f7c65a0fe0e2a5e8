//! Small models as the importer's scenes.

use super::super::config::Config;
use super::buffers::Buffers;
use super::json::Model;
use super::scene::{Settings, write};

fn scene(nodes: &str, rest: &str) -> String {
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":{nodes}{rest}}}"
    );
    let model = Model::read(text.as_bytes()).unwrap();
    let text = write(&model, "res://models/hero.glb", &Settings::read(None), Buffers::default(), &|_| false);
    let nodes = text.lines().filter(|line| line.starts_with("[node"));
    nodes.collect::<Vec<_>>().join("\n")
}

#[test]
fn names_are_made_fit_and_unique() {
    let nodes = r#"[{"name":"a.b","children":[1,2,3]},{"name":"a.b","mesh":0},{"mesh":0},{"name":"a_b2"}]"#;
    assert_eq!(
        scene(nodes, r#","meshes":[{"name":"m"}]"#),
        "[node name=\"hero\" type=\"Node3D\"]\n\
         [node name=\"a_b\" type=\"Node3D\" parent=\".\"]\n\
         [node name=\"a_b2\" type=\"MeshInstance3D\" parent=\"a_b\"]\n\
         [node name=\"Mesh\" type=\"MeshInstance3D\" parent=\"a_b\"]\n\
         [node name=\"a_b22\" type=\"Node3D\" parent=\"a_b\"]"
    );
}

#[test]
fn joints_become_bones_and_what_hangs_from_them_follows_one() {
    let nodes = r#"[{"name":"Rig","children":[1,2]},{"name":"Body","mesh":0,"skin":0},{"name":"hip","children":[3,4]},{"name":"leg"},{"name":"Sword","mesh":0}]"#;
    let rest = r#","meshes":[{}],"skins":[{"joints":[2,3]}],"animations":[{"name":"walk"}]"#;
    assert_eq!(
        scene(nodes, rest),
        "[node name=\"hero\" type=\"Node3D\"]\n\
         [node name=\"Rig\" type=\"Node3D\" parent=\".\"]\n\
         [node name=\"Skeleton3D\" type=\"Skeleton3D\" parent=\"Rig\"]\n\
         [node name=\"Sword\" type=\"BoneAttachment3D\" parent=\"Rig/Skeleton3D\"]\n\
         [node name=\"Sword\" type=\"MeshInstance3D\" parent=\"Rig/Skeleton3D/Sword\"]\n\
         [node name=\"Body\" type=\"MeshInstance3D\" parent=\"Rig/Skeleton3D\"]\n\
         [node name=\"AnimationPlayer\" type=\"AnimationPlayer\" parent=\".\"]"
    );
}

#[test]
fn damaged_files_are_refused_or_read_as_far_as_they_make_sense() {
    for bytes in [&b""[..], b"glTF", b"glTF\x02\0\0\0\xff\0\0\0\xff\xff\xff\xffJSON{}", b"{}", b"[1]", b"no"]
    {
        assert!(Model::read(bytes).is_err());
    }
    // Circles, second parents and numbers of nothing.
    let nodes =
        r#"[{"children":[1,1,0,9]},{"children":[0,2]},{"children":[1],"mesh":4,"skin":7,"camera":1}]"#;
    assert_eq!(scene(nodes, "").lines().count(), 4);
    let model = Model::read(br#"{"asset":{"version":"2.0"},"nodes":[{}],"skins":[{"joints":[5]}]}"#).unwrap();
    assert!(
        write(&model, "res://a.glb", &Settings::read(None), Buffers::default(), &|_| false)
            .contains("type=\"Node3D\" parent=\".\"")
    );
}

/// A triangle with one other shape and a spline that moves its node, with data in the file.
fn model(change: impl Fn(&mut serde_json::Value)) -> String {
    let floats: [f32; 9 + 9 + 2 + 18] = [
        // Places, ways to the other shape.
        0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, //
        0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, //
        // Two keys; slopes in, values, slopes out.
        0.0, 1.0, //
        0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, //
        0.0, 0.0, 0.0, 3.0, 2.0, 3.0, 0.0, 0.0, 0.0,
    ];
    let bytes: Vec<u8> = floats.iter().flat_map(|number| number.to_le_bytes()).collect();
    let uri: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
    let accessor = |offset: usize, kind: &str, count: usize| serde_json::json!({"bufferView": 0, "byteOffset": offset, "componentType": 5126, "type": kind, "count": count});
    let mut json = serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"uri": format!("data:application/octet-stream,{uri}"), "byteLength": bytes.len()}],
        "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
        "accessors": [accessor(0, "VEC3", 3), accessor(36, "VEC3", 3), accessor(72, "SCALAR", 2), accessor(80, "VEC3", 6)],
        "materials": [{"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1], "baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}], "images": [{"uri": "a%20b.png"}],
        "meshes": [{"extras": {"targetNames": ["up"]}, "primitives": [
            {"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}], "material": 0}]}],
        "nodes": [{"name": "N", "mesh": 0, "weights": [0.5]}],
        "animations": [{"name": "go_loop", "samplers": [{"input": 2, "output": 3, "interpolation": "CUBICSPLINE"}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]
    });
    change(&mut json);
    let bytes = serde_json::to_vec(&json).unwrap();
    super::scene_of("res://models/a.gltf", &bytes, None, &|_| None, super::Part::Whole).unwrap()
}

#[test]
fn meshes_materials_and_animations_are_the_engines_resources() {
    let text = model(|_| {});
    for wanted in [
        "[ext_resource type=\"Texture2D\" path=\"res://models/a b.png\" id=\"1\"]",
        "albedo_color = Color(1, 0, 0, 1)",
        "albedo_texture = ExtResource(\"1\")",
        "_blend_shape_names = PackedStringArray(\"up\")",
        "\"material\": SubResource(\"StandardMaterial3D_0\")",
        "blend_shapes/up = 0.5",
        "resource_name = \"go\"\nlength = 1.0\nloop_mode = 1",
        "tracks/0/path = NodePath(\"N\")",
        // Thirty steps a second from the first key to the last.
        "keys = PackedFloat32Array(0, 1, 1, 2, 3, 0.033333335, 1, 1.0065185, 2, 3,",
        "1, 1, 3, 2, 3)",
    ] {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
}

#[test]
fn numbers_that_are_not_where_the_file_says_are_left_out() {
    let plain = model(|_| {});
    assert!(plain.contains("_surfaces") && plain.contains("tracks/0"));
    for (place, value) in [
        ("/accessors/0/count", 4_000_000_000_u64),
        ("/accessors/0/byteOffset", u64::MAX),
        ("/accessors/0/componentType", 9),
        ("/bufferViews/0/byteLength", u64::MAX),
        ("/bufferViews/0/buffer", 7),
        ("/meshes/0/primitives/0/attributes/POSITION", 99),
    ] {
        let text = model(|json| *json.pointer_mut(place).unwrap() = value.into());
        assert!(!text.contains("_surfaces"), "{place}");
        assert!(text.contains("mesh = SubResource(\"ArrayMesh_0\")"), "{place}");
    }
    for place in ["/accessors/2/count", "/animations/0/samplers/0/input", "/animations/0/channels/0/sampler"]
    {
        let text = model(|json| *json.pointer_mut(place).unwrap() = 77.into());
        assert!(text.contains("[sub_resource type=\"Animation\"") && !text.contains("tracks/0"), "{place}");
    }
    // A few letters for each shape must not cost the memory of a whole mesh.
    let many: Vec<serde_json::Value> = vec![serde_json::json!({}); 4000];
    let text = model(|json| {
        json["accessors"][0] = serde_json::json!({"componentType": 5126, "type": "VEC3", "count": 300_000});
        json["meshes"][0]["primitives"][0]["targets"] = many.clone().into();
    });
    assert!(!text.contains("_surfaces"));
}

#[test]
fn pictures_that_the_importer_put_beside_the_model_are_used() {
    let json = serde_json::json!({
        "asset": {"version": "2.0"},
        "materials": (0..4).map(|at| serde_json::json!({"name": at.to_string(), "pbrMetallicRoughness": {"baseColorTexture": {"index": at}}})).collect::<Vec<_>>(),
        "textures": (0..4).map(|at| serde_json::json!({"source": at})).collect::<Vec<_>>(),
        "images": [
            {"uri": "data:image/png;base64,AAAA", "name": "a: look"},
            {"uri": "data:image/png;base64,AAAA", "mimeType": "image/png"},
            {"uri": "data:image/jpeg;base64,AAAA", "mimeType": "image/jpeg", "name": "a: look"},
            {"uri": "data:image/png;base64,AAAA", "name": "not beside"},
        ],
    });
    let bytes = serde_json::to_vec(&json).unwrap();
    // Names as Godot 4.6.3 gives them.
    let beside = ["m_a_ look.png", "m_1.png", "m_a_ look_2.jpg"];
    let read = |name: &str| beside.contains(&name).then(Vec::new);
    let text = |import: Option<&Config>| {
        super::scene_of("res://models/m.gltf", &bytes, import, &read, super::Part::Whole).unwrap()
    };
    let made = text(None);
    for (at, name) in beside.iter().enumerate() {
        let wanted = format!("path=\"res://models/{name}\" id=\"{}\"]", at + 1);
        assert!(made.contains(&wanted), "{wanted} is not in\n{made}");
    }
    assert!(made.contains("ImageTexture_3") && !made.contains("ImageTexture_0"), "{made}");
    // 3 keeps them inside.
    let kept = Config::parse("m.gltf.import", b"[params]\n\ngltf/embedded_image_handling=3\n".to_vec());
    assert!(!text(Some(&kept)).contains("ext_resource"));
}
