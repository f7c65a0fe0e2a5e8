//! Commands about what is in one Godot file: `audit`, `strip-scripts`, `dedup`, `prune`, `size`.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Result, anyhow, bail};
use proscenio::audit::Allowed;
use proscenio::{DiskTree, Document, Safety, Vfs, godot};
use serde::Serialize;

use crate::args::Format;
use crate::args::files::{AuditArgs, SizeArgs, StripArgs, UniqueArgs};
use crate::commands::convert_godot;
use crate::output::JsonFinding;
use crate::{Outcome, input, output};

fn open(file: &str) -> Result<godot::Document> {
    match input::open(file)? {
        Document::Godot(document) => Ok(document),
        _ => bail!("{file} is no file of Godot"),
    }
}

pub(super) fn audit(args: &AuditArgs) -> Result<Outcome> {
    if !args.untrusted {
        bail!("name what the files are with --untrusted: nothing in them is taken on trust");
    }
    let allowed = Allowed {
        paths: args.allow.clone(),
        bytes: args.max_bytes,
        sections: args.max_sections,
        depth: args.max_depth,
    };
    let mut files = Vec::new();
    for file in input::scene_files(&args.paths)? {
        if let Document::Godot(document) = input::open(&file)? {
            let findings = proscenio::audit::audit(&document, &allowed);
            // What could not be read could hold anything.
            let damage =
                document.findings().iter().filter(|finding| finding.severity == proscenio::Severity::Error);
            let findings: Vec<_> = damage.cloned().chain(findings).collect();
            files.push((document.source().clone(), findings));
        }
    }
    let count: usize = files.iter().map(|(_, findings)| findings.len()).sum();
    if args.format == Format::Json {
        let all = files
            .iter()
            .flat_map(|(source, findings)| findings.iter().map(|finding| JsonFinding::new(finding, source)));
        output::json(&all.collect::<Vec<_>>())?;
    } else {
        let mut out = output::stdout();
        for (source, findings) in &files {
            for finding in findings {
                writeln!(out, "{}", proscenio::render(finding, Some(source), proscenio::Style::Coloured))?;
            }
        }
        writeln!(out, "{}: {}", output::counted(files.len(), "file"), output::counted(count, "finding"))?;
    }
    Ok(if count == 0 { Outcome::Fine } else { Outcome::Findings })
}

/// Writes what became of a file, or prints it.
fn done(args: &StripArgs, before: &godot::Document, after: &godot::Document, told: &str) -> Result<Outcome> {
    let bytes = match before.binary() {
        Some(binary) if before.source().bytes() != after.source().bytes() => {
            convert_godot::rewritten(binary, after)?
        }
        Some(binary) => binary.source().bytes().to_vec(),
        None => after.to_bytes(),
    };
    if args.stdout || args.file == "-" {
        output::stdout().write_all(&bytes)?;
    } else {
        if before.source().bytes() != after.source().bytes() {
            DiskTree.write(&input::slashes(&args.file), &bytes)?;
        }
        writeln!(output::stdout(), "{told}")?;
    }
    Ok(Outcome::Fine)
}

pub(super) fn strip_scripts(args: &StripArgs) -> Result<Outcome> {
    let before = open(&args.file)?;
    let (after, gone) = proscenio::audit::strip_scripts(&before)
        .map_err(|refusal| anyhow!("{refusal} [{}]", refusal.code.name))?;
    done(args, &before, &after, &format!("{} taken out", output::counted(gone, "script")))
}

pub(super) fn dedup(args: &StripArgs) -> Result<Outcome> {
    let before = open(&args.file)?;
    let (after, gone) =
        proscenio::dedup(&before).map_err(|refusal| anyhow!("{refusal} [{}]", refusal.code.name))?;
    done(args, &before, &after, &format!("{} that was there twice", output::counted(gone, "resource")))
}

