//! Copying nodes.

use proscenio_source::{Edit, Span, free_name};
use rustc_hash::{FxHashMap, FxHashSet};

use super::connect::place_of_new;
use super::draft::{Draft, edited};
use super::follow::{escapes, renamed_text};
use super::header::{remove_attribute, set_attribute};
use super::ids::{Generator, unique_ids};
use super::layout::property_lines;
use super::member::{Shape, shape};
use super::model::{Found, Model};
use super::names::check_node_name;
use super::rearrange::{last_section, refuse_taken};
use super::references::{Link, Role, links};
use super::text::{Escapes, quoted};
use super::{EditRefusal, Edits, Options, UNIQUE_NAME_DROPPED, guard};
use crate::document::Document;
use crate::nodes::NodeIndex;
use crate::section::Section;
use crate::tree::SectionKind;

/// Copies a node with all that hangs from it, behind itself. `name` is the copy's name; without one it is
/// the first free one (`Ball2`). The edits' [`Edits::made`] is the copy's path.
///
/// The copy uses the same resources. Paths inside it lead to the copied nodes, others where they led.
/// Connections from copied nodes are copied, as are editable paths; connections to them from elsewhere are
/// not. Copies below the first get no unique names, as those are taken.
///
/// # Errors
/// No such node; a name that no node can have or that a sibling has; the root; a node that another scene
/// brings along.
pub fn duplicate_node(
    document: &Document,
    path: &str,
    name: Option<&str>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let model = Model::new(document);
    let found = model.find_own(path, "copied")?;
    let parent = model.places.parent(found.place);
    let name = match name {
        Some(name) => name.to_owned(),
        None => free_name(model.places.name(found.place), |name| model.is_taken(parent, name)),
    };
    check_node_name(&name)?;
    refuse_taken(&model, parent, &name)?;
    let mut draft = Draft::new(document, options);
    let mut copy =
        Copy { links: links(&model), model: &model, found, name: &name, numbers: FxHashMap::default() };
    copy.numbers = copy.new_numbers(&draft);
    copy.nodes(&mut draft);
    copy.connections(&mut draft);
    copy.editable_paths(&mut draft);
    let above = model.places.path(parent);
    draft.edits.made = Some(if above == "." { name } else { format!("{above}/{name}") });
    Ok(draft.finish())
}

struct Copy<'m, 'd> {
    model: &'m Model<'d>,
    links: Vec<Link>,
    found: Found<'d>,
    name: &'m str,
    /// New numbers of the copied nodes, by the old ones.
    numbers: FxHashMap<i64, i64>,
}

impl Copy<'_, '_> {
    /// The edit that lets a path in the copy lead into the copy.
    fn path_edit(&self, link: &Link) -> Option<Edit> {
        let text = renamed_text(self.model, link, self.found.place, self.name)?;
        Some(Edit::replace(link.span, quoted(&text, escapes(self.model.doc, link.role))))
    }

    fn nodes(&self, draft: &mut Draft<'_>) {
        let model = self.model;
        let document = model.doc;
        let nodes = model.below(self.found.place);
        let mut edits: FxHashMap<usize, Vec<Edit>> = FxHashMap::default();
        for link in &self.links {
            if matches!(link.role, Role::Parent | Role::Owner | Role::Property | Role::Text)
                && let Some(edit) = self.path_edit(link)
            {
                edits.entry(link.section).or_default().push(edit);
            }
        }
        let mut text: Vec<u8> = Vec::new();
        let mut previous: Option<usize> = None;
        for index in nodes {
            let section = model.section(index);
            let mut own = edits.remove(&section.index()).unwrap_or_default();
            self.node_edits(draft, index, &mut own);
            own.extend(number_edits(section, &self.numbers));
            let bytes = document.source().bytes();
            let block = draft.layout.blocks[section.index()];
            match previous {
                Some(previous) if previous + 1 == section.index() => {
                    let gap = Span::new(draft.layout.blocks[previous].end, block.start);
                    text.extend_from_slice(gap.slice(bytes));
                }
                Some(_) => {
                    let gap = draft.layout.gap_between(SectionKind::Node, SectionKind::Node, bytes);
                    text.extend_from_slice(gap.as_bytes());
                }
                None => {}
            }
            text.extend(edited(bytes, Span::new(block.start, block.end), &own));
            previous = Some(section.index());
            for entry in section.attributes().chain(section.properties()) {
                draft.gain(document.references_in(entry).into_iter().map(|(_, reference)| reference));
            }
        }
        let after = last_section(model, self.found.place);
        draft.insert_section(Some(after), SectionKind::Node, text);
    }

