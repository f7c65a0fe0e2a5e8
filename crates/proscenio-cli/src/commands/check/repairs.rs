//! Writing the repairs of many files as one change of each project.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use proscenio::refactor::{self, Change, Plan};
use proscenio::{DiskTree, paths};

use super::Checked;
use crate::args::check::CheckArgs;
use crate::args::files::Root;
use crate::commands::files::project;
use crate::input;

/// Writes what was repaired: all files of a project, or none; after a crash `recover` completes it. Standard input has
/// no file.
pub(super) fn write(checked: &[Checked], args: &CheckArgs) -> Result<()> {
    let mut plans: BTreeMap<String, Plan> = BTreeMap::new();
    for file in checked.iter().filter(|file| file.name != "-") {
        let Some(before) = &file.before else { continue };
        let place = input::whole(&file.name);
        let change = Change::rewritten(place.as_str(), before.clone(), file.source.bytes().to_vec());
        plans.entry(root(&file.name, &place, args)?).or_default().changes.push(change);
    }
    for (root, mut plan) in plans {
        // A file may be named twice.
        plan.changes.sort_by(|a, b| a.path.cmp(&b.path));
        plan.changes.dedup_by(|a, b| a.path == b.path);
        refactor::commit(&DiskTree, &root, &plan)
            .with_context(|| format!("writing the repairs in {root}"))?;
    }
    Ok(())
}

/// Where `recover` looks for what was interrupted; a file that lies elsewhere is alone in its folder.
fn root(name: &str, place: &str, args: &CheckArgs) -> Result<String> {
    let around = project(name, &Root { root: args.root.clone() })?;
    let root = around.root().map(|(root, _)| root.trim_end_matches('/').to_owned());
    let root =
        root.filter(|root| place.strip_prefix(root.as_str()).is_some_and(|rest| rest.starts_with('/')));
    Ok(root.unwrap_or_else(|| paths::parent(place).to_owned()))
}
