//! Scripts whose name no source of the project spells.

use proscenio_nacatamalon::model::ComponentData;
use proscenio_project::Project;
use proscenio_source::Finding;
use proscenio_vfs::{EntryKind, path};
use rustc_hash::FxHashSet;

use crate::subject::{components, span_of_text};
use crate::{Rule, Subject, UNKNOWN_SCRIPT};

pub(super) const RULE: Rule = Rule { code: &UNKNOWN_SCRIPT, check };

/// Files and folders looked at at most; a larger project is not judged.
const MOST: usize = 20_000;
/// Bytes of sources read at most.
const MOST_BYTES: usize = 64 << 20;

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let (Some(scene), Some(project)) = (subject.scene(), subject.project()) else { return };
    let mut missing: FxHashSet<&str> = components(scene)
        .filter_map(|(_, component)| match &component.data {
            ComponentData::Script(script) => Some(script.behaviour.as_str()),
            _ => None,
        })
        .collect();
    if missing.is_empty() || !strike_out(project, &mut missing) {
        return;
    }
    for (node, component) in components(scene) {
        let ComponentData::Script(script) = &component.data else { continue };
        let name = script.behaviour.as_str();
        if missing.contains(name) {
            let message = format!("no source of the project spells the script `{name}` of `{}`", node.name);
            let finding = UNKNOWN_SCRIPT.finding(subject.path(), message);
            out.push(finding.at(span_of_text(scene, component, name)).about(node.name.as_str()));
        }
    }
}

/// Takes the names that a source spells out of the set; `false` where there is no source, or too much to
/// look through.
fn strike_out(project: &Project<'_>, names: &mut FxHashSet<&str>) -> bool {
    let Some((root, _)) = project.root() else { return false };
    let (mut seen, mut bytes, mut sources) = (0, 0, 0);
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in project.files().list(&folder).unwrap_or_default() {
            seen += 1;
            if seen > MOST || bytes > MOST_BYTES {
                return false;
            }
            let at = path::join(&folder, &entry.name);
            // Other people's code and what is built of the project's own say nothing.
            let foreign = ["node_modules", "dist", "build", "target"].contains(&entry.name.as_str());
            if entry.kind == EntryKind::Folder {
                if !foreign && !entry.name.starts_with('.') {
                    folders.push(at);
                }
                continue;
            }
            let is_source =
                ["ts", "js", "mjs", "tsx", "jsx"].contains(&path::extension(&entry.name).as_str());
            let Some(text) = is_source.then(|| project.files().read(&at).ok()).flatten() else { continue };
            sources += 1;
            bytes += text.len();
            let text = String::from_utf8_lossy(&text);
            names.retain(|name| !text.contains(name));
            if names.is_empty() {
                return true;
            }
        }
    }
    sources > 0
}
