//! Godot 3.2.3: `golden-3.2/escn`, scenes that another program exported.

use std::path::Path;

use proscenio_godot::Section;
use proscenio_godot::value::Value;
use proscenio_project::Project;
use proscenio_project::godot::{GodotProject, NodeId, Placed, SceneFile, SceneTree};
use proscenio_vfs::DiskTree;
use serde_json::{Value as Json, json};

use crate::{Groups, Tally, collect, corpus};

#[test]
fn exported_scenes_are_put_together_as_the_engine_does() {
    let Some(corpus) = corpus() else { return };
    let (mut scenes, mut groups) = (Tally::default(), Groups::default());
    let golden = corpus.join("godot/golden-3.2/escn");
    for recorded in collect(&golden, ".tree.json") {
        let name = recorded.strip_prefix(&golden).unwrap().to_string_lossy().into_owned();
        let scene = corpus.join("godot/escn").join(name.replace(".tree.json", ".escn"));
        let recorded: Json = serde_json::from_slice(&std::fs::read(&recorded).unwrap()).unwrap();
        scenes.count(compare(&scene, &recorded, &name, &mut groups));
    }
    println!("Godot 3.2.3");
    scenes.print("scenes: paths, classes, places, bones, surfaces, tracks", 1.0);
    groups.print();
    assert_eq!((scenes.equal, scenes.all), (63, 63));
}

fn compare(scene: &Path, recorded: &Json, name: &str, groups: &mut Groups) -> bool {
    let place = scene.to_string_lossy();
    let project = Project::around(&DiskTree, &place);
    let godot = GodotProject::new(&project);
    let tree = godot.instantiate(&place).unwrap();
    let places = tree.places();
    let recorded = recorded.as_array().unwrap();
    let mut equal = tree.len() == recorded.len();
    for (node, theirs) in tree.walk().zip(recorded) {
        let class = tree.class(node).map(|class| class.name());
        let mut differs = |what: &str, ours: Json, theirs: &Json| {
            equal = false;
            groups.add(format!("{what} of {}", class.unwrap_or_default()), || {
                format!("{name} {}: {ours} recorded {theirs}", tree.path(node))
            });
        };
        for (key, ours) in [("path", json!(tree.path(node))), ("class", json!(class))] {
            if theirs[key] != ours {
                differs(key, ours, &theirs[key]);
            }
        }
        if let (Some(theirs), Some(Placed::Space(ours))) = (theirs.get("global_transform"), places.of(node))
            && !close(&ours, theirs)
        {
            differs("place", json!(ours), theirs);
        }
        for (key, ours) in [
            ("surfaces", surfaces(&tree, node)),
            ("bones", bones(&tree, node)),
            ("animations", animations(&tree, node)),
        ] {
            let theirs = theirs.get(key).unwrap_or(&Json::Null);
            if !same(&ours, theirs) {
                differs(key, ours, theirs);
            }
        }
    }
    if tree.len() != recorded.len() {
        groups.add("number of nodes".to_owned(), || {
            format!("{name}: {} recorded {}", tree.len(), recorded.len())
        });
    }
    equal
}

fn close(ours: &[f32], theirs: &Json) -> bool {
    let theirs = theirs.as_array().unwrap().iter().filter_map(Json::as_f64);
    ours.iter().zip(theirs).all(|(a, b)| (f64::from(*a) - b).abs() <= 1e-4 * b.abs().max(1.0))
}

/// Equal, but for the last digits of numbers.
fn same(ours: &Json, theirs: &Json) -> bool {
    match (ours, theirs) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            (a - b).abs() <= 1e-4 * b.abs().max(1.0)
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// The resource that a property of a node holds.
fn held<'t>(tree: &'t SceneTree, node: NodeId, property: &str) -> Option<(&'t SceneFile, Section<'t>)> {
    let setting = tree.setting(node, property)?;
    let file: &SceneFile = setting.file;
    Some((file, file.section_of(setting.entry.value().as_reference()?)?))
}

