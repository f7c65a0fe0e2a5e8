//! Generated scenes from small to large.

use std::fmt::Write;

use crate::run::{Outcome, Tool, Tools};

/// A scene of so many nodes, about 280 bytes each, with one value in the given node changed.
fn scene(nodes: usize, changed: Option<usize>) -> Vec<u8> {
    let mut text = String::from(
        "[gd_scene load_steps=2 format=3 uid=\"uid://bench\"]\n\n[ext_resource type=\"Texture2D\" uid=\"uid://tex\" path=\"res://a.png\" id=\"1_aaaaa\"]\n\n[node name=\"Root\" type=\"Node3D\"]\n",
    );
    for node in 0..nodes {
        let parent = if node % 10 == 0 { ".".to_owned() } else { format!("N{}", node - node % 10) };
        let x = if changed == Some(node) { 7_777_777 } else { node };
        let _ = write!(
            text,
            "\n[node name=\"N{node}\" type=\"MeshInstance3D\" parent=\"{parent}\" unique_id={node}7]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, {x}, 0.5, 0.25)\nvisible = false\nmetadata/texture = ExtResource(\"1_aaaaa\")\nmetadata/text = \"some text that a node may have\"\nmetadata/list = [1, 2, 3]\n"
        );
    }
    text.into_bytes()
}

/// The fastest of some runs, and the most memory of all.
fn best(mut outcomes: Vec<Outcome>) -> Option<Outcome> {
    let peak = outcomes.iter().map(|outcome| outcome.peak).fold(0.0, f64::max);
    outcomes.sort_by_key(|outcome| outcome.wall);
    let fastest = outcomes.into_iter().next()?;
    Some(Outcome { peak, ..fastest })
}

/// Prints the table: times of whole processes, the fastest of three runs. A tool that took longer than 20 seconds is not
/// run on more nodes.
pub fn run(tools: &Tools, sizes: &[usize]) {
    let folder = std::env::temp_dir().join(format!("proscenio-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    println!(
        "| nodes | MB | tool | merge ms (processor) | merge peak MiB | diff ms (processor) | diff peak MiB |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut slow = Vec::new();
    for nodes in sizes {
        let files = [scene(*nodes, None), scene(*nodes, Some(10)), scene(*nodes, Some(nodes - 10))];
        let megabytes = files[0].len() as f64 / 1e6;
        for tool in Tool::ALL {
            if slow.contains(&tool) {
                continue;
            }
            let runs = if *nodes > 20_000 && tool == Tool::Gdmerge { 1 } else { 3 };
            let merges =
                (0..runs).filter_map(|_| tools.merge(tool, &folder, [&files[0], &files[1], &files[2]]));
            let merges: Vec<Outcome> = merges.collect();
            let diffs: Vec<Outcome> = (0..runs).filter_map(|_| tools.diff(tool, &folder)).collect();
            let (Some(merge), Some(diff)) = (best(merges), best(diffs)) else { continue };
            if merge.wall.as_secs() > 20 {
                slow.push(tool);
            }
            let time = |outcome: &Outcome| {
                format!("{} ({})", outcome.wall.as_millis(), outcome.processor.as_millis())
            };
            println!(
                "| {nodes} | {megabytes:.1} | {} | {} | {:.0} | {} | {:.0} |",
                tool.name(),
                time(&merge),
                merge.peak,
                time(&diff),
                diff.peak
            );
        }
    }
    let _ = std::fs::remove_dir_all(folder);
}
