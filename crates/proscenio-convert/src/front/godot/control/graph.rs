//! `GraphEdit` with the elements in it: a grid, titles, tools and the small map.
//!
//! # Limitations
//!
//! Wires between nodes are not drawn.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::{Kind, Rect};
use proscenio_scene::Component;

use super::super::Importer;
use super::super::props::Props;
use super::Held;
use super::looks::{Area, Drawn, Look, Part, Shown};
use super::style::{Ink, StyleBox};
use super::theme::Asking;

/// Small cells in a large one.
const MINOR: i32 = 10;
/// Lines of a grid at most.
const MOST_LINES: i32 = 4000;
/// Between the edge and the tools, and between the edge and the small map, pixels.
const TOOLS: f32 = 10.0;
const MAP_FROM_EDGE: f32 = 12.0;
/// Inside the small map, pixels.
const MAP_PADDING: f32 = 5.0;

/// Where a graph is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphView {
    /// Pixels.
    pub scroll: Vec2,
    pub zoom: f32,
}

/// The lines behind a graph.
#[derive(Debug)]
struct Grid {
    view: GraphView,
    step: f32,
    minor: [f32; 4],
    major: [f32; 4],
    /// Points instead of lines.
    dots: bool,
}

impl Drawn for Grid {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let step = self.step * self.view.zoom;
        if !(step >= 1.0 && rect.size.is_finite()) {
            return;
        }
        let first = (self.view.scroll / step).floor();
        let count = |axis: usize| ((rect.size[axis] / step) as i32 + 2).min(MOST_LINES);
        let line = |axis: usize, number: i32| {
            let number = first[axis] as i32 + number;
            let at = number as f32 * step - self.view.scroll[axis];
            (at, if number % MINOR == 0 { self.major } else { self.minor })
        };
        if self.dots {
            for x in 0..count(0) {
                for y in 0..count(1).min(MOST_LINES / count(0).max(1)) {
                    let ((x, a), (y, b)) = (line(0, x), line(1, y));
                    let color = if a == self.major && b == self.major { a } else { self.minor };
                    let at = rect.at + Vec2::new(x, y) - 1.0;
                    ink.fill(Rect { at, size: Vec2::splat(2.0) }, color, out);
                }
            }
            return;
        }
        for axis in 0..2 {
            for number in 0..count(axis) {
                let (at, color) = line(axis, number);
                let mut place = rect;
                // Thin lines lie left of their places.
                place.at[axis] += at.floor() - 1.0;
                place.size[axis] = 1.0;
                if at >= 1.0 && at <= rect.size[axis] {
                    ink.fill(place, color, out);
                }
            }
        }
    }
}

/// An element as the small map shows it.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// Relative to the graph, pixels.
    pub rect: Rect,
    pub color: [f32; 4],
    pub frame: bool,
}

/// What lies over a graph: bars to scroll it and a small map.
#[derive(Debug)]
pub(super) struct Overlay {
    view: GraphView,
    /// Across and down: track and what is moved on it.
    bars: [(Rc<StyleBox>, Rc<StyleBox>); 2],
    map: Option<Map>,
}

#[derive(Debug)]
struct Map {
    size: Vec2,
    opacity: f32,
    panel: Rc<StyleBox>,
    camera: Rc<StyleBox>,
    node: Rc<StyleBox>,
    corner: Option<Shown>,
}

impl Overlay {
    /// Draws it over a graph of a size with its elements.
    pub fn draw(&self, size: Vec2, elements: &[Element], ink: Ink, out: &mut Vec<Component>) {
        let (mut low, mut high) = (Vec2::ZERO, Vec2::ZERO);
        for element in elements {
            let at = element.rect.at + self.view.scroll;
            (low, high) = (low.min(at), high.max(at + element.rect.size));
        }
        // One may scroll as far as all is out of sight.
        let (from, whole) = (low - size, high - low + size * 2.0);
        let thick = [self.bars[0].0.least().y, self.bars[1].0.least().x];
        let there = [0, 1].map(|axis| whole[axis] > size[axis]);
        for axis in 0..2 {
            if !there[axis] {
                continue;
            }
            let other = 1 - axis;
            let mut rect = Rect { at: Vec2::ZERO, size };
            rect.at[other] = size[other] - thick[axis];
            rect.size[other] = thick[axis];
            rect.size[axis] -= if there[other] { thick[other] } else { 0.0 };
            let (track, knob) = &self.bars[axis];
            track.draw(rect, ink, out);
            let begin = ((self.view.scroll[axis] - from[axis]) / whole[axis]).clamp(0.0, 1.0);
            let seen = [begin, (begin + size[axis] / whole[axis]).min(1.0)];
            let (at, length) = super::ranges::knob(rect.size[axis], axis, [track, knob], seen);
            rect.at[axis] += at;
            rect.size[axis] = length;
            knob.draw(rect, ink, out);
        }
        if let Some(map) = &self.map {
            let at = size - MAP_FROM_EDGE - map.size;
            map.draw(at, size, self.view, [from, whole], elements, ink, out);
        }
    }
}

