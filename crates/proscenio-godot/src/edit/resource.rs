//! Resources: adding, removing, using and changing them.

use proscenio_source::Span;
use rustc_hash::FxHashMap;

use super::advice::named_class;
use super::draft::Draft;
use super::get::locate;
use super::header::{remove_attribute, set_attribute};
use super::ids::{ext_id, sub_id};
use super::incoming;
use super::layout::property_lines;
use super::lists::dictionary_item;
use super::model::Model;
use super::node::{check_class, push_properties};
use super::set::put_value;
use super::target::{Target, no_such_resource, owner};
use super::text::{Escapes, is_old, quoted};
use super::users::uses;
use super::{
    BAD_TARGET, BAD_VALUE, EditRefusal, Edits, NO_SUCH_RESOURCE, Options, RESOURCE_EXISTS, RESOURCE_USED,
    guard,
};
use crate::document::Document;
use crate::section::{Entry, Section};
use crate::tree::SectionKind;
use crate::value::{self, Id, Reference};
use crate::view::ExtResource;

/// A resource to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewResource<'n> {
    /// A resource in another file.
    Ext {
        /// Its class, `Texture2D`.
        class: &'n str,
        /// Its path, `res://…`.
        path: &'n str,
        /// Its unique id, `uid://…`, when it has one.
        uid: Option<&'n str>,
    },
    /// A resource inside this file.
    Sub {
        /// Its class, `BoxMesh`.
        class: &'n str,
        /// Its properties and their values as text, in the order in which they are to be written.
        properties: &'n [(&'n str, &'n str)],
    },
}

/// Which resource a property gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceChoice<'n> {
    /// One of the file, by its id.
    Id(&'n str),
    /// A new one. An external one that the file names already, by the same path, is used again.
    New(NewResource<'n>),
}

/// What happens to the users of a resource that is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Users {
    /// A resource that something uses is not removed.
    #[default]
    Refuse,
    /// Properties that hold it are unset, as are keys of dictionaries; inside arrays `null` takes its place.
    Unset,
}

/// What to change about an external resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtChange<'n> {
    /// Its class, when that changes.
    pub class: Option<&'n str>,
    /// Its path, when that changes. The engine goes by the unique id first, so one that is not given anew
    /// is taken out.
    pub path: Option<&'n str>,
    /// Its unique id, when that changes.
    pub uid: Option<&'n str>,
}

/// Adds a resource. The edits' [`Edits::made`] is its id. The engine drops resources that nothing uses;
/// [`set_resource`] adds one and uses it at once.
///
/// # Errors
/// A class that is no name; values that are none; an external resource that the file names already.
pub fn add_resource(
    document: &Document,
    new: &NewResource<'_>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let mut draft = Draft::new(document, options);
    if let NewResource::Ext { path, .. } = new {
        refuse_known(document, path)?;
    }
    let reference = add(&mut draft, new, None)?;
    draft.edits.made = Some(id_of(&reference).to_owned());
    Ok(draft.finish())
}

/// Gives a property, or a member of its value, a resource: one of the file or a new one. The edits'
/// [`Edits::made`] is its id.
///
/// # Errors
/// As [`add_resource`] and [`super::set`].
pub fn set_resource(
    document: &Document,
    target: &Target,
    choice: &ResourceChoice<'_>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let model = Model::new(document);
    let mut draft = Draft::new(document, options);
    let (reference, is_new) = match choice {
        ResourceChoice::Id(id) => (by_id(&draft, id)?, false),
        ResourceChoice::New(NewResource::Ext { path, .. }) if with_path(document, path).is_some() => {
            let id = with_path(document, path).and_then(ExtResource::id);
            (Reference::Ext(id.unwrap_or_else(|| Id(String::new()))), false)
        }
        ResourceChoice::New(new) => {
            let owner = owner(&model, &draft.ids, &target.owner)?;
            let section = locate(document, &draft.ids, owner.section, &target.names)?.section;
            (add(&mut draft, new, Some(section))?, true)
        }
    };
    let text = reference_text(document, &reference);
    put_value(&model, &mut draft, target, &text, is_new.then_some(&reference))?;
    draft.edits.made = Some(id_of(&reference).to_owned());
    Ok(draft.finish())
}

