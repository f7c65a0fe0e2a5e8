//! `proscenio merge`: what two sides made of one file, in one.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use proscenio::diff::{self, Conflict, ConflictKind, How, Merged, Side};
use proscenio::{DiskTree, Source, Vfs};
use serde::Serialize;

use crate::args::Format;
use crate::args::merge::{Markers, MergeArgs, Strategy};
use crate::{Outcome, input, output};

/// Merges three files.
pub fn run(args: &MergeArgs) -> Result<Outcome> {
    if let Some(file) = &args.resolve {
        return super::mergetool::resolve(file, args.take, args.conflict);
    }
    let (Some(base), Some(ours), Some(theirs)) = (&args.base, &args.ours, &args.theirs) else {
        bail!("name the base, our side and their side");
    };
    let name = |file: &str| args.path.clone().unwrap_or_else(|| file.to_owned());
    let source = |file: &str| -> Result<Source> { Ok(Source::new(name(file), input::bytes(file)?)) };
    if [base, ours, theirs].into_iter().filter(|file| *file == "-").count() > 1 {
        bail!("only one of the three files can be standard input");
    }
    let (base, ours, theirs) = (source(base)?, source(ours)?, source(theirs)?);
    let options = diff::Options {
        strategy: match args.strategy {
            Strategy::Mark => diff::Strategy::Mark,
            Strategy::Ours => diff::Strategy::Ours,
            Strategy::Theirs => diff::Strategy::Theirs,
            Strategy::Union => diff::Strategy::Union,
        },
        markers: match args.markers {
            Markers::Comments => diff::Markers::Comments,
            Markers::Git => diff::Markers::Git,
        },
        ..diff::Options::default()
    };
    let merged = diff::merge(&base, &ours, &theirs, &options);
    match &args.output {
        Some(file) if Path::new(file).is_dir() => bail!("{file} is a folder; name a file"),
        Some(file) => DiskTree.write(file, &merged.bytes).with_context(|| format!("writing {file}"))?,
        None => output::stdout().write_all(&merged.bytes)?,
    }
    report(args, &merged, &[base, ours, theirs])?;
    Ok(if merged.conflicts.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

/// Tells of conflicts and of what else is worth knowing, on standard error.
fn report(args: &MergeArgs, merged: &Merged, sources: &[Source; 3]) -> Result<()> {
    if args.format == Format::Json {
        let mut out = std::io::stderr().lock();
        serde_json::to_writer_pretty(&mut out, &JsonMerged::new(merged, sources))?;
        writeln!(out)?;
        return Ok(());
    }
    for finding in &merged.findings {
        let source = sources.iter().find(|source| source.path() == &finding.path);
        output::warn(finding, source.filter(|_| args.path.is_none()));
    }
    for conflict in &merged.conflicts {
        anstream::eprintln!("conflict: {} {}: {}", conflict.place.what, conflict.place.name, about(conflict));
    }
    Ok(())
}

/// What happened, in a few words.
pub fn about(conflict: &Conflict) -> &'static str {
    match conflict.kind {
        ConflictKind::BothChanged => "both sides changed it",
        ConflictKind::BothAdded => "both sides added it, differently",
        ConflictKind::DeletedByOurs => "ours deleted it, theirs changed or uses it",
        ConflictKind::DeletedByTheirs => "theirs deleted it, ours changed or uses it",
        ConflictKind::Order => "both sides ordered its nodes anew",
        ConflictKind::Text => "both sides changed these lines",
    }
}

#[derive(Serialize)]
struct JsonMerged<'m> {
    /// `untouched`, `structure` or `text`.
    how: &'static str,
    conflicts: Vec<JsonConflict<'m>>,
    findings: Vec<output::JsonFinding<'m>>,
}

#[derive(Serialize)]
struct JsonConflict<'m> {
    what: &'static str,
    name: &'m str,
    /// `both-changed`, `both-added`, `deleted-by-ours`, `deleted-by-theirs`, `order` or `text`.
    kind: &'static str,
    base: Option<String>,
    ours: Option<String>,
    theirs: Option<String>,
}

impl<'m> JsonMerged<'m> {
    fn new(merged: &'m Merged, sources: &[Source; 3]) -> Self {
        let text =
            |bytes: &Option<Vec<u8>>| bytes.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let conflict = |conflict: &'m Conflict| JsonConflict {
            what: conflict.place.what,
            name: &conflict.place.name,
            kind: match conflict.kind {
                ConflictKind::BothChanged => "both-changed",
                ConflictKind::BothAdded => "both-added",
                ConflictKind::DeletedByOurs => "deleted-by-ours",
                ConflictKind::DeletedByTheirs => "deleted-by-theirs",
                ConflictKind::Order => "order",
                ConflictKind::Text => "text",
            },
            base: text(&conflict.base),
            ours: text(&conflict.ours),
            theirs: text(&conflict.theirs),
        };
        let side = |how| match how {
            How::Untouched(Side::Base | Side::Ours | Side::Theirs) => "untouched",
            How::Structure => "structure",
            How::Text => "text",
        };
        let finding = |finding| output::JsonFinding::new(finding, &sources[1]);
        Self {
            how: side(merged.how),
            conflicts: merged.conflicts.iter().map(conflict).collect(),
            findings: merged.findings.iter().map(finding).collect(),
        }
    }
}
