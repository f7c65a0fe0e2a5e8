//! What controls show and how they arrange their children, class by class.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::{Kind, Rect};
use proscenio_scene::{Component, Rgba, SliceFill, Sprite};

use super::super::Importer;
use super::super::props::Props;
use super::super::sprite::Canvas;
use super::super::texture::Texture;
use super::super::viewport;
use super::graph::Overlay;
use super::rich::Rich;
use super::style::{Ink, StyleBox, nine};
use super::text::{Breaks, Shadow, Words};
use super::theme::Asking;

/// A part of a control's rectangle: shares of its size and pixels from there, for left, top, right and bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub shares: [f32; 4],
    pub pixels: [f32; 4],
}

impl Area {
    pub const WHOLE: Self = Self { shares: [0.0, 0.0, 1.0, 1.0], pixels: [0.0; 4] };

    /// Within a border: left, top, right, bottom.
    pub const fn within([left, top, right, bottom]: [f32; 4]) -> Self {
        Self { shares: [0.0, 0.0, 1.0, 1.0], pixels: [left, top, -right, -bottom] }
    }

    /// Of a size, placed by shares of what is left over, then moved.
    pub fn sized(size: Vec2, place: Vec2, moved: Vec2) -> Self {
        let low = moved - size * place;
        let high = low + size;
        Self { shares: [place.x, place.y, place.x, place.y], pixels: [low.x, low.y, high.x, high.y] }
    }

    /// A place in pixels from the top-left corner.
    pub fn at(rect: Rect) -> Self {
        let high = rect.at + rect.size;
        Self { shares: [0.0; 4], pixels: [rect.at.x, rect.at.y, high.x, high.y] }
    }

    /// Where a part of this area is when the whole is at a place.
    pub fn placed(self, whole: Rect) -> Self {
        let own = self.of(whole.size);
        Self::at(Rect { at: whole.at + own.at, size: own.size })
    }

    /// Smaller on each side.
    pub fn less(self, [left, top, right, bottom]: [f32; 4]) -> Self {
        let [a, b, c, d] = self.pixels;
        Self { pixels: [a + left, b + top, c - right, d - bottom], ..self }
    }

    fn of(self, size: Vec2) -> Rect {
        let edge = |side: usize| size[side % 2] * self.shares[side] + self.pixels[side];
        let low = Vec2::new(edge(0), edge(1));
        let high = Vec2::new(edge(2), edge(3));
        Rect { at: low, size: (high - low).max(Vec2::ZERO) }
    }
}

/// How a picture fills its room: `TextureRect.StretchMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Scale,
    Tile,
    Keep,
    KeepCentered,
    Aspect,
    AspectCentered,
    AspectCovered,
}

impl Fit {
    pub fn of(number: i64) -> Self {
        match number {
            1 => Self::Tile,
            2 => Self::Keep,
            3 => Self::KeepCentered,
            4 => Self::Aspect,
            5 => Self::AspectCentered,
            6 => Self::AspectCovered,
            _ => Self::Scale,
        }
    }
}

/// A picture in its room.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub texture: Texture,
    /// Of the file.
    pub picture: Vec2,
    pub fit: Fit,
    pub flip: [bool; 2],
    /// Stored.
    pub color: [f32; 4],
}

/// One thing that a control draws.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Style(Rc<StyleBox>),
    Fill([f32; 4]),
    Words(Words),
    Rich(Rc<Rich>),
    Picture(Shown),
    Nine {
        texture: Texture,
        picture: Vec2,
        region: Option<[f32; 4]>,
        borders: [f32; 4],
        fill: [SliceFill; 2],
    },
    /// What depends on the size that it gets.
    Drawn(Rc<dyn Drawn>),
}

/// Something that is drawn by the size that it gets.
pub(super) trait Drawn: std::fmt::Debug {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>);
}

