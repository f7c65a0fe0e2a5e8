//! `.escn` files of a Blender exporter, as Godot 3.2.3 instanced them.

use proscenio_convert::facts::{Detail, facts};
use proscenio_corpus::corpus;
use serde_json::Value;

use super::{Table, load, tree};

#[test]
fn surfaces_of_exported_scenes_have_the_engines_counts() {
    let Some(corpus) = corpus() else { return };
    let exported = tree(&corpus.join("godot/escn"));
    let mut table = Table::default();
    let mut scenes = 0;
    for (path, bytes) in proscenio_corpus::files_below(&corpus.join("godot/golden-3.2/escn")) {
        let Some(name) = path.strip_suffix(".tree.json") else { continue };
        scenes += 1;
        let theirs: Value = serde_json::from_slice(&bytes).unwrap();
        let ours = facts(&load(&exported, &format!("{name}.escn")).scene, Detail::default());
        compare(&mut table, name, &ours, &theirs);
    }
    table.count("all", "scenes", (scenes != 63).then(|| format!("{scenes} scenes, not 63")));
    table.close();
}

fn compare(table: &mut Table, name: &str, ours: &Value, theirs: &Value) {
    for expected in theirs.as_array().unwrap() {
        let Some(surfaces) = expected.get("surfaces").and_then(Value::as_array) else { continue };
        let path = &expected["path"];
        let node = ours["nodes"].as_array().unwrap().iter().find(|node| node["path"] == *path);
        let own = node.map_or(&Value::Null, |node| &node["surfaces"]);
        let wrong = surfaces.iter().enumerate().find(|(at, surface)| {
            ["vertex_count", "index_count"].iter().any(|count| own[*at][count] != surface[count])
        });
        table.count(
            "escn",
            "surfaces",
            wrong.map(|(at, wanted)| format!("{name} {path} {at}: {} is not {wanted}", own[at])),
        );
        let number = |value: &Value, at: usize| value[at].as_f64().unwrap_or(f64::NAN);
        let bounds = node.map_or(&Value::Null, |node| &node["aabb"]);
        let aabb = &expected["aabb"];
        // Recorded with six digits.
        let off = (0..6).find(|at| {
            let (a, b) = (number(bounds, *at), number(aabb, *at));
            (a - b).abs().is_nan() || (a - b).abs() > 1e-5 * b.abs().max(1.0)
        });
        table.count("escn", "aabb", off.map(|at| format!("{name} {path}: {bounds} is not {aabb} at {at}")));
    }
}
