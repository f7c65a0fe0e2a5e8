//! What release 0.5 keeps: of the corpus what its own loader kept, of damaged files what its rules say.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read files and fail by panicking")]

mod values;

use std::path::Path;

use proptest::prelude::*;
use proscenio_espresso3d::model::{File, FileItem, Model, ModelItem, SectorItem};
use proscenio_espresso3d::{
    Document, EngineView, FileKind, Kept, WriteOptions, check, engine_view, write_file,
};
use proscenio_source::{Severity, Source, Style, render};
use serde_json::Value;

fn view(text: &str, kind: FileKind) -> EngineView {
    engine_view(&Document::parse(Source::new("a", text.as_bytes().to_vec()), kind), &|_| true)
}

fn file(view: &EngineView) -> &File {
    match &view.kept {
        Kept::File(file) => file,
        Kept::TextureSet(_) => panic!("a texture set"),
    }
}

/// Whether a path of a texture set leads to a file below a folder, as the recordings were made: with slashes,
/// without letter case.
fn loads(root: &Path, path: &[u8]) -> Option<Vec<u8>> {
    let path = String::from_utf8_lossy(path).replace('\\', "/");
    let mut place = root.to_path_buf();
    for step in path.split('/').filter(|step| !step.is_empty()) {
        let entry = std::fs::read_dir(&place)
            .ok()?
            .map(|entry| entry.unwrap())
            .find(|entry| entry.file_name().to_string_lossy().eq_ignore_ascii_case(step))?;
        place = entry.path();
    }
    std::fs::read(place).ok()
}

/// Counts, log lines and exceptions as the engine's own loader gave them.
#[test]
fn the_corpus_is_kept_as_the_engine_kept_it() {
    let Some(root) = proscenio_corpus::corpus() else { return };
    let inventory = root.join("../spec/e3d-inventory.json");
    let inventory: Value = serde_json::from_slice(&std::fs::read(inventory).unwrap()).unwrap();
    let root = root.join("e3d");
    let mut compared = 0;
    for expected in inventory["files"].as_array().unwrap() {
        let name = expected["path"].as_str().unwrap();
        let bytes = std::fs::read(root.join(name)).unwrap();
        // Materials of OBJ files are listed there too.
        let Some(kind) = FileKind::detect(name, &bytes) else { continue };
        let document = Document::parse(Source::new(name, bytes), kind);
        let view = engine_view(&document, &|path| loads(&root, path).is_some());
        let counts = view.counts();
        let textures: u32 = file(&view)
            .texture_sets()
            .map(|set| {
                let text = loads(&root, set.path.bytes()).unwrap();
                let set = Document::parse(Source::new("set", text), FileKind::TextureSet);
                engine_view(&set, &|_| true).counts().entries
            })
            .sum();
        let said = &expected["engine_0_5_loader"];
        assert_eq!(said["exception"].is_string(), view.stopped, "{name}");
        for (field, found) in [
            ("sectors", counts.sectors),
            ("triangles", counts.triangles),
            ("broken_triangles", counts.broken_triangles),
            ("portals", counts.portals),
            ("actors", counts.actors),
            ("particle_systems", counts.particle_systems),
            ("bones", counts.bones),
            ("animations", counts.animations),
            ("frames", counts.frames),
            ("rotate", counts.rotate),
            ("translate", counts.translate),
            ("textures_loaded", textures),
            ("info_lines", view.log.infos),
            ("warning_lines", view.log.warnings),
            ("error_lines", view.log.errors),
        ] {
            // Maps have no bones there, actors no sectors.
            if let Some(recorded) = said[field].as_u64() {
                assert_eq!(recorded, u64::from(found), "{name}: {field}");
            }
        }
        compared += 1;
    }
    assert_eq!(compared, 34, "map and actor files of the inventory");
}

/// Every fixture of findings, seen by the engine.
#[test]
fn every_fixture_is_kept_as_its_snapshot_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/findings");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let kind = FileKind::from_path(&name).unwrap();
        let document = Document::parse(Source::new(name.as_str(), std::fs::read(&path).unwrap()), kind);
        let view = engine_view(&document, &|_| true);
        let mut text =
            format!("{:?}\n{:?}{}\n\n", view.counts(), view.log, if view.stopped { ", stopped" } else { "" });
        for finding in &view.findings {
            text += &render(finding, Some(document.source()), Style::Plain);
            text.push('\n');
        }
        if let Kept::File(file) = &view.kept {
            text += &String::from_utf8_lossy(&write_file(file, &WriteOptions::default()).text);
        }
        insta::assert_snapshot!(format!("engine_{name}"), text);
    }
}

