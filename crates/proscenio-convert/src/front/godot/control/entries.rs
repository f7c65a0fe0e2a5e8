//! Fields to write into.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_scene::Component;

use super::super::Importer;
use super::super::props::Props;
use super::looks::{Area, Drawn, Look, Part, Shown};
use super::style::{Ink, StyleBox};
use super::theme::Asking;

/// The arrows at the end of a number, one in the upper and one in the lower half.
#[derive(Debug)]
struct Arrows(Vec<Shown>);

impl Drawn for Arrows {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let half = (rect.size.y * 0.5).floor();
        for (shown, top) in self.0.iter().zip([0.0, rect.size.y - half]) {
            let size = shown.size();
            let down = top + ((half - size.y) * 0.5).floor();
            let at = rect.at + Vec2::new(rect.size.x - size.x, down);
            out.extend(shown.draw(Rect { at, size }, ink));
        }
    }
}

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
        let place = match props.int("alignment") {
            1 => 0.5,
            2 => 1.0,
            _ => 0.0,
        };
        let (low, high) = (props.number("min_value"), props.number("max_value"));
        let free = |name: &str| props.has(name) && props.flag(name);
        let ends = [value >= high && !free("allow_greater"), value <= low && !free("allow_lesser")];
        self.counting(asking, &parts.join(" "), place, ends, look)
    }

    /// A field with a number and two arrows that both lead on; gives its size.
    pub(super) fn counter(&mut self, asking: &Asking<'_>, number: f32, look: &mut Look) -> Vec2 {
        self.counting(asking, &format!("{number}"), 0.0, [false; 2], look)
    }

    /// The field and the arrows of a number; `ends` says which of the two leads nowhere.
    fn counting(
        &mut self,
        asking: &Asking<'_>,
        text: &str,
        place: f32,
        ends: [bool; 2],
        look: &mut Look,
    ) -> Vec2 {
        let field = asking.of("LineEdit");
        let style = self.style(&field, "normal").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let buttons = asking.constant("buttons_width") + asking.constant("field_and_buttons_separation");
        let room = Area::WHOLE.less([0.0, 0.0, buttons, 0.0]);
        look.style(Some(&style), room);
        let mut words = self.words(&field, text, "font_color");
        words.align = Vec2::new(place, 0.5);
        let line = words.line_height();
        let shown = std::mem::replace(&mut words.text, "M".to_owned());
        let wide = words.needs(f32::INFINITY).x;
        words.text = shown;
        look.add(Part::Words(words), room.less(style.margins));
        let mut arrows = Vec::new();
        for (name, ends) in [("up", ends[0]), ("down", ends[1])] {
            let state = if ends { format!("{name}_disabled") } else { name.to_owned() };
            let Some(icon) = self.theme_icon(asking, &state, name) else { continue };
            let color = asking.color(&format!("{state}_icon_modulate"));
            arrows.push(Shown { color, ..icon });
        }
        look.add(Part::Drawn(Rc::new(Arrows(arrows))), Area::WHOLE);
        let letters = field.constant("minimum_character_width");
        style.least() + Vec2::new((letters * wide).round() + buttons, line)
    }
}
