//! Real scenes as glTF: read back, every node has its name and its place in the world.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use proscenio::Scene;
use proscenio::gltf::{Container, Options, export};
use proscenio::scene::glam::Mat4;

/// How far a number may be off after a round trip, relative to its size when that is above 1.
const TOLERANCE: f32 = 1e-5;

#[test]
fn examples_come_back_from_glb() {
    for name in [
        "godot/courtyard/courtyard.tscn",
        "nacatamalon/harbour/scenes/harbour.scene",
        "nacatamalon/level1/scenes/level1.scene",
        "espresso3d/cellar/cellar.e3m",
    ] {
        round_trip(&support::example(name));
    }
}

#[test]
fn corpus_scenes_come_back_from_glb() {
    let Some(corpus) = proscenio_corpus::corpus() else { return };
    for name in [
        "probes/p01_primitives.tscn",
        "probes/p03_material_kinds.tscn",
        "probes/p08_transforms.tscn",
        "e3d/espresso3d/testbed/media/maps/portaltest.e3m",
    ] {
        round_trip(&corpus.join(name).to_string_lossy());
    }
}

/// Exports a file, keeps the `.glb` in out/gltf for the validator, reads it back and compares.
fn round_trip(path: &str) {
    let scene = support::scene(path);
    let name = std::path::Path::new(path).file_stem().unwrap().to_string_lossy().into_owned();
    let exported = export(&scene, &Options { container: Container::Glb, name });
    let out = concat!(env!("CARGO_MANIFEST_DIR"), "/../../out/gltf");
    std::fs::create_dir_all(out).unwrap();
    let file = &exported.files[0];
    std::fs::write(format!("{out}/{}", file.name), &file.bytes).unwrap();
    compare(&scene, &gltf::Gltf::from_slice(&file.bytes).unwrap(), path);
}

fn compare(scene: &Scene, file: &gltf::Gltf, path: &str) {
    let mut worlds = vec![None; file.nodes().len()];
    let mut waiting: Vec<(gltf::Node<'_>, Mat4)> =
        file.default_scene().unwrap().nodes().map(|node| (node, Mat4::IDENTITY)).collect();
    while let Some((node, above)) = waiting.pop() {
        let world = above * Mat4::from_cols_array_2d(&node.transform().matrix());
        worlds[node.index()] = Some(world);
        waiting.extend(node.children().map(|child| (child, world)));
    }
    let ours: Vec<_> = scene.depth_first().collect();
    let placements = scene.world_placements();
    let theirs: Vec<_> = file.nodes().filter(|node| !is_helper(node)).collect();
    assert_eq!(theirs.len(), ours.len(), "{path}");
    let mut compared = 0;
    for (node, id) in theirs.iter().zip(ours) {
        assert_eq!(node.name().unwrap_or_default(), scene.nodes[id].name, "{path}");
        // What stands in the plane alone is moved into space by the export's own rule.
        if scene.nodes[id].placement.space.is_none() && scene.nodes[id].placement.flat.is_some() {
            continue;
        }
        let expected = Mat4::from(placements.space(id)).to_cols_array();
        let found = worlds[node.index()].unwrap().to_cols_array();
        for (a, b) in expected.into_iter().zip(found) {
            assert!(
                (a - b).abs() <= TOLERANCE * a.abs().max(1.0),
                "{path} {:?}: {expected:?} {found:?}",
                node.name()
            );
        }
        compared += 1;
    }
    println!("{path}: {} nodes, {compared} placements equal", theirs.len());
}

/// Whether the export put the node in to carry a part of another one.
fn is_helper(node: &gltf::Node<'_>) -> bool {
    node.extras().as_ref().is_some_and(|extras| {
        let extras: serde_json::Value = serde_json::from_str(extras.get()).unwrap();
        extras.pointer("/proscenio/part").is_some()
    })
}
