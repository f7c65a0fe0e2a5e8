//! What a frame costs: visibility in a maze of 10,000 sectors, sampling, skinning. In processor time.
#![allow(missing_docs, clippy::unwrap_used, reason = "a bench")]

use std::hint::black_box;

use criterion::{BatchSize, Throughput, criterion_group, criterion_main};
use proscenio_run::{Bent, PortalMap, Sampler, ViewVolume, bend, pose};
use proscenio_scene::glam::{Affine3A, DVec3, Quat, Vec2, Vec3};
use proscenio_scene::{
    Animation, Channel, LoopMode, Node, NodeId, Scene, Surface, Target, Track, Values, Weights,
};

#[path = "../tests/support/mod.rs"]
mod support;
use support::{Chance, Maze, SIDE};
mod processor;
use processor::ProcessorTime;

type Criterion = criterion::Criterion<ProcessorTime>;

fn visibility(c: &mut Criterion) {
    let maze = Maze::new(100, 1);
    let map = PortalMap::new(&maze.scene, &maze.scene.world_placements()).unwrap();
    let mut chance = Chance::new(9);
    let mut eyes: Vec<(ViewVolume, usize)> = (0..200)
        .map(|_| {
            let mut along = || (chance.share() * 99.0).floor() * SIDE + 0.3 + chance.share() * (SIDE - 0.6);
            let at = DVec3::new(along(), 1.6, along());
            let turn = Quat::from_rotation_y((chance.share() * std::f64::consts::TAU) as f32);
            let world = Affine3A::from_rotation_translation(turn, at.as_vec3());
            let window = Vec2::new(0.74, 0.414);
            (ViewVolume::perspective(world, -window, window, 0.1, 1000.0), maze.room(at))
        })
        .collect();
    let mut group = c.benchmark_group("10,000 sectors");
    group.bench_function("a frame's visibility, mean of 200 views", |b| {
        let mut next = 0;
        b.iter(|| {
            next = (next + 1) % eyes.len();
            map.seen(&eyes[next].0, eyes[next].1).sectors.len()
        });
    });
    eyes.sort_by_key(|(view, room)| map.seen(view, *room).windows.len());
    let (view, room) = eyes.pop().unwrap();
    let most = map.seen(&view, room).sectors.len();
    group.bench_function(format!("the widest of them, {most} sectors"), |b| {
        b.iter(|| map.seen(&view, room).sectors.len())
    });
    group.bench_function("building the map", |b| {
        let world = maze.scene.world_placements();
        b.iter(|| PortalMap::new(&maze.scene, &world).unwrap().portal_count());
    });
    group.finish();
}

fn animation() -> (Scene, Animation) {
    let scene = Scene::new("s", Node::new("root"));
    let times: Vec<f64> = (0..32).map(|i| f64::from(i) / 31.0).collect();
    let tracks = (0..10_000).map(|i| {
        let target = Target::Node { node: NodeId::from_index(0), channel: Channel::Translation };
        let values = (0..32).map(|k| [k as f32, i as f32, 1.0]).collect();
        Track::new(target, times.clone(), Values::Vec3(values))
    });
    let animation = Animation {
        name: "a".into(),
        length: 1.0,
        loop_mode: LoopMode::Loop,
        tracks: tracks.collect(),
        ..Animation::default()
    };
    (scene, animation)
}

fn sampling(c: &mut Criterion) {
    let (scene, animation) = animation();
    let samplers: Vec<Sampler<'_>> =
        animation.tracks.iter().map(|track| Sampler::new(&animation, track).unwrap()).collect();
    let mut group = c.benchmark_group("10,000 tracks");
    group.throughput(Throughput::Elements(10_000));
    // A second of 1,000 moments: played, where every track is asked for each moment, and written out, where each
    // track is asked for all moments; and times without an order.
    let moments = |at: u32| f64::from(at) / 1000.0;
    group.throughput(Throughput::Elements(10_000 * 1000));
    group.bench_function("played, 1,000 times", |b| {
        let mut cursors: Vec<_> = samplers.iter().map(|sampler| sampler.cursor()).collect();
        b.iter(|| {
            for time in (0..1000).map(moments) {
                for cursor in &mut cursors {
                    black_box(cursor.at(time));
                }
            }
        });
    });
    group.bench_function("written out, 1,000 times", |b| {
        b.iter(|| {
            for sampler in &samplers {
                let mut cursor = sampler.cursor();
                for time in (0..1000).map(moments) {
                    black_box(cursor.at(time));
                }
            }
        });
    });
    group.throughput(Throughput::Elements(10_000));
    let mut time = 0.0_f64;
    group.bench_function("at any moment", |b| {
        b.iter(|| {
            time = (time + 0.0137).fract();
            for sampler in &samplers {
                black_box(sampler.at(time));
            }
        });
    });
    group.bench_function("posed", |b| {
        b.iter_batched(
            || scene.clone(),
            |mut scene| pose(&mut scene, &animation, 0.5),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn skinning(c: &mut Criterion) {
    let count = 100_000;
    let joints: Vec<Affine3A> = (0..64).map(|i| Affine3A::from_translation(Vec3::X * i as f32)).collect();
    let mut group = c.benchmark_group("100,000 vertices");
    group.throughput(Throughput::Elements(count));
    for per_vertex in [1_u8, 4] {
        let entries = count as usize * usize::from(per_vertex);
        let surface = Surface {
            positions: vec![[1.0, 2.0, 3.0]; count as usize],
            normals: vec![[0.0, 1.0, 0.0]; count as usize],
            weights: Weights {
                per_vertex,
                joints: (0..entries).map(|i| (i % 64) as u16).collect(),
                weights: vec![1.0 / f32::from(per_vertex); entries],
            },
            ..Surface::default()
        };
        group.bench_function(format!("bent by {per_vertex}"), |b| {
            let mut bent = Bent::default();
            b.iter(|| bent.fill(black_box(&surface), &joints));
        });
        group.bench_function(format!("bent by {per_vertex}, as a new surface"), |b| {
            b.iter(|| bend(&surface, &joints).unwrap());
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = processor::criterion();
    targets = visibility, sampling, skinning
}
criterion_main!(benches);
