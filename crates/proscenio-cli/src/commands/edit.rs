//! The commands that change Godot files: each touches the bytes it must touch, and no other.

use std::io::Write;

use anyhow::{Context, Result, bail};
use proscenio::godot::edit::{
    self, EditRefusal, Edits, NewConnection, NewNode, NewResource, Options, Place, ResourceChoice, Users,
};
use proscenio::godot::{self, edit::Target};
use proscenio::{DiskTree, Document, Vfs};

use crate::args::GetArgs;
use crate::args::edit::{Connection, Edit, Place as PlaceArgs};
use crate::{Outcome, input, output};

/// Prints the value of a property or of a member of it.
pub fn get(args: &GetArgs) -> Result<Outcome> {
    let document = open(&args.file)?;
    let got = target(&args.property).and_then(|target| edit::get(&document, &target));
    let got = got.map_err(|refusal| explained(&refusal))?;
    writeln!(output::stdout(), "{}", got.text)?;
    Ok(Outcome::Fine)
}

/// Changes a file.
pub fn run(args: &Edit) -> Result<Outcome> {
    let common = common(args);
    let document = open(&common.file)?;
    let options = Options { seed: common.seed, keep_unused: common.keep_unused };
    let edits = edits(&document, args, &options).map_err(|refusal| explained(&refusal))?;
    for finding in &edits.findings {
        output::warn(finding, Some(document.source()));
    }
    let after = edits.apply(&document);
    if common.stdout || common.file == "-" {
        output::stdout().write_all(&after.to_bytes())?;
        return Ok(Outcome::Fine);
    }
    if !edits.edits.is_empty() {
        DiskTree
            .write(&common.file, &after.to_bytes())
            .with_context(|| format!("writing {}", common.file))?;
    }
    if let Some(made) = &edits.made {
        writeln!(output::stdout(), "{made}")?;
    }
    Ok(Outcome::Fine)
}

/// The document of a Godot text file.
fn open(file: &str) -> Result<godot::Document> {
    match input::open(file)? {
        Document::Godot(document) => Ok(document),
        other => bail!("{file} is a file of {}; only Godot's files can be changed yet", other.family()),
    }
}

fn explained(refusal: &EditRefusal) -> anyhow::Error {
    anyhow::anyhow!("{refusal} [{}]", refusal.code.name)
}

fn target(text: &str) -> Result<Target, EditRefusal> {
    Target::parse(text)
}

fn common(args: &Edit) -> &crate::args::edit::Target {
    match args {
        Edit::Set { target, .. }
        | Edit::Unset { target, .. }
        | Edit::AddNode { target, .. }
        | Edit::RemoveNode { target, .. }
        | Edit::RenameNode { target, .. }
        | Edit::MoveNode { target, .. }
        | Edit::DuplicateNode { target, .. }
        | Edit::Connect { target, .. }
        | Edit::Disconnect { target, .. }
        | Edit::AddResource { target, .. }
        | Edit::RemoveResource { target, .. }
        | Edit::SetResource { target, .. } => target,
    }
}

fn edits(document: &godot::Document, args: &Edit, options: &Options) -> Result<Edits, EditRefusal> {
    match args {
        Edit::Set { property, value, .. } => edit::set(document, &target(property)?, value, options),
        Edit::Unset { property, .. } => edit::unset(document, &target(property)?, options),
        Edit::AddNode { parent, name, class, instance, groups, properties, place, .. } => {
            let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
            let properties = pairs(properties);
            let new = NewNode {
                parent: Some(parent),
                name,
                class: class.as_deref(),
                instance: instance.as_deref(),
                place: place_of(place),
                groups: &groups,
                properties: &properties,
            };
            edit::add_node(document, &new, options)
        }
        Edit::RemoveNode { node, .. } => edit::remove_node(document, node, options),
        Edit::RenameNode { node, name, .. } => edit::rename_node(document, node, name, options),
        Edit::MoveNode { node, parent, place, .. } => {
            edit::move_node(document, node, parent.as_deref(), place_of(place), options)
        }
        Edit::DuplicateNode { node, name, .. } => {
            edit::duplicate_node(document, node, name.as_deref(), options)
        }
        Edit::Connect { connection, .. } => edit::connect(document, &wanted(connection), options),
        Edit::Disconnect { connection, .. } => edit::disconnect(document, &wanted(connection), options),
        Edit::AddResource { resource, .. } => {
            let properties = pairs(&resource.properties);
            let (path, uid) = (resource.path.as_deref(), resource.uid.as_deref());
            edit::add_resource(document, &new_resource(&resource.class, path, uid, &properties), options)
        }
        Edit::RemoveResource { id, unset_users, .. } => {
            let users = if *unset_users { Users::Unset } else { Users::Refuse };
            edit::remove_resource(document, id, users, options)
        }
        Edit::SetResource { property, id, resource, .. } => {
            let properties = pairs(&resource.properties);
            let (path, uid) = (resource.path.as_deref(), resource.uid.as_deref());
            let choice = match (id, &resource.class) {
                (Some(id), _) => ResourceChoice::Id(id),
                (None, class) => {
                    let class = class.as_deref().unwrap_or_default();
                    ResourceChoice::New(new_resource(class, path, uid, &properties))
                }
            };
            edit::set_resource(document, &target(property)?, &choice, options)
        }
    }
}

fn new_resource<'n>(
    class: &'n str,
    path: Option<&'n str>,
    uid: Option<&'n str>,
    properties: &'n [(&'n str, &'n str)],
) -> NewResource<'n> {
    match path {
        Some(path) => NewResource::Ext { class, path, uid },
        None => NewResource::Sub { class, properties },
    }
}

fn pairs(properties: &[(String, String)]) -> Vec<(&str, &str)> {
    properties.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

fn place_of(place: &PlaceArgs) -> Place<'_> {
    match place {
        PlaceArgs { at: Some(at), .. } => Place::At(*at),
        PlaceArgs { before: Some(name), .. } => Place::Before(name),
        PlaceArgs { behind: Some(name), .. } => Place::Behind(name),
        _ => Place::Last,
    }
}

fn wanted(connection: &Connection) -> NewConnection<'_> {
    NewConnection {
        from: &connection.from,
        signal: &connection.signal,
        to: &connection.to,
        method: &connection.method,
        flags: connection.flags,
        unbinds: connection.unbinds,
        binds: connection.binds.as_deref(),
    }
}
