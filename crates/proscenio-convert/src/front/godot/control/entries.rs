//! Fields to write into, and lists.

use std::rc::Rc;

use glam::Vec2;

use super::super::Importer;
use super::super::props::Props;
use super::buttons::{items, stroke};
use super::looks::{Area, Look, Part};
use super::style::StyleBox;
use super::text::Breaks;
use super::theme::Asking;

impl Importer<'_> {
    /// `LineEdit`.
    pub(super) fn line_edit(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let editable = !props.has("editable") || props.flag("editable");
        let style = self.style(asking, if editable { "normal" } else { "read_only" });
        let style = style.unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        if !(props.has("flat") && props.flag("flat")) {
            look.style(Some(&style), Area::WHOLE);
        }
        let (text, hint) = (props.text("text"), self.said(props, "placeholder_text"));
        let color = match (text.is_empty(), editable) {
            (true, _) => "font_placeholder_color",
            (_, false) => "font_uneditable_color",
            _ => "font_color",
        };
        let secret = props.has("secret") && props.flag("secret");
        let shown = if text.is_empty() {
            hint
        } else if secret {
            "•".repeat(text.chars().count())
        } else {
            text
        };
        let mut words = self.words(asking, &shown, color);
        let place = match props.int(props.named("alignment", "align")) {
            1 => 0.5,
            2 => 1.0,
            _ => 0.0,
        };
        words.align = Vec2::new(place, 0.5);
        let line = words.line_height();
        let letters = asking.constant("minimum_character_width");
        words.text = "M".to_owned();
        let wide = words.needs(f32::INFINITY).x;
        words.text = shown;
        look.add(Part::Words(words), Area::within(style.margins));
        style.least() + Vec2::new((letters * wide).round(), line)
    }

    /// `SpinBox`: a field and two arrows.
    pub(super) fn spin_box(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let field = asking.of("LineEdit");
        let style = self.style(&field, "normal").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let buttons = asking.constant("buttons_width") + asking.constant("field_and_buttons_separation");
        let room = Area::WHOLE.less([0.0, 0.0, buttons, 0.0]);
        look.style(Some(&style), room);
        let (value, step) = (props.number("value"), props.number("step"));
        let digits =
            if step > 0.0 && step < 1.0 { (-step.log10()).ceil().clamp(0.0, 6.0) as usize } else { 0 };
        let mut number = format!("{value:.digits$}");
        // Engine behaviour: zeros at the end are left out, but for one.
        while digits > 0 && number.ends_with('0') && !number.ends_with(".0") {
            number.pop();
        }
        let (before, behind) = (props.text("prefix"), props.text("suffix"));
        let parts: Vec<&str> =
            [&*before, &*number, &*behind].into_iter().filter(|part| !part.is_empty()).collect();
        let mut words = self.words(&field, &parts.join(" "), "font_color");
        words.align = Vec2::new(0.0, 0.5);
        let line = words.line_height();
        let shown = std::mem::replace(&mut words.text, "M".to_owned());
        let wide = words.needs(f32::INFINITY).x;
        words.text = shown;
        let [left, top, right, bottom] = style.margins;
        look.add(Part::Words(words), room.less([left, top, right, bottom]));
        // The arrow that leads beyond the range is dimmed.
        let (low, high) = (props.number("min_value"), props.number("max_value"));
        for (up, place) in [(true, 0.25), (false, 0.75)] {
            let ends = if up { value >= high } else { value <= low };
            let grey = if ends { 0.55 } else { 0.875 };
            let (base, tip) = if up { (0.72, 0.28) } else { (0.28, 0.72) };
            let area = Area::sized(Vec2::new(16.0, 8.0), Vec2::new(1.0, place), Vec2::ZERO);
            let corners = [(0.28, base), (0.5, tip), (0.72, base)];
            stroke(look, area, corners, 0.16, [grey, grey, grey, 1.0]);
        }
        let letters = field.constant("minimum_character_width");
        style.least() + Vec2::new((letters * wide).round() + buttons, line)
    }

    /// `TextEdit` and `CodeEdit`.
    pub(super) fn text_edit(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let style = self.style(asking, "normal").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        look.style(Some(&style), Area::WHOLE);
        let text = props.text("text");
        let (shown, color) = if text.is_empty() {
            (self.said(props, "placeholder_text"), "font_placeholder_color")
        } else {
            (text, "font_color")
        };
        let mut words = self.words(asking, &shown, color);
        words.spacing = asking.constant("line_spacing");
        if props.int("wrap_mode") == 1 {
            words.breaks = Breaks::Words;
        }
        look.add(Part::Words(words), Area::within(style.margins));
        style.least()
    }

    /// The items of an `ItemList` in one column.
    pub(super) fn item_list(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) {
        let style = self.style(asking, "panel").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let gap = asking.constant("v_separation");
        let mut top = style.margins[1];
        for item in items(props) {
            let words = self.words(asking, &item, "font_color");
            let height = words.line_height();
            let mut area = Area::within(style.margins);
            area.shares[3] = 0.0;
            area.pixels[1] = top + (gap / 2.0).floor();
            area.pixels[3] = area.pixels[1] + height;
            look.add(Part::Words(words), area);
            top += height + gap;
        }
    }
}
