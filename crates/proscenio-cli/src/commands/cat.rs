//! `proscenio cat`: a file as text, or what becomes of it when it is read.

use std::io::Write;

use anyhow::{Result, bail};
use proscenio::{Document, Finding, nacatamalon};

use crate::args::CatArgs;
use crate::{Outcome, input, output};

/// Prints one file.
pub fn run(args: &CatArgs) -> Result<Outcome> {
    let document = input::open(&args.file)?;
    let shown = show(&document, args)?;
    output::stdout().write_all(&shown.text)?;
    output::findings(&shown.findings, document.source(), args.findings)?;
    Ok(Outcome::Fine)
}

/// What is printed, and what there is to tell about it.
struct Shown {
    text: Vec<u8>,
    findings: Vec<Finding>,
}

/// The view of a file that was asked for. A family's views join here.
fn show(document: &Document, args: &CatArgs) -> Result<Shown> {
    match document {
        Document::Nacatamalon(scene) if args.normalized => Ok(normalized(scene)),
        other if args.normalized => {
            bail!("{} is a file of {}; only nacatamalon's are normalized", args.file, other.family())
        }
        // Of a binary file this is the text that the engine would save.
        Document::Godot(document) => Ok(Shown {
            text: document.source().bytes().to_vec(),
            findings: document.binary().map_or_else(Vec::new, |_| document.findings().to_vec()),
        }),
        plain => Ok(Shown { text: plain.to_bytes().to_vec(), findings: Vec::new() }),
    }
}

fn normalized(document: &nacatamalon::Document) -> Shown {
    let (scene, told) = nacatamalon::parse_scene_doc(document);
    let text = proscenio::Source::new(document.source().path().clone(), scene.normalized().into_bytes());
    let laid_out = nacatamalon::format::format(
        &nacatamalon::Document::parse(text),
        &nacatamalon::format::Options::default(),
    );
    let findings = document.findings().iter().cloned().chain(told).collect();
    Shown { text: laid_out.text, findings }
}
