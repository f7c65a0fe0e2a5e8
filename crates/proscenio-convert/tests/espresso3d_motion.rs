//! Espresso3D animations: boxes around the moved corners, beside those of the engine and of a reference calculation.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and say what they skip"
)]

use std::path::PathBuf;

use proscenio_convert::front::espresso3d::{Bones, Meaning, Options, import_with};
use proscenio_espresso3d::{Document, FileKind};
use proscenio_project::Project;
use proscenio_run::{bend, joint_matrices, pose_scene};
use proscenio_scene::glam::Vec3;
use proscenio_scene::{AnimationId, Component, Scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

fn scene(bytes: Vec<u8>, options: &Options) -> Scene {
    let files = MemoryTree::from_files([("/a.e3a", bytes.clone())]);
    let document = Document::parse(Source::new("/a.e3a", bytes), FileKind::Actor);
    import_with(&document, &Project::around(&files, "/a.e3a"), options).scene
}

/// The box around all corners at a time of the first animation.
fn bounds(scene: &Scene, time: f64) -> [Vec3; 2] {
    let posed = pose_scene(scene, AnimationId::from_index(0), time).scene;
    let joints = joint_matrices(&posed, &posed.world_placements(), posed.root).unwrap();
    let [Component::Mesh(instance)] = &posed.nodes[posed.root].components[..] else { panic!("no mesh") };
    let surfaces = posed.meshes[instance.mesh].surfaces.iter();
    let boxes =
        surfaces.map(|surface| bend(surface, &joints).unwrap_or_else(|| surface.clone()).bounds().unwrap());
    let all = boxes.reduce(|(low, high), (l, h)| (low.min(l), high.max(h))).unwrap();
    [all.0, all.1]
}

fn corpus(file: &str) -> Option<Vec<u8>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let root = PathBuf::from(std::env::var("PROSCENIO_CORPUS").unwrap_or_else(|_| default.to_owned()));
    let path = root.join("e3d/espresso3d/testbed/media/models").join(file);
    if let Ok(bytes) = std::fs::read(&path) {
        return Some(bytes);
    }
    let required = std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains("corpus"));
    assert!(!required, "no corpus at {}", root.display());
    println!("skipped: no corpus at {}", root.display());
    None
}

fn compare(file: &str, options: &Options, time: f64, wanted: [[f32; 3]; 2], most: f32) {
    let Some(bytes) = corpus(file) else { return };
    let found = bounds(&scene(bytes, options), time);
    for (found, wanted) in found.into_iter().zip(wanted.map(Vec3::from_array)) {
        assert!(found.abs_diff_eq(wanted, most), "{file} at {time}: {found} instead of {wanted}");
    }
}

#[test]
fn authored_movements_are_those_of_the_reference() {
    let rows: [(&str, f64, [[f32; 3]; 2]); 6] = [
        ("testExport3.e3a", 0.5, [[-10.778, -14.543, -27.945], [10.999, 5.577, 10.739]]),
        ("testExport3.e3a", 1.0, [[-10.777, -5.423, -22.070], [11.001, 15.555, 10.739]]),
        ("testTranslate1.e3a", 1.0, [[-21.5, -0.25, -51.0], [21.5, 9.75, 51.0]]),
        ("dwarf.e3a", 0.5, [[-22.548, -0.965, -45.943], [26.502, 59.477, 17.936]]),
        ("dwarf.e3a", 1.0, [[-17.976, 0.028, -39.458], [24.489, 66.177, 24.102]]),
        ("dwarf.e3a", 3.0, [[-21.727, -0.811, -40.516], [32.414, 58.684, 14.510]]),
    ];
    for (file, time, wanted) in rows {
        compare(file, &Options::default(), time, wanted, 0.002);
    }
}

