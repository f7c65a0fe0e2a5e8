//! The tree's nodes.

use std::sync::Arc;

use crate::{Component, Extras, FlatGroup, FlatLit, NodeId, Placement, Rgba, SkeletonId, Skin};

/// One node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// For people; need not be unique.
    pub name: String,
    /// What the family calls it.
    pub identity: Identity,
    /// Where it was read.
    pub origin: Option<Origin>,
    /// `None` for the root.
    pub parent: Option<NodeId>,
    /// In order.
    pub children: Vec<NodeId>,
    /// Where it is, relative to its parent, or to the world when [`Node::top_level`] is set.
    pub placement: Placement,
    /// Does not follow its parent's placement.
    pub top_level: bool,
    /// Hidden nodes hide everything below them, but for what is [`Node::unhidden`].
    pub visible: bool,
    /// Shown even below hidden nodes (a Godot `CanvasLayer`, and what a plain `Node` separates from those above).
    pub unhidden: bool,
    /// Fixed to the screen: 2D cameras do not move it nor what is below it.
    pub screen_space: bool,
    /// Scales what is below it about the middle of the picture, behind the camera.
    pub view_scale: f32,
    /// Multiplies the stored colours of all flat drawings of the node and below it.
    pub tint: Rgba,
    /// Which lights in the plane shine on the node's own drawings, by bit.
    pub light_mask: u32,
    /// What lights in the plane do to the node's own drawings.
    pub lit: FlatLit,
    /// Whether what is below it is painted by its place from top to bottom, what is below such a node among it.
    pub y_sort: bool,
    /// Painted before its parent's own drawings.
    pub behind_parent: bool,
    /// How what is below it is put together.
    pub group: Option<FlatGroup>,
    /// Width and height of a part of a user interface, pixels; its top-left corner is at its placement.
    pub size: Option<glam::Vec2>,
    /// What the node is, in order.
    pub components: Vec<Component>,
    /// Bones that stand at it.
    pub skeleton: Option<SkeletonId>,
    /// What bends its meshes.
    pub skin: Option<Skin>,
    /// What the family says beyond this.
    pub extras: Extras,
}

impl Node {
    /// A visible node, nowhere in particular, without content.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            identity: Identity::default(),
            origin: None,
            parent: None,
            children: Vec::new(),
            placement: Placement::NONE,
            top_level: false,
            visible: true,
            unhidden: false,
            screen_space: false,
            view_scale: 1.0,
            tint: Rgba::WHITE,
            light_mask: 1,
            lit: FlatLit::Lit,
            y_sort: false,
            behind_parent: false,
            group: None,
            size: None,
            components: Vec::new(),
            skeleton: None,
            skin: None,
            extras: Extras::new(),
        }
    }
}

/// The names by which a family finds a node again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Godot: path from the root (`.` for it). nacatamalon: `id`. Espresso3D: sector, portal or actor name.
    pub key: String,
    /// The family's word for what it is: a Godot class, `SECTOR`, `ACTOR`; empty when it has none.
    pub kind: String,
    /// Godot's `unique_id`.
    pub unique_id: Option<i64>,
}

/// The place in a file a thing was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub path: Arc<str>,
    /// Byte offsets of its first and behind its last byte.
    pub bytes: (u32, u32),
}
