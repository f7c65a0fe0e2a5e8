//! Numbers of scenes read by us beside those that the Godot engine gave.
//!
//! Prints a table: how much is equal of each kind in each probe, and the first differences. Fails where a kind is
//! not wholly equal.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking, and print the table"
)]

mod escn;
mod probes;

use std::collections::BTreeMap;
use std::path::Path;

use proscenio_convert::Imported;
use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_source::Source;
use proscenio_vfs::{MemoryTree, Vfs};

fn tree(folder: &Path) -> MemoryTree {
    MemoryTree::from_files(proscenio_corpus::files_below(folder))
}

fn load(files: &MemoryTree, path: &str) -> Imported {
    let document = Document::read(Source::new(path, files.read(path).unwrap()));
    import(&document, &Project::around(files, path))
}

/// How many of each kind are equal, and what is not.
#[derive(Default)]
struct Table {
    rows: BTreeMap<(String, String), (usize, usize)>,
    differences: Vec<String>,
}

impl Table {
    fn count(&mut self, probe: &str, kind: &str, difference: Option<String>) {
        let row = self.rows.entry((probe.to_owned(), kind.to_owned())).or_default();
        row.1 += 1;
        match difference {
            None => row.0 += 1,
            Some(text) => self.differences.push(format!("{probe} {kind}: {text}")),
        }
    }

    /// Prints all rows and fails where one is not whole.
    fn close(self) {
        for ((probe, kind), (equal, all)) in &self.rows {
            println!("{probe:<28} {kind:<24} {equal:>6} of {all:>6}");
        }
        let (equal, all) = self.rows.values().fold((0, 0), |(equal, all), row| (equal + row.0, all + row.1));
        println!("{:<28} {:<24} {equal:>6} of {all:>6}", "all", "");
        for difference in self.differences.iter().take(40) {
            println!("  {difference}");
        }
        assert_eq!(equal, all, "{} are not equal", all - equal);
    }
}
