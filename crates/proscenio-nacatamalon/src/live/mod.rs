//! A scene that stands: what the engine makes of a document, and a document made of it again.
//!
//! [`scene_from_doc`] builds a document's boxes and components in the engine's order and tells what is missing;
//! [`serialize_scene`] writes the scene back. In between, boxes can be moved, added and removed, and behaviours
//! registered by name run: see [`Scripts`].
//!
//! ```
//! use proscenio_nacatamalon::live::{BuildOptions, scene_from_doc, serialize_scene};
//! use proscenio_nacatamalon::{Document, Mode, parse_scene_doc};
//! use proscenio_source::Source;
//!
//! let text = br#"{"format": "nacatamalon-scene", "version": 1, "name": "A",
//!     "root": {"id": "r", "children": [{"id": "p", "name": "Player", "transform": {"x": 40}}]}}"#;
//! let (doc, _) = parse_scene_doc(&Document::parse(Source::new("a.scene", text.to_vec())));
//! let (mut scene, findings) = scene_from_doc(&doc, "a.scene", &mut BuildOptions::default());
//! assert!(findings.is_empty());
//! let player = scene.find("p").unwrap();
//! scene.get_mut(player).unwrap().node.transform.as_mut().unwrap().x = 60.0;
//! let (saved, _) = serialize_scene(&scene, Mode::Keep);
//! assert_eq!(saved.nodes[1].transform.unwrap().x, 60.0);
//! ```
//!
//! # What is kept
//!
//! In [`Mode::Keep`](crate::Mode) a scene is written as its document was, with what was changed: components that
//! could not be built, unused assets and everything unknown stay where they stood. In
//! [`Mode::Engine`](crate::Mode) the scene is written as the engine itself would save it.

mod assets;
mod boxes;
mod build;
mod codes;
mod deep;
mod flat;
mod save;
mod scripts;
mod uses;
mod view;

use std::sync::Arc;

use crate::model::{Component, Node, SceneDoc};

pub use assets::{AllThere, Assets, Loaded, Piece};
pub use boxes::Place;
pub use build::{BuildOptions, scene_from_doc};
pub use codes::*;
pub use deep::Matrix;
pub use flat::{flat_half, within};
pub use save::serialize_scene;
pub use scripts::{Behaviour, Run, Scripts, Settings};
pub use uses::{Use, Wanted, knobs, uses};
pub use view::Lights;

/// The key of the font that the engine brings along.
pub const BUILT_IN_FONT: &str = "nacatamalon:arcade";

/// A box of a [`LiveScene`]. It stays the box's own while the scene lives, also once the box is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxId(u32);

/// A component of a box of a [`LiveScene`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId {
    /// The box it stands on.
    pub owner: BoxId,
    serial: u32,
}

/// Why a component of the document is not on the scene. It is kept for writing back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeftOut {
    /// What it needs is not listed, or it names nothing.
    Missing,
    /// A later one took its place.
    Replaced,
    /// An earlier one has its place.
    Second,
}

/// How far a component has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Not looked at yet.
    Waiting,
    /// On the scene; the number counts what came to be before it.
    Built(u32),
    /// Not on the scene.
    LeftOut(LeftOut),
}

/// A component of a box that stands.
#[derive(Clone, Debug)]
pub struct Part {
    /// The component as the document has it.
    pub component: Component,
    /// Its identity on the scene: the document's, but for stores made from the box's and the store's name.
    pub id: String,
    /// Whether it is on the scene.
    pub state: State,
    /// Cameras and fog: the root or the box with a sprite-texture whose view they belong to.
    pub view: Option<BoxId>,
    /// Masks: the box that has the shape.
    pub shape: Option<BoxId>,
    /// Models of a file: the piece that is shown, once the file is there.
    pub piece: Option<ShownPiece>,
    /// Scripts: what the behaviour declares, overlaid with what the document says.
    pub settings: Settings,
    /// What it is called when code made it, so that no document can hold it.
    pub made_by_code: Option<String>,
    serial: u32,
}

/// A piece of a model file that a mesh shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownPiece {
    /// The node's name; empty for one the file leaves unnamed.
    pub name: String,
    /// Its place among the file's pieces.
    pub index: usize,
    /// The file's colour, in screen values, which the surface has whatever the document says.
    pub tint: [f64; 4],
}

/// A box that stands.
#[derive(Clone, Debug)]
pub struct LiveBox {
    /// The box as the document has it, but for its components and children, which stand beside it here.
    pub node: Node,
    /// What it is; serial numbers ascend.
    parts: Vec<Part>,
    children: Vec<BoxId>,
    parent: Option<BoxId>,
    /// Born at run time: not written.
    spawned: bool,
    /// Whether a sprite-texture stands on it, so that it is a view.
    is_view: bool,
}

impl LiveBox {
    /// What it is, in order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The boxes placed in it, in order.
    #[must_use]
    pub fn children(&self) -> &[BoxId] {
        &self.children
    }

    /// The box it is placed in.
    #[must_use]
    pub const fn parent(&self) -> Option<BoxId> {
        self.parent
    }

    /// Whether it was born at run time, so that it is not written.
    #[must_use]
    pub const fn is_spawned(&self) -> bool {
        self.spawned
    }
}

