//! Merges and differences beside other tools on the same inputs, as Markdown tables.
//!
//! ```text
//! cargo run --release -p proscenio-diff --example trials -- scenes [--gdmerge PROGRAM]
//! cargo run --release -p proscenio-diff --example trials -- speed  [--gdmerge PROGRAM] [--nodes 2000,10000]
//! ```
//!
//! `scenes` takes the 200 largest scenes of the corpus (`PROSCENIO_CORPUS`) and three pairs of edits each; `speed` takes
//! generated scenes. Each tool runs as a process of its own, so time and memory are those of reading, merging and
//! writing. `git merge-file` and, where it is named, `gdmerge` run beside.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a chore that stands at the edge"
)]

mod run;
mod scenes;
mod speed;
#[path = "../../tests/support/trials.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod trials;

use proscenio_diff::{Options, diff, merge};
use proscenio_source::Source;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let after = |flag: &str| {
        let at = words.iter().position(|word| *word == flag)?;
        words.get(at + 1).copied()
    };
    let tools = run::Tools { gdmerge: after("--gdmerge").map(str::to_owned) };
    match words[..] {
        ["merge", base, ours, theirs, out] => {
            let done = merge(&read(base), &read(ours), &read(theirs), &Options::default());
            std::fs::write(out, &done.bytes).unwrap();
            std::process::exit(i32::from(!done.conflicts.is_empty()));
        }
        ["diff", old, new] => {
            let difference = diff(&read(old), &read(new), false).map(|difference| difference.without_noise());
            println!("{}", difference.map_or(0, |difference| difference.changes.len()));
        }
        ["scenes", ..] => scenes::run(&tools),
        ["speed", ..] => {
            let nodes = after("--nodes").unwrap_or("2000,10000,50000,200000").split(',');
            speed::run(&tools, &nodes.map(|count| count.parse().unwrap()).collect::<Vec<usize>>());
        }
        _ => eprintln!("say scenes or speed; see the head of this file"),
    }
}

fn read(path: &str) -> Source {
    Source::new(path, std::fs::read(path).unwrap())
}
