//! Names that nodes cannot have.

use proscenio_source::{Finding, Severity};

use crate::{BAD_NODE_NAME, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &BAD_NODE_NAME, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    // Unique names came with Godot 3.5.
    let percent = view.document().format().is_some_and(|format| format >= 3);
    for node in view.document().nodes() {
        let Some(name) = node.name() else { continue };
        let bad = |character: &char| {
            matches!(character, '.' | ':' | '@' | '/' | '"') || (percent && *character == '%')
        };
        // With these a path cannot lead to the node; the others only the editor does not take.
        let parts = |character: char| matches!(character, '/' | ':');
        let worst = name.chars().find(|character| parts(*character)).or_else(|| name.chars().find(bad));
        let message = match worst {
            Some(character) if parts(character) => {
                format!("no path leads to `{name}`: `{character}` parts the names of a path")
            }
            Some(character) => format!("the editor takes no names with `{character}`, such as `{name}`"),
            None if name.is_empty() => "the node has an empty name".to_owned(),
            None => continue,
        };
        let mut finding = BAD_NODE_NAME.finding(subject.path(), message).at(node.name_span());
        if worst.is_some_and(|character| !parts(character)) {
            finding.severity = Severity::Info;
        }
        out.push(finding);
    }
}
