//! Commands about the files of a project and who names whom.

mod ask;
pub mod change;
mod index;
mod inside;
mod normalize;

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use proscenio::graph::{Facts, Graph, list};
use proscenio::refactor::{Change, Plan};
use proscenio::{DiskTree, EntryKind, Project, Vfs, paths};
use rayon::prelude::*;

use crate::args::files::{Files, Root};
use crate::{Outcome, input};

/// Does what a command says.
pub fn run(command: &Files) -> Result<Outcome> {
    match command {
        Files::Deps(args) => ask::deps(args),
        Files::Refs(args) => ask::refs(args),
        Files::Unused(args) => ask::unused(args),
        Files::Why(args) => ask::why(args),
        Files::Graph(args) => ask::graph(args),
        Files::Mv(args) => change::mv(args),
        Files::Normalize(args) => normalize::run(args),
        Files::Extract(args) => change::extract(args),
        Files::Embed(args) => change::embed(args),
        Files::MakeUnique(args) => inside::make_unique(args),
        Files::RenameClass(args) => change::rename_class(args),
        Files::Repair(args) => change::repair(args),
        Files::Recover(args) => change::recover(args),
        Files::Audit(args) => inside::audit(args),
        Files::StripScripts(args) => inside::strip_scripts(args),
        Files::Dedup(args) => inside::dedup(args),
        Files::Prune(args) => inside::prune(args),
        Files::Size(args) => inside::size(args),
    }
}

/// The project around a file or folder, which has a root in any case.
pub fn project(near: &str, root: &Root) -> Result<Project<'static>> {
    let inside = if DiskTree.kind(near) == Some(EntryKind::Folder) {
        format!("{}/x", near.trim_end_matches('/'))
    } else {
        near.to_owned()
    };
    let project = input::project(&inside, root.root.as_deref());
    if project.root().is_some() {
        return Ok(project);
    }
    let place = project.place_of(&inside);
    let git = paths::ancestors(&place).find(|folder| DiskTree.kind(&paths::join(folder, ".git")).is_some());
    let folder = git.map_or_else(|| project.place_of("."), str::to_owned);
    if DiskTree.kind(&folder) != Some(EntryKind::Folder) {
        bail!("there is no project around {near}; name its root with --root");
    }
    Ok(input::project(&inside, Some(&folder)))
}

/// The changes of files, by the root of the project that they lie in: where `recover` looks for what was interrupted. A
/// file that lies elsewhere is alone in its folder; one that is named twice changes once.
pub fn plans(changes: Vec<Change>, root: &Root) -> Result<BTreeMap<String, Plan>> {
    let mut plans: BTreeMap<String, Plan> = BTreeMap::new();
    for change in changes {
        let around = project(&change.path, root)?;
        let root = around.root().map(|(root, _)| root.trim_end_matches('/').to_owned());
        let holds =
            |root: &String| change.path.strip_prefix(root.as_str()).is_some_and(|rest| rest.starts_with('/'));
        let root = root.filter(holds).unwrap_or_else(|| paths::parent(&change.path).to_owned());
        plans.entry(root).or_default().changes.push(change);
    }
    for plan in plans.values_mut() {
        plan.changes.sort_by(|a, b| a.path.cmp(&b.path));
        plan.changes.dedup_by(|a, b| a.path == b.path);
    }
    Ok(plans)
}

/// All files of a project, read in parallel, and who names whom.
pub fn read(project: &Project<'_>) -> Graph {
    let paths = list(project);
    let facts = paths.par_iter().map(|path| Facts::read(project, path)).collect();
    Graph::new(project, facts)
}

/// A file of a project by its name on the command line.
pub fn find(graph: &Graph, project: &Project<'_>, file: &str) -> Result<usize> {
    let place = project.place_of(&input::slashes(file));
    match graph.find(&place) {
        Some(found) => Ok(found),
        None if DiskTree.kind(&place).is_some() => {
            bail!("{file} is no file of the project {}", graph.root())
        }
        None => bail!("there is no {file}"),
    }
}
