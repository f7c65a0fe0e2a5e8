//! `proscenio schema`: JSON Schemas of the files of nacatamalon.

use std::io::Write;

use anyhow::{Result, bail};
use proscenio::nacatamalon::schema::{Which, json_schema};

use crate::args::SchemaArgs;
use crate::{Outcome, output};

/// Prints one schema, or which ones there are.
pub fn run(args: &SchemaArgs) -> Result<Outcome> {
    let mut out = output::stdout();
    let Some(kind) = &args.kind else {
        for which in Which::ALL {
            writeln!(out, "{}", which.name())?;
        }
        return Ok(Outcome::Fine);
    };
    let Some(which) = Which::from_name(kind) else {
        let names: Vec<&str> = Which::ALL.iter().map(|which| which.name()).collect();
        bail!("there is no schema `{kind}`; there are {}", names.join(", "));
    };
    out.write_all(json_schema(which).as_bytes())?;
    Ok(Outcome::Fine)
}
