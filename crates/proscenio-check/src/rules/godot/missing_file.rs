//! Files that a scene or resource names and that are not there, or are spelled otherwise.

use proscenio_project::godot::MISSING_FILE;
use proscenio_source::{Edit, Finding, Safety};
use proscenio_vfs::{find_ignoring_case, path};

use crate::godot::{GodotView, suggest};
use crate::{PATH_CASE, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MISSING_FILE, check };
pub(super) const CASE: Rule = Rule { code: &PATH_CASE, check: case };

/// A resource of another file that is not at its path: the value of `path`, the path, and where it is by a
/// spelling of other case.
struct Missing {
    span: proscenio_source::Span,
    named: String,
    other_case: Option<String>,
}

fn missing(view: &GodotView<'_>) -> Vec<Missing> {
    let Some(around) = view.around() else { return Vec::new() };
    let document = view.document();
    let mut all = Vec::new();
    for resource in document.ext_resources() {
        let Some(entry) = resource.0.attribute("path") else { continue };
        let Some(named) = resource.path() else { continue };
        // What the engine generates is not part of a project.
        if named.starts_with("res://.godot/") || named.starts_with("res://.import/") {
            continue;
        }
        let Some(place) = around.godot().place_of(&named) else { continue };
        let named_by_uid = || around.godot().resolve(document.source().path(), "", resource.uid().as_deref());
        if around.godot().is_file(&place) || named_by_uid().is_some() {
            continue;
        }
        let other_case = find_ignoring_case(around.project().files(), &place);
        let other_case = other_case.map(|place| around.godot().resource_path(&place));
        all.push(Missing { span: entry.value_span(), named: named.into_owned(), other_case });
    }
    all
}

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    for missing in missing(view).into_iter().filter(|missing| missing.other_case.is_none()) {
        let message = format!("`{}` is not there", missing.named);
        let finding = MISSING_FILE.finding(subject.path(), message).at(missing.span);
        out.push(suggest(finding, elsewhere(view, &missing.named)));
    }
}

/// Where in the project a file of the same name is.
fn elsewhere(view: &GodotView<'_>, named: &str) -> Option<String> {
    let around = view.around()?;
    let places = around.godot().names().files.get(path::file_name(named))?;
    let place = places.iter().min()?;
    Some(format!("`{}` has its name", around.godot().resource_path(place)))
}

fn case(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    for missing in missing(view) {
        let Some(other) = missing.other_case else { continue };
        let message = format!("`{}` is named `{other}`", missing.named);
        let edit = Edit::replace(missing.span, format!("\"{other}\""));
        let finding = PATH_CASE.finding(subject.path(), message).at(missing.span);
        out.push(finding.fix("write the path as the file is named", vec![edit], Safety::Safe));
    }
}
