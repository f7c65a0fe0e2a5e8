//! Setting and unsetting properties and members of their values.

use proscenio_source::{Source, Span, did_you_mean};

use super::advice::{class_of, tell_dangling, tell_property, tell_type_change, tell_unique_name};
use super::draft::Draft;
use super::get::{Located, locate};
use super::header::remove_attribute;
use super::incoming::{self, Incoming, spelled_member};
use super::layout::{line_behind, property_lines};
use super::lists::{insert_item, item_span, without_item};
use super::member::{Part, Shape, Step, shape};
use super::model::Model;
use super::order::place_of_property;
use super::target::{Owner, Target, no_such_property, owner};
use super::text::property_key;
use super::users::sub_sections;
use super::{BAD_VALUE, CYCLE, EditRefusal, Edits, NO_SUCH_MEMBER, NO_SUCH_RESOURCE, Options, guard, names};
use crate::document::Document;
use crate::nodes::NodeIndex;
use crate::section::Section;
use crate::tree::SectionKind;
use crate::value::{self, Reference, Value};
use crate::view::Node;

/// Gives a property, or a member of its value, another value, written as text. One line changes, or one is
/// added; a new dictionary key and the item behind the last of an array are added too.
///
/// # Errors
/// No such node, resource or member; text that is no value or cannot stand there; a reference to a
/// resource that the file does not have, or that would use itself.
pub fn set(
    document: &Document,
    target: &Target,
    value: &str,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    let model = Model::new(document);
    let mut draft = Draft::new(document, options);
    put_value(&model, &mut draft, target, value, None)?;
    Ok(draft.finish())
}

/// Takes a property out of its section, or a key out of a dictionary, or an item out of an array. The
/// property then has the default of its class.
///
/// # Errors
/// No such node, resource, property or member; a member that cannot be missing.
pub fn unset(document: &Document, target: &Target, options: &Options) -> Result<Edits, EditRefusal> {
    let model = Model::new(document);
    let mut draft = Draft::new(document, options);
    let owner = owner(&model, &draft.ids, &target.owner)?;
    let located = locate(document, &draft.ids, owner.section, &target.names)?;
    guard::within(document, located.section.span())?;
    match &located.step {
        None => return Err(no_such_property(located.section, &located.key)),
        Some(Step::Part(Part::Whole(span))) if !located.whole => {
            let item = item_span(document, &located, *span)?;
            draft.delete(item);
        }
        Some(Step::Part(Part::Whole(_))) => {
            let section = located.section;
            let (gone, rest): (Vec<_>, Vec<_>) =
                section.properties().partition(|entry| entry.is(&located.key));
            // The engine keeps no section that changes nothing of a node which another scene brings along.
            if rest.is_empty() && owner.node.is_some_and(|node| is_bare_override(&model, node, section)) {
                draft.remove_section(section.index());
                return Ok(draft.finish());
            }
            gone.into_iter().for_each(|entry| draft.delete(property_lines(document, entry)));
            drop_node_path(&mut draft, section, &located.key);
        }
        Some(_) => {
            let name = target.names.last().map_or("", String::as_str);
            let message = format!("`{name}` cannot be taken out of the value");
            return Err(EditRefusal::new(NO_SUCH_MEMBER, message));
        }
    }
    Ok(draft.finish())
}

/// Whether a section does no more than set properties of a node that another scene brings along.
fn is_bare_override(model: &Model<'_>, node: NodeIndex, section: Section<'_>) -> bool {
    let own = model.section(node);
    let view = Node(own);
    own.index() == section.index()
        && view.parent().is_some()
        && view.node_type().is_none()
        && !view.is_instance()
        && view.groups().is_empty()
}

