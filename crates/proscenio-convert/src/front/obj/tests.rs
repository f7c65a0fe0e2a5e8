//! What reading says, and the scene it makes.

use proscenio_project::Project;
use proscenio_scene::{AlphaMode, Component, Rgba, Scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

use super::{Model, import};

fn model(text: &str) -> Model {
    Model::parse(Source::new("m/a.obj", text.as_bytes().to_vec()))
}

fn codes(text: &str) -> Vec<(&'static str, usize)> {
    let model = model(text);
    let line = |finding: &proscenio_source::Finding| {
        finding.span.map_or(0, |span| text[..span.start() as usize].lines().count() + 1)
    };
    model.findings().iter().map(|finding| (finding.code, line(finding))).collect()
}

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n";

#[test]
fn damaged_statements_are_told_with_their_line_and_the_rest_is_read() {
    let text = format!(
        "{TRIANGLE}v 1,5 2 3\nv 1 2\nvn 0 0 inf\nvt\nf 1/1 2/1 3/1\nf 1/1 2/1 x\nf 1/1 2/1\nf 1/1 2/1 9/1\nf 1/7 2/7 3/7\nf 0 1 2\nf 1/1/1/1 2 3\n"
    );
    let expected = [
        ("obj/bad-number", 6),
        ("obj/bad-number", 7),
        ("obj/bad-number", 8),
        ("obj/bad-number", 9),
        ("obj/bad-face", 11),
        ("obj/bad-face", 12),
        ("obj/unknown-index", 13),
        ("obj/unknown-detail", 14),
        ("obj/unknown-detail", 14),
        ("obj/unknown-detail", 14),
        ("obj/unknown-index", 15),
        ("obj/bad-face", 16),
        ("obj/missing-uv", 14),
    ];
    assert_eq!(codes(&text), expected);
    assert_eq!(model(&text).counts().faces, 2);
}

#[test]
fn what_makes_no_triangles_is_counted() {
    let text = format!("{TRIANGLE}f 1/1 2/1 3/1\nl 1 2\nl 2 3\np 1\ncurv 0 1 1 2\nv 0 0 0 1 0 0\n");
    assert_eq!(codes(&text), [("obj/skipped", 7), ("obj/colours", 11)]);
    assert!(model(&text).findings()[0].message.contains("2 `l`"));
}

#[test]
fn a_flood_of_findings_becomes_a_sum() {
    let text = "f 1 2 3\n".repeat(5000);
    let model = model(&text);
    assert_eq!(model.findings().len(), 101);
    assert!(model.findings()[100].message.starts_with("4900 further places"));
}

#[test]
fn objects_and_groups_are_told_apart() {
    let text = format!(
        "{TRIANGLE}o a b\ng one\nf 1/1 2/1 3/1\ng two\nf 1/1 2/1 3/1\no c\nusemtl x\nf 1/1 2/1 3/1\nusemtl y\nf 1/1 2/1 3/1\n"
    );
    let model = model(&text);
    let lines: Vec<String> = model
        .outline()
        .items
        .iter()
        .map(|item| format!("{} {} {} {}", item.depth, item.kind, item.name, item.notes.join(", ")))
        .collect();
    let expected = [
        "0 object a b ",
        "1 group one 1 face",
        "1 group two 1 face",
        "0 object c 1 face, 1 face, materials x y",
    ];
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[..3], expected[..3]);
    assert_eq!(lines[3], "0 object c 2 faces, materials x y");
    assert_eq!(
        model.facts().iter().find(|fact| fact.label == "triangles").unwrap().value,
        proscenio_project::FactValue::Count(4)
    );
}

fn scene(files: &[(&str, &str)]) -> (Scene, Vec<&'static str>) {
    let tree = MemoryTree::from_files(files.iter().copied());
    let model = Model::parse(Source::new("m/a.obj", files[0].1.as_bytes().to_vec()));
    let imported = import(&model, &Project::around(&tree, "m/a.obj"));
    (imported.scene, imported.findings.iter().map(|finding| finding.code).collect())
}

#[test]
fn a_scene_has_flat_normals_v_from_the_top_and_the_materials() {
    let text =
        format!("mtllib a.mtl\n{TRIANGLE}usemtl glass\nf 1/1 2/1 3/1\nusemtl none\nf 1//1 2//1 3//1\n");
    let library = "newmtl glass\nKd 0.5 0.25 1\nTr 0.75\nNs 98\nKd red green blue\nKs\n";
    let (scene, findings) = scene(&[("m/a.obj", &text), ("m/a.mtl", library)]);
    assert_eq!(findings, ["obj/bad-material", "obj/bad-material", "obj/unknown-material"]);
    let node = &scene.nodes[scene.nodes[scene.root].children[0]];
    let Component::Mesh(instance) = &node.components[0] else { panic!("{node:?}") };
    let surfaces = &scene.meshes[instance.mesh].surfaces;
    assert_eq!(surfaces.len(), 2);
    assert_eq!(surfaces[0].normals, [[0.0, 0.0, 1.0]; 3]);
    assert_eq!(surfaces[0].uvs[0], [0.0, 1.0]);
    let glass = &scene.materials[surfaces[0].material.unwrap()];
    assert_eq!((glass.name.as_str(), glass.alpha), ("glass", AlphaMode::Blend));
    assert_eq!(glass.base_color, Rgba::from_stored([0.5, 0.25, 1.0, 0.25]));
    assert!((glass.roughness - 0.1414).abs() < 1e-3);
}

#[test]
fn libraries_and_images_that_are_not_there_are_told_once() {
    let text = format!("mtllib a.mtl other.mtl\n{TRIANGLE}usemtl w\nf 1/1 2/1 3/1\n");
    let (scene, findings) = scene(&[("m/a.obj", &text), ("m/A.MTL", "newmtl w\nmap_Kd C:\\tex\\none.png\n")]);
    assert_eq!(findings, ["obj/missing-map"]);
    assert_eq!(scene.images.len(), 1);
    let (_, findings) = super::tests::scene(&[("m/a.obj", &text)]);
    assert_eq!(findings, ["obj/missing-library", "obj/unknown-material"]);
}
