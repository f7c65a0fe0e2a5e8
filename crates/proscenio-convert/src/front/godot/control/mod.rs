//! Controls: the user interface of a scene, laid out for the project's window and drawn at rest.
//!
//! Each control is read when the walk comes to it; when all nodes are there the rectangles are worked out
//! ([`proscenio_run::layout`]) and what the controls show is added to their nodes.
//!
//! # Limitations
//!
//! Nothing has the focus, is hovered or pressed. Windows and pop-ups are not shown. Icons
//! of the engine's own theme are simple shapes.

mod buttons;
mod editor;
mod entries;
mod folding;
mod graph;
mod highlight;
mod icons;
mod items;
mod looks;
mod marks;
mod progress;
mod ranges;
mod rich;
mod rounded;
mod standing;
mod style;
mod tables;
mod tabs;
mod text;
mod theme;
mod written;

use std::rc::Rc;

use glam::{Affine2, Vec2};
use proscenio_godot::classes::ClassTable;
use proscenio_run::layout::{Control, Grow, Kind, Layout, Rect, SizeFlags};
use proscenio_scene::{Component, Flat, FlatRect, Mask, MaskChannel, Node, NodeId, Placement};

use super::Importer;
use super::files::Generation;
use super::props::Props;
use super::sprite::Canvas;
use super::viewport;
use looks::{Look, Shown};
pub(super) use style::Ink;
use text::Letters;
use theme::Asking;
pub(super) use theme::Themes;

/// Views in containers in views.
const MOST_VIEWS_DEEP: usize = 4;

/// The window of projects that do not say.
const WINDOW: [u32; 2] = [1152, 648];

/// A control with its node.
struct Held {
    node: NodeId,
    look: Look,
    ink: Ink,
    pivot: Vec2,
    rotation: f32,
    scale: Vec2,
    clips: bool,
    parent: Option<usize>,
    /// Whether it is laid out from right to left.
    leftwards: bool,
    /// A container that hides what is in it.
    folded: bool,
    /// Where a graph is looked at.
    view: Option<graph::GraphView>,
    /// The view that it is in; `None` is the window.
    viewport: Option<usize>,
    /// A container whose views are as large as it: how much smaller their pictures are.
    shrink: Option<f32>,
}

/// The controls of a scene, in tree order.
#[derive(Default)]
pub(super) struct Controls {
    layout: Layout,
    held: Vec<Held>,
    fonts: Vec<(String, Letters)>,
    /// Pictures of the engine's own theme that are made already.
    icons: Vec<(String, Shown)>,
    /// Names of the children of the container of tabs that is read next.
    tabs: Vec<String>,
    /// That of all controls that say no other.
    project_font: Option<Letters>,
    /// The themes of the project.
    pub themes: Rc<Themes>,
    /// What the views below the container that is read next need, pixels.
    pub contained: Vec2,
}

impl Controls {
    /// Tells the names of the children of the container of tabs that is read next.
    pub fn name_tabs(&mut self, names: Vec<String>) {
        self.tabs = names;
    }

    /// How much smaller than itself a container's views are, when they are as large as it.
    pub fn stretching(&self, control: usize) -> Option<f32> {
        self.held.get(control)?.shrink
    }
}

/// Whether a class is a control.
pub(super) fn is_control(class: &str) -> bool {
    ClassTable::godot_4().class(class).is_some_and(|class| class.is_a("Control"))
        || matches!(class, "ToolButton" | "TextureProgress" | "ViewportContainer")
}

/// Whether a class is a window of its own, which a picture of the main one does not show.
pub(super) fn is_window(class: &str) -> bool {
    ClassTable::godot_4().class(class).is_some_and(|class| class.is_a("Window"))
}

