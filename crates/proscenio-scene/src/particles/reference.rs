//! Births and a whole run beside tables that another program worked out from the specification.

use std::f64::consts::FRAC_PI_2;

use glam::{Affine3A, DVec3, Mat3A, Vec2, Vec3A};

use super::birth::{Nest, born};
use super::simulate::tests::effect;
use super::*;
use crate::{Rgba, Table};

const SCALES: EmitterScales = EmitterScales { rate: 1.5, size: 0.5, speed: 1.25, life: 2.0 };

/// The effect of both tables, but for its shape.
fn sparks(shape: ParticleShape, flat: bool, world_space: bool) -> ParticleEffect {
    ParticleEffect {
        shape,
        world_space,
        heading: -FRAC_PI_2,
        direction: DVec3::new(0.6, 0.0, -0.8),
        spread: 1.25,
        speed: [40.0, 90.0],
        life: [0.6, 1.2],
        size: [4.0, 8.0],
        spin: [-2.0, 3.0],
        ..effect(flat)
    }
}

/// Turned and mirrored.
fn plane() -> ParticlePlace {
    ParticlePlace::Flat(FlatFields {
        position: Vec2::new(30.0, -20.0),
        rotation: 0.4,
        scale: Vec2::new(2.0, -1.5),
    })
}

/// Turned by a quarter and stretched.
fn space() -> ParticlePlace {
    let axes = Mat3A::from_cols(Vec3A::Z * -2.0, Vec3A::Y * 1.5, Vec3A::X);
    ParticlePlace::Space(Affine3A { matrix3: axes, translation: Vec3A::new(5.0, -3.0, 2.0) })
}

/// The rows of a table: a word, if it has any, and numbers.
fn rows(text: &str) -> impl Iterator<Item = (&str, Vec<f32>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (word, rest) = line.split_once(' ').unwrap();
        let (word, rest) = if word.parse::<f32>().is_ok() { ("", line) } else { (word, rest) };
        (word, rest.split(' ').map(|number| number.parse().unwrap()).collect())
    })
}

#[track_caller]
fn close(got: f32, want: f32, what: &str) {
    assert!((got - want).abs() <= 2e-5 * (1.0 + want.abs()), "{what}: {got} is not {want}");
}

#[test]
fn the_first_hundred_births_of_every_shape_are_the_engines() {
    let shapes = [
        ("circle", 1, ParticleShape::Circle { radius: 12.0, edge: false }, true),
        ("rim", 77, ParticleShape::Circle { radius: 12.0, edge: true }, false),
        ("rect", 4242, ParticleShape::Rect { size: [30.0, 10.0] }, true),
        ("line", 12345, ParticleShape::Line { length: 50.0, angle: 0.7 }, true),
        ("sphere", 2024, ParticleShape::Sphere { radius: 3.0, edge: false }, true),
        ("shell", 9, ParticleShape::Sphere { radius: 3.0, edge: true }, false),
        ("box", u32::MAX, ParticleShape::Box { size: DVec3::new(2.0, 4.0, 6.0) }, true),
        ("cone", 31337, ParticleShape::Cone { radius: 1.5, angle: 0.4 }, true),
    ];
    for (name, seed, shape, world_space) in shapes {
        let flat = matches!(
            shape,
            ParticleShape::Circle { .. } | ParticleShape::Rect { .. } | ParticleShape::Line { .. }
        );
        let effect = sparks(shape, flat, world_space);
        let nest = Nest { place: if flat { plane() } else { space() }, scales: SCALES, world_space };
        let mut random = Mulberry32::new(seed);
        let wanted: Vec<_> = rows(include_str!("births.txt")).filter(|(word, _)| *word == name).collect();
        assert_eq!(wanted.len(), 100, "{name}");
        for (number, (_, want)) in wanted.into_iter().enumerate() {
            let got = born(&effect, &nest, &mut random);
            let [position, velocity] = [got.position, got.velocity].map(|vector| vector.to_array());
            let all = position.into_iter().chain(velocity).chain([got.life, got.size, got.spin]);
            for (at, (got, want)) in all.zip(want).enumerate() {
                close(got, want, &format!("{name} {number}, number {at}"));
            }
        }
    }
}

#[test]
fn a_run_ends_with_the_squares_of_the_engine() {
    let shape = ParticleShape::Circle { radius: 12.0, edge: false };
    let color = |t, alpha| ColorStop { t, color: [1.0, 1.0, 1.0, alpha] };
    let effect = ParticleEffect {
        emission: Emission { rate: 20.0, burst: 5, duration: 0.7, looped: true },
        max: 60,
        gravity: DVec3::new(30.0, 90.0, 0.0),
        damping: 0.8,
        colors: vec![color(0.0, 0.0), color(0.25, 1.0), color(1.0, 0.5)],
        sizes: vec![SizeStop { t: 0.0, scale: 1.0 }, SizeStop { t: 1.0, scale: 3.0 }],
        trail: Some(ParticleTrail { length: 4, width: 0.6, fade: true }),
        ..sparks(shape, true, true)
    };
    let mut effects = Table::default();
    let emitter = ParticleEmitter {
        name: String::new(),
        effect: Some(effects.add(effect)),
        local: Flat::IDENTITY,
        place: None,
        tint: Rgba::from_stored([1.0, 1.0, 1.0, 0.8]),
        alpha: 0.5,
        autoplay: true,
        seed: Some(99),
        scales: SCALES,
        filter: Filter::Nearest,
        z: 0.0,
        visible: true,
    };
    let (drawn, cut) = simulate(&effects, &emitter, plane(), &[], 2.5, 0);
    let squares = &drawn[0].1;
    let wanted: Vec<_> = rows(include_str!("run.txt")).collect();
    assert_eq!((drawn.len(), squares.len(), cut), (1, wanted.len(), false));
    for (number, (got, (_, want))) in squares.iter().zip(wanted).enumerate() {
        let ParticleQuad { position, size, rotation, color, .. } = got;
        for (got, want) in [position.x, position.y, *size, *rotation, color[3]].into_iter().zip(want) {
            close(got, want, &format!("square {number}"));
        }
    }
}
