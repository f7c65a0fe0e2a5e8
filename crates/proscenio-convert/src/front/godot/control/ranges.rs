//! Bars, sliders, separators and tabs.

use std::rc::Rc;

use glam::Vec2;

use super::super::Importer;
use super::super::props::Props;
use super::buttons::circle;
use super::looks::{Area, Fit, Look, Part};
use super::style::StyleBox;
use super::theme::Asking;

/// Tabs of one row.
const MOST_TABS: u32 = 1000;

/// Where a range stands, 0 to 1.
fn share(props: &Props) -> f32 {
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

    /// `TextureProgressBar`, filled along one axis.
    pub(super) fn texture_progress(&mut self, props: &Props, look: &mut Look) -> Vec2 {
        let mut least = Vec2::ZERO;
        let parts = [
            ("texture_under", "tint_under"),
            ("texture_progress", "tint_progress"),
            ("texture_over", "tint_over"),
        ];
        for (name, tint) in parts {
            let Some(mut shown) = self.shown_picture(props, name, Fit::Scale) else { continue };
            shown.color = props.stored_color(tint);
            least = least.max(shown.size());
            let stretches = props.flag("nine_patch_stretch");
            let size = shown.size();
            let mut area = if stretches { Area::WHOLE } else { Area::sized(size, Vec2::ZERO, Vec2::ZERO) };
            if name == "texture_progress" {
                let share = share(props);
                if !stretches {
                    shown.fit = Fit::Keep;
                    let cut = size.x * share;
                    area.pixels[2] = cut;
                    if let Some(part) = shown.texture.region {
                        shown.texture.region = Some([part[0], part[1], part[2] * share, part[3]]);
                    } else {
                        shown.texture.region = Some([0.0, 0.0, cut, size.y]);
                    }
                } else {
                    area.shares[2] = share;
                }
                if share <= 0.0 {
                    continue;
                }
            }
            look.add(Part::Picture(shown), area);
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
        look.add(Part::Polygon(circle(7.0 / 16.0), [0.82, 0.82, 0.82, 1.0]), handle);
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

    /// The height of a row of tabs.
    pub(super) fn tabs_height(&mut self, asking: &Asking<'_>) -> f32 {
        let words = self.words(asking, "", "font_selected_color");
        let line = words.line_height();
        let styles = ["tab_selected", "tab_unselected", "tab_disabled"];
        let margins = styles.map(|name| self.style(asking, name).map_or(0.0, |style| style.least().y));
        line + margins.into_iter().fold(0.0, f32::max)
    }

    /// The panel and tabs of a `TabContainer`; titles come later, with the children.
    pub(super) fn tabs(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let style = self.style(asking, "panel").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let shown = !props.has("tabs_visible") || props.flag("tabs_visible");
        let height = if shown { self.tabs_height(asking) } else { 0.0 };
        look.style(Some(&style), Area::WHOLE.less([0.0, height, 0.0, 0.0]));
        let names = std::mem::take(&mut self.controls.tabs);
        if shown {
            let titles: Vec<String> = names
                .into_iter()
                .enumerate()
                .map(|(at, name)| {
                    let title = format!("tab_{at}/title");
                    if props.has(&title) { props.text(&title) } else { name }
                })
                .collect();
            let current = usize::try_from(props.int("current_tab")).unwrap_or(usize::MAX);
            self.draw_tabs(asking, &titles, current, asking.constant("side_margin"), look);
        }
        Vec2::new(0.0, height)
    }

    /// `TabBar`.
    pub(super) fn tab_bar(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let count = props.count("tab_count").min(MOST_TABS);
        let titles: Vec<String> = (0..count).map(|at| props.text(&format!("tab_{at}/title"))).collect();
        let current = if props.has("current_tab") { props.int("current_tab") } else { 0 };
        self.draw_tabs(asking, &titles, usize::try_from(current).unwrap_or(usize::MAX), 0.0, look)
    }

    /// Draws a row of tabs from a place on; gives its size.
    pub(super) fn draw_tabs(
        &mut self,
        asking: &Asking<'_>,
        titles: &[String],
        current: usize,
        mut left: f32,
        look: &mut Look,
    ) -> Vec2 {
        let height = self.tabs_height(asking);
        for (number, title) in titles.iter().enumerate() {
            let selected = number == current;
            let (style, color) = if selected {
                ("tab_selected", "font_selected_color")
            } else {
                ("tab_unselected", "font_unselected_color")
            };
            let style = self.style(asking, style).unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
            let mut words = self.words(asking, title, color);
            words.align = Vec2::splat(0.5);
            let width = words.needs(f32::INFINITY).x + style.least().x;
            let area = Area { shares: [0.0; 4], pixels: [left, 0.0, left + width, height] };
            look.style(Some(&style), area);
            look.add(Part::Words(words), area.less(style.margins));
            left += width;
        }
        Vec2::new(left, height)
    }
}
