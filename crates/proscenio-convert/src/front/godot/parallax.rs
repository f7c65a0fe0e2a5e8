//! `ParallaxBackground` with its `ParallaxLayer`s, and `Parallax2D`.

use glam::Vec2;
use proscenio_scene::{Component, NodeId, Scroll, ScrollRule};

use super::Importer;
use super::props::Props;

/// What a `ParallaxBackground` says of all its layers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScrolledBackground {
    base: Vec2,
    base_scale: Vec2,
    limits: [Vec2; 2],
    ignores_zoom: bool,
}

fn vector(props: &Props, name: &str) -> Vec2 {
    Vec2::from_array(props.vector2(name))
}

impl Importer<'_> {
    pub(super) fn scrolled_background(&mut self, props: &Props, id: NodeId) {
        // Set anew by every camera.
        props.consume(&["scroll_offset"]);
        let background = ScrolledBackground {
            base: vector(props, "scroll_base_offset"),
            base_scale: vector(props, "scroll_base_scale"),
            limits: [vector(props, "scroll_limit_begin"), vector(props, "scroll_limit_end")],
            ignores_zoom: props.flag("scroll_ignore_camera_zoom"),
        };
        self.backgrounds.insert(id, background);
    }

    /// A `ParallaxLayer`; one without a background stands still.
    pub(super) fn scrolled_layer(&mut self, props: &Props, id: NodeId) -> Option<Component> {
        let (scale, offset) = (vector(props, "motion_scale"), vector(props, "motion_offset"));
        let repeat = vector(props, "motion_mirroring").max(Vec2::ZERO);
        let background = self.backgrounds.get(&self.scene.nodes[id].parent?)?;
        let ScrolledBackground { base, base_scale, limits, ignores_zoom } = *background;
        let rule = ScrollRule::Layer { base, base_scale, limits, ignores_zoom, scale, offset };
        // Engine behaviour: the node's own scale counts twice.
        let scale = self.scene.nodes[id]
            .placement
            .flat
            .map_or(Vec2::ONE, |own| own.matrix().to_scale_angle_translation().0);
        let step = repeat * scale;
        Some(Component::Scroll(Scroll { rule, repeat, step, times: 1 }))
    }

    /// A `Parallax2D`.
    pub(super) fn scrolled(props: &Props) -> Component {
        let repeat = vector(props, "repeat_size").max(Vec2::ZERO);
        Component::Scroll(Scroll {
            rule: ScrollRule::Free {
                scale: vector(props, "scroll_scale"),
                offset: vector(props, "scroll_offset"),
                speed: vector(props, "autoscroll"),
                limits: [vector(props, "limit_begin"), vector(props, "limit_end")],
                follows: !props.flag("ignore_camera_scroll"),
                in_plane: props.flag("follow_viewport"),
            },
            repeat,
            step: repeat,
            times: props.count("repeat_times").max(1),
        })
    }
}
