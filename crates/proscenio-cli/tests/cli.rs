//! The command line as its users meet it: output, exit codes, standard input.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests stand at the edge and end at a surprise"
)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the command in the folder of the fixtures.
fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proscenio"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    command
}

/// Exit code, standard output and standard error as one text.
fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let mut shown = format!("exit {}\n{}", output.status.code().unwrap(), text(&output.stdout));
    if !output.stderr.is_empty() {
        shown += &format!("--- stderr\n{}", text(&output.stderr));
    }
    shown
}

#[test]
fn tree() {
    insta::assert_snapshot!("tree_godot", shown(&run(&["tree", "room.tscn"])));
    insta::assert_snapshot!("tree_nacatamalon", shown(&run(&["tree", "boxes.scene"])));
    insta::assert_snapshot!("tree_espresso3d", shown(&run(&["tree", "hall.e3m"])));
    insta::assert_snapshot!("tree_json", shown(&run(&["tree", "hall.e3m", "--format", "json"])));
}

#[test]
fn info() {
    insta::assert_snapshot!("info_godot", shown(&run(&["info", "room.tscn"])));
    insta::assert_snapshot!("info_nacatamalon", shown(&run(&["info", "boxes.scene"])));
    insta::assert_snapshot!("info_espresso3d", shown(&run(&["info", "hall.e3m"])));
    insta::assert_snapshot!("info_json", shown(&run(&["info", "room.tscn", "--format", "json"])));
}

#[test]
fn info_tells_surfaces_and_all_their_vertices() {
    let text = shown(&run(&["info", "quad.tscn"]));
    assert!(text.contains(". 0: 4 vertices, 6 indices"), "{text}");
    let told = shown(&run(&["info", "quad.tscn", "--format", "json", "--vertices"]));
    let told: serde_json::Value = serde_json::from_str(told.strip_prefix("exit 0\n").unwrap()).unwrap();
    let surface = &told["nodes"][0]["surfaces"][0];
    assert_eq!((&surface["vertex_count"], &surface["index_count"]), (&4.into(), &6.into()));
    assert_eq!(surface["vertices"].as_array().unwrap().len(), 4);
    assert!(shown(&run(&["info", "quad.tscn", "--vertices"])).starts_with("exit 2"));
}

#[test]
fn moving_scenes() {
    insta::assert_snapshot!("info_moving", shown(&run(&["info", "door.tscn"])));
    insta::assert_snapshot!("info_moving_json", shown(&run(&["info", "door.tscn", "--format", "json"])));
    insta::assert_snapshot!("tree_time", shown(&run(&["tree", "door.tscn", "--time", "0.5"])));
    let at = ["run", "door.tscn", "--animation", "open", "--time", "0.5"];
    insta::assert_snapshot!("run_text", shown(&run(&at)));
    insta::assert_snapshot!("run_json", shown(&run(&[&at[..], &["--dump", "json"]].concat())));
    insta::assert_snapshot!("run_unknown", shown(&run(&["run", "door.tscn", "--animation", "clsoe"])));
    insta::assert_snapshot!("run_still", shown(&run(&["run", "room.tscn"])));
}

#[test]
fn check() {
    insta::assert_snapshot!("check_text", shown(&run(&["check", "damaged.tscn", "boxes.scene"])));
    insta::assert_snapshot!("check_json", shown(&run(&["check", "damaged.tscn", "--format", "json"])));
    assert_eq!(run(&["check", "boxes.scene"]).status.code(), Some(0));
}

#[test]
fn verify() {
    insta::assert_snapshot!("verify", shown(&run(&["verify", "."])));
}

#[test]
fn convert_writes_a_glb_and_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let output = run(&["convert", "hall.e3m", &at("hall.glb"), "--report", &at("losses.json")]);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert_eq!(&std::fs::read(at("hall.glb")).unwrap()[..4], b"glTF");
    let losses: serde_json::Value =
        serde_json::from_slice(&std::fs::read(at("losses.json")).unwrap()).unwrap();
    assert!(losses.is_array());
}