    /// New numbers for the copied nodes. A node that another scene brings along has its
    /// number from there, and keeps it.
    fn new_numbers(&self, draft: &Draft<'_>) -> FxHashMap<i64, i64> {
        let Some(mut taken) = unique_ids(self.model.doc) else { return FxHashMap::default() };
        let mut generator = Generator::new(self.model.doc, draft.options.seed);
        let nodes = self.model.below(self.found.place).into_iter().map(|index| self.model.node(index));
        let own = nodes.filter(|node| node.node_type().is_some() || node.is_instance());
        own.filter_map(|node| node.unique_id()).map(|old| (old, generator.unique_id(&mut taken))).collect()
    }

    /// What is special about the copy of one node.
    fn node_edits(&self, draft: &mut Draft<'_>, index: NodeIndex, edits: &mut Vec<Edit>) {
        let document = self.model.doc;
        let node = self.model.node(index);
        if index == self.found.index {
            edits.push(set_attribute(node.0, "name", &quoted(self.name, Escapes::of(document))));
            edits.extend(remove_attribute(node.0, "index"));
        } else if node.has_unique_name()
            && let Some(entry) = node.property("unique_name_in_owner")
        {
            edits.push(Edit::delete(property_lines(document, entry)));
            let name = node.name().unwrap_or_default();
            let message = format!("the copy of `{name}` has no unique name, as that is taken");
            draft.tell(UNIQUE_NAME_DROPPED, entry.span(), message, "rename the copy to give it one");
        }
    }

    fn connections(&self, draft: &mut Draft<'_>) {
        let document = self.model.doc;
        let below = self.model.places.below(self.found.place);
        let mut by_section: FxHashMap<usize, Vec<&Link>> = FxHashMap::default();
        for link in self.links.iter().filter(|link| matches!(link.role, Role::From | Role::To)) {
            by_section.entry(link.section).or_default().push(link);
        }
        let mut copies = Vec::new();
        for connection in document.connections() {
            let links = by_section.remove(&connection.0.index()).unwrap_or_default();
            let from =
                links.iter().find(|link| link.role == Role::From).and_then(|link| link.way(self.model));
            if !from.is_some_and(|way| way.sound && below[way.spot.place as usize]) {
                continue;
            }
            let mut edits: Vec<Edit> = links.iter().filter_map(|link| self.path_edit(link)).collect();
            edits.extend(number_edits(connection.0, &self.numbers));
            copies.push(edited(document.source().bytes(), connection.0.span(), &edits));
        }
        if copies.is_empty() {
            return;
        }
        let bytes = document.source().bytes();
        let gap = draft.layout.gap_between(SectionKind::Connection, SectionKind::Connection, bytes);
        // Behind those of the copied nodes: of the last of them, whatever its signal.
        let last = self.model.below(self.found.place).into_iter().max().unwrap_or(self.found.index);
        let place = self.model.places.of_node(last).unwrap_or(self.found.place);
        let after = place_of_new(self.model, place, "\u{10FFFF}");
        draft.insert_section(Some(after), SectionKind::Connection, copies.join(gap.as_bytes()));
    }

    fn editable_paths(&self, draft: &mut Draft<'_>) {
        let document = self.model.doc;
        let bytes = document.source().bytes();
        let gap = draft.layout.gap_between(SectionKind::Editable, SectionKind::Editable, bytes);
        let mut done = FxHashSet::default();
        let mut copies = Vec::new();
        let mut after = None;
        for link in self.links.iter().filter(|link| link.role == Role::Editable) {
            after = Some(link.section);
            let Some(edit) = self.path_edit(link) else { continue };
            let Some(section) = document.section(link.section) else { continue };
            if done.insert(link.section) {
                copies.push(edited(bytes, section.span(), &[edit]));
            }
        }
        if !copies.is_empty() {
            draft.insert_section(after, SectionKind::Editable, copies.join(gap.as_bytes()));
        }
    }
}

/// Attributes that hold the numbers of nodes.
const NUMBERS: [&str; 5] = ["unique_id", "parent_id_path", "owner_uid_path", "from_uid_path", "to_uid_path"];

/// The edits that give a header the new numbers.
fn number_edits(section: Section<'_>, numbers: &FxHashMap<i64, i64>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut put = |span: Span| {
        let text = std::str::from_utf8(section.document().slice(span)).unwrap_or_default();
        if let Some(new) = text.parse().ok().and_then(|old: i64| numbers.get(&old)) {
            edits.push(Edit::replace(span, new.to_string()));
        }
    };
    for entry in section.attributes().filter(|entry| NUMBERS.contains(&&*entry.key())) {
        match shape(entry.raw()) {
            Some(Shape::Call(_, list) | Shape::Array(list)) => {
                list.items.iter().for_each(|item| put(item.value.shifted(entry.value_span().start())));
            }
            _ => put(entry.value_span()),
        }
    }
    edits
}
