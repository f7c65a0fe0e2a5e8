//! Parts of files that become files of their own, and files that become parts.

use proscenio_godot::edit::{self, NewFile, Options, Target};
use proscenio_godot::value::{Id, Reference};
use proscenio_godot::{Document, Section, SectionKind};
use proscenio_source::{Edit, EditRefusal, Source, apply};
use proscenio_vfs::path;
use sha1::{Digest, Sha1};

use super::{CANNOT_MOVE, Change, NO_PART, Plan, refuse};
use crate::Project;
use crate::godot::{GodotProject, Made, Uid};

/// What has to be done so that a part of a Godot file becomes a file of its own at a free path, which the file names
/// from then on. `part` is a node with all below it (`Arm/Hand`, to a scene), a sub-resource (`@ID`), or a property
/// that holds one (`Arm/Hand:mesh`). The new file gets a uid where the file has one.
///
/// # Errors
/// No such part, or one that cannot stand alone; a path that is taken or of the wrong kind; a binary or damaged file.
pub fn extract(project: &Project<'_>, file: &str, part: &str, new: &str) -> Result<Plan, EditRefusal> {
    let godot = GodotProject::new(project);
    let document = open(project, file)?;
    if project.files().kind(new).is_some() {
        return refuse(&CANNOT_MOVE, format!("{} is there already", godot.resource_path(new)));
    }
    if !godot.resource_path(new).starts_with("res://") {
        return refuse(&CANNOT_MOVE, format!("{new} is not in the project"));
    }
    let resource = sub_resource(&document, part)?;
    let ending = if resource.is_some() { "tres" } else { "tscn" };
    if path::extension(new) != ending {
        return refuse(&CANNOT_MOVE, format!("{new} cannot hold it: its name must end in .{ending}"));
    }
    let named = godot.resource_path(new);
    let uid = has_uids(&document).then(|| fresh_uid(&godot, &named, &document).to_string());
    let class = resource.as_ref().and_then(|id| script_class(&godot, &document, id));
    let name = NewFile { path: &named, uid: uid.as_deref(), script_class: class.as_deref() };
    let options = Options::default();
    let taken = match &resource {
        Some(id) => edit::extract_resource(&document, &format!("sub:{id}"), &name, &options)?,
        None => edit::extract_node(&document, part, &name, &options)?,
    };
    let text = Document::parse(Source::new(new, taken.text));
    let text = rooted(&godot, file, &text);
    let mut plan = Plan { created: vec![(new.to_owned(), text.to_bytes())], ..Plan::default() };
    plan.changes.push(change(file, &document, taken.edits.edits)?);
    plan.findings = taken.edits.findings;
    // What other files name by where it was: the resource, or those that went along with the node.
    let went: Vec<(String, String)> = match resource {
        Some(id) => vec![(id, named)],
        None => {
            let after = Document::parse(Source::new(file, plan.changes[0].after.clone()));
            let ids = document.sub_resources().filter_map(|it| it.id());
            let gone = ids.filter(|id| after.sub_resource(id).is_none() && text.sub_resource(id).is_some());
            gone.map(|id| (id.0.clone(), format!("{named}::{}", id.0))).collect()
        }
    };
    let inside = |id: String| format!("{}::{id}", godot.resource_path(file));
    let went: Vec<(String, String)> = went.into_iter().map(|(id, new)| (inside(id), new)).collect();
    follow_inside(project, &godot, (file, &went), &mut plan)?;
    Ok(plan)
}

/// What has to be done so that a file becomes a part of a Godot file that names it. `part` is an external resource
/// (`@ID`, or its path `res://…`), or a node that is an instance of a scene. The other file stays where it is.
///
/// # Errors
/// No such part; a file that cannot be read, or of which no text is known, such as a picture or a model.
pub fn embed(project: &Project<'_>, file: &str, part: &str) -> Result<Plan, EditRefusal> {
    let godot = GodotProject::new(project);
    let document = open(project, file)?;
    let opened = godot.opened(document.clone());
    let by_path = document.ext_resources().find(|it| it.path().is_some_and(|path| path == part));
    let ext = part.strip_prefix('@').map(|id| Id(id.to_owned())).or_else(|| by_path.and_then(|it| it.id()));
    let reference = match &ext {
        Some(id) => Reference::Ext(id.clone()),
        None => {
            let tree = document.node_tree();
            let node = tree.find(part).and_then(|index| tree.get(index)).map(|node| node.node);
            let Some(node) = node else {
                return refuse(&NO_PART, format!("there is no node and no external resource `{part}`"));
            };
            match node.instance() {
                Some(reference) => reference,
                None => return refuse(&NO_PART, format!("`{part}` is no instance of a scene")),
            }
        }
    };
    let place = godot.follow(&opened, &reference).map(|found| found.path);
    let Some(place) = place else { return refuse(&NO_PART, format!("the file of `{part}` is not there")) };
    let loaded = godot.load(&place).ok().filter(|loaded| loaded.made() != Made::Model);
    let Some(loaded) = loaded else {
        return refuse(&NO_PART, format!("{} is no scene and no resource", godot.resource_path(&place)));
    };
    let other = rooted(&godot, &place, loaded.document());
    let options = Options::default();
    let edits = match &ext {
        Some(id) => edit::embed_resource(&document, &format!("ext:{}", id.0), &other, &options)?,
        None => edit::embed_scene(&document, part, &other, &options)?,
    };
    let mut plan = Plan::default();
    plan.changes.push(change(file, &document, edits.edits)?);
    plan.findings = edits.findings;
    Ok(plan)
}

