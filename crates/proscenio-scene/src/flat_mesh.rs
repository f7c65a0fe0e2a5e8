//! Triangles in the plane.

use glam::Vec2;

use crate::{BlendMode, Flat, Rgba, TextureRef};

/// Triangles in the plane with a texture and colours of their corners. Either side is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatMesh {
    /// `None` shows the colours alone.
    pub texture: Option<TextureRef>,
    /// Placement inside the node.
    pub local: Flat,
    /// Corners, pixels.
    pub points: Vec<Vec2>,
    /// Texture coordinates of the corners, 0 to 1 of the picture; empty or as long as [`FlatMesh::points`].
    pub uvs: Vec<Vec2>,
    /// Colours of the corners, stored values, mixed as such between them; empty is white, else as long as
    /// [`FlatMesh::points`].
    pub colors: Vec<[f32; 4]>,
    /// Three corners each, painted in order.
    pub indices: Vec<u32>,
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// How it joins what is behind it.
    pub blend: BlendMode,
    /// Higher is painted later.
    pub z: f32,
    /// As [`Sprite::parallax`](crate::Sprite::parallax).
    pub parallax: Vec2,
    /// A hidden one is kept.
    pub visible: bool,
}

impl Default for FlatMesh {
    /// Nothing, white.
    fn default() -> Self {
        Self {
            texture: None,
            local: Flat::IDENTITY,
            points: Vec::new(),
            uvs: Vec::new(),
            colors: Vec::new(),
            indices: Vec::new(),
            tint: Rgba::WHITE,
            blend: BlendMode::Mix,
            z: 0.0,
            parallax: Vec2::ONE,
            visible: true,
        }
    }
}

impl FlatMesh {
    /// Whether the optional lists fit the corners and every index names one.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let n = self.points.len();
        let fits = |len: usize| len == 0 || len == n;
        fits(self.uvs.len())
            && fits(self.colors.len())
            && self.indices.len().is_multiple_of(3)
            && self.indices.iter().all(|index| (*index as usize) < n)
    }
}

#[cfg(test)]
mod tests {
    use super::FlatMesh;
    use glam::Vec2;

    #[test]
    fn lists_have_to_fit() {
        let sound = FlatMesh { points: vec![Vec2::ZERO; 3], indices: vec![0, 1, 2], ..FlatMesh::default() };
        assert!(sound.is_sound());
        assert!(!FlatMesh { uvs: vec![Vec2::ZERO; 2], ..sound.clone() }.is_sound());
        assert!(!FlatMesh { indices: vec![0, 1, 3], ..sound.clone() }.is_sound());
        assert!(!FlatMesh { indices: vec![0, 1], ..sound }.is_sound());
    }
}