/// Removes a resource, and those that only it used (unless [`Options::keep_unused`]).
///
/// # Errors
/// No such resource; one that is used, when its users are not to be unset or cannot do without it.
pub fn remove_resource(
    document: &Document,
    id: &str,
    users: Users,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    remove_resources(document, &[id], users, options)
}

/// [`remove_resource`] for several at once, which may use each other. Takes time in proportion to the file.
///
/// # Errors
/// As [`remove_resource`], for any of them.
pub fn remove_resources(
    document: &Document,
    ids: &[&str],
    users: Users,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let mut draft = Draft::new(document, options);
    let mut own: FxHashMap<usize, &str> = FxHashMap::default();
    for id in ids {
        let reference = by_id(&draft, id)?;
        let Some(section) = draft.ids.section(&reference) else {
            return Err(no_such_resource(&draft.ids, id));
        };
        own.insert(section, id);
    }
    let uses = uses(document, &draft.ids);
    let goes = |section: usize| own.contains_key(&section);
    let held: Vec<(Span, usize)> = uses
        .iter()
        .filter(|found| goes(found.resource) && !goes(found.section))
        .map(|found| (found.span, found.section))
        .collect();
    if let Some(first) = uses.iter().find(|found| goes(found.resource) && !goes(found.section)) {
        let id = own.get(&first.resource).copied().unwrap_or_default();
        if users == Users::Refuse {
            let message = match held.len() {
                1 => format!("`{id}` is used"),
                count => format!("`{id}` is used {count} times"),
            };
            let help = "unset the properties that hold it, or have them unset along with it";
            return Err(EditRefusal::new(RESOURCE_USED, message).help(help).at(first.span));
        }
        unset_users(&mut draft, id, &held)?;
    }
    own.into_keys().for_each(|section| draft.remove_section(section));
    Ok(draft.finish())
}

/// Unsets the properties that hold a resource at these places of these sections.
fn unset_users(draft: &mut Draft<'_>, id: &str, spans: &[(Span, usize)]) -> Result<(), EditRefusal> {
    let document = draft.doc;
    let mut at = 0;
    while let Some((span, user)) = spans.get(at) {
        let entry = document.section(*user).and_then(|user| property_at(user, *span));
        let Some(entry) = entry else {
            let message = format!("`{id}` makes a node what it is, so it cannot be unset there");
            return Err(EditRefusal::new(RESOURCE_USED, message).help("remove the node").at(*span));
        };
        // All uses in one value, which is decided on as a whole.
        let value = entry.value_span();
        let count = spans[at..].partition_point(|(span, _)| span.end() <= value.end());
        let own = &spans[at..at + count.max(1)];
        at += own.len();
        if value == *span {
            draft.delete(property_lines(document, entry));
        } else if own.len() == 1
            && let Some(item) = dictionary_item(document, entry, *span)
        {
            draft.delete(item);
        } else {
            check_without(document, id, entry, own)?;
            own.iter().for_each(|(span, _)| draft.replace(*span, "null"));
        }
    }
    Ok(())
}

/// The property whose value holds a span.
fn property_at<'d>(section: Section<'d>, span: Span) -> Option<Entry<'d>> {
    let document = section.document();
    let entries = document.tree.properties_of(section.index());
    let at = entries.partition_point(|entry| entry.value.end() < span.end());
    let entry = entries.get(at).filter(|entry| entry.value.contains(span))?;
    Some(Entry::new(document, *entry))
}

