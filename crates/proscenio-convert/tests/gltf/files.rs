//! Containers and file names.

use std::collections::BTreeSet;

use proscenio_convert::back::gltf::{Container, Options, export};
use proscenio_scene::{Image, Pixels};

use crate::read::{options, scene};

fn picture(name: &str) -> Image {
    let pixels = Pixels::Rgba8(vec![9; 4].into());
    Image { name: name.into(), path: None, size: Some([1, 1]), pixels }
}

#[test]
fn a_gltf_has_its_pictures_beside_it_under_its_own_name() {
    let mut scene = crate::rich::rich();
    for name in ["wall.png", "Wall.jpg", "a/b?.png", ""] {
        scene.images.add(picture(name));
    }
    let options = Options { container: Container::Gltf, name: "my level".to_owned() };
    let exported = export(&scene, &options);
    let names: Vec<&str> = exported.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names[..2], ["my level.gltf", "my level.bin"]);
    let tail = ["my level.wall.png", "my level.Wall_2.png", "my level.a_b_.png", "my level.picture.png"];
    assert_eq!(names[names.len() - 4..], tail);
    let json: serde_json::Value = serde_json::from_slice(&exported.files[0].bytes).unwrap();
    assert_eq!(json["buffers"][0]["uri"], "my%20level.bin");
    assert_eq!(json["buffers"][0]["byteLength"], exported.files[1].bytes.len());
    let document = gltf::Gltf::from_slice(&exported.files[0].bytes).unwrap();
    assert_eq!(document.images().len(), names.len() - 2);
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    for container in [Container::Glb, Container::Gltf] {
        let first = export(&crate::rich::rich(), &options(container));
        let second = export(&crate::rich::rich(), &options(container));
        assert!(first == second);
    }
}

#[test]
fn an_empty_scene_is_a_file_too() {
    let exported = export(&scene(), &options(Container::Gltf));
    insta::assert_snapshot!(String::from_utf8(exported.files[0].bytes.clone()).unwrap());
    assert_eq!(exported.files.len(), 1);
}

#[test]
fn every_loss_has_its_line_in_the_book() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let book = std::fs::read_to_string(format!("{root}/docs/src/convert/gltf.md")).unwrap();
    let listed: BTreeSet<&str> =
        book.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let listed: BTreeSet<&str> = listed.into_iter().filter(|code| code.starts_with("gltf/")).collect();
    let mut used = BTreeSet::new();
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/back/gltf")).unwrap() {
        let source = std::fs::read_to_string(file.unwrap().path()).unwrap();
        used.extend(source.split('"').filter(|text| text.starts_with("gltf/")).map(str::to_owned));
    }
    let used: BTreeSet<&str> = used.iter().map(String::as_str).collect();
    assert!(used.len() > 30);
    assert_eq!(listed, used);
}