fn open(project: &Project<'_>, file: &str) -> Result<Document, EditRefusal> {
    let bytes = project.files().read(file);
    let bytes = bytes.map_err(|error| EditRefusal::new(CANNOT_MOVE, error.to_string()))?;
    let document = Document::read(Source::new(file, bytes));
    if document.binary().is_some() {
        let refusal = EditRefusal::new(NO_PART, format!("{file} is a binary file"));
        return Err(refusal.help("make it a text file with `proscenio convert` first"));
    }
    Ok(document)
}

fn change(file: &str, document: &Document, edits: Vec<Edit>) -> Result<Change, EditRefusal> {
    let before = document.source().bytes().to_vec();
    let after = apply(&before, &edits).map_err(|error| EditRefusal::new(CANNOT_MOVE, error.to_string()))?;
    Ok(Change { path: file.to_owned(), to: file.to_owned(), before, edits, after })
}

/// The id of the sub-resource that a part names; nothing for a node.
fn sub_resource(document: &Document, part: &str) -> Result<Option<String>, EditRefusal> {
    if let Some(id) = part.strip_prefix('@') {
        return Ok(Some(id.strip_prefix("sub:").unwrap_or(id).to_owned()));
    }
    let target = Target::parse(part)?;
    if target.names.is_empty() {
        return Ok(None);
    }
    let got = edit::get(document, &target)?;
    match proscenio_godot::value::decode(got.text.as_bytes()).value.as_reference() {
        Some(Reference::Sub(id)) => Ok(Some(id.0.clone())),
        _ => refuse(&NO_PART, format!("`{part}` holds no sub-resource")),
    }
}

/// Whether the file is of an engine that gives files uids.
fn has_uids(document: &Document) -> bool {
    let uid = |section: Section<'_>| section.attribute("uid").is_some();
    document.header().is_some_and(uid) || document.ext_resources().any(|it| uid(it.0))
}

/// A uid that no file has: the same for the same path in the same file.
fn fresh_uid(godot: &GodotProject<'_>, named: &str, document: &Document) -> Uid {
    let mut hash = Sha1::digest([named.as_bytes(), document.source().bytes()].concat());
    loop {
        let number = hash.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let uid = Uid(number >> 1);
        if uid.0 != 0 && !godot.uids().contains_key(&uid) {
            return uid;
        }
        hash = Sha1::digest(hash);
    }
}

/// The class that the script of a resource declares.
fn script_class(godot: &GodotProject<'_>, document: &Document, id: &str) -> Option<String> {
    let section = document.sub_resource(&Id(id.to_owned()))?;
    let value = section.0.property("script")?.value();
    let opened = godot.opened(document.clone());
    let place = godot.follow(&opened, value.as_reference()?)?.path;
    let names = &godot.names().classes;
    names.iter().find(|(_, other)| **other == place).map(|(name, _)| name.clone())
}

/// The file with paths that count from its folder written from the root, so that another file may have them.
fn rooted(godot: &GodotProject<'_>, place: &str, document: &Document) -> Document {
    let mut edits = Vec::new();
    for section in document.sections().filter(|section| section.kind() == SectionKind::ExtResource) {
        let Some((entry, path)) = section.attribute("path").and_then(|entry| Some((entry, entry.text()?)))
        else {
            continue;
        };
        if path.is_empty() || path.contains("://") || path.starts_with('/') {
            continue;
        }
        let full = godot.resource_path(&path::join(path::parent(place), &path));
        edits.push(Edit::replace(entry.value_span(), edit::quoted_name(document, &full)));
    }
    match apply(document.source().bytes(), &edits) {
        Ok(bytes) if !edits.is_empty() => {
            Document::parse(Source::new(std::sync::Arc::clone(document.source().path()), bytes))
        }
        _ => document.clone(),
    }
}

/// Leads the files that name resources inside a file (`res://level.tscn::id`) to where these are now, and tells of names
/// that stand in values, where only a script knows what they are for. `went` has the old and the new name of each.
fn follow_inside(
    project: &Project<'_>,
    godot: &GodotProject<'_>,
    (file, went): (&str, &[(String, String)]),
    plan: &mut Plan,
) -> Result<(), EditRefusal> {
    if went.is_empty() {
        return Ok(());
    }
    for place in godot.scene_paths() {
        let Ok(bytes) = project.files().read(&place) else { continue };
        let named = |old: &str| memchr::memmem::find(&bytes, format!("{old}\"").as_bytes()).is_some();
        if !went.iter().any(|(old, _)| named(old)) {
            continue;
        }
        let document = Document::read(Source::new(place.as_str(), bytes));
        let mut edits = Vec::new();
        // What is taken out of the file itself is in the plan already.
        if document.binary().is_none() && place != file {
            let externals = document.sections().filter(|section| section.kind() == SectionKind::ExtResource);
            for entry in externals.filter_map(|section| section.attribute("path")) {
                let path = entry.text();
                if let Some((_, new)) = went.iter().find(|(old, _)| path.as_deref() == Some(old)) {
                    edits.push(Edit::replace(entry.value_span(), edit::quoted_name(&document, new)));
                }
            }
        }
        let written = |at: usize| edits.iter().any(|edit| edit.span.range().contains(&at));
        for (old, _) in went {
            let quoted = format!("{old}\"");
            let mut all = memchr::memmem::find_iter(document.source().bytes(), quoted.as_bytes());
            let Some(at) = all.find(|at| !written(*at)) else { continue };
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let span = proscenio_source::Span::new(at, at.saturating_add(old.len() as u32));
            let message = format!("`{old}` is not inside that file any more");
            plan.findings.push(super::LOST_REFERENCE.finding(&place.as_str().into(), message).at(span));
        }
        if !edits.is_empty() {
            plan.changes.push(change(&place, &document, edits)?);
        }
    }
    Ok(())
}
