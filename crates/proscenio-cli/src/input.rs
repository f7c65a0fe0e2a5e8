//! Files named on the command line.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read};
use std::process::Command;

use anyhow::{Context, Result, bail};
use ignore::WalkBuilder;
use proscenio::{DiskTree, Document, Family, Project, Source, Vfs, obj};

/// The name under which standard input is reported.
pub const STDIN: &str = "<stdin>";

/// The document of a file, or of standard input for `-`.
pub fn open(name: &str) -> Result<Document> {
    if name == "-" {
        return Document::parse(STDIN, bytes(name)?)
            .context("standard input is no scene file of a known family");
    }
    Document::open(&DiskTree, &slashes(name)).map_err(anyhow::Error::from)
}

/// The OBJ model of a file.
pub fn model(name: &str) -> Result<obj::Model> {
    let name = slashes(name);
    Ok(obj::Model::parse(Source::new(name.as_str(), DiskTree.read(&name)?)))
}

/// The bytes of a file of any kind, or of standard input for `-`, under a name.
pub fn bytes(name: &str) -> Result<Vec<u8>> {
    if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("reading standard input")?;
        return Ok(bytes);
    }
    DiskTree.read(&slashes(name)).map_err(anyhow::Error::from)
}

/// The project a file belongs to. The folders above a relative path are those of the working folder.
pub fn project(file: &str, root: Option<&str>) -> Project<'static> {
    let here = std::env::current_dir().map(|folder| slashes(&folder.to_string_lossy())).unwrap_or_default();
    match root {
        Some(root) => Project::with_root_in(&DiskTree, &here, &slashes(root)),
        None => Project::around_in(&DiskTree, &here, &slashes(file)),
    }
}

/// The projects of many files.
pub struct Projects {
    /// Each once.
    pub projects: Vec<Project<'static>>,
    /// For each file the number of its project.
    pub of_file: Vec<usize>,
}

/// [`project`] for many files: those of one root, and those of one folder without a root, share theirs.
pub fn projects(files: &[String], root: Option<&str>) -> Projects {
    let mut projects = Projects { projects: Vec::new(), of_file: Vec::with_capacity(files.len()) };
    let mut by_folder: HashMap<String, usize> = HashMap::new();
    let mut by_root: HashMap<String, usize> = HashMap::new();
    for file in files {
        let folder = parent_of(&slashes(file)).to_owned();
        let number = *by_folder.entry(folder.clone()).or_insert_with(|| {
            let found = project(file, root);
            let key =
                found.root().map_or_else(|| format!("folder {folder}"), |(root, _)| format!("root {root}"));
            *by_root.entry(key).or_insert_with(|| {
                projects.projects.push(found);
                projects.projects.len() - 1
            })
        });
        projects.of_file.push(number);
    }
    projects
}

/// All scene files that paths name: files as they are, folders searched for files of the three families.
///
/// # Errors
/// When a path does not exist, or the whole list holds no file.
pub fn scene_files(paths: &[String]) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for path in paths {
        if path == "-" || std::path::Path::new(path).is_file() {
            files.push(path.clone());
            continue;
        }
        if !std::path::Path::new(path).is_dir() {
            bail!("there is no {path}; name a scene file or a folder");
        }
        // What git ignores is still a scene of the project; hidden folders are caches of engines.
        let walk =
            WalkBuilder::new(path).git_ignore(false).git_exclude(false).ignore(false).parents(false).build();
        for entry in walk {
            let entry = entry.with_context(|| format!("searching {path}"))?;
            let name = slashes(&entry.path().to_string_lossy());
            if entry.file_type().is_some_and(|kind| kind.is_file()) && Family::of_path(&name).is_some() {
                files.push(name);
            }
        }
    }
    if files.is_empty() {
        bail!("no scene file there (.tscn .tres .escn .scn .res .scene .e3m .e3a)");
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// A path from the start of the file system, with `/` between its steps.
pub fn whole(path: &str) -> String {
    let here = std::env::current_dir().map(|folder| slashes(&folder.to_string_lossy())).unwrap_or_default();
    proscenio::paths::join(&here, &slashes(path))
}

/// Files that differ from a revision of git, and those that it does not know, by their whole paths.
pub fn changed_since(revision: &str) -> Result<HashSet<String>> {
    let git = |arguments: &[&str]| -> Result<String> {
        let out = Command::new("git").args(arguments).output().context("starting git")?;
        if !out.status.success() {
            bail!("{}", String::from_utf8_lossy(&out.stderr).trim_end());
        }
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let top = top.trim_end_matches(['\n', '\r']);
    // A revision that begins with a dash would be taken for a flag.
    let known = git(&["diff", "--name-only", "-z", "--end-of-options", revision, "--"])?;
    let unknown = git(&["ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/"])?;
    let names = known.split('\0').chain(unknown.split('\0')).filter(|name| !name.is_empty());
    Ok(names.map(|name| proscenio::paths::join(top, name)).collect())
}

/// The path with `/` between its steps.
pub fn slashes(path: &str) -> String {
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() }
}

fn parent_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}