/// All that a control draws, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub parts: Vec<(Part, Area)>,
    /// What is drawn over the control's children, in order.
    pub over: Vec<(Part, Area)>,
    /// What lies over a graph.
    pub overlay: Option<Rc<Overlay>>,
    /// An element of a graph: its colour, and whether it is a frame.
    pub element: Option<([f32; 4], bool)>,
    /// A text that is as high as its width makes it: its part and the least width.
    pub wraps: Option<(usize, f32)>,
    /// What bars for scrolling are drawn with, across and down: the track and what is moved on it.
    pub bars: Option<[(Rc<StyleBox>, Rc<StyleBox>); 2]>,
}

impl Look {
    pub fn add(&mut self, part: Part, area: Area) {
        self.parts.push((part, area));
    }

    pub fn style(&mut self, style: Option<&Rc<StyleBox>>, area: Area) {
        if let Some(style) = style {
            self.add(Part::Style(Rc::clone(style)), area);
        }
    }

    /// What a control of a width needs, where its width matters.
    pub fn wrapped(&self, width: f32) -> Option<Vec2> {
        let (number, least) = self.wraps?;
        let (part, area) = self.parts.get(number)?;
        let frame = area.pixels[0] - area.pixels[2];
        let height = area.pixels[1] - area.pixels[3];
        let room = (width - frame).max(1.0);
        let needs = match part {
            Part::Words(words) => words.needs(room).y,
            Part::Rich(rich) => rich.height(room),
            _ => return None,
        };
        Some(Vec2::new(least, needs + height))
    }

    /// Draws all; `leftwards` changes left and right.
    pub fn draw(&self, size: Vec2, ink: Ink, leftwards: bool, out: &mut Vec<Component>) {
        Self::draw_parts(&self.parts, size, ink, leftwards, out);
    }

    /// Draws some parts over a control of a size.
    pub fn draw_parts(
        parts: &[(Part, Area)],
        size: Vec2,
        ink: Ink,
        leftwards: bool,
        out: &mut Vec<Component>,
    ) {
        for (part, area) in parts {
            let mut rect = area.of(size);
            if leftwards {
                rect.at.x = size.x - rect.at.x - rect.size.x;
            }
            match part {
                Part::Style(style) => style.draw(rect, ink, out),
                Part::Fill(color) => ink.fill(rect, *color, out),
                Part::Words(words) => words.draw(rect, ink, leftwards, out),
                Part::Rich(rich) => rich.draw(rect, ink, out),
                Part::Picture(shown) => out.extend(shown.draw(rect, ink)),
                Part::Drawn(drawn) => drawn.draw(rect, ink, out),
                Part::Nine { texture, picture, region, borders, fill } => {
                    let slice = nine(texture, *picture, *region, *borders, *fill, rect, ink);
                    out.push(Component::NineSlice(slice));
                }
            }
        }
    }
}

impl Look {
    /// Draws the bars of what scrolls.
    pub fn draw_bars(&self, bars: [Option<(Rect, [f32; 2])>; 2], ink: Ink, out: &mut Vec<Component>) {
        let Some(styles) = &self.bars else { return };
        for axis in 0..2 {
            let (Some((rect, seen)), (track, knob)) = (bars[axis], &styles[axis]) else { continue };
            track.draw(rect, ink, out);
            let (from, length) = super::ranges::knob(rect.size[axis], axis, [track, knob], seen);
            let mut moved = rect;
            moved.at[axis] += from;
            moved.size[axis] = length;
            knob.draw(moved, ink, out);
        }
    }
}

impl Shown {
    /// Its own size, pixels.
    pub fn size(&self) -> Vec2 {
        self.texture.size(self.picture)
    }

