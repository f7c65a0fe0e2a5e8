//! The files of nacatamalon scenes: where they are found, what they name, and what is missing.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proscenio_nacatamalon::{Document, parse_scene_doc};
use proscenio_project::Project;
use proscenio_project::nacatamalon::{FileRole, FileTable, Whereabouts, project_files, scene_files};
use proscenio_source::Source;
use proscenio_vfs::{MemoryTree, Vfs};

const SCENE: &str = r#"{"format":"nacatamalon-scene","version":1,"name":"Level","assets":[
    {"type":"texture","key":"sky","src":"/assets/sky.png"},
    {"type":"atlas","key":"hero","src":"assets/hero.atlas"},
    {"type":"tilemap","key":"caves","src":"/maps/caves.tilemap"},
    {"type":"particles","key":"fire","src":"/effects/fire.particles"},
    {"type":"shader","key":"crt","src":"/shaders/crt.wgsl"},
    {"type":"audio","key":"web","src":"https://example.org/a.ogg"},
    {"type":"song","key":"theme","src":"/music/theme.song"},
    {"type":"motion","key":"intro","src":"/motions/intro.motion"},
    {"type":"bitmap-font","key":"pac","json":"/fonts/pac.json","atlas":"/fonts/pac.png"},
    {"type":"font","key":"inter","src":"/fonts/Inter.ttf"},
    {"type":"geometry","key":"robot","source":{"kind":"gltf","src":"/models/robot.gltf"}},
    {"type":"geometry","key":"cube","source":{"kind":"cube"}}],
    "root":{"id":"r","components":[
        {"type":"tilemap","id":"m","map":"caves"},
        {"type":"tilemap","id":"n","map":"maps/old.tilemap"},
        {"type":"filter","id":"f","effects":[{"effect":"shaders/glow.shader","palette":"/p.palette","lut":"/unused.cube"},{"builtin":"crt","effect":"/unused.wgsl"}]}]}}"#;
const ATLAS: &str =
    r#"{"format":1,"kind":"atlas","texture":"hero.png","grid":{"frameWidth":8,"frameHeight":8}}"#;
const MAP: &str = r#"{"format":1,"kind":"tilemap","atlas":"../assets/hero.atlas","cell":8,"width":1,"height":1,"layers":[{"data":[0]}]}"#;

