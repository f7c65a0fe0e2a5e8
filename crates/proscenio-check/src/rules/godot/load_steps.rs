//! Headers that miscount the resources of their file.

use proscenio_source::{Edit, Finding, Safety};

use crate::{LOAD_STEPS, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &LOAD_STEPS, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let document = view.document();
    let entry = document.header().and_then(|header| header.attribute("load_steps"));
    let Some((entry, said)) = entry.and_then(|entry| Some((entry, entry.integer()?))) else { return };
    let steps = document.ext_resources().count() + document.sub_resources().count() + 1;
    if usize::try_from(said) == Ok(steps) {
        return;
    }
    let message = format!("the header counts {said}, the file has {steps}");
    let edit = Edit::replace(entry.value_span(), steps.to_string());
    let finding = LOAD_STEPS.finding(subject.path(), message).at(entry.span());
    out.push(finding.fix("correct the count", vec![edit], Safety::Safe));
}
