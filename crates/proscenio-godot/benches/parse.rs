//! How fast a file becomes a document, beside crate `tscn` on the same bytes in one run.
//!
//! `cargo bench -p proscenio-godot` prints MB/s. The demo projects are read from the corpus
//! (`PROSCENIO_CORPUS`), each file a document of its own; the other inputs are made here.
// A bench stands at the edge: it reads the corpus.
#![allow(clippy::disallowed_methods, clippy::print_stderr, missing_docs)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use proscenio_godot::Document;
use proscenio_source::Source;

fn corpus() -> PathBuf {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    std::env::var("PROSCENIO_CORPUS").map_or_else(|_| PathBuf::from(default), PathBuf::from)
}

fn collect(folder: &Path, files: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "tscn" || extension == "tres") {
            files.extend(std::fs::read_to_string(&path));
        }
    }
}

fn many_nodes() -> String {
    let mut text = String::from("[gd_scene format=3 uid=\"uid://cecaux1sm7mo0\"]\n");
    for node in 0..50_000 {
        let parent = if node == 0 { "" } else { " parent=\".\"" };
        let _ = write!(
            text,
            "\n[node name=\"Node{node}\" type=\"MeshInstance3D\"{parent} unique_id={}]\n\
             transform = Transform3D(1, 0, 0, 0, 0.939693, 0.34202, 0, -0.34202, 0.939693, {node}, 1, 3)\n\
             mesh = SubResource(\"BoxMesh_u688r\")\nvisible = false\n",
            node * 7919
        );
    }
    text
}

fn big_arrays() -> String {
    let mut text = String::from("[gd_resource type=\"ArrayMesh\" format=3]\n\n[resource]\n");
    for key in ["vertices", "normals"] {
        let _ = write!(text, "{key} = PackedFloat32Array(0");
        for item in 0..300_000 {
            let _ = write!(text, ", {}", f64::from(item) * 0.37);
        }
        text.push_str(")\n");
    }
    text.push_str("bytes = PackedByteArray(0");
    for item in 0..500_000 {
        let _ = write!(text, ", {}", item % 256);
    }
    text.push_str(")\n");
    text
}

fn compare(criterion: &mut Criterion, name: &str, texts: &[String]) {
    let sources: Vec<Source> =
        texts.iter().map(|text| Source::new("bench.tscn", text.clone().into_bytes())).collect();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(texts.iter().map(|text| text.len() as u64).sum()));
    group.bench_function("proscenio", |bencher| {
        bencher.iter(|| {
            for source in &sources {
                black_box(Document::parse(black_box(source.clone())));
            }
        });
    });
    group.sample_size(10);
    group.bench_function("tscn", |bencher| {
        bencher.iter(|| {
            for text in texts {
                let _ = black_box(tscn::Document::parse(black_box(text)));
            }
        });
    });
    group.finish();
}

fn parse(criterion: &mut Criterion) {
    let mut demos = Vec::new();
    collect(&corpus().join("godot/demos-4"), &mut demos);
    if demos.is_empty() {
        eprintln!("skipped: no corpus at {}", corpus().display());
    } else {
        compare(criterion, "demos-4", &demos);
    }
    compare(criterion, "many-nodes", &[many_nodes()]);
    compare(criterion, "big-arrays", &[big_arrays()]);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(2));
    targets = parse
}
criterion_main!(benches);
