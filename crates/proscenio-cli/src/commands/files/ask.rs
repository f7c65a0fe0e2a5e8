//! `deps`, `refs`, `unused`, `why`, `graph`.

use std::io::Write;

use anyhow::{Result, bail};
use proscenio::graph::{Confidence, Graph, How, Reference, Target, Use};
use serde::Serialize;

use super::{find, project, read};
use crate::args::Format;
use crate::args::files::{DepsArgs, Drawing, GraphArgs, RefsArgs, Sure, UnusedArgs};
use crate::{Outcome, input, output};

/// A reference for machines.
#[derive(Serialize)]
struct JsonUse<'a> {
    from: &'a str,
    line: u32,
    how: &'static str,
    text: &'a str,
    /// The file it leads to; `null` when it is missing, a folder, or outside.
    to: Option<&'a str>,
    target: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    by_uid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[u32; 2]>,
}

fn json_use<'a>(graph: &'a Graph, from: usize, reference: &'a Reference) -> JsonUse<'a> {
    let (to, target) = match &reference.target {
        Target::File(file) => (Some(graph.name(*file)), "file"),
        Target::Folder(folder) => (Some(graph.from_root(folder)), "folder"),
        Target::Missing => (None, "missing"),
        Target::Elsewhere => (None, "elsewhere"),
    };
    let named = &reference.named;
    JsonUse {
        from: graph.name(from),
        line: named.line,
        how: named.how.word(),
        text: &named.text,
        to,
        target,
        label: named.label.as_deref(),
        by_uid: reference.by_uid,
        span: named.span.map(|span| [span.start(), span.end()]),
    }
}

fn reference(graph: &Graph, found: Use) -> Option<&Reference> {
    graph.files().get(found.from)?.references.get(found.reference)
}

/// Whether a missing file is worth a word: texts in settings and scripts may be about something else.
fn is_lost(reference: &Reference) -> bool {
    reference.target == Target::Missing
        && !matches!(reference.named.how, How::Text | How::Setting | How::Export)
}

pub(super) fn deps(args: &DepsArgs) -> Result<Outcome> {
    let project = project(&args.file, &args.root)?;
    let graph = read(&project);
    let file = find(&graph, &project, &args.file)?;
    let mut uses = graph.deps(file, args.all);
    uses.retain(|found| reference(&graph, *found).is_some_and(|one| one.target != Target::Elsewhere));
    let lost = uses.iter().any(|found| reference(&graph, *found).is_some_and(is_lost));
    print(&graph, &uses, args.format)?;
    Ok(if lost { Outcome::Findings } else { Outcome::Fine })
}

fn print(graph: &Graph, uses: &[Use], format: Format) -> Result<()> {
    if format == Format::Json {
        let list =
            uses.iter().filter_map(|found| Some(json_use(graph, found.from, reference(graph, *found)?)));
        return output::json(&list.collect::<Vec<_>>());
    }
    let mut out = output::stdout();
    for found in uses {
        let Some(reference) = reference(graph, *found) else { continue };
        let named = &reference.named;
        let to = match &reference.target {
            Target::File(file) => graph.name(*file).to_owned(),
            Target::Folder(folder) => format!("{}/", graph.from_root(folder)),
            Target::Missing => format!("{} (missing)", named.text),
            Target::Elsewhere => format!("{} (outside)", named.text),
        };
        writeln!(out, "{}:{}: {} ({})", graph.name(found.from), named.line, to, named.how.word())?;
    }
    Ok(())
}

pub(super) fn refs(args: &RefsArgs) -> Result<Outcome> {
    let project = project(&args.file, &args.root)?;
    let graph = read(&project);
    let place = project.place_of(&input::slashes(&args.file));
    let targets: Vec<usize> = match graph.find(&place) {
        Some(file) => vec![file],
        None if graph.is_folder(&place) => {
            let below =
                |path: &str| path.strip_prefix(place.as_str()).is_some_and(|rest| rest.starts_with('/'));
            (0..graph.files().len()).filter(|file| below(&graph.files()[*file].path)).collect()
        }
        None => vec![find(&graph, &project, &args.file)?],
    };
    let mut uses: Vec<Use> = Vec::new();
    for target in &targets {
        let users = graph.users(*target).iter();
        // What a folder's own files say of each other, and what lies beside a file, is no news.
        let users = users.filter(|(from, _)| !targets.contains(from) && graph.owner(*from) != Some(*target));
        uses.extend(users.map(|(from, reference)| Use { from: *from, reference: *reference }));
    }
    uses.sort_by_key(|found| (found.from, found.reference));
    uses.dedup();
    print(&graph, &uses, args.format)?;
    Ok(if uses.is_empty() { Outcome::Findings } else { Outcome::Fine })
}

