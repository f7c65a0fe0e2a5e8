//! `proscenio project`: what a Godot project holds, and whether its scenes can be put together.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use proscenio::godot_project::{GodotProject, Limits, NotLoaded};
use proscenio::{Finding, Severity};
use rayon::prelude::*;
use serde::Serialize;

use super::instanced;
use crate::args::{Format, ProjectArgs};
use crate::{Outcome, input, output};

/// What is printed.
#[derive(Serialize)]
struct Report {
    root: String,
    main_scene: Option<String>,
    autoloads: BTreeMap<String, String>,
    files: usize,
    scenes: usize,
    bytes: u64,
    nodes: usize,
    uids: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<Timings>,
}

/// Seconds.
#[derive(Serialize)]
struct Timings {
    index: f64,
    instance: f64,
    threads: usize,
}

/// Reads every scene and resource of a project and puts every scene together.
pub fn run(args: &ProjectArgs) -> Result<Outcome> {
    let marker = format!("{}/project.godot", args.folder.trim_end_matches('/'));
    let project = input::project(&marker, None);
    let godot = GodotProject::new(&project);
    let Some(root) = godot.root().map(str::to_owned) else {
        bail!("there is no project.godot in {} or above", args.folder)
    };
    let (paths, index) = timed(|| {
        let paths = godot.scene_paths();
        paths.par_iter().for_each(|path| {
            let _ = godot.load(path);
        });
        godot.uids();
        paths
    });
    let (scenes, instance) = timed(|| paths.par_iter().map(|path| scene(&godot, path)).collect::<Vec<_>>());
    let mut findings: Vec<Finding> = Vec::new();
    for scene in &scenes {
        // The same instance in many scenes says the same each time.
        for finding in &scene.findings {
            if !findings.contains(finding) {
                findings.push(finding.clone());
            }
        }
    }
    for finding in &findings {
        instanced::tell(finding, &godot);
    }
    let report = Report {
        root,
        main_scene: godot.main_scene(),
        autoloads: godot.autoloads().into_iter().map(|one| (one.name, one.path)).collect(),
        files: paths.len(),
        scenes: scenes.iter().filter(|scene| scene.nodes > 0).count(),
        bytes: scenes.iter().map(|scene| scene.bytes).sum(),
        nodes: scenes.iter().map(|scene| scene.nodes).sum(),
        uids: godot.uids().len(),
        timings: args.timings.then(|| Timings {
            index: index.as_secs_f64(),
            instance: instance.as_secs_f64(),
            threads: rayon::current_num_threads(),
        }),
    };
    print(&report, args.format)?;
    let wrong = findings.iter().any(|finding| finding.severity >= Severity::Warning);
    Ok(if wrong { Outcome::Findings } else { Outcome::Fine })
}

/// One file, put together.
#[derive(Default)]
struct Scene {
    bytes: u64,
    nodes: usize,
    findings: Vec<Finding>,
}

fn scene(godot: &GodotProject<'_>, path: &str) -> Scene {
    match godot.load(path) {
        Ok(file) => {
            let tree = godot.instantiate_file(&file, Limits::default());
            let bytes = u64::from(file.document().source().len());
            Scene { bytes, nodes: tree.len(), findings: tree.findings().to_vec() }
        }
        Err(NotLoaded::Unreadable(why) | NotLoaded::Damaged(why)) => {
            output::note(&format!("{path}: {why}"));
            Scene::default()
        }
        Err(NotLoaded::OtherKind(_)) => Scene::default(),
    }
}

#[allow(clippy::disallowed_methods, reason = "the command line may look at the clock")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

fn print(report: &Report, format: Format) -> Result<()> {
    if format == Format::Json {
        return output::json(report);
    }
    let mut out = output::stdout();
    writeln!(out, "root        {}", report.root)?;
    writeln!(out, "main scene  {}", report.main_scene.as_deref().unwrap_or("none"))?;
    for (name, path) in &report.autoloads {
        writeln!(out, "autoload    {name} {path}")?;
    }
    let counted = output::counted;
    writeln!(
        out,
        "files       {} ({} bytes), {}",
        report.files,
        report.bytes,
        counted(report.scenes, "scene")
    )?;
    writeln!(out, "nodes       {} with all instances", report.nodes)?;
    writeln!(out, "uids        {}", report.uids)?;
    if let Some(timings) = &report.timings {
        writeln!(out, "index       {:.3} s", timings.index)?;
        writeln!(out, "instancing  {:.3} s", timings.instance)?;
        writeln!(out, "threads     {}", timings.threads)?;
    }
    Ok(())
}
