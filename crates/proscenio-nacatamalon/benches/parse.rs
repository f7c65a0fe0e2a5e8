//! Reading scenes, beside `serde_json` to `Value` on the same bytes in the same run.
//!
//! Benches stand at the edge: they may read files and the environment.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]
#![allow(missing_docs, reason = "criterion's macros make public functions of their own")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use proscenio_nacatamalon::{Document, edit, parse_scene_doc};
use proscenio_source::Source;

/// The corpus' scene files; empty where there is no corpus.
fn corpus() -> Vec<Vec<u8>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let root = std::env::var("PROSCENIO_CORPUS").unwrap_or_else(|_| default.to_owned());
    let folder = PathBuf::from(root).join("nacatamalon/cases");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// A level of many boxes as an editor saves it: four-space indentation, every box with its nine numbers
/// and one drawing.
fn big_scene(boxes: usize) -> Vec<u8> {
    let mut children = Vec::with_capacity(boxes);
    for index in 0..boxes {
        let (x, y) = (index % 400 * 16, index / 400 * 16);
        let turn = index as f64 * 0.017;
        let drawing = match index % 3 {
            0 => serde_json::json!({"type": "sprite", "id": format!("art-{index}"), "texture": "tiles",
                "width": 16, "height": 16, "tint": {"r": 1, "g": 0.5, "b": 0.25, "a": 1}, "zIndex": 3}),
            1 => serde_json::json!({"type": "mesh", "id": format!("shape-{index}"), "geometry": "cube:1:1:1",
                "material": {"name": null, "effect": null, "texture": "bark",
                    "tint": {"r": 1, "g": 1, "b": 1, "a": 1}, "shininess": 32, "alpha": 1}}),
            _ => serde_json::json!({"type": "text", "id": format!("label-{index}"),
                "text": format!("Árbol n.º {index}\nabc"), "font": "tiny", "style": {"fontSize": 8}}),
        };
        children.push(serde_json::json!({
            "id": format!("box-{index}"), "name": format!("Tree {index}"),
            "transform": {"x": x, "y": y, "z": 0, "rotation": turn, "rotationX": 0, "rotationY": 0,
                "scaleX": 1, "scaleY": 1, "scaleZ": 1},
            "components": [drawing], "children": [], "tags": ["tree"],
        }));
    }
    let scene = serde_json::json!({
        "format": "nacatamalon-scene", "version": 1, "name": "Forest",
        "assets": [{"type": "texture", "key": "tiles", "src": "/assets/tiles.png"},
            {"type": "texture", "key": "bark", "src": "/assets/bark.png"},
            {"type": "geometry", "key": "cube:1:1:1", "source": {"kind": "cube"}}],
        "root": {"id": "forest", "name": "Forest", "transform": null, "components": [], "children": children},
    });
    let mut out = Vec::new();
    let layout = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, layout);
    serde::Serialize::serialize(&scene, &mut serializer).expect("a value can be written");
    out
}

fn compare(criterion: &mut Criterion, name: &str, files: &[Vec<u8>]) {
    let sources: Vec<Source> = files
        .iter()
        .enumerate()
        .map(|(at, bytes)| Source::new(format!("{at}.scene"), bytes.clone()))
        .collect();
    let total: usize = files.iter().map(Vec::len).sum();
    let mut label = String::new();
    write!(label, "{} files, {:.2} MB", files.len(), total as f64 / 1e6).expect("a string can be written");
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(total as u64)).sample_size(20);
    group.bench_function(BenchmarkId::new("document", &label), |bench| {
        bench.iter(|| {
            sources.iter().map(|source| Document::parse(black_box(source.clone())).len()).sum::<usize>()
        });
    });
    group.bench_function(BenchmarkId::new("document and typed scene", &label), |bench| {
        bench.iter(|| {
            let read = |source: &Source| parse_scene_doc(&Document::parse(source.clone())).0.nodes.len();
            sources.iter().map(|source| read(black_box(source))).sum::<usize>()
        });
    });
    group.bench_function(BenchmarkId::new("serde_json to Value", &label), |bench| {
        bench.iter(|| {
            let read = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).is_ok();
            files.iter().filter(|bytes| read(black_box(bytes))).count()
        });
    });
    group.finish();
}

fn parse(criterion: &mut Criterion) {
    let corpus = corpus();
    if corpus.is_empty() {
        println!("skipped the corpus: not found (PROSCENIO_CORPUS)");
    } else {
        compare(criterion, "corpus cases", &corpus);
    }
    compare(criterion, "big scene", &[big_scene(16_000)]);
}

/// One field of a scene of 50 MB: reading the file, the edit, and the bytes to write.
fn set_one_field(criterion: &mut Criterion) {
    let bytes = big_scene(56_000);
    let source = Source::new("big.scene", bytes);
    let target = edit::Target::parse("box-41000:transform:x").expect("a target");
    let mut label = String::new();
    write!(label, "{:.2} MB", f64::from(source.len()) / 1e6).expect("a string can be written");
    let mut group = criterion.benchmark_group("set one field");
    group.throughput(Throughput::Bytes(u64::from(source.len()))).sample_size(10);
    let document = Document::parse(source.clone());
    group.bench_function(BenchmarkId::new("edit alone", &label), |bench| {
        bench.iter(|| edit::set(black_box(&document), &target, "7", &edit::Options::default()).is_ok());
    });
    group.bench_function(BenchmarkId::new("read, edit, bytes", &label), |bench| {
        bench.iter(|| {
            let document = Document::parse(black_box(source.clone()));
            let edits = edit::set(&document, &target, "7", &edit::Options::default());
            edits.expect("an edit").bytes(&document).len()
        });
    });
    group.finish();
}

criterion_group!(benches, parse, set_one_field);
criterion_main!(benches);
