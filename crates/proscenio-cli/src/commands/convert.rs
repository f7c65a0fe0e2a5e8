//! `proscenio convert`: a scene in another format, and what that format could not hold.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use proscenio::gltf::{Container, Options};
use proscenio::{DiskTree, Exported, Loss, Vfs};
use serde::Serialize;

use crate::args::ConvertArgs;
use crate::{Outcome, output};

/// Losses listed on the terminal; a report file holds them all.
const LISTED: usize = 10;

/// Converts one scene.
pub fn run(args: &ConvertArgs) -> Result<Outcome> {
    if super::convert_model::wanted(args) {
        return super::convert_model::run(args);
    }
    if super::convert_godot::wanted(args) {
        return super::convert_godot::run(args);
    }
    let name = args.output.to_string_lossy().into_owned();
    let container = match args.output.extension().and_then(|ending| ending.to_str()) {
        Some("glb") => Container::Glb,
        Some("gltf") => Container::Gltf,
        _ => bail!(
            "{name}: the ending says the format; use .glb, .gltf, .obj, .e3m, .e3a, .tscn, .tres, .scn or .res"
        ),
    };
    let scene = super::render::load(&args.input, args.import.root.as_deref(), &args.import.options())?;
    let stem = args.output.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    finish(args, &proscenio::gltf::export(&scene, &Options { container, name: stem }))
}

/// Writes the files that a back made, and tells what they could not hold.
pub fn finish(args: &ConvertArgs, exported: &Exported) -> Result<Outcome> {
    let folder = args.output.parent().unwrap_or(Path::new(""));
    for file in &exported.files {
        let path = folder.join(&file.name).to_string_lossy().into_owned();
        DiskTree.write(&path, &file.bytes).with_context(|| format!("writing {path}"))?;
    }
    if let Some(report) = &args.report {
        let path = report.to_string_lossy();
        let as_json = report.extension().is_some_and(|ending| ending == "json");
        let text =
            if as_json { json_report(&exported.losses)? } else { text_report(&exported.losses, usize::MAX) };
        DiskTree.write(&path, text.as_bytes()).with_context(|| format!("writing {path}"))?;
    } else if !exported.losses.is_empty() {
        output::note(text_report(&exported.losses, LISTED).trim_end());
    }
    Ok(Outcome::Fine)
}

fn text_report(losses: &[Loss], most: usize) -> String {
    let mut text = match losses.len() {
        0 => "the target holds everything\n".to_owned(),
        count => format!("{} the target cannot hold:\n", output::counted(count, "thing")),
    };
    for loss in losses.iter().take(most) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {}: {} [{}]", loss.subject, loss.message, loss.code);
    }
    if losses.len() > most {
        let _ = writeln!(text, "  and {} more; --report FILE lists them all", losses.len() - most);
    }
    text
}

#[derive(Serialize)]
struct JsonLoss<'a> {
    code: &'a str,
    subject: &'a str,
    message: &'a str,
}

fn json_report(losses: &[Loss]) -> Result<String> {
    let losses: Vec<JsonLoss<'_>> = losses
        .iter()
        .map(|loss| JsonLoss { code: loss.code, subject: &loss.subject, message: &loss.message })
        .collect();
    Ok(serde_json::to_string_pretty(&losses)? + "\n")
}
