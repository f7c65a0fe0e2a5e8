//! Renaming nodes, and moving them to another parent or another place among their siblings.

use proscenio_source::{Place, Span, did_you_mean, free_name};

use super::draft::Draft;
use super::follow::follow;
use super::header::{remove_attribute, set_attribute};
use super::model::{Found, Model};
use super::names::check_node_name;
use super::node::parent_numbers;
use super::places::{Change, PlaceId};
use super::text::{Escapes, quoted};
use super::{BAD_PLACE, CYCLE, EditRefusal, Edits, NAME_TAKEN, Options, UNIQUE_NAME_TAKEN, guard};
use crate::document::Document;
use crate::nodes::NodeIndex;

/// Gives a node another name. Everything in the file that names it by a path follows; `%Name` stays a
/// unique name.
///
/// # Errors
/// No such node; a name that no node can have or that a sibling has; a node that another scene brings along.
pub fn rename_node(
    document: &Document,
    path: &str,
    name: &str,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let model = Model::new(document);
    let found = model.find(path)?;
    let found = if found.place == 0 { found } else { model.find_own(path, "renamed")? };
    check_node_name(name)?;
    let mut draft = Draft::new(document, options);
    if found.node.name().is_some_and(|old| old == name) {
        return Ok(draft.finish());
    }
    if found.place != 0 {
        let parent = model.places.parent(found.place);
        refuse_taken(&model, parent, name)?;
        refuse_taken_unique(&model, found, name)?;
        follow(&model, &mut draft, found, Change { place: found.place, parent, name });
        let above = model.places.path(parent);
        draft.edits.made = Some(if above == "." { name.to_owned() } else { format!("{above}/{name}") });
    } else {
        draft.edits.made = Some(".".to_owned());
    }
    let edit = set_attribute(found.node.0, "name", &quoted(name, Escapes::of(document)));
    draft.replace(edit.span, edit.text);
    Ok(draft.finish())
}

/// Moves a node with all that hangs from it: to another parent, to another place among its siblings, or
/// both. `parent` is a path from the root, `None` for the parent it has.
///
/// Everything in the file that names a moved node by a path follows, and so do the paths in the moved
/// nodes themselves. What only held because of a default (the `root_node` of an animation player) is
/// written out.
///
/// # Errors
/// No such node, parent or sibling; a sibling of the same name; the root; a node below itself; a node that
/// another scene brings along.
pub fn move_node(
    document: &Document,
    path: &str,
    parent: Option<&str>,
    place: Place<'_>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let mut model = Model::new(document);
    let mut draft = Draft::new(document, options);
    let found = model.find_own(path, "moved")?;
    let old_parent = model.places.parent(found.place);
    let parent = parent.map_or(Ok(old_parent), |parent| model.find_place(&mut draft, parent))?;
    if model.places.below(found.place)[parent as usize] {
        let message = format!("`{path}` cannot hang from itself or from a node below it");
        return Err(EditRefusal::new(CYCLE, message).at(found.node.0.header_span()));
    }
    let name = model.places.name(found.place).to_owned();
    if parent != old_parent {
        refuse_taken(&model, parent, &name)?;
        let change = Change { place: found.place, parent, name: &name };
        follow(&model, &mut draft, found, change);
        reparent(&model, &mut draft, found, parent);
    }
    let moved = model.below(found.place);
    let siblings = siblings(&model, parent, found.index);
    let after = section_in_front(&model, parent, &siblings, place)?;
    let sections = moved.iter().map(|node| model.section(*node).index()).collect();
    draft.move_sections(sections, after);
    number_child(&model, &mut draft, found, parent, place, &siblings);
    let above = model.places.path(parent);
    draft.edits.made = Some(if above == "." { name } else { format!("{above}/{name}") });
    Ok(draft.finish())
}

/// Sets `parent=` of a moved node, and drops what only held below the old one.
fn reparent(model: &Model<'_>, draft: &mut Draft<'_>, found: Found<'_>, parent: PlaceId) {
    let section = found.node.0;
    let path = quoted(&model.places.path(parent), Escapes::of(model.doc));
    let edit = set_attribute(section, "parent", &path);
    draft.replace(edit.span, edit.text);
    // Numbers that lead to a parent inside an instance.
    let edit = match parent_numbers(model, parent) {
        Some(numbers) => Some(set_attribute(section, "parent_id_path", &numbers)),
        None => remove_attribute(section, "parent_id_path"),
    };
    if let Some(edit) = edit {
        draft.replace(edit.span, edit.text);
    }
}

