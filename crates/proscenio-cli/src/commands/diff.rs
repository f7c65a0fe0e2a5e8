//! `proscenio diff`: what differs between two files, two folders or two revisions, item by item.

mod pictures;
mod seen;
mod show;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};
use proscenio::{Family, Finding, Source, diff};

use super::git::git;
use crate::args::diff::{DiffArgs, DiffFormat};
use crate::{Outcome, input, output};

/// What differs in one file.
pub struct FileDifference {
    /// The file's name, below the folder or in the repository.
    pub name: String,
    /// What happened to it.
    pub state: State,
    /// Both sides of a changed scene; `None` when none were asked for, or enough scenes are drawn.
    pictures: Option<pictures::Sides>,
}

/// What happened to a file.
pub enum State {
    /// Only the new side has it.
    Added,
    /// Only the old side has it.
    Removed,
    /// Both have it.
    Changed(diff::Difference),
    /// Both have it, and at least one is damaged or no scene.
    Unreadable(Box<Finding>),
}

/// Compares what the arguments name.
pub fn run(args: &DiffArgs) -> Result<Outcome> {
    let pairs = pairs(args)?;
    if args.pictures {
        return seen::run(&pairs, args);
    }
    let wants_pictures = args.format == DiffFormat::Html && !args.no_pictures;
    let mut studio: Option<Result<pictures::Studio, String>> = None;
    let mut files = Vec::new();
    for pair in &pairs {
        let Some(mut file) = compare(pair, args) else { continue };
        if wants_pictures
            && matches!(file.state, State::Changed(_))
            && let (Some(old), Some(new)) = (&pair.old, &pair.new)
            && let Ok(studio) = studio.get_or_insert_with(|| pictures::Studio::open(args.backend.driver()))
        {
            let [before, after] = &pair.places;
            file.pictures = studio.draw([(old, before), (new, after)]);
        }
        files.push(file);
    }
    let no_driver = studio.and_then(Result::err);
    show::print(&files, args, no_driver.as_deref())?;
    for file in &files {
        if let State::Unreadable(finding) = &file.state {
            output::warn(finding, None);
        }
    }
    Ok(if files.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

/// Two versions of one file.
struct Pair {
    name: String,
    old: Option<Source>,
    new: Option<Source>,
    /// Where each stands, or its like in the working tree: the files it names are looked for from there.
    places: [String; 2],
}

fn compare(pair: &Pair, args: &DiffArgs) -> Option<FileDifference> {
    let state = match (&pair.old, &pair.new) {
        (None, None) => return None,
        (None, Some(_)) => State::Added,
        (Some(_), None) => State::Removed,
        (Some(old), Some(new)) if old.bytes() == new.bytes() => return None,
        (Some(old), Some(new)) => match diff::diff(old, new, args.tolerance) {
            Err(finding) => State::Unreadable(finding),
            Ok(difference) => {
                let difference = if args.all { difference } else { difference.without_noise() };
                if difference.changes.is_empty() {
                    return None;
                }
                State::Changed(difference)
            }
        },
    };
    Some(FileDifference { name: pair.name.clone(), state, pictures: None })
}

/// The versions to compare: of two files, of all scene files of two folders, or of what git says changed.
fn pairs(args: &DiffArgs) -> Result<Vec<Pair>> {
    let new = args.new.as_deref();
    let is_folder = |name: &str| Path::new(name).is_dir();
    if is_folder(&args.old) && new.is_some_and(is_folder) {
        return folders(&args.old, new.unwrap_or_default());
    }
    match (one(&args.old)?, new.map(one).transpose()?) {
        (Some(old), Some(Some(new))) => {
            let name = new.path().to_string();
            let places = [place(&args.old), place(args.new.as_deref().unwrap_or_default())];
            Ok(vec![Pair { name, old: Some(old), new: Some(new), places }])
        }
        (None, None) => revisions(&args.old, None),
        (None, Some(None)) => revisions(&args.old, new),
        (Some(_), None) => bail!("name a second file to compare {} with", args.old),
        (None, Some(Some(new))) => {
            bail!("{} is a revision and {} a file; write {}:PATH", args.old, new.path(), args.old)
        }
        (Some(old), Some(None)) => {
            bail!("{} is a file and {} a revision; write REVISION:PATH", old.path(), new.unwrap_or_default())
        }
    }
}

/// The file that an argument names, in the working tree or in a revision; nothing for a revision itself.
fn one(name: &str) -> Result<Option<Source>> {
    if name == "-" || Path::new(name).is_file() {
        return Ok(Some(Source::new(input::slashes(name), input::bytes(name)?)));
    }
    if is_revision(name) {
        return Ok(None);
    }
    if let Some((revision, path)) = name.split_once(':')
        && is_revision(revision)
    {
        return Ok(Some(shown(revision, path)?.with_context(|| format!("{revision} has no {path}"))?));
    }
    bail!("there is no file, folder or revision {name}")
}

/// Where a file that an argument names stands; of a file of a revision, where the working tree has it.
fn place(name: &str) -> String {
    match name.split_once(':') {
        Some((_, path)) if !Path::new(name).is_file() => {
            let root = git(".", &["rev-parse", "--show-toplevel"]).unwrap_or_default();
            proscenio::paths::join(&root, path)
        }
        _ => input::slashes(name),
    }
}

fn is_revision(name: &str) -> bool {
    !name.starts_with('-')
        && git(".", &["rev-parse", "--verify", "--quiet", &format!("{name}^{{tree}}")]).is_ok()
}

/// A file as a revision has it; nothing when it has none.
fn shown(revision: &str, path: &str) -> Result<Option<Source>> {
    let object = format!("{revision}:{path}");
    let output = std::process::Command::new("git").args(["show", &object]).output().context("running git")?;
    Ok(output.status.success().then(|| Source::new(path, output.stdout)))
}

fn folders(old: &str, new: &str) -> Result<Vec<Pair>> {
    let names = |folder: &str| -> Result<BTreeSet<String>> {
        let root = input::slashes(folder.trim_end_matches('/'));
        let files = input::scene_files(&[folder.to_owned()]).unwrap_or_default();
        Ok(files
            .into_iter()
            .filter_map(|file| Some(file.strip_prefix(&format!("{root}/"))?.to_owned()))
            .collect())
    };
    let (before, after) = (names(old)?, names(new)?);
    let read = |folder: &str, name: &str, there: bool| -> Result<Option<Source>> {
        if !there {
            return Ok(None);
        }
        let path = format!("{}/{name}", folder.trim_end_matches('/'));
        Ok(Some(Source::new(name, input::bytes(&path)?)))
    };
    before
        .union(&after)
        .map(|name| {
            let places =
                [old, new].map(|folder| format!("{}/{name}", input::slashes(folder.trim_end_matches('/'))));
            let (old, new) =
                (read(old, name, before.contains(name))?, read(new, name, after.contains(name))?);
            Ok(Pair { name: name.clone(), old, new, places })
        })
        .collect()
}

/// The scene files that git says differ between two revisions, or between one and the working tree.
fn revisions(old: &str, new: Option<&str>) -> Result<Vec<Pair>> {
    let (old, new) = match (old.split_once(".."), new) {
        (Some((old, new)), None) => (old, Some(new)),
        _ => (old, new),
    };
    let mut arguments = vec!["diff", "--name-only", "--no-renames", "-z", old];
    arguments.extend(new);
    let listed = git(".", &arguments)?;
    let root = git(".", &["rev-parse", "--show-toplevel"])?;
    let names = listed.split('\0').filter(|name| Family::of_path(name).is_some());
    names
        .map(|name| {
            let path = format!("{root}/{name}");
            let now = match new {
                Some(new) => shown(new, name)?,
                None => {
                    let there = Path::new(&path).is_file();
                    if there { Some(Source::new(name, input::bytes(&path)?)) } else { None }
                }
            };
            let places = [path.clone(), path];
            Ok(Pair { name: name.to_owned(), old: shown(old, name)?, new: now, places })
        })
        .collect()
}
