//! The 200 largest scenes of the corpus.

use crate::run::{Tool, Tools};
use crate::trials::{self, Trial};

const TRIALS: [(Trial, &str); 3] = [
    (Trial::TwoLines, "two disjoint edits of one line"),
    (Trial::Additions, "both add a resource and a node"),
    (Trial::Rename, "a rename and an edit inside"),
];

/// Prints the table: how many merges each tool ends without a conflict, how many of these say what both sides did,
/// and how many have lines that none of the three inputs has.
pub fn run(tools: &Tools) {
    let scenes = trials::scenes(200);
    let folder = std::env::temp_dir().join(format!("proscenio-trials-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    println!("| trial | tool | scenes | clean | clean and right | with lines of nobody (lines) |");
    println!("|---|---|---|---|---|---|");
    for (trial, name) in TRIALS {
        let cases: Vec<_> = scenes.iter().filter_map(|base| trials::case(trial, base)).collect();
        for tool in Tool::ALL {
            let (mut clean, mut right, mut noisy, mut lines) = (0, 0, 0, 0);
            let mut count = 0;
            for case in &cases {
                let files = [&case.base[..], &case.ours, &case.theirs];
                let Some(outcome) = tools.merge(tool, &folder, files) else { continue };
                count += 1;
                if !outcome.clean {
                    continue;
                }
                clean += 1;
                right += usize::from(case.is_right(&outcome.bytes));
                let foreign = case.lines_of_nobody(&outcome.bytes);
                noisy += usize::from(foreign > 0);
                lines += foreign;
            }
            if count > 0 {
                println!("| {name} | {} | {count} | {clean} | {right} | {noisy} ({lines}) |", tool.name());
            }
        }
    }
    let _ = std::fs::remove_dir_all(folder);
}
