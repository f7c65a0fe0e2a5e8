//! Godot 4.6.3: `golden-4.6/tree`.

use std::collections::BTreeMap;
use std::path::Path;

use proscenio_godot::classes::ClassTable;
use proscenio_godot::value::{Value, decode};
use proscenio_project::Project;
use proscenio_project::godot::{GodotProject, ListedNode, Placed};
use proscenio_vfs::DiskTree;
use serde_json::Value as Json;
use sha1::{Digest, Sha1};

use crate::{Groups, Tally, collect, corpus};

#[derive(Default)]
struct Table {
    scenes: Tally,
    nodes: Tally,
    transforms: Tally,
    values: Tally,
    groups: Groups,
}

#[test]
fn scenes_are_put_together_as_the_engine_does() {
    let Some(corpus) = corpus() else { return };
    let mut table = Table::default();
    let golden = corpus.join("godot/golden-4.6/tree");
    for recorded in collect(&golden, ".json") {
        let name = recorded.strip_prefix(&golden).unwrap().to_string_lossy().into_owned();
        let scene = corpus.join("godot/demos-4").join(name.trim_end_matches(".json"));
        let recorded: Json = serde_json::from_slice(&std::fs::read(&recorded).unwrap()).unwrap();
        compare(&mut table, &scene, &recorded);
    }
    println!("Godot 4.6.3");
    table.scenes.print("scenes: paths, order, classes, owners, signals", 0.995);
    table.nodes.print("nodes", 0.995);
    table.transforms.print("transforms within 1e-4", 0.999);
    table.values.print("stored values", 0.995);
    table.groups.print();
    assert!(table.scenes.share() >= 0.995 && table.transforms.share() >= 0.999);
    assert!(table.values.share() >= 0.995);
}

fn compare(table: &mut Table, scene: &Path, recorded: &Json) {
    let place = scene.to_string_lossy();
    let project = Project::around(&DiskTree, &place);
    let godot = GodotProject::new(&project);
    let listed = godot.instantiate(&place).map(|tree| godot.list(&tree)).unwrap_or_default();
    let name = scene.file_name().unwrap().to_string_lossy();
    let recorded = recorded.as_array().unwrap();
    let mut equal = listed.len() == recorded.len();
    if !equal {
        let example = || format!("{place}: {} nodes, recorded {}", listed.len(), recorded.len());
        table.groups.add("scene: number of nodes".to_owned(), example);
    }
    let ours: BTreeMap<&str, &ListedNode> = listed.iter().map(|node| (node.path.as_str(), node)).collect();
    let recorded: Vec<Json> = recorded.iter().map(uncounted).collect();
    for (at, theirs) in recorded.iter().enumerate() {
        let path = theirs["path"].as_str().unwrap();
        let Some(node) = ours.get(path) else {
            equal = false;
            table.nodes.count(false);
            if theirs.get("xform").is_some() {
                table.transforms.count(false);
            }
            for property in known_properties(theirs) {
                table.values.count(false);
                let _ = property;
            }
            table.groups.add(format!("node: missing in {name}"), || path.to_owned());
            continue;
        };
        let mut same = listed.get(at).is_some_and(|node| node.path == path);
        if !same {
            table.groups.add(format!("node: order in {name}"), || path.to_owned());
        }
        for (what, ours, theirs) in facts(node, theirs) {
            if ours != theirs {
                same = false;
                table
                    .groups
                    .add(format!("node: {what}"), || format!("{name} {path}: {ours} recorded {theirs}"));
            }
        }
        equal &= same;
        table.nodes.count(same);
        if let Some(theirs) = theirs.get("xform") {
            transforms(table, node, theirs, &name);
        }
        values(table, node, theirs, &name);
    }
    table.scenes.count(equal);
}

/// Names that the engine makes up end in a number of its own counter; here it is always 1.
fn uncounted(node: &Json) -> Json {
    let mut node = node.clone();
    for key in ["path", "name"] {
        let text = node[key].as_str().unwrap();
        if let Some(at) = text.find("@Timer@") {
            node[key] = Json::from(format!("{}1", &text[..at + "@Timer@".len()]));
        }
    }
    node
}