/// Refuses when a value cannot hold `null` where it holds a resource, as a typed array's type.
fn check_without(
    document: &Document,
    id: &str,
    entry: Entry<'_>,
    spans: &[(Span, usize)],
) -> Result<(), EditRefusal> {
    let value = entry.value_span();
    let edits: Vec<_> = spans
        .iter()
        .map(|(span, _)| {
            let inner = Span::new(span.start() - value.start(), span.end() - value.start());
            proscenio_source::Edit::replace(inner, "null")
        })
        .collect();
    let after = proscenio_source::apply(document.slice(value), &edits).unwrap_or_default();
    let before = value::decode(entry.raw()).problems.len();
    if value::decode(&after).problems.len() > before {
        let message =
            format!("`{id}` says what the value of `{}` is, so it cannot be unset there", entry.key());
        return Err(EditRefusal::new(RESOURCE_USED, message).at(value));
    }
    Ok(())
}

/// Changes which file an external resource is, or what the file says about it.
///
/// # Errors
/// No such external resource; another one with the same path.
pub fn change_ext_resource(
    document: &Document,
    id: &str,
    change: &ExtChange<'_>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    let mut draft = Draft::new(document, options);
    let section = draft.ids.ext(id).and_then(|section| document.section(section));
    let Some(section) = section else { return Err(no_such_resource(&draft.ids, id)) };
    guard::within(document, section.span())?;
    let escapes = Escapes::of(document);
    let mut put = |name: &str, value: &str| {
        let edit = set_attribute(section, name, &quoted(value, escapes));
        draft.replace(edit.span, edit.text);
    };
    if let Some(class) = change.class {
        check_class(class)?;
        put("type", class);
    }
    if let Some(uid) = change.uid {
        put("uid", uid);
    }
    if let Some(path) = change.path {
        let other = with_path(document, path).filter(|other| other.0.index() != section.index());
        if let Some(other) = other {
            let message = format!("another resource of the file has the path `{path}`");
            return Err(EditRefusal::new(RESOURCE_EXISTS, message).at(other.0.header_span()));
        }
        let changes = ExtResource(section).path().is_none_or(|old| old != path);
        put("path", path);
        if changes
            && change.uid.is_none()
            && let Some(edit) = remove_attribute(section, "uid")
        {
            draft.delete(edit.span);
        }
    }
    Ok(draft.finish())
}

/// A reference as the document's format writes it.
pub(super) fn reference_text(document: &Document, reference: &Reference) -> String {
    let (name, id) = match reference {
        Reference::Ext(id) => ("ExtResource", id),
        Reference::Sub(id) => ("SubResource", id),
        Reference::Path { path, .. } => return format!("Resource({})", quoted(path, Escapes::Least)),
    };
    let is_number = !id.0.is_empty() && id.0.bytes().all(|byte| byte.is_ascii_digit());
    match (is_old(document), is_number) {
        (true, true) => format!("{name}( {} )", id.0),
        (true, false) => format!("{name}( {} )", quoted(&id.0, Escapes::Least)),
        (false, _) => format!("{name}({})", quoted(&id.0, Escapes::Least)),
    }
}

fn id_of(reference: &Reference) -> &str {
    match reference {
        Reference::Ext(id) | Reference::Sub(id) => &id.0,
        Reference::Path { path, .. } => path,
    }
}

/// Refuses a path that the file names already.
pub(super) fn refuse_known(document: &Document, path: &str) -> Result<(), EditRefusal> {
    let Some(known) = with_path(document, path) else { return Ok(()) };
    let id = known.id().map(|id| id.0).unwrap_or_default();
    let message = format!("the file names `{path}` already, as `{id}`");
    Err(EditRefusal::new(RESOURCE_EXISTS, message).at(known.0.header_span()))
}

fn with_path<'d>(document: &'d Document, path: &str) -> Option<ExtResource<'d>> {
    document.ext_resources().find(|known| known.path().is_some_and(|own| own == path))
}