impl Importer<'_> {
    /// Reads a control; gives its number.
    pub(super) fn control(
        &mut self,
        props: &Props,
        node: NodeId,
        canvas: Canvas,
        parent: Option<usize>,
        themes: &Themes,
    ) -> usize {
        let asking = Asking::new(props, themes, self.settings.theme_scale);
        let (kind, content, look) = self.look(&asking, props, canvas);
        let old = props.generation() == Generation::Three;
        let number = |new: &str, before: &str| props.number(if old { before } else { new });
        let sides = ["left", "top", "right", "bottom"];
        let anchors = sides.map(|side| props.number(&format!("anchor_{side}")));
        let offsets = sides.map(|side| number(&format!("offset_{side}"), &format!("margin_{side}")));
        let grow = ["grow_horizontal", "grow_vertical"].map(|name| match props.int(name) {
            0 => Grow::Begin,
            2 => Grow::Both,
            _ => Grow::End,
        });
        let flags = ["size_flags_horizontal", "size_flags_vertical"].map(|name| {
            // Controls that do not say fill, except those whose class says otherwise.
            SizeFlags::from_bits(if props.has(name) { props.int(name) } else { looks::flags(props, name) })
        });
        let custom = Vec2::from_array(props.vector2(props.named("custom_minimum_size", "rect_min_size")));
        let apart = self.scene.nodes[node].top_level;
        let leftwards = self.leftwards(props, parent);
        let above = parent.and_then(|parent| self.controls.held.get(parent));
        if above.is_some_and(|held| held.folded) {
            self.scene.nodes[node].visible = false;
        }
        let (anchors, offsets) = match above.and_then(|held| held.view) {
            Some(view) if look.element.is_some() => ([0.0; 4], in_graph(props, view, offsets)),
            _ => (anchors, offsets),
        };
        let control = Control {
            kind,
            anchors,
            offsets,
            grow,
            flags,
            stretch: props.number("size_flags_stretch_ratio"),
            custom,
            content,
            visible: self.scene.nodes[node].visible,
            apart,
            leftwards,
        };
        props.consume(SILENT);
        let scale = if props.has(props.named("scale", "rect_scale")) {
            Vec2::from_array(props.vector2(props.named("scale", "rect_scale")))
        } else {
            Vec2::ONE
        };
        let clips = props.flag(props.named("clip_contents", "rect_clip_content"))
            || matches!(props.class(), "ScrollContainer" | "TextEdit" | "CodeEdit" | "GraphEdit")
            || (props.class() == "RichTextLabel" && !props.has("clip_contents"))
            || (props.class() == "Label" && props.has("clip_text") && props.flag("clip_text"));
        let tint = props.stored_color("self_modulate");
        let index = self.controls.layout.add(parent.filter(|_| !apart), control);
        self.controls.held.push(Held {
            node,
            look,
            ink: Ink { canvas, tint },
            pivot: Vec2::from_array(props.vector2(props.named("pivot_offset", "rect_pivot_offset"))),
            rotation: props.number("rotation"),
            scale,
            clips,
            parent: parent.filter(|_| !apart),
            leftwards,
            folded: folding::folded(props),
            view: (props.class() == "GraphEdit").then(|| graph::view_of(props)),
            viewport: self.viewports.at.viewport,
            shrink: (viewport::is_container(props.class()) && props.flag("stretch"))
                .then(|| props.number("stretch_shrink").max(1.0)),
        });
        index
    }

    /// Whether a control is laid out from right to left; projects that do not say are of a language that is not.
    fn leftwards(&self, props: &Props, parent: Option<usize>) -> bool {
        const OF_LOCALE: i64 = 1;
        const RIGHTWARDS: i64 = 2;
        const LEFTWARDS: i64 = 3;
        match props.int("layout_direction") {
            LEFTWARDS => true,
            OF_LOCALE | RIGHTWARDS => false,
            _ => parent.and_then(|parent| self.controls.held.get(parent)).is_some_and(|held| held.leftwards),
        }
    }

    /// Works out all rectangles, places the nodes and adds what they show.
    pub(super) fn lay_out_controls(&mut self) {
        let controls = std::mem::take(&mut self.controls);
        let Controls { mut layout, held, fonts, .. } = controls;
        self.controls.fonts = fonts;
        if held.is_empty() {
            return;
        }
        let window = self.settings.window.unwrap_or(WINDOW);
        let window = Rect::new(0.0, 0.0, window[0] as f32, window[1] as f32);
        let mut rects = Vec::new();
        // Views that are as large as their containers may hold such containers.
        for _ in 0..MOST_VIEWS_DEEP {
            let tops = self.tops(&held, window);
            let wrapped = |number: usize, width: f32| held[number].look.wrapped(width);
            rects = layout.arrange(wrapped, &tops);
            if !self.stretch_viewports(&rects) {
                break;
            }
        }
        let all = &held;
        for (number, held) in all.iter().enumerate() {
            let rect = rects[number];
            let above = held.parent.map_or(Vec2::ZERO, |parent| rects[parent].at);
            let bars = layout.bars(number, rect.size);
            self.place_control(held, rect.at - above, rect.size, bars);
            let elements =
                if held.look.overlay.is_some() { graph::elements(all, &rects, number) } else { Vec::new() };
            self.draw_over(held, rect.size, &elements);
            if let Kind::Tabs { shown, .. } =
                layout.control(number).map(|one| &one.kind).unwrap_or(&Kind::Free)
            {
                self.hide_other_tabs(held.node, *shown);
            }
        }
        self.show_viewports(|number| held.get(number).map(|held| (held.node, held.ink)));
    }

    /// The controls that have none above them, with the rectangle of their view.
    fn tops(&self, held: &[Held], window: Rect) -> Vec<(usize, Rect)> {
        let view = |held: &Held| {
            let viewport = held.viewport.and_then(|viewport| self.viewports.all.get(viewport));
            viewport.map_or(window, |viewport| Rect { at: Vec2::ZERO, size: viewport.size })
        };
        let tops = held.iter().enumerate().filter(|(_, held)| held.parent.is_none());
        tops.map(|(number, held)| (number, view(held))).collect()
    }

    /// Makes views as large as their containers; tells whether one has changed.
    fn stretch_viewports(&mut self, rects: &[Rect]) -> bool {
        let mut changed = false;
        for viewport in &mut self.viewports.all {
            let (Some(shrink), Some(container)) = (viewport.shrink, viewport.container) else { continue };
            let Some(rect) = rects.get(container) else { continue };
            let size = viewport::whole(rect.size / shrink);
            changed |= size != viewport.size;
            viewport.size = size;
        }
        changed
    }

    fn place_control(&mut self, held: &Held, at: Vec2, size: Vec2, bars: [Option<(Rect, [f32; 2])>; 2]) {
        let turned = Affine2::from_scale_angle_translation(held.scale, held.rotation, Vec2::ZERO);
        let mut placed =
            Affine2::from_translation(at + held.pivot) * turned * Affine2::from_translation(-held.pivot);
        if self.settings.snap_controls {
            placed.translation = (placed.translation + 0.5).floor();
        }
        let mut components = Vec::new();
        if held.clips {
            components.push(Component::Mask(Mask {
                by: None,
                rect: Some(FlatRect { position: Vec2::ZERO, size }),
                show_shape: false,
                invert: false,
                soft: false,
                channel: MaskChannel::default(),
                enabled: true,
            }));
        }
        held.look.draw(size, held.ink, held.leftwards, &mut components);
        held.look.draw_bars(bars, held.ink, &mut components);
        let node = &mut self.scene.nodes[held.node];
        node.placement = Placement::flat(Flat::Matrix(placed));
        node.size = Some(size);
        components.append(&mut node.components);
        node.components = components;
    }

    /// What lies over the children of a control: a last child of its own.
    fn draw_over(&mut self, held: &Held, size: Vec2, elements: &[graph::Element]) {
        let mut components = Vec::new();
        Look::draw_parts(&held.look.over, size, held.ink, held.leftwards, &mut components);
        if let Some(overlay) = &held.look.overlay {
            overlay.draw(size, elements, held.ink, &mut components);
        }
        if !components.is_empty() {
            let mut over = Node::new("(over)");
            over.identity.key = format!("{} (over)", self.scene.nodes[held.node].identity.key);
            over.placement = Placement::flat(Flat::IDENTITY);
            over.components = components;
            self.scene.add_child(held.node, over);
        }
    }

    fn hide_other_tabs(&mut self, node: NodeId, shown: usize) {
        let children = self.scene.nodes[node].children.clone();
        for (number, child) in children.into_iter().enumerate() {
            self.scene.nodes[child].visible = number == shown;
        }
    }
}

/// Where an element of a graph that is looked at stands: its own place counts, its size stays.
fn in_graph(props: &Props, view: graph::GraphView, [left, top, right, bottom]: [f32; 4]) -> [f32; 4] {
    let at = Vec2::from_array(props.vector2("position_offset")) * view.zoom - view.scroll;
    [at.x, at.y, at.x + right - left, at.y + bottom - top]
}

/// What makes no difference to a picture, or is understood everywhere.
const SILENT: &[&str] = &[
    "layout_mode",
    "anchors_preset",
    "layout_direction",
    "mouse_filter",
    "mouse_default_cursor_shape",
    "focus_mode",
    "focus_neighbor_left",
    "focus_neighbor_top",
    "focus_neighbor_right",
    "focus_neighbor_bottom",
    "focus_next",
    "focus_previous",
    "tooltip_text",
    "hint_tooltip",
    "theme",
    "theme_type_variation",
    "grow_horizontal",
    "grow_vertical",
    "mouse_force_pass_scroll_events",
    "shortcut",
    "button_group",
    "action_mode",
    "keep_pressed_outside",
    "metadata/_edit_layout_mode",
];
