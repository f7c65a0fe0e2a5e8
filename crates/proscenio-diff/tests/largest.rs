//! The 200 largest Godot scenes of the corpus, merged after edits of both sides that have nothing to do with each
//! other. `cargo run --release --example trials` puts other tools beside it.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests stand at the edge"
)]

use proscenio_diff::{How, Options, merge};
use proscenio_source::Source;

#[path = "support/trials.rs"]
mod trials;

use trials::Trial;

/// Every scene that has what the trial needs; at least so many must.
#[track_caller]
fn all(trial: Trial, at_least: usize) {
    let scenes = trials::scenes(200);
    let (mut count, mut wrong) = (0, Vec::new());
    for case in scenes.iter().filter_map(|base| trials::case(trial, base)) {
        count += 1;
        let source = |bytes: &[u8]| Source::new(case.path.as_str(), bytes.to_vec());
        let done =
            merge(&source(&case.base), &source(&case.ours), &source(&case.theirs), &Options::default());
        let is_clean = done.how == How::Structure && done.conflicts.is_empty();
        // Ids that both sides gave, their use, and the count of resources.
        let may_be_new = if trial == Trial::Additions { 3 } else { 0 };
        let quiet = case.lines_of_nobody(&done.bytes) <= may_be_new;
        if !is_clean || !quiet || !case.is_right(&done.bytes) {
            wrong.push(format!("{} {:?}", case.path, done.conflicts.first()));
        }
    }
    println!("{trial:?}: {} of {count}", count - wrong.len());
    assert!(wrong.is_empty(), "{trial:?}: {wrong:#?}");
    assert!(scenes.is_empty() || count >= at_least, "only {count} scenes");
}

#[test]
fn edits_of_two_lines_meet_and_change_two_lines() {
    all(Trial::TwoLines, 200);
}

#[test]
fn both_sides_add_a_resource_and_a_node() {
    all(Trial::Additions, 200);
}

#[test]
fn a_rename_meets_an_edit_inside() {
    all(Trial::Rename, 190);
}
