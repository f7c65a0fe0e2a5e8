//! Moving a file or folder with everything that names it.

use std::sync::Arc;

use proscenio_godot::binary;
use proscenio_source::{Edit, EditRefusal, Finding, Severity, Source, Span, apply};
use proscenio_vfs::{EntryKind, path};

use super::respell::{Places, below};
use super::{CANNOT_MOVE, Change, FOLDER_NAMED, LOST_REFERENCE, Plan, moved, refuse};
use crate::Project;
use crate::graph::{File, Graph, How, Reference, Target};

/// What has to be done so that a file or folder of the project is somewhere else and everything that names it, or
/// something in it, still does. Both are paths in the tree of files; where the new one is a folder, it goes inside.
/// The `.import` and `.uid` files of a file go along.
///
/// # Errors
/// When there is no such file, or it cannot be there.
pub fn move_path(project: &Project<'_>, graph: &Graph, old: &str, new: &str) -> Result<Plan, EditRefusal> {
    let files = project.files();
    let (old, mut new) = (path::clean(old), path::clean(new));
    let Some(kind) = files.kind(&old) else {
        return refuse(&CANNOT_MOVE, format!("there is no {old}"));
    };
    if files.kind(&new) == Some(EntryKind::Folder) {
        new = path::join(&new, path::file_name(&old));
    }
    if let Some(why) = unfit(project, graph, &old, &new) {
        return refuse(&CANNOT_MOVE, why);
    }
    let mut moves = vec![(old.clone(), new.clone())];
    if kind == EntryKind::File {
        for ending in ["import", "uid"] {
            let (from, to) = (format!("{old}.{ending}"), format!("{new}.{ending}"));
            if files.kind(&from) == Some(EntryKind::File) {
                if files.kind(&to).is_some() {
                    return refuse(&CANNOT_MOVE, format!("there is a {to} already"));
                }
                moves.push((from, to));
            }
        }
    }
    let mut plan = Plan { moves, ..Plan::default() };
    for file in graph.files() {
        plan.changes.extend(change(project, graph, file, &plan.moves)?);
    }
    plan.findings = doubts(graph, &plan, &old);
    Ok(plan)
}

/// Why a path cannot be the new one.
fn unfit(project: &Project<'_>, graph: &Graph, old: &str, new: &str) -> Option<String> {
    let inside = |path: &str| {
        below(path, graph.root()).is_some_and(|inner| !inner.is_empty() && !inner.starts_with(".."))
    };
    if !inside(old) || !inside(new) {
        return Some(format!("{old} and {new} must both be in the project {}", graph.root()));
    }
    if project.files().kind(new).is_some() {
        return Some(format!("there is a {new} already"));
    }
    if below(new, old).is_some() {
        return Some(format!("{new} is inside of {old}"));
    }
    let fits = |byte: char| {
        !byte.is_control() && !matches!(byte, '"' | '\'' | '\\' | ':' | '*' | '?' | '<' | '>' | '|')
    };
    if !below(new, graph.root())?.chars().all(fits) {
        return Some(format!("the path {new} has characters that do not go between quotes"));
    }
    let fixed = ["project.godot", "export_presets.cfg", "project.json"];
    if fixed.contains(&graph.from_root(old)) {
        return Some(format!("{} belongs where it is", graph.from_root(old)));
    }
    let below_file =
        path::ancestors(new).find(|folder| project.files().kind(folder) == Some(EntryKind::File));
    below_file.map(|file| format!("{file} is a file and no folder"))
}

/// A file with edits of what it says; `None` without any.
pub(super) fn change_of(
    project: &Project<'_>,
    file: &File,
    mut edits: Vec<Edit>,
) -> Result<Option<Change>, EditRefusal> {
    if edits.is_empty() {
        return Ok(None);
    }
    // One place may be found in several ways.
    edits.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
    edits.dedup();
    let paths = file.references.iter().filter(|reference| reference.named.how == How::ExtResource);
    let renames: Vec<(&str, String)> = paths
        .filter_map(|reference| {
            let edit = edits.iter().find(|edit| Some(edit.span) == reference.named.span)?;
            Some((reference.named.text.as_str(), String::from_utf8_lossy(&edit.text).into_owned()))
        })
        .collect();
    written(project, file, file.path.clone(), edits, &renames).map(Some)
}

/// What a file must say instead.
fn change(
    project: &Project<'_>,
    graph: &Graph,
    file: &File,
    moves: &[(String, String)],
) -> Result<Option<Change>, EditRefusal> {
    let to = moved(moves, &file.path);
    let mut edits: Vec<Edit> = Vec::new();
    let mut renames: Vec<(&str, String)> = Vec::new();
    for reference in &file.references {
        let (target, new_target) = match &reference.target {
            Target::File(target) => {
                let target = &graph.files()[*target].path;
                (target.as_str(), moved(moves, target))
            }
            Target::Folder(folder) => (folder.as_str(), moved(moves, folder)),
            Target::Missing | Target::Elsewhere => continue,
        };
        let Some(span) = reference.named.span.filter(|_| !reference.by_uid) else { continue };
        let places =
            Places { root: graph.root(), from: &file.path, new_from: &to, target, new_target: &new_target };
        let new = places.respelled(&reference.named);
        if let Some(new) = new.filter(|new| *new != reference.named.text) {
            edits.push(Edit::replace(span, escaped(&new, reference.named.how)));
            if reference.named.how == How::ExtResource {
                renames.push((&reference.named.text, new));
            }
        }
    }
    if edits.is_empty() {
        return Ok(None);
    }
    // The same place may be named twice: a whole text, and a part of it.
    edits.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
    edits.dedup();
    written(project, file, to, edits, &renames).map(Some)
}

