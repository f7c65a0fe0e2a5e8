//! Removing nodes.

use rustc_hash::FxHashSet;

use super::draft::Draft;
use super::model::Model;
use super::path_text::PathText;
use super::references::{Role, links};
use super::{DANGLING_PATH, EditRefusal, Edits, Options, guard};
use crate::document::Document;
use crate::nodes::NodeIndex;
use crate::tree::SectionKind;

/// Removes a node with all that hangs from it, its connections, its editable paths, and the resources that
/// only they used (unless [`Options::keep_unused`]). Other paths to it stay as they are; each that leads
/// nowhere afterwards is among the findings.
///
/// # Errors
/// No such node; the root; a node that another scene brings along.
pub fn remove_node(document: &Document, path: &str, options: &Options) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let model = Model::new(document);
    let found = model.find_own(path, "removed")?;
    let mut draft = Draft::new(document, options);
    let below = model.places.below(found.place);
    let nodes: FxHashSet<NodeIndex> = model.below(found.place).into_iter().collect();
    nodes.iter().for_each(|index| draft.remove_section(model.section(*index).index()));
    let links = links(&model);
    let mut dangling = Vec::new();
    for link in &links {
        let Some(base) = &link.base else { continue };
        let text = PathText::new(&link.text);
        let mut touched = below[base.place as usize];
        let way = model.places.walk(base, &text, |_, place| touched |= below[place as usize]);
        if !touched || link.text.is_empty() || way.is_none_or(|way| !way.sound) {
            continue;
        }
        match link.role {
            Role::From | Role::To | Role::Editable => draft.remove_section(link.section),
            _ if link.holder.is_none_or(|holder| !nodes.contains(&holder)) => dangling.push(link),
            _ => {}
        }
    }
    for link in dangling {
        if draft.is_removed(link.section) {
            continue;
        }
        let message = format!("`{}` leads nowhere once `{path}` is gone", link.text);
        let help = "unset the property or track, or let the path lead to another node";
        draft.tell(DANGLING_PATH, link.span, message, help);
    }
    debug_assert!(draft.is_removed(found.node.0.index()) && found.node.0.kind() == SectionKind::Node);
    Ok(draft.finish())
}
