//! `proscenio check`: findings of files, read in parallel.

use std::io::Write;

use anyhow::Result;
use proscenio::{Document, Finding, Severity, Style, render};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::{CheckArgs, Format, Least};
use crate::output::{self, JsonFinding};
use crate::{Outcome, input, progress};

/// Prints the findings of all files, in the order of their names.
pub fn run(args: &CheckArgs) -> Result<Outcome> {
    let files = input::scene_files(&args.paths)?;
    let bar = progress::bar(files.len(), "checking");
    let checked: Vec<Result<Checked>> = files
        .par_iter()
        .map(|file| {
            let checked = check(file, args.least);
            bar.inc(1);
            checked
        })
        .collect();
    bar.finish_and_clear();
    let checked = checked.into_iter().collect::<Result<Vec<_>>>()?;
    let worst = checked.iter().flat_map(|file| &file.findings).map(|finding| finding.severity).max();
    match args.format {
        Format::Text => print(&checked)?,
        Format::Json => print_json(&checked)?,
    }
    Ok(if worst >= Some(Severity::Warning) { Outcome::Findings } else { Outcome::Fine })
}

struct Checked {
    document: Document,
    findings: Vec<Finding>,
}

fn check(file: &str, least: Least) -> Result<Checked> {
    let document = input::open(file)?;
    let least = match least {
        Least::Info => Severity::Info,
        Least::Warning => Severity::Warning,
        Least::Error => Severity::Error,
    };
    let mut findings = document.check();
    findings.retain(|finding| finding.severity >= least);
    Ok(Checked { document, findings })
}

fn print(checked: &[Checked]) -> std::io::Result<()> {
    let mut out = output::stdout();
    for file in checked {
        for finding in &file.findings {
            writeln!(out, "{}", render(finding, Some(file.document.source()), Style::Coloured))?;
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
        .flat_map(|file| {
            file.findings.iter().map(|finding| JsonFinding::new(finding, file.document.source()))
        })
        .collect();
    output::json(&JsonReport { files: checked.len(), errors, warnings, infos, findings })
}
