//! `proscenio upgrade`: Godot 3 files for Godot 4.

use std::io::Write;

use anyhow::{Context, Result};
use proscenio::godot::upgrade::{Upgraded, upgrade};
use proscenio::{DiskTree, Document, Severity, Source, Vfs};
use rayon::prelude::*;

use crate::args::UpgradeArgs;
use crate::{Outcome, input, output, progress};

/// Upgrades files in place, or says what it would do.
pub fn run(args: &UpgradeArgs) -> Result<Outcome> {
    let files = input::scene_files(&args.paths)?;
    let bar = progress::bar(files.len(), "upgrading");
    let done: Vec<Option<(Source, Upgraded)>> = files
        .par_iter()
        .map(|name| {
            let done = one(name)?;
            bar.inc(1);
            Ok(done)
        })
        .collect::<Result<_>>()?;
    bar.finish_and_clear();
    let mut changed = 0;
    let mut open = 0;
    for (source, upgraded) in done.iter().flatten() {
        for finding in &upgraded.findings {
            open += usize::from(finding.severity > Severity::Info);
            if args.all || finding.severity > Severity::Info {
                output::warn(finding, Some(source));
            }
        }
        if upgraded.changed && !args.dry_run {
            DiskTree
                .write(source.path(), &upgraded.text)
                .with_context(|| format!("writing {}", source.path()))?;
        }
        changed += usize::from(upgraded.changed);
    }
    let verb = if args.dry_run { "would be upgraded" } else { "upgraded" };
    let mut out = output::stdout();
    writeln!(out, "{}, {changed} {verb}, {open} to look at", output::counted(files.len(), "file"))?;
    Ok(if open > 0 { Outcome::Findings } else { Outcome::Fine })
}

/// One file; `None` for what is no text of Godot 3.
fn one(name: &str) -> Result<Option<(Source, Upgraded)>> {
    let Document::Godot(document) = input::open(name)? else { return Ok(None) };
    if document.binary().is_some() || document.format() != Some(2) {
        return Ok(None);
    }
    let upgraded = upgrade(&document);
    Ok(Some((document.source().clone(), upgraded)))
}
