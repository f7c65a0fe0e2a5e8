//! Every Godot file of the corpus that holds meshes or animations: what lowering it has to say, and whether the
//! Khronos validator accepts the `.glb` of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use proscenio_convert::back::gltf::{Container, Options, export};
use proscenio_convert::front::godot::import;
use proscenio_corpus::corpus;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

/// The files of a project, by their paths in it.
type Files = Vec<(String, Vec<u8>)>;

/// The topmost folders that hold a project.
fn projects_below(folder: &Path) -> Vec<PathBuf> {
    if folder.join("project.godot").is_file() {
        return vec![folder.to_path_buf()];
    }
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut below: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    below.sort();
    below.iter().flat_map(|folder| projects_below(folder)).collect()
}

/// All projects: those of the demos with the binary files that the engine made of them, the exporter's scenes, the
/// probes.
fn projects(corpus: &Path) -> Vec<(String, Files)> {
    let godot = corpus.join("godot");
    let mut all = Vec::new();
    for (demos, binary) in [("demos-4", Some("golden-4.6/bin")), ("demos-3.2", None)] {
        let demos = godot.join(demos);
        for folder in projects_below(&demos) {
            let name = folder.strip_prefix(&godot).unwrap().to_string_lossy().into_owned();
            let mut files = proscenio_corpus::files_below(&folder);
            let beside = binary.map(|binary| godot.join(binary).join(folder.strip_prefix(&demos).unwrap()));
            files.extend(
                beside
                    .filter(|folder| folder.is_dir())
                    .iter()
                    .flat_map(|folder| proscenio_corpus::files_below(folder)),
            );
            all.push((name, files));
        }
    }
    let mut exported = proscenio_corpus::files_below(&godot.join("escn"));
    exported.extend(proscenio_corpus::files_below(&godot.join("golden-3.2/escn")));
    all.push(("escn".to_owned(), exported));
    all.push(("probes".to_owned(), proscenio_corpus::files_below(&corpus.join("probes"))));
    all
}

/// What became of the files.
#[derive(Default)]
struct Outcome {
    files: usize,
    meshes: usize,
    animations: usize,
    /// Files by what was said of them, without names and numbers.
    said: BTreeMap<String, Vec<String>>,
    written: Vec<PathBuf>,
}

/// What may be said of files of the corpus, by cause: what is no mesh, animation or tile, and what the files
/// themselves lack.
const KNOWN: &[&str] = &[
    "godot/kept-aside",
    // The corpus has emptied large media files, and one of its files names one that is nowhere.
    "the file is empty",
    "there is no such file",
    "The image format could not be determined",
    // The file's own mistake: a number for a colour.
    "bad-property: … of a SpatialMaterial",
    // Probes with tracks that lead nowhere, on purpose.
    "lost-tracks",
    // Letters of any font.
    "TextMesh is not drawn",
    "the nodes are there, its meshes are not drawn",
];

/// Whether a cause is about meshes, animations or tiles, and not known.
fn is_ours(cause: &str) -> bool {
    let known = KNOWN.iter().any(|known| cause.contains(known));
    // Materials, textures, skies and resource files of other classes.
    let other = cause.starts_with("godot/not-drawn")
        && !["mesh", "Mesh ", "CSG"].iter().any(|word| cause.contains(word));
    !known && !other
}

/// A finding without what differs from file to file.
fn cause(code: &str, message: &str) -> String {
    if code == "godot/kept-aside" {
        return match message.split_once(": kept without effect") {
            Some((class, _)) => format!("{code}: properties of {class}"),
            None => format!("{code}: classes"),
        };
    }
    let mut plain = String::new();
    for (at, part) in message.split('`').enumerate() {
        plain.push_str(if at % 2 == 0 { part } else { "…" });
    }
    let plain: String = plain.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    format!("{code}: {plain}")
}

fn convert(
    project: &str,
    files: &MemoryTree,
    name: &str,
    bytes: &[u8],
    out: &Path,
    outcome: &Mutex<Outcome>,
) {
    let document = Document::read(Source::new(name, bytes.to_vec()));
    let imported = import(&document, &Project::around(files, name));
    let scene = &imported.scene;
    let (meshes, animations) = (scene.meshes.len(), scene.animations.len());
    let holds = meshes + animations > 0;
    let mut path = out.to_path_buf();
    if holds {
        let named = format!("{project}_{name}").replace(['/', '.'], "_");
        let exported = export(scene, &Options { container: Container::Glb, name: named });
        path.push(&exported.files[0].name);
        std::fs::write(&path, &exported.files[0].bytes).unwrap();
    }
    let mut outcome = outcome.lock().unwrap();
    outcome.files += 1;
    outcome.meshes += usize::from(meshes > 0);
    outcome.animations += usize::from(animations > 0);
    if holds {
        outcome.written.push(path);
    }
    for finding in &imported.findings {
        let about = cause(finding.code, &finding.message);
        let places = outcome.said.entry(about).or_default();
        places.push(format!("{project}/{name}"));
    }
}

#[test]
fn every_godot_file_becomes_a_valid_one() {
    let Some(corpus) = corpus() else { return };
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gltf-godot");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out).unwrap();
    let projects: Vec<(String, Files)> = projects(&corpus);
    let (next, outcome) = (AtomicUsize::new(0), Mutex::new(Outcome::default()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((project, files)) = projects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tree = MemoryTree::from_files(files.clone());
                    for (name, bytes) in files {
                        let ending = name.rsplit('.').next().unwrap_or_default();
                        if ["tscn", "tres", "escn", "scn", "res"].contains(&ending) {
                            convert(project, &tree, name, bytes, &out, &outcome);
                        }
                    }
                }
            });
        }
    });
    let outcome = outcome.into_inner().unwrap();
    println!(
        "{} files, {} with meshes, {} with animations, {} written",
        outcome.files,
        outcome.meshes,
        outcome.animations,
        outcome.written.len()
    );
    let mut unknown = Vec::new();
    for (cause, places) in &outcome.said {
        let mut files: Vec<&str> = places.iter().map(String::as_str).collect();
        files.dedup();
        println!("{:>5} in {:>4} files  {cause}  ({})", places.len(), files.len(), files[0]);
        if is_ours(cause) {
            unknown.push(format!("{cause}: {}", files[0]));
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(outcome.files > 1300 && outcome.written.len() > 600, "{}", outcome.written.len());
    if let Some(said) = crate::validator::validate_files(&outcome.written) {
        let warnings = said.lines().filter(|line| line.starts_with("  warning")).count();
        println!("{} files without an error, {warnings} warnings", outcome.written.len());
    }
    std::fs::remove_dir_all(&out).unwrap();
}
