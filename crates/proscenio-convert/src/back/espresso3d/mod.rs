//! OBJ models and the neutral scene as Espresso3D maps and actors, with a texture set beside them.
//!
//! Places, texture coordinates (V from the bottom) and the direction of faces go over number for number; those of an
//! OBJ model keep all their digits. What the formats have no place for is reported as a [`Loss`].
//!
//! A texture set names one image per material: the material's own where it is in the folder of the file or below, a
//! copy beside the file otherwise, and an image of one texel where a material is only a colour.
//!
//! # Limitations
//!
//! Bones, animations, placed actors and particle systems are not written: what stands where is written as triangles.

mod names;
pub(crate) mod portals;
mod text;

use std::collections::HashMap;

use proscenio_project::Project;
use proscenio_scene::Scene;
use proscenio_source::Finding;

use super::{Exported, Loss, OutputFile};
use crate::front::obj::Model;
use crate::parts::{Choices, Part, Parts, Pictures, Placed, has_sectors, of_model, of_scene};
use names::Names;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// `.e3m`
    Map,
    /// `.e3a`
    Actor,
}

/// How it is spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// With a block in braces for each item, as the 0.5 engine reads it.
    #[default]
    Block,
    /// With the values of an item in one list (0.1 to 0.3).
    Line,
}

/// What becomes a sector of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sectors {
    /// Everything together, as `sector0`.
    One,
    /// Each object (`o`), or each group where there are no objects. Of a scene, each node with a mesh.
    Object,
    /// Each group (`g`). As [`Sectors::Object`] for scenes.
    Group,
}

/// How to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Name of the files without folder and ending. All files made begin with it.
    pub name: String,
    /// The folder they will stand in, as the project sees files; `None` copies every image.
    pub folder: Option<String>,
    /// Map or actor.
    pub target: Target,
    /// The spelling.
    pub dialect: Dialect,
    /// What becomes a sector; `None` makes one per object when there are portals to find or objects named like
    /// portals, and one for all otherwise. An actor has none.
    pub sectors: Option<Sectors>,
    /// Factor on places.
    pub scale: f64,
    /// Turn faces that run against their normals (OBJ).
    pub flip: bool,
    /// Make a pair of portals where two sectors share a rectangle.
    pub find_portals: bool,
}

impl Options {
    /// A map in the block dialect, in its own size.
    #[must_use]
    pub fn new(name: impl Into<String>, target: Target) -> Self {
        Self {
            name: name.into(),
            folder: None,
            target,
            dialect: Dialect::Block,
            sectors: None,
            scale: 1.0,
            flip: false,
            find_portals: false,
        }
    }
}

/// An OBJ model as a map or an actor, and what reading its materials and faces has to say.
///
/// Findings of the model itself are not repeated; what they say is missing is missing here too.
#[must_use]
pub fn from_obj(model: &Model, project: &Project<'_>, options: &Options) -> (Exported, Vec<Finding>) {
    let named = model.objects().iter().chain(model.groups()).any(|name| name.starts_with("portal_"));
    let sectors = match options.target {
        Target::Actor => Sectors::One,
        Target::Map if options.find_portals || named => options.sectors.unwrap_or(Sectors::Object),
        Target::Map => options.sectors.unwrap_or(Sectors::One),
    };
    let choices = Choices { sectors, scale: options.scale, flip: options.flip };
    let (mut parts, findings) = of_model(model, project, choices);
    if model.runs().iter().any(|run| run.has_normals()) {
        parts.lose("e3d/normals", &options.name, "normals have no place; faces are flat to the engine");
    }
    (write(parts, options), findings)
}

/// A neutral scene as a map or an actor: every visible mesh where it stands.
///
/// The sectors of a scene are kept with their portals; a scene without becomes one sector, or one per node with a
/// mesh by [`Options::sectors`].
///
/// ```
/// use proscenio_convert::back::espresso3d::{Options, Target, export};
/// use proscenio_scene::{Node, Scene};
///
/// let exported = export(&Scene::new("level", Node::new("root")), &Options::new("level", Target::Map));
/// assert_eq!(exported.files[0].name, "level.e3m");
/// ```
#[must_use]
pub fn export(scene: &Scene, options: &Options) -> Exported {
    let mut parts = of_scene(scene, None);
    let own = has_sectors(scene);
    let choice = if options.find_portals { Sectors::Object } else { Sectors::One };
    let apart = options.sectors.unwrap_or(choice) != Sectors::One && options.target == Target::Map;
    for part in &mut parts.parts {
        if options.target == Target::Actor {
            part.sector = None;
        } else if part.sector.is_none() && !own && apart {
            part.sector = Some(part.name.clone());
        }
        for triangle in &mut part.triangles {
            triangle.corners.as_flattened_mut().iter_mut().for_each(|value| *value *= options.scale);
        }
        for portal in &mut part.portals {
            portal.corners.as_flattened_mut().iter_mut().for_each(|value| *value *= options.scale);
        }
    }
    write(parts, options)
}

