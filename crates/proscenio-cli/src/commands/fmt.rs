//! `proscenio fmt`: Godot files spelled again from their values, as the engine saves them.

use std::io::Write;

use anyhow::{Context, Result, bail};
use proscenio::godot::format::{Formatted, Options, format};
use proscenio::{DiskTree, Document, Source, Style, Vfs, render};
use rayon::prelude::*;
use similar::TextDiff;

use crate::args::FmtArgs;
use crate::{Outcome, input, output, progress};

/// Formats files in place, or says which would change.
pub fn run(args: &FmtArgs) -> Result<Outcome> {
    let files = input::scene_files(&args.paths)?;
    let bar = progress::bar(files.len(), "formatting");
    let formatted: Vec<Option<File>> = files
        .par_iter()
        .map(|name| {
            let formatted = one(name, args)?;
            bar.inc(1);
            Ok(formatted)
        })
        .collect::<Result<_>>()?;
    bar.finish_and_clear();
    let formatted: Vec<File> = formatted.into_iter().flatten().collect();
    let writes = !args.check && !args.diff;
    let mut out = output::stdout();
    for file in &formatted {
        for finding in &file.formatted.findings {
            anstream::eprint!("{}", render(finding, Some(&file.source), Style::Coloured));
        }
        if &**file.source.path() == input::STDIN && writes {
            out.write_all(&file.formatted.text)?;
        } else if file.formatted.changed {
            report(&mut out, file, args)?;
        }
    }
    let changed = formatted.iter().filter(|file| file.formatted.changed).count();
    if !(formatted.len() == 1 && writes) {
        let verb = if writes { "changed" } else { "would change" };
        writeln!(anstream::stderr(), "{}, {changed} {verb}", output::counted(formatted.len(), "file"))?;
    }
    Ok(if changed > 0 && !writes { Outcome::Findings } else { Outcome::Fine })
}

struct File {
    source: Source,
    formatted: Formatted,
}

/// One formatted file; `None` for a file of another family that only a folder brought along.
fn one(name: &str, args: &FmtArgs) -> Result<Option<File>> {
    let document = match input::open(name)? {
        Document::Godot(document) => document,
        other if args.paths.iter().any(|path| path == name) => {
            bail!("{name} is a file of {}; only Godot's files are formatted yet", other.family())
        }
        _ => return Ok(None),
    };
    let options = Options {
        keep_format: args.keep_format,
        drop_defaults: args.drop_defaults,
        fit_types: args.fit_types,
    };
    let formatted = format(&document, &options);
    Ok(Some(File { source: document.source().clone(), formatted }))
}

/// Writes a changed file, or shows how it would change.
fn report(out: &mut impl Write, file: &File, args: &FmtArgs) -> Result<()> {
    let name = &**file.source.path();
    if args.diff {
        let (old, new) = (file.source.bytes(), &file.formatted.text[..]);
        let diff = TextDiff::from_lines(old, new);
        diff.unified_diff().header(name, name).to_writer(&mut *out)?;
    } else if args.check {
        writeln!(out, "{name}")?;
    } else {
        DiskTree.write(name, &file.formatted.text).with_context(|| format!("writing {name}"))?;
    }
    Ok(())
}
