//! `TextEdit` and `CodeEdit`: lines with gutters beside them.
//!
//! # Limitations
//!
//! All text has one colour but for what a `CodeHighlighter` says; nothing is selected and no caret is shown, as nothing
//! has the focus.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_scene::Component;

use super::super::Importer;
use super::super::props::Props;
use super::highlight::Highlighter;
use super::looks::{Area, Drawn, Look, Part, Shown};
use super::style::{Ink, StyleBox};
use super::text::{Breaks, Words};
use super::theme::Asking;

/// Rows of one editor.
const MOST_ROWS: usize = 2000;
/// Between the gutters and the text, pixels.
const GUTTER_GAP: f32 = 2.0;
/// Left free at the end of a broken line, pixels.
const WRAP_ROOM: f32 = 10.0;

/// What stands beside the lines.
#[derive(Debug, Default)]
struct Gutters {
    /// Widths: marks, numbers, arrows to fold; 0 is none.
    widths: [f32; 3],
    /// Whether there can be any, which takes room of its own.
    there: bool,
    number: [f32; 4],
    digits: usize,
    zeros: bool,
    fold: Option<Shown>,
}

impl Gutters {
    fn width(&self) -> f32 {
        if self.there { self.widths.iter().sum::<f32>() + GUTTER_GAP } else { 0.0 }
    }
}

/// The lines of an editor.
#[derive(Debug)]
struct Editor {
    text: String,
    /// How it is written; without a text of its own.
    words: Words,
    margins: [f32; 4],
    wraps: bool,
    gutters: Gutters,
    highlighter: Option<Highlighter>,
    /// Columns with a line down, how wide one is and their stored colour.
    guides: (Vec<f32>, f32, [f32; 4]),
    /// Where the line is that the caret is in.
    current: Option<[f32; 4]>,
    /// Width of a tab, pixels.
    tab: f32,
    signs: [Option<Shown>; 2],
    bar: Option<(Rc<StyleBox>, Rc<StyleBox>)>,
    past_end: bool,
    scrolled: f32,
}

/// How far the blanks before a line go, in columns of which a tab takes four; nothing for empty lines.
fn indent(line: &str) -> Option<usize> {
    let mut columns = 0;
    for letter in line.chars() {
        match letter {
            '\t' => columns += 4,
            ' ' => columns += 1,
            _ => return Some(columns),
        }
    }
    None
}

/// Whether lines below one are further in.
fn can_fold(lines: &[&str], number: usize) -> bool {
    let Some(own) = lines.get(number).and_then(|line| indent(line)) else { return false };
    lines
        .get(number + 1..)
        .unwrap_or_default()
        .iter()
        .find_map(|line| indent(line))
        .is_some_and(|next| next > own)
}

impl Editor {
    fn row_height(&self) -> f32 {
        (self.words.line_height() + self.words.spacing).max(1.0)
    }

    fn piece(&self, text: &str, color: [f32; 4]) -> Words {
        Words { text: text.to_owned(), color, breaks: Breaks::Never, spacing: 0.0, ..self.words.clone() }
    }

    /// Draws a text from its top-left corner; tabs stand at multiples of their width. Gives its width.
    fn row(&self, text: &str, colors: &[(usize, [f32; 4])], at: Vec2, ink: Ink, out: &mut Vec<Component>) {
        let mut x = 0.0;
        let mut start = 0;
        for (end, color) in colors {
            let own = text.get(start..(*end).min(text.len())).unwrap_or_default();
            start = (*end).min(text.len());
            for (number, piece) in own.split('\t').enumerate() {
                if number > 0 {
                    if let Some(sign) = &self.signs[0] {
                        let size = sign.size();
                        let down = ((self.words.line_height() - size.y) * 0.5).floor();
                        let sign = Shown { color: *color, ..sign.clone() };
                        out.extend(sign.draw(Rect { at: at + Vec2::new(x, down), size }, ink));
                    }
                    x = ((x / self.tab).floor() + 1.0) * self.tab;
                }
                if piece.is_empty() {
                    continue;
                }
                let words = self.piece(piece, *color);
                let width = words.width();
                words.draw(Rect { at: at + Vec2::new(x, 0.0), size: Vec2::new(width, 0.0) }, ink, false, out);
                x += width;
            }
        }
    }

