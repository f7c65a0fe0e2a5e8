//! Lights.

use std::f32::consts::{FRAC_PI_4, PI};

use glam::{Affine3A, Vec2};
use gltf::khr_lights_punctual::Kind;
use proscenio_scene::{Component, Extras, Light, LightFalloff, LightKind, Rgba};
use serde_json::json;

use crate::read::{Read, add, apart, read, scene};

const SQUARE: LightFalloff = LightFalloff::Power { exponent: 2.0 };

fn light(kind: LightKind) -> Light {
    Light {
        kind,
        color: Rgba::linear(1.0, 0.5, 0.25, 1.0),
        energy: 2.0,
        ambient: 0.0,
        specular: 1.0,
        in_fog: 1.0,
        cast_shadow: false,
        shadow: proscenio_scene::Shadow::default(),
        sky_disc: None,
        local: None,
        extras: Extras::new(),
    }
}

fn one(light: Light) -> Read {
    let mut scene = scene();
    add(&mut scene, "lamp", Component::Light(light));
    read(&scene)
}

#[test]
fn a_sun() {
    let read = one(light(LightKind::Directional));
    let found = read.node("lamp").light().unwrap();
    assert!(matches!(found.kind(), Kind::Directional));
    assert_eq!(found.color(), [1.0, 0.5, 0.25]);
    assert!((found.intensity() - 2.0 * PI).abs() < 1e-5);
    assert_eq!(read.extras("lamp")["components"][0]["energy"], json!(2.0));
    assert!(read.exported.losses.is_empty());
}

#[test]
fn a_lamp_is_right_in_the_middle_of_its_range() {
    for (falloff, expected, lossy) in [
        (SQUARE, 1.0 / 25.0 * (15.0_f32 / 16.0).powi(2), false),
        (LightFalloff::Power { exponent: 1.0 }, 0.2 * (15.0_f32 / 16.0).powi(2), true),
        (LightFalloff::Quadratic, 0.25, true),
        (LightFalloff::Linear, 0.5, true),
    ] {
        let read = one(light(LightKind::Point { range: 10.0, falloff }));
        let found = read.node("lamp").light().unwrap();
        let there = found.intensity() / 25.0 * (15.0 / 16.0) / PI;
        assert!((there - 2.0 * expected).abs() < 1e-5, "{there} {expected}");
        assert_eq!(found.range(), Some(10.0));
        assert_eq!(read.codes().contains(&"gltf/light-falloff"), lossy);
    }
}

#[test]
fn a_cone() {
    let read = one(light(LightKind::Spot { range: 5.0, falloff: SQUARE, angle: FRAC_PI_4, rim: 1.0 }));
    let found = read.node("lamp").light().unwrap();
    let Kind::Spot { inner_cone_angle, outer_cone_angle } = found.kind() else { panic!() };
    assert!((outer_cone_angle - FRAC_PI_4).abs() < 1e-6);
    assert!(inner_cone_angle > 0.0 && inner_cone_angle < outer_cone_angle);
    let wide = one(light(LightKind::Spot { range: 5.0, falloff: SQUARE, angle: 2.0, rim: 1.0 }));
    assert_eq!(wide.codes(), ["gltf/light"]);
}

#[test]
fn bright_colours_are_bright_lights() {
    let read = one(Light { color: Rgba::linear(4.0, 2.0, -1.0, 1.0), ..light(LightKind::Directional) });
    let found = read.node("lamp").light().unwrap();
    assert_eq!(found.color(), [1.0, 0.5, 0.0]);
    assert!((found.intensity() - 8.0 * PI).abs() < 1e-4);
}

#[test]
fn own_placements_go_to_a_helper() {
    let local = Affine3A::from_rotation_x(-0.9);
    let read = one(Light { local: Some(local), ..light(LightKind::Directional) });
    assert!(read.node("lamp").light().is_none());
    assert!(read.node("lamp.light").light().is_some());
    assert!(apart(read.world("lamp.light"), local) < 1e-6);
}

#[test]
fn what_gltf_has_no_lights_for_is_reported_and_kept() {
    let rect = LightKind::Rect { range: 1.0, size: Vec2::new(2.0, 3.0), falloff: SQUARE };
    for kind in [LightKind::Ambient, rect, LightKind::Point { range: 0.0, falloff: SQUARE }] {
        let read = one(light(kind));
        assert_eq!(read.codes(), ["gltf/light"], "{kind:?}");
        assert!(read.node("lamp").light().is_none());
        assert_eq!(read.extras("lamp")["components"][0]["type"], json!("light"));
    }
    let odd = Light {
        ambient: 0.2,
        specular: 0.5,
        in_fog: 1.0,
        cast_shadow: true,
        shadow: proscenio_scene::Shadow::default(),
        sky_disc: None,
        energy: -1.0,
        ..light(LightKind::Directional)
    };
    assert_eq!(one(odd).codes(), ["gltf/light", "gltf/light", "gltf/light-shadow", "gltf/light"]);
}