    pub fn draw(&self, rect: Rect, ink: Ink) -> Option<Component> {
        let own = self.size();
        if !(own.min_element() > 0.0 && rect.size.min_element() > 0.0) {
            return None;
        }
        let (mut source, mut target) = ([Vec2::ZERO, own], rect);
        let scale = rect.size / own;
        match self.fit {
            Fit::Scale => {}
            Fit::Tile => source[1] = rect.size,
            Fit::Keep => target.size = own,
            Fit::KeepCentered => {
                target = Rect { at: rect.at + ((rect.size - own) / 2.0).floor(), size: own };
            }
            Fit::Aspect | Fit::AspectCentered => {
                let size = own * scale.min_element();
                let free = if self.fit == Fit::Aspect { Vec2::ZERO } else { rect.size - size };
                target = Rect { at: rect.at + (free / 2.0).floor(), size };
            }
            Fit::AspectCovered => {
                let scale = scale.max_element();
                let size = rect.size / scale;
                source = [(own - size) / 2.0, size];
            }
        }
        let mut canvas = ink.canvas;
        let tiled = self.fit == Fit::Tile;
        if tiled {
            canvas.wrap = proscenio_scene::Wrap::Repeat;
        }
        let part = self.texture.part(self.picture, source, [target.at, target.size])?;
        let (mut uv_min, mut uv_max) = (part.uv_min, part.uv_max);
        for axis in 0..2 {
            if self.flip[axis] {
                std::mem::swap(&mut uv_min[axis], &mut uv_max[axis]);
            }
        }
        let tint: [f32; 4] = std::array::from_fn(|channel| self.color[channel] * ink.tint[channel]);
        let texture = proscenio_scene::TextureRef {
            filter: self.texture.import.filter(canvas.filter),
            wrap_u: canvas.wrap,
            wrap_v: canvas.wrap,
            ..proscenio_scene::TextureRef::new(self.texture.image)
        };
        Some(Component::Sprite(Sprite {
            position: part.position,
            uv_min,
            uv_max,
            tint: Rgba::from_stored(tint),
            blend: canvas.blend,
            z: canvas.z as f32,
            ..Sprite::new(Some(texture), part.size)
        }))
    }
}

/// The size flags of a class that does not just fill.
pub(super) fn flags(props: &Props, name: &str) -> i64 {
    let class = props.class();
    let vertical = name.ends_with("vertical");
    match class {
        "Label" | "LinkButton" | "SpinBox" | "LineEdit" if vertical && class == "Label" => 4,
        "ProgressBar" | "HSlider" | "HScrollBar" | "TextureProgressBar" if vertical => match class {
            "ProgressBar" => 0,
            "HSlider" => 0,
            _ => 1,
        },
        "VSlider" if !vertical => 0,
        _ => 1,
    }
}

