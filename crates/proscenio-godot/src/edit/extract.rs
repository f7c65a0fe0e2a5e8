//! Taking a part of a file out into a file of its own.

use std::collections::BTreeSet;

use proscenio_source::{Edit, Span};
use rustc_hash::FxHashMap;

use super::compose::{Part, joined, load_steps, part, used_by};
use super::draft::Draft;
use super::follow::escapes;
use super::header::{remove_attribute, set_attribute};
use super::layout::property_lines;
use super::model::{Found, Model};
use super::path_text::{PathText, relative};
use super::places::Spot;
use super::references::{Link, Role, links};
use super::resource::{add, by_id, reference_text};
use super::text::{Escapes, is_old, quoted};
use super::users::{Use, uses};
use super::{
    BAD_TARGET, EditRefusal, Edits, INSIDE_INSTANCE, NewResource, Options, PATH_LEAVES, RESOURCE_COPIED,
    guard,
};
use crate::document::Document;
use crate::tree::SectionKind;
use crate::value::Reference;

/// What the new file is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewFile<'n> {
    /// Its path as the old file is to write it: `res://…`.
    pub path: &'n str,
    /// Its unique id, `uid://…`, for engines that have them.
    pub uid: Option<&'n str>,
    /// The class that the script of an extracted resource declares.
    pub script_class: Option<&'n str>,
}

/// A part of a file that became one of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extracted {
    /// The new file.
    pub text: Vec<u8>,
    /// What the old file changes, and what to know of both.
    pub edits: Edits,
}

/// Makes a sub-resource, with all that it uses, a file of its own that the document names. What else the document
/// uses of it is in both files afterwards; that is told.
///
/// # Errors
/// No such sub-resource; a path that the document names already; a damaged file.
pub fn extract_resource(
    document: &Document,
    id: &str,
    new: &NewFile<'_>,
    options: &Options,
) -> Result<Extracted, EditRefusal> {
    guard::whole(document)?;
    let mut draft = Draft::new(document, options);
    let reference = by_id(&draft, id)?;
    let own = draft.ids.section(&reference).and_then(|section| document.section(section));
    let Some(section) = own.filter(|section| section.kind() == SectionKind::SubResource) else {
        return Err(EditRefusal::new(BAD_TARGET, format!("`{id}` is in a file of its own already")));
    };
    let class = section.attribute("type").and_then(|entry| entry.text()).unwrap_or_default();
    let uses = uses(document, &draft.ids);
    let sections = BTreeSet::from([section.index()]);
    let used = used_by(&uses, &sections, document.sections().len());
    tell_copied(&mut draft, &uses, &used, &sections);
    let text = resource_file(&draft, section, &used, &class, new);
    let ext = NewResource::Ext { class: &class, path: new.path, uid: new.uid };
    super::resource::refuse_known(document, new.path)?;
    let ext = add(&mut draft, &ext, None)?;
    let spelled = reference_text(document, &ext);
    for found in uses.iter().filter(|found| found.resource == section.index()) {
        draft.replace(found.span, &spelled);
    }
    draft.remove_section(section.index());
    Ok(Extracted { text, edits: draft.finish() })
}

fn resource_file(
    draft: &Draft<'_>,
    section: crate::section::Section<'_>,
    used: &BTreeSet<usize>,
    class: &str,
    new: &NewFile<'_>,
) -> Vec<u8> {
    let document = draft.doc;
    let escapes = Escapes::of(document);
    let mut header = format!("[gd_resource type={}", quoted(class, escapes));
    if let Some(class) = new.script_class.filter(|_| !is_old(document)) {
        header += &format!(" script_class={}", quoted(class, escapes));
    }
    header += &load_steps(document, used.len());
    header += &format_and_uid(document, new);
    let mut parts: Vec<Part> = vec![(SectionKind::ResourceFile, header.into_bytes())];
    parts.extend(used.iter().map(|used| part(document, &draft.layout, *used, &mut [])));
    let own = Edit::replace(section.header_span(), "[resource]");
    parts.push((SectionKind::Resource, part(document, &draft.layout, section.index(), &mut [own]).1));
    joined(document, &draft.layout, &parts)
}

fn format_and_uid(document: &Document, new: &NewFile<'_>) -> String {
    let uid = new.uid.filter(|_| !is_old(document)).map(|uid| format!(" uid=\"{uid}\""));
    format!(" format={}{}]", document.format().unwrap_or(3), uid.unwrap_or_default())
}

