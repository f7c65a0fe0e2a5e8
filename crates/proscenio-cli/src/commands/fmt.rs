//! `proscenio fmt`: Godot and Espresso3D files spelled again from their values, nacatamalon files laid out anew.

use std::io::Write;

use anyhow::{Context, Result, bail};
use proscenio::{DiskTree, Document, Finding, Source, Style, Vfs, espresso3d, godot, nacatamalon, render};
use rayon::prelude::*;
use similar::TextDiff;

use crate::args::{Dialect, FmtArgs, Indent, LineEnd};
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
        if file.formatted.refused {
            writeln!(anstream::stderr(), "{} was left as it is", file.source.path())?;
        } else if &**file.source.path() == input::STDIN && writes {
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
    let refused = formatted.iter().any(|file| file.formatted.refused);
    Ok(if refused || (changed > 0 && !writes) { Outcome::Findings } else { Outcome::Fine })
}

struct File {
    source: Source,
    formatted: Formatted,
}

/// What formatting makes of a file.
struct Formatted {
    text: Vec<u8>,
    changed: bool,
    /// Whether the dialect that was asked for was not written, because something would be lost.
    refused: bool,
    findings: Vec<Finding>,
}

/// One formatted file; `None` for a file of another family that only a folder brought along.
fn one(name: &str, args: &FmtArgs) -> Result<Option<File>> {
    let document = input::open(name)?;
    let formatted = match &document {
        // The engine has one way to write these.
        Document::Godot(document) if document.binary().is_some() => {
            if args.paths.iter().any(|path| path == name) {
                bail!("{name} is a binary file, which has no layout");
            }
            return Ok(None);
        }
        Document::Godot(document) => of_godot(document, args),
        Document::Nacatamalon(document) => of_nacatamalon(document, args),
        Document::Espresso3d(document) => of_espresso3d(document, args),
    };
    Ok(Some(File { source: document.source().clone(), formatted }))
}

fn of_godot(document: &godot::Document, args: &FmtArgs) -> Formatted {
    let options = godot::format::Options {
        keep_format: args.keep_format,
        drop_defaults: args.drop_defaults,
        fit_types: args.fit_types,
    };
    let done = godot::format::format(document, &options);
    Formatted { text: done.text, changed: done.changed, refused: false, findings: done.findings }
}

fn of_nacatamalon(document: &nacatamalon::Document, args: &FmtArgs) -> Formatted {
    let indent = match args.indent {
        None => nacatamalon::format::Indent::Engine,
        Some(Indent::Spaces(count)) => nacatamalon::format::Indent::Spaces(count),
        Some(Indent::Tab) => nacatamalon::format::Indent::Tabs,
        Some(Indent::Keep) => nacatamalon::format::Indent::Keep,
    };
    let done = nacatamalon::format::format(
        document,
        &nacatamalon::format::Options { indent, rewrite: args.rewrite },
    );
    Formatted { text: done.text, changed: done.changed, refused: false, findings: done.findings }
}

fn of_espresso3d(document: &espresso3d::Document, args: &FmtArgs) -> Formatted {
    let options = espresso3d::format::Options {
        spelling: args.dialect.map(|dialect| match dialect {
            Dialect::Block => espresso3d::Spelling::Block,
            Dialect::Line => espresso3d::Spelling::Line,
        }),
        line_end: args.line_end.map(|end| match end {
            LineEnd::Lf => espresso3d::LineEnd::Lf,
            LineEnd::Crlf => espresso3d::LineEnd::CrLf,
        }),
        lossy: args.lossy,
    };
    let done = espresso3d::format::format(document, &options);
    Formatted {
        text: done.text,
        changed: done.changed,
        refused: done.refused && args.dialect.is_some(),
        findings: done.findings,
    }
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