#[test]
fn convert_refuses_an_unknown_ending() {
    let output = run(&["convert", "hall.e3m", "hall.xyz"]);
    insta::assert_snapshot!("convert_unknown", shown(&output));
}

#[test]
fn standard_input_is_read_for_a_dash() {
    for name in ["room.tscn", "boxes.scene", "hall.e3m"] {
        let text =
            std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap();
        let mut child = command(&["tree", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&text).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.stdout, run(&["tree", name]).stdout, "{name}");
    }
}

#[test]
fn what_cannot_be_done_exits_with_2() {
    for arguments in [
        vec!["tree", "nowhere.tscn"],
        vec!["check", "nowhere/"],
        vec!["render", "room.tscn"],
        vec!["render", "room.tscn", "-o", "x.png", "--size", "0x0"],
        vec!["nonsense"],
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn colours_obey() {
    let coloured = |output: Output| output.stdout.contains(&0x1B);
    assert!(!coloured(run(&["check", "damaged.tscn"])));
    assert!(coloured(run(&["check", "damaged.tscn", "--color", "always"])));
    let output = command(&["check", "damaged.tscn"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!coloured(output));
}

/// A copy of a fixture that a test may change.
fn copy(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name), &path).unwrap();
    (folder, path.to_string_lossy().into_owned())
}

#[test]
fn one_property_changes_one_line() {
    let (_folder, path) = copy("room.tscn");
    let before = std::fs::read_to_string(&path).unwrap();
    let output = run(&["set", &path, "Table:position", "Vector3(1, 2, 3)"]);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    let after = std::fs::read_to_string(&path).unwrap();
    assert_eq!(after.lines().count(), before.lines().count() + 1);
    assert_eq!(run(&["get", &path, "Table:position:y"]).stdout, b"2\n");
    assert_eq!(run(&["unset", &path, "Table:position"]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn nodes_are_edited() {
    let (_folder, path) = copy("room.tscn");
    for arguments in [
        vec!["rename-node", &path, "Table", "Desk"],
        vec!["add-node", &path, "Desk", "Cup", "--type", "Node3D", "--set", "visible=false"],
        vec!["duplicate-node", &path, "Desk/Cup"],
        vec!["move-node", &path, "Door", "--parent", "Desk", "--before", "Lamp"],
        vec!["set-resource", &path, "Desk:mesh", "--type", "BoxMesh", "--seed", "7"],
        vec!["connect", &path, "Desk", "visibility_changed", ".", "_on_desk"],
        vec!["remove-node", &path, "Desk/Cup2"],
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", shown(&output));
    }
    insta::assert_snapshot!("edited", std::fs::read_to_string(&path).unwrap());
    let refused = run(&["rename-node", &path, "Dask", "X"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("godot/edit-no-such-node"));
}

#[test]
fn formatting_is_checked_shown_and_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("messy.tscn").to_string_lossy().into_owned();
    std::fs::write(
        &path,
        "[gd_scene format=3]\n[node type=\"Node2D\" name=\"A\"]\nposition=Vector2( 1.0,2 )\n",
    )
    .unwrap();
    assert_eq!(run(&["fmt", "--check", &path]).status.code(), Some(1));
    let diff = run(&["fmt", "--diff", &path]);
    assert!(String::from_utf8(diff.stdout).unwrap().contains("+position = Vector2(1, 2)"));
    assert_eq!(run(&["fmt", &path]).status.code(), Some(0));
    assert_eq!(run(&["fmt", "--check", &path]).status.code(), Some(0));
}

#[test]
fn espresso3d_files_are_laid_out_and_converted() {
    let folder = tempfile::tempdir().unwrap();
    let copy = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/hall.e3m");
    let map = copy("hall.e3m", &std::fs::read(fixture).unwrap());
    assert_eq!(run(&["fmt", "--check", &map]).status.code(), Some(0));
    let block = std::fs::read(&map).unwrap();
    assert_eq!(run(&["fmt", "--dialect", "line", "--line-end", "crlf", &map]).status.code(), Some(0));
    let line = std::fs::read_to_string(&map).unwrap();
    assert!(line.contains("  PORTAL\r\n    door, FAST, hall, door, 0 0 0,"), "{line}");
    assert_eq!(run(&["fmt", "--dialect", "block", "--line-end", "lf", &map]).status.code(), Some(0));
    assert_eq!(std::fs::read(&map).unwrap(), block);
    // Bones have no place in the line dialect.
    let text = "MODEL\n{\n  BONE hip\n  {\n    POSITION\n      0 0 0;\n    FORWARD\n      0 0 1;\n    UP\n      0 1 0;\n  }\n}\n";
    let actor = copy("man.e3a", text.as_bytes());
    let refused = run(&["fmt", "--dialect", "line", &actor]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("espresso3d/cannot-hold"));
    assert_eq!(std::fs::read_to_string(&actor).unwrap(), text);
    assert_eq!(run(&["fmt", "--dialect", "line", "--lossy", &actor]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&actor).unwrap(), "MODEL\n{\n}\n");
}

#[test]
fn findings_are_repaired_or_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene").to_string_lossy().into_owned();
    let text = "{\"format\": \"nacatamalon-scene\", \"version\": 1, \"name\": \"A\", \"assets\": [\n\
        {\"type\": \"texture\", \"key\": \"k\", \"src\": \"k.png\"}\n],\n\
        \"root\": {\"id\": \"r\", \"name\": \"R\", \"visible\": true, \"transform\": null}}\n";
    std::fs::write(&path, text).unwrap();
    let read = || std::fs::read_to_string(&path).unwrap();
    let diff = run(&["check", "--fix", "--diff", &path]);
    assert_eq!(diff.status.code(), Some(1));
    assert!(String::from_utf8(diff.stdout).unwrap().contains("\n-\"root\""));
    assert_eq!(read(), text);
    // The unused asset is left.
    assert_eq!(run(&["check", "--fix", &path]).status.code(), Some(1));
    assert_eq!(read(), text.replace("\"visible\": true, ", ""));
    assert_eq!(run(&["check", "--unsafe-fixes", &path]).status.code(), Some(0));
    assert!(!read().contains("k.png"));
}

#[test]
fn boxes_are_edited() {
    let (_folder, path) = copy("boxes.scene");
    let before = std::fs::read_to_string(&path).unwrap();
    for arguments in [
        vec!["set", &path, "@hero:src", "\"art/hero.png\""],
        vec!["set", &path, "Hero:transform:rotation", "0.50"],
        vec!["set", &path, "Hero/sprite:anchor:y", "1"],
        vec!["add-node", &path, "Hero", "Arm", "--id", "arm", "--type", "sprite", "--group", "limb"],
        vec!["duplicate-node", &path, "arm", "--seed", "7"],
        vec!["move-node", &path, "arm", "--parent", ".", "--at", "0"],
        vec!["rename-node", &path, "#arm", "Left arm"],
        vec!["add-component", &path, "arm", "light", "--id", "glow", "--set", "kind=\"point\"", "--at", "0"],
        vec!["remove-component", &path, "arm/sprite"],
        vec!["unset", &path, "Hero/sprite:anchor"],
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", shown(&output));
    }
    insta::assert_snapshot!("edited_boxes", std::fs::read_to_string(&path).unwrap());
    assert_eq!(run(&["get", &path, "arm/glow:kind"]).stdout, b"\"point\"\n");
    let (_other, untouched) = copy("boxes.scene");
    for (arguments, code) in [
        (vec!["set", &untouched, "Hero:transform:x", "forty"], "nacatamalon/edit-bad-value"),
        (vec!["get", &untouched, "Hera:name"], "nacatamalon/edit-no-such-box"),
        (vec!["connect", &untouched, "a", "b", "c", "d"], "no connections"),
        (vec!["add-node", &untouched, ".", "A", "--instance", "x"], "no instances"),
        (vec!["set-resource", &untouched, "a", "--id", "x"], "no resources"),
        (vec!["add-component", "room.tscn", ".", "sprite"], "no components"),
        (vec!["add-node", "room.tscn", ".", "A"], "--type"),
    ] {
        let refused = run(&arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(refused.stderr.clone()).unwrap().contains(code), "{}", shown(&refused));
    }
    assert_eq!(std::fs::read_to_string(&untouched).unwrap(), before);
}

#[test]
fn scenes_are_laid_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("messy.scene").to_string_lossy().into_owned();
    std::fs::write(&path, "{\"format\":\"nacatamalon-scene\",\n\"root\":{\"x\":1.50}}").unwrap();
    assert_eq!(run(&["fmt", "--check", &path]).status.code(), Some(1));
    let text = |indent: &[&str]| {
        let mut arguments = vec!["fmt", &path];
        arguments.extend(indent);
        assert_eq!(run(&arguments).status.code(), Some(0));
        std::fs::read_to_string(&path).unwrap()
    };
    let two = "{\n  \"format\": \"nacatamalon-scene\",\n  \"root\": {\n    \"x\": 1.50\n  }\n}\n";
    assert_eq!(text(&[]), two.replace("  ", "    "));
    assert_eq!(text(&["--indent", "2"]), two);
    assert_eq!(text(&["--indent", "keep"]), two);
    assert_eq!(text(&["--indent", "tab"]), two.replace("  ", "\t"));
    assert_eq!(run(&["fmt", &path, "--indent", "99"]).status.code(), Some(2));
}

#[test]
fn files_are_printed() {
    let name = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for file in ["boxes.scene", "room.tscn", "hall.e3m"] {
        assert_eq!(run(&["cat", file]).stdout, std::fs::read(name.join(file)).unwrap(), "{file}");
    }
    insta::assert_snapshot!("cat_rewritten", shown(&run(&["cat", "boxes.scene", "--rewritten"])));
    insta::assert_snapshot!("cat_normalized", shown(&run(&["cat", "boxes.scene", "--normalized"])));
    assert_eq!(run(&["cat", "room.tscn", "--normalized"]).status.code(), Some(2));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.scene").to_string_lossy().into_owned();
    std::fs::write(&path, "{\"format\": \"nacatamalon-scene\", \"mine\": [1]}").unwrap();
    for (mode, kept) in [("keep", true), ("engine", false)] {
        let output = run(&["cat", &path, "--rewritten", "--mode", mode]);
        assert_eq!(String::from_utf8(output.stdout).unwrap().contains("mine"), kept, "{mode}");
    }
    let output = run(&["cat", &path, "--normalized", "--findings", "json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(told[0]["code"], "nacatamalon/no-name");
}

#[test]
fn schemas_are_listed_and_printed() {
    let listed = String::from_utf8(run(&["schema"]).stdout).unwrap();
    assert!(listed.lines().any(|line| line == "scene"));
    for kind in listed.lines() {
        let schema: serde_json::Value = serde_json::from_slice(&run(&["schema", kind]).stdout).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{kind}");
    }
    let refused = run(&["schema", "scent"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("scene"));
}

#[test]
fn every_code_is_explained() {
    let output = run(&["explain"]);
    let listed = String::from_utf8(output.stdout).unwrap();
    assert!(listed.lines().count() > 50);
    for code in listed.lines().map(|line| line.split_whitespace().next().unwrap()) {
        assert_eq!(run(&["explain", code]).status.code(), Some(0), "{code}");
    }
    let output = run(&["explain", "godot/unclosed-strin"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("godot/unclosed-string"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child =
        command(&["tree", "room.tscn"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn godot_files_become_binary_and_text_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (scn, tscn) = (path("room.scn"), path("room.tscn"));
    assert_eq!(run(&["convert", "room.tscn", &scn, "--compress"]).status.code(), Some(0));
    assert!(std::fs::read(&scn).unwrap().starts_with(b"RSCC"));
    assert_eq!(run(&["tree", &scn]).stdout, run(&["tree", "room.tscn"]).stdout);
    assert_eq!(run(&["convert", &scn, &tscn]).status.code(), Some(0));
    assert_eq!(run(&["cat", &scn]).stdout, std::fs::read(&tscn).unwrap());
    // An edit keeps the file binary.
    assert_eq!(run(&["set", &scn, ".:visible", "false"]).status.code(), Some(0));
    assert!(std::fs::read(&scn).unwrap().starts_with(b"RSCC"));
    assert_eq!(run(&["get", &scn, ".:visible"]).stdout, b"false\n");
    assert_eq!(run(&["verify", folder.path().to_str().unwrap()]).status.code(), Some(0));
    // Folders as a whole, and back.
    let (out, back) = (path("out"), path("back"));
    std::fs::remove_file(&scn).unwrap();
    assert_eq!(
        run(&["convert", folder.path().to_str().unwrap(), &out, "--to", "binary"]).status.code(),
        Some(0)
    );
    assert_eq!(run(&["convert", &out, &back, "--to", "text"]).status.code(), Some(0));
    assert_eq!(std::fs::read(path("back/room.tscn")).unwrap(), std::fs::read(&tscn).unwrap());
    // A damaged file stays, and nothing is written.
    std::fs::write(&scn, b"RSRC\0\0\0\0").unwrap();
    let refused = run(&["convert", &scn, &path("none.tscn")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!Path::new(&path("none.tscn")).exists());
}

#[test]
fn godot_3_files_are_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.tscn");
    let text = "[gd_scene format=2]\n\n[node name=\"Spatial\" type=\"Spatial\"]\n";
    std::fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(run(&["upgrade", "--dry-run", name]).stdout, b"1 file, 1 would be upgraded, 0 to look at\n");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert_eq!(run(&["upgrade", name]).status.code(), Some(0));
    let new = "[gd_scene format=3]\n\n[node name=\"Spatial\" type=\"Node3D\"]\n";
    assert_eq!(std::fs::read_to_string(&file).unwrap(), new);
}

#[test]
fn models_become_maps_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let fine = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
        output
    };
    insta::assert_snapshot!("model_tree", shown(&fine(&["tree", "rooms.obj"])));
    insta::assert_snapshot!("model_info", shown(&fine(&["info", "rooms.obj"])));
    let report = at("losses.json");
    fine(&["convert", "rooms.obj", &at("rooms.e3m"), "--find-portals", "--report", &report]);
    assert_eq!(std::fs::read_to_string(&report).unwrap(), "[]\n");
    assert_eq!(std::fs::read_to_string(at("rooms.e3m")).unwrap().matches("PORTAL FAST").count(), 2);
    let names = |folder: &Path| {
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let made = ["losses.json", "rooms.e3m", "rooms_brick.png", "rooms_textures.txt", "rooms_wall.png"];
    assert_eq!(names(folder.path()), made);
    fine(&["check", &at("rooms.e3m")]);
    fine(&["convert", &at("rooms.e3m"), &at("back.obj"), "--portals"]);
    let text = std::fs::read_to_string(at("back.obj")).unwrap();
    assert!(
        text.contains("\no hall\n")
            && text.contains("\no portal_hall_to_cellar_stairs__cellar_stairs_to_hall\n")
    );
    fine(&["convert", &at("back.obj"), &at("again.e3a"), "--dialect", "line", "--scale", "2"]);
    fine(&["convert", "rooms.obj", &at("rooms.glb")]);
}

#[test]
fn conversions_of_models_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.obj").to_string_lossy().into_owned();
    for (arguments, words) in [
        (vec!["convert", "rooms.obj", &out], "is an OBJ model already"),
        (vec!["convert", "hall.e3m", &out, "--animation", "walk"], "there is no animation walk"),
        (vec!["convert", "hall.e3m", &out, "--time", "1"], "name it with --animation"),
        (vec!["convert", "nowhere.obj", "x.e3m"], "nowhere.obj"),
        (vec!["convert", "rooms.obj", "x.e3m", "--scale", "0"], "--scale"),
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{}", shown(&output));
    }
}

#[test]
fn espresso3d_files_are_seen_as_the_engine_saw_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.e3m").to_string_lossy().into_owned();
    let text = "SECTOR hall\n{\n  PORTAL ACCURATE door\n  {\n    PORTALLINK\n      hall door;\n  }\n}\nSECTOR lost {\n  TRIANGLE\n";
    std::fs::write(&path, text).unwrap();
    let seen = run(&["cat", "--engine", "0.5", &path]);
    assert_eq!(seen.status.code(), Some(0));
    assert_eq!(String::from_utf8(seen.stdout).unwrap(), "SECTOR hall\n{\n}\n");
    let told = String::from_utf8(seen.stderr).unwrap();
    assert!(told.contains("espresso3d/engine-drops") && told.contains("FAST is the only type"), "{told}");
    insta::assert_snapshot!("info_engine", shown(&run(&["info", "--engine", "0.5", &path])));
    insta::assert_snapshot!("tree_engine", shown(&run(&["tree", "--engine", "0.5", "hall.e3m"])));
    assert_eq!(run(&["cat", "--engine", "0.5", "room.tscn"]).status.code(), Some(2));
    assert_eq!(run(&["cat", "--engine", "0.4", "hall.e3m"]).status.code(), Some(2));
}

/// Maps, actors and texture sets are changed by address, in their own dialect.
#[test]
fn espresso3d_files_are_edited() {
    let (folder, path) = copy("hall.e3m");
    let corners = "VERTICES=0 0 0, 1 0 0, 1 2 0, 0 2 0";
    let commands = [
        vec!["set", &path, "hall/triangle[0]:VERTICES:B:X", "5.0"],
        vec!["add", &path, ".", "yard"],
        vec![
            "add",
            &path,
            "yard",
            "gate",
            "--type",
            "portal",
            "--set",
            corners,
            "--set",
            "PORTALLINK=hall door",
        ],
        vec!["set", &path, "hall/door:PORTALLINK", "yard gate"],
        vec!["rename", &path, "hall", "room"],
        vec!["add", &path, "room", "ball1", "--instance", "BALL", "--set", "POSITION=1 0 -2"],
        vec!["duplicate", &path, "room/ball1"],
        vec!["remove", &path, "room/ball1"],
        vec!["rename", &path, "alias:wall", "stone", "--format", "json"],
        vec!["get", &path, "room/triangle:TEXTURE"],
        vec!["get", &path, "room/ball2:POSITION", "--format", "json"],
        vec!["get", &path, "room/triangel[0]"],
        vec!["connect", &path, "a", "b", "c", "d"],
        vec!["rename", &path, "room", "yard"],
    ];
    let mut out = String::new();
    for command in &commands {
        let told = shown(&run(command)).replace(&*folder.path().to_string_lossy(), "DIR");
        out += &format!("$ {}\n{told}", command.join(" ").replace(&path, "hall.e3m"));
    }
    out += &std::fs::read_to_string(&path).unwrap();
    insta::assert_snapshot!("edit_espresso3d", out);
}

/// A texture set has no words of its own: its name and its lines tell.
#[test]
fn texture_sets_are_edited_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.txt");
    std::fs::write(&path, "WALL media\\wall.png\r\n").unwrap();
    let name = path.to_string_lossy().into_owned();
    for command in [
        vec!["add", &name, ".", "FLOOR", "--set", "PATH=media/floor.png"],
        vec!["set", &name, "WALL:PATH", "media/stone.png"],
        vec!["rename", &name, "WALL", "STONE"],
    ] {
        assert_eq!(run(&command).status.code(), Some(0), "{}", shown(&run(&command)));
    }
    assert_eq!(std::fs::read(&path).unwrap(), b"STONE media/stone.png\r\nFLOOR media/floor.png\r\n");
    let checked = run(&["check", &name]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(shown(&checked).contains("espresso3d/missing-image"), "{}", shown(&checked));
}
