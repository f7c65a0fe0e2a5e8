//! The typed view of a scene document: what the engine makes of a file.
//!
//! A field the file lacks, or that has the wrong type, has its default. An optional field (`Option`) is one the
//! engine leaves out of its own document too; the meaning of its absence is told on the field.
//!
//! Beyond the engine, nothing is thrown away: unknown assets keep their place in [`SceneDoc::assets`],
//! components that are not understood are listed in [`Node::unsupported`], and every item knows its
//! [`Site`] in the file. Spellings of earlier releases are read as the current ones.

mod asset;
mod audio;
pub(crate) mod base;
mod behaviour;
mod component;
mod context;
mod drawing;
pub(crate) mod fields;
mod ids;
pub(crate) mod json;
mod kept;
mod material;
mod out;
mod panel;
mod physics;
mod read;
mod save;
mod scenery;
mod shapes;
mod view;

pub use asset::{Asset, AssetSource, FileKind, Recipe};
pub use audio::{AudioListener, Cone, Duck, Music, MusicLayer, Playback, Song, Sound, Zone};
pub use base::{Colour, FlatPlace, Point, RawMember, Site, Transform, Uniform, Uniforms};
pub use behaviour::{Motion, Script, Setting, Store};
pub use component::{Component, ComponentData, ComponentKind, Mesh};
pub use drawing::{Align, Flat, Sprite, SpriteAnimation, SpriteCut, SpriteSheet, Text, TextStyle, Tile};
pub use json::Json;
pub use kept::Kept;
pub(crate) use material::is_map_name;
pub use material::{
    Cull, FlatMaterial, Lighting, Map, ModelMaterial, Occlusion, Shader, VertexSnap, Wrap, WrapMode,
};
pub use panel::{
    Emitter, Fill, FillMode, NineSlice, Overrides, Particles, Particles3d, Slice, Tilemap, TilemapLayer,
};
pub use physics::{
    Body, BodyKind, Collider2d, Collider3d, ParticleCollider, ParticleShape, PhysicsBody2d, PhysicsBody3d,
    PhysicsWorld2d, PhysicsWorld3d,
};
pub use read::{parse_scene_doc, parse_scene_doc_as};
pub use save::serialize;
pub use scenery::{Filter, FilterEffect, Fog, FogHeight, Mask, Rect, Sees, Selection, SpriteTexture};
pub use shapes::{Arc, Form, Radius, Shape, Shapes, Stroke};
pub use view::{Camera2d, Camera3d, Light, LightKind, LightPlace, Projection, Shadow};

pub use compact_str::CompactString;
pub use thin_vec::ThinVec;

use crate::{Document, Mode};

/// What every scene document says in `format`.
pub const FORMAT: &str = "nacatamalon-scene";
/// The version of the format described here.
pub const VERSION: f64 = 1.0;

/// Which box of a scene document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The root box.
    pub const ROOT: Self = Self(0);

    pub(crate) const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// Its place in [`SceneDoc::nodes`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A scene document: what to load, and a tree of boxes.
#[derive(Clone, Debug)]
pub struct SceneDoc {
    /// The file it was read from, which the sites of its items point into; empty when it was made in memory.
    pub document: Document,
    /// The version the file says when that is newer than this format, else [`VERSION`].
    pub version: f64,
    /// How the scene is called and started; may be empty.
    pub name: String,
    /// The manifest in file order, unknown entries included.
    pub assets: Vec<Asset>,
    /// Every box, parents before children, in file order; the first is the root. Never empty.
    pub nodes: Vec<Node>,
    /// Members of the document itself that the format does not know.
    pub unknown: Vec<RawMember>,
    /// What of its own members is not understood.
    pub kept: Kept,
}

impl SceneDoc {
    /// A scene without assets whose root box has that name and identity, made in memory.
    #[must_use]
    pub fn new(name: impl Into<String>, root: Node) -> Self {
        Self {
            document: Document::parse(proscenio_source::Source::new("", Vec::new())),
            version: VERSION,
            name: name.into(),
            assets: Vec::new(),
            nodes: vec![Node { children: ThinVec::new(), parent: None, ..root }],
            unknown: Vec::new(),
            kept: Kept::default(),
        }
    }

