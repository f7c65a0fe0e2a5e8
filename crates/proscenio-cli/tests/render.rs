//! `render` with an eye of one's own, walks and movements.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge and end at a surprise"
)]

use std::path::Path;
use std::process::{Command, Output};

/// Runs `render` in the folder of Espresso3D's examples.
fn render(file: &str, picture: &Path, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proscenio"));
    command.args(["render", file, "--size", "64x40", "-o", picture.to_str().unwrap()]).args(flags);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/espresso3d");
    command.current_dir(examples).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The bytes of a picture, or `None` after saying that there is no driver to draw with.
fn picture(file: &str, flags: &[&str]) -> Option<(Vec<u8>, String)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    let output = render(file, &path, flags);
    let text = said(&output);
    if text.contains("graphics driver")
        && !std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains("gpu"))
    {
        println!("skipped: {text}");
        return None;
    }
    assert_eq!(output.status.code(), Some(0), "{text}");
    Some((std::fs::read(path).unwrap(), text))
}

/// The number of frames that an animated PNG says it has.
fn frames(png: &[u8]) -> Option<u32> {
    let at = png.windows(4).position(|name| name == b"acTL")?;
    Some(u32::from_be_bytes(png[at + 4..at + 8].try_into().unwrap()))
}

#[test]
fn a_walk_goes_through_portals_and_is_animated() {
    let walk = ["--eye", "0,1.2,0", "--walk-to", "0,1.2,11", "--overlay"];
    let Some((still, text)) = picture("gallery/gallery.e3m", &walk) else { return };
    assert_eq!(frames(&still), None);
    assert!(text.contains("through portal \"frame\" into sector \"study\" at 0.000, 1.200, 9.000"), "{text}");
    assert!(text.contains("the eye stands in sector \"study\""), "{text}");
    let animated = [&walk[..], &["--frames", "5", "--fps", "10"]].concat();
    let (moving, text) = picture("gallery/gallery.e3m", &animated).unwrap();
    assert_eq!(frames(&moving), Some(5));
    assert_eq!(text.matches("through portal").count(), 2, "each doorway is told once: {text}");
    assert!(text.contains("the eye stands in sector \"hall\""), "{text}");
}

#[test]
fn a_walk_through_walls_is_told() {
    let Some((_, text)) = picture("gallery/gallery.e3m", &["--eye", "0,1.2,0", "--walk-to", "2.4,1.2,8"])
    else {
        return;
    };
    assert!(text.contains("the way goes through a wall of sector \"hall\" at 1.200, 1.200, 4.000"), "{text}");
    assert!(
        text.contains("the eye stands in sector \"hall\""),
        "through a wall one changes no sector: {text}"
    );
}

#[test]
fn animations_and_lights_change_the_picture() {
    let Some((rest, _)) = picture("mill/mill.e3a", &["--frame"]) else { return };
    let (turned, _) = picture("mill/mill.e3a", &["--frame", "--animation", "turn", "--time", "1.3"]).unwrap();
    let (engine, _) =
        picture("mill/mill.e3a", &["--frame", "--animation", "turn", "--time", "1.3", "--engine-motion"])
            .unwrap();
    let (lit, _) = picture("mill/mill.e3a", &["--frame", "--light", "-3,4,5,9"]).unwrap();
    assert!(rest != turned && turned != engine && rest != lit);
    let (whole, _) = picture("mill/mill.e3a", &["--frame", "--animation", "turn", "--time", "4.0"]).unwrap();
    assert_eq!(rest, whole, "after the last frame all is undone");
}

#[test]
fn actors_are_taken_from_named_folders() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("far/maps");
    std::fs::create_dir_all(&map).unwrap();
    let mill = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/espresso3d/mill");
    std::fs::copy(mill.join("meadow.e3m"), map.join("meadow.e3m")).unwrap();
    let file = map.join("meadow.e3m").to_string_lossy().into_owned();
    let Some((_, text)) = picture(&file, &["--frame"]) else { return };
    assert!(text.contains("espresso3d/unknown-actor"), "{text}");
    let (_, text) = picture(&file, &["--frame", "--actors", "nowhere", "--actors", "mill"]).unwrap();
    assert!(!text.contains("espresso3d/unknown-actor"), "{text}");
}

