//! Drawings in the plane that are put together before they join what is behind them.

use crate::Rgba;

/// What becomes of the drawings below a node that have its own painting order; others are not part of it. One inside
/// another has no effect (Godot's rule).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatGroup {
    /// How they are put together.
    pub kind: FlatGroupKind,
    /// Painting order of the node itself.
    pub z: f32,
}

/// How a [`FlatGroup`] is put together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlatGroupKind {
    /// They are seen only where the node's own drawings are, as strongly as these are there. Without any, all are seen.
    Clip {
        /// Whether the node's own drawings are seen behind them.
        draw: bool,
    },
    /// They join what is behind them as one picture.
    Whole {
        /// Pixels of the screen around them that belong to it.
        margin: f32,
        /// Multiplies the stored colours of the whole.
        tint: Rgba,
    },
}
