//! `proscenio check`: findings of files, read in parallel, and their repairs.

use std::io::Write;

use anyhow::{Context, Result};
use proscenio::{Around, DiskTree, Document, Finding, Safety, Severity, Source, Style, Vfs, render};
use rayon::prelude::*;
use serde::Serialize;
use similar::TextDiff;

use crate::args::{CheckArgs, Format, Least};
use crate::output::{self, JsonFinding};
use crate::{Outcome, input, progress};

/// Prints the findings of all files, in the order of their names.
pub fn run(args: &CheckArgs) -> Result<Outcome> {
    let files = input::scene_files(&args.paths)?;
    let bar = progress::bar(files.len(), "checking");
    // Files of one project share what is read of it.
    let projects = input::projects(&files, args.root.as_deref());
    let arounds: Vec<Around<'_>> = projects.projects.iter().map(Around::new).collect();
    let checked: Vec<Result<Checked>> = files
        .par_iter()
        .zip(&projects.of_file)
        .map(|(file, project)| {
            let checked = check(file, &arounds[*project], args);
            bar.inc(1);
            checked
        })
        .collect();
    bar.finish_and_clear();
    let checked = checked.into_iter().collect::<Result<Vec<_>>>()?;
    if args.diff {
        return diffs(&checked);
    }
    let worst = checked.iter().flat_map(|file| &file.findings).map(|finding| finding.severity).max();
    match args.format {
        Format::Text => print(&checked)?,
        Format::Json => print_json(&checked)?,
    }
    Ok(if worst >= Some(Severity::Warning) { Outcome::Findings } else { Outcome::Fine })
}

/// A file and what is to be said of it, after its repairs where they were asked for.
struct Checked {
    source: Source,
    /// The bytes before the repairs, where those changed any.
    before: Option<Vec<u8>>,
    findings: Vec<Finding>,
}

fn check(file: &str, around: &Around<'_>, args: &CheckArgs) -> Result<Checked> {
    let document = input::open(file)?;
    let mut checked = if args.fix || args.unsafe_fixes || args.diff {
        repair(file, &document, around, args)?
    } else {
        let findings = proscenio::check_in(&document, Some(around));
        Checked { source: document.source().clone(), before: None, findings }
    };
    let least = match args.least {
        Least::Info => Severity::Info,
        Least::Warning => Severity::Warning,
        Least::Error => Severity::Error,
    };
    checked.findings.retain(|finding| finding.severity >= least);
    Ok(checked)
}

/// Repairs a file and writes it whole or not at all; with `--diff`, and of standard input, nothing is written.
fn repair(file: &str, document: &Document, around: &Around<'_>, args: &CheckArgs) -> Result<Checked> {
    let safety = if args.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
    let fixed = proscenio::fix_in(document, Some(around), safety);
    let source = document.source();
    if fixed.bytes == source.bytes() {
        return Ok(Checked { source: source.clone(), before: None, findings: fixed.left });
    }
    if !args.diff && file != "-" {
        DiskTree.write(source.path(), &fixed.bytes).with_context(|| format!("writing {file}"))?;
    }
    let after = Source::new(&**source.path(), fixed.bytes);
    Ok(Checked { source: after, before: Some(source.bytes().to_vec()), findings: fixed.left })
}

/// Shows how the repairs would change the files.
fn diffs(checked: &[Checked]) -> Result<Outcome> {
    let mut out = output::stdout();
    let mut changed = false;
    for file in checked {
        let Some(before) = &file.before else { continue };
        changed = true;
        let name = &**file.source.path();
        let diff = TextDiff::from_lines(&before[..], file.source.bytes());
        diff.unified_diff().header(name, name).to_writer(&mut out)?;
    }
    Ok(if changed { Outcome::Findings } else { Outcome::Fine })
}

fn print(checked: &[Checked]) -> std::io::Result<()> {
    let mut out = output::stdout();
    for file in checked {
        for finding in &file.findings {
            writeln!(out, "{}", render(finding, Some(&file.source), Style::Coloured))?;
        }
    }
    let [errors, warnings, infos] = counts(checked);
    write!(out, "{}: ", output::counted(checked.len(), "file"))?;
    let (errors, warnings) = (output::counted(errors, "error"), output::counted(warnings, "warning"));
    writeln!(out, "{errors}, {warnings}, {}", output::counted(infos, "note"))
}

fn counts(checked: &[Checked]) -> [usize; 3] {
    let count = |severity| {
        checked.iter().flat_map(|file| &file.findings).filter(|finding| finding.severity == severity).count()
    };
    [count(Severity::Error), count(Severity::Warning), count(Severity::Info)]
}

#[derive(Serialize)]
struct JsonReport<'a> {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    findings: Vec<JsonFinding<'a>>,
}

fn print_json(checked: &[Checked]) -> Result<()> {
    let [errors, warnings, infos] = counts(checked);
    let findings = checked
        .iter()
        .flat_map(|file| file.findings.iter().map(|finding| JsonFinding::new(finding, &file.source)))
        .collect();
    output::json(&JsonReport { files: checked.len(), errors, warnings, infos, findings })
}
