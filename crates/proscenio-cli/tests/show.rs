//! `show` on a virtual screen: the picture in the window is that of `render`, and the panels have something in them.
#![cfg(feature = "window")]
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge and end at a surprise"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use proscenio::Picture;

/// Of the picture in the window.
const SIZE: [u32; 2] = [480, 300];
/// Where the picture begins in the window: beside the tree, below the menu.
const CORNER: [u32; 2] = [250, 34];

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Whether there is a virtual screen; says so when not.
fn screen() -> bool {
    let found = Command::new("xvfb-run").arg("--help").output().is_ok();
    let required = std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains("window"));
    assert!(found || !required, "xvfb-run is missing (Debian: apt-get install xvfb xauth)");
    if !found {
        println!("skipped: xvfb-run is missing (Debian: apt-get install xvfb xauth)");
    }
    found
}

fn proscenio() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proscenio"));
    command.current_dir(examples());
    command
}

/// Runs `show` on a virtual screen.
fn show(flags: &[&str]) -> Output {
    let mut command = Command::new("xvfb-run");
    command.args(["-a", "-s", "-screen 0 1600x1000x24", env!("CARGO_BIN_EXE_proscenio"), "show"]);
    // A desktop that happens to be there is not to be used.
    let command = command.env("WINIT_X11_SCALE_FACTOR", "1").env_remove("WAYLAND_DISPLAY");
    command.args(flags).current_dir(examples()).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn part(picture: &Picture, [left, top]: [u32; 2], size: [u32; 2]) -> Picture {
    let mut rgba = Vec::new();
    for y in top..top + size[1] {
        (left..left + size[0]).for_each(|x| rgba.extend(picture.pixel(x, y).unwrap()));
    }
    Picture::new(size, rgba)
}

/// How many pixels are brighter than what panels are made of.
fn written(picture: &Picture) -> usize {
    picture.rgba.chunks_exact(4).filter(|pixel| pixel[..3].iter().any(|channel| *channel > 110)).count()
}

#[test]
fn the_window_shows_the_picture_and_its_panels() {
    if !screen() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let lines: &[&str] = &["--wireframe", "--normals"];
    for (file, flags) in [
        ("godot/courtyard/courtyard.tscn", &[][..]),
        ("nacatamalon/harbour/scenes/harbour.scene", &[]),
        ("nacatamalon/parts/public/assets/flags.gltf", &[]),
        ("espresso3d/gallery/gallery.e3m", lines),
    ] {
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (window, alone) = (path("window.png"), path("alone.png"));
        let size = format!("{}x{}", SIZE[0], SIZE[1]);
        let drawn =
            proscenio().args(["render", file, "--size", &size, "-o", &alone]).args(flags).output().unwrap();
        if said(&drawn).contains("graphics driver") {
            println!("skipped: {}", said(&drawn));
            return;
        }
        let shown = show(&[&[file, "--size", &size, "--screenshot", &window], flags].concat());
        assert_eq!(shown.status.code(), Some(0), "{file}: {}", said(&shown));
        let read = |name: &str| Picture::from_encoded(&std::fs::read(name).unwrap()).unwrap();
        let (window, alone) = (read(&window), read(&alone));
        let like = proscenio::compare::compare(&part(&window, CORNER, SIZE), &alone).unwrap();
        assert!(like.ssim > 0.99 && like.all_mad < 1.0, "{file}: {like:?}");
        let height = window.size[1] - CORNER[1];
        let tree = part(&window, [0, CORNER[1]], [CORNER[0], height]);
        let right = CORNER[0] + SIZE[0];
        let details = part(&window, [right, CORNER[1]], [window.size[0] - right, height]);
        for (name, panel) in [("tree", tree), ("details", details)] {
            assert!(written(&panel) > 150, "{file}: the {name} is blank");
        }
    }
}

#[test]
fn files_that_are_gone_are_told_in_the_window_and_to_scripts() {
    if !screen() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("window.png");
    let shown = show(&["nowhere.tscn", "--screenshot", picture.to_str().unwrap()]);
    let text = said(&shown);
    if text.contains("graphics driver") {
        println!("skipped: {text}");
        return;
    }
    assert_eq!(shown.status.code(), Some(2), "{text}");
    assert!(text.contains("there is no nowhere.tscn"), "{text}");
}

#[test]
fn without_a_screen_it_says_what_to_do() {
    let mut command = proscenio();
    command.args(["show", "godot/courtyard/courtyard.tscn"]);
    let output =
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET").output();
    let output = output.unwrap();
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("no screen") && text.contains("proscenio render"), "{text}");
}
