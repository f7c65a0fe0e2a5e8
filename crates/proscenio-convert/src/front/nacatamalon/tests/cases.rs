//! The conformance cases about placing, seeing and building.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "tests stand at the edge")]

use super::*;
use proscenio_corpus::nacatamalon_cases;
use serde_json::Value as Json;

fn cases() -> Option<Vec<Json>> {
    nacatamalon_cases().map(|bytes| serde_json::from_slice(&bytes).unwrap())
}

fn numbers(value: &Json) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

fn close(found: &[f32], expected: &Json) -> bool {
    let expected = numbers(expected);
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-4)
}

/// The node of a box, or of the box that holds a component, and the sprite's own place.
fn placed<'s>(scene: &'s Scene, key: &str) -> (NodeId, Option<&'s Component>) {
    if let Some((id, _)) = scene.nodes.iter().find(|(_, node)| node.identity.key == key) {
        return (id, None);
    }
    for (id, node) in scene.nodes.iter() {
        let Some(Extra::List(list)) = node.extras.get("components") else { continue };
        let at =
            list.iter().position(|one| matches!(one, Extra::Map(map) if map.get("id") == Some(&key.into())));
        if let Some(at) = at {
            return (id, node.components.get(at));
        }
    }
    panic!("{key}")
}

fn flat_place(scene: &Scene, key: &str) -> FlatFields {
    let (id, component) = placed(scene, key);
    let own = match component {
        Some(Component::Sprite(sprite)) => sprite.local,
        _ => Flat::IDENTITY,
    };
    match scene.world_placements().flat(id).then(own) {
        Flat::Fields(fields) => fields,
        Flat::Matrix(_) => panic!("fields stay fields"),
    }
}

fn check(id: &str, what: &str, expected: &Json, input: &Json) -> bool {
    let mut input = input.clone();
    if what == "deep" {
        input["assets"] = serde_json::json!([{"type": "geometry", "key": "g", "source": {"kind": "cube"}}]);
    }
    let imported = import_text(&input.to_string());
    let scene = &imported.scene;
    match what {
        "flat" => {
            for (key, place) in expected.as_object().unwrap() {
                let f = flat_place(scene, key);
                assert!(
                    close(&[f.position.x, f.position.y, f.rotation, f.scale.x, f.scale.y], place),
                    "{id} {key} {f:?}"
                );
            }
        }
        "deep" => {
            for (key, points) in expected.as_object().unwrap() {
                let (node, component) = placed(scene, key);
                let node = scene.world_placements().space(node);
                let world = match component {
                    Some(Component::Mesh(mesh)) => mesh.placed(node),
                    _ => node,
                };
                for point in points.as_array().unwrap() {
                    let at = world.transform_point3(Vec3::from_slice(&numbers(&point["point"])));
                    assert!(close(&at.to_array(), &point["world"]), "{id} {key} {at}");
                }
            }
        }
        "lights" => {
            for (key, place) in expected.as_object().unwrap() {
                let (node, component) = placed(scene, key);
                let Some(Component::Light(light)) = component else { panic!("{id} {key}") };
                let at = (scene.world_placements().space(node) * light.local.unwrap_or_default()).translation;
                assert!(close(&at.to_array(), place), "{id} {key} {at}");
            }
        }
        "view2d" => {
            for point in expected.as_array().unwrap() {
                let (world, pinned) = match point.get("drawable") {
                    Some(key) => (flat_place(scene, key.as_str().unwrap()).position, true),
                    None => (Vec2::from_slice(&numbers(&point["world"])), false),
                };
                let Component::Camera2d(camera) = &scene.nodes[scene.root].components[0] else { panic!() };
                let view = camera.view(glam::Affine2::IDENTITY, Vec2::new(400.0, 300.0));
                let at = if pinned { world } else { view.transform_point2(world) };
                assert!(close(&at.to_array(), &point["screen"]), "{id} {at}");
            }
        }
        "view3d" => {
            let size = Vec2::from_slice(&numbers(&expected["size"]));
            let Component::Camera(camera) = &scene.nodes[scene.root].components[0] else { panic!() };
            for point in expected["points"].as_array().unwrap() {
                let at = on_screen(camera, size, Vec3::from_slice(&numbers(&point["world"])));
                assert!((at - Vec2::from_slice(&numbers(&point["screen"]))).length() < 1e-2, "{id} {at}");
            }
        }
        _ => return false,
    }
    true
}

#[test]
fn places_and_views_are_those_of_the_cases() {
    let Some(cases) = cases() else { return };
    let mut compared = 0;
    for case in &cases {
        for (what, expected) in case["expect"].as_object().unwrap() {
            compared += usize::from(check(case["id"].as_str().unwrap(), what, expected, &case["input"]));
        }
    }
    println!("{compared} cases of placing and seeing compared");
    assert!(compared >= 14, "{compared}");
}

#[test]
fn shapes_have_the_corners_of_the_cases() {
    let Some(cases) = cases() else { return };
    let case = cases.iter().find(|case| case["id"] == "mesh-counts").unwrap();
    let mut input = case["input"].clone();
    let keys: Vec<&String> = case["expect"]["mesh"].as_object().unwrap().keys().collect();
    input["root"]["children"] = keys.iter().map(|key| serde_json::json!({"id": key, "components": [{"type": "mesh", "id": "m", "geometry": key}]})).collect();
    let scene = import_text(&input.to_string()).scene;
    for (key, expected) in case["expect"]["mesh"].as_object().unwrap() {
        let surface = &scene.meshes[mesh(&scene, key, 0).mesh].surfaces[0];
        let counts = [surface.positions.len(), surface.indices.len() / 3].map(|count| count as u64);
        assert_eq!(
            counts.map(Some),
            [expected["vertices"].as_u64(), expected["triangles"].as_u64()],
            "{key}"
        );
        if let Some([low, high]) = expected.get("bounds").and_then(Json::as_array).map(Vec::as_slice) {
            let (least, most) = surface.bounds().unwrap();
            assert!(close(&least.to_array(), low) && close(&most.to_array(), high), "{key}");
        }
    }
}

#[test]
fn missing_things_are_told_as_in_the_cases() {
    let Some(cases) = cases() else { return };
    for id in ["build-missing-geometry", "build-missing-texture", "build-empty-key"] {
        let case = cases.iter().find(|case| case["id"] == id).unwrap();
        let imported = import_text(&case["input"].to_string());
        let told: Vec<_> =
            imported.findings.iter().filter(|finding| finding.code != "nacatamalon/not-drawn").collect();
        let expected = case["expect"]["build"]["warnings"].as_array().unwrap();
        assert_eq!(told.len(), expected.len(), "{id} {told:?}");
        for (finding, expected) in told.iter().zip(expected) {
            assert_eq!(finding.code, format!("nacatamalon/{}", expected["code"].as_str().unwrap()));
            let key = expected["mentions"].as_array().unwrap().last().unwrap().as_str().unwrap();
            assert!(finding.message.contains(key), "{id} {}", finding.message);
        }
    }
}
