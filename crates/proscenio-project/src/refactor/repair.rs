//! Files that were moved without what names them.

use std::sync::Arc;

use proscenio_source::{Edit, EditRefusal};
use proscenio_vfs::path;

use super::respell::Places;
use super::{MOVED_FILE, Plan, change_of};
use crate::Project;
use crate::graph::{File, Graph, How, Reference, Target};

/// What has to be done so that files which are not where they are named are found again: by the uid beside the path, by
/// the content that the path once had, as far as `old` knows it (paths from the root), or by the name, where exactly one
/// file has it. What was not found, or may be several files, is a finding.
///
/// # Errors
/// When a binary file that names one cannot be written again.
pub fn repair(
    project: &Project<'_>,
    graph: &Graph,
    old: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Plan, EditRefusal> {
    let mut plan = Plan::default();
    for file in graph.files() {
        let mut edits = Vec::new();
        for reference in &file.references {
            let Some(wanted) = wanted(graph, file, reference) else { continue };
            let shown: Arc<str> = file.path.as_str().into();
            let span = reference.named.span.filter(|_| !file.binary);
            let found = match &reference.target {
                Target::File(at) => vec![*at],
                _ => candidates(project, graph, &wanted, old),
            };
            let text = &reference.named.text;
            let [one] = found[..] else {
                let names: Vec<&str> = found.iter().map(|at| graph.name(*at)).collect();
                let message = if names.is_empty() {
                    format!("`{text}` is not there, and no other file has its name")
                } else {
                    format!("`{text}` is not there; it may be {}", names.join(" or "))
                };
                plan.findings.push(MOVED_FILE.finding(&shown, message).at_maybe(span));
                continue;
            };
            let new_target = &graph.files()[one].path;
            let places = Places {
                root: graph.root(),
                from: &file.path,
                new_from: &file.path,
                target: &wanted,
                new_target,
            };
            if let (Some(new), Some(span)) = (places.respelled(&reference.named), reference.named.span) {
                edits.push(Edit::replace(span, new));
            }
        }
        plan.changes.extend(change_of(project, file, edits)?);
    }
    Ok(plan)
}

/// Where a file should be that is not there; `None` where nothing is wrong or nothing can be said.
fn wanted(graph: &Graph, file: &File, reference: &Reference) -> Option<String> {
    let named = &reference.named;
    let lost = match reference.target {
        Target::Missing => !matches!(named.how, How::Class | How::Actor | How::Import),
        // The uid leads there, and the path elsewhere.
        Target::File(_) => reference.by_uid && named.how == How::ExtResource && !named.text.is_empty(),
        _ => false,
    };
    if !lost
        || named.text.starts_with("uid://")
        || named.text.contains("://") && !named.text.starts_with("res://")
    {
        return None;
    }
    let text = named.file_part().replace('\\', "/");
    let place = match text.strip_prefix("res://") {
        Some(inner) => path::join(graph.root(), inner),
        None if named.how == How::Text || named.how == How::Setting => return None,
        None if matches!(named.how, How::TextureSet | How::Image | How::Asset) => {
            path::join(graph.root(), text.trim_start_matches('/'))
        }
        None => path::join(path::parent(&file.path), &text),
    };
    // What an importer makes is made again.
    (path::extension(&place) != "translation").then_some(place)
}

/// Files that a lost one may be: those with its old content, else those with its name.
fn candidates(
    project: &Project<'_>,
    graph: &Graph,
    wanted: &str,
    old: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Vec<usize> {
    let extension = path::extension(wanted);
    let alike = |at: &usize| path::extension(&graph.files()[*at].path) == extension;
    let all = || (0..graph.files().len()).filter(alike);
    if let Some(content) = old(graph.from_root(wanted)).filter(|content| !content.is_empty()) {
        let same =
            |at: &usize| project.files().read(&graph.files()[*at].path).is_ok_and(|bytes| bytes == content);
        let found: Vec<usize> = all().filter(same).collect();
        if !found.is_empty() {
            return found;
        }
    }
    all().filter(|at| path::file_name(&graph.files()[*at].path) == path::file_name(wanted)).collect()
}
