//! `proscenio mergetool` and `proscenio merge --resolve`: settling what a merge left open.

use std::io::{self, BufRead, Write};

use anyhow::{Context, Result, bail};
use proscenio::diff::{self, OpenConflict, Take};
use proscenio::{DiskTree, Source, Vfs};

use crate::args::merge::{MergetoolArgs, Side};
use crate::{Outcome, input, output};

/// Asks about each conflict of a file; merges first when three sides are given.
pub fn run(args: &MergetoolArgs) -> Result<Outcome> {
    // Of a binary file the text is settled; this is the file that says how it is written.
    let mut like = None;
    let (source, file) = match &args.files[..] {
        [file] => (Source::new(input::slashes(file), input::bytes(file)?), file),
        [base, ours, theirs, merged] => {
            let source = |file: &str| -> Result<Source> {
                Ok(Source::new(input::slashes(merged), input::bytes(file)?))
            };
            let options = diff::Options::default();
            let ours = source(ours)?;
            let done = diff::merge(&source(base)?, &ours, &source(theirs)?, &options);
            done.findings.iter().for_each(|finding| output::warn(finding, None));
            if done.conflicts.iter().any(|conflict| conflict.place.what == "file") {
                bail!("{merged} cannot be merged; take one side with `git checkout --ours` or `--theirs`");
            }
            like = done.text.is_some().then_some(ours);
            (Source::new(input::slashes(merged), done.text.unwrap_or(done.bytes)), merged)
        }
        _ => bail!("name a file with conflicts, or BASE OURS THEIRS MERGED as git does"),
    };
    let mut source = source;
    let mut at = 0;
    let mut answers = io::stdin().lock();
    loop {
        let open = diff::open_conflicts(&source);
        let Some(conflict) = open.get(at) else { break };
        let take = match args.take {
            Some(side) => Some(take_of(side)),
            None => match ask(conflict, at + 1, open.len(), &mut answers)? {
                Answer::Take(take) => Some(take),
                Answer::Skip => None,
                Answer::Quit => break,
            },
        };
        match take {
            Some(take) => {
                let bytes = diff::resolve(&source, at, &take).context("the conflict is gone")?;
                source = Source::new(std::sync::Arc::clone(source.path()), bytes);
            }
            None => at += 1,
        }
    }
    let left = diff::open_conflicts(&source).len();
    match &like {
        // A binary file holds no marks, so what is open would be lost.
        Some(_) if left > 0 => {
            bail!("{file} is binary: settle all of its conflicts or none; nothing was written")
        }
        Some(like) => {
            let bytes = diff::as_binary(&source, like).map_err(anyhow::Error::msg)?;
            DiskTree.write(file, &bytes).with_context(|| format!("writing {file}"))?;
        }
        None => DiskTree.write(file, source.bytes()).with_context(|| format!("writing {file}"))?,
    }
    output::note(&format!("{} left open in {file}", output::counted(left, "conflict")));
    Ok(if left == 0 { Outcome::Fine } else { Outcome::Findings })
}

fn take_of(side: Side) -> Take {
    match side {
        Side::Ours => Take::Ours,
        Side::Theirs => Take::Theirs,
    }
}

/// Settles conflicts of a file without asking; lists them when no side is named.
pub fn resolve(file: &str, side: Option<Side>, number: Option<usize>) -> Result<Outcome> {
    let mut source = Source::new(input::slashes(file), input::bytes(file)?);
    let open = diff::open_conflicts(&source);
    let Some(side) = side else {
        let mut out = output::stdout();
        for (at, conflict) in open.iter().enumerate() {
            writeln!(out, "{} {} {}", at + 1, conflict.what, conflict.name)?;
        }
        return Ok(if open.is_empty() { Outcome::Fine } else { Outcome::Findings });
    };
    if let Some(number) = number.filter(|number| !(1..=open.len()).contains(number)) {
        bail!("{file} has {}; there is no number {number}", output::counted(open.len(), "conflict"));
    }
    let take = take_of(side);
    let numbers = number.map_or(0..open.len(), |number| number - 1..number);
    // From the last, so that the others keep their numbers.
    for number in numbers.rev() {
        let bytes = diff::resolve(&source, number, &take).context("the conflict is gone")?;
        source = Source::new(std::sync::Arc::clone(source.path()), bytes);
    }
    DiskTree.write(file, source.bytes()).with_context(|| format!("writing {file}"))?;
    let left = diff::open_conflicts(&source).len();
    Ok(if left == 0 { Outcome::Fine } else { Outcome::Findings })
}

enum Answer {
    Take(Take),
    Skip,
    Quit,
}

/// Shows a conflict and asks what to do until the answer is one.
fn ask(conflict: &OpenConflict, number: usize, count: usize, answers: &mut impl BufRead) -> Result<Answer> {
    let mut out = output::stdout();
    writeln!(out, "\nconflict {number} of {count}: {} {}", conflict.what, conflict.name)?;
    let sides = [("base", &conflict.base), ("ours", &conflict.ours), ("theirs", &conflict.theirs)];
    for (side, text) in sides {
        match text {
            Some(text) => {
                let text = String::from_utf8_lossy(text);
                writeln!(out, "  {side}: {}", text.replace('\n', "\n          "))?;
            }
            None if side == "base" => {}
            None => writeln!(out, "  {side}: deleted")?,
        }
    }
    loop {
        write!(out, "[o]urs, [t]heirs, [e]dit, [s]kip, [q]uit? ")?;
        out.flush()?;
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            return Ok(Answer::Quit);
        }
        return Ok(match answer.trim() {
            "o" | "ours" => Answer::Take(Take::Ours),
            "t" | "theirs" => Answer::Take(Take::Theirs),
            "s" | "skip" => Answer::Skip,
            "q" | "quit" => Answer::Quit,
            "e" | "edit" => Answer::Take(Take::Text(typed(&mut out, answers)?)),
            _ => continue,
        });
    }
}

/// Lines up to one with a single full stop.
fn typed(out: &mut impl Write, answers: &mut impl BufRead) -> Result<Vec<u8>> {
    writeln!(out, "the text that is to stand there; a line with a single . ends it:")?;
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        let read = answers.read_line(&mut line)?;
        let line = line.trim_end_matches(['\n', '\r']);
        if read == 0 || line == "." {
            return Ok(lines.join("\n").into_bytes());
        }
        lines.push(line.to_owned());
    }
}