/// Tells which sub-resources both files have afterwards.
fn tell_copied(draft: &mut Draft<'_>, uses: &[Use], used: &BTreeSet<usize>, sections: &BTreeSet<usize>) {
    let goes = |section: usize| used.contains(&section) || sections.contains(&section);
    // What is still used from outside, and what that uses.
    let outside: BTreeSet<usize> =
        uses.iter().map(|found| found.section).filter(|section| !goes(*section)).collect();
    let kept = used_by(uses, &outside, draft.doc.sections().len());
    for copied in used.intersection(&kept) {
        let Some(section) = draft.doc.section(*copied) else { continue };
        if section.kind() == SectionKind::SubResource && !sections.contains(copied) {
            let id = section.attribute("id").map(|id| String::from_utf8_lossy(id.raw()).into_owned());
            let id = id.unwrap_or_default();
            let message =
                format!("`{}` is used on both sides, and each has its own now", id.trim_matches('"'));
            draft.tell(RESOURCE_COPIED, section.header_span(), message, "extract it first to share it");
        }
    }
}

/// Makes a node, with all that hangs from it, a scene of its own that the document instances. Connections and
/// editable paths inside go along; those that cross the border stay. Node paths lead where they led; those that leave
/// the new scene are told, since they hold only where it is used as here.
///
/// # Errors
/// No such node; the root; a node that another scene brings along, or below which the document changes one of a scene
/// that it inherits; a path that the document names already; a damaged file.
pub fn extract_node(
    document: &Document,
    path: &str,
    new: &NewFile<'_>,
    options: &Options,
) -> Result<Extracted, EditRefusal> {
    guard::whole(document)?;
    super::resource::refuse_known(document, new.path)?;
    let model = Model::new(document);
    let found = model.find_own(path, "extracted")?;
    let mut draft = Draft::new(document, options);
    let ext =
        add(&mut draft, &NewResource::Ext { class: "PackedScene", path: new.path, uid: new.uid }, None)?;
    let branch = Branch::new(&model, found);
    branch.refuse_foreign()?;
    let uses = uses(document, &draft.ids);
    let mut cut = branch.cut(&mut draft)?;
    let sections: BTreeSet<usize> = cut.sections.iter().map(|(section, _)| *section).collect();
    let used = used_by(&uses, &sections, document.sections().len());
    tell_copied(&mut draft, &uses, &used, &sections);
    let header = format!("[gd_scene{}{}", load_steps(document, used.len()), format_and_uid(document, new));
    let mut parts: Vec<Part> = vec![(SectionKind::Scene, header.into_bytes())];
    for section in &used {
        let mut edits = cut.resources.remove(section).unwrap_or_default();
        parts.push(part(document, &draft.layout, *section, &mut edits));
    }
    for (section, mut edits) in std::mem::take(&mut cut.sections) {
        parts.push(part(document, &draft.layout, section, &mut edits));
    }
    let text = joined(document, &draft.layout, &parts);
    let own = found.node.0.index();
    sections.iter().filter(|section| **section != own).for_each(|section| draft.remove_section(*section));
    cut.gone.iter().for_each(|section| draft.remove_section(*section));
    let instance = branch.instance(&ext, &cut.kept);
    draft.replace(found.node.0.span(), instance);
    draft.edits.made = Some(model.places.path(found.place));
    Ok(Extracted { text, edits: draft.finish() })
}

/// A node and all below it.
struct Branch<'m, 'd> {
    model: &'m Model<'d>,
    found: Found<'d>,
    below: Vec<bool>,
    links: Vec<Link>,
}

/// What goes into the new scene.
#[derive(Default)]
struct Cut {
    /// Sections with the edits inside them, in the order of the new scene.
    sections: Vec<(usize, Vec<Edit>)>,
    /// Edits inside resources that go along.
    resources: FxHashMap<usize, Vec<Edit>>,
    /// Sections that are nowhere afterwards.
    gone: Vec<usize>,
    /// Properties that stay with the instance.
    kept: Vec<String>,
}

