//! Findings of the last time, as long as nothing of the project changes.
//!
//! What is said of a file depends on others: those it instances, scripts, uids, whether files are there. So the
//! findings of a project count for its state as a whole: the bytes of everything that rules read, and the names of the
//! rest.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use proscenio::graph::list;
use proscenio::{Around, DiskTree, Family, Finding, Fix, Project, Safety, Severity, Span, Vfs, paths};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};

use crate::commands::explain;
use crate::input;
use crate::output::severity_name;

/// The findings of one project.
pub(super) struct Cache {
    place: String,
    state: String,
    files: BTreeMap<String, Vec<Stored>>,
    new: Mutex<BTreeMap<String, Vec<Stored>>>,
}

/// What is known of a file.
pub(super) struct Known {
    pub bytes: Vec<u8>,
    pub findings: Vec<Finding>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    code: String,
    severity: String,
    message: String,
    path: String,
    span: Option<[u32; 2]>,
    subject: Option<String>,
    help: Option<String>,
    fix: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: String,
    state: String,
    files: BTreeMap<String, Vec<Stored>>,
}

/// Endings of files that rules read beside those of the families.
const READ: &[&str] =
    &["gd", "godot", "cfg", "import", "uid", "gltf", "glb", "ts", "js", "wgsl", "shader", "txt"];

impl Cache {
    pub(super) fn open(folder: &str, around: &Around<'_>) -> Self {
        let (folder, project) = (input::whole(folder), around.project());
        // Settings that rules look at count as a file would.
        let state = format!("{} {}", state(project, &folder), around.embedded_limit());
        let root = project.root().map_or("", |(root, _)| root);
        let place = paths::join(&folder, &format!("check-{}.json", hex(&Sha1::digest(root.as_bytes()))));
        let known = DiskTree.read(&place).ok().and_then(|bytes| serde_json::from_slice::<File>(&bytes).ok());
        let known = known.filter(|file| file.version == version() && file.state == state);
        let files = known.map(|file| file.files).unwrap_or_default();
        Self { place, state, files, new: Mutex::default() }
    }

    /// What was found in a file, with the bytes to show it in.
    pub(super) fn get(&self, file: &str) -> Option<Known> {
        let stored = self.files.get(file)?;
        let findings = stored.iter().map(finding).collect::<Option<Vec<_>>>()?;
        let bytes =
            if findings.is_empty() { Vec::new() } else { DiskTree.read(&input::slashes(file)).ok()? };
        Some(Known { bytes, findings })
    }

    pub(super) fn put(&self, file: &str, findings: &[Finding]) {
        let stored = findings.iter().map(|finding| Stored {
            code: finding.code.to_owned(),
            severity: severity_name(finding.severity).to_owned(),
            message: finding.message.clone(),
            path: finding.path.to_string(),
            span: finding.span.map(|span| [span.start(), span.end()]),
            subject: finding.subject.clone(),
            help: finding.help.clone(),
            fix: finding.fix.as_ref().map(|fix| fix.title.clone()),
        });
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        new.insert(file.to_owned(), stored.collect());
    }

    /// Writes what is new.
    pub(super) fn save(&self) -> Result<()> {
        let mut new = std::mem::take(&mut *self.new.lock().unwrap_or_else(PoisonError::into_inner));
        if new.is_empty() {
            return Ok(());
        }
        let old =
            DiskTree.read(&self.place).ok().and_then(|bytes| serde_json::from_slice::<File>(&bytes).ok());
        let old = old.filter(|file| file.version == version() && file.state == self.state);
        for (file, stored) in old.into_iter().flat_map(|file| file.files) {
            new.entry(file).or_insert(stored);
        }
        let file = File { version: version(), state: self.state.clone(), files: new };
        DiskTree
            .write(&self.place, &serde_json::to_vec(&file)?)
            .with_context(|| format!("writing {}", self.place))
    }
}

/// The program as it is: another one may find other things.
fn version() -> String {
    let program = std::env::current_exe().and_then(std::fs::metadata);
    let program = program.map_or(0, |program| program.len());
    format!("{} {program}", env!("CARGO_PKG_VERSION"))
}

fn finding(stored: &Stored) -> Option<Finding> {
    let code = explain::all().find(|code| code.name == stored.code)?.name;
    let severity = [Severity::Error, Severity::Warning, Severity::Info].into_iter();
    let severity = severity.into_iter().find(|severity| severity_name(*severity) == stored.severity)?;
    let mut finding = Finding::new(code, severity, &stored.path.as_str().into(), stored.message.as_str());
    finding.span = stored.span.map(|[start, end]| Span::new(start, end));
    finding.subject.clone_from(&stored.subject);
    finding.help.clone_from(&stored.help);
    finding.fix =
        stored.fix.clone().map(|title| Fix { title, edits: Vec::new(), safety: Safety::DisplayOnly });
    Some(finding)
}

/// A hash of everything that findings of a project depend on; the cache itself is not among it.
fn state(project: &Project<'_>, cache: &str) -> String {
    let mut files = list(project);
    files.retain(|path| !path.strip_prefix(cache).is_some_and(|rest| rest.starts_with('/')));
    let hashes: Vec<_> = files
        .par_iter()
        .map(|path| {
            let is_read = Family::of_path(path).is_some() || READ.contains(&paths::extension(path).as_str());
            is_read.then(|| DiskTree.read(path).map(|bytes| Sha1::digest(&bytes)).ok()).flatten()
        })
        .collect();
    let mut hash = Sha1::new();
    for (path, content) in files.iter().zip(hashes) {
        hash.update(path.as_bytes());
        hash.update([0]);
        if let Some(content) = content {
            hash.update(content);
        }
    }
    hex(&hash.finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
