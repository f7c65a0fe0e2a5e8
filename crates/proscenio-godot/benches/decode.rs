//! How fast packed arrays become vectors, beside bare loops over the same bytes in one run: numbers with
//! `fast-float2` and a plain integer loop, bytes with `base64-simd`.
//!
//! `cargo bench -p proscenio-godot --bench decode` prints MB/s of text.
// A bench stands at the edge: it looks at the clock and prints.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use base64::Engine as _;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use proscenio_godot::Value;
use proscenio_godot::spell::Spelling;
use proscenio_godot::value::decode;

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From -50 to 50, as the vertices of a mesh are.
    fn real(&mut self) -> f32 {
        (self.next() >> 11) as f32 / (1_u64 << 53) as f32 * 100.0 - 50.0
    }
}

fn compare(
    criterion: &mut Criterion,
    name: &str,
    text: &str,
    expected: &Value,
    bare: impl Fn(&[u8]) -> usize,
) {
    assert_eq!(decode(text.as_bytes()).value, *expected);
    let inside = &text[text.find('(').unwrap() + 1..text.len() - 1];
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("proscenio", |bencher| {
        bencher.iter(|| black_box(decode(black_box(text.as_bytes()))))
    });
    group.bench_function("bare loop", |bencher| {
        bencher.iter(|| black_box(bare(black_box(inside.as_bytes()))))
    });
    group.finish();
    tell_ratio(
        name,
        || drop(black_box(decode(black_box(text.as_bytes())))),
        || {
            black_box(bare(black_box(inside.as_bytes())));
        },
    );
}

/// Runs both in turns and compares the best of each, so that other work on the machine hits both alike.
fn tell_ratio(name: &str, ours: impl Fn(), bare: impl Fn()) {
    let time = |run: &dyn Fn()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    let (mut best, mut best_bare) = (Duration::MAX, Duration::MAX);
    for _ in 0..50 {
        best = best.min(time(&ours));
        best_bare = best_bare.min(time(&bare));
    }
    println!("{name}: {:.2} times the speed of the bare loop", best_bare.as_secs_f64() / best.as_secs_f64());
}

/// Numbers set apart by `, `, each converted and kept.
fn floats<T>(text: &[u8], convert: impl Fn(f64) -> T) -> Vec<T> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (number, len) = fast_float2::parse_partial::<f64, _>(&text[at..]).unwrap();
        numbers.push(convert(number));
        at += len + 2;
    }
    numbers
}

fn integers<T>(text: &[u8], convert: impl Fn(i64) -> T) -> Vec<T> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let negative = text[at] == b'-';
        at += usize::from(negative);
        let mut number = 0_i64;
        while at < text.len() && text[at].is_ascii_digit() {
            number = number * 10 + i64::from(text[at] - b'0');
            at += 1;
        }
        numbers.push(convert(if negative { -number } else { number }));
        at += 2;
    }
    numbers
}

fn numbers(criterion: &mut Criterion) {
    let mut random = Random(7);
    let value = Value::PackedFloat32Array((0..400_000).map(|_| random.real()).collect());
    let text = value.spelled(Spelling::GODOT_4);
    compare(criterion, "float32", &text, &value, |text| floats(text, |number| number as f32).len());

    let value = Value::PackedVector3Array(
        (0..150_000).map(|_| [random.real(), random.real(), random.real()]).collect(),
    );
    let text = value.spelled(Spelling::GODOT_4);
    compare(criterion, "vector3", &text, &value, |text| floats(text, |number| number as f32).len());

    // Six digits, as Godot 3 and early releases of Godot 4 wrote.
    let mut text = "PoolRealArray( 0".to_owned();
    for _ in 0..400_000 {
        let _ = write!(text, ", {:.4}", random.real());
    }
    text.push(')');
    let expected = decode(text.as_bytes()).value;
    compare(criterion, "six digits", &text, &expected, |text| {
        floats(text.trim_ascii_start(), |number| number as f32).len()
    });

    let value = Value::PackedInt32Array((0..500_000).map(|_| (random.next() % 6000) as i32).collect());
    let text = value.spelled(Spelling::GODOT_4);
    compare(criterion, "int32", &text, &value, |text| integers(text, |number| number as i32).len());

    let value = Value::PackedByteArray((0..800_000).map(|_| random.next() as u8).collect());
    let text = value.spelled(Spelling::GODOT_4);
    compare(criterion, "decimal bytes", &text, &value, |text| integers(text, |number| number as u8).len());
}

fn base64(criterion: &mut Criterion) {
    let mut random = Random(9);
    let bytes: Vec<u8> = (0..3_000_000).map(|_| random.next() as u8).collect();
    let text = format!("PackedByteArray(\"{}\")", base64::engine::general_purpose::STANDARD.encode(&bytes));
    compare(criterion, "base64", &text, &Value::PackedByteArray(bytes), |text| {
        base64_simd::STANDARD.decode_to_vec(&text[1..text.len() - 1]).unwrap().len()
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = numbers, base64
}
criterion_main!(benches);
