//! The commands that change files: each touches the bytes it must touch, and no other.
//!
//! One module per family says what the commands mean there; [`editor`] chooses it.

mod espresso3d;
mod godot;
mod nacatamalon;

use std::borrow::Cow;
use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use proscenio::{DiskTree, Document, EditRefusal, Finding, Source, Vfs, apply};
use serde::Serialize;

use crate::args::edit::{Edit, Target};
use crate::args::{Format, GetArgs};
use crate::output::JsonFinding;
use crate::{Outcome, input, output};

/// What a family makes of the commands, for one file.
trait Editor {
    /// The file.
    fn source(&self) -> &Source;

    /// The text of what a target names.
    fn get(&self, target: &str) -> Result<String>;

    /// The same for machines, where the family has more to say than the text.
    fn get_json(&self, target: &str) -> Result<serde_json::Value> {
        Ok(serde_json::json!({ "target": target, "text": self.get(target)? }))
    }

    /// What a command changes.
    fn edit(&self, command: &Edit) -> Result<Done>;

    /// The file that a changed text stands for: the text itself, unless the file is no text.
    fn file(&self, text: Vec<u8>) -> Result<Vec<u8>> {
        Ok(text)
    }
}

/// What a command changes in a file.
struct Done {
    edits: Vec<proscenio::Edit>,
    findings: Vec<Finding>,
    /// What the command made: a path or an id.
    made: Option<String>,
}

/// The editor of a file. A family joins here.
fn editor(file: &str) -> Result<Box<dyn Editor>> {
    match input::open(file)? {
        Document::Godot(document) => Ok(Box::new(godot::Godot(document))),
        Document::Nacatamalon(document) => Ok(Box::new(nacatamalon::Nacatamalon(document))),
        Document::Espresso3d(document) => Ok(Box::new(espresso3d::Espresso3d(document))),
    }
}

/// A refusal with its code, which `explain` knows.
fn refused(refusal: EditRefusal) -> anyhow::Error {
    anyhow!("{refusal} [{}]", refusal.code.name)
}

/// Refuses a command that means nothing in a family.
fn foreign<T>(family: &str, what: &str, instead: &str) -> Result<T> {
    bail!("files of {family} have no {what}; {instead}")
}

/// Prints what a target names.
pub fn get(args: &GetArgs) -> Result<Outcome> {
    if args.effective || args.origin {
        super::instanced::get(args)?;
        return Ok(Outcome::Fine);
    }
    let editor = editor(&args.file)?;
    if args.format == Format::Json {
        output::json(&editor.get_json(&args.property)?)?;
        return Ok(Outcome::Fine);
    }
    let text = editor.get(&args.property)?;
    writeln!(output::stdout(), "{text}")?;
    Ok(Outcome::Fine)
}

/// Changes a file.
pub fn run(args: &Edit) -> Result<Outcome> {
    if let Edit::RenameNode { target, node, name, everywhere: true, scripts, dry_run } = args {
        return super::files::change::rename_node(
            &target.file,
            [node, name],
            *scripts,
            *dry_run,
            target.format,
        );
    }
    let common = common(args);
    let editor = editor(&common.file)?;
    let done = editor.edit(args)?;
    let source = editor.source();
    let printed = common.stdout || common.file == "-";
    if common.format == Format::Text || printed {
        output::findings(&done.findings, source, common.format)?;
    }
    if printed {
        output::stdout().write_all(&editor.file(apply(source.bytes(), &done.edits)?)?)?;
        return Ok(Outcome::Fine);
    }
    if !done.edits.is_empty() {
        let bytes = editor.file(apply(source.bytes(), &done.edits)?)?;
        DiskTree.write(&common.file, &bytes).with_context(|| format!("writing {}", common.file))?;
    }
    match (common.format, &done.made) {
        (Format::Json, _) => output::json(&JsonDone::new(&done, source))?,
        (Format::Text, Some(made)) => writeln!(output::stdout(), "{made}")?,
        (Format::Text, None) => {}
    }
    Ok(Outcome::Fine)
}

/// What a command changed, for machines.
#[derive(Serialize)]
struct JsonDone<'a> {
    file: &'a str,
    changed: bool,
    made: Option<&'a str>,
    /// By byte offsets of the file as it was.
    edits: Vec<JsonEdit<'a>>,
    findings: Vec<JsonFinding<'a>>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    start: u32,
    end: u32,
    text: Cow<'a, str>,
}

impl<'a> JsonDone<'a> {
    fn new(done: &'a Done, source: &'a Source) -> Self {
        let edit = |edit: &'a proscenio::Edit| JsonEdit {
            start: edit.span.start(),
            end: edit.span.end(),
            text: String::from_utf8_lossy(&edit.text),
        };
        Self {
            file: source.path(),
            changed: !done.edits.is_empty(),
            made: done.made.as_deref(),
            edits: done.edits.iter().map(edit).collect(),
            findings: done.findings.iter().map(|finding| JsonFinding::new(finding, source)).collect(),
        }
    }
}

fn common(args: &Edit) -> &Target {
    match args {
        Edit::Set { target, .. }
        | Edit::Unset { target, .. }
        | Edit::AddNode { target, .. }
        | Edit::RemoveNode { target, .. }
        | Edit::RenameNode { target, .. }
        | Edit::MoveNode { target, .. }
        | Edit::DuplicateNode { target, .. }
        | Edit::AddComponent { target, .. }
        | Edit::RemoveComponent { target, .. }
        | Edit::Connect { target, .. }
        | Edit::Disconnect { target, .. }
        | Edit::AddResource { target, .. }
        | Edit::RemoveResource { target, .. }
        | Edit::SetResource { target, .. } => target,
    }
}

/// The members that `--set` gives.
fn pairs(properties: &[(String, String)]) -> Vec<(&str, &str)> {
    properties.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}
