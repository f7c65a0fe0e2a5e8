//! Setting and unsetting properties and members of their values.

use proscenio_source::{Severity, Source, Span};

use super::draft::Draft;
use super::get::{Located, locate};
use super::header::remove_attribute;
use super::layout::{line_behind, property_lines};
use super::member::{Gap, Part, Shape, Step, shape};
use super::model::Model;
use super::path_text::PathText;
use super::references::paths_in;
use super::target::{Owner, Target, no_such_property, owner};
use super::text::{self, property_key, with_newlines};
use super::users::sub_sections;
use super::{
    BAD_VALUE, CYCLE, DANGLING_PATH, EditRefusal, Edits, NO_SUCH_MEMBER, NO_SUCH_RESOURCE, Options,
    TYPE_CHANGED, UNIQUE_NAME_TAKEN, guard, names,
};
use crate::document::Document;
use crate::section::{Entry, Section};
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
            let entries = located.section.properties().filter(|entry| entry.is(&located.key));
            entries.for_each(|entry| draft.delete(property_lines(document, entry)));
            drop_node_path(&mut draft, located.section, &located.key);
        }
        Some(_) => {
            let name = target.names.last().map_or("", String::as_str);
            let message = format!("`{name}` cannot be taken out of the value");
            return Err(EditRefusal::new(NO_SUCH_MEMBER, message));
        }
    }
    Ok(draft.finish())
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
    let located = locate(document, &draft.ids, owner.section, &target.names)?;
    let section = located.section;
    guard::within(document, section.span())?;
    let (value, text) = check_value(value)?;
    let text = with_newlines(&text, draft.layout.newline);
    use_resources(model, draft, section, &text, made)?;
    let owner = if section.index() == owner.section.index() { owner } else { Owner { section, node: None } };
    tell_dangling(model, draft, owner, &text);
    tell_unique_name(model, draft, owner, &located.key, &value);
    match &located.step {
        None => insert_property(draft, section, &located.key, &text)?,
        Some(Step::Part(Part::Whole(span))) => {
            if located.whole {
                tell_type_change(draft, *span, &value);
                if !holds_paths(&value) {
                    drop_node_path(draft, section, &located.key);
                }
            } else {
                check_member(document, &located, *span, &value)?;
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

/// Refuses text that is not one sound value; gives the value, and its text without blanks around it.
pub(super) fn check_value(text: &str) -> Result<(Value, String), EditRefusal> {
    let refuse = |message: String| EditRefusal::new(BAD_VALUE, message);
    let text = text.trim_matches(|character: char| character.is_ascii() && character <= ' ');
    let decoded = value::decode(text.as_bytes());
    if let Some(problem) = decoded.problems.first() {
        let refusal = refuse(format!("`{}` cannot be read: {}", shortened(text), problem.message));
        let is_word = matches!(decoded.value, Value::Word(_));
        return Err(if is_word { refusal.help(format!("as text, write \"{text}\"")) } else { refusal });
    }
    // The file must read the text as this one value, and nothing else.
    let bytes =
        format!("[gd_resource type=\"R\" format=3]\n[resource]\nkey = {text}\nnext = 1\n").into_bytes();
    let probe = Document::parse(Source::new("value", bytes));
    let mut properties = probe.sections().flat_map(Section::properties);
    let first = properties.next().is_some_and(|entry| entry.is("key") && entry.raw() == text.as_bytes());
    let second = properties.next().is_some_and(|entry| entry.is("next") && entry.raw() == b"1");
    let sound = probe.findings().iter().all(|finding| finding.severity < Severity::Warning);
    if !(first && second && sound && properties.next().is_none() && probe.sections().len() == 2) {
        return Err(refuse(format!("`{}` is not one value on its own", shortened(text))));
    }
    Ok((decoded.value, text.to_owned()))
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(60).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

/// Notes which resources a new value uses, and sees to it that they stand in front of it.
fn use_resources(
    model: &Model<'_>,
    draft: &mut Draft<'_>,
    section: Section<'_>,
    text: &str,
    made: Option<&Reference>,
) -> Result<(), EditRefusal> {
    let mut later = Vec::new();
    for reference in references_in(text) {
        if matches!(reference, Reference::Path { .. }) || made == Some(&reference) {
            continue;
        }
        let Some(resource) = draft.ids.section(&reference) else {
            let (Reference::Ext(id) | Reference::Sub(id)) = &reference else { continue };
            let message = format!("the file has no resource with the id `{}`", id.0);
            let help = names::did_you_mean(&id.0, draft.ids.all());
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

/// The references in a value's text.
pub(super) fn references_in(text: &str) -> Vec<Reference> {
    let bytes = format!("[gd_resource type=\"R\" format=3]\n[resource]\nkey = {text}\n").into_bytes();
    let probe = Document::parse(Source::new("value", bytes));
    let entries = probe.sections().flat_map(Section::properties);
    entries.flat_map(|entry| probe.references_in(entry)).map(|(_, reference)| reference).collect()
}

/// Tells of node paths in a new value that lead nowhere.
fn tell_dangling(model: &Model<'_>, draft: &mut Draft<'_>, owner: Owner<'_>, text: &str) {
    let Some(base) = owner.node.and_then(|index| model.places.of_node(index)) else { return };
    for (_, path) in paths_in(text.as_bytes(), false) {
        let way = model.places.walk(&base.into(), &PathText::new(&path), |_, _| {});
        if !path.is_empty() && way.is_some_and(|way| !way.sound) {
            let message = format!("`{path}` leads nowhere from `{}`", model.places.path(base));
            let help = "paths count from the node that has the property: `..` is its parent";
            draft.tell(DANGLING_PATH, owner.section.header_span(), message, help);
        }
    }
}

/// Tells when a node gets a unique name that another has.
fn tell_unique_name(model: &Model<'_>, draft: &mut Draft<'_>, owner: Owner<'_>, key: &str, value: &Value) {
    let Some(index) = owner.node.filter(|_| key == "unique_name_in_owner" && *value == Value::Bool(true))
    else {
        return;
    };
    let name = model.node(index).name().unwrap_or_default();
    let other = model.places.unique(&name).filter(|other| model.places.node(*other) != Some(index));
    if let Some(other) = other {
        let message = format!("`%{name}` is the unique name of `{}` already", model.places.path(other));
        draft.tell(UNIQUE_NAME_TAKEN, owner.section.header_span(), message, "rename one of the two");
    }
}

fn tell_type_change(draft: &mut Draft<'_>, span: Span, value: &Value) {
    let old = value::decode(draft.doc.slice(span)).value;
    let kind = |value: &Value| match value {
        Value::Null => None,
        Value::Int(_) | Value::Float(_) | Value::Bool(_) => Some("a number or truth value"),
        Value::String(_) | Value::StringName(_) | Value::NodePath(_) => Some("text"),
        Value::Array(_) | Value::TypedArray(_) => Some("an array"),
        Value::Dictionary(_) | Value::TypedDictionary(_) => Some("a dictionary"),
        Value::Reference(_) | Value::Object(_) => Some("a resource"),
        _ => Some("a value of another type"),
    };
    let same = std::mem::discriminant(&old) == std::mem::discriminant(value) || kind(&old) == kind(value);
    let (Some(was), Some(is), false) = (kind(&old), kind(value), same) else { return };
    let message = format!("this was {was} and is now {is}");
    draft.tell(TYPE_CHANGED, span, message, "the engine ignores a value of the wrong type");
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
fn insert_property(
    draft: &mut Draft<'_>,
    section: Section<'_>,
    key: &str,
    text: &str,
) -> Result<(), EditRefusal> {
    names::check_plain_name(key, "property")?;
    let newline = draft.layout.newline;
    let line = format!("{} = {text}", property_key(key));
    match next_property(section, key) {
        Some(next) => draft.insert(next.span().start(), format!("{line}{newline}")),
        None => {
            let at = line_behind(draft.doc, section, section.properties().last());
            draft.insert(at, format!("{newline}{line}"));
        }
    }
    Ok(())
}

/// The property in front of which a new one goes.
fn next_property<'d>(section: Section<'d>, key: &str) -> Option<Entry<'d>> {
    // Metadata is always last.
    if key.starts_with("metadata/") {
        return None;
    }
    section.properties().find(|entry| key == "unique_name_in_owner" || entry.key().starts_with("metadata/"))
}

/// Refuses what cannot stand in a vector or packed array.
fn check_member(
    document: &Document,
    located: &Located<'_>,
    span: Span,
    value: &Value,
) -> Result<(), EditRefusal> {
    let Some(entry) = located.section.property(&located.key) else { return Ok(()) };
    let outer = entry.value_span();
    let inner = Span::new(span.start() - outer.start(), span.end() - outer.start());
    let Some(class) = innermost_call(document.slice(outer), inner) else { return Ok(()) };
    let allowed = match &*class {
        "PackedStringArray" | "PoolStringArray" | "StringArray" => matches!(value, Value::String(_)),
        "Vector2i" | "Vector3i" | "Vector4i" | "Rect2i" | "PackedByteArray" | "PackedInt32Array"
        | "PackedInt64Array" | "PoolByteArray" | "PoolIntArray" | "ByteArray" | "IntArray" => {
            matches!(value, Value::Int(_))
        }
        _ => matches!(value, Value::Int(_) | Value::Float(_)),
    };
    if allowed {
        return Ok(());
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

/// Adds an entry to a dictionary or an item to an array.
fn insert_item(draft: &mut Draft<'_>, gap: &Gap, name: &str, text: &str) {
    let newline = draft.layout.newline;
    let list = &gap.list;
    let item =
        if gap.dictionary { format!("{}: {text}", key_text(draft.doc, gap, name)) } else { text.into() };
    let Some(last) = list.items.last() else {
        let inside = if gap.dictionary { format!("{newline}{item}{newline}") } else { item };
        draft.replace(Span::new(list.open, list.close), inside);
        return;
    };
    let first_line = list.items.first().map_or(list.open, |item| item.span().start());
    let by_line = draft.doc.slice(Span::new(list.open, first_line)).contains(&b'\n');
    let comma = if by_line { format!(",{newline}") } else { ", ".to_owned() };
    draft.insert(last.span().end(), format!("{comma}{item}"));
}

/// A new key, spelled as those that are there.
fn key_text(document: &Document, gap: &Gap, name: &str) -> String {
    let first = gap.list.items.first().and_then(|item| item.key).map(|key| document.slice(key));
    let is_number = |raw: &[u8]| raw.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    match first {
        Some(raw) if is_number(raw) && name.parse::<i64>().is_ok() => name.to_owned(),
        Some([b'&', ..]) => format!("&{}", text::quoted(name, text::Escapes::Least)),
        _ => text::quoted(name, text::Escapes::Least),
    }
}

/// What to delete so that a key of a dictionary is gone whose whole value stands at `span`; nothing when the
/// value at `span` is something else.
pub(super) fn dictionary_item(document: &Document, entry: Entry<'_>, span: Span) -> Option<Span> {
    let mut outer = entry.value_span();
    loop {
        let (is_dictionary, list) = match shape(document.slice(outer))? {
            Shape::Plain => return None,
            Shape::Dictionary(list) => (true, list),
            Shape::Array(list) | Shape::Call(_, list) => (false, list),
        };
        let start = outer.start();
        let at = list.items.iter().position(|item| item.value.shifted(start).contains(span))?;
        let item = list.items[at].value.shifted(start);
        if item == span {
            return is_dictionary.then(|| without_item(&list, at).shifted(start));
        }
        outer = item;
    }
}

/// What to delete so that the item whose value stands at `span` is gone from its list.
fn item_span(document: &Document, located: &Located<'_>, span: Span) -> Result<Span, EditRefusal> {
    let refuse = || {
        let message = "only keys of dictionaries and items of arrays can be taken out of a value";
        EditRefusal::new(NO_SUCH_MEMBER, message).at(span)
    };
    let entry = located.section.property(&located.key).ok_or_else(refuse)?;
    let mut outer = entry.value_span();
    loop {
        let raw = document.slice(outer);
        let shape = shape(raw).ok_or_else(refuse)?;
        let (list, removable) = match shape {
            Shape::Plain => return Err(refuse()),
            Shape::Array(list) | Shape::Dictionary(list) => (list, true),
            Shape::Call(name, list) => (list, name.ends_with("Array")),
        };
        let start = outer.start();
        let holds = |item: &super::member::Item| item.value.shifted(start).contains(span);
        let at = list.items.iter().position(holds).ok_or_else(refuse)?;
        let item = list.items[at].value.shifted(start);
        if item == span {
            return if removable { Ok(without_item(&list, at).shifted(start)) } else { Err(refuse()) };
        }
        outer = item;
    }
}

/// What to delete so that a list is without one item.
fn without_item(list: &super::member::List, at: usize) -> Span {
    let own = list.items[at].span();
    match (at.checked_sub(1).map(|before| list.items[before]), list.items.get(at + 1)) {
        (_, Some(next)) => Span::new(own.start(), next.span().start()),
        (Some(previous), None) => Span::new(previous.span().end(), own.end()),
        (None, None) => Span::new(list.open, list.close),
    }
}
