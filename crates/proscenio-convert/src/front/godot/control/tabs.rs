//! `TabBar` and `TabContainer`.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_scene::Component;

use super::super::Importer;
use super::super::props::Props;
use super::looks::{Area, Drawn, Fit, Look, Part, Shown};
use super::style::{Ink, StyleBox};
use super::text::Words;
use super::theme::Asking;

/// Tabs of one row.
const MOST_TABS: u32 = 1000;
/// How strong an arrow is that leads nowhere.
const FAINT: f32 = 0.5;

#[derive(Debug)]
struct Tab {
    style: Rc<StyleBox>,
    words: Words,
    icon: Option<(Shown, Vec2)>,
    /// A cross to close it.
    close: Option<Shown>,
    width: f32,
    hidden: bool,
}

/// A row of tabs.
#[derive(Debug)]
struct Row {
    tabs: Vec<Tab>,
    current: usize,
    /// 0 left, 1 right.
    align: f32,
    height: f32,
    gap: f32,
    /// Lead to what there is no room for, left and right; none where tabs are not cut off.
    arrows: Option<[Shown; 2]>,
}

impl Row {
    fn width(&self) -> f32 {
        self.tabs.iter().filter(|tab| !tab.hidden).map(|tab| tab.width).sum()
    }

    /// How many tabs from the first on there is room for.
    fn shown(&self, room: f32) -> usize {
        let mut used = 0.0;
        for (number, tab) in self.tabs.iter().enumerate() {
            used += if tab.hidden { 0.0 } else { tab.width };
            if used > room {
                return number;
            }
        }
        self.tabs.len()
    }

    fn tab(&self, tab: &Tab, left: f32, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let place = Rect::new(rect.at.x + left, rect.at.y, tab.width, self.height);
        tab.style.draw(place, ink, out);
        let mut inside = place.within(tab.style.margins);
        if let Some((icon, size)) = &tab.icon {
            let at = inside.at + Vec2::new(0.0, ((inside.size.y - size.y) * 0.5).floor());
            out.extend(icon.draw(Rect { at, size: *size }, ink));
            let room = size.x + if tab.words.text.is_empty() { 0.0 } else { self.gap };
            inside.at.x += room;
            inside.size.x -= room;
        }
        if let Some(close) = &tab.close {
            let size = close.size();
            let at = inside.at + Vec2::new(inside.size.x - size.x, ((inside.size.y - size.y) * 0.5).floor());
            out.extend(close.draw(Rect { at, size }, ink));
            inside.size.x -= size.x + self.gap * 2.0;
        }
        tab.words.draw(inside, ink, false, out);
    }
}

impl Drawn for Row {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let whole = self.width();
        let mut last = self.tabs.len();
        let mut left = ((rect.size.x - whole) * self.align).max(0.0).floor();
        if let Some(arrows) = self.arrows.as_ref().filter(|_| whole > rect.size.x) {
            let [back, on] = arrows;
            let limit = rect.size.x - back.size().x - on.size().x;
            (left, last) = (0.0, self.shown(limit));
            let mut x = limit;
            for (arrow, leads) in [(back, false), (on, last < self.tabs.len())] {
                let size = arrow.size();
                let at = rect.at + Vec2::new(x, ((self.height - size.y) * 0.5).floor());
                let mut arrow = arrow.clone();
                arrow.color[3] *= if leads { 1.0 } else { FAINT };
                out.extend(arrow.draw(Rect { at, size }, ink));
                x += size.x;
            }
        }
        // The current one lies over its neighbours.
        let mut over = None;
        for (number, tab) in self.tabs.iter().take(last).enumerate().filter(|(_, tab)| !tab.hidden) {
            if number == self.current {
                over = Some((tab, left));
            } else {
                self.tab(tab, left, rect, ink, out);
            }
            left += tab.width;
        }
        if let Some((tab, left)) = over {
            self.tab(tab, left, rect, ink, out);
        }
    }
}