/// Puts a value where a target says. `made` is the reference to a resource that the same draft makes.
pub(super) fn put_value(
    model: &Model<'_>,
    draft: &mut Draft<'_>,
    target: &Target,
    value: &str,
    made: Option<&Reference>,
) -> Result<(), EditRefusal> {
    let document = model.doc;
    let owner = owner(model, &draft.ids, &target.owner)?;
    if let Some(whole) = from_default(document, owner.section, target, value)? {
        let target = Target { owner: target.owner.clone(), names: vec![target.names[0].clone()] };
        return put_value(model, draft, &target, &whole, made);
    }
    let located = locate(document, &draft.ids, owner.section, &target.names)?;
    let section = located.section;
    guard::within(document, section.span())?;
    let class = class_of(document, section).filter(|_| located.whole);
    let property = class.map(|class| (class, located.key.as_str()));
    let Incoming { value, mut text, references } =
        incoming::read(document, value, draft.layout.newline, property)?;
    use_resources(model, draft, section, references, made)?;
    let owner = if section.index() == owner.section.index() { owner } else { Owner { section, node: None } };
    tell_dangling(model, draft, owner, &text);
    tell_unique_name(model, draft, owner, &located.key, &value);
    if located.whole {
        tell_property(draft, section, &located.key, &value);
    }
    match &located.step {
        None => {
            names::check_plain_name(&located.key, "property")?;
            insert_line(draft, section, &located.key, &text);
        }
        Some(Step::Part(Part::Whole(span))) => {
            if located.whole {
                tell_type_change(draft, section, &located.key, *span, &value);
                if !holds_paths(&value) {
                    drop_node_path(draft, section, &located.key);
                }
            } else if let Some(class) = check_member(document, &located, *span, &value)? {
                text = spelled_member(document, &class, &value).unwrap_or(text);
            }
            draft.replace(*span, &text);
        }
        Some(Step::Part(Part::Parts(class, spans))) => put_components(draft, class, spans, &text)?,
        Some(Step::New(gap)) => {
            let name = target.names.last().map_or("", String::as_str);
            insert_item(draft, gap, name, &text);
        }
        Some(Step::Resource(_)) => return Err(no_such_property(section, &located.key)),
    }
    Ok(())
}

/// The whole value to set when a target names a member of a property that the file leaves at its default:
/// that default with the member changed.
fn from_default(
    document: &Document,
    section: Section<'_>,
    target: &Target,
    value: &str,
) -> Result<Option<String>, EditRefusal> {
    let [key, members @ ..] = target.names.as_slice() else { return Ok(None) };
    let is_set = section.properties().any(|entry| entry.key().starts_with(key.as_str()));
    if members.is_empty() || is_set {
        return Ok(None);
    }
    let Some(default) = class_of(document, section).and_then(|class| class.default(key)) else {
        return Ok(None);
    };
    let format = document.format().unwrap_or(3);
    let text = format!("[gd_resource type=\"Resource\" format={format}]\n[resource]\nmember = {default}\n");
    let probe = Document::parse(Source::new("default", text.into_bytes()));
    let names: Vec<String> = std::iter::once("member".to_owned()).chain(members.iter().cloned()).collect();
    let edits = set(&probe, &Target { owner: String::new(), names }, value, &Options::default())?;
    let after = edits.apply(&probe);
    let entry = after.resource().and_then(|resource| resource.property("member"));
    Ok(entry.and_then(|entry| std::str::from_utf8(entry.raw()).ok().map(str::to_owned)))
}

/// Notes which resources a new value uses, and sees to it that they stand in front of it.
fn use_resources(
    model: &Model<'_>,
    draft: &mut Draft<'_>,
    section: Section<'_>,
    references: Vec<Reference>,
    made: Option<&Reference>,
) -> Result<(), EditRefusal> {
    let mut later = Vec::new();
    for reference in references {
        if matches!(reference, Reference::Path { .. }) || made == Some(&reference) {
            continue;
        }
        let Some(resource) = draft.ids.section(&reference) else {
            let (Reference::Ext(id) | Reference::Sub(id)) = &reference else { continue };
            let message = format!("the file has no resource with the id `{}`", id.0);
            let help = did_you_mean(&id.0, draft.ids.all());
            let refusal = EditRefusal::new(NO_SUCH_RESOURCE, message).help("add it first");
            return Err(refusal.maybe_help(help));
        };
        if resource >= section.index() {
            later.push(resource);
        }
        draft.gain([reference]);
    }
    if later.is_empty() || section.kind() != SectionKind::SubResource {
        return Ok(());
    }
    // A sub-resource stands in front of those that use it; so must what it uses itself.
    let uses = sub_sections(model.doc);
    let mut sections = std::collections::BTreeSet::new();
    while let Some(resource) = later.pop() {
        if resource == section.index() {
            let message = "a resource cannot use itself, directly or through others";
            return Err(EditRefusal::new(CYCLE, message).at(section.header_span()));
        }
        if resource > section.index() && sections.insert(resource) {
            later.extend(uses.get(&resource).into_iter().flatten());
        }
    }
    let after = section.index().saturating_sub(1);
    draft.move_sections(sections.into_iter().collect(), after);
    Ok(())
}

