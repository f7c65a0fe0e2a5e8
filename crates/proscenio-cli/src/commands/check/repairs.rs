//! Writing the repairs of many files as one change of each project.

use anyhow::{Context, Result};
use proscenio::DiskTree;
use proscenio::refactor::{self, Change};

use super::Checked;
use crate::args::check::CheckArgs;
use crate::args::files::Root;
use crate::commands::files::plans;
use crate::input;

/// Writes what was repaired: all files of a project, or none; after a crash `recover` completes it. Standard input has
/// no file.
pub(super) fn write(checked: &[Checked], args: &CheckArgs) -> Result<()> {
    let files = checked.iter().filter(|file| file.name != "-");
    let changes = files.filter_map(|file| {
        let before = file.before.clone()?;
        Some(Change::rewritten(input::whole(&file.name), before, file.source.bytes().to_vec()))
    });
    for (root, plan) in plans(changes.collect(), &Root { root: args.root.clone() })? {
        refactor::commit(&DiskTree, &root, &plan)
            .with_context(|| format!("writing the repairs in {root}"))?;
    }
    Ok(())
}