fn surfaces(tree: &SceneTree, node: NodeId) -> Json {
    let Some((_, mesh)) = held(tree, node, "mesh") else { return Json::Null };
    let shapes = mesh.property("blend_shape/names").and_then(|entry| entry.value().to_strings());
    let shapes = shapes.map_or(0, |names| names.len());
    let mut surfaces = Vec::new();
    while let Some(surface) = mesh.property(&format!("surfaces/{}", surfaces.len())) {
        let Value::Dictionary(entries) = surface.value() else { break };
        let get = |wanted: &str| {
            entries.iter().find(|(key, _)| key.as_str() == Some(wanted)).map(|(_, value)| value)
        };
        let arrays = get("arrays").and_then(Value::as_array).unwrap_or_default();
        let morphs = get("morph_arrays").and_then(Value::as_array).map_or(shapes, <[Value]>::len);
        surfaces.push(json!({
            "vertex_count": arrays.first().map_or(0, count),
            "index_count": arrays.get(8).map_or(0, count),
            "has_bones": arrays.get(6).is_some_and(|bones| *bones != Value::Null),
            "blend_shapes": morphs,
        }));
    }
    Json::Array(surfaces)
}

fn count(value: &Value) -> usize {
    match value {
        Value::PackedVector3Array(list) => list.len(),
        Value::PackedVector2Array(list) => list.len(),
        Value::PackedInt32Array(list) => list.len(),
        Value::PackedFloat32Array(list) => list.len(),
        Value::Array(list) => list.len(),
        _ => 0,
    }
}

fn bones(tree: &SceneTree, node: NodeId) -> Json {
    if tree.class_name(node) != "Skeleton" {
        return Json::Null;
    }
    let mut bones = Vec::new();
    loop {
        let get =
            |name: &str| Some(tree.setting(node, &format!("bones/{}/{name}", bones.len()))?.entry.value());
        let Some(name) = get("name") else { break };
        let rest = match get("rest") {
            Some(Value::Transform3D(rest)) => rest.to_vec(),
            _ => Vec::new(),
        };
        let parent = get("parent").and_then(|parent| parent.as_i64()).unwrap_or(-1);
        bones.push(json!({"name": name.as_str(), "parent": parent, "rest": rest}));
    }
    Json::Array(bones)
}

fn animations(tree: &SceneTree, node: NodeId) -> Json {
    if tree.class_name(node) != "AnimationPlayer" {
        return Json::Null;
    }
    let mut all = serde_json::Map::new();
    for (property, setting) in tree.settings(node) {
        let Some(name) = property.strip_prefix("anims/") else { continue };
        let value = setting.entry.value();
        let Some(section) = value.as_reference().and_then(|reference| setting.file.section_of(reference))
        else {
            continue;
        };
        let mut tracks = Vec::new();
        loop {
            let get =
                |name: &str| Some(section.property(&format!("tracks/{}/{name}", tracks.len()))?.value());
            let Some(kind) = get("type") else { break };
            let path = get("path").and_then(|path| path.as_str().map(str::to_owned)).unwrap_or_default();
            let (number, keys) = match (kind.as_str(), get("keys")) {
                (Some("value"), Some(Value::Dictionary(entries))) => {
                    let times = entries.iter().find(|(key, _)| key.as_str() == Some("times"));
                    (0, times.map_or(0, |(_, times)| count(times)))
                }
                (_, keys) => (1, keys.map_or(0, |keys| count(&keys)) / 12),
            };
            tracks.push(json!([path.trim_end_matches(':'), number, keys]));
        }
        let length = section.property("length").and_then(|entry| entry.value().as_f64()).unwrap_or(1.0);
        all.insert(name.to_owned(), json!({"length": length, "tracks": tracks}));
    }
    Json::Object(all)
}
