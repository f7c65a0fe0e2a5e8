//! Rules of Godot scenes and resources, one a file.

mod bad_node_name;
mod broken_path;
mod broken_track;
mod connections;
mod default_written;
mod duplicate_uid;
mod format;
mod instances;
mod large_resource;
mod load_steps;
mod mesh_counts;
mod missing_file;
mod missing_uid;
mod not_finite;
mod return_in_text;
mod stale_editable;
mod stale_index;
mod uid_path;
mod unknown_class;
mod unknown_element;
mod unknown_property;
mod unknown_script_class;
mod unused_resource;
mod values;
mod wrong_type;

use proscenio_godot::node_path::NodePath;
use proscenio_godot::{Document, Entry, Section};
use proscenio_project::godot::{Lost, NodeId, SceneTree};
use proscenio_source::{Edit, Span};

use crate::Rule;
use crate::godot::GodotView;
use crate::nearest::did_you_mean;

pub(super) const RULES: &[Rule] = &[
    missing_file::RULE,
    missing_file::CASE,
    uid_path::RULE,
    uid_path::STALE,
    missing_uid::RULE,
    duplicate_uid::RULE,
    unused_resource::RULE,
    instances::RULE,
    stale_editable::RULE,
    stale_index::RULE,
    broken_path::RULE,
    broken_track::PATH,
    broken_track::PROPERTY,
    connections::PATH,
    connections::SIGNAL,
    connections::METHOD,
    unknown_class::RULE,
    unknown_property::RULE,
    unknown_script_class::RULE,
    unknown_element::RULE,
    values::RULE,
    wrong_type::RULE,
    default_written::RULE,
    load_steps::RULE,
    not_finite::RULE,
    bad_node_name::RULE,
    format::OLD,
    format::NEW,
    return_in_text::RULE,
    mesh_counts::RULE,
    large_resource::RULE,
];

/// Takes a section out, with its line ends and the blank lines that would be too many.
fn remove_section(document: &Document, section: Section<'_>) -> Edit {
    let bytes = document.source().bytes();
    let start = section.header_span().start() as usize;
    let mut end = line_end(bytes, section.span().end() as usize);
    let before = bytes.get(..start).unwrap_or_default();
    let apart = before.is_empty() || before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
    while apart && matches!(bytes.get(end), Some(b'\n' | b'\r')) {
        end += 1;
    }
    Edit::delete(Span::new(start as u32, end as u32))
}

/// Takes a property out, with its line end.
fn remove_property(document: &Document, entry: Entry<'_>) -> Edit {
    let bytes = document.source().bytes();
    let span = entry.span();
    Edit::delete(Span::new(span.start(), line_end(bytes, span.end() as usize) as u32))
}

/// Behind the end of the line that a place is in.
fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| at + end + 1)
}

/// A path that leads nowhere, and what may have been meant. Nothing where nobody can know: for paths that
/// leave the scene, and behind nodes whose children are not known.
fn lost(
    view: &GodotView<'_>,
    tree: &SceneTree,
    from: NodeId,
    path: &NodePath,
) -> Option<(String, Option<String>)> {
    if path.absolute || path.names.is_empty() {
        return None;
    }
    let Err(Lost::Node { name, below }) = tree.find(from, path) else { return None };
    if name == ".." {
        return None;
    }
    let at = tree.find(tree.root()?, &NodePath::parse(&below)).ok()?;
    // A unique name is looked for in the whole scene.
    let whole =
        if name.starts_with('%') { tree.walk().all(|node| view.is_closed(node)) } else { view.is_closed(at) };
    if !whole {
        return None;
    }
    let children: Vec<String> = tree.children(at).map(|child| tree.name(child).into_owned()).collect();
    let near = did_you_mean(&name, children.iter().map(String::as_str));
    let parent = if below == "." { "the root".to_owned() } else { format!("`{below}`") };
    Some((format!("there is no node `{name}` below {parent}"), near))
}