#[test]
fn a_texture_set_that_is_not_there_stops_the_map_and_keeps_what_was_read() {
    let text = "SECTOR a\n{\n}\nTEXTURESET gone.txt NOJAR\nSECTOR b\n{\n}\n";
    let document = Document::parse(Source::new("a", text.as_bytes().to_vec()), FileKind::Map);
    let view = engine_view(&document, &|path| path != b"gone.txt");
    assert!(view.stopped);
    assert_eq!(view.counts().sectors, 1);
    assert_eq!(view.findings[0].code, "espresso3d/engine-stops");
}

fn bone(id: &str, parent: &str) -> String {
    format!(
        "  BONE {id} {parent}\n  {{\n    POSITION\n    0 0 0\n    FORWARD\n    0 0 1\n    UP\n    0 1 0\n  }}\n"
    )
}

fn bones(list: &[(&str, &str)]) -> (Vec<String>, bool) {
    let text: String = list.iter().map(|(id, parent)| bone(id, parent)).collect();
    let view = view(&format!("MODEL\n{{\n{text}}}\n"), FileKind::Actor);
    let name = |bone: &proscenio_espresso3d::model::Bone| bone.id.as_ref().unwrap().to_string();
    (file(&view).models().flat_map(Model::bones).map(name).collect(), view.stopped)
}

#[test]
fn bones_hang_as_the_engine_hangs_them() {
    let kept = |list| bones(list).0.join(" ");
    assert_eq!(kept(&[("a", ""), ("b", "a"), ("c", "b")]), "a b c");
    // Children may come first.
    assert_eq!(kept(&[("c", "b"), ("b", "a"), ("a", "")]), "a b c");
    // A second root takes everything away, a parent that never comes its child.
    assert_eq!(kept(&[("a", ""), ("b", "a"), ("r", ""), ("s", "r")]), "r s");
    assert_eq!(kept(&[("a", ""), ("b", "x")]), "a");
    assert_eq!(kept(&[("a", "b"), ("b", "a")]), "");
    // An id is a place below its parent.
    assert_eq!(kept(&[("a", ""), ("b", "a"), ("c", "b"), ("b", "a")]), "a b");
    // Bones that wait for one another send the engine round in a circle.
    assert_eq!(bones(&[("b", "a"), ("a", "a"), ("a", "")]), (vec!["a".into(), "b".into(), "a".into()], true));
}

/// The loader's rules, one by one: what stands where it does not look is not there.
#[test]
fn layout_rules_of_the_loader() {
    let triangle = "TRIANGLE\n{\nVERTICES\n0 0 0 1 0 0 0 1 0\nTEXTURE\n0 0 1 0 0 1 W\n}\n";
    let kept = |text: &str| {
        let view = view(text, FileKind::Map);
        let counts = view.counts();
        (counts.sectors, counts.triangles, counts.broken_triangles, view.stopped)
    };
    assert_eq!(kept(&format!("SECTOR s\n{{\n{triangle}}}\n")), (1, 1, 0, false));
    // Any letter case for items, one for fields.
    assert_eq!(
        kept(&format!("sector s\n{{\n{}}}\n", triangle.replace("TRIANGLE", "Triangle"))),
        (1, 1, 0, false)
    );
    assert_eq!(
        kept(&format!("SECTOR s\n{{\n{}}}\n", triangle.replace("VERTICES", "vertices"))),
        (1, 1, 1, false)
    );
    // An id on the next line is no id, but the sector stays.
    assert_eq!(kept(&format!("SECTOR\ns\n{{\n{triangle}}}\n")), (1, 1, 0, false));
    // The block begins on the next line.
    assert_eq!(kept(&format!("SECTOR s {{\n{triangle}}}\n")), (0, 0, 0, false));
    assert_eq!(kept("SECTOR s\n{\nTRIANGLE {\nVERTICES\n0 0 0 1 0 0 0 1 0\n}\n}\n"), (1, 1, 1, false));
    // Data stand on the one line behind their tag.
    assert_eq!(kept("SECTOR s\n{\nTRIANGLE\n{\nVERTICES\n\n0 0 0 1 0 0 0 1 0\n}\n}\n"), (0, 0, 0, true));
    assert_eq!(kept("SECTOR s\n{\nTRIANGLE\n{\nVERTICES\n0 0 0 1 0 0 0 1\n}\n}\n"), (0, 0, 0, true));
    // A file that ends in a sector has none.
    assert_eq!(kept(&format!("SECTOR s\n{{\n{triangle}")), (0, 0, 0, false));
    // An unknown block ends the sector; the rest is read outside.
    assert_eq!(kept(&format!("SECTOR s\n{{\nLIGHT l\n{{\n}}\n{triangle}}}\n")), (1, 0, 0, false));
    // A later sector replaces an earlier one.
    assert_eq!(kept(&format!("SECTOR s\n{{\n{triangle}}}\nSECTOR s\n{{\n}}\n")), (1, 0, 0, false));
    // A free `#` ends the line, a glued one does not.
    assert_eq!(kept("# SECTOR s\n{\n}\n"), (0, 0, 0, false));
    assert_eq!(kept("#old SECTOR s\n{\n}\n"), (1, 0, 0, false));
}

