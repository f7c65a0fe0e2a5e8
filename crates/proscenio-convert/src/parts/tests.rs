//! OBJ models into Espresso3D files and back.

use proptest::prelude::*;
use proscenio_espresso3d as e3d;
use proscenio_project::Project;
use proscenio_source::Source;
use proscenio_vfs::{MemoryTree, Vfs};

use super::{Choices, Parts, of_model};
use crate::back::espresso3d::{Dialect, Options, Sectors, Target, from_obj};
use crate::back::obj::{self, export_espresso3d};
use crate::back::{Exported, Loss};
use crate::front::obj::Model;

const FILES: [(&str, &[u8]); 8] = [
    ("cube.obj", include_bytes!("../../tests/obj/cube.obj")),
    ("cube.mtl", include_bytes!("../../tests/obj/cube.mtl")),
    ("star.obj", include_bytes!("../../tests/obj/star.obj")),
    ("backwards.obj", include_bytes!("../../tests/obj/backwards.obj")),
    ("plain.obj", include_bytes!("../../tests/obj/plain.obj")),
    ("rooms.obj", include_bytes!("../../tests/obj/rooms.obj")),
    ("rooms.mtl", include_bytes!("../../tests/obj/rooms.mtl")),
    ("brick.png", include_bytes!("../../tests/obj/brick.png")),
];

fn models() -> MemoryTree {
    MemoryTree::from_files(FILES)
}

fn model(files: &MemoryTree, name: &str) -> Model {
    Model::parse(Source::new(name, files.read(name).unwrap()))
}

fn parts(files: &MemoryTree, name: &str, sectors: Sectors) -> Parts {
    let model = model(files, name);
    let project = Project::around(files, name);
    let (mut parts, _) = of_model(&model, &project, Choices { sectors, scale: 1.0, flip: false });
    parts.drop_degenerate();
    parts
}

/// Adds the files of an export to a tree.
fn put(files: &MemoryTree, exported: &Exported) {
    for file in &exported.files {
        files.write(&file.name, &file.bytes).unwrap();
    }
}

fn options(target: Target, dialect: Dialect) -> Options {
    let folder = Some(String::new());
    Options { folder, dialect, sectors: Some(Sectors::Object), ..Options::new("made", target) }
}

/// The model `name` as an Espresso3D file in `files`, which must read without a finding.
fn there(files: &MemoryTree, name: &str, options: &Options) -> e3d::Document {
    let model = model(files, name);
    let (exported, _) = from_obj(&model, &Project::around(files, name), options);
    put(files, &exported);
    let made = &exported.files[0];
    let kind = e3d::FileKind::from_path(&made.name).unwrap();
    let document = e3d::Document::parse(Source::new(made.name.as_str(), made.bytes.clone()), kind);
    let plain = |finding: &&proscenio_source::Finding| finding.code != "espresso3d/line-dialect";
    let text = String::from_utf8_lossy(&made.bytes);
    assert_eq!(document.findings().iter().find(plain), None, "{name}\n{text}");
    // A model without portals has rooms that nothing leads to.
    let joined = |finding: &proscenio_source::Finding| finding.code != "espresso3d/unreachable-sector";
    let found: Vec<_> = e3d::check(&document).into_iter().filter(joined).collect();
    assert_eq!(found, [], "{name}\n{text}");
    if options.dialect == Dialect::Block {
        let seen = e3d::engine_view(&document, &|_| true);
        assert_eq!(seen.findings, [], "release 0.5 reads something else of {name}\n{text}");
        assert!(!seen.stopped, "{name}\n{text}");
    }
    document
}

/// The Espresso3D document as a model `back.obj` in `files`; gives what was lost.
fn back(files: &MemoryTree, document: &e3d::Document, portals: bool) -> Vec<Loss> {
    let project = Project::around(files, document.source().path());
    let imported = crate::front::espresso3d::import(document, &project);
    assert_eq!(imported.findings, []);
    let options = obj::Options { name: "back".to_owned(), folder: Some(String::new()), portals };
    let import = Default::default();
    let source = obj::Source { document, project: &project, import: &import, bent: false };
    let exported = export_espresso3d(&source, &imported.scene, &options);
    put(files, &exported);
    exported.losses
}

/// Names without what neither format can hold in a word.
fn plain(name: &str) -> String {
    name.replace(' ', "_")
}

