//! `proscenio run`: a scene at a moment of its animations.

use std::io::Write;

use anyhow::Result;
use proscenio::ImportOptions;
use serde_json::json;

use super::moving::{self, Moment};
use crate::args::{Format, RunArgs};
use crate::{Outcome, output};

/// Prints where everything is at a moment.
pub fn run(args: &RunArgs) -> Result<Outcome> {
    let scene = super::render::load(&args.file, args.root.as_deref(), &ImportOptions::default())?;
    let moment = moving::at(scene, &args.animation, args.time)?;
    match args.dump {
        Format::Json => {
            let played: Vec<&str> =
                moment.played.iter().map(|id| moment.scene.animations[*id].name.as_str()).collect();
            output::json(&json!({
                "scene": moment.scene.name,
                "animations": played,
                "time": args.time,
                "nodes": moving::nodes_json(&moment),
                "properties": moving::properties_json(&moment),
            }))?;
        }
        Format::Text => text(&moment, args.time)?,
    }
    Ok(Outcome::Fine)
}

fn text(moment: &Moment, time: f64) -> Result<()> {
    let scene = &moment.scene;
    let mut out = output::stdout();
    for id in &moment.played {
        writeln!(out, "{} at {time} s", scene.animations[*id].name)?;
    }
    for id in scene.depth_first() {
        let words = moving::place_words(scene, id);
        if !words.is_empty() {
            writeln!(out, "{}  {}", moving::path(scene, id), words.join(", "))?;
        }
    }
    for property in moving::properties_json(moment) {
        writeln!(out, "{} = {}", property["path"].as_str().unwrap_or_default(), property["value"])?;
    }
    Ok(())
}
