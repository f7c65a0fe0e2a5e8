//! The commands on maps, actors and texture sets: sectors, portals, bones and the like are the nodes.

use anyhow::Result;
use proscenio::Source;
use proscenio::espresso3d::Document;
use proscenio::espresso3d::edit::{self, EditRefusal, Edits, NewItem};

use super::{Done, Editor, foreign, pairs, refused};
use crate::args::edit::Edit;

const FAMILY: &str = "Espresso3D";

/// One file.
pub struct Espresso3d(pub Document);

impl Editor for Espresso3d {
    fn source(&self) -> &Source {
        self.0.source()
    }

    fn get(&self, target: &str) -> Result<String> {
        Ok(edit::get(&self.0, target).map_err(refused)?.text)
    }

    fn get_json(&self, target: &str) -> Result<serde_json::Value> {
        let got = edit::get(&self.0, target).map_err(refused)?;
        let value = |value: edit::Value| -> serde_json::Value {
            let number = proscenio::espresso3d::number(value.text.as_bytes()).filter(|_| value.is_number);
            number.map_or_else(|| value.text.into(), Into::into)
        };
        let values: Vec<serde_json::Value> = got.values.into_iter().map(value).collect();
        let (start, end) = got.span.map(|span| (span.start(), span.end())).unzip();
        Ok(serde_json::json!({
            "target": got.address, "text": got.text, "values": values, "start": start, "end": end,
        }))
    }

    fn edit(&self, command: &Edit) -> Result<Done> {
        match command {
            Edit::AddNode { id: Some(_), .. } => {
                return foreign(FAMILY, "ids beside names", "leave out --id");
            }
            Edit::AddNode { groups, .. } if !groups.is_empty() => {
                return foreign(FAMILY, "groups", "leave out --group");
            }
            Edit::AddNode { components, .. } if !components.is_empty() => {
                return foreign(FAMILY, "components", "say the kind with --type");
            }
            Edit::AddComponent { .. } | Edit::RemoveComponent { .. } => {
                return foreign(FAMILY, "components", "see `add-node` and `remove-node`");
            }
            Edit::Connect { .. } | Edit::Disconnect { .. } => {
                return foreign(
                    FAMILY,
                    "connections",
                    "`set FILE SECTOR/PORTAL:PORTALLINK 'SECTOR PORTAL'` links portals",
                );
            }
            Edit::AddResource { .. } | Edit::RemoveResource { .. } | Edit::SetResource { .. } => {
                return foreign(
                    FAMILY,
                    "resources",
                    "`add-node FILE . PATH --type textureset` names a texture set",
                );
            }
            _ => {}
        }
        let Edits { edits, findings, made } = edits(&self.0, command).map_err(refused)?;
        Ok(Done { edits, findings, made })
    }
}

fn edits(document: &Document, command: &Edit) -> Result<Edits, EditRefusal> {
    match command {
        Edit::Set { property, value, .. } => edit::set(document, property, value),
        Edit::Unset { property, .. } => edit::unset(document, property),
        Edit::AddNode { parent, name, class, instance, properties, place, .. } => {
            let mut fields = pairs(properties);
            // An actor is a copy of what a program registered under a name.
            fields.extend(instance.as_deref().map(|name| ("NAME", name)));
            let kind = class.as_deref().or(instance.is_some().then_some("actor"));
            edit::add(document, &NewItem { parent, kind, name, place: place.among(), fields: &fields })
        }
        Edit::RemoveNode { node, .. } => edit::remove(document, node),
        Edit::RenameNode { node, name, .. } => edit::rename(document, node, name),
        Edit::MoveNode { node, parent, place, .. } => {
            edit::move_item(document, node, parent.as_deref(), place.among())
        }
        Edit::DuplicateNode { node, name, .. } => edit::duplicate(document, node, name.as_deref()),
        // Turned away before.
        Edit::AddComponent { .. }
        | Edit::RemoveComponent { .. }
        | Edit::Connect { .. }
        | Edit::Disconnect { .. }
        | Edit::AddResource { .. }
        | Edit::RemoveResource { .. }
        | Edit::SetResource { .. } => Ok(Edits::default()),
    }
}
