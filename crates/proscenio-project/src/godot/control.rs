//! Controls as they are in a scene that is in no game: their place, and which properties count.

use proscenio_godot::Value;

use super::place::Kind;
use super::tree::{NodeId, SceneTree};

/// `layout_mode` of controls that go by anchors: by their own, and by those of the root.
const BY_ANCHORS: [i64; 2] = [1, 3];
/// `Control.GrowDirection`
const GROW_BEGIN: i64 = 0;
const GROW_BOTH: i64 = 2;

impl SceneTree {
    /// The transform of a control, as `Control.get_transform()` gives it for a scene that is in no game:
    /// the parent has no size then, so anchors do not matter.
    pub(super) fn control_place(&self, node: NodeId) -> [f32; 6] {
        let number =
            |name: &str| self.effective(node, name).and_then(|one| one.value.as_f64()).unwrap_or(0.0) as f32;
        let vector = |name: &str| {
            self.effective(node, name).and_then(|one| one.value.as_vector2()).unwrap_or([0.0; 2])
        };
        let grow = |name: &str| self.effective(node, name).and_then(|one| one.value.as_i64()).unwrap_or(1);
        let smallest = vector("custom_minimum_size");
        let side = |start: &str, end: &str, least: f32, direction: i64| {
            let (start, end) = (number(start), number(end));
            let missing = (least - (end - start)).max(0.0);
            let start = match direction {
                GROW_BEGIN => start - missing,
                GROW_BOTH => start - missing / 2.0,
                _ => start,
            };
            (start, (end - start).max(least))
        };
        let (left, width) = side("offset_left", "offset_right", smallest[0], grow("grow_horizontal"));
        let (top, height) = side("offset_top", "offset_bottom", smallest[1], grow("grow_vertical"));
        let (pivot, ratio) = (vector("pivot_offset"), vector("pivot_offset_ratio"));
        let pivot = [pivot[0] + ratio[0] * width, pivot[1] + ratio[1] * height];
        let scale = self.effective(node, "scale").and_then(|one| one.value.as_vector2()).unwrap_or([1.0; 2]);
        let (sin, cos) = number("rotation").sin_cos();
        let [xx, xy, yx, yy] = [cos * scale[0], sin * scale[0], -sin * scale[1], cos * scale[1]];
        let x = pivot[0] - (xx * pivot[0] + yx * pivot[1]);
        let y = pivot[1] - (xy * pivot[0] + yy * pivot[1]);
        [xx, xy, yx, yy, left + x, top + y]
    }

    /// Whether the engine stores a property of this node at all: what a container decides is not kept.
    pub(super) fn is_kept(&self, node: NodeId, property: &str) -> bool {
        let placed = ["anchor_", "offset_", "grow_"].iter().any(|start| property.starts_with(start));
        if !(placed || property == "anchors_preset") || self.kind(node) != Kind::Control {
            return true;
        }
        let parent = self.parent(node).and_then(|parent| self.class(parent));
        !parent.is_some_and(|class| class.is_a("Container"))
    }

    /// The value that the engine gives back where a control does not take what its file says.
    pub(super) fn control_value(&self, node: NodeId, property: &str, value: Value) -> Value {
        if property != "anchors_preset" || self.kind(node) != Kind::Control {
            return value;
        }
        // Below something that is no control the engine keeps what the file says.
        if self.parent(node).is_some_and(|parent| self.kind(parent) != Kind::Control) {
            return value;
        }
        let mode = self.setting(node, "layout_mode").and_then(|setting| setting.entry.value().as_i64());
        if mode.is_some_and(|mode| BY_ANCHORS.contains(&mode)) { value } else { Value::Int(0) }
    }
}
