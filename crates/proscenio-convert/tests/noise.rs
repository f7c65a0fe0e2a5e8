//! Pictures of noise beside those of Godot 4.6.3 for the same file (`fixtures/godot/noise.json`: texels in base64; of the
//! large one the sum of red, each times its place modulo 251 and one more).
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

use base64::Engine as _;
use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{Pixels, Scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

fn scene(text: Vec<u8>) -> (Scene, usize) {
    let files = MemoryTree::from_files([("noise.tscn", text.clone())]);
    let document = Document::parse(Source::new("noise.tscn", text));
    let imported = import(&document, &Project::around(&files, "noise.tscn"));
    (imported.scene, imported.findings.len())
}

#[test]
fn noise_is_that_of_the_engine() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot/");
    let answers: serde_json::Value =
        serde_json::from_slice(&std::fs::read(format!("{folder}noise.json")).unwrap()).unwrap();
    let (scene, findings) = scene(std::fs::read(format!("{folder}noise.tscn")).unwrap());
    assert_eq!(findings, 0);
    let mut wrong = Vec::new();
    for (name, answer) in answers.as_object().unwrap() {
        let (_, image) = scene.images.iter().find(|(_, image)| image.name == *name).unwrap();
        let Pixels::Rgba8(texels) = &image.pixels else { panic!("{name} has no texels") };
        if let Some(sum) = answer.as_u64() {
            let red = texels.iter().step_by(4).enumerate();
            let own: u64 = red.map(|(at, red)| u64::from(*red) * (at as u64 % 251 + 1)).sum();
            // One level in ten thousand texels, for the last digit of the engine's own compiler.
            if own.abs_diff(sum) > sum / 100_000 {
                wrong.push(format!("{name}: {own} is not {sum}"));
            }
            continue;
        }
        let known = base64::engine::general_purpose::STANDARD.decode(answer.as_str().unwrap()).unwrap();
        let unlike = texels.iter().zip(&known).filter(|(own, known)| own != known).count();
        let apart = texels.iter().zip(&known).map(|(own, known)| own.abs_diff(*known)).max();
        // The library's port warps places in space a little otherwise than the engine does.
        let most = if name == "space_warp" { 16 } else { 0 };
        if texels.len() != known.len() || apart > Some(most) {
            wrong.push(format!("{name}: {unlike} of {} numbers, at most {apart:?} apart", known.len()));
        }
    }
    assert!(answers.as_object().unwrap().len() > 25);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn noise_without_end_is_told_and_not_made() {
    for (noise, texture) in [
        ("frequency = 1e30", ""),
        ("fractal_octaves = 2147483647", "width = 4096\nheight = 4096"),
        ("offset = Vector3(nan, inf, 0)", ""),
        ("domain_warp_enabled = true\ndomain_warp_amplitude = 1e20", ""),
    ] {
        let text = format!(
            "[gd_scene format=3]\n\n[sub_resource type=\"FastNoiseLite\" id=\"n\"]\n{noise}\n\n\
             [sub_resource type=\"NoiseTexture2D\" id=\"t\"]\n{texture}\nnoise = SubResource(\"n\")\n\n\
             [sub_resource type=\"StandardMaterial3D\" id=\"m\"]\nalbedo_texture = SubResource(\"t\")\n\n\
             [sub_resource type=\"QuadMesh\" id=\"q\"]\nmaterial = SubResource(\"m\")\n\n\
             [node name=\"Root\" type=\"MeshInstance3D\"]\nmesh = SubResource(\"q\")\n"
        );
        let (scene, findings) = scene(text.into_bytes());
        let (_, image) = scene.images.iter().next().unwrap();
        assert_eq!((findings, &image.pixels), (1, &Pixels::Missing), "{noise}");
    }
}
