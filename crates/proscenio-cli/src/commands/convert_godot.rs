//! `proscenio convert` among Godot's own files: text, binary, older engines.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use proscenio::godot::binary::{BINARY_NARROWED, Binary, Compression, WriteOptions, write};
use proscenio::godot::versions::{Engine, retarget};
use proscenio::godot::{self, Kind};
use proscenio::godot_project::GodotProject;
use proscenio::{DiskTree, Document, Finding, Severity, Source, Vfs};
use rayon::prelude::*;

use crate::args::convert::{ConvertArgs, Form, Reals};
use crate::{Outcome, input, output, progress};

/// Whether a conversion stays among Godot's files.
pub fn wanted(args: &ConvertArgs) -> bool {
    Path::new(&args.input).is_dir() || form_of(&args.output).is_some()
}

fn form_of(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "tscn" | "tres" | "escn" => Some(Form::Text),
        "scn" | "res" => Some(Form::Binary),
        _ => None,
    }
}

/// Converts a file, or every Godot file of a folder.
pub fn run(args: &ConvertArgs) -> Result<Outcome> {
    let target = args.target.as_deref().map(engine).transpose()?;
    if !Path::new(&args.input).is_dir() {
        let form = form_of(&args.output).context("the ending of the output says the format")?;
        let project = input::project(&args.input, args.import.root.as_deref());
        let told = one(&args.input, &GodotProject::new(&project), &args.output, form, args, target)?;
        return tell(&[told], args);
    }
    let files = input::scene_files(std::slice::from_ref(&args.input))?;
    let files: Vec<String> = files.into_iter().filter(|file| form_of(Path::new(file)).is_some()).collect();
    let outputs = outputs(&files, args)?;
    // Files of one project share what is read of it.
    let projects = input::projects(&files, args.import.root.as_deref());
    let godots: Vec<GodotProject<'_>> = projects.projects.iter().map(GodotProject::new).collect();
    let bar = progress::bar(files.len(), "converting");
    let told: Vec<Told> = files
        .par_iter()
        .zip(&projects.of_file)
        .zip(&outputs)
        .map(|((file, project), output)| {
            let form = form_of(Path::new(output)).unwrap_or(Form::Text);
            let told = one(file, &godots[*project], Path::new(output), form, args, target);
            bar.inc(1);
            // One damaged file does not keep the others from being converted.
            Ok(told.unwrap_or_else(|error| Told { failed: Some(format!("{error:#}")), ..Told::default() }))
        })
        .collect::<Result<_>>()?;
    bar.finish_and_clear();
    let failed = told.iter().filter(|told| told.failed.is_some()).count();
    output::note(&format!("{} converted", output::counted(files.len() - failed, "file")));
    tell(&told, args)
}

fn engine(text: &str) -> Result<Engine> {
    Engine::parse(text).ok_or_else(|| anyhow!("{text} is no engine version; write 3.x or 4.0 to 4.6"))
}

/// Where each file goes: the same place below the output folder, with the ending of its form. No two
/// files may go to one place, and none onto a file that is read.
fn outputs(files: &[String], args: &ConvertArgs) -> Result<Vec<String>> {
    let to = args.to.context("of a folder, --to text or --to binary says what its files become")?;
    let mut outputs = Vec::with_capacity(files.len());
    for file in files {
        let path = Path::new(file);
        let inside = path.strip_prefix(&args.input).unwrap_or(path);
        let scene = matches!(inside.extension().and_then(|it| it.to_str()), Some("tscn" | "escn" | "scn"));
        let ending = match (to, scene) {
            (Form::Text, true) => "tscn",
            (Form::Text, false) => "tres",
            (Form::Binary, true) => "scn",
            (Form::Binary, false) => "res",
        };
        outputs.push(input::slashes(&args.output.join(inside.with_extension(ending)).to_string_lossy()));
    }
    let mut sorted: Vec<&String> = outputs.iter().collect();
    sorted.sort();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("two files would become {}", twice[0]);
    }
    Ok(outputs)
}