/// Sets or drops `index=`, which says the place of a child that a scene adds to another scene's node.
fn number_child(
    model: &Model<'_>,
    draft: &mut Draft<'_>,
    found: Found<'_>,
    parent: PlaceId,
    place: Place<'_>,
    siblings: &[NodeIndex],
) {
    let own = found.node.index();
    if own.is_none() && !model.places.numbers_children(parent) {
        return;
    }
    let number_of = |name: &str| {
        let node = siblings
            .iter()
            .map(|index| model.node(*index))
            .find(|node| node.name().is_some_and(|own| own == name));
        let number = node.and_then(crate::view::Node::index);
        let stays = model.places.parent(found.place) == parent;
        // Without the node itself, those behind it move up.
        number.map(|number| number - i64::from(stays && own.is_some_and(|own| own < number)))
    };
    let number = match place {
        Place::Last => None,
        Place::At(number) => i64::try_from(number).ok(),
        Place::Before(name) => number_of(name),
        Place::Behind(name) => number_of(name).map(|number| number + 1),
    };
    let edit = match number {
        Some(number) => Some(set_attribute(found.node.0, "index", &format!("\"{number}\""))),
        None => remove_attribute(found.node.0, "index"),
    };
    if let Some(edit) = edit {
        draft.replace(edit.span, edit.text);
    }
}

/// The nodes that hang from a place, in file order, apart from one.
pub(super) fn siblings(model: &Model<'_>, parent: PlaceId, apart: NodeIndex) -> Vec<NodeIndex> {
    let indices = (0..model.tree.nodes().len() as u32).map(NodeIndex);
    let is_child = |index: &NodeIndex| {
        let place = model.places.of_node(*index);
        *index != apart && place.is_some_and(|place| place != 0 && model.places.parent(place) == parent)
    };
    indices.filter(is_child).collect()
}

/// The section behind which a child of `parent` goes to stand at a place among its siblings.
pub(super) fn section_in_front(
    model: &Model<'_>,
    parent: PlaceId,
    siblings: &[NodeIndex],
    place: Place<'_>,
) -> Result<usize, EditRefusal> {
    let named = |name: &str| {
        let found =
            siblings.iter().position(|index| model.node(*index).name().is_some_and(|own| own == name));
        found.ok_or_else(|| {
            let parent = model.places.path(parent);
            let message = format!("`{parent}` has no other child `{name}` in this file");
            let names = siblings.iter().filter_map(|index| model.node(*index).name());
            EditRefusal::new(BAD_PLACE, message).maybe_help(did_you_mean(name, names))
        })
    };
    let number = match place {
        Place::Last => siblings.len(),
        Place::At(number) => number.min(siblings.len()),
        Place::Before(name) => named(name)?,
        Place::Behind(name) => named(name)? + 1,
    };
    let Some(next) = siblings.get(number) else { return Ok(last_section(model, parent)) };
    match number.checked_sub(1) {
        // Behind all of the sibling in front, so that siblings in an odd order stay as they are.
        Some(previous) => {
            let place = model.places.of_node(siblings[previous]).unwrap_or(parent);
            Ok(last_section(model, place))
        }
        None => Ok(model.section(*next).index().saturating_sub(1)),
    }
}

/// The last section of the nodes at or below a place; for a place without any, of the nearest node above.
pub(super) fn last_section(model: &Model<'_>, place: PlaceId) -> usize {
    let mut at = place;
    loop {
        let sections = model.below(at).into_iter().map(|index| model.section(index).index());
        match sections.max() {
            Some(section) => return section,
            None if at == 0 => return 0,
            None => at = model.places.parent(at),
        }
    }
}

pub(super) fn refuse_taken(model: &Model<'_>, parent: PlaceId, name: &str) -> Result<(), EditRefusal> {
    if !model.is_taken(parent, name) {
        return Ok(());
    }
    let free = free_name(name, |name| model.is_taken(parent, name));
    let message = format!("`{}` has a child `{name}` already", model.places.path(parent));
    let mut refusal = EditRefusal::new(NAME_TAKEN, message).help(format!("`{free}` is free"));
    let taken = model.places.child(parent, name).and_then(|place| model.places.node(place));
    if let Some(index) = taken {
        refusal = refusal.at(model.node(index).name_span());
    }
    Err(refusal)
}

/// Two nodes cannot have one unique name.
fn refuse_taken_unique(model: &Model<'_>, found: Found<'_>, name: &str) -> Result<(), EditRefusal> {
    let Some(other) = model.places.unique(name).filter(|_| found.node.has_unique_name()) else {
        return Ok(());
    };
    let span = model.places.node(other).map_or(Span::empty(0), |index| model.node(index).name_span());
    let message = format!("`%{name}` is the unique name of `{}` already", model.places.path(other));
    Err(EditRefusal::new(UNIQUE_NAME_TAKEN, message)
        .help("take another name, or unset unique_name_in_owner of one of them")
        .at(span))
}