/// A sector, or the whole model of an actor.
struct Room {
    /// As the source names it.
    name: String,
    part: Part,
}

fn write(mut parts: Parts, options: &Options) -> Exported {
    let degenerate = parts.drop_degenerate();
    if degenerate > 0 {
        let message = format!("{degenerate} triangles without area are left out");
        parts.lose("e3d/degenerate", &options.name, message);
    }
    let mut rooms = rooms(std::mem::take(&mut parts.parts), options.target);
    if options.find_portals && options.target == Target::Map {
        let mut sectors: Vec<&mut Part> = rooms.iter_mut().map(|room| &mut room.part).collect();
        for opened in portals::find(&mut sectors) {
            parts.lose("e3d/doorway", &opened, "the triangles in it are taken out, so that it is open");
        }
    }
    if options.target == Target::Actor && rooms.iter().any(|room| !room.part.portals.is_empty()) {
        parts.lose("e3d/portals", &options.name, "an actor has no portals");
    }
    let mut pictures = Pictures::new(&options.name, options.folder.as_deref(), Placed::Below);
    let used = used(&rooms, parts.materials.len());
    let (aliases, entries) = texture_set(&mut parts, &used, &mut pictures);
    let set = format!("{}_textures.txt", names::path(&options.name));
    let ids = sector_ids(&rooms);
    let text = text::write(&rooms, &ids, &aliases, (!entries.is_empty()).then_some(set.as_str()), options);
    let ending = if options.target == Target::Map { "e3m" } else { "e3a" };
    let mut files = vec![OutputFile { name: format!("{}.{ending}", options.name), bytes: text.into_bytes() }];
    if !entries.is_empty() {
        files.push(OutputFile { name: set, bytes: entries.into_bytes() });
    }
    files.extend(pictures.files);
    Exported { files, losses: std::mem::take(&mut parts.losses) }
}

/// Parts by the sector they stand in, in the order of their first. An actor is one.
fn rooms(parts: Vec<Part>, target: Target) -> Vec<Room> {
    let mut rooms: Vec<Room> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for part in parts {
        let name = match (&part.sector, target) {
            (Some(name), Target::Map) => name.clone(),
            _ => "sector0".to_owned(),
        };
        let at = *known.entry(name.clone()).or_insert_with(|| {
            rooms.push(Room { name: name.clone(), part: Part { name, ..Part::default() } });
            rooms.len() - 1
        });
        rooms[at].part.triangles.extend(part.triangles);
        rooms[at].part.portals.extend(part.portals);
    }
    rooms
}

fn used(rooms: &[Room], materials: usize) -> Vec<bool> {
    let mut used = vec![false; materials];
    for triangle in rooms.iter().flat_map(|room| &room.part.triangles) {
        if let Some(used) = used.get_mut(triangle.material as usize) {
            *used = true;
        }
    }
    used
}

/// Aliases of the materials, and the text of the texture set.
fn texture_set(parts: &mut Parts, used: &[bool], pictures: &mut Pictures<'_>) -> (Vec<String>, String) {
    let mut names = Names::default();
    let (mut aliases, mut text) = (Vec::with_capacity(parts.materials.len()), String::new());
    let mut losses: Vec<Loss> = Vec::new();
    for (material, used) in parts.materials.iter().zip(used) {
        if !used {
            aliases.push(String::new());
            continue;
        }
        let alias = names.free(&material.name, "DEFAULT");
        let path = match &material.picture {
            Some(picture) => {
                let (path, changed) = pictures.path(picture);
                losses.extend(changed.map(|message| Loss {
                    code: "e3d/picture",
                    subject: material.name.clone(),
                    message,
                }));
                names::path(&path)
            }
            None => pictures.color(&alias, material.color),
        };
        text.push_str(&format!("{alias} {path}\n"));
        aliases.push(alias);
    }
    parts.losses.extend(losses);
    (aliases, text)
}

/// The id of each room, and the ids of the names that portals lead to.
fn sector_ids(rooms: &[Room]) -> HashMap<String, String> {
    let mut names = Names::default();
    rooms.iter().map(|room| (room.name.clone(), names.free(&room.name, "sector0"))).collect()
}
