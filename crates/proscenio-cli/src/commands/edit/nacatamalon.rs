//! The commands on nacatamalon's `.scene` files: boxes are the nodes, JSON the notation of values.

use anyhow::Result;
use proscenio::Source;
use proscenio::nacatamalon::Document;
use proscenio::nacatamalon::edit::{self, EditRefusal, Edits, NewComponent, NewNode, Options, Target};

use super::{Done, Editor, foreign, pairs, refused};
use crate::args::edit::Edit;

const FAMILY: &str = "nacatamalon";

/// One file.
pub struct Nacatamalon(pub Document);

impl Editor for Nacatamalon {
    fn source(&self) -> &Source {
        self.0.source()
    }

    fn get(&self, target: &str) -> Result<String> {
        let got = Target::parse(target).and_then(|target| edit::get(&self.0, &target));
        Ok(got.map_err(refused)?.text)
    }

    fn edit(&self, command: &Edit) -> Result<Done> {
        let edits = match command {
            Edit::AddNode { instance: Some(_), .. } => {
                return foreign(FAMILY, "instances", "`duplicate-node` copies a box");
            }
            Edit::Connect { .. } | Edit::Disconnect { .. } => {
                return foreign(FAMILY, "connections", "`add-component BOX script` gives a box a behaviour");
            }
            Edit::AddResource { .. } | Edit::RemoveResource { .. } | Edit::SetResource { .. } => {
                return foreign(FAMILY, "resources", "assets are set: `set FILE :assets:- '{...}'`");
            }
            command => edits(&self.0, command),
        };
        let Edits { edits, findings, made } = edits.map_err(refused)?;
        Ok(Done { edits, findings, made })
    }
}

fn edits(document: &Document, command: &Edit) -> Result<Edits, EditRefusal> {
    let options = Options { seed: super::common(command).seed };
    match command {
        Edit::Set { property, value, .. } => edit::set(document, &Target::parse(property)?, value, &options),
        Edit::Unset { property, .. } => edit::unset(document, &Target::parse(property)?, &options),
        Edit::AddNode { parent, name, class, id, components, groups, properties, place, .. } => {
            let new = NewNode {
                parent,
                name,
                id: id.as_deref(),
                place: place.among(),
                tags: &groups.iter().map(String::as_str).collect::<Vec<_>>(),
                components: &class.iter().chain(components).map(String::as_str).collect::<Vec<_>>(),
                properties: &pairs(properties),
            };
            edit::add_node(document, &new, &options)
        }
        Edit::RemoveNode { node, .. } => edit::remove_node(document, node, &options),
        Edit::RenameNode { node, name, .. } => edit::rename_node(document, node, name, &options),
        Edit::MoveNode { node, parent, place, .. } => {
            edit::move_node(document, node, parent.as_deref(), place.among(), &options)
        }
        Edit::DuplicateNode { node, name, .. } => {
            edit::duplicate_node(document, node, name.as_deref(), &options)
        }
        Edit::AddComponent { node, kind, id, properties, place, .. } => {
            let new = NewComponent {
                node,
                kind,
                id: id.as_deref(),
                place: place.among(),
                properties: &pairs(properties),
            };
            edit::add_component(document, &new, &options)
        }
        Edit::RemoveComponent { component, .. } => edit::remove_component(document, component, &options),
        // Turned away before.
        Edit::Connect { .. }
        | Edit::Disconnect { .. }
        | Edit::AddResource { .. }
        | Edit::RemoveResource { .. }
        | Edit::SetResource { .. } => Ok(Edits::default()),
    }
}
