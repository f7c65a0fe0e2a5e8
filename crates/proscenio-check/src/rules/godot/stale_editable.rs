//! `[editable]` lines about nodes that are no instances.

use proscenio_godot::node_path::NodePath;
use proscenio_source::{Finding, Safety};

use super::{lost, remove_section};
use crate::{Rule, STALE_EDITABLE, Subject};

pub(super) const RULE: Rule = Rule { code: &STALE_EDITABLE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some((tree, root)) = view.tree().and_then(|tree| Some((tree, tree.root()?))) else { return };
    let own = view.document().node_tree();
    for editable in view.document().editable_paths() {
        let Some(path) = editable.path() else { continue };
        let parsed = NodePath::parse(&path);
        let message = match tree.find(root, &parsed) {
            Ok(node) if tree.scene(node).is_some() || !view.is_closed(node) => continue,
            Ok(_) => format!("`{path}` is no instance of a scene"),
            // What the file alone tells is told already.
            Err(_) if own.find(&path).is_none() && !own.is_inside_instance(&path) => continue,
            Err(_) => match lost(view, tree, root, &parsed) {
                Some((message, _)) => message,
                None => continue,
            },
        };
        let edit = remove_section(view.document(), editable.0);
        let finding = STALE_EDITABLE.finding(subject.path(), message).at(editable.0.header_span());
        out.push(finding.fix("remove the line", vec![edit], Safety::Safe));
    }
}
