//! What pictures in the plane answer lights with.

use crate::{Id, ImageId, Rgba};

/// Handle of a [`FlatRelief`].
pub type ReliefId = Id<FlatRelief>;

/// Bumps and highlights of a picture, for lights in the plane (Godot's `CanvasTexture`). Without bumps there are no
/// highlights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatRelief {
    /// Where each texel faces: red right, green up, 0.5 straight on.
    pub normal: ImageId,
    /// Colours of highlights; its alpha multiplies the shininess.
    pub specular: Option<ImageId>,
    /// Multiplies the colours of highlights.
    pub color: Rgba,
    /// 0 (wide highlights) to 1 (small ones).
    pub shininess: f32,
}
