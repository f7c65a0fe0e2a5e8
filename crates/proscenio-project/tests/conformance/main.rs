//! Scenes put together by us beside the same scenes put together by the engines, as recorded.
//!
//! Prints a table: how much is equal, and every difference that is left, grouped.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests, and the table")]
#![allow(clippy::disallowed_methods, reason = "the corpus lies outside of the project")]

mod godot_3;
mod godot_4;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proscenio_corpus::corpus;

/// All files below a folder whose names end in `ending`, sorted.
fn collect(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// How many of a kind of thing are equal.
#[derive(Default)]
struct Tally {
    equal: usize,
    all: usize,
}

impl Tally {
    fn count(&mut self, equal: bool) {
        self.all += 1;
        self.equal += usize::from(equal);
    }

    fn share(&self) -> f64 {
        self.equal as f64 / self.all.max(1) as f64
    }

    fn print(&self, what: &str, wanted: f64) {
        let percent = self.share() * 100.0;
        println!(
            "{what:<44} {:>6} of {:>6}  {percent:7.3} %  (wanted {:.1} %)",
            self.equal,
            self.all,
            wanted * 100.0
        );
    }
}

/// Why differences are there that cannot be taken away, by words of their group or example.
const REASONS: [(&str, &str); 4] = [
    ("test.tscn", "zdm2.glb and the baked light of this scene are empty files in the corpus"),
    ("SkeletonModifier3D.", "the engine has no defaults for this class, so it records every property"),
    (".visible", "a TabContainer hides its tabs while they are added, outside of a game the first too"),
    ("XROrigin3D.current", "the engine keeps it only while the node is in a game"),
];

/// Differences of one kind: how many, and the first.
#[derive(Default)]
struct Groups(BTreeMap<String, (usize, String)>);

impl Groups {
    fn add(&mut self, kind: String, example: impl FnOnce() -> String) {
        let group = self.0.entry(kind).or_insert_with(|| (0, example()));
        group.0 += 1;
    }

    fn print(&self) {
        let mut groups: Vec<_> = self.0.iter().collect();
        groups.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (kind, (count, example)) in groups {
            let reason = REASONS.iter().find(|(words, _)| kind.contains(words) || example.contains(words));
            println!("{count:>6}  {kind}: {}", reason.map_or("not explained", |(_, reason)| reason));
            println!("        {example}");
        }
    }
}
