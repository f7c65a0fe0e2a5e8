//! Real maps, from their documents to files the Khronos validator accepts.

use std::path::Path;

use proscenio_convert::front::espresso3d::import;
use proscenio_corpus::corpus;
use proscenio_espresso3d::{Document, FileKind};
use proscenio_project::Project;
use proscenio_scene::Scene;
use proscenio_source::Source;
use proscenio_vfs::{MemoryTree, Vfs};

use crate::read::{assert_same_tree, read};

fn files_below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    // Below two folders, so that references may climb.
    let mut waiting = vec![(folder.to_path_buf(), "/corpus/e3d".to_owned())];
    while let Some((folder, prefix)) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}/{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() {
                waiting.push((path, name))
            } else {
                files.push((name, std::fs::read(path).unwrap()))
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_espresso3d_file_becomes_a_valid_one() {
    let Some(corpus) = corpus() else { return };
    let files = files_below(&corpus.join("e3d"));
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let tree = MemoryTree::from_files(files);
    let mut scenes: Vec<(String, Scene)> = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".e3m") || name.ends_with(".e3a")) {
        let document = Document::parse(
            Source::new(name.as_str(), tree.read(name).unwrap()),
            FileKind::from_path(name).unwrap(),
        );
        let scene = import(&document, &Project::around(&tree, name)).scene;
        let read = read(&scene);
        assert_same_tree(&scene, &read);
        let meshes =
            scene.meshes.iter().filter(|(_, mesh)| mesh.surfaces.iter().any(|s| s.positions.len() >= 3));
        assert!(read.document.meshes().len() >= meshes.count(), "{name}");
        if name.ends_with("portaltest.e3m") {
            let painted = |m: &gltf::Material<'_>| m.pbr_metallic_roughness().base_color_texture().is_some();
            assert_eq!(read.document.images().len(), 2);
            assert!(read.document.materials().filter(painted).count() >= 2);
        }
        scenes.push((name.trim_start_matches("/corpus/e3d/").replace('/', "_"), scene));
    }
    assert!(scenes.iter().any(|(name, _)| name.ends_with("portaltest.e3m")));
    crate::validator::validate("gltf-espresso3d", &scenes);
}
