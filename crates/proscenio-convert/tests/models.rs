//! Models that scenes instance, beside what Godot 4.6.3 imports and plays (`fixtures/godot/models.json`, recorded from
//! two models of the corpus): boxes of meshes, and where bones are at four times of each animation, as place and the
//! first two columns of the turn.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files and fail by panicking"
)]

use proscenio_convert::Imported;
use proscenio_convert::front::godot::import;
use proscenio_corpus::corpus;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_run::pose_scene;
use proscenio_scene::{Component, LoopMode, Pixels, Scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;
use serde_json::Value as Json;

/// A scene that instances a model, and its `.import` file beside it.
fn imported(name: &str, bytes: Vec<u8>, settings: Vec<u8>) -> Imported {
    let text = format!(
        "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://{name}\" id=\"1\"]\n\n\
         [node name=\"Root\" type=\"Node3D\"]\n\n[node name=\"Model\" parent=\".\" instance=ExtResource(\"1\")]\n"
    );
    let files = MemoryTree::from_files([
        (name.to_owned(), bytes),
        (format!("{name}.import"), settings),
        ("project.godot".to_owned(), b"config_version=5\n".to_vec()),
        ("a.tscn".to_owned(), text.clone().into_bytes()),
    ]);
    let document = Document::parse(Source::new("a.tscn", text.into_bytes()));
    import(&document, &Project::around(&files, "a.tscn"))
}

fn instanced(name: &str, bytes: Vec<u8>, settings: Vec<u8>) -> Scene {
    let imported = imported(name, bytes, settings);
    let loud: Vec<_> =
        imported.findings.iter().filter(|finding| finding.code != "godot/kept-aside").collect();
    assert!(loud.is_empty(), "{loud:?}");
    imported.scene
}

fn numbers(json: &Json) -> Vec<f32> {
    json.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

fn apart(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn models_move_as_the_engine_moves_them() {
    let Some(corpus) = corpus() else { return };
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot/models.json");
    let answers: Json = serde_json::from_slice(&std::fs::read(folder).unwrap()).unwrap();
    for (path, answer) in answers.as_object().unwrap() {
        let place = corpus.join("godot/demos-4/3d/platformer").join(path);
        let read = |ending: &str| std::fs::read(format!("{}{ending}", place.display())).unwrap();
        let scene = instanced(path.rsplit('/').next().unwrap(), read(""), read(".import"));
        let (mesh_node, mesh) = scene
            .nodes
            .iter()
            .find_map(|(_, node)| match node.components.first()? {
                Component::Mesh(instance) => Some((node, &scene.meshes[instance.mesh])),
                _ => None,
            })
            .unwrap();
        let (low, size) = mesh.box_of_all().unwrap();
        let bounds = [low.to_array(), size.to_array()].concat();
        assert!(apart(&bounds, &numbers(&answer["aabb"])) < 1e-3, "{path}: {bounds:?}");
        let indices: Vec<usize> = mesh.surfaces.iter().map(|surface| surface.indices.len()).collect();
        assert_eq!(serde_json::json!(indices), answer["indices"], "{path}");
        assert_eq!(mesh_node.skin.as_ref().unwrap().joints.len() as u64, answer["binds"], "{path}");
        let mut worst = 0.0_f32;
        let animations = answer["animations"].as_object().unwrap();
        assert_eq!(scene.animations.len(), animations.len());
        for (id, animation) in scene.animations.iter() {
            let known = &animations[&animation.name];
            let length = known["length"].as_f64().unwrap();
            assert!((animation.length - length).abs() < 1e-4, "{path} {}: {length}", animation.name);
            let looped = u64::from(animation.loop_mode == LoopMode::Loop);
            assert_eq!(known["loop"], looped, "{path} {}", animation.name);
            for (quarter, rows) in known["poses"].as_array().unwrap().iter().enumerate() {
                let posed = pose_scene(&scene, id, length * quarter as f64 / 4.0).scene;
                let (_, skeleton) = posed.skeletons.iter().next().unwrap();
                let poses = skeleton.global_poses();
                for (bone, row) in rows.as_object().unwrap() {
                    let pose = poses[skeleton.find(bone).unwrap() as usize];
                    let x = pose.matrix3.x_axis.to_array();
                    let y = pose.matrix3.y_axis.to_array();
                    let own = [pose.translation.to_array(), x, y].concat();
                    let off = apart(&own, &numbers(row));
                    assert!(off < 1e-2, "{path} {} {quarter} {bone}: {own:?} {row}", animation.name);
                    worst = worst.max(off);
                }
            }
        }
        println!("{path}: {} animations, bones at most {worst} apart", animations.len());
    }
}

#[test]
fn instances_of_a_multi_mesh_keep_their_numbers_for_shaders() {
    let text = "[gd_scene format=3]\n\n[sub_resource type=\"BoxMesh\" id=\"b\"]\n\n\
                [sub_resource type=\"MultiMesh\" id=\"m\"]\ntransform_format = 1\nuse_custom_data = true\n\
                instance_count = 2\nmesh = SubResource(\"b\")\nbuffer = PackedFloat32Array(\
                1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3, 0.4, \
                1, 0, 0, 6, 0, 1, 0, 0, 0, 0, 1, 0, 9, 8, 7, 6)\n\n\
                [node name=\"N\" type=\"MultiMeshInstance3D\"]\nmultimesh = SubResource(\"m\")\n";
    let files = MemoryTree::from_files([("a.tscn", text.as_bytes().to_vec())]);
    let document = Document::parse(Source::new("a.tscn", text.as_bytes().to_vec()));
    let scene = import(&document, &Project::around(&files, "a.tscn")).scene;
    let instances: Vec<_> = scene.nodes[scene.root]
        .components
        .iter()
        .filter_map(|component| match component {
            Component::Mesh(instance) => Some((instance.place.unwrap().translation.x, instance.custom)),
            _ => None,
        })
        .collect();
    assert_eq!(instances, [(5.0, Some([0.1, 0.2, 0.3, 0.4])), (6.0, Some([9.0, 8.0, 7.0, 6.0]))]);
}

fn png(width: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbaImage::new(width, 2).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A `.glb` of triangles that show: a picture of a view twice, one of a `data:` reference, one beyond the buffer, one
/// that is none.
fn pictured() -> Vec<u8> {
    let triangle = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let mut binary: Vec<u8> = triangle.iter().flat_map(|number| number.to_le_bytes()).collect();
    binary.extend(png(3));
    let data: String = png(5).iter().map(|byte| format!("%{byte:02x}")).collect();
    let shown =
        |image: usize| serde_json::json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": image}}});
    let piece = |material: usize| serde_json::json!({"attributes": {"POSITION": 0}, "material": material});
    let json = serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": binary.len()}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": binary.len() - 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": binary.len()}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}],
        "images": [
            {"name": "wall", "bufferView": 1, "mimeType": "image/png"},
            {"name": "floor", "uri": format!("data:image/png,{data}")},
            {"name": "cut", "bufferView": 2, "mimeType": "image/png"},
            {"name": "none", "bufferView": 0, "mimeType": "image/png"}],
        "textures": (0..4).map(|image| serde_json::json!({"source": image})).collect::<Vec<_>>(),
        "materials": [shown(0), shown(0), shown(1), shown(2), shown(3)],
        "meshes": [{"primitives": (0..5).map(piece).collect::<Vec<_>>()}],
        "nodes": [{"mesh": 0}]
    });
    let mut text = serde_json::to_vec(&json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut out = b"glTF\x02\0\0\0".to_vec();
    out.extend(((28 + text.len() + binary.len()) as u32).to_le_bytes());
    for (kind, bytes) in [(b"JSON", &text), (b"BIN\0", &binary)] {
        out.extend((bytes.len() as u32).to_le_bytes());
        out.extend(kind);
        out.extend(bytes);
    }
    out
}

#[test]
fn pictures_inside_a_model_are_used_or_told() {
    let all = imported("m.glb", pictured(), Vec::new());
    let images: Vec<_> = all.scene.images.iter().map(|(_, image)| image).collect();
    let found: Vec<_> = images.iter().map(|image| (image.name.as_str(), image.size)).collect();
    assert_eq!(found, [("wall", Some([3, 2])), ("floor", Some([5, 2])), ("cut", None), ("none", None)]);
    assert_eq!(images[0].pixels, Pixels::Encoded(png(3).into()));
    assert_eq!(images[1].pixels, Pixels::Encoded(png(5).into()));
    assert_eq!((&images[2].pixels, &images[3].pixels), (&Pixels::Missing, &Pixels::Missing));
    let shown = all.scene.materials.iter().filter(|(_, material)| material.base_texture.is_some());
    assert_eq!(shown.count(), 5);
    let told: Vec<_> = all.findings.iter().filter(|finding| finding.code == "godot/missing-image").collect();
    assert_eq!(told.len(), 2, "{:?}", all.findings);
    assert!(told[0].message.contains("cut") && told[1].message.contains("none"), "{told:?}");
    // The importer can be told to leave them out.
    let settings = b"[params]\n\ngltf/embedded_image_handling=0\n".to_vec();
    assert_eq!(instanced("m.glb", pictured(), settings).images.len(), 0);
}