fn holds_paths(value: &Value) -> bool {
    match value {
        Value::NodePath(_) => true,
        Value::Array(items) => items.iter().any(holds_paths),
        Value::TypedArray(array) => array.items.iter().any(holds_paths),
        other => {
            let entries = other.as_dictionary().unwrap_or_default();
            entries.iter().any(|(key, value)| holds_paths(key) || holds_paths(value))
        }
    }
}

/// Takes a property that holds no node path any more off the header's list of those that do.
fn drop_node_path(draft: &mut Draft<'_>, section: Section<'_>, key: &str) {
    if section.kind() != SectionKind::Node {
        return;
    }
    let listed = Node(section).node_paths();
    if !listed.iter().any(|name| name == key) {
        return;
    }
    let Some(entry) = section.attribute("node_paths") else { return };
    let Some(Shape::Call(_, list) | Shape::Array(list)) = shape(entry.raw()) else { return };
    let start = entry.value_span().start();
    let at = list.items.iter().position(|item| {
        value::string_text(draft.doc.slice(item.value.shifted(start))).is_some_and(|text| text == key)
    });
    match at {
        Some(_) if list.items.len() == 1 => {
            if let Some(edit) = remove_attribute(section, "node_paths") {
                draft.delete(edit.span);
            }
        }
        Some(at) => draft.delete(without_item(&list, at).shifted(start)),
        None => {}
    }
}

/// Adds a line to a section, where the engine would write it as far as that is known.
pub(super) fn insert_line(draft: &mut Draft<'_>, section: Section<'_>, key: &str, text: &str) {
    let newline = draft.layout.newline;
    let line = format!("{} = {text}", property_key(draft.doc, key));
    let place = place_of_property(draft.doc, section, key);
    let previous = place.checked_sub(1).and_then(|previous| section.properties().nth(previous));
    let at = line_behind(draft.doc, section, previous);
    draft.insert(at, format!("{newline}{line}"));
}

/// Refuses what cannot stand in a vector or packed array; gives the class of one that holds real numbers.
fn check_member(
    document: &Document,
    located: &Located<'_>,
    span: Span,
    value: &Value,
) -> Result<Option<String>, EditRefusal> {
    let Some(entry) = located.section.property(&located.key) else { return Ok(None) };
    let outer = entry.value_span();
    let inner = Span::new(span.start() - outer.start(), span.end() - outer.start());
    let Some(class) = innermost_call(document.slice(outer), inner) else { return Ok(None) };
    let mut real = false;
    let allowed = match &*class {
        "PackedStringArray" | "PoolStringArray" | "StringArray" => matches!(value, Value::String(_)),
        "Vector2i" | "Vector3i" | "Vector4i" | "Rect2i" | "PackedByteArray" | "PackedInt32Array"
        | "PackedInt64Array" | "PoolByteArray" | "PoolIntArray" | "ByteArray" | "IntArray" => {
            matches!(value, Value::Int(_))
        }
        _ => {
            real = true;
            matches!(value, Value::Int(_) | Value::Float(_))
        }
    };
    if allowed {
        return Ok(real.then_some(class));
    }
    Err(EditRefusal::new(BAD_VALUE, format!("this cannot stand in a `{class}`")).at(span))
}

/// The name of the call that has the part of a value's text as its argument; nothing when the part is an
/// item of an array or dictionary.
fn innermost_call(raw: &[u8], part: Span) -> Option<String> {
    let mut outer = Span::new(0, raw.len() as u32);
    loop {
        let (class, list) = match shape(outer.slice(raw))? {
            Shape::Plain => return None,
            Shape::Call(name, list) => (Some(name), list),
            Shape::Array(list) | Shape::Dictionary(list) => (None, list),
        };
        let mut items = list.items.iter().map(|item| item.value.shifted(outer.start()));
        let item = items.find(|item| item.contains(part))?;
        if item == part {
            return class;
        }
        outer = item;
    }
}

/// Replaces components one by one.
fn put_components(draft: &mut Draft<'_>, class: &str, spans: &[Span], text: &str) -> Result<(), EditRefusal> {
    let Some(Shape::Call(name, list)) = shape(text.as_bytes()) else {
        return Err(EditRefusal::new(BAD_VALUE, format!("this must be a `{class}`")));
    };
    if name != class || list.items.len() != spans.len() {
        return Err(EditRefusal::new(BAD_VALUE, format!("this must be a `{class}`, not a `{name}`")));
    }
    for (span, item) in spans.iter().zip(&list.items) {
        draft.replace(*span, item.value.slice(text.as_bytes()));
    }
    Ok(())
}