#[derive(Serialize)]
struct JsonUnused<'a> {
    file: &'a str,
    bytes: u64,
    confidence: &'static str,
    reasons: &'a [String],
}

pub(super) fn unused(args: &UnusedArgs) -> Result<Outcome> {
    let project = project(&args.folder, &args.root)?;
    let graph = read(&project);
    let least = match args.confidence {
        Sure::Low => Confidence::Low,
        Sure::Medium => Confidence::Medium,
        Sure::High => Confidence::High,
    };
    let folder = project.place_of(&input::slashes(&args.folder));
    let below = |path: &str| {
        path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/') || folder.is_empty())
    };
    let mut unused = graph.unused();
    unused.retain(|unused| unused.confidence >= least && below(&graph.files()[unused.file].path));
    if args.format == Format::Json {
        let list = unused.iter().map(|unused| JsonUnused {
            file: graph.name(unused.file),
            bytes: size(&graph.files()[unused.file].path),
            confidence: unused.confidence.word(),
            reasons: &unused.reasons,
        });
        output::json(&list.collect::<Vec<_>>())?;
    } else {
        let mut out = output::stdout();
        let mut bytes = 0;
        for unused in &unused {
            bytes += size(&graph.files()[unused.file].path);
            writeln!(
                out,
                "{} ({}): {}",
                graph.name(unused.file),
                unused.confidence.word(),
                unused.reasons.join("; ")
            )?;
        }
        writeln!(
            out,
            "{} unused of {}, {bytes} bytes",
            output::counted(unused.len(), "file"),
            graph.files().len()
        )?;
    }
    Ok(if unused.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

/// Length in bytes, also of files that were not read.
fn size(path: &str) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

#[derive(Serialize)]
struct JsonStep<'a> {
    file: &'a str,
    /// The line of the file before that names this one.
    line: Option<u32>,
    how: Option<&'static str>,
}

pub(super) fn why(args: &RefsArgs) -> Result<Outcome> {
    let project = project(&args.file, &args.root)?;
    let graph = read(&project);
    let file = find(&graph, &project, &args.file)?;
    let Some(chain) = graph.why(file) else {
        let unused = graph.unused().into_iter().find(|unused| unused.file == file);
        let reasons = unused.map(|unused| unused.reasons.join("; ")).unwrap_or_default();
        match args.format {
            Format::Json => output::json(&Vec::<JsonStep<'_>>::new())?,
            Format::Text => {
                writeln!(output::stdout(), "no root of the project leads to {}: {reasons}", graph.name(file))?
            }
        }
        return Ok(Outcome::Findings);
    };
    let mut steps: Vec<JsonStep<'_>> = Vec::new();
    for (at, step) in chain.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chain.get(at));
        let named =
            before.zip(step.by).and_then(|(before, by)| graph.files()[before.file].references.get(by));
        steps.push(JsonStep {
            file: graph.name(step.file),
            line: named.map(|reference| reference.named.line),
            how: named.map(|reference| reference.named.how.word()),
        });
    }
    if args.format == Format::Json {
        output::json(&steps)?;
        return Ok(Outcome::Fine);
    }
    let mut out = output::stdout();
    for (at, step) in steps.iter().enumerate() {
        let indent = "  ".repeat(at);
        match (step.line, step.how) {
            (Some(line), Some(how)) => writeln!(out, "{indent}{} ({how}, line {line})", step.file)?,
            _ => writeln!(out, "{indent}{}", step.file)?,
        }
    }
    Ok(Outcome::Fine)
}

#[derive(Serialize)]
struct JsonGraph<'a> {
    root: &'a str,
    roots: Vec<&'a str>,
    files: Vec<&'a str>,
    references: Vec<JsonUse<'a>>,
}

pub(super) fn graph(args: &GraphArgs) -> Result<Outcome> {
    let project = project(&args.folder, &args.root)?;
    let graph = read(&project);
    if graph.files().is_empty() {
        bail!("there is no file in {}", graph.root());
    }
    let mut out = output::stdout();
    match args.format {
        Drawing::Dot => out.write_all(graph.to_dot().as_bytes())?,
        Drawing::Mermaid => out.write_all(graph.to_mermaid().as_bytes())?,
        Drawing::Json => {
            let mut references = Vec::new();
            for (from, file) in graph.files().iter().enumerate() {
                references.extend(file.references.iter().map(|one| json_use(&graph, from, one)));
            }
            output::json(&JsonGraph {
                root: graph.root(),
                roots: graph.roots().into_iter().map(|file| graph.name(file)).collect(),
                files: (0..graph.files().len()).map(|file| graph.name(file)).collect(),
                references,
            })?;
        }
    }
    Ok(Outcome::Fine)
}
