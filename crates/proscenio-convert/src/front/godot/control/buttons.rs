//! Buttons of all kinds.

use std::rc::Rc;

use glam::Vec2;
use proscenio_godot::Value;

use super::super::Importer;
use super::super::files::Place;
use super::super::props::Props;
use super::looks::{Area, Fit, Look, Part, Shown};
use super::style::StyleBox;
use super::theme::Asking;

/// Items of one list.
const MOST_ITEMS: u32 = 2000;

impl Importer<'_> {
    /// `Button` and its heirs.
    pub(super) fn button(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let has = |name: &str| props.has(name) && props.flag(name);
        let (off, down) = (has("disabled"), has("button_pressed") || has("pressed"));
        let (style, color) = match (off, down) {
            (true, _) => ("disabled", "font_disabled_color"),
            (_, true) => ("pressed", "font_pressed_color"),
            _ => ("normal", "font_color"),
        };
        let style = self.style(asking, style).unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let flat = if props.has("flat") { props.flag("flat") } else { props.class() == "MenuButton" };
        if !flat || down {
            look.style(Some(&style), Area::WHOLE);
        }
        let gap = asking.constant("h_separation");
        let mut inside = Area::within(style.margins);
        let mut least = Vec2::ZERO;
        let text = if props.class() == "OptionButton" { chosen(props) } else { props.text("text") };
        let text = self.shown_text(props, text);
        let marked = matches!(props.class(), "CheckBox" | "CheckButton");
        if marked {
            let size = self.mark(asking, props, look, down, &style);
            let [left, right] =
                if props.class() == "CheckBox" { [size.x + gap, 0.0] } else { [0.0, size.x + gap] };
            inside = inside.less([left, 0.0, right, 0.0]);
            least = Vec2::new(size.x + if text.is_empty() { 0.0 } else { gap }, size.y);
        }
        if props.class() == "OptionButton" {
            let size = self.arrow(asking, look);
            let room = size.x + gap;
            inside = inside.less([0.0, 0.0, room, 0.0]);
            least = Vec2::new(room, size.y);
        }
        if props.class() == "ColorPickerButton" {
            look.add(Part::Fill(props.stored_color("color")), inside);
            return style.least();
        }
        let mut words = self.words(asking, &text, color);
        let clips = has("clip_text")
            || (props.has("text_overrun_behavior") && props.int("text_overrun_behavior") != 0);
        words.overrun =
            if props.has("text_overrun_behavior") { props.int("text_overrun_behavior") } else { 0 };
        let aligned = if props.has("alignment") {
            props.int("alignment")
        } else if marked || props.class() == "OptionButton" {
            0
        } else {
            1
        };
        let align = [0.0, 0.5, 1.0][usize::try_from(aligned).unwrap_or(1).min(2)];
        words.align = Vec2::new(align, 0.5);
        let mut size = words.needs(f32::INFINITY);
        if text.is_empty() {
            size = Vec2::ZERO;
        }
        if clips {
            size.x = 0.0;
        }
        if props.class() == "OptionButton" {
            for item in items(props) {
                words.text = self.shown_text(props, item);
                size = size.max(words.needs(f32::INFINITY));
            }
            words.text = text.clone();
        }
        size.y = size.y.max(if text.is_empty() { 0.0 } else { words.line_height() });
        if let Some(icon) = self.icon(asking, props) {
            let alone = text.is_empty();
            let at = if alone { Vec2::new(align, 0.5) } else { Vec2::new(0.0, 0.5) };
            let room = place_icon(icon, has("expand_icon"), at, inside, look);
            if !alone {
                inside = inside.less([room.x + gap, 0.0, 0.0, 0.0]);
                size.x += gap;
            }
            size = Vec2::new(size.x + room.x, size.y.max(room.y));
        }
        look.add(Part::Words(words), inside);
        let marks = if marked || props.class() == "OptionButton" { least.y } else { 0.0 };
        style.least() + Vec2::new(size.x + least.x, size.y.max(marks))
    }

    /// The picture of a button.
    fn icon(&mut self, asking: &Asking<'_>, props: &Props) -> Option<Shown> {
        if let Some(shown) = self.shown_picture(props, "icon", Fit::Scale) {
            return Some(shown);
        }
        let (value, place) = asking.icon("icon")?;
        self.picture_of(&value, &place)
    }

    /// The picture that a value names.
    pub(super) fn picture_of(&mut self, value: &Value, place: &Place) -> Option<Shown> {
        if *value == Value::Null {
            return None;
        }
        let texture = self.texture_of(value, place, "icon", true, 0)?;
        let picture = self.picture_size(texture.image);
        Some(Shown { texture, picture, fit: Fit::Scale, flip: [false; 2], color: [1.0; 4] })
    }

    /// The box or switch of a button that can be on; gives its size.
    fn mark(
        &mut self,
        asking: &Asking<'_>,
        props: &Props,
        look: &mut Look,
        on: bool,
        style: &StyleBox,
    ) -> Vec2 {
        let left = props.class() == "CheckBox";
        let round = left && props.has("button_group");
        let name = match (on, round) {
            (true, true) => "radio_checked",
            (false, true) => "radio_unchecked",
            (true, false) => "checked",
            (false, false) => "unchecked",
        };
        let [x, y] = if left { [0.0, 0.5] } else { [1.0, 0.5] };
        let edge = if left { style.margins[0] } else { -style.margins[2] };
        let off = props.has("disabled") && props.flag("disabled");
        let own = match (left, on) {
            (true, _) => name,
            (false, true) => "switch_on",
            (false, false) => "switch_off",
        };
        let state = if off { format!("{name}_disabled") } else { name.to_owned() };
        let Some(mut shown) = self.theme_icon(asking, &state, own) else { return Vec2::ZERO };
        if off && asking.icon(&state).is_none() {
            shown.color[3] *= OFF;
        }
        let size = shown.size();
        look.add(Part::Picture(shown), Area::sized(size, Vec2::new(x, y), Vec2::new(edge, 0.0)));
        size
    }

    /// The arrow of a list that can be opened; gives its size.
    fn arrow(&mut self, asking: &Asking<'_>, look: &mut Look) -> Vec2 {
        let margin = asking.constant("arrow_margin");
        let Some(arrow) = self.theme_icon(asking, "arrow", "option") else { return Vec2::ZERO };
        let size = arrow.size();
        // The margin lies within that of the style.
        look.add(Part::Picture(arrow), Area::sized(size, Vec2::new(1.0, 0.5), Vec2::new(-margin, 0.0)));
        size
    }

    /// `LinkButton`.
    pub(super) fn link_button(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let mut words = self.words(asking, &self.said(props, "text"), "font_color");
        words.align = Vec2::ZERO;
        if props.has("disabled") && props.flag("disabled") {
            // Engine behaviour: its own theme has no colour for it, which makes it black.
            words.color = asking.known_color("font_disabled_color").unwrap_or([0.0, 0.0, 0.0, 1.0]);
        }
        let (size, color) = (words.needs(f32::INFINITY), words.color);
        let line = words.line_height();
        look.add(Part::Words(words), Area::WHOLE);
        if props.int("underline") == 0 {
            let y = (line * 0.85).round();
            let area = Area { shares: [0.0; 4], pixels: [0.0, y, size.x, y + 1.0] };
            look.add(Part::Fill(color), area);
        }
        Vec2::new(size.x, size.y.max(line))
    }

    /// `TextureButton`.
    pub(super) fn texture_button(&mut self, props: &Props, look: &mut Look) -> Vec2 {
        let has = |name: &str| props.has(name) && props.flag(name);
        let fit = if props.has("stretch_mode") { Fit::of(props.int("stretch_mode")) } else { Fit::Keep };
        let name = match (has("disabled"), has("button_pressed")) {
            (true, _) if props.has("texture_disabled") => "texture_disabled",
            (_, true) if props.has("texture_pressed") => "texture_pressed",
            _ => "texture_normal",
        };
        let Some(mut shown) = self.shown_picture(props, name, fit) else { return Vec2::ZERO };
        shown.flip = ["flip_h", "flip_v"].map(has);
        let size = shown.size();
        look.add(Part::Picture(shown), Area::WHOLE);
        if has("ignore_texture_size") || has("expand") { Vec2::ZERO } else { size }
    }
}

