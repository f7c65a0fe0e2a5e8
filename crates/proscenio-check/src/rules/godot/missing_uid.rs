//! Files that have a uid and are named without it.

use proscenio_source::{Edit, Finding, Safety};

use crate::{MISSING_UID, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MISSING_UID, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(around) = view.around() else { return };
    let document = view.document();
    if document.format().is_none_or(|format| format < 3) {
        return;
    }
    for resource in document.ext_resources().filter(|resource| resource.0.attribute("uid").is_none()) {
        let (Some(entry), Some(named)) = (resource.0.attribute("path"), resource.path()) else { continue };
        let Some(place) = around.godot().place_of(&named).filter(|place| around.godot().is_file(place))
        else {
            continue;
        };
        let Some(uid) = around.godot().uid_of(&place) else { continue };
        let message = format!("`{named}` has the uid `{uid}`");
        let edit = Edit::insert(entry.span().start(), format!("uid=\"{uid}\" "));
        let finding = MISSING_UID.finding(subject.path(), message).at(entry.span());
        out.push(finding.fix("add the uid", vec![edit], Safety::Safe));
    }
}
