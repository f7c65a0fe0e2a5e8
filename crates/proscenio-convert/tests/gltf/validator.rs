//! The Khronos validator finds no error.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

use proscenio_convert::back::gltf::{Container, Options, export};
use proscenio_scene::Scene;

/// The first run installs the validator; two at once would stumble over each other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Writes scenes in both containers and runs the validator on them; `false` when it is not to be had.
pub fn validate(folder: &str, scenes: &[(String, Scene)]) -> bool {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut mains = Vec::new();
    for (name, scene) in scenes {
        for container in [Container::Glb, Container::Gltf] {
            let exported = export(scene, &Options { container, name: name.clone() });
            mains.push(folder.join(&exported.files[0].name));
            for file in &exported.files {
                std::fs::write(folder.join(&file.name), &file.bytes).unwrap();
            }
        }
    }
    let Some(said) = validate_files(&mains) else { return false };
    println!("{said}");
    true
}

/// Runs the validator on files, which must have no error; `None` when it is not to be had.
pub fn validate_files(files: &[PathBuf]) -> Option<String> {
    let required = std::env::var("PROSCENIO_REQUIRE").is_ok_and(|all| all.contains("validator"));
    let found = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !found("node") || !found("npm") {
        assert!(!required, "node and npm are required for the glTF validator");
        println!("skipped: no node or npm for the glTF validator");
        return None;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/validate-gltf.mjs");
    let _turn = ONE_AT_A_TIME.lock();
    let run = Command::new("node").arg(script).args(files).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if run.status.code() == Some(2) && !required {
        println!("skipped: {said}");
        return None;
    }
    assert!(run.status.success(), "{said}");
    Some(said)
}

#[test]
fn the_rich_scene_and_an_empty_one_are_valid() {
    let scenes = [("rich scene".to_owned(), crate::rich::rich()), ("empty".to_owned(), crate::read::scene())];
    validate("gltf-rich", &scenes);
}