fn assert_same(before: &Parts, after: &Parts, names: bool) {
    assert_eq!(before.parts.len(), after.parts.len());
    for (a, b) in before.parts.iter().zip(&after.parts) {
        if names {
            assert_eq!(plain(&a.name), b.name);
        }
        assert_eq!(a.triangles.len(), b.triangles.len(), "{}", a.name);
        for (a, b) in a.triangles.iter().zip(&b.triangles) {
            let numbers = |t: &super::Triangle| [t.corners.as_flattened(), t.uvs.as_flattened()].concat();
            for (x, y) in numbers(a).into_iter().zip(numbers(b)) {
                assert!((x - y).abs() <= 1e-6 && x == y, "{x} {y}");
            }
            let (a, b) = (&before.materials[a.material as usize], &after.materials[b.material as usize]);
            assert_eq!(plain(&a.name), b.name);
            let picture = |m: &super::Material| m.picture.as_ref().map(|picture| picture.found.clone());
            assert_eq!(picture(a), picture(b), "{}", a.name);
            for (x, y) in a.color.into_iter().zip(b.color) {
                assert!((x - y).abs() <= 0.5 / 255.0 + 1e-6, "{}: {x} {y}", a.name);
            }
        }
    }
}

#[test]
fn models_come_back_from_maps_and_actors_as_they_were() {
    for name in FILES.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".obj")) {
        for (target, sectors) in [(Target::Map, Sectors::Object), (Target::Actor, Sectors::One)] {
            for dialect in [Dialect::Block, Dialect::Line] {
                let files = models();
                let document = there(&files, name, &options(target, dialect));
                assert_eq!(back(&files, &document, false), [], "{name}");
                let before = parts(&files, name, sectors);
                let after = parts(&files, "back.obj", sectors);
                assert!(before.parts.iter().all(|part| !part.triangles.is_empty()));
                assert_same(&before, &after, target == Target::Map);
            }
        }
    }
}

#[test]
fn the_doorway_between_two_rooms_is_found() {
    let files = models();
    let options = Options { find_portals: true, ..options(Target::Map, Dialect::Block) };
    let document = there(&files, "rooms.obj", &options);
    let sectors: Vec<_> = document.sectors().collect();
    let portals: Vec<Vec<_>> = sectors.iter().map(|sector| sector.portals().collect()).collect();
    // The doorway is an opening; the five pieces of wall around it stand back to back and stay.
    assert_eq!(portals.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(sectors.iter().map(|sector| sector.triangles().count()).collect::<Vec<_>>(), [38, 38]);
    let door = [[4.0, 0.0, 2.5], [4.0, 2.0, 2.5], [4.0, 2.0, 1.5], [4.0, 0.0, 1.5]];
    let mut sorted = door;
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    for (side, other) in [("hall", "cellar_stairs"), ("cellar_stairs", "hall")] {
        let sector = sectors.iter().find(|sector| sector.id().unwrap().bytes() == side.as_bytes()).unwrap();
        let through = sector.portals().find(|portal| {
            let mut corners = portal.corners().unwrap();
            corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
            corners == sorted
        });
        assert_eq!(through.unwrap().link_sector().unwrap().bytes(), other.as_bytes());
    }
}

#[test]
fn portals_come_back_as_objects_and_go_there_again() {
    let files = models();
    let finding = Options { find_portals: true, ..options(Target::Map, Dialect::Block) };
    let document = there(&files, "rooms.obj", &finding);
    assert_eq!(back(&files, &document, true), []);
    let again = there(&files, "back.obj", &options(Target::Map, Dialect::Block));
    let ends = |document: &e3d::Document| -> Vec<String> {
        let portals = document.sectors().flat_map(|sector| sector.portals().collect::<Vec<_>>());
        let mut ends: Vec<String> = portals
            .map(|portal| {
                format!(
                    "{:?} {:?} {:?}",
                    portal.id().unwrap().text(),
                    portal.link_portal().unwrap().text(),
                    portal.corners()
                )
            })
            .collect();
        ends.sort();
        ends
    };
    assert_eq!(ends(&document), ends(&again));
}

#[test]
fn what_the_formats_have_no_place_for_is_said() {
    let files = models();
    let losses = |name: &str| -> Vec<&'static str> {
        let (exported, _) = from_obj(
            &model(&files, name),
            &Project::around(&files, name),
            &options(Target::Map, Dialect::Block),
        );
        exported.losses.iter().map(|loss| loss.code).collect()
    };
    assert_eq!(losses("cube.obj"), ["e3d/normals"]);
    assert_eq!(losses("plain.obj"), ["e3d/degenerate"]);
    assert_eq!(losses("star.obj"), [""; 0]);
}

