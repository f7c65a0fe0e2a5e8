//! Every rule with a scene that it speaks of and one that it does not, and what repairs do.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use proscenio_check::{CODES, Fixed, check, fix, rules};
use proscenio_corpus::corpus;
use proscenio_nacatamalon::{Mode, SceneDoc, parse_scene_doc_as, serialize};
use proscenio_project::{Document, Project};
use proscenio_source::{Safety, Severity};
use proscenio_vfs::MemoryTree;

/// A scene of these assets, these components of a box, and further boxes.
fn scene(assets: &str, components: &str, boxes: &str) -> String {
    format!(
        r#"{{"format": "nacatamalon-scene", "version": 1, "name": "A", "assets": [{assets}], "root": {{
  "id": "r", "name": "Root", "transform": null, "components": [], "children": [
    {{"id": "b", "name": "B", "transform": null, "components": [{components}], "children": []}}{boxes}
  ]}}}}"#
    )
}

fn read(text: &str) -> Document {
    Document::parse("g/a.scene", text.into()).unwrap()
}

fn found(text: &str, files: &[(&str, &str)]) -> Vec<&'static str> {
    let mut all = files.to_vec();
    all.push(("g/a.scene", text));
    let tree = MemoryTree::from_files(all);
    let project = Project::around(&tree, "g/a.scene");
    let document = Document::open(&tree, "g/a.scene").unwrap();
    check(&document, Some(&project)).into_iter().map(|finding| finding.code).collect()
}

fn holds(text: &str, code: &str) -> bool {
    found(text, &[]).contains(&&*format!("nacatamalon/{code}"))
}

/// The scene with the components speaks of the code, the other does not.
fn tells(code: &str, assets: &str, with: &str, without: &str) {
    let with = scene(assets, with, "");
    assert!(holds(&with, code), "{code} is not told of {with}: {:?}", found(&with, &[]));
    let without = scene(assets, without, "");
    assert!(!holds(&without, code), "{code} is told of {without}");
}

const HERO: &str = r#"{"type": "texture", "key": "hero", "src": "hero.png"}"#;
const SPRITE: &str = r#"{"type": "sprite", "id": "s", "texture": "hero"}"#;

#[test]
fn conflicts_that_a_merge_left_are_told() {
    let open = r#"{"place": "/name", "base": "1", "ours": "2", "theirs": "3"}"#;
    let scene = |more: &str| scene("", "", "").replacen("\"assets\"", &format!("{more}\"assets\""), 1);
    let text = scene(&format!("\"proscenio-conflicts\": [{open}, {open}], "));
    assert_eq!(found(&text, &[]), ["nacatamalon/open-conflict"; 2]);
    assert!(!found(&scene(""), &[]).contains(&"nacatamalon/open-conflict"));
}

