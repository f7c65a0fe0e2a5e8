//! Small models as the importer's scenes.

use super::buffers::Buffers;
use super::json::Model;
use super::scene::{Settings, write};

fn scene(nodes: &str, rest: &str) -> String {
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":{nodes}{rest}}}"
    );
    let model = Model::read(text.as_bytes()).unwrap();
    let text = write(&model, "res://models/hero.glb", &Settings::read(None), Buffers::default());
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
        write(&model, "res://a.glb", &Settings::read(None), Buffers::default())
            .contains("type=\"Node3D\" parent=\".\"")
    );
}
