//! `proscenio info`: what a file holds.

use std::io::Write;

use anyhow::{Result, bail};
use proscenio::run::{PortalMap, ViewVolume};
use proscenio::{Component, Document, Fact, FactValue, Scene};
use serde_json::{Map, Value, json};

use super::{engine, frames, moving};
use crate::args::{Format, InfoArgs};
use crate::{Outcome, input, output};

/// Sectors of a map whose view is told, and how near a doorway its middle may be, metres.
const LISTED: usize = 100;
const NEAR: f64 = 0.1;

/// Surfaces that are told one by one.
const SURFACES: usize = 100;

/// Prints the facts of one file.
pub fn run(args: &InfoArgs) -> Result<Outcome> {
    if args.vertices {
        if args.format == Format::Text {
            bail!("--vertices prints numbers for programs; add --format json");
        }
        let document = input::open(&args.file)?;
        let scene = proscenio::import(&document, &input::project(&args.file, None)).scene;
        output::json(&proscenio::facts::facts(&scene, proscenio::facts::Detail { vertices: true }))?;
        return Ok(Outcome::Fine);
    }
    let (facts, scene) = if proscenio::obj::is_model(&args.file) {
        (input::model(&args.file)?.facts(), None)
    } else if args.engine.is_some() {
        (engine::see(&input::open(&args.file)?, &args.file)?.facts(), None)
    } else {
        let (facts, scene) = of_document(args)?;
        (facts, Some(scene))
    };
    match args.format {
        Format::Text => {
            let mut out = output::stdout();
            let width = facts.iter().map(|fact| fact.label.len()).max().unwrap_or(0);
            for fact in &facts {
                match &fact.value {
                    FactValue::Count(count) => writeln!(out, "{:width$}  {count}", fact.label)?,
                    FactValue::Text(text) => writeln!(out, "{:width$}  {text}", fact.label)?,
                    FactValue::List(list) => {
                        writeln!(out, "{:width$}  {}", fact.label, list.len())?;
                        for entry in list {
                            writeln!(out, "{:width$}    {entry}", "")?;
                        }
                    }
                }
            }
        }
        Format::Json => {
            let mut map: Map<String, Value> = facts
                .iter()
                .map(|fact| {
                    let value = match &fact.value {
                        FactValue::Count(count) => json!(count),
                        FactValue::Text(text) => json!(text),
                        FactValue::List(list) => json!(list),
                    };
                    (fact.label.replace(' ', "_"), value)
                })
                .collect();
            if let Some(scene) = scene.as_ref().filter(|scene| !scene.animations.is_empty()) {
                map.insert("animations".to_owned(), moving::animations_json(scene));
            }
            let runs = scene.as_ref().map(frames::json).unwrap_or_default();
            if !runs.is_empty() {
                map.insert("sprite_frames".to_owned(), Value::Array(runs));
            }
            if let Some(scene) = scene.as_ref().filter(|scene| !scene.skeletons.is_empty()) {
                map.insert("skeletons".to_owned(), moving::skeletons_json(scene));
            }
            output::json(&map)?;
        }
    }
    Ok(Outcome::Fine)
}

/// The facts of a document, and the scene it makes.
fn of_document(args: &InfoArgs) -> Result<(Vec<Fact>, Scene)> {
    let document = input::open(&args.file)?;
    let mut facts = document.facts();
    let scene = proscenio::import(&document, &input::project(&args.file, None)).scene;
    if args.format == Format::Text {
        let lists = [
            ("animations", moving::animation_lines(&scene)),
            ("sprite frames", frames::lines(&scene)),
            ("skeletons", moving::skeleton_lines(&scene)),
        ];
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        facts.extend(lists.map(|(label, list)| Fact { label, value: FactValue::List(list) }));
    }
    facts.extend(seen(&document, &scene));
    facts.extend(surfaces(&document, &scene));
    Ok((facts, scene))
}

/// How much of a portal map is seen from the middle of each of its sectors, all around.
fn seen(document: &Document, scene: &Scene) -> Option<Fact> {
    if !matches!(document, Document::Espresso3d(_)) {
        return None;
    }
    let map = PortalMap::new(scene, &scene.world_placements())?;
    let total = map.sector_count();
    let line = |sector: usize| {
        let (low, high) = map.bounds(sector)?;
        let seen = map.seen(&ViewVolume::around((low + high) * 0.5, NEAR), sector);
        Some(format!("from the middle of {}: {} of {total}", map.name(sector), seen.sectors.len()))
    };
    let mut lines: Vec<String> = (0..total.min(LISTED)).filter_map(line).collect();
    if total > LISTED {
        lines.push(format!("from {} more sectors: not listed", total - LISTED));
    }
    Some(Fact { label: "sectors seen", value: FactValue::List(lines) })
}

/// The surfaces of a Godot file's meshes, with the first node that shows each.
fn surfaces(document: &Document, scene: &Scene) -> Option<Fact> {
    if !matches!(document, Document::Godot(_)) {
        return None;
    }
    let mut told = vec![false; scene.meshes.len()];
    let mut lines = Vec::new();
    for id in scene.depth_first() {
        let node = &scene.nodes[id];
        for component in &node.components {
            let Component::Mesh(instance) = component else { continue };
            if std::mem::replace(&mut told[instance.mesh.index()], true) {
                continue;
            }
            for (at, surface) in scene.meshes[instance.mesh].surfaces.iter().enumerate() {
                let (vertices, indices) = (surface.positions.len(), surface.indices.len());
                lines.push(format!("{} {at}: {vertices} vertices, {indices} indices", node.identity.key));
            }
        }
    }
    if lines.is_empty() {
        return None;
    }
    if lines.len() > SURFACES {
        let more = lines.len() - SURFACES;
        lines.truncate(SURFACES);
        lines.push(format!("{more} more: not listed"));
    }
    Some(Fact { label: "surfaces", value: FactValue::List(lines) })
}
