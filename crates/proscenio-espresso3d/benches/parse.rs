//! How many megabytes a second are read: a real actor, and a generated map of many sectors.
#![allow(
    clippy::disallowed_methods,
    missing_docs,
    reason = "benches stand at the edge, where files are read"
)]

use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use proscenio_espresso3d::{Document, FileKind, Triangle, number};
use proscenio_source::Source;

/// A map of `sectors` rooms in a row, each with 40 triangles and a portal to the next.
fn map(sectors: u32) -> Vec<u8> {
    let mut text = String::from("TEXTURESET media\\textures\\set.txt NOJAR\r\n");
    for sector in 0..sectors {
        let _ = write!(text, "SECTOR sector{sector}\r\n{{\r\n");
        for triangle in 0..40 {
            let corner = |at: u32| {
                let x = f64::from(sector * 40 + triangle * 3 + at);
                format!("{:.6} {:.6} {:.6}", x.sin() * 50.0, x.cos() * 9.0, x * 0.37)
            };
            let _ = write!(
                text,
                "  TRIANGLE\r\n  {{\r\n    VERTICES\r\n      {}, {}, {};\r\n    TEXTURE\r\n      \
                 {:.6} 0.000000, 1.000000 0.554924, 0.369747 1.000000, WALL;\r\n  }}\r\n",
                corner(0),
                corner(1),
                corner(2),
                f64::from(triangle) / 40.0
            );
        }
        let next = (sector + 1) % sectors;
        let _ = write!(
            text,
            "  PORTAL FAST door{sector}\r\n  {{\r\n    VERTICES\r\n      0 0 0, 0 1 0, 1 1 0, 1 0 0;\r\n    \
             PORTALLINK\r\n      sector{next} door{next};\r\n  }}\r\n}}\r\n"
        );
    }
    text.into_bytes()
}

fn actor() -> Option<Vec<u8>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let root = PathBuf::from(std::env::var("PROSCENIO_CORPUS").unwrap_or_else(|_| default.to_owned()));
    std::fs::read(root.join("e3d/espresso3d/testbed/media/models/dwarf.e3a")).ok()
}

fn sum(triangles: impl Iterator<Item = Triangle<'static>>) -> f64 {
    triangles
        .map(|triangle| {
            let corners = triangle.vertices().map_or(0.0, |corners| corners.as_flattened().iter().sum());
            let uv: f64 = triangle.texture().map_or(0.0, |layer| layer.uv.as_flattened().iter().sum());
            corners + uv
        })
        .sum()
}

fn parse(criterion: &mut Criterion) {
    let mut inputs = vec![("map of 2,500 sectors", FileKind::Map, map(2500))];
    if let Some(bytes) = actor() {
        inputs.push(("dwarf.e3a", FileKind::Actor, bytes));
    }
    for (name, kind, bytes) in inputs {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20).throughput(Throughput::Bytes(bytes.len() as u64));
        let source = Source::new(name, bytes.clone());
        group
            .bench_function("parse", |bench| bench.iter(|| Document::parse(black_box(source.clone()), kind)));
        group.bench_function("check", |bench| {
            let document = Document::parse(source.clone(), kind);
            bench.iter(|| proscenio_espresso3d::check(black_box(&document)));
        });
        let document: &'static Document = Box::leak(Box::new(Document::parse(source.clone(), kind)));
        group.bench_function("decode all triangles", |bench| {
            bench.iter(|| {
                let in_models = document.models().flat_map(|model| model.triangles());
                sum(document.sectors().flat_map(|sector| sector.triangles()).chain(in_models))
            });
        });
        let words: Vec<&[u8]> =
            bytes.split(|byte| b" ,;\r\n".contains(byte)).filter(|word| number(word).is_some()).collect();
        group.throughput(Throughput::Bytes(words.iter().map(|word| word.len() as u64).sum()));
        group.bench_function("numbers alone", |bench| {
            bench.iter(|| words.iter().filter_map(|word| number(black_box(word))).sum::<f64>());
        });
        group.finish();
    }
}

criterion_group!(benches, parse);
criterion_main!(benches);
