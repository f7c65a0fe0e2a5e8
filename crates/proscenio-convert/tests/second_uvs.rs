//! Second texture coordinates of primitive meshes beside those of Godot 4.6.3 for the same file
//! (`fixtures/godot/second_uvs.json`: all of them one after the other, rounded to a millionth).
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::Component;
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

#[test]
fn second_coordinates_are_those_of_the_engine() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot/");
    let text = std::fs::read(format!("{folder}second_uvs.tscn")).unwrap();
    let answers: serde_json::Value =
        serde_json::from_slice(&std::fs::read(format!("{folder}second_uvs.json")).unwrap()).unwrap();
    let files = MemoryTree::from_files([("second_uvs.tscn", text.clone())]);
    let document = Document::parse(Source::new("second_uvs.tscn", text));
    let imported = import(&document, &Project::around(&files, "second_uvs.tscn"));
    assert!(imported.findings.is_empty(), "{:?}", imported.findings);
    let scene = &imported.scene;
    let mut wrong = Vec::new();
    for (name, answer) in answers.as_object().unwrap() {
        let (_, node) = scene.nodes.iter().find(|(_, node)| node.name == *name).unwrap();
        let Some(Component::Mesh(instance)) = node.components.first() else { panic!("{name} has no mesh") };
        let own = scene.meshes[instance.mesh].surfaces[0].uvs2.as_flattened();
        let known: Vec<f32> = serde_json::from_value(answer.clone()).unwrap();
        let apart = own.iter().zip(&known).map(|(own, known)| (own - known).abs()).fold(0.0, f32::max);
        if own.len() != known.len() || apart > 2e-6 {
            wrong.push(format!("{name}: {} of {} numbers, {apart} apart", own.len(), known.len()));
        }
    }
    assert_eq!(answers.as_object().unwrap().len(), 16);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_project_says_how_fine_baked_light_is() {
    let text = "[gd_scene format=3]\n\n[sub_resource type=\"BoxMesh\" id=\"a\"]\nadd_uv2 = true\n\n\
                [node name=\"Root\" type=\"MeshInstance3D\"]\nmesh = SubResource(\"a\")\n";
    let project = "config_version=5\n\n[rendering]\n\nlightmapping/primitive_meshes/texel_size=0.5\n";
    let files = MemoryTree::from_files([("a.tscn", text), ("project.godot", project)]);
    let document = Document::parse(Source::new("a.tscn", text.as_bytes().to_vec()));
    let scene = import(&document, &Project::around(&files, "a.tscn")).scene;
    let (_, mesh) = scene.meshes.iter().next().unwrap();
    // One metre of four with a seam of 2 pixels, a metre, after each of the two columns.
    assert_eq!(mesh.surfaces[0].uvs2[2], [0.25, 0.0]);
}
