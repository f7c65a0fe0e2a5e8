//! Changes of many files: `mv`, `recover`.

use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use proscenio::refactor::{self, Overlay, Plan};
use proscenio::{DiskTree, EditRefusal, Project, Severity, Source};
use serde::Serialize;
use similar::TextDiff;

use super::{index, project, read};
use crate::args::Format;
use crate::args::files::{
    Doing, EmbedArgs, ExtractArgs, MvArgs, RecoverArgs, RenameClassArgs, RepairArgs, Root,
};
use crate::output::JsonFinding;
use crate::{Outcome, input, output};

/// What was done, for machines.
#[derive(Serialize)]
struct JsonPlan<'a> {
    done: bool,
    created: Vec<&'a str>,
    moves: Vec<[&'a str; 2]>,
    changed: Vec<&'a str>,
    findings: Vec<JsonFinding<'a>>,
}

pub(super) fn mv(args: &MvArgs) -> Result<Outcome> {
    let project = project(&args.old, &args.doing.root)?;
    let graph = read(&project);
    let (old, new) =
        (project.place_of(&input::slashes(&args.old)), project.place_of(&input::slashes(&args.new)));
    let plan = refactor::move_path(&project, &graph, &old, &new);
    let mut plan = plan.map_err(refused)?;
    let overlay = Overlay::new(&DiskTree, &plan.moves, plan.written());
    let after = read(&Project::with_root(&overlay, graph.root()));
    plan.findings.extend(refactor::lost(&graph, &after, &plan));
    let lost = plan.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let refused = lost > 0 && !args.force;
    finish(graph.root(), &plan, args.doing.dry_run || refused, args.doing.format)?;
    if refused {
        bail!(
            "{} would no longer lead anywhere; --force moves all the same",
            output::counted(lost, "reference")
        );
    }
    Ok(Outcome::Fine)
}

/// `rename-node --everywhere`.
pub fn rename_node(
    scene: &str,
    [node, name]: [&str; 2],
    scripts: bool,
    dry_run: bool,
    format: Format,
) -> Result<Outcome> {
    let project = project(scene, &Root { root: None })?;
    let graph = read(&project);
    let place = project.place_of(&input::slashes(scene));
    let plan = refactor::rename_node(&project, &graph, &place, node, name, scripts);
    let plan = plan.map_err(refused)?;
    finish(graph.root(), &plan, dry_run, format)?;
    Ok(Outcome::Fine)
}

pub(super) fn rename_class(args: &RenameClassArgs) -> Result<Outcome> {
    let project = project(".", &args.doing.root)?;
    let graph = read(&project);
    let plan = refactor::rename_class(&project, &graph, &args.old, &args.new);
    let plan = plan.map_err(refused)?;
    finish(graph.root(), &plan, args.doing.dry_run, args.doing.format)?;
    Ok(Outcome::Fine)
}

