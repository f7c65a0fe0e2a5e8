//! Places among siblings that are no longer there.

use proscenio_source::{Edit, Finding, Safety};

use crate::{Rule, STALE_INDEX, Subject};

pub(super) const RULE: Rule = Rule { code: &STALE_INDEX, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(tree) = view.tree() else { return };
    for node in view.document().nodes() {
        let (Some(said), Some(entry)) = (node.index(), node.0.attribute("index")) else { continue };
        // The engine puts only nodes of this file in their places; for others it is a note of the editor.
        if node.node_type().is_none() && !node.is_instance() {
            continue;
        }
        let Some(own) = view.node(node.0) else { continue };
        let Some(parent) = tree.parent(own).filter(|parent| view.is_closed(*parent)) else { continue };
        let count = tree.children(parent).count();
        if usize::try_from(said).is_ok_and(|said| said < count) {
            continue;
        }
        let Some(place) = tree.children(parent).position(|child| child == own) else { continue };
        let message = format!("`index` is {said}, and `{}` has {count} children", tree.name(parent));
        let quote = if entry.raw().first() == Some(&b'"') { "\"" } else { "" };
        let edit = Edit::replace(entry.value_span(), format!("{quote}{place}{quote}"));
        let finding = STALE_INDEX.finding(subject.path(), message).at(entry.value_span());
        out.push(finding.fix("write the place that it has", vec![edit], Safety::Safe));
    }
}
