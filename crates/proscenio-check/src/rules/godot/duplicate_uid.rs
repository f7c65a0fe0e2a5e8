//! Files with the uid of another.

use proscenio_project::godot::Uid;
use proscenio_source::{Edit, Finding, Safety, Span};

use crate::{DUPLICATE_UID, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &DUPLICATE_UID, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(around) = view.around() else { return };
    let entry = view.document().header().and_then(|header| Some((header, header.attribute("uid")?)));
    let Some((header, entry)) = entry else { return };
    let uid = entry.text().and_then(|text| Uid::parse(&text));
    let Some(first) = uid.and_then(|uid| around.godot().uids().get(&uid)) else { return };
    let own = around.project().place_of(subject.path());
    if *first == own {
        return;
    }
    let message = format!("`{}` has this uid too", around.godot().resource_path(first));
    // With the blank in front of it.
    let ends = header.attributes().map(|other| other.value_span().end());
    let before = ends.filter(|end| *end <= entry.span().start()).max().unwrap_or(header.tag_span().end());
    let edit = Edit::delete(Span::new(before, entry.span().end()));
    let finding = DUPLICATE_UID.finding(subject.path(), message).at(entry.span());
    out.push(finding.fix("remove the uid", vec![edit], Safety::Unsafe));
}
