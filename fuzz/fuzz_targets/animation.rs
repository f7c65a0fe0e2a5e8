//! Animations of any bytes: read from Godot scenes, plain and compressed, sampled, played and written as glTF,
//! without a panic, an endless run or more memory than the file can mean.
//!
//! The first byte chooses whether the rest is text of an animation or a page of compressed keys.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_convert::back::gltf::{Container, Options, export};
use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_run::{Sampler, pose_scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

const NODES: &str = r#"
[sub_resource type="AnimationLibrary" id="l"]
_data = { "a": SubResource("a") }

[node name="R" type="Node3D"]

[node name="S" type="Skeleton3D" parent="."]
bones/0/name = "b"
bones/0/parent = -1
bones/1/name = "c"
bones/1/parent = 0

[node name="H" type="BoneAttachment3D" parent="S"]
bone_name = "c"

[node name="F" type="Sprite2D" parent="."]

[node name="P" type="AnimationPlayer" parent="."]
libraries/ = SubResource("l")
"#;

const KINDS: [(&str, &str); 4] =
    [("position_3d", "S:b"), ("rotation_3d", "S:c"), ("scale_3d", "S"), ("blend_shape", "F:x")];

fn compressed(page: &[u8]) -> String {
    let list: Vec<String> = page.iter().map(u8::to_string).collect();
    let list = list.join(", ");
    let half = page.len() / 2;
    let rest: Vec<String> = page[half..].iter().map(u8::to_string).collect();
    let mut text = format!(
        "_compression = {{ \"format_version\": 1, \"fps\": 30, \"bounds\": [AABB(0, 0, 0, 1, 2, 3), \
         AABB(0, 0, 0, 0, 0, 0), AABB(-1, -1, -1, 2, 2, 2), AABB(0, 0, 0, 0, 0, 0)], \"pages\": [\
         {{ \"time_offset\": 0.0, \"data\": PackedByteArray({list}) }}, \
         {{ \"time_offset\": 1.5, \"data\": PackedByteArray({}) }}] }}\n",
        rest.join(", ")
    );
    for (number, (kind, path)) in KINDS.iter().enumerate() {
        text += &format!(
            "tracks/{number}/type = \"{kind}\"\ntracks/{number}/path = NodePath(\"{path}\")\n\
             tracks/{number}/compressed_track = {number}\n"
        );
    }
    text
}

fuzz_target!(|bytes: &[u8]| {
    let Some((mode, bytes)) = bytes.split_first() else { return };
    let format = if mode & 2 == 0 { 3 } else { 2 };
    let mut text = format!("[gd_scene format={format}]\n\n[sub_resource type=\"Animation\" id=\"a\"]\n").into_bytes();
    if mode & 1 == 0 {
        text.extend_from_slice(bytes);
    } else {
        text.extend_from_slice(compressed(bytes).as_bytes());
    }
    text.extend_from_slice(NODES.as_bytes());
    let files = MemoryTree::from_files([("a.tscn", text.clone())]);
    let document = Document::parse(Source::new("a.tscn", text));
    let scene = import(&document, &Project::around(&files, "a.tscn")).scene;
    for (id, animation) in scene.animations.iter() {
        for track in &animation.tracks {
            let Some(sampler) = Sampler::new(animation, track) else { continue };
            for time in [0.0, 0.3, 1.0, 1.5, 1e9, -1.0, f64::NAN] {
                let _ = sampler.at(time);
            }
        }
        for time in [0.0, 0.7, 3.0] {
            let posed = pose_scene(&scene, id, time);
            assert_eq!(posed.scene.nodes.len(), scene.nodes.len());
        }
    }
    let _ = export(&scene, &Options { container: Container::Glb, name: "a".to_owned() });
});