impl Map {
    #[allow(clippy::too_many_arguments, reason = "the numbers of one drawing")]
    fn draw(
        &self,
        at: Vec2,
        graph: Vec2,
        view: GraphView,
        [from, whole]: [Vec2; 2],
        elements: &[Element],
        mut ink: Ink,
        out: &mut Vec<Component>,
    ) {
        ink.tint[3] *= self.opacity;
        self.panel.draw(Rect { at, size: self.size }, ink, out);
        // The whole graph keeps its shape inside of the map.
        let inner = self.size - 2.0 * MAP_PADDING;
        let scale = (inner / whole).min_element();
        let begin = at + MAP_PADDING + (inner - whole * scale) * 0.5;
        let place = |rect: Rect| Rect { at: begin + (rect.at - from) * scale, size: rect.size * scale };
        for frames in [true, false] {
            for element in elements.iter().filter(|element| element.frame == frames) {
                let mut rect = element.rect;
                rect.at += view.scroll;
                self.node.colored(element.color).draw(place(rect), ink, out);
            }
        }
        self.camera.draw(place(Rect { at: view.scroll, size: graph }), ink, out);
        if let Some(corner) = &self.corner {
            out.extend(corner.draw(Rect { at, size: corner.size() }, ink));
        }
    }
}

/// Where a graph is looked at.
pub(super) fn view_of(props: &Props) -> GraphView {
    let zoom = if props.has("zoom") { props.number("zoom") } else { 1.0 };
    let zoom = if zoom.is_finite() { zoom.clamp(0.05, 20.0) } else { 1.0 };
    GraphView { scroll: Vec2::from_array(props.vector2("scroll_offset")), zoom }
}

/// The elements of a graph, and what is drawn over them.
pub(super) fn elements(held: &[Held], rects: &[Rect], graph: usize) -> Vec<Element> {
    let Some(whole) = rects.get(graph) else { return Vec::new() };
    let children = held.iter().zip(rects).filter(|(held, _)| held.parent == Some(graph));
    children
        .filter_map(|(held, rect)| {
            let (color, frame) = held.look.element?;
            Some(Element { rect: Rect { at: rect.at - whole.at, size: rect.size }, color, frame })
        })
        .collect()
}