impl<'d> Branch<'_, 'd> {
    fn new<'m>(model: &'m Model<'d>, found: Found<'d>) -> Branch<'m, 'd> {
        Branch { model, found, below: model.places.below(found.place), links: links(model) }
    }

    fn holds(&self, spot: &Spot) -> bool {
        self.below.get(spot.place as usize).copied().unwrap_or(false)
    }

    /// Refuses where the document changes a node of a scene that it inherits.
    fn refuse_foreign(&self) -> Result<(), EditRefusal> {
        for index in self.model.below(self.found.place) {
            let node = self.model.node(index);
            if node.node_type().is_some() || node.is_instance() {
                continue;
            }
            let mut at = self.model.places.of_node(index).unwrap_or(0);
            let inside = loop {
                if at == self.found.place || at == 0 {
                    break self.found.node.is_instance();
                }
                at = self.model.places.parent(at);
                let above = self.model.places.node(at).map(|above| self.model.node(above));
                if above.is_some_and(crate::view::Node::is_instance) {
                    break true;
                }
            };
            if !inside {
                let name = node.name().unwrap_or_default();
                let message = format!("`{name}` comes from the scene that this one inherits");
                let refusal = EditRefusal::new(INSIDE_INSTANCE, message).at(node.0.header_span());
                return Err(refusal.help("extract the node in the scene that it comes from"));
            }
        }
        Ok(())
    }

    fn cut(&self, draft: &mut Draft<'_>) -> Result<Cut, EditRefusal> {
        let mut cut = Cut::default();
        let mut edits = self.path_edits(draft)?;
        for index in self.model.below(self.found.place) {
            let section = self.model.section(index);
            let mut own = edits.remove(&section.index()).unwrap_or_default();
            if index == self.found.index {
                self.make_root(&mut own, &mut cut);
            }
            cut.sections.push((section.index(), own));
        }
        let mut ends: FxHashMap<usize, Vec<&Link>> = FxHashMap::default();
        for link in
            self.links.iter().filter(|link| matches!(link.role, Role::From | Role::To | Role::Editable))
        {
            ends.entry(link.section).or_default().push(link);
        }
        for section in self.model.doc.sections() {
            let Some(links) = ends.get(&section.index()) else { continue };
            let within: Vec<bool> = links
                .iter()
                .map(|link| link.way(self.model).is_some_and(|way| way.sound && self.holds(&way.spot)))
                .collect();
            if !within.iter().all(|within| *within) {
                if within.contains(&true) && section.kind() == SectionKind::Connection {
                    let message = "the connection reaches into the new scene, and stays here".to_owned();
                    draft.tell(PATH_LEAVES, section.header_span(), message, "");
                }
                continue;
            }
            let own = edits.remove(&section.index()).unwrap_or_default();
            // Of a scene that is inherited the children can be changed as it is.
            let is_root = section.kind() == SectionKind::Editable
                && links
                    .iter()
                    .any(|link| link.way(self.model).is_some_and(|way| way.spot == self.found.place.into()));
            if is_root {
                cut.gone.push(section.index());
            } else {
                cut.sections.push((section.index(), own));
            }
        }
        cut.resources = edits;
        Ok(cut)
    }

    /// The header of the new root, and what of the node stays where it is.
    fn make_root(&self, edits: &mut Vec<Edit>, cut: &mut Cut) {
        let document = self.model.doc;
        let node = self.found.node;
        edits.retain(|edit| !node.0.header_span().contains(edit.span));
        for name in ["parent", "index", "owner", "parent_id_path"] {
            edits.extend(remove_attribute(node.0, name));
        }
        if let Some(entry) = node.property("unique_name_in_owner") {
            edits.push(Edit::delete(property_lines(document, entry)));
            cut.kept.push(String::from_utf8_lossy(document.slice(entry.span())).into_owned());
        }
        // What the engine looks up while it puts the scene together, it finds only from outside.
        let held = node.node_paths();
        let leaves = |name: &str| {
            let Some(entry) = node.property(name) else { return false };
            let mut own = self.links.iter().filter(|link| entry.value_span().contains(link.span));
            own.any(|link| !link.way(self.model).is_some_and(|way| way.sound && self.holds(&way.spot)))
        };
        let (kept, left): (Vec<String>, Vec<String>) = held.into_iter().partition(|name| leaves(name));
        if kept.is_empty() {
            return;
        }
        for entry in kept.iter().filter_map(|name| node.property(name)) {
            edits.retain(|edit| !entry.span().contains(edit.span));
            edits.push(Edit::delete(property_lines(document, entry)));
            cut.kept.push(String::from_utf8_lossy(document.slice(entry.span())).into_owned());
        }
        if left.is_empty() {
            edits.extend(remove_attribute(node.0, "node_paths"));
        } else {
            edits.push(set_attribute(node.0, "node_paths", &strings(document, &left)));
        }
    }

    /// For each section the edits of the paths in it that go along. Paths that stay and mean something else afterwards
    /// are corrected in the draft.
    fn path_edits(&self, draft: &mut Draft<'_>) -> Result<FxHashMap<usize, Vec<Edit>>, EditRefusal> {
        let mut edits: FxHashMap<usize, Vec<Edit>> = FxHashMap::default();
        let mut told = BTreeSet::new();
        for link in &self.links {
            let way = link.way(self.model).filter(|way| way.sound);
            let goes = way.as_ref().is_some_and(|way| self.holds(&way.spot));
            let from_inside = link.base.as_ref().is_some_and(|base| self.holds(base))
                && link.holder.is_none_or(|holder| {
                    self.model.places.of_node(holder).is_some_and(|at| self.below[at as usize])
                });
            let text = match link.role {
                Role::Parent | Role::Owner | Role::From | Role::To | Role::Editable => {
                    let of_node = link.holder.and_then(|holder| self.model.places.of_node(holder));
                    let inner = of_node.is_some_and(|at| self.below[at as usize] && at != self.found.place);
                    if inner && !goes {
                        let message = format!("`{}` names a node outside of the new scene", link.text);
                        return Err(EditRefusal::new(INSIDE_INSTANCE, message).at(link.span));
                    }
                    way.filter(|_| goes).map(|way| self.inner_path(&way.spot))
                }
                Role::Property | Role::Track | Role::Text => {
                    self.border(draft, link, from_inside, goes, &mut told)
                }
            };
            let Some(text) = text else { continue };
            let edit = Edit::replace(link.span, quoted(&text, escapes(self.model.doc, link.role)));
            let inner_role = matches!(link.role, Role::Property | Role::Track | Role::Text);
            if inner_role && !from_inside {
                draft.replace(edit.span, &edit.text);
                continue;
            }
            let own = edits.entry(link.section).or_default();
            if !own.contains(&edit) {
                own.push(edit);
            }
        }
        Ok(edits)
    }

    /// The path of a spot from the new root.
    fn inner_path(&self, spot: &Spot) -> String {
        let base = self.model.places.names(self.found.place).len();
        let names = self.model.places.names(spot.place);
        let mut names: Vec<&str> = names.get(base..).unwrap_or_default().to_vec();
        names.extend(spot.rest.iter().map(String::as_str));
        if names.is_empty() { ".".to_owned() } else { names.join("/") }
    }

    /// What becomes of a path that crosses the border: one by a unique name is looked up among other nodes then, so it
    /// is spelled out.
    fn border(
        &self,
        draft: &mut Draft<'_>,
        link: &Link,
        from_inside: bool,
        goes: bool,
        told: &mut BTreeSet<Span>,
    ) -> Option<String> {
        let path = PathText::new(&link.text);
        if path.segments.is_empty() || link.base.is_none() || from_inside == goes {
            return None;
        }
        if from_inside && told.insert(link.span) {
            let message = format!("`{}` leads out of the new scene", link.text);
            draft.tell(PATH_LEAVES, link.span, message, "it holds where the scene is used as it is here");
        }
        if !path.segments.iter().any(|name| name.starts_with('%')) {
            return None;
        }
        let way = link.way(self.model).filter(|way| way.sound)?;
        // The unique name of the node itself stays one of this scene.
        if !from_inside && way.spot == self.found.place.into() {
            return None;
        }
        let names = |spot: &Spot| {
            let mut names: Vec<String> =
                self.model.places.names(spot.place).into_iter().map(str::to_owned).collect();
            names.extend(spot.rest.iter().cloned());
            names
        };
        let (from, to) = (names(link.base.as_ref()?), names(&way.spot));
        let from: Vec<&str> = from.iter().map(String::as_str).collect();
        let to: Vec<&str> = to.iter().map(String::as_str).collect();
        Some(path.with_names(&relative(&from, &to)))
    }

    /// The section that takes the place of the node.
    fn instance(&self, ext: &Reference, kept: &[String]) -> String {
        let document = self.model.doc;
        let node = self.found.node.0;
        let raw =
            |name: &str| node.attribute(name).map(|entry| String::from_utf8_lossy(entry.raw()).into_owned());
        let mut text = "[node".to_owned();
        for name in ["name", "parent", "parent_id_path", "index", "unique_id"] {
            if let Some(value) = raw(name) {
                text += &format!(" {name}={value}");
            }
        }
        let held = |name: &&String| kept.iter().any(|line| line.starts_with(&format!("{name} ")));
        let names: Vec<String> = self.found.node.node_paths().iter().filter(held).cloned().collect();
        if !names.is_empty() {
            text += &format!(" node_paths={}", strings(document, &names));
        }
        text += &format!(" instance={}]", reference_text(document, ext));
        let newline = super::text::newline(document.source().bytes());
        kept.iter().for_each(|line| text += &format!("{newline}{line}"));
        text
    }
}

fn strings(document: &Document, names: &[String]) -> String {
    let value = crate::value::Value::PackedStringArray(names.to_vec());
    value.spelled(crate::spell::Spelling::of(document).unwrap_or(crate::spell::Spelling::GODOT_4))
}
