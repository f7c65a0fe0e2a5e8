//! Lights in the plane.

use glam::Vec2;

use crate::{Rgba, TextureRef};

/// A light in the plane: it changes the colours of what is drawn where its picture lies.
///
/// A drawing's own colour, multiplied with the view's [`FlatAmbient`], is what lights work on, one after the
/// other; each brings its own colour multiplied with the drawing's. All on stored values (Godot's rule).
#[derive(Clone, Debug, PartialEq)]
pub struct FlatLight {
    /// Where it shines.
    pub kind: FlatLightKind,
    /// Its colour.
    pub color: Rgba,
    /// Factor on the colour.
    pub energy: f32,
    /// How far it stands before the plane: pixels, of one that shines everywhere 0 (along the plane) to 1 (straight on).
    /// Counts for drawings with a [`FlatRelief`](crate::FlatRelief).
    pub height: f32,
    /// How it joins what is there.
    pub blend: FlatLightBlend,
    /// Lowest and highest z of the drawings that it lights.
    pub z: [f32; 2],
    /// Lights drawings that have one of these bits in [`Node::light_mask`](crate::Node::light_mask).
    pub mask: u32,
    /// Switched off it does not shine.
    pub enabled: bool,
    /// What stands in its way; `None` shines through all.
    pub shadow: Option<FlatShadow>,
}

/// How the shadows of a [`FlatLight`] look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatShadow {
    /// Takes the place of the light's own colour there, with it its alpha.
    pub color: Rgba,
    /// How many places along the edge are mixed: 1, 5 or 13.
    pub taps: u8,
    /// How far apart these are, in steps of a 2048th of all directions, less one.
    pub smooth: f32,
    /// Thrown by what has one of these bits.
    pub mask: u32,
}

/// Something that throws shadows in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatOccluder {
    /// Corners, pixels of the node.
    pub points: Vec<Vec2>,
    /// Whether the last joins the first.
    pub closed: bool,
    /// Which sides throw none.
    pub cull: FlatCull,
    /// By bit, which lights it stands in the way of.
    pub mask: u32,
}

/// Which edges of a [`FlatOccluder`] throw no shadow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlatCull {
    /// All throw one.
    #[default]
    None,
    /// Those that run clockwise around the light.
    Clockwise,
    /// Those that run the other way.
    CounterClockwise,
}

/// Where a [`FlatLight`] shines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlatLightKind {
    /// Everywhere, from the node's −Y towards its +Y.
    Everywhere,
    /// Where a picture lies, times the picture.
    Picture {
        /// The picture; its alpha is how strong the light is.
        texture: TextureRef,
        /// The picture's middle, pixels of the node.
        middle: Vec2,
        /// Width and height, pixels of the node.
        size: Vec2,
    },
}

/// How a [`FlatLight`] joins what is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlatLightBlend {
    /// Added.
    #[default]
    Add,
    /// Taken away.
    Subtract,
    /// Put in its place, as far as the light is strong.
    Mix,
}

/// What all drawings of some z are multiplied with before lights come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatAmbient {
    /// The factor, on stored values.
    pub color: Rgba,
    /// Lowest and highest z of the drawings.
    pub z: [f32; 2],
}

/// What lights in the plane do to a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlatLit {
    /// [`FlatAmbient`] and lights change its colours.
    #[default]
    Lit,
    /// Neither does.
    Unlit,
    /// It is seen only where lights shine, as much as they are strong there.
    OnlyWhereLit,
}
