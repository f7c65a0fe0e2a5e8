//! Cameras in the plane.

use glam::{Affine2, Vec2};

/// An eye on the plane: `screen = zoom · R(−rotation) · (world − position) + origin`.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera2d {
    /// The world point shown at [`Camera2d::origin`], pixels.
    pub position: Vec2,
    /// Radians, clockwise.
    pub rotation: f32,
    /// Magnification per axis.
    pub zoom: Vec2,
    /// Where on the picture the position is shown, 0 to 1 of its size: (0, 0) top-left, (0.5, 0.5) middle.
    pub origin: Vec2,
    /// Whether the family shows this one first.
    pub current: bool,
    /// Whether the node's placement moves it (Godot) or only its own numbers do (nacatamalon).
    pub follows_node: bool,
    /// What the picture does not go beyond: left, top, right, bottom of the world, pixels. The node is kept within
    /// these; [`Camera2d::position`] moves the picture afterwards.
    pub limits: Option<[f32; 4]>,
    /// Moves the picture before the limits count, shares of its size (Godot's drag offsets).
    pub ahead: Vec2,
    /// Where one that does not follow its node stands for the limits, when these count; its position is in the world.
    pub apart: Option<Vec2>,
    /// Whether the view moves to it only once the first step of the game has run (Godot with interpolated physics).
    pub waits: bool,
}

impl Camera2d {
    /// The node's placement, moved so that the picture stays within the limits. Where these are closer than the picture is
    /// wide or high, their middle is the picture's.
    #[must_use]
    pub fn kept(&self, node: Affine2, picture: Vec2) -> Affine2 {
        let node = Affine2 { translation: node.translation + self.ahead * picture, ..node };
        let Some([left, top, right, bottom]) = self.limits else { return node };
        let size = picture / self.zoom.abs().max(Vec2::splat(1e-6));
        let low = node.translation - self.origin * size;
        let most = Vec2::new(right, bottom) - size;
        let least = Vec2::new(left, top);
        let inside = Vec2::select(least.cmpgt(most), (least + most) * 0.5, low.min(most).max(least));
        Affine2 { translation: node.translation + inside - low, ..node }
    }

    /// World to screen for a picture of a size, the camera's node being at `node`.
    #[must_use]
    pub fn view(&self, node: Affine2, picture: Vec2) -> Affine2 {
        let eye = self.eye(node, picture);
        Affine2::from_translation(self.origin * picture) * Affine2::from_scale(self.zoom) * eye.inverse()
    }

    /// Where the camera is, its node being at `node`.
    #[must_use]
    pub fn eye(&self, node: Affine2, picture: Vec2) -> Affine2 {
        let own = Affine2::from_angle_translation(self.rotation, self.position);
        match self.apart {
            _ if self.follows_node => self.kept(node, picture) * own,
            None => own,
            Some(apart) => {
                let kept = self.kept(Affine2::from_translation(apart), picture);
                Affine2::from_translation(kept.translation - apart) * own
            }
        }
    }
}
