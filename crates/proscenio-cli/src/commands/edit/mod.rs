//! The commands that change files: each touches the bytes it must touch, and no other.
//!
//! One module per family says what the commands mean there; [`editor`] chooses it.

mod godot;
mod nacatamalon;

use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use proscenio::{DiskTree, Document, EditRefusal, Finding, Source, Vfs, apply};

use crate::args::GetArgs;
use crate::args::edit::{Edit, Target};
use crate::{Outcome, input, output};

/// What a family makes of the commands, for one file.
trait Editor {
    /// The file.
    fn source(&self) -> &Source;

    /// The text of what a target names.
    fn get(&self, target: &str) -> Result<String>;

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
        other => bail!("{file} is a file of {}, which cannot be changed yet", other.family()),
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
    let text = editor(&args.file)?.get(&args.property)?;
    writeln!(output::stdout(), "{text}")?;
    Ok(Outcome::Fine)
}

/// Changes a file.
pub fn run(args: &Edit) -> Result<Outcome> {
    let common = common(args);
    let editor = editor(&common.file)?;
    let done = editor.edit(args)?;
    let source = editor.source();
    for finding in &done.findings {
        output::warn(finding, Some(source));
    }
    if common.stdout || common.file == "-" {
        output::stdout().write_all(&editor.file(apply(source.bytes(), &done.edits)?)?)?;
        return Ok(Outcome::Fine);
    }
    if !done.edits.is_empty() {
        let bytes = editor.file(apply(source.bytes(), &done.edits)?)?;
        DiskTree.write(&common.file, &bytes).with_context(|| format!("writing {}", common.file))?;
    }
    if let Some(made) = &done.made {
        writeln!(output::stdout(), "{made}")?;
    }
    Ok(Outcome::Fine)
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
