//! A table of edits, and for each the lines that change: these and no others.
//!
//! The tables stand in `tests/fixtures/edit/*.edits`. A block is `## FILE: EDIT`, then the changed lines in
//! order (`-` gone, `+` new, `@` the unchanged line in front of them), then `? finding`, `= made` or `! refusal`. With `UPDATE_EDITS=1` the blocks
//! are written anew, to be looked at.
// Tests stand at the edge: they read fixtures and the corpus, print what they did, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod edit_support;

use std::path::{Path, PathBuf};

use edit_support::{corpus, outcome, parse, read};

fn fixtures() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/edit"))
}

struct Block {
    file: String,
    line: String,
    expected: Vec<String>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("## ") {
            let (file, line) = head.split_once(": ").unwrap();
            blocks.push(Block { file: file.into(), line: line.into(), expected: Vec::new() });
        } else if !line.is_empty()
            && !line.starts_with("# ")
            && let Some(block) = blocks.last_mut()
        {
            block.expected.push(line.into());
        }
    }
    blocks
}

/// Runs a table whose files are below `folder`; gives the number of edits.
fn run_table(table: &str, folder: &Path) -> usize {
    let path = fixtures().join(table);
    let text = std::fs::read_to_string(&path).unwrap();
    let update = std::env::var("UPDATE_EDITS").is_ok();
    let blocks = blocks(&text);
    let mut written = String::new();
    let mut wrong = String::new();
    for Block { file, line, expected } in &blocks {
        let document = match file.strip_prefix("crlf ") {
            Some(file) => {
                let text = std::fs::read_to_string(folder.join(file)).unwrap();
                parse(&text.replace('\n', "\r\n"))
            }
            None => read(&folder.join(file)),
        };
        let found = outcome(&document, line);
        if found != *expected {
            let (expected, found) = (expected.join("\n"), found.join("\n"));
            wrong.push_str(&format!("## {file}: {line}\nexpected:\n{expected}\nfound:\n{found}\n\n"));
        }
        written.push_str(&format!("## {file}: {line}\n{}\n\n", found.join("\n")));
    }
    if update {
        std::fs::write(&path, written.trim_end().to_owned() + "\n").unwrap();
    } else {
        assert!(wrong.is_empty(), "{wrong}");
    }
    blocks.len()
}

#[test]
fn edits_of_small_scenes_change_these_lines_and_no_others() {
    let count = run_table("small.edits", &fixtures());
    assert!(count >= 60, "only {count} edits");
    println!("{count} edits");
}

#[test]
fn edits_of_real_scenes_change_these_lines_and_no_others() {
    let Some(corpus) = corpus() else { return };
    let count = run_table("corpus.edits", &corpus.join("godot"));
    assert!(count >= 20, "only {count} edits");
    println!("{count} edits of real scenes");
}
