//! `FoldableContainer`: a title that shows and hides what is below it.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::Kind;

use super::super::Importer;
use super::super::props::Props;
use super::looks::{Area, Look, Part};
use super::style::StyleBox;
use super::theme::Asking;

/// Whether the content of a container that can be folded is hidden.
pub(super) fn folded(props: &Props) -> bool {
    props.class() == "FoldableContainer" && props.has("folded") && props.flag("folded")
}

/// Whether the title stands below the content.
fn title_below(props: &Props) -> bool {
    props.int("title_position") == 1
}

/// Across and down in one.
fn turned([left, top, right, bottom]: [f32; 4]) -> [f32; 4] {
    [left, bottom, right, top]
}

impl Importer<'_> {
    /// The style of the title and the size that the title needs.
    fn fold_title(&mut self, asking: &Asking<'_>, props: &Props) -> (Rc<StyleBox>, Vec2) {
        let name = if folded(props) { "title_collapsed_panel" } else { "title_panel" };
        let style = self.style(asking, name).unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let words = self.words(asking, &self.said(props, "title"), "font_color");
        let icon = Vec2::from_array(asking.icon_size("expanded_arrow"));
        let needs = words.needs(f32::INFINITY);
        let hides = props.int("title_text_overrun_behavior") != 0;
        let wide = if words.text.is_empty() || hides { 0.0 } else { needs.x };
        let size =
            Vec2::new(icon.x + asking.constant("h_separation") + wide, words.line_height().max(icon.y));
        (Rc::clone(&style), size + style.least())
    }

    /// How the container arranges its children.
    pub(super) fn folding(&mut self, asking: &Asking<'_>, props: &Props) -> Kind {
        let (_, title) = self.fold_title(asking, props);
        let panel = self.style(asking, "panel").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let mut border = if folded(props) { [0.0; 4] } else { panel.margins };
        border[if title_below(props) { 3 } else { 1 }] += title.y;
        Kind::Inside { border }
    }

    /// Draws title and panel; gives the size of the title.
    pub(super) fn foldable(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let (style, needs) = self.fold_title(asking, props);
        let (below, closed) = (title_below(props), folded(props));
        let mut title = Area::WHOLE;
        let mut rest = Area::WHOLE;
        if below {
            (title.shares[1], title.pixels[1], rest.pixels[3]) = (1.0, -needs.y, -needs.y);
        } else {
            (title.shares[3], title.pixels[3], rest.pixels[1]) = (0.0, needs.y, needs.y);
        }
        let panel = self.style(asking, "panel");
        if !closed {
            let part = panel.map(|panel| if below { Rc::new(panel.mirrored()) } else { panel });
            look.style(part.as_ref(), rest);
        }
        // Engine behaviour: a title below is the one above, upside down.
        let shown = if below { Rc::new(style.mirrored()) } else { Rc::clone(&style) };
        look.style(Some(&shown), title);
        let margins = if below { turned(style.margins) } else { style.margins };
        let inside = title.less(margins);
        let icon = match (closed, below) {
            (true, _) => "folded_arrow",
            (false, true) => "expanded_arrow_mirrored",
            (false, false) => "expanded_arrow",
        };
        let size = Vec2::from_array(asking.icon_size("expanded_arrow"));
        if let Some(arrow) = self.theme_icon(asking, icon, icon) {
            let mut area = inside;
            area.shares[2] = inside.shares[0];
            area.pixels[2] = inside.pixels[0] + size.x;
            let high = needs.y - style.least().y;
            let up = ((high - size.y) * 0.5).floor();
            area.shares[3] = area.shares[1];
            area.pixels[1] += up;
            area.pixels[3] = area.pixels[1] + size.y;
            look.add(Part::Picture(arrow), area);
        }
        let color = if closed { "collapsed_font_color" } else { "font_color" };
        let mut words = self.words(asking, &self.said(props, "title"), color);
        let place = match props.int("title_alignment") {
            1 => 0.5,
            2 => 1.0,
            _ => 0.0,
        };
        words.align = Vec2::new(place, 0.5);
        look.add(Part::Words(words), inside.less([size.x + asking.constant("h_separation"), 0.0, 0.0, 0.0]));
        needs
    }
}
