//! The commands on Godot's files.

use anyhow::{Result, bail};
use proscenio::Source;
use proscenio::godot;
use proscenio::godot::edit::{
    self, EditRefusal, Edits, NewConnection, NewNode, NewResource, Options, ResourceChoice, Target, Users,
};
use proscenio::godot::spell::Spelling;
use proscenio::godot::value::{Id, Reference, Value};

use super::{Done, Editor, foreign, pairs, refused};
use crate::args::edit::{Connection, Edit};
use crate::commands::{convert_godot, instanced};

/// One file.
pub struct Godot(pub godot::Document);

impl Editor for Godot {
    fn source(&self) -> &Source {
        self.0.source()
    }

    fn get(&self, target: &str) -> Result<String> {
        let got = Target::parse(target).and_then(|target| edit::get(&self.0, &target));
        Ok(got.map_err(refused)?.text)
    }

    fn edit(&self, command: &Edit) -> Result<Done> {
        match command {
            Edit::AddNode { class: None, instance: None, .. } => {
                bail!("a node needs a --type or an --instance")
            }
            Edit::AddNode { id: Some(_), .. } => {
                return foreign("Godot", "ids of nodes to choose", "leave out --id");
            }
            Edit::AddNode { components, .. } if !components.is_empty() => {
                return foreign("Godot", "components", "add a node below it instead");
            }
            Edit::AddComponent { .. } | Edit::RemoveComponent { .. } => {
                return foreign("Godot", "components", "see `add-node` and `remove-node`");
            }
            _ => {}
        }
        let common = super::common(command);
        let options = Options { seed: common.seed, keep_unused: common.keep_unused };
        let done = match edits(&self.0, command, &options) {
            Err(refusal) => self.through_instances(command, &options, refusal)?,
            Ok(edits) => edits,
        };
        let Edits { edits, findings, made } = done;
        Ok(Done { edits, findings, made })
    }

    fn file(&self, text: Vec<u8>) -> Result<Vec<u8>> {
        let Some(binary) = self.0.binary() else { return Ok(text) };
        let document = godot::Document::parse(Source::new(self.0.source().path().clone(), text));
        convert_godot::rewritten(binary, &document)
    }
}

impl Godot {
    /// What the file alone refuses because the node is in another scene, asked of the whole scene.
    fn through_instances(&self, command: &Edit, options: &Options, refusal: EditRefusal) -> Result<Edits> {
        let elsewhere = [edit::INSIDE_INSTANCE, edit::NO_SUCH_PROPERTY, edit::NO_SUCH_MEMBER]
            .iter()
            .any(|code| code.name == refusal.code.name);
        let file = &super::common(command).file;
        if !elsewhere || file == "-" {
            return Err(refused(refusal));
        }
        let set = |property: &str, value: &str| {
            let goal = Target::parse(property).map_err(refused)?;
            if goal.owner.starts_with('@') {
                return Err(refused(refusal.clone()));
            }
            instanced::set(file, &goal, value, options)
                .map(|edits| Edits { made: None, ..edits })
                .map_err(|error| error.context(refused(refusal.clone())))
        };
        match command {
            Edit::Set { property, value, .. } => set(property, value),
            Edit::SetResource { property, id: Some(id), .. } => set(property, &self.reference(id)?),
            Edit::SetResource { property, .. } => {
                let owner = Target::parse(property).map_err(refused)?.owner;
                let help = "make the resource with `add-resource`, then give its id with --id";
                bail!("{}\n  help: {help}", self.whose(file, &owner, &refusal));
            }
            Edit::RenameNode { node, .. }
            | Edit::RemoveNode { node, .. }
            | Edit::MoveNode { node, .. }
            | Edit::DuplicateNode { node, .. } => bail!("{}", self.whose(file, node, &refusal)),
            _ => Err(refused(refusal)),
        }
    }

    /// The value that names a resource of the file.
    fn reference(&self, id: &str) -> Result<String> {
        let id = Id(id.to_owned());
        let reference = match (self.0.ext_resource(&id), self.0.sub_resource(&id)) {
            (Some(_), _) => Reference::Ext(id),
            (None, Some(_)) => Reference::Sub(id),
            (None, None) => bail!("the file has no resource with the id `{}`", id.0),
        };
        let spelling = Spelling::of(&self.0).unwrap_or(Spelling::GODOT_4);
        Ok(Value::Reference(Box::new(reference)).spelled(spelling))
    }

    /// A refusal with the file and the path where the node can be changed.
    fn whose(&self, file: &str, node: &str, refusal: &EditRefusal) -> String {
        match instanced::home(file, node) {
            Some((home, path)) => format!(
                "{} [{}]\n  help: it is `{path}` of {home}: change it there, and every instance follows",
                refusal.message, refusal.code.name
            ),
            None => refused(refusal.clone()).to_string(),
        }
    }
}

fn edits(document: &godot::Document, args: &Edit, options: &Options) -> Result<Edits, EditRefusal> {
    match args {
        Edit::Set { property, value, .. } => edit::set(document, &Target::parse(property)?, value, options),
        Edit::Unset { property, .. } => edit::unset(document, &Target::parse(property)?, options),
        Edit::AddNode { parent, name, class, instance, groups, properties, place, .. } => {
            let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
            let properties = pairs(properties);
            let new = NewNode {
                parent: Some(parent),
                name,
                class: class.as_deref(),
                instance: instance.as_deref(),
                place: place.among(),
                groups: &groups,
                properties: &properties,
            };
            edit::add_node(document, &new, options)
        }
        // Turned away before.
        Edit::AddComponent { .. } | Edit::RemoveComponent { .. } => Ok(Edits::default()),
        Edit::RemoveNode { node, .. } => edit::remove_node(document, node, options),
        Edit::RenameNode { node, name, .. } => edit::rename_node(document, node, name, options),
        Edit::MoveNode { node, parent, place, .. } => {
            edit::move_node(document, node, parent.as_deref(), place.among(), options)
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
            edit::set_resource(document, &Target::parse(property)?, &choice, options)
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