/// A scene that stands.
#[derive(Clone, Debug)]
pub struct LiveScene {
    label: Arc<str>,
    /// The document, without its boxes.
    base: SceneDoc,
    boxes: Vec<Option<LiveBox>>,
    loaded: Vec<Loaded>,
    serial: u32,
    built: u32,
    seed: u64,
}

impl LiveScene {
    /// The file it is of, for findings.
    #[must_use]
    pub const fn label(&self) -> &Arc<str> {
        &self.label
    }

    /// The document it was built from, without its boxes: its name, its assets and what is unknown in it.
    #[must_use]
    pub const fn document(&self) -> &SceneDoc {
        &self.base
    }

    /// The same, to change its name or its assets before writing back.
    #[must_use]
    pub const fn document_mut(&mut self) -> &mut SceneDoc {
        &mut self.base
    }

    /// The files that are asked for, in the order of the manifest.
    #[must_use]
    pub fn loaded(&self) -> &[Loaded] {
        &self.loaded
    }

    /// The box of the scene itself, which is always there.
    #[must_use]
    pub const fn root(&self) -> BoxId {
        BoxId(0)
    }

    /// A box; `None` once it is gone.
    #[must_use]
    pub fn get(&self, id: BoxId) -> Option<&LiveBox> {
        self.boxes.get(id.0 as usize)?.as_ref()
    }

    /// A box to change; `None` once it is gone.
    #[must_use]
    pub fn get_mut(&mut self, id: BoxId) -> Option<&mut LiveBox> {
        self.boxes.get_mut(id.0 as usize)?.as_mut()
    }

    /// The first box of an id, in tree order.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<BoxId> {
        self.boxes().find(|own| self.get(*own).is_some_and(|own| own.node.id == id))
    }

    /// A component; `None` once it or its box is gone.
    #[must_use]
    pub fn part(&self, id: PartId) -> Option<&Part> {
        let parts = &self.get(id.owner)?.parts;
        parts.binary_search_by_key(&id.serial, |part| part.serial).ok().map(|at| &parts[at])
    }

    /// A component to change; `None` once it or its box is gone.
    #[must_use]
    pub fn part_mut(&mut self, id: PartId) -> Option<&mut Part> {
        let parts = &mut self.get_mut(id.owner)?.parts;
        parts.binary_search_by_key(&id.serial, |part| part.serial).ok().map(|at| &mut parts[at])
    }

    /// The first component with an id, built or not.
    #[must_use]
    pub fn find_part(&self, id: &str) -> Option<PartId> {
        self.parts().find(|(_, part)| part.id == id || part.component.id == id).map(|(id, _)| id)
    }

    /// Every box, parents before children, in order.
    pub fn boxes(&self) -> impl Iterator<Item = BoxId> + use<> {
        let mut list = Vec::with_capacity(self.boxes.len());
        let mut pending = vec![self.root()];
        while let Some(id) = pending.pop() {
            let Some(own) = self.get(id) else { continue };
            list.push(id);
            pending.extend(own.children.iter().rev());
        }
        list.into_iter()
    }

    /// Every component, box by box in tree order.
    pub fn parts(&self) -> impl Iterator<Item = (PartId, &Part)> {
        self.boxes().flat_map(|owner| {
            let parts = self.get(owner).map_or(&[][..], |own| &own.parts);
            parts.iter().map(move |part| (PartId { owner, serial: part.serial }, part))
        })
    }

    /// Every component that is on the scene, box by box in tree order.
    pub fn built(&self) -> impl Iterator<Item = (PartId, &Part)> {
        self.parts().filter(|(_, part)| matches!(part.state, State::Built(_)))
    }

    /// The components of a box that are on the scene.
    fn parts_built(&self, owner: BoxId) -> impl Iterator<Item = (PartId, &Part)> {
        let parts = self.get(owner).map_or(&[][..], |own| &own.parts);
        let parts = parts.iter().filter(|part| matches!(part.state, State::Built(_)));
        parts.map(move |part| (PartId { owner, serial: part.serial }, part))
    }

    /// The components on the scene in the order in which they came to be.
    #[must_use]
    pub fn order(&self) -> Vec<PartId> {
        let mut order: Vec<(u32, PartId)> = self
            .built()
            .filter_map(|(id, part)| if let State::Built(at) = part.state { Some((at, id)) } else { None })
            .collect();
        order.sort_unstable();
        order.into_iter().map(|(_, id)| id).collect()
    }

    /// The boxes from the root down to one, itself included; none for a box that is gone.
    fn way_down(&self, id: BoxId) -> impl Iterator<Item = BoxId> + use<> {
        let up = std::iter::successors(self.get(id).map(|_| id), |id| self.get(*id)?.parent);
        let way: Vec<BoxId> = up.collect();
        way.into_iter().rev()
    }

    /// The view that a box is drawn in: the nearest box upwards, itself included, with a sprite-texture, else
    /// the root.
    #[must_use]
    pub fn view_of(&self, id: BoxId) -> BoxId {
        let shows = |own: &BoxId| self.get(*own).is_some_and(|own| own.is_view);
        let mut up = std::iter::successors(Some(id), |id| self.get(*id)?.parent);
        up.find(shows).unwrap_or(self.root())
    }

    fn next_serial(&mut self) -> u32 {
        self.serial += 1;
        self.serial
    }
}
