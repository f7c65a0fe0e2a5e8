//! `proscenio verify`: the promise that writing an untouched file gives its bytes back, tried on real files.

use std::io::Write;

use anyhow::Result;
use rayon::prelude::*;

use crate::args::PathsArgs;
use crate::{Outcome, input, output, progress};

/// Reads every file, writes it in memory and compares.
pub fn run(args: &PathsArgs) -> Result<Outcome> {
    let files = input::scene_files(&args.paths)?;
    let bar = progress::bar(files.len(), "verifying");
    let differing: Vec<Option<String>> = files
        .par_iter()
        .map(|file| {
            let difference = difference(file)?;
            bar.inc(1);
            Ok(difference)
        })
        .collect::<Result<_>>()?;
    bar.finish_and_clear();
    let mut out = output::stdout();
    for difference in differing.iter().flatten() {
        writeln!(out, "{difference}")?;
    }
    let identical = differing.iter().filter(|difference| difference.is_none()).count();
    writeln!(out, "{}, {identical} identical", output::counted(files.len(), "file"))?;
    Ok(if identical == files.len() { Outcome::Fine } else { Outcome::Findings })
}

fn difference(file: &str) -> Result<Option<String>> {
    let document = input::open(file)?;
    let source = document.file();
    let written = document.to_bytes();
    if written == source.bytes() {
        return Ok(None);
    }
    let same = written.iter().zip(source.bytes()).take_while(|(a, b)| a == b).count();
    let place = source.line_col(same as u32);
    Ok(Some(format!("{file}:{}:{}: differs from here on", place.line, place.column)))
}