/// A path as it stands between the quotes of a kind of file.
fn escaped(path: &str, how: How) -> String {
    if how != How::ModelPart {
        return path.to_owned();
    }
    let mut out = String::with_capacity(path.len());
    for char in path.chars() {
        match char {
            ' ' => out.push_str("%20"),
            '%' => out.push_str("%25"),
            '#' => out.push_str("%23"),
            other => out.push(other),
        }
    }
    out
}

/// A file with its edits; in a binary one paths are exchanged, or it is written again. `renames` are the edits that do
/// no more than give a resource another path.
fn written(
    project: &Project<'_>,
    file: &File,
    to: String,
    edits: Vec<Edit>,
    renames: &[(&str, String)],
) -> Result<Change, EditRefusal> {
    let path = file.path.clone();
    let cannot = |why: String| EditRefusal::new(CANNOT_MOVE, why);
    let before = project.files().read(&path).map_err(|error| cannot(error.to_string()))?;
    if !file.binary {
        let after = apply(&before, &edits).map_err(|error| cannot(format!("{path}: {error}")))?;
        return Ok(Change { path, to, before, edits, after });
    }
    let whole = Span::new(0, before.len() as u32);
    let replaced = |after: Vec<u8>| (vec![Edit::replace(whole, after.clone())], after);
    // Where only paths of other files change, no other byte does.
    let pairs: Vec<(&str, &str)> = renames.iter().map(|(old, new)| (*old, new.as_str())).collect();
    let paths_only = pairs.len() == edits.len();
    if let Some(after) = paths_only.then(|| binary::rename_externals(&before, &pairs)).flatten() {
        let (edits, after) = replaced(after);
        return Ok(Change { path, to, before, edits, after });
    }
    let document = proscenio_godot::Document::read(Source::new(path.as_str(), before.clone()));
    let Some(old) = document.binary() else {
        return Err(cannot(format!("{path} is no binary file any more")));
    };
    let text =
        apply(document.source().bytes(), &edits).map_err(|error| cannot(format!("{path}: {error}")))?;
    let text = proscenio_godot::Document::parse(Source::new(path.as_str(), text));
    let out = binary::write(&text, &old.write_options());
    let damaged =
        document.findings().iter().chain(&out.findings).any(|finding| finding.severity == Severity::Error);
    if damaged {
        return Err(cannot(format!(
            "{path} names the file, and is a damaged binary file that cannot be written again"
        )));
    }
    let (edits, after) = replaced(out.bytes);
    Ok(Change { path, to, before, edits, after })
}

/// Scripts that name a folder which a file leaves.
fn doubts(graph: &Graph, plan: &Plan, old: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in graph.files() {
        for Reference { named, target, .. } in &file.references {
            let Target::Folder(folder) = target else { continue };
            let leaves =
                below(old, folder).is_some() && below(&plan.moved(old), &plan.moved(folder)).is_none();
            if leaves && !folder.is_empty() {
                let path: Arc<str> = file.path.as_str().into();
                let message =
                    format!("`{}` may mean {}, which leaves that folder", named.text, graph.from_root(old));
                findings.push(FOLDER_NAMED.finding(&path, message).at_maybe(named.span));
            }
        }
    }
    findings
}

/// Compares who names whom before a plan and behind it (read through an [`super::Overlay`]): a finding for each
/// reference that would not lead where it did.
#[must_use]
pub fn lost(before: &Graph, after: &Graph, plan: &Plan) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in before.files() {
        let Some(now) = after.find(&plan.moved(&file.path)).and_then(|at| after.files().get(at)) else {
            continue;
        };
        // Class names are counted once a file, so the lists go side by side.
        for (at, old) in file.references.iter().enumerate() {
            let new = now.references.get(at).map(|reference| where_to(after, &reference.target));
            let wanted = where_to(before, &old.target).map(|path| plan.moved(path));
            if wanted.is_some() && new.flatten() != wanted.as_deref() {
                let path: Arc<str> = file.path.as_str().into();
                let message = format!(
                    "`{}` would no longer lead to {}",
                    old.named.text,
                    before.from_root(&wanted.unwrap_or_default())
                );
                findings.push(
                    LOST_REFERENCE.finding(&path, message).at_maybe(old.named.span.filter(|_| !file.binary)),
                );
            }
        }
    }
    findings
}

fn where_to<'g>(graph: &'g Graph, target: &'g Target) -> Option<&'g str> {
    match target {
        Target::File(at) => graph.files().get(*at).map(|file| file.path.as_str()),
        Target::Folder(folder) => Some(folder),
        Target::Missing | Target::Elsewhere => None,
    }
}