/// The files of a web project; the scene stands beside its `public` folder.
fn tree() -> MemoryTree {
    MemoryTree::from_files([
        (
            "g/project.json",
            r#"{"format":"nacatamalon-project","post":[{"effect":"/shaders/crt.wgsl","palette":"/gone.palette"},{"builtin":"lut","lut":"/strip.png"}]}"#,
        ),
        ("g/src/level.scene", SCENE),
        ("g/public/assets/sky.png", ""),
        ("g/public/assets/hero.atlas", ATLAS),
        ("g/public/assets/hero.png", ""),
        ("g/public/maps/caves.tilemap", MAP),
        ("g/public/maps/old.tilemap", MAP),
        (
            "g/public/effects/fire.particles",
            r#"{"texture":"/assets/spark.png","children":[{"on":"death","src":"smoke.particles"}]}"#,
        ),
        ("g/public/effects/smoke.particles", r#"{"texture":"smoke.png"}"#),
        ("g/public/shaders/crt.wgsl", "fn effect(c: vec4f, uv: vec2f) -> vec4f { return c; }"),
        (
            "g/public/shaders/glow.shader",
            r#"{"kind":"shadergraph","target":"sprite2d","nodes":[],"edges":[]}"#,
        ),
        ("g/public/music/theme.song", "{}"),
        ("g/public/motions/intro.motion", r#"{"kind":"motion"}"#),
        ("g/public/fonts/pac.json", r#"{"glyphHeight":8,"chars":[]}"#),
        ("g/public/fonts/pac.png", ""),
        ("g/public/fonts/Inter.ttf", ""),
        (
            "g/public/models/robot.gltf",
            r#"{"buffers":[{"uri":"robot%20a.bin"}],"images":[{"uri":"data:image/png;base64,AA"},{"uri":"skin.png"}]}"#,
        ),
        ("g/public/models/robot a.bin", ""),
        ("g/public/p.palette", r##"{"colors":["#000000"]}"##),
        ("g/public/strip.png", ""),
    ])
}

fn table(files: &dyn Vfs, project: &Project<'_>, path: &str) -> FileTable {
    let document = Document::parse(Source::new(path, files.read(path).unwrap()));
    scene_files(&parse_scene_doc(&document).0, path, project)
}

fn line(table: &FileTable, at: usize) -> String {
    let file = &table.files[at];
    let place = match &file.place {
        Whereabouts::At(path) => path.clone(),
        other => format!("{other:?}"),
    };
    let parent = file.parent.map(|at| format!(" < {at}")).unwrap_or_default();
    format!(
        "{at} {:?} {} = {place}{parent}{}",
        file.role,
        file.reference,
        if file.refused { " refused" } else { "" }
    )
}

fn lines(table: &FileTable) -> Vec<String> {
    (0..table.files.len()).map(|at| line(table, at)).collect()
}

#[test]
fn every_file_that_a_scene_names_is_found() {
    let files = tree();
    let table = table(&files, &Project::around(&files, "g/src/level.scene"), "g/src/level.scene");
    assert_eq!(
        lines(&table),
        [
            "0 Texture /assets/sky.png = g/public/assets/sky.png",
            "1 Atlas assets/hero.atlas = g/public/assets/hero.atlas",
            "2 Tilemap /maps/caves.tilemap = g/public/maps/caves.tilemap",
            "3 Particles /effects/fire.particles = g/public/effects/fire.particles",
            "4 Shader /shaders/crt.wgsl = g/public/shaders/crt.wgsl",
            "5 Audio https://example.org/a.ogg = Elsewhere",
            "6 Song /music/theme.song = g/public/music/theme.song",
            "7 Motion /motions/intro.motion = g/public/motions/intro.motion",
            "8 FontMeasures /fonts/pac.json = g/public/fonts/pac.json",
            "9 FontPicture /fonts/pac.png = g/public/fonts/pac.png",
            "10 Font /fonts/Inter.ttf = g/public/fonts/Inter.ttf",
            "11 Model /models/robot.gltf = g/public/models/robot.gltf",
            "12 Tilemap maps/old.tilemap = g/public/maps/old.tilemap",
            "13 Shader shaders/glow.shader = g/public/shaders/glow.shader",
            "14 Palette /p.palette = g/public/p.palette",
            "15 Texture hero.png = g/public/assets/hero.png < 1",
            "16 Atlas ../assets/hero.atlas = g/public/assets/hero.atlas < 2",
            "17 Texture /assets/spark.png = Missing < 3",
            "18 Particles smoke.particles = g/public/effects/smoke.particles < 3",
            "19 ModelPart robot a.bin = g/public/models/robot a.bin < 11",
            "20 ModelPart data:image/png;base64,AA = Elsewhere < 11",
            "21 ModelPart skin.png = Missing < 11",
            "22 Atlas ../assets/hero.atlas = g/public/assets/hero.atlas < 12",
            "23 Texture smoke.png = Missing < 18",
        ]
    );
    assert_eq!(table.files[1].key.as_deref(), Some("hero"));
    assert_eq!(table.paths().len(), 17);
}

#[test]
fn a_missing_file_is_told_where_it_is_named() {
    let files = tree();
    let table = table(&files, &Project::around(&files, "g/src/level.scene"), "g/src/level.scene");
    let told: Vec<(&str, String)> = table
        .findings
        .iter()
        .map(|finding| {
            assert_eq!((finding.code, finding.help.is_some()), ("nacatamalon/missing-file", true));
            let bytes = files.read(&finding.path).unwrap();
            (&*finding.path, String::from_utf8(finding.span.unwrap().slice(&bytes).to_vec()).unwrap())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("g/public/effects/fire.particles", "\"/assets/spark.png\"".to_owned()),
            ("g/public/models/robot.gltf", "\"skin.png\"".to_owned()),
            ("g/public/effects/smoke.particles", "\"smoke.png\"".to_owned()),
        ]
    );
}

const ONE: &str = r#"{"format":"nacatamalon-scene","name":"A","assets":[{"type":"atlas","key":"a","src":"SRC"}],"root":{"id":"r"}}"#;

fn one(src: &str) -> String {
    ONE.replace("SRC", src)
}

#[test]
fn the_root_is_a_project_a_public_folder_or_what_the_caller_says() {
    let by_root = |files: &MemoryTree, path: &str, root: Option<&str>| {
        let project =
            root.map_or_else(|| Project::around(files, path), |root| Project::with_root(files, root));
        table(files, &project, path).files[0].path().map(str::to_owned)
    };
    let scene = one("/assets/a.atlas");
    // Only a public folder marks the root.
    let files =
        MemoryTree::from_files([("w/scenes/a.scene", scene.as_str()), ("w/public/assets/a.atlas", ATLAS)]);
    assert_eq!(by_root(&files, "w/scenes/a.scene", None).as_deref(), Some("w/public/assets/a.atlas"));
    // The scene itself stands in the public folder.
    let files = MemoryTree::from_files([
        ("w/public/levels/a.scene", scene.as_str()),
        ("w/public/assets/a.atlas", ATLAS),
    ]);
    assert_eq!(by_root(&files, "w/public/levels/a.scene", None).as_deref(), Some("w/public/assets/a.atlas"));
    // The caller knows better than the project file beside the scene.
    let files = MemoryTree::from_files([
        ("w/game/project.json", "{}"),
        ("w/game/a.scene", scene.as_str()),
        ("w/game/assets/a.atlas", ATLAS),
        ("w/site/assets/a.atlas", ATLAS),
    ]);
    assert_eq!(by_root(&files, "w/game/a.scene", None).as_deref(), Some("w/game/assets/a.atlas"));
    assert_eq!(by_root(&files, "w/game/a.scene", Some("w/site")).as_deref(), Some("w/site/assets/a.atlas"));
    // References of a scene are measured from the root first, from its own folder then.
    let relative = one("a.atlas");
    let files = MemoryTree::from_files([
        ("w/project.json", "{}"),
        ("w/levels/a.scene", relative.as_str()),
        ("w/levels/a.atlas", ATLAS),
        ("w/a.atlas", ATLAS),
    ]);
    assert_eq!(by_root(&files, "w/levels/a.scene", None).as_deref(), Some("w/a.atlas"));
    let files =
        MemoryTree::from_files([("w/levels/a.scene", relative.as_str()), ("w/levels/a.atlas", ATLAS)]);
    assert_eq!(by_root(&files, "w/levels/a.scene", None).as_deref(), Some("w/levels/a.atlas"));
}

#[test]
fn references_inside_a_file_are_measured_from_that_file_alone() {
    let scene = one("/deep/a.atlas");
    let files = MemoryTree::from_files([
        ("p/project.json", "{}"),
        ("p/a.scene", scene.as_str()),
        ("p/deep/a.atlas", ATLAS),
        ("p/hero.png", ""),
    ]);
    let table = table(&files, &Project::around(&files, "p/a.scene"), "p/a.scene");
    assert_eq!(lines(&table)[1], "1 Texture hero.png = Missing < 0");
}

#[test]
fn a_file_that_the_engine_refuses_is_told_about_and_not_followed() {
    let scene = one("/a.atlas");
    let files = MemoryTree::from_files([("a.scene", scene.as_str()), ("a.atlas", r#"{"texture":"b.png"}"#)]);
    let table = table(&files, &Project::with_root(&files, ""), "a.scene");
    assert_eq!(lines(&table), ["0 Atlas /a.atlas = a.atlas refused"]);
    assert!(
        table.findings.iter().all(|finding| &*finding.path == "a.atlas" && finding.code.contains("file-"))
    );
    assert!(!table.findings.is_empty());
}

#[test]
fn effects_that_lead_back_to_themselves_come_to_an_end() {
    let scene = ONE.replace("\"atlas\"", "\"particles\"").replace("SRC", "/a.particles");
    let child = |src: &str, rest: &str| format!(r#"{{"children":[{{"on":"birth","src":"{src}"}}]{rest}}}"#);
    let tree = |files: &[(&str, String)]| {
        MemoryTree::from_files(files.iter().cloned().chain([("a.scene", scene.clone())]))
    };
    let codes = |files: &MemoryTree| {
        let table = table(files, &Project::with_root(files, ""), "a.scene");
        table.findings.iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    let itself = tree(&[("a.particles", child("a.particles", ""))]);
    assert_eq!(codes(&itself), ["nacatamalon/file-cycle"]);
    let circle =
        tree(&[("a.particles", child("b.particles", "")), ("b.particles", child("./a.particles", ""))]);
    assert_eq!(codes(&circle), ["nacatamalon/file-cycle"]);
    let deep = tree(&[
        ("a.particles", child("b.particles", "")),
        ("b.particles", child("c.particles", "")),
        ("c.particles", child("d.particles", "")),
        ("d.particles", "{}".to_owned()),
    ]);
    assert_eq!(codes(&deep), ["nacatamalon/file-cycle"]);
    let mixed = tree(&[
        ("a.particles", child("b.particles", "")),
        ("b.particles", r#"{"kind":"particles3d"}"#.to_owned()),
    ]);
    assert_eq!(codes(&mixed), ["nacatamalon/child-of-other-dimension"]);
}

#[test]
fn a_project_names_files_too() {
    let files = tree();
    let table = project_files(&Project::around(&files, "g/src/level.scene"));
    assert_eq!(
        lines(&table),
        [
            "0 Shader /shaders/crt.wgsl = g/public/shaders/crt.wgsl",
            "1 Palette /gone.palette = Missing",
            "2 ColourTable /strip.png = g/public/strip.png",
        ]
    );
    assert_eq!((table.findings.len(), &*table.findings[0].path), (1, "g/project.json"));
    assert_eq!(table.files[0].role, FileRole::Shader);
    let lone = MemoryTree::from_files([("a.scene", "{}")]);
    assert_eq!(project_files(&Project::around(&lone, "a.scene")), FileTable::default());
}
