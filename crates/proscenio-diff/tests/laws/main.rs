//! The laws of a merge, over random edits of real files of all families: what is checked is what the files say,
//! decoded, never their text, except where a law is about bytes.
//!
//! `PROSCENIO_CASES` sets another number of cases for each test.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests stand at the edge")]

mod espresso3d;
mod godot;
mod numbered;
mod scene;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proscenio_diff::{How, Merged, Options, merge};
use proscenio_source::{Edit, Source, apply};

/// One random edit: which, and what with.
type Roll = (u8, u32, u32);

/// What a file says: each thing with the number of times that it says it. The first text says where, the second what.
type Facts = BTreeMap<(String, String), i64>;

/// A family under test.
trait Family {
    /// The name that files have.
    const NAME: &'static str;

    /// One edit of a file, by its places; `number` is the edit's own. Nothing when the file has not what it takes.
    fn edit(base: &[u8], roll: Roll, number: i64) -> Option<Vec<Edit>>;

    /// What a file says, decoded.
    fn facts(file: &[u8]) -> Facts;

    /// Whether a file reads without an error.
    fn is_sound(file: &[u8]) -> bool;

    /// Whether what an open conflict is about covers a fact.
    fn covers(conflict: &str, place: &str) -> bool;

    /// Whether what one side took away may stay or come again without a conflict.
    fn may_stay(place: &str) -> bool {
        let _ = place;
        false
    }
}