pub(super) fn repair(args: &RepairArgs) -> Result<Outcome> {
    let project = project(&args.folder, &args.doing.root)?;
    let graph = read(&project);
    let root = graph.root().to_owned();
    let plan = refactor::repair(&project, &graph, &|path| index::committed(&root, path));
    let plan = plan.map_err(refused)?;
    finish(graph.root(), &plan, args.doing.dry_run, args.doing.format)?;
    Ok(if plan.findings.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

pub(super) fn extract(args: &ExtractArgs) -> Result<Outcome> {
    let project = project(&args.file, &args.doing.root)?;
    let place = |file: &str| project.place_of(&input::slashes(file));
    let plan = refactor::extract(&project, &place(&args.file), &args.part, &place(&args.output));
    done_inside(&project, plan, &args.doing)
}

pub(super) fn embed(args: &EmbedArgs) -> Result<Outcome> {
    let project = project(&args.file, &args.doing.root)?;
    let place = project.place_of(&input::slashes(&args.file));
    let plan = refactor::embed(&project, &place, &args.part);
    done_inside(&project, plan, &args.doing)
}

fn done_inside(project: &Project<'_>, plan: Result<Plan, EditRefusal>, doing: &Doing) -> Result<Outcome> {
    let plan = plan.map_err(refused)?;
    let root = project.root().map(|(root, _)| root).unwrap_or_default();
    finish(root, &plan, doing.dry_run, doing.format)?;
    Ok(Outcome::Fine)
}

/// A refusal with what helps.
fn refused(refusal: EditRefusal) -> anyhow::Error {
    let help = refusal.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    anyhow!("{refusal} [{}]{help}", refusal.code.name)
}

/// Does a plan, unless it is only to be shown, and tells.
pub(super) fn finish(root: &str, plan: &Plan, dry_run: bool, format: Format) -> Result<()> {
    let is_empty = plan.created.is_empty() && plan.moves.is_empty() && plan.changes.is_empty();
    if !dry_run && !is_empty {
        let known = index::entries(root, &plan.moves);
        refactor::commit(&DiskTree, root, plan)?;
        index::follow(root, &plan.moves, &known)
            .context("the files are moved, but git's index does not follow")?;
    }
    let sources: Vec<Source> = plan.findings.iter().map(|finding| source(plan, &finding.path)).collect();
    if format == Format::Json {
        return output::json(&JsonPlan {
            done: !dry_run,
            created: plan.created.iter().map(|(path, _)| from_root(root, path)).collect(),
            moves: plan.moves.iter().map(|(from, to)| [from_root(root, from), from_root(root, to)]).collect(),
            changed: plan.changes.iter().map(|change| from_root(root, &change.to)).collect(),
            findings: plan
                .findings
                .iter()
                .zip(&sources)
                .map(|(finding, source)| JsonFinding::new(finding, source))
                .collect(),
        });
    }
    for (finding, source) in plan.findings.iter().zip(&sources) {
        output::warn(finding, Some(source));
    }
    let mut out = output::stdout();
    for (from, to) in &plan.moves {
        writeln!(out, "{} -> {}", from_root(root, from), from_root(root, to))?;
    }
    for (path, bytes) in &plan.created {
        let path = from_root(root, path);
        writeln!(out, "made {path}")?;
        if dry_run {
            out.write_all(bytes)?;
        }
    }
    for change in &plan.changes {
        let (from, to) = (from_root(root, &change.path), from_root(root, &change.to));
        if !dry_run {
            writeln!(out, "changed {to}")?;
            continue;
        }
        if std::str::from_utf8(&change.before).is_err() {
            writeln!(out, "binary file {to} changes")?;
            continue;
        }
        let diff = TextDiff::from_lines(&change.before[..], &change.after[..]);
        diff.unified_diff().header(from, to).to_writer(&mut out)?;
    }
    Ok(())
}

/// A path from the root of its project.
fn from_root<'p>(root: &str, path: &'p str) -> &'p str {
    let rest = path.strip_prefix(root).unwrap_or(path);
    rest.strip_prefix('/').unwrap_or(rest)
}

/// The text that a finding is about, as it was before.
fn source(plan: &Plan, path: &str) -> Source {
    let planned = plan.changes.iter().find(|change| change.path == path).map(|change| change.before.clone());
    let bytes = planned.or_else(|| input::bytes(path).ok()).unwrap_or_default();
    Source::new(path, bytes)
}

pub(super) fn recover(args: &RecoverArgs) -> Result<Outcome> {
    let project = project(&args.folder, &args.root)?;
    let root = project.root().map(|(root, _)| root.to_owned()).unwrap_or_default();
    match refactor::recover(&DiskTree, &root)? {
        None => writeln!(output::stdout(), "nothing was interrupted in {root}")?,
        Some(done) => {
            let (moves, changes) =
                (output::counted(done.moves, "move"), output::counted(done.changes, "change"));
            writeln!(output::stdout(), "completed: {moves}, {changes}")?;
        }
    }
    Ok(Outcome::Fine)
}
