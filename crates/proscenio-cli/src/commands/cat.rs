//! `proscenio cat`: a file as text, or what becomes of it when it is read.

use std::io::Write;

use anyhow::{Result, bail};
use proscenio::{Document, Finding, nacatamalon};

use super::engine;
use crate::args::{CatArgs, Mode};
use crate::{Outcome, input, output};

/// Prints one file.
pub fn run(args: &CatArgs) -> Result<Outcome> {
    if args.flatten {
        let (text, findings) = super::instanced::flatten(&args.file, args.project.as_deref())?;
        output::stdout().write_all(text.as_bytes())?;
        findings.iter().for_each(|finding| output::warn(finding, None));
        return Ok(Outcome::Fine);
    }
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
    if args.engine.is_some() {
        let seen = engine::see(document, &args.file)?;
        return Ok(Shown { text: seen.text, findings: seen.findings });
    }
    match document {
        Document::Nacatamalon(scene) if args.normalized || args.rewritten => Ok(read(scene, args)),
        other if args.normalized || args.rewritten => {
            bail!("{} is a file of {}; only nacatamalon's are read and written so", args.file, other.family())
        }
        // Of a binary file this is the text that the engine would save.
        Document::Godot(document) => Ok(Shown {
            text: document.source().bytes().to_vec(),
            findings: document.binary().map_or_else(Vec::new, |_| document.findings().to_vec()),
        }),
        plain => Ok(Shown { text: plain.to_bytes().to_vec(), findings: Vec::new() }),
    }
}

/// A scene as reading holds it, or as it is written from that.
fn read(document: &nacatamalon::Document, args: &CatArgs) -> Shown {
    let mode = match args.mode {
        Mode::Keep => nacatamalon::Mode::Keep,
        Mode::Engine => nacatamalon::Mode::Engine,
    };
    let (scene, told) = nacatamalon::parse_scene_doc_as(document, mode);
    let text = if args.rewritten { nacatamalon::serialize(&scene, mode) } else { scene.normalized(mode) };
    Shown { text: text.into_bytes(), findings: document.findings().iter().cloned().chain(told).collect() }
}