#[test]
fn scale_and_flip_change_what_they_say() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 -1\nf 1//1 2//1 3//1\n";
    let files = MemoryTree::from_files([("a.obj", text)]);
    let model = model(&files, "a.obj");
    let project = Project::around(&files, "a.obj");
    let (as_is, findings) =
        of_model(&model, &project, Choices { sectors: Sectors::One, scale: 2.0, flip: false });
    assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["obj/against-normals"]);
    assert_eq!(as_is.parts[0].triangles[0].corners, [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]);
    let (flipped, _) = of_model(&model, &project, Choices { sectors: Sectors::One, scale: 1.0, flip: true });
    assert_eq!(flipped.parts[0].triangles[0].corners, [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
}

#[test]
fn textures_are_named_where_they_are_or_copied() {
    let files = models();
    let inside = there(&files, "cube.obj", &options(Target::Actor, Dialect::Block));
    let set = String::from_utf8(files.read("made_textures.txt").unwrap()).unwrap();
    assert_eq!(set, "brick brick.png\nlid_paint made_lid_paint.png\n");
    assert_eq!(inside.texture_sets().count(), 1);
    let elsewhere = Options { folder: Some("/far".to_owned()), ..options(Target::Actor, Dialect::Block) };
    let (exported, _) =
        from_obj(&model(&files, "cube.obj"), &Project::around(&files, "cube.obj"), &elsewhere);
    let names: Vec<&str> = exported.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["made.e3a", "made_textures.txt", "made_brick.png", "made_lid_paint.png"]);
    assert_eq!(exported.files[2].bytes, FILES[7].1);
}

/// A number as files hold them: any decimal of up to nine places, small or large.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![(-1_000_000i64..1_000_000).prop_map(|v| v as f64 / 1e3), -1e9f64..1e9, -1e-6f64..1e-6]
}

/// The text of a model: places, coordinates, and faces of three to six corners under objects and materials.
fn random_model() -> impl Strategy<Value = String> {
    let places = prop::collection::vec(prop::array::uniform3(number()), 3..20);
    let uvs = prop::collection::vec(prop::array::uniform2(number()), 1..10);
    let face = (
        prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 3..7),
        0..4u8,
        any::<bool>(),
    );
    (places, uvs, prop::collection::vec(face, 1..20)).prop_map(|(places, uvs, faces)| {
        let mut text = String::new();
        for [x, y, z] in &places {
            text += &format!("v {x} {y} {z}\n");
        }
        for [u, v] in &uvs {
            text += &format!("vt {u} {v}\n");
        }
        for (number, (corners, word, backwards)) in faces.into_iter().enumerate() {
            match word {
                0 => text += &format!("o thing{}\n", number % 3),
                1 => text += &format!("usemtl m{}\n", number % 4),
                _ => {}
            }
            text += "f";
            for (place, uv) in corners {
                let (place, uv) = (place.index(places.len()), uv.index(uvs.len()));
                text += &match backwards {
                    true => {
                        format!(" {}/{}", place as i64 - places.len() as i64, uv as i64 - uvs.len() as i64)
                    }
                    false => format!(" {}/{}", place + 1, uv + 1),
                };
            }
            text += "\n";
        }
        text
    })
}

proptest! {
    #[test]
    fn random_models_come_back(text in random_model(), line in any::<bool>()) {
        let files = MemoryTree::from_files([("a.obj", text.clone())]);
        let mut before = parts(&files, "a.obj", Sectors::Object);
        prop_assume!(before.parts.iter().any(|part| !part.triangles.is_empty()));
        let dialect = if line { Dialect::Line } else { Dialect::Block };
        let document = there(&files, "a.obj", &options(Target::Map, dialect));
        prop_assert_eq!(back(&files, &document, false), []);
        // Where all triangles of an object were without area, the object is not written.
        before.parts.retain(|part| !part.triangles.is_empty());
        assert_same(&before, &parts(&files, "back.obj", Sectors::Object), true);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let model = Model::parse(Source::new("a.obj", bytes));
        prop_assert!(model.findings().iter().all(|finding| finding.code != "obj/not-read"));
    }

    #[test]
    fn anything_like_a_model_is_read(text in "((v|vt|vn|f|o|g|usemtl|mtllib|s|l|#)( -?[0-9]{1,2}(\\.[0-9])?(/[0-9-]{0,2}){0,3}){0,5}[ \\\\]?\n){0,30}") {
        let files = MemoryTree::from_files([("a.obj", text.clone())]);
        let model = Model::parse(Source::new("a.obj", text.into_bytes()));
        prop_assert!(model.findings().iter().all(|finding| finding.code != "obj/not-read"));
        let project = Project::around(&files, "a.obj");
        let _ = crate::front::obj::import(&model, &project);
        let _ = from_obj(&model, &project, &Options { find_portals: true, ..Options::new("made", Target::Map) });
    }
}