impl Importer<'_> {
    /// How a control arranges its children, what its content needs at least, and what it draws.
    pub(super) fn look(&mut self, asking: &Asking<'_>, props: &Props, canvas: Canvas) -> (Kind, Vec2, Look) {
        let kind = self.arrangement(asking, props);
        let mut look = Look::default();
        let content = match props.class() {
            "ColorRect" => {
                look.add(Part::Fill(props.stored_color("color")), Area::WHOLE);
                Vec2::ZERO
            }
            "Panel" | "PanelContainer" | "ScrollContainer" | "Tree" | "ItemList" => {
                let style = self.style(asking, "panel");
                look.style(style.as_ref(), Area::WHOLE);
                if props.class() == "ScrollContainer" {
                    let empty = || Rc::new(StyleBox::EMPTY);
                    look.bars = Some(["HScrollBar", "VScrollBar"].map(|class| {
                        let asking = asking.of(class);
                        let style = |name: &str| self.style(&asking, name).unwrap_or_else(empty);
                        let mut style = style;
                        (style("scroll"), style("grabber"))
                    }));
                }
                let items = if props.class() == "ItemList" {
                    self.item_list(asking, props, &mut look)
                } else {
                    Vec2::ZERO
                };
                match (props.class(), style) {
                    ("Panel" | "PanelContainer" | "ScrollContainer", _) | (_, None) => Vec2::ZERO,
                    // Engine behaviour: a list that does not grow with its items needs nothing.
                    ("ItemList", Some(_)) if items == Vec2::ZERO => Vec2::ZERO,
                    ("ItemList", Some(style)) => items + style.least(),
                    (_, Some(style)) => style.least(),
                }
            }
            "TextureRect" => self.texture_rect(props, &mut look),
            "NinePatchRect" => self.nine_patch(props, &mut look),
            "Label" => self.label(asking, props, &mut look),
            "RichTextLabel" => self.rich_label(asking, props, &mut look),
            "Button" | "MenuButton" | "OptionButton" | "CheckBox" | "CheckButton" | "ColorPickerButton"
            | "ToolButton" => self.button(asking, props, &mut look),
            "LinkButton" => self.link_button(asking, props, &mut look),
            "TextureButton" => self.texture_button(props, &mut look),
            "LineEdit" => self.line_edit(asking, props, &mut look),
            "SpinBox" => self.spin_box(asking, props, &mut look),
            "TextEdit" | "CodeEdit" => self.text_edit(asking, props, &mut look),
            "ProgressBar" => self.progress_bar(asking, props, &mut look),
            "TextureProgressBar" | "TextureProgress" => self.texture_progress(props, &mut look),
            "HSlider" | "VSlider" => self.slider(asking, props, &mut look),
            "HScrollBar" | "VScrollBar" => self.scroll_bar(asking, props, &mut look),
            "HSeparator" | "VSeparator" => self.separator(asking, props, &mut look),
            "TabContainer" => self.tabs(asking, props, &mut look),
            "MenuBar" => self.menu_bar(asking, props, &mut look),
            "FoldableContainer" => self.foldable(asking, props, &mut look),
            "GraphEdit" => self.graph(asking, props, &mut look),
            "GraphNode" | "GraphFrame" => self.graph_element(asking, props, &mut look),
            class if viewport::is_container(class) => {
                let needed = std::mem::take(&mut self.controls.contained);
                if props.flag("stretch") { Vec2::ZERO } else { needed }
            }
            "TabBar" | "Tabs" => self.tab_bar(asking, props, &mut look),
            _ => Vec2::ZERO,
        };
        let _ = canvas;
        (kind, content, look)
    }

    fn arrangement(&mut self, asking: &Asking<'_>, props: &Props) -> Kind {
        let align = || match props.int("alignment") {
            1 => 0.5,
            2 => 1.0,
            _ => 0.0,
        };
        let gaps = || Vec2::new(asking.constant("h_separation"), asking.constant("v_separation"));
        let vertical = |props: &Props| props.has("vertical") && props.flag("vertical");
        match props.class() {
            "HBoxContainer" => Kind::Row { gap: asking.constant("separation"), align: align() },
            "VBoxContainer" | "ColorPicker" => {
                Kind::Column { gap: asking.constant("separation"), align: align() }
            }
            "BoxContainer" if vertical(props) => {
                Kind::Column { gap: asking.constant("separation"), align: align() }
            }
            "BoxContainer" => Kind::Row { gap: asking.constant("separation"), align: align() },
            "GridContainer" => Kind::Grid { columns: props.count("columns").max(1) as usize, gap: gaps() },
            "MarginContainer" => {
                let sides = ["margin_left", "margin_top", "margin_right", "margin_bottom"];
                Kind::Inside { border: sides.map(|side| asking.constant(side)) }
            }
            "SubViewportContainer" | "ViewportContainer" => Kind::Free,
            "PanelContainer" => {
                let style = self.style(asking, "panel");
                Kind::Inside { border: style.map_or([0.0; 4], |style| style.margins) }
            }
            "CenterContainer" => Kind::Center { top_left: props.flag("use_top_left") },
            "HFlowContainer" | "FlowContainer" if !vertical(props) => {
                Kind::FlowRows { gap: gaps(), align: align() }
            }
            "VFlowContainer" | "FlowContainer" => Kind::FlowColumns { gap: gaps(), align: align() },
            "HSplitContainer" | "VSplitContainer" | "SplitContainer" => {
                let vertical = props.class() == "VSplitContainer"
                    || (props.class() == "SplitContainer" && vertical(props));
                self.split(asking, props, vertical)
            }
            "AspectRatioContainer" => {
                let place = |name: &str| match props.int(name) {
                    0 => 0.0,
                    2 => 1.0,
                    _ => 0.5,
                };
                Kind::Aspect {
                    ratio: props.number("ratio"),
                    mode: props.int("stretch_mode").clamp(0, 3) as u8,
                    align: Vec2::new(place("alignment_horizontal"), place("alignment_vertical")),
                }
            }
            "ScrollContainer" => {
                let style = self.style(asking, "panel");
                let mode = |name: &str| props.int(name);
                let modes = [mode("horizontal_scroll_mode"), mode("vertical_scroll_mode")];
                Kind::Scroll {
                    border: style.map_or([0.0; 4], |style| style.margins),
                    free: modes.map(|mode| mode != 0),
                    scrolled: Vec2::new(props.number("scroll_horizontal"), props.number("scroll_vertical")),
                    bar: 8.0,
                    always: modes.map(|mode| mode == 2),
                }
            }
            "FoldableContainer" => self.folding(asking, props),
            "GraphNode" | "GraphFrame" => self.element_arrangement(asking, props),
            "TabContainer" => {
                let style = self.style(asking, "panel");
                let mut border = style.map_or([0.0; 4], |style| style.margins);
                if !props.has("tabs_visible") || props.flag("tabs_visible") {
                    border[1] += self.tabs_height(asking);
                }
                Kind::Tabs { shown: props.count("current_tab") as usize, border }
            }
            _ => Kind::Free,
        }
    }

    fn split(&mut self, asking: &Asking<'_>, props: &Props, vertical: bool) -> Kind {
        // Newer engines keep a list.
        let offset = match props.set("split_offsets") {
            Some((proscenio_godot::Value::PackedInt32Array(list), _)) => {
                list.first().map_or(0.0, |offset| *offset as f32)
            }
            _ => props.number("split_offset"),
        };
        let hidden = props.int("dragger_visibility") == 2;
        let handle = asking.constant("separation").max(asking.constant("minimum_grab_thickness").min(0.0));
        let gap = if hidden { 0.0 } else { self.split_gap(asking, handle, vertical) };
        Kind::Split { vertical, offset, gap }
    }

    /// The room of a handle: what the theme says, at least its icon.
    fn split_gap(&mut self, asking: &Asking<'_>, own: f32, vertical: bool) -> f32 {
        let name = if vertical { "v_grabber" } else { "h_grabber" };
        let icon = asking.icon_size(name);
        own.max(icon[usize::from(vertical)])
    }

    /// A picture that a property names, for a control.
    pub(super) fn shown_picture(&mut self, props: &Props, name: &str, fit: Fit) -> Option<Shown> {
        let texture = self.texture(props, name, true)?;
        let picture = self.picture_size(texture.image);
        Some(Shown { texture, picture, fit, flip: [false; 2], color: [1.0; 4] })
    }

    fn texture_rect(&mut self, props: &Props, look: &mut Look) -> Vec2 {
        let fit = Fit::of(props.int("stretch_mode"));
        let Some(mut shown) = self.shown_picture(props, "texture", fit) else { return Vec2::ZERO };
        shown.flip = ["flip_h", "flip_v"].map(|name| props.has(name) && props.flag(name));
        let size = shown.size();
        look.add(Part::Picture(shown), Area::WHOLE);
        let old = props.has("expand") && props.flag("expand");
        match props.int("expand_mode") {
            0 if !old => size,
            _ => Vec2::ZERO,
        }
    }

    fn nine_patch(&mut self, props: &Props, look: &mut Look) -> Vec2 {
        let sides = ["left", "top", "right", "bottom"];
        let borders = sides.map(|side| props.number(&format!("patch_margin_{side}")));
        let least = Vec2::new(borders[0] + borders[2], borders[1] + borders[3]);
        let Some(texture) = self.texture(props, "texture", true) else { return least };
        let picture = self.picture_size(texture.image);
        let region = props.rect("region_rect");
        let fill = ["axis_stretch_horizontal", "axis_stretch_vertical"].map(|name| match props.int(name) {
            1 => SliceFill::Tile,
            2 => SliceFill::TileFit,
            _ => SliceFill::Stretch,
        });
        let region = (region[2] > 0.0 && region[3] > 0.0).then_some(region);
        look.add(Part::Nine { texture, picture, region, borders, fill }, Area::WHOLE);
        least
    }

    fn label(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let style = self.style(asking, "normal").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let mut text = self.said(props, "text");
        if props.flag("uppercase") {
            text = text.to_uppercase();
        }
        let mut words = self.words(asking, &text, "font_color");
        if props.has("visible_characters") && props.int("visible_characters") >= 0 {
            words.shown = props.count("visible_characters") as usize;
        } else if props.has("visible_ratio") {
            let all = words.text.chars().count() as f32;
            words.shown = (all * props.number("visible_ratio").clamp(0.0, 1.0)) as usize;
        }
        words.spacing = asking.constant("line_spacing");
        let shadow = asking.color("font_shadow_color");
        let offset = Vec2::new(asking.constant("shadow_offset_x"), asking.constant("shadow_offset_y"));
        let outline = asking.constant("shadow_outline_size");
        words.shadow = (shadow[3] > 0.0).then_some(Shadow { offset, color: shadow, outline });
        self.settle(props, &mut words);
        let place = |name: &str| match props.int(name) {
            1 => 0.5,
            2 => 1.0,
            _ => 0.0,
        };
        words.align = Vec2::new(
            place(props.named("horizontal_alignment", "align")),
            place(props.named("vertical_alignment", "valign")),
        );
        words.fills = props.int("horizontal_alignment") == 3;
        words.breaks = match props.int("autowrap_mode") {
            1 => Breaks::Anywhere,
            2 => Breaks::WordsWhole,
            3 => Breaks::Words,
            _ if props.has("autowrap") && props.flag("autowrap") => Breaks::Words,
            _ => Breaks::Never,
        };
        words.overrun =
            if props.has("text_overrun_behavior") { props.int("text_overrun_behavior") } else { 0 };
        let skipped = if props.has("lines_skipped") { props.count("lines_skipped") as usize } else { 0 };
        let most = if props.has("max_lines_visible") { props.int("max_lines_visible") } else { -1 };
        words.window = [skipped, usize::try_from(most).unwrap_or(usize::MAX)];
        let clips = (props.has("clip_text") && props.flag("clip_text"))
            || (props.has("text_overrun_behavior") && props.int("text_overrun_behavior") != 0);
        look.style(Some(&style), Area::WHOLE);
        let needs = words.needs(f32::INFINITY);
        let line = words.line_height();
        let wraps = words.breaks != Breaks::Never;
        look.add(Part::Words(words), Area::within(style.margins));
        if wraps {
            look.wraps = (!clips).then_some((look.parts.len() - 1, style.least().x + 1.0));
            return style.least() + Vec2::new(1.0, line);
        }
        let width = if clips { 1.0 } else { needs.x };
        style.least() + Vec2::new(width, needs.y.max(line))
    }
}

#[cfg(test)]
mod tests {
    use super::Area;
    use glam::Vec2;
    use proscenio_run::layout::Rect;

    #[test]
    fn areas_are_parts_of_a_rectangle() {
        let size = Vec2::new(100.0, 50.0);
        assert_eq!(Area::within([1.0, 2.0, 3.0, 4.0]).of(size), Rect::new(1.0, 2.0, 96.0, 44.0));
        let icon = Area::sized(Vec2::splat(16.0), Vec2::new(1.0, 0.5), Vec2::new(-4.0, 0.0));
        assert_eq!(icon.of(size), Rect::new(80.0, 17.0, 16.0, 16.0));
    }
}