pub(super) fn by_id(draft: &Draft<'_>, id: &str) -> Result<Reference, EditRefusal> {
    // In files of Godot 3 the numbers of both kinds overlap; which one is meant can then be said.
    let (kind, plain) = match id.split_once(':') {
        Some(("ext", id)) => (Some(true), id),
        Some(("sub", id)) => (Some(false), id),
        _ => (None, id),
    };
    let ext = draft.ids.ext(plain).filter(|_| kind != Some(false));
    let sub = draft.ids.sub(plain).filter(|_| kind != Some(true));
    match (ext, sub) {
        (Some(_), Some(_)) => {
            let message = format!("`{id}` is the id of an external and of an internal resource");
            Err(EditRefusal::new(NO_SUCH_RESOURCE, message).help(format!("write `ext:{id}` or `sub:{id}`")))
        }
        (Some(_), None) => Ok(Reference::Ext(Id(plain.to_owned()))),
        (None, Some(_)) => Ok(Reference::Sub(Id(plain.to_owned()))),
        (None, None) => Err(no_such_resource(&draft.ids, id)),
    }
}

/// Adds a resource to a draft. An internal one stands in front of `user` when that is one too.
pub(super) fn add(
    draft: &mut Draft<'_>,
    new: &NewResource<'_>,
    user: Option<Section<'_>>,
) -> Result<Reference, EditRefusal> {
    let document = draft.doc;
    let escapes = Escapes::of(document);
    let last = |kinds: &[SectionKind]| {
        let sections = document.sections().filter(|section| kinds.contains(&section.kind()));
        sections.last().map(Section::index)
    };
    use SectionKind::{ExtResource, ResourceFile, Scene, SubResource};
    match new {
        NewResource::Ext { class, path, uid } => {
            check_class(class)?;
            if path.is_empty() || path.chars().any(char::is_control) {
                return Err(EditRefusal::new(BAD_TARGET, "an external resource needs a path"));
            }
            let (id, spelled) = ext_id(document, &draft.ids, draft.options.seed);
            let (class, path) = (quoted(class, escapes), quoted(path, escapes));
            let uid = uid.map(|uid| format!(" uid={}", quoted(uid, escapes))).unwrap_or_default();
            let text = if is_old(document) {
                format!("[ext_resource path={path} type={class} id={spelled}]")
            } else {
                format!("[ext_resource type={class}{uid} path={path} id={spelled}]")
            };
            draft.insert_section(last(&[Scene, ResourceFile, ExtResource]), ExtResource, text.into_bytes());
            Ok(Reference::Ext(Id(id)))
        }
        NewResource::Sub { class, properties } => {
            check_class(class)?;
            let (id, spelled) = sub_id(document, &draft.ids, class, draft.options.seed);
            let mut text = format!("[sub_resource type={} id={spelled}]", quoted(class, escapes));
            push_properties(draft, &mut text, named_class(document, class), properties)?;
            let user = user.filter(|user| user.kind() == SubResource).map(Section::index);
            let after = match user {
                Some(user) => {
                    check_order(draft, properties, user)?;
                    user.checked_sub(1)
                }
                None => last(&[Scene, ResourceFile, ExtResource, SubResource]),
            };
            draft.insert_section(after, SubResource, text.into_bytes());
            Ok(Reference::Sub(Id(id)))
        }
    }
}

/// Refuses values that use resources which stand behind the place of the new one.
fn check_order(draft: &Draft<'_>, properties: &[(&str, &str)], place: usize) -> Result<(), EditRefusal> {
    for (_, value) in properties {
        let references = incoming::read(draft.doc, value, draft.layout.newline, None)?.references;
        for reference in references {
            if draft.ids.section(&reference).is_some_and(|section| section >= place) {
                let id = id_of(&reference);
                let message = format!("`{id}` stands behind the place of the new resource");
                return Err(
                    EditRefusal::new(BAD_VALUE, message).help("add the resource without it, then set it")
                );
            }
        }
    }
    Ok(())
}