pub(super) fn prune(args: &StripArgs) -> Result<Outcome> {
    let before = open(&args.file)?;
    // The repair of the check; the rule asks for a project, so a file that stands alone is one.
    let folder = proscenio::paths::parent(&input::whole(&args.file)).to_owned();
    let project = input::project(&args.file, Some(&folder));
    let text = Document::Godot(godot::Document::parse(before.source().clone()));
    let around = proscenio::Around::new(&project);
    let fixed = proscenio::fix_where(&text, Some(&around), Safety::Unsafe, &|_, findings| {
        findings.retain(|finding| finding.code == "godot/unused-resource");
    });
    let after = godot::Document::parse(proscenio::Source::new(
        std::sync::Arc::clone(before.source().path()),
        fixed.bytes,
    ));
    done(args, &before, &after, &format!("{} taken out", output::counted(fixed.applied.len(), "resource")))
}

pub(super) fn make_unique(args: &UniqueArgs) -> Result<Outcome> {
    use godot::edit;
    let before = open(&args.file.file)?;
    // Of a binary file the text is changed, and written as binary again.
    let text = godot::Document::parse(before.source().clone());
    let unique = edit::Unique { deep: args.deep, local: args.local_to_scene };
    let target = edit::Target::parse(&args.target);
    let done_edits =
        target.and_then(|target| edit::make_unique(&text, &target, unique, &edit::Options::default()));
    let edits = done_edits.map_err(|refusal| anyhow!("{refusal} [{}]", refusal.code.name))?;
    let after = edits.apply(&text);
    let id = edits.made.unwrap_or_default();
    let copied = after.sub_resources().count() > text.sub_resources().count();
    let told = if copied {
        format!("{} has its own, {id}", args.target)
    } else {
        format!("{} is the only one that uses {id}", args.target)
    };
    done(&args.file, &before, &after, &told)
}

#[derive(Serialize)]
struct Part {
    kind: String,
    count: usize,
    bytes: u64,
}

#[derive(Serialize)]
struct Section {
    section: String,
    line: u32,
    bytes: u32,
}

#[derive(Serialize)]
struct Sizes {
    bytes: u32,
    parts: Vec<Part>,
    largest: Vec<Section>,
}

pub(super) fn size(args: &SizeArgs) -> Result<Outcome> {
    let document = open(&args.file)?;
    let sizes = sizes(&document, args.top);
    if args.format == Format::Json {
        output::json(&sizes)?;
        return Ok(Outcome::Fine);
    }
    let mut out = output::stdout();
    writeln!(out, "{:>12} {:>7}  in all", sizes.bytes, "")?;
    for Part { kind, count, bytes } in &sizes.parts {
        writeln!(out, "{bytes:>12} {count:>7}  {kind}")?;
    }
    writeln!(out, "\nthe largest sections:")?;
    for Section { section, line, bytes } in &sizes.largest {
        writeln!(out, "{bytes:>12}  line {line}: {section}")?;
    }
    Ok(Outcome::Fine)
}

fn sizes(document: &godot::Document, top: usize) -> Sizes {
    let mut parts: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let mut largest = Vec::new();
    let mut inside = 0;
    for section in document.sections() {
        let text = |name: &str| section.attribute(name).and_then(|entry| entry.text());
        let class = text("type").map(|class| format!(" {class}")).unwrap_or_default();
        let kind = format!("{}{class}", section.tag());
        let length = section.span().len();
        inside += u64::from(length);
        let part = parts.entry(kind.clone()).or_default();
        *part = (part.0 + 1, part.1 + u64::from(length));
        let name = text("name").or_else(|| text("id")).map(|name| format!(" {name}")).unwrap_or_default();
        let line = document.source().line_col(section.header_span().start()).line;
        largest.push(Section { section: format!("{kind}{name}"), line, bytes: length });
    }
    let mut parts: Vec<Part> =
        parts.into_iter().map(|(kind, (count, bytes))| Part { kind, count, bytes }).collect();
    parts.push(Part {
        kind: "between sections".to_owned(),
        count: 0,
        bytes: u64::from(document.source().len()) - inside,
    });
    parts.sort_by_key(|part| std::cmp::Reverse(part.bytes));
    largest.sort_by_key(|section| std::cmp::Reverse(section.bytes));
    largest.truncate(top);
    Sizes { bytes: document.source().len(), parts, largest }
}