/// What there is to tell about a file.
#[derive(Default)]
struct Told {
    source: Option<Source>,
    findings: Vec<Finding>,
    failed: Option<String>,
}

fn one(
    file: &str,
    godot: &GodotProject<'_>,
    output: &Path,
    form: Form,
    args: &ConvertArgs,
    target: Option<Engine>,
) -> Result<Told> {
    let document = match input::open(file)? {
        Document::Godot(document) => document,
        other => bail!("{file} is a file of {}; only Godot's become .tscn or .scn", other.family()),
    };
    if document.kind() == Kind::Unknown {
        bail!("{file} is neither a scene nor a resource");
    }
    let mut findings = Vec::new();
    // What could not be read of a binary file would be missing afterwards.
    refuse_damage(file, document.binary().map(Binary::findings).unwrap_or_default())?;
    let mut text = document.source().clone();
    if document.binary().is_some() {
        let losses = document.findings().iter().filter(|finding| finding.severity > Severity::Info);
        findings.extend(losses.cloned());
        // Binary files leave the types of collections to the scripts.
        if let Some(typed) = godot.typed(&godot.opened(document.clone())) {
            text = Source::new(text.path().clone(), typed);
        }
    }
    if let Some(target) = target {
        let done = retarget(&godot::Document::parse(text.clone()), target);
        findings.extend(done.findings);
        text = Source::new(text.path().clone(), done.text);
    }
    let bytes = match form {
        Form::Text => text.bytes().to_vec(),
        Form::Binary => {
            let own = document.binary().map(Binary::write_options).unwrap_or_default();
            let compression = if args.compress { Some(Compression::Zstd) } else { None };
            let real64 = args.reals.map_or(own.real64, |reals| reals == Reals::Double);
            let options = WriteOptions { compression, real64, ..own };
            let mut written = write(&godot::Document::parse(text.clone()), &options);
            let cut = |finding: &&mut Finding| finding.code == BINARY_NARROWED.name;
            if args.reals == Some(Reals::Single) {
                written.findings.iter_mut().filter(cut).for_each(|it| it.severity = Severity::Warning);
            }
            refuse_damage(file, &written.findings)?;
            findings.extend(written.findings);
            written.bytes
        }
    };
    let path = input::slashes(&output.to_string_lossy());
    DiskTree.write(&path, &bytes).with_context(|| format!("writing {path}"))?;
    Ok(Told { source: Some(text), findings, failed: None })
}

/// A file that would not hold everything is not written.
fn refuse_damage(file: &str, findings: &[Finding]) -> Result<()> {
    let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    match errors.next() {
        None => Ok(()),
        Some(first) => {
            let more = errors.count();
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            let help = first.help.as_ref().map(|help| format!("\n  help: {help}")).unwrap_or_default();
            bail!("{file}: {} [{}]{more}; nothing is written{help}", first.message, first.code)
        }
    }
}

/// A binary file with another text, in its own way of writing.
pub fn rewritten(binary: &Binary, document: &godot::Document) -> Result<Vec<u8>> {
    let file = &**document.source().path();
    refuse_damage(file, binary.findings())?;
    let written = write(document, &binary.write_options());
    refuse_damage(file, &written.findings)?;
    for finding in &written.findings {
        output::warn(finding, Some(document.source()));
    }
    Ok(written.bytes)
}

fn tell(told: &[Told], args: &ConvertArgs) -> Result<Outcome> {
    let mut report = String::new();
    let mut failed = false;
    for told in told {
        for finding in &told.findings {
            match &args.report {
                Some(_) => {
                    report.push_str(&format!("{}: {} [{}]\n", finding.path, finding.message, finding.code))
                }
                None => output::warn(finding, told.source.as_ref()),
            }
        }
        if let Some(error) = &told.failed {
            failed = true;
            output::complain(&anyhow!("{error}"));
        }
    }
    if let Some(path) = &args.report {
        let path = input::slashes(&path.to_string_lossy());
        DiskTree.write(&path, report.as_bytes()).with_context(|| format!("writing {path}"))?;
    }
    Ok(if failed { Outcome::Findings } else { Outcome::Fine })
}
