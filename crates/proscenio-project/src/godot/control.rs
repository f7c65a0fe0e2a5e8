//! Where controls are: anchors and offsets, with the size that the parent has outside of a game.

use super::place::Kind;
use super::tree::{NodeId, SceneTree};

impl SceneTree {
    /// The transform of a control, as `Control.get_transform()` gives it for a scene that is in no game.
    pub(super) fn control_place(&self, node: NodeId) -> [f32; 6] {
        let [left, top, _, _] = self.rect(node);
        [1.0, 0.0, 0.0, 1.0, left, top]
    }

    fn rect(&self, node: NodeId) -> [f32; 4] {
        let _ = Kind::Control;
        let number = |name: &str| self.effective(node, name).and_then(|one| one.value.as_f64()).unwrap_or(0.0) as f32;
        [number("offset_left"), number("offset_top"), number("offset_right"), number("offset_bottom")]
    }
}
