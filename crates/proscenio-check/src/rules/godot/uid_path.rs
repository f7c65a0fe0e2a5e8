//! Uids of files beside paths of other files, and uids that no file has.

use proscenio_project::godot::{STALE_UID, Uid};
use proscenio_source::{Edit, Finding, Safety, Span};

use crate::{Rule, Subject, UID_PATH};

pub(super) const RULE: Rule = Rule { code: &UID_PATH, check };
pub(super) const STALE: Rule = Rule { code: &STALE_UID, check: stale };

/// A file named by a path that is there and a uid that is not its own: whose it is, if anybody's.
struct Odd<'d> {
    section: proscenio_godot::Section<'d>,
    uid: String,
    named: String,
    own: Uid,
    other: Option<String>,
}

fn odd<'s>(subject: &'s Subject<'_>) -> Vec<Odd<'s>> {
    let Some(view) = subject.godot() else { return Vec::new() };
    let Some(around) = view.around() else { return Vec::new() };
    let godot = around.godot();
    let mut all = Vec::new();
    for resource in view.document().ext_resources() {
        let (Some(text), Some(named)) = (resource.uid(), resource.path()) else { continue };
        let Some(place) = around.godot().place_of(&named).filter(|place| around.godot().is_file(place))
        else {
            continue;
        };
        // A file that has no uid yet may get this one: nobody can tell.
        let (Some(uid), Some(own)) = (Uid::parse(&text), godot.uid_of(&place)) else { continue };
        if uid == own {
            continue;
        }
        let other = godot.uids().get(&uid).map(|place| godot.resource_path(place));
        all.push(Odd { section: resource.0, uid: text.into_owned(), named: named.into_owned(), own, other });
    }
    all
}

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for odd in odd(subject) {
        let (Some(other), Some(path)) = (odd.other, odd.section.attribute("path")) else { continue };
        let message = format!("`{}` is the uid of `{other}`, not of `{}`", odd.uid, odd.named);
        let edit = Edit::replace(path.value_span(), format!("\"{other}\""));
        let finding = UID_PATH.finding(subject.path(), message).at(path.value_span());
        out.push(finding.fix("write the path of the file with the uid", vec![edit], Safety::Safe));
    }
}

fn stale(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    for odd in odd(subject) {
        let (None, Some(entry)) = (&odd.other, odd.section.attribute("uid")) else { continue };
        let message = format!("no file has `{}`; `{}` has `{}`", odd.uid, odd.named, odd.own);
        let span: Span = entry.value_span();
        let edit = Edit::replace(span, format!("\"{}\"", odd.own));
        let finding = STALE_UID.finding(subject.path(), message).at(span);
        out.push(finding.fix("write the uid of the file", vec![edit], Safety::Safe));
    }
}
