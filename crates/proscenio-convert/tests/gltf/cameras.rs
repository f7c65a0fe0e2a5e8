//! Cameras.

use std::f32::consts::FRAC_PI_2;

use glam::{Affine2, Affine3A, Vec2, Vec3};
use gltf::camera::Projection as Found;
use proscenio_scene::{Camera, Camera2d, Component, Flat, FovAxis, Placement, Projection, Scene};
use serde_json::json;

use crate::read::{Read, add, apart, read, scene};

fn camera(projection: Projection) -> Camera {
    Camera {
        projection,
        near: 0.05,
        far: 4000.0,
        offset: Vec2::ZERO,
        zoom: 1.0,
        current: true,
        local: None,
        follows_node: true,
        follows_plane: false,
    }
}

fn perspective(fov: f32, axis: FovAxis) -> Projection {
    Projection::Perspective { fov, axis }
}

fn one(camera: Camera) -> (Scene, Read) {
    let mut scene = scene();
    scene.view_size = Some([200, 100]);
    let id = add(&mut scene, "eye", Component::Camera(camera));
    scene.nodes[id].placement = Placement::space(Affine3A::from_translation(Vec3::new(1.0, 2.0, 3.0)));
    let read = read(&scene);
    (scene, read)
}

fn angle(read: &Read, name: &str) -> f32 {
    match read.node(name).camera().unwrap().projection() {
        Found::Perspective(perspective) => perspective.yfov(),
        Found::Orthographic(_) => panic!("not perspective"),
    }
}

#[test]
fn a_plain_camera_stands_on_its_node() {
    let (_, read) = one(camera(perspective(1.2, FovAxis::Vertical)));
    let expected = json!({
        "name": "eye", "type": "perspective", "perspective": {"yfov": 1.2, "znear": 0.05, "zfar": 4000.0},
    });
    let found = &read.json["cameras"][0];
    assert_eq!((&found["name"], &found["type"]), (&expected["name"], &expected["type"]));
    assert!((angle(&read, "eye") - 1.2).abs() < 1e-6);
    assert!(found["perspective"].get("aspectRatio").is_none());
    assert_eq!(read.extras("eye")["components"][0]["current"], json!(true));
    assert!(read.exported.losses.is_empty());
}

#[test]
fn a_horizontal_angle_fits_the_picture() {
    let (_, read) = one(camera(perspective(FRAC_PI_2, FovAxis::Horizontal)));
    assert!((angle(&read, "eye") - 2.0 * 0.5_f32.atan()).abs() < 1e-6);
    assert_eq!(read.json["cameras"][0]["perspective"]["aspectRatio"], json!(2.0));
}

#[test]
fn magnification_is_a_narrower_angle() {
    let (_, read) = one(Camera { zoom: 2.0, ..camera(perspective(FRAC_PI_2, FovAxis::Vertical)) });
    assert!((angle(&read, "eye") - 2.0 * 0.5_f32.atan()).abs() < 1e-6);
}

#[test]
fn a_slanted_camera_looks_straight() {
    let slanted = Projection::Frustum { size: 0.1, axis: FovAxis::Vertical, offset: Vec2::new(0.1, 0.0) };
    let (_, read) = one(camera(slanted));
    assert!((angle(&read, "eye") - FRAC_PI_2).abs() < 1e-5);
    assert_eq!(read.codes(), ["gltf/camera"]);
}

#[test]
fn an_orthographic_camera_may_look_behind_itself() {
    let wide = Projection::Orthographic { size: 8.0, axis: FovAxis::Horizontal };
    let (_, read) = one(Camera { near: -10.0, far: 30.0, zoom: 2.0, ..camera(wide) });
    let expected = json!({"xmag": 2.0, "ymag": 1.0, "znear": 0.0, "zfar": 40.0});
    assert_eq!(read.json["cameras"][0]["orthographic"], expected);
    let behind = Affine3A::from_translation(Vec3::new(1.0, 2.0, 13.0));
    assert!(apart(read.world("eye.camera"), behind) < 1e-6);
    assert!(read.exported.losses.is_empty());
}

