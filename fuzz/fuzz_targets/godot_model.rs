//! Models of any bytes, as `.glb` or `.gltf`: none panics, runs without end or takes memory beyond its size, when it
//! becomes the scene that the engine's importer makes of it and when that scene is lowered. The scene is sound text.
//!
//! The first byte says what the rest is: the file as it stands, or the text of a model (up to the first NUL) with
//! the bytes of its buffer behind it, which are put together as a `.glb`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_project::godot::{GodotProject, Limits};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

const LIMITS: Limits = Limits { nodes: 300, depth: 8, findings: 50 };
const SCENE: &str = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://m.glb\" id=\"1\"]\n\n\
                     [node name=\"A\" instance=ExtResource(\"1\")]\n";
const IMPORT: &str = "[remap]\n\nimporter=\"scene\"\ntype=\"PackedScene\"\n\n[params]\n\nnodes/root_scale=2.0\n\
                      gltf/embedded_image_handling=1\nmeshes/ensure_tangents=true\n";

/// A `.glb` of a text and the bytes of its buffer.
fn packed(text: &[u8], buffer: &[u8]) -> Vec<u8> {
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(((28 + text.len() + buffer.len()) as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text), (b"BIN\0", buffer)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    file
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let model = if kind & 1 == 0 {
        rest.to_vec()
    } else {
        let mut parts = rest.splitn(2, |byte| *byte == 0);
        packed(parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
    };
    let settings = if kind & 2 == 0 { "" } else { IMPORT };
    let files: [(&str, &[u8]); 5] = [
        ("project.godot", b"config_version=5\n"),
        ("a.tscn", SCENE.as_bytes()),
        ("m.glb", &model),
        ("m.glb.import", settings.as_bytes()),
        ("b.bin", rest),
    ];
    let tree = MemoryTree::from_files(files);
    let project = Project::around(&tree, "a.tscn");
    let godot = GodotProject::new(&project);
    if let Ok(file) = godot.load("m.glb") {
        let scene = godot.instantiate_file(&file, LIMITS);
        assert!(scene.len() <= LIMITS.nodes && scene.walk().count() == scene.len());
    }
    let document = Document::parse(Source::new("a.tscn", SCENE.as_bytes().to_vec()));
    let imported = import(&document, &project);
    let scene = &imported.scene;
    for (_, mesh) in scene.meshes.iter() {
        assert!(mesh.surfaces.iter().all(|surface| surface.is_sound()));
    }
});
