//! Adding nodes.

use proscenio_source::did_you_mean;

use super::advice::named_class;
use super::draft::Draft;
use super::ids::{Generator, unique_ids};
use super::incoming;
use super::model::Model;
use super::names::{check_node_name, check_plain_name};
use super::places::PlaceId;
use super::rearrange::{last_section, refuse_taken, section_in_front, siblings};
use super::resource::reference_text;
use super::text::{Escapes, is_old, property_key, quoted};
use super::{BAD_NAME, BAD_TARGET, EditRefusal, Edits, IS_ROOT, NO_SUCH_RESOURCE, Options, Place, guard};
use crate::classes::Class;
use crate::document::{Document, Kind};
use crate::nodes::NodeIndex;
use crate::tree::SectionKind;
use crate::value::Reference;

/// A node to add.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewNode<'n> {
    /// The path of its parent from the root; `None` for the root of a scene that has no node.
    pub parent: Option<&'n str>,
    /// Its name.
    pub name: &'n str,
    /// Its class; `None` for an instance.
    pub class: Option<&'n str>,
    /// The id of the `[ext_resource]` of the scene it is an instance of; `None` for a node of a class.
    pub instance: Option<&'n str>,
    /// Its place among the children of its parent.
    pub place: Place<'n>,
    /// Its groups.
    pub groups: &'n [&'n str],
    /// Its properties and their values as text, in the order in which they are to be written.
    pub properties: &'n [(&'n str, &'n str)],
}

/// Adds a node, behind the last descendant of its parent or at a place among its siblings. The edits'
/// [`Edits::made`] is its path.
///
/// # Errors
/// No such parent, sibling or resource; a name that no node can have or that a sibling has; neither a
/// class nor a scene, or both; values that are none.
pub fn add_node(document: &Document, new: &NewNode<'_>, options: &Options) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    if document.kind() != Kind::Scene {
        return Err(EditRefusal::new(BAD_TARGET, "only scenes have nodes"));
    }
    let mut model = Model::new(document);
    let mut draft = Draft::new(document, options);
    check_node_name(new.name)?;
    let parent = parent(&mut model, &mut draft, new)?;
    let after = match parent {
        Some(parent) => {
            refuse_taken(&model, parent, new.name)?;
            // No node has this number, so none is left out.
            let siblings = siblings(&model, parent, NodeIndex(u32::MAX));
            match new.place {
                Place::Last => Some(last_section(&model, parent)),
                place => Some(section_in_front(&model, parent, &siblings, place)?),
            }
        }
        None => last_resource(document),
    };
    let mut text = header(&model, &mut draft, new, parent)?;
    let class = new.class.and_then(|class| named_class(document, class));
    push_properties(&mut draft, &mut text, class, new.properties)?;
    draft.insert_section(after, SectionKind::Node, text.into_bytes());
    draft.edits.made = Some(match parent.map(|parent| model.places.path(parent)) {
        None => ".".to_owned(),
        Some(above) if above == "." => new.name.to_owned(),
        Some(above) => format!("{above}/{}", new.name),
    });
    Ok(draft.finish())
}

fn parent(
    model: &mut Model<'_>,
    draft: &mut Draft<'_>,
    new: &NewNode<'_>,
) -> Result<Option<PlaceId>, EditRefusal> {
    match (new.parent, model.tree.root()) {
        (Some(path), _) => model.find_place(draft, path).map(Some),
        (None, None) => Ok(None),
        (None, Some(root)) => {
            let message = "the scene has a root already";
            let refusal = EditRefusal::new(IS_ROOT, message).at(model.node(root).0.header_span());
            Err(refusal.help("give the parent's path; `.` is the root"))
        }
    }
}

/// The last section in front of the nodes of a scene without any.
fn last_resource(document: &Document) -> Option<usize> {
    let resources = document.sections().filter(|section| {
        use SectionKind::{ExtResource, ResourceFile, Scene, SubResource};
        matches!(section.kind(), Scene | ResourceFile | ExtResource | SubResource)
    });
    resources.last().map(crate::section::Section::index)
}

