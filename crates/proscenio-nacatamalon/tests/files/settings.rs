//! Stores, projects, palettes, colour tables, packs and boxes.

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::cube::Cube;
use proscenio_nacatamalon::files::pack::{BoxFile, Pack, inside_pack};
use proscenio_nacatamalon::files::palette::Palette;
use proscenio_nacatamalon::files::project::{Binding, Keep, PixelRatio, ProjectFile, Scaling};
use proscenio_nacatamalon::files::store::{RowValue, Store};
use proscenio_source::Source;

use crate::{codes, document, good, near};

#[test]
fn a_store_gives_its_values() {
    let text = r#"{ "format": "nacatamalon-store", "version": 1, "key": "save",
      "fields": [ { "name": "coins", "type": "number", "value": 0 },
                  { "name": "spawn", "type": "vec2", "value": { "x": 32, "y": 96 } } ],
      "persist": { "adapter": "localStorage" } }"#;
    let store = good(Store::read(&document("a.store", text)));
    assert_eq!((store.key.as_str(), store.get("spawn")), ("save", Some(&RowValue::Vec2([32.0, 96.0]))));
    let persist = store.persist.as_ref().unwrap();
    assert_eq!((persist.indexed_db, persist.manual, persist.throttle), (false, false, 250.0));
    assert_eq!(good(Store::read(&document("a.store", &store.serialize()))), store);
    let odd = Store::read(&document(
        "a.store",
        r#"{"format":"x","fields":[{"name":"a","type":"number","value":"7"},{"name":"a","type":"string"},{"type":"number"},
            {"name":"b","type":"list"},{"name":"c","type":"color"},4],"persist":{"adapter":"disk"}}"#,
    ));
    assert!(!odd.refused);
    assert_eq!(odd.file.fields.len(), 2);
    assert_eq!((odd.file.unread.len(), odd.file.persist.is_none()), (4, true));
    let text = odd.file.serialize();
    assert!(text.contains("\"adapter\": \"disk\"") && text.contains("\"type\": \"list\""), "{text}");
}

