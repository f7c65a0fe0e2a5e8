//! `ItemList`: texts and pictures in rows and columns.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_scene::Component;

use super::super::Importer;
use super::super::props::Props;
use super::looks::{Area, Drawn, Fit, Look, Part, Shown};
use super::style::{Ink, StyleBox};
use super::text::{Breaks, Words};
use super::theme::Asking;

/// Items of one list.
const MOST_ITEMS: u32 = 2000;
/// How much fainter what cannot be chosen is.
const DISABLED: f32 = 0.5;

#[derive(Debug)]
struct Item {
    /// Its picture and how large it is.
    icon: Option<(Shown, Vec2)>,
    words: Words,
    size: Vec2,
    back: Option<[f32; 4]>,
}

#[derive(Debug)]
struct List {
    items: Vec<Item>,
    margins: [f32; 4],
    /// Between columns and between rows.
    gap: Vec2,
    /// Between picture and text.
    between: f32,
    /// 0 is as many as there is room for.
    columns: usize,
    /// Whether all columns are as wide as the widest.
    alike: bool,
    /// Whether texts stand below the pictures.
    below: bool,
    guide: [f32; 4],
    bar: (Rc<StyleBox>, Rc<StyleBox>),
}

/// The rectangles of items in a width, where rows end but for the last, and how high all is.
fn arranged(sizes: &[Vec2], width: f32, columns: usize, alike: bool) -> (Vec<Rect>, Vec<f32>, f32) {
    let widest = sizes.iter().map(|size| size.x).fold(0.0, f32::max);
    let mut columns = if columns == 0 { usize::MAX } else { columns };
    loop {
        let (mut at, mut row, mut column) = (Vec2::ZERO, 0.0_f32, 0);
        let (mut rects, mut ends) = (Vec::with_capacity(sizes.len()), Vec::new());
        let mut fits = true;
        for (number, size) in sizes.iter().enumerate() {
            let wide = if alike { widest } else { size.x };
            if columns > 1 && column > 0 && at.x + wide > width {
                (columns, fits) = (column, false);
                break;
            }
            rects.push(Rect { at, size: Vec2::new(wide, size.y) });
            row = row.max(size.y);
            at.x += wide;
            column += 1;
            if column == columns || number + 1 == sizes.len() {
                let first = rects.len() - column;
                rects[first..].iter_mut().for_each(|rect| rect.size.y = row);
                at = Vec2::new(0.0, at.y + row);
                if number + 1 < sizes.len() {
                    ends.push(at.y);
                }
                (row, column) = (0.0, 0);
            }
        }
        if fits {
            return (rects, ends, at.y);
        }
    }
}

impl List {
    fn place(&self, width: f32) -> (Vec<Rect>, Vec<f32>, f32) {
        let sizes: Vec<Vec2> = self.items.iter().map(|item| item.size + self.gap).collect();
        arranged(&sizes, width, self.columns, self.alike)
    }

    fn item(&self, item: &Item, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        if let Some(color) = item.back {
            ink.fill(rect, color, out);
        }
        let inside = Rect { at: rect.at + (self.gap * 0.5).floor(), size: rect.size - self.gap };
        let mut text = inside;
        if let Some((icon, size)) = &item.icon {
            let mut at = inside.at;
            if self.below {
                at.x += ((inside.size.x - size.x) * 0.5).floor();
                text.at.y += size.y + self.between;
                text.size.y -= size.y + self.between;
            } else {
                at.y += ((inside.size.y - size.y) * 0.5).floor();
                text.at.x += size.x + self.between;
                text.size.x -= size.x + self.between;
            }
            out.extend(icon.draw(Rect { at, size: *size }, ink));
        }
        item.words.draw(text, ink, false, out);
    }
}

impl Drawn for List {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let inside = rect.within(self.margins);
        let (track, knob) = &self.bar;
        let wide = track.least().x;
        let (mut rects, mut ends, mut high) = self.place(inside.size.x);
        let mut room = inside.size.x;
        if high > inside.size.y {
            room -= wide;
            (rects, ends, high) = self.place(room);
            let mut bar = inside;
            bar.at.x += room;
            bar.size.x = wide;
            track.draw(bar, ink, out);
            let (at, length) =
                super::ranges::knob(bar.size.y, 1, [track, knob], [0.0, (inside.size.y / high).min(1.0)]);
            bar.at.y += at;
            bar.size.y = length;
            knob.draw(bar, ink, out);
        }
        for (item, mut place) in self.items.iter().zip(rects) {
            if place.at.y > inside.size.y {
                break;
            }
            if self.columns == 1 {
                place.size.x = room;
            }
            place.at += inside.at;
            self.item(item, place, ink, out);
        }
        for end in ends.into_iter().filter(|end| *end < inside.size.y) {
            ink.fill(Rect::new(inside.at.x, inside.at.y + end - 1.0, room, 1.0), self.guide, out);
        }
    }
}

