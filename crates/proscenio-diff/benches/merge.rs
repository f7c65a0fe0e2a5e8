//! How long merges and differences take, from 2,000 to 200,000 nodes: time must grow with the file.
#![allow(missing_docs, clippy::unwrap_used, reason = "benches")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use proscenio_diff::{Options, diff, merge};
use proscenio_source::Source;
use std::fmt::Write;

/// A scene of so many nodes, about 280 bytes each, with one value in the given node changed.
fn scene(nodes: usize, changed: Option<usize>) -> Source {
    let mut text = String::from(
        "[gd_scene load_steps=2 format=3 uid=\"uid://bench\"]\n\n[ext_resource type=\"Texture2D\" uid=\"uid://tex\" path=\"res://a.png\" id=\"1_aaaaa\"]\n\n[node name=\"Root\" type=\"Node3D\"]\n",
    );
    for node in 0..nodes {
        let parent = if node % 10 == 0 { ".".to_owned() } else { format!("N{}", node - node % 10) };
        let x = if changed == Some(node) { 7_777_777 } else { node };
        let _ = write!(
            text,
            "\n[node name=\"N{node}\" type=\"MeshInstance3D\" parent=\"{parent}\" unique_id={node}7]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, {x}, 0.5, 0.25)\nvisible = false\nmetadata/texture = ExtResource(\"1_aaaaa\")\nmetadata/text = \"some text that a node may have\"\nmetadata/list = [1, 2, 3]\n"
        );
    }
    Source::new("bench.tscn", text.into())
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nodes");
    group.sample_size(10);
    for nodes in [2_000, 10_000, 50_000, 200_000] {
        let (base, ours) = (scene(nodes, None), scene(nodes, Some(10)));
        let theirs = scene(nodes, Some(nodes - 10));
        group.throughput(Throughput::Bytes(u64::from(base.len())));
        group.bench_function(BenchmarkId::new("merge", nodes), |bencher| {
            bencher.iter(|| merge(&base, &ours, &theirs, &Options::default()).bytes.len());
        });
        group.bench_function(BenchmarkId::new("diff", nodes), |bencher| {
            bencher.iter(|| diff(&base, &ours, false).unwrap().changes.len());
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