#[test]
fn a_project_never_fails() {
    let project = good(ProjectFile::read(&document(
        "project.json",
        r#"{"format":"nacatamalon-project","version":1,"name":"G","width":319.6,
        "height":200,"background":{"r":1},"msaa":4,"scaling":"integer","keep":"height","pixelRatio":"device","pauseOnBlur":false,"seed":7,
        "mainScene":"Title","actions":[{"name":"jump","bindings":[{"type":"key","key":" "},{"type":"key","key":"A"},{"type":"axis","axis":"ly","dir":-1}]}],
        "post":[{"builtin":"crt","uniforms":{"curve":0.3,"size":[1,2]}},{"shader":" fx/a.wgsl ","enabled":false}]}"#,
    )));
    assert_eq!((project.width, project.keep, project.pixel_ratio), (320.0, Keep::Height, PixelRatio::Device));
    assert!(near(project.background.b, 25.0 / 255.0) && project.background.r == 1.0);
    let keys: Vec<&Binding> = project.actions[0].bindings.iter().map(|(binding, _)| binding).collect();
    assert_eq!(keys[..2], [&Binding::Key("Space".into()), &Binding::Key("a".into())]);
    assert_eq!(project.post[1].effect.as_deref(), Some("fx/a.wgsl"));
    assert!(project.post[0].is_runnable() && !project.post[1].enabled);
    assert_eq!(good(ProjectFile::read(&document("project.json", &project.serialize()))), project);
    let odd = ProjectFile::read(&document(
        "project.json",
        r#"{"version":3,"name":" ","width":0,"msaa":2,"post":[{"name":"x"}],
        "actions":[{},{"name":"a","deadzone":1,"bindings":[{"type":"mouse"}]},{"name":"a"}],"mine":[1]}"#,
    ));
    assert_eq!((odd.file.name.as_str(), odd.file.width, odd.file.msaa), ("Untitled", 320.0, 1.0));
    assert!(!odd.refused);
    let text = odd.file.serialize();
    for kept in ["\"mine\"", "\"mouse\"", "\"deadzone\": 1", "\"x\""] {
        assert!(text.contains(kept), "{kept} {text}");
    }
    let other = ProjectFile::read(&document("project.json", r#"{"format":"other","width":1}"#));
    assert_eq!((codes(&other.findings), other.file), (vec!["file-wrong-kind"], ProjectFile::default()));
}

#[test]
fn a_game_fits_its_window_as_the_project_says() {
    let fit = |scaling, keep, w, h| {
        let project = ProjectFile { scaling, keep, ..ProjectFile::default() };
        let fit = project.fit(w, h);
        (fit.buffer, fit.shown)
    };
    assert_eq!(fit(Scaling::Fill, Keep::Both, 100.0, 50.0), ([320.0, 224.0], [100.0, 50.0]));
    assert_eq!(fit(Scaling::Contain, Keep::Both, 800.0, 560.0), ([320.0, 224.0], [800.0, 560.0]));
    assert_eq!(fit(Scaling::Integer, Keep::Both, 800.0, 560.0), ([320.0, 224.0], [640.0, 448.0]));
    assert_eq!(fit(Scaling::Integer, Keep::Both, 160.0, 112.0), ([320.0, 224.0], [160.0, 112.0]));
    assert_eq!(fit(Scaling::Contain, Keep::Height, 1000.0, 448.0), ([500.0, 224.0], [1000.0, 448.0]));
    assert_eq!(fit(Scaling::Contain, Keep::Width, 640.0, 101.0), ([320.0, 50.0], [640.0, 100.0]));
    assert_eq!(fit(Scaling::None, Keep::Both, 800.0, 560.0), ([320.0, 224.0], [320.0, 224.0]));
    assert_eq!(fit(Scaling::Contain, Keep::None, 801.0, 560.0), ([801.0, 560.0], [801.0, 560.0]));
}

#[test]
fn palettes_and_colour_tables() {
    let read = Palette::read(&document(
        "a.palette",
        r##"{"format":1,"kind":"palette","name":"p","colors":["#FF8800","red",3,"#abc"]}"##,
    ));
    assert_eq!(read.file.colours, ["#ff8800"]);
    assert_eq!(codes(&read.findings), ["file-entry-dropped"; 3]);
    assert!(near(read.file.rgb()[0].g, 136.0 / 255.0));
    assert!(read.file.serialize().starts_with("{\n  \"format\": 1,\n  \"kind\": \"palette\""));
    let cube = |text: &str| Cube::read(&Document::of_text(Source::new("a.cube", text.into())));
    let text = "# c\nTITLE \"x\"\nLUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
    let identity = good(cube(text));
    assert_eq!(identity.map([0.25, 0.5, 2.0]), [0.25, 0.5, 1.0]);
    assert_eq!(good(cube(&identity.serialize())), identity);
    for text in
        ["LUT_3D_SIZE 1\n1 1 1\n", "LUT_3D_SIZE 2\n0 0 0\n", "0 0 0\n", "LUT_3D_SIZE 99999999999999999999\n"]
    {
        assert!(cube(text).refused, "{text}");
    }
}

#[test]
fn packs_and_boxes() {
    let pack = Pack::read(&document(
        "pack.json",
        r#"{"format":"nacatamalon-pack","version":1,"name":"p","packVersion":"1.2",
        "files":["boxes/hero.box","levels/one.scene.json"],"exports":{"boxes":["hero","ghost"],"scenes":["one"]},"requires":{"actions":[{"name":"jump"}]}}"#,
    ));
    assert_eq!((codes(&pack.findings), pack.refused), (vec!["missing-file"], false));
    assert_eq!(pack.file.find("hero", ".box"), Some("boxes/hero.box"));
    assert_eq!(Pack::read(&document("pack.json", &pack.file.serialize())).file, pack.file);
    assert!(Pack::read(&document("pack.json", r#"{"format":"zip"}"#)).refused);
    for (path, inner) in [
        ("packs/p/a/b.png", "a/b.png"),
        ("../../a.png", "a.png"),
        ("/x.png", "/x.png"),
        ("https://a/b", "https://a/b"),
    ] {
        assert_eq!(inside_pack(path), inner);
    }
    let text = r#"{"format":"nacatamal-box","version":2,"box":{"format":"nacatamalon-scene","name":"","root":{"id":"r","children":[{"id":"top"}]}}}"#;
    let read = BoxFile::read(&document("a.box", text));
    assert_eq!(read.file.scene.node(read.file.top()).id, "top");
    // The finding about the missing name points into the whole file.
    assert_eq!(codes(&read.findings), ["no-name"]);
    assert_eq!(&text[read.findings[0].span.unwrap().range()], "\"\"");
    assert!(
        read.file
            .serialize()
            .starts_with("{\n    \"format\": \"nacatamal-box\",\n    \"version\": 2,\n    \"box\": {")
    );
    let bare =
        BoxFile::read(&document("a.box", r#"{"format":"nacatamalon-scene","name":"b","root":{"id":"r"}}"#));
    assert!(bare.file.bare && bare.file.scene.node(bare.file.top()).id == "r");
}