/// The node's header, attributes in the engine's order.
fn header(
    model: &Model<'_>,
    draft: &mut Draft<'_>,
    new: &NewNode<'_>,
    parent: Option<PlaceId>,
) -> Result<String, EditRefusal> {
    let document = model.doc;
    let escapes = Escapes::of(document);
    let mut text = format!("[node name={}", quoted(new.name, escapes));
    match (new.class, new.instance) {
        (Some(class), None) => {
            check_class(class)?;
            text.push_str(&format!(" type={}", quoted(class, escapes)));
        }
        (None, Some(_)) => {}
        _ => {
            let message = "a node has either a class or a scene it is an instance of";
            return Err(EditRefusal::new(BAD_TARGET, message));
        }
    }
    if let Some(parent) = parent {
        text.push_str(&format!(" parent={}", quoted(&model.places.path(parent), escapes)));
        if let Some(numbers) = parent_numbers(model, parent) {
            text.push_str(&format!(" parent_id_path={numbers}"));
        }
        if let Place::At(number) = new.place
            && model.places.numbers_children(parent)
        {
            text.push_str(&format!(" index=\"{number}\""));
        }
    }
    if let Some(mut taken) = unique_ids(document) {
        let id = Generator::new(document, draft.options.seed).unique_id(&mut taken);
        text.push_str(&format!(" unique_id={id}"));
    }
    if !new.groups.is_empty() {
        new.groups.iter().try_for_each(|group| check_plain_name(group, "group"))?;
        let groups: Vec<String> = new.groups.iter().map(|group| quoted(group, escapes)).collect();
        let newline = draft.layout.newline;
        text.push_str(&if is_old(document) {
            format!(" groups=[{newline}{},{newline}]", groups.join(&format!(",{newline}")))
        } else {
            format!(" groups=[{}]", groups.join(", "))
        });
    }
    if let Some(id) = new.instance {
        if draft.ids.ext(id).is_none() {
            let message = format!("the file has no external resource with the id `{id}`");
            let refusal =
                EditRefusal::new(NO_SUCH_RESOURCE, message).help("add the scene as a resource first");
            return Err(refusal.maybe_help(did_you_mean(id, draft.ids.all())));
        }
        let reference = Reference::Ext(crate::value::Id(id.to_owned()));
        text.push_str(&format!(" instance={}", reference_text(document, &reference)));
    }
    text.push(']');
    Ok(text)
}

/// The numbers that lead to a parent inside an instance, as another child of it has them.
pub(super) fn parent_numbers(model: &Model<'_>, parent: PlaceId) -> Option<String> {
    let indices = (0..model.tree.nodes().len() as u32).map(NodeIndex);
    let mut children = indices.filter(|index| {
        let place = model.places.of_node(*index);
        place.is_some_and(|place| place != 0 && model.places.parent(place) == parent)
    });
    let entry = children.find_map(|index| model.section(index).attribute("parent_id_path"))?;
    std::str::from_utf8(entry.raw()).ok().map(str::to_owned)
}

/// Refuses what is no name of a class.
pub(super) fn check_class(class: &str) -> Result<(), EditRefusal> {
    let plain = class.chars().all(|character| character.is_alphanumeric() || character == '_');
    if plain && !class.is_empty() {
        return Ok(());
    }
    Err(EditRefusal::new(BAD_NAME, format!("`{}` is no name of a class", class.escape_debug())))
}

/// Adds lines with properties to a section's text.
pub(super) fn push_properties(
    draft: &mut Draft<'_>,
    text: &mut String,
    class: Option<Class>,
    properties: &[(&str, &str)],
) -> Result<(), EditRefusal> {
    let newline = draft.layout.newline;
    for (key, value) in properties {
        check_plain_name(key, "property")?;
        let property = class.map(|class| (class, *key));
        let value = incoming::read(draft.doc, value, newline, property)?;
        for reference in value.references {
            let (Reference::Ext(id) | Reference::Sub(id)) = &reference else { continue };
            if draft.ids.section(&reference).is_none() {
                return Err(super::target::no_such_resource(&draft.ids, &id.0));
            }
            draft.gain([reference]);
        }
        text.push_str(&format!("{newline}{} = {}", property_key(draft.doc, key), value.text));
    }
    Ok(())
}