#[test]
fn the_engines_movements_are_those_it_made() {
    let engine = Options { meaning: Meaning::Engine, bones: Bones::AsWritten, ..Options::default() };
    let rows: [(&str, u32, [[f32; 3]; 2]); 3] = [
        ("testTranslate1.e3a", 30, [[-21.5, -0.25, -51.0], [21.5, 9.75, 51.0]]),
        ("testTranslate1.e3a", 179, [[-21.5, -12.162, -48.742], [21.5, 68.745, 35.756]]),
        ("testExport3.e3a", 60, [[-10.778, -18.721, -23.477], [11.0, 5.577, 10.739]]),
    ];
    for (file, updates, wanted) in rows {
        compare(file, &engine, (f64::from(updates) + 0.1) / 60.0, wanted, 0.006);
    }
}

/// The feet of the walking dwarf stay near the ground, which is y = 0.
#[test]
fn the_dwarf_keeps_its_feet_on_the_ground() {
    let Some(bytes) = corpus("dwarf.e3a") else { return };
    let scene = scene(bytes, &Options::default());
    let length = scene.animations.iter().next().unwrap().1.length;
    let lows: Vec<f32> = (0..40).map(|i| bounds(&scene, length * f64::from(i) / 40.0)[0].y).collect();
    let (least, most) = lows.iter().fold((0.0_f32, -9.0_f32), |(a, b), low| (a.min(*low), b.max(*low)));
    println!("lowest corner between {least:.2} and {most:.2} over {length} s");
    assert!(least > -1.6 && most < 0.7, "{least} {most}");
}

/// Which files of the corpus have the exporter's defect.
#[test]
fn the_defect_is_seen_where_it_is() {
    let rows = [
        ("dwarf.e3a", true),
        ("dwarf2.e3a", true),
        ("dwarf3.e3a", true),
        ("testExportDwarf3.e3a", true),
        ("testStraightExport.e3a", false),
        ("testTranslate1.e3a", false),
        ("triangle.e3a", false),
    ];
    for (file, wanted) in rows {
        let Some(bytes) = corpus(file) else { return };
        let judged = scene(bytes.clone(), &Options::default());
        let written = scene(bytes, &Options { bones: Bones::AsWritten, ..Options::default() });
        assert_eq!(judged.skeletons != written.skeletons, wanted, "{file}");
    }
}

/// An arm that is turned by a quarter while its hand goes out: own numbers, worked out by hand.
#[test]
fn increments_are_handed_down_from_bone_to_bone() {
    let arm = "MODEL arm\n{\nTRIANGLE\n{\nVERTICES\n2 0 0, 3 0 0, 2 0 1;\nTEXTURE\n0 0, 1 0, 0 1, A;\nBONELINK\nhand hand hand;\n}\n\
        BONE arm\n{\nPOSITION\n0 0 0;\nFORWARD\n0 0 1;\nUP\n0 1 0;\n}\n\
        BONE hand arm\n{\nPOSITION\n2 0 0;\nFORWARD\n0 0 1;\nUP\n0 1 0;\n}\n\
        ANIMATION reach 2\n{\nFRAME 1\n{\nBONE arm\n{\nROTATE\n2 0 0 1.5707963267948966;\n}\nBONE hand\n{\nTRANSLATE\n1 4 0 0;\n}\n}\n\
        FRAME 2\n{\n}\nFRAME 3\n{\n}\n}\n}\n";
    let scene = scene(arm.as_bytes().to_vec(), &Options::default());
    let at = |time: f64| bounds(&scene, time);
    let near = |found: [Vec3; 2], low: [f32; 3], high: [f32; 3]| {
        let right = found[0].abs_diff_eq(low.into(), 1e-5) && found[1].abs_diff_eq(high.into(), 1e-5);
        assert!(right, "{found:?}");
    };
    near(at(0.0), [2.0, 0.0, 0.0], [3.0, 0.0, 1.0]);
    // After a second the arm points up, and the hand has long gone its four units along it.
    near(at(1.0), [0.0, 6.0, 0.0], [0.0, 7.0, 1.0]);
    // Half way it points to the side, with the hand out.
    let side = 6.0 * std::f32::consts::FRAC_1_SQRT_2;
    assert!((at(0.5)[0].x - side).abs() < 1e-5 && (at(0.5)[0].y - side).abs() < 1e-5);
    // The last frame over, all is undone.
    near(at(1.5), [2.0, 0.0, 0.0], [3.0, 0.0, 1.0]);
}