impl Importer<'_> {
    fn list_item(&mut self, asking: &Asking<'_>, props: &Props, at: u32) -> Item {
        let name = |what: &str| format!("item_{at}/{what}");
        let off = props.has(&name("disabled")) && props.flag(&name("disabled"));
        let fade = if off { DISABLED } else { 1.0 };
        let mut words = self.words(asking, &self.said(props, &name("text")), "font_color");
        words.color[3] *= fade;
        let below = props.int("icon_mode") == 0 && props.has("icon_mode");
        let fixed = if props.has("fixed_column_width") { props.number("fixed_column_width") } else { 0.0 };
        if fixed > 0.0 && below {
            words.breaks = Breaks::Words;
        }
        words.align = Vec2::new(if below { 0.5 } else { 0.0 }, if below { 0.0 } else { 0.5 });
        let scale = if props.has("icon_scale") { props.number("icon_scale").max(0.0) } else { 1.0 };
        let wanted = props.set("fixed_icon_size").and_then(|(value, _)| value.as_vector2());
        let icon = self.shown_picture(props, &name("icon"), Fit::AspectCentered).map(|mut icon| {
            icon.color[3] *= fade;
            let wanted = wanted.map(Vec2::from_array).filter(|size| size.min_element() > 0.0);
            let size = wanted.unwrap_or_else(|| icon.size()) * scale;
            (icon, size)
        });
        let text = if words.text.is_empty() {
            Vec2::ZERO
        } else {
            words
                .needs(if fixed > 0.0 { fixed } else { f32::INFINITY })
                .max(Vec2::new(0.0, words.line_height()))
        };
        let between = if words.text.is_empty() { 0.0 } else { asking.constant("icon_margin") };
        let mut size = match &icon {
            None => text,
            Some((_, own)) if below => Vec2::new(own.x.max(text.x), own.y + between + text.y),
            Some((_, own)) => Vec2::new(own.x + between + text.x, own.y.max(text.y)),
        };
        if fixed > 0.0 {
            size.x = fixed;
        }
        Item { icon, words, size, back: None }
    }

    /// The items of an `ItemList`; gives what they need when the list is as large as they are.
    pub(super) fn item_list(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let empty = || Rc::new(StyleBox::EMPTY);
        let style = self.style(asking, "panel").unwrap_or_else(empty);
        let count = props.count("item_count").min(MOST_ITEMS);
        let mut items: Vec<Item> = (0..count).map(|at| self.list_item(asking, props, at)).collect();
        if let Some((proscenio_godot::Value::Array(list), _)) = props.set("items") {
            // Godot 3 keeps three values for each.
            for text in list.iter().step_by(3).filter_map(|one| one.as_str()).take(MOST_ITEMS as usize) {
                let words = self.words(asking, text, "font_color");
                let size = Vec2::new(words.width().ceil(), words.line_height());
                items.push(Item { icon: None, words, size, back: None });
            }
        }
        let bar = asking.of("VScrollBar");
        let columns = if props.has("max_columns") { props.count("max_columns") as usize } else { 1 };
        let list = List {
            items,
            margins: style.margins,
            gap: Vec2::new(asking.constant("h_separation"), asking.constant("v_separation")),
            between: asking.constant("icon_margin"),
            columns,
            alike: props.has("same_column_width") && props.flag("same_column_width"),
            below: props.has("icon_mode") && props.int("icon_mode") == 0,
            guide: asking.color("guide_color"),
            bar: (
                self.style(&bar, "scroll").unwrap_or_else(empty),
                self.style(&bar, "grabber").unwrap_or_else(empty),
            ),
        };
        let grows = |name: &str| props.has(name) && props.flag(name);
        let (rects, _, high) = list.place(f32::INFINITY);
        let wide = rects.iter().map(|rect| rect.at.x + rect.size.x).fold(0.0, f32::max);
        let needs = Vec2::new(
            if grows("auto_width") { wide } else { 0.0 },
            if grows("auto_height") { high } else { 0.0 },
        );
        look.add(Part::Drawn(Rc::new(list)), Area::WHOLE);
        needs
    }
}

#[cfg(test)]
mod tests {
    use super::arranged;
    use glam::Vec2;

    #[test]
    fn items_stand_in_as_many_columns_as_fit() {
        let sizes = [Vec2::new(40.0, 10.0), Vec2::new(30.0, 12.0), Vec2::new(20.0, 10.0)];
        let (rects, ends, high) = arranged(&sizes, 75.0, 0, false);
        assert_eq!(rects.iter().map(|rect| rect.at.x).collect::<Vec<_>>(), [0.0, 40.0, 0.0]);
        assert_eq!((ends, high), (vec![12.0], 22.0));
        let (rects, _, high) = arranged(&sizes, 10.0, 1, false);
        assert_eq!((rects[2].at.y, high), (22.0, 32.0));
        assert_eq!(arranged(&[], 10.0, 0, true).2, 0.0);
        assert_eq!(arranged(&sizes, 81.0, 0, true).0[1].at.x, 40.0);
    }
}
