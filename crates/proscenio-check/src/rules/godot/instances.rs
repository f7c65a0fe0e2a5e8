//! What putting the scene together finds: nodes that the instanced scenes no longer have, circles, limits.

use proscenio_godot::node_path::NodePath;
use proscenio_project::godot::{
    REPEATED_UNIQUE_NAME, SCENE_CYCLE, STRAY_NODE, TOO_DEEP_INSTANCES, TOO_MANY_NODES, VANISHED_NODE,
};
use proscenio_source::Finding;

use super::lost;
use crate::godot::{GodotView, suggest};
use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &VANISHED_NODE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(tree) = view.tree() else { return };
    let codes = [REPEATED_UNIQUE_NAME, STRAY_NODE, TOO_DEEP_INSTANCES, TOO_MANY_NODES, VANISHED_NODE];
    let told = |finding: &&Finding| {
        *finding.path == **subject.path() && codes.iter().any(|code| code.name == finding.code)
    };
    let circles = tree.findings().iter().filter(|finding| finding.code == SCENE_CYCLE.name);
    out.extend(circles.filter_map(|finding| circle(subject, finding)));
    for finding in tree.findings().iter().filter(told) {
        if finding.code != VANISHED_NODE.name && finding.code != STRAY_NODE.name {
            out.push(finding.clone());
        } else if let Some(near) = gone(view, finding) {
            out.push(suggest(finding.clone(), near));
        }
    }
}

/// A circle as the file's own part of it; nothing for one that it only leads to.
fn circle(subject: &Subject<'_>, finding: &Finding) -> Option<Finding> {
    let own = |path: Option<&std::sync::Arc<str>>| path.unwrap_or(&finding.path) == subject.path();
    if own(None) {
        return Some(finding.clone());
    }
    let edge = finding.related.iter().find(|related| own(related.path.as_ref()))?;
    let mut finding = Finding { path: std::sync::Arc::clone(subject.path()), ..finding.clone() };
    finding.span = Some(edge.span);
    Some(finding)
}

/// What a section about a node that is gone may mean; nothing where nobody can know that it is gone, because
/// the scene it should be in cannot be read.
fn gone(view: &GodotView<'_>, finding: &Finding) -> Option<Option<String>> {
    let tree = view.tree()?;
    let span = finding.span?;
    let node = view.document().nodes().find(|node| node.0.span().contains(span))?;
    let mut path = NodePath::parse(&node.parent()?);
    path.names.push(node.name()?.into_owned());
    lost(view, tree, tree.root()?, &path).map(|(_, near)| near)
}
