//! A map of 10,000 sectors and two million triangles: how many megabytes of its text are read a second, beside a bare
//! loop of `fast-float2` over the same text.
//!
//! `SECTORS=1000 cargo bench -p proscenio-espresso3d --bench load` makes a smaller one.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    missing_docs,
    reason = "benches stand at the edge, where the environment is read"
)]

use std::fmt::Write;
use std::hint::black_box;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use proscenio_espresso3d::{Document, FileKind};
use proscenio_source::Source;

/// Triangles of a sector.
const TRIANGLES: u32 = 200;

/// Numbers that look like those of exporters, the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, size: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 40) as f64 / (1u64 << 24) as f64 * 2.0 - 1.0) * size
    }
}

fn map(sectors: u32) -> Vec<u8> {
    let mut numbers = Numbers(7);
    let mut text = String::with_capacity(sectors as usize * TRIANGLES as usize * 220);
    text.push_str("TEXTURESET media/textures/set.txt NOJAR\n");
    for sector in 0..sectors {
        let _ = write!(text, "SECTOR sector{sector}\n{{\n");
        for _ in 0..TRIANGLES {
            text.push_str("  TRIANGLE\n  {\n    VERTICES\n      ");
            for at in 0..9 {
                let separator = ["", " ", " ", ", ", " ", " ", ", ", " ", " "][at];
                let _ = write!(text, "{separator}{:.6}", numbers.next(500.0));
            }
            text.push_str(";\n    TEXTURE\n      ");
            for at in 0..6 {
                let separator = ["", " ", ", ", " ", ", ", " "][at];
                let _ = write!(text, "{separator}{:.6}", numbers.next(1.0).abs());
            }
            text.push_str(", WALL;\n  }\n");
        }
        let next = (sector + 1) % sectors;
        let _ = write!(
            text,
            "  PORTAL FAST next\n  {{\n    VERTICES\n      0 0 0, 0 1 0, 1 1 0, 1 0 0;\n    PORTALLINK\n      \
             sector{next} back;\n  }}\n}}\n"
        );
    }
    text.into_bytes()
}

/// All that a program needs of a document: every corner and texture coordinate, and which image it is.
fn everything(document: &Document) -> (f64, usize) {
    let (mut sum, mut letters) = (0.0, 0);
    for triangle in document.sectors().flat_map(|sector| sector.triangles()) {
        if let Some(corners) = triangle.vertices() {
            sum += corners.as_flattened().iter().sum::<f64>();
        }
        if let Some(layer) = triangle.texture() {
            sum += layer.uv.as_flattened().iter().sum::<f64>();
            letters += layer.alias.map_or(0, |alias| alias.bytes().len());
        }
    }
    (sum, letters)
}

/// The least that any reader does: cut at separators, and decode what begins like a number.
fn bare(bytes: &[u8]) -> f64 {
    let separates = |byte: &u8| matches!(byte, b' ' | b',' | b';' | b'\n' | b'\r' | b'\t');
    let words = bytes.split(separates).filter(|word| matches!(word.first(), Some(b'0'..=b'9' | b'-')));
    words.filter_map(|word| fast_float2::parse::<f64, _>(word).ok()).sum()
}

/// Tells the best of some runs in time of the processor, which other programs on the machine do not lengthen.
fn cpu<T>(name: &str, size: usize, mut run: impl FnMut() -> T) {
    let clock = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    // Small maps are over soon, so that more runs find a quiet moment.
    let runs = (100_000_000 / size).clamp(5, 50);
    let mut times = (0..runs).filter_map(|_| {
        let start = clock()?;
        black_box(run());
        Some(clock()? - start)
    });
    let first = times.next();
    if let Some(best) = first.map(|first| times.fold(first, u64::min)).filter(|best| *best > 0) {
        eprintln!("processor: {name}: {:.0} MB/s", size as f64 / best as f64 * 1e3);
    }
}

fn load(criterion: &mut Criterion) {
    let sectors = std::env::var("SECTORS").ok().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let bytes = map(sectors);
    let size = bytes.len();
    let source = Source::new("map.e3m", bytes);
    let document = Document::parse(source.clone(), FileKind::Map);
    let nodes = document.tree().len() as usize;
    eprintln!(
        "{sectors} sectors, {} triangles, {:.1} MB of text; {nodes} nodes of 16 bytes: {:.2} bytes per byte of text",
        document.counts().triangles,
        size as f64 / 1e6,
        nodes as f64 * 16.0 / size as f64
    );
    cpu("document", size, || Document::parse(source.clone(), FileKind::Map));
    cpu("every number of a document", size, || everything(&document));
    cpu("document and every number", size, || everything(&Document::parse(source.clone(), FileKind::Map)));
    cpu("bare fast-float2", size, || bare(source.bytes()));
    let mut group = criterion.benchmark_group("map of two million triangles");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).throughput(Throughput::BytesDecimal(size as u64));
    group.bench_function("document", |bench| {
        bench.iter(|| Document::parse(black_box(source.clone()), FileKind::Map));
    });
    group.bench_function("every number of a document", |bench| {
        bench.iter(|| everything(black_box(&document)))
    });
    group.bench_function("document and every number", |bench| {
        bench.iter(|| everything(&Document::parse(black_box(source.clone()), FileKind::Map)));
    });
    group.bench_function("bare fast-float2", |bench| bench.iter(|| bare(black_box(source.bytes()))));
    group.finish();
}

criterion_group!(benches, load);
criterion_main!(benches);