impl Importer<'_> {
    /// The height of a row of tabs.
    pub(super) fn tabs_height(&mut self, asking: &Asking<'_>) -> f32 {
        let words = self.words(asking, "", "font_selected_color");
        let line = words.line_height();
        let styles = ["tab_selected", "tab_unselected", "tab_disabled"];
        let margins = styles.map(|name| self.style(asking, name).map_or(0.0, |style| style.least().y));
        line + margins.into_iter().fold(0.0, f32::max)
    }

    /// The panel and tabs of a `TabContainer`.
    pub(super) fn tabs(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let style = self.style(asking, "panel").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let shown = !props.has("tabs_visible") || props.flag("tabs_visible");
        let height = if shown { self.tabs_height(asking) } else { 0.0 };
        let below = props.int("tabs_position") == 1;
        let panel = if below { [0.0, 0.0, 0.0, height] } else { [0.0, height, 0.0, 0.0] };
        look.style(Some(&style), Area::WHOLE.less(panel));
        let names = std::mem::take(&mut self.controls.tabs);
        if !shown {
            return Vec2::ZERO;
        }
        let titles: Vec<String> = names
            .into_iter()
            .enumerate()
            .map(|(at, name)| {
                let title = format!("tab_{at}/title");
                if props.has(&title) { props.text(&title) } else { name }
            })
            .collect();
        let current = usize::try_from(props.int("current_tab")).unwrap_or(usize::MAX);
        let row = self.row(asking, props, &titles, current);
        let side = asking.constant("side_margin");
        let mut area = Area::WHOLE;
        // In the middle there is no room left at the side.
        area.pixels[0] = if row.align == 0.5 { 0.0 } else { side };
        if below {
            (area.shares[1], area.pixels[1]) = (1.0, -height);
        } else {
            (area.shares[3], area.pixels[3]) = (0.0, height);
        }
        let wide = if row.arrows.is_some() { 0.0 } else { row.width() };
        look.add(Part::Drawn(Rc::new(row)), area);
        Vec2::new(wide, height)
    }

    /// `TabBar`.
    pub(super) fn tab_bar(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let count = props.count("tab_count").min(MOST_TABS);
        let titles: Vec<String> = (0..count).map(|at| props.text(&format!("tab_{at}/title"))).collect();
        let current = if props.has("current_tab") { props.int("current_tab") } else { 0 };
        let row = self.row(asking, props, &titles, usize::try_from(current).unwrap_or(usize::MAX));
        let size = Vec2::new(least_width(&row), row.height);
        look.add(Part::Drawn(Rc::new(row)), Area::WHOLE);
        size
    }

    /// `MenuBar`: the names of the menus in it.
    pub(super) fn menu_bar(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let flat = props.has("flat") && props.flag("flat");
        let style = self.style(asking, "normal").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let gap = asking.constant("h_separation");
        let (mut left, mut high) = (0.0, 0.0);
        for name in std::mem::take(&mut self.controls.tabs) {
            let mut words = self.words(asking, &self.shown_text(props, name), "font_color");
            words.align = Vec2::splat(0.5);
            let size = Vec2::new(words.needs(f32::INFINITY).x, words.line_height()) + style.least();
            let area = Area::at(Rect { at: Vec2::new(left, 0.0), size });
            if !flat {
                look.style(Some(&style), area);
            }
            look.add(Part::Words(words), area.less(style.margins));
            left += size.x + gap;
            high = size.y;
        }
        Vec2::new((left - gap).max(0.0), high)
    }

    fn row(&mut self, asking: &Asking<'_>, props: &Props, titles: &[String], current: usize) -> Row {
        let height = self.tabs_height(asking);
        let gap = asking.constant("h_separation");
        let crosses =
            if props.has("tab_close_display_policy") { props.int("tab_close_display_policy") } else { 0 };
        let mut tabs = Vec::new();
        for (number, title) in titles.iter().enumerate() {
            let set = |what: &str| {
                let name = format!("tab_{number}/{what}");
                props.has(&name) && props.flag(&name)
            };
            let (style, color) = match (set("disabled"), number == current) {
                (true, _) => ("tab_disabled", "font_disabled_color"),
                (_, true) => ("tab_selected", "font_selected_color"),
                _ => ("tab_unselected", "font_unselected_color"),
            };
            let style = self.style(asking, style).unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
            let mut words = self.words(asking, title, color);
            words.align = Vec2::splat(0.5);
            let mut width = words.needs(f32::INFINITY).x + style.least().x;
            let icon = self.shown_picture(props, &format!("tab_{number}/icon"), Fit::AspectCentered);
            let most = asking.constant("icon_max_width");
            let icon = icon.map(|icon| {
                let own = icon.size();
                let size = if most > 0.0 && own.x > most { own * (most / own.x) } else { own };
                (icon, size)
            });
            if let Some((_, size)) = &icon {
                width += size.x + if title.is_empty() { 0.0 } else { gap };
            }
            let crossed = crosses == 2 || crosses == 1 && number == current;
            let close = if crossed { self.theme_icon(asking, "close", "close") } else { None };
            if let Some(close) = &close {
                width += close.size().x + gap * 2.0;
            }
            tabs.push(Tab { style, words, icon, close, width, hidden: set("hidden") });
        }
        let align = match props.int("tab_alignment") {
            1 => 0.5,
            2 => 1.0,
            _ => 0.0,
        };
        let cut = !props.has("clip_tabs") || props.flag("clip_tabs");
        let arrows = ["decrement", "increment"].map(|name| self.theme_icon(asking, name, name));
        let arrows = match arrows {
            [Some(back), Some(on)] if cut => Some([back, on]),
            _ => None,
        };
        Row { tabs, current, align, height, gap, arrows }
    }
}

/// A bar that cuts off its tabs needs the widest of them and the arrows.
fn least_width(row: &Row) -> f32 {
    match &row.arrows {
        None => row.width(),
        Some([back, on]) => {
            let widest = row.tabs.iter().filter(|tab| !tab.hidden).map(|tab| tab.width).fold(0.0, f32::max);
            if row.tabs.len() > 1 { widest + back.size().x + on.size().x } else { widest }
        }
    }
}
