//! Tests of particles in cycles. Positions of fixed seeds were held beside Godot 4.6's own pictures.

use super::random::{Pcg, draw, hash};
use super::*;

fn range(low: f32, high: f32) -> CycleRange {
    CycleRange { low, high, curve: None }
}

/// 24 particles in two seconds, upwards in a fan, falling.
fn fountain(dice: CycleDice) -> CycleEmitter {
    CycleEmitter {
        dice,
        timing: CycleTiming {
            emitting: true,
            amount: 24,
            amount_ratio: 1.0,
            lifetime: 2.0,
            lifetime_randomness: 0.0,
            one_shot: false,
            preprocess: 0.0,
            speed: 1.0,
            explosiveness: 0.0,
            randomness: 0.0,
            fixed_fps: if dice == CycleDice::Device { 30 } else { 0 },
            fractional: true,
            interpolate: true,
            to_end: 0.0,
            seed: Some(12345),
        },
        local: false,
        order: CycleOrder::Number,
        shape: CycleShape::Point,
        shape_scale: Vec3::ONE,
        shape_offset: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        spread: 30.0,
        flatness: 0.0,
        leaves_plane: false,
        gravity: Vec3::Y * 200.0,
        pivot: Vec3::ZERO,
        motion: CycleMotion { speed: range(150.0, 250.0), ..CycleMotion::default() },
        aligned: false,
        friction: false,
        look: CycleLook {
            texture: None,
            uv: UvRect { min: Vec2::ZERO, max: Vec2::ONE },
            size: Vec2::splat(10.0),
            scale: range(0.5, 0.5),
            scale_curves: [None, None],
            color: [1.0; 4],
            ramp: Vec::new(),
            first: Vec::new(),
            alpha: None,
            emission: None,
            hue: CycleRange::default(),
            frame_speed: CycleRange::default(),
            frame_offset: CycleRange::default(),
            sheet: None,
            looped: false,
            tint: Rgba::WHITE,
            blend: BlendMode::Mix,
        },
        z: 0.0,
        visible: true,
    }
}

fn at(emitter: &CycleEmitter, time: f64) -> Vec<CycleQuad> {
    cycle(emitter, Affine2::IDENTITY, time, 7).0
}

#[test]
fn random_numbers_are_the_engines() {
    // The first number of PCG32 with the engine's stream for the seed 0, as `RandomNumberGenerator.randi` gives it.
    let mut seed = 1;
    assert_eq!((draw(&mut seed) * 65_535.0, seed), (16_807.0, 16_807));
    assert_eq!((hash(0), hash(1)), (0, hash(1)));
    let mut random = Pcg::new(12345);
    let first: Vec<f32> = (0..6).map(|_| random.draw()).collect();
    // What follows from the place where the engine draws the first particle of a fan.
    assert!((first[4] - 0.873).abs() < 5e-4 && (first[5] - 0.977).abs() < 5e-4, "{first:?}");
}

#[test]
fn the_processor_moves_particles_where_the_engine_does() {
    let quads = at(&fountain(CycleDice::Processor), 1.0 / 60.0);
    let [quad] = quads.as_slice() else { panic!("{quads:?}") };
    // Two steps: one before it is drawn for the first time.
    assert!(quad.position.abs_diff_eq(Vec2::new(3.1459, -7.5787), 1e-3), "{}", quad.position);
    assert_eq!(quad.axes, Mat2::from_diagonal(Vec2::splat(5.0)));
    assert_eq!(at(&fountain(CycleDice::Processor), 0.5).len(), 7);
}

#[test]
fn the_device_takes_its_first_step_at_once_and_shows_what_is_between() {
    let fountain = fountain(CycleDice::Device);
    let [first, second] = [1.0, 2.0].map(|pictures: f64| at(&fountain, pictures / 60.0));
    assert_eq!([first.len(), second.len()], [1, 1]);
    // The first picture is shown a sixtieth before its step's end.
    let moved = (second[0].position - first[0].position).length() * 60.0;
    assert!((140.0..=260.0).contains(&moved), "{moved}");
    let hard = CycleEmitter { timing: CycleTiming { interpolate: false, ..fountain.timing }, ..fountain };
    assert_eq!(at(&hard, 1.0 / 60.0)[0].position, at(&hard, 2.0 / 60.0)[0].position);
}

#[test]
fn nothing_is_born_before_the_begin_or_without_a_life() {
    let plain = fountain(CycleDice::Processor);
    assert!(at(&plain, 0.0).is_empty() && at(&plain, f64::NAN).is_empty());
    for lifetime in [0.0, f64::NAN, f64::INFINITY] {
        let odd = CycleEmitter { timing: CycleTiming { lifetime, ..plain.timing }, ..plain.clone() };
        assert!(at(&odd, 1.0).is_empty());
    }
    let silent = CycleEmitter { timing: CycleTiming { emitting: false, ..plain.timing }, ..plain };
    assert!(at(&silent, 1.0).is_empty());
}

#[test]
fn one_shot_ends_and_all_at_once_is_all() {
    for dice in [CycleDice::Processor, CycleDice::Device] {
        let plain = fountain(dice);
        let timing = CycleTiming { one_shot: true, explosiveness: 1.0, ..plain.timing };
        let burst = CycleEmitter { timing, ..plain };
        assert_eq!(at(&burst, 0.1).len(), 24, "{dice:?}");
        assert!(at(&burst, 4.5).is_empty(), "{dice:?}");
    }
}

#[test]
fn a_share_of_the_amount_and_time_before_the_begin_count() {
    let plain = fountain(CycleDice::Device);
    let full = CycleEmitter { timing: CycleTiming { preprocess: 2.0, ..plain.timing }, ..plain.clone() };
    assert!(at(&full, 1.0 / 60.0).len() > 20);
    let half = CycleTiming { preprocess: 2.0, amount_ratio: 0.5, ..plain.timing };
    let few = at(&CycleEmitter { timing: half, ..plain }, 1.0 / 60.0).len();
    assert!((4..=20).contains(&few), "{few}");
}

#[test]
fn frames_go_over_the_sheet_and_stop_or_begin_again() {
    let mut look = fountain(CycleDice::Device).look;
    assert_eq!(look.shown(0.7), look.uv);
    look.sheet = Some([2, 2]);
    let corner = |look: &CycleLook, frame| look.shown(frame).min;
    assert_eq!(
        [0.0, 0.3, 0.5].map(|at| corner(&look, at)),
        [Vec2::ZERO, Vec2::new(0.5, 0.0), Vec2::new(0.0, 0.5)]
    );
    assert_eq!(corner(&look, 1.3), Vec2::splat(0.5));
    look.looped = true;
    assert_eq!(corner(&look, 1.3), Vec2::new(0.5, 0.0));
}

#[test]
fn hues_turn_around_and_runs_are_mixed() {
    let turned = shade::turned_hue([0.8, 0.3, 0.1, 0.5], std::f32::consts::TAU);
    assert!(turned.iter().zip([0.8, 0.3, 0.1, 0.5]).all(|(a, b)| (a - b).abs() < 0.01), "{turned:?}");
    let run = [[0.0; 4], [1.0; 4]];
    assert_eq!([shade::colored(&run, 0.25), shade::colored(&[], 0.5)], [[0.25; 4], [1.0; 4]]);
}

#[test]
fn too_much_work_is_cut_short() {
    let plain = fountain(CycleDice::Processor);
    let many =
        CycleEmitter { timing: CycleTiming { amount: u32::MAX, emitting: false, ..plain.timing }, ..plain };
    assert!(cycle(&many, Affine2::IDENTITY, 60.0, 0).1);
}