fn config(share: u32) -> ProptestConfig {
    let cases = std::env::var("PROSCENIO_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: cases.unwrap_or(share),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    }
}

/// Files with one of these endings below a folder, in the order of their names.
fn files(folder: &Path, endings: &[&str]) -> Vec<Vec<u8>> {
    fn walk(folder: &Path, endings: &[&str], paths: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, endings, paths);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|other| ending == *other)) {
                paths.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    walk(folder, endings, &mut paths);
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Edits of one side that do not meet each other, and the file with them.
fn side<F: Family>(base: &[u8], rolls: &[Roll], first_number: i64) -> (Vec<Edit>, Vec<u8>) {
    let (mut edits, mut file) = (Vec::new(), base.to_vec());
    for (at, roll) in rolls.iter().enumerate() {
        let Some(more) = F::edit(base, *roll, first_number + at as i64) else { continue };
        let mut all = edits.clone();
        all.extend(more.iter().cloned());
        if more.iter().any(|one| edits.iter().any(|other| touch(base, one, other, false))) {
            continue;
        }
        let Ok(after) = apply(base, &all) else { continue };
        if F::is_sound(&after) {
            (edits, file) = (all, after);
        }
    }
    (edits, file)
}

/// Whether two edits of one file meet; with `near`, also whether nothing but blanks or only a piece of a line stands
/// between them.
fn touch(base: &[u8], one: &Edit, other: &Edit, near: bool) -> bool {
    let (first, second) = if one.span.start() <= other.span.start() { (one, other) } else { (other, one) };
    if second.span.start() < first.span.end() || second.span.start() == first.span.start() {
        return true;
    }
    let between = &base[first.span.end() as usize..second.span.start() as usize];
    near && between.split(|byte| *byte == b'\n').skip(1).all(|line| line.trim_ascii().is_empty())
}

/// Merges edits of both sides, and holds the result against what these say.
fn check<F: Family>(base: &[u8], ours: &[Roll], theirs: &[Roll]) -> Result<(), TestCaseError> {
    let (our_edits, ours) = side::<F>(base, ours, 7_100_000);
    let (their_edits, theirs) = side::<F>(base, theirs, 7_200_000);
    let merged = hold::<F>(base, &ours, &theirs)?;
    let far = our_edits.iter().all(|one| their_edits.iter().all(|other| !touch(base, one, other, true)));
    if far && merged.conflicts.is_empty() {
        let all: Vec<Edit> = our_edits.iter().chain(&their_edits).cloned().collect();
        let expected = apply(base, &all).unwrap();
        prop_assert!(merged.bytes == expected, "{}", difference(&merged.bytes, &expected));
    }
    Ok(())
}

/// Merges two sides, and holds the result against what these say.
fn hold<F: Family>(base: &[u8], ours: &[u8], theirs: &[u8]) -> Result<Merged, TestCaseError> {
    let source = |file: &[u8]| Source::new(F::NAME, file.to_vec());
    let run = |a: &[u8], b: &[u8], c: &[u8]| merge(&source(a), &source(b), &source(c), &Options::default());
    prop_assert_eq!(&run(base, ours, ours).bytes, ours);
    prop_assert_eq!(&run(base, base, ours).bytes, ours);
    prop_assert_eq!(&run(base, ours, base).bytes, ours);
    let merged = run(base, ours, theirs);
    let text = String::from_utf8_lossy(&merged.bytes).into_owned();
    prop_assert_ne!(merged.how, How::Text, "{:?}", merged.findings);
    prop_assert!(F::is_sound(&merged.bytes), "does not read\n{}", text);
    accounts::<F>([base, ours, theirs], &merged)?;
    let other = run(base, theirs, ours);
    prop_assert_eq!(
        merged.conflicts.is_empty(),
        other.conflicts.is_empty(),
        "only one way is clean\n{}",
        text
    );
    if merged.conflicts.is_empty() {
        let [one, two] = [&merged.bytes, &other.bytes].map(|file| F::facts(file));
        let only = |some: &Facts, others: &Facts| -> Vec<String> {
            let only = some.iter().filter(|(fact, count)| others.get(fact) != Some(count));
            only.map(|(fact, count)| format!("{fact:?} {count} times")).collect()
        };
        let differ = (only(&one, &two), only(&two, &one));
        prop_assert!(
            one == two,
            "does not commute: {:#?}
{}",
            differ,
            text
        );
    }
    Ok(merged)
}

/// Every fact that one side alone changed is as that side has it, and what both changed as one of them has it;
/// where it is not, an open conflict tells of it.
fn accounts<F: Family>(sides: [&[u8]; 3], merged: &Merged) -> Result<(), TestCaseError> {
    let [base, ours, theirs] = sides.map(F::facts);
    let result = F::facts(&merged.bytes);
    let all: std::collections::BTreeSet<_> =
        [&base, &ours, &theirs, &result].into_iter().flat_map(|facts| facts.keys()).collect();
    for fact in all {
        let count = |facts: &Facts| facts.get(fact).copied().unwrap_or(0);
        let (by_ours, by_theirs) = (count(&ours) - count(&base), count(&theirs) - count(&base));
        let got = count(&result) - count(&base);
        // What both did may be one thing or two; and of things that are alike one may have gone and one have come.
        let (least, most) = (by_ours.min(by_theirs).min(0), by_ours.max(by_theirs).max(0));
        let sum = by_ours + by_theirs;
        let is_right = match (by_ours, by_theirs) {
            _ if count(&base) > 1 => (least.min(sum)..=most.max(sum)).contains(&got),
            (0, other) | (other, 0) => got == other,
            (one, two) => got == one || got == two || got == sum,
        } || (F::may_stay(&fact.0) && got >= least);
        let told = || {
            // What an edit says by its number, everything else by its words.
            let number =
                fact.1.find("7100").or_else(|| fact.1.find("7200")).and_then(|at| fact.1.get(at..at + 7));
            let needle = number.unwrap_or(&fact.1);
            merged.conflicts.iter().any(|conflict| {
                let texts = [&conflict.base, &conflict.ours, &conflict.theirs];
                F::covers(&conflict.place.name, &fact.0)
                    || texts.into_iter().flatten().any(|text| {
                        let text = String::from_utf8_lossy(text);
                        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                        !needle.is_empty() && text.contains(needle)
                    })
            })
        };
        prop_assert!(
            is_right || told(),
            "{:?} is {} and not {} or {}\nours {}\ntheirs {}\n{}",
            fact,
            got,
            by_ours,
            by_theirs,
            difference(sides[1], sides[0]),
            difference(sides[2], sides[0]),
            String::from_utf8_lossy(&merged.bytes)
        );
    }
    Ok(())
}

/// The lines where two files differ, with some around them.
fn difference(got: &[u8], wanted: &[u8]) -> String {
    let alike =
        |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(one, two)| one == two).count();
    let start = alike(&mut got.iter().zip(wanted)).saturating_sub(150);
    let end = alike(&mut got.iter().rev().zip(wanted.iter().rev())).saturating_sub(100);
    let part = |file: &[u8]| {
        let end = file.len().saturating_sub(end).max(start);
        String::from_utf8_lossy(&file[start..end]).into_owned()
    };
    format!("got\n{}\nand not\n{}", part(got), part(wanted))
}

/// Picks one of some.
fn pick<T: Copy>(all: &[T], roll: u32) -> Option<T> {
    all.get(roll as usize % all.len().max(1)).copied()
}

/// The test of one family over its files, with so many cases.
macro_rules! laws {
    ($name:ident, $family:ty, $files:expr, $cases:expr) => {
        proptest! {
            #![proptest_config(crate::config($cases))]

            #[test]
            fn $name(
                file in any::<prop::sample::Index>(),
                ours in prop::collection::vec(any::<crate::Roll>(), 1..4),
                theirs in prop::collection::vec(any::<crate::Roll>(), 1..4),
            ) {
                let base: &Vec<u8> = file.get($files);
                crate::check::<$family>(base, &ours, &theirs)?;
            }
        }
    };
}
pub(crate) use laws;
