//! `proscenio normalize`: files as a git revision of them spells them.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use proscenio::refactor::{Change, Plan};
use proscenio::{Family, Source, diff};
use rayon::prelude::*;

use super::{change, plans};
use crate::args::Format;
use crate::args::files::NormalizeArgs;
use crate::commands::git::git;
use crate::{Outcome, input, output};

/// Writes the files that differ from the revision by more than their edits.
pub(super) fn run(args: &NormalizeArgs) -> Result<Outcome> {
    let files = files(args)?;
    let changes: Vec<Option<Change>> =
        files.par_iter().map(|(path, old)| one(path, old, args)).collect::<Result<_>>()?;
    let changes: Vec<Change> = changes.into_iter().flatten().collect();
    let count = changes.len();
    let plans = plans(changes, &args.doing.root)?;
    if plans.is_empty() && args.doing.format == Format::Json {
        change::finish("", &Plan::default(), args.doing.dry_run, Format::Json)?;
    }
    for (root, plan) in plans {
        change::finish(&root, &plan, args.doing.dry_run, args.doing.format)?;
    }
    let verb = if args.doing.dry_run { "would change" } else { "changed" };
    output::note(&format!("{}, {count} {verb}", output::counted(files.len(), "file")));
    Ok(if count > 0 && args.doing.dry_run { Outcome::Findings } else { Outcome::Fine })
}

/// The wanted files that differ from the revision, with their objects there; files that git sees as moved have that of
/// their old name. Files that are new have none.
fn files(args: &NormalizeArgs) -> Result<Vec<(String, String)>> {
    let top = git(".", &["rev-parse", "--show-toplevel"])?;
    // A revision that begins with a dash would be taken for a flag.
    let revision = git(".", &["rev-parse", "--verify", "--end-of-options", &args.against])?;
    let listed = git(".", &["diff", "--name-status", "-M", "-z", &revision, "--"])?;
    let mut parts = listed.split('\0').filter(|part| !part.is_empty());
    let mut changed: HashMap<String, String> = HashMap::new();
    while let (Some(status), Some(path)) = (parts.next(), parts.next()) {
        let new = if status.starts_with(['R', 'C']) { parts.next().unwrap_or(path) } else { path };
        if !status.starts_with(['A', 'D']) {
            changed.insert(format!("{top}/{new}"), format!("{revision}:{path}"));
        }
    }
    let mut files: Vec<(String, String)> = if args.paths.is_empty() {
        changed.into_iter().filter(|(path, _)| Family::of_path(path).is_some()).collect()
    } else {
        let wanted = input::scene_files(&args.paths)?.into_iter().map(|file| input::whole(&file));
        wanted.filter_map(|file| changed.get(&file).map(|object| (file, object.clone()))).collect()
    };
    files.sort();
    Ok(files)
}

/// How a file changes; nothing for one that stays.
fn one(path: &str, object: &str, args: &NormalizeArgs) -> Result<Option<Change>> {
    // With the filters of the working tree: line ends, large files.
    let mut git = Command::new("git");
    git.args(["cat-file", "--filters", object]).stderr(Stdio::inherit());
    let shown = git.output().context("running git")?;
    let before = input::bytes(path)?;
    if !shown.status.success() || before == shown.stdout {
        return Ok(None);
    }
    let (old, new) = (Source::new(path, shown.stdout), Source::new(path, before));
    match diff::normalize(&old, &new, args.tolerance) {
        Ok(after) if after == new.bytes() => Ok(None),
        Ok(after) => Ok(Some(Change::rewritten(path, new.bytes().to_vec(), after))),
        Err(finding) => {
            output::note(&format!("{path} is left as it is: {}", finding.message));
            Ok(None)
        }
    }
}