    /// The lines as they are broken: number of the line and the rows of it.
    fn rows(&self, lines: &[&str], width: f32) -> Vec<(usize, String)> {
        let mut rows = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            if !self.wraps {
                rows.push((number, (*line).to_owned()));
                continue;
            }
            let words = Words { breaks: Breaks::Words, ..self.piece(line, self.words.color) };
            rows.extend(words.broken(width).into_iter().map(|row| (number, row)));
        }
        rows
    }

    fn beside(&self, number: usize, lines: &[&str], at: Vec2, row: f32, ink: Ink, out: &mut Vec<Component>) {
        let [marks, numbers, _] = self.gutters.widths;
        let mut x = at.x + marks;
        if numbers > 0.0 {
            let text = (number + 1).to_string();
            let wide = self.gutters.digits;
            let text = if self.gutters.zeros { format!("{text:0>wide$}") } else { format!("{text:>wide$}") };
            let words = self.piece(&text, self.gutters.number);
            let down = ((row - words.line_height()) * 0.5).floor();
            words.draw(
                Rect { at: Vec2::new(x, at.y + down), size: Vec2::new(numbers, 0.0) },
                ink,
                false,
                out,
            );
        }
        x += numbers;
        let fold = self.gutters.widths[2];
        if let Some(sign) = self.gutters.fold.as_ref().filter(|_| fold > 0.0 && can_fold(lines, number)) {
            let room = Vec2::new(fold, row);
            // As the engine leaves room around it.
            let edge = (room / Vec2::new(10.0, 6.0)).floor();
            let size = room - edge * 2.0;
            out.extend(sign.draw(Rect { at: Vec2::new(x, at.y) + edge, size }, ink));
        }
    }
}

impl Drawn for Editor {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let [left, top, right, bottom] = self.margins;
        let row = self.row_height();
        let visible = ((rect.size.y - top - bottom) / row).floor().max(0.0);
        let lines: Vec<&str> = self.text.split('\n').take(MOST_ROWS).collect();
        let begin = left + self.gutters.width();
        let room = rect.size.x - begin - right - WRAP_ROOM;
        let past = if self.past_end { (visible - 1.0).max(0.0) } else { 0.0 };
        let mut rows = self.rows(&lines, room.max(1.0));
        if let Some((track, _)) = self.bar.as_ref().filter(|_| rows.len() as f32 + past > visible) {
            // The bar takes room from the text.
            rows = self.rows(&lines, (room - track.least().x).max(1.0));
        }
        let count = rows.len() as f32 + past;
        let scrolls = count > visible && self.bar.is_some();
        if let Some((track, knob)) = self.bar.as_ref().filter(|_| scrolls) {
            let wide = track.least().x;
            let mut bar = rect.within([0.0, top, 0.0, bottom]);
            bar.at.x += rect.size.x - wide;
            bar.size.x = wide;
            track.draw(bar, ink, out);
            let from = (self.scrolled / count).clamp(0.0, 1.0);
            let (at, length) =
                super::ranges::knob(bar.size.y, 1, [track, knob], [from, (from + visible / count).min(1.0)]);
            bar.at.y += at;
            bar.size.y = length;
            knob.draw(bar, ink, out);
        }
        let first = self.scrolled.max(0.0) as usize;
        let from = rect.at + Vec2::new(left, top + (self.words.spacing * 0.5).floor());
        let (columns, wide, color) = &self.guides;
        for column in columns {
            let x = rect.at.x + begin + column * wide;
            ink.fill(Rect::new(x.floor(), rect.at.y, 1.0, rect.size.y), *color, out);
        }
        let mut before = None;
        for (place, (number, text)) in rows.iter().skip(first).take(visible as usize + 1).enumerate() {
            let at = from + Vec2::new(0.0, place as f32 * row);
            if let Some(color) = self.current.filter(|_| *number == 0) {
                let end = rect.at.x + rect.size.x - right;
                ink.fill(Rect::new(rect.at.x, at.y, end - rect.at.x, row), color, out);
            }
            if before != Some(*number) {
                self.beside(*number, &lines, at, row, ink, out);
            }
            before = Some(*number);
            let down = ((row - self.words.line_height()) * 0.5).floor();
            let plain = vec![(text.len(), self.words.color)];
            let colors = match &self.highlighter {
                Some(highlighter) => highlighter.colors(text, self.words.color),
                None => plain,
            };
            self.row(text, &colors, Vec2::new(rect.at.x + begin, at.y + down), ink, out);
        }
    }
}

