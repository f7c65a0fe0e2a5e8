//! A generated project of 5,000 scenes of 200 nodes with three levels of instances: how long reading all
//! of it takes, how long putting every scene together, and how much memory both need.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    missing_docs,
    reason = "a bench stands at the edge"
)]

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use proscenio_project::Project;
use proscenio_project::godot::{GodotProject, Limits, Uid};
use proscenio_vfs::DiskTree;
use rayon::prelude::*;

const SCENES: usize = 5000;
const NODES: usize = 200;
/// Instances in each scene of the second and third level.
const INSTANCES: usize = 4;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bytes = generate(folder.path());
    let root = folder.path().to_string_lossy().into_owned();
    let before = peak();
    let project = Project::around(&DiskTree, &format!("{root}/s0.tscn"));
    let godot = GodotProject::new(&project);
    let start = Instant::now();
    let paths = godot.scene_paths();
    paths.par_iter().for_each(|path| assert!(godot.load(path).is_ok()));
    let uids = godot.uids().len();
    let index = start.elapsed();
    let start = Instant::now();
    let nodes: usize = paths
        .par_iter()
        .map(|path| {
            let file = godot.load(path).expect("it was read");
            let tree = godot.instantiate_file(&file, Limits::default());
            assert!(tree.findings().is_empty(), "{:?}", tree.findings());
            tree.len()
        })
        .sum();
    let instance = start.elapsed();
    println!(
        "{} files, {:.1} MB, {uids} uids, {} threads",
        paths.len(),
        megabytes(bytes),
        rayon::current_num_threads()
    );
    println!("indexed in           {:.3} s", index.as_secs_f64());
    println!("instanced in         {:.3} s, {nodes} nodes", instance.as_secs_f64());
    if let (Some(before), Some(after)) = (before, peak()) {
        let used = after.saturating_sub(before);
        println!(
            "peak memory          {:.1} MB, {:.2} times the files",
            megabytes(used),
            used as f64 / bytes as f64
        );
    }
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

/// The most memory this process has had, bytes; known on Linux.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

/// Writes the project and gives the bytes of its scenes.
fn generate(folder: &Path) -> usize {
    std::fs::write(folder.join("project.godot"), "config_version=5\n").expect("it can be written");
    let written = (0..SCENES).into_par_iter().map(|number| {
        let text = scene(number);
        std::fs::write(folder.join(format!("s{number}.tscn")), &text).expect("it can be written");
        text.len()
    });
    written.sum()
}

fn scene(number: usize) -> String {
    let level = number % 3;
    let instances = if level == 0 { 0 } else { INSTANCES };
    let mut text = format!("[gd_scene format=3 uid=\"{}\"]\n\n", Uid(number as u64 + 1));
    for instance in 0..instances {
        // One of the level below.
        let other = (number * 7 + instance * 3) / 3 * 3 % (SCENES / 3 * 3) + level - 1;
        let uid = Uid(other as u64 + 1);
        let _ = writeln!(
            text,
            "[ext_resource type=\"PackedScene\" uid=\"{uid}\" path=\"res://s{other}.tscn\" id=\"{instance}\"]"
        );
    }
    let _ = writeln!(
        text,
        "\n[sub_resource type=\"BoxMesh\" id=\"box\"]\n\n[node name=\"Root{number}\" type=\"Node3D\" unique_id={number}]"
    );
    for node in 1..NODES {
        let parent = if node < 10 { ".".to_owned() } else { format!("Node{}", node % 9 + 1) };
        let id = number * NODES + node;
        if node >= NODES - instances {
            let instance = NODES - 1 - node;
            let _ = writeln!(
                text,
                "\n[node name=\"Node{node}\" parent=\"{parent}\" unique_id={id} instance=ExtResource(\"{instance}\")]"
            );
        } else {
            let class = ["Node3D", "MeshInstance3D", "Marker3D"][node % 3];
            let _ = writeln!(
                text,
                "\n[node name=\"Node{node}\" type=\"{class}\" parent=\"{parent}\" unique_id={id}]"
            );
        }
        let _ = writeln!(text, "transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, {node}, 0.5, {number})");
        if node % 3 == 1 && node < NODES - instances {
            text.push_str("mesh = SubResource(\"box\")\n");
        }
    }
    text
}
