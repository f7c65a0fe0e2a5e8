//! Node paths in properties that lead nowhere.

use proscenio_godot::node_path::NodePath;
use proscenio_godot::{Node, Value};
use proscenio_source::Finding;

use super::lost;
use crate::godot::suggest;
use crate::{BROKEN_PATH, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &BROKEN_PATH, check };

/// Properties whose paths are not counted from their node, or need not lead anywhere.
const ELSEWHERE: [&str; 4] = ["root_motion_track", "skeleton", "root_motion_path", "_import_path"];

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(tree) = view.tree() else { return };
    for section in view.document().nodes().map(|node| node.0) {
        let Some(node) = view.node(section) else { continue };
        let held = Node(section).node_paths();
        let class = tree.class(node);
        for entry in section.properties() {
            let key = entry.key();
            let of_class = || {
                let property = class.and_then(|class| class.property(&key));
                property.is_some_and(|property| property.value_type == "NodePath")
            };
            let of_script = held.iter().any(|name| *name == key);
            if ELSEWHERE.contains(&&*key) || !(of_script || of_class()) {
                continue;
            }
            for path in paths(&entry.value()) {
                if let Some((message, near)) = lost(view, tree, node, &NodePath::parse(path)) {
                    let message = format!("`{path}` leads nowhere: {message}");
                    let finding = BROKEN_PATH.finding(subject.path(), message).at(entry.value_span());
                    out.push(suggest(finding.about(key.clone()), near));
                }
            }
        }
    }
}

/// The paths of a value: one, or those of a list.
fn paths(value: &Value) -> Vec<&str> {
    match value {
        Value::NodePath(path) => vec![path],
        value => value.as_array().unwrap_or_default().iter().flat_map(paths).collect(),
    }
}