impl Importer<'_> {
    /// `TextEdit` and `CodeEdit`.
    pub(super) fn text_edit(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let empty = || Rc::new(StyleBox::EMPTY);
        let yes = |name: &str| props.has(name) && props.flag(name);
        let editable = !props.has("editable") || props.flag("editable");
        let style = self.style(asking, if editable { "normal" } else { "read_only" }).unwrap_or_else(empty);
        look.style(Some(&style), Area::WHOLE);
        let text = props.text("text");
        let (shown, color) = match (text.is_empty(), editable) {
            (true, _) => (self.said(props, "placeholder_text"), "font_placeholder_color"),
            (_, true) => (text, "font_color"),
            (_, false) => (text, "font_readonly_color"),
        };
        let mut words = self.words(asking, &shown, color);
        words.spacing = asking.constant("line_spacing");
        let line = words.line_height();
        let code = props.class() == "CodeEdit";
        let [zero, blank] =
            ["0", " "].map(|letter| Words { text: letter.to_owned(), ..words.clone() }.width());
        let gutters = if code { self.gutters(asking, props, &words, zero) } else { Gutters::default() };
        let columns = match props.set("line_length_guidelines") {
            Some((value, _)) => match value.as_array() {
                Some(list) => list.iter().filter_map(|one| one.as_f64()).map(|one| one as f32).collect(),
                None => Vec::new(),
            },
            None => Vec::new(),
        };
        let tabs = if code && props.has("indent_size") { props.number("indent_size") } else { 4.0 };
        let sign = |this: &mut Self, wanted: &str, name: &str| {
            if yes(wanted) { this.theme_icon(asking, name, name) } else { None }
        };
        let signs = [sign(self, "draw_tabs", "tab"), sign(self, "draw_spaces", "space")];
        let bar = asking.of("VScrollBar");
        let bar = Some((
            self.style(&bar, "scroll").unwrap_or_else(empty),
            self.style(&bar, "grabber").unwrap_or_else(empty),
        ));
        let fits = yes("scroll_fit_content_height");
        let count = words.text.split('\n').count().min(MOST_ROWS) as f32;
        let row = line + words.spacing;
        let highlighter = self.highlighter(props);
        let editor = Editor {
            text: std::mem::take(&mut words.text),
            margins: style.margins,
            wraps: props.int("wrap_mode") == 1,
            gutters,
            highlighter,
            guides: (columns, zero, asking.color("line_length_guideline_color")),
            current: yes("highlight_current_line").then(|| asking.color("current_line_color")),
            tab: (tabs.clamp(1.0, 64.0) * blank).max(1.0),
            signs,
            bar,
            past_end: yes("scroll_past_end_of_file"),
            scrolled: if props.has("scroll_vertical") { props.number("scroll_vertical") } else { 0.0 },
            words,
        };
        look.add(Part::Drawn(Rc::new(editor)), Area::WHOLE);
        style.least() + Vec2::new(0.0, if fits { count * row } else { 0.0 })
    }

    fn gutters(&mut self, asking: &Asking<'_>, props: &Props, words: &Words, zero: f32) -> Gutters {
        let yes = |name: &str| props.has(name) && props.flag(name);
        let row = words.line_height() + words.spacing;
        let lines = words.text.split('\n').count();
        let digits = lines.to_string().len().max(3);
        let marks = ["breakpoints_gutter", "bookmarks", "executing_lines"]
            .iter()
            .any(|name| yes(&format!("gutters_draw_{name}")));
        let numbers = yes("gutters_draw_line_numbers");
        let folds = yes("gutters_draw_fold_gutter");
        let there = |there: bool, width: f32| if there { width.floor() } else { 0.0 };
        let color = asking.color("code_folding_color");
        let icon = if folds { self.theme_icon(asking, "can_fold", "can_fold") } else { None };
        Gutters {
            widths: [
                there(marks, row),
                there(numbers, (digits as f32 + 1.0) * zero),
                there(folds, row / 1.2),
            ],
            there: true,
            number: asking.color("line_number_color"),
            digits,
            zeros: yes("gutters_zero_pad_line_numbers"),
            fold: icon.map(|icon| Shown { color, ..icon }).filter(|_| yes("line_folding")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::can_fold;

    #[test]
    fn lines_with_more_below_them_can_be_folded() {
        let lines = ["# a", "func b():", "", "\treturn", ""];
        let all: Vec<bool> = (0..lines.len()).map(|number| can_fold(&lines, number)).collect();
        assert_eq!(all, [false, true, false, false, false]);
    }
}