#[test]
fn own_placements_and_offsets_go_to_a_helper() {
    let local = Affine3A::from_rotation_y(FRAC_PI_2);
    let free = Camera {
        local: Some(local),
        follows_node: false,
        follows_plane: false,
        offset: Vec2::new(0.5, 0.25),
        ..camera(perspective(1.0, FovAxis::Vertical))
    };
    let (_, read) = one(free);
    let expected = local * Affine3A::from_translation(Vec3::new(0.5, 0.25, 0.0));
    assert!(apart(read.world("eye.camera"), expected) < 1e-6);
    assert!(read.node("eye").camera().is_none());
}

#[test]
fn a_scaled_node_does_not_scale_its_camera() {
    let mut scene = scene();
    let id = add(&mut scene, "eye", Component::Camera(camera(perspective(1.0, FovAxis::Vertical))));
    let turn = glam::Quat::from_rotation_y(0.5);
    let scaled = Affine3A::from_scale_rotation_translation(Vec3::new(2.0, 3.0, 4.0), turn, Vec3::X);
    scene.nodes[id].placement = Placement::space(scaled);
    let read = read(&scene);
    assert!(apart(read.world("eye.camera"), Affine3A::from_rotation_translation(turn, Vec3::X)) < 1e-5);
}

#[test]
fn impossible_cameras_become_usual_ones() {
    for (projection, near) in [
        (perspective(f32::NAN, FovAxis::Vertical), 0.1),
        (perspective(1.0, FovAxis::Vertical), -1.0),
        (Projection::Orthographic { size: 0.0, axis: FovAxis::Vertical }, 0.1),
        (Projection::Frustum { size: 1.0, axis: FovAxis::Vertical, offset: Vec2::ZERO }, 0.0),
    ] {
        let (_, read) = one(Camera { near, ..camera(projection) });
        let codes = read.codes().into_iter().filter(|code| *code != "gltf/extras").collect::<Vec<_>>();
        assert_eq!(codes, ["gltf/camera"], "{projection:?}");
    }
}

#[test]
fn a_flat_camera_sees_the_same_rectangle() {
    let mut scene = scene();
    scene.view_size = Some([200, 100]);
    let flat = Camera2d {
        position: Vec2::new(30.0, 40.0),
        rotation: 0.3,
        zoom: Vec2::splat(2.0),
        origin: Vec2::ZERO,
        current: true,
        follows_node: true,
        limits: None,
        ahead: Vec2::ZERO,
        apart: None,
        waits: false,
    };
    let id = add(&mut scene, "eye", Component::Camera2d(flat.clone()));
    let placed = Affine2::from_translation(Vec2::new(5.0, 6.0));
    scene.nodes[id].placement = Placement::flat(Flat::Matrix(placed));
    let read = read(&scene);
    assert!(read.exported.losses.is_empty(), "{:?}", read.exported.losses);
    let lens = &read.json["cameras"][0]["orthographic"];
    let mag = Vec2::new(lens["xmag"].as_f64().unwrap() as f32, lens["ymag"].as_f64().unwrap() as f32);
    let (world, screen) = (read.world("eye.camera"), flat.view(placed, Vec2::new(200.0, 100.0)));
    for (right, up) in [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (0.0, 0.0)] {
        let point = world.transform_point3((mag * Vec2::new(right, up)).extend(0.0));
        let pixel = screen.transform_point2(Vec2::new(point.x, -point.y) * 100.0);
        let expected = Vec2::new((right + 1.0) * 100.0, (1.0 - up) * 50.0);
        assert!(pixel.abs_diff_eq(expected, 1e-2), "{pixel} {expected}");
    }
}

#[test]
fn a_flat_camera_without_a_picture_size_is_kept_in_extras() {
    let mut scene = scene();
    let flat = Camera2d {
        position: Vec2::ONE,
        rotation: 0.0,
        zoom: Vec2::ONE,
        origin: Vec2::splat(0.5),
        current: false,
        follows_node: false,
        limits: None,
        ahead: Vec2::ZERO,
        apart: None,
        waits: false,
    };
    add(&mut scene, "eye", Component::Camera2d(flat));
    let read = read(&scene);
    assert_eq!(read.codes(), ["gltf/camera-2d"]);
    assert_eq!(read.extras("eye")["components"][0]["position"], json!([1.0, 1.0]));
}