#[test]
fn wrong_names_and_numbers_say_what_there_is() {
    let nowhere = Path::new("never-written.png");
    for (flags, wanted) in [
        (
            &["--sector", "hal"][..],
            "there is no sector hal; did you mean `hall`? the map has: hall, garden, study",
        ),
        (&["--animation", "turn"], "there is no animation turn: the scene has none"),
        (&["--camera", "eye"], "look from a point with --eye"),
        (&["--eye", "1,2"], "write three numbers"),
        (&["--eye", "1,2,3", "--frame"], "cannot be used with"),
        (&["--frames", "0"], "0 is not in 1..=10000"),
    ] {
        let output = render("gallery/gallery.e3m", nowhere, flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(said(&output).contains(wanted), "{flags:?}: {}", said(&output));
    }
    let output = render("mill/mill.e3a", nowhere, &["--animation", "trun"]);
    assert!(
        said(&output).contains("did you mean `turn`? the scene has: turn (4.000 s)"),
        "{}",
        said(&output)
    );
}

#[test]
fn what_begins_with_the_scene_moves_with_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("project.json", r#"{"format": "nacatamalon-project", "width": 40, "height": 20}"#);
    write(
        "slide.motion",
        r#"{"format": 1, "kind": "motion", "tracks": [{"target": "", "property": "transform.x",
            "keys": [{"t": 0, "value": 5}, {"t": 2, "value": 25}]}]}"#,
    );
    write(
        "slide.scene",
        r#"{"format": "nacatamalon-scene", "assets": [{"type": "motion", "key": "slide", "src": "slide.motion"}],
            "root": {"id": "r", "name": "r", "children": [
            {"id": "b", "name": "b", "transform": {"x": 5, "y": 10}, "components": [
                {"type": "sprite", "id": "s", "width": 4, "height": 4},
                {"type": "motion", "id": "m", "motion": "slide", "autoplay": true}]}]}}"#,
    );
    let scene = folder.path().join("slide.scene");
    let at = |time: &str| picture(scene.to_str().unwrap(), &["--time", time]);
    let (Some((still, _)), Some((moved, _))) = (at("0"), at("1")) else { return };
    let lit = |png: &[u8], x: u32| {
        proscenio::Picture::from_encoded(png).unwrap().pixel(x, 10).unwrap()[..3] == [255; 3]
    };
    assert_eq!([lit(&still, 5), lit(&still, 15)], [true, false]);
    assert_eq!([lit(&moved, 5), lit(&moved, 15)], [false, true]);
}

/// Every pixel of the game is two wide and two high; what is sharp stays so.
#[test]
fn a_scale_makes_pixels_larger() {
    let file = "../nacatamalon/parts/scenes/01-sprites.scene";
    let Some((once, _)) = picture(file, &[]) else { return };
    let (twice, _) = picture(file, &["--scale", "2"]).unwrap();
    let read = |bytes: &[u8]| proscenio::Picture::from_encoded(bytes).unwrap();
    let (once, twice) = (read(&once), read(&twice));
    assert_eq!((once.size, twice.size), ([64, 40], [128, 80]));
    let same = |x: u32, y: u32| once.pixel(x, y) == twice.pixel(2 * x + 1, 2 * y + 1);
    let alike = (0..40).flat_map(|y| (0..64).map(move |x| (x, y))).filter(|(x, y)| same(*x, *y)).count();
    assert!(alike > 64 * 40 * 9 / 10, "{alike}");
    let folder = tempfile::tempdir().unwrap();
    for wrong in ["0", "x", "-1", "99"] {
        let output = render(file, &folder.path().join("p.png"), &["--scale", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn gltf_models_are_drawn_with_light_and_damaged_ones_are_told() {
    let model = "../nacatamalon/parts/public/assets/flags.gltf";
    let Some((png, text)) = picture(model, &[]) else { return };
    let picture = proscenio::Picture::from_encoded(&png).unwrap();
    let colors: std::collections::BTreeSet<&[u8]> = picture.rgba.chunks(4).collect();
    assert!(colors.len() > 8 && !text.contains("error"), "{} colours; {text}", colors.len());
    let folder = tempfile::tempdir().unwrap();
    let (bad, out) = (folder.path().join("bad.glb"), folder.path().join("p.png"));
    std::fs::write(&bad, b"glTF\x02\0\0\0\xff\xff").unwrap();
    let text = said(&render(bad.to_str().unwrap(), &out, &[]));
    assert!(
        text.contains("godot/bad-model") && text.contains("bad.glb") && !text.contains(".tscn"),
        "{text}"
    );
    let gone = render("gone.glb", &out, &[]);
    assert_eq!(gone.status.code(), Some(2));
    assert!(said(&gone).contains("there is no gone.glb"), "{}", said(&gone));
}

/// A shader that does not compile is told with its own line, and what uses it is drawn by the engine's rule.
#[test]
fn broken_shaders_are_told_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    write("project.json", r#"{"format": "nacatamalon-project"}"#);
    write(
        "public/bad.wgsl",
        "// A wash.\nfn effect(uv: vec2f, color: vec4f) -> vec4f {\n  return nothing_here;\n}\n",
    );
    let scene = write(
        "scenes/a.scene",
        r#"{"format": "nacatamalon-scene", "version": 1, "name": "A",
            "assets": [{"type": "shader", "key": "bad", "src": "/bad.wgsl"}],
            "root": {"id": "r", "name": "r", "components": [{"type": "sprite", "id": "s", "texture": null,
                "width": 64, "height": 40, "anchor": {"x": 0, "y": 0}, "tint": {"r": 1, "g": 0, "b": 0, "a": 1},
                "material": {"effect": "bad"}}]}}"#,
    );
    let Some((png, text)) = picture(scene.to_str().unwrap(), &[]) else { return };
    assert!(text.contains("nacatamalon/shader-broken") && text.contains("bad.wgsl:3:"), "{text}");
    let picture = proscenio::Picture::from_encoded(&png).unwrap();
    assert_eq!(picture.pixel(32, 20), Some([255, 0, 0, 255]));
}