fn facts(node: &ListedNode, theirs: &Json) -> Vec<(&'static str, String, String)> {
    let text = |key: &str| theirs.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let groups = theirs.get("groups").map(Json::to_string).unwrap_or_default();
    let our_groups =
        if node.groups.is_empty() { String::new() } else { Json::from(node.groups.clone()).to_string() };
    let mut signals: Vec<String> =
        theirs.get("signals").and_then(Json::as_array).into_iter().flatten().map(Json::to_string).collect();
    let signal = |(signal, target, method, flags): &(String, String, String, i64)| {
        serde_json::json!([signal, target, method, *flags as f64 as i64]).to_string()
    };
    let mut our_signals: Vec<String> = node.signals.iter().map(signal).collect();
    signals.sort();
    our_signals.sort();
    vec![
        ("class", node.class.clone(), text("cls")),
        ("name", node.name.clone(), text("name")),
        ("scene", node.scene.clone().unwrap_or_default(), text("scene")),
        ("owner", node.owner.clone().unwrap_or_default(), text("owner")),
        ("groups", our_groups, groups),
        ("signals", our_signals.join(" "), signals.join(" ")),
    ]
}

fn transforms(table: &mut Table, node: &ListedNode, theirs: &Json, name: &str) {
    let numbers: Vec<f64> = theirs[1].as_array().unwrap().iter().filter_map(Json::as_f64).collect();
    let ours: Vec<f32> = match node.place {
        Some(Placed::Space(numbers)) => numbers.to_vec(),
        Some(Placed::Plane(numbers)) => numbers.to_vec(),
        None => Vec::new(),
    };
    let close =
        |(ours, theirs): (&f32, &f64)| (f64::from(*ours) - theirs).abs() <= 1e-4 * theirs.abs().max(1.0);
    let same = ours.len() == numbers.len() && ours.iter().zip(&numbers).all(close);
    table.transforms.count(same);
    if !same {
        let example = || format!("{} {ours:?} recorded {numbers:?}", node.path);
        table.groups.add(format!("transform: {} in {name}", node.class), example);
    }
}

/// The recorded properties that the class has, with their texts.
fn known_properties(theirs: &Json) -> Vec<(&str, &str)> {
    let class = ClassTable::godot_4().class(theirs["cls"].as_str().unwrap());
    let all = theirs["props"].as_object().unwrap().iter();
    let known = all.filter(|(name, _)| class.is_some_and(|class| class.property(name).is_some()));
    known.map(|(name, text)| (name.as_str(), text.as_str().unwrap())).collect()
}

fn values(table: &mut Table, node: &ListedNode, theirs: &Json, name: &str) {
    let class = ClassTable::godot_4().class(&node.class);
    let stored = |property: &str| {
        class.and_then(|class| class.property(property)).is_some_and(|property| property.stored)
    };
    let mut ours: BTreeMap<&str, &str> =
        node.properties.iter().map(|(name, text)| (&**name, &**text)).collect();
    for (property, theirs) in known_properties(theirs) {
        let text = ours.remove(property);
        let same = text.is_some_and(|text| same_text(text, theirs));
        table.values.count(same);
        if !same {
            let example = || format!("{name} {}: {text:?} recorded {theirs}", node.path);
            let what = if text.is_some() { "differs" } else { "missing" };
            table.groups.add(format!("value {what}: {}.{property}", node.class), example);
        }
    }
    for (property, text) in ours.into_iter().filter(|(property, _)| stored(property)) {
        table.values.count(false);
        let example = || format!("{name} {}: {text} not recorded", node.path);
        table.groups.add(format!("value too many: {}.{property}", node.class), example);
    }
}

fn same_text(ours: &str, theirs: &str) -> bool {
    if ours == theirs {
        return true;
    }
    if let Some(hash) = theirs.strip_prefix("sha1:") {
        let ours: String = Sha1::digest(ours.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        return ours == hash;
    }
    same_value(&decode(ours.as_bytes()).value, &decode(theirs.as_bytes()).value)
}

/// Whether two values are the same but for the last digits of numbers.
fn same_value(ours: &Value, theirs: &Value) -> bool {
    let numbers = |value: &Value| -> Option<Vec<f32>> {
        Some(match value {
            Value::Float(number) => vec![*number as f32],
            Value::Vector2(numbers) => numbers.to_vec(),
            Value::Vector3(numbers) => numbers.to_vec(),
            Value::Quaternion(numbers) | Value::Color(numbers) => numbers.to_vec(),
            Value::Transform3D(numbers) => numbers.to_vec(),
            Value::Transform2D(numbers) => numbers.to_vec(),
            _ => return None,
        })
    };
    match (numbers(ours), numbers(theirs)) {
        (Some(ours), Some(theirs)) => {
            let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-6 * b.abs().max(1.0);
            ours.len() == theirs.len() && ours.iter().zip(&theirs).all(close)
        }
        _ => false,
    }
}
