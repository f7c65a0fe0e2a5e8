//! `proscenio check`: findings of files, read in parallel, and their repairs.

mod baseline;
mod cache;
mod formats;
mod repairs;
mod report;
mod settings;
mod watch;

use anyhow::Result;
use proscenio::{Around, Document, Finding, Safety, Severity, Source, paths};
use rayon::prelude::*;

use crate::args::check::{CheckArgs, Least};
use crate::{Outcome, input, progress};
use settings::Settings;

/// Prints the findings of all files, in the order of their names.
pub fn run(args: &CheckArgs) -> Result<Outcome> {
    if args.watch { watch::run(args) } else { once(args) }
}

/// Checks all files once.
fn once(args: &CheckArgs) -> Result<Outcome> {
    let settings = Settings::of(args)?;
    let files = files(args, &settings)?;
    let mut checked = check_all(&files, args, &settings)?;
    if repairing(args) && !args.diff {
        repairs::write(&checked, args)?;
    }
    if args.diff {
        return report::diffs(&checked);
    }
    if let Some(file) = &args.write_baseline {
        return baseline::write(file, &checked);
    }
    if let Some(file) = args.baseline.as_ref().or(settings.baseline.as_ref()) {
        baseline::leave_out(file, &mut checked)?;
    }
    report::print(&checked, args)?;
    let worst = checked.iter().flat_map(|file| &file.findings).map(|finding| finding.severity).max();
    Ok(if worst >= Some(Severity::Warning) { Outcome::Findings } else { Outcome::Fine })
}

/// The files that are meant: those that paths name, less those that settings leave out, less those that git knows
/// as unchanged.
fn files(args: &CheckArgs, settings: &Settings) -> Result<Vec<String>> {
    let mut files = input::scene_files(&args.paths)?;
    files.retain(|file| !settings.excludes(file));
    if let Some(base) = &args.base {
        let changed = input::changed_since(base)?;
        files.retain(|file| file == "-" || changed.contains(&input::whole(file)));
    }
    Ok(files)
}

/// A file and what is to be said of it, after its repairs where they were asked for.
struct Checked {
    /// The name that it was found by.
    name: String,
    /// Its path from the root of its project, for settings and baselines.
    inner: String,
    source: Source,
    /// The bytes before the repairs, where those changed any.
    before: Option<Vec<u8>>,
    findings: Vec<Finding>,
}

fn check_all(files: &[String], args: &CheckArgs, settings: &Settings) -> Result<Vec<Checked>> {
    let bar = progress::bar(files.len(), "checking");
    // Files of one project share what is read of it.
    let projects = input::projects(files, args.root.as_deref());
    let around = |project| match settings.embedded_limit {
        Some(limit) => Around::new(project).with_embedded_limit(limit),
        None => Around::new(project),
    };
    let arounds: Vec<Around<'_>> = projects.projects.iter().map(around).collect();
    let caches = match &args.cache {
        Some(folder) => arounds.iter().map(|around| Some(cache::Cache::open(folder, around))).collect(),
        None => projects.projects.iter().map(|_| None).collect::<Vec<_>>(),
    };
    let checked: Vec<Result<Checked>> = files
        .par_iter()
        .zip(&projects.of_file)
        .map(|(file, project)| {
            let known = caches[*project].as_ref().filter(|_| file != "-").and_then(|cache| cache.get(file));
            let checked = match known {
                Some(known) => Ok(known_before(file, known, &arounds[*project], args, settings)),
                None => check(file, &arounds[*project], args, settings, caches[*project].as_ref()),
            };
            bar.inc(1);
            checked
        })
        .collect();
    bar.finish_and_clear();
    for cache in caches.iter().flatten() {
        cache.save()?;
    }
    checked.into_iter().collect()
}

/// What the cache says of a file, in the place of reading it.
fn known_before(
    file: &str,
    known: cache::Known,
    around: &Around<'_>,
    args: &CheckArgs,
    settings: &Settings,
) -> Checked {
    let inner = inner(file, around);
    let source = Source::new(file, known.bytes);
    let mut findings = known.findings;
    if let Some(document) =
        (!findings.is_empty()).then(|| Document::parse(file, source.bytes().to_vec())).flatten()
    {
        settings.leave(&inner, &document, &mut findings);
        findings.retain(|finding| finding.severity >= least(args));
        return Checked {
            name: file.to_owned(),
            inner,
            source: document.source().clone(),
            before: None,
            findings,
        };
    }
    Checked { name: file.to_owned(), inner, source, before: None, findings }
}

const fn least(args: &CheckArgs) -> Severity {
    match args.least {
        Least::Info => Severity::Info,
        Least::Warning => Severity::Warning,
        Least::Error => Severity::Error,
    }
}

fn inner(file: &str, around: &Around<'_>) -> String {
    let place = around.project().place_of(&input::slashes(file));
    let root = around.project().root().map_or("", |(root, _)| root);
    let rest = place.strip_prefix(root).unwrap_or(&place).trim_start_matches('/');
    if root.is_empty() { paths::clean(file) } else { rest.to_owned() }
}

fn check(
    file: &str,
    around: &Around<'_>,
    args: &CheckArgs,
    settings: &Settings,
    cache: Option<&cache::Cache>,
) -> Result<Checked> {
    let document = input::open(file)?;
    let inner = inner(file, around);
    let mut checked = if repairing(args) {
        repair(file, inner, &document, around, args, settings)?
    } else {
        let mut findings = proscenio::check_in(&document, Some(around));
        if let Some(cache) = cache.filter(|_| file != "-") {
            cache.put(file, &findings);
        }
        settings.leave(&inner, &document, &mut findings);
        let source = document.source().clone();
        Checked { name: file.to_owned(), inner, source, before: None, findings }
    };
    checked.findings.retain(|finding| finding.severity >= least(args));
    Ok(checked)
}

/// Whether files are repaired, or it is shown how they would be.
const fn repairing(args: &CheckArgs) -> bool {
    args.fix || args.unsafe_fixes || args.diff
}

/// Repairs a file; nothing is written yet.
fn repair(
    file: &str,
    inner: String,
    document: &Document,
    around: &Around<'_>,
    args: &CheckArgs,
    settings: &Settings,
) -> Result<Checked> {
    let safety = if args.unsafe_fixes { Safety::Unsafe } else { Safety::Safe };
    let wanted =
        |document: &Document, findings: &mut Vec<Finding>| settings.leave(&inner, document, findings);
    let fixed = proscenio::fix_where(document, Some(around), safety, &wanted);
    let source = document.source();
    let name = file.to_owned();
    if fixed.bytes == source.bytes() {
        return Ok(Checked { name, inner, source: source.clone(), before: None, findings: fixed.left });
    }
    let after = Source::new(&**source.path(), fixed.bytes);
    Ok(Checked { name, inner, source: after, before: Some(source.bytes().to_vec()), findings: fixed.left })
}
