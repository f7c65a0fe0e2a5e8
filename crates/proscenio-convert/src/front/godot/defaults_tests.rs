//! What the small table of defaults says, held against the facts of the real engines.

// Tests stand at the edge: they read the recorded class tables and say when they skip.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use proscenio_godot::Value;

use super::{all, default};
use crate::front::godot::files::Generation;

#[test]
fn the_generations_differ() {
    assert_eq!(default(Generation::Four, "Camera3D", "fov"), Some("75.0"));
    assert_eq!(default(Generation::Three, "Camera", "fov"), Some("70.0"));
    assert_eq!(default(Generation::Four, "Sprite2D", "z_as_relative"), Some("true"));
    assert_eq!(default(Generation::Four, "Timer", "wait_time"), None);
}

#[test]
fn every_default_is_a_value() {
    for (_, class, name, text) in all() {
        assert_eq!(proscenio_godot::value::decode(text.as_bytes()).problems, [], "{class}.{name}");
    }
}

/// What the engines themselves answered: the default of a property, looked up through the parents.
fn recorded(classes: &serde_json::Value, class: &str, name: &str) -> Option<String> {
    let mut class = class.to_owned();
    loop {
        let known = classes.get(&class)?;
        let listed = ["default_overrides", "defaults"].iter().find_map(|list| known.get(list)?.get(name));
        let properties = known.get("properties").and_then(|list| list.as_array());
        let own =
            properties.and_then(|list| list.iter().find(|property| property["name"] == name)?.get("default"));
        if let Some(text) = listed.or(own).and_then(|text| text.as_str()) {
            return Some(text.to_owned());
        }
        class = known.get("inherits")?.as_str()?.to_owned();
    }
}

/// Defaults that the recorded tables lack, asked of Godot 4.6.3 one by one.
const HIDDEN: &[&str] = &[
    "alpha_scissor_threshold",
    "alpha_hash_scale",
    "alpha_antialiasing_edge",
    "heightmap_min_layers",
    "heightmap_max_layers",
    "sorting_use_aabb_center",
];

#[test]
fn the_tables_say_what_the_engines_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/");
    let mut compared = 0;
    for (generation, file) in
        [(Generation::Four, "godot-4.6.3-classes.json"), (Generation::Three, "godot-3.2.3-classes.json")]
    {
        let Ok(bytes) = std::fs::read(folder.to_owned() + file) else {
            println!("skipped: no class tables at {folder}");
            return;
        };
        let data: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        for (_, class, name, text) in all().filter(|(known, ..)| *known == generation) {
            let Some(theirs) = recorded(&data["classes"], class, name) else {
                // Shown by the engine only when another property asks for it.
                assert!(HIDDEN.contains(&name), "{class}.{name} is unknown");
                continue;
            };
            let value = |text: &str| proscenio_godot::value::decode(text.as_bytes()).value;
            // So are the modes of a polygon; `tests/sweeps.rs` holds these.
            if class.starts_with("CSGPolygon") && value(&theirs) == Value::Null {
                continue;
            }
            assert_eq!(value(text), value(&theirs), "{class}.{name}");
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared}");
}
