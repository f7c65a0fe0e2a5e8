//! How long the rules take on a folder of Godot projects, all of it on all processors, and each rule on one.
//!
//! `cargo bench -p proscenio-check -- FOLDER`; without one the corpus's demos. The whole command, with its start, its
//! cache and its output, is measured by `scripts/bench-check.py`.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    missing_docs,
    reason = "a bench stands at the edge"
)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use proscenio_check::{Around, Subject, check_in, rules};
use proscenio_project::{Document, Project};
use proscenio_vfs::DiskTree;
use rayon::prelude::*;

const RUNS: usize = 5;

fn main() {
    let named = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let corpus = || proscenio_corpus::corpus().map(|corpus| corpus.join("godot/demos-4"));
    let Some(folder) = named.map(Into::into).or_else(corpus) else { return };
    let mut roots = Vec::new();
    let mut waiting = vec![folder];
    while let Some(folder) = waiting.pop() {
        let entries: Vec<_> =
            std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        if entries.iter().any(|path| path.ends_with("project.godot")) {
            roots.push(folder.to_string_lossy().into_owned());
        } else {
            waiting.extend(entries.into_iter().filter(|path| path.is_dir()));
        }
    }
    let mut best = Duration::MAX;
    let (mut files, mut findings) = (0, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        let projects: Vec<Project<'_>> =
            roots.iter().map(|root| Project::with_root(&DiskTree, root)).collect();
        let arounds: Vec<Around<'_>> = projects.iter().map(Around::new).collect();
        let places: Vec<(&Around<'_>, String)> = arounds
            .iter()
            .flat_map(|around| around.godot().scene_paths().into_iter().map(move |path| (around, path)))
            .collect();
        let counts: Vec<usize> = places
            .par_iter()
            .filter_map(|(around, place)| {
                let document = Document::open(&DiskTree, place).ok()?;
                Some(check_in(&document, Some(around)).len())
            })
            .collect();
        best = best.min(start.elapsed());
        (files, findings) = (counts.len(), counts.iter().sum());
    }
    println!("{files} files, {findings} findings: {:.1} ms on all processors", best.as_secs_f64() * 1e3);
    let mut times: BTreeMap<&str, Duration> = BTreeMap::new();
    for root in &roots {
        alone(root, &mut times);
    }
    let mut times: Vec<_> = times.into_iter().collect();
    times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    for (name, time) in times {
        println!("{:8.1} ms  {name}", time.as_secs_f64() * 1e3);
    }
}

/// The parts of checking one project, one after the other on one processor.
fn alone(root: &str, times: &mut BTreeMap<&str, Duration>) {
    let project = Project::with_root(&DiskTree, root);
    let around = Around::new(&project);
    let mut timed = |name: &'static str, run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        *times.entry(name).or_default() += start.elapsed();
    };
    let mut places = Vec::new();
    timed("(listing files)", &mut || places = around.godot().scene_paths());
    timed("(uids)", &mut || _ = around.godot().uids());
    timed("(scripts)", &mut || _ = around.godot().names());
    timed("(classes)", &mut || _ = proscenio_godot::classes::ClassTable::godot_4().class("Node"));
    for place in places {
        let mut document = None;
        timed("(reading)", &mut || document = Document::open(&DiskTree, &place).ok());
        let Some(document) = document else { continue };
        let subject = Subject::new(&document, Some(&around));
        timed("(alone)", &mut || drop(document.check()));
        timed("(putting together)", &mut || _ = subject.godot());
        for rule in rules() {
            let mut findings = Vec::new();
            timed(rule.code.name, &mut || (rule.check)(&subject, &mut findings));
        }
    }
}
