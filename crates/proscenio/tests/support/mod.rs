//! What the integration tests share: the corpus, and whether a test may skip.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

use proscenio_corpus::required;

/// The renderer, or `None` after saying that the test skips.
pub fn renderer() -> Option<proscenio::Renderer> {
    match proscenio::Renderer::headless() {
        Ok(renderer) => Some(renderer),
        Err(error) => {
            assert!(!required("gpu"), "{error}");
            println!("skipped: {error}");
            None
        }
    }
}

/// A path of the examples that come with the project.
pub fn example(name: &str) -> String {
    format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The scene of a file on disk, without asking what its import had to say.
pub fn scene(path: &str) -> proscenio::Scene {
    let document = proscenio::Document::open(&proscenio::DiskTree, path).unwrap();
    proscenio::import(&document, &proscenio::Project::around(&proscenio::DiskTree, path)).scene
}

/// All scene files below a folder, sorted.
pub fn scene_files(folder: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if proscenio::Family::of_path(&path.to_string_lossy()).is_some() {
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}
