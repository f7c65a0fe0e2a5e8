//! How fast packed surfaces become lists.
//!
//! `cargo bench -p proscenio-godot --bench mesh` prints bytes of packed data per second of processor time, each case
//! into new lists and into lists that are kept.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use criterion::{BatchSize, Throughput, criterion_group, criterion_main};
use proscenio_godot::Value;
use proscenio_godot::content::mesh::{Encoding, Surface, decode_4, decode_4_into, encode_4};

#[path = "../../proscenio-run/benches/processor/mod.rs"]
mod processor;

type Criterion = criterion::Criterion<processor::ProcessorTime>;

/// A large model, and one whose lists are so large that the system hands out new pages for each.
const SIZES: [u32; 2] = [20_000, 200_000];

/// A wavy sheet with everything that most models have.
fn sheet(vertices: u32) -> Surface {
    let angle = |at: u32| at as f32 * 0.001;
    let all = 0..vertices;
    Surface {
        positions: all
            .clone()
            .map(|at| [angle(at).sin() * 10.0, angle(at), angle(at).cos() * 10.0])
            .collect(),
        normals: all.clone().map(|at| [angle(at).sin(), 0.0, angle(at).cos()]).collect(),
        tangents: all.clone().map(|at| [angle(at).cos(), 0.0, -angle(at).sin(), 1.0]).collect(),
        uvs: all.clone().map(|at| [angle(at), 0.5]).collect(),
        indices: all
            .filter(|at| at % 3 == 0)
            .flat_map(|at| [at, at + 1, at + 2])
            .filter(|at| *at < vertices)
            .collect(),
        ..Surface::default()
    }
}

fn bytes(surface: &Value) -> usize {
    let members = surface.as_dictionary().unwrap().iter();
    members
        .map(|(_, value)| match value {
            Value::PackedByteArray(bytes) => bytes.len(),
            _ => 0,
        })
        .sum()
}

fn decode(criterion: &mut Criterion) {
    for size in SIZES {
        let sheet = sheet(size);
        let bare = Surface { normals: Vec::new(), tangents: Vec::new(), ..sheet.clone() };
        let mut group = criterion.benchmark_group(format!("ArrayMesh of {size} vertices"));
        let cases = [
            ("positions, uvs, indices", &bare, Encoding::Plain),
            ("plain", &sheet, Encoding::Plain),
            ("4.0", &sheet, Encoding::Old),
            ("compressed", &sheet, Encoding::Compressed),
        ];
        for (name, surface, encoding) in cases {
            let packed = encode_4(surface, encoding);
            group.throughput(Throughput::Bytes(bytes(&packed) as u64));
            group.bench_function(format!("{name}, lists kept"), |bencher| {
                let mut kept = Surface::default();
                bencher.iter_batched(
                    || packed.clone(),
                    |packed| black_box(decode_4_into(packed, &mut kept)),
                    BatchSize::PerIteration,
                )
            });
            group.bench_function(name, |bencher| {
                bencher.iter_batched(
                    || packed.clone(),
                    |packed| black_box(decode_4(packed)),
                    BatchSize::PerIteration,
                )
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = processor::criterion();
    targets = decode
}
criterion_main!(benches);
