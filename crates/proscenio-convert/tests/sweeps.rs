//! Outlines that are pulled, turned and led along paths, beside what Godot 4.6.3 makes of the same file
//! (`fixtures/godot/sweeps.json`: corners as place, texture coordinates and normal).
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{Component, Surface};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

fn corners(surface: &Surface) -> Vec<[f32; 8]> {
    let corner = |at: usize| {
        let ([x, y, z], [u, v]) = (surface.positions[at], surface.uvs[at]);
        let [nx, ny, nz] = surface.normals[at];
        [x, y, z, u, v, nx, ny, nz]
    };
    (0..surface.positions.len()).map(corner).collect()
}

/// How far the corner that is least alike is from the list.
fn farthest(corners: &[[f32; 8]], list: &[[f32; 8]]) -> ([f32; 8], f32) {
    let apart = |a: &[f32; 8], b: &[f32; 8]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    let nearest = |corner: &[f32; 8]| list.iter().map(|other| apart(corner, other)).fold(f32::MAX, f32::min);
    let all = corners.iter().map(|corner| (*corner, nearest(corner)));
    all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

#[test]
fn swept_outlines_are_those_of_the_engine() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot/");
    let text = std::fs::read(format!("{folder}sweeps.tscn")).unwrap();
    let answers: serde_json::Value =
        serde_json::from_slice(&std::fs::read(format!("{folder}sweeps.json")).unwrap()).unwrap();
    let files = MemoryTree::from_files([("sweeps.tscn", text.clone())]);
    let document = Document::parse(Source::new("sweeps.tscn", text));
    let imported = import(&document, &Project::around(&files, "sweeps.tscn"));
    assert!(imported.findings.is_empty(), "{:?}", imported.findings);
    let scene = &imported.scene;
    let mut wrong = Vec::new();
    for (name, answer) in answers.as_object().unwrap() {
        let (_, node) = scene.nodes.iter().find(|(_, node)| node.name == *name).unwrap();
        let Some(Component::Mesh(instance)) = node.components.first() else { panic!("{name} has no mesh") };
        let surface = &scene.meshes[instance.mesh].surfaces[0];
        let known: Vec<[f32; 8]> = serde_json::from_value(answer["corners"].clone()).unwrap();
        let own = corners(surface);
        let (missed, added) = (farthest(&known, &own), farthest(&own, &known));
        let triangles = own.len() as u64 / 3;
        if missed.1 > 2e-4 || added.1 > 2e-4 || answer["triangles"] != triangles {
            wrong.push(format!("{name}: {triangles} of {}; {missed:?} {added:?}", answer["triangles"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
