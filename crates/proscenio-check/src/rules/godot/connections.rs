//! Connections whose ends, signal or method are not there.

use std::borrow::Cow;

use proscenio_godot::gdscript::MemberKind;
use proscenio_godot::node_path::NodePath;
use proscenio_godot::{Connection, Entry};
use proscenio_project::godot::{NodeId, SceneTree};
use proscenio_source::Finding;

use super::lost;
use crate::godot::{GodotView, suggest};
use crate::nearest::did_you_mean;
use crate::{BROKEN_PATH, Rule, Subject, UNKNOWN_METHOD, UNKNOWN_SIGNAL};

pub(super) const PATH: Rule = Rule { code: &BROKEN_PATH, check: path };
pub(super) const SIGNAL: Rule = Rule { code: &UNKNOWN_SIGNAL, check: signal };
pub(super) const METHOD: Rule = Rule { code: &UNKNOWN_METHOD, check: method };

/// Shows one end of every connection: the attribute that names it.
fn ends<'v>(
    view: &'v GodotView<'_>,
    end: &str,
    mut see: impl FnMut(Connection<'v>, &'v SceneTree, Entry<'v>, Cow<'v, str>),
) {
    let Some(tree) = view.tree() else { return };
    for connection in view.document().connections() {
        let entry = connection.0.attribute(end).and_then(|entry| Some((entry, entry.text()?)));
        if let Some((entry, path)) = entry {
            see(connection, tree, entry, path);
        }
    }
}

fn found(tree: &SceneTree, path: &str) -> Option<NodeId> {
    tree.find(tree.root()?, &NodePath::parse(path)).ok()
}

fn path(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let own = view.document().node_tree();
    for end in ["from", "to"] {
        ends(view, end, |_, tree, entry, path| {
            // What the file alone tells is told already.
            if !own.is_inside_instance(&path) || own.find(&path).is_some() {
                return;
            }
            let Some(root) = tree.root() else { return };
            if let Some((message, near)) = lost(view, tree, root, &NodePath::parse(&path)) {
                let finding = BROKEN_PATH.finding(subject.path(), message).at(entry.value_span());
                out.push(suggest(finding, near));
            }
        });
    }
}

fn signal(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    ends(view, "from", |connection, tree, _, path| {
        let (Some(name), Some(entry)) = (connection.signal(), connection.0.attribute("signal")) else {
            return;
        };
        let Some(node) = found(tree, &path).filter(|node| view.is_closed(*node)) else { return };
        let Some(class) = tree.class(node) else { return };
        let declared = view.declared(node);
        let has = class.signal(&name).is_some()
            || declared.as_ref().is_some_and(|declared| declared.has_signal(&name));
        if has {
            return;
        }
        let script = if declared.is_some() { ", nor its script" } else { "" };
        let message = format!("`{}` has no signal `{name}`{script}", class.name());
        let of_class = class.ancestry().flat_map(|class| class.own_signals()).map(|signal| signal.name);
        let of_script = declared.iter().flat_map(|declared| declared.named(MemberKind::Signal));
        let near = did_you_mean(&name, of_class.chain(of_script));
        let finding = UNKNOWN_SIGNAL.finding(subject.path(), message).at(entry.value_span());
        out.push(suggest(finding, near));
    });
}

fn method(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    ends(view, "to", |connection, tree, _, path| {
        let (Some(name), Some(entry)) = (connection.method(), connection.0.attribute("method")) else {
            return;
        };
        let Some(node) = found(tree, &path).filter(|node| view.is_closed(*node)) else { return };
        let Some(class) = tree.class(node) else { return };
        let declared = view.declared(node);
        let has =
            class.has_method(&name) || declared.as_ref().is_some_and(|declared| declared.has_function(&name));
        if has {
            return;
        }
        let who = tree.name(node);
        let message = match &declared {
            Some(_) => format!("neither the script of `{who}` nor its class `{}` has `{name}`", class.name()),
            None => format!("`{who}` has no script, and its class `{}` no `{name}`", class.name()),
        };
        let near =
            declared.as_ref().and_then(|declared| did_you_mean(&name, declared.named(MemberKind::Func)));
        let finding = UNKNOWN_METHOD.finding(subject.path(), message).at(entry.value_span());
        out.push(suggest(finding, near));
    });
}