/// How much fainter the mark of a button is that is switched off.
const OFF: f32 = 0.5;

/// The texts of a list's items.
pub(super) fn items(props: &Props) -> Vec<String> {
    let mut texts = Vec::new();
    if let Some((Value::Array(list), _)) = props.set("items") {
        texts.extend(list.iter().filter_map(|item| item.as_str().map(str::to_owned)));
    }
    let named = (0..props.count("item_count").min(MOST_ITEMS))
        .map(|at| format!("item_{at}/text"))
        .chain((0..props.count("item_count").min(MOST_ITEMS)).map(|at| format!("popup/item_{at}/text")));
    for name in named {
        if props.has(&name) {
            texts.push(props.text(&name));
        }
    }
    texts
}

/// What an option button shows.
fn chosen(props: &Props) -> String {
    let selected = if props.has("selected") { props.int("selected") } else { -1 };
    let name = |at: i64| format!("popup/item_{at}/text");
    if selected >= 0 && props.has(&name(selected)) {
        return props.text(&name(selected));
    }
    if props.has("text") { props.text("text") } else { String::new() }
}

/// Puts the picture of a button in its room, at a fraction of it; the room that it takes.
fn place_icon(icon: Shown, expands: bool, at: Vec2, inside: Area, look: &mut Look) -> Vec2 {
    let own = icon.size();
    let (room, area) = if expands {
        (Vec2::ZERO, inside)
    } else {
        let [left, top, right, bottom] = inside.pixels;
        let middle = Vec2::new(left * (1.0 - at.x) + right * at.x, (top + bottom) * 0.5);
        (own, Area::sized(own, at, middle))
    };
    look.add(Part::Picture(Shown { fit: Fit::AspectCentered, ..icon }), area);
    room
}