/// What a person means and what the engine keeps, brought to the same form: no comments, no name of the model,
/// no bone of a frame without commands.
fn meant(document: &Document) -> File {
    let mut file = File::of(document).value;
    file.items.retain(|item| !matches!(item, FileItem::Comment(_)));
    for item in &mut file.items {
        match item {
            FileItem::Sector(sector) => sector.items.retain(|item| !matches!(item, SectorItem::Comment(_))),
            FileItem::Model(model) => {
                model.name = None;
                model.items.retain(|item| !matches!(item, ModelItem::Comment(_)));
                for item in &mut model.items {
                    if let ModelItem::Animation(animation) = item {
                        for frame in &mut animation.frames {
                            frame.bones.retain(|bone| !bone.commands.is_empty());
                        }
                    }
                }
                sorted(model);
            }
            _ => {}
        }
    }
    file
}

/// The engine hands out triangles, bones and animations each for themselves.
fn sorted(model: &mut Model) {
    let id = |item: &ModelItem| match item {
        ModelItem::Bone(bone) => bone.id.clone(),
        _ => None,
    };
    model.items.sort_by_key(|item| match item {
        ModelItem::Triangle(_) => (0, None),
        ModelItem::Bone(_) => (1, id(item)),
        _ => (2, None),
    });
}

/// How a file could be laid out differently: each of these changes something for the engine or nothing at all.
fn change() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop::sample::select(vec![
        ("\n", "\n\n"),
        ("\n", " "),
        ("\n", "\r\n"),
        ("\n", "\r"),
        (" ", "\n"),
        (" ", "\t"),
        (" ", ",; "),
        ("\n", " # note\n"),
        ("\n", "\n# note\n"),
        ("\n", " #note SECTOR\n"),
        ("\n{", " {"),
        ("{", "{ "),
        ("}", "} "),
        ("}\n", "} "),
        (";", " ;"),
        (";\n", "; }\n"),
        ("FAST ", ""),
        ("NOJAR", ""),
        ("TRIANGLE", "triangle"),
        ("VERTICES", "Vertices"),
        ("BONE", "bone"),
        ("}", "} }"),
        ("{", "{ {"),
        ("}", ""),
        (",", ""),
        ("0", "0f"),
        ("PORTAL", "LIGHT x\nPORTAL"),
        ("ROTATE", "# ROTATE"),
        ("1", "1.5"),
        ("\n", "\nword\n"),
        (" ", " word "),
    ])
}

/// Findings about values that the engine keeps as they are.
const MEANING: [&str; 11] = [
    "espresso3d/unknown-bone",
    "espresso3d/degenerate-triangle",
    "espresso3d/unknown-sector",
    "espresso3d/unknown-portal",
    "espresso3d/one-way-portal",
    "espresso3d/portal-corners",
    "espresso3d/zero-vector",
    "espresso3d/not-normalised",
    "espresso3d/not-perpendicular",
    "espresso3d/no-duration",
    "espresso3d/bone-link-in-map",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Nothing is said about a file only when the engine keeps it as it was meant.
    #[test]
    fn silence_means_that_the_engine_agrees(
        file_meant in prop_oneof![values::file(false), Just(values::actor()), Just(values::map())],
        changes in prop::collection::vec((change(), any::<prop::sample::Index>()), 0..3),
    ) {
        let mut text = String::from_utf8(write_file(&file_meant, &WriteOptions::default()).text).unwrap();
        for ((from, to), index) in changes {
            let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
            if !places.is_empty() {
                let at = places[index.index(places.len())];
                text.replace_range(at..at + from.len(), to);
            }
        }
        let document = Document::parse(Source::new("made", text.clone().into_bytes()), file_meant.kind);
        let told = document.findings().iter().chain(&check(&document)).any(|finding| {
            let of_layout = finding.severity != Severity::Info || finding.code == "espresso3d/line-dialect";
            of_layout && !MEANING.contains(&finding.code)
        });
        if told {
            return Ok(());
        }
        let view = engine_view(&document, &|_| true);
        prop_assert!(!view.stopped, "{:?}\n{text}", view.findings);
        let mut kept = file(&view).clone();
        for item in &mut kept.items {
            if let FileItem::Model(model) = item {
                sorted(model);
            }
        }
        prop_assert_eq!(meant(&document), kept, "{}\n{:?}", text, view.findings);
    }

    /// Any words at all: the view comes back, and what it keeps can be written and read.
    #[test]
    fn any_words_have_a_view(words in prop::collection::vec(values::word(), 0..150)) {
        let text = words.concat();
        for kind in [FileKind::Map, FileKind::Actor, FileKind::TextureSet] {
            let view = view(&text, kind);
            let _ = view.counts();
            if let Kept::File(file) = &view.kept {
                let written = write_file(file, &WriteOptions::default());
                let _ = Document::parse(Source::new("kept", written.text), kind);
            }
        }
    }
}
