//! What `render` and `diff --pictures` draw, and what they say about it. Skipped without a driver.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge and end at a surprise"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use proscenio::Picture;

/// A folder with a scene of two boxes, one with a picture that is not there.
struct Folder(tempfile::TempDir);

const BOX: &str = "[gd_scene load_steps=4 format=3]\n\n\
    [ext_resource type=\"Texture2D\" path=\"res://gone.png\" id=\"1\"]\n\n\
    [sub_resource type=\"StandardMaterial3D\" id=\"M\"]\nshading_mode = 0\nalbedo_color = Color(1, 0, 0, 1)\n\n\
    [sub_resource type=\"StandardMaterial3D\" id=\"N\"]\nalbedo_texture = ExtResource(\"1\")\n\n\
    [sub_resource type=\"BoxMesh\" id=\"B\"]\nmaterial = SubResource(\"M\")\nsize = Vector3(2, 1, 1)\n\n\
    [node name=\"Root\" type=\"Node3D\"]\n\n\
    [node name=\"Box\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = SubResource(\"B\")\n";

const SECOND: &str = "\n[node name=\"Second\" type=\"MeshInstance3D\" parent=\".\"]\n\
    transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0)\nmesh = SubResource(\"B\")\n\
    material_override = SubResource(\"N\")\n";

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("project.godot", "config_version=5\n");
        folder.write("box.tscn", BOX);
        folder.write("two.tscn", &format!("{BOX}{SECOND}"));
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        std::fs::write(self.path(name), text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        run(self.0.path(), arguments)
    }

    fn picture(&self, name: &str) -> Picture {
        Picture::from_encoded(&std::fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// The picture that `render` makes of a scene, or `None` after saying that there is no driver.
    fn drawn(&self, scene: &str, flags: &[&str]) -> Option<Picture> {
        let arguments = [&["render", scene, "-o", "out.png", "--size", "120x80"][..], flags].concat();
        let output = self.run(&arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        if text.contains("no graphics driver") && !required() {
            println!("skipped: {text}");
            return None;
        }
        assert_eq!(output.status.code(), Some(0), "{text}");
        Some(self.picture("out.png"))
    }
}

fn required() -> bool {
    std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains("gpu"))
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_proscenio")).args(arguments).current_dir(folder).output().unwrap()
}

/// Pixels of a picture that are as told.
fn count(picture: &Picture, is: impl Fn(&[u8]) -> bool) -> usize {
    picture.rgba.chunks(4).filter(|pixel| is(pixel)).count()
}

fn is_red(pixel: &[u8]) -> bool {
    pixel[0] > 200 && pixel[1] < 60 && pixel[2] < 60
}

#[test]
fn an_eye_circles_the_scene_and_sees_all_of_it() {
    let folder = Folder::new();
    let Some(front) = folder.drawn("box.tscn", &["--orbit", "0,0,auto"]) else { return };
    let (front, side) = (front, folder.drawn("box.tscn", &["--orbit", "90,0"]).unwrap());
    let far = folder.drawn("box.tscn", &["--orbit", "0,0,20", "--fov", "45"]).unwrap();
    let [front, side, far] = [front, side, far].map(|picture| count(&picture, is_red));
    // A box of two by one by one: as wide from the side as it is high.
    assert!(front > 3000 && side > 2000 && far < 300, "{front} {side} {far}");
    let output = folder.run(&["render", "box.tscn", "-o", "out.png", "--orbit", "1,2,0"]);
    assert_eq!(output.status.code(), Some(2));
    folder.write("flat.tscn", "[gd_scene format=3]\n\n[node name=\"R\" type=\"Node2D\"]\n");
    let output = folder.run(&["render", "flat.tscn", "-o", "out.png", "--orbit", "0,0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no mesh in space"));
}

#[test]
fn meshes_are_shown_by_lines_and_backgrounds_left_out() {
    let folder = Folder::new();
    let orbit = ["--orbit", "30,20", "--transparent"];
    let Some(faces) = folder.drawn("box.tscn", &orbit) else { return };
    let with = |flags: &[&str]| folder.drawn("box.tscn", &[&orbit[..], flags].concat()).unwrap();
    let seen = |picture: &Picture| count(picture, |pixel| pixel[3] > 0);
    assert!(count(&faces, is_red) > 1000 && seen(&faces) < 120 * 80);
    let wires = with(&["--wireframe"]);
    assert!(count(&wires, is_red) == 0 && seen(&wires) > 100 && seen(&wires) < seen(&faces) / 2);
    let boxes = with(&["--bounds"]);
    let yellow =
        |picture: &Picture| count(picture, |pixel| pixel[0] > 200 && pixel[1] > 150 && pixel[2] < 80);
    assert!(yellow(&boxes) > 50 && yellow(&faces) == 0);
    let normals = with(&["--normals"]);
    assert!(seen(&normals) > seen(&faces), "lines stand out of the box");
}

#[test]
fn what_was_drawn_is_told_to_machines() {
    let folder = Folder::new();
    if folder.drawn("two.tscn", &[]).is_none() {
        return;
    }
    let output = folder.run(&["render", "two.tscn", "-o", "out.png", "--size", "64x48", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["missing"], serde_json::json!([{ "what": "image", "name": "gone.png" }]), "{json}");
    assert_eq!(json["bounds"], serde_json::json!({ "low": [-1.0, -0.5, -0.5], "high": [1.0, 3.5, 0.5] }));
    assert_eq!(json["size"], serde_json::json!([64, 48]));
    assert!(json["draw_calls"].as_u64().unwrap() >= 2 && json["triangles"].as_u64().unwrap() >= 24, "{json}");
    assert!(
        json["textures"].as_u64().unwrap() >= 1 && json["notes"].as_array().unwrap().len() >= 2,
        "{json}"
    );
}

#[test]
fn one_driver_gives_the_same_bytes_and_none_is_said() {
    let folder = Folder::new();
    let Some(first) = folder.drawn("two.tscn", &[]) else { return };
    assert_eq!(first, folder.drawn("two.tscn", &[]).unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_proscenio"));
    command.args(["render", "box.tscn", "-o", "none.png", "--backend", "vulkan"]);
    // The loader finds drivers by these lists alone.
    command.env("VK_DRIVER_FILES", "/nonexistent.json").env("VK_ICD_FILENAMES", "/nonexistent.json");
    let output = command.current_dir(folder.0.path()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("no graphics driver found") && text.contains("apt-get install"), "{text}");
    assert!(!folder.path("none.png").exists());
}

#[test]
fn animations_are_written_as_gif_too() {
    let folder = Folder::new();
    if folder.drawn("box.tscn", &[]).is_none() {
        return;
    }
    for (flags, frames) in [(&["--frames", "3"][..], 3), (&[], 1)] {
        let arguments = [&["render", "box.tscn", "-o", "out.gif", "--size", "40x30"][..], flags].concat();
        assert_eq!(folder.run(&arguments).status.code(), Some(0));
        let bytes = std::fs::read(folder.path("out.gif")).unwrap();
        assert!(bytes.starts_with(b"GIF89a"));
        // Each picture has a block of its own that says how long it is shown.
        assert_eq!(bytes.windows(3).filter(|bytes| *bytes == [0x21, 0xF9, 4]).count(), frames);
    }
}

#[test]
fn a_folder_is_drawn_on_one_sheet() {
    let folder = Folder::new();
    if folder.drawn("box.tscn", &[]).is_none() {
        return;
    }
    folder.write("scenes/deep/one.tscn", BOX);
    folder.write("scenes/two.tscn", &format!("{BOX}{SECOND}"));
    folder.write("scenes/broken.scene", "{\"format\": ");
    folder.write("scenes/m.tres", "[gd_resource type=\"BoxMesh\" format=3]\n\n[resource]\n");
    let output = folder.run(&["render", "--sheet", "scenes", "-o", "sheet.png", "--size", "80x60"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    let sheet = folder.picture("sheet.png");
    // Three scenes in two columns and two rows, a name under each.
    assert_eq!(sheet.size, [2 * 86 + 6, 2 * (60 + 22 + 6) + 6]);
    let bright = |left: u32, top: u32, height: u32| {
        let rows = (top..top + height).flat_map(|y| (left..left + 80).map(move |x| (x, y)));
        rows.filter(|(x, y)| sheet.pixel(*x, *y).unwrap()[..3].iter().all(|part| *part > 150)).count()
    };
    for (left, top) in [(6, 66), (92, 66), (6, 154)] {
        assert!(bright(left, top, 22) > 20, "no name at {left}, {top}");
    }
    assert!(count(&sheet, is_red) > 500);
    let none = folder.run(&["render", "--sheet", "nowhere", "-o", "sheet.png"]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn two_files_are_drawn_with_one_framing() {
    let folder = Folder::new();
    if folder.drawn("box.tscn", &[]).is_none() {
        return;
    }
    let diff = |old: &str, new: &str, flags: &[&str]| {
        let arguments =
            [&["diff", "--pictures", old, new, "-o", "both.png", "--size", "100x80"][..], flags].concat();
        folder.run(&arguments)
    };
    let output = diff("box.tscn", "two.tscn", &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((json["framing"].as_str(), json["pixels"].as_u64()), (Some("around-both"), Some(8000)));
    let changed = json["changed_pixels"].as_u64().unwrap() as usize;
    assert!(changed > 300 && changed < 5000, "{json}");
    let both = folder.picture("both.png");
    assert_eq!(both.size, [308, 80]);
    // The first box stands in the same place on both pictures, and where they differ is red on the third one.
    let part = |left: u32| (0..80).flat_map(move |y| (left..left + 100).map(move |x| (x, y)));
    let pixel = |(x, y): (u32, u32)| both.pixel(x, y).unwrap();
    assert!(part(0).filter(|at| is_red(&pixel(*at))).count() > 200);
    assert!(part(0).all(|(x, y)| !is_red(&pixel((x, y))) || is_red(&pixel((x + 104, y)))));
    assert_eq!(part(208).filter(|at| pixel(*at)[0] >= 96 && pixel(*at)[0] > pixel(*at)[1]).count(), changed);
    let same = diff("box.tscn", "box.tscn", &[]);
    assert_eq!(same.status.code(), Some(0));
    let said = String::from_utf8(same.stdout).unwrap();
    assert_eq!(said, "0 of 8000 pixels differ (0.00 %), by at most 0 of 255\n");
    // A camera of the old file is looked through on both sides.
    let camera = "\n[node name=\"Eye\" type=\"Camera3D\" parent=\".\"]\n\
        transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 9)\n";
    folder.write("seen.tscn", &format!("{BOX}{camera}"));
    folder.write("moved.tscn", &format!("{BOX}{}", camera.replace("0, 1, 9)", "3, 1, 9)")));
    let output = diff("seen.tscn", "moved.tscn", &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((json["framing"].as_str(), json["changed_pixels"].as_u64()), (Some("old-camera"), Some(0)));
    let refused = folder.run(&["diff", "--pictures", "box.tscn", "two.tscn"]);
    assert_eq!(refused.status.code(), Some(2), "no --output");
}

/// A square in the plane and a box in space, each at its share of the picture.
#[test]
fn a_scaled_picture_shows_the_same_larger() {
    let folder = Folder::new();
    let camera = "\n[node name=\"Eye\" type=\"Camera3D\" parent=\".\"]\n\
        transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 4)\n\n\
        [node name=\"Flat\" type=\"Polygon2D\" parent=\".\"]\ncolor = Color(0, 1, 0, 1)\n\
        polygon = PackedVector2Array(10, 10, 30, 10, 30, 20, 10, 20)\n";
    folder.write("both.tscn", &format!("{BOX}{camera}"));
    let Some(plain) = folder.drawn("both.tscn", &[]) else { return };
    let large = folder.drawn("both.tscn", &["--scale", "2"]).unwrap();
    let small = folder.drawn("both.tscn", &["--scale", "0.5"]).unwrap();
    assert_eq!([plain.size, large.size, small.size], [[120, 80], [240, 160], [60, 40]]);
    let count = |picture: &Picture, channel: usize| {
        let full = |pixel: &&[u8]| pixel[channel] > 200 && pixel[(channel + 1) % 3] < 60;
        picture.rgba.chunks_exact(4).filter(full).count() as f64
    };
    for channel in [0, 1] {
        let [one, four, quarter] = [&plain, &large, &small].map(|picture| count(picture, channel));
        assert!(one > 150.0, "{one}");
        assert!(
            // Without samples an edge falls on one row of pixels or the next.
            (four / one - 4.0).abs() < 0.4 && (quarter / one - 0.25).abs() < 0.05,
            "{one} {four} {quarter}"
        );
    }
    assert_eq!(large.pixel(40, 30), plain.pixel(20, 15));
}
