//! Another name for the class of a script.

use proscenio_godot::classes::ClassTable;
use proscenio_godot::gdscript::Script;
use proscenio_source::{Edit, EditRefusal, Source};

use super::{CANNOT_MOVE, Plan, change_of, refuse};
use crate::Project;
use crate::graph::{Graph, How};

/// What has to be done so that the class of a script is called something else: its `class_name`, every script that
/// uses it, `script_class` of resources, and the list of classes that Godot 3 keeps in `project.godot`. Texts that
/// happen to be the name, and members of that name, are left alone.
///
/// # Errors
/// No such class, or a name that cannot be one or is one already.
pub fn rename_class(project: &Project<'_>, graph: &Graph, old: &str, new: &str) -> Result<Plan, EditRefusal> {
    let named = |name: &str| graph.files().iter().any(|file| file.class_name.as_deref() == Some(name));
    if !named(old) {
        return refuse(&CANNOT_MOVE, format!("no script has the class name {old}"));
    }
    let in_csharp =
        |file: &&crate::graph::File| file.path.ends_with(".cs") && file.class_name.as_deref() == Some(old);
    if let Some(file) = graph.files().iter().find(in_csharp) {
        return refuse(&CANNOT_MOVE, format!("{old} is a class of C# in {}", graph.from_root(&file.path)));
    }
    let is_name =
        new.chars().enumerate().all(|(at, c)| c == '_' || c.is_alphabetic() || at > 0 && c.is_alphanumeric());
    if new.is_empty() || !is_name {
        return refuse(&CANNOT_MOVE, format!("{new} cannot be the name of a class"));
    }
    if named(new) || ClassTable::godot_4().class(new).is_some() || ClassTable::godot_3().class(new).is_some()
    {
        return refuse(&CANNOT_MOVE, format!("there is a class {new} already"));
    }
    let mut plan = Plan::default();
    for file in graph.files() {
        let edits = if file.path.ends_with(".gd") {
            let bytes = project.files().read(&file.path).unwrap_or_default();
            let script = Script::parse(Source::new(file.path.as_str(), bytes));
            script.words(old).map(|span| Edit::replace(span, new)).collect()
        } else if file.path.ends_with(".cs") {
            // C# cannot name classes of other languages.
            Vec::new()
        } else {
            let texts = file
                .references
                .iter()
                .filter(|reference| reference.named.how == How::Class && reference.named.text == old);
            texts.filter_map(|reference| Some(Edit::replace(reference.named.span?, new))).collect()
        };
        plan.changes.extend(change_of(project, file, edits)?);
    }
    plan.changes.extend(old_list(project, graph, old, new)?);
    Ok(plan)
}

/// `"class": "Name"` and `"base": "Name"` of `_global_script_classes` in `project.godot`.
fn old_list(
    project: &Project<'_>,
    graph: &Graph,
    old: &str,
    new: &str,
) -> Result<Option<super::Change>, EditRefusal> {
    let place = proscenio_vfs::path::join(graph.root(), "project.godot");
    let Some(file) = graph.find(&place).and_then(|at| graph.files().get(at)) else { return Ok(None) };
    let bytes = project.files().read(&place).unwrap_or_default();
    let document = proscenio_godot::Document::parse(Source::new(place.as_str(), bytes));
    let sections = document.sections().flat_map(|section| section.properties());
    let lists = document.loose_properties().chain(sections);
    let mut edits = Vec::new();
    for entry in
        lists.filter(|entry| entry.is("_global_script_classes") || entry.is("_global_script_class_icons"))
    {
        let span = entry.value_span();
        let text = document.slice(span);
        let quoted = format!("\"{old}\"");
        for at in memchr::memmem::find_iter(text, quoted.as_bytes()) {
            let start = span.start() + at as u32 + 1;
            edits.push(Edit::replace(proscenio_source::Span::new(start, start + old.len() as u32), new));
        }
    }
    change_of(project, file, edits)
}