#[test]
fn assets_are_listed_used_and_listed_once() {
    tells("missing-asset", HERO, r#"{"type": "sprite", "id": "s", "texture": "heor"}"#, SPRITE);
    let typo = read(&scene(HERO, r#"{"type": "sprite", "id": "s", "texture": "heor"}"#, ""));
    let finding = check(&typo, None).into_iter().find(|own| own.code == "nacatamalon/missing-asset").unwrap();
    assert_eq!(finding.help.as_deref(), Some("did you mean `hero`?"));
    let painted = r#"{"type": "sprite-texture", "id": "p", "key": "view", "width": 8, "height": 8},
        {"type": "sprite", "id": "s", "texture": "view"},
        {"type": "text", "id": "t", "text": "a", "font": "nacatamalon:arcade"}"#;
    assert!(!holds(&scene("", painted, ""), "missing-asset"));

    tells("unused-asset", HERO, "", SPRITE);
    let shape = r#"{"type": "geometry", "key": "rock", "source": {"kind": "cube"}}"#;
    let body = r#"{"type": "physics-body-3d", "id": "p", "collider": {"shape": "hull", "geometry": "rock"}}"#;
    tells("unused-asset", shape, "", body);

    let twice = format!("{HERO}, {HERO}");
    assert!(holds(&scene(&twice, SPRITE, ""), "duplicate-asset-key"));
    assert!(!holds(&scene(HERO, SPRITE, ""), "duplicate-asset-key"));
}

#[test]
fn ids_are_unique() {
    let other = |id: &str| format!(r#", {{"id": "{id}", "name": "C"}}"#);
    assert!(holds(&scene("", "", &other("b")), "duplicate-id"));
    assert!(!holds(&scene("", "", &other("c")), "duplicate-id"));
    let mask = r#"{"type": "mask", "id": "m", "rect": {"x": 0, "y": 0, "width": 1, "height": 1}}"#;
    let shared = format!(r#", {{"id": "c", "name": "C", "components": [{mask}]}}"#);
    assert!(!holds(&scene("", mask, &shared), "duplicate-id"));
    tells("duplicate-id", "", r#"{"type": "sprite", "id": "s"}, {"type": "sprite", "id": "s"}"#, SPRITE);
}

#[test]
fn a_box_has_one_mask_that_is_there_and_one_filter() {
    let by = |id: &str| format!(r#"{{"type": "mask", "id": "m{id}", "by": "{id}"}}"#);
    tells("no-such-mask", "", &by("x"), &by("r"));
    tells("second-mask", "", &format!("{}, {}", by("r"), by("b")), &by("r"));
    let filter =
        |id: &str| format!(r#"{{"type": "filter", "id": "{id}", "effects": [{{"builtin": "crt"}}]}}"#);
    tells("second-filter", "", &format!("{}, {}", filter("f"), filter("g")), &filter("f"));
}

#[test]
fn one_light_casts_shadows() {
    let light = r#"{"type": "light", "id": "l", "castShadow": true}"#;
    let further =
        |shown: bool| format!(r#", {{"id": "c", "name": "C", "visible": {shown}, "components": [{light}]}}"#);
    assert!(holds(&scene("", light, &further(true)), "second-shadow-caster"));
    assert!(!holds(&scene("", light, &further(false)), "second-shadow-caster"));
}

#[test]
fn defaults_are_found_where_the_engine_leaves_them_out() {
    tells(
        "default-written",
        "",
        r#"{"type": "sprite", "id": "s", "flipX": false}"#,
        r#"{"type": "sprite", "id": "s", "texture": null, "flipX": true, "zIndex": 0}"#,
    );
}

#[test]
fn code_belongs_into_files_and_the_engines_knobs_to_it() {
    let sprite = |material: &str| format!(r#"{{"type": "sprite", "id": "s", "material": {material}}}"#);
    let code = sprite(r#"{"fragment": "fn effect() {}"}"#);
    tells("code-in-scene", "", &code, &sprite(r#"{"fragment": null}"#));
    let time = sprite(r#"{"uniforms": {"time": 1}}"#);
    tells("reserved-uniform", "", &time, &sprite(r#"{"uniforms": {"times": 1}}"#));
}

#[test]
fn cameras_do_not_ride() {
    let body = |kind: &str| {
        format!(
            r#"{{"type": "physics-body-2d", "id": "p", "body": "{kind}", "collider": {{"shape": "circle", "radius": 4}}}},
            {{"type": "camera-2d", "id": "c"}}"#
        )
    };
    tells("moving-camera", "", &body("dynamic"), &body("static"));
}

#[test]
fn dimensions_agree() {
    let turned = |components: &str| {
        format!(
            r#", {{"id": "c", "name": "C", "transform": {{"rotationX": 1}}, "components": [{components}]}}"#
        )
    };
    let sprite = r#"{"type": "sprite", "id": "s"}"#;
    assert!(holds(&scene("", "", &turned(sprite)), "wrong-dimension"));
    let light = format!(r#"{sprite}, {{"type": "light", "id": "l"}}"#);
    assert!(!holds(&scene("", "", &turned(&light)), "wrong-dimension"));
    let flat = r#"{"type": "physics-body-2d", "id": "p", "collider": {"shape": "circle", "radius": 4}}"#;
    let deep = r#"{"type": "physics-body-3d", "id": "q", "collider": {"shape": "sphere", "radius": 4}}"#;
    tells("wrong-dimension", "", &format!("{flat}, {deep}"), flat);

    let effect = r#"{"type": "particles", "key": "e", "src": "e.particles"}"#;
    let emitter =
        |kind: &str| scene(effect, &format!(r#"{{"type": "{kind}", "id": "p", "effect": "e"}}"#), "");
    let blank = proscenio_nacatamalon::files::Sidecar::Particles(
        proscenio_nacatamalon::files::particles::Particles::new(false),
    );
    let flat_effect = blank.serialize();
    let files = [("g/project.json", "{}"), ("g/e.particles", &*flat_effect)];
    assert!(found(&emitter("particles-3d"), &files).contains(&"nacatamalon/wrong-dimension"));
    assert!(!found(&emitter("particles"), &files).contains(&"nacatamalon/wrong-dimension"));
}

#[test]
fn scripts_and_files_are_there() {
    let script = scene("", r#"{"type": "script", "id": "s", "ref": "Walker"}"#, "");
    let with = |source: &'static str| [("g/project.json", "{}"), ("g/src/main.ts", source)];
    assert!(found(&script, &with("register('Runner')")).contains(&"nacatamalon/unknown-script"));
    assert!(!found(&script, &with("register('Walker')")).contains(&"nacatamalon/unknown-script"));
    assert!(!found(&script, &[("g/project.json", "{}")]).contains(&"nacatamalon/unknown-script"));

    let hero = scene(HERO, SPRITE, "");
    assert!(found(&hero, &[("g/project.json", "{}")]).contains(&"nacatamalon/missing-file"));
    let there = [("g/project.json", "{}"), ("g/hero.png", "")];
    assert!(!found(&hero, &there).contains(&"nacatamalon/missing-file"));
}

#[test]
fn numbers_members_and_values_make_sense() {
    let tint = |red: &str| {
        let rest = r#""g": 1, "b": 1, "a": 1"#;
        format!(r#"{{"type": "sprite", "id": "s", "tint": {{"r": {red}, {rest}}}}}"#)
    };
    tells("out-of-range", "", &tint("2"), &tint("0.5"));
    let sphere = |segments: u32| {
        format!(
            r#"{{"type": "geometry", "key": "k", "source": {{"kind": "cylinder", "segments": {segments}}}}}"#
        )
    };
    assert!(holds(&scene(&sphere(2), "", ""), "out-of-range"));
    assert!(!holds(&scene(&sphere(3), "", ""), "out-of-range"));
    let typo = r#"{"type": "sprite", "id": "s", "flipx": true}"#;
    tells("unknown-member", "", typo, r#"{"type": "sprite", "id": "s", "flipX": true}"#);
    let finding =
        check(&read(&scene("", typo, "")), None).into_iter().find(|own| own.code.ends_with("unknown-member"));
    assert_eq!(finding.unwrap().help.as_deref(), Some("did you mean `flipX`?"));
    let wrong = r#"{"type": "sprite", "id": "s", "flipX": "yes"}"#;
    tells("value-not-read", "", wrong, r#"{"type": "sprite", "id": "s", "flipX": true}"#);
    tells("old-spelling", "", r#"{"type": "camera2d", "id": "c"}"#, r#"{"type": "camera-2d", "id": "c"}"#);
}

#[test]
fn every_rule_has_its_code_and_damage_comes_first() {
    for rule in rules() {
        let family = rule.code.name.split('/').next();
        assert!(matches!(family, Some("nacatamalon" | "espresso3d" | "godot")), "{}", rule.code.name);
    }
    for code in CODES {
        assert!(rules().iter().any(|rule| rule.code.name == code.name), "{} has no rule", code.name);
    }
    let damaged = scene(HERO, "", "").replace("\"version\": 1,", "\"version\": one,");
    assert!(!holds(&damaged, "unused-asset"));
    let fixed = fix(&read(&damaged), None, Safety::Unsafe);
    assert_eq!((fixed.bytes, fixed.applied.len()), (damaged.into_bytes(), 0));
}

fn scene_of(bytes: &[u8]) -> SceneDoc {
    let Some(Document::Nacatamalon(document)) = Document::parse("a.scene", bytes.to_vec()) else {
        panic!("no scene")
    };
    parse_scene_doc_as(&document, Mode::Engine).0
}

/// Repairs a text, and holds what every repair promises: twice is once, and nothing new is found.
fn repaired(text: &str, safety: Safety) -> String {
    let document = read(text);
    let before: Vec<&str> = check(&document, None).iter().map(|finding| finding.code).collect();
    let Fixed { bytes, left, .. } = fix(&document, None, safety);
    let again = fix(&Document::parse("g/a.scene", bytes.clone()).unwrap(), None, safety);
    assert_eq!(again.bytes, bytes);
    assert!(again.applied.is_empty());
    for code in left.iter().map(|finding| finding.code) {
        assert!(before.contains(&code), "{code} is new");
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn defaults_are_removed_and_nothing_else() {
    let sprite =
        r#"{"type": "sprite", "id": "s", "flipX": false, "width": 4, "flipY": false, "visible": true}"#;
    let text = scene("", sprite, "");
    assert_eq!(
        repaired(&text, Safety::Safe),
        text.replace(sprite, r#"{"type": "sprite", "id": "s", "width": 4}"#)
    );
    let twice = scene("", r#"{"type": "sprite", "id": "s", "flipX": true, "flipX": false}"#, "");
    assert_eq!(repaired(&twice, Safety::Safe), twice);
}

#[test]
fn equal_assets_unused_ones_and_old_words_are_repaired() {
    let twice = scene(&format!("{HERO}, {HERO}"), SPRITE, "");
    assert_eq!(repaired(&twice, Safety::Safe), scene(HERO, SPRITE, ""));
    let other = HERO.replace("hero.png", "other.png");
    let different = scene(&format!("{HERO}, {other}"), SPRITE, "");
    assert_eq!(repaired(&different, Safety::Safe), different);

    let unused = scene(&HERO.replace("hero\"", "tree\""), "", "");
    assert_eq!(repaired(&unused, Safety::Safe), unused);
    assert_eq!(repaired(&unused, Safety::Unsafe), scene("", "", ""));

    let old = scene("", r#"{"type": "camera2d", "id": "c"}"#, "");
    assert_eq!(repaired(&old, Safety::Unsafe), old.replace("camera2d", "camera-2d"));
}

#[test]
fn numbers_that_the_engine_brings_into_range_are_written_so() {
    let tint = |red: &str| {
        let rest = r#""g": 1, "b": 1, "a": 1"#;
        scene("", &format!(r#"{{"type": "sprite", "id": "s", "tint": {{"r": {red}, {rest}}}}}"#), "")
    };
    assert_eq!(repaired(&tint("2.5"), Safety::Safe), tint("1"));
    assert_eq!(repaired(&tint("-1e3"), Safety::Safe), tint("0"));
}

/// The document as the engine holds it, but that of equal assets one is enough.
fn engine(bytes: &[u8]) -> String {
    let mut scene = scene_of(bytes);
    let mut seen: Vec<proscenio_nacatamalon::model::AssetSource> = Vec::new();
    scene.assets.retain(|asset| {
        let new = !seen.contains(&asset.source);
        seen.push(asset.source.clone());
        new
    });
    serialize(&scene, Mode::Engine)
}

#[test]
fn safe_repairs_of_the_corpus_change_nothing_for_the_engine() {
    let Some(corpus) = corpus() else { return };
    let (mut files, mut applied) = (0, 0);
    for entry in std::fs::read_dir(corpus.join("nacatamalon/cases")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "scene") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let Some(document) = Document::parse("a.scene", bytes.clone()) else { continue };
        let fixed = fix(&document, None, Safety::Safe);
        let whole = document.findings().iter().all(|finding| finding.severity < Severity::Error);
        assert!(whole || fixed.bytes == bytes, "{}", path.display());
        assert_eq!(engine(&bytes), engine(&fixed.bytes), "{}", path.display());
        let again = fix(&Document::parse("a.scene", fixed.bytes.clone()).unwrap(), None, Safety::Safe);
        assert_eq!(again.bytes, fixed.bytes, "{}", path.display());
        let defaults = fixed.applied.iter().any(|own| own.code == "nacatamalon/default-written");
        if !defaults && !fixed.applied.iter().any(|own| own.code == "nacatamalon/duplicate-asset-key") {
            let held = |bytes: &[u8]| scene_of(bytes).normalized(Mode::Engine);
            assert_eq!(held(&bytes), held(&fixed.bytes), "{}", path.display());
        }
        files += 1;
        applied += fixed.applied.len();
    }
    assert!(files > 20);
    println!("{files} scenes, {applied} repairs");
}
