//! `probes/facts`: recorded from Godot 4.6.3 for small scenes of each kind.

use proscenio_convert::facts::{Detail, facts};
use proscenio_corpus::corpus;
use serde_json::Value;

use super::{Table, load, tree};

/// Fields that are compared, and how far their numbers may be apart. Bones and animations have a table of their
/// own; rectangles of controls are not worked out.
const FIELDS: &[(&str, f64)] = &[
    ("global_transform", 2e-4),
    ("global_transform_2d", 2e-4),
    ("visible_in_tree", 0.0),
    ("fov", 1e-4),
    ("projection", 1e-5),
    ("surfaces", 2e-5),
    ("aabb", 1e-5),
    ("blend_shapes", 1e-6),
    ("blend_shape_mode", 0.0),
    ("blend_shape_arrays", 1e-5),
    ("instances", 1e-6),
    ("cells", 1e-5),
    ("baked_length", 1e-5),
    ("baked_points", 2e-5),
    ("samples_with_rotation_and_tilt", 2e-4),
];

/// What is not worked out here: nodes moved by an animation that plays from the start or by a bone.
const MOVED: &[(&str, &str)] = &[
    ("r01_animation", "Box"),
    ("r01_animation", "Camera"),
    ("p10_skeleton", "Skeleton/Hand"),
    ("p10_skeleton", "Skeleton/Hand/Held"),
];

#[test]
fn probes_come_to_the_engines_numbers() {
    let Some(corpus) = corpus() else { return };
    let files = tree(&corpus.join("probes"));
    let mut names: Vec<String> = std::fs::read_dir(corpus.join("probes/facts"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut table = Table::default();
    for name in &names {
        let bytes = std::fs::read(corpus.join(format!("probes/facts/{name}.json"))).unwrap();
        let theirs: Value = serde_json::from_slice(&bytes).unwrap();
        for file in [format!("{name}.tscn"), format!("bin/{name}.scn")] {
            let ours = facts(&load(&files, &file).scene, Detail { vertices: true });
            compare(&mut table, name, &ours, &theirs);
        }
    }
    table.close();
}

fn compare(table: &mut Table, probe: &str, ours: &Value, theirs: &Value) {
    let nodes = ours["nodes"].as_array().unwrap();
    for (at, expected) in theirs["nodes"].as_array().unwrap().iter().enumerate() {
        let path = expected["path"].as_str().unwrap();
        // Names the engine made up while it ran are not those of the file.
        let node = nodes.iter().find(|node| node["path"] == expected["path"]).or_else(|| {
            nodes.get(at).filter(|node| path.contains('@') && node["class"] == expected["class"])
        });
        let Some(node) = node else {
            table.count(probe, "nodes", Some(format!("{path} is missing")));
            continue;
        };
        for (field, most) in FIELDS {
            let Some(wanted) = expected.get(*field) else { continue };
            // The opening angle of a camera that has none is the engine's default.
            let unused = *field == "fov" && node["projection"][15] == 1.0;
            if MOVED.contains(&(probe, path)) || unused {
                continue;
            }
            let (own, wanted) = (sorted(node.get(*field)), sorted(Some(wanted)));
            let difference = differs(&own, &wanted, *most);
            table.count(probe, field, difference.map(|text| format!("{path}{text}")));
        }
    }
}

/// Cells in the order of their numbers: the engine tells them in the order of its table.
fn sorted(list: Option<&Value>) -> Value {
    let mut list = list.cloned().unwrap_or_default();
    if let Some(cells) =
        list.as_array_mut().filter(|cells| cells.iter().any(|cell| cell.get("cell").is_some()))
    {
        cells.sort_by_key(|cell| cell["cell"].to_string());
    }
    list
}

/// Where two values differ first; members that only we tell do not count.
fn differs(ours: &Value, theirs: &Value, most: f64) -> Option<String> {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => {
            let (a, b) = (ours.as_f64().unwrap(), theirs.as_f64().unwrap());
            // Large numbers have fewer digits behind the point.
            ((a - b).abs() > most * b.abs().max(1.0)).then(|| format!(": {a} is not {b}"))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            if ours.len() != theirs.len() {
                return Some(format!(": {} items, not {}", ours.len(), theirs.len()));
            }
            let mut pairs = ours.iter().zip(theirs).enumerate();
            pairs.find_map(|(at, (a, b))| differs(a, b, most).map(|text| format!("[{at}]{text}")))
        }
        (_, Value::Object(theirs)) => theirs.iter().find_map(|(name, wanted)| {
            let own = ours.get(name).unwrap_or(&Value::Null);
            differs(own, wanted, most).map(|text| format!(".{name}{text}"))
        }),
        (a, b) => {
            let short = |value: &Value| value.to_string().chars().take(40).collect::<String>();
            (a != b).then(|| format!(": {} is not {}", short(a), short(b)))
        }
    }
}
