//! Findings as text and JSON, and in numbers.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use proscenio::{Severity, Style, render};
use serde::Serialize;
use similar::TextDiff;

use super::{Checked, formats};
use crate::Outcome;
use crate::args::check::{CheckArgs, Report};
use crate::output::{self, JsonFinding};

/// Prints what was found in the way that was asked for.
pub(super) fn print(checked: &[Checked], args: &CheckArgs) -> Result<()> {
    match args.format {
        Report::Text if args.statistics => statistics(checked),
        Report::Text => Ok(print_text(checked)?),
        Report::Json if args.statistics => output::json(&counted(checked)),
        Report::Json => print_json(checked),
        Report::Sarif => formats::sarif(checked),
        Report::Github => formats::github(checked),
        Report::Junit => formats::junit(checked),
    }
}

/// Shows how the repairs would change the files.
pub(super) fn diffs(checked: &[Checked]) -> Result<Outcome> {
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

fn print_text(checked: &[Checked]) -> std::io::Result<()> {
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

#[derive(Serialize)]
struct Count {
    code: &'static str,
    severity: &'static str,
    count: usize,
    files: usize,
    /// How many of them offer a repair.
    fixable: usize,
}

/// How often each code was found, the most frequent first.
fn counted(checked: &[Checked]) -> Vec<Count> {
    let mut counts: BTreeMap<&'static str, (Count, usize)> = BTreeMap::new();
    for (number, file) in checked.iter().enumerate() {
        for finding in &file.findings {
            let severity = output::severity_name(finding.severity);
            let new = || (Count { code: finding.code, severity, count: 0, files: 0, fixable: 0 }, usize::MAX);
            let (count, last) = counts.entry(finding.code).or_insert_with(new);
            count.count += 1;
            count.fixable += usize::from(finding.fix.is_some());
            count.files += usize::from(*last != number);
            *last = number;
        }
    }
    let mut counts: Vec<Count> = counts.into_values().map(|(count, _)| count).collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.count));
    counts
}

fn statistics(checked: &[Checked]) -> Result<()> {
    let mut out = output::stdout();
    for Count { code, severity, count, files, fixable } in counted(checked) {
        let fixable = if fixable > 0 { format!(", {fixable} with a repair") } else { String::new() };
        writeln!(out, "{count:6}  {code} ({severity}, in {}{fixable})", output::counted(files, "file"))?;
    }
    let [errors, warnings, infos] = counts(checked);
    let (errors, warnings) = (output::counted(errors, "error"), output::counted(warnings, "warning"));
    writeln!(
        out,
        "{}: {errors}, {warnings}, {}",
        output::counted(checked.len(), "file"),
        output::counted(infos, "note")
    )?;
    Ok(())
}
