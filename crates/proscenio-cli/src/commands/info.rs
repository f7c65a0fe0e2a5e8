//! `proscenio info`: what a file holds.

use std::io::Write;

use anyhow::Result;
use proscenio::FactValue;
use serde_json::{Map, Value, json};

use super::engine;
use crate::args::{Format, InfoArgs};
use crate::{Outcome, input, output};

/// Prints the facts of one file.
pub fn run(args: &InfoArgs) -> Result<Outcome> {
    let document = input::open(&args.file)?;
    let facts = match args.engine {
        Some(_) => engine::see(&document, &args.file)?.facts(),
        None => document.facts(),
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
            let map: Map<String, Value> = facts
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
            output::json(&map)?;
        }
    }
    Ok(Outcome::Fine)
}