    /// Puts a box into another, behind those it holds already, and gives its id.
    ///
    /// # Panics
    /// When the parent is another document's and lies beyond this one's boxes.
    pub fn add(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.nodes[parent.index()].children.push(id);
        self.nodes.push(Node { children: ThinVec::new(), parent: Some(parent), ..node });
        id
    }

    /// The box of the scene itself.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The box of an id that this document gave.
    ///
    /// # Panics
    /// When the id is another document's and lies beyond this one's boxes.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The first entry of a kind and key, which is the one the engine loads.
    #[must_use]
    pub fn file_asset(&self, kind: FileKind, key: &str) -> Option<&Asset> {
        let is_it = |asset: &&Asset| {
            asset.key == key && matches!(asset.source, AssetSource::File { kind: own, .. } if own == kind)
        };
        self.assets.iter().find(is_it)
    }

    /// The geometry asset of a key: the first one, but of those from model files the last.
    #[must_use]
    pub fn geometry(&self, key: &str) -> Option<(&Asset, &Recipe)> {
        let mut found: Option<(&Asset, &Recipe)> = None;
        for asset in self.assets.iter().filter(|asset| asset.key == key) {
            let AssetSource::Geometry(recipe) = &asset.source else { continue };
            if found.is_none() || matches!(recipe, Recipe::Gltf { .. }) {
                found = Some((asset, recipe));
            }
        }
        found
    }

    /// The document as it is held after reading, as JSON in the layout of scene files: every default that a
    /// reader fills in is there. In [`Mode::Engine`] it is what the engine would hold; in [`Mode::Keep`]
    /// unknown assets stand in their places and unknown members behind the known ones.
    #[must_use]
    pub fn normalized(&self, mode: Mode) -> String {
        save::normalized(self, mode)
    }
}

/// One box: where it is, what it is, and the boxes placed in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its identity; made up from its position when the file gives none. May be empty.
    pub id: CompactString,
    /// Its name for people; `Box` when the file gives none. May be empty.
    pub name: CompactString,
    /// Its place in its parent; `None` is nowhere in particular: the parent's place is passed on.
    pub transform: Option<Transform>,
    /// What it is.
    pub components: ThinVec<Component>,
    /// The boxes placed in it.
    pub children: ThinVec<NodeId>,
    /// The box it is placed in; `None` for the root.
    pub parent: Option<NodeId>,
    /// Values by position; `null` where the entry holds none.
    pub data: ThinVec<Json>,
    /// What it says it is.
    pub tags: ThinVec<CompactString>,
    /// Drawn, with all it holds, unless `false`.
    pub visible: Option<bool>,
    /// Pinned to the screen when `true`: the 2D camera does not move it or what it holds.
    pub screen_space: Option<bool>,
    /// Root only: when `true`, the screen shows what is pinned to it, and the world only through views.
    pub world_off_screen: Option<bool>,
    /// What the format does not know about a box, one of a name.
    pub extra: ThinVec<RawMember>,
    /// Components that are not understood: those set aside by an earlier save, then those of this file.
    pub unsupported: ThinVec<Unsupported>,
    /// What of its own members is not understood.
    pub kept: Kept,
    /// Where it stands.
    pub site: Site,
}

/// A component that is not understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// The component as it is.
    pub value: Json,
    /// Its index in the list of components; `None` for one that an earlier save has set aside.
    pub at: Option<usize>,
}

impl Node {
    /// A box that stands in no file, nowhere in particular.
    #[must_use]
    pub fn new(id: impl Into<CompactString>, name: impl Into<CompactString>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            transform: None,
            components: ThinVec::new(),
            children: ThinVec::new(),
            parent: None,
            data: ThinVec::new(),
            tags: ThinVec::new(),
            visible: None,
            screen_space: None,
            world_off_screen: None,
            extra: ThinVec::new(),
            unsupported: ThinVec::new(),
            kept: Kept::default(),
            site: Site::NOWHERE,
        }
    }
}