impl Importer<'_> {
    fn style_or_none(&mut self, asking: &Asking<'_>, name: &str) -> Rc<StyleBox> {
        self.style(asking, name).unwrap_or_else(|| Rc::new(StyleBox::EMPTY))
    }

    /// `GraphEdit`.
    pub(super) fn graph(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let view = view_of(props);
        let panel = self.style_or_none(asking, "panel");
        look.style(Some(&panel), Area::WHOLE);
        let yes = |name: &str| !props.has(name) || props.flag(name);
        let step = if props.has("snapping_distance") { props.number("snapping_distance") } else { 20.0 };
        if yes("show_grid") {
            let [minor, major] = ["grid_minor", "grid_major"].map(|name| asking.color(name));
            let dots = props.int("grid_pattern") == 1;
            look.add(Part::Drawn(Rc::new(Grid { view, step, minor, major, dots })), Area::WHOLE);
        }
        if yes("show_menu") {
            self.graph_tools(asking, props, step, look);
        }
        let bars = ["HScrollBar", "VScrollBar"].map(|class| {
            let asking = asking.of(class);
            (self.style_or_none(&asking, "scroll"), self.style_or_none(&asking, "grabber"))
        });
        let map = yes("minimap_enabled").then(|| {
            let asking = asking.of("GraphEditMinimap");
            let size = if props.has("minimap_size") { props.vector2("minimap_size") } else { [240.0, 160.0] };
            let opacity = if props.has("minimap_opacity") { props.number("minimap_opacity") } else { 0.65 };
            let corner = self.theme_icon(&asking, "resizer", "minimap_resizer");
            let color = asking.color("resizer_color");
            Map {
                size: Vec2::from_array(size).max(Vec2::splat(50.0)),
                opacity: opacity.clamp(0.0, 1.0),
                panel: self.style_or_none(&asking, "panel"),
                camera: self.style_or_none(&asking, "camera"),
                node: self.style_or_none(&asking, "node"),
                corner: corner.map(|shown| Shown { color, ..shown }),
            }
        });
        look.overlay = Some(Rc::new(Overlay { view, bars, map }));
        Vec2::ZERO
    }

    /// The row of tools in the corner of a graph.
    fn graph_tools(&mut self, asking: &Asking<'_>, props: &Props, step: f32, look: &mut Look) {
        let yes = |name: &str| !props.has(name) || props.flag(name);
        let panel = self.style_or_none(asking, "menu_panel");
        let button = asking.of("FlatButton");
        let (flat, down) = (self.style_or_none(&button, "normal"), self.style_or_none(&button, "pressed"));
        let (zooms, grids) = (yes("show_zoom_buttons"), yes("show_grid_buttons"));
        let tools = [
            ("zoom_out", zooms, false),
            ("zoom_reset", zooms, false),
            ("zoom_in", zooms, false),
            ("grid_toggle", grids, yes("show_grid")),
            ("snapping_toggle", grids, yes("snapping_enabled")),
            ("", grids, false),
            ("minimap_toggle", yes("show_minimap_button"), yes("minimap_enabled")),
            ("layout", yes("show_arrange_button"), false),
        ];
        let gap = asking.of("BoxContainer").constant("separation");
        let mut field = Look::default();
        let spin = self.counter(&asking.of("SpinBox"), step, &mut field);
        let mut x = TOOLS + panel.margins[0];
        let top = TOOLS + panel.margins[1];
        let mut parts = Vec::new();
        for (name, there, on) in tools {
            if !there {
                continue;
            }
            if name.is_empty() {
                for (part, area) in std::mem::take(&mut field.parts) {
                    parts.push((part, area.placed(Rect { at: Vec2::new(x, top), size: spin })));
                }
                x += spin.x + gap;
                continue;
            }
            let Some(icon) = self.theme_icon(asking, name, name) else { continue };
            let (own, style) = (icon.size(), if on { &down } else { &flat });
            let size = Vec2::new(own.x + style.least().x, spin.y);
            let place = Rect { at: Vec2::new(x, top), size };
            parts.push((Part::Style(Rc::clone(style)), Area::at(place)));
            let at = place.at + ((size - own) * 0.5).floor();
            parts.push((Part::Picture(icon), Area::at(Rect { at, size: own })));
            x += size.x + gap;
        }
        let size = Vec2::new(x - gap - TOOLS + panel.margins[2], spin.y + panel.least().y);
        let whole = Area::at(Rect { at: Vec2::splat(TOOLS), size });
        look.over.push((Part::Style(panel), whole));
        look.over.extend(parts);
    }

    /// The height of the title of an element, and how wide it is, with the style that it has.
    fn element_title(
        &mut self,
        asking: &Asking<'_>,
        props: &Props,
    ) -> (Rc<StyleBox>, Vec2, super::text::Words) {
        let chosen = props.has("selected") && props.flag("selected");
        let style = self.style_or_none(asking, if chosen { "titlebar_selected" } else { "titlebar" });
        let class =
            if props.class() == "GraphFrame" { "GraphFrameTitleLabel" } else { "GraphNodeTitleLabel" };
        let words = self.words(&asking.of(class), &self.said(props, "title"), "font_color");
        let needs = Vec2::new(words.needs(f32::INFINITY).x, words.line_height());
        let least = needs + style.least();
        (style, least, words)
    }

    /// How an element arranges what is in it.
    pub(super) fn element_arrangement(&mut self, asking: &Asking<'_>, props: &Props) -> Kind {
        let (_, title, _) = self.element_title(asking, props);
        let mut border = self.style_or_none(asking, "panel").margins;
        border[1] += title.y;
        if props.class() == "GraphFrame" {
            return Kind::Inside { border };
        }
        Kind::Stack { border, gap: asking.constant("separation") }
    }

    /// `GraphNode` and `GraphFrame`.
    pub(super) fn graph_element(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let (style, title, mut words) = self.element_title(asking, props);
        let chosen = props.has("selected") && props.flag("selected");
        let mut panel = self.style_or_none(asking, if chosen { "panel_selected" } else { "panel" });
        let frame = props.class() == "GraphFrame";
        if frame && props.has("tint_color_enabled") && props.flag("tint_color_enabled") {
            panel = Rc::new(panel.colored(props.stored_color("tint_color")));
        }
        look.style(Some(&panel), Area::WHOLE.less([0.0, title.y, 0.0, 0.0]));
        let mut top = Area::WHOLE;
        (top.shares[3], top.pixels[3]) = (0.0, title.y);
        look.style(Some(&style), top);
        words.align = Vec2::new(if frame { 0.5 } else { 0.0 }, 0.5);
        look.add(Part::Words(words), top.less(style.margins));
        if props.has("resizable") && props.flag("resizable") {
            let color = asking.color("resizer_color");
            if let Some(icon) = self.theme_icon(asking, "resizer", "resizer") {
                let size = icon.size();
                look.add(Part::Picture(Shown { color, ..icon }), Area::sized(size, Vec2::ONE, Vec2::ZERO));
            }
        }
        look.element = Some((panel.background().unwrap_or([1.0; 4]), frame));
        let least = Vec2::new(title.x, title.y + panel.least().y);
        least.max(panel.least())
    }
}
