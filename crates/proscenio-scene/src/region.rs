//! What happens to all that is below a node: cut out, put through effects, painted into a picture; and fog.

use glam::Vec2;

use crate::{ImageId, NodeId, Rgba};

/// Cuts out what the node and all below it draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// The node whose drawing is the shape; wins over [`Mask::rect`].
    pub by: Option<NodeId>,
    /// The shape in the node's own plane.
    pub rect: Option<FlatRect>,
    /// What of the shape counts.
    pub channel: MaskChannel,
    /// Alpha is multiplied with the shape's value instead of cut at one half.
    pub soft: bool,
    /// The outside is kept instead of the inside.
    pub invert: bool,
    /// Whether the node that is the shape is drawn as well.
    pub show_shape: bool,
    /// Switched off it cuts nothing.
    pub enabled: bool,
}

/// What of a mask's shape counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaskChannel {
    /// Its alpha.
    #[default]
    Alpha,
    /// `0.299 r + 0.587 g + 0.114 b` of its stored colour, times alpha.
    Luminance,
}

/// A rectangle in a node's plane, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatRect {
    /// Its top-left corner.
    pub position: Vec2,
    /// Width and height.
    pub size: Vec2,
}

/// Puts what the node and all below it draw through effects, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterChain {
    /// In order.
    pub effects: Vec<ScreenEffect>,
    /// The area in the node's plane; `None` is what is drawn and a margin.
    pub rect: Option<FlatRect>,
    /// The margin, pixels; `None` is what the effects need.
    pub padding: Option<f32>,
    /// Switched off it changes nothing.
    pub enabled: bool,
}

/// One effect over a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenEffect {
    /// Which one: nacatamalon's key (`blur`, `crt`, …), or the path of a shader file.
    pub name: String,
    /// Whether the name is a key; else it is a file.
    pub builtin: bool,
    /// Its numbers by name; one to four each, what is missing is 0.
    pub numbers: Vec<(String, [f32; 4])>,
    /// Colours for `palette`, stored values.
    pub palette: Vec<[f32; 3]>,
    /// The table for `lut`.
    pub table: Option<ColorTable>,
    /// Switched off it changes nothing.
    pub enabled: bool,
}

impl ScreenEffect {
    /// An effect with its default numbers.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            builtin: true,
            numbers: Vec::new(),
            palette: Vec::new(),
            table: None,
            enabled: true,
        }
    }

    /// A number by name.
    #[must_use]
    pub fn numbers(&self, name: &str) -> Option<[f32; 4]> {
        self.numbers.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// The same with a number set.
    #[must_use]
    pub fn with(mut self, name: &str, value: f32) -> Self {
        self.numbers.push((name.to_owned(), [value, 0.0, 0.0, 0.0]));
        self
    }
}

/// Colours by colour.
#[derive(Clone, Debug, PartialEq)]
pub struct ColorTable {
    /// Entries along each axis, at least 2.
    pub side: u32,
    /// Stored values, red fastest, then green, then blue: `side³` of them.
    pub colors: Vec<[f32; 3]>,
}

/// What is below the node is painted into a picture, not on the screen; the node is a view of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The picture that is painted ([`crate::Pixels::Painted`]).
    pub image: ImageId,
    /// Width and height, pixels; at least 1.
    pub size: [u32; 2],
    /// What is where nothing is drawn.
    pub background: Rgba,
    /// What is seen besides what is below the node.
    pub sees: PictureSees,
    /// With [`PictureSees::World`]: what is left out, by tag or kind of drawing.
    pub hide: Vec<String>,
    /// With [`PictureSees::World`]: nothing but this is seen, by tag or kind; empty is everything.
    pub only: Vec<String>,
    /// Whether nothing in space is seen without a camera below the node (Godot); else what is there is seen in pixels.
    pub needs_camera: bool,
    /// Whether see-through colours stay weighted by what covers them (Godot), and so look darker where it is shown.
    pub weighted: bool,
    /// How it is drawn.
    pub rendering: crate::Rendering,
}

/// What a [`Picture`] shows besides what is below its node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureSees {
    /// Nothing.
    #[default]
    Below,
    /// The models and the particles in space of the view around it, behind what is below the node.
    Space,
    /// All of the view around it.
    World,
}

/// Fog over the models of the view the node belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// Its colour.
    pub color: Rgba,
    /// Where it begins and where it is complete, metres from the eye; `None` without fog by distance.
    pub distance: Option<[f32; 2]>,
    /// Heights where it begins (upper) and where it is complete (lower), metres; `None` without.
    pub height: Option<[f32; 2]>,
    /// Switched off there is none.
    pub enabled: bool,
}

impl Fog {
    /// How much of the fog is in front of a point, 0 to 1.
    #[must_use]
    pub fn at(&self, distance: f32, height: f32) -> f32 {
        if !self.enabled {
            return 0.0;
        }
        let far = self
            .distance
            .map_or(0.0, |[near, far]| ((distance - near) / (far.max(near + 1e-4) - near)).clamp(0.0, 1.0));
        let deep = self
            .height
            .filter(|[top, bottom]| top > bottom)
            .map_or(0.0, |[top, bottom]| ((top - height) / (top - bottom)).clamp(0.0, 1.0));
        far.max(deep)
    }
}

#[cfg(test)]
mod tests {
    use super::Fog;
    use crate::Rgba;

    #[test]
    fn fog_grows_with_distance_and_depth() {
        let fog = Fog { color: Rgba::BLACK, distance: Some([10.0, 40.0]), height: None, enabled: true };
        assert_eq!([5.0, 25.0, 90.0].map(|d| fog.at(d, 0.0)), [0.0, 0.5, 1.0]);
        let low = Fog { height: Some([0.0, -10.0]), ..fog };
        assert_eq!(low.at(0.0, -5.0), 0.5);
        let odd = Fog { height: Some([-10.0, 0.0]), distance: Some([4.0, 4.0]), ..fog };
        assert_eq!([4.0, 5.0].map(|d| odd.at(d, -20.0)), [0.0, 1.0]);
        assert_eq!(Fog { enabled: false, ..fog }.at(90.0, 0.0), 0.0);
    }
}
