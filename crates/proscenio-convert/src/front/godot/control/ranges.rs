//! Bars, sliders and separators.

use std::rc::Rc;

use glam::Vec2;

use super::super::Importer;
use super::super::props::Props;
use super::looks::{Area, Look, Part};
use super::style::StyleBox;
use super::theme::Asking;

/// Where a range stands, 0 to 1.
pub(super) fn share(props: &Props) -> f32 {
    let (low, high) = (props.number("min_value"), props.number("max_value"));
    let value = if props.has("value") { props.number("value") } else { 0.0 };
    if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 1.0 }
}

/// What the ends of a track take along an axis, and the least length of what is moved on it.
fn ends(axis: usize, [track, knob]: [&StyleBox; 2]) -> [[f32; 2]; 2] {
    let least = knob.least()[axis];
    [[track.margins[axis], track.margins[axis + 2]], [least, least]]
}

/// Where on a track of a length, along an axis, that stands what is moved on it, and how long it is; `seen` is the part
/// of the whole that is seen.
pub(super) fn knob(length: f32, axis: usize, styles: [&StyleBox; 2], seen: [f32; 2]) -> (f32, f32) {
    let [ends, [least, _]] = ends(axis, styles);
    let room = (length - ends[0] - ends[1] - least).max(0.0);
    (ends[0] + room * seen[0], least + room * (seen[1] - seen[0]))
}

impl Importer<'_> {
    /// `ProgressBar`.
    pub(super) fn progress_bar(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let empty = || Rc::new(StyleBox::EMPTY);
        let under = self.style(asking, "background").unwrap_or_else(empty);
        let fill = self.style(asking, "fill").unwrap_or_else(empty);
        look.style(Some(&under), Area::WHOLE);
        let share = share(props);
        let least = fill.least().x;
        if share > 0.0 {
            // At least its own border, then a share of the rest.
            let mut area = Area::WHOLE;
            match props.int("fill_mode") {
                1 => (area.shares[0], area.pixels[0]) = (1.0 - share, -least * (1.0 - share)),
                2 => area.shares[3] = share,
                3 => area.shares[1] = 1.0 - share,
                _ => (area.shares[2], area.pixels[2]) = (share, least * (1.0 - share)),
            }
            look.style(Some(&fill), area);
        }
        let shown = if props.has("show_percentage") { props.flag("show_percentage") } else { true };
        let mut least = under.least().max(fill.least());
        if shown {
            let text = format!("{}%", (share * 100.0).floor());
            let mut words = self.words(asking, &text, "font_color");
            words.align = Vec2::splat(0.5);
            least.y = least.y.max(under.least().y + words.line_height());
            look.add(Part::Words(words), Area::WHOLE);
        }
        least.max(Vec2::ONE)
    }

    /// `HSlider` and `VSlider`.
    pub(super) fn slider(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let vertical = props.class() == "VSlider";
        let empty = || Rc::new(StyleBox::EMPTY);
        let track = self.style(asking, "slider").unwrap_or_else(empty);
        let done = self.style(asking, "grabber_area").unwrap_or_else(empty);
        let knob = Vec2::from_array(asking.icon_size("grabber"));
        let share = share(props);
        let thick = track.least();
        let mut bar = Area::WHOLE;
        let mut filled = Area::WHOLE;
        let mut handle = Area::sized(knob, Vec2::new(share, 0.5), Vec2::ZERO);
        if vertical {
            bar = Area { shares: [0.5, 0.0, 0.5, 1.0], pixels: [-thick.x * 0.5, 0.0, thick.x * 0.5, 0.0] };
            filled = Area {
                shares: [0.5, 1.0 - share, 0.5, 1.0],
                pixels: [-thick.x * 0.5, knob.y * (share - 0.5), thick.x * 0.5, 0.0],
            };
            handle = Area::sized(knob, Vec2::new(0.5, 1.0 - share), Vec2::ZERO);
        } else {
            bar.shares = [0.0, 0.5, 1.0, 0.5];
            bar.pixels = [0.0, -thick.y * 0.5, 0.0, thick.y * 0.5];
            filled.shares = [0.0, 0.5, share, 0.5];
            filled.pixels = [0.0, -thick.y * 0.5, knob.x * (0.5 - share), thick.y * 0.5];
        }
        look.style(Some(&track), bar);
        look.style(Some(&done), filled);
        if let Some(icon) = self.theme_icon(asking, "grabber", "grabber") {
            look.add(Part::Picture(icon), handle);
        }
        if vertical {
            Vec2::new(thick.x.max(knob.x), thick.y)
        } else {
            Vec2::new(thick.x, thick.y.max(knob.y))
        }
    }

    /// `HScrollBar` and `VScrollBar`.
    pub(super) fn scroll_bar(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let vertical = props.class() == "VScrollBar";
        let empty = || Rc::new(StyleBox::EMPTY);
        let track = self.style(asking, "scroll").unwrap_or_else(empty);
        let knob = self.style(asking, "grabber").unwrap_or_else(empty);
        look.style(Some(&track), Area::WHOLE);
        let (low, high, page) = (props.number("min_value"), props.number("max_value"), props.number("page"));
        let whole = high - low;
        if whole > 0.0 {
            let value = if props.has("value") { props.number("value") } else { 0.0 };
            let from = ((value - low) / whole).clamp(0.0, 1.0);
            let to = ((value - low + page) / whole).clamp(from, 1.0);
            let axis = usize::from(vertical);
            let [ends, [least, _]] = ends(axis, [&track, &knob]);
            let mut area = Area::WHOLE;
            // What is left over beside the ends and the least length is shared.
            let at = |share: f32, fixed: f32| fixed - share * (ends[0] + ends[1] + least);
            (area.shares[axis], area.pixels[axis]) = (from, at(from, ends[0]));
            (area.shares[axis + 2], area.pixels[axis + 2]) = (to, at(to, ends[0] + least));
            look.style(Some(&knob), area);
        }
        track.least().max(Vec2::splat(1.0))
    }

    /// `HSeparator` and `VSeparator`.
    pub(super) fn separator(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let vertical = props.class() == "VSeparator";
        let style = self.style(asking, "separator").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let least = style.least();
        let room = asking.constant("separation");
        let half = (if vertical { least.x } else { least.y }) * 0.5;
        let area = if vertical {
            Area { shares: [0.5, 0.0, 0.5, 1.0], pixels: [-half, 0.0, half, 0.0] }
        } else {
            Area { shares: [0.0, 0.5, 1.0, 0.5], pixels: [0.0, -half, 0.0, half] }
        };
        look.style(Some(&style), area);
        let size = if vertical { Vec2::new(room, least.y) } else { Vec2::new(least.x, room) };
        size.max(Vec2::ONE)
    }
}
